package table

import (
	"bytes"
	"math"
	"slices"
	"time"
)

// Profile is what there is to know of a column.
type Profile struct {
	Column
	Count     int  // values
	Missing   int  // rows without one
	Distinct  int  // different values
	Estimated bool // Distinct is an estimate
	Top       []Value

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

// profile returns the profile of a column, which is computed once.
func (t *Table) profile(c *column) *Profile {
	c.once.Do(func() {
		sorted := sortedNumbers(c.values)
		p := &Profile{Column: c.Column, Count: len(sorted), Missing: len(c.values) - len(sorted)}
		single := p.addTop(c, sorted)
		switch c.Kind {
		case Number:
			p.Numbers = numbersOf(sorted, c.Whole)
		case Date:
			p.Dates = datesOf(sorted)
		default:
			p.Estimated = c.words.full
		}
		if t.Approximate {
			// Of the values seen once in the sample there are more in the
			// file: Charikar et al., "Towards Estimation Error Guarantees for
			// Distinct Values" (2000).
			p.Estimated = true
			more := math.Sqrt(float64(t.Rows)/float64(t.Kept)) - 1
			p.Distinct = min(p.Distinct+int(more*float64(single)), t.Rows)
		}
		c.profile = p
	})
	return c.profile
}

// sortedNumbers returns the numbers that are there, in order.
func sortedNumbers(numbers []float64) []float64 {
	sorted := make([]float64, 0, len(numbers))
	for _, x := range numbers {
		if !math.IsNaN(x) {
			sorted = append(sorted, x)
		}
	}
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

// addTop counts equal values, which must be sorted, finds those that occur most often,
// and returns how many occur once. Of texts as frequent the first of the alphabet counts
// as more frequent, of numbers and dates the least.
func (p *Profile) addTop(c *column, sorted []float64) (single int) {
	type run struct {
		value float64
		count int
	}
	more := func(a, b run) bool {
		return a.count > b.count || a.count == b.count && c.words != nil && bytes.Compare(c.words.bytes(uint32(a.value)), c.words.bytes(uint32(b.value))) < 0
	}
	var top []run
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		p.Distinct++
		if j-i == 1 {
			single++
		}
		r, at := run{sorted[i], j - i}, len(top)
		for at > 0 && more(r, top[at-1]) {
			at--
		}
		if at < topValues {
			top = slices.Insert(top, at, r)[:min(len(top)+1, topValues)]
		}
		i = j
	}
	for _, r := range top {
		p.Top = append(p.Top, Value{c.textOf(r.value), r.count})
	}
	return single
}
