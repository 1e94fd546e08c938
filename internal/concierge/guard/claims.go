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
func (a *answer) claims() {
	for n, u := range a.units {
		if strings.HasSuffix(strings.TrimSpace(a.raw[u.from:u.to]), "?") {
			continue
		}
		for _, x := range a.claimsIn(u) {
			if x.safe {
				a.add(Violation{
					Kind: Claim, Word: NotVouched, Again: true,
					What: "no card can tell that it is safe or has no traces: say only what the card states, and that the kitchen confirms it",
				}, x.span)
				continue
			}
			for _, thing := range a.subjects(n, x) {
				a.judge(thing, x)
			}
		}
	}
}

// judge reports a claim that is false of a thing.
func (a *answer) judge(thing int, x claim) {
	wrong := Violation{Kind: Claim, Thing: a.Things[thing].Name}
	gluten := x.diet == "celíaco" || len(x.foods) == 1 && lang.Fold(x.foods[0]) == "gluten"
	food := slices.IndexFunc(x.foods, func(f string) bool { return a.contains(thing, f) })
	asked := a.requested(x)
	switch {
	case a.stated(thing, x), asked && !slices.ContainsFunc(x.foods, func(f string) bool { return len(spelt(f)) > 0 }):
		return
	case x.diet != "" && !gluten && a.breaks(thing, x.diet):
		wrong.Word, wrong.Why, wrong.Again = IsNot, x.diet, true
	case food >= 0:
		wrong.Word, wrong.Why, wrong.Again = Has, x.foods[food], !asked // of an allergen the card's word is told all the same
	case a.Things[thing].Unknown:
		wrong.Word, wrong.Why = NotForThem, "unknown"
	case gluten && a.tagged(x) && !a.lists(a.unitOf(x.first)):
		wrong.Word, wrong.Why = NotTold, "glúten"
	default:
		return
	}
	wrong.What = wrong.Thing + ": the card does not state what you say of it; mark what you rule out [name](-)"
	a.add(wrong, x.span)
}

// tagged reports whether the card tags something as what a claim says, so that what it does not tag may be otherwise.
func (c *checker) tagged(x claim) bool {
	for i := range c.Things {
		if len(c.Things[i].Says) > 0 && c.stated(i, x) {
			return true
		}
	}
	return false
}

// lists reports whether a sentence, or the head of its list, speaks of what the card lists and says no more
// than that: "with no gluten listed".
func (a *answer) lists(u unit) bool {
	return a.has("by_card", u.first, u.last) || u.under >= 0 && a.has("by_card", a.units[u.under].first, a.units[u.under].last)
}

// claimsIn returns the claims of a sentence.
func (a *answer) claimsIn(u unit) (all []claim) {
	for i := u.first; i < u.last; i++ {
		if within(a.named, i) || len(a.people(span{max(u.first, i-2), i})) > 0 { // "with Priya's no egg", "a Bia é vegana"
			continue
		}
		if x, ok := a.without(i); ok {
			all = append(all, x)
		}
		for list := range book().lists {
			diet, ok := strings.CutPrefix(list, "diet ")
			if !ok {
				continue
			}
			if to, ok := a.at(list, i); ok && len(a.nots(span{a.clause(i), i})) == 0 {
				all = append(all, claim{span: span{i, to}, diet: diet})
			}
		}
	}
	if !a.promises(u) {
		return slices.DeleteFunc(all, func(x claim) bool { return x.safe })
	}
	for _, w := range a.find("safe", u.first, u.last) {
		if about := w.last < u.last && a.has("about_food", w.last, w.last+1); !a.negated(w.first) && !about {
			all = append(all, claim{span: w, safe: true})
		}
	}
	for _, w := range a.find("sure", u.first, u.last) { // "guaranteed gluten-free"
		if len(all) > 0 && all[0].diet != "vegano" && !a.negated(w.first) {
			all = append(all, claim{span: w, safe: true})
		}
	}
	return all
}

// promises reports whether a sentence may promise something about health: somebody's health is spoken of, the kitchen is
// not asked to confirm it there or in the next sentence, and it does not say that it promises nothing.
func (a *answer) promises(u unit) bool {
	to := u.last
	for _, w := range a.units {
		if w.first == u.last {
			to = w.last
		}
	}
	return a.healthy() && !a.has("hedge", u.first, to) &&
		!slices.ContainsFunc(a.find("vow", u.first, u.last), func(w span) bool { return a.negated(w.first) })
}

// healthy reports whether anybody's health is spoken of.
func (c *checker) healthy() bool {
	if slices.ContainsFunc(c.Table, hook.Person.Safety) || strings.Contains(c.Asked, "lerg") || strings.Contains(c.Asked, "toler") || len(spelt(c.Asked)) > 0 {
		return true
	}
	return slices.ContainsFunc([]string{"trace", "safe", "free_of", "diet celíaco"}, func(list string) bool { return c.asked.has(list, 0, len(c.asked.tokens)) })
}

// without reads at a token that foods are not in something: "sem leite nem ovo", "não leva leite", "milk-free".
func (a *answer) without(i int) (x claim, ok bool) {
	u := a.unitOf(i)
	x.span = span{i, i + 1}
	for _, list := range []string{"free_of", "unlisted", "holds"} {
		if to, is := a.at(list, i); is && (list != "holds" || a.negated(i)) {
			x.last, ok = to, true
		}
	}
	switch {
	case a.has("free_of", i, i+1) && i > u.first && a.has("version", i-1, i): // "we have no version without shrimp"
		return x, false
	case a.has("free", i, i+1) && i > u.first && !a.tokens[i].breaks && len(allergensIn(a.tokens[i-1].word)) > 0:
		return claim{span: span{i - 1, i + 1}, foods: []string{a.tokens[i-1].word}}, true
	case !ok && !(a.Language == lang.English && a.has("no", i, i+1)):
		return x, false
	}
	for j := x.last; j < min(u.last, x.last+14) && !a.has("stop", j, j+1); {
		if slices.ContainsFunc(a.named, func(m mention) bool { return !m.weak() && m.certain() && m.first <= j && j < m.last }) {
			break
		}
		if to, trace := a.at("trace", j); trace {
			x.safe, x.last = !a.has("unlisted", i, i+1), to
			return x, x.safe
		}
		food, end := a.food(j, u.last)
		switch {
		case end > j:
			x.foods, x.last, j = append(x.foods, food), end, end
		case a.has("small", j, j+1) || a.has("any", j, j+1) || a.has("free_of", j, j+1) || len(x.foods) == 0 && j == x.last:
			j++
		default:
			return x, len(x.foods) > 0
		}
	}
	return x, len(x.foods) > 0
}

// food returns the food that is named at a token, and where it ends.
func (t *text) food(i, last int) (string, int) {
	end := i
	if to, ok := t.at("sounds", i); ok {
		end = to
	} else if !t.onlySounds(i) && !t.has("course", i, i+1) {
		for list := range t.phrases {
			if to, ok := t.at(list, i); ok && strings.HasPrefix(list, "allergen ") {
				end = max(end, to)
			}
		}
		if word := t.tokens[i].word; end == i && (anyAllergen(word) || !t.has("small", i, i+1) && isFood(word)) {
			end = i + 1
		}
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
	return t.words(span{i, end}), end
}

// subjects returns the things that a claim is about: those that its clause names before it, all under the head
// of a list, those that the sentence names behind it, the one that was named last, or the one that the guest asks
// about. Things marked as for nobody are none.
func (a *answer) subjects(n int, x claim) []int {
	u := a.units[n]
	names := func(from, to int) (things []int) {
		for _, m := range a.named {
			if k, ok := a.markOf(m); from <= m.first && m.first < to && a.edible(m.things[0]) && (m.certain() || len(a.Marks) == 0) && !(ok && k.Not) {
				things = union(things, m.things[:1])
			}
		}
		return things
	}
	for _, m := range slices.Backward(a.named) { // "a Cantina, com prato sem glúten" is no dish
		if u.first <= m.first && m.first < x.first {
			if !a.edible(m.things[0]) {
				return nil
			}
			break
		}
	}
	clause := a.clause(x.first)
	if all := names(clause, x.first); len(all) > 0 {
		if a.tokens[x.first].breaks || a.has("which", max(clause, x.first-2), x.first) || !a.has("is", clause, x.first) {
			return all[len(all)-1:]
		}
		return all
	}
	all := names(x.last, u.last)
	for i, w := range a.units {
		if u.opens && w.under == n && i > n {
			all = union(all, names(w.first, min(w.last, w.first+12)))
		}
	}
	for i := n; i >= 0 && !u.opens && len(all) == 0; i-- {
		if before := names(a.units[i].first, min(a.units[i].last, x.first)); len(before) > 0 {
			all = before[len(before)-1:]
		}
	}
	if len(all) > 0 || u.opens {
		return all
	}
	asked := slices.DeleteFunc(slices.Clone(a.askedOf), func(i int) bool { return !a.edible(i) })
	if len(asked) == 0 && len(a.Shown) == 1 {
		if i := slices.IndexFunc(a.Things, func(t Thing) bool { return t.ID == a.Shown[0] }); i >= 0 {
			return []int{i}
		}
	}
	if len(asked) == 1 {
		return asked
	}
	return nil
}

// requestKeys are the fields of results in which a request to the staff, or a dish's note for the kitchen, is
// read back.
var requestKeys = pattern.Of(`"(?:read_back|filed|note)":`)

// requested reports whether a dish is without something because the guest orders it so: what the staff is asked for, or
// the dish's note, says it, "galeto sem bacon".
func (c *checker) requested(x claim) bool {
	if x.diet != "" {
		return false
	}
	return !slices.ContainsFunc(x.foods, func(food string) bool {
		return !slices.ContainsFunc(c.Texts, func(t string) bool {
			return requestKeys().MatchString(t) && slices.ContainsFunc([]string{" sem ", " sin ", " without ", " no "}, func(not string) bool {
				return strings.Contains(lang.Fold(t), not+lang.Fold(food))
			})
		})
	})
}
