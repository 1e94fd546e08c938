package server

import (
	"errors"

	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/thread"
)

// requests answers GET /api/v1/requests: what guests asked of the staff; with after in
// the query, the requests of guests of whom one has changed since.
func (srv *Server) requests(c *call) (any, error) {
	after, err := c.number("after", 0, 0)
	if err != nil {
		return nil, err
	}
	all, next, err := srv.kept.Inbox.Since(c.Context(), after)
	return map[string]any{"requests": append([]staff.Request{}, all...), "next": next}, err
}

// shownToStaff is how much of a guest's conversation the staff sees.
const shownToStaff = 100

// request answers GET /api/v1/requests/{id}: a request with its conversation.
func (srv *Server) request(c *call) (any, error) {
	found, err := srv.kept.Inbox.Get(c.Context(), c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	said, err := srv.o.Store.Messages(c.Context(), found.Thread, found.Guest, shownToStaff)
	if err != nil && !errors.Is(err, thread.ErrNotFound) { // the guest has deleted it
		return nil, err
	}
	return map[string]any{"request": found, "messages": append([]thread.Message{}, said...)}, nil
}

type requestIn struct {
	State, By, Reply string
	Declined         bool
}

// setRequest answers POST /api/v1/requests/{id}: one of the staff takes a request, hands
// it back or says that it is done, with a reply in the guest's conversation.
func (srv *Server) setRequest(c *call, in requestIn) (any, error) {
	switch {
	case in.By == "" || len(in.By) > 60:
		return nil, bad("by is the name, of at most 60 characters, that the guest reads")
	case len(in.Reply) > 2000:
		return nil, bad("a reply has at most 2,000 characters")
	case in.State != staff.New && in.State != staff.Taken && in.State != staff.Done:
		return nil, bad("state is new, taken or done")
	}
	set, err := srv.kept.Inbox.Set(c.Context(), c.PathValue("id"), staff.Change{State: in.State, By: in.By, Reply: in.Reply, Declined: in.Declined})
	c.note = set.Kind + ", " + set.State
	return set, err
}
