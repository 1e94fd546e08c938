// Package cli is the command line: commands.go has the table of commands, help/ what
// help says of them. It is the only place where the parts of the program are put
// together.
package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
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
	"github.com/maitre-dev/maitre/thread"
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

// usageError is a command line that cannot be run, and a hint.
type usageError struct{ text, hint string }

func (e *usageError) Error() string {
	if e.hint == "" {
		return e.text
	}
	return e.text + " (" + e.hint + ")"
}

// checkID refuses a flag's value that is no id of a guest or a thread.
func checkID(flag, id string) error {
	if err := thread.CheckID(id); err != nil {
		return &usageError{fmt.Sprintf("--%s %q: %v", flag, id, err), ""}
	}
	return nil
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
	isHelp := func(arg string) bool { return slices.Contains([]string{"-h", "--help", "-help"}, arg) }
	switch {
	case len(args) == 0 || isHelp(args[0]):
		return help(sys.Stdout, nil)
	case args[0] == "help":
		return help(sys.Stdout, args[1:])
	case args[0] == "--version" || args[0] == "-version":
		args = []string{"version"}
	}
	if _, ok := lookup(args[0]); !ok && len(args) == 2 && len(below(args[0])) > 0 && isHelp(args[1]) {
		return help(sys.Stdout, args[:1])
	}
	cmd, rest, err := find(instead(sys.Stderr, args))
	if err != nil {
		return err
	}
	fs := cmd.flags()
	fs.SetOutput(io.Discard)
	settings := config.AddFlags(fs)
	positional, err := parse(fs, rest)
	if errors.Is(err, flag.ErrHelp) {
		return commandHelp(sys.Stdout, cmd)
	}
	if err != nil {
		return &usageError{cmd.name + ": " + flagText(err, fs), `"maitre ` + cmd.name + ` --help" lists the flags`}
	}
	switch n := len(positional); {
	case n > 0 && cmd.args == 0:
		return &usageError{fmt.Sprintf("%q is one argument too many", positional[0]), ""}
	case n != cmd.args && cmd.args != many:
		return &usageError{cmd.lacks, ""}
	}
	app := &app{System: sys, settings: settings, flags: fs, end: end}
	app.json = cmd.json != "" && app.is("json")
	defer app.close()
	if !cmd.bare {
		if err := app.load(); err != nil {
			return err
		}
	}
	if cmd.db {
		if _, err := os.Stat(app.config.DB.Reveal()); cmd.had && !app.inPostgres() && os.IsNotExist(err) {
			return &usageError{fmt.Sprintf("there is no database %v", app.config.DB), "--db FILE names it"}
		}
		if err := app.openDB(ctx); err != nil {
			return err
		}
	}
	return cmd.do(ctx, app, positional)
}

// instead returns the words that are typed now for a command of the last
// release, and says so: "breweries sync --json" is "breweries import --live --json".
func instead(w io.Writer, args []string) []string {
	if len(args) < 2 {
		return args
	}
	now, ok := moved[args[0]+" "+args[1]]
	if !ok {
		return args
	}
	fmt.Fprintf(w, "maitre: \"maitre %s %s\" is now \"maitre %s\"; the old name goes with the next release\n", args[0], args[1], now)
	return append(strings.Fields(now), args[2:]...)
}

// find takes the command's name, one word or two, off the arguments.
func find(args []string) (command, []string, error) {
	for _, words := range []int{2, 1} {
		if len(args) < words {
			continue
		}
		if cmd, ok := lookup(strings.Join(args[:words], " ")); ok {
			return cmd, args[words:], nil
		}
	}
	if below := below(args[0]); len(below) > 0 {
		hint := `"maitre help ` + args[0] + `" tells more`
		if len(args) > 1 {
			hint = didYouMean(args[1], below, `"maitre `+args[0]+" ", `"`, hint)
		}
		return command{}, nil, &usageError{args[0] + " needs one of " + strings.Join(below, ", "), hint}
	}
	if strings.HasPrefix(args[0], "-") {
		return command{}, nil, &usageError{"name the command before its flags", "maitre ask --db FILE TEXT"}
	}
	hint := `"maitre help" lists the commands`
	if near := commandLike(args[0]); near != "" {
		hint = `did you mean "maitre ` + near + `"?`
	}
	return command{}, nil, &usageError{fmt.Sprintf("there is no command %q", args[0]), hint}
}

// commandLike is the command or group of commands that a word may mean: "hose" is house, and so is "casa".
func commandLike(word string) string {
	said := map[string]string{
		"cardapio": "menu", "carta": "menu", "casa": "house", "pedidos": "requests", "reservas": "requests", "mesa": "link", "mesas": "link", "convidados": "memory guests",
		"clientes": "memory guests", "dados": "data", "tabelas": "data", "vendas": "data", "acessos": "token", "ajuda": "help", "ayuda": "help", "conversa": "chat",
	}
	names := slices.Collect(maps.Keys(said))
	for _, e := range entries() {
		names = append(names, e.name)
	}
	slices.Sort(names)
	near := lang.Nearest(lang.Fold(word), names)
	return cmp.Or(said[near], near)
}

// below returns the second words of commands whose first is word: for menu
// import, export and so on.
func below(word string) (all []string) {
	for _, c := range commands() {
		if rest, ok := strings.CutPrefix(c.name, word+" "); ok {
			all = append(all, rest)
		}
	}
	return all
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
	name = strings.TrimPrefix(name, "-")
	near := lang.Nearest(name, append(names, "port"))
	if near == "port" { // which is a part of another
		near = "addr 127.0.0.1:8080"
	}
	if text = "there is no flag --" + name; near != "" {
		text += "; did you mean --" + near + "?"
	}
	return text
}

// isTerminal reports whether v is a terminal, and not a file or a pipe.
func isTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Memory that a process may use before it collects garbage for the first time:
// most commands are over before, and need not pay for it.
const young = 48 << 20

// youth puts off the first collection of garbage, after which all is as usual.
// A process whose environment says how to collect is left alone.
func youth(environ []string) {
	if slices.ContainsFunc(environ, func(v string) bool { return strings.HasPrefix(v, "GOGC=") || strings.HasPrefix(v, "GOMEMLIMIT=") }) {
		return
	}
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(young)
	runtime.AddCleanup(new([64]byte), func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, percent)
}
