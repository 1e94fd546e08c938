package graph_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// A waiter finds a beer, asks, and orders it only when the guest agrees.
func Example() {
	type state struct {
		Beer string
		Yes  bool
	}
	g := graph.New[state]("waiter@1")
	g.Start(nil, "find")
	g.Node("find", func(_ context.Context, s state, emit graph.Emit) (state, error) {
		s.Beer = "IPA"
		emit(event.Text, event.Words{Text: "Temos uma IPA."})
		return s, nil
	}, nil, "confirm")
	g.Ask("confirm", func(s state) graph.Question {
		return graph.Question{Text: "Peço uma " + s.Beer + "?", Timeout: 30 * time.Second}
	}, func(s state, a graph.Answer) (state, error) {
		if a.TimedOut {
			return s, nil // silence is a no
		}
		return s, json.Unmarshal(a.Value, &s.Yes)
	}, func(s state) string {
		if s.Yes {
			return "order"
		}
		return graph.End
	}, "order", graph.End)
	g.Node("order", func(ctx context.Context, s state, _ graph.Emit) (state, error) {
		fmt.Println("ordering", s.Beer, "once, as", graph.Key(ctx))
		return s, nil
	}, nil, graph.End)

	r, err := g.Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	watch := func(e event.Event) { fmt.Println(e.Seq, e.Step, e.Type) }
	out, err := r.Run(ctx, graph.Run{ID: "r1", Guest: "ana"}, state{}, watch)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(out.Status, "for an answer to:", out.Question.Text)

	yes := graph.Answer{Value: json.RawMessage(`true`), Step: out.Step}
	out, err = r.Answer(ctx, "r1", yes, watch)
	fmt.Println(out.Status, err)
	// Output:
	// 1 1 run_start
	// 2 1 step_start
	// 3 1 text
	// 4 1 step_end
	// 5 2 question
	// waiting for an answer to: Peço uma IPA?
	// 6 2 answer
	// ordering IPA once, as r1.3
	// 7 3 step_start
	// 8 3 step_end
	// 9 3 run_end
	// ended <nil>
}
