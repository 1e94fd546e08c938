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

// conversation is what is said by a guest in a thread, by the flags of "ask" and "chat".
type conversation struct {
	guest, thread string
	named         bool          // the thread was, by --thread
	run           string        // of the last answer
	language      lang.Language // the guest last wrote in
}

func (c *conversation) check() error {
	if c.named = c.thread != ""; !c.named {
		c.thread = thread.NewID()
	}
	return cmp.Or(checkID("as", c.guest), checkID("thread", c.thread))
}

// words returns the texts in the language that the guest last wrote in, or else
// in the house's.
func (c *conversation) words(a *app) *texts.Terminal {
	return &texts.In(cmp.Or(c.language, lang.Language(a.config.House.Language))).Terminal
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

func askCommand(ctx context.Context, a *app, args []string) error {
	c := conversation{guest: a.text("as"), thread: a.text("thread")}
	if err := c.check(); err != nil {
		return err
	}
	text := strings.Join(args, " ")
	if len(args) == 0 && !isTerminal(a.Stdin) {
		b, err := io.ReadAll(io.LimitReader(a.input(ctx), 1<<20))
		if err != nil {
			return fmt.Errorf("reading the question: %w", err)
		}
		text = string(b)
	}
	if strings.TrimSpace(text) == "" {
		return &usageError{"there is no question", `maitre ask "Boa noite!"`}
	}
	m, err := a.maitre(ctx)
	if err != nil {
		return err
	}
	reply, err := c.turn(ctx, a, m, text)
	if err != nil || a.json || !isTerminal(a.Stdout) {
		return err
	}
	if reply.AskFeedback {
		fmt.Fprintf(a.Stderr, "\n"+c.words(a).WasGood+"\n", "maitre memory feedback --guest "+c.guest+" --run "+c.run+" positive|negative")
	}
	fmt.Fprintf(a.Stderr, "\n"+c.words(a).GoOn+"\n", "maitre ask --thread "+c.thread+" …")
	return nil
}

// turn says one thing and writes the answer.
func (c *conversation) turn(ctx context.Context, a *app, m *maitre.Maitre, text string) (*maitre.Reply, error) {
	if l, ok := lang.Detect(text); ok {
		c.language = l
	}
	p := &printer{w: a.Stdout, live: isTerminal(a.Stdout)}
	watch := p.hear
	var shown []json.RawMessage
	if a.json {
		watch = func(e event.Event) {
			if e.Type == event.UI {
				shown = append(shown, e.Data)
			}
		}
	}
	reply, err := m.Say(ctx, maitre.Turn{Thread: c.thread, Guest: c.guest, Message: text}, watch)
	if !a.json {
		p.end()
	}
	if err != nil {
		return nil, err
	}
	c.run = reply.Run
	if a.json {
		return reply, writeJSON(a.Stdout, replyJSON{
			Thread: reply.Thread, Run: reply.Run, Message: reply.MessageID, Who: reply.Specialist, Text: reply.Text, By: reply.By, Why: reply.Why,
			MS: float64(reply.Elapsed.Microseconds()) / 1000, Usage: reply.Usage, Cost: dollars(reply.Cost),
			UI: shown, Question: reply.Question, Deadline: reply.Deadline, AskFeedback: reply.AskFeedback,
		})
	}
	if q := reply.Question; q != nil {
		fmt.Fprintln(a.Stdout, plain(q.Text))
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
	w       io.Writer
	live    bool
	text    strings.Builder // the answer so far, without withdrawn words
	after   strings.Builder // text of the house after the end of the run
	over    bool
	cards   []ui.Component
	whole   bool // a model's words, which are all that it tells
	started bool
	newline bool // the last byte written ended a line
	err     error
}

func (p *printer) hear(e event.Event) {
	switch e.Type {
	case event.UI:
		p.cards = append(p.cards, event.Read[ui.Component](e))
	case event.RunEnd:
		p.over = true
	case event.Guarded:
		p.whole = event.Read[event.Guard](e).Stands()
	case event.Text:
		p.say(event.Read[event.Words](e))
	}
}

func (p *printer) say(d event.Words) {
	if p.over {
		p.after.WriteString(plain(d.Text))
		return
	}
	if d.Restart {
		p.text.Reset()
		if p.live && p.started {
			p.write("\n\n")
		}
	}
	p.text.WriteString(plain(d.Text))
	if p.live {
		p.write(plain(d.Text))
	}
}

func (p *printer) end() {
	if !p.live {
		p.write(p.text.String())
	}
	for _, more := range ui.Besides(p.text.String(), p.whole, p.cards) {
		if more = plain(more); p.started {
			more = "\n\n" + more
		}
		p.write(more)
	}
	p.write(p.after.String())
	if p.started && !p.newline {
		p.write("\n")
	}
}

func (p *printer) write(s string) {
	if s == "" || p.err != nil {
		return
	}
	_, p.err = io.WriteString(p.w, s)
	p.started, p.newline = true, strings.HasSuffix(s, "\n")
}

func chatCommand(ctx context.Context, a *app, args []string) error {
	c := conversation{guest: a.text("as"), thread: a.text("thread")}
	if err := c.check(); err != nil {
		return err
	}
	m, err := a.maitre(ctx)
	if err != nil {
		return err
	}
	defer c.over(ctx, a, m)
	if a.json || !isTerminal(a.Stdin) {
		return c.piped(ctx, a, m)
	}
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	return c.talk(a.end, a, m, openTerminal(a.Stdin.(*os.File), a.Stdout), interrupts)
}

// piped answers each line of standard input. One that cannot be answered does
// not stop the others.
func (c *conversation) piped(ctx context.Context, a *app, m *maitre.Maitre) error {
	all, bad := 0, 0
	for line := range jsonl.Lines(a.input(ctx)) {
		err := line.Err
		if errors.Is(err, jsonl.ErrRead) {
			return err
		}
		if err == nil {
			_, err = c.turn(ctx, a, m, string(line.Data))
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if all++; err == nil {
			continue
		}
		bad++
		if a.json {
			err = writeJSON(a.Stdout, map[string]string{"thread": c.thread, "error": fmt.Sprintf("line %d: %v", line.Number, err)})
		} else {
			_, err = fmt.Fprintf(a.Stderr, "maitre: line %d: %v\n", line.Number, err)
		}
		if err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d messages could not be answered", bad, all)
	}
	return nil
}

// lineReader reads what a person types. It returns errInterrupted for Ctrl-C
// and io.EOF for Ctrl-D.
type lineReader interface {
	ReadLine(context.Context) (string, error)
}

var errInterrupted = errors.New("interrupted")

// talk is the conversation in a terminal. An interrupt stops the answer that
// is being given and nothing else.
func (c *conversation) talk(ctx context.Context, a *app, m *maitre.Maitre, keys lineReader, interrupts <-chan os.Signal) error {
	if err := c.greet(ctx, a, m); err != nil {
		return err
	}
	for {
		line, err := keys.ReadLine(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, errInterrupted):
			fmt.Fprintln(a.Stdout, c.words(a).Leave)
			continue
		case errors.Is(err, io.EOF):
			fmt.Fprintln(a.Stdout)
			return c.leave(a)
		case err != nil:
			return fmt.Errorf("reading the terminal: %w", err)
		}
		switch line = strings.TrimSpace(line); line {
		case "":
			continue
		case "/quit", "/exit", "/sair", "/salir":
			return c.leave(a)
		case "/new", "/novo", "/nuevo":
			c.named = false
			c.over(ctx, a, m)
			c.thread, c.run = thread.NewID(), ""
			fmt.Fprintln(a.Stdout, c.words(a).New)
			continue
		case "/help", "/ajuda", "/ayuda":
			fmt.Fprintln(a.Stdout, c.words(a).Commands)
			continue
		}
		word, text, _ := strings.Cut(line, " ")
		if o := opinions[word]; o != "" {
			fmt.Fprintln(a.Stdout, c.judge(ctx, a, m, o, strings.TrimSpace(text)))
			continue
		}
		if strings.HasPrefix(word, "/") && !strings.Contains(word[1:], "/") {
			fmt.Fprintln(a.Stdout, c.words(a).Commands)
			continue
		}
		if err := c.interruptible(ctx, a, m, line, interrupts); err != nil {
			fmt.Fprintln(a.Stderr, "maitre: "+err.Error())
		}
		fmt.Fprintln(a.Stdout)
	}
}

// opinions are the commands that judge the last answer.
var opinions = map[string]hook.Opinion{
	"/good": hook.Positive, "/bom": hook.Positive, "/bueno": hook.Positive,
	"/bad": hook.Negative, "/ruim": hook.Negative, "/malo": hook.Negative,
}

// judge passes on the guest's opinion of the last answer, and their correction, and
// returns the text that thanks for it.
func (c *conversation) judge(ctx context.Context, a *app, m *maitre.Maitre, o hook.Opinion, text string) string {
	if c.run == "" {
		return c.words(a).NoAnswer
	}
	err := m.Feedback(ctx, c.guest, c.run, hook.Feedback{Kind: o})
	if err == nil && text != "" && o == hook.Negative {
		err = m.Feedback(ctx, c.guest, c.run, hook.Feedback{Kind: hook.Correction, Text: text})
	}
	if err != nil {
		return "maitre: " + err.Error()
	}
	return c.words(a).Thanks
}

// over ends the session, also when the program is being stopped. A session with --thread does not end:
// what the guest told for this session holds when they come back to it.
func (c *conversation) over(ctx context.Context, a *app, m *maitre.Maitre) {
	if c.run == "" || c.named { // nothing was said
		return
	}
	if err := m.End(context.WithoutCancel(ctx), c.guest, c.thread); err != nil {
		a.log.Error("ending the session", "err", err)
	}
}

// leave says how to come back.
func (c *conversation) leave(a *app) error {
	_, err := fmt.Fprintf(a.Stdout, c.words(a).GoOn+"\n", "maitre chat --thread "+c.thread)
	return err
}

func (c *conversation) interruptible(ctx context.Context, a *app, m *maitre.Maitre, line string, interrupts <-chan os.Signal) error {
	select {
	case <-interrupts: // of before this turn
	default:
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-interrupts:
			cancel(errInterrupted)
		case <-done:
		}
	}()
	reply, err := c.turn(ctx, a, m, line)
	if errors.Is(context.Cause(ctx), errInterrupted) {
		fmt.Fprintln(a.Stdout, c.words(a).Stopped)
		return nil
	}
	if err == nil && reply.AskFeedback {
		fmt.Fprintln(a.Stdout, c.words(a).Opinion)
	}
	return err
}

// greet shows the end of the conversation that goes on, or the opening.
func (c *conversation) greet(ctx context.Context, a *app, m *maitre.Maitre) error {
	id, err := thread.Named(ctx, a.db, c.thread, c.guest)
	if err != nil {
		return err
	}
	last, err := a.db.Messages(ctx, id, c.guest, 2)
	if err != nil && !errors.Is(err, thread.ErrNotFound) {
		return err
	}
	if len(last) == 0 {
		fmt.Fprintf(a.Stdout, "%s\n\n", plain(a.config.House.Greeting()))
		return nil
	}
	for _, msg := range last {
		mark := ""
		if msg.Role == thread.RoleUser {
			mark = prompt
		}
		fmt.Fprintf(a.Stdout, "%s%s\n", mark, plain(msg.Text))
	}
	fmt.Fprintln(a.Stdout)
	return nil
}
