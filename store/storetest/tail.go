package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// TailStore is a store whose runs can be followed.
type TailStore interface {
	ForgetStore
	event.Tail
}

// TestTail checks that a store does as event.Tail promises. Each call of open
// returns two workers on a store with nothing in it; they may be one.
func TestTail(t *testing.T, open func(t *testing.T) (here, there TailStore)) {
	for name, test := range map[string]func(tailTest){
		"events that are there are not waited for":           tailTest.there,
		"who waits in vain waits until the context ends":     tailTest.vain,
		"who waits is told of events, whoever appends them":  tailTest.told,
		"of 48 that wait for 6 runs each is told of its own": tailTest.many,
		"a run that is not there is not found":               tailTest.unknown,
		"a run that goes away is not found":                  tailTest.gone,
		"another worker knows that somebody listens":         tailTest.attended,
		"that somebody listened goes with the run":           tailTest.unattended,
		"a call whose context has ended does nothing":        tailTest.cancelled,
	} {
		t.Run(name, func(t *testing.T) {
			here, there := open(t)
			test(tailTest{runTest{t, there}, here, there})
		})
	}
}

// tailTest is a test with two workers. Its runTest is the other's.
type tailTest struct {
	runTest
	here, other TailStore
}

// waiting waits here for events after a number, and gives what came of it.
func (w tailTest) waiting(run string, after int64) <-chan error {
	done := make(chan error, 1)
	go func() { done <- w.here.Wait(w.t.Context(), run, after) }()
	return done
}

func (w tailTest) there() {
	w.begin("r1", "t1", text, text, text)
	for _, after := range []int64{0, 2} {
		if err := w.here.Wait(w.t.Context(), "r1", after); err != nil {
			w.t.Errorf("Wait after %d: %v", after, err)
		}
	}
}

var text = event.Event{Type: event.Text, Time: morning}

func (w tailTest) vain() {
	cp := w.begin("r1", "t1", text)
	cp.Version, cp.Status = 2, graph.Ended // it may get more yet
	w.save(cp)
	w.begin("r2", "t2", text, text)
	for _, after := range []int64{1, 9} {
		ctx, cancel := context.WithTimeout(w.t.Context(), 120*time.Millisecond)
		if err := w.here.Wait(ctx, "r1", after); !errors.Is(err, context.DeadlineExceeded) {
			w.t.Errorf("Wait after %d: error = %v, want that of the context", after, err)
		}
		cancel()
	}
}

func (w tailTest) told() {
	for name, s := range map[string]TailStore{"here": w.here, "there": w.other} {
		r := runTest{w.t, s}
		cp := r.begin(name, name, text)
		done := w.waiting(name, 1)
		r.extend(cp, text)
		if err := <-done; err != nil {
			w.t.Errorf("%s: Wait for what AppendEvents appends: %v", name, err)
		}
		done = w.waiting(name, 2)
		cp.Version, cp.Status = 2, graph.Ended
		r.save(cp, r.numbered(cp, 3, text)...)
		if err := <-done; err != nil {
			w.t.Errorf("%s: Wait for what Save appends: %v", name, err)
		}
		es, err := w.here.Events(w.t.Context(), name, 2, 0)
		if err != nil || len(es) != 1 {
			w.t.Errorf("%s: %d events are there, %v; want the one that was waited for", name, len(es), err)
		}
	}
}

func (w tailTest) many() {
	const runs, readers, events = 6, 8, 20
	var wg sync.WaitGroup
	for n := range runs {
		id := fmt.Sprint("r", n)
		cp := w.begin(id, "")
		for range readers {
			wg.Go(func() {
				for seen := int64(0); seen < events; {
					err := w.here.Wait(w.t.Context(), id, seen)
					es, errRead := w.here.Events(w.t.Context(), id, seen, 0)
					if err := errors.Join(err, errRead); err != nil || len(es) == 0 {
						w.t.Errorf("after %d of %s there are %d events, %v", seen, id, len(es), err)
						return
					}
					seen = es[len(es)-1].Seq
				}
			})
		}
		wg.Go(func() {
			s := []TailStore{w.here, w.other}[n%2]
			for seq := int64(1); seq <= events; seq++ {
				if err := s.AppendEvents(w.t.Context(), id, 1, w.numbered(cp, seq, text)); err != nil {
					w.t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func (w tailTest) unknown() {
	wantErr(w.t, graph.ErrNotFound, map[string]error{
		"Wait": w.here.Wait(w.t.Context(), "none", 0), "Attend": w.here.Attend(w.t.Context(), "none"),
	})
	w.wantAttended("none", false)
}

// endings are the ways a run goes away.
var endings = map[string]func(ctx context.Context, s TailStore, v visit) error{
	"deleted":   func(ctx context.Context, s TailStore, v visit) error { return s.Delete(ctx, v.thread, v.guest) },
	"forgotten": func(ctx context.Context, s TailStore, v visit) error { return s.Forget(ctx, v.guest) },
	"pruned": func(ctx context.Context, s TailStore, v visit) error {
		cp, err := s.Load(ctx, v.run)
		if err == nil {
			cp.Version, cp.Status = cp.Version+1, graph.Ended
			err = s.Save(ctx, cp, nil)
		}
		if err == nil {
			_, err = s.Prune(ctx, time.Now().Add(time.Hour))
		}
		return err
	},
}

func (w tailTest) gone() {
	for name, end := range endings {
		v := newVisit(name)
		v.begin(w.t, w.other)
		done := w.waiting(v.run, 3)
		must.Do(w.t, end(w.t.Context(), w.other, v))
		wantErr(w.t, graph.ErrNotFound, map[string]error{name + ": Wait": <-done, name + ": Attend": w.here.Attend(w.t.Context(), v.run)})
	}
}

// wantAttended wants a run to be followed now, or never before.
func (w tailTest) wantAttended(run string, want bool) time.Time {
	w.t.Helper()
	at := must.Get(w.other.Attended(w.t.Context(), run))(w.t)
	if age := time.Since(at); want == at.IsZero() || want && (age < 0 || age > time.Minute || at.Location() != time.UTC) {
		w.t.Errorf("Attended(%s) = %v, want it now: %v", run, at, want)
	}
	return at
}

func (w tailTest) attended() {
	w.begin("r1", "t1")
	w.begin("r2", "t2")
	w.wantAttended("r1", false)
	var last time.Time
	for range 3 {
		must.Do(w.t, w.here.Attend(w.t.Context(), "r1"))
		at := w.wantAttended("r1", true)
		if !at.After(last) {
			w.t.Errorf("attended at %v, then at %v", last, at)
		}
		last = at
		pass()
	}
	w.wantAttended("r2", false)
}

func (w tailTest) unattended() {
	kept := newVisit("fica")
	kept.begin(w.t, w.other)
	attend := func(run string) {
		w.t.Helper()
		must.Do(w.t, w.here.Attend(w.t.Context(), run))
	}
	attend(kept.run)
	for name, end := range endings {
		v := newVisit(name)
		v.begin(w.t, w.other)
		attend(v.run)
		must.Do(w.t, end(w.t.Context(), w.other, v))
		w.wantAttended(v.run, false)
	}
	w.wantAttended(kept.run, true)
}

func (w tailTest) cancelled() {
	w.begin("r1", "t1", text)
	ctx := ended(w.t)
	_, errRead := w.here.Attended(ctx, "r1")
	wantErr(w.t, context.Canceled, map[string]error{
		"Wait": w.here.Wait(ctx, "r1", 0), "Attend": w.here.Attend(ctx, "r1"), "Attended": errRead,
	})
	w.wantAttended("r1", false)
}
