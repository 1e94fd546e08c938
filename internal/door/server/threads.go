package server

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// maxThreads is how many conversations a list has: more than a person reads.
const maxThreads = 500

type listed struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Updated time.Time `json:"updatedAt"`
}

// threads answers GET /api/v1/threads, the last one spoken in first: all, or
// those in which all words of the query's q were said.
func (srv *Server) threads(c *call) (all []listed, err error) {
	found, err := srv.o.Store.List(c.Context(), c.by.guest, maxThreads)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(lang.Fold(c.URL.Query().Get("q")))
	for _, t := range found {
		has, err := srv.mentions(c.Context(), t, words)
		if err != nil {
			return nil, err
		}
		if has {
			all = append(all, listed{t.ID, t.Title, t.Updated})
		}
	}
	return all, nil
}

// mentions reports whether a thread's title and messages have all of some words,
// which are folded. Messages may be sealed, so that no database can search them.
func (srv *Server) mentions(ctx context.Context, t thread.Thread, words []string) (bool, error) {
	if len(words) == 0 {
		return true, nil
	}
	said, err := srv.o.Store.Messages(ctx, t.ID, t.Guest, 0)
	texts := []string{t.Title}
	for _, m := range said {
		texts = append(texts, m.Text)
	}
	all := lang.Fold(strings.Join(texts, "\n"))
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) }), err
}

// thread answers GET /api/v1/threads/{id}: what a client needs to show the
// conversation as if it had followed it. A question that waits says when it
// expires to a client that says its protocolVersion in the query.
func (srv *Server) thread(c *call) (any, error) {
	ctx, guest, id := c.Context(), c.by.guest, c.PathValue("id")
	h, err := srv.history(ctx, guest, id)
	if err != nil {
		return nil, err
	}
	talk, err := srv.kept.Inbox.Talk(ctx, guest, id)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"id": id, "staff": talk, "messages": h.before(""), "pendingInterrupts": []agui.Interrupt{}, "state": struct{}{}}
	if n := len(h.said); n > 0 {
		answer["language"], _ = agui.Spoken(h.said[n-1].Text) // of what was said last
	}
	if len(h.runs) == 0 {
		return answer, nil
	}
	last := h.runs[len(h.runs)-1]
	answer["state"] = agui.StateOf(last)
	waits, err := srv.o.Maitre.Pending(ctx, guest, id)
	if waits != nil {
		answer["pendingInterrupts"] = agui.PendingInterrupts(last, waits, c.URL.Query().Has("protocolVersion"))
	}
	return answer, err
}

// history is a conversation: what was said, and its runs with their events,
// the oldest first. Runs that were pruned are not there any more.
type history struct {
	said []thread.Message
	runs [][]event.Event
}

// recentRuns is how much of a long thread is shown: more than anybody scrolls.
const recentRuns = 200

// history reads a guest's thread.
func (srv *Server) history(ctx context.Context, guest, id string) (*history, error) {
	h := &history{}
	var err error
	if h.said, err = srv.o.Store.Messages(ctx, id, guest, 0); err != nil {
		return nil, err
	}
	runs, err := srv.o.Store.Runs(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, run := range runs[max(0, len(runs)-recentRuns):] {
		events, err := srv.o.Store.Events(ctx, run, 0, 0)
		if err != nil {
			return nil, err
		}
		if len(events) > 0 && events[0].Guest == guest {
			h.runs = append(h.runs, events)
		}
	}
	return h, nil
}

// before returns what a client shows of the conversation before a run, or of all of it where
// there is no such run, with the ids of the stream. Of what was said before the oldest run
// that is left, and by people of the house between runs, there are only the words. Times do
// not tell what was when: the clock of the worker that had another run may have been wrong.
func (h *history) before(run string) []agui.Message {
	end := slices.IndexFunc(h.runs, func(events []event.Event) bool { return events[0].Run == run })
	if end < 0 {
		end = len(h.runs)
	}
	in := map[string]int{} // in which run, from 1, a message was said
	for i, events := range h.runs {
		said, _ := event.Messages(events) // what cannot be read was not said
		for _, m := range said {
			in[m.ID] = i + 1
		}
	}
	all, told := []agui.Message{}, 0
	for _, m := range h.said {
		at := in[m.ID]
		if at == 0 {
			all = append(all, agui.Message{ID: m.ID, Role: string(m.Role), Content: m.Text})
			continue
		}
		upTo := max(told, min(at, end))
		all, told = append(all, agui.Messages(h.runs[told:upTo]...)...), upTo
		if at > end {
			return all
		}
	}
	return append(all, agui.Messages(h.runs[told:end]...)...)
}

// renameThread answers PATCH /api/v1/threads/{id}.
func (srv *Server) renameThread(c *call, in struct{ Title string }) (any, error) {
	id := c.PathValue("id")
	if in.Title = thread.CleanTitle(in.Title); in.Title == "" {
		return nil, bad("title is empty")
	}
	return map[string]string{"id": id, "title": in.Title}, srv.o.Store.Rename(c.Context(), id, c.by.guest, in.Title)
}

// deleteThread answers DELETE /api/v1/threads/{id}.
func (srv *Server) deleteThread(c *call) error {
	id := c.PathValue("id")
	runs, err := srv.o.Store.Runs(c.Context(), id)
	if err == nil {
		err = srv.o.Store.Delete(c.Context(), id, c.by.guest)
	}
	if err != nil || len(runs) == 0 {
		return err
	}
	if l := srv.hub.find(runs[len(runs)-1]); l != nil { // it may be under way; elsewhere it finds that it is gone
		l.cancel(errStopped)
		l.leave()
	}
	return nil
}

// span is a stretch of a run that says of which.
type span struct {
	Run string `json:"run"`
	trace.Span
}

// traced is a run without its spans, which stand beside it.
type traced struct {
	trace.Trace
	Spans   *struct{}     `json:"spans,omitempty"` // hides the trace's
	Metrics trace.Metrics `json:"metrics"`
}

// discreet leaves out why something failed, in which a provider's address may
// stand: that is for the operator.
func discreet(t *trace.Trace) {
	if t.Err != "" {
		t.Err = "it failed inside"
	}
	for i, s := range t.Spans {
		var d task.Decision
		if s.Kind != "decision" || json.Unmarshal(s.Data, &d) != nil || d.Why == "" {
			continue
		}
		d.Why = "no model decided"
		t.Spans[i].Data, _ = json.Marshal(d)
	}
}

// traceThread answers GET /api/v1/threads/{id}/trace: all its runs, or the one
// that the query names.
func (srv *Server) traceThread(c *call) (any, error) {
	h, err := srv.history(c.Context(), c.by.guest, c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	spans, runs := []span{}, []traced{}
	for _, events := range h.runs {
		if only := c.URL.Query().Get("run"); only != "" && only != events[0].Run {
			continue
		}
		t := traced{Trace: trace.Of(events), Metrics: trace.Sum(events, srv.o.SearchCost)}
		if !c.by.operator {
			discreet(&t.Trace)
		}
		for _, s := range t.Trace.Spans {
			spans = append(spans, span{t.Run, s})
		}
		runs = append(runs, t)
	}
	return map[string]any{"spans": spans, "runs": runs}, nil
}

// conversation is a thread with its messages.
type conversation struct {
	thread.Thread
	Messages []thread.Message `json:"messages"`
}

// conversations are all of a guest.
func (srv *Server) conversations(ctx context.Context, guest string) ([]conversation, error) {
	threads, err := srv.o.Store.List(ctx, guest, 0)
	all := []conversation{}
	for _, t := range threads {
		said, err := srv.o.Store.Messages(ctx, t.ID, guest, 0)
		if err != nil {
			return nil, err
		}
		all = append(all, conversation{t, append([]thread.Message{}, said...)})
	}
	return all, err
}

// exportThread answers GET /api/v1/threads/{id}/export, to be kept as a file.
func (srv *Server) exportThread(c *call) (any, error) {
	id, format := c.PathValue("id"), c.URL.Query().Get("format")
	if format != "" && format != "md" && format != "json" {
		return nil, bad("format is md or json")
	}
	h, err := srv.history(c.Context(), c.by.guest, id)
	if err != nil {
		return nil, err
	}
	threads, err := srv.o.Store.List(c.Context(), c.by.guest, 0)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(threads, func(t thread.Thread) bool { return t.ID == id })
	if i < 0 {
		return nil, errNotFound
	}
	said := h.withCards()
	if format == "md" {
		attach(c, id+".md")
		return file{"text/markdown; charset=utf-8", markdown(threads[i].Title, thread.Standing(said), texts.In(srv.language(c.Request)))}, nil
	}
	attach(c, id+".json")
	return conversation{threads[i], append([]thread.Message{}, said...)}, nil
}

// withCards are all messages, the last answer of each run with the words of its cards that no
// answer of the run says: a list of dishes, a chart.
func (h *history) withCards() []thread.Message {
	all := slices.Clone(h.said)
	for _, events := range h.runs {
		said, _ := event.Messages(events) // what cannot be read was not said
		told := ""
		for _, m := range said {
			if m.Role == thread.RoleAssistant {
				told += m.Text + "\n"
			}
		}
		var cards []ui.Component
		for _, e := range events {
			if e.Type == event.UI {
				cards = append(cards, event.Read[ui.Component](e))
			}
		}
		for i, m := range all {
			if told != "" && m.ID == said[len(said)-1].ID {
				all[i].Text = strings.Join(append([]string{m.Text}, ui.Besides(told, false, cards)...), "\n\n")
			}
		}
	}
	return all
}

// itemID is what answers of models had beside a dish, such as [moqueca-de-banana]:
// not for people, unless an address follows.
var itemID = regexp.MustCompile(` ?\[[a-z0-9]+(?:-[a-z0-9]+)+\]([^(]|$)`)

func markdown(title string, said []thread.Message, w *texts.Words) []byte {
	b := fmt.Appendf(nil, "# %s\n", title)
	for _, m := range said {
		who := "maître"
		if m.Role == thread.RoleUser {
			who = w.House.You
		}
		b = fmt.Appendf(b, "\n**%s**, %s\n\n%s\n", who, m.Time.Local().Format(time.DateTime), itemID.ReplaceAllString(m.Text, "$1"))
	}
	return b
}

// attach tells a browser to save the answer. The name is made of an id.
func attach(c *call, name string) {
	c.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
}
