package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

func taskCommands() []command {
	return []command{
		{
			name: "task list", about: "every decision a model can take here",
			setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
				asJSON := fs.Bool("json", false, "one JSON object a task")
				return func(_ context.Context, a *app, args []string) error {
					if err := noArgs(args); err != nil {
						return err
					}
					return listTasks(a, *asJSON)
				}
			},
		},
		{
			name: "task show", args: "NAME", about: "a task's prompt, schemas and limits",
			help: `To change a prompt, write it to a file NAME.md in a directory of yours and name that directory:

  maitre task show decide --prompt > prompts/decide.md
  maitre chat --prompts prompts`,
			setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
				asJSON := fs.Bool("json", false, "as one JSON object")
				only := fs.Bool("prompt", false, "the prompt alone, as it is")
				return func(_ context.Context, a *app, args []string) error {
					t, err := oneTask(args)
					if err != nil {
						return err
					}
					if *only {
						_, err := fmt.Fprint(a.Stdout, t.Info().Prompt)
						return err
					}
					return showTask(a, t, *asJSON)
				}
			},
		},
		{
			name: "task run", args: "NAME < in.jsonl > out.jsonl", about: "put a task to every line of a file",
			help: `Each line {"id":…,"in":{…}} gives {"id":…,"out":…,"by":…,"ms":…,"usage":…}, or {"id":…,"error":…}.
Unknown fields are ignored, null and absent are the zero value, and a bad line does not stop the run.`,
			setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
				return func(ctx context.Context, a *app, args []string) error {
					t, err := oneTask(args)
					if err != nil {
						return err
					}
					return runTask(ctx, a, t)
				}
			},
		},
	}
}

func oneTask(args []string) (task.Any, error) {
	if len(args) != 1 {
		return nil, &usageError{"name one task", `"maitre task list" shows them`}
	}
	t, err := task.Find(maitre.Tasks(), args[0])
	if err == nil {
		return t, nil
	}
	var names []string
	for _, t := range maitre.Tasks() {
		names = append(names, t.Info().Name)
	}
	hint := `"maitre task list" shows them`
	if near := lang.Nearest(args[0], names); near != "" {
		hint = "did you mean " + near + "?"
	}
	return nil, &usageError{err.Error(), hint}
}

func listTasks(a *app, asJSON bool) error {
	tw := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	for _, t := range maitre.Tasks() {
		info := t.Info()
		if asJSON {
			if err := writeJSON(a.Stdout, struct {
				Name  string `json:"name"`
				About string `json:"about"`
			}{info.Name, info.About}); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(tw, "%s\t%s\n", info.Name, info.About)
	}
	return tw.Flush()
}

func showTask(a *app, t task.Any, asJSON bool) error {
	info := t.Info()
	in, out := t.Schemas()
	if asJSON {
		return writeJSON(a.Stdout, struct {
			Name        string          `json:"name"`
			About       string          `json:"about"`
			Temperature float64         `json:"temperature"`
			TopP        float64         `json:"top_p,omitempty"`
			MaxTokens   int             `json:"max_tokens"`
			Timeout     float64         `json:"timeout_s"`
			WebSearch   bool            `json:"web_search"`
			In          json.RawMessage `json:"in"`
			Out         json.RawMessage `json:"out"`
			Prompt      string          `json:"prompt"`
		}{info.Name, info.About, info.Params.Temperature, info.Params.TopP, info.Params.MaxTokens, info.Params.Timeout.Seconds(), info.Params.WebSearch, in, out, info.Prompt})
	}
	_, err := fmt.Fprintf(a.Stdout, "%s: %s\n\ntemperature %v, at most %d tokens and %v\nin   %s\nout  %s\n\n%s\n",
		info.Name, info.About, info.Params.Temperature, info.Params.MaxTokens, info.Params.Timeout, in, out, strings.TrimSpace(info.Prompt))
	return err
}

type runIn struct {
	In json.RawMessage `json:"in"`
}

type runOut struct {
	Out   json.RawMessage `json:"out"`
	By    string          `json:"by"`
	Why   string          `json:"why,omitempty"`
	MS    float64         `json:"ms"`
	Usage llm.Usage       `json:"usage"`
	Cost  *float64        `json:"cost_usd"` // null: unknown
}

func runTask(ctx context.Context, a *app, t task.Any) error {
	runner, err := a.runner(ctx, "")
	if err != nil {
		return err
	}
	if isTerminal(a.Stdin) {
		fmt.Fprintln(a.Stderr, `(reading lines {"id":…,"in":{…}} from the terminal; Ctrl-D ends)`)
	}
	p := a.progress("lines")
	fellBack, why := 0, ""
	count, err := jsonl.Run(ctx, a.input(ctx), a.Stdout, func(ctx context.Context, line runIn) (runOut, error) {
		if line.In == nil {
			return runOut{}, errors.New(`there is no "in"`)
		}
		res, err := t.DoJSON(ctx, runner, line.In)
		if res.Why != "" {
			fellBack, why = fellBack+1, res.Why
		}
		return runOut{res.Out, res.By, res.Why, float64(res.Elapsed) / float64(time.Millisecond), res.Usage, dollars(res.Cost)}, err
	}, func(c jsonl.Count) { p.at(c.Lines, 0) })
	p.end()
	if fellBack > 0 {
		fmt.Fprintf(a.Stderr, "maitre: on %d of %d lines another decided than the first model, the last because: %s\n", fellBack, count.Lines, plain(why))
	}
	return a.answered(count, err)
}
