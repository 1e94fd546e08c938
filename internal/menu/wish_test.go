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

func TestWhatOnlyPraisesSinksNoWish(t *testing.T) {
	tb := sit(t, Sample(), nil)
	for message, course := range map[string]string{
		"quero uma cerveja artesanal":           "beer",
		"uma sobremesa maravilhosa":             "dessert",
		"an authentic craft beer":               "beer",
		"un buen postre especial":               "dessert",
		"o que tem de sobremesa?":               "dessert",
		"a fancy cocktail with cachaça":         "drink",
		"um prato principal caprichado, chique": "main",
	} {
		s := tb.turn(nil, message, State{})
		if len(s.Picked) == 0 {
			t.Errorf("%q gives nothing", message)
		}
		for _, p := range s.Picked {
			if it := tb.card.byID[p.ID]; it.Course != course {
				t.Errorf("%q gives %s, a %s", message, it.Name, it.Course)
			}
		}
	}
}

func TestWhoLeavesItToTheWaiterGetsAMeal(t *testing.T) {
	tb := sit(t, Sample(), nil)
	for _, message := range []string{"o que você recomenda?", "queria ver o cardápio", "what do you recommend?", "¿qué me recomienda?"} {
		courses := map[string]bool{}
		s := tb.turn(nil, message, State{})
		for _, p := range s.Picked {
			courses[tb.card.byID[p.ID].Course] = true
		}
		if len(courses) != offered {
			t.Errorf("%q gives %d dishes of %d courses", message, len(s.Picked), len(courses))
		}
	}
	if s := tb.turn(nil, "quero comer zebra", State{}); len(s.Picked) > 0 {
		t.Errorf("what is not on the card is taken for no wish at all: %v", s.Picked)
	}
}

func TestAFollowUpGoesOnOrTurnsAway(t *testing.T) {
	tb := sit(t, Sample(), nil)
	for _, tt := range []struct {
		first, then string
		fits        func(Item) bool
	}{
		{"quero um petisco", "e sem queijo?", func(it Item) bool { return (it.Course == "snack" || it.Course == "starter") && !has(it, "i", "queijo") }},
		{"quero uma massa", "e sem leite?", func(it Item) bool { return it.Course == "main" && !it.Contains("leite") }},
		{"una sobremesa", "y sin huevo?", func(it Item) bool { return it.Course == "dessert" && !it.Contains("ovo") }},
		{"que cervejas vocês têm?", "qual o prato mais leve?", func(it Item) bool { return it.Course == "main" }},
		{"quero um prato com peixe", "which beer is lighter?", func(it Item) bool { return it.Course == "beer" }},
		{"que cervejas vocês têm?", "algo mais leve", func(it Item) bool { return it.Course == "beer" }},
	} {
		s := tb.turn(tb.turn(nil, tt.first, State{}), tt.then, State{})
		if s.Intent != Wish || len(s.Picked) == 0 {
			t.Errorf("%q after %q: %s says %q", tt.then, tt.first, s.Intent, s.Text)
		}
		for _, p := range s.Picked {
			if it := tb.card.byID[p.ID]; !tt.fits(it) {
				t.Errorf("%q after %q gives %s", tt.then, tt.first, it.Name)
			}
		}
	}
	if s := tb.turn(tb.turn(nil, "quero uma massa", State{}), "é sem leite?", State{}); s.Intent != About {
		t.Errorf("a question about what was offered is taken for %s", s.Intent)
	}
}
