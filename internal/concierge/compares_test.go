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
		"qual custa menos?": "cheap", "which costs the most?": "dear", "¿cuál tarda menos?": "quick", "escolhe um desses": "best",
		"tem algo mais leve?": "", "what else is there?": "", "um mais barato": "", "qual é o preço?": "",
	} {
		a := asked{act: "about_dish", text: text, last: "menu", at: &scene.Scene{Message: text, Shown: shown, Last: "Sopa, Pato"}}
		if got := a.compares(); got != want {
			t.Errorf("%q compares by %q, want %q", text, got, want)
		}
	}
}

// A dish that is light is not the lightest, and of a diet the lightest is within it.
func TestWhatIsTheMostOfSomething(t *testing.T) {
	for message, want := range map[string]bool{
		"we would have a light soup": false, "a mild cheese, please": false,
		"the mildest cheese": true, "qual a sopa mais leve?": true, "¿cuál es la sopa más ligera?": true,
	} {
		if got := (asked{text: message}).superlative(); got != want {
			t.Errorf("superlative(%q) = %v", message, got)
		}
	}
}

// Who has dishes compared orders none, even where the words sound like an order.
func TestComparingIsNoOrder(t *testing.T) {
	shown := []scene.Thing{{Kind: dish, ID: "sopa", Name: "sopa", Number: 1}, {Kind: dish, ID: "pato", Name: "pato", Number: 2}}
	for _, message := range []string{"compara os dois pra mim", "compare both for me", "compará los dos"} {
		a := asked{act: "order", text: message, last: "menu", onCard: nameDishes, at: &scene.Scene{Message: message, Shown: shown, Last: "sopa, pato"}}
		if calls := a.calls(); len(calls) != 1 || calls[0].Name != "dish_details" {
			t.Errorf("%q calls %v", message, calls)
		}
	}
	at := &scene.Scene{Shown: shown, Last: "sopa, pato"}
	if calls := (asked{act: "ask_purchases", text: "compara os dois anos", last: "menu", onCard: nameDishes, at: at}).compared(); calls != nil {
		t.Errorf("figures are compared as dishes: %v", calls)
	}
}

// Who wants nothing that is too much of something wants what is less of it.
func TestLessOfSomething(t *testing.T) {
	for text, want := range map[string]string{
		"um drink que não seja muito forte": "weak", "a cocktail, nothing too strong": "weak", "algo no muy fuerte": "weak", "uma cerveja forte": "strong",
	} {
		if got := (asked{text: text}).sorts(); len(got) != 1 || got[0] != want {
			t.Errorf("%q sorts by %v, want %q", text, got, want)
		}
	}
}

// Of the dish that a question singles out a clause may order some.
func TestWhatIsAskedForIsTaken(t *testing.T) {
	shown := []scene.Thing{{Kind: dish, ID: "sopa", Name: "Sopa", Number: 1}, {Kind: dish, ID: "pato", Name: "Pato", Number: 2}}
	for message, want := range map[string]int{
		"qual é o mais pesado? bota três desses": 3, "which is the sweetest? we will have that": 1, "¿cuál sale menos? ponme uno de esos": 1,
		"qual é o mais caro? não quero esse": 0, "which is the sourest of these?": 0, "cuál es el más dulce y ese qué lleva?": 0,
	} {
		a := asked{act: "about_dish", text: message, last: "menu", onCard: nameDishes, at: &scene.Scene{Message: message, Shown: shown, Last: "Sopa, Pato"}}
		if got := a.takesIt(); got != want {
			t.Errorf("%q takes %d, want %d", message, got, want)
		}
		calls := a.compared()
		if took := len(calls) > 1 && calls[1].Name == "bill"; took != (want > 0) {
			t.Errorf("%q calls %v", message, calls)
		}
	}
}

// Who asks to be told of dishes, or shown some, orders none.
func TestWhatIsToBeToldIsNotOrdered(t *testing.T) {
	for text, want := range map[string]int{"me fala de uma lasanha e de uma limonada": 0, "tell us about a lasanha and a limonada": 0, "mostra uma lasanha e uma limonada": 0, "mostra, e traz uma lasanha": 1} {
		a := asked{text: text, onCard: nameDishes, at: &scene.Scene{Language: "pt", Message: text}}
		if got := a.changes(); min(len(got), 1) != want {
			t.Errorf("%q changes %+v", text, got)
		}
	}
}
