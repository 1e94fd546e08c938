package understand_test

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

func TestAmount(t *testing.T) {
	for text, want := range map[string]float64{
		"até R$ 1.200": 1200, "acima de 1.000": 1000, "R$ 1.200,50": 1200.5, "1,200.50": 1200.5, "uns 80 conto": 80, "2,5 mil": 2500, "2.5k": 2500, "mil reais": 1000,
		"cento e cinquenta": 150, "under 40 each": 40, "12,90": 12.9, "3 mil por noite": 3000, "dois mil": 2000, "between 100 and 150": 150,
	} {
		if got, ok := understand.Amount(text); !ok || got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"", "barato", "um pouco"} {
		if got, ok := understand.Amount(text); ok {
			t.Errorf("%q is %v, want none", text, got)
		}
	}
}
