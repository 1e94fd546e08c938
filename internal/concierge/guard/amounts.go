package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// bind notes with which names each price of the answer stands: the name right after it
// ("R$ 98 da moqueca"), or those since the price before it in its sentence.
func (s *sums) bind() {
	s.beside = make([][]mention, len(s.all))
	for i, f := range s.all {
		if f.kind != money || f.abroad() {
			continue
		}
		from, unit := s.since(f), s.v.tokens[f.first].unit
		for _, m := range s.found {
			n := len(s.beside[i])
			switch {
			case s.v.tokens[m.from].unit != unit || len(s.owned(m.things)) == 0 || m.weak && !m.head && !s.v.elliptic(m.from):
			case m.to <= f.first:
				if taken := slices.ContainsFunc(s.beside[:i], func(b []mention) bool { return len(b) == 1 && b[0].from == m.from }); from <= m.from && !taken {
					if again := n > 0 && slices.Equal(s.beside[i][n-1].things, m.things); !again {
						s.beside[i] = append(s.beside[i], m)
					}
				}
			case n > 0 && s.beside[i][n-1].from >= f.last: // "R$ 152 for the lasagna and the bobó"
				if last := s.beside[i][n-1]; s.row(last.to, m.from) && !slices.ContainsFunc(s.all, func(g figure) bool { return g.kind == money && m.to <= g.first && g.first < m.to+2 }) {
					s.beside[i] = append(s.beside[i], m)
				}
			case s.touches(f.last, m.from) && (n == 0 || !s.touches(s.beside[i][n-1].to, f.first)) ||
				n == 0 && m.from <= f.last+1 && f.first <= s.unit(f).first+2 && !strings.Contains(s.v.after(f.last-1), ":"): // "At R$ 16, the Pilsen"
				s.beside[i] = []mention{m}
			}
		}
	}
}

// row reports whether a stretch between two names has nothing but small words and counts.
func (s *sums) row(from, to int) bool {
	for i := from; i < to; i++ {
		if _, number := s.v.number(i); !number && !s.v.onlyRow(s.found, i, i+1) && !s.v.has("more", i, i+1) && !s.v.has("also", i, i+1) {
			return false
		}
	}
	return true
}

// since returns where the stretch begins that stands before a price: behind the
// price before it, or where the sentence begins.
func (s *sums) since(f figure) int {
	from := s.unit(f).first
	for _, g := range s.all {
		if g.kind == money && from <= g.first && g.first < f.first {
			from = g.last
		}
	}
	return from
}

// touches reports whether only small words and the sign of a currency stand between two tokens. The Spanish "o" is
// an "or", and parts them.
func (s *sums) touches(from, to int) bool {
	if to-from > 3 {
		return false
	}
	for i := from; i < to; i++ {
		word := s.v.tokens[i].word
		if or := word == "o" && s.c.Language == lang.Spanish; or || word != "r" && word != "us" && !s.v.has("binds", i, i+1) {
			if _, number := s.v.number(i); !number {
				return false
			}
		}
	}
	return !strings.ContainsAny(s.v.raw[s.v.tokens[from-1].to:s.v.tokens[to].from], ",;:)+\n|—–")
}

// direct reports whether a price stands right at the name of a thing as that thing's price:
// "(R$ 98)", "custa R$ 98", "R$ 98 da moqueca".
func (s *sums) direct(f figure, m mention) bool {
	if m.from >= f.last {
		return true
	}
	if tight := strings.Contains(s.v.after(m.to-1), "(") || f.first == m.to+2 && s.v.has("at", m.to, m.to+1) && !s.v.broken(m.to-1, f.first-1); s.added(m) && !tight || f.first-m.to > 4 {
		return false
	}
	for i := m.to; i < f.first; i++ {
		if k := s.v.tokens[i]; !s.v.has("binds", i, i+1) && k.word != "r" || s.v.raw[k.from:k.to] == "dá" {
			return false
		}
	}
	return !strings.ContainsAny(s.v.raw[s.v.tokens[m.to-1].to:s.v.tokens[f.first].from], ";")
}

// added reports whether a word right before a name adds it to something or takes it away: "com o arroz".
func (s *sums) added(m mention) bool {
	return slices.ContainsFunc(s.v.find("more", max(0, m.from-2), m.from), func(w mark) bool { return !s.v.broken(w.from, m.from) })
}

// computing are the lists of words by which an amount is more than a price; the last rates of them not of a place.
var computing = []string{"tip", "left", "gap", "limit", "swap", "mean", "half", "versus", "drop", "doubt", "se", "each", "sum", "head", "nightly", "times"}

const rates = 4

// plainly reports whether an amount is said as the price of the name that it stands with: right at it, or with
// no word and no number around them that speaks of a computation ("the soup, our cheapest, at R$ 20").
func (s *sums) plainly(i int) bool {
	f, names := s.all[i], s.beside[i]
	m, last := names[len(names)-1], f.last
	for last < s.unit(f).last && last < f.last+4 && !s.v.tokens[last].breaks {
		last++
	}
	if strings.Contains(s.v.after(m.to-1), ":") && (s.v.has("versus", f.last, last) || len(names) > 1) || f.inWords && s.v.has("versus", s.unit(f).first, s.unit(f).last) || s.v.has("diff", f.last, last) || s.v.has("than", f.last, last) {
		return false
	}
	if s.v.has("sum", f.last, min(f.last+2, s.unit(f).last)) && s.grounded(f) { // "and 1 burger, R$ 153 in all"
		return false
	}
	words := computing
	if s.c.Things[m.things[0]].Price == 0 { // a place has prices for a night, for each and for all
		words = words[:len(words)-rates]
	}
	supposed := slices.ContainsFunc([]string{"se", "doubt", "swap", "drop"}, func(list string) bool { return s.v.has(list, s.since(f), m.from) })
	if s.direct(f, m) && !(supposed && s.v.tokens[f.first].breaks) || strings.HasSuffix(strings.TrimSpace(s.v.after(m.to-1)), "(") {
		return true
	}
	if len(names) > 1 && s.row(names[0].to, m.from) || s.added(m) || strings.ContainsAny(s.v.raw[s.v.tokens[m.to-1].to:s.v.tokens[f.first].from], ";=") || slices.ContainsFunc(s.all, func(g figure) bool { return m.to <= g.first && g.last <= f.first && g.kind != percent && !g.inWords }) {
		return false
	}
	from := m.from // what stands before a bracket or a comma is not said of it
	for from > s.since(f) && !s.v.tokens[from].breaks {
		from--
	}
	return !slices.ContainsFunc(words, func(list string) bool { return s.v.has(list, from, m.from) || s.v.has(list, m.to, last) })
}

// priced reports whether an amount is what the names that it stands with cost, one or all of them, as often as is
// said, for each or with service where words behind it say so, or what a result has for them.
func (s *sums) priced(i int) bool {
	f, names := s.all[i], s.beside[i]
	one, u := names[len(names)-1], s.unit(f)
	var own, before []float64
	for n, m := range names {
		for _, x := range append(s.owned(m.things), s.total(names[n:], true), s.total(names[n:], false)) {
			if own = append(own, x); m.count > 1 {
				own = append(own, x*m.count)
			}
		}
	}
	for j, g := range s.all[:i] {
		if s.ok[j] && g.kind == money {
			before = append(before, g.values[0])
		}
	}
	is, place := s.is(f), s.c.Things[one.things[0]].Price == 0
	each, taxed := s.v.has("head", f.last, min(f.last+3, u.last)), s.v.has("tip", u.first, u.last) && !s.v.has("untaxed", u.first, u.last)
	several := len(names) > 1 && names[0].from >= f.last || len(names) == 1 && one.count == 0 && !s.direct(f, one)
	return f.sign == "" && s.grounded(f) || len(names) > 1 && slices.ContainsFunc(s.wholes, is) || slices.ContainsFunc(own, func(x float64) bool {
		return is(x) || taxed && slices.ContainsFunc(s.rates, func(r float64) bool { return is(x*(1+r/100)) || is(x*r/100) }) ||
			place && slices.ContainsFunc(before, func(y float64) bool { return is(x + y) }) || // a stay and what was said of meals
			slices.ContainsFunc(s.counts, func(n float64) bool {
				return (several || place || n == one.count) && is(x*n) || (each || place) && is(x/n) ||
					place && slices.ContainsFunc(s.counts, func(m float64) bool { return is(x * n * m) }) // so many meals on so many nights
			})
	})
}

// onlyRow reports whether a stretch has nothing but names and what joins them in a row.
func (t *text) onlyRow(found []mention, from, to int) bool {
	for i := from; i < to; i++ {
		if !within(found, i) && !slices.ContainsFunc([]string{"article", "loose", "and", "nor", "also", "of", "row"}, func(list string) bool { return t.has(list, i, i+1) }) {
			return false
		}
	}
	return true
}
