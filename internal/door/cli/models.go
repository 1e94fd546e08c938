package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/anthropic"
	"github.com/maitre-dev/maitre/llm/gemini"
	"github.com/maitre-dev/maitre/llm/openai"
	"github.com/maitre-dev/maitre/task"
)

func (a *app) budget() *llm.Budget {
	return &llm.Budget{Turn: a.config.Budget.Turn, Day: a.config.Budget.Day, Ledger: a.db}
}

// rest is how long a model that could not be reached is left alone.
const rest = 30 * time.Second

// runnerWith makes a runner of tasks whose models retry, time out and keep to the budget.
func (a *app) runnerWith(models []config.Model, budget *llm.Budget) (*task.Runner, error) {
	prompts, err := a.prompts()
	if err != nil {
		return nil, err
	}
	r := &task.Runner{Prompts: prompts, Timeout: a.config.Timeout}
	for _, name := range models {
		if name.IsRule() {
			break
		}
		m, price, err := a.openModel(name)
		if err != nil {
			return nil, err
		}
		r.Models = append(r.Models, llm.Wrap(m,
			llm.Rest(rest),
			llm.Retry(a.config.Retries, 500*time.Millisecond),
			llm.Observe(name.String(), a.logCall),
			budget.Middleware(name.String(), price), // each try may be billed
			llm.Timeout(0, a.config.Silence),
		))
	}
	return r, nil
}

func (a *app) prompts() (task.Prompts, error) {
	if a.config.Prompts == "" {
		return nil, nil
	}
	p, err := task.LoadPrompts(os.DirFS(a.config.Prompts), maitre.Tasks(), maitre.GoneTasks()...)
	if err != nil {
		return nil, wrong("", "prompts %s: %v", a.config.Prompts, err)
	}
	a.gone.Do(func() {
		if files := a.gonePrompts(); len(files) > 0 {
			a.log.Warn("prompt files are not read: their tasks are gone", "dir", a.config.Prompts, "files", strings.Join(files, ", "))
		}
	})
	return p, nil
}

// gonePrompts returns the prompt files whose tasks earlier versions had.
func (a *app) gonePrompts() []string {
	return task.GonePrompts(os.DirFS(a.config.Prompts), maitre.Tasks(), maitre.GoneTasks()...)
}

// logCall logs the time, the usage and the kind of failure of a call, and no text of
// it: a provider's error may quote the guest.
func (a *app) logCall(ctx context.Context, c llm.Call) {
	if c.Err == nil {
		a.log.InfoContext(ctx, "model call", "task", c.Label, "model", c.Model, "ms", c.Elapsed.Milliseconds(), "first_ms", c.First.Milliseconds(),
			"input", c.Usage.Input, "output", c.Usage.Output)
		return
	}
	if errors.Is(c.Err, llm.ErrOverBudget) { // it was not made, and nobody failed
		a.log.WarnContext(ctx, "model not asked: over budget", "task", c.Label, "model", c.Model, "why", c.Err.Error())
		return
	}
	status := 0
	if e, ok := errors.AsType[*llm.Error](c.Err); ok {
		status = e.Status
	}
	a.log.WarnContext(ctx, "model call failed", "task", c.Label, "model", c.Model, "ms", c.Elapsed.Milliseconds(), "kind", llm.KindOf(c.Err).String(), "status", status)
}

// warnOfModels logs which models cannot be asked, for guests are not told: a key that is
// refused, a cap without a price.
func (a *app) warnOfModels(ctx context.Context) {
	d := &doctor{app: a, say: func(f finding) {
		if f.State == problem && ctx.Err() == nil {
			a.log.WarnContext(ctx, "a model cannot be asked", "why", f.Says, "mend", f.Fix)
		}
	}}
	d.lookAtBudget()
	d.lookAtModels(ctx)
}

// provider makes the adapter of a model, or says what it lacks.
func provider(c *config.Config, m config.Model) (checker, error) {
	p := c.Provider(m.Provider)
	key, base := p.Key.Reveal(), p.BaseURL.Reveal()
	own := m.Provider == "openai" && base != "" // a server of one's own may want no key
	if key == "" && !own && config.KeyVariable(m.Provider) != "" {
		return nil, wrong(keyOf(m.Provider), "model %v needs a key", m)
	}
	switch m.Provider {
	case "gemini":
		return gemini.New(m.Name, key, gemini.Options{BaseURL: base}), nil
	case "anthropic":
		return anthropic.New(m.Name, key, anthropic.Options{BaseURL: base}), nil
	case "openai":
		return openai.New(m.Name, key, openai.Options{BaseURL: base}), nil
	case "groq", "ollama":
		return openai.New(m.Name, key, openai.Options{Provider: m.Provider, BaseURL: base}), nil
	}
	return nil, fmt.Errorf("model %v: nothing makes models of the provider %s", m, m.Provider) // never another's key
}

// checker is a model that can say, at no cost, whether it could be asked.
type checker interface {
	llm.Model
	Check(context.Context) error
}

// openModel makes a model ready to be wrapped, and its price, nil when unknown.
func (a *app) openModel(m config.Model) (llm.Model, *llm.Price, error) {
	if m.Provider == "replay" {
		x, err := a.readRecording(m.Name)
		if err != nil {
			return nil, nil, err
		}
		return llm.Replay(x), &llm.Price{}, nil // nobody is paid
	}
	model, err := provider(a.config, m)
	if err != nil {
		return nil, nil, err
	}
	recorded := llm.Wrap(model, llm.Logged(m.String()))
	if a.config.Record == "" {
		return recorded, a.config.Price(m), nil
	}
	file, err := openRecord(a.config.Record)
	if err != nil {
		return nil, nil, err
	}
	a.later(file.Close)
	save := func(_ context.Context, x llm.Exchange) {
		if err := json.NewEncoder(file).Encode(x); err != nil { // in one write, whoever else writes
			a.log.Error("recording", "err", err)
		}
	}
	return llm.Wrap(recorded, llm.Record(m.String(), save)), a.config.Price(m), nil
}

// openRecord opens the file that exchanges are appended to, one a line.
func openRecord(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	return f, nil
}

func (a *app) readRecording(path string) ([]llm.Exchange, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, wrong("--record FILE makes one", "reading the recording: %v", err)
	}
	var all []llm.Exchange
	for line := range jsonl.Lines(bytes.NewReader(text)) {
		var x llm.Exchange
		if err := line.Decode(&x); err != nil { // a crash may have cut the last line
			a.log.Warn("a line of the recording is left out", "file", path, "line", line.Number, "err", err)
			continue
		}
		all = append(all, x)
	}
	if len(all) == 0 {
		return nil, wrong("--record FILE makes one", "%q is no recording", path)
	}
	return all, nil
}
