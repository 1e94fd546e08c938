// Package semcache keeps answers that cost something and finds them again by
// what was asked, exactly or in other words.
//
// A [Cache] has the answers of one space. [Cache.Get] looks for one under the
// question, and has it made if there is none that is still good. However many
// ask at once, in one process or in several that share a [Store], it is made
// once. When it cannot be made, an answer past its time is given rather than
// none, and says so.
package semcache

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// A Cache keeps the answers of one space. It is safe for concurrent use.
type Cache struct {
	store Store
	space string
	ttl   time.Duration
	now   func() time.Time
	owner string // of claims

	mu      sync.Mutex
	flights map[string]*flight // by key
}

// Options say how a Cache works. The zero value is the default.
type Options struct {
	TTL time.Duration    // how long an answer is good; 0: 30 days
	Now func() time.Time // nil: time.Now
}

// A Question is what an answer is kept under. Whoever asks the same in the
// same space gets the same answer, so neither may have anything of one guest
// in it. Both are stored, and removed when who asked is forgotten: see Asking.
type Question struct {
	Key  string // exact; empty: what Text means
	Text string // in words: those that ask the same have one answer
}

// Asking says who asks in a context.
func Asking(ctx context.Context, guest string) context.Context {
	return context.WithValue(ctx, asking{}, guest)
}

type asking struct{}

// Refresh makes an answer. Its context ends after a minute and not with that of the
// caller, for others may wait for the same answer.
type Refresh func(ctx context.Context) ([]byte, error)

// A State is what the cache had for a question, by its name in the log.
type State string

// The states of an answer.
const (
	Hit   State = "CACHE_HIT"   // an answer that is still good
	Stale State = "CACHE_STALE" // only one past its time
	Miss  State = "CACHE_MISS"  // none
)

// An Answer is an answer and where it comes from.
type Answer struct {
	Value []byte // the caller's own
	State State
	Age   time.Duration // since it was made

	// Expired says that Value is past its time because a new one could not be
	// made, for the reason in Err.
	Expired bool
	// Err is what went wrong on the way to an answer all the same: making a
	// new one, saving. It is for the operator's eyes.
	Err error
}

// New returns the cache of a space, which all that have the store share.
func New(store Store, space string, o Options) *Cache {
	c := &Cache{store: store, space: space, ttl: cmp.Or(o.TTL, 30*24*time.Hour), now: o.Now, owner: rand.Text(), flights: map[string]*flight{}}
	if c.now == nil {
		c.now = time.Now
	}
	return c
}

// Get returns the answer to a question: one that is kept and still good, or one that
// refresh makes. If refresh fails, an answer past its time is returned, marked as
// Expired; without one, Get fails. Then refresh is not called again for this question
// before half a minute is over, and Get fails or returns the old answer at once.
//
// A caller who stops waiting gets the error of ctx; the answer is made and
// kept nevertheless.
func (c *Cache) Get(ctx context.Context, q Question, refresh Refresh) (Answer, error) {
	e, err := q.entry()
	if err != nil {
		return Answer{}, err
	}
	a := Answer{State: Miss}
	old, err := c.store.CacheGet(ctx, c.space, e.Key)
	if err == nil {
		a = c.answer(old)
	} else if !errors.Is(err, ErrNone) {
		return Answer{}, fmt.Errorf("looking for an answer: %w", err)
	}
	if a.State == Hit {
		return a, nil
	}
	f := c.join(ctx, e, refresh)
	select {
	case <-f.done:
	case <-ctx.Done():
		return Answer{}, context.Cause(ctx)
	}
	switch {
	case f.err == nil:
		return Answer{Value: bytes.Clone(f.made.Value), State: a.State, Age: c.age(f.made), Err: f.unsaved}, nil
	case a.State == Stale:
		a.Expired, a.Err = true, f.err
		return a, nil
	}
	return Answer{}, fmt.Errorf("making an answer: %w", f.err)
}

// Value is Get of a value that is kept as JSON. A nil cache keeps nothing: make is called each
// time. What is kept and cannot be read is forgotten, and an error.
func Value[V any](ctx context.Context, c *Cache, q Question, make func(context.Context) (V, error)) (v V, a Answer, err error) {
	if c == nil {
		v, err = make(ctx)
		return v, Answer{State: Miss}, err
	}
	a, err = c.Get(ctx, q, func(ctx context.Context) ([]byte, error) {
		made, err := make(ctx)
		if err != nil {
			return nil, err
		}
		return json.Marshal(made)
	})
	if err != nil {
		return v, Answer{State: Miss}, err
	}
	if err := json.Unmarshal(a.Value, &v); err != nil {
		return v, Answer{State: Miss}, errors.Join(fmt.Errorf("reading what was kept: %w", err), c.Forget(ctx, q))
	}
	return v, a, nil
}

func (c *Cache) answer(e Entry) Answer {
	a := Answer{Value: e.Value, State: Stale, Age: c.age(e)}
	if a.Age < c.ttl {
		a.State = Hit
	}
	return a
}

// age is never below zero: the clock of another worker may be ahead.
func (c *Cache) age(e Entry) time.Duration { return max(0, c.now().Sub(e.Made)) }

// Forget removes the answer to a question.
func (c *Cache) Forget(ctx context.Context, q Question) error {
	e, err := q.entry()
	if err != nil {
		return err
	}
	return c.store.CacheRemove(ctx, c.space, e.Key)
}

// maxKey is how many bytes a key has; longer keys are kept as their hash.
const maxKey = 256

// entry returns where the answer is kept: under a key that every store can keep.
func (q Question) entry() (Entry, error) {
	key := cmp.Or(q.Key, wording(q.Text), strings.Join(strings.Fields(q.Text), " "))
	if key == "" {
		return Entry{}, errors.New("semcache: a question needs a key or a text")
	}
	if len(key) > maxKey || !storable(key) {
		sum := sha256.Sum256([]byte(key))
		key = "sha256:" + hex.EncodeToString(sum[:])
	}
	e := Entry{Key: key}
	if storable(q.Text) {
		e.Text = q.Text
	}
	return e, nil
}

// storable reports whether PostgreSQL takes s as a text.
func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
