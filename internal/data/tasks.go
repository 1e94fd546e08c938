package data

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/internal/question"
	"github.com/maitre-dev/maitre/internal/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/data.intent.md
var intentPrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Intent, Answer}

// Intent reads what a question asks of a table. It computes nothing.
var Intent = &task.Task[IntentIn, IntentOut]{
	Name:   "data.intent",
	About:  "what a question asks of a table, and of which columns",
	Prompt: intentPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Schema: func(s *jsonschema.Schema) {
		for _, w := range ways {
			s.Properties["intent"].Enum = append(s.Properties["intent"].Enum, w.intent)
		}
		for _, m := range measures {
			s.Properties["measure"].Enum = append(s.Properties["measure"].Enum, m)
		}
		s.Properties["measure"].Enum = append(s.Properties["measure"].Enum, "")
		s.Properties["period"].Enum = []any{"", "day", "week", "month", "year"}
	},
	Check: checkIntent,
	Rule:  func(_ context.Context, in IntentIn) (IntentOut, error) { return decide(in), nil },
}

// IntentIn is a question about a table.
type IntentIn struct {
	Question string        `json:"question"`
	Columns  []ColumnIn    `json:"columns"`
	Language lang.Language `json:"language,omitempty"`
	Near     []string      `json:"near,omitempty"`   // columns that a search found, the nearest first
	Ways     []string      `json:"ways,omitempty"`   // and intents
	Before   *IntentOut    `json:"before,omitempty"` // what was asked before in the conversation
	Today    string        `json:"today,omitempty"`  // 2026-03-14: what "este ano" is said from
}

// ColumnIn is a column of the table.
type ColumnIn struct {
	Name   string     `json:"name"`
	Kind   table.Kind `json:"type"`
	Values []string   `json:"values,omitempty"` // the most frequent, of texts
}

// IntentOut is what is to be computed.
type IntentOut struct {
	Intent  string   `json:"intent"`
	Columns []string `json:"columns" jsonschema:"whose values are asked for, by their names; none: all that fit"`
	By      string   `json:"by,omitempty" jsonschema:"the column by whose values rows are grouped"`
	N       int      `json:"n,omitempty" jsonschema:"how many groups; left out if not said"`
	Measure string   `json:"measure,omitempty" jsonschema:"what is made of the numbers; left out if not said"`
	Period  string   `json:"period,omitempty" jsonschema:"of a trend; left out if not said"`
	Only    []Only   `json:"only,omitempty" jsonschema:"rows that are meant, if not all: a column and its value; of dates the beginning of one, such as 2025 or 2025-03, and -03 for March of any year"`
}

// Only is a condition on rows: a column whose value is the text, or, of dates,
// begins with it: "2025", "2025-03". "-03" is March of every year.
type Only struct {
	Column string `json:"column"`
	Value  string `json:"value"`
}

// decide is the rule of the task Intent.
func decide(in IntentIn) IntentOut {
	var columns []question.Column
	for _, c := range in.Columns {
		columns = append(columns, question.Column{Name: c.Name, Kind: string(c.Kind), Values: c.Values})
	}
	now, err := time.Parse(time.DateOnly, in.Today)
	if err != nil {
		now = time.Now()
	}
	v := question.Table("", columns)
	var before *question.Plan
	if in.Before != nil {
		if p, err := in.Before.plan(columns); err == nil {
			before = &p
		}
	}
	p, err := v.Read(clip(in.Question), now, before)
	if err != nil {
		p = question.Plan{Do: question.Summary}
	}
	return intentOf(p)
}

// intentOf tells a plan as the task does: as far as that goes.
func intentOf(p question.Plan) IntentOut {
	out := IntentOut{Intent: Summary, Columns: []string{}, N: p.Top}
	switch {
	case examined(p.Do):
		out.Intent, out.Columns, out.N = p.Do, append(out.Columns, p.Show...), 0
	case p.Do == question.List || p.Do == question.First || p.Do == question.Last:
		out.N = 0
	default:
		out.group(p)
	}
	for _, c := range p.Where {
		for _, v := range c.Values {
			if c.Op == "=" {
				out.Only = append(out.Only, Only{c.Field, v})
			}
		}
	}
	return out
}

// group sets what is measured and for each of what.
func (o *IntentOut) group(p question.Plan) {
	if p.Measure != "" && p.Measure != "purchases" {
		o.Columns = []string{p.Measure}
	}
	if p.Stat == question.Distinct {
		o.Columns, o.By = []string{}, p.Measure
	}
	if p.Stat == question.SD && len(p.By) == 0 {
		o.Intent = Dispersion
	}
	if known := slices.ContainsFunc(measures, func(m string) bool { return m == p.Stat }); known {
		o.Measure = p.Stat
	}
	for _, f := range append(slices.Clone(p.By), p.Per) {
		switch {
		case slices.Contains([]string{"day", "week", "month", "year"}, f):
			o.Intent, o.Period = Trending, f
		case f == "quarter" || f == "weekday" || f == "hour" || f == "":
		case o.By == "":
			o.By = f
		}
	}
	switch {
	case o.Intent == Trending:
		o.By, o.N = "", 0
	case p.Top > 0 && o.By != "":
		o.Intent = Top
	case o.By != "":
		o.Intent = Comparing
	}
}

// measures are what may be made of numbers.
var measures = []string{"median", "mean", "sum", "count", "max", "min"}

// clip keeps a question short: nobody asks more than that in one go.
func clip(s string) string {
	if len(s) <= 1000 {
		return s
	}
	return strings.ToValidUTF8(s[:1000], "")
}

// checkIntent lets only through what can be computed.
func checkIntent(in IntentIn, out IntentOut) error {
	kinds := map[string]table.Kind{}
	for _, c := range in.Columns {
		kinds[c.Name] = c.Kind
	}
	named := slices.Clone(out.Columns)
	if out.By != "" {
		named = append(named, out.By)
	}
	for _, o := range out.Only {
		named = append(named, o.Column)
	}
	for _, o := range out.Only {
		if !o.known(in, kinds[o.Column]) {
			return fmt.Errorf("%q is no value of %q that the question names", clip(o.Value), clip(o.Column))
		}
	}
	for _, name := range named {
		if kinds[name] == "" {
			return fmt.Errorf("there is no column %q", clip(name))
		}
	}
	switch {
	case out.N < 0 || out.N > most:
		return fmt.Errorf("n is from 1 to %d", most)
	case len(out.Only) > 5 || len(out.Columns) > 100:
		return errors.New("these are too many columns")
	case out.By != "" && kinds[out.By] == table.Number:
		return fmt.Errorf("%q has numbers, which are no groups", out.By)
	}
	if out.Intent == Distribution || out.Intent == Missing || out.Intent == Summary {
		return nil
	}
	for _, name := range out.Columns {
		if kinds[name] != table.Number {
			return fmt.Errorf("%q has no numbers; put what rows are grouped by into by", name)
		}
	}
	return nil
}

var dayOrLonger = regexp.MustCompile(`^(\d{4}(-\d\d(-\d\d)?)?|-(0[1-9]|1[0-2]))$`)

// known reports whether a condition has a value that the table or the question
// has: it is said back, and a model's own words must not be.
func (o Only) known(in IntentIn, kind table.Kind) bool {
	if in.Before != nil && slices.Contains(in.Before.Only, o) {
		return true
	}
	switch kind {
	case table.Date:
		return dayOrLonger.MatchString(o.Value)
	case table.Bool:
		return o.Value == "true" || o.Value == "false"
	case table.Text:
		value := lang.Fold(o.Value)
		return value != "" && strings.Contains(" "+lang.Fold(in.Question)+" ", " "+value+" ") ||
			slices.ContainsFunc(in.Columns, func(c ColumnIn) bool { return c.Name == o.Column && slices.Contains(c.Values, o.Value) })
	}
	return false
}
