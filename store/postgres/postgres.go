// Package postgres keeps maitre's own state in a PostgreSQL database (13 or
// later), which any number of processes on any number of machines may share:
// threads with their messages, runs with their events, documents with their
// vectors, answers that are kept, what is remembered of guests, and what each
// day has cost. [Open] makes or migrates the tables; the [Store] it returns is a
// thread.Store, a graph.Store, an event.Log, an event.Tail, a retrieve.Store, a
// semcache.Store, a memory.Store, a token.Store and an llm.Ledger.
//
// What a guest says is sealed with a key of theirs, which Store.Forget destroys.
// The tables of keys and of salts are then written anew, and rows that were
// deleted are vacuumed away. What PostgreSQL keeps elsewhere is not touched. Its
// WAL holds, until it is recycled, what was sealed and the key as it was when it
// was made; so do an archive of the WAL, a standby that lags, and a backup that
// was made before: their retention is the operator's. A transaction that began
// before and is still open keeps the old key in the table until a later Forget.
//
// When the server goes away and comes back, calls under way go on where they
// were: a write whose answer was lost is found out about, not repeated.
//
//	store, err := postgres.Open(ctx, "postgres://maitre:secret@localhost:5432/maitre")
//	if err != nil {
//		return err
//	}
//	defer store.Close()
package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/maitre-dev/maitre/store/internal/sqlstore"
	"github.com/maitre-dev/maitre/store/internal/tail"
)

// base has the methods of every store.
type base = sqlstore.Store

// Store is an open database. It is safe for concurrent use.
type Store struct {
	base
	pool     *pgxpool.Pool
	where    string // the server and the database, for errors
	patience time.Duration
	copyWait time.Duration // for the lock of a copy of keys and salts
	tail     tail.Tail
	clock    clocks
	copying  sync.Mutex // one copy of keys and salts at a time
}

// What a connection string that does not say otherwise gets. A statement takes
// a millisecond, so that one that takes seconds hangs on a lock. Sixteen
// connections let the server share a sync of its log among as many commits. A
// client that has vanished within a transaction holds its locks no longer than
// a statement may take.
const (
	statementTimeout = 10 * time.Second
	connectTimeout   = 5 * time.Second
	maxConnections   = 16
)

// patience is how long a call waits for a connection, for an answer, and for a
// server that went away in the middle of it to come back.
const patience = 15 * time.Second

// Open opens the database that a connection string names:
// postgres://user:password@host:port/database, or what else libpq reads. The
// database must exist; its tables are made in the first schema of the search
// path. Older ones are brought up to date; newer ones are refused, and so is a
// schema with tables of another program.
func Open(ctx context.Context, dsn string) (*Store, error) {
	s, err := connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	if err := s.migrate(ctx); err != nil {
		_ = s.Close()
		return nil, engine{s}.Fail(ctx, "opening the database", err)
	}
	return s, nil
}

// connect makes the pool; the first call that needs one makes a connection.
func connect(ctx context.Context, dsn string) (*Store, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil || dsn == "" {
		return nil, unreadable(err)
	}
	c := config.ConnConfig
	timeout := strconv.FormatInt(statementTimeout.Milliseconds(), 10)
	for name, value := range map[string]string{
		"application_name":                    "maitre",
		"statement_timeout":                   timeout,
		"idle_in_transaction_session_timeout": timeout,
	} {
		c.RuntimeParams[name] = cmp.Or(c.RuntimeParams[name], value)
	}
	c.ConnectTimeout = cmp.Or(c.ConnectTimeout, connectTimeout)
	if !strings.Contains(dsn, "pool_max_conns") {
		config.MaxConns = maxConnections
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, unreadable(err)
	}
	where := fmt.Sprintf("PostgreSQL at %s/%s", net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port))), cmp.Or(c.Database, c.User))
	s := &Store{pool: pool, where: where, patience: patience, copyWait: copyPatience}
	s.base = sqlstore.New(engine{s}, dialect, &s.tail)
	return s, nil
}

// unreadable says what is wrong with a connection string without quoting it:
// any part of a malformed one may be its password.
func unreadable(err error) error {
	const form = "opening a PostgreSQL database: its connection string cannot be read; it is like postgres://user:password@host:5432/database"
	if e, ok := errors.AsType[*fs.PathError](err); ok { // of a certificate, say
		return fmt.Errorf("%s: %w", form, e)
	}
	return errors.New(form)
}

// Close lets go of the database, once the calls under way are done. Later
// calls fail.
func (s *Store) Close() error {
	s.tail.Close()
	s.pool.Close()
	return nil
}

// everyOwner is a lock on the memories of all.
const everyOwner = `1835100533`

var dialect = sqlstore.Dialect{
	Locks: map[sqlstore.Lock][]string{
		sqlstore.Thread: {`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`},
		sqlstore.Owner:  {owner},
		sqlstore.Owners: { // which takes long
			`SELECT set_config('statement_timeout', '0', true), $1`,
			`SELECT pg_advisory_xact_lock(` + everyOwner + `), $1`,
		},
		sqlstore.Talk:  {`SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 2))`},
		sqlstore.Guest: {owner, `SELECT pg_advisory_xact_lock(hashtextextended($1, 2))`},
		sqlstore.Day:   {`SELECT pg_advisory_xact_lock(hashtextextended($1, 3))`},
	},
	Allow:  `SELECT set_config('maitre.removal', 'allowed', true)`,
	Forbid: `SELECT set_config('maitre.removal', '', true)`,
	Token:  true,

	// Transactions commit in another order than they begin and draw numbers, so
	// who remembers the highest number it has seen skips what commits late with a
	// lower one. A cursor goes by the transaction first, and leaves out what is not
	// older than every transaction that is still under way (the xmin of its
	// snapshot): what it has passed is complete. The price is that events wait for
	// the longest transaction that writes anywhere on the server. It outlives a dump
	// and a restore on another server, whose transactions are counted from tx_base.
	Tx: `(SELECT tx_base FROM maitre_schema) + pg_current_xact_id()::text::bigint`,
	After: `(e.tx, e.id) > ($1, $2)
		AND e.tx < (SELECT tx_base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM maitre_schema)`,
}

const owner = `SELECT pg_advisory_xact_lock_shared(` + everyOwner + `), pg_advisory_xact_lock(hashtextextended($1, 1))`
