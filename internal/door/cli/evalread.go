package cli

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/maitre-dev/maitre/internal/understand"
)

func evalReadCommand() command {
	return command{
		name: "eval read", args: "--set FILE", about: "score the reader on labelled messages",
		help: `A line of FILE is {"last","house","text","acts":[{"act"}],"spans":[{"t","k","p","of","when"}]}, the labels of
internal/understand/readings. Told are the share of messages with exactly the right acts and with at least one, the F1 of the spans
(words and kind), how many of the needs that somebody at the table has were found, and whose they are.

  maitre eval read --set mine.jsonl --json`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			set := fs.String("set", "", "`FILE` of labelled messages")
			asJSON := fs.Bool("json", false, "the scores as one JSON object")
			return func(_ context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if *set == "" {
					return &usageError{"there is no set to score on", "--set FILE"}
				}
				f, err := os.Open(*set)
				if err != nil {
					return fmt.Errorf("reading the set: %w", err)
				}
				defer f.Close()
				lines, err := understand.Lines(f)
				if err != nil {
					return fmt.Errorf("%s: %w", *set, err)
				}
				if len(lines) == 0 {
					return fmt.Errorf("%s has no lines", *set)
				}
				score := understand.Rate(lines, func(l *understand.Labelled) understand.Reading { return understand.Read(l.Text, l.Before()) }, nil)
				if *asJSON {
					return writeJSON(a.Stdout, score.Shares())
				}
				_, err = fmt.Fprintln(a.Stdout, score)
				return err
			}
		},
	}
}
