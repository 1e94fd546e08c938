// Package growth_test measures how costs grow with what a house keeps: conversations,
// documents and the log. What is reported is the processor's time, which a busy machine
// changes less than the clock's. With -large the last size of each is tried too (minutes).
package growth_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/thread"
)

var large = flag.Bool("large", false, "also try the largest sizes")

func sizes(all ...int) []int {
	if !*large {
		all = all[:len(all)-1]
	}
	return all
}

// BenchmarkThreads is what a turn asks of the store, of which a guest has ten
// conversations and the house many.
func BenchmarkThreads(b *testing.B) {
	for _, n := range sizes(10, 1000, 100_000) {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			db := open(b)
			atOnce(n, func(i int) { turn(b, db, fmt.Sprint("t", i), fmt.Sprint("r", i)) })
			i := n
			report(b, "µs-ours", func() {
				turn(b, db, fmt.Sprint("t", i%n), fmt.Sprint("r", i))
				i++
			})
		})
	}
}

// BenchmarkDocuments starts a collection from the store, searches it and adds to it.
func BenchmarkDocuments(b *testing.B) {
	for _, n := range sizes(100, 10_000, 500_000) {
		db := open(b)
		docs := make([]retrieve.Doc, n)
		for i := range docs {
			docs[i] = doc(i)
		}
		if _, err := retrieve.New("menu", db, embed.Local()).Put(b.Context(), docs, nil); err != nil {
			b.Fatal(err)
		}
		docs = nil
		search := func(c *retrieve.Collection) {
			if _, err := c.Search(b.Context(), retrieve.Search{Text: "algo do mar, leve e sem queijo", K: 25}); err != nil {
				b.Fatal(err)
			}
		}
		var c *retrieve.Collection
		b.Run(fmt.Sprint("start/", n), func(b *testing.B) {
			before := heap()
			report(b, "µs-ours", func() {
				c = retrieve.New("menu", db, embed.Local())
				search(c)
			})
			b.ReportMetric(float64(heap()-before)/1e6, "MB")
		})
		b.Run(fmt.Sprint("search/", n), func(b *testing.B) { report(b, "µs-ours", func() { search(c) }) })
		b.Run(fmt.Sprint("add/", n), func(b *testing.B) {
			i := 0
			report(b, "µs-ours", func() {
				i++
				if _, err := c.Put(b.Context(), []retrieve.Doc{doc(n + i)}, nil); err != nil {
					b.Fatal(err)
				}
				search(c)
			})
		})
	}
}

// BenchmarkPrune removes a log while turns go on, and reports the 99th percentile of what
// they wait for the store, beside that of before.
func BenchmarkPrune(b *testing.B) {
	for _, n := range sizes(100, 10_000, 1_000_000) { // runs, of ten events
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				db := open(b)
				atOnce(n, func(i int) { turn(b, db, fmt.Sprint("t", i%100), fmt.Sprint("r", i)) })
				before := time.Now()
				idle := turns(b, db, "idle", func() bool { return time.Since(before) > time.Second })
				done := make(chan struct{})
				go func() {
					defer close(done)
					if _, err := db.Prune(context.WithoutCancel(b.Context()), before); err != nil {
						b.Error(err)
					}
				}()
				busy := turns(b, db, "busy", func() bool {
					select {
					case <-done:
						return true
					default:
						return false
					}
				})
				b.ReportMetric(ms(busy), "ms-ours")
				b.ReportMetric(ms(idle), "ms-idle")
				b.ReportMetric(float64(busy)/float64(idle), "×idle")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
}

// turns has turns until it is over, and returns the 99th percentile.
func turns(b *testing.B, db *sqlite.Store, name string, over func() bool) time.Duration {
	var took []time.Duration
	for i := 0; i < 10 || !over(); i++ {
		start := time.Now()
		turn(b, db, name, fmt.Sprint(name, i))
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}

// turn opens a thread, reads it, and keeps a run with ten events and what was said.
func turn(b *testing.B, db *sqlite.Store, id, run string) {
	guest := "g" + id[:len(id)-1] // ten threads each
	ctx := context.WithoutCancel(b.Context())
	_, err := db.Open(ctx, id, guest)
	if err == nil {
		_, err = db.Messages(ctx, id, guest, 40)
	}
	cp := &graph.Checkpoint{Run: run, Thread: id, Guest: guest, Graph: "g@1", Version: 1, Seq: 10, Step: 1, Status: graph.Ended, State: json.RawMessage(`{"text":"Há três."}`)}
	events := make([]event.Event, 10)
	for i := range events {
		events[i] = event.Event{Run: run, Thread: id, Guest: guest, Seq: int64(i) + 1, Step: 1, Type: event.Text, Time: time.Now(), Data: json.RawMessage(`{"text":"Uma boa cerveja se serve fria. "}`)}
	}
	events[0].Type, events[0].Data = event.PreQuery, event.Payload(event.PreQuery, event.Said{ID: thread.NewID(), Text: "uma cerveja"})
	if err == nil {
		err = db.Save(ctx, cp, events)
	}
	if err == nil {
		_, err = db.List(ctx, guest, 20)
	}
	if err != nil {
		b.Error(err)
	}
}

func doc(i int) retrieve.Doc {
	dishes := []string{"Moqueca", "Feijoada", "Risoto", "Lasanha", "Picanha", "Salada", "Bobó", "Pastel", "Pudim", "Caldo"}
	styles := []string{"da casa", "mineira", "ao forno", "na brasa", "vegana", "apimentada", "do mar"}
	return retrieve.Doc{ID: fmt.Sprint("d", i), Title: fmt.Sprintf("%s %s %d", dishes[i%len(dishes)], styles[i/7%len(styles)], i), Text: "Servida com arroz branco, farofa e couve"}
}

func open(b *testing.B) *sqlite.Store {
	b.Helper()
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "maitre.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

// atOnce does n things, 64 at a time, so that they share commits.
func atOnce(n int, do func(int)) {
	var all sync.WaitGroup
	for w := range 64 {
		all.Go(func() {
			for i := w; i < n; i += 64 {
				do(i)
			}
		})
	}
	all.Wait()
}

// report says how much of the processor's time one do takes.
func report(b *testing.B, unit string, do func()) {
	do() // what is read once is read now
	before, n := cpu(), 0
	for b.Loop() {
		do()
		n++
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64((cpu()-before).Microseconds())/float64(n), unit)
}

func cpu() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
