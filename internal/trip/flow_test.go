package trip_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/internal/trip"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

var update = flag.Bool("update", false, "write the golden files")

// sunday is today in all tests.
var sunday = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func planner(models ...llm.Model) *trip.Planner {
	return &trip.Planner{
		Tasks:  (&task.Runner{Models: models}).Logged(),
		Places: places.Fallback{Sample: places.Sample{}},
		Now:    func() time.Time { return sunday },
	}
}

// turn is something a guest says, and what a model answers to the tasks of the
// turn if there is one.
type turn struct {
	says  string
	model []string
}

const (
	same   = `{"isRelevant":true}`
	differ = `{"isRelevant":false}`
	both   = `{"tools":["list-accommodations","list-restaurants"]}`
	stay   = `{"tools":["list-accommodations"]}`
	eat    = `{"tools":["list-restaurants"]}`
)

// toFloripa is all that a trip needs in one message.
var toFloripa = turn{
	"Quero ir para Floripa com minha esposa e dois filhos de 10 a 15 de março",
	[]string{`{"location":"Florianópolis","startDate":"2027-03-10","endDate":"2027-03-15","numberOfGuests":4}`, both},
}

// flows are the conversations of the document.
var flows = []struct {
	name  string
	guest hook.Constraints
	turns []turn
}{
	{name: "asks for the place", turns: []turn{
		{"Quero viajar", []string{`{"location":null}`}},
		{"Floripa", []string{`{"location":"Florianópolis"}`, both}},
	}},
	{name: "all in one message", turns: []turn{toFloripa}},
	{name: "new dates keep the place", turns: []turn{
		toFloripa,
		{"Na verdade vamos de 20 a 27 de março", []string{differ, `{"location":"Florianópolis","startDate":"2027-03-20","endDate":"2027-03-27","numberOfGuests":4}`, both}},
	}},
	{name: "a new party keeps the rest", turns: []turn{
		{"Pousada em Gramado de 3 a 6 de julho", []string{`{"location":"Gramado","startDate":"2027-07-03","endDate":"2027-07-06"}`, stay}},
		{"e para 4 pessoas?", []string{differ, `{"location":"Gramado","startDate":"2027-07-03","endDate":"2027-07-06","numberOfGuests":4}`, stay}},
	}},
	{name: "a new city keeps dates and party", turns: []turn{
		toFloripa,
		{"Mudei de ideia, quero ir para Curitiba", []string{differ, `{"location":"Curitiba","startDate":"2027-03-10","endDate":"2027-03-15","numberOfGuests":4}`, both}},
	}},
	{name: "an ambiguous city is asked about", turns: []turn{
		{"Quero ir para Portland em julho, só eu", []string{`{"location":"Portland","startDate":"2027-07-01","endDate":"2027-07-31","numberOfGuests":1}`}},
		{"a do Maine", []string{`{"location":"Portland, Maine, Estados Unidos","startDate":"2027-07-01","endDate":"2027-07-31","numberOfGuests":1}`, both}},
	}},
	{name: "only restaurants", turns: []turn{
		{"Onde comer em Salvador no carnaval?", []string{`{"location":"Salvador","startDate":"2027-02-06","endDate":"2027-02-09"}`, eat}},
	}},
	{name: "picks the second", turns: []turn{
		toFloripa,
		{"Quero o segundo", []string{same}},
		{"e o terceiro restaurante?", []string{same}},
		{"a opção 9", []string{same}},
	}},
	{name: "cheaper and others", turns: []turn{
		{"Hotel em Floripa de 10 a 15 de março para 2 pessoas", []string{`{"location":"Florianópolis","startDate":"2027-03-10","endDate":"2027-03-15","numberOfGuests":2}`, stay}},
		{"Tem algo mais barato?", []string{same, stay}},
		{"Quais são as outras opções?", []string{same, stay}},
	}},
	{name: "in English", turns: []turn{
		{"I want to plan a trip with my wife", []string{`{"location":null,"numberOfGuests":2}`}},
		{"To Lisbon, please, from December 28 to January 3", []string{`{"location":"Lisboa","startDate":"2026-12-28","endDate":"2027-01-03","numberOfGuests":2}`, both}},
		{"the second one", []string{same}},
	}},
	{name: "in Spanish", turns: []turn{
		{"Quiero viajar con mi familia, ¿me ayuda?", []string{`{"location":null}`}},
		{"Queremos ir a Buenos Aires, somos cuatro personas", []string{`{"location":"Buenos Aires","numberOfGuests":4}`, both}},
	}},
	{
		name:  "an allergy reaches the list and the text",
		guest: hook.Constraints{Allergies: []string{"camarão", "picles"}, Budget: hook.Budget{Night: 500, Person: 90}},
		turns: []turn{{"Quero um roteiro para Natal de 3 a 6 de maio, somos dois", []string{`{"location":"Natal","startDate":"2027-05-03","endDate":"2027-05-06","numberOfGuests":2}`, both}}},
	},
	{
		name:  "what is dangerous could not be found out",
		guest: hook.Constraints{Unknown: true},
		turns: []turn{{"Onde jantar em Ouro Preto amanhã, para 2 pessoas?", []string{`{"location":"Ouro Preto","startDate":"2026-11-16","numberOfGuests":2}`, eat}}},
	},
}

// transcript has a conversation and writes down what happened.
func transcript(t *testing.T, p *trip.Planner, guest hook.Constraints, turns []turn) string {
	t.Helper()
	r, err := p.Graph().Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var (
		b      strings.Builder
		before *trip.State
		said   []trip.Message
	)
	for i, turn := range turns {
		fmt.Fprintf(&b, "> %s\n", turn.says)
		said = append(said, trip.Message{Role: "user", Content: turn.says})
		out, err := r.Run(t.Context(), graph.Run{ID: fmt.Sprintf("run%d", i+1)}, p.Begin(before, said, "", guest), func(e event.Event) { write(t, &b, e) })
		if err != nil {
			t.Fatalf("%q: %v", turn.says, err)
		}
		said = append(said, trip.Message{Role: "assistant", Content: out.State.Text})
		before = &out.State
		b.WriteString("\n")
	}
	return b.String()
}

// write writes an event without what differs from run to run.
func write(t *testing.T, b *strings.Builder, e event.Event) {
	var d struct {
		Node, Task, By, Tool, ID, Text, Error string
		Input, Output                         json.RawMessage
	}
	_ = json.Unmarshal(e.Data, &d)
	switch e.Type {
	case event.StepStart:
		fmt.Fprintf(b, "step      %s\n", d.Node)
	case event.Decision:
		fmt.Fprintf(b, "decision  %s by %s\n", d.Task, d.By)
	case event.ToolCall:
		fmt.Fprintf(b, "call      %s %s %s\n", d.ID, d.Tool, d.Input)
	case event.ToolResult:
		fmt.Fprintf(b, "result    %s %s %s\n", d.ID, d.Tool, d.Output)
	case event.ToolError:
		fmt.Fprintf(b, "error     %s %s %s\n", d.ID, d.Tool, d.Error)
	case event.UI:
		c, err := ui.Decode(e.Data, trip.Kinds)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(b, "ui        %s %s v%d of call %q\n          %s\n", c.ID, c.Name, c.V, c.ToolCallID, c.Props)
	case event.Text:
		fmt.Fprintf(b, "text\n%s\n", d.Text)
	case event.RunEnd:
		fmt.Fprintf(b, "end\n")
	}
}

func TestFlowsGoAsDocumented(t *testing.T) {
	for _, f := range flows {
		t.Run(f.name, func(t *testing.T) {
			byRule := transcript(t, planner(), f.guest, f.turns)
			golden(t, "testdata/"+strings.ReplaceAll(f.name, " ", "-")+".golden", byRule)

			if again := transcript(t, planner(), f.guest, f.turns); again != byRule {
				t.Errorf("the same conversation went otherwise (-first +second):\n%s", cmp.Diff(byRule, again))
			}
			m := &llmtest.Script{}
			for _, turn := range f.turns {
				for _, answer := range turn.model {
					m.Steps = append(m.Steps, llmtest.Say(answer))
				}
			}
			byModel := strings.ReplaceAll(transcript(t, planner(m), f.guest, f.turns), " by script\n", " by rule\n")
			if diff := cmp.Diff(byRule, byModel); diff != "" {
				t.Errorf("with a model it went otherwise (-rule +model):\n%s", diff)
			}
			if asked := len(m.Asked()); asked != len(m.Steps) {
				t.Errorf("the model was asked %d times, want %d", asked, len(m.Steps))
			}
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is no longer what happens; if it is right, go test -update (-want +got):\n%s", file, diff)
	}
}
