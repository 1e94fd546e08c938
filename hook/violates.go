package hook

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// Violates reports whether what a text describes must not be offered, and the
// constraint that says so. The first of several lines is the thing's name. It
// goes by what the words mean, so that who cannot have frutos do mar gets no
// bobó de camarão, and by the words themselves where they are not known. What
// a text does not tell it cannot know: that something is safe is for the
// kitchen to say.
func (c Constraints) Violates(text string) (constraint string, forbidden bool) {
	if len(c.Allergies) == 0 && len(c.Diets) == 0 {
		return "", false
	}
	o := ontology.Default()
	d := o.Describe(text)
	for _, a := range c.Allergies {
		breaks := slices.ContainsFunc(ways, func(way string) bool { return o.Breaks(&d, ruledOut(o, way, a)) })
		if breaks || len(o.Read(a)) == 0 && named(a, text) { // of a word that the ontology knows it knows better: milk of coconuts is none
			return a, true
		}
	}
	for _, diet := range c.Diets {
		rules := o.Excluded(diet)              // of a way to eat (vegano)
		if len(rules) == 0 || aFood(o, diet) { // or of what is not eaten (porco)
			rules = ruledOut(o, "sem ", diet)
		}
		if o.Breaks(&d, rules) {
			return diet, true
		}
	}
	return "", false
}

// ways are how it is said that something is not to be had: in one language
// alone some words mean something else, such as soy.
var ways = []string{"sem ", "não posso comer ", "without "}

// ruledOut is what somebody who must not have a thing must not have. What a wish for
// a food would rule out (who wishes for crab wants no meat) is not part of it.
func ruledOut(o *ontology.Ontology, way, thing string) []int {
	all := o.Excluded(way + thing)
	if !aFood(o, thing) {
		return all
	}
	wished := o.Excluded(thing)
	return slices.DeleteFunc(all, func(x int) bool { return slices.Contains(wished, x) })
}

// aFood reports whether a restriction is a thing to eat (siri), and no saying about it
// ("não como siri").
func aFood(o *ontology.Ontology, restriction string) bool {
	all := o.Read(restriction)
	return len(all) > 0 && !slices.ContainsFunc(all, func(m ontology.Mention) bool { return m.Negated || !o.Edible(m.Concept) })
}

// named reports whether a text has all words of a thing, each of them somewhere
// where the text does not say that it is without it. "No" says nothing: in
// Portuguese it is "in the".
func named(thing, text string) bool {
	words, things := wordsOf(text), wordsOf(thing)
	has := func(w string) bool {
		for i, t := range words {
			if lang.Stem(t) == lang.Stem(w) && (i == 0 || !lacking[words[i-1]]) {
				return true
			}
		}
		return false
	}
	return len(things) > 0 && !slices.ContainsFunc(things, func(w string) bool { return !has(w) })
}

var lacking = lang.Set("sem without sin")

func wordsOf(text string) []string {
	return strings.FieldsFunc(lang.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
