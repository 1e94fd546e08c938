package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

func TestAQuestionAboutPurchasesIsNoWishForADish(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"lista minhas porters":                      true,
		"my top rated sours please":                 true,
		"mis estilos peor calificados":              true,
		"quanto o meu concorrente compra de vocês?": true,

		"based on what I bought, suggest a beer": true,

		"suggest a dish with what my mother can eat": false,
		"my beer with the fish of the day":           false,
		"which one has no egg? my nephew gets ill":   false,
	} {
		r := understand.Read(text, understand.Before{})
		a := asked{text: text}
		if got := a.meansFigures(r) || does(r, "ask_purchases"); got != want {
			t.Errorf("meansFigures(%q) = %v, want %v (%v)", text, got, want, r.Acts)
		}
	}
}

func TestASentenceAsksForFigures(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		last, sentence string
		want           bool
	}{
		{"", "how much have I paid for porters since May?", true},
		{"", "quantas vezes comprei no verão?", true},
		{"", "show 2024 beside 2025", true},

		{"", "quanto dá tudo?", false},
		{"", "soy alérgica a las nueces", false},
		{"purchases", "reserve a table for five tonight", false},
	} {
		if got := (asked{text: tt.sentence, last: tt.last}).asksFigures(tt.sentence); got != tt.want {
			t.Errorf("asksFigures(%q) behind %q = %v, want %v", tt.sentence, tt.last, got, tt.want)
		}
	}
}
