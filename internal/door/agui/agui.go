// Package agui speaks AG-UI 1.0, the protocol by which chat clients talk to
// agents: it reads what a client sends ([Decode]) and translates what happens
// in a run, as the log has it, into the frames of a stream of server-sent
// events ([Encoder]).
//
//	enc := agui.Encoder{Thread: in.ThreadID, Run: in.RunID, Expiry: in.ProtocolVersion != ""}
//	for each event of the run, from its first one, in order {
//		for _, f := range enc.Event(e) {
//			w.Write(f.Bytes())
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
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"
)

// Version is the protocol's version that RUN_STARTED declares.
const Version = "1.0"

// Types of events that a caller may want to tell apart.
const (
	TextContent = "TEXT_MESSAGE_CONTENT" // to pace: see Input.Pace
	RunFinished = "RUN_FINISHED"
	RunError    = "RUN_ERROR"
)

// Frame is one event of the stream.
type Frame struct {
	ID   int64           // counts 1, 2, 3… in a run of the log; 0: it has none
	Type string          // TEXT_MESSAGE_CONTENT…
	Data json.RawMessage // on one line
}

// Bytes returns the frame as it is sent.
func (f Frame) Bytes() []byte { return f.Append(make([]byte, 0, len(f.Data)+32)) }

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
		return 0, fmt.Errorf("Last-Event-ID: want the number of a frame")
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

// Refuse returns the frames of a run that does not take place. They have no
// number, since there is nothing to come back to.
func Refuse(thread, run, code string) []Frame {
	if messages[code] == "" {
		code = Internal
	}
	return []Frame{
		frame(wire{Type: "RUN_STARTED", ThreadID: thread, RunID: run, ProtocolVersion: Version}),
		frame(wire{Type: RunError, Message: messages[code], Code: code}),
	}
}

// wire is an event as it is sent. What is empty is left out; null never stands
// for it.
type wire struct {
	Type            string
	ThreadID        string
	RunID           string
	ProtocolVersion string
	StepName        string
	MessageID       string
	Role            string
	ToolCallID      string
	ToolCallName    string
	ParentMessageID string
	Delta           string
	ActivityType    string
	Content         any
	Snapshot        any
	Messages        []Message
	Name            string
	Value           any
	Outcome         any
	Message         string
	Code            string
}

func frame(w wire) Frame { return Frame{Type: w.Type, Data: w.json()} }

// json writes the event as encode would, field by field: a turn has some dozens.
func (w wire) json() json.RawMessage {
	b := make([]byte, 0, 128+len(w.Delta))
	if w.Type == TextContent { // most are
		b = appendText(append(b, `{"type":"TEXT_MESSAGE_CONTENT","messageId":`...), w.MessageID)
		return append(appendText(append(b, `,"delta":`...), w.Delta), '}')
	}
	text := func(name, value string) {
		if value != "" {
			b = appendText(append(append(append(b, ',', '"'), name...), '"', ':'), value)
		}
	}
	value := func(name string, value any) {
		if value != nil {
			b = append(append(append(append(b, ',', '"'), name...), '"', ':'), encode(value)...)
		}
	}
	b = appendText(append(b, `{"type":`...), w.Type)
	text("threadId", w.ThreadID)
	text("runId", w.RunID)
	text("protocolVersion", w.ProtocolVersion)
	text("stepName", w.StepName)
	text("messageId", w.MessageID)
	text("role", w.Role)
	text("toolCallId", w.ToolCallID)
	text("toolCallName", w.ToolCallName)
	text("parentMessageId", w.ParentMessageID)
	text("delta", w.Delta)
	text("activityType", w.ActivityType)
	value("content", w.Content)
	value("snapshot", w.Snapshot)
	if w.Messages != nil {
		value("messages", w.Messages)
	}
	text("name", w.Name)
	value("value", w.Value)
	value("outcome", w.Outcome)
	text("message", w.Message)
	text("code", w.Code)
	return append(b, '}')
}

// appendText writes a text. Most need no escape.
func appendText(b []byte, text string) []byte {
	ascii := true
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c == '"' || c == '\\' || c == 0xe2 { // of which some that JavaScript takes for line ends begin
			return append(b, encode(text)...)
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	if !ascii && !utf8.ValidString(text) {
		return append(b, encode(text)...)
	}
	return append(append(append(b, '"'), text...), '"')
}

// encode writes what can always be written: texts, and JSON that was read.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("agui: " + err.Error())
	}
	raw := b.Bytes()[:b.Len()-1] // without the new line
	if !utf8.Valid(raw) {        // JSON that was read may hold anything within quotes
		raw = bytes.ToValidUTF8(raw, []byte("\uFFFD"))
	}
	return raw
}

// stamp writes a time as clients read it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
