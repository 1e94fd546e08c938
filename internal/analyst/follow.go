package analyst

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// maxFollow is how many words a question that goes on from another has: a
// longer one says by itself what it wants.
const maxFollow = 6

var toTime = lang.Set("em no na in en de do del of during durante")

var goingOn = lang.Set("e and y agora now ahora mas but pero what how")

var grouping = lang.Set("por by per")

// GoesOn reports whether a message only goes on from what was asked: "e em 2024?",
// "por estilo".
func GoesOn(message string) bool {
	words := split(message)
	switch {
	case len(words) == 0 || len(words) > maxFollow:
		return false
	case words[0].folded == "what" || words[0].folded == "how":
		return len(words) > 1 && words[1].folded == "about"
	}
	return goingOn[words[0].folded] || grouping[words[0].folded]
}

func grouped(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool { return grouping[w.folded] })
}

// ungrouped leaves out what a question groups by: "por mês".
func ungrouped(words []word) (some []word) {
	for i := 0; i < len(words); i++ {
		if grouping[words[i].folded] && i+1 < len(words) {
			i++
			continue
		}
		some = append(some, words[i])
	}
	return some
}

// Follow returns what a short message asks that goes on from a question, such as
// "e no ano passado?": the question with what is new put in the place of its
// time, or added. It is "" if the message does not go on from anything.
func Follow(question, message string) string {
	now := dayOf("")
	before, more := split(question), split(message)
	if len(before) == 0 || len(more) == 0 || len(more) > maxFollow {
		return ""
	}
	timed := len(times(more, now)) > 0
	if !timed && !GoesOn(message) {
		return ""
	}
	if grouped(more) {
		before = ungrouped(before)
	}
	if timed {
		times(before, now)
		for i, w := range before { // and what leads to it: "em", "no"
			if w.time && i > 0 && toTime[before[i-1].folded] {
				before[i-1].time = true
			}
		}
		before = slices.DeleteFunc(before, func(w word) bool { return w.time })
	}
	if goingOn[more[0].folded] {
		more = more[1:]
	}
	if len(more) > 0 && more[0].folded == "about" {
		more = more[1:]
	}
	var said []string
	for _, w := range slices.Concat(before, more) {
		said = append(said, w.raw)
	}
	return strings.Join(said, " ")
}
