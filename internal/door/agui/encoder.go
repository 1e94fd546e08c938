package agui

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Encoder translates the events of one run. Feed it all of them, from the
// first, in order; it is for one goroutine. Set the fields before.
type Encoder struct {
	Thread string // as the client calls it; empty: as the log does
	Run    string // the client's run; empty: the log's

	// Expiry says when a question expires: only to a client that has sent its
	// protocolVersion, for older ones lock up after it.
	Expiry bool

	// Language is the client's: that of what is said beside the answer, where the
	// answer's own cannot be told.
	Language lang.Language

	// History returns what the thread held before this run, if anything. It is
	// called when the client's messages are replaced: by a question, and when
	// something is taken back. A client loses what is not in it, so if it cannot
	// be read, send no more frames; the client will come back.
	History func() []Message

	// Renew, if set, puts into a question what has changed since it was asked:
	// its deadline, which a guest may extend.
	Renew func(*Question)

	// Frames of events up to AfterSeq, and those up to number AfterFrame, are
	// left out.
	AfterSeq   int64
	AfterFrame int64

	transcript

	out     []Frame
	frames  int64
	log     []event.Event // that were fed
	seq     int64         // of the last of them
	run     string        // of the log
	started bool          // a run of the client's is under way
	end     *ended        // how the log's ended
	over    bool          // and the client knows

	specialist string
	node       string    // of the step that is under way
	step       int       // that was begun last; 0: none
	question   *Question // that waits
	sums       sums
}

type ended struct {
	Status graph.Status `json:"status"`
	Err    string       `json:"err"`
}

// fold returns an Encoder that has heard events and said nothing.
func fold(events []event.Event) *Encoder {
	e := &Encoder{AfterSeq: 1<<63 - 1}
	for _, ev := range events {
		e.Event(ev)
	}
	return e
}

// Event returns the frames of the next event, until the one after: often one,
// none for what is not for a client's eyes. Events that were fed before are ignored.
func (e *Encoder) Event(ev event.Event) []Frame {
	if ev.Seq <= e.seq || e.over {
		return nil
	}
	e.out, e.seq, e.run, e.log = e.out[:0], ev.Seq, ev.Run, append(e.log, ev)
	if e.Run == "" {
		e.Run = ev.Run
	}
	if e.Thread == "" {
		e.Thread = ev.Thread
	}
	if e.end != nil && (ev.Type == event.SessionEnd || ev.Type == event.Feedback) {
		e.over = true // what follows is not of this turn
		return nil
	}
	if ev.Type == event.RunStart {
		e.specialist, _, _ = strings.Cut(event.Read[struct{ Graph string }](ev).Graph, "@")
	}
	if !e.started {
		e.started = true
		e.send(wire{Type: "RUN_STARTED", ThreadID: e.Thread, RunID: e.Run, ProtocolVersion: Version})
		e.state(string(graph.Running))
	}
	e.translate(ev)
	e.sums.add(ev)
	return e.out
}

// Finished reports whether the client's run is over: by End, or by a question.
func (e *Encoder) Finished() bool { return e.seq > 0 && !e.started }

// Ended reports whether the log's run is over. What hooks have learnt from it
// may follow; then call End.
func (e *Encoder) Ended() bool { return e.end != nil }

// End returns the last frames of a run that is over. Lessons are what was
// learnt from it, where the log of the run itself does not have it.
func (e *Encoder) End(lessons ...event.Event) []Frame {
	if e.end == nil || !e.started {
		return nil
	}
	for _, ev := range lessons {
		e.sums.add(ev)
	}
	e.out, e.over = nil, true
	e.close()
	e.state(string(e.end.Status))
	answer := Message{}
	if said := e.said(); len(said) > 0 {
		answer = said[len(said)-1]
	}
	for _, c := range e.sums.custom(answer, e.Language) {
		e.send(c)
	}
	switch e.end.Status {
	case graph.Failed:
		code := codeOf(e.end.Err)
		e.send(wire{Type: RunError, Message: messages[code], Code: code})
	case graph.Cancelled:
		e.finish(outcome{Type: "cancelled"})
	default:
		e.finish(outcome{Type: "success"})
	}
	e.started = false
	return e.out
}

type outcome struct {
	Type       string      `json:"type"`
	Interrupts []Interrupt `json:"interrupts,omitempty"`
}

func (e *Encoder) finish(o outcome) {
	e.send(wire{Type: RunFinished, ThreadID: e.Thread, RunID: e.Run, Outcome: o})
	e.started = false
}

// provider is how an error of a model's provider begins.
var provider = regexp.MustCompile(`\b(anthropic|gemini|groq|ollama|openai): `)

// codeOf tells why a run failed by the words that the log has of it.
func codeOf(err string) string {
	switch {
	case strings.Contains(err, "deadline exceeded"):
		return Timeout
	case provider.MatchString(err):
		return Unavailable
	}
	return Internal
}

func (e *Encoder) translate(ev event.Event) {
	switch ev.Type {
	case event.PreQuery:
		if said := event.Read[event.Said](ev); said.ID != "" && e.find(said.ID) == nil {
			e.put(Message{ID: said.ID, Role: "user", Content: said.Text})
		}
	case event.StepStart:
		e.stepStart(ev)
	case event.StepEnd:
		e.stepEnd()
	case event.Text:
		e.say(ev.MessageID(), event.Read[event.Words](ev))
	case event.PostResponse:
		e.respond(ev.MessageID(), event.Read[event.Said](ev).Text)
	case event.ToolCall:
		e.call(event.Read[called](ev))
	case event.ToolResult:
		c := event.Read[called](ev)
		e.result(c.ID, c.Output)
	case event.ToolError:
		e.result(event.Read[called](ev).ID, failed)
	case event.UI:
		e.show(event.Read[ui.Component](ev))
	case event.Question:
		e.ask(ev)
	case event.Answer:
		q := e.question
		if e.question = nil; q != nil && !q.approved(event.Read[graph.Answer](ev)) {
			e.result(q.Call.ID, declined) // it will not be made
		}
	case event.RunEnd:
		e.breakOff()
		e.close()
		end := event.Read[ended](ev)
		e.end = &end
	}
}

// stepStart begins a step. When it is the last one again, after a crash, what
// came of the first try is taken back: the client's messages are replaced.
func (e *Encoder) stepStart(ev event.Event) {
	node := event.Read[struct{ Node string }](ev).Node
	again := e.step == ev.Step && e.step > 0
	if again {
		e.again()
	}
	if !again || e.node != node {
		e.stepEnd()
		if e.node = node; node != "" {
			e.send(wire{Type: "STEP_STARTED", StepName: node})
		}
	}
	e.step = ev.Step
}

// again goes back to before the step. Its cards stay, until they are shown again: a client
// whose messages are replaced by some without any card keeps its own.
func (e *Encoder) again() {
	e.hush()
	before := fold(event.Fold(slices.Clone(e.log)))
	maps.DeleteFunc(e.waits, func(id string, _ bool) bool { return before.waits[id] })
	e.breakOff()
	had := e.messages
	e.transcript = before.transcript
	e.open = "" // the client was told that it has ended
	for _, m := range had {
		if m.Role == "activity" {
			e.put(m)
		}
	}
	e.snapshot()
}

func (e *Encoder) stepEnd() {
	if e.node != "" {
		e.send(wire{Type: "STEP_FINISHED", StepName: e.node})
	}
	e.node = ""
}

// close ends all that is open but the run.
func (e *Encoder) close() {
	e.hush()
	e.stepEnd()
}

// ask ends the client's run with a question.
func (e *Encoder) ask(ev event.Event) {
	q := questionOf(ev)
	if e.Renew != nil {
		e.Renew(&q)
	}
	e.close()
	e.call(called{ID: q.Call.ID, Tool: q.Call.Name, Input: q.args()})
	e.question = &q
	e.state(string(graph.Waiting))
	e.snapshot()
	e.finish(outcome{"interrupt", []Interrupt{e.interrupt()}})
}

// interrupt is the question that waits, about a call by the name that the client has for it.
func (e *Encoder) interrupt() Interrupt {
	i := e.question.Interrupt(e.Expiry)
	i.ToolCallID = e.calls[e.question.Call.ID]
	return i
}

// State is what STATE_SNAPSHOT holds: where a thread stands.
type State struct {
	Run        string `json:"run"` // of the log: where to come back to, or cancel
	Specialist string `json:"specialist,omitempty"`
	Status     string `json:"status"` // running, waiting, ended, failed or cancelled
}

// StateOf returns the state that a run's events have left, which is not that of
// its graph: that is nobody else's.
func StateOf(events []event.Event) State {
	e := fold(events)
	s := State{e.run, e.specialist, string(graph.Running)}
	switch {
	case e.end != nil:
		s.Status = string(e.end.Status)
	case e.question != nil:
		s.Status = string(graph.Waiting)
	}
	return s
}

func (e *Encoder) state(status string) {
	e.send(wire{Type: "STATE_SNAPSHOT", Snapshot: State{e.run, e.specialist, status}})
}

// snapshot replaces the client's messages.
func (e *Encoder) snapshot() {
	all := []Message{}
	if e.wanted() {
		if e.History != nil {
			all = append(all, e.History()...)
		}
		all = append(all, e.messages...)
	}
	e.send(wire{Type: "MESSAGES_SNAPSHOT", Messages: all})
}

// wanted reports whether the next frame is.
func (e *Encoder) wanted() bool {
	return e.frames >= e.AfterFrame && (e.seq > e.AfterSeq || e.over)
}

func (e *Encoder) send(w wire) {
	wanted := e.wanted()
	if e.frames++; wanted {
		f := frame(w)
		f.ID = e.frames
		e.out = append(e.out, f)
	}
}
