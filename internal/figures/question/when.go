package question

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

// when is the time that a question speaks of: none, one Span, or several that it compares.
type when []Span

// Today is the day of a moment where it is told, as a plan has days: 23:00 of the 5th in Recife is
// the 5th, though it is the 6th in London.
func Today(now time.Time) time.Time { return day(now.Date()) }

func day(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func months(y int, m time.Month, n int) Span {
	return Span{From: day(y, m, 1), To: day(y, m+time.Month(n), 0)}
}

func yearSpan(y int) Span { return months(y, 1, 12) }

// year returns the year that the span is, or 0.
func (s Span) year() int {
	if s == yearSpan(s.From.Year()) {
		return s.From.Year()
	}
	return 0
}

// quarter returns the quarter that the span is, such as 2025-Q3, or "".
func (s Span) quarter() string {
	if s != months(s.From.Year(), s.From.Month(), 3) || (s.From.Month()-1)%3 != 0 {
		return ""
	}
	return strings.Trim(edge("quarter", s.From), "'")
}

// whole reports whether the span begins and ends with a month; closed, whether it has both ends too.
func (s Span) whole() bool {
	return (s.From.IsZero() || s.From.Day() == 1) && (s.To.IsZero() || s.To.AddDate(0, 0, 1).Day() == 1)
}
func (s Span) closed() bool { return s.whole() && !s.From.IsZero() && !s.To.IsZero() }

// months is how many months a closed time has.
func (s Span) months() int { return monthsBetween(s.From, s.To) + 1 }

func monthsBetween(a, b time.Time) int { return (b.Year()-a.Year())*12 + int(b.Month()-a.Month()) }

// label returns a span as rows write it: 2025-01-01/2025-03-31; a month of every year is --03.
func (s Span) label() string {
	if s.Month > 0 {
		return fmt.Sprintf("--%02d", s.Month)
	}
	side := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.Format(time.DateOnly)
	}
	return side(s.From) + "/" + side(s.To)
}

// previous is the time of the same length just before.
func (s Span) previous() Span {
	if s.closed() {
		return months(s.From.Year(), s.From.Month()-time.Month(s.months()), s.months())
	}
	days := int(s.To.Sub(s.From)/(24*time.Hour)) + 1
	return Span{From: s.From.AddDate(0, 0, -days), To: s.From.AddDate(0, 0, -1)}
}

// in is the same part of another year.
func (s Span) in(year int) Span {
	if s.closed() {
		return months(year, s.From.Month(), s.months())
	}
	return Span{From: s.From.AddDate(year-s.From.Year(), 0, 0), To: s.To.AddDate(year-s.From.Year(), 0, 0)}
}

// soFar is a time that is not over up to now; of everybody's figures whole months are told.
func (s Span) soFar(now time.Time, whole bool) Span {
	switch {
	case s.To.IsZero():
		s.To = now
	case s.year() != now.Year():
	case whole && now.Month() > 1:
		return months(now.Year(), 1, int(now.Month())-1)
	default:
		s.To = now
	}
	return s
}

// besideBefore is a time and the one before it that it is compared with: of a year that is not over
// the same part of the year before.
func (s Span) besideBefore(now time.Time, whole bool) []Span {
	since := s.From.YearDay() == 1 && s.To.IsZero() && s.From.Before(now) // "since last year"
	if since || s.year() == now.Year() {
		s = yearSpan(now.Year()).soFar(now, whole)
		return []Span{s.in(now.Year() - 1), s}
	}
	before := s.soFar(now, whole).previous()
	if s.To.IsZero() && s.From.Day() == now.Day() { // the last months, up to now
		before.From = s.From.AddDate(0, -monthsBetween(s.From, now), 0)
	}
	return []Span{before, s.soFar(now, whole)}
}

// spanOf reads a period as rows have it: 2025, 2025-03, 2025-Q3 or 2025-03-14.
func spanOf(said string) (Span, bool) {
	if y, n, ok := strings.Cut(said, "-Q"); ok {
		return months(atoi(y), time.Month(3*atoi(n)-2), 3), true
	}
	if t, err := time.Parse(time.DateOnly, said); err == nil {
		return Span{From: t, To: t}, true
	}
	if t, err := time.Parse("2006-01", said); err == nil {
		return months(t.Year(), t.Month(), 1), true
	}
	return yearSpan(atoi(said)), len(said) == 4 && atoi(said) > 0
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// timeWords are the words of times, and the lists of them; timeForms what is said with them.
var (
	timeWords = sync.OnceValue(func() wordfile.Book { return wordfile.Sets(wordFile("time")) })
	timeLists = sync.OnceValue(func() map[string][]string {
		all := map[string][]string{}
		for key, parts := range wordfile.Entries(wordFile("time")) {
			if name, ok := strings.CutPrefix(key, "list "); ok {
				all[name] = strings.Fields(parts)
			}
		}
		return all
	})
	timeForms = sync.OnceValue(func() (all [][]string) {
		for key, parts := range wordfile.Entries(wordFile("time")) {
			if kind, ok := strings.CutPrefix(key, "form "); ok {
				all = append(all, append([]string{kind}, strings.Fields(parts)...))
			}
		}
		return all
	})
	unitMonths = map[string]int{"month": 1, "quarter": 3, "half": 6, "year": 12}
)

// timeReader reads the times that words say.
type timeReader struct {
	words []word
	now   time.Time
	of    Span   // the time of the last answer: a month without a year is of its year
	found Cond   // the period that it named, for "that month"
	table bool   // March is that of every year in which there are rows, and rows may have hours
	rows  Span   // of a table: from its first day to its last
	hours *Cond  // that are said
	unit  string // of the last times that were said: month of "the last 3 months"
}

// atom is a time that is said, and by which words.
type atom struct {
	Span
	kind       string
	start, end int
	bare       bool           // a month, a half or a quarter without a year
	only       bool           // and rows are of one such only
	n          []int          // numbers in it
	at         map[string]int // places in lists, and the year
}

// is reports whether the word at i is of a class.
func (r *timeReader) is(i int, classes ...string) bool {
	return i >= 0 && i < len(r.words) && !r.words[i].name && slices.ContainsFunc(classes, func(c string) bool { return timeWords()[c][r.words[i].folded] })
}

// skip is the first word from i on that is not of a class.
func (r *timeReader) skip(i int, class string) int {
	for r.is(i, class) {
		i++
	}
	return i
}

// part reads a part of a form at word i, and returns where it ends: i if it is not there.
func (r *timeReader) part(p string, i int, a *atom) int {
	word := strings.ToLower(p) == p
	switch list := timeLists()[p]; {
	case p == "filler" || p == "link":
		return r.skip(i, p)
	case i >= len(r.words) || r.words[i].name || i > a.start && r.words[i].sep && word && p != "oclock":
		return i
	case list != nil:
		a.at[p] = 1 + slices.IndexFunc(list, func(c string) bool { return r.is(i, c) })
		return i + min(a.at[p], 1)
	case p == "Y":
		y := r.atom(r.skip(i, "filler"))
		if y.year() == 0 || y.at["M"] > 0 {
			return i
		}
		a.at[p] = y.year()
		return y.end
	case !word:
		n, ok := figure(p, r.words[i].folded)
		if !ok {
			return i
		}
		a.n = append(a.n, n)
	case !r.is(i, p):
		return i
	}
	return i + 1
}

// figure reads a number of a form: a year, an hour, one of two digits, or any.
func figure(p, said string) (int, bool) {
	h := strings.TrimRight(said, "hrspm")
	if p == "HOUR" {
		n, err := strconv.Atoi(h)
		return n, err == nil && h != said
	}
	x, ok := numberIn(said)
	n, digits := int(x), said[0] <= '9'
	switch p {
	case "YYYY":
		return n, n >= 1900 && n < 2100
	case "NN":
		return n, ok && len(said) == 2 && digits
	}
	return n, ok && n >= 1 && n < 1000
}

// atom reads the time that begins at word i: of several forms the longest.
func (r *timeReader) atom(i int) (best atom) {
	for _, form := range timeForms() {
		a := atom{kind: form[0], start: i, end: i, at: map[string]int{}}
		for _, p := range form[1:] {
			p, optional := strings.CutSuffix(p, "?")
			end := r.part(p, a.end, &a)
			if end == a.end && !optional {
				a.end = 0
				break
			}
			a.end = end
		}
		if a.end > best.end && r.mean(&a) {
			best = a
		}
	}
	return best
}

// mean makes a span of what a form says, and reports whether there is one.
func (r *timeReader) mean(a *atom) bool {
	kind, what, _ := strings.Cut(a.kind, " ")
	n := append(slices.Clone(a.n), 0, 0, 0)
	unit := what
	if at := a.at["UNIT"]; at > 0 {
		unit = timeLists()["UNIT"][at-1]
	}
	size, back, month := unitMonths[unit], atoi(what), time.Month(cmp.Or(a.at["M"], a.at["SHORT"]))
	if what == "N" {
		back = n[0]
	}
	switch a.kind = kind; kind {
	case "date":
		y, d := max(n[0], n[2]), min(n[0], n[2])
		t := day(y, time.Month(n[1]), d)
		a.From, a.To = t, t
		return y >= 1900 && t.Day() == d && n[1] <= 12
	case "month":
		if month > 0 {
			a.ofYear(r, func(y int) Span { return months(y, month, 1) })
			return true
		}
		y, m := max(n[0], n[1]), min(n[0], n[1])
		a.Span = months(y, time.Month(m), 1)
		return y >= 1900 && m <= 12
	case "day":
		if month == 0 {
			a.Span = r.back("day", back)
			return true
		}
		a.ofYear(r, func(y int) Span { return Span{From: day(y, month, n[0]), To: day(y, month, max(n[0], n[1]))} })
		a.bare = false
		return n[0] <= 31 && n[1] <= 31
	case "part":
		at := a.at["Q"] + a.at["H"] + a.at["ORD"]
		if what == "last" {
			at = 12 / max(size, 1)
		}
		a.ofYear(r, func(y int) Span { return months(y, time.Month((at-1)*size+1), size) })
		return (size == 3 || size == 6) && at*size <= 12
	case "season": // the first of a quarter, a month before it
		a.ofYear(r, func(y int) Span { return months(y, time.Month(3*(a.at["SEASON"]+a.at["LEAF"])), 3) })
		if gone := r.is(a.start, "last") || r.is(a.end-1, "gone"); gone && a.To.After(r.now) {
			a.Span = a.in(a.From.Year() - 1)
		}
	case "whole":
		if a.Span = r.back(unit, 0); !r.of.From.IsZero() && r.of.From.Year() == r.of.To.Year() && unit == "year" {
			a.Span = yearSpan(r.of.From.Year())
		}
	case "year":
		a.Span = yearSpan(n[0])
	case "back":
		a.Span = r.back(unit, back)
	case "that":
		s, ok := spanOf(strings.Join(r.found.Values, " "))
		if ok = ok && r.found.Field == unit; !ok {
			s = r.back(unit, 0)
		}
		a.Span = s
		return ok || !strings.ContainsAny(r.words[a.start].folded[:1], "ta") // "nesse mês" is the running one, "that month" none
	case "before":
		if a.Span = r.back(unit, 1); r.of.closed() && size >= r.of.months() { // "and the year before?", of 2025 or of a month in it
			a.Span = months(r.of.From.Year(), r.of.From.Month()-time.Month(size), r.of.months())
		}
	case "lately":
		a.Span, r.unit = r.lately(unit, n[0]), unit
	case "prior": // "os três meses anteriores"; behind "os últimos três meses" the unit need not be said again
		unit = cmp.Or(unit, r.unit)
		a.Span = r.lately(unit, n[0]).besideBefore(r.now, false)[0]
		if size = unitMonths[unit]; r.of.closed() && n[0]*size >= r.of.months() {
			a.Span = months(r.of.From.Year(), r.of.From.Month()-time.Month(n[0]*size), r.of.months())
		}
		return unit != ""
	case "start":
		a.Span = months(cmp.Or(a.at["Y"], r.now.Year()), 1, 1)
		return unit == "" || unit == "year"
	case "hour":
		if strings.HasSuffix(r.words[a.end-1].folded, "pm") && n[0] < 12 {
			a.n[0] += 12
		}
		return r.table && n[0] <= 24
	case "change":
		return periodMonths[unit] > 0
	}
	return true
}

// ofYear puts the year to a time of a year: that which is said, or that of the last answer, or else
// the last in which it has begun.
func (a *atom) ofYear(r *timeReader, at func(year int) Span) {
	y := cmp.Or(a.at["Y"], r.now.Year())
	if a.bare = a.at["Y"] == 0; a.bare && !r.of.From.IsZero() && r.of.From.Year() == r.of.To.Year() {
		y = r.of.From.Year()
	}
	if year := r.yearOf(at); a.bare && year > 0 {
		y, a.only = year, true
	}
	if a.Span = at(y); a.bare && !a.only && a.From.After(r.now) {
		a.Span = at(r.now.Year() - 1)
	}
}

// yearOf is the only year in which a table has rows of a part of it, or 0.
func (r *timeReader) yearOf(part func(year int) Span) (year int) {
	for y := r.rows.From.Year(); y > 1 && y <= r.rows.To.Year(); y++ {
		if s := part(y); s.To.Before(r.rows.From) || s.From.After(r.rows.To) {
			continue
		}
		if year > 0 {
			return 0
		}
		year = y
	}
	return year
}

// back is the running unit of time, or the one so many before.
func (r *timeReader) back(unit string, n int) Span {
	t := r.now.AddDate(0, 0, -n)
	switch size := unitMonths[unit]; {
	case size > 0:
		m := (int(r.now.Month()) - 1) / size * size
		return months(r.now.Year(), time.Month(m-n*size+1), size)
	case unit == "week":
		monday := r.now.AddDate(0, 0, -int(r.now.Weekday()+6)%7-7*n)
		return Span{From: monday, To: monday.AddDate(0, 0, 6)}
	}
	return Span{From: t, To: t}
}

// lately is the last so many units of time, counted back from today.
func (r *timeReader) lately(unit string, n int) Span {
	days := map[string]int{"day": n, "week": 7 * n}[unit]
	return Span{From: r.now.AddDate(0, -n*unitMonths[unit], -days)}
}

// times reads the times of the words, and marks the words that say them.
func (r *timeReader) times() when {
	var all []atom
	for i := 0; i < len(r.words); i++ {
		a := r.atom(i)
		if a.end == 0 {
			continue
		}
		if a.kind == "change" { // "than the month before" sets each period against another
			r.mark(i, a.end, "change")
		} else {
			r.mark(i, a.end, "time")
			all = append(all, a)
		}
		i = a.end - 1
	}
	if n := len(all); n > 0 { // "this year or the last"
		a := all[n-1]
		if j := r.skip(a.end+1, "filler"); r.is(a.end, "to", "or") && r.is(j, "last", "gone") {
			r.mark(a.end, j+1, "time")
			all = append(all, atom{Span: a.previous(), start: j, end: j + 1})
		}
	}
	return slices.DeleteFunc(r.combine(all), func(s Span) bool {
		return s.From.IsZero() && s.Month == 0 && (s.To.IsZero() || !s.To.Before(r.now)) // "até hoje": all there is
	})
}

func (r *timeReader) mark(from, to int, class string) {
	for i := max(from, 0); i < to; i++ {
		r.words[i].class = class
	}
}

// has reports whether a word begins as those of a class do.
func (r *timeReader) has(class string) bool {
	return slices.ContainsFunc(r.words, func(w word) bool {
		for start := range timeWords()[class] {
			if strings.HasPrefix(w.folded, start) {
				return true
			}
		}
		return false
	})
}

// combine makes ranges of what is said to be one, and open times of what is said to be since or until
// something.
func (r *timeReader) combine(all []atom) (w when) {
	compared := r.has("compared") && !r.has("each")
	for i := 0; i < len(all); i++ {
		a := all[i]
		cue, end := a.start-1, a.end // what is said before it: "since" of "desde o"
		for r.is(cue, "filler") && !r.is(cue, "to") || r.is(cue, "start") {
			cue--
		}
		cued := func(class string) bool { return r.is(cue, class) || r.is(a.start-1, class) }
		if i+1 < len(all) {
			next := all[i+1]
			to := r.skip(end+1, "filler") == next.start && r.is(end, "to")
			if r.skip(end+1, "filler") == next.start && r.is(end, "to", "or") && a.bare && !next.bare && next.closed() { // "janeiro e fevereiro de 2024"
				a.Span = months(next.From.Year(), a.From.Month(), a.months())
			}
			hours := a.kind == "hour" && next.kind == "hour" && next.start-end == 1 // "12h às 15h"
			ranged := cued("between") && !compared || r.is(end, "firm") || !r.is(end, "and") && !compared && (a.bare || cued("from") || cued("since"))
			switch {
			case hours:
				r.mark(end, next.start, "time")
				r.hoursOf(a.n[0], next.n[0])
				i++
				continue
			case to && ranged && !a.From.After(next.To):
				r.mark(end, next.start, "time")
				w = append(w, Span{From: a.From, To: next.To})
				i++
				continue
			case a.kind == "that" && r.skip(end, "filler") == next.start && next.year() > 0: // "that month of 2025"
				a.end = next.end
				all[i+1] = a
				continue
			}
		}
		same, from := r.sameOf(a, w)
		switch {
		case a.kind == "hour":
			r.mark(cue, a.start, "time")
			if cued("until") || cued("before") {
				r.hoursOf(0, a.n[0])
			} else {
				r.hoursOf(a.n[0], 24)
			}
			continue
		case r.is(end, "to") && r.is(end+1, "now"): // "2024 até agora"
			if r.mark(end, end+2, "time"); a.year() != r.now.Year() {
				a.To = time.Time{}
			}
		case from >= 0:
			r.mark(from, a.start, "time")
			a.Span = same
		case cued("after"):
			a.Span = Span{From: a.To.AddDate(0, 0, 1)}
		case cued("before"):
			a.Span = Span{To: a.From.AddDate(0, 0, -1)}
		case cued("until"):
			r.mark(cue, cue+1, "time") // no bound of a number
			a.From = time.Time{}
		case cued("since") && !a.To.IsZero():
			a.To = time.Time{}
		case a.bare && !a.only && r.table && a.closed() && a.months() == 1:
			a.Span = Span{Month: a.From.Month()}
		}
		w = append(w, a.Span)
	}
	return slices.Compact(w) // "last winter, July and August"
}

// hoursOf notes which hours of the day are meant; the last is not with them.
func (r *timeReader) hoursOf(from, to int) {
	r.hours = &Cond{Field: "hour", Op: "="}
	for h := from; h < to; h++ {
		r.hours.Values = append(r.hours.Values, fmt.Sprintf("%02d", h))
	}
}

// sameOf is the same part of the year at a as the time before it, and from which word on that is
// said: "the same period of 2024", "o primeiro trimestre de 2025 … o de 2024".
func (r *timeReader) sameOf(a atom, w when) (Span, int) {
	i, n := a.start-1, len(w)
	for r.is(i, "filler") {
		i--
	}
	stretch := r.is(i, "stretch")
	if stretch {
		i--
	}
	same := r.is(i, "same") && (stretch || n > 0) || stretch && r.is(i, "this")
	switch {
	case a.year() == 0:
	case n > 0 && w[n-1].closed() && w[n-1].year() == 0 && (same || r.is(a.start-1, "from") && r.is(a.start-2, "article")):
		return w[n-1].in(a.year()), i
	case same && a.year() < r.now.Year() && (n == 0 || w[n-1].year() == r.now.Year()):
		if n > 0 {
			w[n-1] = w[n-1].soFar(r.now, false)
		}
		return yearSpan(r.now.Year()).soFar(r.now, false).in(a.year()), i
	}
	return Span{}, -1
}
