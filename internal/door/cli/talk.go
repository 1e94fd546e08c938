package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// conversation is what is said by a guest in a thread.
type conversation struct {
	*app
	m             *maitre.Maitre
	guest, thread string
	named         bool          // the thread was, by --thread
	run           string        // of the last answer
	language      lang.Language // the guest last wrote in
}

func (a *app) conversation(ctx context.Context, guest, named id) (*conversation, error) {
	m, err := a.maitre(ctx)
	return &conversation{app: a, m: m, guest: string(guest), thread: cmp.Or(string(named), thread.NewID()), named: named != ""}, err
}

// words returns the texts in the language that the guest last wrote in, or else
// in the house's.
func (c *conversation) words() *texts.Terminal {
	return &texts.In(cmp.Or(c.language, lang.Language(c.config.House.Language))).Terminal
}

// replyJSON is an answer as --json writes it.
type replyJSON struct {
	Thread  string    `json:"thread"`
	Run     string    `json:"run"`
	Message string    `json:"messageId"`
	Who     string    `json:"specialist"`
	Text    string    `json:"text"`
	By      string    `json:"by"`
	Why     string    `json:"why,omitempty"`
	MS      float64   `json:"ms"`
	Usage   llm.Usage `json:"usage"`
	Cost    *float64  `json:"cost_usd"` // null: unknown

	UI []json.RawMessage `json:"ui,omitempty"` // the components shown, as package ui has them

	Question *graph.Question `json:"question,omitempty"` // the run waits for an answer
	Deadline time.Time       `json:"deadline,omitzero"`

	AskFeedback bool `json:"ask_feedback,omitempty"` // it is worth asking what the guest thinks of it
}

type askIn struct {
	As, Thread id
	Text       []string
}

func ask(ctx context.Context, a *app, in askIn) (any, error) {
	text := strings.Join(in.Text, " ")
	if len(in.Text) == 0 && !isTerminal(a.Stdin) {
		b, err := io.ReadAll(io.LimitReader(a.input(ctx), 1<<20))
		if err != nil {
			return nil, fmt.Errorf("reading the question: %w", err)
		}
		text = string(b)
	}
	if strings.TrimSpace(text) == "" {
		return nil, wrong(`maitre ask "Boa noite!"`, "there is no question")
	}
	c, err := a.conversation(ctx, in.As, in.Thread)
	if err != nil {
		return nil, err
	}
	if _, err := c.turn(ctx, text); err != nil {
		return nil, err
	}
	if isTerminal(a.Stdout) {
		a.note("\n"+c.words().GoOn, "maitre ask --thread "+c.thread+" …")
	}
	return nil, nil
}

// turn says one thing and writes the answer.
func (c *conversation) turn(ctx context.Context, text string) (*maitre.Reply, error) {
	if l, ok := lang.Detect(text); ok {
		c.language = l
	}
	p := &printer{w: c.Stdout, live: isTerminal(c.Stdout)}
	if c.json {
		p.w = io.Discard
	}
	reply, err := c.m.Say(ctx, maitre.Turn{Thread: c.thread, Guest: c.guest, Message: text}, p.hear)
	p.end()
	if err != nil {
		return nil, err
	}
	c.run = reply.Run
	if c.json {
		return reply, writeJSON(c.Stdout, replyJSON{
			Thread: reply.Thread, Run: reply.Run, Message: reply.MessageID, Who: reply.Specialist, Text: reply.Text, By: reply.By, Why: reply.Why,
			MS: float64(reply.Elapsed.Microseconds()) / 1000, Usage: reply.Usage, Cost: dollars(reply.Cost),
			UI: p.shown, Question: reply.Question, Deadline: reply.Deadline, AskFeedback: reply.AskFeedback,
		})
	}
	if q := reply.Question; q != nil {
		fmt.Fprintln(c.Stdout, plain(q.Text))
	}
	return reply, p.err
}

func dollars(u *llm.USD) *float64 {
	if u == nil {
		return nil
	}
	return new(u.Float())
}

// printer writes an answer: to a terminal as it comes, elsewhere when it is
// whole, so that nobody reads words that were withdrawn.
type printer struct {
	w     io.Writer
	live  bool
	text  string // the answer so far, without withdrawn words
	after string // text of the house after the end of the run
	over  bool
	shown []json.RawMessage
	cards []ui.Component
	whole bool   // a model's words, which are all that it tells
	last  string // that was written
	err   error
}

func (p *printer) hear(e event.Event) {
	switch e.Type {
	case event.UI:
		p.shown, p.cards = append(p.shown, e.Data), append(p.cards, event.Read[ui.Component](e))
	case event.RunEnd:
		p.over = true
	case event.Guarded:
		p.whole = event.Read[event.Guard](e).Stands()
	case event.Text:
		d := event.Read[event.Words](e)
		if d.Text = plain(d.Text); p.over {
			p.after += d.Text
			return
		}
		if p.text += d.Text; d.Restart {
			p.text = d.Text
		}
		if p.live && d.Restart && p.last != "" {
			p.write("\n\n")
		}
		if p.live {
			p.write(d.Text)
		}
	}
}

// end writes what was not written yet.
func (p *printer) end() {
	if !p.live {
		p.write(p.text)
	}
	for _, more := range ui.Besides(p.text, p.whole, p.cards) {
		if p.last != "" {
			p.write("\n\n")
		}
		p.write(plain(more))
	}
	if p.write(p.after); p.last != "" && !strings.HasSuffix(p.last, "\n") {
		p.write("\n")
	}
}

func (p *printer) write(s string) {
	if s != "" && p.err == nil {
		_, p.err = io.WriteString(p.w, s)
		p.last = s
	}
}

func chat(ctx context.Context, a *app, in struct{ As, Thread id }) (any, error) {
	c, err := a.conversation(ctx, in.As, in.Thread)
	if err != nil {
		return nil, err
	}
	defer c.over(ctx)
	if a.json || !isTerminal(a.Stdin) {
		return nil, c.piped(ctx)
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	return nil, c.talk(a.end, interrupts)
}

// piped answers each line of standard input. One that cannot be answered does
// not stop the others.
func (c *conversation) piped(ctx context.Context) error {
	all, bad := 0, 0
	for line := range jsonl.Lines(c.input(ctx)) {
		err := line.Err
		if errors.Is(err, jsonl.ErrRead) {
			return err
		}
		if err == nil {
			_, err = c.turn(ctx, string(line.Data))
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if all++; err == nil {
			continue
		}
		bad++
		if problem := fmt.Sprintf("line %d: %v", line.Number, err); !c.json {
			c.tell("maitre: %s", problem)
		} else if err := writeJSON(c.Stdout, map[string]string{"thread": c.thread, "error": problem}); err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d messages could not be answered", bad, all)
	}
	return nil
}

const prompt = "> "

// talk is the conversation in a terminal. An interrupt stops the answer that
// is being given and nothing else.
func (c *conversation) talk(ctx context.Context, interrupts <-chan os.Signal) error {
	typed := make(chan string)
	go func() {
		defer close(typed)
		for line := range jsonl.Lines(c.input(ctx)) {
			typed <- string(line.Data)
		}
	}()
	c.say(c.config.House.Greeting() + "\n")
	for {
		fmt.Fprint(c.Stdout, prompt)
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-interrupts:
			c.say(c.words().Leave)
		case line, more := <-typed:
			if !more || c.typed(ctx, line, interrupts) {
				c.say(fmt.Sprintf(c.words().GoOn, "maitre chat --thread "+c.thread))
				return nil
			}
		}
	}
}

// say writes a line of the house's.
func (c *conversation) say(text string) { fmt.Fprintln(c.Stdout, plain(text)) }

// slash are the commands of a talk, in three languages.
var slash = map[string]string{
	"/quit": "quit", "/exit": "quit", "/sair": "quit", "/salir": "quit", "/new": "new", "/novo": "new", "/nuevo": "new",
	"/good": "good", "/bom": "good", "/bueno": "good", "/bad": "bad", "/ruim": "bad", "/malo": "bad",
}

// typed does what a line says, and reports whether it ends the talk.
func (c *conversation) typed(ctx context.Context, line string, interrupts <-chan os.Signal) (over bool) {
	word, text, _ := strings.Cut(line, " ")
	switch name := slash[word]; {
	case name == "quit":
		return true
	case name == "new":
		c.named = false
		c.over(ctx)
		c.thread, c.run = thread.NewID(), ""
		c.say(c.words().New)
	case name == "good":
		c.say(c.judge(ctx, hook.Positive, ""))
	case name == "bad":
		c.say(c.judge(ctx, hook.Negative, strings.TrimSpace(text)))
	case strings.HasPrefix(word, "/") && !strings.Contains(word[1:], "/"):
		c.say(c.words().Commands)
	default:
		if err := c.interruptible(ctx, line, interrupts); err != nil {
			c.tell("maitre: %v", err)
		}
		c.say("")
	}
	return false
}

// judge passes on the guest's opinion of the last answer, and their correction, and
// returns the text that thanks for it.
func (c *conversation) judge(ctx context.Context, o hook.Opinion, instead string) string {
	if c.run == "" {
		return c.words().NoAnswer
	}
	err := c.m.Feedback(ctx, c.guest, c.run, hook.Feedback{Kind: o})
	if err == nil && instead != "" {
		err = c.m.Feedback(ctx, c.guest, c.run, hook.Feedback{Kind: hook.Correction, Text: instead})
	}
	if err != nil {
		return "maitre: " + err.Error()
	}
	return c.words().Thanks
}

// over ends the session, also when the program is being stopped. A session with --thread does not end:
// what the guest told for this session holds when they come back to it.
func (c *conversation) over(ctx context.Context) {
	if c.run == "" || c.named { // nothing was said
		return
	}
	if err := c.m.End(context.WithoutCancel(ctx), c.guest, c.thread); err != nil {
		c.log.Error("ending the session", "err", err)
	}
}

var errInterrupted = errors.New("interrupted")

func (c *conversation) interruptible(ctx context.Context, line string, interrupts <-chan os.Signal) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-interrupts:
			cancel(errInterrupted)
		case <-ctx.Done():
		}
	}()
	reply, err := c.turn(ctx, line)
	if errors.Is(context.Cause(ctx), errInterrupted) {
		c.say(c.words().Stopped)
		return nil
	}
	if err == nil && reply.AskFeedback {
		c.say(c.words().Opinion)
	}
	return err
}
