package server

import (
	"context"
	"errors"
	"fmt"
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
	said, ok := in.Message()
	if !ok {
		return &apiError{http.StatusBadRequest, "no_message", "the last of messages must be the guest's, or resume must answer a question"}
	}
	ctx := r.Context()
	l, run, err := srv.turn(ctx, guest, said, in)
	if errors.Is(err, graph.ErrBusy) && srv.settled(ctx, guest, in.ThreadID) {
		l, run, err = srv.turn(ctx, guest, said, in)
	}
	if errors.Is(err, maitre.ErrPending) {
		return refuse(w, r, in, agui.Pending)
	}
	if err != nil {
		return err
	}
	defer l.leave()
	s := srv.begin(w, r, guest, run, in, l)
	return srv.streamed(r, func() error { return srv.rest(ctx, s, run, l) })
}

// turn begins a run with a guest's message. Whoever gets it must leave it.
func (srv *Server) turn(ctx context.Context, guest string, said agui.Said, in *agui.Input) (l *live, run string, err error) {
	if srv.hub.telling(name{guest, in.ThreadID}) {
		return nil, "", graph.ErrBusy
	}
	l = srv.hub.start(ctx, slow(guest, in), func(ctx context.Context, watch func(event.Event)) (*maitre.Reply, error) {
		return srv.o.Maitre.Turn(ctx, maitre.Turn{Thread: in.ThreadID, Guest: guest, Message: said.Text, MessageID: said.ID}, watch)
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
	for {
		cp, err := srv.o.Store.Load(ctx, run)
		if err != nil || cp.Status.Over() {
			return err == nil
		}
		if srv.o.Store.Wait(ctx, run, cp.Seq) != nil {
			return false
		}
	}
}

// slow returns the thread of a client that wants to be told slowly, if it does.
func slow(guest string, in *agui.Input) name {
	if in.Pace > 0 {
		return name{guest, in.ThreadID}
	}
	return name{}
}

// begin begins to answer a client with a run. l is nil if it is told again.
func (srv *Server) begin(w http.ResponseWriter, r *http.Request, guest, run string, in *agui.Input, l *live) *stream {
	id, err := thread.Named(r.Context(), srv.o.Store, in.ThreadID, guest)
	if err == nil {
		srv.sessions.touch(id, guest)
	}
	k := named{run, in.ThreadID, in.ProtocolVersion != ""}
	srv.hub.call(name{guest, in.RunID}, k)
	s := srv.stream(w, r, guest, id, run, &agui.Encoder{Thread: in.ThreadID, Run: in.RunID, Expiry: k.expiry})
	s.once, s.err = true, err
	if in.Pace > 0 {
		s.pace, s.slow = in.Pace, l
	}
	return s
}

// streamed runs what writes a stream. An error in the middle of one cannot be
// told any more: the client comes back for the rest.
func (srv *Server) streamed(r *http.Request, do func() error) error {
	if err := do(); err != nil && r.Context().Err() == nil {
		srv.o.Log.WarnContext(r.Context(), "a stream broke off", "route", r.Pattern, "err", err)
	}
	return nil
}

// refuse answers with a stream that says why there is no run.
func refuse(w http.ResponseWriter, r *http.Request, in *agui.Input, code string) error {
	s := sse(w)
	_ = s.send(r.Context(), agui.Refuse(in.ThreadID, in.RunID, code)) // a client that is gone need not know
	_ = s.flush()
	return nil
}

// resume takes the answer to a question. Of answers that come at once one wins;
// the others hear what came of it if they say the same.
func (srv *Server) resume(w http.ResponseWriter, r *http.Request, guest string, in *agui.Input) error {
	for range 3 {
		again, err := srv.tryResume(w, r, guest, in)
		if !again {
			return err
		}
	}
	return graph.ErrBusy
}

func (srv *Server) tryResume(w http.ResponseWriter, r *http.Request, guest string, in *agui.Input) (again bool, err error) {
	ctx := r.Context()
	q, err := srv.question(ctx, guest, in)
	if err != nil {
		return false, err
	}
	if q == nil {
		return false, refuse(w, r, in, agui.Unknown)
	}
	answer, err := agui.ResumeAnswer(in, *q, time.Now())
	if refused, ok := errors.AsType[*agui.Error](err); ok {
		return false, refuse(w, r, in, refused.Code)
	}
	if err != nil {
		return false, err
	}
	if q.Answer != nil {
		s := srv.begin(w, r, guest, q.Run, in, nil)
		s.enc.AfterSeq = q.Seq
		return false, srv.streamed(r, func() error { return srv.join(ctx, s, q.Run) })
	}
	l := srv.hub.start(ctx, slow(guest, in), func(ctx context.Context, watch func(event.Event)) (*maitre.Reply, error) {
		return srv.o.Maitre.Answer(ctx, guest, q.Run, answer, watch)
	})
	if l == nil {
		return false, errClosing
	}
	defer l.leave()
	switch _, err := l.first(ctx); {
	case errors.Is(err, graph.ErrNoAsk), errors.Is(err, graph.ErrConflict):
		return true, nil
	case err != nil:
		return false, err
	}
	s := srv.begin(w, r, guest, q.Run, in, l)
	s.enc.AfterSeq = q.Seq
	return false, srv.streamed(r, func() error { return srv.whole(ctx, s, q.Run, l) })
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
	id := r.PathValue("id")
	cp, k, err := srv.owned(r.Context(), guest, id)
	if err != nil {
		return err
	}
	after, err := agui.ParseID(r.Header.Get("Last-Event-ID"))
	if err != nil {
		return &apiError{http.StatusBadRequest, "bad_event_id", err.Error()}
	}
	s := srv.stream(w, r, guest, cp.Thread, cp.Run, &agui.Encoder{Thread: k.thread, Run: id, AfterFrame: after, Expiry: k.expiry})
	return srv.streamed(r, func() error { return srv.join(r.Context(), s, cp.Run) })
}

// runCancel answers POST /api/v1/runs/{id}/cancel. When it has answered, the
// run is over and its thread is free.
func (srv *Server) runCancel(r *http.Request, guest string) error {
	cp, _, err := srv.owned(r.Context(), guest, r.PathValue("id"))
	if err != nil {
		return err
	}
	if l := srv.hub.find(cp.Run); l != nil {
		err = l.stop(r.Context(), errStopped)
		l.leave()
	}
	if err == nil { // it may be another worker's, or wait for an answer
		err = srv.o.Maitre.Cancel(r.Context(), guest, cp.Run, errStopped)
	}
	if err != nil && !errors.Is(err, graph.ErrConflict) {
		return err
	}
	return nil
}

// runExtend answers POST /api/v1/runs/{id}/extend: the question that the run
// waits with, with more time for its answer.
func (srv *Server) runExtend(r *http.Request, guest string) (any, error) {
	cp, _, err := srv.owned(r.Context(), guest, r.PathValue("id"))
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

// owned returns a run if it is the guest's, and what their client called it. They may call it as the log does, or as they did when
// they began or resumed it with this process: then they hear the same as then.
func (srv *Server) owned(ctx context.Context, guest, id string) (*graph.Checkpoint, named, error) {
	k := srv.hub.called(name{guest, id})
	if k.run == "" {
		k = named{run: id, expiry: true}
	}
	if thread.CheckID(k.run) != nil {
		return nil, named{}, graph.ErrNotFound
	}
	cp, err := srv.o.Store.Load(ctx, k.run)
	if err == nil && cp.Guest != guest {
		err = graph.ErrNotFound
	}
	if err != nil {
		return nil, named{}, fmt.Errorf("run: %w", err)
	}
	return cp, k, nil
}
