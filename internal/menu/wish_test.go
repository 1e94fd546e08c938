package menu

import (
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

func TestWhatAGuestMustNotHaveIsNoWish(t *testing.T) {
	for message, want := range map[string]string{
		"sou alérgico a camarão, quero uma moqueca":            "quero uma moqueca",
		"quero uma moqueca, mas sou alérgico a camarão":        "quero uma moqueca",
		"tenho alergia a ovo e queria uma sobremesa":           "queria uma sobremesa",
		"I'm allergic to peanuts. What do you have for lunch?": "What do you have for lunch?",
		"sou alérgico a camarão":                               "sou alérgico a camarão",
		"quero uma massa sem queijo":                           "quero uma massa sem queijo",
	} {
		if got := wishOf(message); got != want {
			t.Errorf("%q wishes for %q, want %q", message, got, want)
		}
	}
}

func TestWhatACardStatesBindsADietToo(t *testing.T) {
	for _, tt := range []struct {
		diet, stated string
		harms        bool
	}{
		{"celíaca", "glúten", true},
		{"celíaco", "leite", false},
		{"vegano", "leite", true},
		{"vegana", "ovo", true},
		{"vegetariano", "peixe", true},
		{"vegetariana", "leite", false},
		{"vegano", "soja", false},
	} {
		it := Item{ID: "x", Name: "Prato da casa", Allergens: []string{tt.stated}}
		if why := Harms(it, hook.Constraints{Diets: []string{tt.diet}}); (why != "") != tt.harms {
			t.Errorf("%s, and the card states %s: harmed by %q, want %v", tt.diet, tt.stated, why, tt.harms)
		}
	}
}
