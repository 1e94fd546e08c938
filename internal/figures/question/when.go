package question

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

// times are the words of times, the lists of them, and how a time is said with them.
type times struct {
	words wordfile.Book
	lists map[string][]string
	forms [][]string // kind, parts
}

var timeFile = sync.OnceValue(func() (t times) {
	t.words, t.lists = wordfile.Sets(wordFile("time")), map[string][]string{}
	for key, parts := range wordfile.Entries(wordFile("time")) {
		if name, ok := strings.CutPrefix(key, "list "); ok {
			t.lists[name] = strings.Fields(parts)
		} else if kind, ok := strings.CutPrefix(key, "form "); ok {
			t.forms = append(t.forms, append([]string{kind}, strings.Fields(parts)...))
		}
	}
	return t
})

var unitMonths = map[string]int{"month": 1, "quarter": 3, "half": 6, "year": 12}

// timeReader reads the times that tokens say.
type timeReader struct {
	toks  []token
	now   time.Time
	of    Span  // the time of the last answer: a month without a year is of its year
	found Cond  // the period that it named, for "that month"
	table bool  // March is that of every year in which there are rows, and rows may have hours
	rows  Span  // of a table: from its first day to its last
	hours *Cond // that are said
}

// atom is a time that is said, and by which tokens.
type atom struct {
	Span
	kind       string
	start, end int
	bare       bool           // a part of a year without one
	n          []int          // numbers in it
	at         map[string]int // places in lists, and the year
}

// is reports whether the token at i is a word of a class.
func (r *timeReader) is(i int, classes ...string) bool {
	return i >= 0 && i < len(r.toks) && len(r.toks[i].values) == 0 && slices.ContainsFunc(classes, func(c string) bool { return timeFile().words[c][r.toks[i].text] })
}

// skip is the first token from i on that is not of a class.
func (r *timeReader) skip(i int, class string) int {
	for r.is(i, class) {
		i++
	}
	return i
}

// back is the token before i that is none of a class.
func (r *timeReader) back(i int, class string) int {
	for i--; r.is(i, class); i-- {
	}
	return i
}

// part reads a part of a form at token i, and returns where it ends: i if it is not there.
func (r *timeReader) part(p string, i int, a *atom) int {
	list, word := timeFile().lists[p], strings.ToLower(p) == p
	switch {
	case p == "filler":
		return r.skip(i, p)
	case i >= len(r.toks) || len(r.toks[i].values) > 0 || i > a.start && r.toks[i].sep && word:
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
		n := int(r.toks[i].n)
		two := len(r.toks[i].text) == 2 && r.toks[i].text[0] <= '9'
		if n < 1 || p == "NN" && !two || p == "YYYY" && (n < 1900 || n >= 2100) {
			return i
		}
		a.n = append(a.n, n)
	case !r.is(i, p):
		return i
	}
	return i + 1
}

// atom reads the time that begins at token i: of several forms the longest.
func (r *timeReader) atom(i int) (best atom) {
	for _, form := range timeFile().forms {
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
	unit, back, month := what, atoi(what), time.Month(cmp.Or(a.at["M"], a.at["SHORT"]))
	if at := a.at["UNIT"]; at > 0 {
		unit = timeFile().lists["UNIT"][at-1]
	}
	if what == "N" {
		back = n[0]
	}
	size := unitMonths[unit]
	switch a.kind = kind; kind {
	case "date":
		y, d := max(n[0], n[2]), min(n[0], n[2])
		t := day(y, time.Month(n[1]), d)
		a.From, a.To = t, t
		return y >= 1900 && t.Day() == d && n[1] <= 12
	case "figures":
		y, m := max(n[0], n[1]), min(n[0], n[1])
		a.Span = months(y, time.Month(m), 1)
		return y >= 1900 && m <= 12
	case "month":
		r.ofYear(a, func(y int) Span { return months(y, month, 1) })
	case "day":
		r.ofYear(a, func(y int) Span { return Span{From: day(y, month, n[0]), To: day(y, month, max(n[0], n[1]))} })
		a.bare = false
		return n[0] <= 31 && n[1] <= 31
	case "part":
		at := a.at["Q"] + a.at["H"] + a.at["ORD"]
		if what == "last" {
			at = 12 / max(size, 1)
		}
		r.ofYear(a, func(y int) Span { return months(y, time.Month((at-1)*size+1), size) })
		return (size == 3 || size == 6) && at*size <= 12
	case "year":
		a.Span = yearSpan(n[0])
	case "back":
		a.Span = r.running(unit, back)
	case "that":
		s, ok := spanOf(strings.Join(r.found.Values, " "))
		if a.Span = s; !ok || r.found.Field != unit {
			a.Span = r.running(unit, 0)
			return !r.is(a.start, "far") // "nesse mês" is the running one, "that month" none
		}
	case "lately":
		days := map[string]int{"day": n[0], "week": 7 * n[0]}[unit]
		a.Span = Span{From: r.now.AddDate(0, -n[0]*size, -days)}
	case "prior": // "o ano anterior": than the time of the last answer, or than now
		if a.Span = r.running(unit, 1); r.of.closed() && size >= r.of.months() {
			a.Span = months(r.of.From.Year(), r.of.From.Month()-time.Month(size), r.of.months())
		}
	}
	return true
}

// ofYear puts the year to a part of one: that which is said, or that of the last answer, or the only
// year in which a table has rows of it, or else the last in which it has begun.
func (r *timeReader) ofYear(a *atom, at func(year int) Span) {
	y := cmp.Or(a.at["Y"], r.now.Year())
	if a.bare = a.at["Y"] == 0; !a.bare {
		a.Span = at(y)
		return
	}
	if of := r.of.From.Year(); of > 1 && of == r.of.To.Year() {
		y = of
	}
	if a.Span = at(y); a.From.After(r.now) {
		a.Span = at(y - 1)
	}
	var had []Span
	for y := r.rows.From.Year(); y > 1 && y <= r.rows.To.Year(); y++ {
		if s := at(y); !s.To.Before(r.rows.From) && !s.From.After(r.rows.To) {
			had = append(had, s)
		}
	}
	if len(had) == 1 {
		a.Span, a.bare = had[0], false
	}
}

// running is the running unit of time, or the one so many before.
func (r *timeReader) running(unit string, n int) Span {
	if size := unitMonths[unit]; size > 0 {
		m := (int(r.now.Month()) - 1) / size * size
		return months(r.now.Year(), time.Month(m-n*size+1), size)
	}
	if unit == "week" {
		monday := r.now.AddDate(0, 0, -int(r.now.Weekday()+6)%7-7*n)
		return Span{From: monday, To: monday.AddDate(0, 0, 6)}
	}
	t := r.now.AddDate(0, 0, -n)
	return Span{From: t, To: t}
}

// read reads the times of the tokens, and makes one token of those that say one.
func (r *timeReader) read() (all []Span) {
	r.clock()
	var said []atom
	for i := 0; i < len(r.toks); i++ {
		if s := r.toks[i].span; s != nil {
			said = append(said, atom{Span: *s, kind: "exact", start: i, end: i + 1})
		} else if a := r.atom(i); a.end > i {
			r.mark(a.start, a.end)
			said, i = append(said, a), a.end-1
		}
	}
	for _, s := range r.combine(said) {
		if s.Month > 0 || !s.From.IsZero() || !s.To.IsZero() && s.To.Before(r.now) { // "até hoje": all there is
			all = append(all, s)
		}
	}
	return slices.Compact(all) // "last winter, July and August"
}

func (r *timeReader) mark(from, to int) {
	for i := max(from, 0); i < min(to, len(r.toks)); i++ {
		t := &r.toks[i]
		t.is, t.field, t.values, t.n = []string{"time"}, "", nil, 0
	}
}

// combine makes ranges of what is said to be one, and open times of what is said to be since or until
// something.
func (r *timeReader) combine(all []atom) (spans []Span) {
	compared := slices.ContainsFunc(r.toks, func(t token) bool { return t.has("difference", "grow", "rise", "fall", "change") }) && !slices.ContainsFunc(r.toks, func(t token) bool { return t.has("by") })
	for i := 0; i < len(all); i++ {
		a := all[i]
		if a.kind == "exact" {
			spans = append(spans, a.Span)
			continue
		}
		cue := r.back(a.start, "filler")
		cued := func(class string) bool { return r.is(cue, class) || r.is(a.start-1, class) }
		if i+1 < len(all) {
			next := all[i+1]
			linked := r.skip(a.end+1, "filler") == next.start && r.is(a.end, "to", "or")
			if linked && a.bare && !next.bare && next.closed() && a.From.Year() != next.From.Year() { // "janeiro e fevereiro de 2024"
				a.Span = a.in(next.From.Year())
			}
			ranged := cued("between") && !compared || r.is(a.end, "firm") || !r.is(a.end, "and") && !compared && (a.bare || cued("from") || cued("since"))
			if linked && r.is(a.end, "to") && ranged && !a.From.After(next.To) {
				r.mark(a.end, next.start)
				spans = append(spans, Span{From: a.From, To: next.To})
				i++
				continue
			}
		}
		same, from := r.sameOf(a, spans)
		switch {
		case r.is(a.end, "to") && r.is(a.end+1, "now"): // "2024 até agora"
			if r.mark(a.end, a.end+2); a.year() != r.now.Year() {
				a.To = time.Time{}
			}
		case from >= 0:
			r.mark(from, a.start)
			a.Span = same
		case cued("after"):
			a.Span = Span{From: a.To.AddDate(0, 0, 1)}
		case cued("before"):
			a.Span = Span{To: a.From.AddDate(0, 0, -1)}
		case cued("until"):
			r.mark(cue, cue+1) // no bound of a number
			a.From = time.Time{}
		case cued("since") && !a.To.IsZero():
			r.mark(cue, cue+1)
			a.To = time.Time{}
		case a.bare && r.table && a.closed() && a.months() == 1:
			a.Span = Span{Month: a.From.Month()}
		}
		spans = append(spans, a.Span)
	}
	return spans
}

// sameOf is the same part of the year at a as the time before it, or as that of the last answer, and from which token on
// that is said: "the same period of 2024".
func (r *timeReader) sameOf(a atom, before []Span) (Span, int) {
	of, i := r.of, r.back(a.start, "filler")
	that := false // "o primeiro trimestre de 2025 … o de 2024"
	if n := len(before); n > 0 {
		of, that = before[n-1], r.is(a.start-1, "from") && r.is(a.start-2, "article")
	}
	stretch := r.is(i, "stretch")
	if stretch {
		i--
	}
	if a.year() == 0 || !that && !r.is(i, "same") && !(stretch && r.is(i, "this")) {
		return Span{}, -1
	}
	if of.From.IsZero() || of.year() == r.now.Year() { // as far as the year is over
		of = yearSoFar(r.now)
	}
	return of.in(a.year()), i
}

var hourForm = pattern.Of(`^(\d{1,2})(h|hs|hrs|am|pm)(\d\d)?$`)

// hourAt is the hour that is told at token i, and by how many tokens: "18h", "6 pm", "17:00".
func (r *timeReader) hourAt(i int) (hour, n int) {
	m := hourForm().FindStringSubmatch(r.toks[i].text)
	next := min(i+1, len(r.toks)-1)
	switch minutes := r.toks[next]; {
	case m != nil:
		hour, n = atoi(m[1]), 1
	case r.toks[i].n > 0 && (r.is(next, "oclock") || minutes.sep && len(minutes.text) == 2 && atoi(minutes.text)%15 == 0 && minutes.text[0] <= '5'):
		hour, n = int(r.toks[i].n), 2
	}
	if n > 0 && strings.HasSuffix(r.toks[i+n-1].text, "pm") && hour < 12 {
		hour += 12
	}
	return hour, n
}

// clock notes which hours of the day are meant; the last is not with them.
func (r *timeReader) clock() {
	from, to := 0, 24
	for i := 0; r.table && i < len(r.toks); i++ {
		h, n := r.hourAt(i)
		if n == 0 || h > 24 {
			continue
		}
		cue := r.back(i, "filler")
		if r.hours != nil || r.is(cue, "until", "before") {
			to = h
		} else {
			from = h
		}
		if r.is(cue, "until", "before", "since", "after", "between") {
			cue--
		}
		r.mark(cue+1, i+n)
		for j := cue + 1; j < i+n; j++ {
			r.toks[j].is = []string{"time", "hours"}
		}
		r.hours = &Cond{Field: "hour", Op: "="}
	}
	if r.hours != nil {
		for h := from; h < to; h++ {
			r.hours.Values = append(r.hours.Values, fmt.Sprintf("%02d", h))
		}
	}
}
