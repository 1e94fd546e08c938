package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// OnlyToday are the companions of a thread whose needs are kept for this conversation
// alone: a yes to keeping the guest's own is none to theirs.
func (s *Set) OnlyToday(thread string) (names []string) {
	for _, m := range s.About(thread, "") {
		if m.Person != "" && m.Person != hook.Companion && m.Session != "" && m.Safety() && !sober[lang.Fold(m.Value)] && !slices.Contains(names, m.Person) {
			names = append(names, m.Person)
		}
	}
	return names
}

// Retired returns what was known once and was put right or taken back since, oldest first:
// who has all forgotten has that forgotten too.
func (s *Set) Retired() (all []*Memory) {
	for _, m := range s.all {
		if m.Retired != "" && m.Kind != Asked {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, older)
	return all
}

// About returns what is known in a thread that some words are about: a value
// ("camarão"), a person ("Ana"), what a person has ("o camarão da Ana"), or a
// kind ("alergias"). With no words it is everything.
func (s *Set) About(thread, words string) []*Memory {
	all := slices.DeleteFunc(s.In(thread), func(m *Memory) bool { return m.Kind == Asked })
	slices.SortFunc(all, asTold)
	if strings.TrimSpace(words) == "" {
		return all
	}
	some := func(from []*Memory, are func(*Memory) bool) []*Memory {
		return slices.DeleteFunc(slices.Clone(from), func(m *Memory) bool { return !are(m) })
	}
	if found := some(all, func(m *Memory) bool { return m.Person == "" && wholly(words, m.Value) }); len(found) > 0 {
		return found
	}
	theirs := some(all, func(m *Memory) bool { return m.Person != "" && hook.Speaks(words, m.Person) })
	among := all
	if len(theirs) > 0 {
		among = theirs
	}
	if found := some(among, func(m *Memory) bool { return speaksOf(words, m.Value) || sameValue(words, m.Value) }); len(found) > 0 {
		return found
	}
	if len(theirs) > 0 {
		return theirs
	}
	have, other := stemsIn(words), ofSomething(wordsOf(words))
	if found := some(all, func(m *Memory) bool {
		if other && m.Key == "name" { // "the name of the hotel" is not the guest's
			return false
		}
		return slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return called(m.label(w.Language), have) }) || have[lang.Stem(string(m.Kind))] && !m.Safety() || have[lang.Stem(m.Key)]
	}); len(found) > 0 {
		return found
	}
	return some(all, func(m *Memory) bool { // "the sodium thing" for "low sodium"
		return Names(words, m.Value) || slices.ContainsFunc(wordsOf(m.Value), func(w string) bool { return len(w) > 3 && have[lang.Stem(w)] })
	})
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

// Says says a memory in a few words, without why and since when: "Alergia:
// camarão (de Ana)".
func (m *Memory) Says(l lang.Language) string {
	if m.Subject == Companion && (m.Person == "" || hook.SameName(m.Person, hook.Companion)) {
		return m.thing(l) + " (" + texts.In(l).Memory.Companion + ")"
	}
	return m.whole(l)
}

// Says says a candidate in a few words.
func (c Candidate) Says(l lang.Language) string {
	return (&Memory{Kind: c.Kind, Key: c.Key, Value: c.Value, Subject: c.Subject, Person: c.Person}).Says(l)
}

// Named returns the value of a candidate as it is called in a language.
func (c Candidate) Named(l lang.Language) string { return told(c.Value, l) }

// Health returns what the guest said to having their health, or what they tell of
// a person, remembered: yes, no, asked, or nothing.
func (s *Set) Health(person string) string { return (&draft{set: s}).consented(person) }
