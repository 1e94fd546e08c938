package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"

	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/thread"
)

// requests answers GET /api/v1/requests: what guests asked of the staff; with after in
// the query, the requests of guests of whom one has changed since.
func (srv *Server) requests(w http.ResponseWriter, r *http.Request, _ string) error {
	if srv.o.Inbox == nil {
		return errNotFound
	}
	after, err := strconv.ParseInt(cmp.Or(r.URL.Query().Get("after"), "0"), 10, 64)
	if err != nil || after < 0 {
		return bad("after is the number that an answer before said as next")
	}
	all, next, err := srv.o.Inbox.Since(r.Context(), after)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"requests": append([]staff.Request{}, all...), "next": next})
}

// shownToStaff is how much of a guest's conversation the staff sees.
const shownToStaff = 100

// request answers GET /api/v1/requests/{id}: a request with its conversation.
func (srv *Server) request(w http.ResponseWriter, r *http.Request, _ string) error {
	if srv.o.Inbox == nil {
		return errNotFound
	}
	found, err := srv.o.Inbox.Get(r.Context(), r.PathValue("id"))
	if errors.Is(err, staff.ErrNoRequest) {
		return errNotFound
	}
	if err != nil {
		return err
	}
	said, err := srv.o.Store.Messages(r.Context(), found.Thread, found.Guest, shownToStaff)
	if err != nil && !errors.Is(err, thread.ErrNotFound) { // the guest has deleted it
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"request": found, "messages": append([]thread.Message{}, said...)})
}

// talk answers GET /api/v1/threads/{id}/staff: whether a person of the house has a
// conversation, and whether something in it has changed. It costs one query.
func (srv *Server) talk(w http.ResponseWriter, r *http.Request, guest string) error {
	if thread.CheckID(r.PathValue("id")) != nil {
		return errNotFound
	}
	t, err := srv.talkOf(r.Context(), guest, r.PathValue("id"))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, t)
}

// talkOf says how a guest's conversation stands with the people of the house. Of another
// guest's it says nothing.
func (srv *Server) talkOf(ctx context.Context, guest, id string) (staff.Talk, error) {
	if srv.o.Inbox == nil {
		return staff.Talk{}, nil
	}
	return srv.o.Inbox.Talk(ctx, guest, id)
}

// setRequest answers POST /api/v1/requests/{id}: one of the staff takes a request, hands
// it back or says that it is done, with a reply in the guest's conversation.
func (srv *Server) setRequest(w http.ResponseWriter, r *http.Request, _ string) error {
	if srv.o.Inbox == nil {
		return errNotFound
	}
	var in struct {
		State, By, Reply string
		Declined         bool
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	switch {
	case in.By == "" || len(in.By) > 60:
		return bad("by is the name, of at most 60 characters, that the guest reads")
	case len(in.Reply) > 2000:
		return bad("a reply has at most 2,000 characters")
	case in.State != staff.New && in.State != staff.Taken && in.State != staff.Done:
		return bad("state is new, taken or done")
	}
	set, err := srv.o.Inbox.Set(r.Context(), r.PathValue("id"), staff.Change{State: in.State, By: in.By, Reply: in.Reply, Declined: in.Declined})
	switch {
	case errors.Is(err, staff.ErrNoRequest):
		return errNotFound
	case errors.Is(err, staff.ErrTaken):
		return &apiError{http.StatusConflict, "taken", "somebody else has it: look again"}
	case err != nil:
		return err
	}
	note(r, "%s, %s", set.Kind, set.State)
	return writeJSON(w, http.StatusOK, set)
}
