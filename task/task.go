// Package task makes a decision that a model may take into a typed value: what
// goes in, what comes out, the prompt, the limits, a check, and a rule, plain
// Go that decides the same with no model.
//
// Define a task once, as a package variable:
//
//	var Rerank = &task.Task[RerankIn, RerankOut]{
//		Name:   "menu.rerank",
//		About:  "which dishes really fit",
//		Prompt: rerankPrompt, // a file, by go:embed: see Prompts for its format
//		Rule:   rerankByRule,
//	}
//
// and ask it with [Task.Do]. With no model in the [Runner] the rule decides;
// with one the rule is what remains when the model fails, answers outside the
// schema twice, or costs too much. The [Result] says who decided and why.
package task

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
)

// Task is one kind of decision. In is a struct; Out is a struct, which a model
// must answer as JSON of its schema, or string, which it answers in words.
// Name, Prompt and Rule are required. A Task is not changed once it is used,
// and is then safe for concurrent use.
type Task[In, Out any] struct {
	Name  string // "menu.rerank": the package, a dot, the verb
	About string // one line for a person who reads a list of tasks

	// Prompt is the text of a prompt file, whose format Prompts describes.
	Prompt string

	// History, if set, returns what was said before the prompt's user message.
	History func(In) []llm.Message

	// Schema may add to Out's schema what struct tags cannot say.
	Schema func(*jsonschema.Schema)

	Params Params

	// Check says what is wrong with a model's answer beyond its schema. The model
	// reads the error and may answer once more.
	Check func(In, Out) error

	// Rule decides with no model. It must be able to decide on a zero In.
	Rule func(context.Context, In) (Out, error)

	once   sync.Once
	prompt *prompt
	schema *llm.Schema[Out] // nil when Out is string
	err    error
}

// taskName is what providers take for the name of a schema, with dots.
var taskName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{0,63}$`)

// Params are a task's limits. The zero value is temperature 0, 1,024 tokens
// and 30 seconds.
type Params struct {
	Temperature float64
	TopP        float64 // 0: the provider's own
	MaxTokens   int
	Timeout     time.Duration
	WebSearch   bool
}

func (p Params) withDefaults() Params {
	if p.MaxTokens == 0 {
		p.MaxTokens = 1024
	}
	if p.Timeout == 0 {
		p.Timeout = 30 * time.Second
	}
	return p
}

// ByRule is who decided when no model did.
const ByRule = llm.ByRule

// Result is a decision and how it came about.
type Result[Out any] struct {
	Out       Out
	By        string   // the model's name, or ByRule
	Why       string   // why not the first model: empty when it was
	Notes     []string // what went wrong on the way to an answer that came all the same
	Usage     llm.Usage
	Cost      *llm.USD // nil: a model was asked whose price is unknown
	Elapsed   time.Duration
	Grounding *llm.Grounding // what a web search found, for tasks that have one
}

// Runner is what tasks need to be done. The zero value decides by rule.
type Runner struct {
	Models  []llm.Model                     // asked in this order until one decides; none: rules decide
	Timeout time.Duration                   // for each model to decide; 0: the task's own
	Prompts Prompts                         // changed prompts, by task
	Decided func(context.Context, Decision) // hears of every decision taken; may be nil

	logged bool
}

// Logged returns a runner that decides the same and emits every decision as an
// event, once: one that is logged already is returned as it is. r may be nil.
func (r *Runner) Logged() *Runner {
	logged := Runner{logged: true}
	if r != nil {
		if r.logged {
			return r
		}
		logged = *r
		logged.logged = true
	}
	heard := logged.Decided
	logged.Decided = func(ctx context.Context, d Decision) {
		event.Emit(ctx, event.Decision, d)
		if heard != nil {
			heard(ctx, d)
		}
	}
	return &logged
}

// WithoutModels returns a runner that decides by rules and otherwise as r does.
// r may be nil.
func (r *Runner) WithoutModels() *Runner {
	rules := Runner{}
	if r != nil {
		rules = *r
	}
	rules.Models = nil
	return &rules
}

// Free reports whether rules decide everything. r may be nil.
func (r *Runner) Free() bool { return r == nil || len(r.Models) == 0 }

// Decision is a Result without what was decided, for logs and traces.
type Decision = llm.Decision

// Delta is a piece of a text answer. Restart withdraws what came before: the
// model that said it broke off or was found wrong.
type Delta struct {
	Text    string
	Restart bool
}

// Do decides. It fails only when the rule does, when ctx is done, or when the
// task itself is wrong. r may be nil: the rule decides. Nothing is logged unless
// r is: see Runner.Logged.
func (t *Task[In, Out]) Do(ctx context.Context, r *Runner, in In) (Result[Out], error) {
	return t.Stream(ctx, r, in, nil)
}

// Stream is Do that tells a text answer as it comes. Once Stream has returned
// without error, what say heard since the last restart is the Result's Out, but
// for white space around it.
func (t *Task[In, Out]) Stream(ctx context.Context, r *Runner, in In, say func(Delta)) (Result[Out], error) {
	start := time.Now()
	if err := t.prepare(); err != nil {
		return Result[Out]{}, err
	}
	if r == nil {
		r = &Runner{}
	}
	talk := &talk{say: say}
	res, err := t.decide(ctx, r, in, talk)
	res.Elapsed = time.Since(start)
	if text, ok := any(res.Out).(string); ok && err == nil {
		talk.end(text)
	}
	if r.Decided != nil && err == nil {
		r.Decided(ctx, Decision{Task: t.Name, By: res.By, Why: res.Why, MS: float64(res.Elapsed) / float64(time.Millisecond), Usage: res.Usage, Cost: res.Cost})
	}
	return res, err
}

// decide asks one model after the other, and then the rule.
func (t *Task[In, Out]) decide(ctx context.Context, r *Runner, in In, talk *talk) (Result[Out], error) {
	total := Result[Out]{Cost: new(llm.USD)}
	var why []string
	for _, m := range r.Models {
		talk.begin()
		out, resp, err := t.byModel(ctx, m, r, in, talk)
		total.pay(resp, err)
		if ctx.Err() != nil {
			return total, context.Cause(ctx)
		}
		if resp != nil {
			total.Notes = append(total.Notes, resp.Notes...)
		}
		if err == nil {
			total.Out, total.By, total.Grounding = out, resp.Model, resp.Grounding
			if total.By == ByRule { // a model of that name is a model all the same
				total.By = "model " + ByRule
			}
			total.Why = oneLine(strings.Join(why, "; "))
			return total, nil
		}
		why = append(why, err.Error())
	}
	out, err := t.byRule(ctx, in)
	total.Out, total.By, total.Why = out, ByRule, oneLine(strings.Join(why, "; "))
	if err != nil && total.Why != "" {
		err = fmt.Errorf("%w (and no model decided: %s)", err, total.Why)
	}
	return total, err
}

// pay adds what asking a model cost, as far as that is known.
func (r *Result[Out]) pay(resp *llm.Response, err error) {
	if resp != nil {
		r.Usage = r.Usage.Add(resp.Usage)
	}
	cost := llm.Spent(resp, err)
	if cost == nil || r.Cost == nil {
		r.Cost = nil
		return
	}
	*r.Cost += *cost
}

// Render returns what a model is told: for who asks one in another way, such as
// an agent. r may be nil.
func (t *Task[In, Out]) Render(r *Runner, in In) (system, user string, err error) {
	if err := t.prepare(); err != nil {
		return "", "", err
	}
	p := t.prompt
	if r != nil && r.Prompts[t.Name] != nil {
		p = r.Prompts[t.Name]
	}
	return p.render(in)
}

func (t *Task[In, Out]) byModel(ctx context.Context, m llm.Model, r *Runner, in In, talk *talk) (Out, *llm.Response, error) {
	params := t.Params.withDefaults()
	if r.Timeout > 0 {
		params.Timeout = r.Timeout
	}
	system, user, err := t.Render(r, in)
	if err != nil {
		return *new(Out), nil, err
	}
	req := &llm.Request{
		System:      system,
		Temperature: &params.Temperature,
		MaxTokens:   params.MaxTokens,
		WebSearch:   params.WebSearch,
		Label:       t.Name,
	}
	if params.TopP > 0 {
		req.TopP = &params.TopP
	}
	if t.History != nil {
		req.Messages = t.History(in)
	}
	req.Messages = append(req.Messages, llm.Text(llm.RoleUser, user))

	ctx, cancel := context.WithTimeoutCause(ctx, params.Timeout, fmt.Errorf("no decision within %v", params.Timeout))
	defer cancel()
	out, resp, err := t.ask(ctx, m, req, in, talk)
	if err != nil && ctx.Err() != nil {
		spent, ok := errors.AsType[*llm.SpentError](err)
		if err = context.Cause(ctx); ok {
			err = &llm.SpentError{Cost: spent.Cost, Err: err}
		}
	}
	return out, resp, err
}

func (t *Task[In, Out]) ask(ctx context.Context, m llm.Model, req *llm.Request, in In, talk *talk) (Out, *llm.Response, error) {
	check := func(out Out) (err error) {
		if t.Check == nil {
			return nil
		}
		defer t.catch("the check", &err) // it sees what a model made up
		return t.Check(in, out)
	}
	if t.schema != nil {
		req.SchemaName = strings.ReplaceAll(t.Name, ".", "_")
		return llm.Object(ctx, m, req, t.schema, check)
	}
	return llm.Checked(ctx, m, req, func(resp *llm.Response) (Out, error) {
		text := strings.TrimSpace(resp.Text())
		out := any(text).(Out)
		if text == "" {
			return out, errors.New("it is empty")
		}
		return out, check(out)
	}, talk.hear)
}

func (t *Task[In, Out]) byRule(ctx context.Context, in In) (out Out, err error) {
	defer t.catch("the rule", &err)
	out, err = t.Rule(ctx, in)
	if err != nil {
		return out, fmt.Errorf("task %s: %w", t.Name, err)
	}
	return out, nil
}

// catch makes an error of a panic.
func (t *Task[In, Out]) catch(what string, err *error) {
	if p := recover(); p != nil {
		*err = &llm.PanicError{What: what + " of " + t.Name, Value: p, Stack: debug.Stack()}
	}
}

// prepare reads the prompt and makes the schema, once.
func (t *Task[In, Out]) prepare() error {
	t.once.Do(func() {
		if t.Name == "" || t.Rule == nil {
			t.err = fmt.Errorf("task %q: a task needs a name and a rule", t.Name)
			return
		}
		if !taskName.MatchString(t.Name) {
			t.err = fmt.Errorf("task %q: a name has letters, digits, _, - and dots, at most 64", t.Name)
			return
		}
		if t.prompt, t.err = parsePrompt(t.Name, t.Prompt, reflect.TypeFor[In]()); t.err != nil {
			return
		}
		if _, text := any(*new(Out)).(string); text {
			return
		}
		edit := t.Schema
		if edit == nil {
			edit = func(*jsonschema.Schema) {}
		}
		if t.schema, t.err = llm.SchemaOf[Out](edit); t.err != nil {
			t.err = fmt.Errorf("task %s: %w", t.Name, t.err)
		}
	})
	return t.err
}

// talk passes text on as it comes, and knows what was said.
type talk struct {
	say   func(Delta)
	said  strings.Builder
	stale bool // what was said is withdrawn by the next word
}

// begin says that another is going to speak.
func (k *talk) begin() { k.stale = k.said.Len() > 0 }

func (k *talk) hear(text string) {
	if text == "" {
		return
	}
	if k.stale {
		k.said.Reset()
	}
	k.said.WriteString(text)
	if k.say != nil {
		k.say(Delta{Text: text, Restart: k.stale})
	}
	k.stale = false
}

// end makes what was said equal to the answer.
func (k *talk) end(answer string) {
	switch said := k.said.String(); {
	case k.say == nil || strings.TrimSpace(said) == answer && !k.stale:
	case said == "":
		k.say(Delta{Text: answer})
	default:
		k.say(Delta{Text: answer, Restart: true})
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
