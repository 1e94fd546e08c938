package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// conversation has the flags of commands that talk as a guest.
type conversation struct {
	guest, thread string
	json          bool
	run           string        // of the last answer
	language      lang.Language // the guest last wrote in
}

func (c *conversation) register(fs *flag.FlagSet) {
	fs.StringVar(&c.guest, "as", nobody, "`GUEST` who speaks")
	fs.StringVar(&c.thread, "thread", "", "`ID` of the conversation to go on with, made if there is none; without it a new one")
	fs.BoolVar(&c.json, "json", false, "one JSON object an answer")
}

func (c *conversation) check() error {
	if c.thread == "" {
		c.thread = thread.NewID()
	}
	if err := thread.CheckID(c.guest); err != nil {
		return &usageError{fmt.Sprintf("--as %q: %v", c.guest, err), ""}
	}
	if err := thread.CheckID(c.thread); err != nil {
		return &usageError{fmt.Sprintf("--thread %q: %v", c.thread, err), ""}
	}
	return nil
}

// words are those of the language that the guest last wrote in, or else of the
// house's.
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

func askCommand() command {
	return command{
		name: "ask", args: "TEXT", about: "ask one question and read the answer",
		help: `With no TEXT the question is read from standard input.

  maitre ask "Boa noite! O que você sabe fazer?"
  maitre ask "Quero ir para Floripa com minha esposa e dois filhos de 10 a 15 de março"
  maitre ask --json --thread t1 "E em inglês?"`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			var c conversation
			c.register(fs)
			return func(ctx context.Context, a *app, args []string) error {
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
				if err != nil || c.json || !isTerminal(a.Stdout) {
					return err
				}
				if reply.AskFeedback {
					fmt.Fprintf(a.Stderr, "\n"+c.words(a).WasGood+"\n", "maitre memory feedback --guest "+c.guest+" --run "+c.run+" positive|negative")
				}
				fmt.Fprintf(a.Stderr, "\n"+c.words(a).GoOn+"\n", "maitre ask --thread "+c.thread+" …")
				return nil
			}
		},
	}
}

// turn says one thing and writes the answer.
func (c *conversation) turn(ctx context.Context, a *app, m *maitre.Maitre, text string) (*maitre.Reply, error) {
	if l, ok := lang.Detect(text); ok {
		c.language = l
	}
	p := &printer{w: a.Stdout, live: isTerminal(a.Stdout)}
	watch := p.hear
	var shown []json.RawMessage
	if c.json {
		watch = func(e event.Event) {
			if e.Type == event.UI {
				shown = append(shown, e.Data)
			}
		}
	}
	reply, err := m.Say(ctx, maitre.Turn{Thread: c.thread, Guest: c.guest, Message: text}, watch)
	if !c.json {
		p.end()
	}
	if err != nil {
		return nil, err
	}
	c.run = reply.Run
	if c.json {
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
	text    strings.Builder // what stands
	after   strings.Builder // what the house adds once the run has ended
	over    bool
	cards   []ui.Component
	started bool
	newline bool // the last byte written ended a line
	err     error
}

func (p *printer) hear(e event.Event) {
	var d event.Words
	var card ui.Component
	if e.Type == event.UI && json.Unmarshal(e.Data, &card) == nil {
		p.cards = append(p.cards, card)
	}
	if e.Type == event.RunEnd {
		p.over = true
	}
	if e.Type != event.Text || json.Unmarshal(e.Data, &d) != nil {
		return
	}
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
	for _, more := range ui.Besides(p.text.String(), p.cards) {
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
