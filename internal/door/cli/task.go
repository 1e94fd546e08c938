package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

func taskListCommand(_ context.Context, a *app, _ []string) error {
	var all []listedTask
	for _, t := range maitre.Tasks() {
		all = append(all, listedTask{t.Info().Name, t.Info().About})
	}
	return showEach(a, all, func(w io.Writer, t listedTask) { fmt.Fprintf(w, "%s\t%s\n", t.Name, t.About) })
}

func taskShowCommand(_ context.Context, a *app, args []string) error {
	t, err := oneTask(args)
	if err != nil {
		return err
	}
	info := t.Info()
	if a.is("prompt") {
		_, err := fmt.Fprint(a.Stdout, info.Prompt)
		return err
	}
	in, out := t.Schemas()
	p := info.Params
	return a.show(shownTask{listedTask{info.Name, info.About}, p.Temperature, p.TopP, p.MaxTokens, p.Timeout.Seconds(), p.WebSearch, in, out, info.Prompt}, func(w io.Writer) {
		fmt.Fprintf(w, "%s: %s\n\ntemperature %v, at most %d tokens and %v\nin   %s\nout  %s\n\n%s\n",
			info.Name, info.About, p.Temperature, p.MaxTokens, p.Timeout, in, out, strings.TrimSpace(info.Prompt))
	})
}

func oneTask(args []string) (task.Any, error) {
	if len(args) != 1 {
		return nil, &usageError{whichTask, ""}
	}
	t, err := task.Find(maitre.Tasks(), args[0])
	if err == nil {
		return t, nil
	}
	if slices.Contains(maitre.GoneTasks(), args[0]) {
		return nil, &usageError{fmt.Sprintf("the task %q is gone: what it decided is decided elsewhere", args[0]), `"maitre task list" shows those there are`}
	}
	var names []string
	for _, t := range maitre.Tasks() {
		names = append(names, t.Info().Name)
	}
	return nil, &usageError{err.Error(), didYouMean(args[0], names, "", "", `"maitre task list" shows them`)}
}

// listedTask is a task as "task list --json" writes it.
type listedTask struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// shownTask is a task as "task show --json" writes it.
type shownTask struct {
	listedTask
	Temperature float64         `json:"temperature"`
	TopP        float64         `json:"top_p,omitempty"`
	MaxTokens   int             `json:"max_tokens"`
	Timeout     float64         `json:"timeout_s"`
	WebSearch   bool            `json:"web_search"`
	In          json.RawMessage `json:"in"`
	Out         json.RawMessage `json:"out"`
	Prompt      string          `json:"prompt"`
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

func taskRunCommand(ctx context.Context, a *app, args []string) error {
	t, err := oneTask(args)
	if err != nil {
		return err
	}
	runner, err := a.runner(ctx, "")
	if err != nil {
		return err
	}
	var takes struct{ Properties map[string]any }
	schema, _ := t.Schemas()
	_ = json.Unmarshal(schema, &takes) // ours
	lines, fellBack, why := 0, 0, ""
	err = answerLines(ctx, a, `{"id":…,"in":{…}}`, func(ctx context.Context, line runIn) (runOut, error) {
		lines++
		if line.In == nil {
			return runOut{}, errors.New(`there is no "in"`)
		}
		var given map[string]any
		_ = json.Unmarshal(line.In, &given) // DoJSON says what is wrong
		for _, name := range slices.Sorted(maps.Keys(given)) {
			if takes.Properties[name] == nil {
				return runOut{}, fmt.Errorf("%s takes no %q; it takes %s", t.Info().Name, name, strings.Join(slices.Sorted(maps.Keys(takes.Properties)), ", "))
			}
		}
		res, err := t.DoJSON(ctx, runner, line.In)
		if res.Why != "" {
			fellBack, why = fellBack+1, res.Why
		}
		return runOut{res.Out, res.By, res.Why, float64(res.Elapsed) / float64(time.Millisecond), res.Usage, dollars(res.Cost)}, err
	})
	if fellBack > 0 {
		fmt.Fprintf(a.Stderr, "maitre: on %d of %d lines another decided than the first model, the last because: %s\n", fellBack, lines, plain(why))
	}
	return err
}
