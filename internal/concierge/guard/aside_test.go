package guard_test

import (
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
)

// What an answer names to leave it out is no offer, and gets no card.
func TestWhatIsNamedToLeaveItOut(t *testing.T) {
	for _, tt := range []struct {
		language lang.Language
		answer   string
		want     []string
	}{
		{lang.English, "I don't know whether the cheese of the Salada de folhas, caju e queijo de cabra is pasteurised, so please leave it until the kitchen has told you.", []string{"salada-de-folhas-caju-e-queijo-de-cabra"}},
		{lang.Portuguese, "Certo, tirei o Bobó de camarão, por causa do camarão; fica a Lasanha de berinjela.", []string{"bobo-de-camarao"}},
		{lang.English, "Skip the Bobó de camarão; the Lasanha de berinjela is lovely.", []string{"bobo-de-camarao"}},
		{lang.English, "Everything but for the Sorbet de cajá is warm: try the Lasanha de berinjela.", []string{"sorbet-de-caja"}},
		{lang.Portuguese, "O Bobó de camarão não é para a Lia; para ela, a Lasanha de berinjela.", []string{"bobo-de-camarao"}},
		{lang.Spanish, "Deje el Bobó de camarão y pida la Lasanha de berinjela.", []string{"bobo-de-camarao"}},
		{lang.Portuguese, "A Pilsen da casa casaria bem com a Lasanha de berinjela. Mas quem guia não bebe, e ela fica para outra noite.", []string{"pilsen-da-casa"}},
		{lang.Portuguese, "Com a Lasanha de berinjela casaria bem a Pilsen da casa. Mas quem guia não bebe: fica para outra noite.", []string{"pilsen-da-casa"}},
		{lang.Portuguese, "Para você, o Bobó de camarão (não é para a Lia). Para ela, a Lasanha de berinjela.", nil},
		{lang.English, "For him, the Bobó de camarão, which is not for Lia.", nil},
		{lang.Portuguese, "Para a Lia o Bobó de camarão não serve; a Lasanha de berinjela, sim.", []string{"bobo-de-camarao"}},
		{lang.Portuguese, "Fique com a Lasanha de berinjela. A moqueca eu deixaria para outro dia.", nil},
		{lang.English, "Have the Lasanha de berinjela, and come back another day.", nil},
		{lang.English, "The Pilsen da casa is what I would pour. You drive, so save it for the weekend.", []string{"pilsen-da-casa"}},
		{lang.Spanish, "Iría bien la Pilsen da casa. Como conduce, la dejaría; tome el Mate gelado com limão.", []string{"pilsen-da-casa"}},
		{lang.Portuguese, "Sugiro o Bobó de camarão. Para a Lia o Bobó de camarão não serve; ela vai de Lasanha de berinjela.", nil},
	} {
		got := guard.Aside(tt.answer, facts(tt.language, "?", hook.Person{}, hook.Person{Name: "Lia", Allergies: []string{"camarão"}}))
		if !slices.Equal(got, tt.want) {
			t.Errorf("Aside(%q) = %q, want %q", tt.answer, got, tt.want)
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
