package route

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// name decides by rule among ours and the others.
func (t *tables) name(in In) string {
	ours := t.choose(in)
	if len(in.Others) == 0 {
		return specialists[ours]
	}
	m := t.read(in.Message[:min(len(in.Message), messageBytes)])
	p := m.points(nobody)
	if len(m.said) == 0 || m.courteous || p.best(chat) == chat && p[chat] > hint {
		return specialists[ours]
	}
	there := ours != chat && !slices.Contains(in.Absent, specialists[ours])
	most := 0.0
	if there {
		most = p[ours]
	}
	best := ""
	said := wordsOf(in.Message[:min(len(in.Message), messageBytes)]) // as they were written: what we take for a mistake may be theirs
	for _, o := range in.Others {
		if points := o.points(said); points > 0 && points >= most {
			best, most = o.Name, points
		}
	}
	isOther := func(name string) bool {
		return slices.ContainsFunc(in.Others, func(o Other) bool { return o.Name == name })
	}
	switch {
	case best != "":
		return best
	case there:
		return specialists[ours]
	case isOther(in.Active):
		return in.Active // nothing in the message leads away
	case len(in.Others) == 1 && len(in.Absent) == len(specialists)-1:
		return in.Others[0].Name // there is nobody else
	}
	return specialists[ours]
}

// points weighs a message against what a specialist is for, on the scale of the
// lists: each word that they share is a strong one.
func (o Other) points(said []string) float64 {
	about := map[string]bool{}
	for _, word := range wordsOf(o.Name + " " + o.About) {
		if telling(word) {
			about[lang.Stem(word)] = true
		}
	}
	n := 0.0
	for _, word := range said {
		if telling(word) && about[lang.Stem(word)] {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return (strong + n*strong) / 2
}

// telling reports whether a word tells what a text is about: most short ones,
// and those that only hold a sentence together, do not.
func telling(word string) bool {
	return len(word) > 3 && !strings.Contains(" about what where when which with from your have sobre para como onde qual quais cosas donde ", " "+word+" ")
}
