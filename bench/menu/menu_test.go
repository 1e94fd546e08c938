// Package menu_test measures the waiter: a large card searched, beside scanning
// its vectors alone, and the first answer of a process.
package menu_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
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

func waiter(tb testing.TB, card *menu.Card, err error) *menu.Waiter {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
	w := &menu.Waiter{Tasks: &task.Runner{}, Card: func(context.Context) (*menu.Card, error) { return card, nil }}
	return w
}

var wishes = []string{"quero massa", "um peixe leve, sem coentro", "uma sobremesa de chocolate", "que cerveja combina com costela?"}

// BenchmarkSearch searches a card of 5,000 items: all of a turn with and
// without an allergy, and the search of it, beside scanning the vectors alone.
// Each takes turns with the scan.
func BenchmarkSearch(b *testing.B) {
	items := large(5000)
	card, err := menu.NewCard(b.Context(), items, embed.Local())
	w := waiter(b, card, err)
	docs, err := menu.Docs(items)
	if err != nil {
		b.Fatal(err)
	}
	c := retrieve.New("menu", nil, embed.Local())
	if _, err := c.Put(b.Context(), docs, nil); err != nil {
		b.Fatal(err)
	}
	scan := scanner(b, docs)
	n := 0
	turn := func(guest hook.Constraints) func() error {
		return func() error {
			n++
			_, _, err := w.Find(b.Context(), wishes[n%len(wishes)], "", guest)
			return err
		}
	}
	for _, bench := range []struct {
		name string
		do   func() error
	}{
		{"turn", turn(hook.Constraints{})},
		{"turn-allergic", turn(hook.Constraints{Allergies: []string{"camarão", "leite"}})},
		{"search", func() error {
			n++
			_, err := c.Search(b.Context(), retrieve.Search{Text: wishes[n%len(wishes)], K: 25})
			return err
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for range wishes { // what is read of a card once is read now
				took(b, bench.do)
			}
			var ours, alone []time.Duration
			for b.Loop() {
				ours, alone = append(ours, took(b, bench.do)), append(alone, took(b, scan))
			}
			b.ReportMetric(0, "ns/op") // of both together it says nothing
			b.ReportMetric(median(ours)*1e3, "ms-ours")
			b.ReportMetric(median(alone)*1e3, "ms-vectors")
			b.ReportMetric(median(ours)/median(alone), "×vectors")
		})
	}
}

func took(b *testing.B, do func() error) time.Duration {
	start := time.Now()
	if err := do(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

// median returns seconds.
func median(all []time.Duration) float64 {
	slices.Sort(all)
	return all[len(all)/2].Seconds()
}

// scanner finds the nearest vectors and does nothing else.
func scanner(b *testing.B, docs []retrieve.Doc) func() error {
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
	return func() error {
		_, err := index.Top(nil, vector.Query{Vector: q, K: 25})
		return err
	}
}

var cold = flag.Bool("cold", false, "answer once and end")

// BenchmarkFirstAnswer is what a process takes, in CPU, from its start to the
// first answer on the sample card.
func BenchmarkFirstAnswer(b *testing.B) {
	if *cold {
		card, err := menu.SampleCard(b.Context())
		w := waiter(b, card, err)
		if _, _, err := w.Find(b.Context(), "quero massa", "", hook.Constraints{Allergies: []string{"leite"}}); err != nil {
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
