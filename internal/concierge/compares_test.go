package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/scene"
)

func TestCompares(t *testing.T) {
	shown := []scene.Thing{{Kind: dish, ID: "a", Name: "Sopa", Number: 1}, {Kind: dish, ID: "b", Name: "Pato", Number: 2}}
	for text, want := range map[string]string{
		"qual é mais leve?": "light", "which one is heavier?": "heavy", "cuál es el menos dulce?": "dry", "qual é a menos cara?": "cheap",
		"which of them is the least spicy?": "mild", "qual você me aconselha?": "best", "cuál es más ácido?": "sour",
		"tem algo mais leve?": "", "what else is there?": "", "um mais barato": "", "qual é o preço?": "",
	} {
		a := asked{act: "about_dish", text: text, last: "menu", at: &scene.Scene{Message: text, Shown: shown, Last: "Sopa, Pato"}}
		if got := a.compares(); got != want {
			t.Errorf("%q compares by %q, want %q", text, got, want)
		}
	}
}
