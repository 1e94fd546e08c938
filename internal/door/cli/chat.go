package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/thread"
)

func chatCommand() command {
	return command{
		name: "chat", about: "talk with the house",
		help: `Ctrl-C stops an answer, Ctrl-D or /quit ends the talk, /new begins another.
/good and /bad say what you think of the last answer; "/bad não sou vegetariano" also says what is right.
Without a terminal every line of standard input is one message.`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			var c conversation
			c.register(fs)
			return func(ctx context.Context, a *app, args []string) error {
				if err := errors.Join(noArgs(args), c.check()); err != nil {
					return err
				}
				m, err := a.maitre(ctx)
				if err != nil {
					return err
				}
				defer c.over(ctx, a, m)
				if c.json || !isTerminal(a.Stdin) {
					return c.piped(ctx, a, m)
				}
				interrupts := make(chan os.Signal, 1)
				signal.Notify(interrupts, os.Interrupt)
				defer signal.Stop(interrupts)
				return c.talk(a.end, a, m, openTerminal(a.Stdin.(*os.File), a.Stdout), interrupts)
			}
		},
	}
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
		if c.json {
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

// judge passes on what the guest thinks of the last answer, and what they say
// instead, and returns what there is to say to that.
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

// over ends the session, also when the program is being stopped.
func (c *conversation) over(ctx context.Context, a *app, m *maitre.Maitre) {
	if c.run == "" { // nothing was said
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
		fmt.Fprintf(a.Stdout, "%s\n\n", plain(a.config.House.Greeting("")))
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
