package understand_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

// A town, a beer, a word that begins a line and an exclamation are nobody.
func TestWhoIsSpokenOf(t *testing.T) {
	for says, want := range map[string]string{
		"uma Weiss de Pomerode pra Lia e um chope pro Beto": "Lia, Beto",
		"graças a Deus a Tina chegou":                       "Tina",
		"ok\nThen bring it to Mick":                         "Mick",
		"vamos pra Vitória com a Lia":                       "Lia",
		"oi, sou a Marta, e o Davi vem também":              "Davi",
		"Dona Cida e Seu Jorge pagam a metade":              "Dona Cida, Seu Jorge",
		"a Rosa fica com o pudim":                           "Rosa",
	} {
		var got []string
		for _, p := range understand.People(says) {
			got = append(got, p.Name)
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("People(%q) = %q, want %q", says, got, want)
		}
	}
}

func TestTastesAreHowSomethingIsToBe(t *testing.T) {
	for words, want := range map[string][]string{
		"uma comida que arda":   {"picante"},
		"nada que arda":         nil,
		"something crunchy":     {"crocante"},
		"o que tem pro almoço?": nil,
	} {
		if got := understand.Tastes(words); !slices.Equal(got, want) {
			t.Errorf("Tastes(%q) = %q, want %q", words, got, want)
		}
	}
}
