package server

import (
	"bytes"
	"context"
	"io"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/door/openai"
)

// chat answers POST /v1/chat/completions.
func (srv *Server) chat(c *call) (any, error) {
	d := openai.Door{Talker: talker{srv}, Began: srv.sessions.touch}
	return written{}, d.Chat(c.w, c.Request, c.body, c.by.guest)
}

// talker waits for a thread that is busy.
type talker struct{ srv *Server }

func (t talker) Say(ctx context.Context, turn maitre.Turn, watch func(event.Event)) (reply *maitre.Reply, err error) {
	err = t.srv.patiently(ctx, turn.Guest, turn.Thread, func() (err error) {
		reply, err = t.srv.o.Maitre.Say(ctx, turn, watch)
		return err
	})
	return reply, err
}

// mcp answers POST /mcp.
func (srv *Server) mcp(c *call) (any, error) {
	if srv.o.MCP == nil {
		return nil, errNotFound
	}
	c.Body = io.NopCloser(bytes.NewReader(c.body))
	return written{}, srv.o.MCP(c.w, c.Request, c.by.guest)
}
