package guard

import (
	"slices"
	"strings"
)

// warned reports whether a sentence warns somebody of a mention, or of the one that
// leads the row of names in which it stands.
func (c *checker) warned(v *findings, found []mention, n int, not NotFor) bool {
	for _, i := range []int{n, v.leads(found, n)} {
		u := v.units[v.tokens[found[i].from].unit]
		if before := found[n].from >= u.last; before && !slices.ContainsFunc(c.Things[found[i].things[0]].NotFor, func(x NotFor) bool { return x.Who == not.Who }) {
			continue // "the tart is not vegan. Also the flan."
		}
		if v.dropped(found, found[i], "drop") || c.warns(v, span{u.first, u.last}, found, &found[i], not) {
			return true
		}
	}
	return false
}

// leads returns which mention leads the row in which another stands: the tart of "skip
// the tart, the pie and the jam", also where the row goes on in a sentence that is
// nothing else: "Also the flan."
func (t *text) leads(found []mention, n int) int {
	to, u := found[n].to, t.units[t.tokens[found[n].from].unit]
	verb := to < u.last && !t.tokens[to].breaks && t.has("is", to, to+1) && t.raw[t.tokens[to].from:t.tokens[to].to] != "e" // "…, the flan is better"
	if verb || t.has("offer", u.first, u.last) {
		return n
	}
	for ; n > 0; n-- {
		m := found[n]
		u := t.units[t.tokens[m.from].unit]
		ellipsis := t.onlyRow(found, u.first, u.last) && t.tokens[found[n-1].from].unit == t.tokens[u.first].unit-1 && t.has("also", u.first, u.first+1)
		if !ellipsis && (found[n-1].from < u.first || !t.onlyRow(found, found[n-1].to, m.from) || strings.ContainsAny(t.raw[t.tokens[found[n-1].to-1].to:t.tokens[m.from].from], ";:—–")) {
			break
		}
	}
	return n
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

// head returns the unit that opens the list in which another is, or -1. Lines without
// a sign are of a list where each begins with what it has in common: "Raw: the ceviche".
func (c *checker) head(t *text, at int) int {
	for ; t.units[at].under < 0; at-- {
		if u := t.units[at]; at == 0 || !strings.HasSuffix(strings.TrimRight(t.raw[:u.from], " "), "\n") || !c.labels(t, u) {
			return -1
		}
		if t.units[at-1].opens {
			return at - 1
		}
	}
	return t.units[at].under
}

// labels reports whether a line begins with what its names have in common, and offers
// them to nobody.
func (c *checker) labels(t *text, u unit) bool {
	for i := u.first + 1; i < u.last; i++ {
		if t.tokens[i].breaks {
			return strings.Contains(t.before(i), ":") && len(c.people(t, span{u.first, i})) == 0 &&
				!slices.ContainsFunc([]string{"offer", "fine", "eat", "all", "other", "who", "but", "safe"}, func(list string) bool { return t.has(list, u.first, i) })
		}
	}
	return false
}
