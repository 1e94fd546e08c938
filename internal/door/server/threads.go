package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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
func (srv *Server) threads(r *http.Request, guest string) (any, error) {
	found, err := srv.o.Store.List(r.Context(), guest, maxThreads)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(lang.Fold(r.URL.Query().Get("q")))
	all := []listed{}
	for _, t := range found {
		has, err := srv.mentions(r.Context(), t, words)
		if err != nil {
			return nil, err
		}
		if has {
			all = append(all, listed{t.ID, t.Title, t.Updated})
		}
	}
	return map[string]any{"threads": all}, nil
}

// mentions reports whether a thread's title and messages have all of some words,
// which are folded. Messages may be sealed, so that no database can search them.
func (srv *Server) mentions(ctx context.Context, t thread.Thread, words []string) (bool, error) {
	missing := func(text string) {
		text = lang.Fold(text)
		words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.Contains(text, w) })
	}
	if missing(t.Title); len(words) == 0 {
		return true, nil
	}
	said, err := srv.o.Store.Messages(ctx, t.ID, t.Guest, 0)
	if err != nil {
		return false, err
	}
	for _, m := range said {
		missing(m.Text)
	}
	return len(words) == 0, nil
}

// thread answers GET /api/v1/threads/{id}: what a client needs to show the
// conversation as if it had followed it. A question that waits says when it
// expires to a client that says its protocolVersion in the query.
func (srv *Server) thread(r *http.Request, guest string) (any, error) {
	ctx, id := r.Context(), r.PathValue("id")
	h, err := srv.history(ctx, guest, id)
	if err != nil {
		return nil, err
	}
	talk, err := srv.kept.Inbox.Talk(ctx, guest, id)
	if err != nil {
		return nil, err
	}
	answer := map[string]any{"id": id, "staff": talk, "messages": h.messages(), "pendingInterrupts": []agui.Interrupt{}, "state": struct{}{}}
	if n := len(h.said); n > 0 {
		answer["language"], _ = agui.Spoken(h.said[n-1].Text) // of what was said last
	}
	if len(h.runs) > 0 {
		last := h.runs[len(h.runs)-1]
		answer["state"] = agui.StateOf(last)
		waits, err := srv.o.Maitre.Pending(ctx, guest, id)
		if err != nil {
			return nil, err
		}
		if waits != nil {
			answer["pendingInterrupts"] = agui.PendingInterrupts(last, waits, r.URL.Query().Has("protocolVersion"))
		}
	}
	return answer, nil
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

// messages are what a client shows, with the ids of the stream. Of what was said
// before the oldest run that is left, and by people of the house between runs,
// there are only the words.
func (h *history) messages() []agui.Message { return h.until(len(h.runs)) }

// until returns the messages before one of the runs. Times do not tell what was when:
// the clock of the worker that had another run may have been wrong.
func (h *history) until(run int) []agui.Message {
	in := map[string]int{} // in which run, from 1, a message was said
	for i, events := range h.runs {
		said, _ := event.Messages(events) // what cannot be read was not said
		for _, m := range said {
			in[m.ID] = i + 1
		}
	}
	all, told := []agui.Message{}, 0
	for _, m := range h.said {
		if at := in[m.ID]; at > 0 {
			upTo := max(told, min(at, run))
			all, told = append(all, agui.Messages(h.runs[told:upTo]...)...), upTo
			if at > run {
				return all
			}
			continue
		}
		all = append(all, agui.Message{ID: m.ID, Role: string(m.Role), Content: m.Text})
	}
	return append(all, agui.Messages(h.runs[told:run]...)...)
}

// renameThread answers PATCH /api/v1/threads/{id}.
func (srv *Server) renameThread(r *http.Request, guest string, in struct{ Title string }) (any, error) {
	id := r.PathValue("id")
	if in.Title = thread.CleanTitle(in.Title); in.Title == "" {
		return nil, bad("title is empty")
	}
	if err := srv.o.Store.Rename(r.Context(), id, guest, in.Title); err != nil {
		return nil, err
	}
	return map[string]string{"id": id, "title": in.Title}, nil
}

// deleteThread answers DELETE /api/v1/threads/{id}.
func (srv *Server) deleteThread(r *http.Request, guest string) error {
	id := r.PathValue("id")
	runs, err := srv.o.Store.Runs(r.Context(), id)
	if err != nil {
		return err
	}
	if err := srv.o.Store.Delete(r.Context(), id, guest); err != nil {
		return err
	}
	if len(runs) > 0 { // the last may be under way; elsewhere it finds that it is gone
		if l := srv.hub.find(runs[len(runs)-1]); l != nil {
			l.cancel(errStopped)
			l.leave()
		}
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
func (srv *Server) traceThread(r *http.Request, guest string) (any, error) {
	h, err := srv.history(r.Context(), guest, r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	spans, runs := []span{}, []traced{}
	for _, events := range h.runs {
		if only := r.URL.Query().Get("run"); only != "" && only != events[0].Run {
			continue
		}
		t := traced{Trace: trace.Of(events), Metrics: trace.Sum(events, srv.o.SearchCost)}
		if !asker(r).operator {
			discreet(&t.Trace)
		}
		for _, s := range t.Trace.Spans {
			spans = append(spans, span{t.Run, s})
		}
		runs = append(runs, t)
	}
	return map[string]any{"spans": spans, "runs": runs}, nil
}

// exportThread answers GET /api/v1/threads/{id}/export, to be kept as a file.
func (srv *Server) exportThread(w http.ResponseWriter, r *http.Request, guest string) error {
	id, format := r.PathValue("id"), r.URL.Query().Get("format")
	if format != "" && format != "md" && format != "json" {
		return bad("format is md or json")
	}
	h, err := srv.history(r.Context(), guest, id)
	if err != nil {
		return err
	}
	t, err := srv.found(r.Context(), guest, id)
	if err != nil {
		return err
	}
	said := h.withCards()
	if format == "md" {
		attach(w, id+".md")
		w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
		_, _ = w.Write([]byte(markdown(t.Title, thread.Standing(said), texts.In(srv.language(r)))))
		return nil
	}
	attach(w, id+".json")
	return writeJSON(w, http.StatusOK, conversation{t, append([]thread.Message{}, said...)})
}

// withCards are all messages, the last answer of each run with the words of its cards that no
// answer of the run says: a list of dishes, a chart.
func (h *history) withCards() []thread.Message {
	cards, told := map[string][]ui.Component{}, map[string]string{} // by the id of the run's last answer
	for _, events := range h.runs {
		said, _ := event.Messages(events) // what cannot be read was not said
		for _, m := range said {
			if m.Role == thread.RoleAssistant {
				told[said[len(said)-1].ID] += m.Text + "\n"
			}
		}
		for _, e := range events {
			var c ui.Component
			if len(said) > 0 && e.Type == event.UI && json.Unmarshal(e.Data, &c) == nil {
				cards[said[len(said)-1].ID] = append(cards[said[len(said)-1].ID], c)
			}
		}
	}
	all := slices.Clone(h.said)
	for i, m := range all {
		if m.Role == thread.RoleAssistant {
			all[i].Text = strings.Join(append([]string{m.Text}, ui.Besides(told[m.ID], false, cards[m.ID])...), "\n\n")
		}
	}
	return all
}

type conversation struct {
	thread.Thread
	Messages []thread.Message `json:"messages"`
}

// found returns a guest's thread. It must be there.
func (srv *Server) found(ctx context.Context, guest, id string) (thread.Thread, error) {
	all, err := srv.o.Store.List(ctx, guest, 0)
	i := slices.IndexFunc(all, func(t thread.Thread) bool { return t.ID == id })
	if err != nil || i < 0 {
		return thread.Thread{}, errors.Join(err, thread.ErrNotFound)
	}
	return all[i], nil
}

// itemID is what answers of models had beside a dish, such as [moqueca-de-banana]:
// not for people, unless an address follows.
var itemID = regexp.MustCompile(` ?\[[a-z0-9]+(?:-[a-z0-9]+)+\]([^(]|$)`)

func markdown(title string, said []thread.Message, w *texts.Words) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", title)
	for _, m := range said {
		who := "maître"
		if m.Role == thread.RoleUser {
			who = w.House.You
		}
		fmt.Fprintf(&b, "\n**%s**, %s\n\n%s\n", who, m.Time.Local().Format(time.DateTime), itemID.ReplaceAllString(m.Text, "$1"))
	}
	return b.String()
}

// attach tells a browser to save the answer. The name is made of an id.
func attach(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
}
