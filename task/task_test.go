package task_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/task"
)

type countIn struct {
	Message string `json:"message"`
}

type countOut struct {
	Guests int    `json:"guests"`
	Place  string `json:"place,omitempty"`
}

func count() *task.Task[countIn, countOut] {
	return &task.Task[countIn, countOut]{
		Name:   "party.count",
		About:  "how many guests",
		Prompt: "Count the guests.\n=== user ===\n{{json .Message}}",
		Check: func(_ countIn, out countOut) error {
			if out.Guests == 13 {
				panic("unlucky")
			}
			if out.Guests > 20 {
				return errors.New("the house has 20 seats")
			}
			return nil
		},
		Rule: func(_ context.Context, in countIn) (countOut, error) {
			switch {
			case strings.Contains(in.Message, "panic"):
				panic("a bug")
			case strings.Contains(in.Message, "unreadable"):
				return countOut{}, errors.New("cannot tell how many")
			}
			return countOut{Guests: 2}, nil
		},
	}
}

func TestDo(t *testing.T) {
	var (
		busy  = llmtest.Fail(llm.Transient)
		good  = llmtest.Say(`{"guests":4}`)
		prose = llmtest.Say("About four, I think.")
		many  = llmtest.Say(`{"guests":400}`)
	)
	tests := []struct {
		name  string
		steps []llmtest.Step
		want  int
		by    string
		why   string // a part of it
		asked int
	}{
		{"a model that answers decides", []llmtest.Step{good}, 4, "script", "", 1},
		{"a model that fails leaves it to the rule", []llmtest.Step{busy}, 2, "rule", "scripted failure", 1},
		{"prose is shown to the model once", []llmtest.Step{prose, good}, 4, "script", "", 2},
		{"prose twice leaves it to the rule", []llmtest.Step{prose, prose}, 2, "rule", "two bad answers", 2},
		{"what the check refuses is shown to the model", []llmtest.Step{many, good}, 4, "script", "", 2},
		{"what the check refuses twice is not taken", []llmtest.Step{many, many}, 2, "rule", "the house has 20 seats", 2},
		{"a check that panics is like one that refuses", []llmtest.Step{llmtest.Say(`{"guests":13}`), good}, 4, "script", "", 2},
		{"a field that is not in the schema is refused", []llmtest.Step{llmtest.Say(`{"guests":4,"price":9}`), good}, 4, "script", "", 2},
		{"null for an optional field is nothing", []llmtest.Step{llmtest.Say(`{"guests":4,"place":null}`)}, 4, "script", "", 1},
		{"a broken stream leaves it to the rule", []llmtest.Step{{Chunks: good.Chunks[:1], Err: errors.New("reset by peer")}}, 2, "rule", "reset by peer", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &llmtest.Script{Steps: tt.steps}
			got, err := count().Do(t.Context(), &task.Runner{Models: []llm.Model{m}}, countIn{"mesa para alguns"})
			if err != nil {
				t.Fatal(err)
			}
			if got.Out.Guests != tt.want || got.By != tt.by || !strings.Contains(got.Why, tt.why) || (tt.why == "") != (got.Why == "") {
				t.Errorf("got %d by %q because %q, want %d by %q because %q", got.Out.Guests, got.By, got.Why, tt.want, tt.by, tt.why)
			}
			if n := len(m.Asked()); n != tt.asked {
				t.Errorf("the model was asked %d times, want %d", n, tt.asked)
			}
		})
	}
}

func TestTheNextModelStandsIn(t *testing.T) {
	slow, broken := &llmtest.Script{Steps: []llmtest.Step{{Wait: time.Hour}}}, &llmtest.Script{Steps: []llmtest.Step{{Chunks: llmtest.Say("Ol").Chunks[:1], Err: errors.New("reset")}}}
	synctest.Test(t, func(t *testing.T) {
		var heard []task.Delta
		good := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("Bem-", "vindos!")}}
		r := &task.Runner{Models: []llm.Model{slow, broken, good}, Timeout: time.Second}
		got, err := greet().Stream(t.Context(), r, countIn{}, func(d task.Delta) { heard = append(heard, d) })
		if err != nil || got.Out != "Bem-vindos!" || got.By != "script" || got.Why != "no decision within 1s; reset" || got.Elapsed != time.Second || got.Cost != nil {
			t.Errorf("got %+v, %v", got, err)
		}
		want := []task.Delta{{Text: "Ol"}, {Text: "Bem-", Restart: true}, {Text: "vindos!"}}
		if diff := cmp.Diff(want, heard); diff != "" {
			t.Errorf("deltas (-want +got):\n%s", diff)
		}
	})
}

func TestWithoutAModelTheRuleDecidesAndCostsNothing(t *testing.T) {
	for _, r := range []*task.Runner{nil, {}} {
		got, err := count().Do(t.Context(), r, countIn{})
		if err != nil || got.Out.Guests != 2 || got.By != task.ByRule || got.Why != "" || got.Cost == nil || *got.Cost != 0 {
			t.Errorf("got %+v, %v", got, err)
		}
	}
}

func TestAModelCalledRuleIsNotTheRule(t *testing.T) {
	step := llmtest.Say("Bem-vindos!")
	step.Chunks[len(step.Chunks)-1].Model = task.ByRule
	got, err := greet().Do(t.Context(), &task.Runner{Models: []llm.Model{&llmtest.Script{Steps: []llmtest.Step{step}}}}, countIn{})
	if err != nil || got.Out != "Bem-vindos!" || got.By == task.ByRule {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestDecisionsAreHeardOf(t *testing.T) {
	var heard []task.Decision
	r := &task.Runner{Models: []llm.Model{&llmtest.Script{Steps: []llmtest.Step{llmtest.Fail(llm.Auth)}}}, Decided: func(_ context.Context, d task.Decision) { heard = append(heard, d) }}
	if _, err := count().Do(t.Context(), r, countIn{}); err != nil {
		t.Fatal(err)
	}
	r.Models = nil
	if _, err := count().Do(t.Context(), r, countIn{"unreadable"}); err == nil {
		t.Error("a rule that cannot decide decided")
	}
	if len(heard) != 1 || heard[0].Task != "party.count" || heard[0].By != task.ByRule || heard[0].Why == "" {
		t.Errorf("heard of %+v", heard)
	}
}

func TestWhatIsLoggedTwiceIsLoggedOnce(t *testing.T) {
	n := 0
	ctx := event.With(t.Context(), func(event.Type, any) { n++ })
	for _, r := range []*task.Runner{nil, {}} {
		n = 0
		if _, err := count().Do(ctx, r.Logged().Logged(), countIn{}); err != nil || n != 1 {
			t.Errorf("%d decisions in the log, %v", n, err)
		}
	}
}

func TestTheRequestCarriesPromptParamsAndLabel(t *testing.T) {
	c := count()
	c.Params = task.Params{Temperature: 0.3, TopP: 0.9, MaxTokens: 99}
	c.History = func(countIn) []llm.Message { return []llm.Message{llm.Text(llm.RoleAssistant, "Pois não?")} }
	m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say(`{"guests":4}`)}}
	if _, err := c.Do(t.Context(), &task.Runner{Models: []llm.Model{m}}, countIn{`"quatro" <pessoas>`}); err != nil {
		t.Fatal(err)
	}
	got := m.Asked()[0]
	if !strings.Contains(string(got.Schema), `"guests"`) || got.SchemaName != "party_count" {
		t.Errorf("schema %q = %s", got.SchemaName, got.Schema)
	}
	got.Schema, got.SchemaName = nil, ""
	want := llm.Request{
		System:      "Count the guests.",
		Messages:    []llm.Message{llm.Text(llm.RoleAssistant, "Pois não?"), llm.Text(llm.RoleUser, `"\"quatro\" <pessoas>"`)},
		Temperature: new(0.3), TopP: new(0.9), MaxTokens: 99,
		Label: "party.count",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

func TestOverBudgetTheRuleDecidesAndSaysSo(t *testing.T) {
	budget := &llm.Budget{Turn: llm.Dollars(0.000001)}
	m := llm.Wrap(&llmtest.Script{}, budget.Middleware("script", &llm.Price{Input: 1, Output: 1}))
	got, err := count().Do(t.Context(), &task.Runner{Models: []llm.Model{m}}, countIn{})
	if err != nil || got.By != task.ByRule || !strings.HasPrefix(got.Why, "over budget") || got.Cost == nil || *got.Cost != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAModelThatIsTooSlowLeavesItToTheRule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &llmtest.Script{Steps: []llmtest.Step{{Wait: time.Hour}, {Wait: time.Hour}}}
		priced := llm.Wrap(slow, (&llm.Budget{}).Middleware("script", &llm.Price{Input: 1, Output: 1}))
		for _, m := range []llm.Model{slow, priced} { // of the second it is known what it may cost
			got, err := count().Do(t.Context(), &task.Runner{Models: []llm.Model{m}}, countIn{})
			if err != nil || got.By != task.ByRule || got.Why != "no decision within 30s" || got.Elapsed != 30*time.Second || (got.Cost != nil && *got.Cost > 0) != (m != slow) {
				t.Errorf("got %+v, %v; cost %v", got, err, got.Cost)
			}
		}
	})
}

func TestACallerWhoGivesUpGetsNoRule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		m := &llmtest.Script{Steps: []llmtest.Step{{Wait: time.Hour}}}
		if got, err := count().Do(ctx, &task.Runner{Models: []llm.Model{m}}, countIn{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %+v, %v, want the context's error", got, err)
		}
	})
}

func TestARuleThatCannotDecideIsAnError(t *testing.T) {
	for message, want := range map[string]string{"unreadable": "cannot tell how many", "panic": "the rule of party.count failed inside"} {
		m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Fail(llm.Auth)}}
		_, err := count().Do(t.Context(), &task.Runner{Models: []llm.Model{m}}, countIn{message})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "scripted failure") {
			t.Errorf("Do(%q) error = %v, want %q and why no model decided", message, err, want)
		}
	}
}

func greet() *task.Task[countIn, string] {
	return &task.Task[countIn, string]{
		Name:   "party.greet",
		Prompt: "Greet.",
		Check: func(_ countIn, out string) error {
			if strings.Contains(out, "R$") {
				return errors.New("no prices")
			}
			return nil
		},
		Rule: func(context.Context, countIn) (string, error) { return "Boa noite!", nil },
	}
}

func TestStream(t *testing.T) {
	tests := []struct {
		name  string
		steps []llmtest.Step // none: no model
		want  []task.Delta
		by    string
	}{
		{"words come as the model says them", []llmtest.Step{llmtest.Say("Olá, ", "bem-vindos!\n")}, []task.Delta{{Text: "Olá, "}, {Text: "bem-vindos!\n"}}, "script"},
		{"a rule says it at once", nil, []task.Delta{{Text: "Boa noite!"}}, "rule"},
		{
			"a model that breaks off is withdrawn",
			[]llmtest.Step{{Chunks: llmtest.Say("Olá").Chunks[:1], Err: errors.New("reset")}},
			[]task.Delta{{Text: "Olá"}, {Text: "Boa noite!", Restart: true}},
			"rule",
		},
		{
			"an answer that the check refuses is withdrawn",
			[]llmtest.Step{llmtest.Say("São R$ 9"), llmtest.Say("Olá!")},
			[]task.Delta{{Text: "São R$ 9"}, {Text: "Olá!", Restart: true}},
			"script",
		},
		{"an empty answer is no answer", []llmtest.Step{llmtest.Say(" "), llmtest.Say("")}, []task.Delta{{Text: " "}, {Text: "Boa noite!", Restart: true}}, "rule"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &task.Runner{}
			if tt.steps != nil {
				r.Models = []llm.Model{&llmtest.Script{Steps: tt.steps}}
			}
			var got []task.Delta
			res, err := greet().Stream(t.Context(), r, countIn{"oi"}, func(d task.Delta) { got = append(got, d) })
			if err != nil || res.By != tt.by {
				t.Fatalf("by %q, error %v; want by %q", res.By, err, tt.by)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("deltas (-want +got):\n%s", diff)
			}
			var heard string
			for _, d := range got {
				if d.Restart {
					heard = ""
				}
				heard += d.Text
			}
			if strings.TrimSpace(heard) != res.Out {
				t.Errorf("heard %q, the result is %q", heard, res.Out)
			}
		})
	}
}

func TestDoJSON(t *testing.T) {
	tests := []struct{ name, in, want, err string }{
		{"unknown fields are ignored", `{"message":"oi","mood":9}`, `{"guests":2}`, ""},
		{"null is nothing", `{"message":null}`, `{"guests":2}`, ""},
		{"null for all of it is nothing", `null`, `{"guests":2}`, ""},
		{"absent is nothing", ``, `{"guests":2}`, ""},
		{"a wrong type is an error", `{"message":7}`, ``, "the input does not fit party.count"},
		{"a list is an error", `[1]`, ``, "the input does not fit party.count"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := count().DoJSON(t.Context(), &task.Runner{}, json.RawMessage(tt.in))
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Fatalf("error = %v, want %q", err, tt.err)
			}
			if string(got.Out) != tt.want {
				t.Errorf("out = %s, want %s", got.Out, tt.want)
			}
		})
	}
}

func TestVerifyFindsWhatIsWrongWithADefinition(t *testing.T) {
	broken := map[string]task.Any{
		"needs a name":    &task.Task[countIn, countOut]{Prompt: "x", Rule: count().Rule},
		"letters, digits": &task.Task[countIn, countOut]{Name: "X y", Prompt: "x", Rule: count().Rule},
		"and a rule":      &task.Task[countIn, countOut]{Name: "a.b", Prompt: "x"},
		"it is empty":     &task.Task[countIn, countOut]{Name: "a.b", Rule: count().Rule},
		"Mesage":          &task.Task[countIn, countOut]{Name: "a.b", Prompt: "{{.Mesage}}", Rule: count().Rule},
		"unclosed action": &task.Task[countIn, countOut]{Name: "a.b", Prompt: "{{.Message", Rule: count().Rule},
		"an object, not":  &task.Task[countIn, []int]{Name: "a.b", Prompt: "x", Rule: func(context.Context, countIn) ([]int, error) { return nil, nil }},
	}
	for want, tk := range broken {
		if err := tk.Verify(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Verify = %v, want %q", err, want)
		}
		if _, err := tk.DoJSON(t.Context(), &task.Runner{}, nil); err == nil {
			t.Errorf("a task that is wrong (%s) was done", want)
		}
	}
	if err := count().Verify(); err != nil {
		t.Errorf("Verify of a good task = %v", err)
	}
}

func TestSchemas(t *testing.T) {
	in, out := count().Schemas()
	if !strings.Contains(string(in), `"message"`) || strings.Contains(string(in), "required") || !strings.Contains(string(out), `"required":["guests"]`) {
		t.Errorf("Schemas = %s, %s", in, out)
	}
	if _, out := greet().Schemas(); string(out) != `{"type":"string"}` {
		t.Errorf("schema of words = %s", out)
	}
}

func TestFind(t *testing.T) {
	tasks := []task.Any{count(), greet()}
	if got, err := task.Find(tasks, "party.greet"); err != nil || got != tasks[1] {
		t.Errorf("Find = %v, %v", got, err)
	}
	if _, err := task.Find(tasks, "party.pay"); err == nil {
		t.Error("Find found a task that is not there")
	}
}
