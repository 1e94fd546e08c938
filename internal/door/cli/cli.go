// Package cli is the command line: a file for each command, and the only place
// where the parts of the program are put together.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
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

// Process returns the real one.
func Process() System {
	youth(os.Environ())
	return System{os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr}
}

// command is one command. setup registers its flags and returns what runs it.
type command struct {
	name  string // "task run"
	args  string // "NAME"
	about string // one line
	help  string // what --help says besides
	setup func(*flag.FlagSet) func(context.Context, *app, []string) error
}

func commands() []command {
	return slices.Concat(
		[]command{askCommand(), chatCommand(), serveCommand(), mcpCommand()},
		taskCommands(),
		menuCommands(),
		breweriesCommands(),
		dataCommands(),
		memoryCommands(),
		tokenCommands(),
		houseCommands(),
		requestsCommands(),
		linkCommands(),
		[]command{indexCommand(), searchCommand(), customerCommand(), sqlCommand(), sqlAttackCommand(), sqlPolicyCommand(), sqlPublishCommand(), sampleCommand(), learnCommand(), evalCommand(), evalReadCommand(), evalRetrieveCommand(), evalRefineCommand(), traceCommand(), metricsCommand(), replayCommand(), scrubCommand(), migrateCommand(), pruneCommand(), configCommand(), doctorCommand(), versionCommand()},
	)
}

// usageError is a command line that cannot be run, and a hint.
type usageError struct{ text, hint string }

func (e *usageError) Error() string {
	if e.hint == "" {
		return e.text
	}
	return e.text + " (" + e.hint + ")"
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
	fmt.Fprintln(sys.Stderr, "maitre: "+strings.Join(strings.Fields(err.Error()), " "))
	if _, ok := errors.AsType[*usageError](err); ok {
		return exitUsage
	}
	if _, ok := errors.AsType[*config.Error](err); ok {
		return exitUsage
	}
	return exitFailed
}

// run finds the command and runs it under ctx, which Ctrl-C ends; end is ended
// by SIGTERM alone.
func run(ctx, end context.Context, sys System) error {
	args := sys.Args
	if len(args) == 0 || args[0] == "-h" || args[0] == "--help" || args[0] == "-help" {
		return help(sys.Stdout, nil)
	}
	if args[0] == "help" {
		return help(sys.Stdout, args[1:])
	}
	if len(args) == 2 && isGroup(args[0]) && slices.Contains([]string{"-h", "--help", "-help"}, args[1]) {
		return help(sys.Stdout, args[:1])
	}
	if args[0] == "--version" || args[0] == "-version" {
		args = []string{"version"}
	}
	cmd, rest, err := find(args)
	if err != nil {
		return err
	}
	fs := flag.NewFlagSet("maitre "+cmd.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	exec := cmd.setup(fs)
	own := map[string]bool{}
	fs.VisitAll(func(f *flag.Flag) { own[f.Name] = true })
	settings := config.AddFlags(fs)
	positional, err := parse(fs, rest)
	if errors.Is(err, flag.ErrHelp) {
		return commandHelp(sys.Stdout, cmd, fs, own)
	}
	if err != nil {
		return &usageError{cmd.name + ": " + flagText(err, fs), `"maitre ` + cmd.name + ` --help" lists the flags`}
	}
	app := &app{System: sys, settings: settings, end: end}
	defer app.close()
	return exec(ctx, app, positional)
}

// find takes the command's name, one word or two, off the arguments.
func find(args []string) (command, []string, error) {
	all := commands()
	for _, words := range []int{2, 1} {
		if len(args) < words {
			continue
		}
		name := strings.Join(args[:words], " ")
		if i := slices.IndexFunc(all, func(c command) bool { return c.name == name }); i >= 0 {
			return all[i], args[words:], nil
		}
	}
	var names, below []string
	for _, c := range all {
		names = append(names, c.name)
		if rest, ok := strings.CutPrefix(c.name, args[0]+" "); ok {
			below = append(below, rest)
		}
	}
	if len(below) > 0 {
		return command{}, nil, &usageError{args[0] + " needs one of " + strings.Join(below, ", "), `"maitre help ` + args[0] + `" tells more`}
	}
	hint := `"maitre help" lists the commands`
	if strings.HasPrefix(args[0], "-") {
		return command{}, nil, &usageError{"name the command before its flags", "maitre ask --db FILE TEXT"}
	}
	if near := lang.Nearest(args[0], names); near != "" {
		hint = `did you mean "maitre ` + near + `"?`
	}
	return command{}, nil, &usageError{fmt.Sprintf("there is no command %q", args[0]), hint}
}

// isGroup reports whether name is the first word of several commands, and no
// command itself.
func isGroup(name string) bool {
	return !isCommand(name) && isBegun(name)
}

func isCommand(name string) bool {
	return slices.ContainsFunc(commands(), func(c command) bool { return c.name == name })
}

func isBegun(name string) bool {
	return slices.ContainsFunc(commands(), func(c command) bool { return strings.HasPrefix(c.name, name+" ") })
}

// parse lets flags and arguments come in any order. What follows "--" is an
// argument whatever it looks like.
func parse(fs *flag.FlagSet, args []string) (positional []string, err error) {
	var after []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, after = args[:i], args[i+1:]
	}
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		if fs.NArg() == 0 {
			return append(positional, after...), nil
		}
		positional = append(positional, fs.Arg(0))
		args = fs.Args()[1:]
	}
}

// flagText is the flag package's error with the dashes people type.
func flagText(err error, fs *flag.FlagSet) string {
	text := err.Error()
	name, ok := strings.CutPrefix(text, "flag provided but not defined: -")
	if !ok {
		return strings.Replace(text, " -", " --", 1)
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	text = "there is no flag --" + strings.TrimPrefix(name, "-")
	if near := lang.Nearest(strings.TrimPrefix(name, "-"), names); near != "" {
		text += "; did you mean --" + near + "?"
	}
	return text
}

// isTerminal says whether a person sits at the other end.
func isTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
