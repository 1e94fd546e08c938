package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// About returns what is known in a thread that some words are about: a value
// ("camarão"), a person ("Ana"), what a person has ("o camarão da Ana"), or a
// kind ("alergias"): the guest's own first. With no words it is everything.
func (s *Set) About(thread, words string) []*Memory {
	all := s.which(func(m *Memory) bool { return m.holds(thread) && m.Kind != Asked })
	slices.SortStableFunc(all, func(a, b *Memory) int { return strings.Compare(a.Person, b.Person) })
	if strings.TrimSpace(words) == "" {
		return all
	}
	have, other := stemsIn(words), ofSomething(wordsOf(words))
	theirs := only(all, func(m *Memory) bool { return m.Person != "" && hook.Speaks(words, m.Person) })
	among := theirs
	if len(theirs) == 0 {
		among = all
	}
	byValue := only(among, func(m *Memory) bool { return speaksOf(words, m.Value) })
	byLabel := func(m *Memory) bool {
		labelled := slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return called(m.label(w.Language), have) })
		return !(other && m.Key == "name") && // "the name of the hotel" is not the guest's
			(labelled || have[lang.Stem(string(m.Kind))] && !m.Safety() || have[lang.Stem(m.Key)])
	}
	byPart := func(m *Memory) bool { // "the sodium thing" for "low sodium"
		return Names(words, m.Value) || slices.ContainsFunc(wordsOf(m.Value), func(w string) bool { return len(w) > 3 && have[lang.Stem(w)] })
	}
	for _, found := range [][]*Memory{only(all, func(m *Memory) bool { return m.Person == "" && wholly(words, m.Value) }), byValue, theirs, only(all, byLabel)} {
		if len(found) > 0 {
			return found
		}
	}
	return only(all, byPart)
}

// only returns those of some memories that are.
func only(all []*Memory, are func(*Memory) bool) []*Memory {
	return slices.DeleteFunc(slices.Clone(all), func(m *Memory) bool { return !are(m) })
}

// wholly reports whether some words are a value of several, or all stand in it: "Natal"
// and "Natal in May with Bo" for the latter.
func wholly(words, value string) bool {
	have := stemsIn(shortNot.Replace(value))
	return len(have) > 1 && called(words, have)
}

// called reports whether all words of a label are among some stems. Short ones do not
// count, and there must be others: "va a" calls nothing.
func called(label string, have map[string]bool) bool {
	words := slices.DeleteFunc(plainWords(label), func(w string) bool { return len(w) < 3 })
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !have[lang.Stem(w)] })
}
