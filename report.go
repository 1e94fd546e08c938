package maitre

import (
	"cmp"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
)

// report makes a Reply of the events of a run.
type report struct {
	reply  Reply
	turn   hook.Turn
	tools  []hook.Tool
	said   event.Said // in this call, in whatever pieces
	aside  pending    // what hooks emit when the run cannot take it
	start  time.Time
	watch  func(event.Event)
	silent bool // a person of the house has the conversation: hooks learn, and say nothing
	over   bool // the run has ended, and it was this call that ended it
}

func newReport(id, specialist string, start time.Time, watch func(event.Event)) *report {
	return &report{reply: Reply{Run: thread.NewID(), Thread: id, Specialist: specialist, By: task.ByRule, Cost: new(llm.USD)}, start: start, watch: watch}
}

// rejoin begins the report of a run that another call began.
func rejoin(cp *graph.Checkpoint, specialist string, start time.Time, watch func(event.Event)) *report {
	r := newReport(cp.Thread, specialist, start, watch)
	r.reply.Run = cp.Run
	r.turn = hook.Turn{Thread: cp.Thread, Guest: cp.Guest, Run: cp.Run, Time: start}
	return r
}

func (r *report) hear(e event.Event) {
	switch e.Type {
	case event.Text:
		var w event.Words
		if _ = json.Unmarshal(e.Data, &w); w.Restart {
			r.said = event.Said{}
		}
		r.said.ID, r.said.Text = cmp.Or(r.said.ID, e.MessageID()), r.said.Text+w.Text
	case event.PostResponse:
		var said event.Said
		_ = json.Unmarshal(e.Data, &said)
		if r.reply.Text = strings.TrimSpace(r.reply.Text + "\n\n" + said.Text); r.reply.MessageID == "" {
			r.reply.MessageID = said.ID
		}
	case event.RunEnd:
		r.over = true
	case event.FeedbackAsked:
		r.reply.AskFeedback = true
	case event.ToolResult, event.ToolError:
		r.use(e)
	case event.Decision:
		var d task.Decision
		_ = json.Unmarshal(e.Data, &d)
		r.heed(d)
		if r.reply.By = d.By; d.Why != "" || d.By != task.ByRule { // the rules do not know in whose place they decide
			r.reply.Why = d.Why
		}
		r.reply.Usage = r.reply.Usage.Add(d.Usage)
		if d.Cost == nil || r.reply.Cost == nil {
			r.reply.Cost = nil
		} else {
			r.reply.Cost = new(*r.reply.Cost + *d.Cost)
		}
	}
	if r.watch != nil {
		r.watch(e)
	}
}

func (r *report) finish(out outcome) *Reply {
	r.reply.Question, r.reply.Deadline = out.question, out.deadline
	if said := strings.TrimSpace(r.said.Text); out.question != nil && said != "" { // of which the thread has the whole when the run ends
		r.reply.MessageID, r.reply.Text = r.said.ID, said
	}
	r.reply.Elapsed = time.Since(r.start)
	return &r.reply
}

func (r *report) use(e event.Event) {
	var c event.Call
	_ = json.Unmarshal(e.Data, &c)
	r.tools = append(r.tools, hook.Tool{Name: c.Tool, Err: c.Err})
}

// begun takes from all events of a run what it began with and which tools it
// has used. It returns the id of the guest's message.
func (r *report) begun(events []event.Event) (id string) {
	r.tools = nil
	for _, e := range events {
		switch e.Type {
		case event.PreQuery:
			var said event.Said
			_ = json.Unmarshal(e.Data, &said)
			r.turn.Message, r.turn.Time, id = said.Text, e.Time, said.ID
		case event.ToolResult, event.ToolError:
			r.use(e)
		case event.Decision:
			var d task.Decision
			_ = json.Unmarshal(e.Data, &d)
			r.heed(d)
		}
	}
	return id
}

// heed notes whether a model has listened to the guest, or the reader had to.
func (r *report) heed(d task.Decision) {
	if d.Task == concierge.Decide.Name {
		r.turn.Listens = d.By != task.ByRule
	}
}

// pending keeps events until there is a run to append them to.
type pending struct {
	mu    sync.Mutex
	emits []func(graph.Emit)
}

func (p *pending) emit(t event.Type, data any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.emits = append(p.emits, func(emit graph.Emit) { emit(t, data) })
}

func (p *pending) none() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.emits) == 0
}

func (p *pending) replay(emit graph.Emit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.emits {
		e(emit)
	}
}
