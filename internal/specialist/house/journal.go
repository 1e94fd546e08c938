package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/thread"
)

// Entry is a change of the house by one of its people, such as a link that was revoked.
type Entry struct {
	At   time.Time `json:"at"`
	By   string    `json:"by"`             // the name of a token, or whose it is, or CommandLine
	Role string    `json:"role,omitempty"` // owner or staff
	Did  string    `json:"did"`            // the route or the command: POST /api/v1/links, maitre link
	Of   string    `json:"of,omitempty"`   // the id of what was changed
	Note string    `json:"note,omitempty"`
}

// Journal is the list of who changed what in a house, in a store that all workers share.
type Journal struct{ Store semcache.Store }

// CommandLine is who changes a house by a command.
const CommandLine = "command line"

const (
	journalSpace = "journal"
	journalKeeps = 5000 // changes
	maxNote      = 300  // characters
)

// Add writes a change down.
func (j *Journal) Add(ctx context.Context, e Entry) error {
	e.At = time.Now().UTC().Truncate(time.Millisecond)
	if note := []rune(e.Note); len(note) > maxNote {
		e.Note = string(note[:maxNote]) + "…"
	}
	raw, err := json.Marshal(e)
	if err != nil {
		return err
	}
	err = j.Store.CachePut(ctx, journalSpace, semcache.Entry{Key: thread.NewID(), Value: raw, Made: e.At}, journalKeeps)
	if err != nil {
		return fmt.Errorf("writing down a change of the house: %w", err)
	}
	return nil
}

// Last returns the last changes, the newest first, at most limit.
func (j *Journal) Last(ctx context.Context, limit int) ([]Entry, error) {
	keys, err := j.Store.CacheAfter(ctx, journalSpace, 0, 0)
	if err != nil {
		return nil, err
	}
	all := []Entry{}
	for _, k := range slices.Backward(keys) {
		var e Entry
		err := fetch(ctx, j.Store, journalSpace, k.Key, &e)
		switch {
		case errors.Is(err, semcache.ErrNone): // meanwhile
		case err != nil:
			return nil, err
		default:
			all = append(all, e)
		}
		if len(all) == limit {
			break
		}
	}
	return all, nil
}
