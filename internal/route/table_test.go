package route

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheLongestPhraseCounts(t *testing.T) {
	var l lexicon
	for phrase, weight := range map[string]uint8{
		"vinho": 1, "Vinho do Porto": 2, "vinh*": 3, "moq*": 4, "moquec*": 5, "sou o _": 6, "pão-de-ló": 7, "uva": 8,
	} {
		l.add(phrase, sense{weight: [len(specialists)]uint8{weight}})
	}
	for said, want := range map[string][2]int{
		"vinho":               {1, 1},
		"vinho do chile":      {1, 1},
		"vinho do porto":      {2, 3},
		"vinhozinho":          {3, 1},
		"moquecas":            {5, 1},
		"moqueado":            {4, 1},
		"sou o pedro silva":   {6, 3},
		"sou o":               {0, 0},
		"pao de lo com creme": {7, 3},
		"uvas":                {8, 1},
		"uv":                  {0, 0},
		"":                    {0, 0},
	} {
		s, n := l.match(strings.Fields(said))
		weight := 0
		if s != nil {
			weight = int(s.weight[0])
		}
		if got := [2]int{weight, n}; got != want {
			t.Errorf("%q: weight and words are %v, want %v", said, got, want)
		}
	}
}

func TestFilesAreReadOrRefused(t *testing.T) {
	var tab tables
	if err := tab.add("menu", "# food\n[3]\npizza*, massa\n\n[2 pairing]\ncombina com\n[polite]\noi"); err != nil {
		t.Fatal(err)
	}
	s, _ := tab.topics.match([]string{"combina", "com"})
	want := &sense{weight: [len(specialists)]uint8{menu: 2}, marks: pairing}
	if diff := cmp.Diff(want, s, cmp.AllowUnexported(sense{})); diff != "" {
		t.Errorf("sense (-want +got):\n%s", diff)
	}
	if !tab.knows("oi") || !tab.knows("pizzas") || tab.knows("food") {
		t.Error("a phrase is not known, or a comment is")
	}
	for name, text := range map[string]string{
		"line 1: a phrase before any section":                             "pizza",
		`line 2: section [33]: "33" is neither a weight nor a mark`:       "\n[33]",
		`line 1: section [3 tasty]: "tasty" is neither a weight nor a ma`: "[3 tasty]",
	} {
		if err := tab.add("menu", text); err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("reading %q: %v, want %s", text, err, name)
		}
	}
	if err := tab.add("follow", "[3]\nsim"); err == nil {
		t.Error("a file of no specialist gave weights")
	}
}

func TestAllFilesAreRead(t *testing.T) {
	for name, l := range map[string]*lexicon{"topics": &load().topics, "courtesy": &load().courtesy, "manner": &load().manner} {
		if len(l.words) < 300 {
			t.Errorf("%s has %d first words", name, len(l.words))
		}
	}
}

func TestMisspeltWordsAreKnown(t *testing.T) {
	for wrong, want := range map[string]string{
		"servejaria":   "",           // the first letter is wrong: it has a line of its own
		"cervejraia":   "cervejaria", // swapped
		"panilha":      "planilha",
		"feijoda":      "feijoada",
		"planilhha":    "planilha",
		"gostei":       "", // near gastei, and plain
		"constelacoes": "",
		"pizzza":       "", // known as it is
	} {
		said := []string{wrong}
		if !load().correct(said) {
			said[0] = ""
		}
		if said[0] != want {
			t.Errorf("%q is taken for %q, want %q", wrong, said[0], want)
		}
	}
}
