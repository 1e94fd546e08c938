package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// tailCases are of runs that are followed here, and carried out here or there.
var tailCases = cases{
	"events that are there are not waited for, others until the context ends": func(t test) {
		cp := t.begin("r1", "t1", text, text, text)
		cp.Version, cp.Status = 2, graph.Ended // it may get more yet
		t.save(cp)
		t.begin("r2", "t2", text, text, text, text)
		for after, want := range map[int64]error{0: nil, 2: nil, 3: context.DeadlineExceeded, 9: context.DeadlineExceeded} {
			ctx, cancel := context.WithCancel(t.Context())
			if want != nil {
				ctx, cancel = context.WithTimeout(ctx, 120*time.Millisecond)
			}
			if err := t.here.Wait(ctx, "r1", after); !errors.Is(err, want) {
				t.Errorf("Wait after %d: error = %v, want %v", after, err, want)
			}
			cancel()
		}
	},
	"of 48 that wait for 6 runs each is told of its own, whoever appends": func(t test) {
		const runs, readers, events = 6, 8, 20
		var wg sync.WaitGroup
		for n := range runs {
			id := fmt.Sprint("r", n)
			cp := t.begin(id, "")
			for range readers {
				wg.Go(func() {
					for seen := int64(0); seen < events; {
						err := t.here.Wait(t.Context(), id, seen)
						es, errRead := t.here.Events(t.Context(), id, seen, 0)
						if err := errors.Join(err, errRead); err != nil || len(es) == 0 {
							t.Errorf("after %d of %s there are %d events, %v", seen, id, len(es), err)
							return
						}
						seen = es[len(es)-1].Seq
					}
				})
			}
			wg.Go(func() {
				s := []Store{t.here, t.there}[n%2]
				for cp.Seq < events {
					next := *cp
					next.Version, next.Seq = cp.Version+1, cp.Seq+2
					err := errors.Join(
						s.AppendEvents(t.Context(), id, cp.Version, numbered(cp, cp.Seq+1, text)),
						s.Save(t.Context(), &next, numbered(cp, cp.Seq+2, text)))
					if err != nil {
						t.Error(err)
					}
					*cp = next
				}
			})
		}
		wg.Wait()
	},
	"a run that is not there, or goes away, is not found, nor who listened": func(t test) {
		t.wantNotFollowed("none")
		kept := newVisit("fica")
		t.visit(kept)
		must.Do(t, t.here.Attend(t.Context(), kept.run))
		for name, end := range map[string]func(s Store, v visit) error{
			"deleted":   func(s Store, v visit) error { return s.Delete(t.Context(), v.thread, v.guest) },
			"forgotten": func(s Store, v visit) error { return s.Forget(t.Context(), v.guest) },
			"pruned": func(s Store, v visit) error {
				cp := t.load(v.run)
				cp.Version, cp.Status = cp.Version+1, graph.Ended
				_, err := s.Prune(t.Context(), time.Now().Add(time.Hour))
				if err = errors.Join(err, s.Save(t.Context(), cp, nil)); err == nil {
					_, err = s.Prune(t.Context(), time.Now().Add(time.Hour))
				}
				return err
			},
		} {
			v := newVisit(name)
			t.visit(v)
			must.Do(t, t.here.Attend(t.Context(), v.run))
			gone := make(chan error, 1)
			go func() { gone <- t.here.Wait(t.Context(), v.run, 3) }()
			must.Do(t, end(t.there, v))
			t.fails(graph.ErrNotFound, map[string]error{name + ", while one waits": <-gone})
			t.wantNotFollowed(v.run)
		}
		t.attended(kept.run)
	},
	"another worker knows that somebody listens": func(t test) {
		t.begin("r1", "t1")
		t.begin("r2", "t2")
		var last time.Time
		for range 3 {
			must.Do(t, t.here.Attend(t.Context(), "r1"))
			at := t.attended("r1")
			if age := time.Since(at); age < 0 || age > time.Minute || at.Location() != time.UTC || !at.After(last) {
				t.Errorf("attended at %v, then at %v; want it now", last, at)
			}
			last = at
			pass()
		}
		ctx := t.ended()
		_, errRead := t.here.Attended(ctx, "r2")
		t.fails(context.Canceled, map[string]error{"Wait": t.here.Wait(ctx, "r2", 0), "Attend": t.here.Attend(ctx, "r2"), "Attended": errRead})
		if at := must.Get(t.there.Attended(t.Context(), "r2"))(t); !at.IsZero() {
			t.Errorf("r2 was attended at %v", at)
		}
	},
}

// attended returns when somebody followed a run, which must have been.
func (t test) attended(run string) time.Time {
	t.Helper()
	at := must.Get(t.there.Attended(t.Context(), run))(t)
	if at.IsZero() {
		t.Errorf("%s was never attended", run)
	}
	return at
}

func (t test) wantNotFollowed(run string) {
	t.Helper()
	t.fails(graph.ErrNotFound, map[string]error{
		"Wait for " + run: t.here.Wait(t.Context(), run, 0), "Attend of " + run: t.here.Attend(t.Context(), run),
	})
	if at := must.Get(t.there.Attended(t.Context(), run))(t); !at.IsZero() {
		t.Errorf("%s, which is not there, was attended at %v", run, at)
	}
}
