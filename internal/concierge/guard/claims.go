package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// A claim is what a clause says of things: that foods are not in them, that they
// keep a diet, that they are safe.
type claim struct {
	span
	from  int // where what it says begins: "nem" of "nem o bobó nem a moqueca levam"
	foods []string
	diet  string
	safe  bool // it vouches for somebody's health, or that there is no trace of something
	mild  bool // it says that the card does not list the foods
	label bool // it says that the card says so
	of    []int
	any   bool // it is about one of these things, and not known which
}

// claims looks whether what is said of allergens and diets is what the card
// says: each claim belongs to the things of its clause, and is compared with what
// the card says of each.
func (c *checker) claims(v *findings, found []mention) {
	if len(c.Marks) > 0 { // then what is named is marked: in "from Bahia" there is no Moqueca baiana
		found = slices.DeleteFunc(slices.Clone(found), func(m mention) bool {
			_, marked := c.markAt(v.tokens[m.from].from)
			return !marked && !m.certain()
		})
	}
	for n, u := range v.units {
		all := c.claimsIn(v, found, u)
		for i := range all {
			x := &all[i]
			if c.repeatsWish(v, found, u, *x) || c.requested(*x) {
				continue
			}
			x.of, x.any = c.subjects(v, found, n, all, i)
			if x.safe && len(x.foods) == 0 && v.has("safe", x.first, x.first+1) && c.needless(v, found, u, *x) {
				continue
			}
			c.judge(v, *x)
			for _, l := range v.find("likewise", x.last, u.last) { // "… and neither does the cocada"
				to := u.last
				if i+1 < len(all) {
					to = all[i+1].first
				}
				y := *x
				y.of, y.any = slices.DeleteFunc(c.named(found, l.from, to), func(thing int) bool { return slices.Contains(x.of, thing) }), false
				c.judge(v, y)
			}
		}
	}
}

// requested reports whether a dish is without something because the guest orders it so: what
// the staff is asked for says it, "galeto sem bacon".
func (c *checker) requested(x claim) bool {
	if x.safe || x.label || x.diet != "" || len(x.foods) == 0 {
		return false
	}
	if c.requests == nil {
		c.requests = []string{}
		for _, t := range c.Texts {
			if requestKeys().MatchString(t) {
				c.requests = append(c.requests, " "+lang.Fold(t))
			}
		}
	}
	return !slices.ContainsFunc(x.foods, func(food string) bool { // an allergen is never only asked for
		return len(spelt(food)) > 0 || !slices.ContainsFunc(c.requests, func(t string) bool {
			return slices.ContainsFunc([]string{" sem ", " sin ", " without ", " no "}, func(not string) bool { return strings.Contains(t, not+lang.Fold(food)) })
		})
	})
}

// requestKeys are the fields of results in which a request to the staff, or a dish's note for
// the kitchen, is read back.
var requestKeys = pattern.Of(`"(?:read_back|filed|note)":`)

// judge reports a claim that is false of one of its things, or of all if it is
// about any.
func (c *checker) judge(v *findings, x claim) {
	truth := func(i int) bool { return c.false(i, x) == "" }
	if x.any && slices.ContainsFunc(x.of, truth) {
		return
	}
	for _, thing := range x.of {
		if why := c.false(thing, x); why != "" {
			v.wrong(Claim, x.first, x.last, "%s: %s. Say only what the card states, and that the kitchen confirms it; mark what you rule out [name](-)", c.Things[thing].Name, why)
			return
		}
	}
}

// false returns the reason for which a claim about a thing is wrong, or "".
func (c *checker) false(thing int, x claim) string {
	gluten := x.diet == "celíaco" || len(x.foods) == 1 && lang.Fold(x.foods[0]) == "gluten"
	switch {
	case x.safe:
		return "no card can tell that it is safe or has no traces"
	case c.stated(thing, x):
		return ""
	case x.label || gluten && !x.mild && c.marked(thing, x):
		return "the card has no such mark"
	case c.Things[thing].Unknown:
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
	add := func(x claim) {
		by := v.clause(u, max(x.from, u.first))
		x.mild = x.mild || x.diet == "" && v.has("by_card", by.first, by.last) && !v.has("labelled", max(by.first, x.from-5), by.last) || v.has("lists", max(u.first, x.from-2), x.from) || v.has("in_list", x.last, min(u.last, x.last+4)) ||
			len(x.foods) > 0 && v.ofCard(found, by.first, x.from) && c.hedged(v, u)
		if x.last == 0 || within(found, x.first) || !v.bracketed(found, x) && (c.doubted(v.text, u, x) || !x.safe && c.takenBack(v, u, x)) {
			return
		}
		if exists := v.has("exists", max(u.first, x.from-3), x.last); exists && (v.has("on_card", x.last, min(u.last, x.last+4)) || !x.safe && len(x.foods) > 0 && len(c.named(found, u.first, x.from)) == 0 && !v.has("of_it", x.last, min(u.last, x.last+3))) && !slices.ContainsFunc(x.foods, func(f string) bool { return len(spelt(f)) > 0 }) {
			return // "there is no pizza on the card"
		}
		if c.notServed(v, found, u, x) {
			return
		}
		near := max(u.first, x.from-3)
		if v.has("marks", near, x.from) {
			return
		}
		if v.has("labelled", near, x.from) && len(c.nots(v.text, span{max(u.first, x.from-6), x.from})) > 0 {
			return // "they have no mark of being vegan"
		}
		own := v.clause(u, x.first)
		if x.safe && slices.ContainsFunc(v.find("can", own.first, own.last), func(m mark) bool { return len(c.nots(v.text, span{max(own.first, m.from-2), m.from + 3})) > 0 }) {
			return // "I can't promise that there are no traces"
		}
		x.safe = x.safe || v.has("certified", near, min(u.last, x.last+2)) || (len(x.foods) > 0 || x.diet == "celíaco") && c.sure(v.text, u, x)
		x.label = !x.mild && v.has("labelled", near, x.from)
		all = append(all, x)
	}
	for i := u.first; i < u.last; i++ {
		if to, ok := v.at("unlisted", i); ok && (v.has("doubt", to, to+1) || v.has("se", to, to+1) || v.has("how", to, to+1)) {
			continue // "the card does not say whether", "how much"
		} else if ok {
			if x := c.without(v, found, u, i, to); !x.safe && !v.has("may", x.last, u.last) {
				x.mild = true
				add(x)
			}
		} else if to, ok := v.at("free_of", i); ok && !v.has("the", to, to+1) { // "sem a mandioca" is taken out
			add(c.without(v, found, u, i, to))
		} else if _, ok := v.at("no", i); ok && len(c.nots(v.text, span{i, i + 1})) > 0 && !within(found, i) && i+1 < u.last && !v.tokens[i+1].breaks && !v.has("holds", i+1, i+2) && c.Language != lang.Spanish { // Spanish "no habla" denies a verb
			add(c.without(v, found, u, i, i+1))
		}
		if to, ok := v.at("holds", i); ok {
			if not := c.denied(v, u, i); not > u.first && len(c.people(v.text, span{not - 1, not})) > 0 && !v.tokens[not].breaks {
				continue // "your brother can't have nuts"
			} else if not >= 0 {
				x := c.without(v, found, u, i, to)
				x.from = not
				if c.negated(v.text, i) && !slices.ContainsFunc(found, func(m mention) bool { return not < m.from && m.from < i && (m.head || m.certain()) }) { // "nem o bobó leva"
					x.first = not
				}
				add(x)
			}
		}
		if v.has("free", i, i+1) && i > u.first && !v.tokens[i].breaks {
			if word := v.tokens[i-1].word; len(classes(word)) > 0 || edible(word) || anyAllergen(word) {
				add(claim{span: span{i - 1, i + 1}, from: i - 1, foods: []string{word}})
			}
		}
		for _, id := range book().under("diet") {
			if to, ok := v.at(book().lists[id], i); ok && !c.ofPerson(v.text, u, i) {
				add(claim{span: span{i, to}, from: i, diet: book().rest(id)})
			}
		}
		if to, ok := v.at("safe", i); ok && to < u.last && v.has("about_food", to, to+1) { // "sem preocupação com porco"
			add(c.without(v, found, u, i, to+1))
		} else if opens := i == u.first && to < u.last && v.tokens[to].breaks; ok && !opens && c.healthy() && !v.has("idiom", i, i+1) && !c.hedged(v, u) && !v.steadies(u, i) && !(i > u.first && v.has("than", i-1, i)) {
			add(claim{span: span{i, to}, from: i, safe: true})
		}
	}
	slices.SortStableFunc(all, func(a, b claim) int { return a.first - b.first })
	return all
}

// notServed reports whether a claim is of a dish that there is not: "there is no version without
// shrimp", "the stew without shrimp is not on the card".
func (c *checker) notServed(v *findings, found []mention, u unit, x claim) bool {
	if v.has("version", x.first, x.last) && v.has("free_of", x.first, x.last) {
		return true
	}
	before, after := max(u.first, x.from-1), min(u.last, x.last+1)
	ofVersion := x.from > u.first && !v.broken(before, x.from) && v.has("version", before, x.from)
	if ofVersion && slices.ContainsFunc(c.nots(v.text, span{max(u.first, x.from-5), before}), func(w mark) bool {
		return !v.broken(w.from, x.from) && (v.has("holds", w.to, before) || v.has("exists", w.to, before))
	}) {
		return true
	}
	from := x.last
	if v.has("version", x.last, after) && !v.broken(x.last-1, x.last) {
		from, ofVersion = after, true
	}
	ofDish := x.from > u.first && within(found, x.from-1)
	return (ofVersion || ofDish) && slices.ContainsFunc(c.nots(v.text, span{from, min(from+2, u.last)}), func(w mark) bool {
		end := min(w.to+3, u.last)
		return !v.broken(x.last-1, w.to) && (v.has("on_card", w.to, end) || v.has("exists", w.to, end))
	})
}

// ofCard reports whether the card is what a denial is said of, and it marks nothing: "the
// card has no gluten for it".
func (t *text) ofCard(found []mention, from, at int) bool {
	return slices.ContainsFunc(t.find("card", from, at), func(m mark) bool {
		apart := 0
		for i := m.to; i < at; i++ {
			if t.has("is", i, i+1) || t.has("and", i, i+1) || t.tokens[i].breaks {
				return false
			}
			if !within(found, i) {
				apart++
			}
		}
		return apart < 4 && !t.has("labelled", from, at)
	})
}

// bracketed reports whether a claim stands in brackets right behind a name, and so is
// said of it whatever the sentence doubts: "the flan (gluten-free)".
func (t *text) bracketed(found []mention, x claim) bool {
	return x.from > 0 && within(found, x.from-1) && strings.HasSuffix(strings.TrimSpace(t.before(x.from)), "(")
}

// steadies reports whether a word for "safe" is a verb here: "a cerveja segura o
// tempero" holds it, and nobody is told that it is safe.
func (t *text) steadies(u unit, i int) bool {
	if i+1 < u.last && t.has("well", i+1, i+2) {
		i++
	}
	whom := i + 2 // "segura a todos"
	return (strings.HasPrefix(t.tokens[i].word, "segur") || t.has("well", i, i+1)) && whom < u.last && !t.tokens[i+1].breaks && t.has("the", i+1, whom) && !t.has("is", max(u.first, i-3), i) &&
		!slices.ContainsFunc([]string{"who", "you", "all", "both"}, func(list string) bool { return t.has(list, whom, whom+1) })
}

// denied returns where the negation of a verb begins: right before it ("nunca
// leva"), or at the first of "nem … nem …" in its clause; or -1.
func (c *checker) denied(v *findings, u unit, at int) int {
	from := v.clause(u, at).first
	for _, m := range v.find("neither", from, at) {
		if !v.has("holds", m.to, at) && !v.has("suit", m.to, at) && !v.has("both", m.to, at) && !v.has("free_of", from, m.from) { // "sem leite nem ovo: a moqueca, que leva coco"
			return m.from
		}
	}
	for _, m := range slices.Backward(c.nots(v.text, span{max(u.first, at-3), at})) {
		if !v.broken(m.from, at) && !c.doubts(v.text, m.to, at) && !v.has("suit", m.to, at) && !v.has("vow", m.to, at) {
			return m.from
		}
	}
	return -1
}

// without reads what is said not to be in something, after the words that say
// so.
func (c *checker) without(v *findings, found []mention, u unit, at, to int) claim {
	x := claim{span: span{at, to}, from: at}
	for j := to; j < u.last && j < to+14; {
		if v.has("stop", j, j+1) || v.tokens[j].digits || within(found, j) || strings.ContainsAny(v.before(j), "(:;") {
			break
		}
		if end, ok := v.at("trace", j); ok {
			x.safe, x.last, j = true, end, end
			continue
		}
		if food, end := v.food(j, u.last); end > j && end < u.last && v.has("free", end, end+1) && !v.tokens[end].breaks {
			break // "no shrimp-free version"
		} else if end > j {
			if kind := v.foodKind(j, end, u.last); kind > end {
				food, end = v.raw[v.tokens[j].from:v.tokens[kind-1].to], kind
			}
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
	if !x.safe && len(x.foods) == 0 {
		return claim{}
	}
	return x
}

// food returns the food that is named at a token, and where it ends.
func (t *text) food(i, last int) (string, int) {
	if t.has("course", i, i+1) || t.has("eat", i, i+1) {
		return "", i
	}
	end := t.allergen(i)
	if to, ok := t.at("sounds", i); ok {
		end = to
	} else if end == i && !t.sounds(i) && (anyAllergen(t.tokens[i].word) || !t.has("small", i, i+1) && edible(t.tokens[i].word)) {
		end = i + 1
	}
	if end == i || end > last {
		return "", i
	}
	return t.raw[t.tokens[i].from:t.tokens[end-1].to], end
}

// foodKind returns where a kind of a food ends that a token names: "carne vermelha" is not
// any "carne".
func (t *text) foodKind(i, end, last int) int {
	if end != i+1 || end >= last || t.tokens[end].breaks || t.has("small", end, end+1) {
		return end
	}
	both := t.tokens[i].word + " " + t.tokens[end].word
	if slices.ContainsFunc(conceptsOf(both), func(m ontology.Mention) bool { return m.Words == both }) {
		return end + 1
	}
	return end
}

// sounds reports whether a token is of what only sounds like an allergen: the
// milk of "coconut milk".
func (t *text) sounds(i int) bool {
	return slices.ContainsFunc(t.find("sounds", max(0, i-3), i+1), func(m mark) bool { return i < m.to })
}

// allergen returns where the allergen that is named at a token ends.
func (t *text) allergen(i int) int {
	end := i
	if t.sounds(i) {
		return i
	}
	for _, id := range book().under("allergen") {
		if to, ok := t.at(book().lists[id], i); ok {
			end = max(end, to)
		}
	}
	return end
}

// takenBack reports whether a claim about the card, or what it lists, is followed by
// a warning: "a lista não cita ovo, mas …".
func (c *checker) takenBack(v *findings, u unit, x claim) bool {
	if !x.mild && !v.has("card", u.first, x.first) {
		return false
	}
	to := u.last
	if next := v.tokens[u.last-1].unit + 1; next < len(v.units) && v.has("contrast", u.last, u.last+1) { // "… Mas …"
		to = v.units[next].last
	}
	return slices.ContainsFunc(v.find("contrast", x.last, to), func(b mark) bool {
		return v.has("warn", b.to, to) || v.has("may", b.to, to) ||
			slices.ContainsFunc(c.nots(v.text, span{b.to, to}), func(m mark) bool { return v.has("suit", m.to, min(m.to+3, to)) })
	})
}

// doubted reports whether a claim is denied, asked about, or put as something to
// be confirmed or asked for.
func (c *checker) doubted(t *text, u unit, x claim) bool {
	at := x.from
	if slices.ContainsFunc(c.nots(t, span{max(u.first, at-9), at}), func(m mark) bool {
		return !t.broken(m.from, at) && (!t.has("holds", m.to, min(m.to+2, at)) || t.has("sign", m.to, at)) && !t.has("unlisted", m.from, m.to)
	}) {
		return true
	}
	if x.diet != "" && x.last < u.last && len(c.nots(t, span{x.last, x.last + 1})) > 0 && (x.last+1 == u.last || t.tokens[x.last+1].breaks) {
		return true // "vegano não: …"
	}
	from := at
	for from > u.first && at-from < 10 && !t.tokens[from].breaks {
		from--
	}
	if at > u.first && (t.has("only", at-1, at) || slices.ContainsFunc(t.find("request", from, at), func(w mark) bool { return w.to == at })) {
		return true // "the rice, only without garlic"
	}
	if !t.has("holds", x.first, x.last) && t.has("if_possible", x.last, min(x.last+8, u.last)) {
		return true // "sem coentro, se der"
	}
	if t.has("no_such", u.first, at) || !x.safe && t.has("no_such", x.last, t.clause(u, x.last-1).last) || slices.ContainsFunc(t.find("neither", u.first, at), func(m mark) bool { return !t.broken(m.from, at) }) || (c.doubts(t, from, at) || !x.safe && t.has("request", from, at)) && !t.has("sure", from, at) {
		return true
	}
	to := at
	if x.safe { // "no traces: that I cannot promise"
		to = u.last
	}
	return slices.ContainsFunc(t.find("vow", u.first, to), func(w mark) bool { return c.negated(t, w.from) })
}

// doubts reports whether a stretch has a word of doubt; the Spanish "se" is none.
func (c *checker) doubts(t *text, from, to int) bool {
	return t.has("doubt", from, to) || c.Language != lang.Spanish && t.has("se", from, to)
}

// sure reports whether a claim is said to be certain.
func (c *checker) sure(t *text, u unit, x claim) bool {
	from := u.first // behind the name before the last
	for i := len(t.named) - 2; i >= 0; i-- {
		if m := t.named[i]; t.named[i+1].to <= x.first && u.first < m.to {
			from = m.to
			break
		}
	}
	return c.healthy() && slices.ContainsFunc(t.find("sure", from, min(u.last, x.last+3)), func(w mark) bool {
		return !c.negated(t, w.from) && (w.from < x.first || w.from >= x.last) && (!t.tokens[w.from].digits || strings.HasPrefix(strings.TrimSpace(t.after(w.from)), "%"))
	})
}

// healthy reports whether anybody's health is spoken of.
func (c *checker) healthy() bool {
	if slices.ContainsFunc(c.Table, hook.Person.Safety) || strings.Contains(c.asked.raw, "lerg") || strings.Contains(c.asked.raw, "toler") || len(spelt(c.Asked)) > 0 {
		return true
	}
	return slices.ContainsFunc([]string{"trace", "safe", "free_of", "diet celíaco"}, func(list string) bool { return c.asked.has(list, 0, len(c.asked.tokens)) })
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

// ofPerson reports whether a diet is said of somebody: "você é vegano", or of whom a question
// is asked for: "is it made apart, for a vegan?".
func (c *checker) ofPerson(t *text, u unit, at int) bool {
	from := max(u.first, at-3)
	if asks := strings.HasSuffix(strings.TrimSpace(t.raw[u.from:u.to]), "?"); asks && t.has("for_whom", max(u.first, at-2), at) && t.tokens[max(u.first, at-2)].breaks && !t.has("suit", from, at) {
		return true
	}
	eats := func(p hook.Person) bool {
		return slices.ContainsFunc(p.Diets, func(d string) bool { return lang.Stem(d) == lang.Stem(t.tokens[at].word) })
	}
	if at > u.first && strings.HasSuffix(t.tokens[at].word, "s") && t.has("counting", at-1, at) && slices.ContainsFunc(c.Table, eats) { // "a table for the two vegans"
		return true
	}
	if named := func(p hook.Person) bool { return eats(p) || t.names(span{at, at + 1}, p.Name) }; at > u.first && t.has("the", at-1, at) && slices.ContainsFunc(c.Table, named) && !t.describes(at) { // "the coeliac should ask first"
		return true
	}
	who := slices.ContainsFunc(t.find("who", from, at), func(m mark) bool { return c.Language == lang.English || t.tokens[m.from].word != "son" }) // Spanish "son" is no child
	if who || t.has("ailment", max(u.first, at-2), min(at+2, u.last)) || t.has("you", from, at) || t.has("wish", from, at) && !t.has("to", from, at) {
		return true
	}
	for i := at - 1; i >= t.clause(u, at).first && !within(t.named, i); i-- { // "your niece of six is a vegan"
		if named := slices.ContainsFunc(c.Table, func(p hook.Person) bool { return p.Name != hook.Companion && t.names(span{i, i + 1}, p.Name) }); named || t.has("whose", i, i+1) {
			return !t.has("for_whom", max(u.first, i-3), i) || t.has("which", i+1, at)
		}
	}
	people := c.people(t, span{from, at})
	return slices.ContainsFunc(people, func(p string) bool { return p != others && p != somebody && p != "" })
}

// describes reports whether a word stands before what it is said of, as in English: "the vegan stew".
func (t *text) describes(at int) bool {
	next := at + 1
	return next < len(t.tokens) && t.tokens[next].unit == t.tokens[at].unit && !t.tokens[next].breaks && !isIn(book().list("small"), t.tokens[next].word) && !t.has("can", next, next+1) && !t.has("ought", next, next+1)
}

// clause returns the part of a unit around a token that has its own subject.
func (t *text) clause(u unit, at int) span {
	s := span{at, at + 1}
	for s.first > u.first && !t.ends(s.first) {
		s.first--
	}
	for s.last < u.last && !t.ends(s.last) {
		s.last++
	}
	return s
}

// ends reports whether a clause with its own subject begins at a token.
func (t *text) ends(i int) bool {
	if strings.ContainsAny(t.before(i), ";—–:") {
		return true
	}
	_, but := t.at("but", i)
	return but && t.tokens[i].breaks || t.has("contrast", i, i+1)
}

// asks reports whether a unit is a question.
func (t *text) asks(u unit) bool {
	return strings.HasSuffix(strings.TrimSpace(t.raw[u.from:u.to]), "?")
}
