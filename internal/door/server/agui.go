package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/thread"
)

// agui answers POST /agui: a message, or the answer to a question, becomes a
// run, and the run a stream.
func (srv *Server) agui(w http.ResponseWriter, r *http.Request, guest string) error {
	in, err := agui.Decode(r.Body)
	if err != nil {
		return badInput(err)
	}
	if len(in.Resume) > 0 {
		return srv.resume(w, r, guest, in)
	}
	if in.Said == nil {
		return &apiError{http.StatusBadRequest, "no_message", "the last of messages must be the guest's, or resume must answer a question"}
	}
	l, run, err := srv.turn(r.Context(), guest, in)
	if errors.Is(err, graph.ErrBusy) && srv.settled(r.Context(), guest, in.ThreadID) {
		l, run, err = srv.turn(r.Context(), guest, in)
	}
	if errors.Is(err, maitre.ErrPending) {
		return refuse(w, in, agui.Pending)
	}
	if err != nil {
		return err
	}
	defer l.leave()
	return srv.told(w, r, guest, run, in, 0, l)
}

// turn begins a run with a guest's message. Whoever gets it must leave it.
func (srv *Server) turn(ctx context.Context, guest string, in *agui.Input) (l *live, run string, err error) {
	l = srv.hub.start(ctx, func(ctx context.Context, watch func(event.Event)) (*maitre.Reply, error) {
		return srv.o.Maitre.Turn(ctx, maitre.Turn{Thread: in.ThreadID, Guest: guest, Message: in.Said.Text, MessageID: in.Said.ID}, watch)
	})
	if l == nil {
		return nil, "", errClosing
	}
	if run, err = l.first(ctx); err != nil {
		l.leave()
	}
	return l, run, err
}

// patience is how long a message waits for a run that the guest does not know
// of.
const patience = 10 * time.Second

// settled waits for the last run of a thread to end if it goes on only because
// its question was not answered in time, and reports whether it has.
func (srv *Server) settled(ctx context.Context, guest, name string) bool {
	id, err := thread.Named(ctx, srv.o.Store, name, guest)
	if err != nil {
		return false
	}
	runs, err := srv.o.Store.Runs(ctx, id)
	if err != nil || len(runs) == 0 {
		return false
	}
	run := runs[len(runs)-1]
	events, err := srv.o.Store.Events(ctx, run, 0, 0)
	asked := agui.Questions(events)
	if err != nil || len(asked) == 0 {
		return false
	}
	if a := asked[len(asked)-1].Answer; a == nil || !a.TimedOut {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return srv.ended(ctx, run) == nil
}

// told tells a client of a run from after an event. l is nil if this process does not work on it.
func (srv *Server) told(w http.ResponseWriter, r *http.Request, guest, run string, in *agui.Input, after int64, l *live) error {
	id, err := thread.Named(r.Context(), srv.o.Store, in.ThreadID, guest)
	if err != nil {
		return err
	}
	srv.sessions.touch(id, guest)
	s := srv.stream(w, r, guest, id, run, &agui.Encoder{Thread: in.ThreadID, Run: in.RunID, AfterSeq: after, Expiry: in.ProtocolVersion != ""})
	s.once = true
	srv.streamed(r, s, run, l)
	return nil
}

// streamed streams a run. An error in the middle of it cannot be told any more: the
// client comes back for the rest.
func (srv *Server) streamed(r *http.Request, s *stream, run string, l *live) {
	if err := srv.follow(r.Context(), s, run, l); err != nil && r.Context().Err() == nil {
		srv.o.Log.WarnContext(r.Context(), "a stream broke off", "route", r.Pattern, "err", err)
	}
}

// refuse answers with a stream that says why there is no run.
func refuse(w http.ResponseWriter, in *agui.Input, code string) error {
	_ = sse(w).send(agui.Refuse(in.ThreadID, in.RunID, code)) // a client that is gone need not know
	return nil
}

// resume takes the answer to a question. Of answers that come at once one wins;
// the others hear what came of it if they say the same.
func (srv *Server) resume(w http.ResponseWriter, r *http.Request, guest string, in *agui.Input) error {
	for try := 1; ; try++ {
		err := srv.tryResume(w, r, guest, in)
		late := errors.Is(err, graph.ErrNoAsk) || errors.Is(err, graph.ErrConflict)
		if !late || try == 3 {
			return err
		}
	}
}

func (srv *Server) tryResume(w http.ResponseWriter, r *http.Request, guest string, in *agui.Input) error {
	q, err := srv.question(r.Context(), guest, in)
	if err != nil {
		return err
	}
	if q == nil {
		return refuse(w, in, agui.Unknown)
	}
	answer, err := agui.ResumeAnswer(in, *q, time.Now())
	if refused, ok := errors.AsType[*agui.Error](err); ok {
		return refuse(w, in, refused.Code)
	}
	if err != nil {
		return err
	}
	var l *live
	if q.Answer == nil {
		l = srv.hub.start(r.Context(), func(ctx context.Context, watch func(event.Event)) (*maitre.Reply, error) {
			return srv.o.Maitre.Answer(ctx, guest, q.Run, answer, watch)
		})
		if l == nil {
			return errClosing
		}
		defer l.leave()
		if _, err := l.first(r.Context()); err != nil {
			return err
		}
	}
	return srv.told(w, r, guest, q.Run, in, q.Seq, l)
}

// question finds the question that a client answers, or returns nil.
func (srv *Server) question(ctx context.Context, guest string, in *agui.Input) (*agui.Question, error) {
	run, step, err := agui.ParseInterrupt(in.Resume[0].InterruptID)
	if err != nil || thread.CheckID(run) != nil {
		return nil, nil //nolint:nilerr // what cannot be read is not known
	}
	id, err := thread.Named(ctx, srv.o.Store, in.ThreadID, guest)
	if err != nil {
		return nil, err
	}
	cp, err := srv.o.Store.Load(ctx, run)
	switch {
	case errors.Is(err, graph.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case cp.Guest != guest || cp.Thread != id:
		return nil, nil
	}
	events, err := srv.o.Store.Events(ctx, run, 0, 0)
	if err != nil {
		return nil, err
	}
	for _, q := range agui.Questions(events) {
		if q.Step == step && (q.Answer != nil || cp.Status == graph.Waiting) { // else the run was cancelled
			if q.Answer == nil {
				q.Deadline = cp.Deadline // by our clock: that of who asked may be wrong
			}
			return &q, nil
		}
	}
	return nil, nil
}

// capabilities says what a client may use.
func (srv *Server) capabilities(*http.Request, string) (any, error) {
	return map[string]any{
		"identity":       map[string]any{"name": "maitre", "type": "maitre", "description": "a concierge for beer, dishes and trips", "version": srv.o.Version},
		"transport":      map[string]any{"streaming": true, "resumable": true},
		"tools":          map[string]any{"supported": true, "clientProvided": false},
		"state":          map[string]any{"snapshots": true, "deltas": false, "persistentState": true},
		"humanInTheLoop": map[string]any{"supported": true, "interrupts": true, "approvals": true},
		"custom":         map[string]any{"maitre": map[string]any{"protocolVersion": agui.Version, "components": "/api/v1/ui/components", "events": []string{"feedback_request", "maitre.memory", "maitre.cost"}}},
	}, nil
}

// runEvents answers GET /api/v1/runs/{id}/events: what a run has done and what
// it does, from after Last-Event-ID.
func (srv *Server) runEvents(w http.ResponseWriter, r *http.Request, guest string) error {
	cp, err := srv.owned(r, guest)
	if err != nil {
		return err
	}
	after, err := agui.ParseID(r.Header.Get("Last-Event-ID"))
	if err != nil {
		return &apiError{http.StatusBadRequest, "bad_event_id", err.Error()}
	}
	l := srv.hub.find(cp.Run)
	if l != nil {
		defer l.leave()
	}
	srv.streamed(r, srv.stream(w, r, guest, cp.Thread, cp.Run, &agui.Encoder{AfterFrame: after, Expiry: true}), cp.Run, l)
	return nil
}

// runCancel answers POST /api/v1/runs/{id}/cancel. When it has answered, the
// run is over and its thread is free.
func (srv *Server) runCancel(r *http.Request, guest string) error {
	cp, err := srv.owned(r, guest)
	if err != nil {
		return err
	}
	if l := srv.hub.find(cp.Run); l != nil {
		l.cancel(errStopped)
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(l.over, cancel)()
		_ = srv.ended(ctx, cp.Run) // what is learnt from it may take longer
		l.leave()
	}
	err = srv.o.Maitre.Cancel(r.Context(), guest, cp.Run, errStopped) // it may be another worker's, or wait for an answer
	if errors.Is(err, graph.ErrConflict) {
		return nil
	}
	return err
}

// runExtend answers POST /api/v1/runs/{id}/extend: the question that the run
// waits with, with more time for its answer.
func (srv *Server) runExtend(r *http.Request, guest string) (any, error) {
	cp, err := srv.owned(r, guest)
	if err != nil {
		return nil, err
	}
	if cp, err = srv.o.Maitre.Extend(r.Context(), guest, cp.Run); err != nil {
		return nil, err
	}
	events, err := srv.o.Store.Events(r.Context(), cp.Run, 0, 0)
	if err != nil {
		return nil, err
	}
	waits := agui.PendingInterrupts(events, cp, true)
	if len(waits) == 0 {
		return nil, graph.ErrNoAsk
	}
	return waits[0], nil
}

// owned returns the run in the path, if it is the guest's.
func (srv *Server) owned(r *http.Request, guest string) (*graph.Checkpoint, error) {
	id := r.PathValue("id")
	if thread.CheckID(id) != nil {
		return nil, graph.ErrNotFound
	}
	cp, err := srv.o.Store.Load(r.Context(), id)
	if err == nil && cp.Guest != guest {
		err = graph.ErrNotFound
	}
	return cp, err
}
