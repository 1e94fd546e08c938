package guard_test

import (
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
)

// What an answer gives the reason against is no offer, and gets no card.
func TestWhatAnAnswerWarnsOf(t *testing.T) {
	for answer, want := range map[string][]string{
		"O Bobó de camarão leva camarão; para a Lia, a Lasanha de berinjela.":       {"bobo-de-camarao"},
		"O bobó é famoso. Mas leva camarão, então não é para a Lia.":                {"bobo-de-camarao"},
		"Para a Lia, fora por camarão: Bobó de camarão e Camarão na moranga.":       {"bobo-de-camarao", "camarao-na-moranga"},
		"Para a Lia, não, que tem camarão:\n- Bobó de camarão":                      {"bobo-de-camarao"},
		"Fique com a Lasanha de berinjela. O bobó eu deixaria para outro dia.":      nil,
		"A Lia não pode com camarão: o Bobó de camarão é ótimo, e a lasanha também": nil,
	} {
		got := guard.Aside(answer, facts(lang.Portuguese, "?", hook.Person{}, hook.Person{Name: "Lia", Allergies: []string{"camarão"}}))
		if !slices.Equal(got, want) {
			t.Errorf("Aside(%q) = %q, want %q", answer, got, want)
		}
	}
}

// A guest names a dish by its whole name, or by a word that no other dish has.
func TestWhatAGuestNames(t *testing.T) {
	for text, want := range map[string][]string{
		"e o bobó, leva o quê?":              {"bobo-de-camarao"},
		"quero a Lasanha de berinjela então": {"lasanha-de-berinjela"},
		"tem alguma coisa leve?":             nil,
	} {
		if got := guard.Named(facts(lang.Portuguese, "?"), text); !slices.Equal(got, want) {
			t.Errorf("Named(%q) = %q, want %q", text, got, want)
		}
	}
}
