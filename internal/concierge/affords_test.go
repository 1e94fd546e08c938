package concierge

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/scene"
)

func TestAffords(t *testing.T) {
	for text, want := range map[string]string{
		"R$ 180 dá pra nós três?":                     `"budget":180`,
		"is 95 enough for two?":                       `"quantity":2`,
		"¿llega con 210 para cenar los cuatro?":       `"quantity":4`,
		"50 por pessoa basta? somos 3":                `"budget":150`,
		"will 400 cover mains and desserts for five?": `"course":"dessert"`,
		"monta um almoço pra 4 com 240 reais":         `"quantity":4`,
		"95 reais pra um prato e um doce, cabe?":      `"course":"dessert"`,
		"o que dá pra comer com 70?":                  "",
		"is the room big enough for 40 people?":       "",
	} {
		a := asked{act: "find_dishes", text: text, at: &scene.Scene{Message: text}}
		got := ""
		if calls := a.affords(); len(calls) == 1 {
			got = calls[0].Args
		}
		if !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("affords(%q) = %q, want %q", text, got, want)
		}
	}
}

// Courses that words drop leave a meal that was put together, and what comes instead joins it.
func TestReplanned(t *testing.T) {
	meal := []change{{Do: "add", Pick: args{"course": "starter"}, Quantity: 2}, {Do: "add", Pick: args{"course": "main"}, Quantity: 2}}
	for text, want := range map[string]string{
		"e se a gente tirar a entrada?":         "main",
		"e se trocar a entrada por um doce?":    "main dessert",
		"what if we add a dessert?":             "starter main dessert",
		"y si cambiamos la entrada por postre?": "main dessert",
	} {
		var got []string
		for _, c := range (asked{act: "find_dishes", text: text, last: "dish", at: &scene.Scene{Message: text}}).replanned(meal) {
			got = append(got, c.Pick["course"].(string))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q leaves %v, want %q", text, got, want)
		}
	}
}

// A whole meal is put together without an amount too, each course by what is wished of it.
func TestWholeMeal(t *testing.T) {
	for text, want := range map[string]string{
		"sugira um jantar para três: entrada fria, prato e sobremesa": `"wish":"fria"`,
		"a three-course lunch for four, please":                       `"quantity":4`,
		"somos 2, queremos entrada y postre":                          `"course":"main"`,
		"quero uma entrada e uma sobremesa":                           "",
		"a mesa é pra dois, o que tem de entrada?":                    "",
	} {
		a := asked{act: "find_dishes", text: text, spans: understand.Read(text, understand.Before{}).Spans, at: &scene.Scene{Message: text}}
		got := ""
		if calls := a.affords(); len(calls) == 1 {
			got = calls[0].Args
		}
		if !strings.Contains(got, want) || (got == "") != (want == "") {
			t.Errorf("affords(%q) = %q, want %q", text, got, want)
		}
	}
}
