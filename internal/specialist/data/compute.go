package data

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

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

	sql     string
	columns []string
	rows    [][]any
}

// manyFigures is how many figures, and columns in words, an answer has at most.
const manyFigures = 12

// computation is one in the making.
type computation struct {
	Finding
	t    *table.Table
	plan question.Plan
	w    *texts.Words
}

// examined are the plans that look at columns, which package table computes; the
// others are statements.
func examined(do string) bool {
	switch do {
	case question.Distribution, question.Spread, question.Outliers, question.Correlation, question.Missing, question.Summary:
		return true
	}
	return false
}

// Examine computes how the columns of a table are: what is missing, how values
// are spread, what goes together. What the table does not have is said in the
// facts, and is no error.
func Examine(t *table.Table, p question.Plan, language lang.Language) (Finding, error) {
	c := &computation{t: t, plan: p, w: texts.In(language)}
	err := c.examine()
	return c.Finding, err
}

func (c *computation) examine() (err error) {
	switch c.plan.Do {
	case question.Distribution:
		err = c.distribution()
	case question.Spread, question.Outliers:
		err = c.boxes()
	case question.Correlation:
		err = c.correlation()
	case question.Missing:
		c.missing()
	default:
		err = c.summary()
	}
	if errors.Is(err, table.ErrColumn) || errors.Is(err, table.ErrKind) {
		c.tell(c.w.Data.NoNumbers)
		err = nil
	}
	return err
}

// say adds a fact. Strings in it are names or values of the table, or numbers
// that are written already.
func (c *computation) say(format string, args ...any) { c.tell(c.line(format, args...)) }

func (c *computation) line(format string, args ...any) string {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = question.Inert(s)
		}
	}
	return fmt.Sprintf(format, args...)
}

func (c *computation) tell(fact string) { c.Facts = append(c.Facts, fact) }

func (c *computation) number(x float64) string { return c.w.Number(x) }
func (c *computation) count(n int) string      { return c.w.Number(float64(n)) }

func (c *computation) amount(x float64, unit string) string {
	if code := question.Currencies[unit]; code != "" && math.Abs(x) < 1e12 {
		return c.w.Money(int64(math.Round(x*100)), code)
	}
	return c.w.Exact(x, unit)
}

// oneOr chooses between a phrase for one and one for several.
func oneOr(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

func (c *computation) percent(share float64) string {
	return c.w.Number(math.Round(share*1000) / 10)
}

// columns returns those that are asked for, or all of a kind, up to as many as
// are shown.
func (c *computation) columns(kinds ...table.Kind) []string {
	names := c.plan.Show
	if len(names) == 0 {
		for _, x := range c.t.Columns() {
			if slices.Contains(kinds, x.Kind) {
				names = append(names, x.Name)
			}
		}
	}
	return names
}

// shown returns the first columns, and says how many there are besides.
func (c *computation) shown(names []string) []string {
	if len(names) > manyFigures {
		c.say(c.w.Data.MoreColumns, c.count(len(names)-manyFigures))
		names = names[:manyFigures]
	}
	return names
}

func (c *computation) distribution() error {
	names := c.columns(table.Number)
	if len(names) == 0 {
		names = c.columns(table.Number, table.Date, table.Bool, table.Text)
	}
	for _, name := range c.shown(names) {
		p, err := c.t.Distribution(name)
		if err != nil {
			return err
		}
		c.profile(p)
		f := chart.Figure{Kind: chart.Histogram, X: chart.Axis{Title: p.Name, Unit: p.Unit}, Y: chart.Axis{Title: c.w.Data.Frequency}}
		switch {
		case p.Count == 0:
			continue
		case p.Numbers != nil:
			for _, b := range p.Numbers.Histogram {
				f.Bins = append(f.Bins, chart.Bin(b))
				c.row("column from to rows", p.Name, b.Low, b.High, b.Count)
			}
		case p.Dates != nil:
			f.Kind = chart.Line
			for _, m := range p.Dates.Months {
				f.Labels, f.Values = append(f.Labels, c.w.Month(m.Start)), append(f.Values, float64(m.Count))
			}
		default:
			f.Kind, f.X, f.Y = chart.Bar, f.Y, f.X
			for _, v := range p.Top {
				f.Labels, f.Values = append(f.Labels, question.Inert(v.Text)), append(f.Values, float64(v.Count))
				c.row("column value rows", p.Name, v.Text, v.Count)
			}
		}
		c.figure(f, c.w.Data.Titles[question.Distribution], p.Name)
	}
	return nil
}

// figure adds a figure of the fact that was told last.
func (c *computation) figure(f chart.Figure, title string, names ...any) {
	for i, n := range names {
		names[i] = question.Inert(fmt.Sprint(n))
	}
	f.Title, f.Language = fmt.Sprintf(title, names...), c.w.Language
	f.Caption = c.Facts[len(c.Facts)-1]
	c.Figures = append(c.Figures, f)
}

// profile says how the values of a column are spread.
func (c *computation) profile(p *table.Profile) {
	switch {
	case p.Count == 0:
		c.say(c.w.Data.Nothing, p.Name)
	case p.Numbers != nil:
		n := p.Numbers
		c.say(c.w.Data.Numbers, p.Name, c.amount(n.Min, p.Unit), c.amount(n.Max, p.Unit), c.amount(n.Median, p.Unit), c.amount(n.Q1, p.Unit), c.amount(n.Q3, p.Unit), c.amount(n.Mean, p.Unit))
	case p.Dates != nil:
		top := slices.MaxFunc(p.Dates.Months, func(a, b table.Bucket) int { return cmp.Compare(a.Count, b.Count) })
		c.say(c.w.Data.Dates, p.Name, c.w.Day(p.Dates.Min), c.w.Day(p.Dates.Max), c.w.Month(top.Start), c.count(top.Count))
	case p.Distinct == 1:
		c.say(c.w.Data.Always, p.Name, p.Top[0].Text)
	default:
		c.say(c.w.Data.Texts, p.Name, c.count(p.Distinct), raw(c.list(p.Top, 3)))
	}
}

// row adds a row of figures beneath names of columns.
func (c *computation) row(names string, cells ...any) {
	c.Finding.columns, c.rows = strings.Fields(names), append(c.rows, cells)
}

// raw is a text that is inert already.
type raw string

// list names values and how often they occur.
func (c *computation) list(values []table.Value, n int) string {
	var named []string
	for _, v := range values[:min(n, len(values))] {
		named = append(named, fmt.Sprintf("%s (%s)", question.Inert(v.Text), c.count(v.Count)))
	}
	return c.w.List(named)
}

// boxes are for dispersion and outliers alike.
func (c *computation) boxes() error {
	names := c.columns(table.Number)
	if len(names) == 0 {
		c.tell(c.w.Data.NoNumbers)
	}
	for _, name := range c.shown(names) {
		b, err := c.t.Dispersion(name)
		if err != nil {
			return err
		}
		if b.Count == 0 {
			c.say(c.w.Data.Nothing, b.Column)
			continue
		}
		n, o := b.Numbers, b.Numbers.Outliers
		amount := func(x float64) string { return c.amount(x, b.Unit) }
		if c.plan.Do == question.Outliers {
			c.row("column outliers low_fence high_fence values", b.Column, o.Low+o.High, o.LowFence, o.HighFence, o.Values)
		}
		switch {
		case c.plan.Do == question.Spread:
			c.row("column sd mean cv q1 median q3 min max", b.Column, n.SD, n.Mean, b.CV, n.Q1, n.Median, n.Q3, n.Min, n.Max)
			c.say(c.w.Data.Spread, b.Column, amount(n.SD), amount(n.Mean), c.percent(b.CV), amount(n.Q1), amount(n.Q3), amount(n.Min), amount(n.Max))
		case o.Low+o.High == 0:
			c.say(c.w.Data.NoOutliers, b.Column, amount(n.Min), amount(n.Max))
		default:
			var some []string
			for _, x := range o.Values[:min(5, len(o.Values))] {
				some = append(some, amount(x))
			}
			c.say(oneOr(o.Low+o.High, c.w.Data.Outlier, c.w.Data.Outliers), b.Column, c.count(o.Low+o.High), amount(o.LowFence), amount(o.HighFence), raw(c.w.List(some)))
		}
		c.figure(chart.Figure{
			Kind: chart.BoxPlot, X: chart.Axis{Title: b.Column, Unit: b.Unit},
			Boxes: []chart.Box{{Label: b.Column, Low: b.Low, Q1: n.Q1, Median: n.Median, Q3: n.Q3, High: b.High, Outliers: o.Values}},
		}, c.w.Data.Titles[c.plan.Do], b.Column)
	}
	return nil
}

func (c *computation) correlation() error {
	if len(c.plan.Show) == 2 {
		r, err := c.t.Correlation(c.plan.Show[0], c.plan.Show[1])
		if err != nil {
			return err
		}
		if !r.Defined {
			c.say(c.w.Data.NoPair, r.A, r.B)
			return nil
		}
		c.row("a b pearson spearman slope rows", r.A, r.B, r.Pearson, r.Spearman, r.Slope, r.Count)
		c.say(c.w.Data.Pair, r.A, r.B, c.strength(r.Pearson), c.sign(r.Pearson), c.two(r.Pearson), c.two(r.Spearman), c.count(r.Count))
		c.figure(chart.Figure{Kind: chart.Scatter, X: chart.Axis{Title: r.A, Unit: r.UnitA}, Y: chart.Axis{Title: r.B, Unit: r.UnitB}, Points: r.Points}, c.w.Data.Titles[question.Correlation], r.A, r.B)
		return nil
	}
	var names []string
	if len(c.plan.Show) > 2 {
		names = c.plan.Show
	}
	m, err := c.t.CorrelationMatrix(names...)
	if err != nil {
		return err
	}
	type pair struct {
		a, b string
		r    float64
	}
	var pairs []pair
	for i, row := range m.Values {
		for j, r := range row[:i] {
			one := len(c.plan.Show) == 1 // it against all others
			if !math.IsNaN(r) && (!one || m.Columns[i] == c.plan.Show[0] || m.Columns[j] == c.plan.Show[0]) {
				pairs = append(pairs, pair{m.Columns[j], m.Columns[i], r})
			}
		}
	}
	if len(pairs) == 0 {
		c.tell(c.w.Data.NoNumbers)
		return nil
	}
	slices.SortStableFunc(pairs, func(x, y pair) int { return cmp.Compare(math.Abs(y.r), math.Abs(x.r)) })
	for _, p := range pairs {
		c.row("a b pearson", p.a, p.b, p.r)
	}
	var named []string
	for _, p := range pairs[:min(3, len(pairs))] {
		named = append(named, fmt.Sprintf("%s %s %s (%s)", question.Inert(p.a), c.w.House.And, question.Inert(p.b), c.two(p.r)))
	}
	c.say(c.w.Data.Strongest, raw(strings.Join(named, "; ")))
	c.figure(chart.Figure{Kind: chart.HeatMap, Labels: m.Columns, Cells: m.Values}, "%s", c.w.Data.Titles["matrix"])
	return nil
}

// two writes a correlation; adding 0 makes 0 of -0.
func (c *computation) two(r float64) string { return c.number(math.Round(r*100)/100 + 0) }

// strength names a correlation as Cohen's rule of thumb does.
func (c *computation) strength(r float64) string {
	switch size := math.Abs(r); {
	case size < 0.3:
		return c.w.Data.Weak
	case size < 0.5:
		return c.w.Data.Moderate
	}
	return c.w.Data.Strong
}

func (c *computation) sign(r float64) string {
	if r < 0 {
		return c.w.Data.Negative
	}
	return c.w.Data.Positive
}

func (c *computation) missing() {
	f := chart.Figure{Kind: chart.Bar, X: chart.Axis{Title: c.w.Data.Share, Unit: "%"}}
	var named []string
	for _, g := range c.t.Missing() {
		if len(c.plan.Show) > 0 && !slices.Contains(c.plan.Show, g.Column) {
			continue
		}
		if g.Missing > 0 || len(c.plan.Show) > 0 {
			c.row("column missing percent", g.Column, g.Missing, g.Share*100)
		}
		if g.Missing == 0 {
			continue
		}
		f.Labels, f.Values = append(f.Labels, g.Column), append(f.Values, g.Share*100)
		if len(named) < manyFigures {
			named = append(named, fmt.Sprintf(c.w.Data.Gap, question.Inert(g.Column), c.count(g.Missing), c.percent(g.Share)))
		}
	}
	if len(named) == 0 {
		c.say(c.w.Data.NoGaps, c.count(max(len(c.plan.Show), len(c.t.Columns()))))
		return
	}
	c.say(c.w.Data.Gaps, raw(c.w.List(named)))
	c.figure(f, "%s", c.w.Data.Titles[question.Missing])
}

// summary says what the table has, and how the values of its columns are spread; of one that
// is only counted, the names of the columns and the time.
func (c *computation) summary() error {
	names := c.plan.Show
	if columns := c.t.Columns(); len(names) == 0 {
		for _, x := range columns {
			if c.plan.Stat != question.Count || x.Kind == table.Date {
				names = append(names, x.Name)
			}
		}
		if c.plan.Stat == question.Count {
			c.say(c.w.Data.Columns, c.count(len(columns)), raw(c.w.List(some(columnNames(c.t)))))
		} else {
			c.say(c.w.Data.Has, c.count(c.t.Rows), c.count(len(columns)))
		}
	}
	for _, name := range c.shown(names) {
		p, err := c.t.Distribution(name)
		if err != nil {
			return err
		}
		c.profile(p)
	}
	return nil
}
