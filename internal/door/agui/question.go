package agui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// Question is a question of a run, as the log has it.
type Question struct {
	Run  string // of the log
	Step int
	Seq  int64 // of its event: the client's next run begins after it
	graph.Question
	Deadline time.Time     // zero: none
	Answer   *graph.Answer // nil while it is open

	about
}

// about is what the question's data say.
type about struct {
	Call            llm.ToolCall `json:"toolCall"` // that it is about, if any
	SilenceMeansYes bool
	Choose          string // the argument that the options are for; empty: the one that holds one of them
}

// Questions returns the questions of a run, in order, from its events.
func Questions(events []event.Event) []Question {
	var all []Question
	for _, ev := range events {
		switch ev.Type {
		case event.Question:
			all = append(all, questionOf(ev))
		case event.Answer:
			if len(all) > 0 {
				a := event.Read[graph.Answer](ev)
				all[len(all)-1].Answer = &a
			}
		}
	}
	return all
}

func questionOf(ev event.Event) Question {
	q := Question{Run: ev.Run, Step: ev.Step, Seq: ev.Seq, Question: event.Read[graph.Question](ev)}
	q.Deadline = event.Read[struct{ Deadline time.Time }](ev).Deadline
	if q.about = event.Read[about](event.Event{Data: q.Data}); q.Call.Name == "" {
		q.Call = llm.ToolCall{}
	}
	return q
}

// args returns the call's arguments as JSON.
func (q Question) args() json.RawMessage {
	if json.Valid([]byte(q.Call.Args)) {
		return json.RawMessage(q.Call.Args)
	}
	return encode(q.Call.Args)
}

// ID is the interrupt's.
func (q Question) ID() string { return fmt.Sprintf("%s-q%d", q.Run, q.Step) }

// ParseInterrupt returns the run of the log and the step of the question that
// an interrupt's id names. That both exist, and whose they are, is not known.
func ParseInterrupt(id string) (run string, step int, err error) {
	i := strings.LastIndex(id, "-q")
	if i < 1 {
		return "", 0, &Error{Unknown}
	}
	if step, err = strconv.Atoi(id[i+2:]); err != nil || step < 1 {
		return "", 0, &Error{Unknown}
	}
	return id[:i], step, nil
}

// Interrupt is a question as the protocol has it.
type Interrupt struct {
	ID             string             `json:"id"`
	Reason         string             `json:"reason"` // tool_call, or input_required
	Message        string             `json:"message,omitempty"`
	ToolCallID     string             `json:"toolCallId,omitempty"`
	ResponseSchema *jsonschema.Schema `json:"responseSchema"`
	ExpiresAt      string             `json:"expiresAt,omitempty"`
	Metadata       struct {
		Maitre Terms `json:"maitre"`
	} `json:"metadata"` // that our own client knows beyond the protocol
}

// Terms are what becomes of a question that is not answered, the answers to
// offer, and the language to offer them in: the question's own, if it can be told.
type Terms struct {
	Deadline       string         `json:"deadline,omitempty"`
	TimeoutSeconds float64        `json:"timeoutSeconds,omitempty"`
	OnTimeout      string         `json:"onTimeout,omitempty"` // decline or approve
	Options        []graph.Option `json:"options,omitempty"`
	Language       lang.Language  `json:"language,omitempty"`
}

// Interrupt returns the question for a client. With expiry it says when it
// expires: see Encoder.Expiry.
func (q Question) Interrupt(expiry bool) Interrupt {
	i := Interrupt{ID: q.ID(), Reason: "tool_call", Message: q.Text, ToolCallID: q.Call.ID, ResponseSchema: q.schema()}
	if q.Call.ID == "" {
		i.Reason = "input_required"
	}
	terms := &i.Metadata.Maitre
	terms.Options = q.Options
	terms.Language, _ = lang.Detect(q.Text)
	if q.Deadline.IsZero() {
		return i
	}
	terms.Deadline, terms.TimeoutSeconds, terms.OnTimeout = stamp(q.Deadline), q.Timeout.Seconds(), "decline"
	if q.SilenceMeansYes {
		terms.OnTimeout = "approve"
	}
	if expiry {
		i.ExpiresAt = terms.Deadline
	}
	return i
}

// PendingInterrupts returns the question that the run of these events waits
// with, as its stream had it, with the deadline of the checkpoint. It is never nil.
func PendingInterrupts(events []event.Event, cp *graph.Checkpoint, expiry bool) []Interrupt {
	e := fold(events)
	if e.question == nil || e.end != nil {
		return []Interrupt{}
	}
	e.Expiry = expiry
	e.question.Renew(cp)
	return []Interrupt{e.interrupt()}
}

// Renew takes the time for an answer from the run's checkpoint, if it still
// waits with this question: a guest may have extended it.
func (q *Question) Renew(cp *graph.Checkpoint) {
	if cp.Status == graph.Waiting && cp.Step == q.Step {
		q.Deadline, q.Timeout = cp.Deadline, cp.Question.Timeout
	}
}

// schema says what an answer is: for a tool call whether it may be made, and
// changes to its arguments. Where the question offers values for an argument,
// it is one of them.
func (q Question) schema() *jsonschema.Schema {
	var values []any
	for _, o := range q.Options {
		values = append(values, o.Value)
	}
	if q.Call.ID == "" { // anything, where nothing is offered
		return &jsonschema.Schema{Description: "the answer", Enum: values}
	}
	edited := &jsonschema.Schema{Type: "object", Description: "changes to the arguments of the call"}
	if name := q.chosen(); name != "" && len(values) > 0 {
		edited.Properties = map[string]*jsonschema.Schema{name: {Type: "string", Enum: values}}
		edited.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
	}
	return &jsonschema.Schema{
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"approved": {Type: "boolean"}, "editedArgs": edited},
		Required:   []string{"approved"},
	}
}

// chosen returns the argument that the options are for, if there is one.
func (q Question) chosen() string {
	if q.Choose != "" {
		return q.Choose
	}
	var args map[string]any
	_ = json.Unmarshal([]byte(q.Call.Args), &args) // none where they cannot be read
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if slices.ContainsFunc(q.Options, func(o graph.Option) bool { return o.Value == args[name] }) {
			return name
		}
	}
	return ""
}

// ResumeAnswer returns the answer that a client gives to a question, or an
// *Error that says why it is none.
//
// When the question is answered already (q.Answer is not nil) and this is the
// same answer, there is no error and nothing to do: the caller streams again
// what followed it. A yes that comes after the deadline is Expired for a client
// that was told of the deadline, and a no for a client that was not. A cancelled
// question is answered with no.
func ResumeAnswer(in *Input, q Question, now time.Time) (graph.Answer, error) {
	a := graph.Answer{Step: q.Step, Value: json.RawMessage(`{"approved":false}`)}
	if q.Call.ID == "" {
		a.Value = json.RawMessage(`""`)
	}
	if len(in.Resume) != 1 || in.Resume[0].InterruptID != q.ID() {
		return a, &Error{Unknown} // a thread has one question at a time
	}
	late := !q.Deadline.IsZero() && !now.Before(q.Deadline)
	if q.Answer != nil {
		late = q.Answer.TimedOut
	}
	if entry := in.Resume[0]; entry.Status == Resolved {
		switch {
		case late && in.ProtocolVersion != "":
			return a, &Error{Expired}
		case !q.takes(entry.Payload):
			return a, &Error{BadPayload}
		case !late:
			a.Value = entry.Payload
		}
	}
	if q.Answer != nil && !late && !bytes.Equal(q.plain(event.Payload(event.Answer, a.Value)), q.plain(q.Answer.Value)) { // the log's is scrubbed
		return a, &Error{Answered}
	}
	return a, nil
}

// takes reports whether a payload fits the question's schema.
func (q Question) takes(payload json.RawMessage) bool {
	resolved, err := q.schema().Resolve(nil)
	if err != nil {
		return false
	}
	var v any
	return json.Unmarshal(payload, &v) == nil && resolved.Validate(v) == nil
}

// approved reports whether an answer lets the call be made.
func (q Question) approved(a graph.Answer) bool {
	if a.TimedOut {
		return q.SilenceMeansYes
	}
	var approval agent.Approval
	return json.Unmarshal(a.Value, &approval) == nil && approval.Approved
}

// plain writes an answer in one way: fields in order, no spaces. Of a call only what an
// agent heeds counts.
func (q Question) plain(value json.RawMessage) json.RawMessage {
	var v any
	var approval struct {
		Approved bool           `json:"approved"`
		Args     map[string]any `json:"editedArgs,omitempty"`
	}
	if q.Call.ID != "" && json.Unmarshal(value, &approval) == nil {
		return encode(approval)
	}
	if json.Unmarshal(value, &v) != nil {
		return value
	}
	return encode(v)
}
