package server

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/door/agui"
)

// never says that nobody listens elsewhere.
func never(context.Context, string) (time.Time, error) { return time.Time{}, nil }

// work is a run that says something every second until it is cancelled, and
// then returns why.
func work(ctx context.Context, watch func(event.Event)) (*maitre.Reply, error) {
	for n := int64(1); ; n++ {
		watch(event.Event{Run: "r1", Seq: n, Type: event.Text})
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			watch(event.Event{Run: "r1", Seq: n + 1, Type: event.RunEnd})
			return nil, context.Cause(ctx)
		}
	}
}

// ended waits for a run to end, and returns after how long, and why.
func ended(l *live) (time.Duration, error) {
	start := time.Now()
	_ = l.wait(context.Background(), func([]event.Event) bool { return false })
	return time.Since(start), l.err
}

func TestARunOutlivesTheRequestThatBeganIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(never)
		ctx, cancel := context.WithCancel(t.Context())
		l := h.start(ctx, name{}, work)
		if run, err := l.first(ctx); run != "r1" || err != nil {
			t.Errorf("it begins as %q, %v", run, err)
		}
		cancel()
		l.leave()
		time.Sleep(10 * time.Second)
		if found := h.find("r1"); found != l {
			t.Error("it cannot be found")
		}
		time.Sleep(time.Minute) // with a listener
		l.leave()
		time.Sleep(10 * time.Second)
		h.find("r1").leave()
		if took, why := ended(l); !errors.Is(why, errUnheard) || took != unheard {
			t.Errorf("it ended after %v: %v", took, why)
		}
		if h.find("r1") != nil {
			t.Error("it is found after its end")
		}
	})
}

func TestWhoListensElsewhereIsAskedForBeforeARunIsGivenUp(t *testing.T) {
	for _, tt := range []struct {
		name     string
		attended func(start time.Time) func(context.Context, string) (time.Time, error)
		want     time.Duration
	}{
		{"they left after a while", func(start time.Time) func(context.Context, string) (time.Time, error) {
			return func(context.Context, string) (time.Time, error) { return start.Add(10 * time.Second), nil }
		}, 10*time.Second + unheard},
		{"they left long ago", func(start time.Time) func(context.Context, string) (time.Time, error) {
			return func(context.Context, string) (time.Time, error) { return start.Add(-time.Hour), nil }
		}, unheard},
		{"nobody knows", func(time.Time) func(context.Context, string) (time.Time, error) {
			return func(context.Context, string) (time.Time, error) {
				return time.Time{}, errors.New("the store is away")
			}
		}, unheard},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newHub(tt.attended(time.Now())).start(t.Context(), name{}, work)
				l.leave()
				if took, why := ended(l); !errors.Is(why, errUnheard) || took != tt.want {
					t.Errorf("it ended after %v, want %v: %v", took, tt.want, why)
				}
			})
		})
	}
}

func TestARunThatDoesNotBeginSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		l := newHub(never).start(t.Context(), name{}, func(context.Context, func(event.Event)) (*maitre.Reply, error) { return nil, broken })
		if run, err := l.first(t.Context()); run != "" || !errors.Is(err, broken) {
			t.Errorf("it begins as %q, %v", run, err)
		}
		l.leave()
	})
}

func TestAHubIsDrained(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(never)
		l := h.start(t.Context(), name{}, work)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		start := time.Now()
		h.drain(ctx)
		if took := time.Since(start); took != 9*time.Second || !errors.Is(l.err, errShutdown) {
			t.Errorf("after %v: %v", took, l.err)
		}
		if h.start(t.Context(), name{}, work) != nil {
			t.Error("it takes another run")
		}
	})
}

func TestWhoStopsARunWaitsUntilItHasEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newHub(never).start(t.Context(), name{}, func(ctx context.Context, watch func(event.Event)) (*maitre.Reply, error) {
			reply, err := work(ctx, watch)
			time.Sleep(time.Minute) // to learn from it
			return reply, err
		})
		start := time.Now()
		if err := l.stop(t.Context(), errStopped); err != nil || time.Since(start) > time.Second {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		if some, over, _ := l.after(0); over || some[len(some)-1].Type != event.RunEnd {
			t.Errorf("over: %v, with %v", over, some)
		}
		if _, why := ended(l); !errors.Is(why, errStopped) {
			t.Error(why)
		}
	})
}

func TestWhoHearsTheEndOfARunThatIsToldSlowlyMayGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(never)
		l := h.start(t.Context(), name{"ana", "t1"}, func(_ context.Context, watch func(event.Event)) (*maitre.Reply, error) {
			watch(event.Event{Run: "r1", Seq: 1, Type: event.RunStart})
			return nil, nil
		})
		if synctest.Wait(); !h.telling(name{"ana", "t1"}) || h.find("r1") != l {
			t.Error("it is not told any more")
		}
		s := sse(httptest.NewRecorder())
		s.slow = l
		if err := s.send(t.Context(), []agui.Frame{{Type: agui.RunFinished}}); err != nil || h.telling(name{"ana", "t1"}) {
			t.Errorf("it is still told: %v", err)
		}
		l.leave()
		l.leave()
		h.drain(t.Context())
	})
}

func TestNamesOfRunsAreTheGuestsOwnAndNotKeptForever(t *testing.T) {
	h := newHub(never)
	for n := range maxNames {
		h.call(name{"ana", fmt.Sprint(n)}, named{run: fmt.Sprint("r", n)})
	}
	h.call(name{"ana", "1"}, named{run: "again"})
	h.call(name{"bia", "1"}, named{run: "hers"})
	for n, want := range map[name]string{
		{"ana", "0"}: "", {"ana", "1"}: "again", {"bia", "1"}: "hers", {"ana", "9999"}: "r9999", {"cleo", "1"}: "",
	} {
		if got := h.called(n).run; got != want {
			t.Errorf("%v is %q, want %q", n, got, want)
		}
	}
}
