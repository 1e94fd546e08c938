package maitre_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/llm/llmtest"
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

func TestWhatNewRefuses(t *testing.T) {
	store := open(t, nil).Store
	for _, tt := range []struct {
		name string
		o    maitre.Options
		want string
	}{
		{"no store", maitre.Options{}, "needs a store"},
		{"a specialist that says nothing of itself", maitre.Options{Store: store, Specialists: []maitre.Specialist{parrot("library", " ")}}, "no message would reach the specialist library"},
		{"one with two names", maitre.Options{Store: store, Specialists: []maitre.Specialist{parrot("x y", "books")}}, `specialist "x y"`},
		{"one with none", maitre.Options{Store: store, Specialists: []maitre.Specialist{parrot("", "books")}}, `specialist ""`},
		{"two of one name", maitre.Options{Store: store, Specialists: []maitre.Specialist{parrot("a", "books"), parrot("a", "novels")}}, "two specialists called a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := maitre.New(tt.o); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("New = %v, want %q", err, tt.want)
			}
		})
	}
}
