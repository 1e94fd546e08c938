package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

func TestAQuestionAboutPurchasesIsNoWishForADish(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"lista minhas porters":                                true,
		"my top rated sours please":                           true,
		"mis estilos peor calificados":                        true,
		"qual a cerveja mais pedida entre todos os clientes?": true,
		"quanto o meu concorrente compra de vocês?":           true,

		"tem porter?":                              false,
		"my beer with the fish of the day":         false,
		"what's good with the stew?":               false,
		"which one has no egg? my nephew gets ill": false,
	} {
		r := understand.Read(text, understand.Before{})
		a := asked{text: text}
		if got := a.meansFigures(r) || does(r, "ask_purchases"); got != want {
			t.Errorf("meansFigures(%q) = %v, want %v (%v)", text, got, want, r.Acts)
		}
	}
}
