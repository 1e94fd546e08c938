package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// meant is a dish that a message names or points at.
type meant struct {
	name  string
	count int // 0: not said
	not   bool
	vague bool // "esse", of several
	at    int  // its place in the message
}

// dishes are those a message names or points at: "o segundo", "os dois", "o mais
// barato", "dois desses", "a moqueca". What somebody must not have is none.
func (a asked) dishes() (all []meant) {
	add := func(name string, count int, s understand.Span) {
		if name != "" && !slices.ContainsFunc(all, func(m meant) bool { return m.name == name }) {
			all = append(all, meant{name: name, count: count, not: s.P == "not" || s.Drop, at: s.From})
		}
	}
	list := a.listed()
	for i, s := range a.spans {
		switch {
		case s.Kind == "food" || s.Kind == "drink" || s.Kind == "beer_style":
			if s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot" && s.Of != "" {
				continue
			}
			count, name := counted(s.Text)
			if count == 0 {
				count = a.countBefore(s.From)
			}
			if i+1 < len(a.spans) && a.spans[i+1].Kind == "taste" && a.spans[i+1].From <= s.To+4 {
				name += " " + a.spans[i+1].Text // "pastel salgado"
			}
			add(name, count, s)
		case s.Kind == "ref":
			p := understand.Point(s.Text)
			count, rest := counted(s.Text)
			switch {
			case a.sharesAt(s):
			case p.Sort != "":
				if t, ok := extreme(list, p.Sort == "cheap"); ok {
					add(t.Name, 0, s)
				}
			case len(p.Numbers) > 0:
				for _, n := range p.Numbers {
					if n < 0 {
						n = len(list)
					}
					for _, t := range list {
						if t.Number == n {
							add(t.Name, a.countBefore(s.From), s)
						}
					}
				}
			case p.Count > 0:
				at := a.focus()
				if len(at) < p.Count {
					at = list
				}
				for _, t := range at[:min(p.Count, len(at))] {
					add(t.Name, 1, s)
				}
			case onlyPoints(s.Text):
				if count == 0 && s.From >= 0 {
					count = a.countBefore(s.From)
				}
				for _, t := range a.focus() {
					add(t.Name, count, s)
					if n := len(all); n > 0 && len(a.focus()) > 1 {
						all[n-1].vague = true
					}
				}
			default:
				add(unpointed(rest), max(count, a.countBefore(s.From)), s)
			}
		}
	}
	return all
}

// listed is the list of dishes shown last, by its numbers.
func (a asked) listed() (list []scene.Thing) {
	for _, t := range a.at.Shown {
		if t.Kind == dish && t.Number == len(list)+1 {
			list = append(list, t)
		}
	}
	return list
}

// focus are the dishes that the house named last, in its order: what "esse" and
// "it" mean.
func (a asked) focus() []scene.Thing {
	last := words(a.at.Last)
	var all []scene.Thing
	for _, t := range a.at.Shown {
		if t.Kind == dish && strings.Contains(last, words(t.Name)) {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(x, y scene.Thing) int {
		return strings.Index(last, words(x.Name)) - strings.Index(last, words(y.Name))
	})
	return all
}

// extreme is the cheapest or the dearest of some things.
func extreme(list []scene.Thing, cheap bool) (best scene.Thing, ok bool) {
	price := 0.0
	for _, t := range list {
		p, is := understand.Amount(t.Price)
		if is && (!ok || cheap && p < price || !cheap && p > price) {
			best, price, ok = t, p, true
		}
	}
	return best, ok
}

// counted takes the number off a thing: "dois chopes", "two of those".
func counted(text string) (int, string) {
	all := strings.Fields(text)
	if len(all) < 2 {
		return 0, text
	}
	n := numeral(all[0])
	if n == 0 {
		return 0, text
	}
	return n, strings.Join(all[1:], " ")
}

// numeral is a number of things, in figures or words; 0 is none.
func numeral(word string) int {
	switch lang.Fold(word) {
	case "um", "uma", "un", "una", "one", "a", "an":
		return 1
	}
	if n, ok := understand.Amount(word); ok && n >= 1 && n < 100 && !strings.ContainsAny(word, "%$") {
		return int(n)
	}
	return 0
}

// countBefore is how many are said of what stands at a place of the message.
func (a asked) countBefore(at int) int {
	if at <= 0 || at > len(a.at.Message) {
		return 0
	}
	before := strings.Fields(words(a.at.Message[:at]))
	for i, w := range slices.Backward(before) {
		n := numeral(w)
		switch {
		case len(before)-i > 3:
			return 0
		case w == "a" || w == "as" || w == "o" || w == "os": // "a moqueca"
		case n > 0:
			return n
		case !slices.Contains(menuWords()["of"], lang.Stem(w)):
			return 0
		}
	}
	return 0
}

// sharesAt reports whether a reference is the number that a bill is split by.
func (a asked) sharesAt(s understand.Span) bool {
	if a.act != "bill" || a.shares() == 0 {
		return false
	}
	n, ok := understand.Amount(s.Text)
	return ok && int(n) == a.shares()
}

// onlyPoints reports whether a reference names nothing: "esses dois aí".
func onlyPoints(ref string) bool {
	for w := range strings.FieldsSeq(words(ref)) {
		if numeral(w) == 0 && !slices.Contains(menuWords()["this"], lang.Stem(w)) && !slices.Contains(menuWords()["of"], lang.Stem(w)) && w != "ai" && w != "mesmo" && w != "with" && w != "com" && w != "con" {
			return false
		}
	}
	return true
}

// unpointed takes articles and such off a name: "essa lasanha".
func unpointed(name string) string {
	all := strings.Fields(name)
	for len(all) > 1 && (slices.Contains(menuWords()["this"], lang.Stem(lang.Fold(all[0]))) || slices.Contains(menuWords()["of"], lang.Stem(lang.Fold(all[0])))) {
		all = all[1:]
	}
	return strings.Join(all, " ")
}
