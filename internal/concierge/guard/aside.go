package guard

import "slices"

// Aside returns the ids of the things that an answer names, and nowhere as an offer: it
// leaves them out, or says that they are not for somebody.
func Aside(answer string, f Facts) (ids []string) {
	c, t := newChecker(f), readText(answer)
	v := &findings{text: t}
	found := c.mentions(t)
	offered := map[int]bool{}
	var all []int
	for n, m := range found {
		if m.weak || len(m.things) > 1 {
			continue // "the cheese" is no dish
		}
		for _, i := range m.things {
			all, offered[i] = union(all, []int{i}), offered[i] || !c.aside(v, found, n)
		}
	}
	for _, i := range slices.DeleteFunc(all, func(i int) bool { return offered[i] }) {
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
	with := func(o mention) bool { return v.dropped(found, o, "about_food") } // "the stout goes with the pie"
	for _, o := range slices.Backward(found[n+1:]) {
		if !with(o) {
			until = o.from
		}
	}
	if v.dropped(found, m, "drop", "against") || !with(m) && v.has("later", m.to, until) {
		return true
	}
	return !c.apart(v, own, m) && c.warns(v, own, found, &m, NotFor{Who: nobody, Why: nobody})
}

// apart reports whether a clause has a thing for somebody, and warns somebody else of it:
// "for Ann the tart, which is not for Bob".
func (c *checker) apart(v *findings, s span, m mention) bool {
	somebody := func(first, last int) bool {
		return v.has("to_them", first, last) || len(c.people(v.text, span{first, last})) > 0
	}
	return somebody(s.first, m.from) && somebody(m.to, s.last) && len(c.nots(v.text, span{s.first, m.from})) == 0
}

// nobody is no name, and nothing that anybody must not have.
const nobody = "\x00nobody"
