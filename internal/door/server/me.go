package server

import (
	"errors"
	"net/http"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/thread"
)

// memories answers GET /api/v1/me/memory: what is known of the guest, why and
// since when, in their language.
func (srv *Server) memories(w http.ResponseWriter, r *http.Request, guest string) error {
	known, err := srv.o.Book.Export(r.Context(), guest, srv.language(r))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, known)
}

// forgetAll answers DELETE /api/v1/me/memory. Conversations stay: they are
// deleted one by one.
func (srv *Server) forgetAll(w http.ResponseWriter, r *http.Request, guest string) error {
	if _, err := srv.o.Book.ForgetAll(r.Context(), guest); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// forgetOne answers DELETE /api/v1/me/memory/{id}.
func (srv *Server) forgetOne(w http.ResponseWriter, r *http.Request, guest string) error {
	found, err := srv.o.Book.ForgetOne(r.Context(), guest, r.PathValue("id"))
	switch {
	case err != nil:
		return err
	case !found:
		return errNotFound
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// changeOne answers PATCH /api/v1/me/memory/{id}: the guest puts it right.
func (srv *Server) changeOne(w http.ResponseWriter, r *http.Request, guest string) error {
	var in struct{ Value string }
	if err := readJSON(r, &in); err != nil {
		return err
	}
	m, err := srv.o.Book.Change(r.Context(), guest, r.PathValue("id"), in.Value)
	switch {
	case errors.Is(err, memory.ErrValue):
		return bad(err.Error())
	case err != nil:
		return err
	case m == nil:
		return errNotFound
	}
	return writeJSON(w, http.StatusOK, map[string]string{"id": m.ID})
}

// consent answers POST /api/v1/me/memory/consent: whether what concerns the
// guest's health may be remembered. A no forgets what was.
func (srv *Server) consent(w http.ResponseWriter, r *http.Request, guest string) error {
	var in struct{ Health *bool }
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if in.Health == nil {
		return bad("health is missing: true or false")
	}
	if err := srv.o.Book.Consent(r.Context(), guest, *in.Health); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// exportGuest answers GET /api/v1/me/export: all that is kept of the guest.
func (srv *Server) exportGuest(w http.ResponseWriter, r *http.Request, guest string) error {
	ctx := r.Context()
	known, err := srv.o.Book.Export(ctx, guest, srv.language(r))
	if err != nil {
		return err
	}
	threads, err := srv.o.Store.List(ctx, guest, 0)
	if err != nil {
		return err
	}
	all := []conversation{}
	for _, t := range threads {
		said, err := srv.o.Store.Messages(ctx, t.ID, guest, 0)
		if err != nil {
			return err
		}
		all = append(all, conversation{t, append([]thread.Message{}, said...)})
	}
	attach(w, "maitre.json")
	return writeJSON(w, http.StatusOK, map[string]any{"guest": guest, "memory": known, "threads": all})
}

// language returns the one that the query or else the browser asks for, or that
// of the house.
func (srv *Server) language(r *http.Request) lang.Language {
	wanted := append([]string{r.URL.Query().Get("lang")}, strings.Split(r.Header.Get("Accept-Language"), ",")...)
	for _, code := range wanted {
		code, _, _ = strings.Cut(code, ";")
		if l, ok := lang.Parse(code); ok {
			return l
		}
	}
	return srv.o.Language
}
