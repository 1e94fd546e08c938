package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/scene"
)

func TestHaving(t *testing.T) {
	for text, want := range map[string]string{
		"o que é vinagreira?":              `{"ask":"vinagreira","course":"any","explain":true}`,
		"what is cassava?":                 `{"ask":"cassava","course":"any","explain":true}`,
		"quais pratos levam pimentão?":     `{"ask":"pimentão","course":"any"}`,
		"qué platos llevan huevo o queso?": `{"ask":"huevo, queso","course":"any"}`,
		"vem meu tio, que é do torresmo":   "",
		"what is the wifi password?":       "",
		"que prato você recomenda?":        "",
	} {
		a := asked{text: text, spans: understand.Read(text, understand.Before{}).Spans, at: &scene.Scene{Message: text}}
		got := ""
		if calls := a.having(); len(calls) > 0 {
			got = calls[0].Args
		}
		if got != want {
			t.Errorf("having of %q: %s, want %s", text, got, want)
		}
	}
}

func TestChilled(t *testing.T) {
	for text, want := range map[string]string{"uma entrada fria": "fria", "a frozen dessert": "frozen", "uma cerveja gelada": "", "que sala fria": ""} {
		if got := (asked{text: text}).chilled(); got != want {
			t.Errorf("chilled(%q) = %q, want %q", text, got, want)
		}
	}
}
