package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/internal/door/openai"
	"github.com/maitre-dev/maitre/thread"
)

// agui answers POST /agui: a message, or the answer to a question, becomes a
// run, and the run a stream.
func (srv *Server) agui(c *call) (any, error) {
	in, err := agui.Decode(c.body)
	if err != nil {
		return nil, bad(err.Error()) // it quotes nothing
	}
	if len(in.Resume) > 0 {
		return srv.resume(c, in)
	}
	if in.Said == nil {
		return nil, &apiError{http.StatusBadRequest, "no_message", "the last of messages must be the guest's, or resume must answer a question"}
	}
	var l *live
	err = srv.patiently(c.Context(), c.by.guest, in.ThreadID, func() (err error) {
		l, err = srv.hub.begin(c.Context(), func(ctx context.Context, watch func(event.Event)) (*maitre.Reply, error) {
			return srv.o.Maitre.Turn(ctx, maitre.Turn{Thread: in.ThreadID, Guest: c.by.guest, Message: in.Said.Text, MessageID: in.Said.ID}, watch)
		})
		return err
	})
	if errors.Is(err, maitre.ErrPending) {
		return refuse(c, in, agui.Pending)
	}
	if err != nil {
		return nil, err
	}
	defer l.leave()
	return srv.told(c, in, l.run, 0, l)
}

// patience is how long a message waits for the run before it to end.
const patience = 10 * time.Second

// patiently does something in a thread, as soon as its last run is over: one that was
// stopped just now, or goes on because its question was not answered in time.
func (srv *Server) patiently(ctx context.Context, guest, name string, do func() error) error {
	busy := do()
	if !errors.Is(busy, graph.ErrBusy) {
		return busy
	}
	id, err := thread.Named(ctx, srv.o.Store, name, guest)
	if err != nil {
		return err
	}
	runs, err := srv.o.Store.Runs(ctx, id)
	if err != nil || len(runs) == 0 {
		return cmp.Or(err, busy)
	}
	short, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if srv.ended(short, runs[len(runs)-1]) != nil {
		return busy
	}
	return do()
}

// refuse answers with a stream that says why there is no run.
func refuse(c *call, in *agui.Input, code string) (any, error) {
	_ = sse(c.w).send(agui.Refuse(in.ThreadID, in.RunID, code)) // a client that is gone need not know
	return written{}, nil
}

// resume takes the answer to a question. Of answers that come at once one wins;
// the others hear what came of it if they say the same.
func (srv *Server) resume(c *call, in *agui.Input) (found any, err error) {
	for range 3 {
		found, err = srv.tryResume(c, in)
		if !errors.Is(err, graph.ErrNoAsk) && !errors.Is(err, graph.ErrConflict) {
			break
		}
	}
	return found, err
}

func (srv *Server) tryResume(c *call, in *agui.Input) (any, error) {
	q, err := srv.question(c.Context(), c.by.guest, in)
	if err != nil {
		return nil, err
	}
	if q == nil {
		return refuse(c, in, agui.Unknown)
	}
	answer, err := agui.ResumeAnswer(in, *q, time.Now())
	if refused, ok := errors.AsType[*agui.Error](err); ok {
		return refuse(c, in, refused.Code)
	}
	if err != nil {
		return nil, err
	}
	var l *live
	if q.Answer == nil {
		l, err = srv.hub.begin(c.Context(), func(ctx context.Context, watch func(event.Event)) (*maitre.Reply, error) {
			return srv.o.Maitre.Answer(ctx, c.by.guest, q.Run, answer, watch)
		})
		if err != nil {
			return nil, err
		}
		defer l.leave()
	}
	return srv.told(c, in, q.Run, q.Seq, l)
}

// question finds the question that a client answers, or returns nil.
func (srv *Server) question(ctx context.Context, guest string, in *agui.Input) (*agui.Question, error) {
	run, step, _ := agui.ParseInterrupt(in.Resume[0].InterruptID) // what cannot be read is not there
	id, err := thread.Named(ctx, srv.o.Store, in.ThreadID, guest)
	if err != nil {
		return nil, err
	}
	cp, err := srv.runOf(ctx, guest, run)
	if errors.Is(err, graph.ErrNotFound) || err == nil && cp.Thread != id {
		return nil, nil
	}
	if err != nil {
		return nil, err
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
func (srv *Server) capabilities(*call) (any, error) {
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
func (srv *Server) runEvents(c *call) (any, error) {
	cp, err := srv.ownRun(c)
	if err != nil {
		return nil, err
	}
	after, err := agui.ParseID(c.Header.Get("Last-Event-ID"))
	if err != nil {
		return nil, &apiError{http.StatusBadRequest, "bad_event_id", err.Error()}
	}
	l := srv.hub.find(cp.Run)
	if l != nil {
		defer l.leave()
	}
	srv.follow(c, srv.stream(c, cp.Thread, cp.Run, &agui.Encoder{AfterFrame: after, Expiry: true}), cp.Run, l)
	return written{}, nil
}

// runCancel answers POST /api/v1/runs/{id}/cancel. When it has answered, the
// run is over and its thread is free.
func (srv *Server) runCancel(c *call) error {
	cp, err := srv.ownRun(c)
	if err != nil {
		return err
	}
	if l := srv.hub.find(cp.Run); l != nil {
		l.cancel(errStopped)
		ctx, cancel := context.WithCancel(c.Context())
		defer cancel()
		defer context.AfterFunc(l.over, cancel)()
		_ = srv.ended(ctx, cp.Run) // what is learnt from it may take longer
		l.leave()
	}
	err = srv.o.Maitre.Cancel(c.Context(), c.by.guest, cp.Run, errStopped) // it may be another worker's, or wait for an answer
	if errors.Is(err, graph.ErrConflict) {
		return nil
	}
	return err
}

// runExtend answers POST /api/v1/runs/{id}/extend: the question that the run
// waits with, with more time for its answer.
func (srv *Server) runExtend(c *call) (any, error) {
	cp, err := srv.ownRun(c)
	if err != nil {
		return nil, err
	}
	if cp, err = srv.o.Maitre.Extend(c.Context(), c.by.guest, cp.Run); err != nil {
		return nil, err
	}
	events, err := srv.o.Store.Events(c.Context(), cp.Run, 0, 0)
	if err != nil {
		return nil, err
	}
	waits := agui.PendingInterrupts(events, cp, true)
	if len(waits) == 0 {
		return nil, graph.ErrNoAsk
	}
	return waits[0], nil
}

// ownRun returns the run in the path, if it is the guest's.
func (srv *Server) ownRun(c *call) (*graph.Checkpoint, error) {
	return srv.runOf(c.Context(), c.by.guest, c.PathValue("id"))
}

// runOf returns a run of a guest. Another's is not there.
func (srv *Server) runOf(ctx context.Context, guest, id string) (*graph.Checkpoint, error) {
	if thread.CheckID(id) != nil {
		return nil, graph.ErrNotFound
	}
	cp, err := srv.o.Store.Load(ctx, id)
	if err == nil && cp.Guest != guest {
		err = graph.ErrNotFound
	}
	return cp, err
}

// chat answers POST /v1/chat/completions.
func (srv *Server) chat(c *call) (any, error) {
	d := openai.Door{Talker: talker{srv}, Began: srv.sessions.touch}
	return written{}, d.Chat(c.w, c.Request, c.body, c.by.guest)
}

// talker waits for a thread that is busy.
type talker struct{ srv *Server }

func (t talker) Say(ctx context.Context, turn maitre.Turn, watch func(event.Event)) (reply *maitre.Reply, err error) {
	err = t.srv.patiently(ctx, turn.Guest, turn.Thread, func() (err error) {
		reply, err = t.srv.o.Maitre.Say(ctx, turn, watch)
		return err
	})
	return reply, err
}

// mcp answers POST /mcp.
func (srv *Server) mcp(c *call) (any, error) {
	if srv.o.MCP == nil {
		return nil, errNotFound
	}
	c.Body = io.NopCloser(bytes.NewReader(c.body))
	return written{}, srv.o.MCP(c.w, c.Request, c.by.guest)
}
