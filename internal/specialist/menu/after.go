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
		return takesBack(clause) && !strings.Contains(clause, "?") || says(" "+folded+" ", mistaken)
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

// covered reports whether one of some things is what a constraint is about, by whatever name.
func covered(things []string, constraint string) bool {
	return slices.ContainsFunc(things, func(thing string) bool { return memory.Same(thing, constraint) })
}

// less returns constraints without those that things cover.
func less(constraints, things []string) []string {
	return slices.DeleteFunc(slices.Clone(constraints), func(c string) bool { return covered(things, c) })
}
