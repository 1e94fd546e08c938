package analyst_test

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/analyst"
)

func TestAShortQuestionGoesOnFromTheOneBefore(t *testing.T) {
	const before = "quanto gastei em março de 2025?"
	for _, tt := range []struct{ name, question, message, want string }{
		{"a time takes the place of a time", before, "e no ano passado?", "quanto gastei no ano passado"},
		{"in English", "how much did I spend this year?", "and last year?", "how much did I spend last year"},
		{"in Spanish", "¿cuánto gasté este año?", "¿y en marzo?", "cuánto gasté en marzo"},
		{"what about", "how much did I spend this year?", "what about 2024?", "how much did I spend 2024"},
		{"without a word that goes on", before, "em 2024?", "quanto gastei em 2024"},
		{"something else is added", before, "e de IPA?", "quanto gastei em março de 2025 de IPA"},
		{"another matter is none", before, "obrigado", ""},
		{"a long one stands by itself", before, "e me conte uma história bem comprida de 2024", ""},
		{"nothing was asked", "", "e no ano passado?", ""},
		{"nothing is said", before, "?", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := analyst.Follow(tt.question, tt.message); got != tt.want {
				t.Errorf("Follow(%q, %q) = %q, want %q", tt.question, tt.message, got, tt.want)
			}
		})
	}
}
