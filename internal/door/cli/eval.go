package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/operate/eval"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
)

// addTo adds a flag that may be given several times.
func addTo(all *[]string, fs *flag.FlagSet, name, usage string) {
	fs.Func(name, usage, func(s string) error {
		*all = append(*all, s)
		return nil
	})
}

// evaluation has the flags of eval.
type evaluation struct {
	set     string
	unseen  bool
	models  []string
	cascade *cascade
}

// evalCommand scores a task, or one of three things that have sets of their own.
func evalCommand(fs *flag.FlagSet) action {
	e := &evaluation{cascade: addCascade(fs)}
	fs.StringVar(&e.set, "set", "", "`FILE` of labelled lines")
	fs.BoolVar(&e.unseen, "unseen", false, "with refine: the half of our set that was kept aside")
	addTo(&e.models, fs, "model", "`MODEL` to score, as in the setting; may be given several times (default: rule, and the configured model)")
	return func(ctx context.Context, a *app, args []string) error {
		own := map[string]func(context.Context, *app) error{"read": e.reader, "retrieve": e.retrieval, "refine": e.refining}
		if len(args) == 1 && own[args[0]] != nil {
			return own[args[0]](ctx, a)
		}
		t, err := oneTask(args)
		if err != nil {
			return err
		}
		return e.task(ctx, a, t)
	}
}

// read reads the labelled lines.
func (e *evaluation) read() (io.Reader, error) {
	if e.set == "" {
		return nil, &usageError{"there is no set to score on", "--set FILE"}
	}
	text, err := os.ReadFile(e.set)
	if err != nil {
		return nil, fmt.Errorf("reading the set: %w", err)
	}
	return bytes.NewReader(text), nil
}

func (e *evaluation) task(ctx context.Context, a *app, t task.Any) error {
	f, err := e.read()
	if err != nil {
		return err
	}
	sides, err := a.sides(ctx, e.models)
	if err != nil {
		return err
	}
	cases, bad, err := eval.Load(f)
	if err != nil {
		return err
	}
	if len(cases) == 0 {
		return fmt.Errorf("%s has no usable line (%d bad ones)", e.set, len(bad))
	}
	p := a.progress("lines")
	report, err := eval.Run(ctx, t, cases, sides, func(done int) { p.at(done, len(cases)) })
	p.end()
	report.Set, report.Bad = filepath.Base(e.set), append(report.Bad, bad...)
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

// reader scores the reader on labelled messages.
func (e *evaluation) reader(_ context.Context, a *app) error {
	f, err := e.read()
	if err != nil {
		return err
	}
	lines, err := understand.Lines(f)
	if err != nil {
		return fmt.Errorf("%s: %w", e.set, err)
	}
	if len(lines) == 0 {
		return fmt.Errorf("%s has no lines", e.set)
	}
	score := understand.Rate(lines, func(l *understand.Labelled) understand.Reading { return understand.Read(l.Text, l.Before()) }, nil)
	return a.tell(score.Shares(), "%v", score)
}

// search makes the refiner and the embedder that searches are scored with.
func (e *evaluation) search(ctx context.Context, a *app) (r retrieve.Refiner, by embed.Embedder, err error) {
	if r, err = e.cascade.refiner(); err != nil {
		return r, nil, err
	}
	if by, err = a.embedder(ctx); err != nil {
		return r, nil, err
	}
	r.Tasks, err = a.runner(ctx, strings.Join(e.models, ","))
	return r, by, err
}

// retrieval scores searching, with and without each stage.
func (e *evaluation) retrieval(ctx context.Context, a *app) error {
	f, err := e.read()
	if err != nil {
		return err
	}
	labelled, err := eval.LoadRanking(f)
	if err != nil {
		return err
	}
	report, err := e.rank(ctx, a, labelled)
	if err != nil {
		return err
	}
	return a.show(report, func(w io.Writer) {
		writeRanking(w, fmt.Sprintf("%d items, %d queries", len(labelled.Items), len(labelled.Queries)), report)
	})
}

func (e *evaluation) rank(ctx context.Context, a *app, labelled *eval.Ranking) (*eval.RankingReport, error) {
	r, by, err := e.search(ctx, a)
	if err != nil {
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

// refining scores the refining cascade on questions about data: all of them, and those that are put
// in each of the ways of document 002's table.
func (e *evaluation) refining(ctx context.Context, a *app) error {
	set, err := e.questions()
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
		if scores.Kinds[kind], err = e.rank(ctx, a, labelled); err != nil {
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
func (e *evaluation) questions() ([]data.Labelled, error) {
	switch {
	case e.set != "" && e.unseen:
		return nil, &usageError{"--set and --unseen are two different sets", ""}
	case e.unseen:
		return data.Unseen()
	case e.set == "":
		return data.Seen()
	}
	f, err := e.read()
	if err != nil {
		return nil, err
	}
	return data.ReadLabelled(f)
}

func learnCommand(fs *flag.FlagSet) action {
	fromModel := fs.Bool("from-model", false, "learn what a model decided in conversations")
	agreed := fs.Bool("guests-agree", false, "the house may learn from its guests' words")
	force := fs.Bool("even-if-worse", false, "install it in any case, unless an allergy is lost")
	reset := fs.Bool("reset", false, "go back to the reader that was shipped")
	return func(ctx context.Context, a *app, args []string) error {
		if *reset {
			if err := learn.Reset(ctx, a.db); err != nil {
				return err
			}
			return a.wrote(ctx, "learn --reset", "", "")
		}
		own, err := ownLines(args)
		if err != nil {
			return err
		}
		if *fromModel {
			if !*agreed {
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
		install := worse == "" || *force && r.Lost == 0
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
