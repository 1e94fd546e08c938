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

	maxHeld = 32 << 10 // bytes that wait to be sent together
)

// stream tells one client of one run.
type stream struct {
	w    http.ResponseWriter
	c    *http.ResponseController
	buf  []byte // written, and not sent yet
	enc  *agui.Encoder
	once bool          // it is over with the client's run, be that by a question
	pace time.Duration // between pieces of text
	slow *live         // the run, if there is a pace

	seq  int64 // of the last event
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
	return &stream{w: w, c: http.NewResponseController(w)}
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

// flush sends what was written.
func (s *stream) flush() error {
	_ = s.c.SetWriteDeadline(time.Now().Add(stuck)) // not every writer has one
	_, err := s.w.Write(s.buf)
	s.buf = s.buf[:0]
	if err != nil {
		return err
	}
	return s.c.Flush()
}

func (s *stream) ping() error {
	s.buf = append(s.buf, ": ping\n\n"...)
	return s.flush()
}

// tell tells the next event.
func (s *stream) tell(ctx context.Context, e event.Event) error {
	s.seq = max(s.seq, e.Seq)
	return s.send(ctx, s.enc.Event(e))
}

func (s *stream) send(ctx context.Context, frames []agui.Frame) error {
	if s.err != nil {
		return s.err
	}
	for _, f := range frames {
		if s.over {
			return nil
		}
		last := f.Type == agui.RunFinished || f.Type == agui.RunError
		if last && s.slow != nil {
			s.slow.hub.remove(s.slow) // for who hears it may go on at once
		}
		if s.buf = f.Append(s.buf); len(s.buf) > maxHeld {
			if err := s.flush(); err != nil {
				return err
			}
		}
		s.over = last && s.once
		if f.Type == agui.TextContent && s.slow != nil {
			if err := s.pause(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// errCut says that a run was cancelled while it was told slowly.
var errCut = errors.New("cancelled in mid-sentence")

func (s *stream) pause(ctx context.Context) error {
	if err := s.flush(); err != nil {
		return err
	}
	select {
	case <-time.After(s.pace):
		return nil
	case <-s.slow.stopped:
		return errCut
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// follow tells of a run that this process works on, until it lets go of it.
func (s *stream) follow(ctx context.Context, l *live) error {
	tick := time.NewTicker(ping)
	defer tick.Stop()
	for seen := 0; !s.over; {
		some, over, changed := l.after(seen)
		for _, e := range some {
			if err := s.tell(ctx, e); err != nil {
				return err
			}
		}
		if seen += len(some); len(some) > 0 {
			if err := s.flush(); err != nil {
				return err
			}
			continue // there may be more by now
		}
		if over {
			return nil
		}
		select {
		case <-changed:
		case <-tick.C:
			if err := s.ping(); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// tail tells of a run from the log: of one that another process works on, or
// that is over.
func (srv *Server) tail(ctx context.Context, s *stream, run string) error {
	attended, pinged := time.Time{}, time.Now()
	var noticed time.Time // when we saw that it had ended
	for {
		some, err := srv.o.Store.Events(ctx, run, s.seq, 0)
		if err != nil {
			return err
		}
		for _, e := range some {
			if err := s.tell(ctx, e); err != nil {
				return err
			}
			if e.Type == event.RunEnd {
				noticed = time.Now()
			}
		}
		if err := s.flush(); err != nil {
			return err
		}
		switch {
		case s.over, s.enc.Ended() && time.Since(noticed) > grace:
			return nil
		case s.enc.Ended(): // long ago? The store knows, whatever the clock of who had it showed
			if cp, err := srv.o.Store.Load(ctx, run); err != nil || time.Since(cp.Updated) > grace {
				return err
			}
		case s.enc.Finished(): // a question, unless it was answered since
			if cp, err := srv.o.Store.Load(ctx, run); err != nil || cp.Status == graph.Waiting {
				return err
			}
		}
		if srv.closing.Load() {
			return errClosing // another worker has it, and the client comes back to that
		}
		if time.Since(attended) > unheard/3 {
			if err := srv.o.Store.Attend(ctx, run); err != nil {
				return err
			}
			attended = time.Now()
		}
		if time.Since(pinged) >= ping {
			if err := s.ping(); err != nil {
				return err
			}
			pinged = time.Now()
		}
		wait, cancel := context.WithTimeout(ctx, grace)
		err = srv.o.Store.Wait(wait, run, s.seq)
		cancel()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
}

// rest tells of a run to its end, or to a question's. l is nil if another
// process works on it, or none.
func (srv *Server) rest(ctx context.Context, s *stream, run string, l *live) error {
	var err error
	if l != nil {
		err = s.follow(ctx, l)
	}
	if err == nil && !s.over && !s.enc.Ended() { // this process may have lost it to another
		err = srv.tail(ctx, s, run)
	}
	if errors.Is(err, graph.ErrNotFound) || errors.Is(err, errCut) { // it was deleted meanwhile, or is to be heard no more
		s.slow = nil
		end, _ := json.Marshal(map[string]graph.Status{"status": graph.Cancelled})
		err = s.tell(ctx, event.Event{Run: run, Seq: s.seq + 1, Type: event.RunEnd, Data: end})
	}
	if err != nil || s.over || !s.enc.Ended() {
		return errors.Join(err, s.flush())
	}
	lessons, err := srv.o.Store.Events(ctx, run+"~memory", 0, 0)
	if err != nil {
		lessons = nil // the answer stands without them
	}
	return errors.Join(s.send(ctx, s.enc.End(lessons...)), s.flush())
}

// join tells of a run from its beginning, wherever it is worked on.
func (srv *Server) join(ctx context.Context, s *stream, run string) error {
	l := srv.hub.find(run)
	if l == nil {
		return srv.rest(ctx, s, run, nil)
	}
	defer l.leave()
	return srv.whole(ctx, s, run, l)
}

// whole tells of a run from its beginning, which may be older than l.
func (srv *Server) whole(ctx context.Context, s *stream, run string, l *live) error {
	before, err := srv.o.Store.Events(ctx, run, 0, 0)
	if err != nil {
		return err
	}
	for _, e := range before {
		if err := s.tell(ctx, e); err != nil {
			return err
		}
	}
	return srv.rest(ctx, s, run, l)
}
