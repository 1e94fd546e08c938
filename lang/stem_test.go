package lang_test

import (
	"testing"

	"github.com/maitre-dev/maitre/lang"
)

func TestFormsOfAWordShareTheirStem(t *testing.T) {
	for _, words := range [][]string{
		{"camarao", "camaroes"},
		{"frito", "frita", "fritas"},
		{"frio", "fria", "frias"},
		{"pastel", "pasteis"},
		{"casal", "casais"},
		{"hotel", "hoteis", "hotels"},
		{"luz", "luzes"},
	} {
		for _, w := range words[1:] {
			if lang.Stem(w) != lang.Stem(words[0]) {
				t.Errorf("%s is %s, %s is %s", words[0], lang.Stem(words[0]), w, lang.Stem(w))
			}
		}
	}
}

func TestOtherWordsHaveOtherStems(t *testing.T) {
	for _, pair := range [][2]string{{"comida", "com"}, {"praia", "para"}, {"ovo", "uva"}, {"massa", "missa"}, {"leve", "levedura"}} {
		if lang.Stem(pair[0]) == lang.Stem(pair[1]) {
			t.Errorf("%s and %s are both %s", pair[0], pair[1], lang.Stem(pair[0]))
		}
	}
}

func FuzzStem(f *testing.F) {
	for _, w := range []string{"", "a", "oes", "camaroes", "ção", "\xff\xfe", "ssssss"} {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, word string) {
		folded := lang.Fold(word)
		if s := lang.Stem(folded); s == "" && folded != "" {
			t.Errorf("%q has no stem", folded)
		}
	})
}
