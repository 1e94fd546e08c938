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
	span
	values     []float64 // what it may stand for: 1.234 is two numbers
	kind       figureKind
	sign       string // of a currency, as it is written
	month, day int
	exact      bool // written with two decimals
}

type figureKind int

const (
	plain figureKind = iota
	money
	percent
	clock // values in minutes
	date
	nothing // a number in words, of a line, an ordinal, a year
)

// counted is the highest number that may count nights, people or portions, and is no
// amount of money without a currency.
const counted = 31

// small reports whether a number may count people, things or days of a month.
func (f *figure) small() bool {
	return len(f.values) == 1 && f.values[0] <= counted && f.values[0] == math.Trunc(f.values[0])
}

// values returns what digits with marks may stand for.
func values(s string) []float64 {
	bare := strings.NewReplacer(".", "", ",", "")
	parse := func(s string) []float64 {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || f > 1e15 {
			return nil
		}
		return []float64{f}
	}
	last := strings.LastIndexAny(s, ".,")
	if last < 0 {
		return parse(s)
	}
	grouped, decimal := parse(bare.Replace(s)), parse(bare.Replace(s[:last])+"."+s[last+1:])
	switch {
	case strings.Contains(s, ".") && strings.Contains(s, ","):
		return decimal
	case strings.Count(s, s[last:last+1]) > 1:
		return grouped
	case len(s)-last-1 == 3 && !strings.HasPrefix(s, "0"):
		return append(grouped, decimal...)
	}
	return decimal
}

// numbers returns the figures of a text.
func (t *text) numbers() (all []figure) {
	for i := range t.tokens {
		if f, ok := t.number(i); ok {
			t.kindOf(&f)
			all = append(all, f)
		}
	}
	return all
}

// number reads the number at a token, in digits or in a word.
func (t *text) number(i int) (figure, bool) {
	k := t.tokens[i]
	f := figure{span: span{i, i + 1}}
	if !k.digits {
		for _, p := range book().starts[k.word] {
			if strings.HasPrefix(book().lists[p.list], "number ") && len(p.words) == 1 {
				f.values = []float64{float64(book().number(p.list))}
			}
		}
		return f, len(f.values) > 0
	}
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

// signs are of currencies, the longest first.
var signs = []string{"US$", "R$", "$", "€", "£"}

// kindOf reads what a number is from what stands around it.
func (t *text) kindOf(f *figure) {
	k, u := t.tokens[f.first], t.units[t.tokens[f.first].unit]
	if f.kind != plain {
		return
	}
	beside := func(list string) bool {
		return f.last < u.last && !t.tokens[f.last].breaks && t.has(list, f.last, f.last+1)
	}
	if k.digits && beside("thousand") {
		for i := range f.values {
			f.values[i] *= 1000
		}
		f.last++
	}
	before, after := strings.TrimRight(t.raw[max(0, k.from-12):k.from], " *_~≈\u00a0"), t.after(f.last-1)
	tight := strings.TrimLeft(after, " *\u00a0")
	sign := slices.IndexFunc(signs, func(s string) bool { return strings.HasSuffix(before, s) })
	leads := f.first == u.first && u.list && (strings.HasPrefix(after, ".") || strings.HasPrefix(after, ")") || strings.HasPrefix(after, "\ufe0f"))
	switch {
	case t.monthNear(f):
		f.kind = date
	case !k.digits:
		f.kind = nothing
	case sign >= 0:
		f.kind, f.sign = money, signs[sign]
	case strings.HasPrefix(tight, "%") || beside("percent"):
		f.kind = percent
	case beside("money") || strings.HasPrefix(tight, "€") || strings.HasPrefix(tight, "R$"):
		f.kind, f.sign = money, "$"
	case f.exact:
		f.kind = money
	case beside("hour"):
		f.kind, f.values[0] = clock, f.values[0]*60
		if t.tokens[f.last].word == "pm" && f.values[0] < 12*60 {
			f.values[0] += 12 * 60
		}
	case leads, strings.HasPrefix(after, "º"), strings.HasPrefix(after, "ª"), strings.HasPrefix(tight, "°"), after == "" && beside("ordinal"),
		len(k.word) == 4 && f.values[0] >= 1900 && f.values[0] <= 2100:
		f.kind = nothing
	}
}

// monthNear reads the month of a day: 10 de março, March 10th, 8 a 15 de enero.
func (t *text) monthNear(f *figure) bool {
	if !f.small() || f.values[0] < 1 {
		return false
	}
	for _, i := range []int{f.last, f.last + 1, f.last + 2, f.last + 3, f.last + 4, f.first - 1, f.first - 2} {
		if i < 0 || i >= len(t.tokens) || t.tokens[i].unit != t.tokens[f.first].unit {
			continue
		}
		if i >= f.last && t.broken(f.last-1, i) || i == f.last+1 && t.has("place", f.last, i) || i > f.last+1 && !t.tokens[f.last+1].digits || i == f.first-2 && t.tokens[i+1].word != "de" || i < f.first && t.broken(i, f.first) {
			continue
		}
		for _, p := range book().starts[t.tokens[i].word] {
			if strings.HasPrefix(book().lists[p.list], "month ") {
				f.day, f.month = int(f.values[0]), book().number(p.list)
				return true
			}
		}
	}
	return false
}

// same reports whether v is x, or x rounded to a whole number or one decimal.
func same(v, x float64) bool {
	return math.Abs(v-x) < 0.006 || v == math.Round(x) ||
		math.Abs(v-math.Round(x*10)/10) < 1e-9
}
