package server

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/thread"
)

// opinion is what a client sends. Data is the text, or an object with it.
type opinion struct {
	Thread  string          `json:"threadId"`
	Session string          `json:"session_id"` // the thread, as document 004 calls it
	Message string          `json:"messageId"`
	Run     string          `json:"runId"`
	Type    hook.Opinion    `json:"type"`
	Data    json.RawMessage `json:"data"`
}

// feedback answers POST /api/v1/feedback. What is judged is the run that is
// named, or the one that the message belongs to, or the thread's last.
func (srv *Server) feedback(c *call, in opinion) (any, error) {
	in.Thread = cmp.Or(in.Thread, in.Session)
	var said struct{ Text string }
	if json.Unmarshal(in.Data, &said.Text) != nil {
		_ = json.Unmarshal(in.Data, &said) // else it has no text
	}
	f := hook.Feedback{Kind: in.Type, Text: strings.TrimSpace(said.Text)}
	switch f.Kind {
	case hook.Positive, hook.Negative:
	case hook.Correction, hook.Preferred:
		if f.Text == "" {
			return nil, bad("data has no text: what does the guest say instead?")
		}
	default:
		return nil, bad("type is positive, negative, correction or preference")
	}
	run, err := srv.judged(c.Context(), c.by.guest, in)
	if err != nil {
		return nil, err
	}
	// An opinion of a kind counts once for a run: that is what it goes by.
	return map[string]string{"id": run + "~" + string(f.Kind)}, srv.o.Maitre.Feedback(c.Context(), c.by.guest, run, f)
}

// judged finds the run that an opinion is about.
func (srv *Server) judged(ctx context.Context, guest string, in opinion) (string, error) {
	if thread.CheckID(in.Thread) != nil {
		return "", bad("threadId is missing or malformed")
	}
	id, err := thread.Named(ctx, srv.o.Store, in.Thread, guest)
	if err != nil {
		return "", err
	}
	h, err := srv.history(ctx, guest, id)
	if err != nil {
		return "", err
	}
	for _, events := range slices.Backward(h.runs) {
		run := events[0].Run
		if (in.Run == "" || in.Run == run) && (in.Message == "" || says(events, in.Message)) {
			return run, nil
		}
	}
	return "", errNotFound
}

// says reports whether a message is a run's, by its id in the stream or in the thread.
func says(events []event.Event, message string) bool {
	said, _ := event.Messages(events) // what cannot be read was not said
	return slices.ContainsFunc(said, func(m thread.Message) bool { return m.ID == message }) ||
		slices.ContainsFunc(agui.Messages(events), func(m agui.Message) bool { return m.ID == message })
}
