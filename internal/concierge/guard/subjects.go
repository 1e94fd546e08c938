package guard

import "slices"

// subjects returns the things that a claim is about, and whether it is any of them: what its
// clause names before it, or else what the claim before it is about; all under the head of a list; what the
// clause names after it; the last that the sentence or the one before it names ("both" are two of them); or one of those
// that the guest asks about or sees.
func (c *checker) subjects(v *findings, found []mention, n int, all []claim, i int) (things []int, any bool) {
	x, u := all[i], v.units[n]
	here, after, before := v.clause(u, x.first), u.first, u.last
	var last claim
	if i > 0 {
		last = all[i-1]
		after = last.last
	}
	for _, y := range all[i+1:] {
		if y.first >= x.last {
			before = min(before, y.first)
		}
	}
	from := max(here.first, after)
	if two := c.lastTwo(v, found, x.first); v.pairs(found, x.first) && len(two) == 2 {
		return two, false
	}
	if at := v.lastNamed(found, u.first, x.first); at >= 0 && !c.dish(found[at].things[0]) {
		return nil, false // what a house has
	}
	if v.has("the_others", here.first, x.first) { // "the rest have no nuts"
		things = c.named(found, 0, x.first)
		return things[:max(0, len(things)-1)], false
	}
	if apart := x.first > from && v.tokens[x.first].breaks && v.joins(x.first-1); apart { // "…, or, without meat, the risotto"
		if next := c.named(found, x.last, here.last); len(next) > 0 {
			return next[:1], false
		}
	}
	if named := c.named(found, from, x.first); len(named) > 0 {
		if v.has("relative", x.first-1, x.first) || v.has("which", max(from, x.first-2), x.first) || v.relates(found, from, x.first) || v.tokens[x.first].breaks && (within(found, x.first-1) || v.priced(found, x.first)) { // "…, or the juice, without sugar", "the juice, R$ 9, vegan"
			named = named[len(named)-1:]
		}
		return named, false
	}
	if maybe := slices.DeleteFunc(c.dishes(c.known(c.near(v.text, found, from, x.first, 1))), func(i int) bool { return c.Things[i].Unknown }); len(maybe) > 0 && len(c.Marks) == 0 { // what is marked is named
		return maybe, true
	}
	if len(last.of) > 0 && after > here.first { // "… é vegano e sem glúten"
		return last.of, last.any
	}
	if u.opens {
		things = c.named(found, x.last, u.last)
		for j, w := range v.units {
			if w.under == n && j > n {
				things = union(things, c.named(found, w.first, min(w.last, w.first+12)))
			}
		}
		if len(things) > 0 {
			return things, false
		}
	}
	if v.has("ordinal", here.first, x.first) {
		return nil, false
	}
	back := v.has("neither", max(u.first, x.from-4), x.first+1) || v.has("neither", x.last, min(x.last+4, here.last)) // "neither of them has …", and not "without egg nor milk"
	subject := x.first > here.first && v.has("is", x.first-1, x.first) && x.first-here.first <= 2                     // "É vegana e combina com …"
	if !back && (!subject || n == 0) {
		if things = c.named(found, x.last, min(here.last, before)); len(things) > 0 {
			return things, false
		}
	}
	if things = c.named(found, x.last, u.last); len(things) > 0 && len(c.named(found, u.first, here.first)) == 0 && !back && (!subject || n == 0) { // "all are vegan: …", "else, without nuts, for her: …"
		return things, false
	}
	if things = c.named(found, u.first, here.first); len(things) > 0 {
		if !v.has("both", here.first, x.last) {
			things = things[len(things)-1:]
		}
		return things, false
	}
	things = nil
	for j := n - 1; j >= 0 && len(things) == 0; j-- {
		things = c.named(found, v.units[j].first, v.units[j].last)
	}
	if len(things) == 0 && len(c.Marks) == 0 {
		things = c.dishes(slices.Clone(c.askedOf))
	}
	if len(things) == 1 || len(things) > 1 && v.has("both", u.first, u.last) {
		return things, false
	}
	if len(found) > 0 || len(c.Marks) > 0 || v.has("wish", u.first, x.first) || v.has("some", here.first, x.last+2) || v.has("memory", 0, len(v.tokens)) {
		return nil, false
	}
	return c.seen(x), true
}

// relates reports whether what stands before a token is a relative clause of the thing named
// last: "two soups and a salad, which by the card has no nuts".
func (v *findings) relates(found []mention, from, to int) bool {
	at := -1
	for _, m := range found {
		if from <= m.from && m.from < to {
			at = m.to
		}
	}
	return at >= 0 && v.has("which", at, min(at+2, to))
}

// priced reports whether nothing but a price stands between the thing named last and a token.
func (v *findings) priced(found []mention, to int) bool {
	at := v.lastNamed(found, 0, to)
	if at < 0 || found[at].to >= to {
		return false
	}
	for i := found[at].to; i < to; i++ {
		if w := v.tokens[i]; !w.digits && !slices.Contains([]string{"r", "r$", "rs", "us", "us$", "brl"}, w.word) {
			return false
		}
	}
	return true
}

// seen returns the things that an answer without a name may speak of: those that the question has a
// word of, those that the guest sees, or the only one that a tool returned. A claim of safety is
// about all of them.
func (c *checker) seen(x claim) (all []int) {
	if all = c.dishes(c.known(c.near(c.asked, nil, 0, len(c.asked.tokens), 1))); len(all) > 0 {
		return all
	}
	known := 0
	for i, t := range c.Things {
		if c.dish(i) && slices.Contains(c.Shown, t.ID) {
			all = append(all, i)
		}
		if c.dish(i) && t.Known {
			known++
		}
	}
	for i, t := range c.Things {
		if len(all) == 0 && c.dish(i) && (t.Known && known == 1 || x.safe) {
			all = append(all, i)
		}
	}
	return all
}

// lastNamed returns which mention is the last between two tokens, or -1.
func (v *findings) lastNamed(found []mention, from, to int) int {
	for n, m := range slices.Backward(found) {
		if from <= m.from && m.from < to {
			return n
		}
	}
	return -1
}

// named returns the dishes and drinks that are named between two tokens.
func (c *checker) named(found []mention, from, to int) (things []int) {
	for _, m := range found {
		if from <= m.from && m.from < to && c.dish(m.things[0]) {
			things = union(things, m.things[:1])
		}
	}
	return things
}

// pairs reports whether what stands before a token means the last two things named: "the
// card marks both as". Two who eat are not meant: "for both of you".
func (v *findings) pairs(found []mention, to int) bool {
	u := v.units[v.tokens[to].unit]
	from := u.first
	for _, m := range found {
		if from < m.to && m.to <= to {
			from = m.to
		}
	}
	return slices.ContainsFunc(v.find("pair", from, to), func(m mark) bool {
		return !v.has("you", m.to, min(m.to+2, u.last)) && !v.has("who", m.to, min(m.to+3, u.last)) && !v.has("to", max(u.first, m.from-1), m.from)
	})
}

// lastTwo returns the last two dishes and drinks that are named before a token and not
// marked as for nobody.
func (c *checker) lastTwo(v *findings, found []mention, to int) (things []int) {
	for _, m := range slices.Backward(found) {
		if m.from >= to || len(things) == 2 || !c.dish(m.things[0]) {
			continue
		}
		u := v.units[v.tokens[m.from].unit]
		if k, ok := c.markOf(v, found, m); ok && k.Not && !c.offersIn(v, span{u.first, u.last}) {
			continue
		}
		things = union(things, m.things[:1])
	}
	return things
}
