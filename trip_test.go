package maitre_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/ui"
)

// travels is a house that plans trips.
func travels(o *maitre.Options) {
	o.Now = func() time.Time { return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC) }
	o.Specialists = append(o.Specialists, maitre.Trip(&trip.Planner{Places: places.Fallback{Sample: places.Sample{}}, Now: o.Now}))
}

// shown has one turn and returns the answer with what its cards say.
func shown(t *testing.T, m *house, thread, message string) string {
	t.Helper()
	var cards strings.Builder
	got, err := m.Turn(t.Context(), maitre.Turn{Thread: thread, Guest: "ana", Message: message}, func(e event.Event) {
		var c ui.Component
		if e.Type == event.UI && json.Unmarshal(e.Data, &c) == nil {
			cards.WriteString("\n" + c.Text)
		}
	})
	if err != nil {
		t.Fatalf("%q: %v", message, err)
	}
	return got.Text + cards.String()
}

func TestATripIsPlannedOverSeveralTurns(t *testing.T) {
	m := open(t, nil, travels)
	for _, tt := range []struct{ thread, says, want string }{
		{"t1", "Quero viajar com minha esposa", "Para onde você quer ir?"},
		{"t1", "Floripa", "Florianópolis, para 2 pessoas. Em que dias seria?"},
		{"t1", "Obrigado!", ""},
		{"t1", "Quero o segundo hotel", "Boa escolha: "}, // it knows what it showed before the thanks
		{"t1", "Quero ir de 10 a 15 de março", "Florianópolis, de 10 a 15 de março de 2027 (5 noites), para 2 pessoas."},
		{"t2", "Quero viajar", "Para onde você quer ir?"},                          // another conversation
		{"t3", "onde comer em Natal, minha filha tem alergia a quiabo?", "quiabo"}, // read by nobody but the house itself
	} {
		if got := shown(t, m, tt.thread, tt.says); !strings.Contains(got, tt.want) {
			t.Errorf("%q is answered with %q, want %q", tt.says, got, tt.want)
		}
	}
}

// Places that a tool found before and finds again are shown as the answer has them, and not
// as the tool does.
func TestPlacesFoundAgainAreShownAsTheAnswerHasThem(t *testing.T) {
	script := &llmtest.Script{Steps: []llmtest.Step{
		uses("list-accommodations", `{"place":"Paraty","start_date":"2026-12-01","nights":3,"people":2}`), llmtest.Say("Há o [Hotel Faz de Conta do Ipê](all) e a [Pousada Amostra da Varanda](all)."),
		uses("list-accommodations", `{"nights":4}`), llmtest.Say("A [Pousada Amostra da Varanda](all) e depois o [Hotel Faz de Conta do Ipê](all)."), llmtest.Say("De nada."),
	}}
	m := open(t, script, travels)
	for _, says := range []string{"onde ficar em Paraty de 1 a 4 de dezembro?", "e quatro noites?", "obrigada"} {
		shown(t, m, "t1", says)
	}
	asked := script.Asked()
	last := asked[len(asked)-1].Messages
	if notes := last[len(last)-1].Parts[0].Text; !strings.Contains(notes, "lodging 1: Pousada Amostra da Varanda") || !strings.Contains(notes, "lodging 2: Hotel Faz de Conta do Ipê") {
		t.Error(notes)
	}
}

func TestWhatAGuestMustNotEatReachesTheTrip(t *testing.T) {
	allergic := hook.Hook{Name: "memory", PreQuery: func(context.Context, hook.Turn) (hook.Known, error) {
		return hook.Known{Constraints: hook.Constraints{Allergies: []string{"camarão"}}}, nil
	}}
	m := open(t, nil, travels, func(o *maitre.Options) { o.Hooks = hook.Chain{allergic} })
	got := shown(t, m, "t1", "Onde comer em Floripa?")
	for _, want := range []string{"Levei em conta: camarão.", "Deixei de fora: Peixaria"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// counter says how often it was asked in a thread, as far as it can tell.
type counter struct {
	N    int    `json:"n"`
	Says string `json:"says"`
}

func counts(o *maitre.Options) {
	g := graph.New[counter]("trip@count")
	g.Start(nil, "count")
	g.Node("count", func(_ context.Context, s counter, emit graph.Emit) (counter, error) {
		if s.Says == "Quero viajar para o nada" {
			return s, errors.New("there is nothing")
		}
		s.N++
		emit(event.Text, event.Words{Text: strings.Repeat("I", s.N)})
		return s, nil
	}, nil, graph.End)
	begin := func(q maitre.Query) counter {
		var before counter
		if !q.Last(&before) {
			before.N = 0
		}
		return counter{before.N, q.Message}
	}
	o.Specialists = append(o.Specialists, maitre.NewSpecialist("trip", "counting", g, begin, func(s counter) string { return strings.Repeat("I", s.N) }))
}

func TestLastIsHowTheLastRunThatEndedLeftTheState(t *testing.T) {
	m := open(t, nil, counts)
	for _, tt := range []struct{ thread, says, want string }{
		{"t1", "Quero viajar para o Rio", "I"},
		{"t1", "Quero viajar para Floripa", "II"},
		{"t1", "Quero viajar para o nada", ""}, // fails, and leaves nothing
		{"t1", "Quero viajar para Gramado", "III"},
		{"t2", "Quero viajar para Gramado", "I"},
	} {
		got, err := m.Turn(t.Context(), maitre.Turn{Thread: tt.thread, Guest: "ana", Message: tt.says}, nil)
		if (err != nil) != (tt.want == "") {
			t.Fatalf("%q: %v", tt.says, err)
		}
		if err == nil && got.Text != tt.want {
			t.Errorf("%s: %q is answered with %q, want %q", tt.thread, tt.says, got.Text, tt.want)
		}
	}
	if (maitre.Query{}).Last(new(counter)) {
		t.Error("a query that belongs to no thread has a last state")
	}
}
