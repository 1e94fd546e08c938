package maitre_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/task"
)

// served is a house with the sample card and a book of its guests.
func served(t *testing.T, model llm.Model) (*house, *memory.Book) {
	t.Helper()
	card, err := menu.SampleCard(t.Context())
	must(t, err)
	var book *memory.Book
	h := open(t, model, func(o *maitre.Options) {
		book = memory.NewBook(memory.Options{Store: o.Store.(memory.Store), Log: o.Store})
		o.Hooks = hook.Chain{book.Hook()}
		o.Hooks[0].Budgets = hook.Budgets{PreQuery: time.Minute, Other: time.Minute} // however slow the machine
		o.Specialists = []maitre.Specialist{
			maitre.Menu(&menu.Waiter{Tasks: &task.Runner{}, Card: func(context.Context) (*menu.Card, error) { return card, nil }}),
			maitre.Memory(book, ""),
		}
	})
	return h, book
}

// uses is a step in which a model calls tools, given as name and arguments in
// turn.
func uses(tools ...string) llmtest.Step {
	var calls []llm.ToolCall
	for i := 0; i < len(tools); i += 2 {
		calls = append(calls, llm.ToolCall{ID: string(rune('a' + i)), Name: tools[i], Args: tools[i+1]})
	}
	return llmtest.Call(calls...)
}

// results returns what tools have told a model in a request, by tool.
func results(req llm.Request) map[string]string {
	all := map[string]string{}
	for _, m := range req.Messages {
		for _, p := range m.Parts {
			if p.Result != nil {
				all[p.Result.Name] = p.Result.Content
			}
		}
	}
	return all
}

func TestTwoWishesAreTwoCallsInOneStep(t *testing.T) {
	script := &llmtest.Script{Steps: []llmtest.Step{
		uses("ask_library", `{"question":"um livro"}`, "ask_cinema", `{"question":"um filme"}`),
		llmtest.Say("Para ler, library; para ver, cinema."),
	}}
	m := open(t, script, func(o *maitre.Options) {
		o.Specialists = []maitre.Specialist{parrot("library", "livros"), screen()}
	})
	var steps []int
	got, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "um livro e um filme, por favor"}, func(e event.Event) {
		if e.Type == event.ToolCall {
			steps = append(steps, e.Step)
		}
	})
	if err != nil || got.Specialist != "concierge" || got.Text != "Para ler, library; para ver, cinema." {
		t.Fatalf("reply %+v, %v", got, err)
	}
	if len(steps) != 2 || steps[0] != steps[1] {
		t.Errorf("tools were called in the steps %v, want one step", steps)
	}
	if told := results(script.Asked()[1]); !strings.Contains(told["ask_library"], "library") || !strings.Contains(told["ask_cinema"], "cinema") {
		t.Errorf("the model was told %q", told)
	}
}

// screen is a specialist with a tool of its own, and no graph.
func screen() maitre.Specialist {
	type in struct {
		Question string `json:"question"`
	}
	type out struct {
		Film string `json:"film"`
	}
	tool, err := agent.NewTool("ask_cinema", "Which film is on", func(context.Context, in) (out, error) { return out{"cinema"}, nil }, agent.Options[out]{
		Say: func(o out, _ lang.Language) string { return "Em cartaz: " + o.Film + "." },
	})
	if err != nil {
		panic(err)
	}
	return maitre.NewToolset("cinema", "filmes", tool)
}

func TestAModelIsOfferedTheToolsOfEverySpecialist(t *testing.T) {
	script := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("Olá!")}}
	own := parrot("town.library", "livros")
	m := open(t, script, func(o *maitre.Options) { o.Specialists = []maitre.Specialist{beer(), own, screen()} })
	speak(t, m, "oi")
	var names []string
	for _, s := range script.Asked()[0].Tools {
		names = append(names, s.Name)
	}
	if want := []string{"ask_beer", "ask_town_library", "ask_cinema"}; !slices.Equal(names, want) {
		t.Errorf("it is offered %q, want %q", names, want)
	}
}

func TestWhereNoCardsAreDrawnAModelIsToldThatItsWordsAreAll(t *testing.T) {
	script := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("Olá!"), llmtest.Say("Olá!")}}
	m := open(t, script, func(o *maitre.Options) { o.Specialists = []maitre.Specialist{beer()} })
	for i, say := range []func(context.Context, maitre.Turn, func(event.Event)) (*maitre.Reply, error){m.Say, m.Turn} {
		if _, err := say(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "oi"}, nil); err != nil {
			t.Fatal(err)
		}
		if told, want := strings.Contains(script.Asked()[i].System, "reads only your words"), i == 0; told != want {
			t.Errorf("turn %d: told %v, want %v", i, told, want)
		}
	}
}

func TestWhoAnswersWhenTheModelFails(t *testing.T) {
	both := func(o *maitre.Options) {
		o.Specialists = []maitre.Specialist{parrot("library", "livros"), screen()}
	}
	for _, tt := range []struct {
		name, message, want string
		steps               []llmtest.Step
	}{
		{"at once: the rules", "tem livros?", "library", []llmtest.Step{llmtest.Fail(llm.Transient)}},
		{"at once, and it is small talk", "obrigado!", "", []llmtest.Step{llmtest.Fail(llm.Permanent)}},
		{"it says nothing", "tem livros?", "library", []llmtest.Step{llmtest.Say("")}},
		{"after a tool: what was found is said", "que filme passa?", "Em cartaz: cinema.", []llmtest.Step{uses("ask_cinema", `{"question":"que filme passa?"}`), llmtest.Fail(llm.Transient)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := open(t, &llmtest.Script{Steps: tt.steps}, both)
			var heard strings.Builder
			got, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: tt.message}, func(e event.Event) { heard.WriteString(words(e)) })
			if err != nil || got.Text == "" || tt.want != "" && got.Text != tt.want || heard.String() != got.Text {
				t.Errorf("reply %+v, %v; heard %q, want %q", got, err, heard.String(), tt.want)
			}
			if got.By != task.ByRule || got.Why == "" || got.Specialist != "concierge" {
				t.Errorf("it is not told who decided: %+v", got)
			}
			if lines := texts(t, m, "t1"); len(lines) != 2 {
				t.Errorf("stored %q", lines)
			}
		})
	}
}

func TestWhatIsRememberedBindsTheToolsOfTheSameStep(t *testing.T) {
	script := &llmtest.Script{Steps: []llmtest.Step{
		uses("find_dishes", `{"wish":"algo com camarão"}`, "remember", `{"facts":[{"what":"camarão","kind":"allergy","person":"Bia"}]}`),
		llmtest.Say("Vejo outra coisa."),
	}}
	m, _ := served(t, script)
	got := speak(t, m, "Algo do mar para dividir? A Bia não se dá com camarão.")
	var found struct {
		Dishes, Others []string
		LeftOut        []string `json:"left_out"`
	}
	must(t, json.Unmarshal([]byte(results(script.Asked()[1])["find_dishes"]), &found))
	for _, d := range append(found.Dishes, found.Others...) {
		if strings.Contains(lang.Fold(d), "camarao") || strings.Contains(d, "crustáceos") {
			t.Errorf("%s is offered to share with who must not have it", d)
		}
	}
	if len(found.LeftOut) == 0 || got.By != "script" {
		t.Errorf("nothing was left out: %+v; reply %+v", found, got)
	}
}

// A guest who asks what is made with what they must not have tells of nobody else.
func TestAQuestionOfOnesOwnNeedIsNobodyElses(t *testing.T) {
	for second, somebody := range map[string]bool{
		"o que é um bolinho? é frito no mesmo óleo de alguma coisa com amendoim": false,
		"alguém na mesa também tem alergia a amendoim":                           true,
	} {
		script := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("Anotado."), llmtest.Say("A cozinha sabe.")}}
		m, _ := served(t, script)
		for _, says := range []string{"Boa noite, tenho alergia grave a amendoim.", second} {
			if _, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: says}, nil); err != nil {
				t.Fatal(err)
			}
		}
		asked := script.Asked()[1].Messages
		if notes := asked[len(asked)-1].Parts[0].Text; !strings.Contains(notes, "the guest: amendoim") || strings.Contains(notes, "somebody") != somebody {
			t.Errorf("%q: %s", second, notes)
		}
	}
}

func TestConsentIsGivenInTheGuestsOwnWords(t *testing.T) {
	const question = "Sou alérgica a camarão. O que tem de entrada?"
	for _, tt := range []struct {
		says string
		kept bool
	}{
		{"sim, pode guardar", true},
		{"👍", true},
		{"pode ser", true},
		{"não precisa", false},
		{"e quanto custa a moqueca?", false}, // a model may not agree for them
	} {
		t.Run(tt.says, func(t *testing.T) {
			m, book := served(t, &llmtest.Script{Steps: []llmtest.Step{
				uses("remember", `{"facts":[{"what":"camarão","kind":"allergy","always":true}]}`), llmtest.Say("Anotado."),
				uses("consent", `{"answer":"yes"}`), llmtest.Say("Combinado."),
			}})
			asked, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: question}, nil)
			if err != nil || !strings.Contains(asked.Text, "Posso guardar") {
				t.Fatalf("the house does not ask whether it may keep that: %+v, %v", asked, err)
			}
			speak(t, m, tt.says)
			known, err := book.Of(t.Context(), "ana")
			must(t, err)
			if kept := slices.ContainsFunc(known.In("t2"), func(m *memory.Memory) bool { return m.Kind == memory.Diet }); kept != tt.kept {
				t.Errorf("in another conversation the allergy is known: %v, want %v", kept, tt.kept)
			}
		})
	}
}
