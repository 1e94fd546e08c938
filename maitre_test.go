package maitre_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/task"
)

func open(t *testing.T, model llm.Model, with ...func(*maitre.Options)) *house {
	t.Helper()
	db := storetest.Memory(t)
	o := maitre.Options{House: maitre.House{Name: "Bar do Cais"}, Store: db, Tasks: &task.Runner{}}
	if model != nil {
		o.Tasks.Models = []llm.Model{model}
	}
	for _, change := range with {
		change(&o)
	}
	m, err := maitre.New(o)
	must(t, err)
	return &house{m, db, t}
}

// house is a Maitre with its store.
type house struct {
	*maitre.Maitre
	*sqlite.Store
	t *testing.T
}

// words returns the words that an event tells the guest.
func words(e event.Event) string {
	var w event.Words
	if e.Type == event.Text {
		_ = json.Unmarshal(e.Data, &w)
	}
	return w.Text
}

func TestATurnIsAnsweredAndStored(t *testing.T) {
	m := open(t, nil)
	var heard strings.Builder
	got, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: " Boa noite!\n"}, func(e event.Event) { heard.WriteString(words(e)) })
	must(t, err)
	if got.By != task.ByRule || !strings.Contains(got.Text, "Boa noite") || heard.String() != got.Text || got.Thread != "t1" || got.MessageID == "" {
		t.Errorf("reply = %+v, heard %q", got, heard.String())
	}
	want := []string{"user: Boa noite!", "assistant: " + got.Text}
	if lines := texts(t, m, "t1"); fmt.Sprint(lines) != fmt.Sprint(want) {
		t.Errorf("stored %q, want %q", lines, want)
	}
}

func TestAModelIsToldTheConversationAndTheHouse(t *testing.T) {
	script := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("Olá, Ana!"), llmtest.Say("Ana.")}}
	m := open(t, script)
	for _, message := range []string{"Meu nome é Ana", "Como me chamo?"} {
		speak(t, m, message)
	}
	second := script.Asked()[1]
	var told []string
	for _, msg := range second.Messages {
		told = append(told, string(msg.Role)+": "+msg.Parts[0].Text)
	}
	if len(told) != 3 || told[0] != "user: Meu nome é Ana" || told[1] != "assistant: Olá, Ana!" || !strings.Contains(told[2], "Como me chamo?") {
		t.Errorf("the model was told %q", told)
	}
	if !strings.Contains(second.System, "Bar do Cais") {
		t.Errorf("the system prompt does not name the house: %s", second.System)
	}
}

func TestWhatATurnDoesNotTake(t *testing.T) {
	m := open(t, nil)
	speak(t, m, "oi")
	tests := []struct {
		name string
		turn maitre.Turn
		want error
	}{
		{"an empty message", maitre.Turn{Thread: "t2", Guest: "ana", Message: " \n "}, maitre.ErrEmptyMessage},
		{"a book", maitre.Turn{Thread: "t2", Guest: "ana", Message: strings.Repeat("ã", 16_001)}, maitre.ErrLongMessage},
	}
	for _, tt := range tests {
		if _, err := m.Turn(t.Context(), tt.turn, nil); !errors.Is(err, tt.want) {
			t.Errorf("%s: error = %v, want %v", tt.name, err, tt.want)
		}
	}
	if lines := texts(t, m, "t1"); len(lines) != 2 {
		t.Errorf("the thread now holds %q", lines)
	}
}

func TestBytesThatAreNotTextAreReplaced(t *testing.T) {
	m := open(t, nil)
	speak(t, m, "ol\xe1 \x00!")
	if lines := texts(t, m, "t1"); !strings.HasPrefix(lines[0], "user: ol\uFFFD") {
		t.Errorf("stored %q", lines)
	}
}

func TestAnInterruptedAnswerIsStoredAsFarAsItWasHeard(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	slow := llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			for _, c := range llmtest.Say("Era uma vez uma casa. ", "Nela ").Chunks[:2] {
				if !yield(c, nil) {
					return
				}
			}
			<-ctx.Done()
			yield(llm.Chunk{}, context.Cause(ctx))
		}
	})
	m := open(t, slow)
	_, err := m.Turn(ctx, maitre.Turn{Thread: "t1", Guest: "ana", Message: "conta"}, func(e event.Event) {
		if strings.Contains(words(e), "vez") {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want context.Canceled", err)
	}
	if lines := texts(t, m, "t1"); len(lines) != 2 || lines[1] != "assistant: Era uma vez uma casa." {
		t.Errorf("stored %q", lines)
	}
}

func TestWhatAModelLetsSlipIsStruckOutHoweverItIsParted(t *testing.T) {
	const number = "529.982.247-25" // which the operator should not have told it
	model := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("O CPF é 529.9", "82.247", "-25. Até ", "logo!")}}
	m := open(t, model, func(o *maitre.Options) { o.House.Persona = "O CPF do dono é " + number })
	var heard strings.Builder
	got, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "oi"}, func(e event.Event) { heard.WriteString(words(e)) })
	if err != nil || got.Text != "O CPF é [CPF]. Até logo!" || heard.String() != got.Text {
		t.Errorf("reply %+v, %v; heard %q", got, err, heard.String())
	}
	cp, err := m.Load(t.Context(), got.Run)
	if err != nil || strings.Contains(string(cp.State), "é "+number+".") || strings.Contains(strings.Join(texts(t, m, "t1"), " "), "529") {
		t.Errorf("checkpoint %s, %v", cp.State, err)
	}
}

func TestCallsOfATurnShareItsCap(t *testing.T) {
	asks := llmtest.Call(llm.ToolCall{ID: "c1", Name: "ask_library", Args: `{"question":"um livro"}`})
	asks.Chunks[1].Usage = llm.Usage{Input: 40_000}
	script := &llmtest.Script{Steps: []llmtest.Step{asks, asks}}
	budget := &llm.Budget{Turn: llm.Dollars(0.042)} // one call, and not another
	m := open(t, llm.Wrap(script, budget.Middleware("script", &llm.Price{Input: 1, Output: 1})), func(o *maitre.Options) {
		o.Budget, o.Specialists = budget, []maitre.Specialist{parrot("library", "livros")}
	})
	for range 2 { // each turn begins anew
		got, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "tem livros?"}, nil)
		if err != nil || got.Text != "library" || !strings.Contains(got.Why, "over budget") || got.Cost == nil || *got.Cost != llm.Dollars(0.04) {
			t.Errorf("reply = %+v, %v: want what was found, said without a model", got, err)
		}
	}
	if n := len(script.Asked()); n != 2 {
		t.Errorf("the model was asked %d times, want once a turn", n)
	}
}

func TestEveryTaskIsWellDefined(t *testing.T) {
	seen := map[string]bool{}
	for _, tk := range maitre.Tasks() {
		info := tk.Info()
		if err := tk.Verify(); err != nil {
			t.Error(err)
		}
		if info.About == "" || seen[info.Name] {
			t.Errorf("task %q: about %q, seen before: %v", info.Name, info.About, seen[info.Name])
		}
		seen[info.Name] = true
		if _, err := tk.DoJSON(t.Context(), &task.Runner{}, nil); err != nil {
			t.Errorf("the rule of %s cannot decide on nothing: %v", info.Name, err)
		}
	}
}

func ExampleMaitre_Turn() {
	ctx := context.Background()
	db, err := sqlite.Open(ctx, sqlite.Memory)
	if err != nil {
		panic(err)
	}
	defer db.Close()
	m, err := maitre.New(maitre.Options{House: maitre.House{Name: "Bar do Cais"}, Store: db})
	if err != nil {
		panic(err)
	}
	reply, err := m.Turn(ctx, maitre.Turn{Thread: "t1", Guest: "ana", Message: "Thank you!"}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(reply.Text, "·", reply.By)
	// Output: My pleasure. I'm right here. · rule
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
