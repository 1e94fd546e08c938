package analyst

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// span is a time that is past or running, from its first day to its last. A
// zero end is open.
type span struct{ from, to time.Time }

// when is the time that a question speaks of: none, one span, or several that
// it compares.
type when []span

func day(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func months(y int, m time.Month, n int) span { return span{day(y, m, 1), day(y, m+time.Month(n), 0)} }

func yearSpan(y int) span { return months(y, 1, 12) }

// year returns the year that the span is, or 0.
func (s span) year() int {
	if s == yearSpan(s.from.Year()) {
		return s.from.Year()
	}
	return 0
}

// years reports whether all of the times are years.
func (w when) years() bool {
	return !slices.ContainsFunc(w, func(s span) bool { return s.year() == 0 })
}

// whole reports whether the span begins and ends with a month.
func (s span) whole() bool {
	return (s.from.IsZero() || s.from.Day() == 1) && (s.to.IsZero() || s.to.AddDate(0, 0, 1).Day() == 1)
}

var monthNames = func() map[string]time.Month {
	all := map[string]time.Month{}
	for _, names := range []string{
		"janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
		"january february march april may june july august september october november december",
		"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
		"jan feb mar apr may jun jul aug sep oct nov dec",
		"jan fev mar abr mai jun jul ago set out nov dez",
	} {
		for i, n := range strings.Fields(names) {
			all[n] = time.Month(i + 1)
		}
	}
	return all
}()

const (
	monthRE = `(janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|mayo|junio|julio|septiembre|octubre|noviembre|diciembre)`
	shortRE = `(jan|feb|fev|mar|apr|abr|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez)`
	yearRE  = `(20\d\d|(?:d|n)?es[st][ae] ano|this year|current year|ano atual|(?:o )?ano passado|last year|previous year|ultimo ano|ano pasado|ano anterior|ano corrente|the year|o ano|do ano|ano retrasado)`
	ofRE    = `(?: de| do| of| da| del| of the| in)?`
	manyRE  = `(\d+|dois|duas|two|tres|three|quatro|four|cuatro|cinco|five|seis|six|sete|seven|oito|eight|nove|nine|dez|ten|doze|twelve|doce)`
)

// atom is a way to say a time.
type atom struct {
	re   *regexp.Regexp
	read func(r *timeReader, m []string) (span, bool)
}

func at(pattern string, read func(r *timeReader, m []string) (span, bool)) atom {
	return atom{regexp.MustCompile(`\b` + pattern + `\b`), read}
}

// atoms, the longest way to say something first.
var atoms = []atom{
	at(`(20\d\d) (\d\d) (\d\d)`, func(_ *timeReader, m []string) (span, bool) { return date(m[1], m[2], m[3]) }),
	at(`(\d\d?) (\d\d?) (20\d\d)`, func(_ *timeReader, m []string) (span, bool) { return date(m[3], m[2], m[1]) }),
	at(`(\d\d?)(?:st|nd|rd|th|o)?(?: de| of)? `+monthRE+`(?:`+ofRE+` `+yearRE+`)?`, func(r *timeReader, m []string) (span, bool) {
		return r.dayOf(m[1], m[2], m[3])
	}),
	at(monthRE+` (\d\d?)(?:st|nd|rd|th)?(?: `+yearRE+`)?`, func(r *timeReader, m []string) (span, bool) { return r.dayOf(m[2], m[1], m[3]) }),
	at(`(20\d\d) (0[1-9]|1[0-2])`, func(_ *timeReader, m []string) (span, bool) { return monthIn(m[1], m[2]) }),
	at(`(0?[1-9]|1[0-2]) (20\d\d)`, func(_ *timeReader, m []string) (span, bool) { return monthIn(m[2], m[1]) }),
	at(monthRE+ofRE+` `+yearRE, func(r *timeReader, m []string) (span, bool) { return months(r.year(m[2]), monthNames[m[1]], 1), true }),
	at(shortRE+ofRE+` (20\d\d)`, func(r *timeReader, m []string) (span, bool) { return months(r.year(m[2]), monthNames[m[1]], 1), true }),
	at(`(primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|ultimo|first|second|third|fourth|last|primer|1o|2o|3o|4o|1st|2nd|3rd|4th|q1|q2|q3|q4|[1-4])(?: (semestre|half|trimestre|quarter|metade|mitad))?`+ofRE+` `+yearRE, (*timeReader).part),
	at(`(primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|first|second|third|fourth|primer|1o|2o|3o|4o|1st|2nd|3rd|4th|q1|q2|q3|q4)(?: (semestre|half|trimestre|quarter|metade|mitad))?`, (*timeReader).part),
	at(`(?:ultim[oa]s|last|past|previous) `+manyRE+` (dias|days|semanas|weeks|meses|months|anos|years)`, (*timeReader).lately),
	at(manyRE+` (?:ultim[oa]s|last|past) (dias|days|semanas|weeks|meses|months|anos|years)`, (*timeReader).lately),
	at(`(?:est[ae]|this|neste|nesse|current|deste|desse|esse) (mes|month|semana|week|trimestre|quarter|semestre)`, func(r *timeReader, m []string) (span, bool) { return r.unit(m[1], 0) }),
	at(`(mes|semana|trimestre|semestre) (?:atual|corrente|actual)`, func(r *timeReader, m []string) (span, bool) { return r.unit(m[1], 0) }),
	at(`nesta (semana)`, func(r *timeReader, m []string) (span, bool) { return r.unit(m[1], 0) }),
	at(`(?:ultim[oa]|last|previous|past) (mes|month|semana|week|trimestre|quarter|semestre)`, func(r *timeReader, m []string) (span, bool) { return r.unit(m[1], -1) }),
	at(`(mes|semana|trimestre|semestre) (?:passad[oa]|pasad[oa]|anterior)`, func(r *timeReader, m []string) (span, bool) { return r.unit(m[1], -1) }),
	at(`(?:anteontem|day before yesterday|anteayer)`, func(r *timeReader, _ []string) (span, bool) { return r.days(2, 2), true }),
	at(`(?:ontem|yesterday|ayer)`, func(r *timeReader, _ []string) (span, bool) { return r.days(1, 1), true }),
	at(`(?:hoje|today|hoy)`, func(r *timeReader, _ []string) (span, bool) { return r.days(0, 0), true }),
	at(`(?:no|na|in|in the|en el|during|during the|neste|this|last|do|of|durante o|del|nesse|o) (verao|summer|verano|inverno|winter|invierno|outono|fall|autumn|otono|primavera|spring)(?:`+ofRE+` `+yearRE+`)?`, (*timeReader).season),
	at(yearRE, func(r *timeReader, m []string) (span, bool) {
		return yearSpan(r.year(m[1])), !slices.Contains([]string{"the year", "o ano", "do ano"}, m[1])
	}),
	at(monthRE, func(r *timeReader, m []string) (span, bool) {
		s := months(r.now.Year(), monthNames[m[1]], 1)
		if s.from.After(r.now) {
			s = months(r.now.Year()-1, monthNames[m[1]], 1)
		}
		return s, true
	}),
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func date(y, m, d string) (span, bool) {
	t := day(atoi(y), time.Month(atoi(m)), atoi(d))
	return span{t, t}, t.Day() == atoi(d) && int(t.Month()) == atoi(m)
}

func monthIn(y, m string) (span, bool) { return months(atoi(y), time.Month(atoi(m)), 1), true }

type timeReader struct{ now time.Time }

func (r *timeReader) year(said string) int {
	switch {
	case strings.HasPrefix(said, "20"):
		return atoi(said)
	case strings.HasSuffix(said, "retrasado"):
		return r.now.Year() - 2
	case strings.Contains(said, "passado") || strings.Contains(said, "pasado") || strings.Contains(said, "last") ||
		strings.Contains(said, "previous") || strings.Contains(said, "ultimo") || strings.Contains(said, "anterior"):
		return r.now.Year() - 1
	}
	return r.now.Year()
}

func (r *timeReader) dayOf(d, m, y string) (span, bool) {
	t := day(r.year(y), monthNames[m], atoi(d))
	if y == "" && t.After(r.now) {
		t = t.AddDate(-1, 0, 0)
	}
	return span{t, t}, t.Day() == atoi(d)
}

// part reads halves and quarters of a year.
func (r *timeReader) part(m []string) (span, bool) {
	said := ""
	if len(m) > 3 {
		said = m[3]
	}
	n, size := 0, 6
	if strings.HasPrefix(m[2], "trimestre") || m[2] == "quarter" || m[1][0] == 'q' && len(m[1]) == 2 {
		size = 3
	} else if m[2] == "" {
		return span{}, false
	}
	switch c := m[1]; {
	case strings.HasPrefix(c, "prim") || strings.HasPrefix(c, "first") || strings.Contains(c, "1"):
		n = 1
	case strings.HasPrefix(c, "seg") || c == "second" || strings.Contains(c, "2"):
		n = 2
	case strings.HasPrefix(c, "ter") || c == "third" || strings.Contains(c, "3"):
		n = 3
	case strings.HasPrefix(c, "ult") || c == "last":
		n = 12 / size
	default:
		n = 4
	}
	if n*size > 12 {
		return span{}, false
	}
	y := r.year(said)
	s := months(y, time.Month((n-1)*size+1), size)
	if said == "" && s.from.After(r.now) {
		s = months(y-1, time.Month((n-1)*size+1), size)
	}
	return s, true
}

// lately is the last days, counted back from today; the last months are
// counted back by date.
func (r *timeReader) lately(m []string) (span, bool) {
	n, ok := number(m[1])
	if !ok || n < 1 || n > 1000 {
		return span{}, false
	}
	from := r.now
	switch m[2][0] {
	case 'd':
		from = from.AddDate(0, 0, -int(n))
	case 's', 'w':
		from = from.AddDate(0, 0, -7*int(n))
	case 'm':
		from = from.AddDate(0, -int(n), 0)
	default:
		from = from.AddDate(-int(n), 0, 0)
	}
	return span{from: from}, true
}

func (r *timeReader) days(back, until int) span {
	return span{r.now.AddDate(0, 0, -back), r.now.AddDate(0, 0, -until)}
}

// unit is the running week, month, quarter or half, or the one before.
func (r *timeReader) unit(said string, back int) (span, bool) {
	y, m := r.now.Year(), int(r.now.Month())-1
	switch said[0] {
	case 'm':
		return months(y, time.Month(m+1+back), 1), true
	case 't', 'q':
		return months(y, time.Month((m/3+back)*3+1), 3), true
	case 's', 'w':
		if said == "semestre" {
			return months(y, time.Month((m/6+back)*6+1), 6), true
		}
		monday := r.now.AddDate(0, 0, -int(r.now.Weekday()+6)%7+7*back)
		return span{monday, monday.AddDate(0, 0, 6)}, true
	}
	return span{}, false
}

// season reads those of the northern half of the world, where the house is.
func (r *timeReader) season(m []string) (span, bool) {
	first := map[byte]time.Month{'v': 6, 's': 6, 'i': 12, 'w': 12, 'o': 9, 'f': 9, 'a': 9, 'p': 3}[m[1][0]]
	if m[1] == "spring" {
		first = 3
	}
	y := r.year(m[2])
	s := months(y, first, 3)
	if m[2] == "" && s.from.After(r.now) {
		s = months(y-1, first, 3)
	}
	return s, true
}

// found is an atom in a text.
type found struct {
	span
	start, end int // bytes
	bare       bool
}

// times reads the times of the words, and marks the words that say them.
func times(words []word, now time.Time) when {
	var b strings.Builder
	starts := make([]int, len(words))
	for i, w := range words {
		starts[i] = b.Len()
		b.WriteString(w.folded + " ")
	}
	text := b.String()
	r := &timeReader{now}
	taken := make([]bool, len(text))
	for i, w := range words {
		taken[starts[i]] = w.name
	}
	var all []found
	for _, a := range atoms {
		for _, loc := range a.re.FindAllStringSubmatchIndex(text, -1) {
			if slices.Contains(taken[loc[0]:loc[1]], true) {
				continue
			}
			m := make([]string, len(loc)/2)
			for i := range m {
				if loc[2*i] >= 0 {
					m[i] = text[loc[2*i]:loc[2*i+1]]
				}
			}
			if s, ok := a.read(r, m); ok {
				_, month := monthNames[m[0]]
				all = append(all, found{s, loc[0], loc[1], month})
				for i := loc[0]; i < loc[1]; i++ {
					taken[i] = true
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int { return a.start - b.start })
	for _, f := range all { // "até" of a time is no bound of a number
		if loc := untilRE.FindStringIndex(text[:f.start]); loc != nil {
			taken[loc[0]] = true
		}
	}
	for i, at := range starts {
		words[i].time = taken[at] && !words[i].name
	}
	return slices.DeleteFunc(combine(text, all), func(s span) bool {
		return s.from.IsZero() && !s.to.Before(now) // "até hoje": all there is
	})
}

var (
	sinceRE    = regexp.MustCompile(`\b(desde|since|a partir de|starting|starting in|from)(?: o| a| el| the| of| in)? $`)
	afterRE    = regexp.MustCompile(`\b(depois de|apos|after|despues de)(?: o| the)? $`)
	untilRE    = regexp.MustCompile(`\b(ate|until|till|hasta|through|up to)(?: o| the)? $`)
	beforeRE   = regexp.MustCompile(`\b(antes de|before|prior to|antes do)(?: o| the)? $`)
	rangeRE    = regexp.MustCompile(`^ (a|ate|to|until|till|through|al|hasta|e|and|y)( o| a| el)? $`)
	comparedRE = regexp.MustCompile(`\b(diferenca|difference|compar\w+|cresc\w+|grow\w*|grew|diferencia)\b`)
	openRE     = regexp.MustCompile(`\b(de|from|entre|between|desde)(?: o| a)? $`)
)

// combine makes ranges of what is said to be one.
func combine(text string, all []found) when {
	var w when
	for i := 0; i < len(all); i++ {
		f := all[i]
		before := text[:f.start]
		if i+1 < len(all) {
			next := all[i+1]
			link := rangeRE.FindStringSubmatch(text[f.end:next.start])
			opened := openRE.FindStringSubmatch(before)
			if f.bare && !next.bare && link != nil && next.whole() { // "janeiro e fevereiro de 2024"
				f.span = months(next.from.Year(), f.from.Month(), 1)
			}
			and := link != nil && slices.Contains([]string{"e", "and", "y"}, link[1])
			between := opened != nil && (opened[1] == "entre" || opened[1] == "between")
			between = between && !comparedRE.MatchString(before)
			if link != nil && (between || opened != nil && !and) {
				if !f.from.After(next.to) {
					w = append(w, span{f.from, next.to})
					i++
					continue
				}
			}
		}
		switch {
		case afterRE.MatchString(before):
			w = append(w, span{from: f.to.AddDate(0, 0, 1)})
		case beforeRE.MatchString(before):
			w = append(w, span{to: f.from.AddDate(0, 0, -1)})
		case untilRE.MatchString(before):
			w = append(w, span{to: f.to})
		case sinceRE.MatchString(before) && !f.to.IsZero():
			w = append(w, span{from: f.from})
		default:
			w = append(w, f.span)
		}
	}
	return w
}

// sql is the condition that a column of days and one of months are in the span;
// exact is empty where days are not offered. It is false if it cannot be said.
func (s span) sql(exact, month, year string, now time.Time) (string, bool) {
	if y := s.year(); y > 0 && year != "" {
		return fmt.Sprintf("%s = %d", year, y), true
	}
	if !s.whole() && exact == "" {
		if !s.to.IsZero() || s.from.IsZero() {
			return "", false
		}
		// The last months, as months: this one and those before it.
		n := int(now.Sub(s.from).Hours()/24/30.4 + .5)
		if n < 1 {
			return "", false
		}
		s.from = day(now.Year(), now.Month()-time.Month(n-1), 1)
	}
	if s.whole() {
		from, to := s.from.Format("2006-01"), s.to.Format("2006-01")
		switch {
		case s.to.IsZero():
			return month + " >= '" + from + "'", true
		case s.from.IsZero():
			return month + " <= '" + to + "'", true
		case from == to:
			return month + " = '" + from + "'", true
		}
		return month + " BETWEEN '" + from + "' AND '" + to + "'", true
	}
	var parts []string
	if !s.from.IsZero() {
		parts = append(parts, exact+" >= '"+s.from.Format(time.DateOnly)+"'")
	}
	if !s.to.IsZero() {
		parts = append(parts, exact+" < '"+s.to.AddDate(0, 0, 1).Format(time.DateOnly)+"'")
	}
	return strings.Join(parts, " AND "), true
}
