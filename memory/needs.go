package memory

import (
	"slices"

	"github.com/maitre-dev/maitre/internal/understand"
)

// confirmed leaves out of what the frames find in a message what the reader, who hears
// needs in it, does not: a way to eat that is none of them, or is somebody else's. In
// doubt an allergy is one.
func confirmed(text string, found []Candidate) []Candidate {
	isDiet := func(c Candidate) bool { return c.Kind == Diet && c.Key == "restriction" && !c.Retract }
	if !slices.ContainsFunc(found, isDiet) {
		return found
	}
	needs := understand.Needs(text)
	if len(needs) == 0 {
		return found
	}
	return slices.DeleteFunc(found, func(c Candidate) bool {
		return isDiet(c) && !slices.ContainsFunc(needs, func(n understand.Need) bool {
			return slices.Contains(n.Of, "") == (c.Subject == User) && (sameValue(n.What, c.Value) || Names(n.What, c.Value) || Names(c.Value, n.What))
		})
	})
}
