package guard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
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
		if a.asks(u) {
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
	switch {
	case a.stated(thing, x), a.requested(x):
		return
	case x.diet != "" && !gluten && a.breaks(thing, x.diet):
		wrong.Word, wrong.Why, wrong.Again = IsNot, x.diet, true
	case food >= 0:
		wrong.Word, wrong.Why, wrong.Again = Has, x.foods[food], true
	case a.Things[thing].Unknown:
		wrong.Word, wrong.Why = NotForThem, "unknown"
	case gluten && a.tagged(x) && !a.lists(a.unitOf(x.first)):
		wrong.Word, wrong.Why = NotTold, "glúten"
	default:
		return
	}
	wrong.What = fmt.Sprintf("%s: the card does not state %q of it", wrong.Thing, a.words(x.span))
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
	return a.has("by_card", u.first, u.last) || u.under >= 0 && a.lists(a.units[u.under])
}

// claimsIn returns the claims of a sentence.
func (a *answer) claimsIn(u unit) (all []claim) {
	promises := a.promises(u)
	for i := u.first; i < u.last; i++ {
		if within(a.named, i) || len(a.people(span{max(u.first, i-2), i})) > 0 { // "with Priya's no egg", "a Bia é vegana"
			continue
		}
		if x, ok := a.without(i); ok && (!x.safe || promises) && !a.deniedFree(i) {
			all = append(all, x)
		}
		somebody := slices.ContainsFunc(a.find("for_the", i-2, i), func(s span) bool { return s.last == i }) || a.definite(i) || a.has("whoever", i-2, i) // "for the vegan", "a vegana", "quem é vegano"
		for diet, to := range a.labels("diet", i) {
			if !somebody && len(a.nots(span{a.clause(i), i})) == 0 {
				all = append(all, claim{span: span{i, to}, diet: diet})
			}
		}
	}
	sure := len(all) > 0 && all[0].diet != "vegano" // "guaranteed gluten-free"
	for _, list := range []string{"safe", "sure"} {
		for _, w := range a.find(list, u.first, u.last) {
			if promises && !a.negated(w.first) && (list == "safe" && !a.has("with", w.last, w.last+1) || list == "sure" && sure) {
				all = append(all, claim{span: w, safe: true})
			}
		}
	}
	return all
}

// definite reports whether a definite article stands before a token, which makes somebody of a diet.
func (a *answer) definite(i int) bool {
	all := []string{"o", "a", "os", "as", "el", "la", "los", "las"}
	if a.Language == lang.English {
		all = []string{"the"}
	}
	return slices.Contains(all, a.wordAt(i-1))
}

// deniedFree reports whether a sentence says that something is not free of what follows: "none of the beers is gluten-free".
func (a *answer) deniedFree(i int) bool {
	return (a.has("free_of", i, i+1) || a.has("free", i, i+1)) && slices.ContainsFunc(a.nots(span{a.clause(i), i}), func(n span) bool {
		return !a.broken(n.first, i) && !a.has("holds", n.last, i)
	})
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
	healthy := slices.ContainsFunc(a.Table, hook.Person.Safety) || a.asked.has("health", 0, len(a.asked.tokens)) || len(spelt(a.Asked)) > 0
	return healthy && !a.has("hedge", u.first, to) &&
		!slices.ContainsFunc(a.find("vow", u.first, u.last), func(w span) bool { return a.negated(w.first) })
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
	case a.has("free", i, i+1) && i > u.first && !a.tokens[i].breaks && len(allergensIn(a.tokens[i-1].word)) > 0:
		return claim{span: span{i - 1, i + 1}, foods: []string{a.tokens[i-1].word}}, true
	case !ok && !(a.Language == lang.English && a.has("no", i, i+1)):
		return x, false
	}
	for j := x.last; j < min(u.last, x.last+14) && !a.has("stop", j, j+1) && (len(x.foods) == 0 || !strings.ContainsAny(a.gap(j), ":;")); {
		if slices.ContainsFunc(a.named, func(m mention) bool { return !m.weak() && m.certain() && m.first <= j && j < m.last }) {
			break
		}
		if to, trace := a.at("trace", j); trace {
			x.safe, x.last = !a.has("unlisted", i, i+1), to
			return x, x.safe
		}
		food, end := a.food(j, u.last)
		if end > j {
			x.foods, x.last, j = append(x.foods, food), end, end
		} else if a.has("small", j, j+1) || a.has("any", j, j+1) || a.has("free_of", j, j+1) || len(x.foods) == 0 && j == x.last {
			j++
		} else {
			break
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
		for _, to := range t.labels("allergen", i) {
			end = max(end, to)
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
		end += rank(slices.ContainsFunc(conceptsOf(both), func(m concept) bool { return m.Words == both }))
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
			if k, ok := a.markOf(m); from <= m.first && m.first < to && (m.certain() || len(a.Marks) == 0 || ok) && !(ok && k.Not) {
				things = union(things, m.things[:1])
			}
		}
		return things
	}
	last := func(things []int) []int { return things[max(0, len(things)-1):] }
	if next := names(x.last, min(u.last, x.last+3)); a.tokens[x.first].breaks && len(next) > 0 { // "or, without alcohol, the mate"
		return slices.DeleteFunc(next, func(i int) bool { return !a.edible(i) })
	}
	all := names(a.clause(x.first), x.first)
	if a.tokens[x.first].breaks {
		all = last(all)
	}
	if len(all) == 0 {
		all = names(x.last, u.last)
		for i, w := range a.units {
			if u.opens && w.under == n && i > n {
				all = union(all, names(w.first, w.last))
			}
		}
	}
	if len(all) == 0 && !u.opens {
		all = last(names(0, x.first))
	}
	if asked := a.askedAbout(); len(all) == 0 && !u.opens && len(asked) == 1 {
		all = asked
	}
	return slices.DeleteFunc(all, func(i int) bool { return !a.edible(i) })
}

// askedAbout returns the dishes that the guest's message names, or the one that was shown last.
func (c *checker) askedAbout() []int {
	if len(c.askedOf) > 0 || len(c.Shown) != 1 {
		return slices.DeleteFunc(slices.Clone(c.askedOf), func(i int) bool { return !c.edible(i) })
	}
	if i := slices.IndexFunc(c.Things, func(t Thing) bool { return t.ID == c.Shown[0] }); i >= 0 {
		return []int{i}
	}
	return nil
}

// requestKeys are the fields of results in which a request to the staff, or a dish's note for the kitchen, is
// read back.
var requestKeys = pattern.Of(`"(?:read_back|filed|note)":`)

// requested reports whether a dish is without something because the guest orders it so: what the staff is asked for, or
// the dish's note, says it, "galeto sem bacon".
func (c *checker) requested(x claim) bool {
	said := func(food string) bool {
		return slices.ContainsFunc(c.Texts, func(t string) bool {
			return requestKeys().MatchString(t) && slices.ContainsFunc([]string{" sem ", " sin ", " without ", " no "}, func(not string) bool {
				return strings.Contains(lang.Fold(t), not+lang.Fold(food))
			})
		})
	}
	return x.diet == "" && !slices.ContainsFunc(x.foods, func(food string) bool { return !said(food) })
}
