// Package hook is what surrounds a turn without the specialists knowing of it:
// what is known of the guest comes in before they are asked, and what can be
// learnt is taken after they have answered.
//
// Give a [Hook] the functions you need and put it into the [Chain] of
// maitre.Options, which calls its hooks in order:
//
//	SessionStart   before the first turn of a thread
//	PreQuery       before a turn; what it returns reaches the specialist
//	Tool           while the turn goes on
//	PostResponse   after the answer
//	Feedback       when the guest says what they think of it
//	SessionEnd     when the guest is done
//
// No hook can fail a turn: one that panics, fails or takes longer than its
// budget is left behind with one event.HookError, whose data is a [Trouble], and
// the others still run. What it does once its budget has ended counts no more:
// neither its answer nor its events. For safety that is not good enough: a hook
// that knows what a guest must not be served has Safe, which is asked instead
// of PreQuery, and when that gives no answer either, [Constraints] say so.
//
// A hook is called by many turns at once. It may keep what it is given and
// change it; what it returns or emits it must not change any more.
package hook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/thread"
)

// A Turn is what a hook is told of a guest's message.
type Turn struct {
	Thread  string
	Guest   string
	Run     string // of this turn; with the thread it names it for ever
	Message string // scrubbed
	History []thread.Message
	Time    time.Time

	// Listens says that who answers notes by itself what the guest tells: a model decides.
	Listens bool
}

// A Response is how a turn ended.
type Response struct {
	Text       string // empty: it failed, or the guest hung up
	Specialist string
	Tools      []Tool // used, in order
}

// A Tool is one use of a tool.
type Tool struct {
	Name string
	Err  string // empty: it went well
}

// Feedback is what a guest thinks of an answer.
type Feedback struct {
	Kind Opinion
	Text string // of a correction or preference: what the guest says instead
}

// An Opinion is a kind of feedback.
type Opinion string

// The kinds of feedback.
const (
	Positive   Opinion = "positive"
	Negative   Opinion = "negative"
	Correction Opinion = "correction"
	Preferred  Opinion = "preference"
)

// A Hook is a set of functions that are called around turns; any may be nil.
type Hook struct {
	Name string

	SessionStart func(context.Context, Turn) error
	// PreQuery returns what is known. It must heed its context.
	PreQuery func(context.Context, Turn) (Known, error)
	// PostResponse learns from a turn. What it returns, be it beside an error, is
	// said to the guest after the answer: something the house has to ask.
	PostResponse func(context.Context, Turn, Response) (string, error)
	Feedback     func(context.Context, Turn, Feedback) error
	SessionEnd   func(context.Context, Turn) error
	// Tool hears a tool call, result or error while the turn goes on.
	Tool func(context.Context, Turn, event.Event) error

	// Safe returns what is known for certain to be dangerous for the guest, as
	// far as it can be told at once. It is called when PreQuery gave no answer,
	// and only the Constraints and the People of what it returns count.
	Safe func(context.Context, Turn) Known

	Budgets Budgets // zero: the default ones
}

// Budgets are how long a hook may take. Time in which this process waits for a processor
// does not count.
type Budgets struct {
	PreQuery time.Duration // of PreQuery, SessionStart and Tool: the guest waits for the answer
	Other    time.Duration
}

// The default budgets. A memory takes some milliseconds, but a machine may be busy, and
// a guest whom nobody remembers is worse off than one who waits.
const (
	PreQueryBudget = 500 * time.Millisecond
	OtherBudget    = 5 * time.Second
)

// A Chain is hooks in their order. Whoever runs a graph without a Maitre calls
// PreQuery before the run and PostResponse after it. A hook that panics, fails
// or takes too long is left behind: the log hears of it as an event.HookError,
// if ctx has one (see event.With), and otherwise nobody does.
type Chain []Hook

// Trouble is the data of an event.HookError.
type Trouble struct {
	Hook    string  `json:"hook"`
	Stage   string  `json:"stage"`
	Problem string  `json:"problem"` // timeout, panic or error
	Elapsed float64 `json:"elapsed_ms"`
}

// SessionStart says that a guest has begun to speak.
func (c Chain) SessionStart(ctx context.Context, t Turn) {
	c.tell(ctx, "session_start", t, Hook.wait, func(h Hook) func(context.Context, Turn) error { return h.SessionStart })
}

// SessionEnd says that a guest is done. t has no message.
func (c Chain) SessionEnd(ctx context.Context, t Turn) {
	c.tell(ctx, "session_end", t, Hook.other, func(h Hook) func(context.Context, Turn) error { return h.SessionEnd })
}

// Tool passes on what a tool did.
func (c Chain) Tool(ctx context.Context, t Turn, e event.Event) {
	c.tell(ctx, string(e.Type), t, Hook.wait, func(h Hook) func(context.Context, Turn) error {
		if h.Tool == nil {
			return nil
		}
		heard := e
		heard.Data = slices.Clone(e.Data)
		return func(ctx context.Context, t Turn) error { return h.Tool(ctx, t, heard) }
	})
}

// tell calls what has no answer. It goes on when the guest has hung up.
func (c Chain) tell(ctx context.Context, stage string, t Turn, budget func(Hook) time.Duration, of func(Hook) func(context.Context, Turn) error) {
	for _, h := range c {
		if do := of(h); do != nil {
			own := t.clone()
			_, _ = call(context.WithoutCancel(ctx), h, stage, budget(h), func(ctx context.Context) (struct{}, error) { return struct{}{}, do(ctx, own) })
		}
	}
}

// PreQuery returns what the hooks know of the guest. What Safe says instead of
// one of them stands in the context too, for who goes by prompts alone.
func (c Chain) PreQuery(ctx context.Context, t Turn) Known {
	var all Known
	for _, h := range c {
		if h.PreQuery == nil {
			continue
		}
		own := t.clone()
		known, err := call(ctx, h, "pre_query", h.wait(), func(ctx context.Context) (Known, error) { return h.PreQuery(ctx, own) })
		if err != nil {
			known = h.safe(ctx, t)
		}
		if known.Act != nil {
			known.Acted = true
			if reply, err := call(context.WithoutCancel(ctx), h, "pre_query", h.other(), known.Act); err == nil {
				known.Reply = reply
			}
		}
		all.add(known)
	}
	return all
}

// safe is what remains of PreQuery.
func (h Hook) safe(ctx context.Context, t Turn) Known {
	if h.Safe == nil {
		return Known{}
	}
	own := t.clone()
	k, err := call(ctx, h, "safe", h.other(), func(ctx context.Context) (Known, error) { return h.Safe(ctx, own), nil })
	if err != nil {
		k.Constraints = Constraints{Unknown: true}
	}
	safe := Known{Constraints: k.Constraints, People: k.People}
	if len(k.People) == 0 { // nobody says whose they are
		safe.Context = k.Constraints.text()
	}
	return safe
}

// PostResponse says how a turn has ended, and returns what is to be said to the
// guest besides.
func (c Chain) PostResponse(ctx context.Context, t Turn, r Response) (more string) {
	for _, h := range c {
		if h.PostResponse == nil {
			continue
		}
		own, resp := t.clone(), r
		resp.Tools = slices.Clone(r.Tools)
		text, _ := call(context.WithoutCancel(ctx), h, "post_response", h.other(), func(ctx context.Context) (string, error) { return h.PostResponse(ctx, own, resp) })
		more = join(more, text)
	}
	return more
}

// Feedback passes on what the guest thinks of a turn. Unlike the others it
// says what went wrong: the guest asked for nothing else.
func (c Chain) Feedback(ctx context.Context, t Turn, f Feedback) error {
	var errs []error
	for _, h := range c {
		if h.Feedback == nil {
			continue
		}
		own := t.clone()
		_, err := call(ctx, h, "feedback", h.other(), func(ctx context.Context) (struct{}, error) { return struct{}{}, h.Feedback(ctx, own, f) })
		if err != nil {
			errs = append(errs, fmt.Errorf("%s did not take the feedback: %w", h.Name, err))
		}
	}
	return errors.Join(errs...)
}

// clone returns a turn for one hook to keep, even when it is left behind.
func (t Turn) clone() Turn {
	t.History = slices.Clone(t.History)
	return t
}

func (h Hook) wait() time.Duration  { return cmp.Or(h.Budgets.PreQuery, PreQueryBudget) }
func (h Hook) other() time.Duration { return cmp.Or(h.Budgets.Other, OtherBudget) }
