package sqlstore

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/semcache"
)

// CacheGet implements semcache.Store.
func (s *Store) CacheGet(ctx context.Context, space, key string) (semcache.Entry, error) {
	const query = `
		SELECT key, text, embedder, vector, value, guest, made, seq, gone FROM cache_entries
		WHERE space = ` + spaceID + ` AND sha256(key) = sha256($2) AND gone = FALSE`
	found, err := List(ctx, s, scanEntry, query, Raw(space), Raw(key))
	if err == nil && len(found) == 0 {
		err = semcache.ErrNone
	}
	if err != nil {
		return semcache.Entry{}, s.db.Fail(ctx, "reading an answer kept", err)
	}
	return found[0], nil
}

const spaceID = `(SELECT id FROM cache_spaces WHERE sha256(name) = sha256($1))`

// What follows countEntries or lockEntries in a transaction has the space alone,
// and sees what those before it wrote.
const (
	countEntries = `
		INSERT INTO cache_spaces AS s (name, seq) VALUES ($1, 1)
		ON CONFLICT (sha256(name)) DO UPDATE SET seq = s.seq + 1`
	lockEntries = `SELECT id FROM cache_spaces WHERE sha256(name) = sha256($1) FOR UPDATE`

	// Entries are marked as gone, the oldest first.
	markEntries = `
		UPDATE cache_entries AS e SET gone = TRUE, seq = o.seq, text = '', embedder = '', vector = NULL, value = NULL
		FROM (
			SELECT c.id, s.seq + ROW_NUMBER() OVER (ORDER BY c.made, c.seq) AS seq
			FROM cache_spaces AS s, (SELECT id, made, seq FROM cache_entries WHERE space = ` + spaceID + ` AND gone = FALSE`
	markedOnes = `) AS c
			WHERE sha256(s.name) = sha256($1)) AS o
		WHERE e.id = o.id`
	markAll    = markEntries + markedOnes
	markOne    = markEntries + ` AND sha256(key) = sha256($2)` + markedOnes
	markBeyond = markEntries + ` ORDER BY made DESC, seq DESC LIMIT 1000000000 OFFSET $2` + markedOnes

	countMarks = `
		UPDATE cache_spaces SET seq = GREATEST(seq, COALESCE((SELECT MAX(e.seq) FROM cache_entries AS e WHERE e.space = cache_spaces.id), 0))
		WHERE sha256(name) = sha256($1)`
	forgetMarks = `
		DELETE FROM cache_entries WHERE space = ` + spaceID + ` AND gone = TRUE AND seq <= (
			SELECT o.seq FROM cache_entries AS o WHERE o.space = ` + spaceID + ` AND o.gone = TRUE
			ORDER BY o.seq DESC LIMIT 1 OFFSET $2)`
)

// CachePut implements semcache.Store. A keep of 0 is no limit. Of what is gone,
// too, it keeps no more than keep marks: who is further behind than that finds
// out with CacheGet.
func (s *Store) CachePut(ctx context.Context, space string, e semcache.Entry, keep int) error {
	const put = `
		INSERT INTO cache_entries (space, key, seq, gone, text, embedder, vector, value, made, guest)
		SELECT id, $2, seq, FALSE, $3, $4, $5, $6, $7, $8 FROM cache_spaces WHERE sha256(name) = sha256($1)
		ON CONFLICT (space, sha256(key)) DO UPDATE
		SET seq = excluded.seq, gone = excluded.gone, text = excluded.text, embedder = excluded.embedder,
			vector = excluded.vector, value = excluded.value, made = excluded.made, guest = excluded.guest`
	if e.Key == "" {
		return errors.New("an answer needs a key to be kept")
	}
	in, most := Raw(space), int64(keep)
	return s.write(ctx, "keeping an answer", func(t Tx) {
		t.Do(countEntries, in)
		t.Do(put, in, Raw(e.Key), Raw(e.Text), Raw(e.Embedder), OrNull(e.Vector), OrNull(e.Value), e.Made, e.Guest)
		if keep > 0 {
			t.Do(markBeyond, in, most)
			t.Do(countMarks, in)
			t.Do(forgetMarks, in, most)
		}
	})
}

// CacheSwap implements semcache.Store.
func (s *Store) CacheSwap(ctx context.Context, space string, e semcache.Entry) (bool, error) {
	const swap = `
		INSERT INTO cache_entries AS c (space, key, seq, gone, text, embedder, vector, value, made, guest)
		SELECT s.id, $2, s.seq, FALSE, $3, $4, $5, $6, $7, $8 FROM cache_spaces AS s
		WHERE sha256(s.name) = sha256($1) AND ($9 = 0 OR EXISTS (
			SELECT 1 FROM cache_entries AS o WHERE o.space = s.id AND sha256(o.key) = sha256($2) AND o.gone = FALSE))
		ON CONFLICT (space, sha256(key)) DO UPDATE
		SET seq = excluded.seq, gone = excluded.gone, text = excluded.text, embedder = excluded.embedder,
			vector = excluded.vector, value = excluded.value, made = excluded.made, guest = excluded.guest
		WHERE c.gone = FALSE AND c.seq = $9 OR c.gone = TRUE AND $9 = 0`
	if e.Key == "" {
		return false, errors.New("an answer needs a key to be kept")
	}
	var n int64
	err := s.write(ctx, "swapping an answer", func(t Tx) {
		t.Do(countEntries, Raw(space))
		t.Count(&n, swap, Raw(space), Raw(e.Key), Raw(e.Text), Raw(e.Embedder), OrNull(e.Vector), OrNull(e.Value), e.Made, e.Guest, e.Seq)
	})
	return n == 1 && err == nil, err
}

// CacheRemove implements semcache.Store.
func (s *Store) CacheRemove(ctx context.Context, space, key string) error {
	mark, args := markOne, []any{Raw(space), Raw(key)}
	if key == "" {
		mark, args = markAll, args[:1]
	}
	return s.write(ctx, "removing answers", func(t Tx) {
		t.Do(lockEntries, args[0])
		t.Do(mark, args...)
		t.Do(countMarks, args[0])
	})
}

// CacheAfter implements semcache.Store. A limit of 0 is none.
func (s *Store) CacheAfter(ctx context.Context, space string, after int64, limit int) ([]semcache.Entry, error) {
	const query = `
		SELECT key, text, embedder, vector, NULL, guest, made, seq, gone FROM cache_entries
		WHERE space = ` + spaceID + ` AND seq > $2 AND ($2 > 0 OR gone = FALSE)
		ORDER BY seq LIMIT $3`
	es, err := List(ctx, s, scanEntry, query, Raw(space), after, OrAll(limit))
	return es, s.db.Fail(ctx, "reading the answers kept", err)
}

func scanEntry(r Row) (e semcache.Entry, err error) {
	err = r.Scan((*Raw)(&e.Key), (*Raw)(&e.Text), (*Raw)(&e.Embedder), &e.Vector, &e.Value, &e.Guest, Time{&e.Made}, &e.Seq, &e.Gone)
	if e.Gone {
		e.Guest, e.Made = "", time.Time{} // kept, so that the mark goes with them
	}
	return e, err
}

// Claims that ended so long ago were left by who died. The time is long, for
// not all clocks are right.
const forgetClaims = 24 * time.Hour

// CacheClaim implements semcache.Store.
func (s *Store) CacheClaim(ctx context.Context, space, key, owner string, now, until time.Time) (bool, error) {
	const (
		forget = `DELETE FROM cache_claims WHERE until < $1`
		claim  = `
			INSERT INTO cache_claims AS c (space, key, owner, until) VALUES ($1, $2, $3, $4)
			ON CONFLICT (sha256(space), sha256(key)) DO UPDATE SET owner = excluded.owner, until = excluded.until
			WHERE c.owner = excluded.owner OR c.until <= $5`
	)
	now, until = s.db.Clock().Stored(now), s.db.Clock().Stored(until)
	var n int64
	err := s.write(ctx, "claiming an answer", func(t Tx) {
		t.Do(forget, now.Add(-forgetClaims))
		t.Count(&n, claim, Raw(space), Raw(key), Raw(owner), until, now)
	})
	return n == 1 && err == nil, err
}

// CacheRelease implements semcache.Store.
func (s *Store) CacheRelease(ctx context.Context, space, key, owner string) error {
	const release = `DELETE FROM cache_claims WHERE sha256(space) = sha256($1) AND sha256(key) = sha256($2) AND owner = $3`
	return s.write(ctx, "releasing an answer", func(t Tx) { t.Do(release, Raw(space), Raw(key), Raw(owner)) })
}
