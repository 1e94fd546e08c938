package guard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// A span is tokens: from first to before last.
type span struct{ first, last int }

// harm finds the names of things that somebody at the table must not have, where the answer offers them to that person.
func (c *checker) harm(v *findings, found []mention) {
	for n, m := range found {
		if c.loose(v, m) {
			continue
		}
		thing := c.Things[m.things[0]].Name
		for _, not := range c.notFor(m) {
			if wrong, again := c.offeredTo(v, found, n, not); wrong {
				v.all = append(v.all, Violation{
					From: v.tokens[m.from].from, To: v.tokens[m.to-1].to, Kind: Harm, Word: NotForThem, Thing: thing, Who: not.Who, Why: not.Why, Again: again,
					What: cmp.Or(not.Who, "the guest") + " must not have " + thing + " (" + not.Why + "): leave it out, or mark it for those who may",
				})
			}
		}
	}
}

// offeredTo reports whether a name is for somebody who must not have the thing, and whether that was chosen: it is marked
// for them, or suggested. For whom a name is its mark tells, unless the words before it name this person; without one it may
// be for anybody. Nothing is wrong where the answer gives the reason beside the name, "o bobó leva camarão", but for a mark;
// that may only tell what is ordered.
func (c *checker) offeredTo(v *findings, found []mention, n int, not NotFor) (wrong, again bool) {
	m := found[n]
	u, told := v.units[v.tokens[m.from].unit], c.tells(v, found, m, not)
	k, marked := c.markOf(v, found, m)
	who, known := c.takers(k)
	theirs := slices.ContainsFunc(who, func(p string) bool { return hook.SameName(p, not.Who) })
	since := u.first
	if n > 0 {
		since = max(since, found[n-1].to)
	}
	named := not.Who != "" && slices.Contains(c.people(v.text, span{since, m.from}), not.Who) // "Lia, try the …"
	offers := v.has("offer", u.first, u.last)
	switch {
	case marked && k.Not:
		wrong = !told && (named || offers) && (len(c.nots(v.text, span{u.first, u.last})) == 0 || c.denies(v, found, v.tokens[m.from].unit, m.things[0], not))
	case marked && known && theirs:
		wrong = !told || !slices.Contains(c.Ordered, c.Things[m.things[0]].ID)
	case marked && known:
		wrong = !told && named
	default:
		wrong = !told
	}
	return wrong, theirs || offers
}

// loose reports whether a mention is only some words of a name that mean no dish here.
func (c *checker) loose(v *findings, m mention) bool {
	next := m.to
	return !m.whole && c.Things[m.things[0]].Unknown || // "a portion" is no dish of which nobody knows what is in it
		m.weak && (v.sounds(m.from) || // the milk of "coconut milk"
			m.own == 0 && next < len(v.tokens) && !v.tokens[next].breaks && edible(v.tokens[next].word)) // the "raw" of "raw coriander"
}

// tells reports whether the answer says of a thing that is named in it what somebody must not have: behind its name,
// in the head of its list, or in a sentence after it that names nothing.
func (c *checker) tells(v *findings, found []mention, m mention, not NotFor) bool {
	says := func(from, to int) bool { // "não é para a Bia, vegana" gives the diet as the reason
		return from < to && c.holds(v.besides(found, from, to), not, len(c.nots(v.text, span{from, to})) > 0) && !c.denies(v, found, v.tokens[from].unit, m.things[0], not)
	}
	for _, o := range found {
		if !slices.Equal(o.things, m.things) {
			continue
		}
		i := v.tokens[o.from].unit
		if u := v.units[i]; says(o.to, u.last) || u.under >= 0 && says(v.units[u.under].first, v.units[u.under].last) || v.heads(u, o) && says(u.first, o.from) {
			return true
		}
		for i++; i < len(v.units) && !unitNames(v, found, i) && !v.units[i].list; i++ {
			if says(v.units[i].first, v.units[i].last) {
				return true
			}
		}
	}
	return false
}

// heads reports whether a line begins with what it says of the names in it: "Para a Ana, fora por leite: o Pudim".
func (v *findings) heads(u unit, m mention) bool {
	return !v.has("offer", u.first, u.last) && strings.Contains(v.raw[v.tokens[u.first].from:v.tokens[m.from].from], ":") && v.has("drop", u.first, m.from)
}

// besides are the words of a stretch that are in no name that is certain, and negate nothing.
func (v *findings) besides(found []mention, from, to int) (rest string) {
	for i := from; i < to; i++ {
		if !v.has("not", i, i+1) && !slices.ContainsFunc(found, func(m mention) bool { return m.certain() && m.from <= i && i < m.to }) {
			rest += " " + v.tokens[i].word
		}
	}
	return rest
}

// unitNames reports whether a unit names a thing.
func unitNames(v *findings, found []mention, unit int) bool {
	return slices.ContainsFunc(found, func(m mention) bool { return v.tokens[m.from].unit == unit })
}

// notFor returns who must not have what a mention stands for, also where only a doctor can tell. Of several
// things that it may stand for it is what is against all of them.
func (c *checker) notFor(m mention) []NotFor {
	all := slices.Clone(c.Things[m.things[0]].NotFor)
	for _, i := range m.things[1:] {
		all = slices.DeleteFunc(all, func(n NotFor) bool {
			return !slices.ContainsFunc(c.Things[i].NotFor, func(o NotFor) bool { return o.Who == n.Who })
		})
	}
	if len(m.things) > 1 {
		return all
	}
	b := book()
	for _, id := range b.under("cross") {
		for _, p := range c.Table {
			if slices.ContainsFunc(p.Allergies, func(a string) bool { return slices.Contains(classes(a), b.rest(id)) }) &&
				slices.ContainsFunc(strings.Fields(lang.Fold(c.profile(m.things[0]).text)), func(w string) bool { return isIn(id, w) }) {
				all = append(all, NotFor{p.Name, b.rest(id)})
			}
		}
	}
	return all
}

// dropped reports whether a name, or the row of names that it stands in, comes right after words that leave
// it out: "leave the soup and the tart", "sem o bobó".
func (t *text) dropped(found []mention, m mention) bool {
	first := t.units[t.tokens[m.from].unit].first
	for i := m.from; i > first; i-- {
		if !t.tokens[i].breaks && slices.ContainsFunc(t.find("drop", first, i), func(w mark) bool { return w.to == i }) {
			return true
		}
		if strings.ContainsAny(t.before(i), ";:—–") || t.has("instead", i-1, i) || !within(found, i-1) && !t.has("article", i-1, i) && !t.has("loose", i-1, i) && !t.has("and", i-1, i) {
			return false
		}
	}
	return false
}

// nots returns the negations in a stretch.
func (c *checker) nots(t *text, s span) []mark {
	all := slices.Clone(t.find("not", s.first, s.last))
	if c.Language != lang.Portuguese {
		all = append(all, t.find("no", s.first, s.last)...)
	}
	return slices.DeleteFunc(all, func(m mark) bool { return within(t.named, m.from) })
}

// negated reports whether a negation stands right before a token.
func (c *checker) negated(t *text, at int) bool {
	from := max(t.units[t.tokens[at].unit].first, at-3)
	return slices.ContainsFunc(c.nots(t, span{from, at}), func(m mark) bool { return !t.broken(m.from, at) })
}

// holds reports whether words name a food that a person must not have, or the diet for which it is so.
func (c *checker) holds(words string, not NotFor, diet bool) bool {
	must := hook.Constraints{Allergies: []string{not.Why}}
	for _, p := range c.Table {
		if !p.Is(not.Who) {
			continue
		}
		if must.Diets = p.Diets; !diet && slices.Contains(p.Diets, not.Why) {
			must.Allergies = nil
		}
		must.Allergies = append(must.Allergies, p.Allergies...)
	}
	if _, bad := must.Violates(words); bad {
		return true
	}
	have := classes(words)
	return slices.ContainsFunc(must.Allergies, func(a string) bool {
		return slices.ContainsFunc(classes(a), func(x string) bool { return slices.Contains(have, x) })
	})
}

// names returns which people at the table a stretch names.
func (c *checker) people(t *text, s span) (who []string) {
	for _, p := range c.Table {
		for _, w := range strings.Fields(lang.Fold(p.Name)) {
			if len(w) > 1 && p.Name != hook.Companion && slices.ContainsFunc(t.tokens[s.first:s.last], func(k token) bool { return k.same == sameWord(w) }) {
				who = append(who, p.Name)
				break
			}
		}
	}
	return who
}
