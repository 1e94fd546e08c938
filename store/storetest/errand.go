package storetest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/thread"
)

// An errand is the graph that the children of TestKill run: five steps, each
// of which takes some milliseconds and emits while it works, and a question.

const (
	errandGuest = "ana"
	errandTexts = 3 // that each step emits
)

var errandNodes = []string{"one", "two", "three", "four", "five"}

const askedAfter = 2 // of errandNodes

type errandState struct {
	Run  string
	Done []string
}

func errand() *graph.Graph[errandState] {
	g := graph.New[errandState]("errand@1")
	g.Start(nil, errandNodes[0])
	for i, name := range errandNodes {
		next := graph.End
		if i+1 < len(errandNodes) {
			next = errandNodes[i+1]
		}
		if i+1 == askedAfter {
			g.Ask("ask", func(errandState) graph.Question {
				return graph.Question{Text: "Mais uma?", Timeout: killLease}
			}, func(s errandState, _ graph.Answer) (errandState, error) { return s, nil }, nil, next)
			next = "ask"
		}
		g.Node(name, func(_ context.Context, s errandState, emit graph.Emit) (errandState, error) {
			for n := range errandTexts {
				time.Sleep(rand.N(4 * time.Millisecond))
				emit(event.Text, n)
			}
			s.Done = append(slices.Clone(s.Done), name)
			return s, nil
		}, nil, next)
	}
	g.Close(func(s errandState, _ graph.Status, emit graph.Emit) {
		emit(event.PostResponse, event.Said{ID: "a-" + s.Run, Text: "Pronto."})
	})
	return g
}

// errandEvents is what counts of an errand.
func errandEvents() []string {
	lines := []string{"1 run_start", "1 pre_query"}
	step := 0
	for i, name := range errandNodes {
		step++
		lines = append(lines, fmt.Sprintf(`%d step_start {"node":%q}`, step, name))
		for n := range errandTexts {
			lines = append(lines, fmt.Sprintf("%d text %d", step, n))
		}
		lines = append(lines, fmt.Sprintf(`%d step_end {"node":%q}`, step, name))
		if i+1 == askedAfter {
			step++
			lines = append(lines, fmt.Sprintf("%d question", step), fmt.Sprintf("%d answer", step))
		}
	}
	return append(lines, fmt.Sprintf("%d post_response", step), fmt.Sprintf("%d run_end", step))
}

// errandThreads are all threads in which errands are run.
func errandThreads() []string {
	var ids []string
	for _, slot := range slots {
		for n := range perSlot {
			ids = append(ids, fmt.Sprint(slot, n))
		}
	}
	return ids
}

// killWork takes up what others left and runs errands, until it is killed. It
// prints the events that its Watch hears.
func killWork(s RunStore, orders *bufio.Scanner, print func(string)) error {
	if !orders.Scan() {
		return orders.Err()
	}
	slot := orders.Text()
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		orders.Scan() // until who started it is gone
		cancel(nil)
	}()
	w := errandWorker{mustCompile(errand(), s, graph.Options{Flush: time.Millisecond, Lease: killLease}), func(e event.Event) {
		line, err := json.Marshal(e)
		if err != nil {
			cancel(err)
			return
		}
		print(string(line))
	}}
	var wg sync.WaitGroup
	wg.Go(func() {
		for ; ctx.Err() == nil; time.Sleep(killLease / 4) {
			if _, err := w.RecoverAll(ctx); !toBeExpected(err) {
				cancel(err)
			}
		}
	})
	for n := range perSlot {
		wg.Go(func() {
			for ctx.Err() == nil {
				if err := w.run(ctx, fmt.Sprint(slot, n)); !toBeExpected(err) {
					cancel(err)
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

type errandWorker struct {
	*graph.Runner[errandState]
	watch graph.Watch
}

// run runs one errand and answers its question.
func (w errandWorker) run(ctx context.Context, id string) error {
	run := thread.NewID()
	out, err := w.Run(ctx, graph.Run{ID: run, Thread: id, Guest: errandGuest, Begin: func(emit graph.Emit) {
		emit(event.PreQuery, event.Said{ID: "q-" + run, Text: "Oi."})
	}}, errandState{Run: run}, w.watch)
	if err == nil && out.Status == graph.Waiting {
		_, err = w.Answer(ctx, run, graph.Answer{Value: json.RawMessage(`true`), Step: out.Step}, w.watch)
	}
	if errors.Is(err, graph.ErrBusy) {
		time.Sleep(killLease / 10)
	}
	return err
}

// toBeExpected reports whether an error is one that a worker must live with:
// another took the run, the one before it is not over, or the store took longer
// than the lease, which is short here.
func toBeExpected(err error) bool {
	return err == nil || errors.Is(err, graph.ErrBusy) || errors.Is(err, graph.ErrConflict) ||
		errors.Is(err, graph.ErrNoAsk) || errors.Is(err, context.Canceled)
}
