package understand

import "testing"

func TestMarks(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"tem caldo verde hoje interrogação":   "tem caldo verde hoje?",
		"quero uma salada vírgula sem cebola": "quero uma salada, sem cebola",
		"obrigado pela atenção ponto":         "obrigado pela atenção.",
		"is the kitchen open question mark":   "is the kitchen open?",
		"quero a picanha ao ponto, por favor": "quero a picanha ao ponto, por favor",
		"minha carne bem ao ponto":            "minha carne bem ao ponto",
	} {
		if got := Marks(said); got != want {
			t.Errorf("Marks(%q) = %q, want %q", said, got, want)
		}
	}
}
