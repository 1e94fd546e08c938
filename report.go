package maitre

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
)

// report makes a Reply of the events of a run.
type report struct {
	reply Reply
	start time.Time
	watch func(event.Event)
}

func newReport(id, specialist string, start time.Time, watch func(event.Event)) *report {
	return &report{Reply{Run: thread.NewID(), Thread: id, Specialist: specialist, Cost: new(llm.USD)}, start, watch}
}

func (r *report) hear(e event.Event) {
	switch e.Type {
	case event.PostResponse:
		var said event.Said
		_ = json.Unmarshal(e.Data, &said)
		r.reply.MessageID, r.reply.Text = said.ID, said.Text
	case event.Decision:
		var d task.Decision
		_ = json.Unmarshal(e.Data, &d)
		r.reply.By, r.reply.Why = d.By, d.Why
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
	r.reply.Elapsed = time.Since(r.start)
	return &r.reply
}

// question returns what the guest said to begin a run.
func question(events []event.Event) string {
	for _, e := range events {
		var said event.Said
		if e.Type == event.PreQuery && json.Unmarshal(e.Data, &said) == nil {
			return said.Text
		}
	}
	return ""
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

func (p *pending) replay(emit graph.Emit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.emits {
		e(emit)
	}
}
