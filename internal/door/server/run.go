package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/thread"
)

const (
	ping  = 15 * time.Second // between signs of life on a silent stream
	grace = time.Second      // for what hooks learn of a run on another worker
	stuck = 30 * time.Second // for a client to take what it is sent

	maxHeld = 32 << 10 // bytes that are sent at once, so that a slow client can take them in time
)

// stream tells one client of one run.
type stream struct {
	w    http.ResponseWriter
	c    *http.ResponseController
	enc  *agui.Encoder
	once bool // it is over with the client's run, be that by a question

	sent time.Time // when something was, last
	seq  int64     // of the last event
	over bool
	err  error // why there is no more
}

// told tells a client of a run from after an event. l is nil if this process does not work on it.
func (srv *Server) told(c *call, in *agui.Input, run string, after int64, l *live) (any, error) {
	id, err := thread.Named(c.Context(), srv.o.Store, in.ThreadID, c.by.guest)
	if err != nil {
		return nil, err
	}
	srv.sessions.touch(id, c.by.guest)
	s := srv.stream(c, id, run, &agui.Encoder{Thread: in.ThreadID, Run: in.RunID, AfterSeq: after, Expiry: in.ProtocolVersion != ""})
	s.once = true
	srv.follow(c, s, run, l)
	return written{}, nil
}

// stream begins to answer with a run of a guest's thread.
func (srv *Server) stream(c *call, thread, run string, enc *agui.Encoder) *stream {
	s := sse(c.w)
	s.enc = enc
	enc.Language = srv.language(c.Request)
	enc.History = func() []agui.Message {
		h, err := srv.history(c.Context(), c.by.guest, thread)
		if err != nil {
			s.err = err
			return nil
		}
		return h.before(run)
	}
	enc.Renew = func(q *agui.Question) {
		if cp, err := srv.o.Store.Load(c.Context(), run); err == nil { // else it is as it was asked
			q.Renew(cp)
		}
	}
	return s
}

// sse begins to answer with server-sent events.
func sse(w http.ResponseWriter) *stream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for proxies that would hold it back
	w.WriteHeader(http.StatusOK)
	return &stream{w: w, c: http.NewResponseController(w), sent: time.Now()}
}

// send sends frames, up to the end of what the client wants to hear.
func (s *stream) send(frames []agui.Frame) error {
	var b []byte
	for _, f := range frames {
		if s.over {
			break
		}
		b = f.Append(b)
		s.over = s.once && (f.Type == agui.RunFinished || f.Type == agui.RunError)
		if len(b) > maxHeld && s.err == nil {
			s.err = s.write(b)
			b = b[:0]
		}
	}
	if s.err == nil && len(b) > 0 {
		s.err = s.write(b)
	}
	return s.err
}

func (s *stream) write(b []byte) error {
	_ = s.c.SetWriteDeadline(time.Now().Add(stuck)) // not every writer has one
	if _, err := s.w.Write(b); err != nil {
		return err
	}
	s.sent = time.Now()
	return s.c.Flush()
}

// tell tells events.
func (s *stream) tell(events []event.Event) error {
	var frames []agui.Frame
	for _, e := range events {
		s.seq = max(s.seq, e.Seq)
		frames = append(frames, s.enc.Event(e)...)
	}
	return s.send(frames)
}

// follow tells of a run from its beginning to its end, or to a question's,
// wherever it is worked on. An error in the middle of it cannot be told any more: the
// client comes back for the rest.
func (srv *Server) follow(c *call, s *stream, run string, l *live) {
	err := srv.tail(c.Context(), s, run, l)
	if errors.Is(err, graph.ErrNotFound) { // it was deleted meanwhile
		end, _ := json.Marshal(map[string]graph.Status{"status": graph.Cancelled})
		err = s.tell([]event.Event{{Run: run, Seq: s.seq + 1, Type: event.RunEnd, Data: end}})
	}
	if err == nil && !s.over && s.enc.Ended() {
		lessons, _ := srv.o.Store.Events(c.Context(), run+"~memory", 0, 0) // the answer stands without them
		err = s.send(s.enc.End(lessons...))
	}
	if err != nil && c.Context().Err() == nil {
		srv.o.Log.WarnContext(c.Context(), "a stream broke off", "route", c.Pattern, "err", err)
	}
}

// tail tells the events of a run, as long as there may be more. They come by way of the
// store, whoever works on it; l is nil if this process does not.
func (srv *Server) tail(ctx context.Context, s *stream, run string, l *live) error {
	here := context.Background() // as long as this process works on it
	if l != nil {
		here = l.over
	}
	var attended, ended time.Time
	for {
		last := l != nil && here.Err() != nil // what there is now is all
		some, err := srv.o.Store.Events(ctx, run, s.seq, 0)
		if err == nil {
			err = s.tell(some)
		}
		if err != nil || s.over {
			return err
		}
		if s.enc.Ended() && ended.IsZero() {
			ended = time.Now()
		}
		if s.enc.Ended() && (last || time.Since(ended) > grace) {
			return nil
		}
		if s.enc.Finished() || s.enc.Ended() {
			cp, err := srv.o.Store.Load(ctx, run) // it knows, whatever the clock of who had the run showed
			if err != nil || cp.Status == graph.Waiting || cp.Status.Over() && l == nil && time.Since(cp.Updated) > grace {
				return err
			}
		}
		if last {
			l, here = nil, context.Background() // another has it, or will take it
		}
		if l == nil && srv.closing.Load() {
			return errClosing // the client comes back to who has it
		}
		if l == nil && time.Since(attended) > unheard/3 {
			if err := srv.o.Store.Attend(ctx, run); err != nil {
				return err
			}
			attended = time.Now()
		}
		if time.Since(s.sent) >= ping {
			if err := s.write([]byte(": ping\n\n")); err != nil {
				return err
			}
		}
		if err := srv.wait(ctx, here, run, s.seq); err != nil {
			return err
		}
	}
}

// wait waits for events of a run after a number, for a second at most, and no longer than
// this process works on it.
func (srv *Server) wait(ctx, here context.Context, run string, after int64) error {
	short, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	defer context.AfterFunc(here, cancel)()
	err := srv.o.Store.Wait(short, run, after)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case short.Err() != nil:
		return nil
	}
	return err
}

// ended waits until a run is over, or ctx.
func (srv *Server) ended(ctx context.Context, run string) error {
	for {
		cp, err := srv.o.Store.Load(ctx, run)
		if err != nil || cp.Status.Over() {
			return err
		}
		if err := srv.o.Store.Wait(ctx, run, cp.Seq); err != nil {
			return err
		}
	}
}
