package menu

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

func TestTasksAreSound(t *testing.T) {
	for _, a := range Tasks {
		if err := a.Verify(); err != nil {
			t.Error(err)
		}
	}
}

func TestPromptsAreAsReviewed(t *testing.T) {
	const dish = `{"id":"tutu","name":"Tutu à mineira","ingredients":["feijão"],"course":"main","price":"R$ 68,00"}`
	for _, tt := range []struct{ name, task, in, answer string }{
		{"rerank", "menu.rerank", `{"query":"feijão","limit":3,"candidates":[` + dish + `]}`, `{"ids":["tutu"]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			i := slices.IndexFunc(Tasks, func(a task.Any) bool { return a.Info().Name == tt.task })
			m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say(tt.answer)}}
			res, err := Tasks[i].DoJSON(t.Context(), &task.Runner{Models: []llm.Model{m}}, json.RawMessage(tt.in))
			if err != nil || res.By != "script" {
				t.Fatalf("%+v, %v", res, err)
			}
			var got strings.Builder
			got.WriteString(m.Asked()[0].System + "\n")
			for _, msg := range m.Asked()[0].Messages {
				fmt.Fprintf(&got, "\n--- %s\n%s\n", msg.Role, msg.Parts[0].Text)
			}
			golden(t, "testdata/prompt."+tt.name+".golden", got.String())
		})
	}
}

// The rule ranks what it is given and nothing else: no card, no search.
func TestRerankWorksByItself(t *testing.T) {
	const candidates = `[{"id":"a","name":"Espaguete ao sugo","ingredients":["espaguete","tomate"],"course":"main","price":"R$ 52,00"},
		{"id":"b","name":"Brigadeiro","description":"Chocolate denso","ingredients":["chocolate"],"course":"dessert"},
		{"id":"c","name":"Pudim de leite","course":"dessert"},
		{"id":"d","name":"Talharim com queijo","ingredients":["talharim","queijo"],"course":"main","price":"R$ 76,00"}]`
	for _, tt := range []struct {
		query string
		limit int
		want  []string
	}{
		{"quero massa", 0, []string{"a", "d"}},
		{"quero massa", 1, []string{"a"}},
		{"massa sem queijo", 0, []string{"a"}},
		{"massa até 60 reais", 0, []string{"a"}},
		{"uma sobremesa de chocolate", 0, []string{"b"}},
		{"uma sobremesa", 0, []string{"b", "c"}},
		{"sushi", 0, []string{}},
		{"", 0, []string{}},
		{"quero massa", -1, []string{"a", "d"}},
	} {
		i := slices.IndexFunc(Tasks, func(a task.Any) bool { return a.Info().Name == "menu.rerank" })
		in := fmt.Sprintf(`{"query":%q,"limit":%d,"candidates":%s}`, tt.query, tt.limit, candidates)
		res, err := Tasks[i].DoJSON(t.Context(), &task.Runner{}, json.RawMessage(in))
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(RerankOut{tt.want})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(res.Out)); diff != "" {
			t.Errorf("%q, at most %d (-want +got):\n%s", tt.query, tt.limit, diff)
		}
	}
}

func TestComponentIsAsReviewed(t *testing.T) {
	for _, k := range Kinds {
		var b bytes.Buffer
		if err := json.Indent(&b, k.Schema(), "", "  "); err != nil {
			t.Fatal(err)
		}
		golden(t, fmt.Sprintf("testdata/%s.v%d.schema.golden", k.Name(), k.Version()), b.String()+"\n")
	}
}

func TestDishesReadAsText(t *testing.T) {
	for l, want := range map[lang.Language]string{
		lang.Portuguese: "- Tutu (R$ 68,00): Cremoso [exemplo]",
		lang.English:    "- Tutu (R$68.00): Cremoso [sample]",
		lang.Spanish:    "- Tutu (R$ 68,00): Cremoso [ejemplo]",
	} {
		c, err := Dishes.New("x", DishesProps{l, []DishProps{{ID: "tutu", Name: "Tutu", Description: "Cremoso", Price: &ui.Money{Amount: 6800, Currency: "BRL"}, Source: ui.Sample}}})
		if err != nil {
			t.Fatal(err)
		}
		if c.Text != want {
			t.Errorf("%s: %q, want %q", l, c.Text, want)
		}
	}
}

func TestPricesThatGuestsName(t *testing.T) {
	for text, want := range map[string]int64{
		"até R$ 50": 5000, "under $20": 2000, "até 42,90": 4290, "no máximo 30 reais": 3000, "hasta 40": 4000,
		"massa até 50. até 40": 4000, "até 4 pessoas": 0, "mesa até as 22h": 0, "prato por menos de 30": 3000, "quero massa": 0,
	} {
		if got := mostOf(text); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}
