package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/semcache"
)

// A shelf keeps values of one type in a space of the store that all workers share.
type shelf[T any] struct {
	store semcache.Store
	space string
	now   func() time.Time // nil: time.Now
}

// clock is the time in UTC.
func clock(now func() time.Time) time.Time {
	if now != nil {
		return now().UTC()
	}
	return time.Now().UTC()
}

// get returns a value and the number of its entry; for a missing key they are zero.
func (s shelf[T]) get(ctx context.Context, key string) (v T, seq int64, err error) {
	e, err := s.store.CacheGet(ctx, s.space, key)
	if errors.Is(err, semcache.ErrNone) {
		return v, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(e.Value, &v)
	}
	return v, e.Seq, err
}

// all returns the values that changed after a number by their keys, in the order of their changes,
// and the number to go on from.
func (s shelf[T]) all(ctx context.Context, after int64) (keys []string, values []T, next int64, err error) {
	entries, err := s.store.CacheAfter(ctx, s.space, after, 0)
	if next = after; err != nil {
		return nil, nil, after, err
	}
	for _, e := range entries {
		if next = e.Seq; e.Gone {
			continue
		}
		v, seq, err := s.get(ctx, e.Key)
		if err != nil {
			return nil, nil, after, err
		}
		if seq > 0 { // else it went meanwhile
			keys, values = append(keys, e.Key), append(values, v)
		}
	}
	return keys, values, next, nil
}

// put keeps a value, which is a guest's or "" nobody's, in the place of what was there; of the
// space the last so many are kept (0: all).
func (s shelf[T]) put(ctx context.Context, key, guest string, v T, keep int) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.store.CachePut(ctx, s.space, semcache.Entry{Key: key, Value: raw, Guest: guest, Made: clock(s.now)}, keep)
}

// swap keeps a value if what is there has still the number seq, 0 for nothing.
func (s shelf[T]) swap(ctx context.Context, key, guest string, seq int64, v T) (bool, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return false, err
	}
	return s.store.CacheSwap(ctx, s.space, semcache.Entry{Key: key, Value: raw, Guest: guest, Made: clock(s.now), Seq: seq})
}

// errSame is returned by a change that changes nothing.
var errSame = errors.New("nothing is to be changed")

// change puts what with makes of a value in its place, without losing anybody else's change.
func (s shelf[T]) change(ctx context.Context, key, guest string, with func(T) (T, error)) error {
	const tries = 100
	for range tries {
		v, seq, err := s.get(ctx, key)
		if err == nil {
			v, err = with(v)
		}
		if errors.Is(err, errSame) {
			return nil
		}
		if err != nil {
			return err
		}
		if ok, err := s.swap(ctx, key, guest, seq, v); err != nil || ok {
			return err
		}
	}
	return fmt.Errorf("changing %s: others were faster %d times", s.space, tries)
}
