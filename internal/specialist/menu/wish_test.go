package menu

import (
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
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
		s := tb.turn(message, hook.Constraints{})
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
		s := tb.turn(message, hook.Constraints{})
		for _, p := range s.Picked {
			courses[tb.card.byID[p.ID].Course] = true
		}
		if len(courses) != offered {
			t.Errorf("%q gives %d dishes of %d courses", message, len(s.Picked), len(courses))
		}
	}
	if s := tb.turn("quero comer zebra", hook.Constraints{}); len(s.Picked) > 0 {
		t.Errorf("what is not on the card is taken for no wish at all: %v", s.Picked)
	}
}

func TestWhatIsRuledOutDoesNotRuleOutADietBehindIt(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, message := range []string{
		"sem glúten e vegetariano",
		"sem lactose e vegano",
		"quero algo sem ovo e vegetariano",
		"sem glúten e também vegetariano",
		"vegetariano sem glúten",
		"sin gluten y vegetariano",
		"algo sin lactosa y vegano",
		"no gluten and vegetarian",
		"nut-free and vegan",
		"without nuts and vegan please",
		"quero um prato sem glúten pra mim e vegetariano pra minha filha",
	} {
		s := tb.turn(message, hook.Constraints{})
		if len(s.Picked) == 0 {
			t.Errorf("%q: %s", message, s.Text)
		}
		for _, p := range s.Picked {
			if why := Harms(tb.card.byID[p.ID], hook.Constraints{Diets: []string{"vegetariano"}}); why != "" {
				t.Errorf("%q gives %s", message, p.ID)
			}
		}
	}
	for _, told := range []string{"gluten free and vegan", "vegan and gluten free", "I'm vegan and celiac"} {
		s := tb.turn(told+". something for dinner", hook.Constraints{})
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
		s := tb.turn(tt.message, hook.Constraints{})
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

// Where nothing fits the words of a wish for a course, what was heard of it is looked for: any
// dish of the course.
func TestAWishOfNoDishIsForAnyOfItsCourse(t *testing.T) {
	k := newKit(t)
	if out := k.find(&scene.Scene{}, `{"wish":"reunião rápida de diretoria","course":"main","heard":["*"]}`); out.fits() == 0 {
		t.Errorf("found %+v", out.Dishes)
	}
}
