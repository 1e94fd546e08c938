package agui

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/thread"
)

// Input is what we heed of a RunAgentInput.
type Input struct {
	ThreadID        string
	RunID           string
	ProtocolVersion string // empty: the client is older than 1.0
	Said            *Said  // the last message, if it is the guest's; the thread has those before
	Resume          []Resume
}

// Said is a message of the guest's. Text is what its parts say in words.
type Said struct{ ID, Text string }

// Resume is an answer to an interrupt.
type Resume struct {
	InterruptID string          `json:"interruptId"`
	Status      string          `json:"status"`  // Resolved or Cancelled
	Payload     json.RawMessage `json:"payload"` // nil: none
}

// How an interrupt is resumed.
const (
	Resolved  = "resolved"
	Cancelled = "cancelled"
)

const maxID = 200 // bytes of a run's name, which is told again in each stream

// Decode reads an input. Fields that it does not know are ignored; a value of
// another type than the protocol's is an error that says where, but does not
// quote it. The caller bounds it.
func Decode(raw []byte) (*Input, error) {
	if !utf8.Valid(raw) {
		return nil, errors.New("the input is not UTF-8")
	}
	var sent struct {
		ThreadID        string    `json:"threadId"`
		RunID           string    `json:"runId"`
		ProtocolVersion string    `json:"protocolVersion"`
		Messages        last      `json:"messages"`
		Resume          [2]Resume `json:"resume"` // a thread has one question at a time; further ones are not read
	}
	if err := json.Unmarshal(raw, &sent); err != nil {
		return nil, wrong(err)
	}
	in := &Input{ThreadID: sent.ThreadID, RunID: sent.RunID, ProtocolVersion: sent.ProtocolVersion, Said: sent.Messages.said}
	for i, r := range sent.Resume {
		if r.InterruptID == "" && r.Status == "" {
			continue
		}
		if string(r.Payload) == "null" {
			r.Payload = nil
		}
		if r.InterruptID == "" || r.Status != Resolved && r.Status != Cancelled {
			return nil, fmt.Errorf("resume[%d]: want an interruptId and a status, resolved or cancelled", i)
		}
		in.Resume = append(in.Resume, r)
	}
	switch err := thread.CheckID(in.ThreadID); {
	case in.ThreadID == "":
		return nil, errors.New("threadId: it is missing")
	case err != nil:
		return nil, fmt.Errorf("threadId: %w", err)
	case in.RunID == "":
		return nil, errors.New("runId: it is missing")
	case len(in.RunID) > maxID:
		return nil, fmt.Errorf("runId: it has more than %d bytes", maxID)
	}
	return in, nil
}

// wrong says why JSON cannot be read.
func wrong(err error) error {
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("it is no JSON, at byte %d", e.Offset)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return errors.New(strings.TrimPrefix(e.Field+": it has the wrong type", ": "))
	}
	return err
}

// last is the last of a list of messages, if it is the guest's. The others are
// passed over, so that millions of them cost nothing.
type last struct{ said *Said }

// UnmarshalJSON implements json.Unmarshaler.
func (l *last) UnmarshalJSON(raw []byte) error {
	if raw[0] != '[' {
		if string(raw) == "null" {
			return nil
		}
		return errors.New("messages: want a list")
	}
	var item json.RawMessage
	d := json.NewDecoder(bytes.NewReader(raw))
	_, err := d.Token()
	for err == nil && d.More() {
		err = d.Decode(&item)
	}
	if err != nil || item == nil {
		return err
	}
	var m struct {
		ID      string          `json:"id"`
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(item, &m); err != nil || m.Role != "user" {
		return err
	}
	text, err := words(m.Content)
	l.said = &Said{m.ID, text}
	return err
}

// words returns the words of a text, or of a list of parts.
func words(content json.RawMessage) (text string, err error) {
	if len(content) == 0 {
		return "", nil
	}
	if content[0] != '[' {
		err = json.Unmarshal(content, &text)
		return text, err
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	err = json.Unmarshal(content, &parts)
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" {
			b.WriteString(p.Text)
		}
	}
	return b.String(), err
}
