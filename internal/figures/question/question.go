// Package question answers questions about figures: a guest's purchases and
// trips, what is published about everybody's, the catalogue, and tables that an
// operator adds.
//
//	p, err := vocabulary.Read("quanto gastei por mês?", now, nil)
//	sql, err := vocabulary.Write(p, now)
//
// The words of a question become concepts (words/*.txt), the concepts a plan (a
// measure, a statistic, groups, conditions, a time, an order), and the plan one
// SQL statement, a sentence and a chart. What follows a question changes its plan.
package question

import (
	"fmt"
	"slices"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// Plan is what a question asks for. Its zero fields were not said.
type Plan struct {
	About   string   `json:"about,omitempty"`   // purchases, trips, clients, beers, breweries, profile; the name of a table
	Whose   string   `json:"whose,omitempty"`   // Mine, All, Both; empty: the catalogue's, or a table's
	Do      string   `json:"do,omitempty"`      // what is done, if it is not figures: List, Untried …
	Measure string   `json:"measure,omitempty"` // a field; empty: rows are counted
	Other   string   `json:"other,omitempty"`   // the second measure of a ratio
	Stat    string   `json:"stat,omitempty"`    // Sum, Mean …
	Q       float64  `json:"q,omitempty"`       // of Quantile
	More    []Figure `json:"more,omitempty"`    // figures beside the first
	Then    string   `json:"then,omitempty"`    // Share, Running or Change: made of the figures of the groups
	Time    string   `json:"time,omitempty"`    // of a table: the column of dates that periods are of; empty: the first
	Per     string   `json:"per,omitempty"`     // a field: the statistic is of the sums for each of it
	By      []string `json:"by,omitempty"`      // fields
	Each    string   `json:"each,omitempty"`    // the field of By for each of which there is a top
	Where   []Cond   `json:"where,omitempty"`
	Part    []Cond   `json:"part,omitempty"` // of a share: what it is the share of
	When    []Span   `json:"when,omitempty"` // several are compared
	Having  []Cond   `json:"having,omitempty"`
	Order   string   `json:"order,omitempty"` // Desc or Asc
	Top     int      `json:"top,omitempty"`
	Skip    int      `json:"skip,omitempty"`
	Show    []string `json:"show,omitempty"`  // fields of a list
	There   bool     `json:"there,omitempty"` // of what the question before it in the same text found
	Found   Cond     `json:"found,omitzero"`  // what the answer named, for "that one"
	Listed  Cond     `json:"listed,omitzero"` // all that it named, for "the second"
	Said    string   `json:"said,omitempty"`  // the question, with what it goes on from, to be read again
}

// Figure is a statistic of a measure.
type Figure struct {
	Measure string  `json:"measure,omitempty"`
	Stat    string  `json:"stat,omitempty"`
	Q       float64 `json:"q,omitempty"`
}

// Cond is a condition on a field.
type Cond struct {
	Field  string   `json:"field"`
	Op     string   `json:"op"` // =, <>, <, <=, >, >=, between, missing, present, mine (as in the guest's profile)
	Values []string `json:"values,omitempty"`
	N      float64  `json:"n,omitempty"`
	To     float64  `json:"to,omitempty"`

	Kin map[string][]string `json:"kin,omitempty"` // styles that count with one of the values: Double IPA with IPA

	names int // how many names of the question its values have
}

// Whose rows are asked about.
const (
	Mine = "mine"
	All  = "all"
	Both = "both" // the guest's beside everybody's
)

// What a plan does if it does not compute figures.
const (
	List         = "list"         // rows, or the values of a field
	First        = "first"        // the first rows
	Last         = "last"         // the last rows
	Extreme      = "extreme"      // the rows in which the measure is highest or lowest
	Untried      = "untried"      // what the catalogue has and the guest never bought
	Lookup       = "lookup"       // what the catalogue says of something
	Profile      = "profile"      // what the house knows of the guest
	Distribution = "distribution" // of a table's columns, as the others below
	Outliers     = "outliers"
	Missing      = "missing"
	Correlation  = "correlation"
	Spread       = "dispersion"
	Summary      = "summary"
)

// Statistics.
const (
	Sum      = "sum"
	Count    = "count"
	Distinct = "distinct"
	Mean     = "mean"
	Median   = "median"
	Quantile = "quantile"
	SD       = "sd"
	Min      = "min"
	Max      = "max"
	Ratio    = "ratio" // the sum of Measure by the sum of Other
)

// What is made of the figures of groups.
const (
	Share   = "share"   // percent of the whole
	Running = "running" // the sum up to each period
	Change  = "change"  // to the period before, and in percent
)

// Orders.
const (
	Desc = "desc"
	Asc  = "asc"
)

// Why a question is not answered.
const (
	OtherClient   = "other_client"   // it asks about a client who is not the guest
	ReadOnly      = "write"          // it asks to change something
	NotInData     = "not_in_data"    // nothing of the kind is recorded
	NotUnderstood = "not_understood" // it cannot be read
	NotPublished  = "not_published"  // everybody's figures do not tell that
)

// Cannot is the error of a question that is not answered, and which part of it
// is the reason, in the words of the question or a field's name.
type Cannot struct{ Why, Part string }

func (c *Cannot) Error() string {
	if c.Part == "" {
		return c.Why
	}
	return fmt.Sprintf("%s: %q", c.Why, c.Part)
}

func cannot(why, part string) error { return &Cannot{why, part} }

var clientID = pattern.Of(`(?i)^c\d{3,}$`)

// OfID reports whether a question is declined because it names another client's number.
func (c *Cannot) OfID() bool { return c.Why == OtherClient && clientID().MatchString(c.Part) }

// Looks reports whether a plan looks at whole columns of a table, which package table computes; others are statements.
func (p Plan) Looks() bool {
	return slices.Contains([]string{Distribution, Outliers, Missing, Correlation, Spread, Summary}, p.Do)
}

// main is the figure that a plan is of, figures are all of them.
func (p *Plan) main() Figure      { return Figure{p.Measure, p.Stat, p.Q} }
func (p *Plan) figures() []Figure { return append([]Figure{p.main()}, p.More...) }

// grouped reports whether a plan groups by a field.
func (p *Plan) grouped(field string) bool { return slices.Contains(p.By, field) }

// cond is the condition of a plan on a field, or nil.
func (p *Plan) cond(field string) *Cond {
	if i := slices.IndexFunc(p.Where, func(c Cond) bool { return c.Field == field }); i >= 0 {
		return &p.Where[i]
	}
	return nil
}

// family are the values of a condition, and their kin.
func (c Cond) family() []string {
	all := slices.Clone(c.Values)
	for _, v := range c.Values {
		all = append(all, c.Kin[v]...)
	}
	return all
}

// The most that is kept of an answer's names, and told of those that share a first place.
const (
	maxNamed = 12
	maxTies  = 5
)

// Naming returns the plan with what its answer names: the beer, the brewery, the year or
// the like of its rows, in their order, or that its figure is of. What is told of one of a list
// leaves the list as it was.
func (p Plan) Naming(columns []string, rows [][]any, before Plan) Plan {
	p.Found, p.Listed = Cond{}, Cond{}
	names := func(c string) bool { return isEntity(c) || isPeriod(c) || p.grouped(c) }
	if p.Do == Lookup && slices.Equal(p.Show, []string{"beer", "brewery"}) { // the question was who brews it
		names = func(c string) bool { return c == "brewery" }
	}
	if at := slices.IndexFunc(columns, names); at >= 0 && len(rows) > 0 {
		p.Listed = Cond{Field: columns[at], Op: "="}
		for _, row := range rows[:min(len(rows), maxNamed)] {
			p.Listed.Values = append(p.Listed.Values, fmt.Sprint(row[at]))
		}
	}
	if len(rows) == 1 || p.first() && len(rows) > 0 { // those who share the first place are one answer
		p.Found = p.Listed
	}
	if i := slices.IndexFunc(p.Where, func(c Cond) bool { return isEntity(c.Field) && c.Op == "=" && len(c.Values) == 1 }); i >= 0 && len(p.Listed.Values) == 0 {
		p.Found, p.Listed = p.Where[i], p.Where[i] // a figure of one beer
	}
	if f := p.Found; len(before.Listed.Values) > 1 && (p.Do == Lookup || f.Field == before.Listed.Field && len(f.Values) == 1 && slices.Contains(before.Listed.Values, f.Values[0])) {
		p.Listed = before.Listed
	}
	return p
}

// named is the one thing that an answer named, or that of its list which a place in it
// tells: 1 is the first, -1 the last, 0 none.
func (p Plan) named(place int) (Cond, bool) {
	f := p.Listed
	switch {
	case place == 0:
		return p.Found, p.Found.Field != ""
	case place < 0:
		place = len(f.Values)
	}
	if place < 1 || place > len(f.Values) {
		return Cond{}, false
	}
	f.Values = f.Values[place-1 : place]
	return f, true
}

// Within is the plan of a question that follows another in the same text, of what that one found: "which
// month was the dearest, and what did I buy then?".
func (p Plan) Within(before Plan) Plan {
	f := before.Found
	if !p.There || len(f.Values) == 0 {
		return p
	}
	p.There = false
	if s, ok := spanOf(f.Values[0]); isPeriod(f.Field) && ok {
		p.When = []Span{s}
	} else if !isPeriod(f.Field) {
		p.Where = append(slices.Clone(p.Where), f)
	}
	return p
}

// first reports whether a plan asks for the one group that has the most or the least.
func (p Plan) first() bool {
	return p.Top == 1 && p.Skip == 0 && p.Order != "" && len(p.By) == 1 && p.Each == "" && p.Do == "" && p.Then == "" && len(p.More) == 0 && p.Whose != All && p.Whose != Both
}

// Wide is the plan that asks for those who share the first place too, where one is asked for.
// Everybody's figures are approximate: there a tie says nothing.
func (p Plan) Wide() Plan {
	if p.first() {
		p.Top = maxTies
	}
	return p
}

// Ties are the rows of a wide plan that share the first place.
func (p Plan) Ties(rows [][]any) [][]any {
	if !p.first() {
		return rows
	}
	n := 1
	for n < len(rows) && rows[n][len(rows[n])-1] == rows[0][len(rows[0])-1] {
		n++
	}
	return rows[:min(n, len(rows))]
}
