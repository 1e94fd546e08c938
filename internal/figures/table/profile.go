package table

import (
	"cmp"
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
		p := &Profile{Column: c.Column}
		for i := range c.len() {
			if c.missing(i) {
				p.Missing++
			}
		}
		p.Count = c.len() - p.Missing
		var single int // values that occur once
		switch c.Kind {
		case Number:
			single = p.addNumbers(c)
		case Date:
			single = p.addDates(c)
		default:
			single = p.addTexts(c)
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

func (p *Profile) addNumbers(c *column) (single int) {
	sorted := sortedNumbers(c.numbers)
	p.Numbers = &Numbers{}
	if len(sorted) == 0 {
		return 0
	}
	m := momentsOf(sorted)
	*p.Numbers = Numbers{
		Min: sorted[0], Q1: quantile(sorted, 0.25), Median: quantile(sorted, 0.5), Q3: quantile(sorted, 0.75), Max: sorted[len(sorted)-1],
		Sum: m.sum, Mean: m.mean, SD: m.sd, Histogram: histogram(sorted, c.Whole),
	}
	p.Numbers.Outliers = outliersOf(sorted, p.Numbers.Q1, p.Numbers.Q3)
	return addRuns(p, sorted, numberText)
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

func (p *Profile) addDates(c *column) (single int) {
	sorted := slices.DeleteFunc(slices.Clone(c.times), func(s int64) bool { return s == noTime })
	slices.Sort(sorted)
	p.Dates = &Dates{}
	if len(sorted) == 0 {
		return 0
	}
	p.Dates.Min, p.Dates.Max = time.Unix(sorted[0], 0).UTC(), time.Unix(sorted[len(sorted)-1], 0).UTC()
	counts := make(map[int64]int)
	for _, s := range sorted {
		counts[monthStart(s)]++
	}
	for _, start := range monthsOf(counts) {
		p.Dates.Months = append(p.Dates.Months, Bucket{Start: time.Unix(start, 0).UTC(), Count: counts[start]})
	}
	return addRuns(p, sorted, timeText)
}

// addRuns counts equal values, which must be sorted, and returns how many
// values occur once.
func addRuns[T cmp.Ordered](p *Profile, sorted []T, text func(T) string) (single int) {
	type run struct {
		value T
		count int
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
		top = insertTop(top, run{sorted[i], j - i}, func(a, b run) bool { return a.count > b.count })
		i = j
	}
	for _, r := range top {
		p.Top = append(p.Top, Value{text(r.value), r.count})
	}
	return single
}

func (p *Profile) addTexts(c *column) (single int) {
	counts := make([]int, c.words.len()+1)
	for _, code := range c.codes {
		counts[code]++
	}
	var top []Value
	for code, n := range counts[1:] {
		if n == 0 {
			continue // its rows have made room for others in the sample
		}
		p.Distinct++
		if n == 1 {
			single++
		}
		if len(top) == topValues && n < top[topValues-1].Count {
			continue
		}
		top = insertTop(top, Value{c.words.text(uint32(code + 1)), n}, func(a, b Value) bool {
			return a.Count > b.Count || a.Count == b.Count && a.Text < b.Text
		})
	}
	p.Top, p.Estimated = top, c.words.full
	return single
}

// insertTop adds an item to the first topValues of those seen, in order.
func insertTop[T any](top []T, item T, before func(a, b T) bool) []T {
	at := len(top)
	for at > 0 && before(item, top[at-1]) {
		at--
	}
	if at == topValues {
		return top
	}
	return slices.Insert(top, at, item)[:min(len(top)+1, topValues)]
}
