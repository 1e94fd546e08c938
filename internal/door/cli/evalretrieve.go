package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/maitre-dev/maitre/internal/operate/eval"
)

func evalRetrieveCommand() command {
	return command{
		name: "eval retrieve", args: "--set FILE", about: "score searching on a labelled set, with and without each stage",
		help: `FILE is {"items":[{"id","name","desc"}],"queries":[{"q","rel":{"id":2}}]}: grade 2 is what was asked, 1 what is close.
recall@5 counts items of grade 2.

  maitre eval retrieve --set set.json`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			set := fs.String("set", "", "`FILE` with the labelled set")
			asJSON := fs.Bool("json", false, "the whole report as one JSON object")
			flags := addCascade(fs)
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if *set == "" {
					return &usageError{"there is no set to score on", "--set FILE"}
				}
				r, err := flags.refiner()
				if err != nil {
					return err
				}
				f, err := os.Open(*set)
				if err != nil {
					return fmt.Errorf("reading the set: %w", err)
				}
				defer f.Close()
				labelled, err := eval.LoadRanking(f)
				if err != nil {
					return err
				}
				e, err := a.embedder(ctx)
				if err != nil {
					return err
				}
				if r.Tasks, err = a.runner(ctx, ""); err != nil {
					return err
				}
				p := a.progress("searches")
				report, err := eval.Rank(ctx, labelled, e, r, p.at)
				p.end()
				if err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, report)
				}
				var b strings.Builder
				fmt.Fprintf(&b, "%-44s %9s %9s %9s %9s %9s\n", fmt.Sprintf("%d items, %d queries", len(labelled.Items), len(labelled.Queries)),
					"recall@5", "recall@25", "nDCG@5", "MRR", "median ms")
				for _, v := range append([]eval.Variant{{Name: "the whole pipeline", Quality: report.Quality}}, report.Variants...) {
					fmt.Fprintf(&b, "%-44s %9.3f %9.3f %9.3f %9.3f %9.2f\n", v.Name, v.Recall5, v.Recall25, v.NDCG5, v.MRR, v.MedianMS)
				}
				_, err = io.WriteString(a.Stdout, b.String())
				return err
			}
		},
	}
}
