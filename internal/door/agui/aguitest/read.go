// Package aguitest reads AG-UI streams as a strict client would: [Read] parses
// the frames, [Check] holds them to the order that the protocol asks for, and a
// [Client] keeps what a client keeps.
package aguitest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Event is one event of a stream.
type Event struct {
	ID     int64  // 0: it has none
	Type   string // RUN_STARTED…
	Fields map[string]any
	Raw    json.RawMessage
}

// Text returns a field that is a text; empty if there is none.
func (e Event) Text(field string) string {
	s, _ := e.Fields[field].(string)
	return s
}

// Read parses a stream. It takes what our server may send and nothing else:
// frames of an id, which may be missing, and one line of compact JSON, and
// comments; line ends are LF. Where a stream was cut off, in mid-frame too, it
// returns what came before.
func Read(r io.Reader) ([]Event, error) {
	raw, err := io.ReadAll(r)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	if bytes.ContainsRune(raw, '\r') {
		return nil, errors.New("the stream holds a carriage return")
	}
	blocks := strings.Split(string(raw), "\n\n")
	var all []Event
	for _, block := range blocks[:len(blocks)-1] {
		if strings.HasPrefix(block, ":") {
			continue
		}
		e, err := parse(block)
		if err != nil {
			return all, fmt.Errorf("frame %d: %w", len(all)+1, err)
		}
		all = append(all, e)
	}
	return all, nil
}

func parse(block string) (e Event, err error) {
	if id, rest, ok := strings.Cut(block, "\n"); ok {
		number, isID := strings.CutPrefix(id, "id: ")
		if e.ID, err = strconv.ParseInt(number, 10, 64); err != nil || !isID || e.ID < 1 {
			return e, fmt.Errorf("want an id, got %q", id)
		}
		block = rest
	}
	data, ok := strings.CutPrefix(block, "data: ")
	if !ok || strings.Contains(data, "\n") {
		return e, fmt.Errorf("want one line of data, got %q", block)
	}
	e.Raw = json.RawMessage(data)
	if err := json.Unmarshal(e.Raw, &e.Fields); err != nil {
		return e, err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, e.Raw); err != nil || compact.String() != data {
		return e, errors.New("the JSON is not compact")
	}
	if e.Type = e.Text("type"); e.Type == "" {
		return e, errors.New("the event has no type")
	}
	return e, nil
}
