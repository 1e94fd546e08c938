package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/operate/eval"
)

// names collects a flag that may be given several times.
type names []string

func (n *names) String() string { return strings.Join(*n, " ") }

func (n *names) Set(s string) error {
	*n = append(*n, s)
	return nil
}

func evalCommand() command {
	return command{
		name: "eval", args: "TASK --set FILE", about: "score a task on labelled lines, models side by side",
		help: `FILE has one {"id":…,"in":{…},"want":{…}} a line. Of want only the fields it names are compared;
for a task that answers in words want is the text, or {"has":[…],"lacks":[…]}: phrases it must and must not hold.

  maitre eval menu.rerank --set set.jsonl --model rule --model gemini:gemini-2.5-flash`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			set := fs.String("set", "", "`FILE` of labelled lines")
			asJSON := fs.Bool("json", false, "the whole report as one JSON object")
			var models names
			fs.Var(&models, "model", "`MODEL` to score, as in the setting; may be given several times (default: rule, and the configured model)")
			return func(ctx context.Context, a *app, args []string) error {
				t, err := oneTask(args)
				if err != nil {
					return err
				}
				if *set == "" {
					return &usageError{"there is no set to score on", "--set FILE"}
				}
				sides, err := a.sides(ctx, models)
				if err != nil {
					return err
				}
				f, err := os.Open(*set)
				if err != nil {
					return fmt.Errorf("reading the set: %w", err)
				}
				defer f.Close()
				cases, bad, err := eval.Load(f)
				if err != nil {
					return err
				}
				if len(cases) == 0 {
					return fmt.Errorf("%s has no usable line (%d bad ones)", *set, len(bad))
				}
				p := a.progress("lines")
				report, err := eval.Run(ctx, t, cases, sides, func(done int) { p.at(done, len(cases)) })
				p.end()
				report.Set, report.Bad = filepath.Base(*set), append(report.Bad, bad...)
				if *asJSON {
					return errors.Join(err, writeJSON(a.Stdout, report))
				}
				var text strings.Builder
				_ = report.WriteText(&text)
				_, werr := io.WriteString(a.Stdout, plain(text.String())) // models wrote some of it
				return errors.Join(err, werr)
			}
		},
	}
}

// sides makes a runner for each model; without any, for the rule and for what
// is configured.
func (a *app) sides(ctx context.Context, models names) ([]eval.Model, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	if len(models) == 0 {
		models = names{"rule"}
		if !a.config.Models[0].IsRule() {
			models = append(models, modelList(a.config.Models))
		}
	}
	var sides []eval.Model
	for _, spec := range models {
		r, err := a.runner(ctx, spec)
		if err != nil {
			return nil, err
		}
		sides = append(sides, eval.Model{Name: spec, Runner: r})
	}
	return sides, nil
}

func modelList(models []config.Model) string {
	var all []string
	for _, m := range models {
		all = append(all, m.String())
	}
	return strings.Join(all, ",")
}
