package semcache_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/storetest"
)

// slow is a refresh that takes its time and counts.
type slow struct {
	takes time.Duration
	calls atomic.Int32
}

func (s *slow) refresh(context.Context) ([]byte, error) {
	s.calls.Add(1)
	time.Sleep(s.takes)
	return []byte("made"), nil
}

func TestHoweverManyAskItIsMadeOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 5} {
		synctest.Test(t, func(t *testing.T) {
			store, work := storetest.Memory(t), slow{takes: 25 * time.Second}
			caches := make([]*semcache.Cache, workers)
			for i := range caches {
				caches[i] = semcache.New(store, "web", semcache.Options{})
			}
			var wg sync.WaitGroup
			for i := range 100 {
				wg.Go(func() {
					a, err := caches[i%workers].Get(t.Context(), semcache.Question{Key: "dogma"}, work.refresh)
					if err != nil || string(a.Value) != "made" || a.State != semcache.Miss {
						t.Errorf("asker %d gets %+v, %v", i, a, err)
					}
					clear(a.Value) // it is the caller's own
				})
			}
			wg.Wait()
			if n := work.calls.Load(); n != 1 {
				t.Errorf("%d workers made it %d times", workers, n)
			}
			now := time.Now()
			if ok, err := store.CacheClaim(t.Context(), "web", "dogma", "another", now, now); !ok || err != nil {
				t.Errorf("the claim is left: %v", err)
			}
		})
	}
}

func TestWhoStopsWaitingDoesNotStopTheWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, work := semcache.New(storetest.Memory(t), "web", semcache.Options{}), slow{takes: 5 * time.Second}
		q := semcache.Question{Key: "dogma"}
		hurry, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := c.Get(hurry, q, work.refresh); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("who was in a hurry gets %v", err)
			}
		})
		synctest.Wait()
		get(t, c, q, fails, semcache.Answer{Value: []byte("made"), State: semcache.Miss})
		wg.Wait()
	})
}

func TestTheWorkOfOneWhoDiedIsTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storetest.Memory(t)
		now := time.Now()
		if ok, err := store.CacheClaim(t.Context(), "web", "dogma", "the dead", now, now.Add(10*time.Second)); !ok || err != nil {
			t.Fatal(ok, err)
		}
		c := semcache.New(store, "web", semcache.Options{})
		get(t, c, semcache.Question{Key: "dogma"}, says("made"), semcache.Answer{Value: []byte("made"), State: semcache.Miss})
		if waited := time.Since(now); waited < 10*time.Second || waited > 11*time.Second {
			t.Errorf("it was taken over after %v", waited)
		}
	})
}
