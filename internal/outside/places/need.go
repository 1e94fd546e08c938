package places

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

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
// places can tell anything of. "Coeliac" may stand among allergies and diets.
func (w Wish) needs() (all []need, notes []Note) {
	had := map[string]bool{"": true}
	for i, word := range slices.Concat(w.Allergies, w.Diets) {
		folded, reason, n := lang.Fold(word), Allergen, len(all)
		if had[folded] {
			continue
		}
		had[folded] = true
		if i >= len(w.Allergies) {
			reason = WrongDiet
		}
		for _, f := range foods() {
			if f.named(strings.Fields(folded)) {
				all = append(all, need{word, reason, f})
			}
		}
		if len(all) == n {
			all, notes = append(all, need{word, reason, food{}}), append(notes, Note{Reason: Unchecked, Word: word})
		}
	}
	return all, notes
}

// against reports whether a restaurant is known not to be for who has the need.
func (n need) against(r Listing) bool {
	f := n.food
	if f.servedBy(r) {
		return false
	}
	if f.diet != "" && slices.Contains(r.Lacks, f.diet) {
		return true
	}
	if slices.ContainsFunc(strings.Fields(f.built), func(built string) bool { return slices.Contains(r.Cuisines, built) }) {
		return true
	}
	// A name tells too: Rei do Camarão. That of a diet is no warning.
	says := strings.Fields(lang.Fold(r.Name + " " + strings.Join(r.Cuisines, " ")))
	switch {
	case slices.ContainsFunc(says, func(s string) bool { return without[s] }):
		return false
	case f.words == "":
		return slices.ContainsFunc(strings.Fields(lang.Fold(n.word)), func(w string) bool {
			return len(w) > 3 && slices.ContainsFunc(says, func(s string) bool { return lang.Stem(s) == lang.Stem(w) })
		})
	}
	sea := slices.Contains(says, "frutos") // else it is a Vista do Mar
	return f.diet == "" && f.named(slices.DeleteFunc(says, func(s string) bool { return s == "mar" && !sea }))
}

var without = lang.Set("sem sin without free zero")

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

func (f food) servedBy(r Listing) bool {
	return slices.ContainsFunc(r.Diets, func(d string) bool { return d == f.diet || slices.Contains(f.also, d) })
}

// Asked returns what a short wish asks of a kitchen, in its own words: diets ("vegana",
// "celíaca") and what is to be left out ("sem glúten", "nut-free", "alérgico a camarão"). A food
// that is only named is neither.
func Asked(wish string) (diets, without []string) {
	words := strings.FieldsFunc(apostrophes.Replace(wish), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) })
	out := -reach - 1 // where it was said that what follows is left out
	for i, w := range words {
		folded := lang.Fold(w)
		f, next := foodOf(folded), ""
		if i+1 < len(words) {
			next = lang.Fold(words[i+1])
		}
		switch {
		case lacking(folded):
			out = i
		case f == nil:
		case eater[f.diet] || strings.HasPrefix(folded, "celiac") || folded == "coeliac":
			diets = append(diets, strings.ToLower(w))
		case i-out <= reach || next == "free" || strings.HasPrefix(next, "intoleran") || strings.HasPrefix(next, "allerg"):
			without, out = append(without, strings.ToLower(w)), i
		}
	}
	return diets, without
}

// reach is how many words after "sem" name what is left out.
const reach = 4

// eater are the diets that are called by what someone eats, the others by what they do not.
var eater = lang.Set("vegan vegetarian pescetarian halal kosher")

func lacking(w string) bool {
	return slices.ContainsFunc([]string{"alerg", "allerg", "intoleran", "evit", "avoid"}, func(p string) bool { return strings.HasPrefix(w, p) }) ||
		lacks[w]
}

var (
	lacks       = lang.Set("sem sin without nem ni no nao not dont doesnt cant cannot never nunca")
	apostrophes = strings.NewReplacer("'", "", "’", "")
)

// SameFood reports whether two words of guests ask the same of a kitchen.
func SameFood(a, b string) bool {
	f := foodOf(lang.Fold(a))
	return f != nil && f == foodOf(lang.Fold(b)) || lang.Fold(a) == lang.Fold(b)
}

// foodOf returns the food that a folded word names, or nil.
func foodOf(word string) *food {
	if i := slices.IndexFunc(foods(), func(f food) bool { return f.named([]string{word}) }); i >= 0 {
		return &foods()[i]
	}
	return nil
}
