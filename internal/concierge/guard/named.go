package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// offersIn reports whether a stretch offers something, or says that it may be had. To ask
// the kitchen offers nothing.
func (c *checker) offersIn(v *findings, s span) bool {
	return v.has("idiom", s.first, s.last) || slices.ContainsFunc(slices.Concat(v.find("offer", s.first, s.last), v.find("grant", s.first, s.last)), func(o mark) bool {
		return !c.negated(v.text, o.from) && !slices.ContainsFunc(v.find("nobody", max(s.first, o.from-2), o.from+1), func(m mark) bool { return !v.broken(m.from, o.from) }) && !v.has("kitchen", o.to, o.to+3)
	})
}

// pending reports whether a sentence says that the kitchen is to be asked first, in general or about a food that the
// person must not have.
func (c *checker) pending(v *findings, found []mention, u unit, not NotFor) bool {
	if !v.has("kitchen", u.first, u.last) || !v.has("doubt", u.first, u.last) {
		return false
	}
	return v.has("pending", u.first, u.last) || c.holds(v.besides(found, u), not)
}

// forWhom reports whether a stretch says for whom something is.
func (c *checker) forWhom(t *text, s span) bool {
	return slices.ContainsFunc(c.people(t, s), func(p string) bool { return p != anybody })
}

// readBack reports whether the sentence of a mention is of a bill, or of an order in which the
// guest has named it.
func (c *checker) readBack(v *findings, found []mention, n int) bool {
	u, counted := v.units[v.tokens[found[n].from].unit], 0
	for _, m := range found {
		if u.first <= m.from && m.from < u.last && (m.count > 0 || m.from > u.first && v.tokens[m.from-1].digits) {
			counted++
		}
	}
	billed := strings.ContainsAny(v.raw[u.from:u.to], "$€") && v.has("sum", u.first, u.last) && len(c.named(found, u.first, u.last)) > 1
	return billed || (counted > 1 || v.has("order", u.first, u.last)) && slices.Contains(c.guestNamed(), found[n].things[0])
}

// readsBack reports whether a mention only tells what is ordered for somebody who must not have it, and a sentence
// of it or the next without a name says that they must not, and why: it may ask whether to send it all the same.
func (c *checker) readsBack(v *findings, found []mention, n int, not NotFor) bool {
	thing, warned, of := found[n].things[0], c.excused(v, found, n, not), false
	sure := slices.DeleteFunc(slices.Clone(found), func(o mention) bool { return !o.certain() })
	for _, u := range v.units {
		here := c.named(sure, u.first, u.last)
		if of = of && len(here) == 0 || slices.Contains(here, thing); of && c.offersIn(v, span{u.first, u.last}) {
			return false
		}
		warned = warned || of && c.holds(v.besides(sure, u), not) && slices.ContainsFunc(c.nots(v.text, span{u.first, u.last}), func(w mark) bool {
			return v.has("suit", w.to, min(w.to+3, u.last)) || v.has("eat", w.to, min(w.to+3, u.last))
		})
	}
	return warned && slices.Contains(c.Ordered, c.Things[thing].ID)
}

// besides is a sentence without the names in it.
func (v *findings) besides(found []mention, u unit) (rest string) {
	for i := u.first; i < u.last; i++ {
		if !within(found, i) {
			rest += " " + v.tokens[i].word
		}
	}
	return rest
}

// guestNamed returns the things that the guest named, now or before.
func (c *checker) guestNamed() []int {
	if c.spokenOf == nil {
		c.spokenOf = append([]int{}, c.askedOf...)
		for _, told := range c.Told {
			for _, m := range c.mentions(readText(told)) {
				c.spokenOf = union(c.spokenOf, m.things)
			}
		}
	}
	return c.spokenOf
}

// refuses reports whether a negation behind a name refuses it: after somebody's name
// ("para a Lia não vai"), or before a verb of having it that has no other object ("não a
// peça").
func (c *checker) refuses(v *findings, s span, found []mention, w mark, not NotFor) bool {
	last := min(w.to+3, s.last)
	if slices.ContainsFunc(found, func(o mention) bool { return w.to <= o.from && o.from < w.to+5 && !v.broken(w.from, o.from) }) {
		return false
	}
	for _, to := range v.find("to", s.first, w.from) {
		is := func(p string) bool { return hook.Person{Name: not.Who}.Is(p) }
		if !v.broken(to.from, w.from) && slices.ContainsFunc(c.people(v.text, span{to.from, w.from}), is) && (v.has("suit", w.to, last) || v.has("goes", w.to, last)) {
			return true
		}
	}
	return !v.broken(w.from, w.to) && v.has("it", w.to, w.to+1) && v.has("eat", w.to, last)
}

// unknownPerson reports whether a name after "for" is of somebody who is not at the table as it
// is known, and is not the guest's: "para o Otávio", "for cousin Ruth".
func (c *checker) unknownPerson(t *text, i, last int) bool {
	if i+1 < last && !t.tokens[i].capital && t.tokens[i+1].capital && !t.tokens[i+1].breaks {
		i++
	}
	k := t.tokens[min(i, len(t.tokens)-1)]
	if i >= last || !k.capital || k.digits || len(k.word) < 3 || len(c.names.things[k.same]) > 0 {
		return false
	}
	return !slices.ContainsFunc(c.Texts, func(s string) bool {
		return !isResult(s) && strings.Contains(s, "name") && strings.Contains(" "+lang.Fold(s)+" ", " name "+k.word+" ")
	})
}

// onlyFor reports whether a sentence says that what it speaks of is for somebody else
// alone: "É só para o Otávio".
func (c *checker) onlyFor(v *findings, u unit, not NotFor) bool {
	only := v.find("only", u.first, min(u.first+3, u.last))
	return len(only) > 0 && c.forWhom(v.text, span{u.first, u.last}) && !c.addresses(v, u, not)
}

// onlyThem reports whether something is said to be only for somebody who is neither named
// nor the guest nor all: "solo para el de 9".
func (t *text) onlyThem(to mark, i, last int) bool {
	return to.from > 0 && t.has("only", to.from-1, to.from) && i < last && !t.has("you", i, i+1) && !t.has("all", to.from, last) && !t.has("who", i, i+1) && !t.tokens[i].capital
}

// lacking reports whether a negation only says that something is not in a thing: "these
// list no pork:".
func (c *checker) lacking(t *text, w mark, last int) bool {
	for j := w.to; j < min(w.to+3, last); j++ {
		if _, end := t.food(j, last); end > j {
			return !t.has("wish", w.from, j) && !t.has("suit", w.to, j) && (t.has("holds", w.to, j) || t.has("lists", max(0, w.from-1), j))
		}
	}
	return false
}
