package understand

import "testing"

func TestMood(t *testing.T) {
	for text, want := range map[string]string{
		"bebi demais ontem à noite":    "caldo quente",
		"we are celebrating tonight":   "prato principal festa",
		"algo para mi abuela":          "idoso, sem pimenta",
		"nada romântico, por favor":    "",
		"two beers":                    "",
		"quero o bife com arroz":       "",
		"que calor! o que me refresca": "leve frio",
	} {
		if got := Mood(text); got != want {
			t.Errorf("Mood(%q) = %q, want %q", text, got, want)
		}
	}
}
