package house

import (
	"context"
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

func (j *Journal) entries() shelf[Entry] { return shelf[Entry]{store: j.Store, space: "journal"} }

// Add writes a change down.
func (j *Journal) Add(ctx context.Context, e Entry) error {
	const keeps, maxNote = 5000, 300 // changes, characters
	e.At = time.Now().UTC().Truncate(time.Millisecond)
	if note := []rune(e.Note); len(note) > maxNote {
		e.Note = string(note[:maxNote]) + "…"
	}
	if err := j.entries().put(ctx, thread.NewID(), "", e, keeps); err != nil {
		return fmt.Errorf("writing down a change of the house: %w", err)
	}
	return nil
}

// Last returns the last changes, the newest first, at most limit.
func (j *Journal) Last(ctx context.Context, limit int) ([]Entry, error) {
	_, all, _, err := j.entries().all(ctx, 0)
	slices.Reverse(all)
	return append([]Entry{}, all[:min(len(all), limit)]...), err
}
