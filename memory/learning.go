package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
)

// Feedback moves the confidence of the memories that an answer used: praise
// adds 0.6 to what speaks for them, blame 1 to what speaks against them, shared
// among them. Allergies are left alone: they change by correction or forgetting
// only. A correction or a preference is also learnt, as if it had been said in
// a turn, and what it corrects loses 4 and is superseded.
//
// An opinion of a kind counts once for a turn.
func (b *Book) Feedback(ctx context.Context, t hook.Turn, f hook.Feedback) error {
	if t.Guest == "" {
		return errors.New("feedback needs a guest")
	}
	if !slices.Contains([]hook.Opinion{hook.Positive, hook.Negative, hook.Correction, hook.Preferred}, f.Kind) {
		return fmt.Errorf("feedback is positive, negative, correction or preference, not %q", f.Kind)
	}
	events, err := b.o.Log.Events(ctx, t.Run, 0, 0)
	if err != nil {
		return err
	}
	if len(events) == 0 || slices.ContainsFunc(events, func(e event.Event) bool { return e.Guest != t.Guest }) {
		return errors.New("there is no such turn of this guest")
	}
	var found []Candidate
	if text := strings.TrimSpace(f.Text); text != "" && (f.Kind == hook.Correction || f.Kind == hook.Preferred) {
		found = heard(nil, text)
	}
	return b.learn(ctx, lesson(t, string(f.Kind)), t.Time, func(d *draft) {
		d.tell(event.Feedback, map[string]string{"kind": string(f.Kind), "run": t.Run})
		for _, c := range found {
			d.take(c, t, Setting{Said: f.Text})
		}
		d.vote(usedIn(events), f.Kind)
	})
}

// vote shares an opinion among memories.
func (d *draft) vote(ids []string, o hook.Opinion) {
	moved := d.which(func(m *Memory) bool { return slices.Contains(ids, m.ID) && m.Retired == "" && m.votable() })
	for _, m := range moved {
		n := int64(len(moved))
		switch o {
		case hook.Positive:
			d.change(event.MemoryVoted, Change{ID: m.ID, Alpha: praise / n, Why: string(o)})
		case hook.Negative:
			d.change(event.MemoryVoted, Change{ID: m.ID, Beta: blame / n, Why: string(o)})
		}
	}
}

// votable reports whether votes move a memory.
func (m *Memory) votable() bool { return !m.fixed() && m.For == ForUser }

// How often a guest may be asked for feedback, and how doubtful a memory must
// be for an answer to tell something.
const (
	askEvery = 7 * 24 * time.Hour
	doubtful = 0.80
)

// maybeAsk asks with an event what the guest thinks of an answer, when that will change what
// the house does next: a tool has failed, or the answer used a memory that is doubtful and
// that votes can move. Never more than once a week, and never of small talk.
func (b *Book) maybeAsk(ctx context.Context, t hook.Turn, r hook.Response, own *Set) error {
	was := own.asked("feedback", "")
	if t.Guest == "" || r.Text == "" || r.Specialist == "chat" || was != nil && t.Time.Sub(was.Last) < askEvery {
		return nil
	}
	doubt := func(m *Memory) bool { return m.votable() && m.Confidence() < doubtful }
	worth := slices.ContainsFunc(r.Tools, func(t hook.Tool) bool { return t.Err != "" })
	if !worth && own.any(doubt) { // did the answer use it?
		events, err := b.o.Log.Events(ctx, t.Run, 0, 0)
		if err != nil {
			return err
		}
		worth = slices.ContainsFunc(usedIn(events), func(id string) bool {
			m := own.get(id)
			return m != nil && doubt(m)
		})
	}
	if !worth {
		return nil
	}
	err := b.learn(ctx, lesson(t, "ask"), t.Time, func(d *draft) {
		if was := d.asked("feedback", ""); was != nil {
			d.change(event.MemorySaved, Change{ID: was.ID, Session: t.Thread})
		} else {
			d.note("feedback", "", "asked", t)
		}
	})
	if err == nil {
		event.Emit(ctx, event.FeedbackAsked, nil)
	}
	return err
}

// used is the data of memory_retrieved.
type used struct {
	IDs   []string `json:"ids"`
	Runes int      `json:"characters"`
	// Constraints are how many there are, not what: that is in the memories.
	Constraints int `json:"constraints"`
}

// usedIn returns the ids of the memories that a turn used, by its events.
func usedIn(events []event.Event) (ids []string) {
	for _, e := range events {
		var u used
		if e.Type == event.MemoryRetrieved && json.Unmarshal(e.Data, &u) == nil {
			ids = append(ids, u.IDs...)
		}
	}
	return ids
}
