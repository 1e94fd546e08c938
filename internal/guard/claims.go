package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// A claim is what a sentence says of what is in a thing.
type claim struct {
	span
	foods []string // that it says are not in it
	diet  string   // for which it says it is
	safe  bool     // it vouches for somebody's health, or that there is no trace of something
	has   bool     // foods are in it
	label bool     // it says that the card says so
	marks bool     // it says what cards mark
}

// claims looks whether what is said of allergens and diets is what the card
// says. What no card says, that something is safe or has no traces, is wrong of
// anything.
func (c *checker) claims(v *findings, found []mention) {
	for n, u := range v.units {
		all := c.claimsIn(v, found, u)
		var of, maybe []int
		for i, x := range all {
			after, before := u.first, u.last
			if i > 0 {
				after = all[i-1].last
			}
			if i+1 < len(all) {
				before = all[i+1].first
			}
			if may := c.perhaps(v, found, n, x, after); len(may) > 0 || i > 0 && len(c.named(found, all[i-1].last, x.first)) > 0 {
				maybe = may
			}
			if len(maybe) > 0 {
				of = nil
				c.judgeAll(v, x, maybe)
				continue
			}
			of = c.topic(v, found, n, x, after, before, of)
			c.judge(v, x, of)
			if len(of) == 0 && !v.has("wish", u.first, x.first) && !v.has("some", u.first, x.last+2) && !v.asks(u) {
				c.judgeAll(v, x, c.unnamed(found, x))
			}
			for _, l := range v.find("likewise", x.last, u.last) { // "… and neither does the cocada"
				c.judge(v, x, slices.DeleteFunc(c.named(found, l.from, before), func(thing int) bool { return slices.Contains(of, thing) }))
			}
		}
	}
}

// judge reports a claim that is false of one of some things.
func (c *checker) judge(v *findings, x claim, of []int) {
	for _, thing := range of {
		if why := c.false(thing, x); why != "" {
			v.wrong(Claim, x.first, x.last, "%s: %s. Say only what the card states, and that the kitchen confirms it", c.Things[thing].Name, why)
			return
		}
	}
}

// perhaps returns of which things the clause of a claim may speak by some words
// of their names, where it names none for certain before the claim.
func (c *checker) perhaps(v *findings, found []mention, n int, x claim, after int) []int {
	from := x.first
	for from > v.units[n].first && !v.ends(from) {
		from--
	}
	from = max(from, after)
	if x.has || slices.ContainsFunc(found, func(m mention) bool { return from <= m.from && m.from < x.first && m.certain() }) {
		return nil
	}
	if slices.ContainsFunc(found, func(m mention) bool { // "one without nuts is the …"
		return x.last <= m.from && m.from < x.last+6 && m.certain() && v.has("is", x.last, m.from) && !v.broken(x.last, m.from)
	}) {
		return nil
	}
	return c.known(c.near(v.text, found, from, x.first, 1))
}

// unnamed returns of which things an answer may speak that names none: those of
// which the question has a word, those that the guest sees, or the one that a
// tool returned. What is safe is said of anything.
func (c *checker) unnamed(found []mention, x claim) (all []int) {
	if len(found) > 0 {
		return nil
	}
	if all = c.known(c.near(c.asked, nil, 0, len(c.asked.tokens), 1)); len(all) > 0 {
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

// judgeAll reports a claim that is false of all of some things, of which one is
// meant.
func (c *checker) judgeAll(v *findings, x claim, of []int) {
	if len(of) > 0 && !slices.ContainsFunc(of, func(i int) bool { return c.false(i, x) == "" }) {
		c.judge(v, x, of)
	}
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

// false says what is wrong with a claim about a thing, or nothing.
func (c *checker) false(thing int, x claim) string {
	var t Thing // -1: any
	if thing >= 0 {
		t = c.Things[thing]
	}
	switch {
	case x.has:
		if i := slices.IndexFunc(x.foods, func(f string) bool { return !c.has(thing, f) }); i >= 0 && !t.Unknown && (t.Text != "" || len(t.Says)+len(t.Contains) > 0) {
			return "the card names no " + x.foods[i]
		}
		return ""
	case x.safe:
		return "no card can tell that it is safe or has no traces"
	case c.stated(t, x):
		return ""
	case thing >= 0 && (x.label || x.marks && c.tagged(x)):
		return "the card has no such mark"
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

// stated reports whether the card itself says what a claim says: by a tag such as
// "vegano" or "sem glúten". What is vegan has nothing of an animal.
func (c *checker) stated(t Thing, x claim) bool {
	b := book()
	tags := func(diets ...string) bool {
		return slices.ContainsFunc(t.Says, func(s string) bool {
			folded := strings.Fields(lang.Fold(s))
			return len(folded) < 4 && slices.ContainsFunc(b.read(folded), func(m mark) bool {
				return m.from == 0 && m.to == len(folded) && slices.ContainsFunc(diets, func(d string) bool { return b.lists[m.list] == "diet "+d })
			})
		})
	}
	free := func(food string) bool {
		kinds := spelt(food)
		if slices.ContainsFunc(t.Contains, func(a string) bool { return slices.Contains(kinds, a) }) {
			return false
		}
		return slices.ContainsFunc(t.Says, func(s string) bool {
			without, ok := strings.CutPrefix(lang.Fold(s), "sem ")
			return ok && (without == lang.Fold(food) || slices.ContainsFunc(spelt(without), func(a string) bool { return slices.Contains(kinds, a) }))
		})
	}
	switch x.diet {
	case "":
		return len(x.foods) > 0 && !slices.ContainsFunc(x.foods, func(f string) bool { return !free(f) })
	case "celíaco":
		return free("glúten")
	case "vegetariano":
		return tags("vegano", "vegetariano")
	}
	return tags(x.diet)
}

// tagged reports whether the card marks some things as what a claim says.
func (c *checker) tagged(x claim) bool {
	return slices.ContainsFunc(c.Things, func(t Thing) bool { return c.stated(t, x) })
}

// claimsIn returns the claims of a unit, in order.
func (c *checker) claimsIn(v *findings, found []mention, u unit) (all []claim) {
	add := func(x claim, at int) {
		if !within(found, x.first) && !c.doubted(v.text, u, at, x.safe) && (x.safe || !c.takenBack(v, u, x)) {
			x.safe = x.safe || !x.has && v.has("certified", max(u.first, x.first-3), min(u.last, x.last+2)) || !x.has && (len(x.foods) > 0 || x.diet == "celíaco") && c.sure(v.text, u, x)
			x.marks = !x.has && !v.has("unlisted", x.first, x.last) && !v.has("lists", max(u.first, x.first-2), x.first) && (x.diet == "celíaco" || len(x.foods) == 1 && lang.Fold(x.foods[0]) == "gluten")
			x.label = !x.has && v.has("labelled", max(u.first, x.first-3), x.first)
			all = append(all, x)
		}
	}
	for i := u.first; i < u.last; i++ {
		if to, ok := v.at("free_of", i); ok {
			c.without(v, found, u, i, to, add)
		} else if to, ok := v.at("unlisted", i); ok {
			c.without(v, found, u, i, to, func(x claim, at int) {
				if !x.safe && !v.has("may", x.last, u.last) {
					add(x, at)
				}
			})
		} else if _, ok := v.at("no", i); ok && len(c.nots(v.text, span{i, i + 1})) > 0 && !within(found, i) && i+1 < u.last && !v.tokens[i+1].breaks {
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
		if to, ok := v.at("safe", i); ok && to < u.last && v.has("about_food", to, to+1) { // "sem preocupação com porco"
			c.without(v, found, u, i, to+1, add)
		} else if ok && c.healthy() && !c.hedged(v, u) && !(i > u.first && v.has("than", i-1, i)) {
			add(claim{span: span{i, to}, safe: true}, i)
		}
		if to, ok := v.at("holds", i); ok && len(c.nots(v.text, span{u.first, i})) == 0 && !v.has("may", max(u.first, i-2), min(u.last, to+4)) {
			c.with(v, u, i, to, add)
		}
	}
	slices.SortStableFunc(all, func(a, b claim) int { return a.first - b.first })
	return all
}

// takenBack reports whether a claim about the card is followed by a warning: "a
// lista não cita ovo, mas …".
func (c *checker) takenBack(v *findings, u unit, x claim) bool {
	if !v.has("card", u.first, x.first) {
		return false
	}
	for _, b := range v.find("contrast", x.last, u.last) {
		if v.has("warn", b.to, u.last) || v.has("may", b.to, u.last) || slices.ContainsFunc(c.nots(v.text, span{b.to, u.last}), func(m mark) bool { return v.has("suit", m.to, min(m.to+3, u.last)) }) {
			return true
		}
	}
	return false
}

// without reads what is said not to be in something, after the words that say
// so.
func (c *checker) without(v *findings, found []mention, u unit, at, to int, add func(claim, int)) {
	x := claim{span: span{at, to}}
	for j := to; j < u.last && j < to+14; {
		if v.has("stop", j, j+1) || v.tokens[j].digits || within(found, j) || strings.ContainsAny(v.before(j), "(:;") {
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
		first := len(x.foods) == 0 && !x.safe
		if !any && !nor && !v.has("free_of", j, j+1) && !(first && (j == to || v.has("small", j, j+1))) && !(x.safe && v.has("small", j, j+1)) {
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
		if v.tokens[j].breaks || v.has("wish", j, j+1) || len(c.nots(v.text, span{j, j + 1})) > 0 || v.has("free_of", j, j+1) {
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
	}
	if end == i || end > last {
		return "", i
	}
	return t.raw[t.tokens[i].from:t.tokens[end-1].to], end
}

// allergen returns where the allergen that is named at a token ends.
func (t *text) allergen(i int) int {
	end := i
	if slices.ContainsFunc(t.find("sounds", max(0, i-3), i+1), func(m mark) bool { return i < m.to }) {
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
func (c *checker) doubted(t *text, u unit, at int, safe bool) bool {
	if slices.ContainsFunc(c.nots(t, span{max(u.first, at-5), at}), func(m mark) bool {
		return !t.broken(m.from, at) && !t.has("free_of", m.from, m.to) && !t.has("unlisted", m.from, m.to)
	}) {
		return true
	}
	from := at
	for from > u.first && at-from < 10 && !t.tokens[from].breaks {
		from--
	}
	if t.has("no_such", u.first, at) || slices.ContainsFunc(t.find("neither", u.first, at), func(m mark) bool { return !t.broken(m.from, at) }) || (t.has("doubt", from, at) || !safe && t.has("request", from, at)) && !t.has("sure", from, at) {
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

// topic returns the things that a claim is about. It is what its clause names
// since the claim before it, or else what that one is about, or what follows.
// Of a head it is all under it. A clause without names is about what the one
// before it is, and a sentence without names about the one thing that the
// sentence before, the answer or the question names; "both" are all of them.
func (c *checker) topic(v *findings, found []mention, n int, x claim, after, before int, last []int) (things []int) {
	u := v.units[n]
	from, to := x.first, x.last
	for from > u.first && !v.ends(from) {
		from--
	}
	for to < u.last && !v.ends(to) {
		to++
	}
	things = c.named(found, max(from, after), x.first)
	if x.has {
		certain := func(i int) bool {
			return slices.ContainsFunc(found, func(m mention) bool { return m.things[0] == i && m.certain() })
		}
		if len(things) == 0 || !certain(things[len(things)-1]) {
			return nil
		}
		return things[len(things)-1:]
	}
	if len(things) > 0 {
		return lastNamed(things, !v.has("relative", x.first-1, x.first) && !v.has("which", max(from, x.first-2), x.first))
	}
	if after > from && len(last) > 0 { // "… é vegano e sem glúten"
		return last
	}
	if u.opens && !x.has {
		things = c.named(found, x.last, u.last)
		for i, w := range v.units {
			if w.under == n && i > n {
				things = union(things, c.named(found, w.first, min(w.last, w.first+12)))
			}
		}
		if len(things) > 0 {
			return things
		}
	}
	if v.has("ordinal", from, x.first) {
		return nil
	}
	subject := x.first > from && v.has("is", x.first-1, x.first) && x.first-from <= 2 // "É vegana e combina com …"
	if !subject || n == 0 {
		if things = c.named(found, x.last, min(to, before)); len(things) > 0 {
			return things
		}
	}
	if things = c.named(found, u.first, from); len(things) > 0 {
		return lastNamed(things, v.has("both", from, x.last))
	}
	if things = c.named(found, x.last, u.last); from == u.first && len(things) > 0 || v.asks(u) {
		return things
	}
	things = nil
	for i := n - 1; i >= 0 && len(things) == 0; i-- {
		things = c.named(found, v.units[i].first, v.units[i].last)
	}
	if len(things) == 0 {
		things = slices.DeleteFunc(slices.Clone(c.askedOf), func(i int) bool { return !c.dish(i) })
	}
	if len(things) != 1 && !v.has("both", u.first, u.last) {
		return nil
	}
	return things
}

// asks reports whether a unit is a question.
func (t *text) asks(u unit) bool {
	return strings.HasSuffix(strings.TrimSpace(t.raw[u.from:u.to]), "?")
}

func lastNamed(things []int, all bool) []int {
	if all {
		return things
	}
	return things[len(things)-1:]
}

// ends reports whether a clause with its own subject begins at a token.
func (t *text) ends(i int) bool {
	if strings.ContainsAny(t.before(i), ";—–:") {
		return true
	}
	_, but := t.at("but", i)
	return but && t.tokens[i].breaks || t.has("contrast", i, i+1)
}

func (c *checker) dish(i int) bool {
	k := c.Things[i].Kind
	return k == "" || k == "dish" || k == "drink" || k == "beer"
}
