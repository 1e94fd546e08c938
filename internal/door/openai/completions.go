// Package openai is the door for clients of OpenAI's chat completions,
// such as Open WebUI: the house is a model called maitre.
//
// Begin at [Door]. What such a client cannot draw it reads: a card becomes a
// list in Markdown, with the component itself beside it in x_maitre.ui, and a
// question becomes text that the guest's next message answers. The client
// sends the whole conversation each time; of it only the last message is
// heard, for the thread has the rest. Which thread that is, request.go says.
package openai

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
)

// Model is the name of the one model there is.
const Model = "maitre"

// Talker is who answers.
type Talker interface {
	Say(ctx context.Context, t maitre.Turn, watch func(event.Event)) (*maitre.Reply, error)
}

// Door answers requests.
type Door struct {
	Talker Talker

	// Began hears of each turn that begins, in a thread that is then known to be
	// the guest's; nil: nobody does.
	Began func(thread, guest string)
}

// Chat answers POST /v1/chat/completions. A client that leaves cancels the
// run, and what it has heard until then is the answer. It returns what went wrong instead
// of writing it, and then has written nothing: an [*Error], or the Talker's own.
func (d *Door) Chat(w http.ResponseWriter, r *http.Request, body []byte, guest string) error {
	in, err := read(body)
	if err != nil {
		return err
	}
	out := newOutput(w, in)
	a := &answer{tell: out.tell}
	if job, ok := in.job(); ok {
		a.add(job.answer())
		return out.end(a, llm.Usage{})
	}
	t := maitre.Turn{Thread: in.thread(r.Header, guest), Guest: guest, Message: in.said()}
	var begun sync.Once
	reply, err := d.Talker.Say(r.Context(), t, func(e event.Event) {
		if d.Began != nil {
			begun.Do(func() { d.Began(e.Thread, guest) })
		}
		a.hear(e)
	})
	switch {
	case err != nil && !out.begun:
		return err
	case err != nil:
		out.send((&Error{Status: http.StatusInternalServerError, Code: "internal", Message: "something went wrong"}).object())
		return nil
	}
	a.rest()
	if reply.Question != nil {
		a.add(asked(reply.Question))
	}
	return out.end(a, reply.Usage)
}

// Models is the answer to GET /v1/models.
func Models() any {
	return map[string]any{"object": "list", "data": []any{map[string]any{"id": Model, "object": "model", "created": 0, "owned_by": Model}}}
}

// Error is an error as clients of OpenAI know it. Its words are for whoever
// wrote the client, and quote nothing of the request.
type Error struct {
	Status  int
	Code    string // empty: none
	Param   string // the field it is about; empty: none
	Message string
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

func invalid(param, message string) *Error {
	return &Error{http.StatusBadRequest, "", param, message}
}

// Write answers with the error.
func (e *Error) Write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(e.Status)
	_, _ = w.Write(e.object()) // a client that is gone is no error of ours
}

// object is the error in JSON: what there is none of is null.
func (e *Error) object() []byte {
	o := map[string]any{"message": e.Message, "type": "invalid_request_error", "param": nil, "code": nil}
	if e.Status >= http.StatusInternalServerError {
		o["type"] = "server_error"
	}
	if e.Param != "" {
		o["param"] = e.Param
	}
	if e.Code != "" {
		o["code"] = e.Code
	}
	raw, _ := json.Marshal(map[string]any{"error": o}) // texts alone
	return raw
}
