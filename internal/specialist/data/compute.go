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
	manyPaired  = 20   // columns that are compared with each other
	maxRows     = 2000 // that an answer has at most
)

// computation is one in the making.
type computation struct {
	Finding
	t    *table.Table
	plan question.Plan
	w    *texts.Words
}

// look computes what is asked of the rows that are meant.
func look(ctx context.Context, from Source, p question.Plan, l lang.Language) (Finding, error) {
	c := &computation{t: from.Table, plan: p, w: texts.In(l)}
	v := from.vocabulary()
	if c.t.Approximate {
		c.Notes = append(c.Notes, fmt.Sprintf(c.w.Data.Approximate, c.count(c.t.Kept)))
	}
	var err error
	switch {
	case !p.Looks():
		err = c.state(ctx, v)
	case len(p.Where)+len(p.When) > 0:
		err = c.narrow(ctx, v)
	}
	if err == nil && p.Looks() && c.t.Kept > 0 {
		err = c.examine()
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

// state runs the statement of the plan, and says what it came to.
func (c *computation) state(ctx context.Context, v *question.Vocabulary) (err error) {
	if c.sql, err = v.Write(c.plan.Wide(), time.Now()); err != nil {
		return err
	}
	columns, rows, err := c.t.Query(ctx, c.sql, maxRows)
	if err != nil {
		return err
	}
	c.Finding.columns, c.rows = columns, c.plan.Ties(rows)
	a := v.Answer(c.plan, columns, c.rows, c.w.Language, "")
	c.tell(a.Text())
	if f, ok := a.Figure(); ok {
		c.Figures = []chart.Figure{f}
	}
	return nil
}

// narrow leaves the rows for which the conditions of the plan hold, and says which these are.
func (c *computation) narrow(ctx context.Context, v *question.Vocabulary) error {
	sql, err := v.RowNumbers(c.plan, time.Now())
	if err != nil {
		return err
	}
	_, rows, err := c.t.Query(ctx, sql, c.t.Kept)
	at := make([]int, len(rows))
	for i, r := range rows {
		at[i] = int(r[0].(int64))
	}
	c.t = c.t.Part(at)
	said := v.Answer(c.plan, nil, nil, c.w.Language, "").Conditions()
	if len(at) == 0 {
		c.tell(fmt.Sprintf(c.w.Data.NoRows, said))
	} else {
		c.Notes = append(c.Notes, fmt.Sprintf(c.w.Data.OnlyFor, said, c.count(len(at))))
	}
	return err
}

// say adds a fact. Strings in it are names or values of the table, or numbers
// that are written already; a raw text is inert already.
func (c *computation) say(format string, args ...any) { c.tell(line(format, args...)) }
func (c *computation) tell(fact string)               { c.Facts = append(c.Facts, fact) }

type raw string

func line(format string, args ...any) string {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = question.Inert(s)
		}
	}
	return fmt.Sprintf(format, args...)
}

func (c *computation) count(n int) string { return c.w.Number(float64(n)) }

// percent and two write a share and a correlation; adding 0 makes 0 of -0.
func (c *computation) percent(share float64) string { return c.w.Number(math.Round(share*1000) / 10) }
func (c *computation) two(r float64) string         { return c.w.Number(math.Round(r*100)/100 + 0) }

// amounts writes numbers of a column.
func amounts(w *texts.Words, unit string, all ...float64) []any {
	said := make([]any, len(all))
	for i, x := range all {
		said[i] = w.Exact(x, unit)
		if code := question.Currencies[unit]; code != "" && math.Abs(x) < 1e12 {
			said[i] = w.Money(int64(math.Round(x*100)), code)
		}
	}
	return said
}

// figure adds a figure of the fact that was told last.
func (c *computation) figure(f chart.Figure, title string, names ...any) {
	f.Title, f.Language, f.Caption = line(title, names...), c.w.Language, c.Facts[len(c.Facts)-1]
	c.Figures = append(c.Figures, f)
}

func (c *computation) examine() (err error) {
	switch {
	case c.plan.Do == question.Missing:
		c.missing()
	case c.plan.Do != question.Correlation:
		err = c.columns()
	case len(c.plan.Show) == 2:
		err = c.pair(c.plan.Show[0], c.plan.Show[1])
	default:
		err = c.pairs()
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
	all, numbers := c.of(), c.of(table.Number)
	boxes, spread := c.plan.Do == question.Spread || c.plan.Do == question.Outliers, c.plan.Do == question.Distribution
	names, kinds := c.plan.Show, []table.Kind{}
	switch {
	case len(names) > 0:
	case boxes || spread && len(numbers) > 0:
		names = numbers
	case spread:
		names = all
	case c.plan.Stat == question.Count:
		c.say(c.w.Data.Columns, c.count(len(all)), raw(c.w.List(some(all))))
		names = c.of(table.Date)
	default:
		c.say(c.w.Data.Has, c.count(c.t.Rows), c.count(len(all)))
		names = all
	}
	if boxes {
		kinds = append(kinds, table.Number)
	}
	if boxes && len(names) == 0 {
		c.tell(c.w.Data.NoNumbers)
	}
	if len(names) > manyFigures {
		c.say(c.w.Data.MoreColumns, c.count(len(names)-manyFigures))
	}
	for _, name := range names[:min(len(names), manyFigures)] {
		p, err := c.t.Distribution(name, kinds...)
		switch {
		case err != nil:
			return err
		case p.Count == 0:
			c.say(c.w.Data.Nothing, p.Name)
		case boxes:
			c.box(p)
		default:
			c.profile(p, spread)
		}
	}
	return nil
}

// profile says how the values of a column are spread, and draws a histogram, a line over time or bars of it if they are
// asked for.
func (c *computation) profile(p *table.Profile, drawn bool) {
	f := chart.Figure{Kind: chart.Bar, X: chart.Axis{Title: c.w.Data.Frequency}, Y: chart.Axis{Title: p.Name, Unit: p.Unit}}
	switch n := p.Numbers; {
	case n != nil:
		c.say(c.w.Data.Numbers, append([]any{p.Name}, amounts(c.w, p.Unit, n.Min, n.Max, n.Median, n.Q1, n.Q3, n.Mean)...)...)
		f.Kind, f.X, f.Y = chart.Histogram, f.Y, f.X
		for _, b := range n.Histogram {
			f.Bins = append(f.Bins, chart.Bin(b))
		}
	case p.Dates != nil:
		f.Kind, f.X, f.Y = chart.Line, f.Y, f.X
		top := p.Dates.Months[0]
		for _, m := range p.Dates.Months {
			if f.Labels, f.Values = append(f.Labels, c.w.Month(m.Start)), append(f.Values, float64(m.Count)); m.Count > top.Count {
				top = m
			}
		}
		c.say(c.w.Data.Dates, p.Name, c.w.Day(p.Dates.Min), c.w.Day(p.Dates.Max), c.w.Month(top.Start), c.count(top.Count))
	default:
		var named []string
		for _, v := range p.Top {
			f.Labels, f.Values = append(f.Labels, question.Inert(v.Text)), append(f.Values, float64(v.Count))
			named = append(named, fmt.Sprintf("%s (%s)", question.Inert(v.Text), c.count(v.Count)))
		}
		if p.Distinct == 1 {
			c.say(c.w.Data.Always, p.Name, p.Top[0].Text)
		} else {
			c.say(c.w.Data.Texts, p.Name, c.count(p.Distinct), raw(c.w.List(named[:min(3, len(named))])))
		}
	}
	if drawn {
		c.figure(f, c.w.Data.Titles[question.Distribution], p.Name)
	}
}

// box tells how numbers are spread, or which are far out.
func (c *computation) box(p *table.Profile) {
	n, o := p.Numbers, p.Numbers.Outliers
	say := func(all ...float64) []any { return amounts(c.w, p.Unit, all...) }
	switch out := o.Low + o.High; {
	case c.plan.Do == question.Spread:
		a := say(n.SD, n.Mean, n.Q1, n.Q3, n.Min, n.Max)
		c.say(c.w.Data.Spread, slices.Concat([]any{p.Name}, a[:2], []any{c.percent(n.CV)}, a[2:])...)
	case out == 0:
		c.say(c.w.Data.NoOutliers, append([]any{p.Name}, say(n.Min, n.Max)...)...)
	default:
		var some []string
		for _, x := range say(o.Values[:min(5, len(o.Values))]...) {
			some = append(some, x.(string))
		}
		told := map[bool]string{true: c.w.Data.Outlier, false: c.w.Data.Outliers}[out == 1]
		c.say(told, slices.Concat([]any{p.Name, c.count(out)}, say(o.LowFence, o.HighFence), []any{raw(c.w.List(some))})...)
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

// pairs tells which columns of numbers go together most: of those that are named, or of
// one and all others.
func (c *computation) pairs() error {
	names, one := c.plan.Show, ""
	if len(names) < 2 {
		one, names = strings.Join(names, ""), c.of(table.Number)
	}
	var all []*table.Correlation
	for i, b := range names[:min(len(names), manyPaired)] {
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
