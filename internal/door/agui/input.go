package agui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/thread"
)

// Input is what a client asks: RunAgentInput. What we have no use for is
// checked and left out.
type Input struct {
	ThreadID        string
	RunID           string
	ProtocolVersion string // empty: the client is older than 1.0
	Messages        []Said
	Resume          []Resume
	Pace            time.Duration // to wait between pieces of text: forwardedProps.paceMs
}

// Said is a message that a client has. Text is what its parts say in words.
type Said struct {
	ID   string
	Role string
	Text string
}

// Resume is an answer to an interrupt.
type Resume struct {
	InterruptID string
	Status      string          // Resolved or Cancelled
	Payload     json.RawMessage // nil: none
}

// How an interrupt is resumed.
const (
	Resolved  = "resolved"
	Cancelled = "cancelled"
)

// Limits of what is read.
const (
	maxDepth = 64
	maxItems = 10_000 // of a list
	maxID    = 200
	maxPace  = 500 * time.Millisecond
)

// Decode reads an input. Fields that it does not know are ignored, and null
// where nothing need be is nothing; a value of another type than the
// protocol's is an error that says where, but does not quote it. The caller bounds r.
func Decode(r io.Reader) (*Input, error) {
	raw, err := io.ReadAll(r)
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the input: %w", err)
	case !utf8.Valid(raw):
		return nil, errors.New("the input is not UTF-8")
	case deep(raw):
		return nil, fmt.Errorf("the input is nested deeper than %d levels", maxDepth)
	}
	d := &decoder{}
	in := d.input(raw)
	if d.err != nil {
		return nil, d.err
	}
	return in, nil
}

// Message returns what the guest says: the last message, if it is theirs.
func (in *Input) Message() (Said, bool) {
	if n := len(in.Messages); n > 0 && in.Messages[n-1].Role == "user" {
		return in.Messages[n-1], true
	}
	return Said{}, false
}

// deep reports whether JSON is nested too deep to be worth reading. In what is
// no JSON it may be wrong.
func deep(raw []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// decoder keeps the first error, and says where it was.
type decoder struct{ err error }

func (d *decoder) fail(where, what string) {
	if d.err == nil {
		d.err = errors.New(strings.TrimPrefix(where+": "+what, ": "))
	}
}

func (d *decoder) input(raw json.RawMessage) *Input {
	f := d.object("", raw)
	in := &Input{
		ThreadID:        d.id(f, "threadId"),
		RunID:           d.id(f, "runId"),
		ProtocolVersion: d.text(f, "", "protocolVersion"),
	}
	d.text(f, "", "parentRunId")
	if d.err == nil {
		if err := thread.CheckID(in.ThreadID); err != nil {
			d.fail("threadId", err.Error())
		}
	}
	for i, m := range d.list(f, "messages") {
		if d.err != nil {
			break
		}
		in.Messages = append(in.Messages, d.message(fmt.Sprintf("messages[%d]", i), m))
	}
	for i, r := range d.list(f, "resume") {
		in.Resume = append(in.Resume, d.resume(fmt.Sprintf("resume[%d]", i), r))
	}
	for _, name := range []string{"tools", "context"} { // the house has its own
		for i, x := range d.list(f, name) {
			d.object(fmt.Sprintf("%s[%d]", name, i), x)
		}
	}
	in.Pace = d.pace(present(f["forwardedProps"]))
	return in
}

func (d *decoder) message(where string, raw json.RawMessage) Said {
	f := d.object(where, raw)
	m := Said{ID: d.text(f, where, "id"), Role: d.text(f, where, "role")}
	switch content := present(f["content"]); m.Role {
	case "user", "assistant", "tool", "system", "developer", "reasoning":
		m.Text = d.content(where+".content", content)
	case "activity":
		if content != nil {
			d.object(where+".content", content)
		}
	case "":
		d.fail(where+".role", "it is missing")
	default: // of a later version
	}
	return m
}

// content returns the words of a text or of a list of parts.
func (d *decoder) content(where string, raw json.RawMessage) string {
	switch {
	case raw == nil:
		return ""
	case raw[0] == '"':
		return d.string(where, raw)
	case raw[0] != '[':
		d.fail(where, "want a string or a list of parts")
		return ""
	}
	var parts []json.RawMessage
	d.read(where, raw, &parts)
	var b strings.Builder
	for i, p := range parts {
		at := fmt.Sprintf("%s[%d]", where, i)
		f := d.object(at, p)
		switch d.text(f, at, "type") {
		case "text":
			b.WriteString(d.text(f, at, "text"))
		case "":
			d.fail(at+".type", "it is missing")
		}
	}
	return b.String()
}

func (d *decoder) resume(where string, raw json.RawMessage) Resume {
	f := d.object(where, raw)
	r := Resume{InterruptID: d.text(f, where, "interruptId"), Status: d.text(f, where, "status"), Payload: present(f["payload"])}
	switch {
	case r.InterruptID == "":
		d.fail(where+".interruptId", "it is missing")
	case r.Status != Resolved && r.Status != Cancelled:
		d.fail(where+".status", "want resolved or cancelled")
	}
	return r
}

// pace reads how long a client wants to wait between pieces of text. What else
// is forwarded is nobody's business.
func (d *decoder) pace(raw json.RawMessage) time.Duration {
	if raw == nil || raw[0] != '{' {
		return 0
	}
	const where = "forwardedProps.paceMs"
	ms := present(d.object("forwardedProps", raw)["paceMs"])
	if ms == nil {
		return 0
	}
	var n float64
	if json.Unmarshal(ms, &n) != nil || n < 0 {
		d.fail(where, "want a number of milliseconds")
		return 0
	}
	return time.Duration(min(n, float64(maxPace/time.Millisecond)) * float64(time.Millisecond))
}

// present makes null absent.
func present(raw json.RawMessage) json.RawMessage {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	return raw
}

func (d *decoder) read(where string, raw json.RawMessage, v any) {
	if err := json.Unmarshal(raw, v); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			d.fail(where, fmt.Sprintf("it is no JSON, at byte %d", syntax.Offset))
			return
		}
		d.fail(where, "it has the wrong type")
	}
}

func (d *decoder) object(where string, raw json.RawMessage) (fields map[string]json.RawMessage) {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] != '{' && json.Valid(raw) {
		d.fail(where, "want an object")
		return nil
	}
	d.read(where, raw, &fields)
	return fields
}

func (d *decoder) list(f map[string]json.RawMessage, name string) (items []json.RawMessage) {
	raw := present(f[name])
	if raw == nil {
		return nil
	}
	if raw[0] != '[' {
		d.fail(name, "want a list")
		return nil
	}
	// Item by item, so that millions of empty ones cost nothing.
	dec := json.NewDecoder(bytes.NewReader(raw))
	_, err := dec.Token()
	for err == nil && dec.More() {
		var item json.RawMessage
		if err = dec.Decode(&item); len(items) == maxItems {
			d.fail(name, fmt.Sprintf("it has more than %d items", maxItems))
			return nil
		}
		items = append(items, item)
	}
	if err != nil {
		d.fail(name, "it cannot be read")
		return nil
	}
	return items
}

func (d *decoder) string(where string, raw json.RawMessage) (s string) {
	if raw[0] != '"' {
		d.fail(where, "want a string")
		return ""
	}
	d.read(where, raw, &s)
	return s
}

func (d *decoder) text(f map[string]json.RawMessage, where, name string) string {
	raw := present(f[name])
	if raw == nil {
		return ""
	}
	return d.string(strings.TrimPrefix(where+"."+name, "."), raw)
}

// id reads an id that must be there.
func (d *decoder) id(f map[string]json.RawMessage, name string) string {
	id := d.text(f, "", name)
	switch {
	case id == "":
		d.fail(name, "it is missing")
	case len(id) > maxID:
		d.fail(name, fmt.Sprintf("it has more than %d bytes", maxID))
	}
	return id
}
