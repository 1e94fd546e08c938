package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
)

// A claim is what a sentence says of what is in a thing.
type claim struct {
	span
	foods []string // that it says are not in it
	diet  string   // for which it says it is
	safe  bool     // it vouches for somebody's health, or that there is no trace of something
	has   bool     // foods are in it
}

// claims looks whether what is said of allergens and diets is what the card
// says. What no card says, that something is safe or has no traces, is wrong of
// anything.
func (c *checker) claims(v *findings, found []mention) {
	for n, u := range v.units {
		all := c.claimsIn(v, found, u)
		for i, x := range all {
			after := u.first
			if i > 0 {
				after = all[i-1].last
			}
			before := u.last
			if i+1 < len(all) {
				before = all[i+1].first
			}
			for _, thing := range c.topic(v, found, n, x, after, before) {
				if why := c.false(thing, x); why != "" {
					v.wrong(Claim, x.first, x.last, "%s: %s. Say only what the card states, and that the kitchen confirms it", c.Things[thing].Name, why)
					break
				}
			}
		}
	}
}

// false says what is wrong with a claim about a thing, or nothing.
func (c *checker) false(thing int, x claim) string {
	t := c.Things[thing]
	switch {
	case x.has:
		if i := slices.IndexFunc(x.foods, func(f string) bool { return !c.has(thing, f) }); i >= 0 && !t.Unknown && (t.Text != "" || len(t.Contains) > 0) {
			return "the card names no " + x.foods[i]
		}
		return ""
	case x.safe:
		return "no card can tell that it is safe or has no traces"
	case t.Unknown && (x.diet != "" || len(x.foods) > 0):
		return "the card does not say what is in it"
	case x.diet != "" && c.breaks(thing, x.diet):
		return "it is not " + x.diet
	}
	for _, f := range x.foods {
		if c.has(thing, f) {
			return "it has " + f + ", or may have"
		}
	}
	return ""
}

// claimsIn returns the claims of a unit, in order.
func (c *checker) claimsIn(v *findings, found []mention, u unit) (all []claim) {
	add := func(x claim, at int) {
		if !within(found, x.first) && !c.doubted(v.text, u, at) {
			x.safe = x.safe || !x.has && (len(x.foods) > 0 || x.diet == "celíaco") && c.sure(v.text, u, x)
			all = append(all, x)
		}
	}
	for i := u.first; i < u.last; i++ {
		if to, ok := v.at("free_of", i); ok {
			c.without(v, found, u, i, to, add)
		} else if to, ok := v.at("unlisted", i); ok {
			c.without(v, found, u, i, to, func(x claim, at int) {
				if !x.safe {
					add(x, at)
				}
			})
		} else if _, ok := v.at("no", i); ok && c.nots(v.text, span{i, i + 1}) != nil {
			c.without(v, found, u, i, i+1, add)
		}
		if v.has("free", i, i+1) && i > u.first && !v.tokens[i].breaks {
			if word := v.tokens[i-1].word; len(classes(word)) > 0 || edible(word) {
				add(claim{span: span{i - 1, i + 1}, foods: []string{word}}, i-1)
			}
		}
		for _, id := range book().under("diet") {
			if to, ok := v.at(book().lists[id], i); ok && !c.ofPerson(v.text, u, i) {
				add(claim{span: span{i, to}, diet: book().rest(id)}, i)
			}
		}
		if to, ok := v.at("safe", i); ok && c.healthy() && !c.hedged(v, u) {
			add(claim{span: span{i, to}, safe: true}, i)
		}
		if to, ok := v.at("holds", i); ok && !c.negated(v.text, i) && !v.has("may", max(u.first, i-2), min(u.last, to+4)) {
			c.with(v, u, i, to, add)
		}
	}
	slices.SortStableFunc(all, func(a, b claim) int { return a.first - b.first })
	return all
}

// without reads what is said not to be in something, after the words that say
// so.
func (c *checker) without(v *findings, found []mention, u unit, at, to int, add func(claim, int)) {
	x := claim{span: span{at, to}}
	for j := to; j < u.last && j < to+14; {
		if v.has("stop", j, j+1) || v.tokens[j].digits || within(found, j) {
			break
		}
		if end, ok := v.at("trace", j); ok {
			x.safe, x.last, j = true, end, end
			continue
		}
		if food, end := v.food(j, u.last); end > j {
			x.foods, x.last, j = append(x.foods, food), end, end
			continue
		}
		_, any := v.at("any", j)
		_, nor := v.at("nor", j)
		if !any && !nor && !(j == to || x.safe || v.has("free_of", j, j+1)) && !v.has("small", j, j+1) {
			break
		}
		j++
	}
	if x.safe {
		x.foods = nil
	}
	if x.safe || len(x.foods) > 0 {
		add(x, at)
	}
}

// with reads an allergen that is said to be in something.
func (c *checker) with(v *findings, u unit, at, to int, add func(claim, int)) {
	for j := to; j < u.last && j < to+3; j++ {
		if v.tokens[j].breaks || len(c.nots(v.text, span{j, j + 1})) > 0 || v.has("free_of", j, j+1) {
			return
		}
		if end := v.allergen(j); end > j {
			add(claim{span: span{at, end}, foods: []string{v.raw[v.tokens[j].from:v.tokens[end-1].to]}, has: true}, at)
			return
		}
	}
}

// food returns the food that is named at a token, and where it ends.
func (t *text) food(i, last int) (string, int) {
	end := t.allergen(i)
	if to, ok := t.at("sounds", i); ok {
		end = to
	} else if end == i && !t.has("small", i, i+1) && edible(t.tokens[i].word) {
		end = i + 1
		if i+2 < last && t.tokens[i+1].word == "de" && edible(t.tokens[i+2].word) {
			end = i + 3
		}
	}
	if end == i || end > last {
		return "", i
	}
	return t.raw[t.tokens[i].from:t.tokens[end-1].to], end
}

// allergen returns where the allergen that is named at a token ends.
func (t *text) allergen(i int) int {
	end := i
	if _, ok := t.at("sounds", i); ok {
		return i
	}
	for _, id := range book().under("allergen") {
		if to, ok := t.at(book().lists[id], i); ok {
			end = max(end, to)
		}
	}
	return end
}

// doubted reports whether a claim is denied, asked about, or put as something to
// be confirmed or asked for.
func (c *checker) doubted(t *text, u unit, at int) bool {
	if c.negated(t, at) {
		return true
	}
	from := at
	for from > u.first && at-from < 10 && !t.tokens[from].breaks {
		from--
	}
	if t.has("no_such", u.first, at) || t.has("neither", u.first, at) || t.has("doubt", from, at) && !t.has("sure", from, at) {
		return true
	}
	return slices.ContainsFunc(t.find("vow", u.first, at), func(w mark) bool { return c.negated(t, w.from) })
}

// sure reports whether a claim is said to be certain.
func (c *checker) sure(t *text, u unit, x claim) bool {
	if !c.healthy() {
		return false
	}
	near := t.find("sure", u.first, min(u.last, x.last+3))
	return slices.ContainsFunc(near, func(w mark) bool {
		return !c.negated(t, w.from) && (w.from < x.first || w.from >= x.last) && (!t.tokens[w.from].digits || strings.HasPrefix(strings.TrimSpace(t.after(w.from)), "%"))
	})
}

// healthy reports whether anybody's health is spoken of.
func (c *checker) healthy() bool {
	return slices.ContainsFunc(c.Table, hook.Person.Safety) || strings.Contains(c.asked.raw, "lerg") || strings.Contains(c.asked.raw, "toler") ||
		c.asked.has("trace", 0, len(c.asked.tokens)) || c.asked.has("safe", 0, len(c.asked.tokens)) || c.asked.has("free_of", 0, len(c.asked.tokens)) || c.asked.has("diet celíaco", 0, len(c.asked.tokens))
}

// hedged reports whether the kitchen is to confirm what is said here.
func (c *checker) hedged(v *findings, u unit) bool {
	to := u.last
	for _, w := range v.units {
		if w.first == u.last {
			to = w.last
		}
	}
	return v.has("hedge", u.first, to) && !v.has("sure", u.first, u.last)
}

// ofPerson reports whether a diet is said of somebody: "você é vegano".
func (c *checker) ofPerson(t *text, u unit, at int) bool {
	from := max(u.first, at-3)
	if t.has("who", from, at) || t.has("you", from, at) || t.has("wish", from, at) && !t.has("to", from, at) {
		return true
	}
	people := c.people(t, span{from, at})
	return slices.ContainsFunc(people, func(p string) bool { return p != others && p != somebody && p != "" })
}

// topic returns the things that a claim is about: those named since the claim
// before it, or else up to the next one; of a head, all under it; in a sentence
// without names, the one thing that the answer or the question is about.
func (c *checker) topic(v *findings, found []mention, n int, x claim, after, before int) (things []int) {
	u := v.units[n]
	take := func(from, to int) {
		for _, m := range found {
			if len(things) == 0 || m.from >= from {
				if from <= m.from && m.from < to && c.dish(m.things[0]) {
					things = union(things, m.things[:1])
				}
			}
		}
	}
	if take(after, x.first); len(things) == 0 && after == u.first || len(things) == 0 && u.opens {
		take(x.last, before)
	}
	if len(things) == 0 && after > u.first {
		take(u.first, x.first)
	}
	if len(things) == 0 {
		take(x.last, before)
	}
	if u.opens && !x.has {
		for i, w := range v.units {
			if w.under == n && i > n {
				take(w.first, min(w.last, w.first+12))
			}
		}
	}
	if len(things) > 0 || v.has("wish", u.first, x.first) || strings.HasSuffix(strings.TrimSpace(v.raw[u.from:u.to]), "?") {
		return things
	}
	if n > 0 {
		w := v.units[n-1]
		take(w.first, w.last)
	}
	if len(things) == 0 {
		take(0, len(v.tokens))
	}
	if len(things) == 0 {
		things = slices.DeleteFunc(slices.Clone(c.askedOf), func(i int) bool { return !c.dish(i) })
	}
	if len(things) != 1 {
		return nil
	}
	return things
}

func (c *checker) dish(i int) bool {
	k := c.Things[i].Kind
	return k == "" || k == "dish" || k == "drink" || k == "beer"
}
