package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// The first word of a name names the dish, unless it is said of any.
func TestWhatAnAnswerNames(t *testing.T) {
	s := &scene.Scene{Found: []scene.Thing{{Kind: dish, ID: "1", Name: "Cerveja do barril"}, {Kind: dish, ID: "2", Name: "Salada de grãos"}, {Kind: dish, ID: "3", Name: "Galinhada de pequi"}}}
	for answer, want := range map[string]string{
		"Não vi cerveja zero na carta.":              "",
		"Uma cerveja cai bem com a galinhada.":       "3",
		"Temos a Cerveja do barril.":                 "1",
		"A salada vem fria.":                         "2",
		"Toda carne vem com salada e uma galinhada.": "3",
	} {
		got := ""
		for _, x := range named(answer, s) {
			got += x.ID
		}
		if got != want {
			t.Errorf("named(%q) = %q, want %q", answer, got, want)
		}
	}
}

// A town that everybody knows may be named, and a house that nobody told of may not.
func TestATownIsNobodysInvention(t *testing.T) {
	f := guard.Facts{Language: lang.Portuguese, Asked: "para onde eu vou?"}
	for name, want := range map[string]int{"Ouro Preto": 0, "Chapada dos Veadeiros": 0, "Bistrô Sol Nascente": 1} {
		if got := check("Eu iria conhecer "+name+" nas férias.", f); len(got) != want {
			t.Errorf("check(%s) = %v, want %d", name, got, want)
		}
	}
}
