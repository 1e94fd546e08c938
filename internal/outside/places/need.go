package places

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// food is what some guests must not, or will not, eat.
type food struct {
	words string   // that name it, or the diet without it, folded; of five letters or more also as a beginning
	diet  string   // a restaurant that caters for it is fine, one that lacks it is not
	also  []string // diets that are as good
	built string   // cuisines that are not much without it
}

//go:embed foods.txt
var foodsText string

var foods = sync.OnceValue(func() (all []food) {
	for named, about := range wordfile.Entries(foodsText) {
		f := strings.Split(about, "|")
		all = append(all, food{named, strings.TrimSpace(f[0]), strings.Fields(f[1]), strings.TrimSpace(f[2])})
	}
	return all
})

// need is one diet or allergy of a wish.
type need struct {
	word   string // the guest's
	reason Reason
	food   food // without words: one we do not know
}

// needs returns the needs of a wish, and notes on those that only the names of
// places can tell anything of.
func (w Wish) needs() (all []need, notes []Note) {
	var had []string // "coeliac" may stand among allergies and diets
	add := func(words []string, reason Reason) {
		for _, word := range words {
			if slices.Contains(had, lang.Fold(word)) {
				continue
			}
			had = append(had, lang.Fold(word))
			folded := strings.Fields(lang.Fold(word))
			known := false
			for _, f := range foods() {
				if f.named(folded) {
					all, known = append(all, need{word, reason, f}), true
				}
			}
			if !known && len(folded) > 0 {
				all = append(all, need{word, reason, food{}})
				notes = append(notes, Note{Reason: Unchecked, Word: word})
			}
		}
	}
	add(w.Allergies, Allergen)
	add(w.Diets, WrongDiet)
	return all, notes
}

// against reports whether a restaurant is known not to be for who has the need.
func (n need) against(r Restaurant) bool {
	f := n.food
	if f.servedBy(r) {
		return false
	}
	if f.diet != "" && slices.Contains(r.Lacks, f.diet) {
		return true
	}
	for built := range strings.FieldsSeq(f.built) {
		if slices.Contains(r.Cuisines, built) {
			return true
		}
	}
	// A name tells too: Rei do Camarão. That of a diet is no warning.
	says := strings.Fields(lang.Fold(r.Name + " " + strings.Join(r.Cuisines, " ")))
	for _, without := range []string{"sem", "sin", "without", "free", "zero"} {
		if slices.Contains(says, without) {
			return false
		}
	}
	switch {
	case f.words == "":
		return slices.ContainsFunc(strings.Fields(lang.Fold(n.word)), func(w string) bool {
			return len(w) > 3 && slices.ContainsFunc(says, func(s string) bool { return lang.Stem(s) == lang.Stem(w) })
		})
	case f.diet == "":
		sea := slices.Contains(says, "frutos") // else it is a Vista do Mar
		return f.named(slices.DeleteFunc(says, func(s string) bool { return s == "mar" && !sea }))
	default:
		return false
	}
}

// named reports whether one of some folded words names the food.
func (f food) named(folded []string) bool {
	for w := range strings.FieldsSeq(f.words) {
		for _, s := range folded {
			if s == w || len(w) >= 5 && strings.HasPrefix(s, w) {
				return true
			}
		}
	}
	return false
}

func (f food) servedBy(r Restaurant) bool {
	return slices.ContainsFunc(r.Diets, func(d string) bool { return d == f.diet || slices.Contains(f.also, d) })
}

// served counts the needs that a restaurant is known to cater for.
func served(r Restaurant, needs []need) (n int) {
	for _, need := range needs {
		if need.food.servedBy(r) {
			n++
		}
	}
	return n
}
