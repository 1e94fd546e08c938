package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
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
	of     []mention
}

// claims looks whether what is said of allergens and diets is what the card
// says. What the card contradicts is wrong; of what it does not tell, the guest is to be cautioned.
func (c *checker) claims(v *findings) {
	for n, u := range v.units {
		all := c.claimsIn(v, u)
		for i := range all {
			x := &all[i]
			if x.of = c.subjects(v, n, all[:i], *x); len(x.of) == 0 && x.safe {
				v.caution = true
			}
			for _, m := range x.of {
				if why := c.false(v, m, *x); why != "" {
					v.wrong(Claim, x.first, x.last, "%s: %s. Say only what the card states, and that the kitchen confirms it", c.Things[m.things[0]].Name, why)
					break
				}
				v.caution = v.caution || c.unsure(m.things[0], *x)
			}
		}
	}
	if slices.ContainsFunc(v.find("hedge", 0, len(v.tokens)), func(mark) bool { return true }) {
		v.caution = false // it says who knows
	}
}

// false says in what the card contradicts a claim about a thing, or nothing.
func (c *checker) false(v *findings, m mention, x claim) string {
	thing := m.things[0]
	switch {
	case x.safe && slices.ContainsFunc(c.Things[thing].NotFor, func(not NotFor) bool { return c.vouched(v, m, x, not) }):
		return "it is not for all at the table"
	case x.safe, c.stated(thing, x), c.Things[thing].Unknown:
		return ""
	case x.diet != "" && c.breaks(thing, x.diet):
		return "it is not " + x.diet
	}
	for _, f := range x.foods {
		if x.listed && c.lists(thing, f) || !x.listed && c.has(thing, f) {
			return "it has " + f + ", or may have"
		}
	}
	return ""
}

// vouched reports whether a thing is called safe for somebody who must not have it.
func (c *checker) vouched(v *findings, m mention, x claim, not NotFor) bool {
	n := slices.IndexFunc(v.found, func(o mention) bool { return o.first == m.first })
	theirs, others := c.markedFor(v, n, not)
	u := v.units[v.tokens[x.first].unit]
	return theirs || !others && !c.namesOthers(v, u.span, not)
}

// unsure reports whether the card does not tell what a claim says of a thing.
func (c *checker) unsure(thing int, x claim) bool {
	gluten := x.diet == "celíaco" || len(x.foods) == 1 && lang.Fold(x.foods[0]) == "gluten"
	onlyCard := slices.Contains([]string{"halal", "kosher", "orgânico"}, x.diet)
	switch {
	case x.safe:
		return true
	case c.stated(thing, x), x.listed:
		return false
	}
	return c.Things[thing].Unknown || gluten && c.marks(x) || onlyCard
}

// claimsIn returns the claims of a unit, in order.
func (c *checker) claimsIn(v *findings, u unit) (all []claim) {
	add := func(x claim) {
		from := u.first
		if len(all) > 0 {
			from = all[len(all)-1].last
		}
		if x.last > 0 && !v.within(x.first) && !c.doubted(v, u, from, x) && c.matters(x) {
			all = append(all, x)
		}
	}
	for i := u.first; i < u.last; i++ {
		if to, ok := v.at("unlisted", i); ok && !(to < u.last && v.isOnly(to, to+1, "how", "doubt")) {
			x := c.without(v, u, i, to)
			x.listed = true
			add(x)
		} else if to, ok := v.at("free_of", i); ok && !v.has("the", to, to+1) { // "sem a mandioca" is taken out
			add(c.without(v, u, i, to))
		} else if c.Language == lang.English && v.has("no", i, i+1) {
			add(c.without(v, u, i, i+1))
		} else if to, ok := v.at("holds", i); ok {
			if not := c.denied(v, i); not >= 0 && (v.has("pronoun", not-1, not) || !c.ofPerson(v, u, not)) {
				x := c.without(v, u, i, to)
				x.from, x.verb, x.listed = not, true, v.has("lists", i, i+1) || v.has("in_list", x.last, min(x.last+4, u.last))
				add(x)
			}
		}
		if i > u.first && v.has("free", i, i+1) && !v.tokens[i].breaks && v.isFood(i-1) {
			add(claim{span: span{i - 1, i + 1}, from: i - 1, foods: []string{v.tokens[i-1].word}})
		}
		for _, id := range book().kinds["diet"] {
			if to, ok := v.at(book().lists[id], i); ok && !c.ofPerson(v, u, i) {
				add(claim{span: span{i, to}, from: i, diet: book().rest(id)})
			}
		}
		if to, ok := v.at("safe", i); ok && to < u.last && v.has("about_food", to, to+1) { // "sem preocupação com porco"
			add(c.without(v, u, i, to+1))
		} else if ok && c.healthy() && !v.has("idiom", i, i+1) && !(to < u.last && v.has("well", to, to+1)) {
			add(claim{span: span{i, to}, from: i, safe: true})
		}
	}
	for i := range all {
		all[i].safe = all[i].safe || (len(all[i].foods) > 0 || all[i].diet == "celíaco") && c.sure(v, u, all[i])
	}
	return all
}

// without reads what is said not to be in something, after the words that say so.
func (c *checker) without(v *findings, u unit, at, to int) claim {
	x := claim{span: span{at, to}, from: at}
	for j := to; j < u.last && j < to+14; {
		if v.has("stop", j, j+1) || v.tokens[j].digits || v.within(j) || strings.ContainsAny(v.before(j), "(:;") {
			break
		}
		if end, ok := v.at("trace", j); ok {
			x.safe, x.last, j = true, end, end
		} else if food, end := v.food(j, u.last); end > j {
			x.foods, x.last, j = append(x.foods, food), end, end
		} else if j == to || v.isOnly(j, j+1, "any") || v.isOnly(j, j+1, "nor") || v.isOnly(j, j+1, "free_of") || len(x.foods) == 0 && v.isOnly(j, j+1, "small") {
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
	for _, m := range v.find("neither", v.clause(at).first, at) {
		if !v.has("holds", m.to, at) && !v.has("suit", m.to, at) {
			return m.from
		}
	}
	for _, m := range slices.Backward(c.nots(v.text, span{max(v.clause(at).first, at-3), at})) {
		if !v.broken(m.from, at) && !v.has("suit", m.to, at) && !v.has("doubt", m.to, at) {
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
	behind, own := min(u.last, x.last+8), v.clause(x.from)
	return v.asks(u) || len(c.nots(v.text, span{from, x.from})) > 0 || v.has("neither", from, x.from) || v.has("doubt", from, x.from) || v.has("request", own.first, x.from) || v.has("only", x.from-1, x.from) || slices.ContainsFunc(v.find("vow", u.first, x.from), func(w mark) bool { return c.negated(v.text, w.from) }) ||
		v.has("marks", max(u.first, x.from-3), x.from) || v.has("if_possible", x.last, behind) || v.has("no_such", own.first, x.from) || !x.safe && v.has("no_such", x.last, own.last) ||
		x.last < u.last && len(c.nots(v.text, span{x.last, x.last + 1})) > 0 && (x.last+1 == u.last || v.tokens[x.last+1].breaks) // "vegano não: …"
}

// matters reports whether a claim speaks of anybody's health: what nobody must avoid and is no allergen may be said to be
// left out of a dish that is ordered so.
func (c *checker) matters(x claim) bool {
	filed := slices.ContainsFunc(c.Fresh, func(t string) bool { return strings.Contains(t, `"read_back":`) || strings.Contains(t, `"filed":`) })
	return len(x.foods) == 0 || slices.ContainsFunc(x.foods, func(food string) bool {
		return !filed && strings.Contains(lang.Fold(c.Asked), lang.Fold(food)) || len(spelt(food)) > 0 || anyAllergen(food) || slices.ContainsFunc(c.Table, func(p hook.Person) bool { return c.holds(food, NotFor{Who: p.Name}) })
	})
}

// sure reports whether a claim is said to be certain.
func (c *checker) sure(v *findings, u unit, x claim) bool {
	return c.healthy() && slices.ContainsFunc(v.find("sure", max(u.first, x.from-8), min(u.last, x.last+3)), func(w mark) bool {
		return !c.negated(v.text, w.from) && (!v.tokens[w.from].digits || strings.HasPrefix(strings.TrimSpace(v.after(w.from)), "%"))
	})
}

// healthy reports whether anybody's health is spoken of.
func (c *checker) healthy() bool {
	return slices.ContainsFunc(c.Table, hook.Person.Safety) || len(spelt(c.Asked)) > 0 ||
		slices.ContainsFunc([]string{"trace", "safe", "free_of", "diet celíaco", "ailment"}, func(list string) bool { return c.asked.has(list, 0, len(c.asked.tokens)) })
}

// ofPerson reports whether a diet is said of somebody, and not of a thing: "você é vegano", "for the vegan".
func (c *checker) ofPerson(v *findings, u unit, at int) bool {
	from := at
	for from > u.first && at-from < 4 && !v.tokens[from].breaks && !v.within(from-1) {
		from--
	}
	if slices.ContainsFunc([]string{"who", "you", "ailment", "wish"}, func(list string) bool { return v.has(list, from, at) }) || v.has("counting", at-1, at) {
		return true
	}
	words := v.words(from, at+1)
	return v.has("for_whom", from, at) && !v.has("suit", max(u.first, from-2), at) || slices.ContainsFunc(c.Table, func(p hook.Person) bool { return hook.Speaks(words, p.Name) })
}

// subjects returns the things that a claim is about: of what its unit names the nearest, with all in a row with it;
// all under the head of a list; what the claim before it is about; or what the last sentence that names anything does.
func (c *checker) subjects(v *findings, n int, had []claim, x claim) []mention {
	u, own := v.units[n], v.clause(x.from)
	before, after := -1, -1
	for i, m := range v.found {
		if u.first <= m.first && m.last <= x.first {
			before = i
		} else if x.last <= m.first && m.first < u.last && after < 0 && (before < 0 || m.first < own.last) {
			after = i
		}
	}
	row := func(n int) (all []mention) {
		first, last := v.row(n)
		if end := v.found[last].last; end < x.first && v.has("which", end, end+1) { // "the soup and the rice, which has no milk"
			first = last
		}
		for _, m := range v.found[first : last+1] {
			if c.dish(m.things[0]) {
				all = append(all, m)
			}
		}
		return all
	}
	switch {
	case v.has("pair", u.first, x.first):
		return c.lastTwo(v, x.first)
	case before >= 0 && (x.verb || after < 0 || v.found[before].first >= own.first && v.gap(v.found[before].last, x.first) <= v.gap(x.last, v.found[after].first)):
		if len(had) > 0 && had[len(had)-1].first > v.found[before].last && !x.verb {
			return had[len(had)-1].of
		}
		return row(before)
	case after >= 0 && (!x.verb || before < 0 && x.from == u.first):
		return row(after)
	case u.opens:
		var all []mention
		for _, w := range v.units {
			if named := c.named(v, w.first, w.last); w.under == n && len(named) > 0 {
				all = append(all, named[0])
			}
		}
		return all
	}
	for j := n - 1; j >= 0; j-- {
		if named := c.named(v, v.units[j].first, v.units[j].last); len(named) == 1 || len(named) > 1 && v.has("both", u.first, u.last) {
			return named
		} else if len(named) > 0 {
			return nil
		}
	}
	if len(c.askedOf) == 1 && len(v.found) == 0 {
		return []mention{{things: c.askedOf, whole: true}}
	}
	return nil
}

// lastTwo returns the last two dishes and drinks that are named before a token and not marked as for nobody.
func (c *checker) lastTwo(v *findings, to int) (all []mention) {
	for _, m := range slices.Backward(c.named(v, 0, to)) {
		had := slices.ContainsFunc(all, func(o mention) bool { return slices.Equal(o.things, m.things) })
		if k, _ := c.markOf(v, m); !had && !k.Not && len(all) < 2 {
			all = append(all, m)
		}
	}
	return all
}

// gap is how far it is from one token to another; what is set off is farther.
func (t *text) gap(from, to int) (far int) {
	for i := from; i < to; i++ {
		far++
		if t.tokens[i].breaks {
			far += 2
		}
	}
	return far
}

// food returns the food that is named at a token, and where it ends.
func (t *text) food(i, last int) (string, int) {
	if t.has("course", i, i+1) || t.has("eat", i, i+1) {
		return "", i
	}
	end := i
	if to, ok := t.at("sounds", i); ok {
		end = to
	} else if !t.sounds(i) {
		if end = t.allergen(i); end == i && (anyAllergen(t.tokens[i].word) || !t.has("small", i, i+1) && edible(t.tokens[i].word)) {
			end = i + 1
		}
	}
	if end == i || end > last {
		return "", i
	}
	if end == i+1 && end < last && !t.tokens[end].breaks && !t.has("small", end, end+1) {
		both := t.tokens[i].word + " " + t.tokens[end].word // "carne vermelha" is not any "carne"
		if slices.ContainsFunc(conceptsOf(both), func(m ontology.Mention) bool { return m.Words == both }) {
			end++
		}
	}
	return t.words(i, end), end
}

func (t *text) isFood(i int) bool {
	word := t.tokens[i].word
	return len(classes(word)) > 0 || edible(word) || anyAllergen(word)
}

// sounds reports whether a token is of what only sounds like an allergen: the
// milk of "coconut milk".
func (t *text) sounds(i int) bool {
	return slices.ContainsFunc(t.find("sounds", max(0, i-3), i+1), func(m mark) bool { return i < m.to })
}

// allergen returns where the allergen that is named at a token ends.
func (t *text) allergen(i int) int {
	end := i
	if !t.sounds(i) {
		for _, id := range book().kinds["allergen"] {
			if to, ok := t.at(book().lists[id], i); ok {
				end = max(end, to)
			}
		}
	}
	return end
}

func (t *text) hasAllergen(from, to int) bool {
	for i := from; i < to; i++ {
		if t.allergen(i) > i {
			return true
		}
	}
	return false
}
