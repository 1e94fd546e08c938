// Package agent is the loop of a model and its tools as a ready-made graph:
// think, call tools, think again, until there is an answer.
//
// Tools run in parallel, each with a time-out and a key by which it can tell a
// second try from a second call. A tool may be marked to ask first: the guest
// is asked before it runs, and silence is an answer too. Who thinks is a
// function: [ByModel] asks a model and leaves it to a rule when the model
// fails, so that an agent works with no model at all.
package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scrub"
)

// Agent is what the loop is made of. Name and Think are required.
type Agent struct {
	Name  string // of the graph: "beer@1"
	Tools []Tool
	Think Think

	// MaxIterations is how often it may think; 10. The last time it is offered
	// no tools, so that it has to answer.
	MaxIterations int

	// Around, if set, makes the context in which the tools of a step run. What it
	// returns besides is called when they are done, and returns the state with
	// what they left behind.
	Around func(context.Context, State) (context.Context, func(State) State)
}

// Think decides what to do next, knowing all that was said and found out. Tools
// it may call are in tools. say, which streams words to the guest, may be used
// only for the answer; an answer of which nothing was said is said for it.
type Think func(ctx context.Context, s State, tools []llm.ToolSpec, say func(event.Words)) (Thought, error)

// Thought is what to do next: call tools, or, with no calls, answer with Text.
type Thought struct {
	Text  string
	Calls []llm.ToolCall
	Sent  *llm.Message // what a model really said, with its signatures; nil: made of Text and Calls

	// Offer is a call that the guest is asked about once the answer is given. If
	// they agree it runs, and what comes of it is answered too.
	Offer *llm.ToolCall

	// Own, if set, replaces the state's.
	Own json.RawMessage

	// Free says that no model was asked: the thought may be had again.
	Free bool
}

// State is where an agent stands. It is plain data that survives JSON.
type State struct {
	System    string         `json:"system,omitempty"`
	Messages  []llm.Message  `json:"messages"`
	Iteration int            `json:"iteration"`
	Text      string         `json:"text,omitempty"` // the answer, once there is one
	Said      string         `json:"said,omitempty"` // an answer before it, of which more was asked
	Declined  []llm.ToolCall `json:"declined,omitempty"`
	Parting   string         `json:"parting,omitempty"` // what is to be said to a no, after an answer
	Parted    bool           `json:"parted,omitempty"`  // nothing is: the guest has gone on

	// Paused are the calls under way that wait for the guest, by their ids.
	Paused map[string]Paused `json:"paused,omitempty"`

	// Repeats says that the last thought was free, and that its tools only read.
	Repeats bool `json:"repeats,omitempty"`

	// Own is for whoever made the agent: the loop hands it on.
	Own json.RawMessage `json:"own,omitempty"`

	// The calls of the last thought: those to run, those to ask about, and
	// what came of the others.
	Queue   []llm.ToolCall `json:"queue,omitempty"`
	Held    []llm.ToolCall `json:"held,omitempty"`
	Results []llm.Part     `json:"results,omitempty"`
}

// Graph makes the graph. What is wrong with the agent is reported when the
// graph is compiled or, for what the graph cannot see, here.
func (a Agent) Graph() (*graph.Graph[State], error) {
	if a.MaxIterations == 0 {
		a.MaxIterations = 10
	}
	if a.Think == nil {
		return nil, fmt.Errorf("agent %s: it needs Think, by a model or a rule", a.Name)
	}
	seen := map[string]bool{}
	for _, t := range a.Tools {
		if t.Name == "" {
			return nil, fmt.Errorf("agent %s: a tool was not made with NewTool", a.Name)
		}
		if seen[t.Name] {
			return nil, fmt.Errorf("agent %s: two tools are called %s", a.Name, t.Name)
		}
		seen[t.Name] = true
	}
	g := graph.New[State](a.Name)
	g.Start(nil, "think")
	g.Node("think", a.think, route, "act", "ask", "think", graph.End)
	g.Node("act", a.act, route, "ask", "think")
	g.Repeats(func(s State) bool { return s.Repeats })
	g.Ask("ask", a.ask, a.answer, route, "act", "ask", "think", graph.End)
	return g, nil
}

// route goes where there is work left: calls to run, calls to ask about, and
// then another thought, until one was an answer.
func route(s State) string {
	switch {
	case len(s.Queue) > 0:
		return "act"
	case len(s.Held) > 0:
		return "ask"
	case s.Text != "":
		return graph.End
	}
	return "think"
}

var errDeclined = errors.New("the guest declined")

// ErrNoAnswer is the error of a run whose last thought was no answer.
var ErrNoAnswer = errors.New("there is no answer")

func (a Agent) think(ctx context.Context, s State, emit graph.Emit) (State, error) {
	s.Iteration++
	var tools []llm.ToolSpec
	for _, t := range a.Tools {
		if s.Iteration < a.MaxIterations {
			tools = append(tools, t.ToolSpec)
		}
	}
	speech := event.Speak(emit)
	if s.Parted || s.Parting != "" {
		speech.Say(event.Words{Text: s.Parting})
		speech.End()
		s.Text, s.Parting, s.Parted = strings.TrimSpace(s.Said+"\n\n"+s.Parting), "", false
		return s, nil
	}
	thought, err := a.Think(ctx, s, tools, speech.Say)
	speech.End()
	if err != nil {
		if text := speech.Text(); text != "" && ctx.Err() != nil {
			// Stopped in mid-answer: the thread keeps what the guest has heard.
			emit(event.PostResponse, event.Said{ID: graph.Key(ctx), Text: text})
		}
		return s, err
	}
	if tools == nil {
		thought.Calls, thought.Sent = nil, nil
	}
	if len(thought.Calls) == 0 {
		if thought.Text == "" {
			return s, fmt.Errorf("%w after %d iterations", ErrNoAnswer, s.Iteration)
		}
		thought.Text = scrub.Text(thought.Text)
		s.Text = strings.TrimSpace(s.Said + "\n\n" + thought.Text)
		if speech.Text() == "" { // a rule need not know that somebody listens
			speech.Say(event.Words{Text: thought.Text, Restart: true})
			speech.End()
		}
	}
	if thought.Own != nil {
		s.Own = thought.Own
	}
	if o := thought.Offer; o != nil && len(thought.Calls) == 0 && tools != nil {
		thought.Calls, thought.Sent = []llm.ToolCall{*o}, nil
	}
	s.Messages = append(slices.Clip(s.Messages), thought.message())
	s.Queue, s.Held, s.Results = nil, nil, nil
	var refused []llm.Part
	for _, c := range thought.Calls {
		// A call that would be refused is not worth a question.
		switch t, ok := a.tool(c.Name); {
		case !ok || !t.asks(s, c) || t.Check(c.Args) != nil:
			s.Queue = append(s.Queue, c)
		case slices.ContainsFunc(s.Declined, func(d llm.ToolCall) bool { return d.Name == c.Name }):
			refused = append(refused, c.Reply(nil, errDeclined)) // who said no is not asked again
		default:
			s.Held = append(s.Held, c)
		}
	}
	if len(refused) > 0 {
		s = s.settle(refused...)
	}
	s.Repeats = thought.Free && len(s.Queue) == len(thought.Calls) && !slices.ContainsFunc(s.Queue, func(c llm.ToolCall) bool {
		t, _ := a.tool(c.Name)
		return !t.reads
	})
	return s, nil
}

func (t Thought) message() llm.Message {
	if t.Sent != nil {
		return *t.Sent
	}
	m := llm.Message{Role: llm.RoleAssistant}
	if t.Text != "" {
		m.Parts = append(m.Parts, llm.Part{Text: t.Text})
	}
	for _, c := range t.Calls {
		m.Parts = append(m.Parts, llm.Part{Call: &c})
	}
	return m
}

func (a Agent) tool(name string) (Tool, bool) {
	i := slices.IndexFunc(a.Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return a.Tools[i], true
}

// settle adds results; once every call has one they become a message, in the
// order of the calls.
func (s State) settle(results ...llm.Part) State {
	s.Results = append(slices.Clip(s.Results), results...)
	if len(s.Queue) > 0 || len(s.Held) > 0 {
		return s
	}
	order := map[string]int{}
	for i, p := range s.Messages[len(s.Messages)-1].Parts {
		if p.Call != nil {
			order[p.Call.ID] = i
		}
	}
	slices.SortStableFunc(s.Results, func(x, y llm.Part) int { return order[x.Result.CallID] - order[y.Result.CallID] })
	s.Messages = append(slices.Clip(s.Messages), llm.Message{Role: llm.RoleTool, Parts: s.Results})
	s.Results = nil
	return s
}

// Approval is the value of an answer to a tool that asks first. Args, if given,
// are put over the arguments of the call.
type Approval struct {
	Approved bool                       `json:"approved"`
	Aside    bool                       `json:"aside,omitempty"` // the guest said no by speaking of something else
	Args     map[string]json.RawMessage `json:"editedArgs,omitempty"`
}

func (a Agent) ask(s State) graph.Question {
	call := s.Held[0]
	if p, ok := s.Paused[call.ID]; ok {
		return p.Question
	}
	t, _ := a.tool(call.Name)
	return t.askFirst.question(s, call)
}

// answer lets the held call run, or go on, or tells the model that it was declined.
func (a Agent) answer(s State, ans graph.Answer) (State, error) {
	call := s.Held[0]
	if p, ok := s.Paused[call.ID]; ok {
		p.Answer, s.Paused = ans, maps.Clone(s.Paused)
		s.Paused[call.ID] = p
		s.Held, s.Queue = slices.Clone(s.Held[1:]), []llm.ToolCall{call}
		return s, nil
	}
	t, ok := a.tool(call.Name)
	if !ok {
		return s, fmt.Errorf("there is no tool %s any more", call.Name)
	}
	approval := Approval{Approved: t.askFirst.SilenceMeansYes}
	if !ans.TimedOut {
		if json.Unmarshal(ans.Value, &approval) != nil {
			return s, errors.New(`want {"approved":true} or {"approved":false}`)
		}
	}
	s.Held = slices.Clone(s.Held[1:])
	if approval.Approved {
		args, err := edited(call.Args, approval.Args)
		if err != nil {
			return s, err
		}
		if t.Check(args) != nil { // its text would quote what the guest wrote
			return s, fmt.Errorf("the arguments do not fit the tool %s", call.Name)
		}
		call.Args = args
		s.Queue = []llm.ToolCall{call}
		if s.Text != "" {
			s.Said, s.Text = s.Text, ""
		}
		return s, nil
	}
	s.Declined = append(slices.Clip(s.Declined), call)
	why := errDeclined
	if ans.TimedOut {
		why = errors.New("the guest did not answer in time, which means no")
	}
	if no := t.askFirst.No; no != nil && s.Text != "" {
		if s.Parted = approval.Aside; !s.Parted {
			s.Parting = no(s, call, ans.TimedOut)
		}
		if s.Parted || s.Parting != "" {
			s.Said, s.Text = s.Text, ""
		}
	}
	return s.settle(call.Reply(nil, why)), nil
}

// edited puts changes over arguments.
func edited(args string, changes map[string]json.RawMessage) (string, error) {
	if len(changes) == 0 {
		return args, nil
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(args), &fields); err != nil {
		fields = changes
	}
	for name, v := range changes {
		fields[name] = v
	}
	b, err := json.Marshal(fields)
	return string(b), err
}
