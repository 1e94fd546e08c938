package semcache_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
)

const day = 24 * time.Hour

var errDead = errors.New("the provider is dead")

// says returns a refresh that makes the same answer every time.
func says(value string) semcache.Refresh {
	return func(context.Context) ([]byte, error) { return []byte(value), nil }
}

func fails(context.Context) ([]byte, error) { return nil, errDead }

// get fails the test if there is no answer, and compares what matters of it.
func get(t *testing.T, c *semcache.Cache, q semcache.Question, refresh semcache.Refresh, want semcache.Answer) {
	t.Helper()
	got, err := c.Get(t.Context(), q, refresh)
	if err != nil {
		t.Fatalf("Get(%q) fails: %v", q, err)
	}
	if want.Key == "" {
		want.Key = q.Key
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateErrors(), cmpopts.EquateApprox(0, 0.01)); diff != "" {
		t.Errorf("Get(%q): (-want +got)\n%s", q, diff)
	}
}

func TestAnAnswerIsGoodForThirtyDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{})
		q := semcache.Question{Key: "dogma"}
		get(t, c, q, says("one"), semcache.Answer{Value: []byte("one"), State: semcache.Miss})
		time.Sleep(30*day - time.Nanosecond)
		get(t, c, q, says("two"), semcache.Answer{Value: []byte("one"), State: semcache.Hit, Age: 30*day - time.Nanosecond})
		time.Sleep(time.Nanosecond)
		get(t, c, q, says("two"), semcache.Answer{Value: []byte("two"), State: semcache.Stale})
		get(t, c, q, says("three"), semcache.Answer{Value: []byte("two"), State: semcache.Hit})
	})
}

func TestTheClockAndTheTimeAreTheCallers(t *testing.T) {
	now := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	c := semcache.New(storetest.Memory(t), "web", semcache.Options{TTL: time.Hour, Now: func() time.Time { return now }})
	q := semcache.Question{Key: "dogma"}
	get(t, c, q, says("one"), semcache.Answer{Value: []byte("one"), State: semcache.Miss})
	now = now.Add(-time.Hour) // another worker's clock is behind
	get(t, c, q, says("two"), semcache.Answer{Value: []byte("one"), State: semcache.Hit})
	now = now.Add(2 * time.Hour)
	get(t, c, q, says("two"), semcache.Answer{Value: []byte("two"), State: semcache.Stale})
}

func TestAnOldAnswerIsBetterThanNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{})
		q := semcache.Question{Key: "dogma"}
		get(t, c, q, says("one"), semcache.Answer{Value: []byte("one"), State: semcache.Miss})
		time.Sleep(40 * day)
		get(t, c, q, fails, semcache.Answer{Value: []byte("one"), State: semcache.Stale, Age: 40 * day, Expired: true, Err: errDead})
		// For a while the provider is not asked again, then it is.
		time.Sleep(30*time.Second - time.Nanosecond)
		get(t, c, q, says("two"), semcache.Answer{Value: []byte("one"), State: semcache.Stale, Age: 40*day + 30*time.Second - time.Nanosecond, Expired: true, Err: errDead})
		time.Sleep(time.Nanosecond)
		get(t, c, q, says("two"), semcache.Answer{Value: []byte("two"), State: semcache.Stale})
	})
}

func TestWithoutAnyAnswerGetFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{Max: 10})
		for _, tt := range []struct {
			name    string
			refresh semcache.Refresh
			want    error // nil: any
		}{
			{"refresh fails", fails, errDead},
			{"refresh answers too much", says("12345678901"), semcache.ErrTooLarge},
			{"refresh takes too long", func(ctx context.Context) ([]byte, error) { <-ctx.Done(); return nil, ctx.Err() }, context.DeadlineExceeded},
			{"refresh does not heed its time", func(context.Context) ([]byte, error) { time.Sleep(time.Hour); return nil, nil }, context.DeadlineExceeded},
			{"refresh panics", func(context.Context) ([]byte, error) { panic("sk-secret") }, nil},
			{"refresh ends its goroutine", func(context.Context) ([]byte, error) { runtime.Goexit(); return nil, nil }, nil},
		} {
			q := semcache.Question{Key: tt.name}
			_, err := c.Get(t.Context(), q, tt.refresh)
			_, again := c.Get(t.Context(), q, says("ok"))
			for _, err := range []error{err, again} {
				if err == nil || tt.want != nil && !errors.Is(err, tt.want) || strings.Contains(err.Error(), "secret") {
					t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
				}
			}
			time.Sleep(time.Minute)
			get(t, c, q, says("ok"), semcache.Answer{Value: []byte("ok"), State: semcache.Miss})
		}
		time.Sleep(2 * time.Hour)
	})
}

var errFull = errors.New("disk full")

// full is a store that keeps nothing.
type full struct{ *sqlite.Store }

func (full) CachePut(context.Context, string, semcache.Entry, int) error { return errFull }

func TestAnAnswerThatCannotBeSavedIsAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(full{storetest.Memory(t)}, "web", semcache.Options{})
		get(t, c, semcache.Question{Key: "dogma"}, says("one"), semcache.Answer{Value: []byte("one"), State: semcache.Miss, Err: errFull})
	})
}

func TestKeysAreWhatTheyAre(t *testing.T) {
	c := semcache.New(storetest.Memory(t), "web", semcache.Options{})
	long := strings.Repeat("x", 1000)
	for i, q := range []semcache.Question{
		{Key: "a"},
		{Key: "A"},
		{Key: " a"},
		{Text: "b"},
		{Key: "c", Text: "b"},
		{Key: long},
		{Key: long + "x"},
		{Key: "bad \xff"},
		{Key: "bad \xfe"},
		{Key: "nul \x00"},
		{Text: "\x00 \xff"},
	} {
		a, err := c.Get(t.Context(), q, says(fmt.Sprint(i)))
		if err != nil || a.State != semcache.Miss || len(a.Key) > 100 || !utf8.ValidString(a.Key) || strings.Contains(a.Key, "\x00") {
			t.Errorf("Get(%q) = %+v, %v", q, a, err)
		}
		if a, err := c.Get(t.Context(), q, fails); err != nil || string(a.Value) != fmt.Sprint(i) {
			t.Errorf("Get(%q) again = %+v, %v", q, a, err)
		}
	}
	if _, err := c.Get(t.Context(), semcache.Question{Text: " \n"}, says("all")); err == nil {
		t.Error("nothing asked is answered")
	}
	if err := c.Forget(t.Context(), semcache.Question{}); err == nil {
		t.Error("nothing was forgotten without an error: of a store it would be everything")
	}
}

func TestForgetRemovesOneAndClearRemovesAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{})
		a, b := semcache.Question{Key: "a"}, semcache.Question{Text: "  b  c "}
		get(t, c, a, says("1"), semcache.Answer{Value: []byte("1"), State: semcache.Miss})
		get(t, c, b, says("1"), semcache.Answer{Value: []byte("1"), State: semcache.Miss, Key: "b c"})
		must.Do(t, c.Forget(t.Context(), b))
		get(t, c, b, says("2"), semcache.Answer{Value: []byte("2"), State: semcache.Miss, Key: "b c"})
		get(t, c, a, fails, semcache.Answer{Value: []byte("1"), State: semcache.Hit})
		must.Do(t, c.Clear(t.Context()))
		get(t, c, a, says("3"), semcache.Answer{Value: []byte("3"), State: semcache.Miss})
	})
}

func TestOnlyTheNewestAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{Keep: 2})
		for _, key := range []string{"a", "b", "c"} {
			get(t, c, semcache.Question{Key: key}, says(key), semcache.Answer{Value: []byte(key), State: semcache.Miss})
			time.Sleep(time.Second)
		}
		get(t, c, semcache.Question{Key: "b"}, fails, semcache.Answer{Value: []byte("b"), State: semcache.Hit, Age: 2 * time.Second})
		if a, err := c.Get(t.Context(), semcache.Question{Key: "a"}, fails); !errors.Is(err, errDead) {
			t.Errorf("the oldest is still there: %+v", a)
		}
	})
}
