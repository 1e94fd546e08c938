package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/maitre-dev/maitre/internal/chart"
	"github.com/maitre-dev/maitre/internal/table"
)

// comparison compares groups, or ranks them.
func (c *computation) comparison() error {
	by := c.asks.By
	if by == "" {
		by = c.anyGroup()
	}
	if by == "" {
		c.tell(c.w.Data.NoGroups)
		return nil
	}
	number, measure := "", "count"
	if len(c.asks.Columns) > 0 {
		number, measure = c.asks.Columns[0], cmp.Or(c.asks.Measure, "mean")
		if c.asks.Intent == Top {
			measure = cmp.Or(c.asks.Measure, "sum")
		}
	} else if c.asks.Measure == "share" {
		measure = "share"
	}
	r, err := c.t.TopN(by, number, table.Sum, math.MaxInt)
	if err != nil {
		return err
	}
	if len(r.Groups) == 0 {
		c.say(c.w.Data.Nothing, by)
		return nil
	}
	whole := 0.0
	for _, g := range r.Groups {
		whole += part(g, number)
	}
	value := func(g table.Group) float64 {
		switch measure {
		case "share":
			return math.Round(part(g, number)/whole*1000) / 10
		case "median":
			return g.Median
		case "min":
			return g.Min
		case "max":
			return g.Max
		}
		return g.Value(table.Aggregate(measure))
	}
	slices.SortFunc(r.Groups, func(a, b table.Group) int {
		return cmp.Or(cmp.Compare(value(b), value(a)), cmp.Compare(a.Name, b.Name))
	})
	n := cmp.Or(c.asks.N, 10)
	r.Others = max(0, len(r.Groups)-n)
	shown := r.Groups[:min(n, len(r.Groups))]
	what, unit := c.w.Data.Measures[measure], r.Unit
	if number != "" {
		what = fmt.Sprintf(c.w.Data.By, what, inert(r.Column))
	}
	switch measure {
	case "count":
		unit = ""
	case "share":
		unit = "%"
	}
	var named []string
	f := chart.Figure{Kind: chart.Bar, X: chart.Axis{Title: what, Unit: unit}, Y: chart.Axis{Title: r.By}}
	for i, g := range shown {
		f.Labels, f.Values = append(f.Labels, inert(g.Name)), append(f.Values, value(g))
		if i < max(5, c.asks.N) {
			named = append(named, fmt.Sprintf("%s %s", inert(g.Name), c.amount(value(g), unit)))
		}
	}
	c.say(c.w.Data.Groups, what, r.By, raw(c.w.List(named)))
	c.figure(f, c.w.Data.Titles[Comparing], what, r.By)
	if last := r.Groups[len(r.Groups)-1]; len(r.Groups) > len(named) && len(r.Groups) <= most && c.asks.Intent == Comparing {
		c.say(c.w.Data.Lowest, last.Name, c.amount(value(last), unit))
	}
	if r.Others > 0 {
		c.say(oneOr(r.Others, c.w.Data.OneMore, c.w.Data.ManyMore), c.count(r.Others))
	}
	return nil
}

// part is what a group has of the whole: of its numbers, or without them of the
// rows.
func part(g table.Group, number string) float64 {
	if number == "" {
		return float64(g.Count)
	}
	return g.Sum
}

// anyGroup returns a column of few enough different values to compare.
func (c *computation) anyGroup() string {
	for _, p := range c.t.Summary() {
		if (p.Kind == table.Text || p.Kind == table.Bool) && p.Distinct > 1 && p.Distinct <= most {
			return p.Name
		}
	}
	return ""
}

func (c *computation) trend() error {
	date := ""
	for _, x := range c.t.Columns() {
		if x.Kind == table.Date && (date == "" || x.Name == c.asks.By) {
			date = x.Name
		}
	}
	if date == "" {
		c.tell(c.w.Data.NoDates)
		return nil
	}
	number, agg := "", table.Count
	if len(c.asks.Columns) > 0 {
		number, agg = c.asks.Columns[0], table.Sum
		switch c.asks.Measure {
		case "mean", "median", "min", "max":
			agg = table.Mean
		case "count":
			number, agg = "", table.Count
		}
	}
	r, err := c.t.Trend(date, number, table.Period(c.asks.Period), agg)
	if err != nil {
		return err
	}
	if r.High < 0 {
		c.say(c.w.Data.Nothing, date)
		return nil
	}
	what := c.w.Data.Measures[string(r.Aggregate)]
	if number != "" {
		what = fmt.Sprintf(c.w.Data.By, what, inert(r.Column))
	}
	f := chart.Figure{Kind: chart.Line, X: chart.Axis{Title: r.Date}, Y: chart.Axis{Title: what, Unit: r.Unit}}
	var there []table.Point
	for _, p := range r.Points {
		if p.Empty {
			continue
		}
		there = append(there, p)
		f.Labels, f.Values = append(f.Labels, c.when(p, r.Period)), append(f.Values, p.Value)
	}
	first, last := there[0], there[len(there)-1]
	high, low := r.Points[r.High], r.Points[r.Low]
	value := func(p table.Point) string { return c.amount(p.Value, r.Unit) }
	went := c.w.Data.Level
	switch {
	case r.Change > 0:
		went = fmt.Sprintf(c.w.Data.Rise, c.percent(r.Change))
	case r.Change < 0:
		went = fmt.Sprintf(c.w.Data.Fall, c.percent(-r.Change))
	}
	c.say(c.w.Data.Trend, what, c.when(first, r.Period), value(first), c.when(last, r.Period), value(last), went, c.when(high, r.Period), value(high), c.when(low, r.Period), value(low))
	c.figure(f, c.w.Data.Titles[Trending], what)
	return nil
}

func (c *computation) when(p table.Point, period table.Period) string {
	switch period {
	case table.Year:
		return p.Start.Format("2006")
	case table.Month:
		return c.w.Month(p.Start)
	}
	return c.w.Day(p.Start)
}

func (c *computation) missing() {
	f := chart.Figure{Kind: chart.Bar, X: chart.Axis{Title: c.w.Data.Share, Unit: "%"}}
	var named []string
	for _, g := range c.t.Missing() {
		if len(c.asks.Columns) > 0 && !slices.Contains(c.asks.Columns, g.Column) || g.Missing == 0 {
			continue
		}
		f.Labels, f.Values = append(f.Labels, g.Column), append(f.Values, g.Share*100)
		if len(named) < manyFigures {
			named = append(named, fmt.Sprintf(c.w.Data.Gap, inert(g.Column), c.count(g.Missing), c.percent(g.Share)))
		}
	}
	if len(named) == 0 {
		c.say(c.w.Data.NoGaps, c.count(max(len(c.asks.Columns), len(c.t.Columns()))))
		return
	}
	c.say(c.w.Data.Gaps, raw(c.w.List(named)))
	c.figure(f, "%s", c.w.Data.Titles[Missing])
}

// summary says what the table has, or one figure of the columns that are named.
func (c *computation) summary() error {
	names := c.asks.Columns
	if len(names) == 0 {
		columns := c.t.Columns()
		c.say(c.w.Data.Has, c.count(c.t.Rows), c.count(len(columns)))
		if c.asks.Measure == "count" {
			return nil
		}
		for _, x := range columns {
			names = append(names, x.Name)
		}
	}
	for _, name := range c.shown(names) {
		p, err := c.t.Distribution(name)
		if err != nil {
			return err
		}
		if p.Numbers != nil && p.Count > 0 && len(c.asks.Columns) > 0 && c.asks.Measure != "" {
			c.measured(p)
		}
		c.profile(p)
	}
	return nil
}

func (c *computation) measured(p *table.Profile) {
	n := p.Numbers
	value, known := map[string]float64{"count": float64(p.Count), "sum": n.Sum, "mean": n.Mean, "median": n.Median, "min": n.Min, "max": n.Max}[c.asks.Measure]
	if !known {
		return
	}
	unit := p.Unit
	if c.asks.Measure == "count" {
		unit = ""
	}
	c.say(c.w.Data.Column, c.w.Data.Measures[c.asks.Measure], p.Name, c.amount(value, unit))
}
