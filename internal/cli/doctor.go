package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/internal/config"
)

// finding is one thing the doctor looked at.
type finding struct {
	What  string `json:"what"`
	State state  `json:"state"`
	Says  string `json:"says"`
	Fix   string `json:"fix,omitempty"`
}

type state string

const (
	fine    state = "ok"
	notice  state = "note" // works, and worth knowing
	problem state = "problem"
)

func doctorCommand() command {
	return command{
		name: "doctor", about: "what is configured, reachable or missing, and how to mend it",
		help: "It asks providers only whether they know the key and the model, which costs nothing. Exit code 1 when there is a problem.",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "one JSON object a finding")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if err := a.load(); err != nil {
					return err
				}
				problems := 0
				for _, look := range []func(context.Context) []finding{a.lookAtProgram, a.lookAtStore, a.lookAtPrompts, a.lookAtModels, a.lookAtBudget, a.lookAtKeys} {
					for _, f := range look(ctx) {
						if f.State == problem {
							problems++
						}
						if err := writeFinding(a, f, *asJSON); err != nil {
							return err
						}
					}
				}
				if problems > 0 {
					return fmt.Errorf("%d found wrong", problems)
				}
				return nil
			}
		},
	}
}

func writeFinding(a *app, f finding, asJSON bool) error {
	if asJSON {
		return writeJSON(a.Stdout, f)
	}
	mark := map[state]string{fine: "ok  ", notice: "note", problem: "BAD "}[f.State]
	_, err := fmt.Fprintf(a.Stdout, "%s  %-9s %s\n", mark, f.What, oneLine(f.Says))
	if f.Fix != "" && err == nil {
		_, err = fmt.Fprintf(a.Stdout, "%16s→ %s\n", "", f.Fix)
	}
	return err
}

func (a *app) lookAtProgram(context.Context) []finding {
	b := thisBuild()
	file := "no settings file (maitre.toml), which is fine"
	if a.config.File != "" {
		file = "settings from " + a.config.File
	}
	all := []finding{
		{"program", fine, fmt.Sprintf("maitre %s, %s, %s", b.Version, b.Go, b.Platform), ""},
		{"settings", fine, file, ""},
	}
	for _, v := range a.config.Unknown {
		f := finding{"settings", notice, v.Name + " is set and names no setting", `"maitre help settings" lists them`}
		if v.Nearest != "" {
			f.Fix = "did you mean " + v.Nearest + "?"
		}
		all = append(all, f)
	}
	return all
}

func (a *app) lookAtStore(ctx context.Context) []finding {
	if _, err := a.store(ctx); err != nil {
		return []finding{{"database", problem, err.Error(), "--db names another file"}}
	}
	return []finding{{"database", fine, fmt.Sprintf("%v can be read and written", a.config.DB), ""}}
}

func (a *app) lookAtPrompts(context.Context) []finding {
	if a.config.Prompts == "" {
		return []finding{{"prompts", fine, "the program's own", ""}}
	}
	p, err := a.prompts()
	if err != nil {
		return []finding{{"prompts", problem, err.Error(), `"maitre task show NAME --prompt" prints the original`}}
	}
	return []finding{{"prompts", fine, fmt.Sprintf("%d of %d changed in %s", len(p), len(maitre.Tasks()), a.config.Prompts), ""}}
}

// doctorWaits is how long a provider may take to say whether it is there.
const doctorWaits = 8 * time.Second

func (a *app) lookAtModels(ctx context.Context) []finding {
	if a.config.Models[0].IsRule() {
		return []finding{{"model", fine, "none: rules decide, and nothing is spent", ""}}
	}
	var all []finding
	for _, m := range a.config.Models {
		all = append(all, a.lookAtModel(ctx, m))
	}
	return all
}

func (a *app) lookAtModel(ctx context.Context, m config.Model) finding {
	if m.Provider == "replay" {
		x, err := readRecording(m.Name)
		if err != nil {
			return finding{"model", problem, err.Error(), ""}
		}
		return finding{"model", fine, fmt.Sprintf("%v has %d exchanges", m, len(x)), ""}
	}
	model, err := provider(a.config, m)
	if u, ok := errors.AsType[*usageError](err); ok {
		return finding{"model", problem, u.text, u.hint}
	}
	ctx, cancel := context.WithTimeout(ctx, doctorWaits)
	defer cancel()
	switch err := model.Check(ctx); {
	case errors.Is(err, context.DeadlineExceeded):
		return finding{"model", problem, fmt.Sprintf("%v did not answer within %v", m, doctorWaits), "is the base URL right, and the network there?"}
	case err != nil:
		return finding{"model", problem, fmt.Sprintf("%v: %v", m, err), "until it works the rules decide"}
	}
	return finding{"model", fine, fmt.Sprintf("%v is reachable and knows the key", m), ""}
}

func (a *app) lookAtBudget(context.Context) []finding {
	b := a.config.Budget
	var all []finding
	for _, m := range a.config.Models {
		if m.IsRule() || m.Provider == "replay" || a.config.Price(m) != nil {
			continue
		}
		f := finding{"budget", notice, fmt.Sprintf("%v has no price, so its cost is unknown", m), fmt.Sprintf("add [price.%q] with input and output to maitre.toml", m.Name)}
		if b.Turn > 0 || b.Day > 0 {
			f.State, f.Says = problem, fmt.Sprintf("%v has no price, so a cap refuses it", m)
		}
		all = append(all, f)
	}
	limit := func(u fmt.Stringer, zero bool) string {
		if zero {
			return "no cap"
		}
		return u.String()
	}
	return append(all, finding{"budget", fine, fmt.Sprintf("%s a turn, %s a day", limit(b.Turn, b.Turn == 0), limit(b.Day, b.Day == 0)), ""})
}

// lookAtKeys points out keys that no configured model uses.
func (a *app) lookAtKeys(context.Context) []finding {
	used := map[string]bool{}
	for _, m := range a.config.Models {
		used[m.Provider] = true
	}
	var all []finding
	for _, p := range []struct {
		name string
		key  config.Secret
	}{{"gemini", a.config.Gemini.Key}, {"openai", a.config.OpenAI.Key}, {"groq", a.config.Groq.Key}, {"anthropic", a.config.Anthropic.Key}} {
		if p.key != "" && !used[p.name] {
			all = append(all, finding{"keys", notice, "there is a key for " + p.name + " that no model uses", "MAITRE_MODEL=" + p.name + ":MODEL uses it"})
		}
	}
	return all
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
