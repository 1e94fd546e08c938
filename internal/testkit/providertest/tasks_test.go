package providertest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/internal/testkit/providertest"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/anthropic"
	"github.com/maitre-dev/maitre/llm/gemini"
	"github.com/maitre-dev/maitre/llm/openai"
	"github.com/maitre-dev/maitre/task"
)

// inputs are something to decide for each task.
var inputs = map[string]string{
	"decide":              `{"message":"quero uma massa com camarão","language":"Portuguese"}`,
	"route":               `{"message":"quero uma massa com camarão","active":"chat"}`,
	"retrieve.paraphrase": `{"query":"algo leve sem carne","n":3}`,
	"menu.rerank":         `{"query":"massa","candidates":[{"id":"d1","name":"Espaguete ao sugo","course":"main","ingredients":["espaguete","tomate"]},{"id":"d2","name":"Pudim","course":"dessert","ingredients":["leite","ovo"]}]}`,
	"beer.sql":            `{"question":"Quanto gastei este ano?","now":"2026-11-15"}`,
	"explore.summarise":   `{"name":"Sierra Nevada","type":"regional","address":"Chico, California","language":"pt"}`,
	"data.answer":         `{"question":"qual a média do valor?","facts":"A média de valor é 12,5 em 40 linhas.","language":"pt"}`,
}

// judged elsewhere are answers that may hold anything, for nothing of them is
// said to a guest: other words to search by, ids that are looked up, names that
// the policy of memories and the gate of statements judge.
var judgedElsewhere = map[string]string{
	"decide":              "held to the facts by the concierge's guard",
	"retrieve.paraphrase": "only searched by",
	"menu.rerank":         "what is no candidate is left out",
	"beer.sql":            "run where only the guest's rows are",
	"explore.summarise":   "cleaned by the explorer",
}

// wires are the providers' formats, by the adapter that speaks each.
var wires = map[string]func(base string) llm.Model{
	"openai": func(base string) llm.Model {
		return openai.New("test", providertest.Key, openai.Options{BaseURL: base})
	},
	"anthropic": func(base string) llm.Model {
		return anthropic.New("test", providertest.Key, anthropic.Options{BaseURL: base})
	},
	"gemini": func(base string) llm.Model {
		return gemini.New("test", providertest.Key, gemini.Options{BaseURL: base})
	},
}

// within is how long a task waits for a model here. What is to come comes at
// once, and what stalls never.
const within = 500 * time.Millisecond

func runner(t *testing.T, m llm.Model) *task.Runner {
	t.Helper()
	prompts, err := task.LoadPrompts(os.DirFS(providertest.Prompts(t, maitre.Tasks())), maitre.Tasks())
	if err != nil {
		t.Fatal(err)
	}
	return &task.Runner{Models: []llm.Model{m}, Prompts: prompts, Timeout: within}
}

func TestEveryTaskIsAnsweredWellOverEveryWire(t *testing.T) {
	for wire, open := range wires {
		p := providertest.New(t, providertest.ByRule(maitre.Tasks()))
		r := runner(t, open(p.URL))
		r.Timeout = 10 * time.Second
		for _, one := range maitre.Tasks() {
			name := one.Info().Name
			res, err := one.DoJSON(t.Context(), r, json.RawMessage(inputs[name]))
			if err != nil || res.By != "test" || res.Why != "" {
				t.Errorf("%s over %s: by %q (%s), %v: %s", name, wire, res.By, res.Why, err, res.Out)
			}
		}
	}
}

func TestEveryTaskDecidesWhateverTheModelDoes(t *testing.T) {
	var (
		behaviours = append(providertest.Failures(), providertest.Lies()...)
		good       = providertest.ByRule(maitre.Tasks())
		who        = map[string]map[string]string{}
		names      []string
		mu         sync.Mutex
	)
	for _, one := range maitre.Tasks() {
		names = append(names, one.Info().Name)
		who[one.Info().Name] = map[string]string{}
	}
	t.Run("all", func(t *testing.T) {
		for _, one := range maitre.Tasks() {
			for _, b := range behaviours {
				t.Run(one.Info().Name+" × "+b.Name, func(t *testing.T) {
					t.Parallel() // those that stall wait together
					by := decide(t, one, b, good)
					mu.Lock()
					defer mu.Unlock()
					who[one.Info().Name][b.Name] = by
				})
			}
		}
	})
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, name := range names {
		fmt.Fprintf(w, "\t%s", strings.NewReplacer("retrieve.", "", "explore.", "").Replace(name))
	}
	fmt.Fprintln(w)
	for _, x := range behaviours {
		fmt.Fprint(w, x.Name)
		for _, name := range names {
			fmt.Fprintf(w, "\t%s", who[name][x.Name])
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush()
	t.Logf("who decided:\n%s", b.String())
}

// decide lets a task be decided by a model that behaves so, and returns who did
// and how often the model was asked.
func decide(t *testing.T, one task.Any, b providertest.Behaviour, good providertest.Player) string {
	name := one.Info().Name
	p := providertest.New(t, b.Of(good))
	r := runner(t, wires["openai"](p.URL))
	start := time.Now()
	res, err := one.DoJSON(t.Context(), r, json.RawMessage(inputs[name]))
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 2*within+10*time.Second {
		t.Errorf("it took %v", took)
	}
	if n := len(p.Asked()); n == 0 || n > 2 {
		t.Errorf("the model was asked %d times", n)
	}
	_, schema := one.Schemas()
	checkShape(t, schema, res.Out)
	structured := !strings.Contains(string(schema), `{"type":"string"}`) || len(schema) > 20
	if wantRule := b.Rule || b.Structured && structured; wantRule && (res.By != task.ByRule || res.Why == "") {
		t.Errorf("decided by %q (%s): %s", res.By, res.Why, res.Out)
	}
	told := res.Why + strings.Join(res.Notes, " ")
	if strings.Contains(told, providertest.Key) || len(told) > 1000 {
		t.Errorf("why it was the rule tells too much: %.2000s", told)
	}
	if judgedElsewhere[name] == "" {
		for _, lie := range []string{providertest.Host, providertest.Price, providertest.Nobody, "Good evening"} {
			if strings.Contains(string(res.Out), lie) {
				t.Errorf("the answer has %q: %s", lie, res.Out)
			}
		}
	}
	by := "rule"
	if res.By != task.ByRule {
		by = "model"
	}
	if len(p.Asked()) == 2 {
		by += ", asked twice"
	}
	return by
}

func checkShape(t *testing.T, schema, out json.RawMessage) {
	t.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(out, &v); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(v); err != nil {
		t.Errorf("the answer has another shape: %v: %s", err, out)
	}
}
