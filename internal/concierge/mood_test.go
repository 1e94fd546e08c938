package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/scene"
)

// An occasion is the wish of who names no food.
func TestMoodWish(t *testing.T) {
	for text, want := range map[string]string{
		"something for our honeymoon, please":             "romântico",
		"algo pros meus netos, mas sem cebola":            "prato principal para criança, sem pimenta nem álcool, sem cebola",
		"uma entrada pra comemorar":                       "festa",
		"algo de beber pro meu neto":                      "sem álcool",
		"uma cerveja, é nosso aniversário":                "",
		"frango pros meus netos":                          "",
		"my grandson is allergic to egg, what is for him": "",
	} {
		a := asked{text: text, spans: understand.Read(text, understand.Before{}).Spans, at: &scene.Scene{Message: text}}
		if got := a.mood(); got != want {
			t.Errorf("mood of %q: %q, want %q", text, got, want)
		}
	}
}
