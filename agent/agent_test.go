package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/ui"
)

type cityIn struct {
	City string `json:"city"`
}

type rooms struct {
	Rooms []string `json:"rooms"`
}

func (r rooms) CacheStatus() string { return "CACHE_HIT" }

// bench is an agent with a few tools, and what they did.
type bench struct {
	t      *testing.T
	store  *graph.Memory
	runner *graph.Runner[agent.State]
	events []event.Event
	called atomic.Int32
	keys   []string
}

var roomsList = ui.Define("rooms-list", 1, func(r rooms) string { return strings.Join(r.Rooms, ", ") })

func open(t *testing.T, think agent.Think, limit int) *bench {
	t.Helper()
	b := &bench{t: t, store: graph.NewMemory()}
	tool := func(name string, fn func(context.Context, cityIn) (rooms, error), o agent.Options[rooms]) agent.Tool {
		made, err := agent.NewTool(name, "a tool", fn, o)
		must(t, err)
		return made
	}
	find := func(ctx context.Context, in cityIn) (rooms, error) {
		b.called.Add(1)
		b.keys = append(b.keys, agent.Key(ctx))
		return rooms{[]string{"Pousada " + in.City}}, nil
	}
	a := agent.Agent{Name: "test@1", Think: think, MaxIterations: limit, Tools: []agent.Tool{
		tool("find", find, agent.Options[rooms]{Show: func(r rooms) (ui.Component, error) { return roomsList.New("rooms", r) }}),
		tool("details", find, agent.Options[rooms]{Ask: &agent.AskFirst{Text: func(agent.State, llm.ToolCall) string { return "Quer saber mais?" }}}),
		tool("showy", find, agent.Options[rooms]{Show: func(rooms) (ui.Component, error) { panic("a bug") }}),
		tool("shy", find, agent.Options[rooms]{Show: func(rooms) (ui.Component, error) { return ui.Component{}, errors.New("too shy") }}),
		tool("leaks", func(context.Context, cityIn) (rooms, error) { return rooms{}, errors.New("no guest 111.444.777-35") }, agent.Options[rooms]{}),
		tool("fails", func(context.Context, cityIn) (rooms, error) { return rooms{}, errors.New("no rooms") }, agent.Options[rooms]{}),
		tool("panics", func(context.Context, cityIn) (rooms, error) { panic("a bug") }, agent.Options[rooms]{}),
		tool("counts", func(ctx context.Context, _ cityIn) (rooms, error) { // it asks twice
			p, again := agent.Resumed(ctx)
			if n := len(p.Kept); n < 2 {
				return rooms{}, agent.Paused{Question: graph.Question{Text: fmt.Sprint("how many? ", n, again)}, Kept: json.RawMessage("12"[:n+1])}
			}
			return rooms{[]string{string(p.Kept), string(p.Answer.Value)}}, nil
		}, agent.Options[rooms]{}),
		tool("sleeps", func(context.Context, cityIn) (rooms, error) { time.Sleep(time.Hour); return rooms{}, nil }, agent.Options[rooms]{Timeout: time.Second}),
	}}
	g, err := a.Graph()
	must(t, err)
	b.runner, err = g.Compile(b.store, graph.Options{})
	must(t, err)
	return b
}

func (b *bench) run() (graph.Outcome[agent.State], error) {
	return b.runner.Run(b.t.Context(), graph.Run{ID: "r1"}, agent.State{System: "s", Messages: []llm.Message{llm.Text(llm.RoleUser, "Recife")}}, b.hear)
}

// goes runs without an error.
func (b *bench) goes() {
	b.t.Helper()
	_, err := b.run()
	must(b.t, err)
}

func (b *bench) hear(e event.Event) { b.events = append(b.events, e) }

// logged returns the last call that was logged as t.
func (b *bench) logged(t event.Type) (c event.Call) {
	for _, e := range b.events {
		if e.Type == t {
			must(b.t, json.Unmarshal(e.Data, &c))
		}
	}
	return c
}

// heard returns the words that stand.
func (b *bench) heard() (text string) {
	for _, e := range b.events {
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

func (b *bench) types() string {
	var all []string
	for _, e := range b.events {
		switch e.Type {
		case event.RunStart, event.StepStart, event.StepEnd, event.RunEnd:
		default:
			all = append(all, string(e.Type))
		}
	}
	return strings.Join(all, " ")
}

func script(steps ...llmtest.Step) (*llmtest.Script, agent.Think) {
	m := &llmtest.Script{Steps: steps}
	return m, agent.ByModel(m, llm.Request{}, rule("by rule"), nil)
}

func rule(text string) agent.Think {
	return func(_ context.Context, _ agent.State, _ []llm.ToolSpec, say func(event.Words)) (agent.Thought, error) {
		say(event.Words{Text: text})
		return agent.Thought{Text: text}, nil
	}
}

func call(id, tool string) llm.ToolCall {
	return llm.ToolCall{ID: id, Name: tool, Args: `{"city":"Recife"}`}
}

func TestAModelCallsToolsAndAnswers(t *testing.T) {
	m, think := script(llmtest.Call(call("a", "find"), call("b", "fails"), call("c", "nothing")), llmtest.Say("Há a ", "Pousada Recife."))
	b := open(t, think, 0)
	out, err := b.run()
	if err != nil || out.Status != graph.Ended || out.State.Text != "Há a Pousada Recife." {
		t.Fatalf("outcome %+v, %v", out, err)
	}
	results := m.Asked()[1].Messages[2]
	var told []string
	for _, p := range results.Parts {
		told = append(told, fmt.Sprint(p.Result.CallID, " ", p.Result.IsError, " ", p.Result.Content))
	}
	want := `a false {"rooms":["Pousada Recife"]}|b true no rooms|c true there is no tool "nothing"`
	if got := strings.Join(told, "|"); got != want {
		t.Errorf("the model was told %s, want %s", got, want)
	}
	for _, typ := range []event.Type{event.ToolCall, event.ToolResult, event.ToolError, event.UI, event.Text} {
		if !strings.Contains(b.types(), string(typ)) {
			t.Errorf("no %s among the events: %s", typ, b.types())
		}
	}
	for _, e := range b.events {
		if e.Type == event.UI && !strings.Contains(string(e.Data), `"toolCallId":"a"`) {
			t.Errorf("the component does not carry its call: %s", e.Data)
		}
		if e.Type == event.ToolResult && !strings.Contains(string(e.Data), `"cache_status":"CACHE_HIT"`) {
			t.Errorf("the result does not tell its cache: %s", e.Data)
		}
	}
	if len(b.keys) != 1 || b.keys[0] != "r1.2.0" {
		t.Errorf("idempotency keys = %q", b.keys)
	}
}

func TestAModelThatFailsLeavesItToTheRule(t *testing.T) {
	for name, step := range map[string]llmtest.Step{
		"an error":         llmtest.Fail(llm.Transient),
		"nothing":          llmtest.Say(),
		"too long":         {Chunks: []llm.Chunk{{Part: llm.Part{Text: "Era"}}, {Finish: llm.Length}}},
		"withheld":         {Chunks: []llm.Chunk{{Finish: llm.Filtered}}},
		"broken off early": {Chunks: []llm.Chunk{{Part: llm.Part{Text: "Era"}}}, Err: errors.New("reset")},
	} {
		t.Run(name, func(t *testing.T) {
			var why error
			m := &llmtest.Script{Steps: []llmtest.Step{step}}
			b := open(t, agent.ByModel(m, llm.Request{}, rule("by rule"), func(_ context.Context, _ *llm.Response, err error) { why = err }), 0)
			out, err := b.run()
			if err != nil || out.State.Text != "by rule" || why == nil {
				t.Errorf("outcome %+v, %v; told %v", out, err, why)
			}
			if got := b.heard(); got != "by rule" {
				t.Errorf("the guest heard %q", got)
			}
		})
	}
}

func TestAnEndlessLoopIsHeldToTheLimit(t *testing.T) {
	var steps []llmtest.Step
	for i := range 20 {
		steps = append(steps, llmtest.Call(call(fmt.Sprint(i), "find")))
	}
	m := &llmtest.Script{Steps: steps}
	b := open(t, agent.ByModel(m, llm.Request{}, rule("chega"), nil), 3)
	_, err := b.run()
	if len(m.Asked()) != 3 || len(m.Asked()[2].Tools) != 0 {
		t.Errorf("the model was asked %d times, the last with %d tools", len(m.Asked()), len(m.Asked()[len(m.Asked())-1].Tools))
	}
	if !errors.Is(err, agent.ErrNoAnswer) || b.called.Load() != 2 {
		t.Errorf("error %v after %d calls", err, b.called.Load())
	}
}

func TestWhatTheModelAndTheLogAreToldOfATool(t *testing.T) {
	const found = `{"rooms":["Pousada Recife"]}`
	for _, tt := range []struct{ name, tool, told, cause string }{
		{"a panic is for the log", "panics", "the tool panics failed inside", "a bug (agent_test.open.func"},
		{"a result that panics when it is shown is a result", "showy", found, "not shown: a bug ("},
		{"a result that cannot be shown is one too", "shy", found, "not shown: too shy"},
		{"an error is scrubbed", "leaks", "no guest [CPF]", ""},
		{"one that hangs is left behind", "sleeps", "the tool took longer than 1s", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, think := script(llmtest.Call(call("a", tt.tool)), llmtest.Say("ok"))
				b := open(t, think, 0)
				start := time.Now()
				b.goes()
				if took := time.Since(start); took > time.Second {
					t.Errorf("the run took %v", took)
				}
				if got := m.Asked()[1].Messages[2].Parts[0].Result; got.Content != tt.told || got.IsError != (tt.told != found) {
					t.Errorf("the model was told %+v, want %q", got, tt.told)
				}
				if got := b.logged(event.ToolError).Cause + b.logged(event.ToolResult).Cause; !strings.HasPrefix(got, tt.cause) || tt.tool == "panics" && !strings.Contains(got, ", agent_test.go:") {
					t.Errorf("the log was told %q, want %q", got, tt.cause)
				}
				time.Sleep(2 * time.Hour) // let the tool end
			})
		})
	}
}

func TestAnAnswerOfWhichNothingWasSaidIsSaid(t *testing.T) {
	silent := func(context.Context, agent.State, []llm.ToolSpec, func(event.Words)) (agent.Thought, error) {
		return agent.Thought{Text: "by rule"}, nil
	}
	broken := &llmtest.Script{Steps: []llmtest.Step{{Chunks: []llm.Chunk{{Part: llm.Part{Text: "Era uma vez "}}}, Err: errors.New("reset")}}}
	for name, m := range map[string]llm.Model{"by a rule": nil, "by a rule after half an answer": broken} {
		t.Run(name, func(t *testing.T) {
			b := open(t, agent.ByModel(m, llm.Request{}, silent, nil), 0)
			b.goes()
			if got := b.heard(); got != "by rule" {
				t.Errorf("the guest heard %q", got)
			}
		})
	}
}

func TestTheLogSaysWhoThoughtAndWhatItCost(t *testing.T) {
	answer := llmtest.Say("ok")
	answer.Chunks[len(answer.Chunks)-1].Usage = llm.Usage{Input: 7}
	for _, tt := range []struct {
		name  string
		model llm.Model
		want  llm.Decision
	}{
		{"a model", &llmtest.Script{Steps: []llmtest.Step{answer}}, llm.Decision{Task: "test.think", By: "script", Usage: llm.Usage{Input: 7}}},
		{"the rule", nil, llm.Decision{Task: "test.think", By: "rule", Cost: new(llm.USD)}},
		{"the rule for a model", &llmtest.Script{Steps: []llmtest.Step{{Err: errors.New("reset")}}}, llm.Decision{Task: "test.think", By: "rule", Why: "reset"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t, agent.ByModel(tt.model, llm.Request{Label: "test.think"}, rule("by rule"), nil), 0)
			b.goes()
			var got llm.Decision
			for _, e := range b.events {
				if e.Type == event.Decision {
					must(t, json.Unmarshal(e.Data, &got))
				}
			}
			got.MS = 0
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("the log was told (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithoutARuleTheModelsErrorIsTheRuns(t *testing.T) {
	b := open(t, agent.ByModel(&llmtest.Script{Steps: []llmtest.Step{llmtest.Fail(llm.Auth)}}, llm.Request{}, nil, nil), 0)
	if _, err := b.run(); llm.KindOf(err) != llm.Auth {
		t.Errorf("error %v, want the model's", err)
	}
}

func TestACallThatWouldBeRefusedIsNotAskedAbout(t *testing.T) {
	m, think := script(llmtest.Call(llm.ToolCall{ID: "d", Name: "details", Args: `{"town":1}`}), llmtest.Say("ok"))
	b := open(t, think, 0)
	if out, err := b.run(); err != nil || out.Status != graph.Ended {
		t.Fatalf("outcome %+v, %v", out, err)
	}
	if got := m.Asked()[1].Messages[2].Parts[0].Result; !got.IsError || b.called.Load() != 0 {
		t.Errorf("the model was told %+v", got)
	}
}

func TestAskFirst(t *testing.T) {
	yes, no := json.RawMessage(`{"approved":true}`), json.RawMessage(`{"approved":false}`)
	tests := []struct {
		name   string
		answer json.RawMessage // nil: silence
		called int32
		told   string
	}{
		{"yes lets it run", yes, 2, `{"rooms":["Pousada Recife"]}`},
		{"yes with other arguments", json.RawMessage(`{"approved":true,"editedArgs":{"city":"Olinda"}}`), 2, `{"rooms":["Pousada Olinda"]}`},
		{"no is told to the model", no, 1, "the guest declined"},
		{"silence is no", nil, 1, "the guest did not answer in time, which means no"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, think := script(llmtest.Call(call("d", "details"), call("f", "find")), llmtest.Say("Pronto."))
				b := open(t, think, 0)
				out, err := b.run()
				if err != nil || out.Status != graph.Waiting || out.Question.Text != "Quer saber mais?" || out.Question.Timeout != 30*time.Second || b.called.Load() != 1 {
					t.Fatalf("outcome %+v, %v; %d calls", out, err, b.called.Load())
				}
				if tt.answer == nil {
					time.Sleep(31 * time.Second)
					if n, err := b.runner.RecoverAll(t.Context()); n != 1 || err != nil {
						t.Fatalf("RecoverAll = %d, %v", n, err)
					}
				} else if out, err = b.runner.Answer(t.Context(), "r1", graph.Answer{Value: tt.answer}, b.hear); err != nil || out.State.Text != "Pronto." {
					t.Fatalf("outcome %+v, %v", out, err)
				}
				if b.called.Load() != tt.called {
					t.Errorf("%d calls, want %d", b.called.Load(), tt.called)
				}
				parts := m.Asked()[1].Messages[2].Parts
				if len(parts) != 2 || parts[0].Result.CallID != "d" || parts[0].Result.Content != tt.told || parts[1].Result.CallID != "f" {
					t.Errorf("the model was told %+v", parts)
				}
			})
		})
	}
}

func TestAGuestWhoHasDeclinedIsNotAskedAgain(t *testing.T) {
	again := llm.ToolCall{ID: "e", Name: "details", Args: `{"city":"Olinda"}`}
	m, think := script(llmtest.Call(call("d", "details")), llmtest.Call(again, call("f", "find")), llmtest.Call(again), llmtest.Say("Pronto."))
	b := open(t, think, 0)
	b.goes()
	out, err := b.runner.Answer(t.Context(), "r1", graph.Answer{Value: json.RawMessage(`{"approved":false}`)}, b.hear)
	if err != nil || out.Status != graph.Ended || out.State.Text != "Pronto." || b.called.Load() != 1 {
		t.Fatalf("outcome %+v, %v; %d calls", out, err, b.called.Load())
	}
	if parts := m.Asked()[2].Messages[4].Parts; len(parts) != 2 || parts[0].Result.Content != "the guest declined" || parts[1].Result.CallID != "f" {
		t.Errorf("the model was told %+v", parts)
	}
}

func TestAnAnswerThatIsNoneKeepsTheQuestionOpen(t *testing.T) {
	_, think := script(llmtest.Call(call("d", "details")), llmtest.Say("Pronto."))
	b := open(t, think, 0)
	b.goes()
	for _, bad := range []string{`"sim"`, `{"approved":"yes"}`, `{"approved":true,"editedArgs":{"city":7}}`, `{"approved":true,"editedArgs":{"price":1}}`, ``} {
		if _, err := b.runner.Answer(t.Context(), "r1", graph.Answer{Value: json.RawMessage(bad)}, nil); err == nil {
			t.Errorf("%s was taken for an answer", bad)
		}
	}
	if out, err := b.runner.Answer(t.Context(), "r1", graph.Answer{Value: json.RawMessage(`{"approved":true}`)}, nil); err != nil || out.Status != graph.Ended {
		t.Errorf("outcome %+v, %v", out, err)
	}
}

func TestAToolPausesForTheGuestAndGoesOn(t *testing.T) {
	m, think := script(llmtest.Call(call("d", "counts"), call("f", "find")), llmtest.Say("Pronto."))
	b := open(t, think, 0)
	out, err := b.run()
	for i, asks := range []string{"how many? 0 false", "how many? 1 true"} {
		if err != nil || out.Status != graph.Waiting || out.Question.Text != asks {
			t.Fatalf("outcome %+v, %v; want the question %s", out, err, asks)
		}
		out, err = b.runner.Answer(t.Context(), "r1", graph.Answer{Value: json.RawMessage(fmt.Sprint(i))}, b.hear)
	}
	must(t, err)
	parts := m.Asked()[1].Messages[2].Parts
	if len(parts) != 2 || parts[0].Result.Content != `{"rooms":["12","1"]}` || parts[1].Result.CallID != "f" || len(out.State.Paused) != 0 {
		t.Errorf("the model was told %+v; %+v", parts, out.State)
	}
	if log := b.types(); strings.Count(log, "tool_call") != 2 || strings.Count(log, "tool_result") != 2 {
		t.Errorf("the log has %s", log)
	}
}

func TestWhatIsWrongWithAnAgent(t *testing.T) {
	find, err := agent.NewTool("find", "d", func(context.Context, cityIn) (rooms, error) { return rooms{}, nil }, agent.Options[rooms]{})
	must(t, err)
	for want, a := range map[string]agent.Agent{
		"needs Think":          {Name: "a@1", Tools: []agent.Tool{find}},
		"two tools are called": {Name: "a@1", Think: rule("x"), Tools: []agent.Tool{find, find}},
		"by a model or a rule": {Name: "a@1", Think: agent.ByModel(nil, llm.Request{}, nil, nil), Tools: []agent.Tool{find}},
		"not made with New":    {Name: "a@1", Think: rule("x"), Tools: []agent.Tool{{}}},
	} {
		if _, err := a.Graph(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Graph = %v, want %q", err, want)
		}
	}
	if _, err := agent.NewTool("x", "d", func(context.Context, cityIn) (rooms, error) { return rooms{}, nil }, agent.Options[rooms]{Ask: &agent.AskFirst{}}); err == nil {
		t.Error("a tool that asks first needs a question")
	}
}

func TestWhatTheGuestAskedForThemselvesIsNotAskedAbout(t *testing.T) {
	for name, unless := range map[string]bool{"asked": true, "not asked": false} {
		t.Run(name, func(t *testing.T) {
			tool, err := agent.NewTool("details", "a tool", func(context.Context, cityIn) (rooms, error) { return rooms{}, nil }, agent.Options[rooms]{
				Ask:  &agent.AskFirst{Text: func(agent.State, llm.ToolCall) string { return "?" }, Unless: func(agent.State, llm.ToolCall) bool { return unless }},
				Show: func(rooms) (ui.Component, error) { return ui.Component{}, nil },
			})
			must(t, err)
			_, think := script(llmtest.Call(call("d", "details")), llmtest.Say("Pronto."))
			g, err := agent.Agent{Name: "test@1", Think: think, Tools: []agent.Tool{tool}}.Graph()
			must(t, err)
			r, err := g.Compile(graph.NewMemory(), graph.Options{})
			must(t, err)
			shown := 0
			out, err := r.Run(t.Context(), graph.Run{ID: "r1"}, agent.State{Own: json.RawMessage(`{"x":1}`)}, func(e event.Event) {
				if e.Type == event.UI {
					shown++
				}
			})
			if err != nil || (out.Question == nil) != unless || string(out.State.Own) != `{"x":1}` || shown > 0 {
				t.Errorf("outcome %+v, %v; %d shown", out, err, shown)
			}
		})
	}
}

// What models do to arguments is put right before the schema is asked.
func TestALenientToolForgives(t *testing.T) {
	type guest struct {
		Name string `json:"name"`
		Age  int    `json:"age,omitempty"`
	}
	type in struct {
		Town   string   `json:"town"`
		Nights int      `json:"nights,omitempty"`
		Most   float64  `json:"most,omitempty"`
		Kinds  []string `json:"kinds,omitempty"`
		Again  bool     `json:"again,omitempty"`
		Guests []guest  `json:"guests,omitempty"`
	}
	var got in
	tool, err := agent.NewTool("rooms", "finds rooms", func(_ context.Context, i in) (string, error) { got = i; return "", nil }, agent.Options[string]{Lenient: true})
	must(t, err)
	for args, want := range map[string]in{
		`{"town":"Natal","nights":"7 nights","most":"R$ 1.200,50","kinds":"hotel, hostel","again":"true"}`: {Town: "Natal", Nights: 7, Most: 1200.5, Kinds: []string{"hotel", "hostel"}, Again: true},
		`{"town":7,"nights":"some","most":"1.200","kinds":["hotel",""],"colour":"blue"}`:                   {Town: "7", Most: 1200, Kinds: []string{"hotel"}},
		`{"town":"Natal","most":-1,"guests":["Ana",{"name":"Bo","age":"6"}]}`:                              {Town: "Natal", Most: -1, Guests: []guest{{Name: "Ana"}, {Name: "Bo", Age: 6}}},
	} {
		got = in{}
		if _, err := tool.Run(t.Context(), args); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", args, got, err, want)
		}
	}
	for _, args := range []string{`{"nights":2}`, `{"town":`} {
		if tool.Check(args) == nil {
			t.Errorf("%s is taken", args)
		}
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
