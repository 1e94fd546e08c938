package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/thread"
)

// command is one command, such as "menu import". Its flags, its arguments and what help says of it
// are in help/commands.txt, how its result is told in words in help/answers.tmpl.
type command struct {
	name  string
	opens opens
	does  func() asked
}

// opens says what a command has when it begins.
type opens int

const (
	settings opens = iota // a.config, a.log
	existing              // the database too, if there is one
	database              // the database, which is made if there is none
	had                   // the database; it is an error if there is none
	bare                  // not even settings, and so it works with wrong ones
)

// asked is what a command was asked. in points to a struct with a field for each flag (--dry-run is
// DryRun) and, in their order, for each argument; run returns what is printed.
type asked struct {
	in  any
	run func(ctx context.Context, a *app) (any, error)
}

// does makes a command of a function that is handed its flags and arguments.
func does[In any](run func(context.Context, *app, In) (any, error)) func() asked {
	return func() asked {
		in := new(In)
		return asked{in, func(ctx context.Context, a *app) (any, error) { return run(ctx, a, *in) }}
	}
}

// Kinds of fields, besides those of Go.
type (
	nothing struct{} // neither flags nor arguments
	id      string   // of a guest or a thread
	words   string   // all arguments that are left, of which there must be one
)

// option is a flag as help/commands.txt has it: "--k=10 1..25: how `MANY` at most". A mark, as in "--as!", says
// that it must be given.
type option struct {
	Name, Value, Std, Usage string

	limits   string // "1..25", "1..", "jsonl|csv"
	required bool
}

func readOption(line string) (o option) {
	head, usage, _ := strings.Cut(strings.TrimPrefix(line, "--"), ": ")
	if _, rest, ok := strings.Cut(usage, "`"); ok {
		o.Value, _, _ = strings.Cut(rest, "`")
	}
	o.Usage = strings.ReplaceAll(usage, "`", "")
	o.Name, o.limits, _ = strings.Cut(head, " ")
	o.Name, o.Std, _ = strings.Cut(o.Name, "=")
	o.Name, o.required = strings.CutSuffix(o.Name, "!")
	return o
}

// read fills in with the flags and arguments of a command, and returns the settings among the flags. --json is
// a.json unless in has a field for it.
func (c command) read(args []string, in any, a *app) (config.Flags, error) {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	e, _ := entryOf(c.name)
	for _, o := range e.Options {
		if f := o.field(in); f.IsValid() {
			o.add(fs, f.Addr().Interface())
		} else {
			fs.BoolVar(&a.json, "json", false, "")
		}
	}
	set := config.AddFlags(fs)
	positional, err := parse(fs, args)
	if errors.Is(err, flag.ErrHelp) {
		return nil, err
	}
	if err != nil {
		return nil, wrongFlag(c.name, err, fs)
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for _, o := range e.Options {
		if o.required && !given[o.Name] {
			return nil, wrong("usage: "+e.usage(), "%s needs --%s %s", c.name, o.Name, o.Value)
		}
	}
	return set, c.fill(in, positional, e)
}

// field is the field of a flag: DryRun of --dry-run.
func (o option) field(in any) reflect.Value {
	name := strings.ReplaceAll(o.Name, "-", "")
	return reflect.ValueOf(in).Elem().FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
}

// add adds the flag that fills a field.
func (o option) add(fs *flag.FlagSet, field any) {
	if b, ok := field.(*bool); ok {
		fs.BoolVar(b, o.Name, false, "")
		return
	}
	if o.Std != "" {
		_ = set(field, o.Std) // ours
	}
	fs.Func(o.Name, "", func(text string) error {
		if !o.allows(text) {
			return fmt.Errorf("it takes %s", o.limits)
		}
		return set(field, text)
	})
}

// set reads a text into a field.
func set(field any, text string) (err error) {
	switch v := field.(type) {
	case *string:
		*v = text
	case *[]string: // it may be given several times
		*v = append(*v, text)
	case *id:
		*v, err = id(text), thread.CheckID(text)
	case *time.Duration:
		*v, err = time.ParseDuration(text)
	default:
		_, err = fmt.Sscan(text, field)
	}
	return err
}

// allows reports whether a value is within the limits.
func (o option) allows(text string) bool {
	low, high, isRange := strings.Cut(o.limits, "..")
	if !isRange {
		return o.limits == "" || slices.Contains(strings.Split(o.limits, "|"), text)
	}
	n, err := strconv.ParseFloat(text, 64)
	least, _ := strconv.ParseFloat(low, 64)
	most, _ := strconv.ParseFloat(cmp.Or(high, "inf"), 64)
	return err == nil && n >= least && n <= most
}

// fill puts the arguments into the fields that no flag has.
func (c command) fill(in any, args []string, e entry) error {
	v := reflect.ValueOf(in).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		field := v.FieldByIndex(f.Index)
		isFlag := slices.ContainsFunc(e.Options, func(o option) bool { return o.field(in) == field })
		switch rest := strings.TrimSpace(strings.Join(args, " ")); {
		case f.Anonymous || isFlag:
		case f.Type.Kind() == reflect.Slice:
			field.Set(reflect.ValueOf(args))
			args = nil
		case rest == "":
			return wrong(`"maitre help `+c.name+`" tells more`, "usage: %s", e.usage())
		case f.Type == reflect.TypeFor[words]():
			field.SetString(rest)
			args = nil
		default:
			field.SetString(args[0])
			args = args[1:]
		}
	}
	if len(args) > 0 {
		return wrong("usage: "+e.usage(), "%q is one argument too many", args[0])
	}
	return nil
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

// wrongFlag is the flag package's error with the dashes people type, and the flag that was perhaps meant.
func wrongFlag(command string, err error, fs *flag.FlagSet) error {
	hint := `"maitre ` + command + ` --help" lists the flags`
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return wrong(hint, "%s: %s", command, strings.Replace(err.Error(), " -", " --", 1))
	}
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if near := lang.Nearest(strings.TrimPrefix(name, "-"), names); near != "" {
		hint = "did you mean --" + near + "?"
	}
	return wrong(hint, "%s: there is no flag --%s", command, strings.TrimPrefix(name, "-"))
}
