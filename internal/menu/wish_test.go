package menu

import "testing"

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
