package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/ui"
)

// Tool is a tool of an agent. Make one with NewTool. What a model is told of it are its
// fields Name, Description and Params.
type Tool struct {
	llm.Tool
	timeout  time.Duration
	askFirst *AskFirst
	phase    int // of a step in which it runs
	reads    bool
	tell     func(out any) any
	show     func(out any) (ui.Component, error)
	say      func(content string, l lang.Language) string
	lenient  reflect.Type // of arguments that are put right first; nil: they are taken as they are
}

// Options are how an agent uses a tool. The zero value runs it at once, for at
// most 30 seconds, and shows nothing.
type Options[Out any] struct {
	Timeout time.Duration
	Ask     *AskFirst
	Schema  func(*jsonschema.Schema) // what struct tags cannot say of the arguments; jsonschema:"-" hides one from a model
	First   bool                     // it runs before the other tools of its step: they need what it notes
	Last    bool                     // it runs after them, a call after the other: it needs what they note
	Lenient bool                     // a model may write a number as text, one name for a list, a field too many
	Reads   bool                     // it costs nothing and changes nothing but the scene: it may run again

	// Tell makes of a result what a model is told, as JSON. The result itself if it is nil.
	Tell func(Out) any

	// Say tells a result to the guest in words, for when nobody else does.
	Say func(Out, lang.Language) string

	// Show makes a component of a result, for the guest. Its id is for Show to
	// choose (a tool that has Key(ctx) may hand it on in Out); ToolCallID is
	// filled in. One without a name is not shown. When Show fails the guest sees
	// no component, the log says why, and the result stands: the tool has run.
	Show func(Out) (ui.Component, error)
}

// AskFirst marks a tool that runs only when the guest agrees.
type AskFirst struct {
	Text            func(State, llm.ToolCall) string         // the question
	Options         func(State, llm.ToolCall) []graph.Option // other values to offer for the argument Choose; may be nil
	Choose          string
	Timeout         time.Duration // 30 s
	SilenceMeansYes bool

	// No, if set, is what is said to a no, or to silence, where the call was
	// offered after an answer.
	No func(s State, c llm.ToolCall, silent bool) string

	// Unless, if set, says of which calls the guest need not be asked: those
	// they asked for themselves.
	Unless func(State, llm.ToolCall) bool
}

func (t Tool) asks(s State, call llm.ToolCall) bool {
	return t.askFirst != nil && (t.askFirst.Unless == nil || !t.askFirst.Unless(s, call))
}

// Check says what is wrong with the arguments a model or a person wrote.
func (t Tool) Check(args string) error { return t.Tool.Check(t.read(args)) }

// Run calls the tool with the arguments a model wrote: see [llm.Tool.Run].
func (t Tool) Run(ctx context.Context, args string) (any, error) {
	return t.Tool.Run(ctx, t.read(args))
}

// read puts arguments right, if the tool does.
func (t Tool) read(args string) string {
	if t.lenient == nil || args == "" {
		return args
	}
	return lenient(args, t.lenient)
}

// Told is what a model is told of what the tool returned.
func (t Tool) Told(out any) any {
	if t.tell == nil {
		return out
	}
	return t.tell(out)
}

// Say tells a result of the tool, as [llm.ToolResult.Value] has it in a State's messages,
// in words: nothing if the tool has none for it.
func (t Tool) Say(content string, l lang.Language) string {
	if t.say == nil {
		return ""
	}
	return t.say(content, l)
}

const (
	toolTimeout = 30 * time.Second // of a tool
	askTimeout  = 30 * time.Second // of a question
)

func (f *AskFirst) question(s State, call llm.ToolCall) graph.Question {
	q := graph.Question{Text: f.Text(s, call), Timeout: f.Timeout}
	if q.Timeout == 0 {
		q.Timeout = askTimeout
	}
	if f.Options != nil {
		q.Options = f.Options(s, call)
	}
	q.Data, _ = json.Marshal(map[string]any{"toolCall": call, "silenceMeansYes": f.SilenceMeansYes, "choose": f.Choose})
	return q
}

// NewTool makes a tool of fn: see llm.NewTool. The model is told the text of
// fn's error, scrubbed; of a panic only that there was one, and the log the rest.
func NewTool[In, Out any](name, description string, fn func(context.Context, In) (Out, error), o Options[Out]) (Tool, error) {
	edit := o.Schema
	if edit == nil {
		edit = func(*jsonschema.Schema) {}
	}
	var told json.RawMessage
	lt, err := llm.NewTool(name, description, fn, func(s *jsonschema.Schema) {
		eachSchema(s, hide)
		if edit(s); o.Lenient {
			eachSchema(s, func(s *jsonschema.Schema) {
				if s.AdditionalProperties = nil; s.Items != nil && s.Type == "" { // a list that may be null
					s.Type, s.Types = "array", nil
				}
			})
			told, _ = json.Marshal(s) // llm.NewTool marshals it too
			eachSchema(s, func(s *jsonschema.Schema) { s.Enum = nil })
		}
	})
	if err != nil {
		return Tool{}, err
	}
	if o.Ask != nil && o.Ask.Text == nil {
		return Tool{}, fmt.Errorf("tool %s: it asks first and has no question", name)
	}
	t := Tool{Tool: lt, timeout: o.Timeout, askFirst: o.Ask, phase: middle, reads: o.Reads}
	if o.Lenient {
		t.Params, t.lenient = told, reflect.TypeFor[In]()
	}
	switch {
	case o.First:
		t.phase = early
	case o.Last:
		t.phase = late
	}
	if o.Say != nil {
		t.say = func(content string, l lang.Language) string {
			var out Out
			if json.Unmarshal([]byte(content), &out) != nil {
				return ""
			}
			return o.Say(out, l)
		}
	}
	if t.timeout == 0 {
		t.timeout = toolTimeout
	}
	if o.Tell != nil {
		t.tell = func(out any) any { return o.Tell(out.(Out)) }
	}
	if o.Show != nil {
		t.show = func(out any) (ui.Component, error) { return o.Show(out.(Out)) }
	}
	return t, nil
}

// hide takes out of a schema the fields with the tag jsonschema:"-": a model is not told of them, and the reader sets them.
func hide(s *jsonschema.Schema) {
	for name, field := range s.Properties {
		if field.Description == "-" {
			delete(s.Properties, name)
			s.AdditionalProperties = nil
		}
	}
}

// eachSchema calls change for a schema and all below it.
func eachSchema(s *jsonschema.Schema, change func(*jsonschema.Schema)) {
	change(s)
	for _, field := range s.Properties {
		eachSchema(field, change)
	}
	if s.Items != nil {
		eachSchema(s.Items, change)
	}
}

type callKey struct{}

// Key returns a name for the tool call that ctx belongs to, the same when the
// call is made again after a crash: its idempotency key.
func Key(ctx context.Context) string {
	key, _ := ctx.Value(callKey{}).(string)
	return key
}

type callIDKey struct{}

// CallID returns the id of the tool call that ctx belongs to, as its events and
// components carry it.
func CallID(ctx context.Context) string {
	id, _ := ctx.Value(callIDKey{}).(string)
	return id
}

// Paused is the error of a tool that cannot go on before the guest has answered a question.
// Then the tool is called again, in whatever process, and Resumed has what it kept.
type Paused struct {
	Question graph.Question  `json:"question"`
	Kept     json.RawMessage `json:"kept,omitempty"` // what the tool needs to go on
	Answer   graph.Answer    `json:"answer,omitzero"`
}

func (p Paused) Error() string { return "it waits for the guest: " + p.Question.Text }

type pausedKey struct{}

// Resumed returns what the call that ctx belongs to paused with, and the answer to it. It is
// not ok of one that has not paused.
func Resumed(ctx context.Context) (p Paused, ok bool) {
	p, ok = ctx.Value(pausedKey{}).(Paused)
	return p, ok
}

// Cached is what a tool's result may be, to tell whether it came from a cache.
type Cached interface {
	CacheStatus() string // CACHE_HIT, CACHE_STALE or CACHE_MISS
}

// The phases of a step.
const (
	early = iota
	middle
	late
)

// act runs the queued calls: first those that others need, in their order, then
// the others in parallel, but one tool's in their order if it notes anything, then those that need the others.
func (a Agent) act(ctx context.Context, s State, emit graph.Emit) (State, error) {
	results := make([]llm.Part, len(s.Queue))
	paused := make([]*Paused, len(s.Queue))
	done := func(s State) State { return s }
	if a.Around != nil {
		ctx, done = a.Around(ctx, s)
	}
	var wg sync.WaitGroup
	before := map[string]chan struct{}{} // by the tool: closed when its call before is over
	for phase := early; phase <= late; phase++ {
		for i, call := range s.Queue {
			t, ok := a.tool(call.Name)
			if !ok {
				t.phase = middle
			}
			if t.phase == phase {
				last, over := before[call.Name], make(chan struct{})
				before[call.Name] = over
				wg.Go(func() {
					defer close(over)
					if last != nil && !t.reads {
						<-last
					}
					results[i], paused[i] = a.guarded(ctx, s, i, emit)
				})
			}
			if phase != middle { // one reads what another has noted
				wg.Wait()
			}
		}
		wg.Wait()
	}
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	waiting := map[string]Paused{}
	maps.Copy(waiting, s.Paused)
	for i, call := range s.Queue {
		if delete(waiting, call.ID); paused[i] != nil {
			s.Held, waiting[call.ID] = append(slices.Clip(s.Held), call), *paused[i]
		}
	}
	s.Paused = waiting
	s.Queue = nil
	return done(s.settle(slices.DeleteFunc(results, func(p llm.Part) bool { return p.Result == nil })...)), nil
}

// guarded runs one call. A panic in what is made of its result is its error:
// tools catch their own.
func (a Agent) guarded(ctx context.Context, s State, i int, emit graph.Emit) (result llm.Part, waits *Paused) {
	call := s.Queue[i]
	if p, ok := s.Paused[call.ID]; ok {
		ctx = context.WithValue(ctx, pausedKey{}, p)
	}
	ctx = context.WithValue(ctx, callKey{}, fmt.Sprintf("%s.%d", graph.Key(ctx), i))
	ctx = context.WithValue(ctx, callIDKey{}, call.ID)
	defer func() {
		if p := recover(); p != nil {
			err := &llm.PanicError{What: "the tool " + call.Name, Value: p, Stack: debug.Stack()}
			emit(event.ToolError, event.Call{ID: call.ID, Tool: call.Name, Err: err.Error(), Cause: err.Cause()})
			result = call.Reply(nil, err)
		}
	}()
	return a.call(ctx, call, emit)
}

// maxResult is how much of a result a model is told.
const maxResult = 64 << 10

func (a Agent) call(ctx context.Context, call llm.ToolCall, emit graph.Emit) (llm.Part, *Paused) {
	if _, again := Resumed(ctx); !again {
		emit(event.ToolCall, event.Call{ID: call.ID, Tool: call.Name, Input: input(call.Args)})
	}
	start := time.Now()
	t, out, err := a.run(ctx, call)
	if p, ok := errors.AsType[Paused](err); ok {
		return llm.Part{}, &p
	}
	told := event.Call{ID: call.ID, Tool: call.Name, MS: float64(time.Since(start)) / float64(time.Millisecond)}
	if err != nil {
		told.Cause = cause(err)
	} else if err := t.shown(call, out, emit); err != nil {
		told.Cause = "not shown: " + cmp.Or(cause(err), err.Error())
	}
	if c, ok := out.(Cached); ok {
		told.Cache = c.CacheStatus()
	}
	part := t.reply(call, out, err)
	if content := part.Result.Content; len(content) > maxResult {
		part = call.Reply(nil, fmt.Errorf("the result is too long (%d bytes); ask for less", len(content)))
	}
	if part.Result.IsError {
		part.Result.Content = scrub.Text(part.Result.Content)
		told.Err = part.Result.Content
		emit(event.ToolError, told)
	} else {
		told.Output = json.RawMessage(part.Result.Content)
		emit(event.ToolResult, told)
	}
	return part, nil
}

// reply is what goes back for a call: what a model is told, and the result itself.
func (t Tool) reply(call llm.ToolCall, out any, err error) llm.Part {
	part := call.Reply(out, err)
	if t.tell == nil || part.Result.IsError {
		return part
	}
	told := call.Reply(t.tell(out), nil)
	told.Result.Data = part.Result.Content
	return told
}

// cause is what the log is told of a panic and the model is not.
func cause(err error) string {
	if p, ok := errors.AsType[*llm.PanicError](err); ok {
		return p.Cause()
	}
	return ""
}

func (a Agent) run(ctx context.Context, call llm.ToolCall) (Tool, any, error) {
	t, ok := a.tool(call.Name)
	if !ok {
		return t, nil, fmt.Errorf("there is no tool %q", call.Name)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, t.timeout, fmt.Errorf("the tool took longer than %v", t.timeout))
	defer cancel()
	type result struct {
		out any
		err error
	}
	done := make(chan result, 1)
	go func() { // a tool that ignores its context must not hold up the run
		out, err := t.Run(ctx, call.Args)
		done <- result{out, err}
	}()
	select {
	case <-ctx.Done():
		return t, nil, context.Cause(ctx)
	case r := <-done:
		return t, r.out, r.err
	}
}

// shown shows the guest what a call has brought, if the tool has a way to.
func (t Tool) shown(call llm.ToolCall, out any, emit graph.Emit) (err error) {
	if t.show == nil {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = &llm.PanicError{What: "Show of the tool " + t.Name, Value: p, Stack: debug.Stack()}
		}
	}()
	c, err := t.show(out)
	if err != nil || c.Name == "" {
		return err
	}
	c.ToolCallID = call.ID
	emit(event.UI, c)
	return nil
}

// input is a call's arguments for the log: as JSON if they are.
func input(args string) any {
	if json.Valid([]byte(args)) {
		return json.RawMessage(args)
	}
	return args
}
