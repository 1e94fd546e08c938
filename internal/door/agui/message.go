package agui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/ui"
)

// Message is a message of a thread as a client keeps it.
type Message struct {
	ID           string     `json:"id"`
	Role         string     `json:"role"`              // user, assistant, tool or activity
	Content      any        `json:"content,omitempty"` // a string; of an activity the component, as a json.RawMessage
	ToolCalls    []ToolCall `json:"toolCalls,omitempty"`
	ToolCallID   string     `json:"toolCallId,omitempty"`
	ActivityType string     `json:"activityType,omitempty"`
}

// ToolCall is a call in a message.
type ToolCall struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"` // function
	Function Function `json:"function"`
}

// Function is what is called. Arguments are JSON.
type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// Messages returns the messages of a thread: of its runs, the oldest first,
// each with its events in order. They are what a client that has followed all
// the streams has, under the same ids. It is never nil.
func Messages(runs ...[]event.Event) []Message {
	all := []Message{}
	for _, events := range runs {
		all = append(all, fold(events).messages...)
	}
	return all
}

// transcript is what a client has of a run.
type transcript struct {
	messages []Message
	open     string            // the message that is being said
	calls    map[string]string // what the client calls a call, by the log's id: the last one of it
	waits    map[string]bool   // calls that have no result, by the log's id
}

func (t *transcript) find(id string) *Message {
	i := slices.IndexFunc(t.messages, func(m Message) bool { return m.ID == id })
	if i < 0 {
		return nil
	}
	return &t.messages[i]
}

// put adds a message, or replaces the one of this id.
func (t *transcript) put(m Message) {
	if old := t.find(m.ID); old != nil {
		*old = m
		return
	}
	t.messages = append(t.messages, m)
}

// said returns the messages that the house said in words.
func (t *transcript) said() []Message {
	return slices.DeleteFunc(slices.Clone(t.messages), func(m Message) bool {
		_, words := m.Content.(string)
		return m.Role != "assistant" || !words
	})
}

// say tells words. A restart takes back those before.
func (e *Encoder) say(id string, w event.Words) {
	if w.Restart {
		e.withdraw()
	}
	if e.open == "" {
		w.Text = strings.TrimLeft(w.Text, " \n")
	}
	if w.Text == "" {
		return
	}
	if e.open == "" {
		e.open = id
		e.put(Message{ID: id, Role: "assistant", Content: ""})
		e.send(wire{Type: "TEXT_MESSAGE_START", MessageID: id, Role: "assistant"})
	}
	m := e.find(e.open)
	m.Content = m.Content.(string) + w.Text
	e.send(wire{Type: "TEXT_MESSAGE_CONTENT", MessageID: e.open, Delta: w.Text})
}

// hush ends the message that is being said.
func (e *Encoder) hush() {
	if e.open != "" {
		e.send(wire{Type: "TEXT_MESSAGE_END", MessageID: e.open})
		e.open = ""
	}
}

// withdraw takes back the message that is being said. The protocol has no
// other way than to replace all messages.
func (e *Encoder) withdraw() {
	id := e.open
	if id == "" {
		return
	}
	e.hush()
	e.messages = slices.DeleteFunc(e.messages, func(m Message) bool { return m.ID == id })
	e.snapshot()
}

// respond makes sure that the client has the answer, which most often was told
// word by word, also before a question.
func (e *Encoder) respond(id, answer string) {
	var all []string
	for _, m := range e.said() {
		all = append(all, m.Content.(string))
	}
	is := func(said string) bool { return same(answer, said) }
	told := is(strings.Join(all, " ")) || e.open == "" && slices.ContainsFunc(all, is)
	if e.open != "" && !told {
		begun := all[len(all)-1]
		rest, goesOn := strings.CutPrefix(answer, begun)
		switch {
		case is(begun):
		case goesOn:
			e.say(id, event.Words{Text: rest})
		default:
			e.withdraw()
		}
		told = e.open != ""
	}
	if !told {
		e.say(id, event.Words{Text: answer})
	}
	e.hush()
}

// same reports whether two texts differ in white space only.
func same(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }

// called is an event.Call whose parts are as they were written.
type called struct {
	ID     string          `json:"id"`
	Tool   string          `json:"tool"`
	Input  json.RawMessage `json:"input"`
	Output json.RawMessage `json:"output"`
}

// What is told of a call that nothing came of. What went wrong is for the log.
var (
	brokenOff = json.RawMessage(`{"error":"the call was broken off"}`)
	failed    = json.RawMessage(`{"error":"the tool failed"}`)
	declined  = json.RawMessage(`{"declined":true}`)
)

// call announces a tool call, in a message of its own, unless the client knows of
// it, since a question was about it.
func (e *Encoder) call(c called) {
	if c.ID == "" || c.Tool == "" || e.waits[c.ID] {
		return
	}
	if e.calls == nil {
		e.calls, e.waits = map[string]string{}, map[string]bool{}
	}
	id := e.callID(c.ID)
	e.calls[c.ID], e.waits[c.ID] = id, true
	args := text(c.Input)
	e.put(Message{ID: id + "-c", Role: "assistant", ToolCalls: []ToolCall{{ID: id, Type: "function", Function: Function{Name: c.Tool, Arguments: args}}}})
	e.send(wire{Type: "TOOL_CALL_START", ToolCallID: id, ToolCallName: c.Tool, ParentMessageID: id + "-c"})
	e.send(wire{Type: "TOOL_CALL_ARGS", ToolCallID: id, Delta: args})
	e.send(wire{Type: "TOOL_CALL_END", ToolCallID: id})
}

// callID is how the client calls a call. The log's id need not be its own in the thread:
// models and rules may count from one each time.
func (e *Encoder) callID(id string) string {
	if !strings.HasPrefix(id, e.run) {
		id = e.run + "." + id
	}
	first := id
	for n := 2; e.find(id+"-c") != nil; n++ {
		id = fmt.Sprintf("%s~%d", first, n)
	}
	return id
}

// result tells what came of a call, after the call and the results that follow it, where
// clients put it.
func (e *Encoder) result(call string, content json.RawMessage) {
	if !e.waits[call] {
		return
	}
	delete(e.waits, call)
	id, output := e.calls[call], text(content)
	at := 1 + slices.IndexFunc(e.messages, func(m Message) bool { return m.ID == id+"-c" })
	for at < len(e.messages) && e.messages[at].Role == "tool" {
		at++
	}
	e.messages = slices.Insert(e.messages, at, Message{ID: id + "-r", Role: "tool", ToolCallID: id, Content: output})
	e.send(wire{Type: "TOOL_CALL_RESULT", MessageID: id + "-r", ToolCallID: id, Role: "tool", Content: output})
}

// breakOff tells of the calls that were left unanswered.
func (e *Encoder) breakOff() {
	for _, id := range slices.Sorted(maps.Keys(e.waits)) {
		e.result(id, brokenOff)
	}
}

// text returns JSON on one line. Nothing is an empty object.
func text(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "{}"
	}
	return string(encode(raw))
}

// show shows a component.
func (e *Encoder) show(c ui.Component) {
	if c.ID == "" || c.Name == "" || !bytes.HasPrefix(c.Props, []byte("{")) {
		return
	}
	if m := e.find(c.ID); m != nil && m.Role != "activity" {
		return // a client would lose the message of this id
	}
	if known := e.calls[c.ToolCallID]; known != "" {
		c.ToolCallID = known
	}
	content := encode(c)
	e.put(Message{ID: c.ID, Role: "activity", ActivityType: c.Name, Content: content})
	e.send(wire{Type: "ACTIVITY_SNAPSHOT", MessageID: c.ID, ActivityType: c.Name, Content: content})
}
