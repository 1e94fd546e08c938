package aguitest

import (
	"errors"
	"fmt"
	"slices"
)

// required has the fields that an event must have, as texts; "*" marks those
// that may be anything but null.
var required = map[string][]string{
	"RUN_STARTED":          {"threadId", "runId"},
	"RUN_FINISHED":         {"threadId", "runId", "*outcome"},
	"RUN_ERROR":            {"message", "code"},
	"STEP_STARTED":         {"stepName"},
	"STEP_FINISHED":        {"stepName"},
	"TEXT_MESSAGE_START":   {"messageId", "role"},
	"TEXT_MESSAGE_CONTENT": {"messageId", "delta"},
	"TEXT_MESSAGE_END":     {"messageId"},
	"TOOL_CALL_START":      {"toolCallId", "toolCallName"},
	"TOOL_CALL_ARGS":       {"toolCallId", "delta"},
	"TOOL_CALL_END":        {"toolCallId"},
	"TOOL_CALL_RESULT":     {"messageId", "toolCallId", "content"},
	"STATE_SNAPSHOT":       {"*snapshot"},
	"MESSAGES_SNAPSHOT":    {"*messages"},
	"ACTIVITY_SNAPSHOT":    {"messageId", "activityType", "*content"},
	"CUSTOM":               {"name", "*value"},
}

// Check returns what is wrong with a stream: with the fields of an event, or
// with its place. The stream must hold whole runs, one after the other.
func Check(events []Event) error {
	c := checker{open: map[string]string{}}
	for i, e := range events {
		if err := errors.Join(fields(e), c.next(e)); err != nil {
			return fmt.Errorf("event %d, %s: %w", i+1, e.Type, err)
		}
	}
	switch {
	case len(events) == 0:
		return errors.New("the stream is empty")
	case c.running:
		return errors.New("the stream ends in the middle of a run")
	}
	return nil
}

func fields(e Event) error {
	need, known := required[e.Type]
	if !known {
		return errors.New("there is no such event")
	}
	for name, v := range e.Fields {
		if v == nil {
			return fmt.Errorf("%s is null", name)
		}
	}
	for _, name := range need {
		if name[0] == '*' {
			if e.Fields[name[1:]] == nil {
				return fmt.Errorf("it has no %s", name[1:])
			}
		} else if e.Text(name) == "" {
			return fmt.Errorf("%s is missing, empty or no text", name)
		}
	}
	return nil
}

type checker struct {
	id      int64
	run     string
	running bool
	open    map[string]string // what must be closed → by which event
	calls   []string          // announced and not answered, in this run
}

// opens and closes say which event must be followed by which.
var (
	opens = map[string]string{
		"STEP_STARTED": "STEP_FINISHED", "TEXT_MESSAGE_START": "TEXT_MESSAGE_END", "TOOL_CALL_START": "TOOL_CALL_END",
	}
	within = map[string]string{
		"STEP_FINISHED": "STEP_FINISHED", "TEXT_MESSAGE_CONTENT": "TEXT_MESSAGE_END", "TEXT_MESSAGE_END": "TEXT_MESSAGE_END",
		"TOOL_CALL_ARGS": "TOOL_CALL_END", "TOOL_CALL_END": "TOOL_CALL_END",
	}
)

func (c *checker) next(e Event) error {
	if e.ID > 0 && e.ID <= c.id {
		return fmt.Errorf("its id %d does not follow %d", e.ID, c.id)
	}
	c.id = max(c.id, e.ID)
	if (e.Type == "RUN_STARTED") == c.running {
		return errors.New("it is not where it belongs: a run starts once, and nothing is outside it")
	}
	thing := e.Type[:4] + e.Text("stepName") + e.Text("toolCallId")
	if e.Type[:4] == "TEXT" {
		thing = "TEXT" + e.Text("messageId")
	}
	if by, ok := opens[e.Type]; ok {
		if c.open[thing] != "" {
			return errors.New("it is open already")
		}
		c.open[thing] = by
	}
	if by, ok := within[e.Type]; ok {
		if c.open[thing] != by {
			return errors.New("what it belongs to is not open")
		}
		if e.Type == by {
			delete(c.open, thing)
		}
	}
	switch e.Type {
	case "RUN_STARTED":
		c.running, c.run, c.calls = true, e.Text("runId"), nil
	case "TOOL_CALL_START":
		c.calls = append(c.calls, e.Text("toolCallId"))
	case "TOOL_CALL_RESULT":
		c.calls = slices.DeleteFunc(c.calls, func(id string) bool { return id == e.Text("toolCallId") })
	case "RUN_FINISHED":
		return c.finish(e)
	case "RUN_ERROR":
		c.running = false
		if len(c.open) > 0 {
			return fmt.Errorf("open still: %v", c.open)
		}
	}
	return nil
}

func (c *checker) finish(e Event) error {
	c.running = false
	outcome, _ := e.Fields["outcome"].(map[string]any)
	interrupts, _ := outcome["interrupts"].([]any)
	waits := []string{}
	for _, i := range interrupts {
		if i, ok := i.(map[string]any); ok {
			id, _ := i["toolCallId"].(string)
			waits = append(waits, id)
		}
	}
	c.calls = slices.DeleteFunc(c.calls, func(id string) bool { return slices.Contains(waits, id) })
	switch kind := outcome["type"]; {
	case e.Text("runId") != c.run:
		return fmt.Errorf("run %s ends as %s", c.run, e.Text("runId"))
	case len(c.open) > 0:
		return fmt.Errorf("open still: %v", c.open)
	case kind != "success" && kind != "interrupt" && kind != "cancelled":
		return fmt.Errorf("there is no outcome %v", kind)
	case (kind == "interrupt") != (len(interrupts) > 0):
		return fmt.Errorf("the outcome %v has %d interrupts", kind, len(interrupts))
	case len(c.calls) > 0 && kind == "success":
		return fmt.Errorf("calls without a result: %v", c.calls)
	}
	return nil
}
