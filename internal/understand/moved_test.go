package understand_test

import (
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

func TestMoved(t *testing.T) {
	for message, want := range map[string][2][]string{ // to, from
		"desculpa, não sou eu, é meu avô":                    {{"meu avô"}, {""}},
		"errei: quem não come glúten é a Tânia, o Davi come": {{"Tânia"}, {"Davi"}},
		"sorry, it's my nephew who is vegan, not me":         {{"my nephew"}, {""}},
		"perdón, no es mi tía, es mi suegro":                 {{"mi suegro"}, {"mi tía"}},
		"quem não come glúten é a Tânia":                     {nil, nil}, // nothing is put right
		"na verdade prefiro o peixe":                         {nil, nil},
	} {
		r := understand.Read(message, understand.Before{})
		if to, from := r.Moved(message); !slices.Equal(to, want[0]) || !slices.Equal(from, want[1]) {
			t.Errorf("Moved(%q) = %q from %q, want %q", message, to, from, want)
		}
	}
}

// Needs that are easily given to the wrong person, or to nobody, and what is no need.
func TestNeedsOfWhom(t *testing.T) {
	for message, want := range map[string]string{
		"a Tânia é alérgica a soja e o resto come de tudo": "Tânia: soja",
		"na nossa mesa quem não pode leite é meu genro":    "meu genro: leite",
		"Gus is allergic to squid and Mo eats anything":    "Gus: squid",
		"o cardiologista mandou cortar o sal":              ": sal",
		"considera minha nora celíaca daqui pra frente":    "minha nora: celíaca",
		"o nhoque pode vir sem alho?":                      "",
		"can the chef make the stew without celery?":       "",
		"el arroz puede venir sin cebolla?":                "",
		"no mezclamos carne con leche":                     "",
		"o nhoque pode vir sem alho? meu pai passa mal":    "meu pai: alho",
		"ela fica toda inchada quando come lula":           "companion: lula",
	} {
		var got string
		for _, n := range understand.Needs(message) {
			if !n.Over {
				got += n.Of[0] + ": " + n.What
			}
		}
		if got != want {
			t.Errorf("Needs(%q) = %q, want %q", message, got, want)
		}
	}
}
