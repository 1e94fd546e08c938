package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/operate/eval"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

type evaluateIn struct {
	refining
	Set    string
	Unseen bool
	Model  []string
	Task   string
}

// evaluate scores a task, or one of three things that have sets of their own.
func evaluate(ctx context.Context, a *app, in evaluateIn) (any, error) {
	own := map[string]func(context.Context, *app) (any, error){"read": in.reader, "retrieve": in.retrieval, "refine": in.cascade}
	if score := own[in.Task]; score != nil {
		a.name = "eval " + in.Task
		return score(ctx, a)
	}
	t, err := oneTask(in.Task)
	if err != nil {
		return nil, err
	}
	return in.task(ctx, a, t)
}

// labelled reads the file of --set.
func labelled[T any](set string, read func(io.Reader) (T, error)) (all T, err error) {
	if set == "" {
		return all, wrong("--set FILE", "there is no set to score on")
	}
	text, err := os.ReadFile(set)
	if err != nil {
		return all, fmt.Errorf("reading the set: %w", err)
	}
	all, err = read(bytes.NewReader(text))
	if err != nil {
		err = fmt.Errorf("%s: %w", set, err)
	}
	return all, err
}

func (in evaluateIn) task(ctx context.Context, a *app, t task.Any) (any, error) {
	set, err := labelled(in.Set, eval.Load)
	if err != nil {
		return nil, err
	}
	sides, err := in.sides(ctx, a)
	if err != nil {
		return nil, err
	}
	p := a.progress("lines")
	defer p.end()
	report, err := eval.Run(ctx, t, set.Cases, sides, func(done int) { p.at(done, len(set.Cases)) })
	report.Set, report.Bad = filepath.Base(in.Set), append(report.Bad, set.Bad...)
	if err == nil && report.Lines == 0 {
		err = fmt.Errorf("%s has no usable line (%d bad ones)", in.Set, len(report.Bad))
	}
	return report, err
}

// sides makes a runner for each model; without any, for the rule and for what
// is configured.
func (in evaluateIn) sides(ctx context.Context, a *app) (sides []eval.Model, err error) {
	models := in.Model
	if len(models) == 0 {
		models = []string{"rule"}
		if !a.config.Models[0].IsRule() {
			models = append(models, a.modelList())
		}
	}
	for _, spec := range models {
		r, err := a.runner(ctx, spec)
		if err != nil {
			return nil, err
		}
		sides = append(sides, eval.Model{Name: spec, Runner: r})
	}
	return sides, nil
}

// modelList are the configured models as they are written in the setting.
func (a *app) modelList() string {
	var all []string
	for _, m := range a.config.Models {
		all = append(all, m.String())
	}
	return strings.Join(all, ",")
}

// reader scores the reader on labelled messages.
func (in evaluateIn) reader(_ context.Context, a *app) (any, error) {
	lines, err := labelled(in.Set, understand.Lines)
	if err == nil && len(lines) == 0 {
		err = fmt.Errorf("%s has no lines", in.Set)
	}
	if i := slices.IndexFunc(lines, func(l understand.Labelled) bool { return l.Text == "" }); i >= 0 { // a line of another task
		err = fmt.Errorf(`%s, line %d: there is no "text"`, in.Set, i+1)
	}
	if err != nil {
		return nil, err
	}
	score := understand.Rate(lines, func(l *understand.Labelled) understand.Reading { return understand.Read(l.Text, l.Before()) })
	if a.json {
		return score.Shares(), nil
	}
	return fmt.Sprint(score), nil
}

// retrieval scores searching, with and without each stage.
func (in evaluateIn) retrieval(ctx context.Context, a *app) (any, error) {
	set, err := labelled(in.Set, eval.LoadRanking)
	if err != nil {
		return nil, err
	}
	return in.rank(ctx, a, set)
}

// rank searches with the refiner and the embedder of the settings.
func (in evaluateIn) rank(ctx context.Context, a *app, set *eval.Ranking) (*eval.RankingReport, error) {
	by, err := a.embedder(ctx)
	if err != nil {
		return nil, err
	}
	r := in.refiner()
	if r.Tasks, err = a.runner(ctx, strings.Join(in.Model, ",")); err != nil {
		return nil, err
	}
	p := a.progress("searches")
	defer p.end()
	return eval.Rank(ctx, set, by, r, p.at)
}

type cascadeReport struct {
	Questions int                            `json:"questions"`
	Kinds     map[string]*eval.RankingReport `json:"kinds"`
	Order     []string                       `json:"-"` // of the kinds that there are
}

// cascade scores the refining cascade on questions about data: all of them, and those that are put
// in each of the ways of document 002's table.
func (in evaluateIn) cascade(ctx context.Context, a *app) (any, error) {
	set, err := in.questions()
	if err != nil {
		return nil, err
	}
	scores := cascadeReport{Questions: len(set), Kinds: map[string]*eval.RankingReport{}}
	for _, kind := range []string{"exact", "synonym", "structure", "technical", "all"} {
		some := slices.DeleteFunc(slices.Clone(set), func(l data.Labelled) bool { return kind != "all" && l.Kind != kind })
		if len(some) == 0 {
			continue
		}
		raw, err := data.Ranking(ctx, some)
		if err != nil {
			return nil, err
		}
		questions, err := eval.LoadRanking(bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		report, err := in.rank(ctx, a, questions)
		if err != nil {
			return nil, err
		}
		scores.Kinds[kind], scores.Order = report, append(scores.Order, kind)
	}
	return scores, nil
}

// questions returns the labelled questions of the file, or of our own set.
func (in evaluateIn) questions() ([]data.Labelled, error) {
	switch {
	case in.Set != "" && in.Unseen:
		return nil, wrong("", "--set and --unseen are two different sets")
	case in.Unseen:
		return data.Unseen()
	case in.Set == "":
		return data.Seen()
	}
	return labelled(in.Set, data.ReadLabelled)
}

type teachIn struct {
	FromModel, GuestsAgree, EvenIfWorse, Reset bool
	Files                                      []string
}

// taught are the scores of the reader, before and after, on messages of strangers and of one's own.
type taught struct {
	Installed bool               `json:"installed"`
	Lines     int                `json:"lines"`
	New       map[string]float64 `json:"new"`
	Old       map[string]float64 `json:"old"`
	OwnNew    map[string]float64 `json:"own_new"`
	OwnOld    map[string]float64 `json:"own_old"`
	Result    *learn.Result      `json:"-"`
}

func teach(ctx context.Context, a *app, in teachIn) (any, error) {
	if in.Reset {
		if err := learn.Reset(ctx, a.db); err != nil {
			return nil, err
		}
		return nil, a.wrote(ctx, "learn --reset", "", "")
	}
	own, err := in.lines(ctx, a)
	if err != nil {
		return nil, err
	}
	a.tell("learning from %d lines besides those shipped; this takes minutes", len(own))
	r, err := learn.Train(ctx, own)
	if err != nil {
		return nil, err
	}
	worse := r.Fails()
	scores := taught{worse == "" || in.EvenIfWorse && r.Lost == 0, r.Lines, r.New.Shares(), r.Old.Shares(), r.Own[1].Shares(), r.Own[0].Shares(), r}
	if !scores.Installed {
		return scores, fmt.Errorf("not installed, for it is worse: %s", worse)
	}
	if err := learn.Install(ctx, a.db, r.Weights, own, time.Now()); err != nil {
		return scores, err
	}
	return scores, a.wrote(ctx, "learn", "", strconv.Itoa(r.Lines))
}

// lines are what is learned from.
func (in teachIn) lines(ctx context.Context, a *app) (own []learn.Line, err error) {
	for _, name := range in.Files {
		lines, err := labelled(name, understand.Lines)
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			own = append(own, learn.Line{Labelled: l})
		}
	}
	if in.FromModel {
		if !in.GuestsAgree {
			return nil, wrong("--guests-agree, if your house may learn from them", "conversations are guests' words")
		}
		var events []event.Event
		if err := a.eachEvent(ctx, func(e event.Event) { events = append(events, e) }); err != nil {
			return nil, err
		}
		own = append(own, learn.FromModel(events)...)
	}
	if len(own) == 0 {
		return nil, wrong("name FILEs, or --from-model", "there is nothing to learn from")
	}
	return own, nil
}

// listedTask is a task as "task list --json" writes it.
type listedTask struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

func taskList(context.Context, *app, nothing) (any, error) {
	var all []listedTask
	for _, t := range maitre.Tasks() {
		all = append(all, listedTask{t.Info().Name, t.Info().About})
	}
	return all, nil
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

type taskShowIn struct {
	Prompt bool
	Task   string
}

func taskShow(_ context.Context, a *app, in taskShowIn) (any, error) {
	t, err := oneTask(in.Task)
	if err != nil {
		return nil, err
	}
	info := t.Info()
	if in.Prompt {
		_, err := fmt.Fprint(a.Stdout, info.Prompt)
		return nil, err
	}
	takes, gives := t.Schemas()
	p := info.Params
	return shownTask{listedTask{info.Name, info.About}, p.Temperature, p.TopP, p.MaxTokens, p.Timeout.Seconds(), p.WebSearch, takes, gives, info.Prompt}, nil
}

func oneTask(name string) (task.Any, error) {
	t, err := task.Find(maitre.Tasks(), name)
	if err == nil {
		return t, nil
	}
	const list = `"maitre task list" shows those there are`
	if slices.Contains(maitre.GoneTasks(), name) {
		return nil, wrong(list, "the task %q is gone: what it decided is decided elsewhere", name)
	}
	var names []string
	for _, t := range maitre.Tasks() {
		names = append(names, t.Info().Name)
	}
	return nil, wrong(didYouMean(name, names, "", "", list), "%v", err)
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

func taskRun(ctx context.Context, a *app, in struct{ Task string }) (any, error) {
	t, err := oneTask(in.Task)
	if err != nil {
		return nil, err
	}
	runner, err := a.runner(ctx, "")
	if err != nil {
		return nil, err
	}
	lines, fellBack, why := 0, 0, ""
	err = answerLines(ctx, a, `{"id":…,"in":{…}}`, func(ctx context.Context, line runIn) (runOut, error) {
		lines++
		if line.In == nil {
			return runOut{}, errors.New(`there is no "in"`)
		}
		if err := checkFields(t, line.In); err != nil {
			return runOut{}, err
		}
		res, err := t.DoJSON(ctx, runner, line.In)
		if res.Why != "" {
			fellBack, why = fellBack+1, res.Why
		}
		return runOut{res.Out, res.By, res.Why, float64(res.Elapsed) / float64(time.Millisecond), res.Usage, dollars(res.Cost)}, err
	})
	if fellBack > 0 {
		a.tell("maitre: on %d of %d lines another decided than the first model, the last because: %s", fellBack, lines, why)
	}
	return nil, err
}

// checkFields refuses a field that the task does not take.
func checkFields(t task.Any, in json.RawMessage) error {
	var takes struct{ Properties map[string]any }
	var given map[string]any
	schema, _ := t.Schemas()
	_ = errors.Join(json.Unmarshal(schema, &takes), json.Unmarshal(in, &given)) // DoJSON says what is wrong
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if takes.Properties[name] == nil {
			return fmt.Errorf("%s takes no %q; it takes %s", t.Info().Name, name, strings.Join(slices.Sorted(maps.Keys(takes.Properties)), ", "))
		}
	}
	return nil
}
