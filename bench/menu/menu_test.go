// Package menu_test measures the waiter: a large card searched, beside scanning
// its vectors alone, and the first answer of a process.
package menu_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/menu"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/vector"
)

// large is a card of n items, made of the sample's.
func large(n int) []menu.Item {
	sample := menu.Sample()
	items := make([]menu.Item, n)
	for i := range items {
		it := sample[i%len(sample)]
		other := sample[(i/len(sample)*7+i)%len(sample)]
		it.ID, it.Name, it.Hours = fmt.Sprint("i", i), fmt.Sprintf("%s nº %d", it.Name, i), ""
		it.Description += " " + other.Description
		items[i] = it
	}
	return items
}

func waiter(tb testing.TB, card *menu.Card, err error) (*menu.Waiter, *graph.Runner[menu.State]) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
	w := &menu.Waiter{Tasks: &task.Runner{}, Card: func(context.Context) (*menu.Card, error) { return card, nil }}
	run, err := w.Graph().Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return w, run
}

var wishes = []string{"quero massa", "um peixe leve, sem coentro", "uma sobremesa de chocolate", "que cerveja combina com costela?"}

// BenchmarkSearch searches a card of 5,000 items: all of a turn with and
// without an allergy, the search of it, and the scan of the vectors alone.
func BenchmarkSearch(b *testing.B) {
	items := large(5000)
	card, err := menu.NewCard(b.Context(), items, embed.Local())
	w, run := waiter(b, card, err)
	n := 0
	for name, guest := range map[string]hook.Constraints{"turn": {}, "turn-allergic": {Allergies: []string{"camarão", "leite"}}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				n++
				if _, err := run.Run(b.Context(), graph.Run{ID: fmt.Sprint(n)}, w.Begin(nil, wishes[n%len(wishes)], nil, "", "", guest), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	docs, err := menu.Docs(items)
	if err != nil {
		b.Fatal(err)
	}
	c := retrieve.New("menu", nil, embed.Local())
	if _, err := c.Put(b.Context(), docs, nil); err != nil {
		b.Fatal(err)
	}
	b.Run("search", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, err := c.Search(b.Context(), retrieve.Search{Text: wishes[i%len(wishes)], K: 25}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("vectors-alone", func(b *testing.B) { scan(b, docs) })
}

// scan finds the nearest vectors and does nothing else.
func scan(b *testing.B, docs []retrieve.Doc) {
	e := embed.Local()
	var index *vector.Index
	for _, d := range docs {
		v, err := embed.One(b.Context(), e, llm.Document, d.Title+"\n"+d.Text)
		if err != nil {
			b.Fatal(err)
		}
		if index == nil {
			index = vector.New(len(v))
		}
		if err := index.Put(d.ID, v); err != nil {
			b.Fatal(err)
		}
	}
	q, err := embed.One(b.Context(), e, llm.Query, wishes[0])
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := index.Top(nil, vector.Query{Vector: q, K: 25}); err != nil {
			b.Fatal(err)
		}
	}
}

var cold = flag.Bool("cold", false, "answer once and end")

// BenchmarkFirstAnswer is what a process takes, in CPU, from its start to the
// first answer on the sample card.
func BenchmarkFirstAnswer(b *testing.B) {
	if *cold {
		card, err := menu.SampleCard(b.Context())
		w, run := waiter(b, card, err)
		if _, err := run.Run(b.Context(), graph.Run{ID: "1"}, w.Begin(nil, "quero massa", nil, "", "", hook.Constraints{Allergies: []string{"leite"}}), nil); err != nil {
			b.Fatal(err)
		}
		return
	}
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	var cpu time.Duration
	for b.Loop() {
		c := exec.CommandContext(b.Context(), self, "-test.run=^$", "-test.bench=FirstAnswer", "-test.benchtime=1x", "-cold")
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		cpu += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	b.ReportMetric(float64(cpu.Milliseconds())/float64(b.N), "cpu-ms/op")
}
