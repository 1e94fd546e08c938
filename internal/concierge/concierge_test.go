package concierge_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// house is a small one: it finds two dishes, remembers needs, and can look
// something up for money.
type house struct {
	t      *testing.T
	model  *llmtest.Script
	c      *concierge.Concierge
	runner *graph.Runner[agent.State]
	events []event.Event

	mu    sync.Mutex
	never []string // must-nots that find was called with
}

type (
	findIn  struct{ Wish string }
	findOut struct {
		Dishes []string `json:"dishes"`
		Price  string   `json:"price"`
	}
	needIn struct{ Who, What string }
	none   struct{}
)

func open(t *testing.T, steps ...llmtest.Step) *house {
	t.Helper()
	h := &house{t: t, model: &llmtest.Script{Steps: steps}}
	find := must(agent.NewTool("find", "finds", h.find, agent.Options[findOut]{
		Say: func(o findOut, _ lang.Language) string { return "Temos " + strings.Join(o.Dishes, " e ") + "." },
	}))
	need := must(agent.NewTool("need", "takes note", func(ctx context.Context, in needIn) (none, error) {
		time.Sleep(time.Millisecond) // whoever runs beside it would be faster
		scene.From(ctx).Tell(hook.Person{Name: in.Who, Allergies: []string{in.What}})
		return none{}, nil
	}, agent.Options[none]{First: true}))
	details := must(agent.NewTool("details", "costs money", func(context.Context, none) (findOut, error) {
		return findOut{Dishes: []string{"mais detalhes"}}, nil
	}, agent.Options[findOut]{
		Say: func(o findOut, _ lang.Language) string { return "Temos " + o.Dishes[0] + "." },
		Ask: &agent.AskFirst{
			Text: func(agent.State, llm.ToolCall) string { return "Quer saber mais?" },
			No:   func(agent.State, llm.ToolCall, bool) string { return "Fica a dica." },
		},
	}))
	h.c = &concierge.Concierge{
		Tasks: &task.Runner{Models: []llm.Model{h.model}}, House: concierge.House{Name: "Casa", Language: "Portuguese"},
		Tools: []agent.Tool{find, need, details},
		Things: func(context.Context, *scene.Scene) []guard.Thing {
			return []guard.Thing{{Kind: "dish", ID: "moqueca", Name: "Moqueca capixaba", Price: 9800}, {Kind: "dish", ID: "tutu", Name: "Tutu à mineira", Price: 5400}}
		},
	}
	g, err := h.c.Graph()
	if err != nil {
		t.Fatal(err)
	}
	if h.runner, err = g.Compile(graph.NewMemory(), graph.Options{}); err != nil {
		t.Fatal(err)
	}
	return h
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func (h *house) find(ctx context.Context, _ findIn) (findOut, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := scene.From(ctx)
	h.never = s.MustNots(nil).Allergies
	s.Offer(ctx, scene.Thing{Kind: "dish", ID: "moqueca", Name: "Moqueca capixaba", Price: "R$ 98,00"}, scene.Thing{Kind: "dish", ID: "tutu", Name: "Tutu à mineira"})
	return findOut{[]string{"Moqueca capixaba", "Tutu à mineira"}, "R$ 98,00"}, nil
}

// say has one turn. before is how the last one ended, or nil.
func (h *house) say(before *agent.State, message string, said ...concierge.Line) (agent.State, error) {
	h.events = nil
	at := &scene.Scene{Language: lang.Portuguese, Now: time.Date(2026, 11, 16, 20, 0, 0, 0, time.UTC), Message: message}
	s := h.c.Begin(h.t.Context(), before, concierge.Turn{Guest: "ana", Message: message, History: said}, at)
	out, err := h.runner.Run(h.t.Context(), graph.Run{ID: message, Guest: "ana"}, s, func(e event.Event) { h.events = append(h.events, e) })
	return out.State, err
}

// heard returns the words that stand.
func (h *house) heard() (text string) {
	for _, e := range h.events {
		var w event.Words
		if e.Type != event.Text || json.Unmarshal(e.Data, &w) != nil {
			continue
		}
		if w.Restart {
			text = ""
		}
		text += w.Text
	}
	return text
}

func call(id, tool, args string) llm.ToolCall { return llm.ToolCall{ID: id, Name: tool, Args: args} }

func TestSmallTalkTakesOneCall(t *testing.T) {
	h := open(t, llmtest.Say("Boa noite! ", "Em que posso ajudar?"))
	s, err := h.say(nil, "boa noite")
	if err != nil || s.Text != "Boa noite! Em que posso ajudar?" || h.heard() != s.Text {
		t.Fatalf("answer %q, heard %q, %v", s.Text, h.heard(), err)
	}
	if len(h.model.Asked()) != 1 {
		t.Errorf("the model was asked %d times", len(h.model.Asked()))
	}
}

func TestTwoWishesAreTwoCallsAndANeedBindsTheOtherOfItsStep(t *testing.T) {
	h := open(t, llmtest.Call(call("a", "find", `{"Wish":"peixe"}`), call("b", "need", `{"Who":"Bia","What":"camarão"}`)), llmtest.Say("A Moqueca capixaba."))
	if _, err := h.say(nil, "um peixe; a Bia é alérgica a camarão"); err != nil {
		t.Fatal(err)
	}
	if len(h.never) != 1 || h.never[0] != "camarão" {
		t.Errorf("find was to leave out %q, want camarão", h.never)
	}
}

func TestACardHasAllThatAnAnswerOffersIfTheLastHadNot(t *testing.T) {
	found := llmtest.Call(call("a", "find", `{"Wish":"x"}`))
	for _, tt := range []struct {
		steps []llmtest.Step
		want  string
	}{
		{[]llmtest.Step{found, llmtest.Say("A Moqueca capixaba."), found, llmtest.Say("A Moqueca capixaba ou o Tutu à mineira."), llmtest.Say("O Tutu à mineira, então.")}, "moqueca, moqueca tutu"},
		{[]llmtest.Step{found, llmtest.Say("A Moqueca capixaba."), found, llmtest.Say("O Tutu à mineira."), found, llmtest.Say("A Moqueca capixaba.")}, "moqueca, tutu, moqueca"},
	} {
		h := open(t, tt.steps...)
		var cards []string
		h.c.Cards = func(_ context.Context, all []scene.Thing) (ui.Component, error) {
			var names []string
			for _, t := range all {
				names = append(names, t.ID)
			}
			cards = append(cards, strings.Join(names, " "))
			return ui.Component{Name: "dishes-list"}, nil
		}
		var last *agent.State
		for _, says := range []string{"um peixe", "e outro?", "qual, então?"} {
			s, err := h.say(last, says)
			if err != nil {
				t.Fatal(err)
			}
			last = &s
		}
		if got := strings.Join(cards, ", "); got != tt.want {
			t.Errorf("cards: %s, want %s", got, tt.want)
		}
	}
}

func TestWhatAnAnswerNamesIsShownAndCanBePointedAt(t *testing.T) {
	h := open(t, llmtest.Call(call("a", "find", `{"Wish":"x"}`)), llmtest.Say("O Tutu à Mineira e a moqueca capixaba."), llmtest.Say("Custa R$ 98,00."))
	s, err := h.say(nil, "o que tem?")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = h.say(&s, "e o segundo, quanto custa?", concierge.Line{Role: "user", Text: "o que tem?"}, concierge.Line{Role: "assistant", Text: s.Text}); err != nil {
		t.Fatal(err)
	}
	asked := h.model.Asked()
	last := asked[len(asked)-1]
	told := last.Messages[len(last.Messages)-1].Parts[0].Text
	if !strings.Contains(told, "dish 1: Tutu à mineira") || !strings.Contains(told, "dish 2: Moqueca capixaba, R$ 98,00") {
		t.Errorf("the model was told %s", told)
	}
	if last.System != asked[0].System {
		t.Error("the beginning of the prompt has changed between two turns")
	}
	if len(last.Messages) != 3 || last.Messages[0].Parts[0].Text != "o que tem?" {
		t.Errorf("the model was told of %d messages", len(last.Messages))
	}
}

func TestOnlyWhatAnAnswerOffersGetsACard(t *testing.T) {
	h := open(t, llmtest.Call(call("a", "find", `{"Wish":"x"}`)), llmtest.Say("Hoje deixe a [Moqueca capixaba](-) e fique com o [Tutu à mineira](you)."))
	var shown []string
	h.c.Cards = func(_ context.Context, things []scene.Thing) (ui.Component, error) {
		for _, t := range things {
			shown = append(shown, t.ID)
		}
		return ui.Component{}, nil
	}
	if _, err := h.say(nil, "o que tem de leve?"); err != nil || len(shown) != 1 || shown[0] != "tutu" {
		t.Errorf("the card shows %q, %v", shown, err)
	}
}

func TestWhatAnAnswerMarksIsShownWhoeverFoundIt(t *testing.T) {
	h := open(t, llmtest.Say("Fique com o [Tutu à mineira](all)."), llmtest.Say("Sim."))
	s, err := h.say(nil, "e do que falamos ontem?")
	if err == nil {
		_, err = h.say(&s, "quero esse")
	}
	asked := h.model.Asked()
	last := asked[len(asked)-1]
	if told := last.Messages[len(last.Messages)-1].Parts[0].Text; err != nil || !strings.Contains(told, "dish 1: Tutu à mineira, R$ 54,00") {
		t.Errorf("the model was told %s, %v", told, err)
	}
}

func TestAnAnswerFromTheNotesNumbersAnew(t *testing.T) {
	h := open(t, llmtest.Call(call("a", "find", `{"Wish":"x"}`)), llmtest.Say("O Tutu à mineira e a Moqueca capixaba."),
		llmtest.Say("Entre a Moqueca capixaba e o Tutu à mineira, a primeira."), llmtest.Say("Boa escolha."))
	var s agent.State
	var before *agent.State
	for _, message := range []string{"o que tem?", "qual é melhor?", "quero o segundo"} {
		var err error
		if s, err = h.say(before, message); err != nil {
			t.Fatal(err)
		}
		before = &s
	}
	asked := h.model.Asked()
	last := asked[len(asked)-1]
	if told := last.Messages[len(last.Messages)-1].Parts[0].Text; !strings.Contains(told, "dish 2: Tutu à mineira") {
		t.Errorf("the model was told %s", told)
	}
}

func TestAModelThatFailsLeavesFactsThatTemplatesSay(t *testing.T) {
	h := open(t, llmtest.Call(call("a", "find", `{"Wish":"x"}`)), llmtest.Fail(llm.Transient))
	s, err := h.say(nil, "o que tem?")
	if want := "Temos Moqueca capixaba e Tutu à mineira."; err != nil || s.Text != want || h.heard() != want {
		t.Errorf("answer %q, heard %q, %v", s.Text, h.heard(), err)
	}
}

func TestAModelThatFailsAtOnceLeavesItToTheReader(t *testing.T) {
	for name, step := range map[string]llmtest.Step{
		"an error":       llmtest.Fail(llm.Auth),
		"nothing":        llmtest.Say(),
		"half an answer": {Chunks: []llm.Chunk{{Part: llm.Part{Text: "Era uma vez. E"}}}, Err: errors.New("reset")},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, step)
			s, err := h.say(nil, "oi")
			if err != nil || !strings.HasPrefix(s.Text, "Oi") && !strings.HasPrefix(s.Text, "Olá") || h.heard() != s.Text {
				t.Errorf("answer %q, heard %q, %v", s.Text, h.heard(), err)
			}
		})
	}
}

func TestAModelThatGoesRoundMustAnswer(t *testing.T) {
	same := llmtest.Call(call("a", "find", `{"Wish":"x"}`))
	h := open(t, same, same, llmtest.Say("A moqueca capixaba."))
	if _, err := h.say(nil, "o que tem?"); err != nil {
		t.Fatal(err)
	}
	if asked := h.model.Asked(); len(asked) != 3 || asked[2].Tools != nil {
		t.Errorf("the model was asked %d times, the last with %d tools", len(asked), len(asked[len(asked)-1].Tools))
	}
}

func TestAnInventedPriceIsPutRight(t *testing.T) {
	h := open(t, llmtest.Call(call("a", "find", `{"Wish":"x"}`)), llmtest.Say("A Moqueca capixaba custa R$ 89,00."))
	s, err := h.say(nil, "quanto custa a moqueca?")
	if want := "A Moqueca capixaba custa R$ 98,00."; err != nil || s.Text != want || h.heard() != want {
		t.Errorf("answer %q, heard %q, %v", s.Text, h.heard(), err)
	}
	if !strings.Contains(h.outcomes(), "repaired") {
		t.Errorf("the log says %s", h.outcomes())
	}
}

func TestAnAnswerInTheWrongLanguageIsAskedForAgain(t *testing.T) {
	h := open(t, llmtest.Say("Good evening, what would you like to eat tonight with your friends?"), llmtest.Say("Boa noite! O que vocês gostariam de comer hoje?"))
	s, err := h.say(nil, "boa noite, tudo bem com vocês?")
	if want := "Boa noite! O que vocês gostariam de comer hoje?"; err != nil || s.Text != want || h.heard() != want {
		t.Errorf("answer %q, heard %q, %v", s.Text, h.heard(), err)
	}
	if got := h.outcomes(); got != "retried kept" {
		t.Errorf("the log says %s", got)
	}
}

// A refusal stays among the messages when the model then calls a tool.
func TestARefusalIsRememberedOverACall(t *testing.T) {
	h := open(t, llmtest.Say("O total fica em R$ 777,00, com tudo."), llmtest.Call(call("a", "find", `{"Wish":"x"}`)), llmtest.Say("A Moqueca capixaba custa R$ 98,00."))
	if _, err := h.say(nil, "quanto custa a moqueca?"); err != nil {
		t.Fatal(err)
	}
	asked := h.model.Asked()
	last := asked[len(asked)-1].Messages
	told := func(m llm.Message) bool {
		return m.Role == llm.RoleUser && len(m.Parts) > 0 && strings.Contains(m.Parts[0].Text, "The house did not send this answer")
	}
	if at := slices.IndexFunc(last, told); len(asked) != 3 || at < 0 || at != slices.IndexFunc(asked[1].Messages, told) {
		t.Errorf("asked %d times, the refusal is message %d of %d", len(asked), at, len(last))
	}
}

func (h *house) outcomes() string {
	var all []string
	for _, e := range h.events {
		var g event.Guard
		if e.Type == event.Guarded && json.Unmarshal(e.Data, &g) == nil {
			all = append(all, g.Outcome)
		}
	}
	return strings.Join(all, " ")
}

func TestAnOfferFollowsTheAnswer(t *testing.T) {
	for name, tt := range map[string]struct{ answer, want string }{
		"yes":                                {`{"approved":true}`, "A moqueca capixaba.\n\nPronto."},
		"no":                                 {`{"approved":false}`, "A moqueca capixaba.\n\nFica a dica."},
		"the guest speaks of something else": {`{"approved":false,"aside":true}`, "A moqueca capixaba."},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, llmtest.Call(call("a", "find", `{"Wish":"x"}`)), llmtest.Say("A moqueca capixaba."), llmtest.Say("Pronto."))
			offered := false
			h.c.Offer = func(s *scene.Scene, key string) *llm.ToolCall {
				if offered || len(s.Shown) == 0 {
					return nil
				}
				offered = true
				return &llm.ToolCall{ID: key, Name: "details", Args: "{}"}
			}
			if _, err := h.say(nil, "o que tem?"); err != nil {
				t.Fatal(err)
			}
			if h.heard() != "A moqueca capixaba." {
				t.Fatalf("before the question the guest heard %q", h.heard())
			}
			out, err := h.runner.Answer(t.Context(), "o que tem?", graph.Answer{Value: json.RawMessage(tt.answer)}, nil)
			if err != nil || out.Status != graph.Ended || out.State.Text != tt.want {
				t.Errorf("outcome %v, %q, %v", out.Status, out.State.Text, err)
			}
		})
	}
}

func TestWithoutAModelAnOfferFollowsTheAnswer(t *testing.T) {
	for name, tt := range map[string]struct{ answer, want string }{
		"yes": {`{"approved":true}`, "Temos mais detalhes."},
		"no":  {`{"approved":false}`, "Fica a dica."},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			h.c.Tasks = &task.Runner{}
			offered := false
			h.c.Offer = func(_ *scene.Scene, key string) *llm.ToolCall {
				if offered {
					return nil
				}
				offered = true
				return &llm.ToolCall{ID: key, Name: "details", Args: "{}"}
			}
			if _, err := h.say(nil, "boa noite"); err != nil {
				t.Fatal(err)
			}
			first := h.heard()
			h.events = nil
			out, err := h.runner.Answer(t.Context(), "boa noite", graph.Answer{Value: json.RawMessage(tt.answer)}, func(e event.Event) { h.events = append(h.events, e) })
			if err != nil || out.Status != graph.Ended || h.heard() != tt.want || out.State.Text != first+"\n\n"+tt.want {
				t.Errorf("after %q it says %q; outcome %v, %q, %v", first, h.heard(), out.Status, out.State.Text, err)
			}
		})
	}
}

func TestACourtesyIsReturnedOnce(t *testing.T) {
	h := open(t)
	h.c.Tasks = &task.Runner{}
	for _, message := range []string{"Obrigado!", "Boa noite!", "oi", "thanks!"} {
		if s, err := h.say(nil, message); err != nil || strings.Contains(s.Text, "\n\n") {
			t.Errorf("%q: %q, %v", message, s.Text, err)
		}
	}
}

func TestTheConversationIsToldAsItWasSaid(t *testing.T) {
	h := open(t, llmtest.Say("Sim."))
	var said []concierge.Line
	for range 30 {
		said = append(said, concierge.Line{Role: "user", Text: strings.Repeat("Uma frase inteira. ", 40)}, concierge.Line{Role: "assistant", Text: ""}, concierge.Line{Role: "assistant", Text: "Resposta."})
	}
	if _, err := h.say(nil, "e então?", said...); err != nil {
		t.Fatal(err)
	}
	messages := h.model.Asked()[0].Messages
	if len(messages) < 21 {
		t.Errorf("the model was told of %d messages", len(messages))
	}
	for _, m := range messages {
		if text := m.Parts[0].Text; text == "" || strings.HasSuffix(text, "fra") {
			t.Errorf("a message is %q", text)
		}
	}
}

func TestAModelIsNotToldOfToolsThatTheHouseLacks(t *testing.T) {
	h := open(t, llmtest.Say("Boa noite!"), llmtest.Say("Boa noite!"))
	h.c.Topics, h.c.TopicOf = []string{"menu", "trip"}, map[string]string{"find": "menu", "details": "trip"}
	for _, lacks := range [][]string{nil, {"trip"}} {
		h.c.Lacks = func(context.Context) (string, []string) { return "Casa", lacks }
		if _, err := h.say(nil, "boa noite "+strings.Join(lacks, "")); err != nil {
			t.Fatal(err)
		}
		asked := h.model.Asked()
		told := slices.ContainsFunc(asked[len(asked)-1].Tools, func(x llm.ToolSpec) bool { return x.Name == "details" })
		if told != (lacks == nil) {
			t.Errorf("lacking %v the model is told of the tool: %t", lacks, told)
		}
	}
}
