package lang

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/portuguese"

	"github.com/maitre-dev/maitre/internal/base/recent"
)

// Stem cuts a folded word to what its plural, gender and common endings share:
// camarao and camaroes, fritas and frito. Portuguese leads; the plurals of
// English and Spanish words go too. It is for comparing, not for showing: the
// stem of a word need not be one.
func Stem(folded string) string {
	if len(folded) < 4 || len(folded) > 40 {
		return folded // ovo is not ova, and no word is that long
	}
	return stems.Get(folded, func() string { return stem(folded) })
}

// stems are those of the last words.
var stems = recent.Table[string, string]{Size: 8192}

func stem(folded string) string {
	one := singular(folded)
	env := snowballstem.NewEnv(one)
	portuguese.Stem(env)
	if s := env.Current(); len(s) >= 4 {
		return s
	}
	// Cut that short, comida would meet com: only the gender goes.
	if c := one[len(one)-1]; len(one) > 3 && (c == 'a' || c == 'o' || c == 'e') {
		return one[:len(one)-1]
	}
	return one
}

// Same cuts a folded word to what its plural and its gender share, and no more:
// frita and fritos, but not frita and fritar.
func Same(folded string) string {
	if len(folded) < 4 {
		return folded
	}
	one := singular(folded)
	if len(one) > 3 && one[len(one)-1] == 'a' {
		return one[:len(one)-1] + "o"
	}
	return one
}

// Ends of plurals, with what stands there in the singular. The longest first.
var plurals = []struct{ many, one string }{
	{"oes", "ao"},
	{"aes", "ao"},
	{"aos", "ao"},
	{"ais", "al"},
	{"eis", "el"},
	{"ois", "ol"},
	{"uis", "ul"},
	{"ies", "y"},
	{"res", "r"},
	{"zes", "z"},
	{"ches", "ch"},
	{"shes", "sh"},
	{"ns", "m"},
	{"ss", "ss"},
	{"us", "us"},
	{"is", "is"},
	{"s", ""},
}

func singular(w string) string {
	for _, p := range plurals {
		if stem, ok := strings.CutSuffix(w, p.many); ok && len(stem) >= 2 {
			return stem + p.one
		}
	}
	return w
}
