package menu

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/lang"
)

// houseCard reads a card of a house.
func houseCard(t *testing.T, text string) *Card {
	t.Helper()
	items, problems, err := Read(strings.NewReader(text), "card.csv", Options{})
	if err != nil || len(kept(problems, func(p Problem) bool { return !p.Warning })) > 0 {
		t.Fatal(problems, err)
	}
	card, err := NewCard(t.Context(), items, embed.Local())
	if err != nil {
		t.Fatal(err)
	}
	return card
}

func TestACardSaysHowManyADishServes(t *testing.T) {
	card := houseCard(t, "nome;serve;ingredientes\nBaião de dois;3 pessoas;arroz, feijão\nCanjica;;milho\n")
	for name, want := range map[string]string{"Baião de dois": "Baião de dois serve: 3 pessoas.", "Canjica": "O cardápio não diz para quantas pessoas é: Canjica. A equipe da casa sabe."} {
		it := kept(card.all, func(it Item) bool { return it.Name == name })[0]
		got := sayDetails(dishDetailsOut{Asked: askServes, Dishes: []dishFacts{{Name: it.Name, Serves: it.Serves}}}, lang.Portuguese)
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	roundTrip(t, card.all, Options{})
}

func TestATasteOfWhichACardSaysNothingIsNotDenied(t *testing.T) {
	card := houseCard(t, "nome;descrição;ingredientes\nRapadura da serra;Feito na brasa;\nCaldinho;;abóbora, água, sal\nVatapá;Bem apimentado;\nCarne do sol;;carne, molho da casa\n")
	for name, want := range map[string]string{"Rapadura da serra": unknownContents, "Caldinho": "no", "Vatapá": "yes", "Carne do sol": unknownContents} {
		it := kept(card.all, func(it Item) bool { return it.Name == name })[0]
		if got := card.has(it, "apimentado"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := sayDetails(dishDetailsOut{Asked: "apimentado", Dishes: []dishFacts{{Name: "Rapadura", Has: []string{unknownContents}}}}, lang.Portuguese); got != "O cardápio não diz se é apimentado: Rapadura. Pergunte à cozinha." {
		t.Error(got)
	}
}

func TestAnAnswerHasNoEmptyPlaces(t *testing.T) {
	safe := sayDetails(dishDetailsOut{Asked: askSafe, Dishes: []dishFacts{{Name: "Beiju"}}}, lang.Portuguese)
	if strings.Contains(safe, "Leva") {
		t.Error(safe)
	}
}
