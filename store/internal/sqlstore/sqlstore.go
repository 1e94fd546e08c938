// Package sqlstore is what the stores on SQLite and PostgreSQL have in common:
// statements, and what becomes of their rows. Each store brings a [DB], which
// knows how to connect, commit, retry and tell what went wrong.
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
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/internal/tail"
	"github.com/maitre-dev/maitre/thread"
)

// Store has the methods that stores share.
type Store struct {
	db   DB
	tail *tail.Tail
}

// New returns what stores share, on a database whose events are followed by t.
func New(db DB, t *tail.Tail) Store {
	s := &Store{db, t}
	t.Look, t.Missing = s.lastEvents, graph.ErrNotFound
	return *s
}

// All is what a store does, besides keeping accounts.
type All interface {
	thread.Store
	graph.Store
	event.Log
	event.Tail
	retrieve.Store
	semcache.Store
	memory.Store
	token.Store
}

// Standing are errors that tell how a thread, a run or the like stands. They say
// nothing of the database.
var Standing = []error{
	thread.ErrNotFound, graph.ErrNotFound, graph.ErrConflict, graph.ErrBusy, semcache.ErrNone, memory.ErrLearnt, token.ErrNotFound,
}

// DB is an open database.
type DB interface {
	// Read calls do, and again if the connection breaks.
	Read(ctx context.Context, do func(Query) error) error

	// Write calls do in a transaction, and again if the connection breaks: do
	// must write what may be written twice. When do or a statement fails, nothing
	// is written.
	Write(ctx context.Context, do func(Tx) error) error

	// WriteAlone is Write for what takes long: nobody else changes memories
	// meanwhile, and do is called once.
	WriteAlone(ctx context.Context, do func(Tx) error) error

	// Fail says what was being done when err happened, and to which database.
	Fail(ctx context.Context, doing string, err error) error

	// Erase makes sure that what was deleted is in no file any more: of tables
	// whose every byte matters, and of tables of what is sealed.
	Erase(ctx context.Context, copied, swept []string) error

	// Tidy does the same of a small table as well as it can without waiting long.
	Tidy(ctx context.Context, table string)

	// Clock returns the time here, and translates between it and the time that
	// the database keeps.
	Clock() Clock
}

// Clock is of a database whose machine may have another time than this one.
type Clock interface {
	Now() time.Time
	Stored(time.Time) time.Time
	Told(time.Time) time.Time
}

// Query calls scan with each row of a statement, whose parameters are $1, $2….
type Query func(scan func(Row) error, statement string, args ...any) error

// Row is scanned to pointers: to strings, numbers, bytes, bools, [Raw] and [Time].
type Row interface{ Scan(into ...any) error }

// Tx is a transaction under way. Arguments are strings, int64, bytes, times,
// texts, [Raw] and nil. After a statement that failed none is run, and the transaction
// fails with its error.
type Tx interface {
	// Do runs a statement. It may be sent later, with others or with the commit,
	// and may be called while Each calls scan.
	Do(statement string, args ...any)

	// Count is Do, and sets n to the number of rows that were changed, not later
	// than the commit.
	Count(n *int64, statement string, args ...any)

	// Lock makes the transaction wait until no other has the same lock.
	Lock(lock Lock, name string)

	// AllowRemoval lets the transaction remove events, which otherwise stay.
	AllowRemoval()

	// Each runs a statement at once and calls scan with each row.
	Each(scan func(Row) error, statement string, args ...any) error
}

// Lock is what a transaction has to itself.
type Lock int

// Locks are of what is said in a thread, of the memories of an owner, and of all
// that is written for a guest.
const (
	Thread Lock = iota
	Owner
	Guest
)

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
	toSQLite  = strings.NewReplacer("sha256(", "(", "GREATEST(", "MAX(", "= TRUE", "= 1", "= FALSE", "= 0", " FOR UPDATE", "", `'\x01'`, `x'01'`)
)

// write is Write for what never fails by itself.
func (s *Store) write(ctx context.Context, doing string, do func(Tx)) error {
	err := s.db.Write(ctx, func(t Tx) error {
		do(t)
		return nil
	})
	return s.db.Fail(ctx, doing, err)
}

// List returns the rows of a statement.
func List[T any](ctx context.Context, s *Store, scan func(Row) (T, error), statement string, args ...any) (all []T, err error) {
	err = s.db.Read(ctx, func(query Query) error {
		all, err = collect(query, scan, statement, args...)
		return err
	})
	return all, err
}

func collect[T any](query Query, scan func(Row) (T, error), statement string, args ...any) (all []T, err error) {
	err = query(func(r Row) error {
		one, err := scan(r)
		all = append(all, one)
		return err
	}, statement, args...)
	return all, err
}

func scanText(r Row) (text string, err error) {
	err = r.Scan(&text)
	return text, err
}

// OrAll makes a LIMIT of a number whose zero means no limit. SQLite reads the number of a bare
// LIMIT ? when it plans, and plans again whenever it is bound: CAST keeps it from that.
func OrAll(n int) int64 {
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

// OrNull makes NULL of no bytes.
func OrNull(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return b
}
