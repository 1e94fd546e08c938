package table

import (
	"cmp"
	"math"
	"slices"
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
	Numbers   Numbers
	Low, High float64 // the whiskers: the last values that are no outliers
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
	b := &Box{Column: c.Name, Unit: c.Unit, Count: p.Count, Numbers: *n, Low: n.Max, High: n.Min}
	if n.Mean != 0 {
		b.CV = finite(math.Abs(n.SD / n.Mean))
	}
	for _, x := range c.values {
		if n.Outliers.LowFence <= x && x <= n.Outliers.HighFence {
			b.Low, b.High = min(b.Low, x), max(b.High, x)
		}
	}
	return b, nil
}

// Gap is how much of a column is missing.
type Gap struct {
	Column  string
	Missing int // of the rows kept, with the unfit
	Share   float64
}

// Missing returns how much is missing of each column, most first.
func (t *Table) Missing() []Gap {
	gaps := make([]Gap, len(t.columns))
	for i, c := range t.columns {
		p := t.profile(c)
		gaps[i] = Gap{Column: c.Name, Missing: p.Missing, Share: float64(p.Missing) / float64(max(t.Kept, 1))}
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
	Slope        float64      // of the line of least squares: how much B rises with A
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
	xs, ys = make([]float64, 0, len(a.values)), make([]float64, 0, len(a.values))
	for i, x := range a.values {
		if y := b.values[i]; !math.IsNaN(x) && !math.IsNaN(y) {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	return xs, ys
}

// Matrix has the correlations (Pearson's) of every column with every other.
type Matrix struct {
	Columns []string
	Values  [][]float64 // NaN where one column is constant
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
	m := &Matrix{}
	columns = columns[:min(len(columns), maxMatrix)]
	for i, a := range columns {
		m.Columns = append(m.Columns, a.Name)
		m.Values = append(m.Values, make([]float64, len(columns)))
		for j, b := range columns[:i+1] {
			r, ok := pearson(pairs(a, b))
			if !ok {
				r = math.NaN()
			}
			m.Values[i][j], m.Values[j][i] = r, r
		}
	}
	return m, nil
}
