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
	for _, m := range found {
		if m.weak || len(m.things) > 1 {
			continue // "the cheese" is no dish
		}
		for _, i := range m.things {
			all, offered[i] = union(all, []int{i}), offered[i] || !c.aside(v, found, m)
		}
	}
	for _, i := range slices.DeleteFunc(all, func(i int) bool { return offered[i] }) {
		ids = append(ids, c.Things[i].ID)
	}
	return ids
}

// aside reports whether a mention is left out, or its clause warns of it.
func (c *checker) aside(v *findings, found []mention, m mention) bool {
	u := v.units[v.tokens[m.from].unit]
	own := v.clause(u, m.from)
	if !slices.ContainsFunc(found, func(o mention) bool { return o.from >= m.to && o.from < u.last && o.certain() }) {
		own.last = u.last // "…, so leave it"
	}
	return v.dropped(found, m) || c.warns(v, own, found, &m, NotFor{Who: nobody, Why: nobody})
}

// nobody is no name, and nothing that anybody must not have.
const nobody = "\x00nobody"
