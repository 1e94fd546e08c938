package table

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"time"
)

// Profile is what there is to know of a column.
type Profile struct {
	Column
	Count    int // values
	Missing  int // rows without one
	Distinct int // different values
	Top      []Value

	Numbers *Numbers // of a Number
	Dates   *Dates   // of a Date
}

// Value is a value and how often it occurs.
type Value struct {
	Text  string
	Count int
}

// maxMonths is how many months a column of dates is shown by: beyond it those
// without a date are left out.
const maxMonths = 1200

// topValues is how many of the most frequent values a profile has.
const topValues = 10

// Numbers describe the values of a column of numbers. Without values all is 0.
type Numbers struct {
	Min, Q1, Median, Q3, Max float64 // quartiles of type 7
	Sum, Mean                float64
	SD                       float64 // of a sample; 0 for fewer than two values
	CV                       float64 // SD by mean, in absolute value; 0 for a mean of 0
	Low, High                float64 // the whiskers of a box plot: the last values that are no outliers
	Histogram                []Bin
	Outliers                 Outliers
}

// Dates describe the values of a column of dates.
type Dates struct {
	Min, Max time.Time
	Months   []Bucket // each from the first to the last, also those without a date
}

// Bucket is a span of time and how many dates are in it.
type Bucket struct {
	Start time.Time
	Count int
}

// profiled returns the profile of a column, which is computed once.
func (c *column) profiled() *Profile {
	c.once.Do(func() {
		sorted := sortedNumbers(c.values)
		p := &Profile{Column: c.Column, Count: len(sorted), Missing: len(c.values) - len(sorted)}
		p.addTop(c, sorted)
		switch c.Kind {
		case Number:
			p.Numbers = numbersOf(sorted, c.Whole)
		case Date:
			p.Dates = datesOf(sorted)
		}
		c.profile = p
	})
	return c.profile
}

// sortedNumbers returns the numbers that are there, in order.
func sortedNumbers(numbers []float64) []float64 {
	sorted := slices.DeleteFunc(slices.Clone(numbers), math.IsNaN)
	slices.Sort(sorted)
	return sorted
}

func numbersOf(sorted []float64, whole bool) *Numbers {
	if len(sorted) == 0 {
		return &Numbers{}
	}
	m := momentsOf(sorted)
	n := &Numbers{
		Min: sorted[0], Q1: quantile(sorted, 0.25), Median: quantile(sorted, 0.5), Q3: quantile(sorted, 0.75), Max: sorted[len(sorted)-1],
		Sum: m.sum, Mean: m.mean, SD: m.sd, Histogram: histogram(sorted, whole),
	}
	n.Outliers = outliersOf(sorted, n.Q1, n.Q3)
	n.Low, n.High = sorted[n.Outliers.Low], sorted[len(sorted)-1-n.Outliers.High]
	if n.Mean != 0 {
		n.CV = finite(math.Abs(n.SD / n.Mean))
	}
	return n
}

func datesOf(sorted []float64) *Dates {
	if len(sorted) == 0 {
		return &Dates{}
	}
	at := func(seconds float64) time.Time { return time.Unix(int64(seconds), 0).UTC() }
	d := &Dates{Min: at(sorted[0]), Max: at(sorted[len(sorted)-1])}
	month := func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC) }
	many := 12*(d.Max.Year()-d.Min.Year()) + int(d.Max.Month()-d.Min.Month()) + 1
	for start := month(d.Min); len(sorted) > 0; start = start.AddDate(0, 1, 0) {
		if many > maxMonths {
			start = month(at(sorted[0]))
		}
		n, _ := slices.BinarySearch(sorted, float64(start.AddDate(0, 1, 0).Unix()))
		d.Months = append(d.Months, Bucket{Start: start, Count: n})
		sorted = sorted[n:]
	}
	return d
}

// addTop counts equal values, which must be sorted, and finds those that occur most often.
// Of texts as frequent the first of the alphabet counts as more frequent, of numbers and
// dates the least.
func (p *Profile) addTop(c *column, sorted []float64) {
	type run struct {
		value float64
		count int
	}
	order := func(a, b run) int {
		if c.words != nil && a.count == b.count {
			return strings.Compare(c.textOf(a.value), c.textOf(b.value))
		}
		return cmp.Or(b.count-a.count, cmp.Compare(a.value, b.value))
	}
	var top []run
	for i := 0; i < len(sorted); {
		r := run{sorted[i], 1}
		for i++; i < len(sorted) && sorted[i] == r.value; i++ {
			r.count++
		}
		p.Distinct++
		if len(top) < topValues || order(r, top[len(top)-1]) < 0 {
			at, _ := slices.BinarySearchFunc(top, r, order)
			top = slices.Insert(top, at, r)[:min(len(top)+1, topValues)]
		}
	}
	for _, r := range top {
		p.Top = append(p.Top, Value{c.textOf(r.value), r.count})
	}
}

// Distribution returns how the values of a column are spread: a histogram of
// numbers, dates by month, the most frequent of other values. If kinds are given
// the column must be of one of them.
func (t *Table) Distribution(name string, kinds ...Kind) (*Profile, error) {
	c, err := t.column(name, kinds...)
	if err != nil {
		return nil, err
	}
	return c.profiled(), nil
}

// Summary returns the profiles of all columns.
func (t *Table) Summary() []*Profile {
	profiles := make([]*Profile, len(t.columns))
	for i, c := range t.columns {
		profiles[i] = c.profiled()
	}
	return profiles
}

// Correlation is how far two columns of numbers go together.
type Correlation struct {
	A, B         string
	UnitA, UnitB string
	Count        int  // rows that have both
	Defined      bool // false when there are fewer than two, or one column is constant
	Pearson      float64
	Spearman     float64      // of ranks; equal values share theirs
	Points       [][2]float64 // of the rows, at most 2,000, evenly taken
}

const maxPoints = 2000

// Correlation compares two columns over the rows that have both.
func (t *Table) Correlation(a, b string) (*Correlation, error) {
	ca, err1 := t.column(a, Number)
	cb, err2 := t.column(b, Number)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	var xs, ys []float64
	for i, x := range ca.values {
		if y := cb.values[i]; !math.IsNaN(x) && !math.IsNaN(y) {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	r := &Correlation{A: ca.Name, B: cb.Name, UnitA: ca.Unit, UnitB: cb.Unit, Count: len(xs)}
	if r.Pearson, r.Defined = pearson(xs, ys); r.Defined {
		r.Spearman, _ = pearson(ranks(xs), ranks(ys))
	}
	n := min(len(xs), maxPoints)
	for i := range n {
		at := i * len(xs) / n
		r.Points = append(r.Points, [2]float64{xs[at], ys[at]})
	}
	return r, nil
}
