package semcache

import (
	"context"
	"errors"
	"time"
)

// An Entry is one answer kept.
type Entry struct {
	Key      string // exact; unique in its space
	Text     string // what was asked, in words; empty: found by its key alone
	Embedder string // of Vector
	Vector   []byte // of Text, by vector.Encode; nil: none
	Value    []byte
	Guest    string // who asked, so that it goes when they are forgotten; empty: nobody
	Made     time.Time
	Seq      int64 // of the last change, rising in a space
	Gone     bool  // removed: only Key and Seq are left
}

// ErrNone says that there is no such entry.
var ErrNone = errors.New("semcache: no entry")

// A Store keeps the entries of spaces, shared by all workers.
type Store interface {
	// CacheGet returns an entry by its key, or ErrNone.
	CacheGet(ctx context.Context, space, key string) (Entry, error)
	// CachePut adds or replaces an entry under the space's next number and
	// removes the oldest made of the space beyond keep (0: none). An empty key
	// is an error.
	CachePut(ctx context.Context, space string, e Entry, keep int) error
	// CacheSwap puts an entry as CachePut does, keeping all, if the one in the store
	// still has the number e.Seq, or if that is 0 and there is none. Otherwise
	// somebody was faster, and it reports false.
	CacheSwap(ctx context.Context, space string, e Entry) (bool, error)
	// CacheRemove marks an entry as gone; all of the space's if key is empty.
	CacheRemove(ctx context.Context, space, key string) error
	// CacheAfter returns at most limit entries that changed after the number
	// after, in the order of their numbers, without their values. After 0 it
	// leaves out what is gone. A number that a reader has seen is never
	// followed by a lower one that becomes visible later.
	CacheAfter(ctx context.Context, space string, after int64, limit int) ([]Entry, error)
	// CacheClaim makes owner the one who works on a key until the moment
	// given, unless another's claim still holds at now: then it reports false.
	// The owner may claim again to hold on.
	CacheClaim(ctx context.Context, space, key, owner string, now, until time.Time) (bool, error)
	// CacheRelease gives up a claim, if owner still has it.
	CacheRelease(ctx context.Context, space, key, owner string) error
}
