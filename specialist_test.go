package maitre_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
)

// parrot is a specialist that says its own name.
func parrot(name, about string) maitre.Specialist {
	g := graph.New[string]("parrot@1")
	g.Start(nil, "say")
	g.Node("say", func(_ context.Context, s string, _ graph.Emit) (string, error) { return s, nil }, nil, graph.End)
	return maitre.NewSpecialist(name, about, g, func(maitre.Query) string { return name }, func(s string) string { return s })
}

func TestASpecialistOfOnesOwnIsReached(t *testing.T) {
	both := func(o *maitre.Options) {
		o.Specialists = []maitre.Specialist{beer(), parrot("library", "books, novels, livros")}
	}
	for _, tt := range []struct {
		name, message, want string
	}{
		{"by what it is about", "tem algum livro de aventura?", "library"},
		{"and ours as before", wantsBeer, "beer"},
		{"and small talk", "oi, tudo bem?", "concierge"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			reply, err := open(t, nil, both).Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: tt.message}, nil)
			if err != nil || reply.Specialist != tt.want {
				t.Errorf("%q is answered by %+v, %v; want %s", tt.message, reply, err, tt.want)
			}
		})
	}
}

// A specialist with tools and a graph answers by its graph where the model fails, as it
// does where there is none.
func TestAGraphAnswersWhereTheModelFails(t *testing.T) {
	down := &llmtest.Script{Steps: []llmtest.Step{{Err: errors.New("connection refused")}}}
	m := open(t, down, func(o *maitre.Options) {
		library := parrot("library", "books, novels, livros")
		library.Tools = screen().Tools
		o.Specialists = []maitre.Specialist{library}
	})
	reply, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "tem algum livro de aventura?"}, nil)
	if err != nil || reply.Text != "library" {
		t.Errorf("the model is down: %+v, %v; want what the graph says", reply, err)
	}
	for _, tool := range down.Asked()[0].Tools {
		if tool.Name == "ask_library" {
			t.Error("the model is told of the graph besides its tools")
		}
	}
}

// A house of one's own is not the restaurant that the prompt is written for, and what only tells of
// the guest or answers the house is not its specialist's.
func TestAHouseOfOnesOwn(t *testing.T) {
	with := func(o *maitre.Options) {
		book := memory.NewBook(memory.Options{Store: o.Store.(memory.Store), Log: o.Store})
		o.House.Language, o.Hooks = "en", hook.Chain{book.Hook()}
		o.Hooks[0].Budgets = hook.Budgets{PreQuery: time.Minute, Other: time.Minute} // however slow the machine
		o.Specialists = []maitre.Specialist{parrot("menu", "books, novels"), maitre.Memory(book, "")}
	}
	m := open(t, nil, with)
	for _, tt := range [][2]string{
		{"I am allergic to nuts", "May I remember"},
		{"yes", "I will remember it"},
		{"what do you know about me?", "tree nuts"},
		{"what can you do?", "I can help with books, novels."},
		{"have you any novels?", "menu"},
		{"something to read on the train", "menu"},
	} {
		reply, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: tt[0]}, nil)
		if err != nil || !strings.Contains(reply.Text, tt[1]) || (tt[1] == "menu") != (reply.Specialist == "menu") {
			t.Errorf("%q is answered by %+v, %v; want %s", tt[0], reply, err, tt[1])
		}
	}
	model := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("Hello!")}}
	_, err := open(t, model, with).Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "hi there"}, nil)
	must(t, err)
	if told := model.Asked()[0].System; !strings.Contains(told, "You help with books, novels.") || !strings.Contains(told, "`remember`") || strings.Contains(told, "dish") || strings.Contains(told, "ask_staff") || strings.Contains(told, "kitchen") {
		t.Error(told)
	}
}

func TestWhatNewRefuses(t *testing.T) {
	store := open(t, nil).Store
	for _, tt := range []struct {
		name string
		o    maitre.Options
		want string
	}{
		{"no store", maitre.Options{}, "needs a store"},
		{"one called as ours that says nothing of itself", maitre.Options{Store: store, Specialists: []maitre.Specialist{parrot("beer", "")}}, "no message would reach the specialist beer"},
		{"a specialist that says nothing of itself", maitre.Options{Store: store, Specialists: []maitre.Specialist{parrot("library", " ")}}, "no message would reach the specialist library"},
		{"one with two names", maitre.Options{Store: store, Specialists: []maitre.Specialist{parrot("x y", "books")}}, `specialist "x y"`},
		{"one with none", maitre.Options{Store: store, Specialists: []maitre.Specialist{parrot("", "books")}}, `specialist ""`},
		{"one without its graph", maitre.Options{Store: store, Specialists: []maitre.Specialist{maitre.NewSpecialist("a", "books", (*graph.Graph[string])(nil), nil, nil)}}, "specialist a: it has no graph"},
		{"two of one name", maitre.Options{Store: store, Specialists: []maitre.Specialist{parrot("a", "books"), parrot("a", "novels")}}, "two specialists called a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := maitre.New(tt.o); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("New = %v, want %q", err, tt.want)
			}
		})
	}
}

// desk is a specialist whose tool asks first, and then notes what it knows of the conversation.
func desk(saw *[]string) maitre.Specialist {
	lends, err := agent.NewTool("lend", "Lends a book", func(ctx context.Context, in struct{ Title string }) (string, error) {
		at := scene.From(ctx)
		*saw = append(*saw, fmt.Sprintf("%s %s %v %v", in.Title, at.Language, at.MustNots(nil).Allergies, agent.Key(ctx) != ""))
		return in.Title, nil
	}, agent.Options[string]{Ask: &agent.AskFirst{Text: func(agent.State, llm.ToolCall) string { return "Shall I?" }, Timeout: time.Minute}})
	if err != nil {
		panic(err)
	}
	think := func(_ context.Context, s agent.State, _ []llm.ToolSpec, _ func(event.Words)) (agent.Thought, error) {
		if last := s.Messages[len(s.Messages)-1].Parts[0]; last.Result != nil {
			return agent.Thought{Text: "It is yours: " + last.Result.Content}, nil // or why not
		}
		return agent.Thought{Calls: []llm.ToolCall{{ID: "c1", Name: "lend", Args: `{"Title":"Moby-Dick"}`}}}, nil
	}
	g, err := agent.Agent{Name: "library@1", Tools: []agent.Tool{lends}, Think: think}.Graph()
	if err != nil {
		panic(err)
	}
	begin := func(q maitre.Query) agent.State {
		return agent.State{Messages: []llm.Message{llm.Text(llm.RoleUser, q.Message)}}
	}
	s := maitre.NewSpecialist("library", "books, novels", g, begin, func(s agent.State) string { return s.Text })
	s.Tools = []agent.Tool{lends}
	return s
}

func TestAToolOfOnesOwnAsksAndKnowsTheSceneWithAndWithoutAModel(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer string // given to another worker; none: silence
		reply  string
		saw    string
	}{
		{"yes", `{"approved":true}`, `It is yours: "Moby-Dick"`, "[Moby-Dick en [shrimp] true]"},
		{"no", `{"approved":false}`, "the guest declined", "[]"},
		{"silence", "", "did not answer in time", "[]"},
	} {
		for _, model := range []llm.Model{nil, &llmtest.Script{Steps: []llmtest.Step{{Err: errors.New("connection refused")}, {Err: errors.New("connection refused")}}}} {
			synctest.Test(t, func(t *testing.T) {
				var saw []string
				needs := hook.Hook{Name: "needs", PreQuery: func(context.Context, hook.Turn) (hook.Known, error) {
					return hook.Known{Constraints: hook.Constraints{Allergies: []string{"shrimp"}}}, nil
				}}
				with := func(o *maitre.Options) {
					o.Hooks, o.Specialists = hook.Chain{needs}, []maitre.Specialist{desk(&saw)}
				}
				m := open(t, model, with)
				asked, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "may I please borrow a novel about whales?"}, nil)
				if err != nil || asked.Question == nil || asked.Question.Text != "Shall I?" {
					t.Fatalf("%s, model %v: %+v, %v; want a question", tt.name, model, asked, err)
				}
				if log := types(t, m.Store, asked.Run); !slices.Contains(log, event.Question) {
					t.Errorf("%s, model %v: the log has %v", tt.name, model, log)
				}
				other := open(t, model, with, func(o *maitre.Options) { o.Store = m.Store })
				if tt.answer == "" {
					time.Sleep(2 * time.Minute)
					_, err = other.RecoverAll(t.Context())
				} else {
					_, err = other.Answer(t.Context(), "ana", asked.Run, graph.Answer{Value: json.RawMessage(tt.answer)}, nil)
				}
				must(t, err)
				lines := texts(t, m.Store, "t1")
				if last := lines[len(lines)-1]; !strings.Contains(last, tt.reply) || fmt.Sprint(saw) != tt.saw {
					t.Errorf("%s, model %v: %q and the tool saw %v; want %q and %s", tt.name, model, last, saw, tt.reply, tt.saw)
				}
			})
		}
	}
}
