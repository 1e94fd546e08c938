package server

import (
	"errors"

	"github.com/maitre-dev/maitre/internal/door/openai"
)

// chat answers POST /v1/chat/completions.
func (srv *Server) chat(c *call) (any, error) {
	d := openai.Door{Talker: srv.o.Maitre, Began: srv.sessions.touch}
	err := d.Chat(c.w, c.Request, c.by.guest)
	known, ok := errors.AsType[*openai.Error](err)
	if e := explain(err); !ok && err != nil && e != errInternal {
		known, ok = &openai.Error{Status: e.status, Code: e.code, Message: e.message}, true
	}
	if ok {
		known.Write(c.w)
		err = nil
	}
	return written{}, err
}

// mcp answers POST /mcp.
func (srv *Server) mcp(c *call) (any, error) {
	if srv.o.MCP == nil {
		return nil, errNotFound
	}
	return written{}, srv.o.MCP(c.w, c.Request, c.by.guest)
}
