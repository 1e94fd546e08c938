package graph

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// Checkpoint is the durable truth of a run.
type Checkpoint struct {
	Run     string          `json:"run"`
	Thread  string          `json:"thread"` // may be empty
	Guest   string          `json:"guest"`
	Graph   string          `json:"graph"`   // name@version
	Version int64           `json:"version"` // grows by one with every Save
	Seq     int64           `json:"seq"`     // of the last event
	Status  Status          `json:"status"`
	Step    int             `json:"step"` // of Next: 1 is the first
	Next    string          `json:"next"` // the node to run, or that asks
	State   json.RawMessage `json:"state"`

	Question *Question `json:"question,omitempty"` // while Waiting
	Deadline time.Time `json:"deadline,omitzero"`  // of Question; zero: none
	Err      string    `json:"err,omitempty"`      // of Failed and Cancelled
	Updated  time.Time `json:"updated"`
}

// Status is how a run stands.
type Status string

// A run is under way, waits for a person, or is over in one of three ways.
const (
	Running   Status = "running"
	Waiting   Status = "waiting"
	Ended     Status = "ended"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// Over reports whether nothing more will happen.
func (s Status) Over() bool { return s == Ended || s == Failed || s == Cancelled }

// Errors that tell a caller how a run stands.
var (
	ErrNotFound = errors.New("no such run")
	ErrConflict = errors.New("another worker has moved this run")
	ErrBusy     = errors.New("the thread has a run under way")
	ErrNoAsk    = errors.New("the run is not waiting for this answer")
	ErrVersion  = errors.New("the run was begun by another version of the graph")

	// ErrUnavailable is of a store that cannot be reached, or takes no more:
	// what was asked of it can be asked again.
	ErrUnavailable = errors.New("the store is unavailable")
)

// Unavailable returns err, in its own words, as one that is ErrUnavailable.
func Unavailable(err error) error { return unavailable{err} }

type unavailable struct{ error }

func (u unavailable) Unwrap() error        { return u.error }
func (u unavailable) Is(target error) bool { return target == ErrUnavailable }

// Store keeps checkpoints and the events that belong to them. A call whose
// context has ended, be it to read, fails and writes nothing. Times come back in UTC, to the microsecond.
// A Store is safe for concurrent use, by many processes if it is shared, and
// keeps neither the checkpoint nor the slice of events that it is given.
type Store interface {
	// Save writes a checkpoint and appends events, both or neither. It is a
	// compare-and-swap: the stored version must be cp.Version-1, and its seq
	// cp.Seq-len(events), else it fails with ErrConflict. Version 1 makes the
	// run; a thread has one run at a time that is not over, and a second is
	// ErrBusy, but any number of runs may belong to no thread. What was said
	// becomes messages of the thread: see event.Messages. Save sets Updated.
	Save(ctx context.Context, cp *Checkpoint, events []event.Event) error

	// AppendEvents appends events to a run that stands at version and whose last
	// event precedes the first of them, else it fails with ErrConflict. With
	// no events it only says that the worker is alive. It too sets Updated.
	AppendEvents(ctx context.Context, run string, version int64, events []event.Event) error

	// Load returns a run's checkpoint, or ErrNotFound.
	Load(ctx context.Context, run string) (*Checkpoint, error)

	// Due returns at most limit runs of the graph that wait and whose deadline
	// is not after now, the most overdue first.
	Due(ctx context.Context, graph string, now time.Time, limit int) ([]string, error)

	// Stalled returns at most limit runs of the graph that are Running and of
	// which nothing was heard since before, the longest silent first.
	Stalled(ctx context.Context, graph string, before time.Time, limit int) ([]string, error)
}
