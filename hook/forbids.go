package hook

import (
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// Forbids reports whether what a text describes must not be offered, and the
// constraint that says so. The first of several lines is the thing's name. It
// goes by what the words mean, so that who cannot have frutos do mar gets no
// bobó de camarão, and by the words themselves where they are not known. What
// a text does not tell it cannot know: that something is safe is for the
// kitchen to say.
func (c Constraints) Forbids(text string) (constraint string, forbidden bool) {
	if len(c.Allergies) == 0 && len(c.Diets) == 0 {
		return "", false
	}
	o := ontology.Default()
	d := o.Describe(text)
	for _, a := range c.Allergies {
		if o.Breaks(&d, o.Excluded("sem "+a)) || named(a, text) {
			return a, true
		}
	}
	for _, diet := range c.Diets {
		// A restriction is a way to eat (vegano) or what is not eaten (porco).
		rules := o.Excluded(diet)
		if len(rules) == 0 {
			rules = o.Excluded("sem " + diet)
		}
		if o.Breaks(&d, rules) {
			return diet, true
		}
	}
	return "", false
}

// named reports whether a text has all words of a thing, unless it says that
// it is without it.
func named(thing, text string) bool {
	words := strings.Fields(lang.Fold(text))
	for w := range strings.FieldsSeq(lang.Fold(thing)) {
		at := -1
		for i, t := range words {
			if lang.Stem(strings.Trim(t, ".,;:!?()")) == lang.Stem(w) {
				at = i
				break
			}
		}
		if at < 0 || at > 0 && (words[at-1] == "sem" || words[at-1] == "without" || words[at-1] == "sin" || words[at-1] == "no") {
			return false
		}
	}
	return strings.TrimSpace(thing) != ""
}
