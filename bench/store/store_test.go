// Package store_test measures how many events a second each store appends,
// beside its raw driver inserting the same rows. The two take turns, and the
// median round of each counts, so that what else the machine does matters less.
package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// subjects are what is measured. A store is added here, with a file of its own
// for open.
var subjects = []struct {
	name string
	open func(b *testing.B) subject
}{
	{"sqlite", openSQLite},
	{"postgres", openPostgres},
}

// subject is an open store and its rival.
type subject struct {
	store graph.Store

	// commits returns how many transactions were committed so far. It is nil
	// where each call is one of its own, and raw is called by all writers at
	// once.
	commits func() int64

	// raw inserts the rows of events, which are of several runs, in one
	// transaction, as fast as the driver can.
	raw func(events []event.Event) error
}

const (
	appended = 8                // events in each call of AppendEvents
	calls    = 256              // of AppendEvents in a round
	patience = 20 * time.Second // for a round
)

func BenchmarkEvents(b *testing.B) {
	for _, s := range subjects {
		for _, writers := range []int{1, 16, 64} {
			b.Run(fmt.Sprintf("%s/writers=%d", s.name, writers), func(b *testing.B) {
				compare(b, s.open(b), writers)
			})
		}
	}
}

func compare(b *testing.B, s subject, writers int) {
	ctx, cancel := context.WithTimeout(b.Context(), patience)
	defer cancel()
	ours, theirs := begin(b, s.store, writers), make([][]event.Event, writers)
	for w := range theirs {
		theirs[w] = some(fmt.Sprintf("raw-%d", w))
	}
	var store, raw []time.Duration // of each round
	var rounds, commits int64
	for b.Loop() {
		rounds++
		var before int64
		if s.commits != nil {
			before = s.commits()
		}
		start := time.Now()
		extend(ours, func(events []event.Event) error { return s.store.AppendEvents(ctx, events[0].Run, 1, events) }, b)
		store = append(store, time.Since(start))

		start = time.Now()
		if s.commits == nil {
			commits += calls
			extend(theirs, s.raw, b)
		} else {
			commits += s.commits() - before
			insert(b, s.raw, theirs, int(math.Round(float64(rounds*calls)/float64(commits))))
		}
		raw = append(raw, time.Since(start))
	}
	b.ReportMetric(0, "ns/op") // of both together it says nothing
	b.ReportMetric(calls*appended/median(store), "events/s-ours")
	b.ReportMetric(calls*appended/median(raw), "events/s-raw")
	b.ReportMetric(median(raw)/median(store), "×raw")
	b.ReportMetric(float64(rounds*calls)/float64(commits), "calls/commit")
}

// median returns seconds.
func median(rounds []time.Duration) float64 {
	slices.Sort(rounds)
	return rounds[len(rounds)/2].Seconds()
}

// begin makes a run for each writer, and returns the first events of each.
func begin(b *testing.B, s graph.Store, writers int) [][]event.Event {
	next := make([][]event.Event, writers)
	for w := range next {
		run := fmt.Sprintf("run-%d", w)
		cp := &graph.Checkpoint{
			Run: run, Guest: "ana", Graph: "bench@1", Version: 1, Status: graph.Running, Step: 1,
			Next: "node", State: json.RawMessage(`{"message":"uma IPA, por favor"}`),
		}
		if err := s.Save(b.Context(), cp, nil); err != nil {
			b.Fatal(err)
		}
		next[w] = some(run)
	}
	return next
}

// extend lets each writer append its part of a round.
func extend(next [][]event.Event, call func([]event.Event) error, b *testing.B) {
	var wg sync.WaitGroup
	for _, events := range next {
		wg.Go(func() {
			for range calls / len(next) {
				if err := call(events); err != nil {
					b.Error(err)
					return
				}
				advance(events)
			}
		})
	}
	wg.Wait()
}

// insert inserts as many events as extend appends, with size calls' worth in
// each transaction.
func insert(b *testing.B, raw func([]event.Event) error, next [][]event.Event, size int) {
	var batch []event.Event
	for call := range calls {
		events := next[call%len(next)]
		batch = append(batch, events...)
		advance(events)
		if (call+1)%size != 0 && call+1 != calls {
			continue
		}
		if err := raw(batch); err != nil {
			b.Fatal(err)
		}
		batch = batch[:0]
	}
}

// some returns the first events of a run, of the size that a turn's have.
func some(run string) []event.Event {
	events := make([]event.Event, appended)
	for i := range events {
		events[i] = event.Event{
			Run: run, Seq: int64(i) + 1, Guest: "ana", Step: 1, Type: event.Text, Time: time.Now(),
			Data: event.Payload(event.Text, event.Words{Text: strings.Repeat("uma IPA ", 25)}),
		}
	}
	return events
}

// advance makes of a run's events the next ones.
func advance(events []event.Event) {
	for i := range events {
		events[i].Seq += int64(len(events))
	}
}
