package guard

import (
	"slices"

	"github.com/maitre-dev/maitre/hook"
)

// repeatsWish reports whether a claim is what somebody wants, and says nothing of a thing: behind its
// name ("your burger without lettuce"), asked of the kitchen ("can the tea come without ice?"), or as
// what one at the table must not have ("Ana: no nuts"). An allergen is never only a wish.
func (c *checker) repeatsWish(v *findings, found []mention, u unit, x claim) bool {
	_, free := v.at("free_of", x.first)
	_, no := v.at("no", x.first)
	foods := x.foods
	if without, ok := freeOf(x.diet); ok {
		foods, free = []string{without}, true
	}
	if !free && !no || x.safe || len(foods) == 0 {
		return false
	}
	own := v.clause(u, x.first)
	harmless := !slices.ContainsFunc(foods, func(f string) bool {
		return len(classes(f)) > 0 || slices.ContainsFunc(c.Table, func(p hook.Person) bool { return c.holds(f, NotFor{Who: p.Name}) })
	})
	if harmless && (v.has("kitchen", u.first, u.last) || slices.ContainsFunc(found, func(m mention) bool { return m.to == x.first })) {
		return true
	}
	if c.personBefore(v, found, own, x.first) && !slices.ContainsFunc(foods, func(f string) bool {
		return !slices.ContainsFunc(c.Table, func(p hook.Person) bool { return c.holds(f, NotFor{Who: p.Name}) })
	}) {
		return true
	}
	for n, m := range found {
		if own.first <= m.from && m.from < u.last && !c.retold(v, found, n) {
			return false
		}
	}
	return !v.has("both", own.first, own.last) && !v.has("is", max(own.first, x.first-3), x.first) && slices.ContainsFunc(c.people(v.text, own), func(p string) bool {
		return !slices.ContainsFunc(foods, func(f string) bool { return !c.holds(f, NotFor{Who: p}) })
	})
}

// personBefore reports whether the last name in a clause before a token is that of a person, and not of a dish: "with Ana's
// no nuts".
func (c *checker) personBefore(v *findings, found []mention, own span, at int) bool {
	for i := at - 1; i >= own.first; i-- {
		if within(found, i) {
			return false
		}
		if slices.ContainsFunc(c.Table, func(p hook.Person) bool {
			return p.Name != "" && p.Name != hook.Companion && v.names(span{i, i + 1}, p.Name)
		}) {
			return !slices.ContainsFunc(found, func(m mention) bool { return at <= m.from && m.from < min(at+6, own.last) })
		}
	}
	return false
}

// forThem reports whether the guest asks for somebody: "for my sister".
func (c *checker) forThem() bool {
	return slices.ContainsFunc(c.asked.find("to", 0, len(c.asked.tokens)), func(m mark) bool {
		return c.asked.has("who", m.to, min(m.to+3, len(c.asked.tokens)))
	})
}

// alone reports whether the guest asks for nobody but themselves.
func (c *checker) alone() bool {
	last := len(c.asked.tokens)
	return !slices.ContainsFunc([]string{"us", "who", "all", "other"}, func(list string) bool { return c.asked.has(list, 0, last) }) &&
		!slices.ContainsFunc(c.Table, func(p hook.Person) bool { return p.Name != "" && c.asked.names(span{0, last}, p.Name) })
}
