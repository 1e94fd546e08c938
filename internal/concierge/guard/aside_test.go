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
		var got []string
		for _, x := range guard.Names(answer, facts(lang.Portuguese, "?", hook.Person{}, hook.Person{Name: "Lia", Allergies: []string{"camarão"}})) {
			if x.Warned {
				got = append(got, x.ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("Names(%q) warns of = %q, want %q", answer, got, want)
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
		var got []string
		for _, x := range guard.Names(text, facts(lang.Portuguese, "?")) {
			got = append(got, x.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("Names(%q) = %q, want %q", text, got, want)
		}
	}
}

// The first word of a name names the dish, unless it is said of any.
func TestWhatAnAnswerNames(t *testing.T) {
	f := guard.Facts{Things: []guard.Thing{{Kind: "dish", ID: "1", Name: "Cerveja do barril", Known: true}, {Kind: "dish", ID: "2", Name: "Salada de grãos", Known: true}, {Kind: "dish", ID: "3", Name: "Galinhada de pequi", Known: true}}}
	for answer, want := range map[string]string{
		"Não vi cerveja zero na carta.":        "",
		"Uma cerveja cai bem com a galinhada.": "3",
		"Temos a Cerveja do barril.":           "1",
		"A salada vem fria.":                   "2",
	} {
		got := ""
		for _, x := range guard.Names(answer, f) {
			got += x.ID
		}
		if got != want {
			t.Errorf("Names(%q) = %q, want %q", answer, got, want)
		}
	}
}
