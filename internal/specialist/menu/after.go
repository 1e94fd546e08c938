package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

// beyondFreed returns a message without the clauses that only take something
// back: to the ontology "não sou alérgico a camarão" rules out camarão.
func beyondFreed(message string) string {
	clauses := strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(",;.!\n", r) })
	kept := slices.DeleteFunc(slices.Clone(clauses), func(clause string) bool {
		folded := lang.Fold(clause)
		return takesBack(clause) && !strings.Contains(clause, "?") || onlyOthers().MatchString(folded) || says(" "+folded+" ", mistaken)
	})
	if len(kept) == len(clauses) {
		return message
	}
	return strings.TrimSpace(strings.Join(kept, ","))
}

// takesBack reports whether a clause says that somebody may have something after all.
func takesBack(clause string) bool {
	return slices.ContainsFunc(memory.Detect([]string{clause}), func(c memory.Candidate) bool { return c.Retract && c.Kind == memory.Diet })
}

// covered reports whether one of some things is what a constraint is about.
func covered(things []string, constraint string) bool {
	return slices.ContainsFunc(things, func(thing string) bool { return covers(thing, constraint) })
}

// less returns constraints without those that things cover.
func less(constraints, things []string) []string {
	return slices.DeleteFunc(slices.Clone(constraints), func(c string) bool { return covered(things, c) })
}

// covers reports whether who may have a thing, or keeps to a diet no longer, is
// no longer bound by a constraint: it is the same by another name or in another
// language, what it rules out is all of one class that is named (crustáceos for
// camarão, and not the other way round), or it rules out meat and they eat it.
func covers(thing, constraint string) bool {
	f, c := lang.Fold(thing), lang.Fold(constraint)
	o, k := knowledge().food, knowledge()
	if f == c || strings.Contains(f, "eliac") && strings.Contains(c, "eliac") || strings.HasPrefix(f, "lactos") && strings.HasPrefix(c, "lactos") {
		return true
	}
	if some := dietsOf(c); len(some) > 0 {
		return slices.ContainsFunc(dietsOf(f), func(d diet) bool { return d.name == some[0].name })
	}
	of := func(text string) (all []int) {
		for _, m := range o.Read(text) {
			all = append(all, m.Concept)
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	group := func(concept int) bool { return slices.Contains(k.concepts, concept) } // milk and lactose are of one
	if same := of(f); len(same) > 0 && slices.Equal(same, of(c)) && !slices.ContainsFunc(same, group) {
		return true
	}
	if isDiet(c) {
		meat, ok := o.ID("carne")
		return ok && slices.Contains(of(f), meat) && slices.Contains(excluded(c), meat)
	}
	bars := barred(c)
	return bars != 0 && bars == k.class(f)
}

// class returns the one allergen that a word is a name of, in any language. One
// may have some nuts and not others, or milk but no lactose: those are none.
func (k *what) class(word string) set {
	words := strings.Fields(word)
	s, n := k.spelt.at(words)
	if n == 0 || n < len(words) || s == bit("castanhas") || partOf().MatchString(word) {
		return 0
	}
	return s
}

var partOf = lazily(`^(?:lactos|trigo|wheat|farinha|harina|tacc|cerea|aplv|proteina|derivados)`)

var (
	onlyOthers = lazily(`\b(?:so|somente|apenas|only|just|solo|solamente)\s+(?:e\s+|is\s+|es\s+)?(?:(?:a|o|la|el)\s+)?(?:ela|ele|elas|eles|dela|dele|ella|ellas|ellos|her|hers|him|his|she|he|them|they|para ela|pra ela|(?:a |o )?(?:minha|meu|my|mi)\s+[a-z]+)\b` +
		`|\beu (?:nao|como de tudo|posso (?:comer )?(?:de )?tudo|como tudo)$|\b(?:yo no|not me|i m not|i am not|eu nao sou|yo no soy)$|\b(?:yo como de todo|i (?:can )?eat (?:everything|anything)|i m fine with everything)\b`)
)
