// Package eval scores a task on labelled lines, for several models side by
// side.
package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

// Case is one labelled line: what goes in, and what should come out. Of an
// object only the fields that Want names are compared. For a task that answers
// in words, Want is the text itself or {"has":[…],"lacks":[…]}: phrases that
// must and must not be in it.
type Case struct {
	ID   json.RawMessage `json:"id"`
	In   json.RawMessage `json:"in"`
	Want json.RawMessage `json:"want"`

	line int
}

// BadLine is a line of a set that is no case.
type BadLine struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// Set is labelled lines, and those that are none.
type Set struct {
	Cases []Case
	Bad   []BadLine
}

// Load reads a set, one case a line. Its error is that of reading.
func Load(r io.Reader) (set Set, err error) {
	for line := range jsonl.Lines(r) {
		if errors.Is(line.Err, jsonl.ErrRead) {
			return set, line.Err
		}
		var c Case
		err := line.Decode(&c)
		if err == nil && (len(c.Want) == 0 || string(c.Want) == "null") {
			err = errors.New(`no "want": nothing to compare with`)
		}
		if err != nil {
			set.Bad = append(set.Bad, BadLine{line.Number, err.Error()})
			continue
		}
		c.line = line.Number
		set.Cases = append(set.Cases, c)
	}
	return set, nil
}

// Model is one side of the comparison.
type Model struct {
	Name   string
	Runner *task.Runner
}

// Report is how the models did.
type Report struct {
	Task          string         `json:"task"`
	Set           string         `json:"set"`
	Lines         int            `json:"lines"`
	Bad           []BadLine      `json:"bad"`
	Models        []*Score       `json:"models"`
	Disagreements []Disagreement `json:"disagreements"`
}

// Score is how one model did. Cost is in dollars, nil when a price is unknown.
type Score struct {
	Model    string             `json:"model"`
	Overall  float64            `json:"overall"` // lines with every field right
	Fields   map[string]float64 `json:"fields"`
	Errors   int                `json:"errors"`
	FellBack int                `json:"fell_back"`     // lines that another decided
	Why      string             `json:"why,omitempty"` // the last of them
	Usage    llm.Usage          `json:"usage"`
	Cost     *float64           `json:"cost_usd"`
	P50      float64            `json:"p50_ms"`
	P95      float64            `json:"p95_ms"`

	right  int
	fields map[string]*tally
	took   []time.Duration
}

type tally struct{ right, of int }

// Disagreement is a line on which some model was wrong.
type Disagreement struct {
	ID   json.RawMessage   `json:"id"`
	In   json.RawMessage   `json:"in"`
	Want json.RawMessage   `json:"want"`
	Got  map[string]Answer `json:"got"` // by model
}

// Answer is what a model gave for a line.
type Answer struct {
	Out   json.RawMessage `json:"out,omitempty"`
	Wrong []string        `json:"wrong,omitempty"` // fields
	By    string          `json:"by,omitempty"`
	Why   string          `json:"why,omitempty"`
	Error string          `json:"error,omitempty"`
}

// Run puts every case to every model. When ctx is done it ends early, with its
// error and the report of what was done. progress, which may be nil, hears how many cases are done.
func Run(ctx context.Context, t task.Any, cases []Case, models []Model, progress func(done int)) (*Report, error) {
	r := &Report{Task: t.Info().Name, Lines: len(cases), Bad: []BadLine{}, Disagreements: []Disagreement{}}
	for _, m := range models {
		r.Models = append(r.Models, &Score{Model: m.Name, Cost: new(float64), fields: map[string]*tally{}})
	}
	cases, r.Bad = labelled(t, cases)
	for i, c := range cases {
		got := map[string]Answer{}
		wrong := false
		for j, m := range models {
			res, err := t.DoJSON(ctx, m.Runner, c.In)
			if ctx.Err() != nil {
				return r.finish(i), context.Cause(ctx)
			}
			a := r.Models[j].add(c, res, err)
			got[m.Name] = a
			wrong = wrong || len(a.Wrong) > 0 || a.Error != ""
		}
		if wrong {
			r.Disagreements = append(r.Disagreements, Disagreement{c.ID, c.In, c.Want, got})
		}
		if progress != nil {
			progress(i + 1)
		}
	}
	return r.finish(len(cases)), nil
}

// Fields are those that were compared, of all models.
func (r *Report) Fields() []string {
	var all []string
	for _, s := range r.Models {
		all = slices.AppendSeq(all, maps.Keys(s.Fields))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (r *Report) finish(lines int) *Report {
	r.Lines = lines
	for _, s := range r.Models {
		s.finish(lines)
	}
	return r
}

// labelled leaves out the cases whose labels the task cannot have.
func labelled(t task.Any, cases []Case) (good []Case, bad []BadLine) {
	_, out := t.Schemas()
	var schema struct {
		Type       string
		Properties map[string]json.RawMessage
	}
	_ = json.Unmarshal(out, &schema)
	bad = []BadLine{}
	for _, c := range cases {
		if err := checkLabel(c.Want, schema.Type == "string", schema.Properties); err != nil {
			bad = append(bad, BadLine{c.line, err.Error()})
			continue
		}
		good = append(good, c)
	}
	return good, bad
}

func checkLabel(want json.RawMessage, words bool, fields map[string]json.RawMessage) error {
	var v any
	_ = json.Unmarshal(want, &v)
	object, isObject := v.(map[string]any)
	if _, text := v.(string); words && text {
		return nil
	}
	if !isObject {
		return errors.New(`"want" is not what this task answers with`)
	}
	for name, v := range object {
		if !words {
			if fields[name] == nil {
				return fmt.Errorf("the task's answer has no field %q", name)
			}
			continue
		}
		if _, list := v.([]any); !list || name != "has" && name != "lacks" {
			return errors.New(`for words "want" is a text, or {"has":[…],"lacks":[…]}`)
		}
	}
	return nil
}

func (s *Score) add(c Case, res task.Result[json.RawMessage], err error) Answer {
	s.took = append(s.took, res.Elapsed)
	s.Usage = s.Usage.Add(res.Usage)
	if res.Cost == nil {
		s.Cost = nil
	} else if s.Cost != nil {
		*s.Cost += res.Cost.Float()
	}
	if res.Why != "" {
		s.FellBack++
		s.Why = res.Why
	}
	a := Answer{Out: res.Out, By: res.By, Why: res.Why}
	if err != nil {
		s.Errors++
		a.Error = err.Error()
	}
	verdicts := compare(c.Want, res.Out)
	for _, field := range slices.Sorted(maps.Keys(verdicts)) {
		if s.fields[field] == nil {
			s.fields[field] = &tally{}
		}
		s.fields[field].of++
		if err == nil && verdicts[field] {
			s.fields[field].right++
		} else {
			a.Wrong = append(a.Wrong, field)
		}
	}
	if len(a.Wrong) == 0 && err == nil {
		s.right++
	}
	return a
}

func (s *Score) finish(lines int) {
	s.Overall = ratio(s.right, lines)
	s.Fields = map[string]float64{}
	for field, t := range s.fields {
		s.Fields[field] = ratio(t.right, t.of)
	}
	slices.Sort(s.took)
	s.P50, s.P95 = percentile(s.took, 50), percentile(s.took, 95)
}

func ratio(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func percentile(sorted []time.Duration, p int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	i := (len(sorted)*p + 99) / 100
	return float64(sorted[max(i, 1)-1]) / float64(time.Millisecond)
}

// compare says of each field of want whether got has it right. Null and absent
// are the same, and so are 2 and 2.0.
func compare(want, got json.RawMessage) map[string]bool {
	var w, g any
	_ = json.Unmarshal(want, &w)
	_ = json.Unmarshal(got, &g)
	fields, isObject := w.(map[string]any)
	if !isObject {
		return map[string]bool{"answer": reflect.DeepEqual(w, g)}
	}
	if text, ok := g.(string); ok {
		return comparePhrases(fields, text)
	}
	out, _ := g.(map[string]any)
	verdicts := map[string]bool{}
	for name, v := range fields {
		verdicts[name] = reflect.DeepEqual(v, out[name])
	}
	return verdicts
}

// comparePhrases looks for phrases whatever their case.
func comparePhrases(want map[string]any, text string) map[string]bool {
	text = strings.ToLower(text)
	verdicts := map[string]bool{}
	for name, v := range want {
		phrases, _ := v.([]any)
		right := true
		for _, p := range phrases {
			s, ok := p.(string)
			right = right && ok && strings.Contains(text, strings.ToLower(s)) == (name == "has")
		}
		verdicts[name] = right
	}
	return verdicts
}
