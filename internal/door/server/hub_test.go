package server

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
)

// work is a run that says something every second until it is cancelled, and
// then returns why.
func work(ctx context.Context, watch func(event.Event)) (*maitre.Reply, error) {
	for n := int64(1); ; n++ {
		watch(event.Event{Run: "r1", Seq: n, Type: event.Text})
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
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
			l := h.start(t.Context(), work)
			l.leave()
			<-l.over.Done()
			if took := time.Since(start); !errors.Is(l.err, errUnheard) || took != tt.want {
				t.Errorf("%s: it ended after %v, want %v: %v", name, took, tt.want, l.err)
			}
		})
	}
}
