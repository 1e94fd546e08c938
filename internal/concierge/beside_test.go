package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/scene"
)

// Words that ask for figures and a chart at once, "only the five biggest, in bars", end: figures and charts do not ask each other for ever.
func TestFiguresAndTheirChartEnd(t *testing.T) {
	for _, act := range []string{"ask_purchases", "draw_chart"} {
		a := asked{act: act, text: "bota em barras só os cinco maiores", last: "purchases", at: &scene.Scene{}, spans: []understand.Span{{Kind: "operator", Text: "cinco maiores"}, {Kind: "chart", Text: "barras"}}}
		if calls := a.figures(); len(calls) == 0 || len(calls) > 2 {
			t.Errorf("%s: %v", act, calls)
		}
		if calls := a.chart(); len(calls) == 0 || len(calls) > 3 {
			t.Errorf("%s: %v", act, calls)
		}
	}
}

// A question beside a table is a question of its own, unless the table has its day of it.
func TestAQuestionBesideATable(t *testing.T) {
	for text, want := range map[string]bool{
		"tem estacionamento? queria uma mesa pra 4 amanhã às 20h": true,
		"abre domingo? se abrir quero mesa pra 2 às 13h":          false,
	} {
		a := asked{text: text, at: &scene.Scene{}}
		if got := a.sentenceOf("house_info"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
