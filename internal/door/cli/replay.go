package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/internal/concierge/route"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
)

// replayed is the result of a replay: how it differs from the recorded run.
type replayed struct {
	Run         string       `json:"run"`
	Message     string       `json:"message"`
	Models      int          `json:"model_answers"`
	Stopped     string       `json:"stopped,omitempty"`
	Cannot      string       `json:"cannot,omitempty"` // why it is not had again
	Differences []difference `json:"differences"`
}

type difference struct {
	What string `json:"what"`
	Was  string `json:"was"`
	Is   string `json:"is"`
}

func replayRuns(ctx context.Context, a *app, in struct{ Run string }) (any, error) {
	runs, err := a.runs(ctx, in.Run)
	if err != nil || len(runs) == 0 {
		return nil, err
	}
	past, err := a.past(ctx, runs[0][0].Guest)
	if err != nil {
		return nil, err
	}
	var all []*replayed
	differ := 0
	p := a.progress("runs")
	defer p.end()
	for _, events := range runs {
		r, err := a.replay(ctx, events, past)
		if err != nil {
			return all, err
		}
		if len(r.Differences) > 0 {
			differ++
		}
		all = append(all, r)
		p.at(len(all), len(runs))
	}
	if differ > 0 {
		return all, fmt.Errorf("%d of %d runs went otherwise", differ, len(runs))
	}
	return all, nil
}

// replay runs the turn of a run again, in a database in memory that has the messages
// before it, with the recorded answers of models.
func (a *app) replay(ctx context.Context, events []event.Event, past *past) (*replayed, error) {
	events = trace.Answering(events)
	was := trace.Of(events)
	exchanges, answers := recordedIn(events)
	r := &replayed{Run: was.Run, Message: was.Message, Models: len(exchanges), Differences: []difference{}}
	if r.Cannot = gone(was, len(exchanges) > 0); r.Cannot != "" {
		return r, nil
	}
	db, err := sqlite.Open(ctx, sqlite.Memory)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	left, err := a.ownState(ctx, was.Run)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(a.copyHistory(ctx, db, was), past.remember(ctx, was.Run, db)); err != nil {
		return nil, err
	}
	m, err := a.maitreOf(db, was, left, exchanges, knewNothing(events))
	if err != nil {
		return nil, err
	}
	var again []event.Event
	hear := func(e event.Event) { again = append(again, e) }
	reply, err := m.Turn(ctx, maitre.Turn{Thread: was.Thread, Guest: was.Guest, Message: was.Message, WordsOnly: left.Turn.WordsOnly}, hear)
	for err == nil && reply.Question != nil && len(answers) > 0 && !answers[0].TimedOut {
		reply, err = m.Answer(ctx, was.Guest, reply.Run, answers[0], hear)
		answers = answers[1:]
	}
	if len(again) == 0 {
		return nil, fmt.Errorf("run %s cannot be had again: %w", was.Run, err)
	}
	is := trace.Of(again)
	switch {
	case err == nil && reply.Question != nil && len(answers) > 0:
		r.Stopped = "at a question that was met with silence, for which a replay does not wait"
	case unrecorded(is):
		r.Cannot = "its model would be told something else, for the prompt, the tools or what was said before have changed since: " + llm.ErrNotRecorded.Error()
	default:
		r.Differences = compare(was, is)
	}
	return r, nil
}

// maitreOf makes the concierge as it was when a run began: its clock, its memories, its recorded models, and
// the cards, customers and places of today or of the sample. It writes into db alone.
func (a *app) maitreOf(db *sqlite.Store, was trace.Trace, left ownState, exchanges []llm.Exchange, knewNothing bool) (*maitre.Maitre, error) {
	prompts, err := a.prompts()
	if err != nil {
		return nil, err
	}
	runner := &task.Runner{Prompts: prompts}
	if len(exchanges) > 0 { // where no model was asked, none is
		runner.Models = []llm.Model{renamed(llm.Replay(exchanges), was.Run)}
	}
	began := left.Scene.Now
	if began.IsZero() {
		began = was.Start
	}
	then := memory.NewBook(memory.Options{Store: db, Log: a.db, Org: a.config.House.Name})
	book := then.Hook()
	reads := hook.Hook{Name: book.Name, PreQuery: book.PreQuery, Safe: book.Safe, Budgets: hook.Budgets{PreQuery: time.Minute}}
	if knewNothing {
		reads.PreQuery = func(context.Context, hook.Turn) (hook.Known, error) {
			return hook.Known{}, errors.New("as it was then")
		}
	}
	return maitre.New(maitre.Options{
		House: a.house(), Store: db, Tasks: runner, Hooks: hook.Chain{reads}, Now: clock(began), Specialists: a.specialists(runner, then, began),
	})
}

// unrecorded reports whether the model of a turn was asked what it had not been asked before.
func unrecorded(is trace.Trace) bool {
	i := slices.IndexFunc(is.Spans, func(s trace.Span) bool { return s.Kind == "decision" && s.Name == concierge.Decide.Name })
	return i >= 0 && strings.Contains(is.Spans[i].Why, llm.ErrNotRecorded.Error())
}

// gone says why a run cannot be had again, if so.
func gone(was trace.Trace, byModel bool) string {
	switch name, _, _ := strings.Cut(was.Graph, "@"); {
	case was.Graph == concierged:
	case !route.Ours(name) && name != "house" && name != "chat":
		return "it is a run of " + was.Graph + ", an agent that this house does not have"
	case byModel:
		return "a model answered it as " + was.Graph + ", an earlier version of the house whose prompts are gone"
	}
	return ""
}

// concierged is the graph of runs that can be replayed with the answers of their
// models: see internal/concierge.
const concierged = "concierge@1"

// ownState is what the concierge keeps of a run: when it began, as exactly as its prompts have it,
// whether its guest saw no cards, and what the reader knew of the turn before.
type ownState struct {
	Scene struct {
		Now  time.Time
		Last string
	}
	Turn concierge.Turn
	Did  string
}

func (a *app) ownState(ctx context.Context, run string) (k ownState, err error) {
	var s agent.State
	cp, err := a.db.Load(ctx, run)
	if errors.Is(err, graph.ErrNotFound) {
		return k, nil
	}
	if err == nil && json.Unmarshal(cp.State, &s) == nil {
		_ = json.Unmarshal(s.Own, &k) // else as on the page
	}
	return k, err
}

// renamed wraps a recorded model. Ids of tool calls have the id of their run in them:
// it puts the recorded run's in the place of the present one's, so that requests match.
func renamed(m llm.Model, recorded string) llm.Model {
	return llm.ModelFunc(func(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
		run, _, _ := strings.Cut(graph.Key(ctx), ".")
		raw, err := json.Marshal(req)
		if then := new(llm.Request); run != "" && err == nil && json.Unmarshal(bytes.ReplaceAll(raw, []byte(run), []byte(recorded)), then) == nil {
			req = then
		}
		return m.Generate(ctx, req)
	})
}

// knewNothing reports whether the hook that reads the guest's memories failed in the run.
func knewNothing(events []event.Event) bool {
	return slices.ContainsFunc(events, func(e event.Event) bool {
		return e.Type == event.HookError && event.Read[hook.Trouble](e).Stage == "pre_query"
	})
}

// recordedIn returns the exchanges with models and the guest's answers to questions, from the log.
func recordedIn(events []event.Event) (exchanges []llm.Exchange, answers []graph.Answer) {
	answered := map[string]bool{}
	for _, e := range event.Fold(slices.Clone(events)) {
		switch e.Type {
		case event.ModelCall:
			if x := event.Read[llm.Exchange](e); x.Key != "" {
				exchanges = append(exchanges, x)
				answered[x.Key] = answered[x.Key] || x.Err == nil
			}
		case event.Answer:
			answers = append(answers, event.Read[graph.Answer](e))
		}
	}
	// A failed try that another try or model made good is not had again.
	return slices.DeleteFunc(exchanges, func(x llm.Exchange) bool { return x.Err != nil && answered[x.Key] }), answers
}

// copyHistory copies the messages before the run into db, and the checkpoints of the
// runs before it.
func (a *app) copyHistory(ctx context.Context, db *sqlite.Store, was trace.Trace) error {
	if _, err := db.Open(ctx, was.Thread, was.Guest); err != nil {
		return err
	}
	all, err := a.db.Messages(ctx, was.Thread, was.Guest, 0)
	if err != nil && !errors.Is(err, thread.ErrNotFound) {
		return err
	}
	runs, err := a.db.Runs(ctx, was.Thread)
	for _, msg := range all {
		if msg.Time.Before(was.Start) {
			err = errors.Join(err, db.Append(ctx, was.Thread, was.Guest, msg))
		}
	}
	for _, run := range runs[:max(0, slices.Index(runs, was.Run))] {
		cp, unread := a.db.Load(ctx, run)
		switch {
		case errors.Is(unread, graph.ErrNotFound): // forgotten
		case unread != nil:
			err = errors.Join(err, unread)
		default:
			cp.Version, cp.Seq = 1, 0
			err = errors.Join(err, db.Save(ctx, cp, nil))
		}
	}
	return err
}

// compare returns the differences that a guest would notice, and those in who decided. Before them stands the
// first call of a tool that was asked or returned something else, which alone is none: a result may have the
// time in it.
func compare(was, is trace.Trace) []difference {
	all := []difference{}
	note := func(what, was, is string) {
		if was != is {
			all = append(all, difference{what, was, is})
		}
	}
	note("specialist", was.Graph, is.Graph)
	note("status", was.Status, is.Status)
	note("error", was.Err, is.Err)
	for _, kind := range []string{"decision", "tool", "question", "ui", "guard"} {
		note(kind, spans(was, kind), spans(is, kind))
	}
	note("reply", was.Reply, is.Reply)
	then, now := toolCalls(was), toolCalls(is)
	for i := range min(len(then), len(now)) {
		if len(all) > 0 && then[i] != now[i] {
			return append([]difference{{"first call", then[i], now[i]}}, all...)
		}
	}
	return all
}

// toolCalls are the calls of tools, with what they were asked and returned.
func toolCalls(t trace.Trace) (all []string) {
	for _, s := range t.Spans {
		if s.Kind == "tool" {
			all = append(all, fmt.Sprintf("%s%s → %s%s", s.Name, told(s.Data), s.Result, s.Why))
		}
	}
	return all
}

// spans lists the spans of a kind: decisions with who took them ("decide by rule"),
// answers with what the guard did. A failed try of a model that another made good is
// left out, as recordedIn leaves out its exchange.
func spans(t trace.Trace, kind string) string {
	all := slices.DeleteFunc(slices.Clone(t.Spans), func(s trace.Span) bool { return s.Kind != kind })
	text := ""
	for i, s := range all {
		if kind == "decision" && s.Status == task.ByRule && s.Why != "" && i+1 < len(all) && all[i+1].Name == s.Name && all[i+1].Step == s.Step {
			continue
		}
		switch text += s.Name; kind {
		case "decision":
			text += " by " + s.Status
		case "guard":
			text += " " + s.Status
		}
		text += "; "
	}
	return text
}

// past has the events of the memories of a guest and of the house, and how many
// of them came before each run. Memories that were forgotten since are not in it.
type past struct {
	events []event.Event
	before map[string]int // runs → how many of the events
}

// past reads the whole log.
func (a *app) past(ctx context.Context, guest string) (*past, error) {
	p := &past{before: map[string]int{}}
	return p, a.eachEvent(ctx, func(e event.Event) {
		switch e.Type {
		case event.RunStart:
			p.before[e.Run] = len(p.events)
		case event.MemorySaved, event.MemoryVoted, event.MemoryKept, event.MemoryRetired:
			if e.Guest == guest || e.Guest == "" {
				p.events = append(p.events, e)
			}
		}
	})
}

// remember puts the memories that there were when a run began into a store.
func (p *past) remember(ctx context.Context, run string, store memory.Store) error {
	type memo struct{ owner, id string }
	of := map[memo][]event.Event{}
	for _, e := range p.events[:p.before[run]] {
		if c := event.Read[memory.Change](e); c.ID != "" { // else it is forgotten
			of[memo{e.Guest, c.ID}] = append(of[memo{e.Guest, c.ID}], e)
		}
	}
	rows := map[string][]memory.Row{}
	for m, events := range of {
		row, err := memory.Fold(m.owner, m.id, events)
		if err != nil {
			return err
		}
		rows[m.owner] = append(rows[m.owner], row)
	}
	for owner, all := range rows {
		_, err := store.Learn(ctx, memory.Lesson{Owner: owner, Run: "past~" + owner}, func(memory.Page) (memory.Notes, error) { return memory.Notes{Rows: all}, nil })
		if err != nil {
			return err
		}
	}
	return nil
}
