// Package serve measures a turn over HTTP: 64 clients talk to the server, and to
// a bare handler that writes the bytes of the same answer, in one run.
package serve

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/server"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/task"
)

const clients = 64

// said is what clients say by turns: the reader decides, and calls one tool for each.
var said = []string{
	"Tem alguma sobremesa sem glúten?", "Quero uma massa com frutos do mar", "What do you have for a vegetarian?", "Uma cerveja leve, por favor",
}

// asked returns the message of a turn, which was not sent for two thousand turns before.
func asked(n int) string {
	forms := []string{"Tem algum prato com %s e %s?", "Quero algo leve com %s ou %s", "Do you have anything with %s and %s?", "¿Qué hay de %s con %s?", "Me vê algo com %s, sem %s"}
	things := strings.Fields("peixe frango salada sopa bolo arroz queijo camarão sorvete caldo carne massa torta atum cogumelo chocolate feijão batata limão")
	others := strings.Fields("alho cebola tomate coco ervas pimenta milho nozes leite manteiga ovo mel azeite vinho gengibre banana manga abacaxi cenoura espinafre canela hortelã café")
	return fmt.Sprintf(forms[n%len(forms)], things[n%len(things)], others[n%len(others)])
}

// waiter serves the sample card.
func waiter(b *testing.B) maitre.Specialist {
	card, err := menu.NewCard(b.Context(), menu.Sample(), embed.Local())
	if err != nil {
		b.Fatal(err)
	}
	return maitre.Menu(&menu.Waiter{Tasks: &task.Runner{}, Card: func(context.Context) (*menu.Card, error) { return card, nil }})
}

func body(thread, message string) []byte {
	return fmt.Appendf(nil, `{"threadId":%q,"runId":"r","messages":[{"id":"m","role":"user","content":%q}]}`, thread, message)
}

func serve(b *testing.B, store *sqlite.Store) string {
	b.Helper()
	book := memory.NewBook(memory.Options{Store: store, Log: store})
	m, err := maitre.New(maitre.Options{Store: store, Hooks: hook.Chain{book.Hook()}, Specialists: []maitre.Specialist{waiter(b)}})
	if err != nil {
		b.Fatal(err)
	}
	srv, err := server.New(server.Options{Maitre: m, Store: store, Book: book, Rate: 1e6})
	if err != nil {
		b.Fatal(err)
	}
	return listen(b, srv.Serve)
}

func listen(b *testing.B, run func(context.Context, net.Listener) error) string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx, l) }()
	b.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			b.Error(err)
		}
	})
	return "http://" + l.Addr().String()
}

// ask has one turn and returns what was answered.
func ask(hc *http.Client, url, thread, message string) ([]byte, error) {
	resp, err := hc.Post(url+"/agui", "application/json", bytes.NewReader(body(thread, message)))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if !bytes.Contains(answer, []byte(`"RUN_FINISHED"`)) {
		return nil, fmt.Errorf("%s: %.300s", resp.Status, answer)
	}
	return answer, nil
}

// load lets the clients talk for a while and returns turns a second and the
// 99th percentile of how long one took.
func load(b *testing.B, url string, threads string) (rate float64, p99 time.Duration) {
	b.Helper()
	hc := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	defer hc.CloseIdleConnections()
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		took []time.Duration
		bad  atomic.Pointer[error]
	)
	const length = 2 * time.Second
	start := time.Now()
	for c := range clients {
		wg.Go(func() {
			var mine []time.Duration
			for n := 0; time.Since(start) < length && bad.Load() == nil; n++ {
				begun := time.Now()
				if _, err := ask(hc, url, fmt.Sprintf("%s-%d-%d", threads, c, n/10), said[n%len(said)]); err != nil {
					bad.Store(&err)
					return
				}
				mine = append(mine, time.Since(begun))
			}
			mu.Lock()
			defer mu.Unlock()
			took = append(took, mine...)
		})
	}
	wg.Wait()
	if err := bad.Load(); err != nil {
		b.Fatal(*err)
	}
	slices.Sort(took)
	return float64(len(took)) / time.Since(start).Seconds(), took[len(took)*99/100]
}

func BenchmarkServe(b *testing.B) {
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "maitre.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	url := serve(b, db)
	answer, err := ask(http.DefaultClient, url, "sample", said[0])
	if err != nil {
		b.Fatal(err)
	}
	bareURL := listen(b, func(ctx context.Context, l net.Listener) error {
		bare := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = w.Write(answer)
		})}
		context.AfterFunc(ctx, func() { bare.Close() })
		if err := bare.Serve(l); err != http.ErrServerClosed {
			return err
		}
		return nil
	})
	b.Run("sqlite", func(b *testing.B) {
		var ours, bare []float64
		var tails []time.Duration
		for n := 0; b.Loop(); n++ { // by turns, so that a noisy machine is fair
			rate, _ := load(b, bareURL, "")
			bare = append(bare, rate)
			rate, p99 := load(b, url, fmt.Sprintf("t%d", n))
			ours, tails = append(ours, rate), append(tails, p99)
		}
		b.ReportMetric(0, "ns/op") // of both together it says nothing
		b.ReportMetric(median(ours), "turns/s-ours")
		b.ReportMetric(median(bare), "turns/s-bare")
		b.ReportMetric(median(ours)/median(bare), "×bare")
		b.ReportMetric(median(tails).Seconds()*1e3, "ms-p99")
		b.ReportMetric(float64(len(answer)), "bytes/turn")
		b.ReportMetric(float64(bytes.Count(answer, []byte("\n\n"))), "frames/turn")
	})
}

func median[T cmp.Ordered](all []T) T {
	slices.Sort(all)
	return all[len(all)/2]
}

// BenchmarkTurn is one turn after the other without HTTP: the processor's time of a
// turn, which a busy machine changes little. Again has the messages of said by turns, and
// fresh others each time, of which no table of recent results knows the whole.
func BenchmarkTurn(b *testing.B) {
	b.Run("again", func(b *testing.B) { turns(b, func(n int) string { return said[n%len(said)] }) })
	b.Run("fresh", func(b *testing.B) { turns(b, asked) })
}

func turns(b *testing.B, message func(n int) string) {
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "maitre.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	book := memory.NewBook(memory.Options{Store: db, Log: db})
	m, err := maitre.New(maitre.Options{Store: db, Hooks: hook.Chain{book.Hook()}, Specialists: []maitre.Specialist{waiter(b)}})
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	turn := func() {
		if _, err := m.Turn(b.Context(), maitre.Turn{Thread: fmt.Sprint("t", n/10), Guest: "C001", Message: message(n)}, nil); err != nil {
			b.Fatal(err)
		}
		n++
	}
	for range 40 { // what is read once is read now
		turn()
	}
	before, n0 := cpu(), n
	for b.Loop() {
		turn()
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64((cpu()-before).Microseconds())/float64(n-n0), "µs-ours")
}

// cpu is the processor's time that this process has used.
func cpu() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
