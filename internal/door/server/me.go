package server

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/thread"
)

// forgetAll answers DELETE /api/v1/me/memory. Conversations stay: they are
// deleted one by one.
func (srv *Server) forgetAll(c *call) error {
	_, err := srv.o.Book.ForgetAll(c.Context(), c.by.guest)
	return err
}

// forgetOne answers DELETE /api/v1/me/memory/{id}.
func (srv *Server) forgetOne(c *call) error {
	n, err := srv.o.Book.Forget(c.Context(), c.by.guest, memory.What{ID: c.PathValue("id")})
	if err == nil && n == 0 {
		err = errNotFound
	}
	return err
}

// changeOne answers PATCH /api/v1/me/memory/{id}: the guest puts it right.
func (srv *Server) changeOne(c *call, in struct{ Value string }) (any, error) {
	m, err := srv.o.Book.Change(c.Context(), c.by.guest, c.PathValue("id"), in.Value)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errNotFound
	}
	return map[string]string{"id": m.ID}, nil
}

type consentIn struct {
	Health *bool
	Person string
}

// consent answers POST /api/v1/me/memory/consent: whether what concerns the
// guest's health, or a person's with them, may be remembered. A no forgets what was.
func (srv *Server) consent(c *call, in consentIn) (any, error) {
	if in.Health == nil {
		return nil, bad("health is missing: true or false")
	}
	return nil, srv.o.Book.ConsentFor(c.Context(), hook.Turn{Guest: c.by.guest, Run: thread.NewID(), Time: time.Now()}, in.Person, *in.Health)
}

// exportGuest answers GET /api/v1/me/export: all that is kept of the guest.
func (srv *Server) exportGuest(c *call) (any, error) {
	known, err := srv.o.Book.Export(c.Context(), c.by.guest, srv.language(c.Request))
	if err != nil {
		return nil, err
	}
	all, err := srv.conversations(c.Context(), c.by.guest)
	if err != nil {
		return nil, err
	}
	attach(c, "maitre.json")
	return map[string]any{"guest": c.by.guest, "memory": known, "threads": all}, nil
}

// language returns the one that the query or else the browser asks for, or that
// of the house.
func (srv *Server) language(r *http.Request) lang.Language {
	wanted := append([]string{r.URL.Query().Get("lang")}, strings.Split(r.Header.Get("Accept-Language"), ",")...)
	for _, code := range wanted {
		code, _, _ = strings.Cut(code, ";")
		if l, ok := lang.Parse(code); ok {
			return l
		}
	}
	return srv.o.Language
}

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
