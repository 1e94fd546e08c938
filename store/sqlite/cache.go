package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/semcache"
)

// CacheGet implements semcache.Store.
func (s *Store) CacheGet(ctx context.Context, space, key string) (semcache.Entry, error) {
	const query = `
		SELECT key, text, embedder, vector, value, guest, made, seq, gone FROM cache_entries
		WHERE space = (SELECT id FROM cache_spaces WHERE name = ?) AND key = ? AND gone = 0`
	e, err := scanEntry(s.reader.QueryRowContext(ctx, query, space, key))
	if errors.Is(err, sql.ErrNoRows) {
		err = semcache.ErrNone
	}
	return e, s.fail(ctx, "reading an answer kept in", err)
}

// CachePut implements semcache.Store. A keep of 0 is no limit. Of what is gone,
// too, it keeps no more than keep marks: who is further behind than that finds
// out with CacheGet.
func (s *Store) CachePut(ctx context.Context, space string, e semcache.Entry, keep int) error {
	const (
		put = `
			INSERT INTO cache_entries (space, key, seq, gone, text, embedder, vector, value, made, guest)
			VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (space, key) DO UPDATE SET seq = excluded.seq, gone = 0, text = excluded.text,
				embedder = excluded.embedder, vector = excluded.vector, value = excluded.value, made = excluded.made, guest = excluded.guest`
		beyond = `SELECT id, made, seq FROM cache_entries WHERE space = ?1 AND gone = 0 ORDER BY made DESC, seq DESC LIMIT -1 OFFSET ?3`
		forget = `
			DELETE FROM cache_entries WHERE space = ?1 AND gone = 1 AND seq <= (
				SELECT seq FROM cache_entries WHERE space = ?1 AND gone = 1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)`
	)
	if e.Key == "" {
		return errNoKey
	}
	err := s.write(ctx, func(t *tx) error {
		id, before, err := t.count("cache_spaces", space, 1)
		if err != nil {
			return err
		}
		_, err = t.exec(put, id, e.Key, before+1, e.Text, e.Embedder, e.Vector, e.Value, e.Made.UnixMicro(), e.Guest)
		if err != nil || keep <= 0 {
			return err
		}
		if err := t.mark(beyond, id, before+1, int64(keep)); err != nil {
			return err
		}
		_, err = t.exec(forget, id, int64(keep))
		return err
	})
	return s.fail(ctx, "keeping an answer in", err)
}

var errNoKey = errors.New("an answer needs a key to be kept")

// mark marks entries of a space as gone, the oldest first, under the numbers
// after last. which selects them, from ?1; more are its parameters from ?3 on.
func (t *tx) mark(which string, space, last int64, more ...any) error {
	n, err := t.exec(`
		UPDATE cache_entries AS e SET gone = 1, seq = ?2 + o.n, text = '', embedder = '', vector = NULL, value = NULL
		FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY made, seq) AS n FROM (`+which+`)) AS o
		WHERE e.id = o.id`, append([]any{space, last}, more...)...)
	if err == nil && n > 0 {
		_, err = t.take("cache_spaces", space, n)
	}
	return err
}

// CacheRemove implements semcache.Store.
func (s *Store) CacheRemove(ctx context.Context, space, key string) error {
	const (
		all = `SELECT id, made, seq FROM cache_entries WHERE space = ?1 AND gone = 0`
		one = all + ` AND key = ?3`
	)
	err := s.write(ctx, func(t *tx) error {
		id, last, err := t.count("cache_spaces", space, 0)
		if err != nil {
			return err
		}
		if key == "" {
			return t.mark(all, id, last)
		}
		return t.mark(one, id, last, key)
	})
	return s.fail(ctx, "removing answers from", err)
}

// CacheAfter implements semcache.Store. A limit of 0 is none.
func (s *Store) CacheAfter(ctx context.Context, space string, after int64, limit int) ([]semcache.Entry, error) {
	const query = `
		SELECT key, text, embedder, vector, NULL, guest, made, seq, gone FROM cache_entries
		WHERE space = (SELECT id FROM cache_spaces WHERE name = ?1) AND seq > ?2 AND (?2 > 0 OR gone = 0)
		ORDER BY seq LIMIT ?3`
	es, err := collect(ctx, s.reader, scanEntry, query, space, after, orAll(limit))
	return es, s.fail(ctx, "reading the answers kept in", err)
}

func scanEntry(r row) (e semcache.Entry, err error) {
	var made int64
	err = r.Scan(&e.Key, &e.Text, &e.Embedder, &e.Vector, &e.Value, &e.Guest, &made, &e.Seq, &e.Gone)
	switch {
	case err != nil:
	case e.Gone:
		e.Guest = "" // kept, so that the mark goes with them
	default:
		e.Made = time.UnixMicro(made).UTC()
	}
	return e, err
}

// Claims that ended so long ago were left by who died. The time is long, for
// not all clocks are right.
const forgetClaims = 24 * time.Hour

// CacheClaim implements semcache.Store.
func (s *Store) CacheClaim(ctx context.Context, space, key, owner string, now, until time.Time) (ok bool, err error) {
	const (
		forget = `DELETE FROM cache_claims WHERE until < ?`
		claim  = `
			INSERT INTO cache_claims AS c (space, key, owner, until) VALUES (?1, ?2, ?3, ?4)
			ON CONFLICT (space, key) DO UPDATE SET owner = excluded.owner, until = excluded.until
			WHERE c.owner = excluded.owner OR c.until <= ?5`
	)
	err = s.write(ctx, func(t *tx) error {
		if _, err := t.exec(forget, now.Add(-forgetClaims).UnixMicro()); err != nil {
			return err
		}
		n, err := t.exec(claim, space, key, owner, until.UnixMicro(), now.UnixMicro())
		ok = n == 1
		return err
	})
	return ok && err == nil, s.fail(ctx, "claiming an answer in", err)
}

// CacheRelease implements semcache.Store.
func (s *Store) CacheRelease(ctx context.Context, space, key, owner string) error {
	const release = `DELETE FROM cache_claims WHERE space = ? AND key = ? AND owner = ?`
	err := s.write(ctx, func(t *tx) error {
		_, err := t.exec(release, space, key, owner)
		return err
	})
	return s.fail(ctx, "releasing an answer in", err)
}
