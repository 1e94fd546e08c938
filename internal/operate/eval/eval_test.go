package eval_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/operate/eval"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/task"
)

type in struct {
	Message string `json:"message"`
}

type out struct {
	Place  *string `json:"place"`
	Guests int     `json:"guests"`
}

var where = &task.Task[in, out]{
	Name:   "trip.where",
	Prompt: "Where?",
	Rule: func(_ context.Context, i in) (out, error) {
		switch {
		case i.Message == "fail":
			return out{}, errors.New("cannot tell")
		case strings.Contains(i.Message, "Recife"):
			return out{new("Recife"), 2}, nil
		}
		return out{nil, 2}, nil
	},
}

const set = `{"id":1,"in":{"message":"Recife"},"want":{"place":"Recife","guests":2}}
{"id":2,"in":{"message":"Recife para 3"},"want":{"place":"Recife","guests":3}}
{"id":3,"in":{"message":"oi"},"want":{"place":null}}
{"id":4,"in":{"message":"fail"},"want":{"guests":2.0}}
{"id":5,"in":{}}
nonsense
`

func TestRun(t *testing.T) {
	loaded, err := eval.Load(strings.NewReader(set))
	cases, bad := loaded.Cases, loaded.Bad
	if err != nil || len(cases) != 4 || len(bad) != 2 || bad[0].Line != 5 || bad[1].Line != 6 {
		t.Fatalf("Load = %d cases, bad %+v", len(cases), bad)
	}
	script := &llmtest.Script{Steps: []llmtest.Step{
		llmtest.Say(`{"place":"Recife","guests":2}`),
		llmtest.Say(`{"place":"Recife","guests":3}`),
		llmtest.Fail(llm.Transient),
		llmtest.Say(`{"place":null,"guests":2}`),
	}}
	done := 0
	r, err := eval.Run(t.Context(), where, cases, []eval.Model{{"rule", &task.Runner{}}, {"script:s", &task.Runner{Models: []llm.Model{script}}}}, func(n int) { done = n })
	if err != nil {
		t.Fatal(err)
	}
	if done != 4 {
		t.Errorf("progress ended at %d, want 4", done)
	}
	rule, model := r.Models[0], r.Models[1]
	if rule.Overall != 0.5 || rule.Errors != 1 || rule.FellBack != 0 || rule.Cost == nil || *rule.Cost != 0 {
		t.Errorf("rule = %+v", rule)
	}
	if diff := cmp.Diff(map[string]float64{"place": 1, "guests": 1. / 3}, rule.Fields); diff != "" {
		t.Errorf("the rule's fields (-want +got):\n%s", diff)
	}
	if model.Overall != 1 || model.Errors != 0 || model.FellBack != 1 || model.Cost != nil || model.Usage.Input != 30 {
		t.Errorf("model = %+v", model)
	}
	if len(r.Disagreements) != 2 || string(r.Disagreements[0].ID) != "2" {
		t.Errorf("disagreements = %+v", r.Disagreements)
	}
	if a := r.Disagreements[0].Got["rule"]; len(a.Wrong) != 1 || a.Wrong[0] != "guests" {
		t.Errorf("the rule's answer = %+v", a)
	}

	b, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(b), `"cost_usd":null`) {
		t.Errorf("JSON = %s, %v", b, err)
	}
}

func TestWordsAreComparedByPhrases(t *testing.T) {
	say := &task.Task[in, string]{Name: "a.say", Prompt: "x", Rule: func(context.Context, in) (string, error) { return "Boa noite, seja bem-vindo!", nil }}
	for want, right := range map[string]float64{
		`{"has":["boa NOITE"],"lacks":["preço"]}`: 1,
		`{"has":["bom dia"]}`:                     0,
		`{"lacks":["bem-vindo"]}`:                 0,
		`{"hsa":["boa noite"]}`:                   0,
		`"Boa noite, seja bem-vindo!"`:            1,
		`"Boa noite"`:                             0,
	} {
		loaded, _ := eval.Load(strings.NewReader(`{"id":1,"in":{},"want":` + want + `}`))
		r, err := eval.Run(t.Context(), say, loaded.Cases, []eval.Model{{"rule", &task.Runner{}}}, nil)
		if err != nil || r.Models[0].Overall != right {
			t.Errorf("want %s: overall %v, %v; want %v", want, r.Models[0].Overall, err, right)
		}
	}
}

func TestRunStopsWhenTheCallerDoes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	loaded, _ := eval.Load(strings.NewReader(set))
	if _, err := eval.Run(ctx, where, loaded.Cases, []eval.Model{{"rule", &task.Runner{}}}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want context.Canceled", err)
	}
}
