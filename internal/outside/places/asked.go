package places

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/lang"
)

// Asked returns what a message asks of a kitchen, in its own words: the diets
// that it names ("restaurantes veganos", "com minha filha celíaca") and what is
// to be left out ("sem glúten", "dairy free", "não como peixe"). A food that is
// only named ("onde comer peixe") is neither, and nothing is what need not be
// minded: "não precisa ser vegano". Whose it is does not matter: it is for the table.
func Asked(message string) (diets, without []string) {
	listed := false // the clause before ended in what is left out, and a list of it may go on
	for clause := range strings.FieldsFuncSeq(apostrophes.Replace(message), func(r rune) bool { return strings.ContainsRune(".,;:!?\n()", r) }) {
		words := strings.FieldsFunc(clause, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) })
		folded := make([]string, len(words))
		for i, w := range words {
			folded[i] = lang.Fold(w)
		}
		for i, w := range words {
			f, to := foodOf(folded[i]), &without
			if f == nil {
				listed = listed && joining[folded[i]]
				continue
			}
			who := eater[f.diet] || strings.HasPrefix(folded[i], "celiac")
			switch out := leftOut(folded, i); {
			case who && denied(folded[:i]), !who && !listed && !out:
				continue
			case who:
				to = &diets
			default:
				listed = true
			}
			*to = append(*to, strings.ToLower(w))
		}
	}
	return diets, without
}

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

// reach is how many words may stand between "sem" and what is left out.
const reach = 4

// leftOut reports whether the food at i is one to do without: what stands before it in its
// clause says so, or "free" after it.
func leftOut(folded []string, i int) bool {
	if i+1 < len(folded) && (folded[i+1] == "free" || strings.HasPrefix(folded[i+1], "intoleran") || strings.HasPrefix(folded[i+1], "allerg")) {
		return true
	}
	for k := i - 1; k >= max(0, i-reach); k-- {
		switch w := folded[k]; {
		case lacking[w]:
			return true
		case strings.HasPrefix(w, "alerg"), strings.HasPrefix(w, "allerg"), strings.HasPrefix(w, "intoleran"), strings.HasPrefix(w, "evit"), strings.HasPrefix(w, "avoid"):
			return !denied(folded[:k])
		case eating[w]:
			return denied(folded[max(0, k-2):k])
		}
	}
	return false
}

// denied reports whether the last words before something deny it: "não somos
// veganos".
func denied(before []string) bool {
	for k := max(0, len(before)-reach); k < len(before); k++ {
		next := "" // in Portuguese "no" is where: "no centro"
		if k+1 < len(before) {
			next = before[k+1]
		}
		switch w := before[k]; {
		case (denying[w] || w == "no") && forgetting[next]: // "não esqueça minha alergia"
			k++
		case denying[w], forgetting[w], w == "no" && (eating[next] || being[next] || k+1 == len(before)):
			return true
		}
	}
	return false
}

var (
	apostrophes = strings.NewReplacer("'", "", "’", "")
	// eater are the diets that are called by what someone eats, the others are
	// called by what they do not.
	eater      = map[string]bool{"vegan": true, "vegetarian": true, "pescetarian": true, "halal": true, "kosher": true}
	joining    = lang.Set("e ou and or y o nem ni a as os la los the")
	lacking    = lang.Set("sem sin without minus nem ni")
	eating     = lang.Set("como come comem comemos comen posso pode podem podemos puedo puede pueden eat eats have")
	forgetting = lang.Set("esquece esqueca esquecam forget olvida olvide olviden ignora ignore")
	being      = lang.Set("soy es somos son estoy sea hace hay tengo tiene tenemos need longer necesito necesita")
	denying    = lang.Set("nao not dont doesnt isnt arent cant cannot nunca never tampouco tampoco")
)
