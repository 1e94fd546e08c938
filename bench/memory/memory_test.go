// Package memory_test measures what the memory of guests costs a turn, beside
// the same turn with a hook that does nothing: in the same run, since machines
// differ and are busy. The guest is one of whom ten thousand things are known.
package memory_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
)

const known = 10_000

var messages = []string{
	"O que você sugere para o jantar de hoje?",
	"Tem uma cerveja leve para acompanhar?",
	"Quero um lugar com música ao vivo e mesa na varanda",
	"What wine goes with the fish?",
	"Qual sobremesa vocês recomendam?",
}

var told = []string{
	"Gosto muito de vinho branco seco",
	"Moro em Curitiba",
	"Prefiro mesa na varanda",
	"Pode ser direto comigo",
	"Detesto coentro",
}

var empty = hook.Hook{
	Name:         "empty",
	PreQuery:     func(context.Context, hook.Turn) (hook.Known, error) { return hook.Known{}, nil },
	PostResponse: func(context.Context, hook.Turn, hook.Response) (string, error) { return "", nil },
}

// guest returns a book that knows a lot of one guest.
func guest(b *testing.B) *memory.Book {
	store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "maitre.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	things := []string{"vinho", "peixe", "varanda", "jazz", "cerveja", "queijo", "piscina", "silêncio", "doce", "pimenta"}
	kinds := []struct {
		kind memory.Kind
		key  string
	}{{memory.Preference, "food"}, {memory.Preference, "drink"}, {memory.Dislike, "food"}, {memory.Dislike, "drink"}, {memory.Episode, "visit"}}
	now := time.Now().UTC().Truncate(time.Microsecond)
	for from := 0; from < known; from += 1000 {
		_, err := store.Learn(b.Context(), memory.Lesson{Owner: "ana", Run: fmt.Sprint("seed", from)}, func(memory.Page) (n memory.Notes, _ error) {
			for i := from; i < from+1000; i++ {
				k := kinds[i%len(kinds)]
				m := memory.Memory{
					ID: fmt.Sprint("m", i), For: memory.ForUser, Kind: k.kind, Key: k.key, Value: fmt.Sprintf("%s número %d", things[i/7%len(things)], i),
					Subject: memory.User, Source: memory.FromGuest, Evidence: 1, Alpha: 3_600_000, Beta: 400_000,
				}
				m.Since, m.Last = now.Add(time.Duration(i-known)*time.Minute), now.Add(time.Duration(i-known)*time.Minute)
				if i < 8 {
					m.Kind, m.Key = memory.Diet, "allergy"
				}
				if err := n.Add(&m, now); err != nil {
					return n, err
				}
			}
			return n, nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return memory.NewBook(memory.Options{Store: store, Log: store})
}

func BenchmarkPreQuery(b *testing.B) {
	book := guest(b)
	beside(b, hook.Chain{book.Hook()}, 5*time.Millisecond, func(c hook.Chain, i int) {
		c.PreQuery(b.Context(), hook.Turn{Thread: "t", Guest: "ana", Message: messages[i%len(messages)], Time: time.Now()})
	})
}

func BenchmarkPostResponse(b *testing.B) {
	book := guest(b)
	n := 0
	beside(b, hook.Chain{book.Hook()}, 15*time.Millisecond, func(c hook.Chain, i int) {
		n++
		t := hook.Turn{Thread: "t", Guest: "ana", Run: fmt.Sprint("r", n), Message: told[i%len(told)], Time: time.Now()}
		c.PostResponse(b.Context(), t, hook.Response{Text: "Anotado.", Specialist: "menu"})
	})
}

// beside runs a hook and the empty one in turns, and reports the 95th percentile
// of both, beside what ours is to stay under, and that of the processor's time of ours.
func beside(b *testing.B, ours hook.Chain, limit time.Duration, do func(hook.Chain, int)) {
	for i := range 20 { // what is read once a process is read now
		do(ours, i)
	}
	var us, none, work []time.Duration
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		start, used := time.Now(), cpu()
		do(ours, i)
		us, work = append(us, time.Since(start)), append(work, cpu()-used)
		start = time.Now()
		do(hook.Chain{empty}, i)
		none = append(none, time.Since(start))
	}
	p95 := func(all []time.Duration) time.Duration {
		slices.Sort(all)
		return all[len(all)*95/100]
	}
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	b.ReportMetric(0, "ns/op") // of both together it says nothing
	b.ReportMetric(ms(p95(us)), "ms-ours")
	b.ReportMetric(ms(p95(work)), "ms-cpu")
	b.ReportMetric(ms(p95(none)), "ms-empty")
	b.ReportMetric(float64(p95(us))/float64(p95(none)), "×empty")
	b.ReportMetric(ms(limit), "≤goal-ms")
}

func cpu() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
