package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

func eventsOf(run, after string) request {
	r := request{method: "GET", path: "/api/v1/runs/" + url.PathEscape(run) + "/events"}
	if after != "" {
		r.header = map[string]string{"Last-Event-ID": after}
	}
	return r
}

func cancelOf(run string) request {
	return request{method: "POST", path: "/api/v1/runs/" + url.PathEscape(run) + "/cancel"}
}

// frames parts a stream; comments are dropped.
func frames(body string) (all []string) {
	for f := range strings.SplitAfterSeq(body, "\n\n") {
		if f != "" && f[0] != ':' {
			all = append(all, f)
		}
	}
	return all
}

// some reads frames of a stream, and then leaves it.
func some(t *testing.T, res *http.Response, n int) (read []string) {
	t.Helper()
	lines := bufio.NewReader(res.Body)
	for f := ""; len(read) < n; {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("after %d of %d frames: %v", len(read), n, err)
		}
		if f += line; line == "\n" {
			read, f = append(read, frames(f)...), ""
		}
	}
	_ = res.Body.Close()
	return read
}

func TestAStreamIsTakenUpAgainAtEveryFrame(t *testing.T) {
	inBar(t, barOptions{}, func(t *testing.T, b *bar) {
		b.post(said("t1", "Boa noite"))
		for _, text := range []string{"Que dia bonito", recommend} {
			full := frames(b.renamed(b.ask(said("t1", text).request()).body, text))
			for n := range len(full) + 1 {
				got := frames(b.ask(eventsOf(b.last("t1"), fmt.Sprint(n))).body)
				if diff := cmp.Diff(full[n:], append([]string{}, got...)); diff != "" {
					t.Fatalf("%s, after %d of %d frames (-want +got):\n%s", text, n, len(full), diff)
				}
			}
		}
	})
}

func TestAClientThatComesBackMissesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := teller(time.Second, "Era", "uma", "vez", "um", "bar", "com", "muitas", "histórias.")
		b := openBar(t, barOptions{model: model})
		other := openBar(t, barOptions{store: b.store, model: model})
		for n := 1; n <= 12; n++ {
			for name, back := range map[string]*bar{"here": b, "there": other} {
				thread := fmt.Sprint(name, n)
				read := some(t, b.open(said(thread, "Boa noite").request()), n)
				time.Sleep(time.Second)
				rest := back.open(eventsOf(b.last(thread), fmt.Sprint(n)))
				body, err := io.ReadAll(rest.Body)
				must(t, err)
				whole := frames(back.ask(eventsOf(b.last(thread), "")).body)
				got := append(read, frames(string(body))...)
				got[0], got[len(got)-1] = whole[0], b.renamed(got[len(got)-1], "Boa noite") // what the client calls it is another matter
				if diff := cmp.Diff(whole, got); diff != "" || !strings.Contains(got[len(got)-1], `"success"`) {
					t.Fatalf("%s, after %d frames (-want +got):\n%s", name, n, diff)
				}
			}
		}
	})
}

// renamed calls the run of a message as the log does.
func (b *bar) renamed(frames, text string) string {
	runs, err := b.store.Runs(b.t.Context(), threadIn(frames))
	must(b.t, err)
	return strings.ReplaceAll(frames, `"runId":"run of `+text+`"`, `"runId":"`+runs[len(runs)-1]+`"`)
}

// threadIn is the thread that frames are of.
func threadIn(frames string) string {
	_, after, _ := strings.Cut(frames, `"threadId":"`)
	name, _, _ := strings.Cut(after, `"`)
	return name
}

// slowly is a specialist for beer that says a word a second for so many seconds.
func slowly(seconds int) []maitre.Specialist {
	g := graph.New[string]("beer@1")
	g.Start(nil, "talk")
	g.Node("talk", func(ctx context.Context, s string, emit graph.Emit) (string, error) {
		for n := range seconds {
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
				return s, context.Cause(ctx)
			}
			word := fmt.Sprintf("%d ", n)
			emit(event.Text, event.Words{Text: word})
			s += word
		}
		return s, nil
	}, nil, graph.End)
	return []maitre.Specialist{maitre.NewSpecialist("beer", "beer", g, func(maitre.Query) string { return "" }, func(s string) string { return s })}
}

func TestARunNobodyListensToIsCancelledAfterAWhile(t *testing.T) {
	inBar(t, barOptions{others: slowly(60)}, func(t *testing.T, b *bar) {
		for _, tt := range []struct {
			thread string
			away   time.Duration // until somebody comes back
			want   string
			heard  int
		}{
			{"back-in-time", 14 * time.Second, "success", 60},
			{"too-late", 16 * time.Second, "cancelled", 17},
		} {
			some(t, b.open(said(tt.thread, recommend).request()), 6) // two of them words
			time.Sleep(tt.away)
			events := b.stream(eventsOf(b.last(tt.thread), ""))
			if n := heard(t, events).Deltas; end(events) != tt.want || n != tt.heard {
				t.Errorf("%s: it ended with %s after %d words, want %d", tt.thread, end(events), n, tt.heard)
			}
		}
	})
}

func TestAClientThatTakesNothingIsNoListener(t *testing.T) {
	inBar(t, barOptions{others: slowly(200)}, func(t *testing.T, b *bar) {
		b.open(said("t1", recommend).request()) // and never reads
		time.Sleep(3 * time.Minute)
		if cp, err := b.store.Load(t.Context(), b.last("t1")); err != nil || cp.Status != graph.Cancelled {
			t.Errorf("the run is %+v, %v", cp, err)
		}
	})
}

func TestWhoListensThroughAnotherWorkerKeepsARunGoing(t *testing.T) {
	inBar(t, barOptions{others: slowly(60)}, func(t *testing.T, b *bar) {
		other := openBar(t, barOptions{store: b.store, others: slowly(60)})
		some(t, b.open(said("t1", recommend).request()), 6)
		if events := other.stream(eventsOf(b.last("t1"), "")); end(events) != "success" || heard(t, events).Deltas != 60 {
			t.Errorf("it ended with %s after %d words", end(events), heard(t, events).Deltas)
		}

		// Once they leave, too, it is over.
		some(t, b.open(said("t2", recommend).request()), 6)
		time.Sleep(10 * time.Second)
		some(t, other.open(eventsOf(b.last("t2"), "")), 6)
		time.Sleep(time.Minute)
		if events := other.stream(eventsOf(b.last("t2"), "")); end(events) != "cancelled" || heard(t, events).Deltas > 40 {
			t.Errorf("with nobody left it ended with %s after %d words", end(events), heard(t, events).Deltas)
		}
	})
}

func TestACancelledRunClosesWhatIsOpen(t *testing.T) {
	for name, elsewhere := range map[string]bool{"here": false, "through another worker": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				model := teller(time.Second, strings.Fields(strings.Repeat("Bem devagar. ", 30))...)
				b := openBar(t, barOptions{model: model})
				at := b
				if elsewhere {
					at = openBar(t, barOptions{store: b.store, model: model})
				}
				res := b.open(said("t1", "Boa noite").request())
				time.Sleep(5500 * time.Millisecond)
				if a := at.ask(cancelOf(b.last("t1"))); a.status != http.StatusNoContent || a.body != "" {
					t.Fatalf("%d %s", a.status, a.body)
				}
				next := at.open(said("t1", "E agora").request()) // the thread is free at once
				if next.StatusCode != http.StatusOK {
					t.Errorf("the next turn: %s", next.Status)
				}
				events, err := whole(res.Body)
				// What was held back to be scrubbed a worker says that ends the run itself.
				said := strings.TrimSpace(heard(t, events).Said())
				if whole := "Bem devagar. Bem devagar."; err != nil || end(events) != "cancelled" || said == "" || !strings.HasPrefix(whole, said) || !elsewhere && said != whole {
					t.Errorf("the stream ends with %s and said %q: %v", end(events), said, err)
				}
				if again := b.stream(eventsOf(runOf(t, events), "")); end(again) != "cancelled" {
					t.Errorf("heard again it ends with %s", end(again))
				}
				kept, err := b.store.Messages(t.Context(), "t1", stranger, 0)
				if err != nil || !elsewhere && (len(kept) < 2 || kept[1].Text != "Bem devagar. Bem devagar.") {
					t.Errorf("the thread keeps %v, %v", kept, err)
				}
				for range 2 {
					answered(t, at.ask(cancelOf(runOf(t, events))), http.StatusNoContent, "cancelled again")
				}
			})
		})
	}
}

func TestAQuestionIsCancelledWithItsRun(t *testing.T) {
	inBar(t, barOptions{}, func(t *testing.T, b *bar) {
		q := b.question(said("t1", recommend))
		answered(t, b.ask(cancelOf(runOf(t, q.events))), http.StatusNoContent)
		if events := b.post(q.answers("resolved", yes(""))); end(events) != "interrupt_unknown" {
			t.Errorf("a yes after it: %s", end(events))
		}
		b.over("t1", false)
	})
}

func TestWhoDeletesAThreadEndsItsStream(t *testing.T) {
	inBar(t, barOptions{model: teller(time.Second, strings.Fields(strings.Repeat("Bem devagar. ", 30))...)}, func(t *testing.T, b *bar) {
		res := b.open(said("t1", "Boa noite").request())
		time.Sleep(5500 * time.Millisecond)
		answered(t, b.ask(request{method: "DELETE", path: "/api/v1/threads/t1"}), http.StatusNoContent)
		events, err := whole(res.Body)
		if err != nil || end(events) != "cancelled" {
			t.Errorf("it ended with %s: %v", end(events), err)
		}
	})
}

func TestRunsOfOthersAreNotThere(t *testing.T) {
	inBar(t, barOptions{}, func(t *testing.T, b *bar) {
		run := runOf(t, b.post(said("t1", "Boa noite")))
		for _, r := range []request{eventsOf(run, ""), cancelOf(run), eventsOf("nope", ""), cancelOf("no such/run")} {
			r.guest = "ana"
			refused(t, b.ask(r), 404, "not_found", r.method, r.path)
		}
		for _, id := range []string{"x", "-1", "1.5", "99999999999999999999"} {
			refused(t, b.ask(eventsOf(run, id)), 400, "bad_event_id", "after", id)
		}
	})
}

func TestAServerThatShutsDownLetsRunsEnd(t *testing.T) {
	for _, tt := range []struct {
		name  string
		words int // one a second
		want  string
		took  time.Duration
	}{
		{"a short one ends", 10, "success", 10 * time.Second},
		{"a long one is cancelled", 60, "cancelled", 21 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBar(t, barOptions{tends: true, others: slowly(tt.words)}, func(t *testing.T, b *bar) {
				start := time.Now()
				res := b.open(said("t1", recommend).request())
				stopped := make(chan struct{})
				go func() {
					time.Sleep(time.Second)
					b.stop()
					close(stopped)
				}()
				go func() {
					time.Sleep(3 * time.Second) // while the run goes on
					refused(t, b.ask(request{method: "GET", path: "/readyz"}), 503, "closing", "ready while it drains")
				}()
				events, err := whole(res.Body)
				if took := time.Since(start); err != nil || end(events) != tt.want || took > tt.took+time.Second {
					t.Errorf("after %v it ended with %s: %v", took, end(events), err)
				}
				<-stopped
				cp, err := b.store.Load(t.Context(), b.last("t1"))
				if err != nil || !cp.Status.Over() {
					t.Errorf("the run is %v, %v", cp, err)
				}
				if l := b.hub.start(t.Context(), nil); l != nil {
					t.Error("it begins another run")
				}
			})
		})
	}
}

func TestWhoFollowsAnotherWorkersRunIsSentThereWhenThisOneShutsDown(t *testing.T) {
	inBar(t, barOptions{others: slowly(30)}, func(t *testing.T, b *bar) {
		other := openBar(t, barOptions{store: b.store, others: slowly(30), tends: true})
		res := b.open(said("t1", recommend).request())
		followed := other.open(eventsOf(b.last("t1"), ""))
		time.Sleep(3 * time.Second)
		start := time.Now()
		stopped := make(chan struct{})
		go func() {
			other.stop()
			close(stopped)
		}()
		body, err := io.ReadAll(followed.Body)
		if took := time.Since(start); err != nil || took > 3*time.Second {
			t.Errorf("it ended after %v: %v", took, err)
		}
		<-stopped
		n := len(frames(string(body)))
		rest := frames(b.ask(eventsOf(b.last("t1"), fmt.Sprint(n))).body)
		if whole := frames(b.ask(eventsOf(b.last("t1"), "")).body); n+len(rest) != len(whole) {
			t.Errorf("%d frames there and %d here, of %d", n, len(rest), len(whole))
		}
		_ = res.Body.Close()
		if cp, err := b.store.Load(t.Context(), b.last("t1")); err != nil || cp.Status != graph.Ended {
			t.Errorf("the run is %v, %v", cp, err)
		}
	})
}
