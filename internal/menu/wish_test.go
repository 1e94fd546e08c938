package menu

import (
	"strings"
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
	for _, message := range []string{
		"o que você recomenda?", "queria ver o cardápio", "o que tem de bom?", "me indica algo", "me surpreenda", "me manda o cardápio", "o que sugere pra mim?", "qual o carro-chefe?", "oi, o que tem de bom hoje?",
		"what do you recommend?", "what's good here?", "surprise me", "what's popular?", "what do you have for us?", "menu please",
		"¿qué me recomienda?", "la carta por favor", "¿qué hay de bueno?", "¿qué me sugiere para mi hija?", "sorpréndeme",
	} {
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

func TestWhatIsRuledOutDoesNotRuleOutADietBehindIt(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, tt := range []struct{ message, says string }{
		{"sem glúten e vegetariano", "Levei em conta: glúten e vegetariano."},
		{"sem lactose e vegano", "Levei em conta: leite e vegano."},
		{"quero algo sem ovo e vegetariano", "Levei em conta: ovo e vegetariano."},
		{"sem glúten e também vegetariano", "Levei em conta: glúten e vegetariano."},
		{"vegetariano sem glúten", "Levei em conta: glúten e vegetariano."},
		{"sin gluten y vegetariano", "Tuve en cuenta: gluten y vegetariano."},
		{"algo sin lactosa y vegano", "Tuve en cuenta: leche y vegano."},
		{"no gluten and vegetarian", "I kept in mind: gluten and vegetarian."},
		{"nut-free and vegan", "I kept in mind: tree nuts and vegan."},
		{"without nuts and vegan please", "I kept in mind: tree nuts and vegan."},
		{"quero um prato sem glúten pra mim e vegetariano pra minha filha", "Levei em conta: glúten e vegetariano."},
	} {
		s := tb.turn(nil, tt.message, State{})
		if len(s.Picked) == 0 || !strings.Contains(s.Text, tt.says) {
			t.Errorf("%q: %s", tt.message, s.Text)
		}
		for _, p := range s.Picked {
			if why := Harms(tb.card.byID[p.ID], hook.Constraints{Diets: []string{"vegetariano"}}); why != "" {
				t.Errorf("%q gives %s", tt.message, p.ID)
			}
		}
	}
	for _, told := range []string{"gluten free and vegan", "vegan and gluten free", "I'm vegan and celiac"} {
		s := tb.says(told, "something for dinner")
		if len(s.Picked) == 0 {
			t.Errorf("%q: nothing for dinner", told)
		}
		for _, p := range s.Picked {
			if why := Harms(tb.card.byID[p.ID], hook.Constraints{Diets: []string{"vegano", "celíaco"}}); why != "" {
				t.Errorf("%q: %s for dinner is not %s", told, p.ID, why)
			}
		}
	}
}

func TestWhatTheCardHasIsFoundHoweverItIsAskedFor(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, tt := range []struct {
		message string
		fits    func(Item) bool
	}{
		{"what about something for dessert?", func(it Item) bool { return it.Course == "dessert" }},
		{"gluten free dessert", func(it Item) bool { return it.Course == "dessert" && !it.Contains("glúten") }},
		{"quanto custa o prato mais barato?", func(it Item) bool { return it.Course == "main" && it.Price.Amount <= 6000 }},
		{"qual o prato mais caro?", func(it Item) bool { return it.Course == "main" && it.Price.Amount >= 9800 }},
		{"what is your most expensive main course?", func(it Item) bool { return it.Course == "main" && it.Price.Amount >= 9800 }},
		{"¿cuál es el plato más caro?", func(it Item) bool { return it.Course == "main" && it.Price.Amount >= 9800 }},
		{"que prato você sugere pra minha filha celíaca?", func(it Item) bool { return it.Course == "main" && !it.Contains("glúten") }},
		{"harmoniza o que com moqueca?", func(it Item) bool { return it.Course == "beer" || it.Course == "drink" }},
		{"o que beber com moqueca?", func(it Item) bool { return it.Course == "beer" || it.Course == "drink" }},
	} {
		s := tb.turn(nil, tt.message, State{})
		if len(s.Picked) == 0 {
			t.Errorf("%q: %s", tt.message, s.Text)
		}
		for _, p := range s.Picked {
			if !tt.fits(tb.card.byID[p.ID]) {
				t.Errorf("%q gives %s", tt.message, p.ID)
			}
		}
	}
}

func TestAQuestionOfADishIsAnsweredOfThatDish(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, tt := range []struct{ message, says string }{
		{"a coxinha tem frango?", "Sim: Coxinha de galinha caipira contém frango."},
		{"feijoada completa tem porco?", "Sim: Feijoada completa contém porco."},
		{"a coxinha tem camarão?", "Pelo cardápio, Coxinha de galinha caipira não leva camarão"},
		{"does the coxinha have chicken?", "Yes: Coxinha de galinha caipira"},
		{"¿la coxinha lleva pollo?", "Sí: Coxinha de galinha caipira"},
	} {
		if s := tb.turn(nil, tt.message, State{}); s.Intent != About || !strings.HasPrefix(s.Text, tt.says) || strings.Contains(s.Text, "\n") {
			t.Errorf("%q: %s says %q, want %q", tt.message, s.Intent, s.Text, tt.says)
		}
	}
	if s := tb.says("uma sobremesa", "is the brownie gluten free?"); len(s.Picked) > 0 {
		t.Errorf("a question of what there is not: %s", s.Text)
	}
	if s := tb.says("uma sobremesa", "tem glúten?"); s.Intent != About || len(s.Picked) < 2 {
		t.Errorf("a question of what was offered: %s, %s", s.Intent, s.Text)
	}
}

func TestWhoTakesNoteHearsNoListAgain(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, message := range []string{"ok", "beleza", "entendi", "got it, thanks", "sounds great", "vale", "perfecto", "kkkk"} {
		if s := tb.says("uma sobremesa", message); s.Intent != Talk || len(s.Picked) > 0 {
			t.Errorf("%q: %s", message, s.Text)
		}
	}
	if s := tb.says("quero massa", "até 60 reais"); len(s.Picked) == 0 || !s.offers("espaguete") {
		t.Errorf("a price goes on with the wish: %s", s.Text)
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
