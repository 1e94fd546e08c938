package server

import (
	"errors"
	"net/http"

	"github.com/maitre-dev/maitre/internal/door/openai"
)

// chat answers POST /v1/chat/completions.
func (srv *Server) chat(w http.ResponseWriter, r *http.Request, guest string) error {
	d := openai.Door{Talker: srv.o.Maitre, Began: srv.sessions.touch}
	err := d.Chat(w, r, guest)
	if known, ok := errors.AsType[*openai.Error](err); ok {
		known.Write(w)
		return nil
	}
	if e := explain(err); err != nil && e != errInternal {
		openai.Failed(e.status, e.code, e.message).Write(w)
		return nil
	}
	return err
}

// models answers GET /v1/models.
func (srv *Server) models(w http.ResponseWriter, _ *http.Request, _ string) error {
	return openai.Models(w)
}

// chart answers GET /api/v1/charts/{file}: a picture that was drawn for the
// guest.
func (srv *Server) chart(w http.ResponseWriter, r *http.Request, guest string) error {
	svg, err := srv.kept.Pictures.Open(r.Context(), guest, r.PathValue("file"))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox") // its own colours, and nothing that runs
	h.Set("Cache-Control", "private, max-age=31536000, immutable")                             // its name is that of its bytes
	_, err = w.Write(svg)
	return err
}
