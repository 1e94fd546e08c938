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
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
)

// How many chunks a table has at most: 800 together, which is all that the last
// stage of the cascade reads.
const (
	maxColumnChunks = 300
	maxPairChunks   = 190
	maxGroupChunks  = 300
	groupRows       = 25 // rows of a group, of which three are quoted
)

// way is a way of asking: what its chunk says, and for what kinds of columns.
type way struct{ intent, title, kinds, about string }

//go:embed words/ways.txt
var waysFile string

// ways are those of the file, in its order.
var ways = func() (all []way) {
	for name, about := range wordfile.Entries(waysFile) {
		parts := strings.Split(about, " | ")
		all = append(all, way{name, parts[0], parts[1], parts[2]})
	}
	return all
}()

// Chunks says in words what is in a table and what can be asked of it: one for
// each way of asking, one for each column, for pairs of columns and for groups
// of rows. Their ids begin with "way:", "column:", "pair:" and "rows:"; those
// of columns name them in their fields.
func Chunks(t *table.Table) (docs []retrieve.Doc) {
	add := func(id, title, text string, fields map[string]string) {
		docs = append(docs, retrieve.Doc{ID: strings.ToValidUTF8(id[:min(len(id), 180)], ""), Title: title, Text: text, Fields: fields})
	}
	profiles := t.Summary()
	for _, w := range ways {
		var about []string
		for _, p := range profiles {
			if strings.Contains(w.kinds, string(p.Kind)) && len(about) < 12 {
				about = append(about, p.Name)
			}
		}
		if len(about) > 0 {
			add("way:"+w.intent, w.title, w.about+" Colunas: "+strings.Join(about, ", ")+".", map[string]string{"way": w.intent})
		}
	}
	for _, p := range profiles[:min(len(profiles), maxColumnChunks)] {
		add("column:"+p.Name, p.Name, columnText(p), map[string]string{"column": p.Name})
	}
	pairs := 0
	for i, a := range profiles {
		for _, b := range profiles[:i] {
			if a.Numbers == nil || b.Numbers == nil || pairs == maxPairChunks {
				continue
			}
			pairs++
			add("pair:"+b.Name+"|"+a.Name, "Relação entre "+b.Name+" e "+a.Name,
				fmt.Sprintf("Correlação entre as colunas %s e %s: se uma sobe, a outra sobe ou desce.", b.Name, a.Name),
				map[string]string{"way": question.Correlation, "column": b.Name, "other": a.Name})
		}
	}
	size := max(groupRows, (t.Kept+maxGroupChunks-1)/maxGroupChunks)
	for start := 0; start < t.Kept; start += size {
		end := min(start+size, t.Kept)
		if quoted := quoted(t, start, end); quoted != "" {
			add(fmt.Sprintf("rows:%d", start+1), fmt.Sprintf("Linhas %d a %d", start+1, end), quoted, map[string]string{"rows": fmt.Sprint(start + 1)})
		}
	}
	return docs
}

func columnText(p *table.Profile) string {
	said := "Coluna " + p.Name + " "
	if other := question.Synonyms(p.Name); len(other) > 0 {
		said += "(" + strings.Join(other[:min(len(other), 8)], ", ") + ") "
	}
	number := texts.In(lang.Portuguese).Number
	switch n := p.Numbers; {
	case n != nil:
		said += fmt.Sprintf("numérica: %d valores, de %s a %s, média %s, mediana %s.", p.Count, number(n.Min), number(n.Max), number(n.Mean), number(n.Median))
	case p.Dates != nil:
		said += fmt.Sprintf("de datas: %d valores, de %s a %s, por dia, mês e ano.", p.Count, p.Dates.Min.Format(time.DateOnly), p.Dates.Max.Format(time.DateOnly))
	default:
		var top []string
		for _, v := range p.Top[:min(len(p.Top), 5)] {
			top = append(top, question.Inert(v.Text))
		}
		said += fmt.Sprintf("categórica: %d valores diferentes; os mais frequentes são %s.", p.Distinct, strings.Join(top, ", "))
	}
	if p.Missing > 0 {
		said += fmt.Sprintf(" Faltam %d.", p.Missing)
	}
	return said
}

// quoted are three rows of a group, evenly taken.
func quoted(t *table.Table, start, end int) string {
	var b strings.Builder
	columns := t.Columns()
	for i := range min(3, end-start) {
		for j, v := range t.Row(start + i*(end-start)/3) {
			if v != "" && j < 20 {
				fmt.Fprintf(&b, "%s %s; ", columns[j].Name, question.Inert(v))
			}
		}
	}
	return b.String()
}

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
		switch {
		case errors.Is(err, io.EOF) && len(set) == 0:
			return nil, errors.New("the set has no questions")
		case errors.Is(err, io.EOF):
			return set, nil
		case err != nil:
			return nil, fmt.Errorf("question %d: %w", len(set)+1, err)
		case strings.TrimSpace(l.Q) == "" || !slices.ContainsFunc(ways, func(w way) bool { return w.intent == l.Intent }):
			return nil, fmt.Errorf("question %d has no words, or the intent %q, which there is not", len(set)+1, l.Intent)
		case !slices.Contains(questionKinds, l.Kind):
			return nil, fmt.Errorf("question %d is of no kind of %s", len(set)+1, strings.Join(questionKinds, ", "))
		}
		set = append(set, l)
	}
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

// stages are the stages of the cascade that are scored together.
var stages = []struct {
	name                            string
	paraphrases, ontology, anything bool
}{
	{"original", false, false, false},
	{"original, paraphrases", true, false, false},
	{"original, ontology", false, true, false},
	{"original, paraphrases, ontology", true, true, false},
	{"original, ontology, fallback", false, true, true},
	{"all", true, true, true},
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
	report := &Report{Questions: len(set), Model: task.ByRule}
	if len(tasks.Models) > 0 {
		report.Model = "model"
	}
	calls := 0
	counted := *tasks
	counted.Models = nil
	for _, m := range tasks.Models {
		counted.Models = append(counted.Models, llm.ModelFunc(func(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
			calls++
			return m.Generate(ctx, req)
		}))
	}
	done := 0
	for _, st := range stages {
		some := r
		if some.Tasks, some.NoGlobal = &counted, !st.anything; !st.paraphrases {
			some.Paraphrases = -1
		}
		if !st.ontology {
			some.Iterations = -1
		}
		calls = 0
		s, err := scored(set, func(text string) (retrieve.Result, retrieve.Refinement, error) {
			if done++; progress != nil {
				progress(done, len(stages)*len(set))
			}
			return some.Search(ctx, c, retrieve.Search{Text: text, K: 25})
		})
		if err != nil {
			return nil, err
		}
		s.Stages, s.Calls = st.name, float64(calls)/float64(len(set))
		report.Scores = append(report.Scores, s)
	}
	report.read(set, t)
	return report, nil
}

// scored scores one search of each question.
func scored(set []Labelled, search func(string) (retrieve.Result, retrieve.Refinement, error)) (Score, error) {
	s := Score{Recall: map[string]float64{}, ByStage: map[string]int{}, StageMS: map[string]float64{}}
	count, came := map[string]float64{}, map[string]float64{}
	var took []float64
	for _, l := range set {
		start := time.Now()
		res, did, err := search(l.Q)
		if err != nil {
			return s, fmt.Errorf("%s: %w", l.ID, err)
		}
		took = append(took, float64(time.Since(start).Microseconds())/1000)
		for _, k := range []string{l.Kind, "all"} {
			s.Recall[k] += recallOf(l, res.Hits)
			count[k]++
		}
		if s.ByStage[did.Stage]++; did.Success {
			s.Reached += 1 / float64(len(set))
		}
		spent := map[string]float64{}
		if did.ParaphraseTime > 0 {
			spent[retrieve.Paraphrased] = did.ParaphraseTime * 1000
		}
		for _, try := range did.Tries {
			spent[try.Stage] += try.MS
		}
		for stage, ms := range spent {
			s.StageMS[stage] += ms
			came[stage]++
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
	return s, nil
}

// recallOf is the share of what a question is about that the first five chunks
// found are about. A chunk of a pair is about both its columns.
func recallOf(l Labelled, hits []retrieve.Hit) float64 {
	about := map[string]bool{}
	for _, h := range hits[:min(5, len(hits))] {
		f := h.Doc.Fields
		about["way "+f["way"]], about["column "+f["column"]], about["column "+f["other"]] = true, true, true
	}
	found, want := 0, []string{"way " + l.Intent}
	for _, c := range append(slices.Clone(l.Columns), l.By) {
		if c != "" {
			want = append(want, "column "+c)
		}
	}
	for _, w := range want {
		if about[w] {
			found++
		}
	}
	return float64(found) / float64(len(want))
}

// read scores how questions are read.
func (r *Report) read(set []Labelled, t *table.Table) {
	v, today := Source{Table: t}.vocabulary(), question.Today(time.Now())
	for _, l := range set {
		p, err := v.Read(l.Q, today, nil)
		if err != nil {
			p = question.Plan{Do: question.Summary}
		}
		got := readingOf(p)
		same := slices.Equal(slices.Sorted(slices.Values(got.Columns)), slices.Sorted(slices.Values(l.Columns))) && got.By == l.By
		if got.Intent == l.Intent {
			r.Intent += 1 / float64(len(set))
		}
		if got.Intent == l.Intent && same {
			r.Columns += 1 / float64(len(set))
		} else {
			r.Wrong = append(r.Wrong, Wrong{l.ID, l.Q, got})
		}
	}
}
