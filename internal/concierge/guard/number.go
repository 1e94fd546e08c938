package guard

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A figure is a number in a text.
type figure struct {
	first, last int       // tokens: from first to before last
	values      []float64 // what it may stand for: 1.234 is two numbers
	kind        figureKind
	sign        string // of a currency, as it is written
	month, day  int
	inWords     bool
	exact       bool // written with two decimals
}

type figureKind int

const (
	plain figureKind = iota
	money
	percent
	clock // values in minutes
	date
	nothing // the number of a line, an ordinal, a year
)

// values returns what digits with marks may stand for.
func values(s string) []float64 {
	parse := func(s string) []float64 {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || f > 1e15 {
			return nil
		}
		return []float64{f}
	}
	dot, comma := strings.LastIndexByte(s, '.'), strings.LastIndexByte(s, ',')
	mark, last := ".", max(dot, comma)
	if comma > dot {
		mark = ","
	}
	bare := func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, ".", ""), ",", "") }
	if last < 0 {
		return parse(s)
	}
	grouped := parse(bare(s))
	decimal := parse(bare(s[:last]) + "." + bare(s[last+1:]))
	switch {
	case dot >= 0 && comma >= 0:
		return decimal
	case strings.Count(s, mark) > 1:
		return grouped
	case len(s)-last-1 == 3 && !strings.HasPrefix(s, "0"):
		return append(grouped, decimal...)
	}
	return decimal
}

// numbers returns the figures of a text.
func (t *text) numbers() []figure {
	var all []figure
	for i := 0; i < len(t.tokens); i++ {
		f, ok := t.number(i)
		if !ok {
			continue
		}
		t.kindOf(&f)
		all = append(all, f)
		i = f.last - 1
	}
	return all
}

// number reads the number at a token, in digits or in words.
func (t *text) number(i int) (figure, bool) {
	k := t.tokens[i]
	f := figure{first: i, last: i + 1}
	if k.digits {
		f.values = values(strings.TrimRight(k.word, "h"))
		f.exact = len(k.word) > 3 && strings.IndexByte(".,", k.word[len(k.word)-3]) >= 0
		if at := strings.IndexAny(k.word, ":h"); at >= 0 {
			hour, _ := strconv.Atoi(k.word[:at])
			minute, _ := strconv.Atoi(k.word[at+1:])
			f.kind, f.values = clock, []float64{float64(hour*60 + minute)}
		} else if d, m, ok := shortDate(k.word); ok {
			f.kind, f.day, f.month, f.values = date, d, m, nil
		}
		return f, f.kind != plain || len(f.values) > 0
	}
	sum, found := 0.0, false
	for f.last = i; f.last < len(t.tokens); {
		j := f.last
		if word := t.tokens[j].word; found && (word == "e" || word == "y" || word == "and") {
			j++
		}
		n, ok := t.numberWord(j)
		if !ok || found && (n >= sum && n != 100 || t.tokens[j].breaks || sum < 20) {
			break
		}
		if n == 100 && found && sum < 10 {
			sum *= 100
		} else {
			sum += n
		}
		f.last, found = j+1, true
	}
	f.values, f.inWords = []float64{sum}, true
	return f, found
}

func (t *text) numberWord(i int) (float64, bool) {
	if i >= len(t.tokens) {
		return 0, false
	}
	b := book()
	for _, p := range b.starts[t.tokens[i].word] {
		if strings.HasPrefix(b.lists[p.list], "number ") && p.fits([]string{t.tokens[i].word}) {
			return float64(b.number(p.list)), true
		}
	}
	return 0, false
}

// shortDate reads 10/03, 10/03/2027 and 2027-03-10. Which of two small numbers is
// the day is not told: figures are compared both ways.
func shortDate(s string) (day, month int, ok bool) {
	if d, err := time.Parse(time.DateOnly, s); err == nil {
		return d.Day(), int(d.Month()), true
	}
	parts := strings.Split(s, "/")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, 0, false
	}
	day, e1 := strconv.Atoi(parts[0])
	month, e2 := strconv.Atoi(parts[1])
	if month > 12 {
		day, month = month, day
	}
	return day, month, e1 == nil && e2 == nil && 1 <= day && day <= 31 && 1 <= month && month <= 12
}

// kindOf reads what a number is from what stands around it.
func (t *text) kindOf(f *figure) {
	from := t.tokens[f.first].from
	before, after := strings.TrimRight(t.raw[max(0, from-12):from], " *_~≈\u00a0"), t.after(f.last-1)
	tight := strings.TrimLeft(after, " *\u00a0")
	next := f.last
	lineStart := f.first == t.units[t.tokens[f.first].unit].first && t.units[t.tokens[f.first].unit].list
	if f.kind == clock || f.kind == date {
		return
	}
	if !f.inWords {
		if to, ok := t.at("thousand", next); ok && !t.tokens[next].breaks {
			f.values, f.last, next = scaled(f.values, 1e3), to, to
		} else if to, ok := t.at("million", next); ok {
			f.values, f.last, next = scaled(f.values, 1e6), to, to
		}
	}
	for _, sign := range []string{"R$", "US$", "U$S", "AR$", "$", "€", "£", "BRL", "USD"} {
		if strings.HasSuffix(before, sign) {
			f.kind, f.sign = money, sign
			return
		}
	}
	word := t.tokens[f.first].word
	following := next < len(t.tokens) && t.tokens[next].unit == t.tokens[f.first].unit && !t.tokens[next].breaks
	cents := len(word) > 3 && strings.IndexByte(".,", word[len(word)-3]) >= 0
	switch {
	case strings.HasPrefix(tight, "%") || following && t.has("percent", next, next+1):
		f.kind = percent
	case following && t.has("money", next, next+1) || strings.HasPrefix(tight, "€") || strings.HasPrefix(tight, "R$"):
		f.kind, f.sign = money, "$"
		if next < len(t.tokens) && strings.HasPrefix(t.tokens[next].word, "rea") {
			f.sign = "R$"
		}
	case f.inWords:
		if f.values[0] <= 12 || f.values[0] == 100 {
			f.kind = nothing
		}
	case cents:
		f.kind = money
	case lineStart && (strings.HasPrefix(after, ".") || strings.HasPrefix(after, ")") || strings.HasPrefix(after, "\ufe0f")),
		strings.HasPrefix(after, "º"), strings.HasPrefix(after, "ª"), strings.HasPrefix(after, "°"),
		following && after == "" && slices.Contains([]string{"st", "nd", "rd", "th", "o", "a"}, t.tokens[next].word) && !t.monthNear(f):
		f.kind = nothing
	case t.monthNear(f):
		f.kind = date
	case following && (t.tokens[next].word == "am" || t.tokens[next].word == "pm" || t.tokens[next].word == "hs"):
		f.kind = clock
		f.values = scaled(f.values, 60)
		if t.tokens[next].word == "pm" && f.values[0] < 12*60 {
			f.values[0] += 12 * 60
		}
	case len(word) == 4 && f.values[0] >= 1900 && f.values[0] <= 2100:
		f.kind = nothing
	}
}

// monthNear reads the month of a day: 10 de março, March 10th, 8 a 15 de enero.
func (t *text) monthNear(f *figure) bool {
	if len(f.values) != 1 || f.values[0] < 1 || f.values[0] > 31 || f.values[0] != math.Trunc(f.values[0]) {
		return false
	}
	b := book()
	for _, i := range []int{f.last, f.last + 1, f.last + 2, f.last + 3, f.last + 4, f.first - 1, f.first - 2} {
		if i < 0 || i >= len(t.tokens) || t.tokens[i].unit != t.tokens[f.first].unit {
			continue
		}
		if i >= f.last && t.broken(f.last-1, i) || i == f.last+1 && t.has("place", f.last, i) || i > f.last+1 && !t.tokens[f.last+1].digits || i == f.first-2 && t.tokens[i+1].word != "de" || i < f.first && t.broken(i, f.first) {
			continue
		}
		for _, p := range b.starts[t.tokens[i].word] {
			if strings.HasPrefix(b.lists[p.list], "month ") {
				f.day, f.month = int(f.values[0]), b.number(p.list)
				return true
			}
		}
	}
	return false
}

func scaled(all []float64, by float64) []float64 {
	out := make([]float64, len(all))
	for i, v := range all {
		out[i] = v * by
	}
	return out
}

// close reports whether a value is among sorted ones, as it is, rounded, or so
// near.
func close(sorted []float64, v, near float64) bool {
	far := max(near, 0.51)
	i, _ := slices.BinarySearch(sorted, v-far)
	for ; i < len(sorted) && sorted[i] <= v+far; i++ {
		if same(v, sorted[i]) || math.Abs(v-sorted[i]) <= near {
			return true
		}
	}
	return false
}

// same reports whether v is x, or x rounded to a whole number or one decimal.
func same(v, x float64) bool {
	return math.Abs(v-x) < 0.006 || v == math.Round(x) || v == math.Trunc(v) && v >= 100 && math.Abs(v-x) < 1 && v == math.Floor(x) ||
		math.Abs(v-math.Round(x*10)/10) < 1e-9
}
