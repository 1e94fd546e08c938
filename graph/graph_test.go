package graph_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/graph"
)

// list is the state of most graphs here: where they have been.
type list struct {
	Been []string `json:"been"`
}

// went returns a node that adds its name to the list.
func went(name string) graph.Node[list] {
	return func(_ context.Context, s list, _ graph.Emit) (list, error) { return s.add(name), nil }
}

func (l list) add(name string) list {
	return list{append(append([]string(nil), l.Been...), name)}
}

func to(name string) graph.Route[list] { return func(list) string { return name } }

func ask(list) graph.Question { return graph.Question{Text: "Mais uma?"} }

// hears adds what was answered to the list; silence is "…".
func hears(s list, a graph.Answer) (list, error) {
	if a.TimedOut {
		return s.add("…"), nil
	}
	return s.add(string(a.Value)), nil
}

func compile[S any](t testing.TB, g *graph.Graph[S], store graph.Store, o graph.Options) *graph.Runner[S] {
	t.Helper()
	r, err := g.Compile(store, o)
	must(t, err)
	return r
}

func TestCompileFindsMistakes(t *testing.T) {
	for _, tt := range []struct {
		name  string
		graph string
		build func(g *graph.Graph[list])
		want  []string // in the error; none: it compiles
	}{
		{"a good one", "good@1", func(g *graph.Graph[list]) {
			g.Start(to("a"), "a", "b")
			g.Node("a", went("a"), to("b"), "a", "b", graph.End)
			g.Ask("b", ask, hears, nil, graph.End)
		}, nil},
		{"nothing at all to do", "good@1", func(g *graph.Graph[list]) { g.Start(nil, graph.End) }, nil},
		{"no version", "bad", func(g *graph.Graph[list]) { g.Start(nil, graph.End) }, []string{"name@version"}},
		{"no name", "@1", func(g *graph.Graph[list]) { g.Start(nil, graph.End) }, []string{"name@version"}},
		{"no start", "bad@1", func(g *graph.Graph[list]) { g.Node("a", went("a"), nil, graph.End) }, []string{"no Start"}},
		{"two starts", "bad@1", func(g *graph.Graph[list]) {
			g.Start(nil, graph.End)
			g.Start(nil, graph.End)
		}, []string{"Start is given twice"}},
		{"names that cannot be", "bad@1", func(g *graph.Graph[list]) {
			g.Start(nil, "a")
			g.Node("a", went("a"), nil, graph.End)
			g.Node("a", went("a"), nil, graph.End)
			g.Node("", went(""), nil, graph.End)
			g.Node(graph.End, went(""), nil, graph.End)
		}, []string{`"a" is taken`, `"" is taken or not allowed`, `"end" is taken or not allowed`}},
		{"functions that are missing", "bad@1", func(g *graph.Graph[list]) {
			g.Start(nil, "a")
			g.Node("a", nil, nil, "b")
			g.Ask("b", nil, hears, nil, "c")
			g.Ask("c", ask, nil, nil, graph.End)
		}, []string{`node "a" has no function`, `question "b" has no function`, `question "c" has no function`}},
		{"ways that lead nowhere", "bad@1", func(g *graph.Graph[list]) {
			g.Start(nil)
			g.Node("a", went("a"), nil)
			g.Node("b", went("b"), nil, "c")
			g.Node("d", went("d"), nil, graph.End, graph.End)
		}, []string{"start goes nowhere", "a goes nowhere", `b goes to "c", which is no node`, "d has 2 destinations and no route"}},
		{"nodes without a way in or out", "bad@1", func(g *graph.Graph[list]) {
			g.Start(to("a"), "a", graph.End)
			g.Node("a", went("a"), nil, "b")
			g.Node("b", went("b"), nil, "a")
			g.Node("c", went("c"), nil, graph.End)
		}, []string{`node "c" is never reached`, `from node "a" the end is never reached`, `from node "b" the end is never reached`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := graph.New[list](tt.graph)
			tt.build(g)
			_, first := g.Compile(graph.NewMemory(), graph.Options{})
			_, err := g.Compile(graph.NewMemory(), graph.Options{})
			if (err != nil) != (len(tt.want) > 0) {
				t.Fatalf("Compile: error = %v, want %q", err, tt.want)
			}
			if err == nil {
				return
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("Compile: error = %v, want it to say %q", err, want)
				}
			}
			if first.Error() != err.Error() {
				t.Errorf("Compile: error = %v the second time, was %v", err, first)
			}
		})
	}
}

func TestCompileWantsAStoreAndAStateThatSurvives(t *testing.T) {
	whole := graph.New[time.Time]("a@1") // it sees to its JSON itself
	whole.Start(nil, graph.End)
	if _, err := whole.Compile(graph.NewMemory(), graph.Options{}); err != nil {
		t.Error(err)
	}
	if _, err := whole.Compile(nil, graph.Options{}); err == nil || !strings.Contains(err.Error(), "no store") {
		t.Errorf("without a store: %v", err)
	}
	lossy := graph.New[struct {
		Kept int
		lost int
	}]("a@1")
	lossy.Start(nil, graph.End)
	if _, err := lossy.Compile(graph.NewMemory(), graph.Options{}); err == nil || !strings.Contains(err.Error(), "the field lost") {
		t.Errorf("with a field that JSON loses: %v", err)
	}
}

func TestWhatIsAddedAfterCompileChangesNothing(t *testing.T) {
	g := graph.New[list]("a@1")
	g.Start(nil, "a")
	g.Node("a", went("a"), nil, graph.End)
	r := compile(t, g, graph.NewMemory(), graph.Options{})
	g.Node("b", went("b"), nil, "nowhere")
	g.Close(func(list, graph.Status, graph.Emit) { t.Error("Close was called") })
	out, err := r.Run(t.Context(), graph.Run{ID: "r1"}, list{}, nil)
	if err != nil || out.Status != graph.Ended {
		t.Errorf("Run = %+v, %v, want it ended", out, err)
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
