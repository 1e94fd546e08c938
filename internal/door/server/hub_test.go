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

func TestWhoListensElsewhereIsAskedForBeforeARunIsGivenUp(t *testing.T) {
	for name, tt := range map[string]struct {
		left time.Duration // after the beginning
		err  error
		want time.Duration
	}{
		"they left after a while": {10 * time.Second, nil, 10*time.Second + unheard},
		"they left long ago":      {-time.Hour, nil, unheard},
		"nobody knows":            {0, errors.New("the store is away"), unheard},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			h := newHub(func(context.Context, string) (time.Time, error) { return start.Add(tt.left), tt.err })
			l := h.start(t.Context(), noThread, work)
			l.leave()
			if took, why := ended(l); !errors.Is(why, errUnheard) || took != tt.want {
				t.Errorf("%s: it ended after %v, want %v: %v", name, took, tt.want, why)
			}
		})
	}
}

// noThread is that of a run which is not told slowly.
var noThread name

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
