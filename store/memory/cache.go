package memory

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/semcache"
)

// space is entries by their keys, with what is gone.
type space struct {
	entries map[string]semcache.Entry
	seq     int64 // of the last change
	claims  map[string]claim
}

type claim struct {
	owner string
	until time.Time
}

// space returns a space, which is made if it is missing.
func (s *Store) space(name string) *space {
	if s.spaces[name] == nil {
		s.spaces[name] = &space{entries: map[string]semcache.Entry{}, claims: map[string]claim{}}
	}
	return s.spaces[name]
}

// CacheGet implements semcache.Store.
func (s *Store) CacheGet(ctx context.Context, space, key string) (semcache.Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return semcache.Entry{}, err
	}
	e, ok := s.space(space).entries[key]
	if !ok || e.Gone {
		return semcache.Entry{}, semcache.ErrNone
	}
	return clone(e), nil
}

// CachePut implements semcache.Store. A keep of 0 is no limit. Of what is gone,
// too, it keeps no more than keep marks: who is further behind than that finds
// out with CacheGet.
func (s *Store) CachePut(ctx context.Context, space string, e semcache.Entry, keep int) error {
	if e.Key == "" {
		return errors.New("an answer needs a key to be kept")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	sp := s.space(space)
	sp.seq++
	e = clone(e)
	e.Seq, e.Gone, e.Made = sp.seq, false, e.Made.UTC().Truncate(time.Microsecond)
	sp.entries[e.Key] = e
	if keep <= 0 {
		return nil
	}
	there := sp.list(func(e semcache.Entry) bool { return !e.Gone })
	sp.mark(there[:max(0, len(there)-keep)])
	gone := sp.list(func(e semcache.Entry) bool { return e.Gone })
	for _, e := range gone[:max(0, len(gone)-keep)] {
		delete(sp.entries, e.Key)
	}
	return nil
}

// list returns entries, the oldest first; what is gone is as old as its mark.
func (sp *space) list(which func(semcache.Entry) bool) []semcache.Entry {
	var es []semcache.Entry
	for _, e := range sp.entries {
		if which(e) {
			es = append(es, e)
		}
	}
	slices.SortFunc(es, func(a, b semcache.Entry) int {
		return cmp.Or(a.Made.Compare(b.Made), cmp.Compare(a.Seq, b.Seq))
	})
	return es
}

func (sp *space) mark(es []semcache.Entry) {
	for _, e := range es {
		sp.seq++
		sp.entries[e.Key] = semcache.Entry{Key: e.Key, Seq: sp.seq, Gone: true}
	}
}

// CacheRemove implements semcache.Store.
func (s *Store) CacheRemove(ctx context.Context, space, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	sp := s.space(space)
	sp.mark(sp.list(func(e semcache.Entry) bool { return !e.Gone && (key == "" || e.Key == key) }))
	return nil
}

// CacheAfter implements semcache.Store. A limit of 0 is none.
func (s *Store) CacheAfter(ctx context.Context, space string, after int64, limit int) ([]semcache.Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	es := s.space(space).list(func(e semcache.Entry) bool { return e.Seq > after && (after > 0 || !e.Gone) })
	slices.SortFunc(es, func(a, b semcache.Entry) int { return cmp.Compare(a.Seq, b.Seq) })
	if limit > 0 {
		es = es[:min(limit, len(es))]
	}
	for i := range es {
		es[i].Value = nil
		es[i] = clone(es[i])
	}
	return es, nil
}

// Claims that ended so long ago were left by who died. The time is long, for
// not all clocks are right.
const forgetClaims = 24 * time.Hour

// CacheClaim implements semcache.Store.
func (s *Store) CacheClaim(ctx context.Context, space, key, owner string, now, until time.Time) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return false, err
	}
	claims := s.space(space).claims
	maps.DeleteFunc(claims, func(_ string, c claim) bool { return c.until.Before(now.Add(-forgetClaims)) })
	if c, ok := claims[key]; ok && c.owner != owner && c.until.After(now) {
		return false, nil
	}
	claims[key] = claim{owner, until}
	return true, nil
}

// CacheRelease implements semcache.Store.
func (s *Store) CacheRelease(ctx context.Context, space, key, owner string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if claims := s.space(space).claims; claims[key].owner == owner {
		delete(claims, key)
	}
	return nil
}

// clone copies the bytes of an entry, and makes nil of none, as databases do.
func clone(e semcache.Entry) semcache.Entry {
	e.Vector, e.Value = append([]byte(nil), e.Vector...), append([]byte(nil), e.Value...)
	return e
}
