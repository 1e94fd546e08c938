package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

// Distribution returns how the values of a column are spread: a histogram of
// numbers, dates by month, the most frequent of other values.
func (t *Table) Distribution(name string) (*Profile, error) {
	c, err := t.column(name)
	if err != nil {
		return nil, err
	}
	return t.profile(c), nil
}

// Summary returns the profiles of all columns.
func (t *Table) Summary() []*Profile {
	profiles := make([]*Profile, len(t.columns))
	for i, c := range t.columns {
		profiles[i] = t.profile(c)
	}
	return profiles
}

// Box is how numbers are spread around their median, as a box plot shows it.
type Box struct {
	Column    string
	Unit      string
	Count     int
	Missing   int
	Numbers   Numbers
	Low, High float64 // the whiskers: the last values that are no outliers
	IQR       float64
	CV        float64 // SD by mean, in absolute value; 0 for a mean of 0
}

// Dispersion returns how the numbers of a column are spread.
func (t *Table) Dispersion(name string) (*Box, error) {
	c, err := t.column(name, Number)
	if err != nil {
		return nil, err
	}
	p := t.profile(c)
	n := p.Numbers
	b := &Box{Column: c.Name, Unit: c.Unit, Count: p.Count, Missing: p.Missing, Numbers: *n, Low: n.Max, High: n.Min, IQR: finite(n.Q3 - n.Q1)}
	if n.Mean != 0 {
		b.CV = finite(math.Abs(n.SD / n.Mean))
	}
	for _, x := range c.numbers {
		if n.Outliers.LowFence <= x && x <= n.Outliers.HighFence {
			b.Low, b.High = min(b.Low, x), max(b.High, x)
		}
	}
	return b, nil
}

// Outliers returns the outliers among the numbers of a column.
func (t *Table) Outliers(name string) (*Outliers, error) {
	b, err := t.Dispersion(name)
	if err != nil {
		return nil, err
	}
	return &b.Numbers.Outliers, nil
}

// Gap is how much of a column is missing.
type Gap struct {
	Column  string
	Missing int // of the rows kept, with the unfit
	Unfit   int // values that are there, but not of the column's kind
	Share   float64
}

// Missing returns how much is missing of each column, most first.
func (t *Table) Missing() []Gap {
	gaps := make([]Gap, len(t.columns))
	for i, c := range t.columns {
		p := t.profile(c)
		gaps[i] = Gap{Column: c.Name, Missing: p.Missing, Unfit: c.Unfit, Share: float64(p.Missing) / float64(max(t.Kept, 1))}
	}
	slices.SortStableFunc(gaps, func(a, b Gap) int { return cmp.Compare(b.Missing, a.Missing) })
	return gaps
}

// Correlation is how far two columns of numbers go together.
type Correlation struct {
	A, B         string
	UnitA, UnitB string
	Count        int  // rows that have both
	Defined      bool // false when there are fewer than two, or one column is constant
	Pearson      float64
	Spearman     float64      // of ranks; equal values share theirs
	Slope, Start float64      // of the line of least squares: B is about Start + Slope·A
	Points       [][2]float64 // of the rows, at most 2,000, evenly taken
}

const maxPoints = 2000

// Correlation compares two columns over the rows that have both.
func (t *Table) Correlation(a, b string) (*Correlation, error) {
	ca, err := t.column(a, Number)
	if err != nil {
		return nil, err
	}
	cb, err := t.column(b, Number)
	if err != nil {
		return nil, err
	}
	xs, ys := pairs(ca, cb)
	r := &Correlation{A: ca.Name, B: cb.Name, UnitA: ca.Unit, UnitB: cb.Unit, Count: len(xs)}
	if r.Pearson, r.Defined = pearson(xs, ys); r.Defined {
		r.Spearman, _ = pearson(ranks(xs), ranks(ys))
		mx, my := momentsOf(xs), momentsOf(ys)
		r.Slope = finite(r.Pearson * (my.sd / mx.sd))
		r.Start = finite(my.mean - r.Slope*mx.mean)
	}
	n := min(len(xs), maxPoints)
	for i := range n {
		at := i * len(xs) / n
		r.Points = append(r.Points, [2]float64{xs[at], ys[at]})
	}
	return r, nil
}

// pairs returns the values of the rows that have both.
func pairs(a, b *column) (xs, ys []float64) {
	xs, ys = make([]float64, 0, len(a.numbers)), make([]float64, 0, len(a.numbers))
	for i, x := range a.numbers {
		if y := b.numbers[i]; !math.IsNaN(x) && !math.IsNaN(y) {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	return xs, ys
}

// Matrix has the correlations (Pearson's) of every column with every other.
type Matrix struct {
	Columns []string
	Values  [][]float64 // 0 where not defined
	Defined [][]bool
	LeftOut int // columns of numbers beyond the most
}

const maxMatrix = 20

// CorrelationMatrix compares all columns of numbers, or those named, at most
// 20 of them, each pair over the rows that have both.
func (t *Table) CorrelationMatrix(names ...string) (*Matrix, error) {
	var columns []*column
	for _, c := range t.columns {
		if len(names) == 0 && c.Kind == Number {
			columns = append(columns, c)
		}
	}
	for _, name := range names {
		c, err := t.column(name, Number)
		if err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	m := &Matrix{LeftOut: max(0, len(columns)-maxMatrix)}
	columns = columns[:min(len(columns), maxMatrix)]
	for i, a := range columns {
		m.Columns = append(m.Columns, a.Name)
		m.Values = append(m.Values, make([]float64, len(columns)))
		m.Defined = append(m.Defined, make([]bool, len(columns)))
		for j, b := range columns[:i+1] {
			r, ok := pearson(pairs(a, b))
			m.Values[i][j], m.Defined[i][j] = r, ok
			m.Values[j][i], m.Defined[j][i] = r, ok
		}
	}
	return m, nil
}

// Aggregate is what is made of the numbers of a group.
type Aggregate string

// The aggregates. Count needs no numbers.
const (
	Count Aggregate = "count"
	Sum   Aggregate = "sum"
	Mean  Aggregate = "mean"
)

// Trend is how a number, or how many rows there are, goes over time.
type Trend struct {
	Date, Column string // Column is empty when rows are counted
	Unit         string
	Period       Period
	Aggregate    Aggregate
	Points       []Point
	Change       float64 // of the last value against the first, as a share; 0 if that is 0
	High, Low    int     // which points have the highest and the lowest value; -1 for none
	Slope        float64 // of the line of least squares, a step
}

// Point is a step of a trend.
type Point struct {
	Start time.Time
	Count int     // of values
	Value float64 // 0 when there are none
	Empty bool    // there is no value to speak of: the mean of none
}

// Trend adds up a column of numbers over the time in a column of dates. Without
// number it counts rows. An empty period is one that suits how long that time
// is.
func (t *Table) Trend(date, number string, period Period, agg Aggregate) (*Trend, error) {
	d, err := t.column(date, Date)
	if err != nil {
		return nil, err
	}
	r := &Trend{Date: d.Name, Period: period, Aggregate: agg, High: -1, Low: -1}
	var numbers []float64
	if agg == Count || number == "" {
		r.Aggregate = Count
	}
	if number != "" {
		c, err := t.column(number, Number)
		if err != nil {
			return nil, err
		}
		r.Column, r.Unit, numbers = c.Name, c.Unit, c.numbers
	}
	if period == "" {
		dates := t.profile(d).Dates
		r.Period = periodFor(dates.Min.Unix(), dates.Max.Unix())
	}
	counts, sums := make(map[int64]int), make(map[int64]*sum)
	for i, at := range d.times {
		if at == noTime || numbers != nil && math.IsNaN(numbers[i]) {
			continue
		}
		start := r.Period.start(at)
		if counts[start]++; numbers != nil {
			if sums[start] == nil {
				sums[start] = &sum{}
			}
			sums[start].add(numbers[i])
		}
	}
	for _, start := range r.Period.spans(counts) {
		p := Point{Start: time.Unix(start, 0).UTC(), Count: counts[start]}
		switch {
		case r.Aggregate == Count:
			p.Value = float64(p.Count)
		case p.Count == 0:
			p.Empty = r.Aggregate == Mean
		case r.Aggregate == Mean:
			p.Value = finite(sums[start].value() / float64(p.Count))
		default:
			p.Value = finite(sums[start].value())
		}
		r.Points = append(r.Points, p)
	}
	r.describe()
	return r, nil
}

// describe finds what stands out.
func (r *Trend) describe() {
	var xs, ys []float64
	for i, p := range r.Points {
		if p.Empty {
			continue
		}
		xs, ys = append(xs, float64(i)), append(ys, p.Value)
		if r.High < 0 || p.Value > r.Points[r.High].Value {
			r.High = i
		}
		if r.Low < 0 || p.Value < r.Points[r.Low].Value {
			r.Low = i
		}
	}
	if len(ys) > 1 && ys[0] != 0 {
		r.Change = finite((ys[len(ys)-1] - ys[0]) / math.Abs(ys[0]))
	}
	if c, ok := pearson(xs, ys); ok {
		r.Slope = finite(c * momentsOf(ys).sd / momentsOf(xs).sd)
	}
}

// Comparison is the numbers of a column by the groups of another.
type Comparison struct {
	Column    string // of numbers; empty when rows are counted
	By        string
	Unit      string
	Aggregate Aggregate // by which the groups are in order
	Groups    []Group   // the highest first; of equal ones by name
	Others    int       // groups beyond the most that were asked for
}

// Group is the numbers of one group.
type Group struct {
	Name              string
	Count             int
	Sum, Mean, Median float64
	Min, Max          float64
}

// Value returns an aggregate of the group.
func (g Group) Value(agg Aggregate) float64 {
	switch agg {
	case Sum:
		return g.Sum
	case Mean:
		return g.Mean
	default:
		return float64(g.Count)
	}
}

// Compare returns the numbers of a column by the values of another, in order
// of the mean. Of more than 50 groups it takes the largest: the highest means
// are often of groups of one. Rows without one of the two are passed over.
func (t *Table) Compare(number, by string) (*Comparison, error) {
	r, err := t.TopN(by, number, Count, 50)
	if err != nil {
		return nil, err
	}
	r.Aggregate = Mean
	r.sort()
	return r, nil
}

// TopN returns the n groups of a column for which an aggregate of the numbers
// of another is highest. Without number it counts rows.
func (t *Table) TopN(by, number string, agg Aggregate, n int) (*Comparison, error) {
	b, err := t.column(by)
	if err != nil {
		return nil, err
	}
	codes, names, err := groups(b)
	if err != nil {
		return nil, err
	}
	r := &Comparison{By: b.Name, Aggregate: agg}
	values := make([][]float64, len(names))
	if number == "" {
		r.Aggregate = Count
		for _, code := range codes {
			if code > 0 {
				values[code-1] = append(values[code-1], 0)
			}
		}
	} else {
		c, err := t.column(number, Number)
		if err != nil {
			return nil, err
		}
		r.Column, r.Unit = c.Name, c.Unit
		for i, code := range codes {
			if x := c.numbers[i]; code > 0 && !math.IsNaN(x) {
				values[code-1] = append(values[code-1], x)
			}
		}
	}
	for i, xs := range values {
		if len(xs) == 0 {
			continue
		}
		slices.Sort(xs)
		m := momentsOf(xs)
		r.Groups = append(r.Groups, Group{Name: names[i], Count: len(xs), Sum: m.sum, Mean: m.mean, Median: quantile(xs, 0.5), Min: xs[0], Max: xs[len(xs)-1]})
	}
	r.sort()
	n = max(n, 1)
	r.Others = max(0, len(r.Groups)-n)
	r.Groups = r.Groups[:min(n, len(r.Groups))]
	return r, nil
}

func (r *Comparison) sort() {
	slices.SortFunc(r.Groups, func(x, y Group) int {
		return cmp.Or(cmp.Compare(y.Value(r.Aggregate), x.Value(r.Aggregate)), cmp.Compare(x.Name, y.Name))
	})
}

// maxGroups is how many different numbers or dates may be groups: more of them
// are no groups but measures.
const maxGroups = 1000

// groups returns to which group each row belongs, from 1, and what the groups
// are called.
func groups(c *column) (codes []uint32, names []string, err error) {
	if c.Kind == Text || c.Kind == Bool {
		names = make([]string, c.words.len())
		for i := range names {
			names[i] = c.words.text(uint32(i + 1))
		}
		return c.codes, names, nil
	}
	codes = make([]uint32, c.len())
	known := make(map[any]uint32)
	for i := range codes {
		if c.missing(i) {
			continue
		}
		var key any
		if c.Kind == Number {
			key = c.numbers[i]
		} else {
			key = c.times[i]
		}
		if known[key] == 0 {
			if len(names) == maxGroups {
				return nil, nil, fmt.Errorf("%w: %q has more than %d different values", ErrKind, c.Name, maxGroups)
			}
			names = append(names, c.text(i))
			known[key] = uint32(len(names))
		}
		codes[i] = known[key]
	}
	return codes, names, nil
}
