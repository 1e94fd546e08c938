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
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/thread"
)

// Model is the name of the one model there is.
const Model = "maitre"

// Talker is who answers.
type Talker interface {
	Say(ctx context.Context, t maitre.Turn, watch func(event.Event)) (*maitre.Reply, error)
}

// Door answers requests. Its methods return what went wrong instead of writing
// it, and then have written nothing: an [*Error], or the Talker's own, which
// the caller makes one.
type Door struct {
	Talker Talker

	// Began hears of each turn that begins, in a thread that is then known to be
	// the guest's; nil: nobody does.
	Began func(thread, guest string)
}

// Chat answers POST /v1/chat/completions. A client that leaves cancels the
// run, and what it has heard until then is the answer.
func (d *Door) Chat(w http.ResponseWriter, r *http.Request, guest string) error {
	in, err := read(r)
	if err != nil {
		return err
	}
	out := &output{w: w, stream: in.Stream, usage: in.StreamOptions.IncludeUsage, head: head{ID: "chatcmpl-" + thread.NewID(), Created: time.Now().Unix(), Model: Model}}
	a := &answer{tell: out.tell}
	if job, ok := in.job(); ok {
		a.add(job.answer(r.Context()))
		return out.end(a, llm.Usage{})
	}
	t := maitre.Turn{Thread: in.thread(r.Header, guest), Guest: guest, Message: in.said()}
	var begun sync.Once
	reply, err := d.say(r.Context(), t, func(e event.Event) {
		if d.Began != nil {
			begun.Do(func() { d.Began(e.Thread, guest) })
		}
		a.hear(e)
	})
	switch {
	case err != nil && !out.begun:
		return err
	case err != nil:
		out.fail()
		return nil
	}
	a.rest()
	if reply.Question != nil {
		a.add(asked(reply.Question))
	}
	return out.end(a, reply.Usage)
}

// settling is how long a run may take to end that its client has left. Who has
// stopped an answer often asks again at once.
const settling = 3 * time.Second

// say says it as soon as the thread is free, and fails with graph.ErrBusy if
// that takes too long.
func (d *Door) say(ctx context.Context, t maitre.Turn, watch func(event.Event)) (*maitre.Reply, error) {
	for end := time.Now().Add(settling); ; {
		reply, err := d.Talker.Say(ctx, t, watch)
		if !errors.Is(err, graph.ErrBusy) || time.Now().After(end) {
			return reply, err
		}
		select {
		case <-time.After(settling / 30):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// Models is the answer to GET /v1/models.
func Models() any {
	return map[string]any{"object": "list", "data": []any{map[string]any{"id": Model, "object": "model", "created": 0, "owned_by": Model}}}
}
