package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/lang"
)

// Finding is what was computed: facts in words, and figures of them.
type Finding struct {
	Notes   []string // which rows are meant
	Facts   []string
	Figures []chart.Figure

	sql     string // of a statement
	columns []string
	rows    [][]any
}

const (
	manyFigures = 12   // that an answer has at most, and columns in words
	maxRows     = 2000 // that an answer has at most
)

// computation is one in the making.
type computation struct {
	Finding
	t    *table.Table
	plan question.Plan
	w    *texts.Words
	v    *question.Vocabulary
}

// look computes what is asked of the rows that are meant.
func look(ctx context.Context, from Source, p question.Plan, l lang.Language) (Finding, error) {
	c := &computation{t: from.Table, plan: p, w: texts.In(l), v: from.vocabulary()}
	if c.t.Approximate {
		c.Notes = append(c.Notes, fmt.Sprintf(c.w.Data.Approximate, c.count(c.t.Kept)))
	}
	var err error
	switch {
	case p.Do == question.Summary && p.Top > 0:
		err = c.brief(ctx)
	case !p.Looks():
		err = c.state(ctx)
	default:
		if len(p.Where)+len(p.When) > 0 {
			err = c.narrow(ctx)
		}
		if err == nil && c.t.Kept > 0 {
			err = c.examine()
		}
	}
	return c.Finding, err
}

// Examine computes how the columns of a table are: what is missing, how values
// are spread, what goes together. What the table does not have is said in the
// facts, and is no error.
func Examine(t *table.Table, p question.Plan, language lang.Language) (Finding, error) {
	c := &computation{t: t, plan: p, w: texts.In(language)}
	err := c.examine()
	return c.Finding, err
}

// ask runs a plan, and says what it came to.
func (c *computation) ask(ctx context.Context, p question.Plan) (a question.Answer, sql string, err error) {
	if sql, err = c.v.Write(p.Wide(), time.Now()); err != nil {
		return a, sql, err
	}
	columns, rows, err := c.t.Query(ctx, sql, maxRows)
	return c.v.Answer(p, columns, p.Ties(rows), c.w.Language, ""), sql, err
}

// state runs the statement of the plan.
func (c *computation) state(ctx context.Context) error {
	a, sql, err := c.ask(ctx, c.plan)
	if err != nil {
		return err
	}
	c.sql, c.Finding.columns, c.rows = sql, a.Columns, a.Rows
	c.tell(a.Text())
	if f, ok := a.Figure(); ok {
		c.Figures = []chart.Figure{f}
	}
	return nil
}

// narrow leaves the rows for which the conditions of the plan hold, and says which these are.
func (c *computation) narrow(ctx context.Context) error {
	sql, err := c.v.RowNumbers(c.plan, time.Now())
	if err != nil {
		return err
	}
	_, rows, err := c.t.Query(ctx, sql, c.t.Kept)
	var at []int
	for _, r := range rows {
		at = append(at, int(r[0].(int64)))
	}
	c.t = c.t.Part(at)
	said := c.v.Answer(c.plan, nil, nil, c.w.Language, "").Conditions()
	if len(at) == 0 {
		c.tell(fmt.Sprintf(c.w.Data.NoRows, said))
	} else {
		c.Notes = append(c.Notes, fmt.Sprintf(c.w.Data.OnlyFor, said, c.count(len(at))))
	}
	return err
}

// say adds a fact. Strings in it are names or values of the table, or numbers
// that are written already.
func (c *computation) say(format string, args ...any) { c.tell(line(format, args...)) }

func (c *computation) tell(fact string) { c.Facts = append(c.Facts, fact) }

func line(format string, args ...any) string {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = question.Inert(s)
		}
	}
	return fmt.Sprintf(format, args...)
}

// raw is a text that is inert already.
type raw string

func (c *computation) count(n int) string { return c.w.Number(float64(n)) }

func amount(w *texts.Words, x float64, unit string) string {
	if code := question.Currencies[unit]; code != "" && math.Abs(x) < 1e12 {
		return w.Money(int64(math.Round(x*100)), code)
	}
	return w.Exact(x, unit)
}

func (c *computation) percent(share float64) string {
	return c.w.Number(math.Round(share*1000) / 10)
}

// figure adds a figure of the fact that was told last.
func (c *computation) figure(f chart.Figure, title string, names ...any) {
	f.Title, f.Language, f.Caption = line(title, names...), c.w.Language, c.Facts[len(c.Facts)-1]
	c.Figures = append(c.Figures, f)
}

func (c *computation) examine() (err error) {
	switch c.plan.Do {
	case question.Correlation:
		if len(c.plan.Show) == 2 {
			err = c.pair(c.plan.Show[0], c.plan.Show[1])
		} else {
			err = c.pairs()
		}
	case question.Missing:
		c.missing()
	default:
		err = c.columns()
	}
	if errors.Is(err, table.ErrColumn) || errors.Is(err, table.ErrKind) {
		c.tell(c.w.Data.NoNumbers)
		err = nil
	}
	return err
}

// of are the names of the columns of some kinds; of none: of all.
func (c *computation) of(kinds ...table.Kind) (names []string) {
	for _, x := range c.t.Columns() {
		if len(kinds) == 0 || slices.Contains(kinds, x.Kind) {
			names = append(names, x.Name)
		}
	}
	return names
}

// columns tells of columns one after the other: those that are asked for; of numbers; for
// a summary all, or if the table is only counted the names of the columns and the time.
func (c *computation) columns() error {
	names, boxes := c.plan.Show, c.plan.Do == question.Spread || c.plan.Do == question.Outliers
	var kinds []table.Kind
	if boxes {
		kinds = []table.Kind{table.Number}
	}
	switch all := c.of(); {
	case len(names) > 0:
	case boxes || c.plan.Do == question.Distribution && len(c.of(table.Number)) > 0:
		names = c.of(table.Number)
	case c.plan.Do == question.Distribution:
		names = all
	case c.plan.Stat == question.Count:
		c.say(c.w.Data.Columns, c.count(len(all)), raw(c.w.List(some(all))))
		names = c.of(table.Date)
	default:
		c.say(c.w.Data.Has, c.count(c.t.Rows), c.count(len(all)))
		names = all
	}
	if boxes && len(names) == 0 {
		c.tell(c.w.Data.NoNumbers)
	}
	if len(names) > manyFigures {
		c.say(c.w.Data.MoreColumns, c.count(len(names)-manyFigures))
	}
	for _, name := range names[:min(len(names), manyFigures)] {
		p, err := c.t.Distribution(name, kinds...)
		if err != nil {
			return err
		}
		switch {
		case p.Count == 0:
			c.say(c.w.Data.Nothing, p.Name)
		case boxes:
			c.box(p)
		default:
			c.profile(p)
			if c.plan.Do == question.Distribution {
				c.distribution(p)
			}
		}
	}
	return nil
}

// profile says how the values of a column are spread.
func (c *computation) profile(p *table.Profile) {
	switch n := p.Numbers; {
	case n != nil:
		say := func(x float64) string { return amount(c.w, x, p.Unit) }
		c.say(c.w.Data.Numbers, p.Name, say(n.Min), say(n.Max), say(n.Median), say(n.Q1), say(n.Q3), say(n.Mean))
	case p.Dates != nil:
		top := slices.MaxFunc(p.Dates.Months, func(a, b table.Bucket) int { return cmp.Compare(a.Count, b.Count) })
		c.say(c.w.Data.Dates, p.Name, c.w.Day(p.Dates.Min), c.w.Day(p.Dates.Max), c.w.Month(top.Start), c.count(top.Count))
	case p.Distinct == 1:
		c.say(c.w.Data.Always, p.Name, p.Top[0].Text)
	default:
		var named []string
		for _, v := range p.Top[:min(3, len(p.Top))] {
			named = append(named, fmt.Sprintf("%s (%s)", question.Inert(v.Text), c.count(v.Count)))
		}
		c.say(c.w.Data.Texts, p.Name, c.count(p.Distinct), raw(c.w.List(named)))
	}
}

// distribution draws the distribution of the values of a column as a histogram or as bars.
func (c *computation) distribution(p *table.Profile) {
	f := chart.Figure{Kind: chart.Histogram, X: chart.Axis{Title: p.Name, Unit: p.Unit}, Y: chart.Axis{Title: c.w.Data.Frequency}}
	add := func(label string, n int) {
		f.Labels, f.Values = append(f.Labels, label), append(f.Values, float64(n))
	}
	switch {
	case p.Numbers != nil:
		for _, b := range p.Numbers.Histogram {
			f.Bins = append(f.Bins, chart.Bin(b))
		}
	case p.Dates != nil:
		f.Kind = chart.Line
		for _, m := range p.Dates.Months {
			add(c.w.Month(m.Start), m.Count)
		}
	default:
		f.Kind, f.X, f.Y = chart.Bar, f.Y, f.X
		for _, v := range p.Top {
			add(question.Inert(v.Text), v.Count)
		}
	}
	c.figure(f, c.w.Data.Titles[question.Distribution], p.Name)
}

// box tells how numbers are spread, or which are far out.
func (c *computation) box(p *table.Profile) {
	n, o := p.Numbers, p.Numbers.Outliers
	say := func(x float64) string { return amount(c.w, x, p.Unit) }
	switch out := o.Low + o.High; {
	case c.plan.Do == question.Spread:
		c.say(c.w.Data.Spread, p.Name, say(n.SD), say(n.Mean), c.percent(n.CV), say(n.Q1), say(n.Q3), say(n.Min), say(n.Max))
	case out == 0:
		c.say(c.w.Data.NoOutliers, p.Name, say(n.Min), say(n.Max))
	default:
		var some []string
		for _, x := range o.Values[:min(5, len(o.Values))] {
			some = append(some, say(x))
		}
		told := c.w.Data.Outliers
		if out == 1 {
			told = c.w.Data.Outlier
		}
		c.say(told, p.Name, c.count(out), say(o.LowFence), say(o.HighFence), raw(c.w.List(some)))
	}
	c.figure(chart.Figure{
		Kind: chart.BoxPlot, X: chart.Axis{Title: p.Name, Unit: p.Unit},
		Boxes: []chart.Box{{Label: p.Name, Low: n.Low, Q1: n.Q1, Median: n.Median, Q3: n.Q3, High: n.High, Outliers: o.Values}},
	}, c.w.Data.Titles[c.plan.Do], p.Name)
}

// pair tells how far two columns go together.
func (c *computation) pair(a, b string) error {
	r, err := c.t.Correlation(a, b)
	if err != nil {
		return err
	}
	if !r.Defined {
		c.say(c.w.Data.NoPair, r.A, r.B)
		return nil
	}
	strength, sign := c.w.Data.Strong, c.w.Data.Positive // as Cohen's rule of thumb has it
	switch size := math.Abs(r.Pearson); {
	case size < 0.3:
		strength = c.w.Data.Weak
	case size < 0.5:
		strength = c.w.Data.Moderate
	}
	if r.Pearson < 0 {
		sign = c.w.Data.Negative
	}
	c.say(c.w.Data.Pair, r.A, r.B, strength, sign, c.two(r.Pearson), c.two(r.Spearman), c.count(r.Count))
	c.figure(chart.Figure{
		Kind: chart.Scatter, X: chart.Axis{Title: r.A, Unit: r.UnitA}, Y: chart.Axis{Title: r.B, Unit: r.UnitB}, Points: r.Points,
	}, c.w.Data.Titles[question.Correlation], r.A, r.B)
	return nil
}

// manyPaired is how many columns are compared with each other.
const manyPaired = 20

// pairs tells which columns of numbers go together most: of those that are named, or of
// one and all others.
func (c *computation) pairs() error {
	names, one := c.plan.Show, ""
	if len(names) < 2 {
		one, names = strings.Join(names, ""), c.of(table.Number)
	}
	names = names[:min(len(names), manyPaired)]
	var all []*table.Correlation
	for i, b := range names {
		for _, a := range names[:i] {
			r, err := c.t.Correlation(a, b)
			if err != nil {
				return err
			}
			if r.Defined && (one == "" || r.A == one || r.B == one) {
				all = append(all, r)
			}
		}
	}
	if len(all) == 0 {
		c.tell(c.w.Data.NoNumbers)
		return nil
	}
	slices.SortStableFunc(all, func(x, y *table.Correlation) int { return cmp.Compare(math.Abs(y.Pearson), math.Abs(x.Pearson)) })
	f := chart.Figure{Kind: chart.Bar}
	var named []string
	for _, r := range all {
		both := fmt.Sprintf("%s %s %s", question.Inert(r.A), c.w.House.And, question.Inert(r.B))
		f.Labels, f.Values = append(f.Labels, both), append(f.Values, math.Round(r.Pearson*100)/100)
		named = append(named, both+" ("+c.two(r.Pearson)+")")
	}
	c.say(c.w.Data.Strongest, raw(strings.Join(named[:min(3, len(named))], "; ")))
	c.figure(f, "%s", c.w.Data.Titles["matrix"])
	return nil
}

// two writes a correlation; adding 0 makes 0 of -0.
func (c *computation) two(r float64) string { return c.w.Number(math.Round(r*100)/100 + 0) }

// missing tells how much is missing of columns, most first.
func (c *computation) missing() {
	gaps := slices.DeleteFunc(c.t.Summary(), func(p *table.Profile) bool {
		return p.Missing == 0 || len(c.plan.Show) > 0 && !slices.Contains(c.plan.Show, p.Name)
	})
	if len(gaps) == 0 {
		c.say(c.w.Data.NoGaps, c.count(max(len(c.plan.Show), len(c.of()))))
		return
	}
	slices.SortStableFunc(gaps, func(a, b *table.Profile) int { return cmp.Compare(b.Missing, a.Missing) })
	f := chart.Figure{Kind: chart.Bar, X: chart.Axis{Title: c.w.Data.Share, Unit: "%"}}
	var named []string
	for _, p := range gaps {
		share := float64(p.Missing) / float64(c.t.Kept)
		f.Labels, f.Values = append(f.Labels, p.Name), append(f.Values, share*100)
		named = append(named, line(c.w.Data.Gap, p.Name, c.count(p.Missing), c.percent(share)))
	}
	c.say(c.w.Data.Gaps, raw(c.w.List(named[:min(len(named), manyFigures)])))
	c.figure(f, "%s", c.w.Data.Titles[question.Missing])
}

// What a summary in a few lines tells of a column of texts.
const (
	manyLeads  = 3   // columns whose first is named
	plainLead  = 0.8 // of the whole: a first that has more is no news
	someMonths = 6   // fewer have no trend
)

// brief sums a table up in as many lines as the plan asks for, or in fewer if there is less
// to tell: the total, the best month, the trend, what leads in columns of texts, the mean
// mark.
func (c *computation) brief(ctx context.Context) error {
	p := question.Plan{About: c.plan.About, Where: c.plan.Where, When: c.plan.When, Measure: c.v.Money(), Stat: question.Sum}
	if p.Measure == "" {
		p.Stat = question.Count
	}
	total, _, err := c.ask(ctx, p)
	if err != nil || len(total.Rows) == 0 {
		return err
	}
	whole, facts := number(total.Rows[0]), []string{total.Text()}
	also := func(p question.Plan) { // told with the total
		a, _, failed := c.ask(ctx, p)
		err = errors.Join(err, failed)
		facts[0] += " " + a.Text()
	}
	lead := func(field string) float64 { // the group of a field that has the most, and its share of the whole
		p := p
		p.By, p.Order, p.Top = []string{field}, question.Desc, 1
		a, _, failed := c.ask(ctx, p)
		if err = errors.Join(err, failed); err != nil || len(a.Rows) == 0 || whole <= 0 {
			return 0
		}
		share := number(a.Rows[0]) / whole
		if share > plainLead {
			return 0
		}
		facts = append(facts, line(c.w.Data.Lead, a.Name(field), a.Cell(0, a.Rows[0][0]), a.Cell(1, a.Rows[0][1]), c.percent(share)))
		return share
	}
	if p.Measure != "" {
		also(question.Plan{About: p.About, Where: p.Where, When: p.When, Stat: question.Count})
	}
	if c.v.Dated() {
		ends := p
		ends.Measure, ends.Stat, ends.More = "day", question.Min, []question.Figure{{Measure: "day", Stat: question.Max}}
		also(ends)
		lead("month")
		facts = append(facts, c.trend(ctx, p)...)
	}
	leads := 0
	for _, x := range c.of(table.Text) {
		d, _ := c.t.Distribution(x)
		if leads < manyLeads && d.Distinct > 1 && d.Distinct <= c.t.Kept/2 && lead(x) > 0 {
			leads++
		}
	}
	if mark := c.v.Mark(); mark != "" {
		p.Measure, p.Stat = mark, question.Mean
		a, _, failed := c.ask(ctx, p)
		err, facts = errors.Join(err, failed), append(facts, a.Text())
	}
	lines := min(c.plan.Top, len(facts))
	for i := range lines {
		c.tell(strings.Join(facts[i*len(facts)/lines:(i+1)*len(facts)/lines], " "))
	}
	return err
}

// trend says how a total rises or falls from month to month, if there are enough of them.
func (c *computation) trend(ctx context.Context, p question.Plan) []string {
	p.By = []string{"month"}
	if a, _, err := c.ask(ctx, p); err != nil || len(a.Rows) < someMonths {
		return nil
	}
	p.Then = question.Slope
	a, _, err := c.ask(ctx, p)
	if err != nil || len(a.Rows) == 0 {
		return nil
	}
	by, told := number(a.Rows[0]), c.w.Data.Rising
	if by < 0 {
		told = c.w.Data.Falling
	}
	return []string{line(told, a.Name(cmp.Or(p.Measure, "rows")), c.w.Number(math.Round(math.Abs(by)*100)/100))}
}

// number is the last value of a row, or 0.
func number(row []any) float64 {
	n, _ := question.Float(row[len(row)-1])
	return n
}
