package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/memory"
)

func memoryAddCommand() command {
	return command{
		name: "memory add", args: "KIND KEY VALUE", about: "note something for one guest, or for all guests of a house or of all houses",
		help: `What is noted is taken as true. --scope org is for the guests of this house (the setting house.name), --scope
global for those of all houses that share the database. The kinds and their keys:

` + kindsAndKeys() + `
  maitre memory add --guest ana preference drink "vinho tinto"
  maitre memory add --scope org correction horario "a cozinha fecha às 22h"`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			guest := fs.String("guest", "", "`GUEST` for whom it is noted")
			scope := fs.String("scope", "", "`SCOPE` instead of a guest: org or global")
			asJSON := fs.Bool("json", false, "the memory as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) != 3 {
					return &usageError{"a memory has a kind, a key and a value", `maitre memory add --guest ana preference drink "vinho tinto"`}
				}
				whom := *scope
				switch {
				case (*guest == "") == (*scope == "") || *scope != "" && *scope != memory.ForOrg && *scope != memory.ForGlobal:
					return &usageError{"say for whom it is: --guest GUEST, --scope org or --scope global", ""}
				case *guest != "":
					whom = memory.ForUser
					if err := (&whose{guest: *guest}).check(); err != nil {
						return err
					}
				}
				book, err := a.book(ctx)
				if err != nil {
					return err
				}
				m, err := book.Add(ctx, *guest, whom, memory.Kind(args[0]), args[1], args[2])
				if err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, m)
				}
				_, err = fmt.Fprintf(a.Stdout, "%s  %s %s: %s\n", m.ID, m.Kind, plain(m.Key), plain(oneLine(m.Value)))
				return err
			}
		},
	}
}

func kindsAndKeys() string {
	var b strings.Builder
	for _, k := range kinds() {
		keys := strings.Join(memory.Keys[memory.Kind(k)], ", ")
		if keys == "" {
			keys = "what it corrects, in a word"
		}
		fmt.Fprintf(&b, "  %-14s %s\n", k, keys)
	}
	return b.String()
}

func memoryFeedbackCommand() command {
	return command{
		name: "memory feedback", args: "positive|negative|correction|preference [TEXT]", about: "what a guest thinks of an answer",
		help: `RUN is the run that gave the answer, as "maitre ask --json" tells it. Praise and blame move how sure the
memories are that the answer used, a correction or preference is learnt as if the guest had said TEXT in a
turn. An opinion of a kind counts once for a run.

  maitre memory feedback --guest ana --run 01jd2x7k correction "não sou vegetariano"`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			var w whose
			w.register(fs)
			run := fs.String("run", "", "`RUN` that is judged")
			return func(ctx context.Context, a *app, args []string) error {
				if err := w.check(); err != nil {
					return err
				}
				f, err := feedbackOf(args)
				if err != nil {
					return err
				}
				if *run == "" {
					return &usageError{"say which run is judged", "--run RUN"}
				}
				m, err := a.maitre(ctx)
				if err != nil {
					return err
				}
				err = m.Feedback(ctx, w.guest, *run, f)
				if errors.Is(err, graph.ErrNotFound) {
					return fmt.Errorf("there is no run %q of guest %s", *run, w.guest)
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(a.Stdout, "noted")
				return err
			}
		},
	}
}

func feedbackOf(args []string) (hook.Feedback, error) {
	const example = `maitre memory feedback --run RUN correction "não sou vegetariano"`
	if len(args) == 0 {
		return hook.Feedback{}, &usageError{"say what the guest thinks: positive, negative, correction or preference", example}
	}
	f := hook.Feedback{Kind: hook.Opinion(args[0]), Text: strings.Join(args[1:], " ")}
	switch f.Kind {
	case hook.Positive, hook.Negative:
	case hook.Correction, hook.Preferred:
		if strings.TrimSpace(f.Text) == "" {
			return f, &usageError{fmt.Sprintf("a %s needs what the guest says instead", f.Kind), example}
		}
	default:
		return f, &usageError{fmt.Sprintf("feedback is positive, negative, correction or preference, not %q", args[0]), example}
	}
	return f, nil
}

func memoryRebuildCommand() command {
	return command{
		name: "memory rebuild", about: "make all memories anew from the log",
		help: `The log is the truth and memories are what it adds up to: this adds it up again, for all guests, and detects
nothing anew. What was forgotten stays forgotten.

  maitre memory rebuild`,
		setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				book, err := a.book(ctx)
				if err != nil {
					return err
				}
				if err := book.Rebuild(ctx); err != nil {
					return err
				}
				_, err = fmt.Fprintln(a.Stdout, "all memories are made anew from the log")
				return err
			}
		},
	}
}
