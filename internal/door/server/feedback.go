package server

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
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
func (srv *Server) feedback(r *http.Request, guest string, in opinion) (any, error) {
	in.Thread = cmp.Or(in.Thread, in.Session)
	f := hook.Feedback{Kind: in.Type, Text: strings.TrimSpace(textOf(in.Data))}
	switch f.Kind {
	case hook.Positive, hook.Negative:
	case hook.Correction, hook.Preferred:
		if f.Text == "" {
			return nil, bad("data has no text: what does the guest say instead?")
		}
	default:
		return nil, bad("type is positive, negative, correction or preference")
	}
	run, err := srv.judged(r.Context(), guest, in)
	if err != nil {
		return nil, err
	}
	if err := srv.o.Maitre.Feedback(r.Context(), guest, run, f); err != nil {
		return nil, err
	}
	// An opinion of a kind counts once for a run: that is what it goes by.
	return map[string]string{"id": run + "~" + string(f.Kind)}, nil
}

// textOf returns the words in the data: a text, or the texts of an object, the
// one called text before the others.
func textOf(data json.RawMessage) string {
	var text string
	if json.Unmarshal(data, &text) == nil {
		return text
	}
	var fields map[string]any
	if json.Unmarshal(data, &fields) != nil {
		return ""
	}
	if text, ok := fields["text"].(string); ok {
		return text
	}
	var all []string
	for _, v := range fields {
		if text, ok := v.(string); ok {
			all = append(all, text)
		}
	}
	slices.Sort(all) // always the same
	return strings.Join(all, " ")
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
		switch {
		case in.Run != "" && in.Run != run:
		case in.Message != "" && !says(events, in.Message):
		default:
			return run, nil
		}
	}
	return "", errNotFound
}

// says reports whether a message of the thread is a run's.
func says(events []event.Event, message string) bool {
	return slices.ContainsFunc(agui.Messages(events), func(m agui.Message) bool { return m.ID == message }) || slices.ContainsFunc(events, func(e event.Event) bool {
		return e.Type == event.PostResponse && event.Read[event.Said](e).ID == message
	})
}
