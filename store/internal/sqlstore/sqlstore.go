// Package sqlstore is a store on plain transactional SQL: every statement, and what
// becomes of its rows. A database brings a [DB], which connects, commits, retries and
// tells what went wrong, and a [Dialect], the few words that it has for itself.
//
// Statements are written as PostgreSQL reads them, without what SQLite has no
// word for; [ForSQLite] translates the rest. PostgreSQL looks up a name of any
// length by its sha256(name), SQLite by the name.
package sqlstore

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/internal/tail"
	"github.com/maitre-dev/maitre/thread"
)

// Store is all that a database keeps.
type Store struct {
	db      DB
	dialect Dialect
	tail    *tail.Tail

	insertEvent, all, insertRun string // statements in the dialect
}

// New returns a store on a database whose events are followed by t.
func New(db DB, d Dialect, t *tail.Tail) Store {
	s := &Store{db: db, dialect: d, tail: t}
	s.insertEvent, s.all, s.insertRun = d.insertEvent(), d.all(), d.insertRun()
	t.Look, t.Missing = s.lastEvents, graph.ErrNotFound
	return *s
}

var _ interface {
	thread.Store
	graph.Store
	event.Log
	event.Tail
	retrieve.Store
	semcache.Store
	memory.Store
	token.Store
	llm.Ledger
} = (*Store)(nil)

// Standing are errors that tell how a thread, a run or the like stands. They say
// nothing of the database.
var Standing = []error{
	thread.ErrNotFound, graph.ErrNotFound, graph.ErrConflict, graph.ErrBusy, semcache.ErrNone, memory.ErrLearnt, token.ErrNotFound,
}

// CallersError is what a function failed with that the caller gave. It says
// nothing of the database.
type CallersError struct{ Err error }

func (e *CallersError) Error() string { return e.Err.Error() }
func (e *CallersError) Unwrap() error { return e.Err }

// DB is an open database.
type DB interface {
	// Read calls do, and again if the connection breaks.
	Read(ctx context.Context, do func(Query) error) error

	// Write calls do in a transaction, and again if the connection breaks or
	// another transaction was in the way. When do or a statement fails, nothing is
	// written. An earlier call may have been committed and its answer lost: see
	// Tx.Again. A do that asks nothing must write what may be written twice.
	Write(ctx context.Context, do func(Tx) error) error

	// Fail says what was being done when err happened, and to which database.
	Fail(ctx context.Context, doing string, err error) error

	// Taken reports whether a row was refused for a key that another one has.
	Taken(err error) bool

	// Erase makes sure that what was deleted is in no file any more: of tables
	// whose every byte matters, and of tables of what is sealed.
	Erase(ctx context.Context, copied, swept []string) error

	// Now returns the time here, and by how much it is ahead of what the database's machine
	// takes for the time.
	Now() (now time.Time, ahead time.Duration)
}

// Dialect is what a database has other words for, or no need of.
type Dialect struct {
	Locks         map[Lock][]string // statements with the name as $1; none: whoever writes is alone
	Allow, Forbid string            // the removal of events
	Tx, After     string            // of an event's column tx: what it is filled with, and when e is after the cursor ($1, $2); empty: ids tell the order
	Token         bool              // runs have a column of that name, which must have something
}

// Lock is what a transaction has to itself.
type Lock int

// Locks are of what is said in a thread and of its runs, of the memories of an owner
// and of all owners, of what is written for a guest (by many at once, or by one
// alone), and of what a day has cost.
const (
	Thread Lock = iota
	Owner
	Owners
	Talk
	Guest
	Day
)

// Query calls scan with each row of a statement, whose parameters are $1, $2….
type Query func(scan func(Row) error, statement string, args ...any) error

// Row is scanned to pointers: to strings, numbers, bytes, bools, [Raw] and [Time].
type Row interface{ Scan(into ...any) error }

// Tx is a transaction under way. Arguments are strings, int64, bytes, times,
// texts, [Raw] and nil. Statements may be sent later, many at once, but are run in
// order. After one that failed none is run, and the transaction fails with its error.
type Tx interface {
	// Do runs a statement.
	Do(statement string, args ...any)

	// Count is Do, and sets n to the number of rows that were changed, not later
	// than the commit.
	Count(n *int64, statement string, args ...any)

	// Ask calls scan with each row of a statement, not later than Now returns.
	// Scan may call Do, of what the statement does not read.
	Ask(scan func(Row) error, statement string, args ...any)

	// Now waits for what was asked.
	Now() error

	// Again reports whether the transaction was sent before and its answer lost, so
	// that it may have been committed.
	Again() bool
}

// Raw is a string of any bytes. In PostgreSQL, where a text refuses some, it is
// kept as bytes.
type Raw string

// BytesValue implements pgtype.BytesValuer.
func (r Raw) BytesValue() ([]byte, error) { return []byte(r), nil }

// ScanBytes implements pgtype.BytesScanner.
func (r *Raw) ScanBytes(b []byte) error {
	*r = Raw(b)
	return nil
}

// Time is what a time is scanned to. No time is the zero time.
type Time struct{ *time.Time }

// Scan implements sql.Scanner.
func (t Time) Scan(value any) error {
	switch v := value.(type) {
	case nil:
		*t.Time = time.Time{}
	case int64:
		*t.Time = time.UnixMicro(v).UTC()
	case time.Time:
		*t.Time = v.UTC()
	default:
		return fmt.Errorf("a %T is no time", v)
	}
	return nil
}

// ForSQLite returns a statement as SQLite reads it.
func ForSQLite(statement string) string {
	statement = anyOf.ReplaceAllString(toSQLite.Replace(statement), "IN (SELECT value FROM json_each($1))")
	return parameter.ReplaceAllString(statement, "?$1")
}

var (
	parameter = regexp.MustCompile(`\$(\d+)`)
	anyOf     = regexp.MustCompile(`= ANY\((\$\d+)\)`)
	toSQLite  = strings.NewReplacer("sha256(", "(", "GREATEST(", "MAX(", "lastval()", "last_insert_rowid()",
		"= TRUE", "= 1", "= FALSE", "= 0", " FOR UPDATE", "", `'\x01'`, `x'01'`)
)

// now returns the time as the database keeps it.
func (s *Store) now() time.Time {
	now, ahead := s.db.Now()
	return now.Add(-ahead)
}

// stored returns a time as the database keeps it, and told one that it has kept.
func (s *Store) stored(t time.Time) time.Time {
	_, ahead := s.db.Now()
	return t.Add(-ahead)
}

func (s *Store) told(t time.Time) time.Time {
	_, ahead := s.db.Now()
	return t.Add(ahead)
}

// write is Write for what never fails by itself.
func (s *Store) write(ctx context.Context, doing string, do func(Tx)) error {
	err := s.db.Write(ctx, func(t Tx) error {
		do(t)
		return nil
	})
	return s.db.Fail(ctx, doing, err)
}

// writeOnce is Write for what looks first whether it is there already. Where another was
// faster by a hair, it looks again.
func (s *Store) writeOnce(ctx context.Context, do func(Tx) error) error {
	err := s.db.Write(ctx, do)
	if s.db.Taken(err) {
		err = s.db.Write(ctx, do)
	}
	return err
}

// lock makes what else a transaction does wait until no other has the lock.
func (s *Store) lock(t Tx, kind Lock, name string) {
	for _, statement := range s.dialect.Locks[kind] {
		t.Do(statement, name)
	}
}

// ask asks at once.
func ask(t Tx, scan func(Row) error, statement string, args ...any) error {
	t.Ask(scan, statement, args...)
	return t.Now()
}

// has tells, once it was asked, whether a statement selects something.
func has(t Tx, statement string, args ...any) *bool {
	found := new(bool)
	t.Ask(func(Row) error {
		*found = true
		return nil
	}, statement, args...)
	return found
}

// list returns the rows of a statement.
func list[T any](ctx context.Context, s *Store, scan func(Row) (T, error), statement string, args ...any) (all []T, err error) {
	err = s.db.Read(ctx, func(query Query) error {
		all = nil
		return query(collect(&all, scan), statement, args...)
	})
	return all, err
}

// collect appends what scan makes of each row.
func collect[T any](all *[]T, scan func(Row) (T, error)) func(Row) error {
	return func(r Row) error {
		one, err := scan(r)
		*all = append(*all, one)
		return err
	}
}

// one returns the first row of a statement, or none.
func one[T any](ctx context.Context, s *Store, none error, scan func(Row) (T, error), statement string, args ...any) (found T, err error) {
	all, err := list(ctx, s, scan, statement, args...)
	if err == nil && len(all) == 0 {
		err = none
	}
	if err != nil {
		return found, err
	}
	return all[0], nil
}

// scan returns what scans the one column that a statement selects.
func scan[T any](r Row) (one T, err error) {
	err = r.Scan(&one)
	return one, err
}

// orAll makes a LIMIT of a number whose zero means no limit. SQLite reads the number of a bare
// LIMIT ? when it plans, and plans again whenever it is bound: CAST keeps it from that.
func orAll(n int) int64 {
	if n <= 0 {
		return 1 << 62
	}
	return int64(n)
}

// orNever makes NULL of the zero time.
func orNever(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t
}

// orNull makes NULL of no bytes.
func orNull(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return b
}
