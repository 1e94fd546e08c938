package tail_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre/store/internal/tail"
)

var errMissing = errors.New("no such run")

// database is what a Tail looks at.
type database struct {
	mu    sync.Mutex
	seq   map[string]int64
	err   error
	looks [][]string
}

func (d *database) look(ctx context.Context, runs []string) (map[string]int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.looks = append(d.looks, slices.Sorted(slices.Values(runs)))
	found := map[string]int64{}
	for _, run := range runs {
		if seq, ok := d.seq[run]; ok {
			found[run] = seq
		}
	}
	return found, errors.Join(d.err, ctx.Err())
}

func (d *database) set(run string, seq int64, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seq[run], d.err = seq, err
}

func (d *database) remove(run string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.seq, run)
}

func (d *database) looked() [][]string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.looks)
}

// bubble runs a test in time of its own, until the loop has ended too.
func bubble(t *testing.T, test func(t *testing.T)) {
	synctest.Test(t, func(t *testing.T) {
		test(t)
		time.Sleep(2 * tail.Every)
	})
}

// waiting waits for events after a number, and gives what came of it.
func waiting(t *testing.T, tl *tail.Tail, run string, after int64) <-chan error {
	done := make(chan error, 1)
	go func() { done <- tl.Wait(t.Context(), run, after) }()
	synctest.Wait()
	return done
}

func TestOneLoopLooksForAllWhileSomebodyWaits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := &database{seq: map[string]int64{"a": 1, "b": 1}}
		tl := &tail.Tail{Look: d.look, Missing: errMissing}
		first, second, third := waiting(t, tl, "a", 1), waiting(t, tl, "a", 2), waiting(t, tl, "b", 1)
		time.Sleep(3*tail.Every + tail.Every/2)
		if got := d.looked()[3:]; len(got) != 3 || !slices.Equal(got[0], []string{"a", "b"}) {
			t.Errorf("in three rounds it looked for %q", got)
		}
		d.set("a", 2, nil)
		if err := <-first; err != nil {
			t.Error(err)
		}
		d.set("a", 3, nil)
		d.set("b", 2, nil)
		if err := errors.Join(<-second, <-third); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * tail.Every)
		rounds := len(d.looked())
		time.Sleep(time.Hour)
		if more := len(d.looked()) - rounds; more != 0 {
			t.Errorf("it looked %d times for nobody", more)
		}
		d.set("a", 4, nil)
		if err := <-waiting(t, tl, "a", 3); err != nil { // it starts again
			t.Error(err)
		}
	})
}

func TestWhoIsToldDoesNotWaitForTheLoop(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := &database{seq: map[string]int64{"a": 1}}
		tl := &tail.Tail{Look: d.look, Missing: errMissing, Told: true}
		done := waiting(t, tl, "a", 1)
		time.Sleep(time.Hour)
		tl.Tell("a", 1) // a beat
		tl.Tell("b", 9)
		synctest.Wait()
		if len(done) > 0 {
			t.Error("it was told of nothing new")
		}
		begin := time.Now()
		tl.Tell("a", 2)
		if err := <-done; err != nil || time.Since(begin) != 0 {
			t.Errorf("told after %v, %v", time.Since(begin), err)
		}
		done = waiting(t, tl, "a", 2)
		d.remove("a")
		tl.Removed(t.Context())
		if err := <-done; !errors.Is(err, errMissing) {
			t.Errorf("of a run that is gone: error = %v, want that", err)
		}
		if looks := d.looked(); len(looks) != 3 {
			t.Errorf("it looked %d times, want once for each that came, and once for what was removed", len(looks))
		}
	})
}

func TestADatabaseThatIsAwayIsWaitedFor(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := &database{seq: map[string]int64{"a": 1}}
		tl := &tail.Tail{Look: d.look, Missing: errMissing}
		done := waiting(t, tl, "a", 1)
		away := errors.New("away")
		d.set("a", 2, away)
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(done) > 0 {
			t.Errorf("it gave up: %v", <-done)
		}
		if err := tl.Wait(t.Context(), "a", 1); !errors.Is(err, away) { // who comes now
			t.Errorf("error = %v, want that of the database", err)
		}
		d.set("a", 2, nil)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestWhoeverStopsWaitingIsNotLookedFor(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := &database{seq: map[string]int64{"a": 1}}
		tl := &tail.Tail{Look: d.look, Missing: errMissing}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := tl.Wait(ctx, "a", 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error = %v, want that of the context", err)
		}
		time.Sleep(2 * tail.Every)
		rounds := len(d.looked())
		time.Sleep(time.Hour)
		if more := len(d.looked()) - rounds; more != 0 {
			t.Errorf("it looked %d times for nobody", more)
		}
	})
}

func TestCloseEndsTheWait(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := &database{seq: map[string]int64{"a": 1}}
		tl := &tail.Tail{Look: d.look, Missing: errMissing}
		done := waiting(t, tl, "a", 1)
		tl.Close()
		for _, err := range []error{<-done, tl.Wait(t.Context(), "a", 0)} {
			if err == nil || err.Error() != "the store is closed" {
				t.Errorf("error = %v, want that the store is closed", err)
			}
		}
	})
}
