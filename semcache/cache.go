package semcache

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/embed"
)

// A Cache keeps the answers of one space. It is safe for concurrent use.
type Cache struct {
	store   Store
	space   string
	o       Options
	owner   string   // of claims
	meaning *meaning // nil: by key alone

	mu      sync.Mutex
	flights map[string]*flight // by key
}

// Options say how a Cache works. The zero value is the default.
type Options struct {
	// Embedder finds questions that mean the same; without one an answer is
	// found by its key alone. What was kept by another embedder is found by
	// its key until it is made again.
	Embedder embed.Embedder
	// Threshold is the cosine from which two texts may ask the same. Zero is
	// three quarters of the way from the embedder's Good to 1, for what is near
	// enough to show is not near enough to answer for; of a local embedder 0.7,
	// for with it the texts must name the same concepts besides, those of
	// ontology.Default, and be equal in all words that it does not know.
	//
	// However near they are, texts do not ask the same if they differ in their
	// numbers or names, or if one negates what the other asks.
	Threshold float32

	TTL   time.Duration // how long an answer is good; 0: 30 days
	Keep  int           // how many answers, the newest made; 0: 1000
	Max   int           // bytes of an answer; 0: 1 MiB
	Limit time.Duration // of making one; 0: a minute
	Pause time.Duration // after an answer could not be made, until the next try; 0: 30 s

	Now func() time.Time // nil: time.Now
}

// A Question is what an answer is kept under. Whoever asks the same in the
// same space gets the same answer, so neither may have anything of one guest
// in it. Both are stored, and removed when who asked is forgotten: see Asking.
type Question struct {
	Key  string // exact; empty: the words of Text
	Text string // in words; empty: found by Key alone
}

// Asking says who asks in a context.
func Asking(ctx context.Context, guest string) context.Context {
	return context.WithValue(ctx, asking{}, guest)
}

type asking struct{}

// Refresh makes an answer. Its context ends with Options.Limit and not with
// that of the caller, for others may wait for the same answer.
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
	Key   string        // it is kept under
	Age   time.Duration // since it was made

	// Like is the question that the answer was made for and Score how near it
	// is, if that is another with the same meaning.
	Like  string
	Score float32

	// Expired says that Value is past its time because a new one could not be
	// made, for the reason in Err.
	Expired bool
	// Err is what went wrong on the way to an answer all the same: making a
	// new one, comparing meanings, saving. It is for the operator's eyes.
	Err error
}

// ErrTooLarge says that an answer has more than Options.Max bytes.
var ErrTooLarge = errors.New("answer is too large to keep")

// New returns the cache of a space, which all that have the store share.
func New(store Store, space string, o Options) *Cache {
	o.TTL = cmp.Or(o.TTL, 30*24*time.Hour)
	o.Keep = cmp.Or(o.Keep, 1000)
	o.Max = cmp.Or(o.Max, 1<<20)
	o.Limit = cmp.Or(o.Limit, time.Minute)
	o.Pause = cmp.Or(o.Pause, 30*time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Cache{store: store, space: space, o: o, owner: rand.Text(), flights: map[string]*flight{}}
	if o.Embedder != nil {
		c.meaning = newMeaning(store, space, o)
	}
	return c
}

// Get returns the answer to a question: one that is kept and still good, by
// the question's key or else by its meaning, or one that refresh makes. If
// refresh fails, an answer past its time is returned, marked as Expired;
// without one, Get fails. Then refresh is not called again for this key before
// Options.Pause is over, and Get fails or returns the old answer at once.
//
// A caller who stops waiting gets the error of ctx; the answer is made and
// kept nevertheless.
func (c *Cache) Get(ctx context.Context, q Question, refresh Refresh) (Answer, error) {
	q, err := q.clean()
	if err != nil {
		return Answer{}, err
	}
	a, e, err := c.look(ctx, q)
	if err != nil {
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
		return Answer{
			Value: bytes.Clone(f.made.Value),
			State: a.State,
			Key:   q.Key,
			Age:   c.age(f.made),
			Err:   errors.Join(a.Err, f.unsaved),
		}, nil
	case a.State == Stale:
		a.Expired, a.Err = true, errors.Join(a.Err, f.err)
		return a, nil
	default:
		return Answer{}, fmt.Errorf("making an answer: %w", f.err)
	}
}

// look returns the best of what is kept, and the entry that a new answer
// would be kept in.
func (c *Cache) look(ctx context.Context, q Question) (a Answer, e Entry, err error) {
	a, e = Answer{State: Miss}, Entry{Key: q.Key, Text: q.Text}
	old, err := c.store.CacheGet(ctx, c.space, q.Key)
	switch {
	case err == nil:
		a = c.answer(old)
	case !errors.Is(err, ErrNone):
		return a, e, err
	}
	if a.State == Hit || c.meaning == nil || q.Text == "" {
		return a, e, nil
	}
	near, err := c.meaning.find(ctx, &e)
	if err != nil {
		a.Err = fmt.Errorf("comparing meanings: %w", err)
		return a, e, ctx.Err()
	}
	for _, n := range near {
		old, err := c.store.CacheGet(ctx, c.space, n.ID)
		if errors.Is(err, ErrNone) {
			c.meaning.drop(n.ID) // a store need not tell for ever what is gone
			continue
		}
		if err == nil && old.Text != n.text {
			continue // it changed since it was found
		}
		if err != nil {
			return a, e, err
		}
		b := c.answer(old)
		b.Like, b.Score = old.Text, n.Score
		if b.State == Hit {
			return b, e, nil
		}
		if a.State == Miss {
			a = b
		}
	}
	return a, e, nil
}

func (c *Cache) answer(e Entry) Answer {
	a := Answer{Value: e.Value, State: Stale, Key: e.Key, Age: c.age(e)}
	if a.Age < c.o.TTL {
		a.State = Hit
	}
	return a
}

func (c *Cache) age(e Entry) time.Duration {
	return max(0, c.o.Now().Sub(e.Made)) // the clock of another worker may be ahead
}

// Forget removes the answer that is kept under a question's key.
func (c *Cache) Forget(ctx context.Context, q Question) error {
	q, err := q.clean()
	if err != nil {
		return err
	}
	return c.store.CacheRemove(ctx, c.space, q.Key)
}

// Clear removes all answers of the space.
func (c *Cache) Clear(ctx context.Context) error {
	return c.store.CacheRemove(ctx, c.space, "")
}

const (
	maxKey  = 256  // bytes; longer keys are kept as their hash
	maxText = 2000 // bytes; longer texts mean too much to compare
)

// clean returns q with a key that every store can keep, and without a text
// that cannot be compared.
func (q Question) clean() (Question, error) {
	if q.Key == "" {
		q.Key = strings.Join(strings.Fields(q.Text), " ")
	}
	if q.Key == "" {
		return q, errors.New("semcache: a question needs a key or a text")
	}
	if len(q.Key) > maxKey || !storable(q.Key) {
		sum := sha256.Sum256([]byte(q.Key))
		q.Key = "sha256:" + hex.EncodeToString(sum[:])
	}
	if len(q.Text) > maxText || !storable(q.Text) {
		q.Text = ""
	}
	return q, nil
}

// storable reports whether PostgreSQL takes s as a text.
func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
