package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// An entry is an amount of money that a tool returned or somebody said.
type entry struct {
	value float64
	of    []string // folded: the name of what it is a price of, or the texts of its row; none: of the whole, as the total of a bill
	key   string   // what the result calls it
	fresh bool     // a tool returned it in this turn
	row   bool     // it is of a row of a table, and of no thing
	dish  bool     // it is the price of a dish or a drink
}

// ledger returns the amounts of the conversation. An amount in what somebody said is
// the price of a thing if the thing costs that and was named there. What is for one
// night or one km is also there for as many as its row has.
func (c *checker) ledger() []entry {
	if c.entries != nil {
		return c.entries
	}
	c.entries = []entry{}
	things := map[string]int{}
	for i, t := range c.Things {
		things[lang.Fold(t.Name)] = i + 1
	}
	for i, t := range c.texts() {
		fresh := i < len(c.Texts) && slices.Contains(c.Fresh, c.Texts[i])
		for _, r := range t.rows {
			of := r.of()
			row := len(of) > 0 && !slices.ContainsFunc(of, func(label string) bool { return things[label] > 0 })
			dish := slices.ContainsFunc(of, func(label string) bool { return things[label] > 0 && c.dish(things[label]-1) })
			for _, p := range r.money {
				c.entries = append(c.entries, entry{p.value, of, p.key, fresh, row, dish})
				for _, n := range r.times {
					if rate := strings.Contains(p.key, "per_") || strings.Contains(p.key, "each"); rate && r.alone {
						c.entries = append(c.entries, entry{p.value * n, of, "total", fresh, row, dish})
					}
				}
			}
			if now, more, less := r.called("total"), r.called("more_than_before"), r.called("less_than_before"); r.alone && now > 0 && more+less > 0 {
				c.entries = append(c.entries, entry{value: now - more + less, fresh: fresh}) // what the bill before came to
			}
		}
		for _, v := range t.money {
			c.entries = append(c.entries, entry{value: v, of: c.costing(t, v), dish: true})
		}
	}
	return c.entries
}

// called returns the amount of a row that has a name.
func (r row) called(key string) float64 {
	i := slices.IndexFunc(r.money, func(p price) bool { return p.key == key })
	if i < 0 {
		return 0
	}
	return r.money[i].value
}

// costing returns the names of the things that a text names and that cost so much.
func (c *checker) costing(t *said, v float64) (of []string) {
	for j, x := range c.Things {
		if words := c.names.names[j].words; len(words) > 0 && same(v, float64(x.Price)/100) && t.words[words[0]] {
			of = append(of, lang.Fold(x.Name))
		}
	}
	return of
}

// owned returns the prices of things, and what results have for their names. If a figure
// is given, it is what is not called otherwise than the figure.
func (s *sums) owned(things []int, as ...figure) (all []float64) {
	for _, i := range things {
		if p := s.c.Things[i].Price; p > 0 {
			all = append(all, float64(p)/100)
		}
		name := lang.Fold(s.c.Things[i].Name)
		for _, e := range s.c.ledger() {
			if slices.Contains(e.of, name) && (len(as) == 0 || s.called(as[0], e)) {
				all = append(all, e.value)
			}
		}
	}
	return all
}

// bind notes with which names each price of the answer stands: the name right after it
// ("R$ 98 da moqueca"), or those since the price before it in its sentence.
func (s *sums) bind() {
	s.beside = make([][]mention, len(s.all))
	for i, f := range s.all {
		if f.kind != money || f.abroad() || s.limited(f) || s.differs(f) {
			continue
		}
		from, unit := s.since(f), s.v.tokens[f.first].unit
		for _, m := range s.found {
			if s.v.tokens[m.from].unit != unit || len(s.owned(m.things)) == 0 || m.weak && !m.head && !s.v.elliptic(m.from) || s.v.dropped(s.found, m, "against") && !strings.Contains(s.v.after(m.to-1), "(") {
				continue
			}
			if n := len(s.beside[i]); f.last <= m.from {
				if n > 0 && s.beside[i][n-1].from >= f.last { // "R$ 152 for the lasagna and the bobó"
					if !s.row(s.beside[i][n-1].to, m.from) || m.to+1 < len(s.v.tokens) && slices.ContainsFunc(s.all, func(g figure) bool { return g.kind == money && m.to <= g.first && g.first < m.to+2 }) {
						break
					}
					s.beside[i] = append(s.beside[i], m)
					continue
				}
				if s.touches(f.last, m.from) && (n == 0 || !s.touches(s.beside[i][n-1].to, f.first)) || n == 0 && m.from <= f.last+1 && f.first <= s.unit(f).first+2 {
					s.beside[i] = []mention{m}
					continue
				}
				break
			}
			if taken := slices.ContainsFunc(s.beside[:i], func(b []mention) bool { return len(b) == 1 && b[0].from == m.from }); from <= m.from && m.to <= f.first && !taken {
				s.beside[i] = append(s.beside[i], m)
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

// touches reports whether only small words stand between two tokens.
func (s *sums) touches(from, to int) bool {
	if to-from > 3 {
		return false
	}
	for i := from; i < to; i++ {
		if !s.v.has("binds", i, i+1) {
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
	if s.added(m) || f.first-m.to > 4 {
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

// computing are the lists of words by which an amount is more than a price.
var computing = []string{"sum", "each", "tip", "left", "gap", "swap", "mean", "times", "half", "versus", "drop", "doubt", "se", "course", "only"}

// plainly reports whether an amount is said as the price of the name before it: right at it, or with
// no word between and behind them that speaks of a computation ("the soup, our cheapest, at R$ 20").
func (s *sums) plainly(i int) bool {
	f, names := s.all[i], s.beside[i]
	m := names[len(names)-1]
	if s.headed(f) || s.nightly(f) || s.added(m) || s.added(names[0]) && s.row(names[0].to, m.from) {
		return false
	}
	if m.from >= f.last || s.direct(f, m) {
		return len(s.beside[i]) == 1
	}
	if m.to <= f.first {
		if between := strings.TrimLeft(s.v.raw[s.v.tokens[m.to-1].to:s.v.tokens[f.first].from], " *"); strings.ContainsAny(between, ";:=0123456789") {
			return len(s.beside[i]) == 1 && strings.HasPrefix(between, ":")
		}
	}
	last := f.last
	for last < s.unit(f).last && last < f.last+4 && !s.v.tokens[last].breaks {
		last++
	}
	from := s.since(f)
	for i := m.from; len(names) == 1 && i > from; i-- { // what stands before a bracket or a comma is not said of it
		if s.v.tokens[i].breaks {
			from = i
		}
	}
	return !slices.ContainsFunc(computing, func(list string) bool { return s.v.has(list, from, m.from) || s.v.has(list, m.to, last) })
}

// paid reports whether an amount of money is right. What is said as the price of a named thing
// is that thing's, and behind several names what they cost or come to; any other amount was told,
// or follows from amounts that were.
func (s *sums) paid(i int) bool {
	f, n := s.all[i], len(s.beside[i])
	if n > 0 && (s.priced(i) || f.sign == "" && s.tabled(f)) {
		return true
	}
	if n > 0 && s.plainly(i) && (s.c.Things[s.beside[i][n-1].things[0]].Price > 0 || s.beside[i][n-1].whole && s.direct(f, s.beside[i][n-1])) {
		return n > 1 && slices.ContainsFunc(s.c.ledger(), func(e entry) bool { return e.fresh && len(e.of) == 0 && s.is(f, e.value) })
	}
	return s.told(f) || s.bounds(f) || !s.limited(f) && s.reached(i)
}

// priced reports whether an amount is right for the names it stands with: what one
// or all of them cost, for one or several, with service or shared, or what a result
// has for them.
func (s *sums) priced(i int) bool {
	f, names := s.all[i], s.beside[i]
	one := names[len(names)-1]
	own := s.owned(one.things, f)
	if len(names) > 1 || !s.direct(f, one) {
		for n, m := range names {
			if n == 0 || !s.direct(f, one) {
				own = append(own, s.owned(m.things, f)...)
			}
			own = append(own, s.total(names[n:], true), s.total(names[n:], false))
		}
		for _, x := range s.owned(s.c.known(s.c.near(s.v.text, s.found, s.since(f), f.first, 1))) { // "the chicken and the Pudim de leite"
			own = append(own, x, x+s.total(names, true))
		}
	}
	if one.count > 1 {
		own = append(own, scaled(own, one.count)...)
	}
	if s.taxes(f) {
		own = append(own, s.taxed(own)...)
	}
	if s.headed(f) || s.says(f, "each") && !s.direct(f, one) || len(s.fractions(f)) > 0 {
		own = append(own, s.shares(f, own)...)
	}
	counts := s.counts
	if s.c.Things[one.things[0]].Price == 0 {
		counts = union(slices.Clone(counts), s.nights)
	}
	if !s.nightly(f) && !s.headed(f) && (len(names) == 1 || !s.direct(f, one)) {
		if own = append(own, products(own, counts)...); s.c.Things[one.things[0]].Price == 0 { // so many meals on so many nights
			own = append(own, products(own, s.nights)...)
		}
	}
	return s.among(f, own)
}

// told reports whether an amount stands in the ledger, as one of the whole or of
// something that the answer or the guest speaks of, and is not called otherwise there.
func (s *sums) told(f figure) bool {
	if !unitNames(s.v, s.found, s.v.tokens[f.first].unit) && !s.nearSum(f) && !s.differs(f) && s.among(f, s.owned(s.things(), f)) {
		return true
	}
	return slices.ContainsFunc(s.c.ledger(), func(e entry) bool {
		return s.is(f, e.value) && s.called(f, e) && (len(e.of) == 0 || s.speaksOf(f, e))
	})
}

// called reports whether an amount is not called otherwise than its result calls it: a
// total where it is for each, or with service where it is without.
func (s *sums) called(f figure, e entry) bool {
	whole := e.key == "sum" || e.key == "total"
	switch {
	case (s.headed(f) || s.nightly(f)) && whole, s.nearSum(f) && (e.key == "each" || e.key == "per_person" || e.key == "service"):
		return false
	case s.nearSum(f) && e.key == "":
		return !s.has("total") && !s.among(f, s.purse)
	case whole && s.v.has("tip", s.since(f), min(f.last+5, s.unit(f).last)) && s.has("service"):
		return s.taxes(f) == (e.key == "total")
	}
	return true
}

// has reports whether a result of this turn has an amount of the whole that is called so.
func (s *sums) has(key string) bool {
	return slices.ContainsFunc(s.c.ledger(), func(e entry) bool { return e.fresh && e.key == key && len(e.of) == 0 })
}

// speaksOf reports whether an answer speaks of what an entry is of: a thing that it or the
// guest names, or a row of which this sentence or the one before has a word. An answer without
// a name may speak of anything just found.
func (s *sums) speaksOf(f figure, e entry) bool {
	n := s.v.tokens[f.first].unit
	if e.row {
		label := strings.Join(e.of, " ")
		return hasWord(s.v.tokens[s.v.units[max(0, n-1)].first:s.v.units[n].last], label) || hasWord(s.c.asked.tokens, label)
	}
	if s.differs(f) {
		return false
	}
	return (e.fresh || !e.dish) && len(s.found) == 0 || slices.ContainsFunc(s.things(), func(i int) bool { return slices.Contains(e.of, lang.Fold(s.c.Things[i].Name)) })
}

// things returns what the answer or the guest names.
func (s *sums) things() (all []int) {
	for _, m := range slices.Concat(s.found, s.named) {
		all = union(all, m.things)
	}
	return all
}

// limited reports whether a price is said as what something may cost: at most
// 70.
func (s *sums) limited(f figure) bool {
	u := s.unit(f)
	return slices.ContainsFunc(s.v.find("limit", max(u.first, f.first-4), f.first), func(m mark) bool {
		return !s.v.broken(m.from, f.first-1) && !s.v.has("sum", m.from, m.from+1) // "até agora"
	})
}

// bounds reports whether an amount is said as a limit: one that the guest gave, or if
// they gave none like it, one that what the sentence names keeps to.
func (s *sums) bounds(f figure) bool {
	if s.among(f, s.purse) {
		return !s.nearSum(f) || s.limited(f)
	}
	v := f.values[0]
	over, named := s.v.has("over", max(s.unit(f).first, f.first-4), f.first), false
	for _, m := range s.found {
		if p := float64(s.c.Things[m.things[0]].Price) / 100; p > 0 && s.v.tokens[m.from].unit == s.v.tokens[f.first].unit {
			if named = true; over != (p > v) {
				return false
			}
		}
	}
	return named && s.limited(f) && !slices.ContainsFunc(s.purse, func(x float64) bool { return v < x*1.5 && x < v*1.5 })
}

// headed reports whether an amount is called one for each right behind it.
func (s *sums) headed(f figure) bool {
	return slices.ContainsFunc(s.v.find("head", f.last, min(f.last+3, s.unit(f).last)), func(m mark) bool { return !s.v.broken(f.last-1, m.from) })
}

// nightly reports whether an amount is called one for a night right behind it.
func (s *sums) nightly(f figure) bool {
	return s.v.has("nightly", f.last, min(f.last+3, s.unit(f).last))
}

// nearSum reports whether a figure is called a total right before it.
func (s *sums) nearSum(f figure) bool {
	return slices.ContainsFunc(s.v.find("sum", max(s.unit(f).first, f.first-5), f.first), func(m mark) bool {
		return !within(s.spoken, m.from) && (!s.v.broken(m.from, f.first) || strings.Contains(s.v.before(f.first), ":"))
	})
}

// differs reports whether a figure is called a difference right at it.
func (s *sums) differs(f figure) bool {
	first, last := s.unit(f).first, min(f.last+3, s.unit(f).last)
	if s.v.has("gap", max(first, f.first-4), f.first) || slices.ContainsFunc(s.v.find("left", max(first, f.first-3), f.first), func(m mark) bool { return !s.v.broken(m.from, f.first) && !s.v.has("limit", m.from, f.first) }) {
		return true
	}
	near := slices.Concat(s.v.find("diff", f.last, last), slices.DeleteFunc(slices.Clone(s.v.find("than", f.last, last)), func(m mark) bool { // "mais R$ 56" is added
		return m.to < len(s.v.tokens) && (s.v.tokens[m.to].digits || s.v.tokens[m.to].word == "r")
	}))
	if s.says(f, "versus") {
		near = append(near, slices.DeleteFunc(slices.Clone(s.v.find("by", max(0, f.first-2), f.first)), func(m mark) bool { return s.v.has("costs", m.from-1, m.from) })...) // "sai por"
	}
	return slices.ContainsFunc(near, func(m mark) bool { return !s.v.broken(f.last-1, m.from) && !s.v.has("and", f.last, m.from) })
}

// taxes reports whether a sentence speaks of service or a percentage that is in an
// amount, and not only of one that is not: "sem serviço".
func (s *sums) taxes(f figure) bool {
	u := s.unit(f)
	for _, g := range s.all {
		if _, strong := s.strength(g); g.kind == percent && s.unit(g) == u && !strong {
			return true
		}
	}
	return slices.ContainsFunc(s.v.find("tip", s.since(f), min(f.last+6, u.last)), func(m mark) bool {
		return !slices.ContainsFunc(s.v.find("untaxed", max(0, m.from-4), m.from), func(w mark) bool { return !s.v.broken(w.from, m.from) })
	})
}
