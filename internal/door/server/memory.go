package server

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/thread"
)

// forgetAll answers DELETE /api/v1/me/memory. Conversations stay: they are
// deleted one by one.
func (srv *Server) forgetAll(r *http.Request, guest string) error {
	_, err := srv.o.Book.ForgetAll(r.Context(), guest)
	return err
}

// forgetOne answers DELETE /api/v1/me/memory/{id}.
func (srv *Server) forgetOne(r *http.Request, guest string) error {
	n, err := srv.o.Book.Forget(r.Context(), guest, memory.What{ID: r.PathValue("id")})
	if err == nil && n == 0 {
		err = errNotFound
	}
	return err
}

// changeOne answers PATCH /api/v1/me/memory/{id}: the guest puts it right.
func (srv *Server) changeOne(r *http.Request, guest string, in struct{ Value string }) (any, error) {
	m, err := srv.o.Book.Change(r.Context(), guest, r.PathValue("id"), in.Value)
	switch {
	case errors.Is(err, memory.ErrValue):
		return nil, bad(err.Error())
	case err != nil:
		return nil, err
	case m == nil:
		return nil, errNotFound
	}
	return map[string]string{"id": m.ID}, nil
}

// consent answers POST /api/v1/me/memory/consent: whether what concerns the
// guest's health, or a person's with them, may be remembered. A no forgets what was.
func (srv *Server) consent(r *http.Request, guest string) error {
	var in struct {
		Health *bool
		Person string
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if in.Health == nil {
		return bad("health is missing: true or false")
	}
	err := srv.o.Book.ConsentFor(r.Context(), hook.Turn{Guest: guest, Run: thread.NewID(), Time: time.Now()}, in.Person, *in.Health)
	if errors.Is(err, memory.ErrValue) {
		return bad(err.Error())
	}
	return err
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
