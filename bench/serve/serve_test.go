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
	"testing"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/server"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
)

const clients = 64

// talker answers every message in a turn of thirty events, offline: three steps,
// as most specialists take, and words.
func talker() maitre.Specialist {
	const steps, words = 3, 6
	const sentence = "Uma boa cerveja se serve fria. "
	type state struct{ Step int }
	g := graph.New[state]("beer@1")
	g.Start(nil, "say")
	g.Node("say", func(_ context.Context, s state, emit graph.Emit) (state, error) {
		for range words {
			emit(event.Text, event.Words{Text: sentence})
		}
		return state{s.Step + 1}, nil
	}, func(s state) string {
		if s.Step < steps {
			return "say"
		}
		return graph.End
	}, "say", graph.End)
	return maitre.NewSpecialist("beer", "breweries", g, func(maitre.Query) state { return state{} }, func(state) string {
		return strings.TrimSpace(strings.Repeat(sentence, steps*words))
	})
}

func body(thread string) []byte {
	return fmt.Appendf(nil, `{"threadId":%q,"runId":"r","messages":[{"id":"m","role":"user","content":"Recomende uma cervejaria nova em San Diego"}]}`, thread)
}

func serve(b *testing.B, store server.Store, book memory.Store) string {
	b.Helper()
	m, err := maitre.New(maitre.Options{Store: store, Specialists: []maitre.Specialist{talker()}})
	if err != nil {
		b.Fatal(err)
	}
	srv, err := server.New(server.Options{Maitre: m, Store: store, Book: memory.NewBook(memory.Options{Store: book, Log: store}), Rate: 1e6})
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
func ask(hc *http.Client, url, thread string) ([]byte, error) {
	resp, err := hc.Post(url+"/agui", "application/json", bytes.NewReader(body(thread)))
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
				if _, err := ask(hc, url, fmt.Sprintf("%s-%d-%d", threads, c, n/10)); err != nil {
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
	url := serve(b, db, db)
	answer, err := ask(http.DefaultClient, url, "sample")
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
