package cli

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/understand"
)

func learnCommand() command {
	return command{
		name: "learn", args: "[FILE …]", about: "teach the reader with labelled messages of your own",
		help: `The reader understands messages where no model is asked. It learns again from the messages it was shipped with, from FILEs
(lines as "maitre eval read" takes them), and with --from-model from what a model decided in this house's conversations:
guests' words, scrubbed, which needs --guests-agree; they leave the reader when such a guest is forgotten.

Old and new scores are told side by side, on messages that it did not learn from. What is worse is not installed, unless
with --even-if-worse. Every worker of the database reads with what is installed, within half a minute. It takes minutes.

  maitre learn mine.jsonl
  maitre learn --from-model --guests-agree
  maitre learn --reset`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			fromModel := fs.Bool("from-model", false, "learn what a model decided in conversations")
			agreed := fs.Bool("guests-agree", false, "the house may learn from its guests' words")
			force := fs.Bool("even-if-worse", false, "install it in any case")
			reset := fs.Bool("reset", false, "go back to the reader that was shipped")
			asJSON := fs.Bool("json", false, "the scores as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				db, err := a.store(ctx)
				if err != nil {
					return err
				}
				if *reset {
					return learn.Reset(ctx, db)
				}
				own, err := ownLines(args)
				if err != nil {
					return err
				}
				if *fromModel {
					if !*agreed {
						return &usageError{"conversations are guests' words", "--guests-agree, if your house may learn from them"}
					}
					events, err := allEvents(ctx, db)
					if err != nil {
						return err
					}
					own = append(own, learn.FromModel(events)...)
				}
				if len(own) == 0 {
					return &usageError{"there is nothing to learn from", "name FILEs, or --from-model"}
				}
				fmt.Fprintf(a.Stderr, "learning from %d lines besides those shipped; this takes minutes\n", len(own))
				r, err := learn.Train(ctx, own)
				if err != nil {
					return err
				}
				worse := r.Worse()
				install := worse == "" || *force
				if *asJSON {
					err = writeJSON(a.Stdout, map[string]any{"lines": r.Lines, "old": r.Old.Shares(), "new": r.New.Shares(), "own_old": r.Own[0].Shares(), "own_new": r.Own[1].Shares(), "installed": install})
				} else {
					_, err = fmt.Fprintf(a.Stdout, "strangers, before: %v\nstrangers, now:    %v\n", r.Old, r.New)
					if r.Own[0].Lines > 0 && err == nil {
						_, err = fmt.Fprintf(a.Stdout, "yours, before:     %v\nyours, now:        %v\n", r.Own[0], r.Own[1])
					}
				}
				if err != nil {
					return err
				}
				if !install {
					return fmt.Errorf("not installed, for it is worse: %s", worse)
				}
				return learn.Install(ctx, db, r.Weights, own, time.Now())
			}
		},
	}
}

func ownLines(files []string) (own []learn.Line, err error) {
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("reading labelled messages: %w", err)
		}
		lines, err := understand.Lines(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, l := range lines {
			own = append(own, learn.Line{Labelled: l})
		}
	}
	return own, nil
}

func allEvents(ctx context.Context, log event.Log) (all []event.Event, err error) {
	for cursor := ""; ; {
		var some []event.Event
		if some, cursor, err = log.All(ctx, cursor, 1000); err != nil || len(some) == 0 {
			return all, err
		}
		all = append(all, some...)
	}
}
