package concierge

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
)

//go:embed words/evidence.txt
var evidenceText string

// evidence is what acts need in a message, by act: see words/evidence.txt.
var evidence = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for act, list := range wordfile.Entries(evidenceText) {
		all[act] = strings.Fields(list)
	}
	return all
})

// evident reports whether a message has what its act is about: the first thing of the
// list that it has tells. An act that needs nothing always is.
func (a asked) evident() bool {
	needs, ok := evidence()[a.act]
	if !ok || a.bills() && slices.ContainsFunc(a.changes(), func(c change) bool { return c.firm }) || a.act == "bill" && len(a.tab()) > 0 {
		return true
	}
	for _, need := range needs {
		if rest, not := strings.CutPrefix(need, "!"); a.shows(rest) {
			return !not
		}
	}
	return false
}

// shows reports whether a message has one thing that an act may need.
func (a asked) shows(need string) bool {
	switch rest := need[1:]; need[0] {
	case '@':
		return a.has(rest)
	case '<':
		return a.last == rest
	case '+':
		return a.says(rest)
	case '=':
		return rest == "dish" && a.orders()
	}
	return understand.Says(a.text, need)
}

// proven leaves of the acts of a reading those that the message has evidence of. Where
// none is left, the next likely act takes their place that it has evidence of.
func proven(r understand.Reading, o own, named findNames) []understand.Act {
	evident := func(a understand.Act) bool {
		return asked{act: a.Name, text: o.Turn.Message, spans: r.Spans, at: o.Scene, last: o.Did, onCard: named}.evident()
	}
	kept := slices.DeleteFunc(slices.Clone(r.Acts), func(a understand.Act) bool { return !evident(a) })
	if len(kept) > 0 || len(r.Acts) == 0 {
		return kept
	}
	for _, a := range understand.Likely(o.Turn.Message, understand.Before{Last: o.Did, House: o.Scene.Last}) {
		_, needs := evidence()[a.Name]
		if a.Score >= leastLikely && evident(a) && (needs || a.Name == "find_dishes" || a.Name == "help" || a.Name == "outside" || courtesies[a.Name]) {
			return []understand.Act{a}
		}
	}
	if strings.Contains(o.Turn.Message, "?") {
		return nil
	}
	return []understand.Act{{Name: "heard"}}
}

// leastLikely is how likely a runner-up must be to take the place of an act.
const leastLikely = 0.08
