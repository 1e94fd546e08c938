package memory

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// Store keeps memories. The truth is the log: what happens to a memory is
// appended to it as events, and a memory's [Row] is no more than what they add
// up to, kept so that nobody has to add it up again. Both change in one
// transaction.
//
// Owner is the guest a memory is of, or "" for those of the house, which are
// sealed with nothing. A guest's rows, and events that are about a memory, are
// sealed with the guest's key and a salt of that memory, so that either can be
// forgotten. A Store is safe for concurrent use, by many processes if it is
// shared.
type Store interface {
	// Memories returns the owner's rows that have changed after a revision.
	Memories(ctx context.Context, owner string, after int64) (Page, error)

	// Learn calls decide with what Memories would return, in a transaction
	// beside which no other Learn or Purge of the owner runs, and writes what
	// it returns: entries become the events 1, 2, 3… of the lesson's run, rows
	// replace those of the same id or are new. It returns the page that
	// Memories would return afterwards, for the same revision; or none, if
	// something was dropped: then read again. If decide fails, or returns
	// nothing, nothing is written.
	//
	// A lesson is learnt once: if there are events of its run, Learn fails with
	// ErrLearnt and does not call decide. It may call decide more than once if
	// the database asks for another try, and only the last counts.
	Learn(ctx context.Context, l Lesson, decide func(Page) (Notes, error)) (Page, error)

	// Purge forgets memories, or (ids nil) all of the owner's, for good: their
	// rows and salts are destroyed, and what events say of them becomes
	// {"forgotten":true}. Ids that are not there are no error.
	Purge(ctx context.Context, owner string, ids []string) error

	// Owners returns at most limit owners that have rows, in order, after one.
	Owners(ctx context.Context, after string, limit int) ([]string, error)

	// Rebuild replaces all rows of all owners with those that fold makes of
	// each memory's events, in the order of the log; memories of which every
	// event is forgotten are none. It is one transaction, and no Learn runs
	// beside it. Revisions grow, so that no cached page outlives it.
	Rebuild(ctx context.Context, fold func(owner, id string, events []event.Event) (Row, error)) error
}

// A Row is one memory as a Store keeps it.
type Row struct {
	ID   string
	Body json.RawMessage
}

// A Page is what has changed of an owner's rows after a revision.
type Page struct {
	Rev  int64 // that it leads to: 0 is of an owner nothing was ever written of
	All  bool  // the rows are all there are, not only those that changed
	Rows []Row // by id
}

// A Lesson is why something is written: one turn, one vote, one order. Its Run
// names it for ever.
type Lesson struct {
	Owner  string
	Run    string
	Thread string // may be empty
	After  int64  // the revision that the caller knows
}

// Notes are what a lesson writes.
type Notes struct {
	Entries []Entry
	Rows    []Row
	// Drop are memories that are over: their rows and salts are removed in the
	// lesson's transaction, but not, as Purge does, at once from the disk.
	Drop []string
}

// An Entry becomes an event of the log.
type Entry struct {
	Memory string // that it is about and is sealed with; empty: none
	Type   event.Type
	Time   time.Time
	Data   json.RawMessage
}

// ErrLearnt is of a lesson that was learnt before.
var ErrLearnt = errors.New("this was learnt before")
