package house_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/house"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

func toolOf(t *testing.T, h *house.House, name string) agent.Tool {
	t.Helper()
	all, err := h.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range all {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("there is no tool %s", name)
	return agent.Tool{}
}

// called returns the facts of a tool as a model reads them, and as they are said.
func called(t *testing.T, h *house.House, l lang.Language, name, args string) (facts, said string) {
	t.Helper()
	tool := toolOf(t, h, name)
	out, err := tool.Run(scene.With(t.Context(), &scene.Scene{Language: l}), args)
	if err != nil {
		t.Fatalf("%s(%s): %v", name, args, err)
	}
	facts = llm.ToolCall{}.Reply(out, nil).Result.Content
	return facts, tool.Say(facts, l)
}

func noted(notes ...string) func(context.Context) ([]string, error) {
	return func(context.Context) ([]string, error) { return notes, nil }
}

func TestTheHouseTellsWhatItWasTold(t *testing.T) {
	told := &house.House{Name: "Casa", Contact: "48 3333-0000", Notes: noted("horario: a cozinha fecha às 22h", "estacionamento: há vagas na rua de trás")}
	for _, tt := range []struct {
		name, args  string
		house       *house.House
		facts, said string
	}{
		{
			"what is about the topic comes first, and the rest too", `{"topic":"estacionamento"}`, told,
			`{"house":"Casa","topic":"estacionamento","told":["estacionamento: há vagas na rua de trás","horario: a cozinha fecha às 22h"],"reach":"48 3333-0000"}`,
			"estacionamento: há vagas na rua de trás",
		},
		{"nothing about the topic is said to be so", `{"topic":"wifi"}`, told, `"told":["horario`, "Sobre wifi a casa não me contou nada. Como falar com ela: 48 3333-0000"},
		{"no topic", `{}`, told, `"told":["horario`, "horario: a cozinha fecha às 22h\nestacionamento: há vagas na rua de trás"},
		{"a house that said nothing", `{"topic":"wifi"}`, &house.House{}, `{"topic":"wifi","not_told":true,"ask":"staff","reach":"pergunte no bar ou na recepção (a casa não me deu outro contato)","contact":"none was told; only staff in the house can help"}`, "Sobre wifi a casa não me contou nada. Como falar com ela: pergunte no bar ou na recepção (a casa não me deu outro contato)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			facts, said := called(t, tt.house, lang.Portuguese, "house_info", tt.args)
			if !strings.Contains(facts, tt.facts) || said != tt.said {
				t.Errorf("house_info(%s) = %s, said as %q, want %s and %q", tt.args, facts, said, tt.facts, tt.said)
			}
		})
	}
}

func TestOfManyNotesTheOnesAboutTheTopicAreTold(t *testing.T) {
	var many []string
	for i := range 30 {
		many = append(many, fmt.Sprintf("nota %d", i))
	}
	facts, _ := called(t, &house.House{Notes: noted(append(many, "piscina: aberta das 8h às 20h")...)}, lang.Portuguese, "house_info", `{"topic":"a piscina"}`)
	if !strings.Contains(facts, `"told":["piscina`) || strings.Count(facts, "nota") != 11 {
		t.Errorf("told %s", facts)
	}
}

func TestNotesThatCannotBeReadAreAnError(t *testing.T) {
	h := &house.House{Notes: func(context.Context) ([]string, error) { return nil, errors.New("closed") }}
	if out, err := toolOf(t, h, "house_info").Run(t.Context(), `{"topic":"wifi"}`); err == nil {
		t.Errorf("house_info = %v, want an error", out)
	}
}

func TestAHouseWithoutAContactSaysSo(t *testing.T) {
	facts, said := called(t, &house.House{}, lang.English, "ask_staff", `{"request":"a table for four"}`)
	if !strings.Contains(facts, "no other contact") || !strings.Contains(said, "ask at the bar or the reception") {
		t.Errorf("ask_staff = %s, said as %q", facts, said)
	}
}

func TestNothingIsEverCalledBooked(t *testing.T) {
	h := &house.House{Contact: "at the bar"}
	for l, want := range map[lang.Language]string{
		lang.Portuguese: "Isso é com a equipe da casa: por aqui eu não reservo, não encomendo nem encaminho nada. Para falar com ela: at the bar",
		lang.English:    "That is for the staff of the house: from here I cannot book, order or pass anything on. To reach them: at the bar",
		lang.Spanish:    "Eso es cosa del personal de la casa: desde aquí no reservo, no encargo ni paso nada. Para hablar con ellos: at the bar",
	} {
		facts, said := called(t, h, l, "ask_staff", `{"request":"mesa","people":"4","date":"amanhã","time":"20h","contact":"x"}`)
		if facts != `{"sent":false,"for":"mesa","guest_asks":"at the bar"}` || said != want {
			t.Errorf("%s: %s, said as %q", l, facts, said)
		}
	}
}
