package menu

import (
	"cmp"
	"iter"
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
	theirsFreed []string
	apart       bool     // what holds for the others does not for the guest: "só ela que não"
	health      []string // what no card can be judged by: "sou diabético"
}

func tell(text string) (t telling) {
	read := false // something was, if only that it is over
	for _, said := range memory.Detect([]string{text}) {
		word := strings.ToLower(said.Value)
		switch {
		case said.Confidence < memory.ToWriteEnd:
		case said.Kind == memory.Fact && said.Key == "health" && !said.Retract && len(dietsOf(word)) == 0:
			t.health = add(t.health, []string{word})
		case said.Kind != memory.Diet, said.Retract && limited(lang.Fold(text)): // "I can eat shrimp sometimes"
		case said.Retract && said.Subject == memory.Companion:
			t.theirsFreed, read = append(t.theirsFreed, word), true
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
	for clause, asks := range clausesOf(text) {
		if things, ok := mayAfterAll(clause, lang.Fold(text)); ok && !asks {
			if t.freed, read = add(t.freed, things), true; says(" "+clause+" ", forgets) {
				t.own.Allergies, t.own.Diets = less(t.own.Allergies, things), less(t.own.Diets, things)
			}
			continue
		}
		t.apart = t.apart || onlyOthers().MatchString(clause)
		if m := theirDiet().FindStringSubmatch(clause); m != nil && !asks && isDiet(m[1]) {
			noteAs(&t.theirs, "restriction", m[1])
			continue
		}
		if covered(t.freed, clause) || says(" "+clause+" ", forgets) {
			continue
		}
		overhear(&t, clause)
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

// clausesOf returns the clauses of a text, folded, and whether each ends as a
// question.
func clausesOf(text string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		for text != "" {
			end := strings.IndexAny(text, ".,;:!?()\n")
			if end < 0 {
				yield(lang.Fold(text), false)
				return
			}
			if clause := lang.Fold(text[:end]); clause != "" && !yield(clause, text[end] == '?') {
				return
			}
			text = text[end+1:]
		}
	}
}

// overhear adds what a folded clause names in a place where only what somebody
// must not have is named, be it a word or not: "allergic to milk and xyzzy".
func overhear(t *telling, clause string) {
	c := &t.own
	note := func(to *[]string, word string) {
		heard := slices.ContainsFunc(slices.Concat(c.Allergies, c.Diets, t.theirs.Allergies, t.theirs.Diets), func(h string) bool { return strings.Contains(spaced(h), spaced(word)) })
		if len(word) > 3 && !heard && !asking[word] && !common[word] && !noThing[word] {
			*to = append(*to, word)
		}
	}
	unread := func(word string) bool { return len(ontology.Default().Read(word)) == 0 }
	if m := cannotEat().FindStringSubmatch(clause); m != nil && unread(m[1]) {
		note(&c.Allergies, m[1])
	}
	words := strings.Fields(clause)
	// A "no" may be the Portuguese one: "sou alérgico, o que tem no tutu".
	if slices.ContainsFunc(words, func(w string) bool { return denying[w] && w != "no" }) || strings.Contains(clause, "no allerg") || strings.HasPrefix(clause, "no ") {
		return
	}
	if slices.Contains(words, "aplv") {
		c.Allergies = add(c.Allergies, []string{"leite"})
	}
	if m := allergicTo().FindStringSubmatch(clause); m != nil {
		note(&c.Allergies, m[1])
		if unread(m[2]) {
			note(&c.Allergies, m[2])
		}
	}
	if m := ownDiet().FindStringSubmatch(clause); m != nil && unread(cmp.Or(m[1:]...)) {
		note(&c.Diets, cmp.Or(m[1:]...))
	}
	if len(c.Allergies)+len(c.Diets) > 0 && !says(" "+clause+" ", wants) { // "gluten free and vegan": memory reads the first
		for i, w := range words[min(len(words), 1):] {
			if joining[words[i]] && isDiet(w) {
				note(&c.Diets, w)
			}
		}
		without := knowledge().clause(words).without | knowledge().clause(words).lactose
		if slices.ContainsFunc(words, func(w string) bool { return vegan[w] }) {
			without &^= knowledge().animal
		}
		for _, name := range without.names() {
			note(&c.Allergies, name)
		}
	}
	c.Unknown = c.Unknown || hasAllergy().MatchString(clause)
}

var (
	denying = lang.Set("nao no nope not non never nunca nada nenhum nenhuma nothing none anything ninguem nobody nadie sem without sin nem alguma alguna any")
	noThing = lang.Set(`nada nothing anything algum alguma algo alguem agora hoje tudo muito muita tanto tarde fora antes depois
		ainda much here late now before until yet ahora mucho todo minha minhas meus nossa nosso estou tenho preciso adoro gosto procuro moro want need have would love`)
	allergicTo = pattern.Of(`\b(?:alergic[oa]s?|alergias?|allergic|allergy|intolerantes?|intolerant)\s+(?:a|ao|aos|as|to|al|a la|a los)\s+([a-z]+)(?:\s+(?:e|ou|and|or|y|o)\s+(?:a |ao |to |al )?([a-z]+))?`)
	cannotEat  = pattern.Of(`\b(?:nao posso comer|can t eat|cannot eat|no puedo comer)\s+([a-z]+)`)
	hasAllergy = pattern.Of(`\b(?:sou|somos|tenho|temos|esta|soy|tengo|tiene|i am|i m|i have|we have|he is|she is|has)\s+(?:\w+\s+){0,2}(?:alergic|alergia|allerg|intolera)|^(?:alergia|alergias|allergy|allergies)\b`)
	ownDiet    = pattern.Of(`\b(?:sigo|faco|seguimos|seguindo|fazendo)\s+(?:a |uma |una |la )?dieta\s+(?:da |do |de )?([a-z]{3,})|\b(?:follow|on|keep|following)\s+(?:an?|the)\s+([a-z]{3,})\s+diet\b` +
		`|\b(?:sou|somos|soy|i am|i m|we are)\s+(?:an? )?(frutarian[oa]s?|fru[ic]?tarians?|frugivor[oa]s?|macrobiotic[oa]?s?|jains?|jainistas?|sikhs?|rastafaris?)\b`)
	theirDiet = pattern.Of(`\b(?:ela|ele|ella|he|she)\s+(?:(?:que|quem|who)\s+)?(?:e|eh|is|s|es)\s+([a-z]+)$`)
)
