package guard

import "slices"

// Aside returns the ids of the things that an answer names, and nowhere as an offer: it
// leaves them out, or says that they are not for somebody.
func Aside(answer string, f Facts) (ids []string) {
	c := newChecker(f)
	return c.always(answer, c.aside)
}

// Named returns the ids of the things that texts name, also by a part of the name that
// tells one from the others.
func Named(f Facts, texts ...string) (ids []string) {
	c := newChecker(f)
	for _, text := range texts {
		for _, m := range c.mentions(readText(text)) {
			if len(m.things) == 1 {
				ids = append(ids, c.Things[m.things[0]].ID)
			}
		}
	}
	return ids
}

// always returns the ids of the things of which something is true wherever an answer names
// them.
func (c *checker) always(answer string, is func(v *findings, found []mention, n int) bool) (ids []string) {
	v := &findings{text: readText(answer)}
	found := c.mentions(v.text)
	other := map[int]bool{}
	var all []int
	for n, m := range found {
		if !m.weak && len(m.things) == 1 { // "the cheese" is no dish
			all, other[m.things[0]] = union(all, m.things), other[m.things[0]] || !is(v, found, n)
		}
	}
	for _, i := range slices.DeleteFunc(all, func(i int) bool { return other[i] }) {
		ids = append(ids, c.Things[i].ID)
	}
	return ids
}

// aside reports whether a mention is left out, or its clause warns of it, or what
// follows up to the next name puts it off: "…, so keep it for another day".
func (c *checker) aside(v *findings, found []mention, n int) bool {
	m := found[n]
	u := v.units[v.tokens[m.from].unit]
	own, until := v.clause(u, m.from), len(v.tokens)
	if !slices.ContainsFunc(found[n+1:], func(o mention) bool { return o.from < u.last && o.certain() }) {
		own.last = u.last // "…, so leave it"
	}
	last := n // of the row in which it stands
	for last+1 < len(found) && found[last+1].from < own.last && v.onlyRow(found, found[last].to, found[last+1].from) {
		last++
	}
	if last+1 < len(found) && found[last+1].from < own.last {
		own.last = found[last+1].from // what is said of the next is not said of it
	}
	with := func(o mention) bool { return v.dropped(found, o, "about_food") } // "the stout goes with the pie"
	for _, o := range slices.Backward(found[n+1:]) {
		if !with(o) {
			until = o.from
		}
	}
	if v.dropped(found, m, "drop", "against") || !with(m) && v.has("later", m.to, until) {
		return true
	}
	if t := c.Things[m.things[0]]; len(t.NotFor) == 0 && !t.Unknown { // "no milk is listed in the soup" warns of nothing
		return own.last == u.last && slices.ContainsFunc(slices.Concat(v.find("drop", m.to, u.last), v.find("shun", m.to, u.last)), func(w mark) bool {
			return v.has("it", w.to, w.to+1) // "…, so leave it"
		})
	}
	return !c.apart(v, own, m) && c.warns(v, own, found, &m, NotFor{Who: nobody, Why: nobody})
}

// apart reports whether a clause offers a thing to one person and warns another of it: "for Ann the
// tart, which is not for Bob".
func (c *checker) apart(v *findings, s span, m mention) bool {
	somebody := func(first, last int) bool {
		return v.has("to_them", first, last) || len(c.people(v.text, span{first, last})) > 0
	}
	return somebody(s.first, m.from) && somebody(m.to, s.last) && len(c.nots(v.text, span{s.first, m.from})) == 0
}

// nobody is no name, and nothing that anybody must not have.
const nobody = "\x00nobody"
