// Package agui speaks AG-UI 1.0, the protocol by which chat clients talk to
// agents: it reads what a client sends ([Decode]) and translates what happens
// in a run, as the log has it, into the frames of a stream of server-sent
// events ([Encoder]).
//
//	enc := agui.Encoder{Thread: in.ThreadID, Run: in.RunID, Expiry: in.ProtocolVersion != ""}
//	for each event of the run, from its first one, in order {
//		for _, f := range enc.Event(e) {
//			b = f.Append(b)
//		}
//	}
//	for _, f := range enc.End() { … } // once the run and its hooks are over
//
// The frames of a run depend on its events only, so their numbers are the same
// whenever and wherever they are made. A client that comes back with the
// Last-Event-ID 17 is given the frames after the 17th: set AfterFrame, and
// feed the Encoder from the beginning.
//
// One run of ours may be several of the client's: a question ends a run of
// theirs, and the answer begins another. Theirs begins after the question's
// event: set AfterSeq.
package agui

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

// Version is the protocol's version that RUN_STARTED declares.
const Version = "1.0"

// Types of the events that end a run.
const (
	RunFinished = "RUN_FINISHED"
	RunError    = "RUN_ERROR"
)

// Frame is one event of the stream.
type Frame struct {
	ID   int64           // counts 1, 2, 3… in a run of the log; 0: it has none
	Type string          // TEXT_MESSAGE_CONTENT…
	Data json.RawMessage // on one line
}

// Append appends the frame as it is sent.
func (f Frame) Append(b []byte) []byte {
	if f.ID > 0 {
		b = append(strconv.AppendInt(append(b, "id: "...), f.ID, 10), '\n')
	}
	b = append(append(b, "data: "...), f.Data...)
	return append(b, "\n\n"...)
}

// ParseID reads a Last-Event-ID. None is 0, which is before all frames.
func ParseID(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return 0, errors.New("Last-Event-ID: want the number of a frame")
	}
	return n, nil
}

// Codes of RUN_ERROR.
const (
	Pending     = "interrupt_pending"
	Unknown     = "interrupt_unknown"
	Expired     = "interrupt_expired"
	Answered    = "interrupt_answered"
	BadPayload  = "interrupt_payload"
	Timeout     = "timeout"
	Unavailable = "provider_unavailable"
	Internal    = "internal"
)

// messages are what a client is told beside a code. What an error says is for
// the log.
var messages = map[string]string{
	Pending:     "a question waits for an answer: resume it first",
	Unknown:     "there is no such question in this thread",
	Expired:     "the time to answer this question is over: cancel it, or just go on talking",
	Answered:    "this question has been answered, and otherwise",
	BadPayload:  "this is no answer to the question, which stays open: see its responseSchema",
	Timeout:     "it took too long",
	Unavailable: "the model's provider does not answer",
	Internal:    "something went wrong",
}

// Error is why a run is refused or has failed: one of the codes.
type Error struct{ Code string }

func (e *Error) Error() string { return e.Code + ": " + messages[e.Code] }

// Refuse returns the frames of a run that does not take place, for one of the
// codes. They have no number, since there is nothing to come back to.
func Refuse(thread, run, code string) []Frame {
	return []Frame{
		frame(wire{Type: "RUN_STARTED", ThreadID: thread, RunID: run, ProtocolVersion: Version}),
		frame(wire{Type: RunError, Message: messages[code], Code: code}),
	}
}

// wire is an event as it is sent. What is empty is left out; null never stands
// for it.
type wire struct {
	Type            string    `json:"type"`
	ThreadID        string    `json:"threadId,omitempty"`
	RunID           string    `json:"runId,omitempty"`
	ProtocolVersion string    `json:"protocolVersion,omitempty"`
	StepName        string    `json:"stepName,omitempty"`
	MessageID       string    `json:"messageId,omitempty"`
	Role            string    `json:"role,omitempty"`
	ToolCallID      string    `json:"toolCallId,omitempty"`
	ToolCallName    string    `json:"toolCallName,omitempty"`
	ParentMessageID string    `json:"parentMessageId,omitempty"`
	Delta           string    `json:"delta,omitempty"`
	ActivityType    string    `json:"activityType,omitempty"`
	Content         any       `json:"content,omitempty"`
	Snapshot        any       `json:"snapshot,omitempty"`
	Messages        []Message `json:"messages,omitzero"`
	Name            string    `json:"name,omitempty"`
	Value           any       `json:"value,omitempty"`
	Outcome         any       `json:"outcome,omitempty"`
	Message         string    `json:"message,omitempty"`
	Code            string    `json:"code,omitempty"`
}

func frame(w wire) Frame { return Frame{Type: w.Type, Data: encode(w)} }

// encode writes what can always be written: texts, and JSON that was read, which may hold anything within quotes.
func encode(v any) json.RawMessage {
	raw, err := jsonl.Marshal(v)
	if err != nil {
		panic("agui: " + err.Error())
	}
	return bytes.ToValidUTF8(raw, []byte("\uFFFD"))
}

// stamp writes a time as clients read it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
