// Package event is the vocabulary of the log that maitre keeps of everything
// that happens in a run: an append-only list of [Event] values, in order, from
// which the stream a client sees, the trace, the metrics and the replay are
// read.
package event

import (
	"context"
	"encoding/json"
	"time"
)

// Event is one thing that happened in a run. Seq counts 1, 2, 3… within the
// run, without a gap. Step is the graph's step it happened in; when a step is
// started again, after a crash, what its first try had appended is void: see
// [Fold].
type Event struct {
	Run    string          `json:"run"`
	Seq    int64           `json:"seq"`
	Thread string          `json:"thread"`
	Guest  string          `json:"guest"`
	Step   int             `json:"step"`
	Type   Type            `json:"type"`
	Time   time.Time       `json:"time"`
	Data   json.RawMessage `json:"data,omitempty"` // scrubbed: see Payload
}

// Type says what happened.
type Type string

// What surrounds a run.
const (
	SessionStart Type = "session_start" // the thread's first turn
	SessionEnd   Type = "session_end"
	PreQuery     Type = "pre_query"     // the guest's message
	PostResponse Type = "post_response" // the answer
	Scene        Type = "scene"         // what tools of a specialist's graph may know of the conversation: Data is a scene.Scene
	Feedback     Type = "feedback_received"
)

// What a run does.
const (
	RunStart  Type = "run_start"
	RunEnd    Type = "run_end" // ended, failed or cancelled: Data says how
	StepStart Type = "step_start"
	StepEnd   Type = "step_end"
	Question  Type = "question" // the run waits for a person
	Answer    Type = "answer"   // and goes on: an answer, or the deadline
	Decision  Type = "decision" // a task was decided: by whom, why, at what cost
	ModelCall Type = "model_call"
	Text      Type = "text"      // words for the guest
	UI        Type = "ui"        // a component for the guest
	Retrieved Type = "retrieved" // a search and the tries it took
	Guarded   Type = "guarded"   // an answer was held to the facts: Data is a Guard
)

// What tools do.
const (
	ToolCall   Type = "tool_call"
	ToolResult Type = "tool_result"
	ToolError  Type = "tool_error"
)

// What memory does.
const (
	MemoryRetrieved Type = "memory_retrieved"
	MemoryCandidate Type = "memory_candidate"
	MemoryRejected  Type = "memory_rejected"
	MemorySaved     Type = "memory_saved"   // or said again
	MemoryVoted     Type = "memory_voted"   // surer, or less sure
	MemoryKept      Type = "memory_kept"    // beyond its session: the guest has agreed
	MemoryRetired   Type = "memory_retired" // it no longer holds: Data says why
	FeedbackAsked   Type = "feedback_asked"
)

// HookError says that a hook was left behind: see package hook.
const HookError Type = "hook_error"

// Log is where events are read. They are appended through graph.Store, together
// with the checkpoint they belong to.
type Log interface {
	// Events returns a run's events after a sequence number, in order, at most
	// limit (0: all).
	Events(ctx context.Context, run string, after int64, limit int) ([]Event, error)

	// Runs returns a thread's runs, the oldest first, with those that have no
	// events yet.
	Runs(ctx context.Context, thread string) ([]string, error)

	// All returns events of all runs after a cursor ("" is the beginning), at
	// most limit, and the cursor to go on with. Whoever reads from cursor to
	// cursor sees every event once, however late its transaction committed. A
	// cursor outlives Prune.
	All(ctx context.Context, after string, limit int) ([]Event, string, error)

	// Prune removes the events and checkpoints of runs that were over before a
	// time, and returns how many events. Nothing else does, but for what a guest
	// wants deleted or forgotten.
	Prune(ctx context.Context, before time.Time) (int, error)
}

// Each reads a log from after a cursor to its end, and returns the cursor of where it is then.
func Each(ctx context.Context, log Log, after string, hear func(Event)) (cursor string, err error) {
	for {
		events, next, err := log.All(ctx, after, 1000)
		if err != nil || len(events) == 0 {
			return after, err
		}
		for _, e := range events {
			hear(e)
		}
		after = next
	}
}

// Read decodes an event's data. What does not fit is left out: the log may have been
// written by an older version, and of who was forgotten nothing is left.
func Read[T any](e Event) (v T) {
	_ = json.Unmarshal(e.Data, &v)
	return v
}

// Fold returns the events of a run that count: of a step that was started
// again, only what its last try appended. It keeps the order and reuses the
// slice.
func Fold(events []Event) []Event {
	kept := events[:0]
	started := -1 // where the step under way begins in kept
	for _, e := range events {
		if e.Type == StepStart {
			if started >= 0 && kept[started].Step == e.Step {
				kept = kept[:started]
			}
			started = len(kept)
		}
		kept = append(kept, e)
	}
	return kept
}
