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

// Told reads what a guest says that somebody at the table must not have: nobody else may have noticed.
// What may be an allergy is one, and so is a food that they do not eat. It is Unknown if they speak of an
// allergy and nobody can tell to what.
func Told(text string) hook.Constraints { return tell(text).Constraints }

// A telling is what a message says of what people must not have.
type telling struct {
	hook.Constraints          // the guest's, and that of who is with them
	freed            []string // what the guest may have after all: "não sou alérgico a camarão"
	health           []string // what no card can be judged by: "sou diabético"
}

func tell(text string) (t telling) {
	read := false // something was, if only that it is over
	for _, said := range memory.Detect([]string{text}) {
		word := strings.ToLower(said.Value)
		switch {
		case said.Confidence < memory.ToWriteEnd:
		case said.Kind == memory.Fact && said.Key == "health" && !said.Retract && len(dietsOf(word)) == 0:
			t.health = add(t.health, word)
		case said.Kind != memory.Diet:
		case said.Retract && said.Subject == memory.Companion:
			read = true
		case said.Retract:
			t.freed, read = append(t.freed, word), true
		default:
			t.note(said.Key, word)
			read = true
		}
	}
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".,;:!?()\n", r) }) {
		t.overhear(lang.Fold(clause))
	}
	kept, _ := dietsIn(text)
	t.Diets = add(t.Diets, less(kept, t.freed)...)
	t.Unknown = t.Unknown && !read && len(t.Allergies) == 0
	return t
}

// note adds what memory read as a diet of a key.
func (t *telling) note(key, word string) {
	diets := dietsOf(word)
	switch {
	case len(diets) > 0:
		t.Diets = add(t.Diets, diets[0].name)
	case key == "restriction" && !memory.IsState(word) && len(ontology.Default().Read(word)) == 0: // "salicilato"
		t.Allergies = add(t.Allergies, word)
	case key == "restriction" && (allergensOf(word) == 0 || strings.Contains(lang.Fold(word), "eliac")):
		t.Diets = add(t.Diets, word)
	default:
		t.Allergies = add(t.Allergies, word)
	}
}

// overhear adds what a folded clause names where only what somebody must not have is named, be it a word or
// not: "allergic to milk and xyzzy".
func (t *telling) overhear(clause string) {
	words := strings.Fields(clause)
	if slices.ContainsFunc(words, func(w string) bool { return is(w, "denying") }) || strings.Contains(clause, "no allerg") {
		return
	}
	if slices.Contains(words, "aplv") {
		t.Allergies = add(t.Allergies, "leite")
	}
	for _, w := range allergicTo().FindStringSubmatch(clause) {
		known := len(ontology.Default().Read(w)) > 0 || covered(t.Allergies, w) || is(w, "common") || is(w, "asking")
		if len(w) > 3 && !strings.Contains(w, " ") && !known {
			t.Allergies = add(t.Allergies, w)
		}
	}
	t.Unknown = t.Unknown || hasAllergy().MatchString(clause)
}

var (
	allergicTo = pattern.Of(`\b(?:alergic[oa]s?|alergias?|allergic|allergy|intolerantes?|intolerant)\s+(?:a|ao|aos|as|to|al|a la|a los)\s+` +
		`([a-z]+)(?:\s+(?:e|ou|and|or|y|o)\s+(?:a |ao |to |al )?([a-z]+))?`)
	hasAllergy = pattern.Of(`\b(?:sou|somos|e|sao|tenho|temos|tem|esta|soy|es|son|tengo|tiene|i am|i m|i have|we have|is|are|has)\s+` +
		`(?:\w+\s+){0,2}(?:alergic|alergia|allerg|intolera)|^(?:alergia|alergias|allergy|allergies)\b`)
)

// wishOf returns the wish in a message, without its needs and without needs it takes back: "Sou alérgico a
// camarão, quero uma moqueca" wishes for a moqueca.
func wishOf(message string) string {
	var kept []string
	for clause := range strings.FieldsFuncSeq(message, func(r rune) bool { return strings.ContainsRune(",;.!\n", r) }) {
		clause = strings.TrimSpace(clause)
		folded := lang.Fold(clause)
		at := allergic().FindStringIndex(folded)
		switch {
		case takesBack(clause): // to the ontology "não sou alérgico a camarão" rules out camarão
		case at == nil || len(folded) != len([]rune(clause)):
			kept = append(kept, clause)
		default:
			if on := wishes().FindStringIndex(folded[at[1]:]); on != nil {
				kept = append(kept, strings.TrimSpace(string([]rune(clause)[at[1]+on[0]:])))
			}
		}
	}
	if wish := strings.TrimSpace(strings.Join(kept, ", ")); wish != "" {
		return wish
	}
	return message
}

var (
	allergic = pattern.Of(`\b(?:alerg|allerg|intoleran|nao posso comer|can t eat|cannot eat|no puedo comer)`)
	wishes   = pattern.Of(`\b(?:quero|queria|gostaria|o que|que prato|qual|tem |me ve|i want|i d like|i would like|what|which|can i|do you|quiero|que me)\b?`)
)

// takesBack reports whether a clause takes a need back: "não sou mais alérgico a camarão".
func takesBack(clause string) bool {
	back := func(c memory.Candidate) bool { return c.Retract && c.Kind == memory.Diet }
	return !strings.Contains(clause, "?") && slices.ContainsFunc(memory.Detect([]string{clause}), back)
}

// covered reports whether one of some things is what a constraint is about, by whatever name.
func covered(things []string, constraint string) bool {
	return slices.ContainsFunc(things, func(thing string) bool { return memory.Same(thing, constraint) })
}

// less returns constraints without those that things cover.
func less(constraints, things []string) []string {
	return slices.DeleteFunc(slices.Clone(constraints), func(c string) bool { return covered(things, c) })
}
