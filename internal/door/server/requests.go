package server

import (
	"errors"
	"net/http"

	staff "github.com/maitre-dev/maitre/internal/specialist/house"
)

// requests answers GET /api/v1/requests: what guests asked of the staff.
func (srv *Server) requests(w http.ResponseWriter, r *http.Request, _ string) error {
	if srv.o.Inbox == nil {
		return errNotFound
	}
	all, err := srv.o.Inbox.List(r.Context())
	if err != nil {
		return err
	}
	if all == nil {
		all = []staff.Request{}
	}
	return writeJSON(w, http.StatusOK, map[string]any{"requests": all})
}

// setRequest answers POST /api/v1/requests/{id}: one of the staff takes a request, or
// says that it is done, with a reply in the guest's conversation.
func (srv *Server) setRequest(w http.ResponseWriter, r *http.Request, _ string) error {
	if srv.o.Inbox == nil {
		return errNotFound
	}
	var in struct{ State, By, Reply string }
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
	set, err := srv.o.Inbox.Set(r.Context(), r.PathValue("id"), in.State, in.By, in.Reply)
	switch {
	case errors.Is(err, staff.ErrNoRequest):
		return errNotFound
	case errors.Is(err, staff.ErrTaken):
		return &apiError{http.StatusConflict, "taken", "somebody else has it: look again"}
	case err != nil:
		return err
	}
	return writeJSON(w, http.StatusOK, set)
}
