package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/retrieve"
)

func evalRefineCommand() command {
	return command{
		name: "eval refine", args: "[--set FILE]", about: "score the refining cascade on questions about data, stage by stage",
		help: `Without FILE it scores our own set, about purchases of a sample customer: the half that the rules were written with,
or with --unseen the half that was kept aside. A line of FILE is {"id","q","lang","kind","intent","columns","by"},
with kind exact, synonym, structure or technical. recall@5 is the share of what a question is about (its intent, its
columns) that the five chunks found first are about. Paraphrases are the configured model's, or without one the rule's.

  maitre eval refine
  maitre eval refine --model gemini:gemini-2.5-flash --json`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			file := fs.String("set", "", "`FILE` with labelled questions")
			unseen := fs.Bool("unseen", false, "the half of our set that was kept aside")
			asJSON := fs.Bool("json", false, "the whole report as one JSON object")
			flags := addCascade(fs)
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				set, err := refineSet(*file, *unseen)
				if err != nil {
					return err
				}
				r, err := flags.refiner()
				if err != nil {
					return err
				}
				e, err := a.embedder(ctx)
				if err != nil {
					return err
				}
				tasks, err := a.runner(ctx, "")
				if err != nil {
					return err
				}
				p := a.progress("searches")
				report, err := data.ScoreSet(ctx, set, e, r, tasks, p.at)
				p.end()
				if err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, report)
				}
				return writeRefine(a.Stdout, report)
			}
		},
	}
}

func refineSet(file string, unseen bool) ([]data.Labelled, error) {
	switch {
	case file != "" && unseen:
		return nil, &usageError{"--set and --unseen are two different sets", ""}
	case unseen:
		return data.Unseen()
	case file == "":
		return data.Seen()
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("reading the set: %w", err)
	}
	defer f.Close()
	return data.ReadLabelled(f)
}

func writeRefine(w io.Writer, r *data.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-32s %6s %6s %6s %6s %6s  %7s %9s %7s %6s\n", fmt.Sprintf("%d questions, recall@5", r.Questions), "exact", "synon.", "struc.", "techn.", "all", "reached", "median ms", "p95 ms", "calls")
	for _, s := range r.Scores {
		fmt.Fprintf(&b, "%-32s %6.3f %6.3f %6.3f %6.3f %6.3f  %7.3f %9.2f %7.2f %6.2f\n", s.Stages, s.Recall["exact"], s.Recall["synonym"], s.Recall["structure"], s.Recall["technical"], s.Recall["all"], s.Reached, s.MedianMS, s.Slowest, s.Calls)
	}
	whole := r.Scores[len(r.Scores)-1]
	for _, stage := range []string{retrieve.Original, retrieve.Paraphrased, retrieve.Ontology, retrieve.Global} {
		fmt.Fprintf(&b, "  %-12s answered %3d, %.2f ms when it came to it\n", stage, whole.ByStage[stage], whole.StageMS[stage])
	}
	fmt.Fprintf(&b, "paraphrases by the %s; read right: intent %.3f, with columns %.3f\n", r.Model, r.Intent, r.Columns)
	for _, x := range r.Wrong {
		fmt.Fprintf(&b, "  %-5s %s: read as %s of [%s] by %q\n", x.ID, x.Q, x.Got.Intent, strings.Join(x.Got.Columns, ", "), x.Got.By)
	}
	_, err := io.WriteString(w, plain(b.String()))
	return err
}
