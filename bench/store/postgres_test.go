package store_test

import (
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/store/postgres"
)

func TestMain(m *testing.M) { pgtest.Main(m, os.Getenv("CI") == "true") }

// openPostgres syncs each commit, as servers that matter do. Every call is a
// transaction of its own, and the server lets those that wait share a sync; so
// the rival, too, has as many connections as there are writers.
func openPostgres(b *testing.B) subject {
	open := func() string {
		dsn := pgtest.Start(b)
		store, err := postgres.Open(b.Context(), dsn)
		if err != nil {
			b.Fatal(err)
		}
		store.Close()
		return dsn
	}
	raw, err := pgxpool.New(b.Context(), open()+"&pool_max_conns=16")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(raw.Close)
	for _, setting := range []string{`ALTER SYSTEM SET fsync = on`, `SELECT pg_reload_conf()`} {
		if _, err := raw.Exec(b.Context(), setting); err != nil {
			b.Fatal(err)
		}
	}
	store, err := postgres.Open(b.Context(), open())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	return subject{store: store, raw: rawPostgres(b, raw)}
}

// rawPostgres inserts the same rows into the same tables, in two statements of
// one round trip, and does not care what was there before.
func rawPostgres(b *testing.B, pool *pgxpool.Pool) func([]event.Event) error {
	const insert = `
		INSERT INTO agent_events (id, tx, run, seq, thread, step, type, time) OVERRIDING SYSTEM VALUE
		SELECT e.id, pg_current_xact_id()::text::bigint, e.run, e.seq, e.thread, e.step, e.type, e.time
		FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::timestamptz[])
			AS e (id, run, seq, thread, step, type, time)`
	const payload = `INSERT INTO event_payloads (event, guest, body) SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[])`
	var last atomic.Int64
	return func(events []event.Event) error {
		var ids, seqs, steps []int64
		var runs, threads, types, guests []string
		var times []time.Time
		var bodies [][]byte
		for _, e := range events {
			ids, runs, seqs, threads = append(ids, last.Add(1)), append(runs, e.Run), append(seqs, e.Seq), append(threads, e.Thread)
			steps, types, times = append(steps, int64(e.Step)), append(types, string(e.Type)), append(times, e.Time)
			guests, bodies = append(guests, e.Guest), append(bodies, e.Data)
		}
		batch := &pgx.Batch{}
		batch.Queue(insert, ids, runs, seqs, threads, steps, types, times)
		batch.Queue(payload, ids, guests, bodies)
		return pool.SendBatch(b.Context(), batch).Close()
	}
}
