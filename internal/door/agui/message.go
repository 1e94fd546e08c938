package agui

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
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
		all = append(all, fold(events).kept.messages...)
	}
	return all
}

// fold returns an Encoder that has heard events and said nothing.
func fold(events []event.Event) *Encoder {
	e := &Encoder{AfterSeq: 1<<63 - 1}
	for _, ev := range events {
		e.Event(ev)
	}
	return e
}

// RunOf returns the run of the log in which a message of the assistant's was
// said, by the message's id; empty if it is no such id.
func RunOf(message string) string {
	i := strings.LastIndex(message, "-m")
	if i < 0 || i+2 == len(message) || strings.Trim(message[i+2:], "0123456789") != "" {
		return ""
	}
	return message[:i]
}

// Ids of messages are made of the event with which they begin, as [event.Event.MessageID] is, so
// that those of a step's second try are others. A result has its call's.
func callsID(ev event.Event) string { return fmt.Sprintf("%s-c%d", ev.Run, ev.Seq) }

// transcript is what a client has of a run.
type transcript struct {
	messages []Message
	open     string                     // the message that is being said
	said     []string                   // what was said before it in this run
	parent   string                     // the message that has the step's calls
	calls    map[string]*call           // by the log's id
	results  []result                   // of calls, until it is known what they show
	shown    map[string]json.RawMessage // by the log's id of the call
	touched  bool                       // something was sent since the step began
	stale    map[string]bool            // cards of a try that was cut off, until they are shown again
}

// call is a tool call. The client knows it by another id where the log's is
// not its own in the thread, for models and rules may count from one each time.
type call struct {
	id       string
	times    int
	answered bool
}

// name gives a call the id by which the client knows it.
func (c *call) name(run, id string) {
	c.answered = false
	if c.times++; c.id == "" {
		if c.id = id; !strings.HasPrefix(id, run) {
			c.id = run + "." + id
		}
		return
	}
	base, _, _ := strings.Cut(c.id, "~")
	c.id = fmt.Sprintf("%s~%d", base, c.times)
}

type result struct {
	call    string // the log's id
	content json.RawMessage
}

// shown is the content of a result that is shown.
type shown struct {
	UI   json.RawMessage `json:"ui"`
	Text string          `json:"text"`
}

func (t transcript) clone() transcript {
	t.messages = slices.Clone(t.messages)
	for i := range t.messages {
		t.messages[i].ToolCalls = slices.Clone(t.messages[i].ToolCalls)
	}
	t.said = slices.Clone(t.said)
	t.results = slices.Clone(t.results)
	t.shown = maps.Clone(t.shown)
	t.stale = maps.Clone(t.stale)
	calls := map[string]*call{}
	for id, c := range t.calls {
		copied := *c
		calls[id] = &copied
	}
	t.calls = calls
	return t
}

// again returns the transcript of before a step, whose first try is cut off and
// left t, for its second. Cards stay where they are until they are shown again:
// a client whose messages are replaced by some without any card keeps its own.
func (t transcript) again(before transcript) transcript {
	before = before.clone()
	for _, m := range t.messages {
		if old := before.find(m.ID); m.Role == "activity" && (old == nil || before.stale[m.ID]) {
			before.put(m)
			if before.stale == nil {
				before.stale = map[string]bool{}
			}
			before.stale[m.ID] = true
		}
	}
	return before
}

// drop takes out the cards that were not shown again, and reports whether there
// are any.
func (t *transcript) drop() bool {
	n := len(t.messages)
	t.messages = slices.DeleteFunc(t.messages, func(m Message) bool { return t.stale[m.ID] })
	t.stale = nil
	return len(t.messages) < n
}

func (t *transcript) find(id string) *Message {
	for i := range t.messages {
		if t.messages[i].ID == id {
			return &t.messages[i]
		}
	}
	return nil
}

// spoken returns what has been said of the message that is being said.
func (t *transcript) spoken() string {
	if m := t.find(t.open); m != nil {
		return m.Content.(string)
	}
	return ""
}

func (t *transcript) hush() {
	if t.open != "" {
		t.said = append(t.said, t.spoken())
		t.open = ""
	}
}

// told returns the message in which a text was said, if it was.
func (t *transcript) told(text string) string {
	for _, m := range t.messages {
		if said, ok := m.Content.(string); ok && m.Role == "assistant" && same(said, text) {
			return m.ID
		}
	}
	return ""
}

// put adds a message, or replaces the one of this id.
func (t *transcript) put(m Message) {
	if old := t.find(m.ID); old != nil {
		*old = m
		return
	}
	t.messages = append(t.messages, m)
}

// answer adds a tool's message where clients do: after the call's, and the
// results that follow it.
func (t *transcript) answer(m Message) {
	at := slices.IndexFunc(t.messages, func(o Message) bool {
		return slices.ContainsFunc(o.ToolCalls, func(c ToolCall) bool { return c.ID == m.ToolCallID })
	}) + 1
	if at == 0 {
		at = len(t.messages)
	}
	for at < len(t.messages) && t.messages[at].Role == "tool" {
		at++
	}
	t.messages = slices.Insert(t.messages, at, m)
}
