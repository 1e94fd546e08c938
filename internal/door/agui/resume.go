package agui

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// ResumeAnswer returns the answer that a client gives to a question, or an
// *Error that says why it is none.
//
// When the question is answered already (q.Answer is not nil) and this is the
// same answer, there is no error and nothing to do: the caller streams again
// what followed it. A yes that comes after the deadline is Expired for a client
// that was told of the deadline, and a no for a client that was not. A cancelled
// question is answered with no.
func ResumeAnswer(in *Input, q Question, now time.Time) (graph.Answer, error) {
	a := graph.Answer{Step: q.Step, Value: no(q)}
	if len(in.Resume) != 1 || in.Resume[0].InterruptID != q.ID() {
		return a, &Error{Unknown} // a thread has one question at a time
	}
	late := !q.Deadline.IsZero() && !now.Before(q.Deadline)
	if q.Answer != nil {
		late = q.Answer.TimedOut
	}
	entry := in.Resume[0]
	if entry.Status == Resolved {
		if late && in.ProtocolVersion != "" {
			return a, &Error{Expired}
		}
		if !q.takes(entry.Payload) {
			return a, &Error{BadPayload}
		}
		if !late {
			a.Value = entry.Payload
		}
	}
	if q.Answer != nil && !late && !equal(q, a.Value, q.Answer.Value) {
		return a, &Error{Answered}
	}
	return a, nil
}

// no is the answer of who cancels: to a question that is not about a call, the
// empty one.
func no(q Question) json.RawMessage {
	if q.Call.ID == "" {
		return json.RawMessage(`""`)
	}
	return json.RawMessage(`{"approved":false}`)
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

// equal compares a new answer with one in the log, which is scrubbed. Of a call
// only what an agent heeds counts.
func equal(q Question, given, logged json.RawMessage) bool {
	return bytes.Equal(plain(q, event.Payload(event.Answer, given)), plain(q, logged))
}

// plain writes an answer in one way: fields in order, no spaces.
func plain(q Question, value json.RawMessage) json.RawMessage {
	var v any
	if q.Call.ID != "" {
		var approval struct {
			Approved bool           `json:"approved"`
			Args     map[string]any `json:"editedArgs,omitempty"`
		}
		if json.Unmarshal(value, &approval) != nil {
			return value
		}
		v = approval
	} else if json.Unmarshal(value, &v) != nil {
		return value
	}
	return encode(v)
}
