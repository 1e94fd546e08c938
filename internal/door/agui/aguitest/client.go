package aguitest

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/maitre-dev/maitre/internal/door/agui"
)

// Client keeps what a client of the protocol keeps of the streams it follows.
// It starts with what it has said itself.
type Client struct {
	Messages   []agui.Message
	State      map[string]any
	Interrupts []map[string]any // that wait
	Custom     map[string]any   // the last value of each name
	Deltas     int              // how many pieces of text came
}

// Apply takes in events, as the protocol's own client does.
func (c *Client) Apply(events []Event) error {
	for i, e := range events {
		if err := c.apply(e); err != nil {
			return fmt.Errorf("event %d, %s: %w", i+1, e.Type, err)
		}
	}
	return nil
}

// Said returns the text of the last message of the assistant's that has one.
func (c *Client) Said() string {
	for _, m := range slices.Backward(c.Messages) {
		if text, ok := m.Content.(string); ok && m.Role == "assistant" && text != "" {
			return text
		}
	}
	return ""
}

func (c *Client) apply(e Event) error {
	switch e.Type {
	case "RUN_STARTED":
		c.Interrupts = nil
	case "RUN_FINISHED":
		outcome, _ := e.Fields["outcome"].(map[string]any)
		all, _ := outcome["interrupts"].([]any)
		for _, i := range all {
			interrupt, _ := i.(map[string]any)
			c.Interrupts = append(c.Interrupts, interrupt)
		}
	case "TEXT_MESSAGE_START":
		if c.find(e.Text("messageId")) == nil {
			c.Messages = append(c.Messages, agui.Message{ID: e.Text("messageId"), Role: e.Text("role"), Content: ""})
		}
	case "TEXT_MESSAGE_CONTENT":
		m := c.find(e.Text("messageId"))
		if m == nil {
			return fmt.Errorf("there is no message %s", e.Text("messageId"))
		}
		before, _ := m.Content.(string)
		m.Content = before + e.Text("delta")
		c.Deltas++
	case "TOOL_CALL_START", "TOOL_CALL_ARGS":
		c.call(e)
	case "TOOL_CALL_RESULT":
		c.result(agui.Message{ID: e.Text("messageId"), Role: "tool", ToolCallID: e.Text("toolCallId"), Content: e.Text("content")})
	case "STATE_SNAPSHOT":
		c.State, _ = e.Fields["snapshot"].(map[string]any)
	case "ACTIVITY_SNAPSHOT":
		var body struct{ Content json.RawMessage }
		if err := json.Unmarshal(e.Raw, &body); err != nil {
			return err
		}
		m := agui.Message{ID: e.Text("messageId"), Role: "activity", ActivityType: e.Text("activityType"), Content: body.Content}
		if old := c.find(m.ID); old != nil {
			*old = m
		} else {
			c.Messages = append(c.Messages, m)
		}
	case "MESSAGES_SNAPSHOT":
		return c.replace(e)
	case "CUSTOM":
		if c.Custom == nil {
			c.Custom = map[string]any{}
		}
		c.Custom[e.Text("name")] = e.Fields["value"]
	}
	return nil
}

func (c *Client) find(id string) *agui.Message {
	for i := range c.Messages {
		if c.Messages[i].ID == id {
			return &c.Messages[i]
		}
	}
	return nil
}

// call adds a call, or to its arguments: a call that is announced twice gets
// them twice.
func (c *Client) call(e Event) {
	id := e.Text("toolCallId")
	for i := range c.Messages {
		for j := range c.Messages[i].ToolCalls {
			if tc := &c.Messages[i].ToolCalls[j]; tc.ID == id {
				tc.Function.Arguments += e.Text("delta")
				return
			}
		}
	}
	parent := e.Text("parentMessageId")
	if parent == "" {
		parent = id
	}
	if c.find(parent) == nil {
		c.Messages = append(c.Messages, agui.Message{ID: parent, Role: "assistant"})
	}
	m := c.find(parent)
	m.ToolCalls = append(m.ToolCalls, agui.ToolCall{ID: id, Type: "function", Function: agui.Function{Name: e.Text("toolCallName")}})
}

// result puts a tool's message after the call's.
func (c *Client) result(m agui.Message) {
	at := slices.IndexFunc(c.Messages, func(o agui.Message) bool {
		return slices.ContainsFunc(o.ToolCalls, func(tc agui.ToolCall) bool { return tc.ID == m.ToolCallID })
	})
	if at++; at == 0 {
		at = len(c.Messages)
	}
	for at < len(c.Messages) && c.Messages[at].Role == "tool" {
		at++
	}
	c.Messages = slices.Insert(c.Messages, at, m)
}

// replace takes the messages of a snapshot: known ones stay in their places,
// others go to the end, and what it lacks is dropped, but for activities when
// it has none at all.
func (c *Client) replace(e Event) error {
	var body struct{ Messages []json.RawMessage }
	if err := json.Unmarshal(e.Raw, &body); err != nil {
		return err
	}
	fresh := map[string]agui.Message{}
	var order []string
	activities := false
	for _, raw := range body.Messages {
		m, err := message(raw)
		if err != nil {
			return err
		}
		fresh[m.ID], order = m, append(order, m.ID)
		activities = activities || m.Role == "activity"
	}
	var kept []agui.Message
	for _, m := range c.Messages {
		if now, ok := fresh[m.ID]; ok {
			kept = append(kept, now)
			delete(fresh, m.ID)
		} else if m.Role == "activity" && !activities {
			kept = append(kept, m)
		}
	}
	for _, id := range order {
		if m, ok := fresh[id]; ok {
			kept = append(kept, m)
		}
	}
	c.Messages = kept
	return nil
}

// message reads a message so that it compares with one that was streamed.
func message(raw json.RawMessage) (m agui.Message, err error) {
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, err
	}
	if m.Role == "activity" {
		var body struct{ Content json.RawMessage }
		err = json.Unmarshal(raw, &body)
		m.Content = body.Content
	}
	return m, err
}
