package sqlstore

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/semcache"
)

const spaceID = `(SELECT id FROM cache_spaces WHERE sha256(name) = sha256($1))`

// CacheGet implements semcache.Store.
func (s *Store) CacheGet(ctx context.Context, space, key string) (semcache.Entry, error) {
	const query = `
		SELECT key, text, embedder, vector, value, guest, made, seq, gone FROM cache_entries
		WHERE space = ` + spaceID + ` AND sha256(key) = sha256($2) AND gone = FALSE`
	e, err := one(ctx, s, semcache.ErrNone, scanEntry, query, Raw(space), Raw(key))
	return e, s.db.Fail(ctx, "reading an answer kept", err)
}

// CacheAfter implements semcache.Store. A limit of 0 is none.
func (s *Store) CacheAfter(ctx context.Context, space string, after int64, limit int) ([]semcache.Entry, error) {
	const query = `
		SELECT key, text, embedder, vector, NULL, guest, made, seq, gone FROM cache_entries
		WHERE space = ` + spaceID + ` AND seq > $2 AND ($2 > 0 OR gone = FALSE)
		ORDER BY seq LIMIT $3`
	es, err := list(ctx, s, scanEntry, query, Raw(space), after, orAll(limit))
	return es, s.db.Fail(ctx, "reading the answers kept", err)
}

func scanEntry(r Row) (e semcache.Entry, err error) {
	err = r.Scan((*Raw)(&e.Key), (*Raw)(&e.Text), (*Raw)(&e.Embedder), &e.Vector, &e.Value, &e.Guest, Time{&e.Made}, &e.Seq, &e.Gone)
	if e.Gone {
		e.Guest, e.Made = "", time.Time{} // kept, so that the mark goes with them
	}
	return e, err
}

// counter numbers the changes of a space, or of a collection, which a transaction has alone
// from here on: so numbers become visible in their order.
type counter struct{ id, seq int64 }

// count gets a counter, which a statement may make or move on. One that is not there has the id 0.
func count(t Tx, statement string, args ...any) (c counter, err error) {
	err = ask(t, func(r Row) error { return r.Scan(&c.id, &c.seq) }, statement, args...)
	return c, err
}

const (
	nextEntry = `
		INSERT INTO cache_spaces AS s (name, seq) VALUES ($1, 1)
		ON CONFLICT (sha256(name)) DO UPDATE SET seq = s.seq + 1
		RETURNING id, seq`
	lastEntry = `SELECT id, seq FROM cache_spaces WHERE sha256(name) = sha256($1) FOR UPDATE`
)

// putEntry puts an entry under the number that a counter stands at.
func putEntry(t Tx, c counter, e semcache.Entry) {
	const put = `
		INSERT INTO cache_entries (space, key, seq, gone, text, embedder, vector, value, made, guest)
		VALUES ($1, $2, $3, FALSE, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (space, sha256(key)) DO UPDATE
		SET seq = excluded.seq, gone = excluded.gone, text = excluded.text, embedder = excluded.embedder,
			vector = excluded.vector, value = excluded.value, made = excluded.made, guest = excluded.guest`
	t.Do(put, c.id, Raw(e.Key), c.seq, Raw(e.Text), Raw(e.Embedder), orNull(e.Vector), orNull(e.Value), e.Made, e.Guest)
}

// markGone marks entries that a statement selects as gone, in its order.
func markGone(t Tx, c counter, which string, args ...any) error {
	const (
		mark = `
			UPDATE cache_entries SET gone = TRUE, seq = $2, text = '', embedder = '', vector = NULL, value = NULL
			WHERE id = $1`
		last = `UPDATE cache_spaces SET seq = $2 WHERE id = $1`
	)
	var ids []int64
	if err := ask(t, collect(&ids, scan[int64]), which, args...); err != nil {
		return err
	}
	for _, id := range ids {
		c.seq++
		t.Do(mark, id, c.seq)
	}
	t.Do(last, c.id, c.seq)
	return nil
}

var errNoKey = errors.New("an answer needs a key to be kept")

// CachePut implements semcache.Store. A keep of 0 is no limit. Of what is gone,
// too, it keeps no more than keep marks: who is further behind than that finds
// out with CacheGet.
func (s *Store) CachePut(ctx context.Context, space string, e semcache.Entry, keep int) error {
	const (
		beyond = `
			SELECT id FROM (
				SELECT id, made, seq FROM cache_entries WHERE space = $1 AND gone = FALSE
				ORDER BY made DESC, seq DESC LIMIT 1000000000 OFFSET $2) AS old
			ORDER BY made, seq`
		forget = `
			DELETE FROM cache_entries WHERE space = $1 AND gone = TRUE AND seq <= (
				SELECT o.seq FROM cache_entries AS o WHERE o.space = $1 AND o.gone = TRUE
				ORDER BY o.seq DESC LIMIT 1 OFFSET $2)`
	)
	if e.Key == "" {
		return errNoKey
	}
	err := s.db.Write(ctx, func(t Tx) error {
		c, err := count(t, nextEntry, Raw(space))
		if err != nil {
			return err
		}
		putEntry(t, c, e)
		if keep > 0 {
			err = markGone(t, c, beyond, c.id, int64(keep))
			t.Do(forget, c.id, int64(keep))
		}
		return err
	})
	return s.db.Fail(ctx, "keeping an answer", err)
}

// CacheSwap implements semcache.Store.
func (s *Store) CacheSwap(ctx context.Context, space string, e semcache.Entry) (ok bool, err error) {
	const last = `SELECT seq FROM cache_entries WHERE space = $1 AND sha256(key) = sha256($2) AND gone = FALSE`
	if e.Key == "" {
		return false, errNoKey
	}
	err = s.db.Write(ctx, func(t Tx) error {
		var seq int64
		c, err := count(t, nextEntry, Raw(space))
		if err == nil {
			err = ask(t, func(r Row) error { return r.Scan(&seq) }, last, c.id, Raw(e.Key))
		}
		if ok = err == nil && seq == e.Seq; ok {
			putEntry(t, c, e)
		}
		return err
	})
	return ok && err == nil, s.db.Fail(ctx, "swapping an answer", err)
}

// CacheRemove implements semcache.Store.
func (s *Store) CacheRemove(ctx context.Context, space, key string) error {
	const (
		all = `SELECT id FROM cache_entries WHERE space = $1 AND gone = FALSE ORDER BY made, seq`
		one = `SELECT id FROM cache_entries WHERE space = $1 AND gone = FALSE AND sha256(key) = sha256($2)`
	)
	err := s.db.Write(ctx, func(t Tx) error {
		c, err := count(t, lastEntry, Raw(space))
		switch {
		case err != nil || c.id == 0:
			return err
		case key == "":
			return markGone(t, c, all, c.id)
		}
		return markGone(t, c, one, c.id, Raw(key))
	})
	return s.db.Fail(ctx, "removing answers", err)
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
	now, until = s.stored(now), s.stored(until)
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
