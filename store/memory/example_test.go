package memory_test

import (
	"context"
	"fmt"
	"log"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/memory"
)

// What is said in a run is in its log and in its thread.
func Example() {
	ctx := context.Background()
	store := memory.New()
	if _, err := store.Open(ctx, "friday", "ana"); err != nil {
		log.Fatal(err)
	}
	g := graph.New[struct{}]("greeter@1")
	g.Start(nil, graph.End)
	g.Close(func(_ struct{}, _ graph.Status, emit graph.Emit) {
		emit(event.PostResponse, event.Said{ID: "m2", Text: "Olá, Ana!"})
	})
	r, err := g.Compile(store, graph.Options{})
	if err != nil {
		log.Fatal(err)
	}
	run := graph.Run{ID: "r1", Thread: "friday", Guest: "ana", Begin: func(emit graph.Emit) {
		emit(event.PreQuery, event.Said{ID: "m1", Text: "Oi!"})
	}}
	if _, err := r.Run(ctx, run, struct{}{}, nil); err != nil {
		log.Fatal(err)
	}
	messages, err := store.Messages(ctx, "friday", "ana", 0)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range messages {
		fmt.Println(m.Role, m.Text)
	}
	// Output:
	// user Oi!
	// assistant Olá, Ana!
}
