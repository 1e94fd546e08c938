package data

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
)

var (
	//go:embed testdata/purchases.csv
	samplePurchases []byte
	//go:embed testdata/refine.seen.jsonl
	seenQuestions []byte
	//go:embed testdata/refine.unseen.jsonl
	unseenQuestions []byte
)

// SampleTable is the table that the labelled questions are about: purchases of
// a sample customer.
func SampleTable(ctx context.Context) (*table.Table, error) {
	return table.Read(ctx, bytes.NewReader(samplePurchases), table.Options{})
}

// Labelled is a question and what it asks for.
type Labelled struct {
	ID      string        `json:"id"`
	Q       string        `json:"q"`
	Lang    lang.Language `json:"lang"`
	Kind    string        `json:"kind"` // how it is put: exact, synonym, structure or technical
	Intent  string        `json:"intent"`
	Columns []string      `json:"columns,omitempty"`
	By      string        `json:"by,omitempty"`
}

// questionKinds are how questions are put: the rows of document 002's table.
var questionKinds = []string{"exact", "synonym", "structure", "technical"}

// Seen is the half of our labelled set that the rule was written with an eye
// on; the other was kept aside.
func Seen() ([]Labelled, error) { return ReadLabelled(bytes.NewReader(seenQuestions)) }

// Unseen is the other half.
func Unseen() ([]Labelled, error) { return ReadLabelled(bytes.NewReader(unseenQuestions)) }

// ReadLabelled reads questions, one JSON object a line.
func ReadLabelled(r io.Reader) ([]Labelled, error) {
	var set []Labelled
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	for {
		var l Labelled
		err := d.Decode(&l)
		if errors.Is(err, io.EOF) {
			break
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("question %d: %w", len(set)+1, err)
		case strings.TrimSpace(l.Q) == "" || !slices.ContainsFunc(ways, func(w way) bool { return w.intent == l.Intent }):
			return nil, fmt.Errorf("question %d has no words, or the intent %q, which there is not", len(set)+1, l.Intent)
		case !slices.Contains(questionKinds, l.Kind):
			return nil, fmt.Errorf("question %d is of no kind of %s", len(set)+1, strings.Join(questionKinds, ", "))
		}
		set = append(set, l)
	}
	if len(set) == 0 {
		return nil, errors.New("the set has no questions")
	}
	return set, nil
}

// Score is how well questions are located with some stages of the cascade.
type Score struct {
	Stages   string             `json:"stages"`
	Recall   map[string]float64 `json:"recall@5"` // by kind, and "all"
	Reached  float64            `json:"reached"`  // share whose search reached the threshold
	MedianMS float64            `json:"median_ms"`
	Slowest  float64            `json:"p95_ms"`
	Calls    float64            `json:"model_calls"` // a question
	ByStage  map[string]int     `json:"answered_by"` // which stage found it, in questions
	StageMS  map[string]float64 `json:"ms_by_stage"` // mean of a stage, over the questions that came to it
}

// Report is a scored set.
type Report struct {
	Questions int     `json:"questions"`
	Model     string  `json:"model"` // who paraphrases: a model, or the rule
	Scores    []Score `json:"scores"`
	Intent    float64 `json:"intent_right"`  // share, of the reader
	Columns   float64 `json:"columns_right"` // share with the same intent, columns and groups
	Wrong     []Wrong `json:"wrong"`
}

// Wrong is a question that was read otherwise than labelled.
type Wrong struct {
	ID  string  `json:"id"`
	Q   string  `json:"q"`
	Got Reading `json:"got"`
}

// ScoreSet locates every question in the sample table with the stages of the
// cascade switched on one after the other, and reads it. Progress hears how many searches are done.
func ScoreSet(ctx context.Context, set []Labelled, e embed.Embedder, r retrieve.Refiner, tasks *task.Runner, progress func(done, total int)) (*Report, error) {
	t, err := SampleTable(ctx)
	if err != nil {
		return nil, err
	}
	c := retrieve.New("sample", nil, e)
	if _, err := c.Put(ctx, Chunks(t), nil); err != nil {
		return nil, err
	}
	counted, calls := counting(tasks)
	stages := []struct {
		name string
		r    retrieve.Refiner
	}{
		{"original", with(r, -1, -1, true)},
		{"original, paraphrases", with(r, 0, -1, true)},
		{"original, ontology", with(r, -1, 0, true)},
		{"original, paraphrases, ontology", with(r, 0, 0, true)},
		{"original, ontology, fallback", with(r, -1, 0, false)},
		{"all", with(r, 0, 0, false)},
	}
	report := &Report{Questions: len(set), Model: task.ByRule}
	if len(tasks.Models) > 0 {
		report.Model = "model"
	}
	for i, st := range stages {
		st.r.Tasks = counted
		s := Score{Stages: st.name, Recall: map[string]float64{}, ByStage: map[string]int{}, StageMS: map[string]float64{}}
		count, came := map[string]float64{}, map[string]float64{}
		var took []float64
		before := *calls
		for j, l := range set {
			start := time.Now()
			res, did, err := st.r.Search(ctx, c, retrieve.Search{Text: l.Q, K: 25})
			if err != nil {
				return nil, fmt.Errorf("%s: %w", l.ID, err)
			}
			took = append(took, float64(time.Since(start).Microseconds())/1000)
			recall := recallOf(l, res.Hits)
			for _, k := range []string{l.Kind, "all"} {
				s.Recall[k] += recall
				count[k]++
			}
			if did.Success {
				s.Reached += 1 / float64(len(set))
			}
			s.ByStage[did.Stage]++
			spent := map[string]float64{}
			for _, try := range did.Tries {
				spent[try.Stage] += try.MS
			}
			if did.ParaphraseTime > 0 {
				spent[retrieve.Paraphrased] += did.ParaphraseTime * 1000
			}
			for stage, ms := range spent {
				s.StageMS[stage] += ms
				came[stage]++
			}
			if progress != nil {
				progress(i*len(set)+j+1, len(stages)*len(set))
			}
		}
		for k := range s.Recall {
			s.Recall[k] /= count[k]
		}
		for stage := range s.StageMS {
			s.StageMS[stage] /= came[stage]
		}
		slices.Sort(took)
		s.MedianMS, s.Slowest = took[len(took)/2], took[len(took)*95/100]
		s.Calls = float64(*calls-before) / float64(len(set))
		report.Scores = append(report.Scores, s)
	}
	report.read(set, t)
	return report, nil
}

func with(r retrieve.Refiner, paraphrases, iterations int, noGlobal bool) retrieve.Refiner {
	if paraphrases < 0 {
		r.Paraphrases = -1
	}
	if iterations < 0 {
		r.Iterations = -1
	}
	r.NoGlobal = noGlobal
	return r
}

// recallOf is the share of what a question is about that the first five chunks
// found are about. A chunk of a pair is about both its columns.
func recallOf(l Labelled, hits []retrieve.Hit) float64 {
	about := map[string]bool{}
	for _, h := range hits[:min(5, len(hits))] {
		f := h.Doc.Fields
		about["way "+f["way"]], about["column "+f["column"]], about["column "+f["other"]] = true, true, true
	}
	want := []string{"way " + l.Intent}
	for _, c := range append(slices.Clone(l.Columns), l.By) {
		if c != "" {
			want = append(want, "column "+c)
		}
	}
	found := 0
	for _, w := range want {
		if about[w] {
			found++
		}
	}
	return float64(found) / float64(len(want))
}

// counting returns a runner that decides the same, and how often its models
// were asked so far.
func counting(tasks *task.Runner) (*task.Runner, *int) {
	calls := 0
	counted := *tasks
	counted.Models = nil
	for _, m := range tasks.Models {
		counted.Models = append(counted.Models, llm.ModelFunc(func(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
			calls++
			return m.Generate(ctx, req)
		}))
	}
	return &counted, &calls
}

// read scores how questions are read.
func (r *Report) read(set []Labelled, t *table.Table) {
	v, today := Source{Table: t}.vocabulary(), (&Statistician{}).today()
	for _, l := range set {
		p, err := v.Read(l.Q, today, nil)
		if err != nil {
			p = question.Plan{Do: question.Summary}
		}
		got := readingOf(p)
		if got.Intent == l.Intent {
			r.Intent += 1 / float64(len(set))
		}
		if got.Intent == l.Intent && slices.Equal(slices.Sorted(slices.Values(got.Columns)), slices.Sorted(slices.Values(l.Columns))) && got.By == l.By {
			r.Columns += 1 / float64(len(set))
		} else {
			r.Wrong = append(r.Wrong, Wrong{l.ID, l.Q, got})
		}
	}
}
