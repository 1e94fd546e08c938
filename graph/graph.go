// Package graph runs a state machine over a typed state: nodes return a new
// state, routes choose the next node, and a question to a person is a node
// too, with a deadline. Every step is saved by compare-and-swap together with
// the events it appended, so that any worker can go on where another stopped,
// and of an answer and a time-out exactly one wins.
//
// The state is kept as JSON, between steps and as it is: what JSON does not
// carry, such as an unexported field, is lost when the run waits or changes
// hands, and what people wrote is for you to scrub before it is put there.
//
// Build a [Graph], compile it with a [Store] and run it:
//
//	g := graph.New[State]("greeter@1")
//	g.Start(nil, "greet")
//	g.Node("greet", greet, nil, graph.End)
//	r, err := g.Compile(graph.NewMemory(), graph.Options{})
//	out, err := r.Run(ctx, graph.Run{ID: "r1"}, State{}, nil)
package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// End as a destination ends the run.
const End = "end"

// Node is a step. It gets the state and returns the new one; it must not
// change what the old one points to. When it fails the run fails, and the old
// state stands. After a crash it may be called again for the same step: give
// what it does outside the program the key of [Key].
type Node[S any] func(ctx context.Context, s S, emit Emit) (S, error)

// Route names the next node. It must be pure. When it fails, so does the node.
type Route[S any] func(s S) string

// Emit appends an event to the run's log. It is safe from several goroutines.
// When the function it was given to has returned, it does nothing.
type Emit func(t event.Type, data any)

// Question is put to a person. After Timeout (0: never) silence is an answer:
// see Answer.
type Question struct {
	Text    string          `json:"text"`
	Options []Option        `json:"options,omitempty"`
	Timeout time.Duration   `json:"timeout,omitempty"` // in JSON nanoseconds; a client wants the deadline beside it
	Data    json.RawMessage `json:"data,omitempty"`    // what else a client needs to ask it, such as the tool call
}

// Option is an answer that a client may offer as a button.
type Option struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// Answer is what came of a question: a value, or silence.
type Answer struct {
	Value    json.RawMessage `json:"value,omitempty"`
	TimedOut bool            `json:"timedOut,omitempty"`

	// Step, if not 0, is of the question that is meant, as its event and the
	// Outcome have it: so that a yes given twice is not a yes to what is asked
	// next.
	Step int `json:"step,omitempty"`
}

// Graph is a graph under construction. Mistakes are reported by Compile.
type Graph[S any] struct {
	name    string
	started json.RawMessage // what RunStart carries
	nodes   map[string]*node[S]
	order   []string // of nodes, as added
	start   *node[S]
	close   func(S, Status, Emit)
	repeats func(S) bool
	errs    []error
}

type node[S any] struct {
	name   json.RawMessage // what its step events carry
	run    Node[S]
	ask    func(S) Question
	answer func(S, Answer) (S, error)
	route  Route[S]
	to     []string
}

// New begins a graph. Its name is name@version: a run goes on only under the
// name it began with, so the version changes when the state or the nodes do in
// a way that old runs would not survive.
func New[S any](name string) *Graph[S] {
	started := event.Payload(event.RunStart, map[string]string{"graph": name})
	g := &Graph[S]{name: name, started: started, nodes: map[string]*node[S]{}}
	if base, version, ok := strings.Cut(name, "@"); !ok || base == "" || version == "" {
		g.fail("its name must be name@version")
	}
	return g
}

// Start says where a run begins. Where there is one destination route may be
// nil, here and below.
func (g *Graph[S]) Start(route Route[S], to ...string) {
	if g.start != nil {
		g.fail("Start is given twice")
	}
	g.start = &node[S]{route: route, to: to}
}

// Node adds a step that may go to the named destinations.
func (g *Graph[S]) Node(name string, run Node[S], route Route[S], to ...string) {
	if run == nil {
		g.fail("node %q has no function", name)
	}
	g.add(name, &node[S]{run: run, route: route, to: to})
}

// Ask adds a question. ask makes it from the state, answer folds what came of
// it into the state; an error of answer means that the value is no answer, and
// the question stays open. Silence must be an answer, else the run fails. Both
// must be pure, so that nothing happens twice because a person was slow.
func (g *Graph[S]) Ask(name string, ask func(S) Question, answer func(S, Answer) (S, error), route Route[S], to ...string) {
	if ask == nil || answer == nil {
		g.fail("question %q has no function", name)
	}
	g.add(name, &node[S]{ask: ask, answer: answer, route: route, to: to})
}

// Close says what the end of a run appends, however it ended. It is stored
// together with the end, so that it happens exactly once. If it panics the run
// has failed, and what it appended is dropped.
func (g *Graph[S]) Close(appends func(s S, how Status, emit Emit)) { g.close = appends }

// Repeats says which states of a run under way need not be stored at once, as the steps that
// led there cost nothing and change nothing: a worker that takes the run over repeats them.
func (g *Graph[S]) Repeats(these func(S) bool) { g.repeats = these }

func (g *Graph[S]) add(name string, n *node[S]) {
	if _, dup := g.nodes[name]; dup || name == "" || name == End {
		g.fail("node name %q is taken or not allowed", name)
		return
	}
	n.name = event.Payload(event.StepStart, map[string]string{"node": name})
	g.nodes[name] = n
	g.order = append(g.order, name)
}

func (g *Graph[S]) fail(format string, args ...any) {
	g.errs = append(g.errs, fmt.Errorf("graph %s: "+format, append([]any{g.name}, args...)...))
}

// Compile checks the graph: every destination exists, every node can be
// reached, and can reach the end. There must be a store, and no unexported field
// in S, which JSON would lose. What is added later changes nothing.
func (g *Graph[S]) Compile(store Store, o Options) (*Runner[S], error) {
	g = &Graph[S]{g.name, g.started, maps.Clone(g.nodes), slices.Clone(g.order), g.start, g.close, g.repeats, slices.Clone(g.errs)}
	if store == nil {
		g.fail("it has no store to run in")
	}
	if field := hidden(reflect.TypeFor[S]()); field != "" {
		g.fail("the field %s of its state is lost in JSON: export it", field)
	}
	if g.start == nil {
		g.fail("it has no Start")
		return nil, errors.Join(g.errs...)
	}
	g.check("start", g.start)
	for _, name := range g.order {
		g.check(name, g.nodes[name])
	}
	seen := map[string]bool{}
	g.walk(g.start, seen)
	for _, name := range g.order {
		if !seen[name] {
			g.fail("node %q is never reached", name)
		}
		ends := map[string]bool{}
		if g.walk(g.nodes[name], ends); !ends[End] {
			g.fail("from node %q the end is never reached", name)
		}
	}
	if len(g.errs) > 0 {
		return nil, errors.Join(g.errs...)
	}
	return &Runner[S]{g: g, store: store, o: o.withDefaults()}, nil
}

// hidden names a field that would not survive JSON. A type that sees to its JSON
// itself has none.
func hidden(s reflect.Type) string {
	if s.Kind() != reflect.Struct || reflect.PointerTo(s).Implements(reflect.TypeFor[json.Marshaler]()) {
		return ""
	}
	for f := range s.Fields() {
		if !f.IsExported() && !f.Anonymous && f.Name != "_" {
			return f.Name
		}
	}
	return ""
}

func (g *Graph[S]) check(name string, n *node[S]) {
	if len(n.to) == 0 {
		g.fail("%s goes nowhere; name its destinations, or End", name)
	}
	if n.route == nil && len(n.to) > 1 {
		g.fail("%s has %d destinations and no route", name, len(n.to))
	}
	for _, to := range n.to {
		if g.nodes[to] == nil && to != End {
			g.fail("%s goes to %q, which is no node", name, to)
		}
	}
}

func (g *Graph[S]) walk(n *node[S], seen map[string]bool) {
	for _, to := range n.to {
		if seen[to] {
			continue
		}
		seen[to] = true
		if next := g.nodes[to]; next != nil {
			g.walk(next, seen)
		}
	}
}

// next calls a node's route and holds it to what was declared.
func (n *node[S]) next(s S) (to string, err error) {
	if n.route == nil {
		return n.to[0], nil
	}
	defer catch(&err)
	to = n.route(s)
	if !slices.Contains(n.to, to) {
		return "", fmt.Errorf("the route chose %q, which is not one of %s", to, strings.Join(n.to, ", "))
	}
	return to, nil
}

// after returns what is to be saved when the node has made s.
func (n *node[S]) after(s S) (to string, state json.RawMessage, err error) {
	if state, err = encode(s); err == nil {
		to, err = n.next(s)
	}
	return to, state, err
}

func (n *node[S]) question(s S) (q Question, err error) {
	defer catch(&err)
	if q = n.ask(s); len(q.Data) > 0 && !json.Valid(q.Data) {
		err = errors.New("its data is not JSON")
	}
	return q, err
}

func (n *node[S]) fold(s S, a Answer) (out S, err error) {
	defer catch(&err)
	return n.answer(s, a)
}
