package concierge

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

func TestNarrowed(t *testing.T) {
	shown := []scene.Thing{{Kind: dish, ID: "a", Name: "Sopa", Number: 1}, {Kind: dish, ID: "b", Name: "Pato", Number: 2}}
	for text, want := range map[string]string{
		"without garlic please":                 `{"course":"main","wish":"leve, sem garlic"}`,
		"mas sem cebola":                        `{"course":"main","wish":"leve, sem cebola"}`,
		"pero sin tomate, porfa":                `{"course":"main","wish":"leve, sem tomate"}`,
		"com cebola, mas sem alho":              "",
		"quero a sopa":                          "",
		"essa é amarga, não tem uma mais doce?": "",
	} {
		read := understand.Read(text, understand.Before{Last: "menu"})
		a := asked{
			act: "order", text: text, spans: read.Spans, last: "menu", at: &scene.Scene{Message: text, Shown: shown, Last: "Sopa, Pato"},
			again: []llm.ToolCall{{Name: "find_dishes", Args: `{"course":"main","wish":"leve"}`}},
		}
		got := ""
		if calls := a.narrowed(); len(calls) > 0 {
			got = calls[0].Args
		}
		if got != want {
			t.Errorf("narrowed by %q: %s, want %s", text, got, want)
		}
	}
}

// Which of what was shown is so is asked with a pronoun, and not with a course or another dish.
func TestAsksWhichOfTheShown(t *testing.T) {
	shown := []scene.Thing{{Kind: dish, ID: "a", Name: "Sopa", Number: 1}, {Kind: dish, ID: "b", Name: "Pato", Number: 2}}
	for text, want := range map[string]bool{
		"alguma sem queijo?": true, "which of these has nuts?": true, "¿cuál no lleva huevo?": true, "nenhum sem ovo?": true,
		"qual sobremesa não leva ovo?": false, "tem outra?": false, "quanto custa?": false,
	} {
		a := asked{text: text, last: "menu", at: &scene.Scene{Message: text, Shown: shown, Last: "Sopa, Pato"}}
		if got := a.asksWhich(); got != want {
			t.Errorf("asksWhich(%q) = %v", text, got)
		}
	}
}

func TestRegion(t *testing.T) {
	for text, want := range map[string]string{
		"uma entrada do nordeste": "comida do nordeste", "a dish from the south": "comida do sul", "algo del norte": "comida do norte",
		"sou do norte, o que tem?": "", "vim do Rio Grande do Norte": "", "fica ao norte daqui?": "",
	} {
		if got := strings.TrimSpace((asked{text: text}).withRegion("")); got != want {
			t.Errorf("region of %q: %q, want %q", text, got, want)
		}
	}
}

// A list is as long as the guest says.
func TestSomeDishesOfACourseAreShown(t *testing.T) {
	for message, want := range map[string]string{
		"mostra duas entradas": `"count":2`, "show us four desserts": `"count":4`, "uma sobremesa e três entradas": `"count":3`, "show me the starters": `{"course":"starter"}`,
	} {
		calls := asked{act: "show_card", text: message, at: &scene.Scene{Message: message}}.showCard()
		if !strings.Contains(calls[len(calls)-1].Args, want) && !strings.Contains(calls[0].Args, want) {
			t.Errorf("%q calls %v, want %s", message, calls, want)
		}
	}
}

// Of what goes with a dish it may be asked in many ways; of a dish that is spoken of, no course is meant.
func TestGoesWell(t *testing.T) {
	for text, want := range map[string]bool{
		"what would you drink with that?": true, "que suco vai bem junto?": true, "¿qué helado va bien después?": true,
		"a salad to complete this": true, "com a pizza eu tomo o quê?": true, "vou com a Ana": false, "tem pizza com queijo?": false,
	} {
		if got := goesWell().MatchString(words(text)); got != want {
			t.Errorf("goesWell(%q) = %v", text, got)
		}
	}
	if got := (asked{text: "uma sobremesa pra depois desse prato"}).courses(); strings.Join(got, " ") != "dessert" {
		t.Errorf("courses %v, want dessert", got)
	}
}

// What a dish is not to be, or to have, is no wish for it.
func TestWhatADishIsNotToBe(t *testing.T) {
	for text, want := range map[string]string{"un plato que tampoco sea pato": "not", "a dish that should not be duck": "", "um prato que seja pato": "want"} {
		at := strings.LastIndex(text, " ") + 1
		got := asked{text: text}.markUnwished([]understand.Span{{Kind: "food", Text: text[at:], P: "want", From: at, To: len(text)}})
		if want != "" && got[0].P != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
