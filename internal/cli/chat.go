package cli

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/thread"
)

func chatCommand() command {
	return command{
		name: "chat", about: "talk with the house",
		help: `Ctrl-C stops an answer, Ctrl-D or /quit ends the talk, /new begins another.
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
				if c.json || !isTerminal(a.Stdin) || !isTerminal(a.Stdout) {
					return c.piped(ctx, a, m)
				}
				interrupts := make(chan os.Signal, 1)
				signal.Notify(interrupts, os.Interrupt)
				defer signal.Stop(interrupts)
				return c.talk(context.WithoutCancel(ctx), a, m, openTerminal(a.Stdin.(*os.File), a.Stdout), interrupts)
			}
		},
	}
}

// piped answers each line of standard input.
func (c *conversation) piped(ctx context.Context, a *app, m *maitre.Maitre) error {
	lines := bufio.NewScanner(a.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if err := c.turn(ctx, a, m, lines.Text()); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("reading the messages: %w", err)
	}
	return nil
}

// lineReader reads what a person types. It returns errInterrupted for Ctrl-C
// and io.EOF for Ctrl-D.
type lineReader interface {
	ReadLine() (string, error)
}

var errInterrupted = errors.New("interrupted")

// talk is the conversation in a terminal. An interrupt stops the answer that
// is being given and nothing else.
func (c *conversation) talk(ctx context.Context, a *app, m *maitre.Maitre, keys lineReader, interrupts <-chan os.Signal) error {
	if err := c.greet(ctx, a, m); err != nil {
		return err
	}
	for {
		line, err := keys.ReadLine()
		switch {
		case errors.Is(err, errInterrupted):
			fmt.Fprintln(a.Stdout, "(Ctrl-D or /quit to leave)")
			continue
		case errors.Is(err, io.EOF):
			fmt.Fprintln(a.Stdout)
			return nil
		case err != nil:
			return fmt.Errorf("reading the terminal: %w", err)
		}
		switch line = strings.TrimSpace(line); line {
		case "":
			continue
		case "/quit", "/exit", "/sair", "/salir":
			return nil
		case "/new", "/novo", "/nuevo":
			c.thread = thread.NewID()
			fmt.Fprintln(a.Stdout, "(a new conversation)")
			continue
		case "/help", "/ajuda", "/ayuda":
			fmt.Fprintln(a.Stdout, "(/new begins another conversation, /quit leaves, Ctrl-C stops an answer)")
			continue
		}
		if err := c.interruptible(ctx, a, m, line, interrupts); err != nil {
			fmt.Fprintln(a.Stderr, "maitre: "+err.Error())
		}
		fmt.Fprintln(a.Stdout)
	}
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
	err := c.turn(ctx, a, m, line)
	if errors.Is(context.Cause(ctx), errInterrupted) {
		fmt.Fprintln(a.Stdout, "(stopped)")
		return nil
	}
	return err
}

// greet shows the end of the conversation that goes on, or the opening.
func (c *conversation) greet(ctx context.Context, a *app, m *maitre.Maitre) error {
	if _, err := m.Threads.Open(ctx, c.thread, c.guest); err != nil {
		return err
	}
	last, err := m.Threads.Messages(ctx, c.thread, c.guest, 2)
	if err != nil {
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
