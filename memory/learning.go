package memory

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
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
		found = detect(hook.Turn{}, nil, text)
	}
	return b.learn(ctx, Lesson{Owner: t.Guest, Run: t.Run + "~" + string(f.Kind), Thread: t.Thread}, t.Time, func(d *draft) {
		d.tell(event.Feedback, map[string]string{"kind": string(f.Kind), "run": t.Run})
		d.take(found, t, f.Text, false)
		d.vote(usedIn(events), f.Kind)
	})
}

// vote shares an opinion among memories.
func (d *draft) vote(ids []string, o hook.Opinion) {
	var moved []*Memory
	for _, id := range ids {
		if m := d.of(id); m != nil && !slices.Contains(moved, m) && m.Retired == "" && !m.fixed() && m.For == ForUser {
			moved = append(moved, m)
		}
	}
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

// How often a guest may be asked for feedback, and how doubtful a memory must
// be for an answer to tell something.
const (
	askEvery = 7 * 24 * time.Hour
	doubtful = 0.80
)

// worthAsking is the rule by which the house asks what the guest thinks of an
// answer: when the answer will change what it does next. That is when a tool
// has failed, or the answer used a memory that is doubtful and that votes can
// move. Never more than once a week, and never of small talk.
func worthAsking(usedMemories iter.Seq[*Memory], r hook.Response, last time.Time, now time.Time) bool {
	if now.Sub(last) < askEvery || r.Text == "" || r.Specialist == "chat" {
		return false
	}
	for m := range usedMemories {
		if !m.fixed() && m.For == ForUser && m.Confidence() < doubtful {
			return true
		}
	}
	return slices.ContainsFunc(r.Tools, func(t hook.Tool) bool { return t.Err != "" })
}

// maybeAsk asks for feedback with an event if it is worth it.
func (b *Book) maybeAsk(ctx context.Context, t hook.Turn, r hook.Response, own *Set) error {
	if t.Guest == "" || r.Specialist == "chat" {
		return nil
	}
	var last time.Time
	if m := own.asked("feedback"); m != nil {
		last = m.Last
	}
	if !worthAsking(maps.Values(own.all), r, last, t.Time) { // whichever it used
		return nil
	}
	events, err := b.o.Log.Events(ctx, t.Run, 0, 0)
	if err != nil {
		return err
	}
	var with []*Memory
	for _, id := range usedIn(events) {
		if m := own.all[id]; m != nil {
			with = append(with, m)
		}
	}
	if !worthAsking(slices.Values(with), r, last, t.Time) {
		return nil
	}
	err = b.learn(ctx, Lesson{Owner: t.Guest, Run: t.Run + "~ask", Thread: t.Thread}, t.Time, func(d *draft) {
		if was := d.asked("feedback", ""); was != nil {
			d.change(event.MemorySaved, Change{ID: was.ID, Session: t.Thread})
		} else {
			d.note("feedback", "asked", t)
		}
	})
	if err == nil {
		event.Emit(ctx, event.FeedbackAsked, nil)
	}
	return err
}
