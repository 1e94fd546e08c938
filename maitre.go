package maitre

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/internal/concierge/route"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
)

// Maitre is the concierge of one house. It is safe for concurrent use, and any
// number of them, in any number of processes, may share a store.
type Maitre struct {
	o       Options
	runners map[string]runner // by specialist
	rules   *task.Runner      // who decides where no model does
	others  []route.Other     // specialists that are not ours
	absent  []string          // those of ours that are not there
	places  chan struct{}     // of turns at work; nil: no limit
}

// turnsPerProcessor is how many turns a processor works on at the same time where the reader
// decides. A reader computes, so that more turns would only slow each other down, beyond the
// time that a hook may take; further turns wait for a place, in their order. Where a model
// decides there is no limit: those turns mostly wait for its server.
const turnsPerProcessor = 16

// Options are what a Maitre is made of. Store is required.
type Options struct {
	House  House
	Store  Store
	Tasks  *task.Runner // who decides: a model, or (nil, or no model in it) the reader
	Unsure bool         // a model decides only where the reader is not sure
	Budget *llm.Budget  // nil: no cap per turn
	Hooks  hook.Chain   // around every turn

	Specialists []Specialist

	// Held reports whether a person of the house has a conversation: then the concierge
	// is silent, but for what Held has to say. Nil: nobody ever has.
	Held func(ctx context.Context, guest, thread string, l lang.Language) (say string, held bool, err error)

	Now func() time.Time // nil: time.Now; the day that a guest's "tomorrow" is said on
}

// Store is where everything is kept.
type Store interface {
	thread.Store
	graph.Store
	event.Log
}

// House is who speaks.
type House struct {
	Name     string
	Persona  string // how it speaks, for prompts; what it is about the specialists say
	Language string // pt, en or es: spoken when a guest's cannot be told
	Currency string // of its prices, as BRL; empty: the cards say
}

// Tasks returns every decision that a model can take in this program.
func Tasks() []task.Any {
	return slices.Concat(concierge.Tasks, understand.Tasks, route.Tasks, retrieve.Tasks, menu.Tasks, question.Tasks, websearch.Tasks, data.Tasks)
}

// GoneTasks returns the names of decisions that earlier versions took. A prompt file
// of one of them does not stop a house: it is not read any more.
func GoneTasks() []string {
	return []string{"beer.plan", "chat.reply", "data.intent", "menu.answer", "menu.route", "trip.classify", "trip.extract", "trip.tools"}
}

// Names of the two runners that every Maitre has besides the graphs of its specialists. The
// house's voice says a text that a hook or a person of the house gave, such as "your notes
// are erased"; the concierge answers all other messages.
const (
	houseVoice    = "house"
	conciergeName = "concierge"
)

// New puts a Maitre together. It refuses one without a Store, and a specialist
// whom no message would reach.
func New(o Options) (*Maitre, error) {
	if o.Store == nil {
		return nil, errors.New("a maitre needs a store")
	}
	o.Tasks = o.Tasks.Logged()
	m := &Maitre{o: o, runners: map[string]runner{}, rules: o.Tasks.WithoutModels()}
	if len(o.Tasks.Models) == 0 {
		m.places = make(chan struct{}, turnsPerProcessor*runtime.GOMAXPROCS(0))
	}
	if err := m.meet(o.Specialists); err != nil {
		return nil, err
	}
	c, err := m.concierge()
	if err != nil {
		return nil, err
	}
	for _, s := range append(slices.Clip(o.Specialists), spokesman(), c) {
		if s.compile == nil {
			continue
		}
		how := graph.Options{Lease: lease, Recovered: m.tended(s.Name)}
		if s.Name != houseVoice && s.Name != conciergeName { // which know it
			how.Within = m.within
		}
		r, err := s.compile(o.Store, how)
		if err != nil {
			return nil, err
		}
		m.runners[s.Name] = r
	}
	return m, nil
}

func (m *Maitre) now() time.Time {
	if m.o.Now != nil {
		return m.o.Now()
	}
	return time.Now()
}

// meet looks at each specialist, and lets the route task know who is there.
func (m *Maitre) meet(specialists []Specialist) error {
	for i, s := range specialists {
		called := func(other Specialist) bool { return other.Name == s.Name }
		switch {
		case s.err != nil:
			return fmt.Errorf("specialist %s: %w", s.Name, s.err)
		case thread.CheckID(s.Name) != nil:
			return fmt.Errorf("specialist %q: a name has letters, digits, dots, _ and -", s.Name)
		case slices.ContainsFunc(specialists[:i], called), s.compile != nil && (s.Name == houseVoice || s.Name == conciergeName):
			return fmt.Errorf("there are two specialists called %s", s.Name)
		case s.compile == nil:
		case strings.TrimSpace(s.About) == "":
			return fmt.Errorf("no message would reach the specialist %s: say what it is about, in words that guests use", s.Name)
		default:
			m.others = append(m.others, route.Other{Name: s.Name, About: s.About})
		}
	}
	for _, name := range []string{route.Menu, route.Beer, route.Trip, route.Data} {
		if !slices.ContainsFunc(specialists, func(s Specialist) bool { return s.Name == name }) {
			m.absent = append(m.absent, name)
		}
	}
	return nil
}

// Turn is a guest's message. Thread is what the guest calls it, and may not exist
// yet; Reply.Thread is its id, which differs where another guest's has that name.
type Turn struct {
	Thread  string
	Guest   string
	Message string

	// MessageID is what the client calls the message. One that the thread has
	// already, or that thread.CheckID refuses, is not used. It may say that the
	// message takes the place of another: see thread.Standing.
	MessageID string

	// WordsOnly says that the door draws no cards: a model is told that the guest reads
	// nothing but its words. Say sets it.
	WordsOnly bool
}

// Reply is what came of a turn.
type Reply struct {
	Run        string
	Thread     string
	MessageID  string
	Specialist string
	Text       string

	// Question is set when the run waits for the guest: see Answer. Text is what stands before
	// it; the thread has that when the run ends.
	Question *graph.Question
	Deadline time.Time

	// AskFeedback says that it is worth asking what the guest thinks of it.
	AskFeedback bool

	By      string // who decided last: a model's name, or "rule"
	Why     string // why not the model that should have
	Usage   llm.Usage
	Cost    *llm.USD // nil: unknown
	Elapsed time.Duration
}

// What is wrong with a turn that is not taken. A thread that has a run under
// way is graph.ErrBusy.
var (
	ErrEmptyMessage = errors.New("the message is empty")
	ErrLongMessage  = fmt.Errorf("the message is longer than %d characters", maxMessage)
	ErrPending      = errors.New("a question waits for an answer")
)

// maxMessage is some pages of text: more is a file, not something said.
const maxMessage = 16_000

// remembered is how many messages of a thread the concierge is told.
const remembered = 40

// contactIn returns the telephone numbers and e-mail addresses in a message.
func contactIn(message string) string {
	var all []string
	for _, f := range scrub.Find(message) {
		if f.Type == scrub.Phone || f.Type == scrub.Email {
			all = append(all, strings.TrimSpace(message[f.Start:f.End]))
		}
	}
	return strings.Join(all, ", ")
}

// Turn answers a message. Personal data and secrets are struck out of it before
// anything else. What happens is stored in the thread's log, and watch, which
// may be nil, hears of it. When ctx is cancelled the run ends there, and what
// the guest has heard until then is the answer.
func (m *Maitre) Turn(ctx context.Context, t Turn, watch func(event.Event)) (*Reply, error) {
	start := time.Now()
	t.Message = strings.TrimSpace(strings.ToValidUTF8(t.Message, "\uFFFD"))
	switch {
	case t.Message == "":
		return nil, ErrEmptyMessage
	case utf8.RuneCountInString(t.Message) > maxMessage:
		return nil, ErrLongMessage
	}
	if m.places != nil {
		select {
		case m.places <- struct{}{}:
			defer func() { <-m.places }()
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	ctx = hook.WithContact(ctx, contactIn(t.Message))
	t.Message = scrub.Text(t.Message)
	ctx = semcache.Asking(ctx, t.Guest)
	if m.o.Budget != nil {
		ctx = m.o.Budget.Begin(ctx)
	}
	open, err := thread.OpenNamed(ctx, m.o.Store, t.Thread, t.Guest)
	if err != nil {
		return nil, fmt.Errorf("thread %s of guest %s: %w", t.Thread, t.Guest, err)
	}
	t.Thread = open.ID
	active, runs, err := m.settle(ctx, t.Thread)
	if err != nil {
		return nil, fmt.Errorf("thread %s: %w", t.Thread, err)
	}
	q := Query{Turn: t}
	limit, until := remembered, start
	if thread.Placed(t.MessageID) { // anywhere
		limit, until = 0, time.Time{}
	}
	all, err := m.o.Store.Messages(ctx, t.Thread, t.Guest, limit)
	if err != nil {
		return nil, err
	}
	stands := thread.Standing(append(slices.Clone(all), thread.Message{ID: t.MessageID, Role: thread.RoleUser}))
	q.History = stands[max(0, len(stands)-1-remembered) : len(stands)-1]
	if limit == 0 && len(q.History) > 0 {
		until = q.History[len(q.History)-1].Time
	}

	var before pending // what happens before the run begins
	early := event.With(ctx, before.emit)
	r := newReport(t.Thread, "", start, watch)
	was, oldest := m.lastState(ctx, runs, conciergeName, until)
	last := &agent.State{}
	_ = json.Unmarshal(was, last) // else nothing was shown
	r.turn = hook.Turn{Thread: t.Thread, Guest: t.Guest, Run: r.reply.Run, Message: scene.Unnamed(t.Message, scene.Of(last.Own).Shown), History: q.History, Time: start, Listens: m.listens()}
	if len(all) == 0 {
		m.endLast(early, t)
		m.o.Hooks.SessionStart(early, r.turn)
	}
	known := m.o.Hooks.PreQuery(early, r.turn)
	q.Context, q.Constraints, q.Language, q.reply, q.People = known.Context, known.Constraints, known.Language, known.Reply, known.People
	q.History = slices.DeleteFunc(slices.Clone(q.History), func(said thread.Message) bool { return said.Time.Before(known.Since) })
	q.acted = known.Acted
	name, err := m.speaker(early, &q, active)
	if err != nil {
		return nil, err
	}
	if oldest.Before(known.Since) {
		last.Own = nil
	}
	r.silent = q.held
	r.reply.Specialist = name
	id, err := m.messageID(ctx, t, all)
	if err != nil {
		return nil, err
	}
	q.last = func() json.RawMessage {
		if name != conciergeName {
			was, oldest = m.lastState(ctx, runs, name, until)
		}
		if oldest.Before(known.Since) {
			return nil
		}
		return was
	}
	run := graph.Run{ID: r.reply.Run, Thread: t.Thread, Guest: t.Guest, Begin: func(emit graph.Emit) {
		if len(all) == 0 {
			emit(event.SessionStart, nil)
		}
		emit(event.PreQuery, event.Said{ID: id, Text: t.Message})
		if name != houseVoice && name != conciergeName {
			emit(event.Scene, m.sceneOf(q, last))
		}
		before.replay(emit)
	}}
	out, err := m.runners[name].run(ctx, run, q, m.heard(ctx, r))
	return m.done(ctx, r, out, err)
}

// listens reports whether a model decides every message.
func (m *Maitre) listens() bool { return len(m.o.Tasks.Models) > 0 && !m.o.Unsure }

// messageID returns the id of a guest's message.
func (m *Maitre) messageID(ctx context.Context, t Turn, history []thread.Message) (string, error) {
	if thread.CheckID(t.MessageID) != nil {
		return thread.NewID(), nil
	}
	if len(history) == remembered { // there may be more
		var err error
		if history, err = m.o.Store.Messages(ctx, t.Thread, t.Guest, 0); err != nil {
			return "", err
		}
	}
	if slices.ContainsFunc(history, func(said thread.Message) bool { return said.ID == t.MessageID }) {
		return thread.NewID(), nil
	}
	return t.MessageID, nil
}

// Answer answers the question that a run of the guest waits for.
func (m *Maitre) Answer(ctx context.Context, guest, run string, a graph.Answer, watch func(event.Event)) (*Reply, error) {
	start := time.Now()
	ctx = semcache.Asking(ctx, guest)
	if m.o.Budget != nil {
		ctx = m.o.Budget.Begin(ctx)
	}
	cp, err := m.runOf(ctx, guest, run)
	if err != nil {
		return nil, err
	}
	name, err := m.specialistOf(cp)
	if err != nil { // a question of an earlier version: whoever asked it is gone
		if cp.Status == graph.Waiting {
			err = cmp.Or(m.runners[conciergeName].Cancel(ctx, run, err), graph.ErrNoAsk)
		}
		return nil, err
	}
	a.Value = event.Payload(event.Answer, a.Value) // scrubbed, as a message is
	r := rejoin(cp, name, start, watch)
	out, err := m.runners[name].answer(ctx, run, a, m.heard(ctx, r))
	return m.done(ctx, r, out, err)
}

// runOf returns a run of a guest: another's is not there.
func (m *Maitre) runOf(ctx context.Context, guest, run string) (*graph.Checkpoint, error) {
	cp, err := m.o.Store.Load(ctx, run)
	if err == nil && cp.Guest != guest {
		return nil, graph.ErrNotFound
	}
	return cp, err
}

// RecoverAll lets overdue questions time out and goes on with runs whose worker is
// gone. Call it now and then in every process that serves.
func (m *Maitre) RecoverAll(ctx context.Context) (moved int, err error) {
	for _, r := range m.runners {
		n, e := r.RecoverAll(ctx)
		moved += n
		if e != nil && (err == nil || !strings.Contains(err.Error(), e.Error())) { // a store that is down is so for all
			err = errors.Join(err, e)
		}
	}
	return moved, err
}

// lookedBack is how many runs of a thread are looked through for the last one
// of a specialist.
const lookedBack = 20

// past is the runs of a thread, the oldest first.
type past struct {
	runs []string
	last *graph.Checkpoint
}

// lastState returns the state in which the specialist's last run in a thread that
// began until then ended, or nil, and the oldest time of a run that it looked at.
func (m *Maitre) lastState(ctx context.Context, before past, name string, until time.Time) (state json.RawMessage, oldest time.Time) {
	cp, left := before.last, lookedBack
	for i := len(before.runs) - 1; i >= 0 && left > 0; i-- {
		if i < len(before.runs)-1 {
			var err error
			if cp, err = m.o.Store.Load(ctx, before.runs[i]); err != nil {
				return nil, oldest // the conversation is there all the same
			}
		}
		if oldest.IsZero() || cp.Updated.Before(oldest) {
			oldest = cp.Updated
		}
		if cp.Updated.After(until) { // in another branch, or a guest has said since what they think of it
			if begun, err := m.o.Store.Events(ctx, cp.Run, 0, 1); err != nil || len(begun) == 0 || begun[0].Time.After(until) {
				continue
			}
		}
		if left--; cp.Status == graph.Ended && m.runners[name].graph() == cp.Graph {
			return cp.State, oldest
		}
	}
	return nil, oldest
}

// route chooses who answers: the concierge, but for what a hook replies and, where
// no model decides, for what is a specialist's with a graph of its own.
func (m *Maitre) route(ctx context.Context, q Query, active string) (string, error) {
	if q.reply != "" && (len(m.o.Tasks.Models) == 0 || q.acted) {
		return houseVoice, nil
	}
	if len(m.o.Tasks.Models) > 0 {
		return conciergeName, nil
	}
	name, err := m.own(ctx, m.rules, q.Message, q.History, active)
	return cmp.Or(name, conciergeName), err
}

// own returns the specialist with a graph of its own that a message is for, or "".
func (m *Maitre) own(ctx context.Context, r *task.Runner, message string, history []thread.Message, active string) (string, error) {
	if len(m.runners) == 2 { // there is none
		return "", nil
	}
	in := route.In{Message: message, Active: active, Others: m.others, Absent: m.absent}
	for _, h := range history[max(0, len(history)-latest):] {
		if guest := len(in.Recent)%2 == 0; guest != (h.Role == thread.RoleUser) {
			in.Recent = append(in.Recent, "") // a turn that had no answer
		}
		in.Recent = append(in.Recent, h.Text)
	}
	res, err := route.Choose.Do(ctx, r, in)
	if err != nil || m.runners[res.Out.Specialist] == nil {
		return "", err
	}
	return res.Out.Specialist, nil
}

// speaker returns who answers, unless a person of the house has the conversation.
func (m *Maitre) speaker(ctx context.Context, q *Query, active string) (name string, err error) {
	if m.o.Held != nil && !q.acted {
		q.reply, q.held, err = m.held(ctx, *q)
	}
	if err != nil || q.held {
		return houseVoice, err
	}
	return m.route(ctx, *q, active)
}

// held returns what a hook replies, or what is said in a person's place.
func (m *Maitre) held(ctx context.Context, q Query) (reply string, held bool, err error) {
	say, held, err := m.o.Held(ctx, q.Guest, q.Thread, m.spokenBy(q, "", nil))
	if !held {
		say = q.reply
	}
	return say, held, err
}

// latest is how many messages tell who is in charge.
const latest = 20

// settle makes way for a new run: a question that is overdue times out, and a
// run whose worker is gone is finished. If its specialist is gone too it is
// cancelled, and so is a question of theirs. It returns who answered last, and what runs
// there were.
func (m *Maitre) settle(ctx context.Context, id string) (active string, before past, err error) {
	runs, err := m.o.Store.Runs(ctx, id)
	if err != nil || len(runs) == 0 {
		return "", before, err
	}
	last, earlier := runs[len(runs)-1], runs[:len(runs)-1]
	cp, err := m.o.Store.Load(ctx, last)
	switch {
	case errors.Is(err, graph.ErrNotFound): // its guest was forgotten, and is back
		return "", before, nil
	case err != nil:
		return "", before, err
	}
	before = past{runs, cp}
	name, unknown := m.specialistOf(cp)
	if active, err = m.lastSpecialist(ctx, name, earlier); err != nil || cp.Status.Over() {
		return active, before, err
	}
	if err := stillOpen(cp); err != nil && (unknown == nil || cp.Status == graph.Running) {
		return active, before, err
	}
	var (
		old = context.WithoutCancel(ctx) // it is another turn's
		r   = rejoin(cp, name, time.Now(), nil)
		out outcome
	)
	switch {
	case unknown != nil:
		err = m.runners[conciergeName].Cancel(old, last, unknown)
	case cp.Status == graph.Waiting:
		out, err = m.runners[name].answer(old, last, graph.Answer{TimedOut: true}, m.heard(old, r))
	default:
		out, err = m.runners[name].resume(old, last, m.heard(old, r))
	}
	_, err = m.done(old, r, out, err)
	// That the old run failed is in its log and does not concern this one; that
	// it is still not over does.
	now, lerr := m.o.Store.Load(ctx, last)
	switch {
	case lerr != nil:
		return active, before, lerr
	case now.Status.Over():
		return active, past{runs, now}, nil
	case err != nil && !errors.Is(err, graph.ErrConflict):
		return active, before, err
	}
	return active, before, cmp.Or(stillOpen(now), graph.ErrBusy)
}

// lastSpecialist returns the name of the specialist who answered last in a thread. A run of the
// house's voice is passed over: its text came from a hook and is no part of the conversation.
// name is the specialist of the newest run, and earlier are the runs before it.
func (m *Maitre) lastSpecialist(ctx context.Context, name string, earlier []string) (string, error) {
	for _, run := range slices.Backward(earlier) {
		if name != houseVoice {
			break
		}
		cp, err := m.o.Store.Load(ctx, run)
		switch {
		case errors.Is(err, graph.ErrNotFound):
			return "", nil
		case err != nil:
			return "", err
		}
		name, _ = m.specialistOf(cp)
	}
	if name == houseVoice {
		return "", nil
	}
	return name, nil
}

// stillOpen returns the error that a new turn gets while an earlier run of the thread is not
// over: ErrPending while the run waits for the guest's answer, graph.ErrBusy while a worker is
// on it. It is nil when the question is overdue or the worker is gone.
func stillOpen(cp *graph.Checkpoint) error {
	now := time.Now()
	switch {
	case cp.Status == graph.Waiting && (cp.Deadline.IsZero() || now.Before(cp.Deadline)):
		return ErrPending
	case cp.Status == graph.Running && now.Sub(cp.Updated) < lease:
		return graph.ErrBusy
	}
	return nil
}

// specialistOf returns who runs a run.
func (m *Maitre) specialistOf(cp *graph.Checkpoint) (string, error) {
	for name, r := range m.runners {
		if r.graph() == cp.Graph {
			return name, nil
		}
	}
	return "", fmt.Errorf("run %s: %w: %s", cp.Run, graph.ErrVersion, cp.Graph)
}
