package menu

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
)

// A seat is a person at the table, and what they must not have as the guard
// understands it.
type seat struct {
	who    string // "guest" is who writes
	c      hook.Constraints
	cannot []string // what no card can be judged by, or nobody understands
	asks   []glossary[[]string]
}

// guestName is what a tool calls who writes.
const guestName = "guest"

// seats returns those at the table of a scene who must not have something: those
// a tool was asked for, and the others, as in [scene.Scene.Meant].
func (card *Card) seats(s *scene.Scene, who []string) (meant, others []seat) {
	asked, rest := s.Meant(who)
	seated := func(people []hook.Person) (all []seat) {
		for _, p := range people {
			if p.Safety() {
				c, cannot := card.bind(hook.Constraints{Allergies: p.Allergies, Diets: p.Diets})
				all = append(all, seat{who: or(p.Name, guestName), c: c, cannot: cannot, asks: asksOf(c)})
			}
		}
		return all
	}
	return seated(asked), seated(rest)
}

// known returns names as a tool takes them, and of which of them nobody at the table is
// called: then everybody is meant, for what such a one must not have is not known. Whom the
// guest has spoken of as theirs, "meu namorado", is at the table and needs nothing; whom they
// call by a name, "Caio", may be one whose name was not told, "meu primo", and else needs nothing.
func known(s *scene.Scene, who []string) ([]string, string) {
	var nameless []string
	for _, p := range s.People() {
		if !proper(p.Name) && p.Name != "" && !p.Is(hook.Companion) && (p.Safety() || len(p.Dislikes) > 0) {
			nameless = append(nameless, p.Name)
		}
	}
	maybe := false
	strangers := slices.DeleteFunc(s.Strangers(who), func(name string) bool {
		spoken := hook.Speaks(strings.Join(append(slices.Clip(s.Said), s.Message), "\n"), name)
		other := spoken && proper(name) && len(nameless) > 0
		if maybe = maybe || other; spoken && !other && (hook.Kin(name) || proper(name)) {
			s.Tell(hook.Person{Name: name})
			return true
		}
		return other
	})
	switch {
	case len(strangers) > 0 && slices.ContainsFunc(s.People(), func(p hook.Person) bool { return p.Safety() || len(p.Dislikes) > 0 }):
		return nil, strings.Join(strangers, ", ") + ": nobody in the notes; taken for everybody"
	case maybe:
		return slices.Concat(who, nameless), "a name that is not in the notes may be that of " + strings.Join(nameless, ", ")
	}
	return who, ""
}

// proper reports whether somebody is called by a name, "Caio", and not by what they are, "meu primo".
func proper(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first) && !hook.Kin(name)
}

// bind returns constraints so that Harms understands them, whoever wrote them
// down: a way to eat is a diet and a food an allergy, also where they stand the
// other way round, and a word that is misspelt is what it is a slip of. It
// returns too what cannot be judged by a card.
func (card *Card) bind(c hook.Constraints) (bound hook.Constraints, cannot []string) {
	bound = c
	bound.Allergies, bound.Diets = nil, nil
	fish, wheel := slices.ContainsFunc(c.Diets, eatsFish), slices.ContainsFunc(c.Diets, drives)
	for _, word := range slices.Concat(c.Allergies, c.Diets) {
		folded := lang.Fold(word)
		if folded == "" || onDiet[folded] || fish && meatless[folded] || wheel && noAlcohol[folded] { // who was vegetarian until they said that fish is fine
			continue
		}
		means, judged := meaning(folded)
		if !judged {
			cannot = add(cannot, []string{word})
		}
		switch {
		case len(means) > 0:
			for _, m := range means {
				bound = as(bound, m)
			}
		case !judged:
		case isWay(folded), card.knows(word):
			bound = as(bound, word)
		default:
			bound.Allergies = add(bound.Allergies, []string{word})
			if near := card.near(folded); near != "" {
				bound.Allergies = add(bound.Allergies, []string{near})
			} else {
				cannot = add(cannot, []string{word})
			}
		}
	}
	return bound, cannot
}

// eatsFish reports whether a diet is that of who eats fish and no meat: "pescetariana". Who
// goes without "pescado" or "pesca" does not.
func eatsFish(diet string) bool {
	folded := lang.Fold(diet)
	return strings.HasPrefix(folded, "pesc") && strings.Contains(folded, "tarian") || strings.HasPrefix(folded, "piscivor")
}

// onDiet are words for eating less, which bars nothing.
var onDiet = map[string]bool{"dieta": true, "a dieta": true, "de dieta": true, "en dieta": true, "diet": true, "on a diet": true, "regime": true, "de regime": true}

// meatless are the diets that one who eats fish has told of before.
var meatless = lang.Set("carne meat carnes vegetariano vegetariana vegetarian")

// noAlcohol are the words for what a driver goes without.
var noAlcohol = map[string]bool{"alcool": true, "alcohol": true, "sem alcool": true, "no alcohol": true, "sin alcohol": true}

// as adds a word to constraints: to the diets if it is a way to eat, or else to
// the allergies.
func as(c hook.Constraints, word string) hook.Constraints {
	if isWay(lang.Fold(word)) {
		c.Diets = add(c.Diets, []string{word})
	} else {
		c.Allergies = add(c.Allergies, []string{word})
	}
	return c
}

// isWay reports whether folded words name a way to eat, and not a food.
func isWay(folded string) bool {
	if len(dietsOf(folded)) > 0 {
		return true
	}
	for diet := range dietNever {
		if strings.Contains(folded, diet) {
			return true
		}
	}
	o := knowledge().food
	for _, m := range o.Read(folded) {
		name := o.Name(m.Concept)
		if !m.Negated && (strings.HasPrefix(name, "sem_") || religions[name] || texts.In(lang.Portuguese).Menu.Diets[name] != "") {
			return true
		}
	}
	return false
}

var religions = lang.Set("hinduista adventista")

//go:embed data/needs.txt
var needWords string

// A need is what people mean by some phrases.
type need struct {
	means   []string
	judged  bool     // a card can be judged by it
	phrases []string // with a space before each
}

var needs = sync.OnceValue(func() (all []need) {
	for means, list := range wordfile.Entries(needWords) {
		means, open := strings.CutPrefix(means, "?")
		n := need{slices.Clip(wordfile.List(means)), !open, wordfile.List(list)}
		for i, p := range n.phrases {
			n.phrases[i] = " " + p
		}
		all = append(all, n)
	}
	return all
})

// meaning returns what folded words mean that say it another way, and whether a
// card can be judged by it. Of words that are plain it returns nothing.
func meaning(folded string) (means []string, judged bool) {
	n := needCalled(folded)
	return n.means, n.judged
}

var needCalled = recent.Texts(512, func(folded string) need {
	folded = " " + folded
	for _, n := range needs() {
		if slices.ContainsFunc(n.phrases, func(p string) bool { return strings.Contains(folded, p) }) {
			return n
		}
	}
	return need{judged: true}
})

// SameNeed reports whether two words name one need, in whatever language or way:
// "pregnant" and "gestante", "APLV" and "leite", "celíaca" and "glúten". A food is
// not the allergen in it: "manteiga" is not "leite".
func SameNeed(a, b string) bool {
	if memory.Same(a, b) {
		return true
	}
	diets, allergens := needOf(a)
	others, more := needOf(b)
	if len(diets)+len(others) > 0 {
		return len(diets) > 0 && slices.Equal(diets, others)
	}
	return allergens != 0 && allergens == more && (isAllergen(a) && isAllergen(b) || memory.Names(a, b))
}

// CoversNeed reports whether who must not have one thing must not have another
// either: it is the same, or an allergen that the other has.
func CoversNeed(need, other string) bool {
	_, allergens := needOf(need)
	_, some := needOf(other)
	return SameNeed(need, other) || isAllergen(need) && some != 0 && some&^allergens == 0
}

// isAllergen reports whether words name an allergen, or who must not have it, and
// not a food that has it.
func isAllergen(word string) bool {
	words := plain(word)
	for i := range words {
		if _, n := knowledge().spelt.at(words[i:]); n > 0 {
			return true
		}
	}
	means, _ := meaning(lang.Fold(word))
	return len(means) > 0 || isWay(lang.Fold(word))
}

// needOf returns the ways to eat, or else the allergens, that a word stands for.
func needOf(word string) (diets []string, allergens set) {
	means, _ := meaning(lang.Fold(word))
	for _, m := range append(means, word) {
		for _, d := range dietsOf(m) {
			diets = add(diets, []string{d.name})
		}
		allergens |= barred(m)
	}
	if folded := lang.Fold(word); len(diets) == 0 && strings.HasPrefix(folded, "veg") {
		diets = []string{folded[:min(5, len(folded))]}
	}
	return diets, allergens
}

// DietIn returns the words of a text that name a way to eat which is kept to in
// code, such as "grávida", or "".
func DietIn(text string) string {
	for word := range strings.FieldsSeq(text) {
		if word = strings.Trim(word, ".,;:!?()"); len(dietsOf(word)) > 0 {
			return word
		}
	}
	return ""
}
