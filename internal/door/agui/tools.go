package agui

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/ui"
)

// call announces a tool call, unless the client knows of it, since a question
// was about it.
func (e *Encoder) call(ev event.Event, id, tool string, input json.RawMessage) {
	if id == "" || tool == "" {
		return
	}
	c := e.kept.calls[id]
	if c != nil && !c.answered {
		return
	}
	if c == nil {
		if e.kept.calls == nil {
			e.kept.calls = map[string]*call{}
		}
		c = &call{}
		e.kept.calls[id] = c
	}
	c.name(e.run, id)
	delete(e.kept.shown, id)
	args := text(input)
	parent := e.kept.find(e.kept.parent)
	if parent == nil {
		e.kept.parent = callsID(ev)
		e.kept.put(Message{ID: e.kept.parent, Role: "assistant"})
		parent = e.kept.find(e.kept.parent)
	}
	parent.ToolCalls = append(parent.ToolCalls, ToolCall{ID: c.id, Type: "function", Function: Function{Name: tool, Arguments: args}})
	e.kept.touched = true
	e.send(wire{Type: "TOOL_CALL_START", ToolCallID: c.id, ToolCallName: tool, ParentMessageID: e.kept.parent})
	e.send(wire{Type: "TOOL_CALL_ARGS", ToolCallID: c.id, Delta: args})
	e.send(wire{Type: "TOOL_CALL_END", ToolCallID: c.id})
}

// called is an event.Call whose parts are as they were written.
type called struct {
	ID     string          `json:"id"`
	Tool   string          `json:"tool"`
	Input  json.RawMessage `json:"input"`
	Output json.RawMessage `json:"output"`
}

// text returns JSON on one line. Nothing is an empty object.
func text(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "{}"
	}
	return string(encode(raw))
}

// What is told of a call that nothing came of. What went wrong is for the log.
var (
	brokenOff = json.RawMessage(`{"error":"the call was broken off"}`)
	failed    = json.RawMessage(`{"error":"the tool failed"}`)
	declined  = json.RawMessage(`{"declined":true}`)
)

// result tells what came of a call: at once if it is known what it shows, else
// with the component that may follow.
func (e *Encoder) result(ev event.Event) {
	told := event.Read[called](ev)
	c := e.kept.calls[told.ID]
	if c == nil || c.answered {
		return
	}
	r := result{call: told.ID, content: told.Output}
	if ev.Type == event.ToolError {
		r.content = failed
		e.tell(r)
		return
	}
	if card, ok := e.kept.shown[told.ID]; ok {
		r.content = card
		e.tell(r)
		return
	}
	e.kept.results = append(e.kept.results, r)
}

// settle tells the results that no component came for.
func (e *Encoder) settle() {
	for _, r := range e.kept.results {
		e.tell(r)
	}
	e.kept.results = nil
}

func (e *Encoder) tell(r result) {
	c := e.kept.calls[r.call]
	c.answered = true
	content := text(r.content)
	id := c.id + "-r"
	e.kept.answer(Message{ID: id, Role: "tool", ToolCallID: c.id, Content: content})
	e.kept.touched = true
	e.send(wire{Type: "TOOL_CALL_RESULT", MessageID: id, ToolCallID: c.id, Role: "tool", Content: content})
}

// breakOff tells of the calls that were left unanswered, but for some that may
// still be made.
func (e *Encoder) breakOff(but map[string]*call) {
	for _, id := range slices.Sorted(maps.Keys(e.kept.calls)) {
		if before := but[id]; !e.kept.calls[id].answered && (before == nil || before.answered) {
			e.tell(result{call: id, content: brokenOff})
		}
	}
}

// show shows a component, and tells the result that it belongs to.
func (e *Encoder) show(ev event.Event) {
	c := event.Read[ui.Component](ev)
	if c.ID == "" || c.Name == "" || !bytes.HasPrefix(c.Props, []byte("{")) {
		return
	}
	if m := e.kept.find(c.ID); m != nil && m.Role != "activity" {
		return // a client would lose the message of this id
	}
	of := c.ToolCallID
	if known := e.kept.calls[of]; known != nil {
		c.ToolCallID = known.id
	}
	content := encode(c)
	if of != "" {
		if e.kept.shown == nil {
			e.kept.shown = map[string]json.RawMessage{}
		}
		card := encode(shown{content, c.Text})
		e.kept.shown[of] = card
		if i := slices.IndexFunc(e.kept.results, func(r result) bool { return r.call == of }); i >= 0 {
			r := e.kept.results[i]
			e.kept.results = slices.Delete(e.kept.results, i, i+1)
			r.content = card
			e.tell(r)
		}
	}
	delete(e.kept.stale, c.ID)
	e.kept.put(Message{ID: c.ID, Role: "activity", ActivityType: c.Name, Content: content})
	e.kept.touched = true
	e.send(wire{Type: "ACTIVITY_SNAPSHOT", MessageID: c.ID, ActivityType: c.Name, Content: content})
}

// ask ends the client's run with a question.
func (e *Encoder) ask(ev event.Event) {
	q := questionOf(ev)
	if e.Renew != nil {
		e.Renew(&q)
	}
	e.settle()
	e.close()
	e.kept.parent = ""
	if q.Call.ID != "" {
		e.call(ev, q.Call.ID, q.Call.Name, q.args())
		q.Call.ID = e.kept.calls[q.Call.ID].id
	}
	e.question = &q
	e.kept.drop()
	e.state(string(graph.Waiting))
	e.messages()
	e.finish(outcome{"interrupt", []Interrupt{q.Interrupt(e.Expiry)}})
}

// answer goes on. A call that was declined will not be made: that is its
// result.
func (e *Encoder) answer(ev event.Event) {
	q := e.question
	e.question = nil
	if q == nil || q.Call.ID == "" {
		return
	}
	if q.approved(event.Read[graph.Answer](ev)) {
		return
	}
	for id, c := range e.kept.calls {
		if c.id == q.Call.ID && !c.answered {
			e.tell(result{call: id, content: declined})
		}
	}
}
