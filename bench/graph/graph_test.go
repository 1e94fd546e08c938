//go:build unix

// Package graph measures what a run costs: three nodes with their events and a
// checkpoint after each step, beside the same three functions called plainly.
package graph

import (
	"context"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

type state struct {
	Message string   `json:"message"`
	Words   []string `json:"words"`
	Reply   string   `json:"reply"`
}

func split(_ context.Context, s state, _ graph.Emit) (state, error) {
	s.Words = []string{s.Message, "seja", "bem-vindo"}
	return s, nil
}

func choose(_ context.Context, s state, _ graph.Emit) (state, error) {
	s.Reply = s.Words[0] + "!"
	return s, nil
}

func say(_ context.Context, s state, emit graph.Emit) (state, error) {
	emit(event.Text, event.Words{Text: s.Reply})
	return s, nil
}

// BenchmarkRun reports the processor time of a run, of all threads and of the
// garbage collector, and how many plain calls that is. Goal: at most 30 µs.
func BenchmarkRun(b *testing.B) {
	g := graph.New[state]("bench@1")
	g.Start(nil, "split")
	g.Node("split", split, nil, "choose")
	g.Node("choose", choose, nil, "say")
	g.Node("say", say, nil, graph.End)
	r, err := g.Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		b.Fatal(err)
	}
	ctx := b.Context()

	const plainCalls = 100_000
	start := cpu()
	for range plainCalls {
		s := state{Message: "Boa noite"}
		for _, f := range []graph.Node[state]{split, choose, say} {
			if s, err = f(ctx, s, func(event.Type, any) {}); err != nil {
				b.Fatal(err)
			}
		}
	}
	plain := (cpu() - start) / plainCalls

	b.ReportAllocs()
	start = cpu()
	n := 0
	for b.Loop() {
		if _, err := r.Run(ctx, graph.Run{ID: "r" + strconv.Itoa(n)}, state{Message: "Boa noite"}, nil); err != nil {
			b.Fatal(err)
		}
		n++
	}
	run := (cpu() - start) / time.Duration(n)
	b.ReportMetric(run.Seconds()*1e6, "µs-ours")
	b.ReportMetric(plain.Seconds()*1e6, "µs-plain")
	b.ReportMetric(float64(run)/float64(max(plain, 1)), "×plain")
	b.ReportMetric(30, "≤goal-µs")
}

// cpu is the processor time this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
