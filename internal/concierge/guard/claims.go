package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// A claim is what a sentence says of things: that foods are not in them, that they keep a diet, that nothing
// can happen.
type claim struct {
	span
	foods []string
	diet  string
	safe  bool // it vouches for somebody's health, or that there is no trace of something
}

// claims holds what is said of allergens and diets against what the card says of the things that the sentence
// names: the card's word is told to the guest as well. A promise that nothing can happen is no such word, and goes.
func (c *checker) claims(v *findings, found []mention) {
	for n, u := range v.units {
		if v.asks(u) {
			continue
		}
		for _, x := range c.claimsIn(v, found, u) {
			if x.safe {
				v.all = append(v.all, Violation{
					From: v.tokens[x.first].from, To: v.tokens[x.last-1].to, Kind: Claim, Word: NotVouched, Again: true,
					What: "no card can tell that it is safe or has no traces: say only what the card states, and that the kitchen confirms it",
				})
				continue
			}
			for _, thing := range c.subjects(v, found, n, x, false) {
				c.judge(v, thing, x, c.lists(v, u))
			}
		}
	}
}

// judge reports a claim that is false of a thing.
func (c *checker) judge(v *findings, thing int, x claim, lists bool) {
	wrong := Violation{From: v.tokens[x.first].from, To: v.tokens[x.last-1].to, Kind: Claim, Thing: c.Things[thing].Name}
	gluten := x.diet == "celíaco" || len(x.foods) == 1 && lang.Fold(x.foods[0]) == "gluten"
	food := slices.IndexFunc(x.foods, func(f string) bool { return c.has(thing, f) })
	asked := c.requested(x)
	switch {
	case c.stated(thing, x), asked && !slices.ContainsFunc(x.foods, func(f string) bool { return len(spelt(f)) > 0 }):
		return
	case x.diet != "" && !gluten && c.breaks(thing, x.diet):
		wrong.Word, wrong.Why, wrong.Again = IsNot, x.diet, true
	case food >= 0:
		wrong.Word, wrong.Why, wrong.Again = Has, x.foods[food], !asked // of an allergen the card's word is told all the same
	case c.Things[thing].Unknown, gluten && !lists && c.marked(thing, x):
		if wrong.Word, wrong.Why = NotTold, "glúten"; !gluten && len(x.foods) > 0 {
			wrong.Why = x.foods[0]
		}
	default:
		return
	}
	wrong.What = wrong.Thing + ": the card does not state what you say of it; mark what you rule out [name](-)"
	v.all = append(v.all, wrong)
}

// lists reports whether a sentence, or the head of its list, speaks of what the card lists and says no more
// than that: "with no gluten listed".
func (c *checker) lists(v *findings, u unit) bool {
	of := func(u unit) bool {
		return slices.ContainsFunc([]string{"by_card", "lists", "in_list", "unlisted", "hedge"}, func(list string) bool { return v.has(list, u.first, u.last) })
	}
	return of(u) || u.under >= 0 && of(v.units[u.under])
}

// claimsIn returns the claims of a sentence, in order.
func (c *checker) claimsIn(v *findings, found []mention, u unit) (all []claim) {
	for i := u.first; i < u.last; i++ {
		if within(found, i) {
			continue
		}
		if len(c.people(v.text, span{max(u.first, i-2), i})) > 0 { // "with Priya's no egg", "a Bia é vegana"
			continue
		}
		if x, ok := c.without(v, found, u, i); ok {
			all = append(all, x)
		}
		for _, id := range book().under("diet") {
			if to, ok := v.at(book().lists[id], i); ok && len(c.nots(v.text, span{v.clause(u, i).first, i})) == 0 {
				all = append(all, claim{span: span{i, to}, diet: book().rest(id)})
			}
		}
	}
	if !c.healthy() || c.hedged(v, u) || c.refusesToVow(v, u) {
		return all
	}
	for _, w := range v.find("safe", u.first, u.last) {
		if about := w.to < u.last && v.has("about_food", w.to, w.to+1); !c.negated(v.text, w.from) && !about {
			all = append(all, claim{span: span{w.from, w.to}, safe: true})
		}
	}
	for _, w := range slices.Concat(v.find("sure", u.first, u.last), v.find("certified", u.first, u.last)) { // "guaranteed gluten-free"
		if len(all) > 0 && all[0].diet != "vegano" && !c.negated(v.text, w.from) {
			all = append(all, claim{span: span{w.from, w.to}, safe: true})
		}
	}
	return all
}

// denies reports whether a sentence says of a thing that what somebody must not have is not in it.
func (c *checker) denies(v *findings, found []mention, at, thing int, not NotFor) bool {
	u := v.units[at]
	for i := u.first; i < u.last; i++ {
		x, ok := c.without(v, found, u, i)
		if ok && slices.ContainsFunc(x.foods, func(food string) bool { return c.holds(food, not, false) }) && slices.Contains(c.subjects(v, found, at, x, true), thing) {
			return true
		}
	}
	return false
}

// refusesToVow reports whether a sentence says that something is not promised: "I can't promise that it is safe".
func (c *checker) refusesToVow(v *findings, u unit) bool {
	return slices.ContainsFunc(v.find("vow", u.first, u.last), func(w mark) bool { return c.negated(v.text, w.from) })
}

// without reads at a token that foods are not in something: "sem leite nem ovo", "não leva leite", "milk-free".
func (c *checker) without(v *findings, found []mention, u unit, i int) (x claim, ok bool) {
	x.span = span{i, i + 1}
	for _, list := range []string{"free_of", "unlisted", "holds"} {
		if to, is := v.at(list, i); is && (list != "holds" || c.negated(v.text, i)) {
			x.last, ok = to, true
		}
	}
	if v.has("free_of", i, i+1) && i > u.first && v.has("version", i-1, i) {
		return x, false // "we have no version without shrimp"
	}
	if v.has("free", i, i+1) && i > u.first && !v.tokens[i].breaks && len(classes(v.tokens[i-1].word)) > 0 {
		return claim{span: span{i - 1, i + 1}, foods: []string{v.tokens[i-1].word}}, true
	} else if !ok && !(c.Language == lang.English && v.has("no", i, i+1)) {
		return x, false
	}
	sure := slices.DeleteFunc(slices.Clone(found), func(m mention) bool { return m.weak || !m.certain() })
	for j := x.last; j < u.last && j < x.last+14 && !within(sure, j) && !v.has("stop", j, j+1); {
		if end, trace := v.at("trace", j); trace {
			x.safe, x.last = c.healthy() && !c.hedged(v, u) && !c.refusesToVow(v, u) && !v.has("unlisted", i, i+1), end
			return x, x.safe
		}
		food, end := v.food(j, u.last)
		switch small := v.has("any", j, j+1) || v.has("nor", j, j+1) || v.has("small", j, j+1) || v.has("free_of", j, j+1); {
		case end > j:
			x.foods, x.last, j = append(x.foods, food), end, end
		case small, len(x.foods) == 0 && j == x.last:
			j++
		default:
			return x, len(x.foods) > 0
		}
	}
	return x, len(x.foods) > 0
}

// subjects returns the things that a claim is about: those that its sentence names before it, all under the head
// of a list, those that the sentence names behind it, the one that was named last, or the one that the guest asks
// about. Things marked as for nobody are none, unless all are asked for.
func (c *checker) subjects(v *findings, found []mention, n int, x claim, all bool) []int {
	u := v.units[n]
	names := func(from, to int) (things []int) {
		for _, m := range found {
			if k, ok := c.markOf(v, found, m); from <= m.from && m.from < to && c.dish(m.things[0]) && (m.certain() || len(c.Marks) == 0) && (all || !(ok && k.Not)) {
				things = union(things, m.things[:1])
			}
		}
		return things
	}
	clause := v.clause(u, x.first)
	for _, m := range slices.Backward(found) { // "a Cantina, com prato sem glúten" is no dish
		if u.first <= m.from && m.from < x.first {
			if !c.dish(m.things[0]) {
				return nil
			}
			break
		}
	}
	if all := names(clause.first, x.first); len(all) > 0 {
		if v.tokens[x.first].breaks || v.has("which", max(clause.first, x.first-2), x.first) || !v.has("is", clause.first, x.first) {
			return all[len(all)-1:]
		}
		return all
	}
	if u.opens {
		all := names(x.last, u.last)
		for i, w := range v.units {
			if w.under == n && i > n {
				all = union(all, names(w.first, min(w.last, w.first+12)))
			}
		}
		return all
	}
	if all := names(x.last, u.last); len(all) > 0 {
		return all
	}
	for i := n; i >= 0; i-- {
		if all := names(v.units[i].first, min(v.units[i].last, x.first)); len(all) > 0 {
			return all[len(all)-1:]
		}
	}
	asked := c.dishes(slices.Clone(c.askedOf))
	for i, t := range c.Things {
		if len(asked) == 0 && len(c.Shown) == 1 && t.ID == c.Shown[0] {
			return []int{i}
		}
	}
	if len(asked) == 1 {
		return asked
	}
	return nil
}

// requested reports whether a dish is without something because the guest orders it so: what the staff is asked for, or
// the dish's note, says it, "galeto sem bacon".
func (c *checker) requested(x claim) bool {
	if x.diet != "" {
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
	return !slices.ContainsFunc(x.foods, func(food string) bool {
		return !slices.ContainsFunc(c.requests, func(t string) bool {
			return slices.ContainsFunc([]string{" sem ", " sin ", " without ", " no "}, func(not string) bool { return strings.Contains(t, not+lang.Fold(food)) })
		})
	})
}

// requestKeys are the fields of results in which a request to the staff, or a dish's note for the kitchen, is
// read back.
var requestKeys = pattern.Of(`"(?:read_back|filed|note)":`)

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
	if end == i+1 && end < last && !t.tokens[end].breaks && !t.has("small", end, end+1) { // "carne vermelha" is not any "carne"
		both := t.tokens[i].word + " " + t.tokens[end].word
		if slices.ContainsFunc(conceptsOf(both), func(m ontology.Mention) bool { return m.Words == both }) {
			end++
		}
	}
	return t.raw[t.tokens[i].from:t.tokens[end-1].to], end
}

// sounds reports whether a token is of what only sounds like an allergen: the milk of "coconut milk".
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

// healthy reports whether anybody's health is spoken of.
func (c *checker) healthy() bool {
	if slices.ContainsFunc(c.Table, hook.Person.Safety) || strings.Contains(c.asked.raw, "lerg") || strings.Contains(c.asked.raw, "toler") || len(spelt(c.Asked)) > 0 {
		return true
	}
	return slices.ContainsFunc([]string{"trace", "safe", "free_of", "diet celíaco"}, func(list string) bool { return c.asked.has(list, 0, len(c.asked.tokens)) })
}

// hedged reports whether the kitchen is to confirm what a sentence, or the next, says.
func (c *checker) hedged(v *findings, u unit) bool {
	to := u.last
	for _, w := range v.units {
		if w.first == u.last {
			to = w.last
		}
	}
	return v.has("hedge", u.first, to)
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
