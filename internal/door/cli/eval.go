package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/operate/eval"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/task"
)

// evalCommand scores a task, or one of three things that have sets of their own.
func evalCommand(ctx context.Context, a *app, args []string) error {
	own := map[string]action{"read": evalReader, "retrieve": evalRetrieval, "refine": evalRefining}
	if len(args) == 1 && own[args[0]] != nil {
		return own[args[0]](ctx, a, nil)
	}
	t, err := oneTask(args)
	if err != nil {
		return err
	}
	return a.evalTask(ctx, t)
}

// labelled reads the file of --set.
func (a *app) labelled() (io.Reader, error) {
	if a.text("set") == "" {
		return nil, &usageError{"there is no set to score on", "--set FILE"}
	}
	text, err := os.ReadFile(a.text("set"))
	if err != nil {
		return nil, fmt.Errorf("reading the set: %w", err)
	}
	return bytes.NewReader(text), nil
}

func (a *app) evalTask(ctx context.Context, t task.Any) error {
	f, err := a.labelled()
	if err != nil {
		return err
	}
	sides, err := a.sides(ctx, a.texts("model"))
	if err != nil {
		return err
	}
	cases, bad, err := eval.Load(f)
	if err != nil {
		return err
	}
	if len(cases) == 0 {
		return fmt.Errorf("%s has no usable line (%d bad ones)", a.text("set"), len(bad))
	}
	p := a.progress("lines")
	report, err := eval.Run(ctx, t, cases, sides, func(done int) { p.at(done, len(cases)) })
	p.end()
	report.Set, report.Bad = filepath.Base(a.text("set")), append(report.Bad, bad...)
	if err == nil && len(report.Bad) == len(cases)+len(bad) {
		err = fmt.Errorf("%s has no usable line", a.text("set"))
	}
	return errors.Join(err, a.show(report, func(w io.Writer) { _ = report.WriteText(w) }))
}

// sides makes a runner for each model; without any, for the rule and for what
// is configured.
func (a *app) sides(ctx context.Context, models []string) ([]eval.Model, error) {
	if len(models) == 0 {
		models = []string{"rule"}
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

// evalReader scores the reader on labelled messages.
func evalReader(_ context.Context, a *app, _ []string) error {
	f, err := a.labelled()
	if err != nil {
		return err
	}
	lines, err := understand.Lines(f)
	if err != nil {
		return fmt.Errorf("%s: %w", a.text("set"), err)
	}
	if len(lines) == 0 {
		return fmt.Errorf("%s has no lines", a.text("set"))
	}
	for i, l := range lines {
		if l.Text == "" { // a line of another task
			return fmt.Errorf(`%s, line %d: there is no "text"`, a.text("set"), i+1)
		}
	}
	score := understand.Rate(lines, func(l *understand.Labelled) understand.Reading { return understand.Read(l.Text, l.Before()) })
	return a.tell(score.Shares(), "%v", score)
}

// evalRetrieval scores searching, with and without each stage.
func evalRetrieval(ctx context.Context, a *app, _ []string) error {
	f, err := a.labelled()
	if err != nil {
		return err
	}
	labelled, err := eval.LoadRanking(f)
	if err != nil {
		return err
	}
	report, err := a.rank(ctx, labelled)
	if err != nil {
		return err
	}
	return a.show(report, func(w io.Writer) {
		writeRanking(w, fmt.Sprintf("%d items, %d queries", len(labelled.Items), len(labelled.Queries)), report)
	})
}

// rank searches with the refiner and the embedder of the settings.
func (a *app) rank(ctx context.Context, labelled *eval.Ranking) (*eval.RankingReport, error) {
	r, err := a.refiner()
	if err != nil {
		return nil, err
	}
	by, err := a.embedder(ctx)
	if err != nil {
		return nil, err
	}
	if r.Tasks, err = a.runner(ctx, strings.Join(a.texts("model"), ",")); err != nil {
		return nil, err
	}
	p := a.progress("searches")
	defer p.end()
	return eval.Rank(ctx, labelled, by, r, p.at)
}

func writeRanking(w io.Writer, what string, r *eval.RankingReport) {
	fmt.Fprintf(w, "%-44s %9s %9s %9s %9s %9s\n", what, "recall@5", "recall@25", "nDCG@5", "MRR", "median ms")
	for _, v := range append([]eval.Variant{{Name: "the whole pipeline", Quality: r.Quality}}, r.Variants...) {
		fmt.Fprintf(w, "%-44s %9.3f %9.3f %9.3f %9.3f %9.2f\n", v.Name, v.Recall5, v.Recall25, v.NDCG5, v.MRR, v.MedianMS)
	}
}

// evalRefining scores the refining cascade on questions about data: all of them, and those that are put
// in each of the ways of document 002's table.
func evalRefining(ctx context.Context, a *app, _ []string) error {
	set, err := a.questions()
	if err != nil {
		return err
	}
	scores := struct {
		Questions int                            `json:"questions"`
		Kinds     map[string]*eval.RankingReport `json:"kinds"`
	}{len(set), map[string]*eval.RankingReport{}}
	kinds := []string{"exact", "synonym", "structure", "technical", "all"}
	for _, kind := range kinds {
		some := slices.DeleteFunc(slices.Clone(set), func(l data.Labelled) bool { return kind != "all" && l.Kind != kind })
		if len(some) == 0 {
			continue
		}
		raw, err := data.Ranking(ctx, some)
		if err != nil {
			return err
		}
		labelled, err := eval.LoadRanking(bytes.NewReader(raw))
		if err != nil {
			return err
		}
		if scores.Kinds[kind], err = a.rank(ctx, labelled); err != nil {
			return err
		}
	}
	return a.show(scores, func(w io.Writer) {
		for _, kind := range kinds {
			if r := scores.Kinds[kind]; r != nil {
				writeRanking(w, fmt.Sprintf("%s, %d questions", kind, len(r.Results)), r)
			}
		}
	})
}

// questions returns the labelled questions of the file, or of our own set.
func (a *app) questions() ([]data.Labelled, error) {
	set, unseen := a.text("set"), a.is("unseen")
	switch {
	case set != "" && unseen:
		return nil, &usageError{"--set and --unseen are two different sets", ""}
	case unseen:
		return data.Unseen()
	case set == "":
		return data.Seen()
	}
	f, err := a.labelled()
	if err != nil {
		return nil, err
	}
	return data.ReadLabelled(f)
}

func learnCommand(ctx context.Context, a *app, args []string) error {
	if a.is("reset") {
		if err := learn.Reset(ctx, a.db); err != nil {
			return err
		}
		return a.wrote(ctx, "learn --reset", "", "")
	}
	own, err := ownLines(args)
	if err != nil {
		return err
	}
	if a.is("from-model") {
		if !a.is("guests-agree") {
			return &usageError{"conversations are guests' words", "--guests-agree, if your house may learn from them"}
		}
		var events []event.Event
		if err := a.eachEvent(ctx, func(e event.Event) { events = append(events, e) }); err != nil {
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
	worse := r.Fails()
	install := worse == "" || a.is("even-if-worse") && r.Lost == 0
	err = a.show(map[string]any{"lines": r.Lines, "old": r.Old.Shares(), "new": r.New.Shares(), "own_old": r.Own[0].Shares(), "own_new": r.Own[1].Shares(), "installed": install}, func(w io.Writer) {
		fmt.Fprintf(w, "strangers, before: %v\nstrangers, now:    %v\n", r.Old, r.New)
		if r.Own[0].Lines > 0 {
			fmt.Fprintf(w, "yours, before:     %v\nyours, now:        %v\n", r.Own[0], r.Own[1])
		}
	})
	if err != nil {
		return err
	}
	if !install {
		return fmt.Errorf("not installed, for it is worse: %s", worse)
	}
	if err := learn.Install(ctx, a.db, r.Weights, own, time.Now()); err != nil {
		return err
	}
	return a.wrote(ctx, "learn", "", strconv.Itoa(r.Lines))
}

func ownLines(files []string) (own []learn.Line, err error) {
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading labelled messages: %w", err)
		}
		lines, err := understand.Lines(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, l := range lines {
			own = append(own, learn.Line{Labelled: l})
		}
	}
	return own, nil
}
