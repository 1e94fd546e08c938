package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"
)

const prompt = "> "

// terminal reads lines with editing and history. The terminal is in raw mode
// only while a line is read, so that Ctrl-C is a signal at other times.
type terminal struct {
	fd   int
	keys *watch
	t    *term.Terminal
}

func openTerminal(in *os.File, out io.Writer) *terminal {
	if !isTerminal(out) { // the keys that are typed are echoed on the terminal
		out = in
	}
	keys := &watch{in: in, out: out}
	return &terminal{fd: int(in.Fd()), keys: keys, t: term.NewTerminal(keys, prompt)}
}

// ReadLine reads a line; lines that are pasted together come as one. Ctrl-C
// gives up the line: errInterrupted. When ctx is done it returns at once.
func (t *terminal) ReadLine(ctx context.Context) (string, error) {
	state, err := term.MakeRaw(t.fd)
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(t.fd, state) }()
	if w, h, err := term.GetSize(t.fd); err == nil && w > 0 {
		_ = t.t.SetSize(w, h)
	}
	t.t.SetBracketedPasteMode(true)
	defer t.t.SetBracketedPasteMode(false)
	type result struct {
		line string
		err  error
	}
	done := make(chan result, 1)
	go func() {
		line, err := t.read()
		done <- result{line, err}
	}()
	select {
	case r := <-done:
		return r.line, r.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

func (t *terminal) read() (string, error) {
	var pasted []string
	for {
		line, err := t.t.ReadLine()
		if errors.Is(err, term.ErrPasteIndicator) {
			pasted = append(pasted, line)
			continue
		}
		if errors.Is(err, io.EOF) && t.keys.interrupted {
			t.keys.interrupted = false
			_, _ = io.WriteString(t.keys.out, "\r\n")
			fresh := term.NewTerminal(t.keys, prompt) // the old one keeps the line
			fresh.History = t.t.History
			t.t = fresh
			return "", errInterrupted
		}
		return strings.Join(append(pasted, line), "\n"), err
	}
}

// watch notes a Ctrl-C among the bytes read, which term.Terminal reports as the end.
type watch struct {
	in          io.Reader
	out         io.Writer
	interrupted bool
}

func (w *watch) Read(b []byte) (int, error) {
	n, err := w.in.Read(b)
	w.interrupted = n > 0 && strings.IndexByte(string(b[:n]), 3) >= 0
	return n, err
}

func (w *watch) Write(b []byte) (int, error) { return w.out.Write(b) }

// plain takes control characters out of a text, which a model or a web page may have
// written: they would steer the terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
}

// input returns standard input, which ends with the cause when ctx is done: a command
// that waits for a line must still hear Ctrl-C.
func (a *app) input(ctx context.Context) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(in, a.Stdin)
		in.CloseWithError(err)
	}()
	return out
}
