package server

import (
	"context"
	"sync"
	"time"
)

const (
	sweepTime = 5 * time.Minute
	failTold  = time.Minute      // until a failure that lasts is told again
	idleGuest = 30 * time.Minute // as package maitre has it for a guest's last thread
)

// every calls do again and again until ctx ends, with a pause between.
func every(ctx context.Context, pause time.Duration, do func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
			do()
		}
	}
}

// tend lets overdue questions time out and takes over runs whose worker is
// gone. It is called by one goroutine.
func (srv *Server) tend(ctx context.Context) {
	_, err := srv.o.Maitre.RecoverAll(ctx)
	switch {
	case ctx.Err() != nil:
	case err == nil && !srv.failing.IsZero():
		srv.failing = time.Time{}
		srv.o.Log.InfoContext(ctx, "tending runs again")
	case err != nil && time.Since(srv.failing) > failTold:
		srv.failing = time.Now()
		srv.o.Log.WarnContext(ctx, "tending runs", "err", err)
	}
}

// sweep ends the sessions of guests who went away, and forgets memories that
// are older than they are to be kept.
func (srv *Server) sweep(ctx context.Context) {
	for id, guest := range srv.sessions.idle(time.Now()) {
		if err := srv.o.Maitre.End(ctx, guest, id); err != nil && ctx.Err() == nil {
			srv.o.Log.WarnContext(ctx, "ending an idle session", "err", err)
		}
	}
	n, err := srv.o.Book.Expire(ctx, srv.o.Keep, time.Now())
	if err != nil && ctx.Err() == nil {
		srv.o.Log.WarnContext(ctx, "forgetting what is old", "err", err)
	}
	if n > 0 {
		srv.o.Log.InfoContext(ctx, "forgot what was old", "memories", n)
	}
}

// sessions are the conversations that guests have with this process. What they
// were about is learnt when they are idle; those that a process takes with it
// are ended by the guest's next one.
type sessions struct {
	mu   sync.Mutex
	last map[string]visit // by thread
}

type visit struct {
	guest string
	at    time.Time
}

// touch says that a guest speaks.
func (s *sessions) touch(thread, guest string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil {
		s.last = map[string]visit{}
	}
	s.last[thread] = visit{guest, time.Now()}
}

// idle returns the guests who were not heard of for long, by thread, and
// forgets them.
func (s *sessions) idle(now time.Time) map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	gone := map[string]string{}
	for id, v := range s.last {
		if now.Sub(v.at) > idleGuest {
			gone[id] = v.guest
			delete(s.last, id)
		}
	}
	return gone
}
