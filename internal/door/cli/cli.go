// Package cli is the command line: commands.go has the table of commands, help/ what
// help says of them and how they answer. It is the only place where the parts of the
// program are put together.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/term"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/lang"
)

// The exit codes. Scripts rely on them; "maitre help" tells them.
const (
	exitOK          = 0
	exitFailed      = 1   // it was tried and did not work
	exitUsage       = 2   // the command line or the configuration is wrong
	exitInterrupted = 130 // Ctrl-C
)

// System is the process as commands see it.
type System struct {
	Args    []string // without the program's name
	Environ []string
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
}

// Process returns the arguments, environment and files of this process.
func Process() System {
	youth(os.Environ())
	return System{os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr}
}

// youth puts off the first collection of garbage until the process has 48 MB, after which all is as usual: most
// commands are over before. A process whose environment says how to collect is left alone.
func youth(environ []string) {
	if slices.ContainsFunc(environ, func(v string) bool { return strings.HasPrefix(v, "GOGC=") || strings.HasPrefix(v, "GOMEMLIMIT=") }) {
		return
	}
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(48 << 20)
	runtime.AddCleanup(new([64]byte), func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, percent)
}

// usageError is a command line that cannot be run, and a hint.
type usageError struct{ text, hint string }

func (e *usageError) Error() string {
	if e.hint == "" {
		return e.text
	}
	return e.text + " (" + e.hint + ")"
}

// wrong makes an error of a command line that cannot be run, with a hint that may be empty.
func wrong(hint, format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...), hint}
}

// didYouMean asks whether the nearest of some names was meant, with the text around it, or
// else says something.
func didYouMean(name string, names []string, before, after, otherwise string) string {
	if near := lang.Nearest(name, names); near != "" {
		return "did you mean " + before + near + after + "?"
	}
	return otherwise
}

// Run runs the command line and returns the exit code. An error is one line on
// standard error.
func Run(sys System) int {
	end, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	ctx, stop := signal.NotifyContext(end, os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program whatever it does
	err := run(ctx, end, sys)
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE): // the reader, such as head, has gone
		return exitFailed
	}
	fmt.Fprintln(sys.Stderr, "maitre: "+oneLine(err.Error()))
	_, usage := errors.AsType[*usageError](err)
	if _, settings := errors.AsType[*config.Error](err); usage || settings {
		return exitUsage
	}
	return exitFailed
}

// run finds the command and runs it under ctx, which Ctrl-C ends; end is ended
// by SIGTERM alone.
func run(ctx, end context.Context, sys System) error {
	args := sys.Args
	switch {
	case len(args) == 0 || isHelp(args[0]):
		return help(sys.Stdout, nil)
	case args[0] == "help":
		return help(sys.Stdout, args[1:])
	case args[0] == "--version" || args[0] == "-version":
		args = []string{"version"}
	}
	cmd, rest, err := find(args)
	if err != nil && isHelp(args[len(args)-1]) {
		return help(sys.Stdout, args[:len(args)-1])
	}
	if err != nil {
		return err
	}
	a, do := &app{System: sys, end: end, name: cmd.name}, cmd.does()
	defer a.close()
	a.settings, err = cmd.read(rest, do.in, a)
	if errors.Is(err, flag.ErrHelp) {
		return help(sys.Stdout, strings.Fields(cmd.name))
	}
	if err == nil {
		err = a.open(ctx, cmd.opens)
	}
	if err != nil {
		return err
	}
	result, err := do.run(ctx, a)
	if _, told := result.(string); told && err != nil { // it is not so
		return err
	}
	return errors.Join(a.print(a.name, result), err)
}

func isHelp(arg string) bool { return slices.Contains([]string{"-h", "--help", "-help"}, arg) }

// find takes the command's name, one word or two, off the arguments.
func find(args []string) (command, []string, error) {
	for words := min(2, len(args)); words > 0; words-- {
		if cmd, ok := lookup(strings.Join(args[:words], " ")); ok {
			return cmd, args[words:], nil
		}
	}
	if below := below(args[0]); len(below) > 0 {
		hint := `"maitre help ` + args[0] + `" tells more`
		if len(args) > 1 {
			hint = didYouMean(args[1], below, `"maitre `+args[0]+" ", `"`, hint)
		}
		return command{}, nil, wrong(hint, "%s needs one of %s", args[0], strings.Join(below, ", "))
	}
	if strings.HasPrefix(args[0], "-") {
		return command{}, nil, wrong("maitre ask --db FILE TEXT", "name the command before its flags")
	}
	hint := didYouMean(args[0], commandNames(), `"maitre `, `"`, `"maitre help" lists the commands`)
	return command{}, nil, wrong(hint, "there is no command %q", args[0])
}

// isTerminal reports whether v is a terminal, and not a file or a pipe.
func isTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// lookup finds a command by its name.
func lookup(name string) (command, bool) {
	all := commands()
	if i := slices.IndexFunc(all, func(c command) bool { return c.name == name }); i >= 0 {
		return all[i], true
	}
	return command{}, false
}

// below returns the second words of commands whose first is word: for menu import, export and so on.
func below(word string) (all []string) {
	for _, c := range commands() {
		if rest, ok := strings.CutPrefix(c.name, word+" "); ok {
			all = append(all, rest)
		}
	}
	return all
}

// commandNames are the names of commands and of groups of commands.
func commandNames() (all []string) {
	for _, e := range entries() {
		all = append(all, e.Name)
	}
	return all
}
