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
		(&openai.Error{Status: e.status, Code: e.code, Message: e.message}).Write(w)
		return nil
	}
	return err
}
