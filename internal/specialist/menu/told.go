package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/ontology"
)

// Told reads what a guest says that somebody at the table must not have: nobody
// else may have noticed. What may be an allergy is one, and so is a food that
// they do not eat. It is Unknown if they speak of an allergy and nobody can tell
// to what.
func Told(text string) hook.Constraints {
	t := tell(text)
	t.own.Allergies, t.own.Diets = add(t.own.Allergies, t.theirs.Allergies), add(t.own.Diets, t.theirs.Diets)
	return t.own
}

// A telling is what a message says of what people must not have.
type telling struct {
	own, theirs hook.Constraints // the guest's, and that of who is with them
	freed       []string         // what the guest may have after all: "não sou alérgico a camarão"
	health      []string         // what no card can be judged by: "sou diabético"
}

func tell(text string) (t telling) {
	read := false // something was, if only that it is over
	for _, said := range memory.Detect([]string{text}) {
		word := strings.ToLower(said.Value)
		switch {
		case said.Confidence < memory.ToWriteEnd:
		case said.Kind == memory.Fact && said.Key == "health" && !said.Retract && len(dietsOf(word)) == 0:
			t.health = add(t.health, []string{word})
		case said.Kind != memory.Diet:
		case said.Retract && said.Subject == memory.Companion:
			read = true
		case said.Retract:
			t.freed, read = append(t.freed, word), true
		case said.Subject == memory.Companion:
			noteAs(&t.theirs, said.Key, word)
			read = true
		default:
			noteAs(&t.own, said.Key, word)
			read = true
		}
	}
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".,;:!?()\n", r) }) {
		overhear(&t.own, lang.Fold(clause))
	}
	kept, _ := dietsIn(text)
	for _, d := range kept {
		if !slices.Contains(t.theirs.Diets, d) && !covered(t.freed, d) {
			t.own.Diets = add(t.own.Diets, []string{d})
		}
	}
	t.own.Unknown = t.own.Unknown && !read && len(t.own.Allergies)+len(t.theirs.Allergies) == 0
	return t
}

// noteAs adds what memory read as a diet of a key.
func noteAs(c *hook.Constraints, key, word string) {
	folded := lang.Fold(word)
	switch {
	case folded == "aplv":
		c.Allergies = add(c.Allergies, []string{"leite"})
	case len(dietsOf(folded)) > 0:
		c.Diets = add(c.Diets, []string{dietsOf(folded)[0].name})
	case key == "restriction" && !memory.IsState(word) && len(ontology.Default().Read(word)) == 0: // "salicilato"
		c.Allergies = add(c.Allergies, []string{word})
	case key == "restriction" && (len(ParseAllergens(word)) == 0 || strings.Contains(folded, "eliac")):
		c.Diets = add(c.Diets, []string{word})
	default:
		c.Allergies = add(c.Allergies, []string{word})
	}
}

// overhear adds what a folded clause names where only what somebody must not have is named,
// be it a word or not: "allergic to milk and xyzzy".
func overhear(c *hook.Constraints, clause string) {
	words := strings.Fields(clause)
	if slices.ContainsFunc(words, func(w string) bool { return denying[w] }) || strings.Contains(clause, "no allerg") {
		return
	}
	if slices.Contains(words, "aplv") {
		c.Allergies = add(c.Allergies, []string{"leite"})
	}
	for _, w := range allergicTo().FindStringSubmatch(clause) {
		if len(w) > 3 && !strings.Contains(w, " ") && len(ontology.Default().Read(w)) == 0 && !covered(c.Allergies, w) && !common[w] && !asking[w] {
			c.Allergies = add(c.Allergies, []string{w})
		}
	}
	c.Unknown = c.Unknown || hasAllergy().MatchString(clause)
}

var (
	denying    = lang.Set("nao not nunca never nenhum nenhuma ninguna none nobody ninguem nadie sem without sin nem")
	allergicTo = pattern.Of(`\b(?:alergic[oa]s?|alergias?|allergic|allergy|intolerantes?|intolerant)\s+(?:a|ao|aos|as|to|al|a la|a los)\s+([a-z]+)(?:\s+(?:e|ou|and|or|y|o)\s+(?:a |ao |to |al )?([a-z]+))?`)
	hasAllergy = pattern.Of(`\b(?:sou|somos|e|sao|tenho|temos|tem|esta|soy|es|son|tengo|tiene|i am|i m|i have|we have|is|are|has)\s+(?:\w+\s+){0,2}(?:alergic|alergia|allerg|intolera)|^(?:alergia|alergias|allergy|allergies)\b`)
)
