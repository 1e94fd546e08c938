package server

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
)

// flaky is a store that is down for a while.
type flaky struct {
	*sqlite.Store
	down bool
}

func (f *flaky) Due(ctx context.Context, graph string, now time.Time, limit int) ([]string, error) {
	if f.down {
		return nil, errors.New("connection refused")
	}
	return f.Store.Due(ctx, graph, now, limit)
}

func TestAStoreThatIsDownIsLoggedOnceAMinuteAndWhenItIsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &flaky{storetest.Memory(t), true}
		m, err := maitre.New(maitre.Options{Store: store})
		must(t, err)
		var log bytes.Buffer
		srv := &Server{o: Options{Maitre: m, Log: slog.New(slog.NewTextHandler(&log, nil))}}
		tend := func(seconds int) {
			for range seconds {
				srv.tend(t.Context())
				time.Sleep(time.Second)
			}
		}
		tend(90)
		store.down = false
		tend(5)
		if told, back := strings.Count(log.String(), "connection refused"), strings.Count(log.String(), "tending runs again"); told != 2 || back != 1 {
			t.Errorf("in 90 seconds it was told %d times, and %d times that it is over; want 2 and 1:\n%s", told, back, &log)
		}
	})
}
