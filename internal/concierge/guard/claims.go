package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// A claim is what a clause says of things: that foods are not in them, that they
// keep a diet, that they are safe.
type claim struct {
	span
	from   int // where what it says begins: "nem" of "nem o bobó nem a moqueca levam"
	foods  []string
	diet   string
	safe   bool // it vouches for somebody's health, or that there is no trace of something
	listed bool // it says that the card does not list the foods
	verb   bool // "não leva": it is said of what stands before it
}

// claims looks whether what is said of allergens and diets is what the card says. What the card contradicts is
// wrong. Of what it does not tell the guest is to be cautioned, unless the answer says who knows.
func (c *checker) claims(v *findings) {
	for n, u := range v.units {
		for _, x := range c.claimsIn(v, u) {
			of := c.subjects(v, n, x)
			v.caution = v.caution || x.safe && len(of) == 0
			for _, thing := range of {
				why, unsure := c.judge(thing, x)
				if v.caution = v.caution || unsure; why != "" {
					v.wrong(Claim, x.first, x.last, "%s: %s. Say only what the card states, and that the kitchen confirms it", c.Things[thing].Name, why)
					break
				}
			}
		}
	}
	v.caution = v.caution && !v.has("hedge", 0, len(v.tokens))
}

// judge says in what the card contradicts a claim about a thing, and whether it does not tell.
func (c *checker) judge(thing int, x claim) (why string, unsure bool) {
	gluten := x.diet == "celíaco" || len(x.foods) == 1 && lang.Fold(x.foods[0]) == "gluten"
	switch {
	case x.safe:
		return "", true
	case c.stated(thing, x):
		return "", false
	case c.Things[thing].Unknown:
		return "", true
	case x.diet != "" && c.breaks(thing, x.diet):
		return "it is not " + x.diet, false
	}
	for _, f := range x.foods {
		if c.contains(thing, f, !x.listed) {
			return "it has " + f + ", or may have", false
		}
	}
	return "", !x.listed && (gluten || x.diet == "halal" || x.diet == "kosher" || x.diet == "orgânico")
}

// claimsIn returns the claims of a unit, in order.
func (c *checker) claimsIn(v *findings, u unit) (all []claim) {
	after := u.first
	add := func(x claim) {
		if x.last > 0 && !v.within(x.first) && !c.doubted(v, u, after, x) && c.matters(x) {
			all, after = append(all, x), x.last
		}
	}
	for i := u.first; i < u.last; i++ {
		free, isFree := v.at("free_of", i)
		has, isVerb := v.at("holds", i)
		safe, isSafe := v.at("safe", i)
		if lists, ok := v.at("lists", i); ok {
			has, isVerb = lists, true
		}
		switch not := c.denied(v, i); {
		case isSafe && c.healthy():
			add(claim{span: span{i, safe}, from: i, safe: true})
		case isFree:
			add(c.without(v, u, i, free))
		case c.Language == lang.English && v.has("no", i, i+1):
			add(c.without(v, u, i, i+1))
		case isVerb && not >= 0 && (v.has("pronoun", not-1, not) || !c.ofPerson(v, u, not)):
			x := c.without(v, u, i, has)
			x.from, x.verb, x.listed = not, true, v.has("lists", i, i+1) || v.has("in_list", x.last, min(x.last+4, u.last))
			add(x)
		case i > u.first && v.has("free", i, i+1) && !v.tokens[i].breaks && v.isFood(i-1):
			add(claim{span: span{i - 1, i + 1}, from: i - 1, foods: []string{v.tokens[i-1].word}})
		}
		for _, id := range book().kinds["diet"] {
			if to, ok := v.at(book().lists[id], i); ok && !c.ofPerson(v, u, i) {
				add(claim{span: span{i, to}, from: i, diet: book().rest(id)})
			}
		}
	}
	return all
}

// without reads what is said not to be in something, after the words that say so.
func (c *checker) without(v *findings, u unit, at, to int) claim {
	x := claim{span: span{at, to}, from: at}
	for j := to; j < u.last && !v.within(j); {
		if end, ok := v.at("trace", j); ok {
			x.safe, x.last, j = true, end, end
		} else if food, end := v.food(j, u.last); end > j {
			x.foods, x.last, j = append(x.foods, food), end, end
		} else if j == to || v.hasAny(j, j+1, "any", "nor", "free_of") {
			j++
		} else {
			break
		}
	}
	if x.safe {
		x.foods = nil
	} else if len(x.foods) == 0 {
		return claim{}
	}
	return x
}

// denied returns where the negation of a verb begins: right before it ("nunca
// leva"), or at the first of "nem … nem …" in its clause; or -1.
func (c *checker) denied(v *findings, at int) int {
	from := v.clause(at).first
	if all := v.find("neither", from, at); len(all) > 0 {
		return all[0].from
	}
	for _, m := range slices.Backward(c.nots(v.text, span{max(from, at-3), at})) {
		if !v.broken(m.from, at) {
			return m.from
		}
	}
	return -1
}

// doubted reports whether a claim is denied, asked about, or put as something to be confirmed or asked for.
func (c *checker) doubted(v *findings, u unit, after int, x claim) bool {
	from := x.from
	for from > after && x.from-from < 10 && !v.tokens[from].breaks {
		from--
	}
	end := x.last < u.last && (x.last+1 == u.last || v.tokens[x.last+1].breaks)
	return v.asks(u) || len(c.nots(v.text, span{from, x.from})) > 0 || v.has("doubt", from, x.from) || v.has("request", v.clause(x.from).first, x.from) ||
		v.has("if_possible", x.last, min(u.last, x.last+8)) || end && len(c.nots(v.text, span{x.last, x.last + 1})) > 0 // "vegano não: …"
}

// matters reports whether a claim speaks of anybody's health, or of what the guest asks: what nobody must avoid and is no
// allergen may be left out of a dish that is ordered so.
func (c *checker) matters(x claim) bool {
	filed := slices.ContainsFunc(c.Fresh, func(t string) bool { return strings.Contains(t, `"read_back":`) || strings.Contains(t, `"filed":`) })
	return len(x.foods) == 0 || slices.ContainsFunc(x.foods, func(food string) bool {
		return len(spelt(food)) > 0 || anyAllergen(food) || !filed && strings.Contains(lang.Fold(c.Asked), lang.Fold(food)) ||
			slices.ContainsFunc(c.Table, func(p hook.Person) bool { return c.holds(food, NotFor{Who: p.Name}) })
	})
}

// healthy reports whether anybody's health is spoken of.
func (c *checker) healthy() bool {
	return slices.ContainsFunc(c.Table, hook.Person.Safety) || len(spelt(c.Asked)) > 0 || c.asked.hasAny(0, len(c.asked.tokens), "trace", "safe", "free_of", "diet celíaco", "ailment")
}

// ofPerson reports whether a diet is said of somebody, and not of a thing: "você é vegano", "for the vegan".
func (c *checker) ofPerson(v *findings, u unit, at int) bool {
	from := at
	for from > u.first && at-from < 4 && !v.tokens[from].breaks && !v.within(from-1) {
		from--
	}
	words := v.words(from, at+1)
	return v.hasAny(from, at, "who", "you", "for_whom") || slices.ContainsFunc(c.Table, func(p hook.Person) bool { return hook.Speaks(words, p.Name) })
}

// subjects returns the things that a claim is about: of what its unit names the nearest, with all in a row with it;
// all under the head of a list; what the last sentence names that names anything; or what the guest asks about.
func (c *checker) subjects(v *findings, n int, x claim) (things []int) {
	u, own := v.units[n], v.clause(x.from)
	before, after := -1, -1
	for i, m := range v.found {
		if u.first <= m.first && m.last <= x.first {
			before = i
		} else if x.last <= m.first && m.first < u.last && after < 0 && (before < 0 || m.first < own.last) {
			after = i
		}
	}
	nearer := before >= 0 && (x.verb || after < 0 || v.found[before].first >= own.first && x.first-v.found[before].last <= v.found[after].first-x.last)
	row := func(n int) []int {
		first, last := v.row(n)
		if end := v.found[last].last; end < x.first && v.has("which", end, end+1) { // "the soup and the rice, which has no milk"
			first = last
		}
		return c.named(v, v.found[first].first, v.found[last].last)
	}
	switch {
	case nearer:
		return row(before)
	case after >= 0 && (!x.verb || x.from == u.first):
		return row(after)
	case u.opens:
		for _, w := range v.units {
			if named := c.named(v, w.first, w.last); w.under == n && len(named) > 0 {
				things = append(things, named[0])
			}
		}
		return things
	}
	both, at := v.has("both", u.first, u.last), -1
	for _, m := range slices.Backward(v.found) {
		k, _ := c.markOf(v, m)
		if m.first >= x.first || k.Not || !c.dish(m.things[0]) {
			continue
		}
		if at < 0 {
			at = v.tokens[m.first].unit
		}
		if both && len(things) < 2 || !both && v.tokens[m.first].unit == at {
			things = union(things, m.things[:1])
		}
	}
	if len(v.found) == 0 {
		things = c.askedOf
	}
	if len(things) > 1 && !both {
		return nil
	}
	return things
}

// food returns the food that is named at a token, and where it ends.
func (t *text) food(i, last int) (string, int) {
	end := i
	if to, ok := t.at("sounds", i); ok {
		end = to
	} else if end = t.allergen(i); end == i && t.isFood(i) && !t.hasAny(i, i+1, "course", "eat", "small") && !t.sounds(i) {
		end = i + 1
	}
	if end == i || end > last {
		return "", i
	}
	return t.words(i, end), end
}

func (t *text) isFood(i int) bool { return edible(t.tokens[i].word) || anyAllergen(t.tokens[i].word) }

// sounds reports whether a token is of what only sounds like an allergen: the
// milk of "coconut milk".
func (t *text) sounds(i int) bool {
	return slices.ContainsFunc(t.find("sounds", max(0, i-3), i+1), func(m mark) bool { return i < m.to })
}

// allergen returns where the allergen that is named at a token ends.
func (t *text) allergen(i int) int {
	end := i
	for _, id := range book().kinds["allergen"] {
		if to, ok := t.at(book().lists[id], i); ok && !t.sounds(i) {
			end = max(end, to)
		}
	}
	return end
}
