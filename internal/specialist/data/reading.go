package data

import (
	"slices"

	"github.com/maitre-dev/maitre/internal/figures/question"
)

// Reading is a plan told in few words: what is computed, and of which columns.
type Reading struct {
	Intent  string   `json:"intent"`
	Columns []string `json:"columns"`
	By      string   `json:"by,omitempty"`
	N       int      `json:"n,omitempty"`
	Measure string   `json:"measure,omitempty"`
	Period  string   `json:"period,omitempty"`
	Only    []Only   `json:"only,omitempty"`
}

// Only is a condition on rows: a column and the value it has.
type Only struct {
	Column string `json:"column"`
	Value  string `json:"value"`
}

// readingOf tells a plan, as far as a reading goes.
func readingOf(p question.Plan) Reading {
	out := Reading{Intent: question.Summary, Columns: []string{}, N: p.Top}
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
func (r *Reading) group(p question.Plan) {
	if p.Measure != "" && p.Measure != "purchases" {
		r.Columns = []string{p.Measure}
	}
	if p.Stat == question.Distinct {
		r.Columns, r.By = []string{}, p.Measure
	}
	if p.Stat == question.SD && len(p.By) == 0 {
		r.Intent = question.Spread
	}
	if slices.Contains(measures, p.Stat) {
		r.Measure = p.Stat
	}
	for _, f := range append(slices.Clone(p.By), p.Per) {
		switch {
		case slices.Contains([]string{"day", "week", "month", "year"}, f):
			r.Intent, r.Period = trending, f
		case f == "quarter" || f == "weekday" || f == "hour" || f == "":
		case r.By == "":
			r.By = f
		}
	}
	switch {
	case r.Intent == trending:
		r.By, r.N = "", 0
	case p.Top > 0 && r.By != "":
		r.Intent = ranking
	case r.By != "":
		r.Intent = comparing
	}
}

// measures are what may be made of numbers.
var measures = []string{"median", "mean", "sum", "count", "max", "min"}
