package guard

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// A figure is a number in a text.
type figure struct {
	span
	kind   figureKind
	values []float64 // what it may stand for: 1.234 is two numbers, a date none
	signed bool      // with a currency
	exact  bool      // written with cents
	day    time.Time // of a date; in the year 0 if it has none
}

type figureKind int

const (
	plain figureKind = iota
	money
	percent
	clock // in minutes
	date
	nothing // the number of a line, an ordinal, a year, a temperature
)

// counted is the highest number that may count nights, people or portions, and is no
// amount of money without a currency.
const counted = 31

// small reports whether a number may count people, things or days of a month.
func (f *figure) small() bool {
	return len(f.values) == 1 && f.values[0] <= counted && f.values[0] == math.Trunc(f.values[0])
}

// numbers returns the figures of a text.
func (t *text) numbers() (all []figure) {
	for i := 0; i < len(t.tokens); i++ {
		if f, ok := t.number(i); ok {
			all = append(all, f)
			i = f.last - 1
		}
	}
	return all
}

// number reads the number at a token, in digits or in words.
func (t *text) number(i int) (f figure, ok bool) {
	if f.span = (span{i, i + 1}); !t.tokens[i].digits {
		if f, ok = t.inWords(i); ok {
			f.kind = t.kindOf(&f, true)
		}
		return f, ok
	}
	word := t.tokens[i].word
	if at := strings.IndexAny(word, ":h"); at >= 0 {
		hour, _ := strconv.Atoi(word[:at])
		minute, _ := strconv.Atoi(word[at+1:])
		f.kind, f.values = clock, []float64{float64(hour*60 + minute)}
	} else if day, ok := dateIn(word); ok {
		f.kind, f.day = date, day
	} else if f.values = values(word); len(f.values) > 0 {
		f.exact = len(word) > 3 && strings.ContainsAny(word[len(word)-3:len(word)-2], ".,")
		f.kind = t.kindOf(&f, false)
	}
	return f, f.kind == date || len(f.values) > 0
}

// values returns what digits with marks may stand for.
func values(s string) []float64 {
	last := strings.LastIndexAny(s, ".,")
	bare := strings.NewReplacer(".", "", ",", "")
	parse := func(s string) []float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || v > 1e15 {
			return nil
		}
		return []float64{v}
	}
	if last < 0 {
		return parse(s)
	}
	grouped, decimal := parse(bare.Replace(s)), parse(bare.Replace(s[:last])+"."+s[last+1:])
	switch {
	case strings.Contains(s, ".") && strings.Contains(s, ","):
		return decimal
	case strings.Count(s, s[last:last+1]) > 1:
		return grouped
	case len(s)-last-1 == 3 && s[0] != '0':
		return append(grouped, decimal...)
	}
	return decimal
}

// inWords reads a number in words: "vinte e dois", "ninety four", "two hundred".
func (t *text) inWords(i int) (f figure, ok bool) {
	sum := 0
	f.span = span{i, i}
	for j := i; ; j = f.last + rank(ok && slices.Contains([]string{"e", "y", "and"}, t.wordAt(f.last))) {
		n := t.labelled("number", j)
		switch {
		case n == 0, ok && t.tokens[j].breaks:
		case !ok || n < sum && sum >= 20:
			sum, f.last, ok = sum+n, j+1, true
			continue
		case n == 100 && sum < 10:
			sum, f.last = sum*n, j+1
			continue
		}
		f.values = []float64{float64(sum)}
		return f, ok
	}
}

// labelled returns the number in the name of a list, such as "month 3", of which a phrase begins at a token, or 0.
func (t *text) labelled(kind string, i int) (n int) {
	for label := range t.labels(kind, i) {
		n, _ = strconv.Atoi(label)
	}
	return n
}

// dateIn reads 10/03, 10/03/2027 and 2027-03-10. Of two numbers the first is the day, if it can be.
func dateIn(s string) (day time.Time, ok bool) {
	for _, layout := range []string{time.DateOnly, "2/1/2006", "1/2/2006", "2/1", "1/2"} {
		if day, err := time.Parse(layout, s); err == nil {
			return day, true
		}
	}
	return day, false
}

var (
	currency = pattern.Of(`(?:R\$|US\$|U\$S|AR\$|\$|€|£|BRL|USD)[\s*_~≈\x{a0}]*$`)
	rate     = pattern.Of(`^[\s*\x{a0}]*%`)
	ordinal  = pattern.Of(`^(?:\s*(?:a|to|e|y|and|até|hasta|-|–)\s*\d{1,3})?\s*(?:[ºª°]|(?:graus|grados|degrees|celsius)\b)|^(?:st|nd|rd|th)\b`)
	lineMark = pattern.Of(`^[.)\x{fe0f}]`)
)

// kindOf reads what a number is from what stands around it.
func (t *text) kindOf(f *figure, words bool) figureKind {
	for list, by := range map[string]float64{"thousand": 1e3, "million": 1e6} {
		if to, ok := t.at(list, f.last); ok && !words && !t.tokens[f.last].breaks {
			f.values, f.last = scaled(f.values, by), to
		}
	}
	from, u := t.tokens[f.first].from, t.unitOf(f.first)
	behind := t.raw[t.tokens[f.last-1].to:]
	follows := func(list string) bool {
		return f.last < u.last && !t.tokens[f.last].breaks && t.has(list, f.last, f.last+1)
	}
	f.signed = currency().MatchString(t.raw[max(0, from-16):from]) || follows("money")
	switch v := f.values[0]; {
	case f.signed:
		return money
	case rate().MatchString(behind) || follows("percent"):
		return percent
	case words && (v <= 12 || v == 100), ordinal().MatchString(behind), f.first == u.first && u.list && lineMark().MatchString(behind):
		return nothing
	case !words && t.month(f) > 0:
		f.day, f.values = time.Date(0, time.Month(t.month(f)), int(v), 0, 0, 0, 0, time.UTC), nil
		return date
	case f.exact:
		return money
	case follows("hour"):
		if t.wordAt(f.last) == "pm" && v < 12 {
			v += 12
		}
		f.values = []float64{v * 60}
		return clock
	case !words && v >= 1900 && v <= 2100 && len(t.words(f.span)) == 4:
		return nothing
	}
	return plain
}

// month returns the month of a day: 10 de março, 10 March, March 10; 0 if there is none.
func (t *text) month(f *figure) int {
	v, u := f.values[0], t.unitOf(f.first)
	for _, i := range []int{f.last, f.last + 1, f.first - 1} {
		joined := i != f.last+1 || slices.Contains([]string{"de", "of"}, t.wordAt(f.last))
		if v >= 1 && v <= 31 && v == math.Trunc(v) && u.first <= i && i < u.last && joined && !t.broken(min(i, f.first), max(i, f.first)) {
			if n := t.labelled("month", i); n > 0 {
				return n
			}
		}
	}
	return 0
}

func scaled(all []float64, by float64) []float64 {
	out := make([]float64, len(all))
	for i, v := range all {
		out[i] = v * by
	}
	return out
}
