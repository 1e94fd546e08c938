package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/maitre-dev/maitre/semcache"
)

// They follow each other in one transaction, as those for documents do.
var (
	countEntries = newStatement(`
		INSERT INTO cache_spaces AS s (name, seq) VALUES (@space, 1)
		ON CONFLICT (sha256(name)) DO UPDATE SET seq = s.seq + 1`)
	lockEntries = newStatement(`SELECT FROM cache_spaces WHERE sha256(name) = sha256(@space) FOR UPDATE`)

	putEntry = newStatement(`
		INSERT INTO cache_entries (space, key, seq, gone, text, embedder, vector, value, made, guest)
		SELECT id, @key, seq, false, @text, @embedder, @vector, @value, @made, @guest
		FROM cache_spaces WHERE sha256(name) = sha256(@space)
		ON CONFLICT (space, sha256(key)) DO UPDATE
		SET seq = excluded.seq, gone = false, text = excluded.text, embedder = excluded.embedder,
			vector = excluded.vector, value = excluded.value, made = excluded.made, guest = excluded.guest`)
	markBeyond = newMark(`ORDER BY e.made DESC, e.seq DESC OFFSET @keep`)
	markAll    = newMark(``)
	markOne    = newMark(`AND sha256(e.key) = sha256(@key)`)

	forgetMarks = newStatement(`
		WITH s AS (SELECT id FROM cache_spaces WHERE sha256(name) = sha256(@space))
		DELETE FROM cache_entries AS e USING s WHERE e.space = s.id AND e.gone AND e.seq <= (
			SELECT o.seq FROM cache_entries AS o, s WHERE o.space = s.id AND o.gone ORDER BY o.seq DESC LIMIT 1 OFFSET @keep)`)
)

// newMark marks entries of a space as gone, the oldest first.
func newMark(which string) statement {
	return newStatement(`
		WITH s AS (SELECT id, seq FROM cache_spaces WHERE sha256(name) = sha256(@space)),
		old AS MATERIALIZED (
			SELECT o.id, o.last + ROW_NUMBER() OVER (ORDER BY o.made, o.seq) AS seq
			FROM (SELECT e.id, e.made, e.seq, s.seq AS last FROM s, cache_entries AS e
				WHERE e.space = s.id AND NOT e.gone ` + which + `) AS o),
		marked AS (
			UPDATE cache_entries AS e SET gone = true, seq = old.seq, text = '', embedder = '', vector = NULL, value = NULL
			FROM old WHERE e.id = old.id)
		UPDATE cache_spaces SET seq = seq + (SELECT COUNT(*) FROM old)
		WHERE sha256(name) = sha256(@space) AND EXISTS (SELECT FROM old)`)
}

// CacheGet implements semcache.Store.
func (s *Store) CacheGet(ctx context.Context, space, key string) (semcache.Entry, error) {
	const query = `
		SELECT key, text, embedder, vector, value, guest, made, seq, gone FROM cache_entries
		WHERE space = (SELECT id FROM cache_spaces WHERE sha256(name) = sha256($1)) AND sha256(key) = sha256($2) AND NOT gone`
	found, err := list(ctx, s, scanEntry, query, raw(space), raw(key))
	if err == nil && len(found) == 0 {
		err = semcache.ErrNone
	}
	if err != nil {
		return semcache.Entry{}, s.fail(ctx, "reading an answer kept", err)
	}
	return found[0], nil
}

// CachePut implements semcache.Store. A keep of 0 is no limit. Of what is gone,
// too, it keeps no more than keep marks: who is further behind than that finds
// out with CacheGet.
func (s *Store) CachePut(ctx context.Context, space string, e semcache.Entry, keep int) error {
	if e.Key == "" {
		return errNoKey
	}
	args := map[string]any{
		"space": raw(space), "key": raw(e.Key), "text": raw(e.Text), "embedder": raw(e.Embedder),
		"vector": orNull(e.Vector), "value": orNull(e.Value), "made": e.Made, "guest": e.Guest, "keep": keep,
	}
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		batch := &pgx.Batch{}
		countEntries.queue(batch, args)
		putEntry.queue(batch, args)
		if keep > 0 {
			markBeyond.queue(batch, args)
			forgetMarks.queue(batch, args)
		}
		return c.SendBatch(ctx, batch).Close()
	})
	return s.fail(ctx, "keeping an answer", err)
}

var errNoKey = errors.New("an answer needs a key to be kept")

// CacheRemove implements semcache.Store.
func (s *Store) CacheRemove(ctx context.Context, space, key string) error {
	mark := markOne
	if key == "" {
		mark = markAll
	}
	args := map[string]any{"space": raw(space), "key": raw(key)}
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		batch := &pgx.Batch{}
		lockEntries.queue(batch, args)
		mark.queue(batch, args)
		return c.SendBatch(ctx, batch).Close()
	})
	return s.fail(ctx, "removing answers", err)
}

// CacheAfter implements semcache.Store. A limit of 0 is none.
func (s *Store) CacheAfter(ctx context.Context, space string, after int64, limit int) ([]semcache.Entry, error) {
	const query = `
		SELECT key, text, embedder, vector, NULL::bytea, guest, made, seq, gone FROM cache_entries
		WHERE space = (SELECT id FROM cache_spaces WHERE sha256(name) = sha256($1))
			AND seq > $2 AND ($2 > 0 OR NOT gone)
		ORDER BY seq LIMIT $3`
	es, err := list(ctx, s, scanEntry, query, raw(space), after, orAll(limit))
	return es, s.fail(ctx, "reading the answers kept", err)
}

func scanEntry(row pgx.CollectableRow) (e semcache.Entry, err error) {
	var made time.Time
	err = row.Scan((*raw)(&e.Key), (*raw)(&e.Text), (*raw)(&e.Embedder), &e.Vector, &e.Value, &e.Guest, &made, &e.Seq, &e.Gone)
	switch {
	case err != nil:
	case e.Gone:
		e.Guest = "" // kept, so that the mark goes with them
	default:
		e.Made = made.UTC()
	}
	return e, err
}

// Claims that ended so long ago were left by who died. The time is long, for
// not all clocks are right.
const forgetClaims = 24 * time.Hour

// CacheClaim implements semcache.Store.
func (s *Store) CacheClaim(ctx context.Context, space, key, owner string, now, until time.Time) (ok bool, err error) {
	const (
		forget = `
			DELETE FROM cache_claims WHERE ctid IN (
				SELECT ctid FROM cache_claims WHERE until < $1 FOR UPDATE SKIP LOCKED)`
		claim = `
			INSERT INTO cache_claims AS c (space, key, owner, until) VALUES ($1, $2, $3, $4)
			ON CONFLICT (sha256(space), sha256(key)) DO UPDATE SET owner = excluded.owner, until = excluded.until
			WHERE c.owner = excluded.owner OR c.until <= $5`
	)
	now, until = s.clock.stored(now), s.clock.stored(until)
	err = s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		batch := &pgx.Batch{}
		batch.Queue(forget, now.Add(-forgetClaims))
		batch.Queue(claim, raw(space), raw(key), raw(owner), until, now).Exec(func(done pgconn.CommandTag) error {
			ok = done.RowsAffected() == 1
			return nil
		})
		return c.SendBatch(ctx, batch).Close()
	})
	return ok && err == nil, s.fail(ctx, "claiming an answer", err)
}

// CacheRelease implements semcache.Store.
func (s *Store) CacheRelease(ctx context.Context, space, key, owner string) error {
	const release = `DELETE FROM cache_claims WHERE sha256(space) = sha256($1) AND sha256(key) = sha256($2) AND owner = $3`
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		_, err := c.Exec(ctx, release, raw(space), raw(key), raw(owner))
		return err
	})
	return s.fail(ctx, "releasing an answer", err)
}
