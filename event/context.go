package event

import "context"

type emitKey struct{}

// With returns a context under which Emit reaches emit: so that what happens
// deep inside a step, such as a call to a model, gets into the run's log.
func With(ctx context.Context, emit func(Type, any)) context.Context {
	return context.WithValue(ctx, emitKey{}, emit)
}

// Emit appends an event to the run that ctx belongs to. Outside a run it does
// nothing.
func Emit(ctx context.Context, t Type, data any) {
	if emit, ok := ctx.Value(emitKey{}).(func(Type, any)); ok {
		emit(t, data)
	}
}

// Words is what a Text event carries: a piece of the answer. Restart withdraws
// the pieces before it.
type Words struct {
	Text    string `json:"text"`
	Restart bool   `json:"restart,omitempty"`
}

// Guard is what Guarded carries: what became of an answer, kept, repaired,
// retried or replaced, and the kinds of what was wrong with it.
type Guard struct {
	Outcome string   `json:"outcome"`
	Kinds   []string `json:"kinds,omitempty"`
	What    []string `json:"what,omitempty"`   // each thing that was wrong
	Unsent  string   `json:"unsent,omitempty"` // an answer that was not sent
}

// Stands reports whether a model's words are the answer.
func (g Guard) Stands() bool { return g.Outcome == "kept" || g.Outcome == "repaired" }

// Call is what ToolCall, ToolResult and ToolError carry.
type Call struct {
	ID     string  `json:"id"` // of the tool call
	Tool   string  `json:"tool"`
	Input  any     `json:"input,omitempty"`
	Output any     `json:"output,omitempty"`
	Err    string  `json:"error,omitempty"`
	Cause  string  `json:"cause,omitempty"` // what neither model nor guest is told: of a panic, or why a result was not shown
	MS     float64 `json:"execution_time_ms,omitempty"`
	Cache  string  `json:"cache_status,omitempty"` // CACHE_HIT, CACHE_STALE, CACHE_MISS
}
