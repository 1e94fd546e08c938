package server

import (
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
func (srv *Server) forgetAll(c *call) error {
	_, err := srv.o.Book.ForgetAll(c.Context(), c.by.guest)
	return err
}

// forgetOne answers DELETE /api/v1/me/memory/{id}.
func (srv *Server) forgetOne(c *call) error {
	n, err := srv.o.Book.Forget(c.Context(), c.by.guest, memory.What{ID: c.PathValue("id")})
	if err == nil && n == 0 {
		err = errNotFound
	}
	return err
}

// changeOne answers PATCH /api/v1/me/memory/{id}: the guest puts it right.
func (srv *Server) changeOne(c *call, in struct{ Value string }) (any, error) {
	m, err := srv.o.Book.Change(c.Context(), c.by.guest, c.PathValue("id"), in.Value)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errNotFound
	}
	return map[string]string{"id": m.ID}, nil
}

type consentIn struct {
	Health *bool
	Person string
}

// consent answers POST /api/v1/me/memory/consent: whether what concerns the
// guest's health, or a person's with them, may be remembered. A no forgets what was.
func (srv *Server) consent(c *call, in consentIn) (any, error) {
	if in.Health == nil {
		return nil, bad("health is missing: true or false")
	}
	return nil, srv.o.Book.ConsentFor(c.Context(), hook.Turn{Guest: c.by.guest, Run: thread.NewID(), Time: time.Now()}, in.Person, *in.Health)
}

// exportGuest answers GET /api/v1/me/export: all that is kept of the guest.
func (srv *Server) exportGuest(c *call) (any, error) {
	known, err := srv.o.Book.Export(c.Context(), c.by.guest, srv.language(c.Request))
	if err != nil {
		return nil, err
	}
	all, err := srv.conversations(c.Context(), c.by.guest)
	if err != nil {
		return nil, err
	}
	attach(c, "maitre.json")
	return map[string]any{"guest": c.by.guest, "memory": known, "threads": all}, nil
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
