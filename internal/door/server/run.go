package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/agui"
)

const (
	ping  = 15 * time.Second // between signs of life on a silent stream
	grace = time.Second      // for what hooks learn of a run on another worker
	stuck = 30 * time.Second // for a client to take what it is sent
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
	err  error // why what was said before the run cannot be read
}

// stream begins to answer with a run of a guest's thread.
func (srv *Server) stream(w http.ResponseWriter, r *http.Request, guest, thread, run string, enc *agui.Encoder) *stream {
	s := sse(w)
	s.enc = enc
	enc.Language = srv.language(r)
	enc.History = func() (before []agui.Message) {
		before, s.err = srv.before(r.Context(), guest, thread, run)
		return before
	}
	enc.Renew = func(q *agui.Question) {
		if cp, err := srv.o.Store.Load(r.Context(), run); err == nil { // else it is as it was asked
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

// before returns what a client has of a thread without a run and those after it.
func (srv *Server) before(ctx context.Context, guest, thread, run string) ([]agui.Message, error) {
	h, err := srv.history(ctx, guest, thread)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(h.runs, func(events []event.Event) bool { return events[0].Run == run })
	if at < 0 {
		return h.messages(), nil
	}
	return h.until(at), nil
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
	}
	if s.err != nil || len(b) == 0 {
		return s.err
	}
	return s.write(b)
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
// wherever it is worked on. What another worker does is heard by way of the store; l is
// nil if this one does not work on it.
func (srv *Server) follow(ctx context.Context, s *stream, run string, l *live) error {
	err := srv.tail(ctx, s, run, l)
	if errors.Is(err, graph.ErrNotFound) { // it was deleted meanwhile
		end, _ := json.Marshal(map[string]graph.Status{"status": graph.Cancelled})
		err = s.tell([]event.Event{{Run: run, Seq: s.seq + 1, Type: event.RunEnd, Data: end}})
	}
	if err != nil || s.over || !s.enc.Ended() {
		return err
	}
	lessons, err := srv.o.Store.Events(ctx, run+"~memory", 0, 0)
	if err != nil {
		lessons = nil // the answer stands without them
	}
	return s.send(s.enc.End(lessons...))
}

// tail tells the events of a run, as long as there may be more.
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
