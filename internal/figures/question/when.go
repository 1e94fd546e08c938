package question

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// when is the time that a question speaks of: none, one Span, or several that
// it compares.
type when []Span

// Today is the day of a moment where it is told, as a plan has days: 23:00 of the 5th in Recife is
// the 5th, though it is the 6th in London.
func Today(now time.Time) time.Time { return day(now.Date()) }

func day(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func months(y int, m time.Month, n int) Span {
	return Span{From: day(y, m, 1), To: day(y, m+time.Month(n), 0)}
}

func yearSpan(y int) Span { return months(y, 1, 12) }

// year returns the year that the Span is, or 0.
func (s Span) year() int {
	if s == yearSpan(s.From.Year()) {
		return s.From.Year()
	}
	return 0
}

// within returns the year that the Span is of or in, or 0.
func (s Span) within() int {
	if s.From.Year() != s.To.Year() || s.From.IsZero() {
		return 0
	}
	return s.From.Year()
}

// whole reports whether the Span begins and ends with a month.
func (s Span) whole() bool {
	return (s.From.IsZero() || s.From.Day() == 1) && (s.To.IsZero() || s.To.AddDate(0, 0, 1).Day() == 1)
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
	yearRE  = `((?:19|20)\d\d|(?:d|n)?es[st][ae] ano|this year|current year|ano atual|(?:[dn]?o |del |el )?ano (?:passado|pasado|anterior|retrasado|atual|corrente)|last year|previous year|ultimo ano|ano pasado|ano anterior|ano corrente|the year|o ano|do ano|ano retrasado|year before last|two years ago|ano antepasado|hace dos anos|ha dois anos)`
	ofRE    = `(?: de| do| of| da| del| of the| in)?`
	manyRE  = `(\d+|dois|duas|two|tres|three|quatro|four|cuatro|cinco|five|seis|six|sete|seven|oito|eight|nove|nine|dez|ten|doze|twelve|doce)`
)

// atom is a way to say a time.
type atom struct {
	re   func() *regexp.Regexp // compiled when a question is read, not at every start
	read func(r *timeReader, m []string) (Span, bool)
}

func at(expr string, read func(r *timeReader, m []string) (Span, bool)) atom {
	return atom{pattern.Of(`\b` + expr + `\b`), read}
}

// atoms, the longest way to say something first.
var atoms = []atom{
	at(`(20\d\d) (\d\d) (\d\d)`, func(_ *timeReader, m []string) (Span, bool) { return date(m[1], m[2], m[3]) }),
	at(`(\d\d?) (\d\d?) (20\d\d)`, func(_ *timeReader, m []string) (Span, bool) { return date(m[3], m[2], m[1]) }),
	at(`(\d\d?) (?:a|e|ate|to|and|al|y|until) (\d\d?)(?: de| of)? `+monthRE+`(?:`+ofRE+` `+yearRE+`)?`, func(r *timeReader, m []string) (Span, bool) {
		from, ok1 := r.dayOf(m[1], m[3], m[4])
		to, ok2 := r.dayOf(m[2], m[3], m[4])
		return Span{From: from.From, To: to.To}, ok1 && ok2 && !to.To.Before(from.From)
	}),
	at(`(\d\d?)(?:st|nd|rd|th|o)?(?: de| of)? `+monthRE+`(?:`+ofRE+` `+yearRE+`)?`, func(r *timeReader, m []string) (Span, bool) {
		return r.dayOf(m[1], m[2], m[3])
	}),
	at(monthRE+` (\d\d?)(?:st|nd|rd|th)?(?: `+yearRE+`)?`, func(r *timeReader, m []string) (Span, bool) { return r.dayOf(m[2], m[1], m[3]) }),
	at(`(20\d\d) (0[1-9]|1[0-2])`, func(_ *timeReader, m []string) (Span, bool) { return monthIn(m[1], m[2]) }),
	at(`(0?[1-9]|1[0-2]) (20\d\d)`, func(_ *timeReader, m []string) (Span, bool) { return monthIn(m[2], m[1]) }),
	at(monthRE+ofRE+` `+yearRE, func(r *timeReader, m []string) (Span, bool) { return months(r.year(m[2]), monthNames[m[1]], 1), true }),
	at(shortRE+ofRE+` (20\d\d)`, func(r *timeReader, m []string) (Span, bool) { return months(r.year(m[2]), monthNames[m[1]], 1), true }),
	at(`(primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|ultimo|first|second|third|fourth|last|primer|1o|2o|3o|4o|1st|2nd|3rd|4th|q1|q2|q3|q4|h1|h2|[1-4])(?: (semestre|half|trimestre|quarter|metade|mitad))?`+ofRE+` `+yearRE, (*timeReader).part),
	at(`(primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|first|second|third|fourth|primer|1o|2o|3o|4o|1st|2nd|3rd|4th|q1|q2|q3|q4|h1|h2)(?: (semestre|half|trimestre|quarter|metade|mitad))?`, (*timeReader).part),
	at(`(?:primeir[oa]|first|primer) (?:e|and|y|ao|to|al|hasta|ate)(?: o| the| el| a)? (?:ultim[oa]|last) (?:mes|month|ano|year|dia|day)`, func(*timeReader, []string) (Span, bool) { return Span{}, true }),
	at(`(?:the )?(year|month|week|quarter) before(?: that)?`, func(r *timeReader, m []string) (Span, bool) {
		if m[1] == "year" {
			return yearSpan(r.now.Year() - 1), true
		}
		return r.unit(m[1], -1)
	}),
	at(`(?:[dn]?[oa]s |the |l[oa]s )?`+manyRE+` (dias|days|semanas|weeks|meses|months|anos|years) (?:anteriores|antes|before|prior|earlier|previos)(?: that| those| a isso| d[eo] isso)?`, (*timeReader).beforeLately),
	at(`(?:ultim[oa]s|last|past|previous) `+manyRE+` (dias|days|semanas|weeks|meses|months|anos|years)`, (*timeReader).lately),
	at(manyRE+` (?:ultim[oa]s|last|past) (dias|days|semanas|weeks|meses|months|anos|years)`, (*timeReader).lately),
	at(`(?:es[st][ae]|this|n?es[st][ae]|current|d?es[st][ae]) (mes|month|semana|week|trimestre|quarter|semestre)`, func(r *timeReader, m []string) (Span, bool) { return r.unit(m[1], 0) }),
	at(`(mes|semana|trimestre|semestre) (?:atual|corrente|actual)`, func(r *timeReader, m []string) (Span, bool) { return r.unit(m[1], 0) }),
	at(`(?:comeco|inicio|start|beginning|principio|principios) (?:do|of the|del|deste|desse|of this|de este) (?:ano|year)`, func(r *timeReader, _ []string) (Span, bool) {
		return Span{From: day(r.now.Year(), 1, 1), To: day(r.now.Year(), 1, 1)}, true
	}),
	at(`(?:ha|hace) `+manyRE+` (meses|anos)`, (*timeReader).ago),
	at(manyRE+` (months|years) ago`, (*timeReader).ago),
	at(`(?:ultim[oa]|last|previous|past) (mes|month|semana|week|trimestre|quarter|semestre)`, func(r *timeReader, m []string) (Span, bool) { return r.unit(m[1], -1) }),
	at(`(mes|semana|trimestre|semestre) (?:passad[oa]|pasad[oa]|anterior)`, func(r *timeReader, m []string) (Span, bool) { return r.unit(m[1], -1) }),
	at(`(?:anteontem|day before yesterday|anteayer)`, func(r *timeReader, _ []string) (Span, bool) { return r.days(2, 2), true }),
	at(`(?:ontem|yesterday|ayer)`, func(r *timeReader, _ []string) (Span, bool) { return r.days(1, 1), true }),
	at(`(?:hoje|today|hoy)`, func(r *timeReader, _ []string) (Span, bool) { return r.days(0, 0), true }),
	at(yearRE, func(r *timeReader, m []string) (Span, bool) {
		return yearSpan(r.year(m[1])), !slices.Contains([]string{"the year", "o ano", "do ano"}, m[1])
	}),
	at(monthRE, func(r *timeReader, m []string) (Span, bool) {
		s := months(r.year(""), monthNames[m[1]], 1)
		if s.From.After(r.now) {
			s = months(r.now.Year()-1, monthNames[m[1]], 1)
		}
		return s, true
	}),
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

func date(y, m, d string) (Span, bool) {
	t := day(atoi(y), time.Month(atoi(m)), atoi(d))
	return Span{From: t, To: t}, t.Day() == atoi(d) && int(t.Month()) == atoi(m)
}

func monthIn(y, m string) (Span, bool) { return months(atoi(y), time.Month(atoi(m)), 1), true }

type timeReader struct {
	now time.Time
	of  int // the year of the last answer, which a month without a year goes on from; 0: none
}

func (r *timeReader) year(said string) int {
	switch {
	case said == "" && r.of > 0:
		return r.of
	case said != "" && said[0] >= '0' && said[0] <= '9':
		return atoi(said)
	case strings.HasSuffix(said, "retrasado"), strings.Contains(said, "before last"), strings.Contains(said, "two"), strings.Contains(said, "dos anos"), strings.Contains(said, "dois"), strings.Contains(said, "antepasado"):
		return r.now.Year() - 2
	case strings.Contains(said, "passado") || strings.Contains(said, "pasado") || strings.Contains(said, "last") ||
		strings.Contains(said, "previous") || strings.Contains(said, "ultimo") || strings.Contains(said, "anterior"):
		return r.now.Year() - 1
	}
	return r.now.Year()
}

func (r *timeReader) dayOf(d, m, y string) (Span, bool) {
	t := day(r.year(y), monthNames[m], atoi(d))
	if y == "" && t.After(r.now) {
		t = t.AddDate(-1, 0, 0)
	}
	return Span{From: t, To: t}, t.Day() == atoi(d)
}

// part reads halves and quarters of a year.
func (r *timeReader) part(m []string) (Span, bool) {
	said := ""
	if len(m) > 3 {
		said = m[3]
	}
	n, size := 0, 6
	if strings.HasPrefix(m[2], "trimestre") || m[2] == "quarter" || m[1][0] == 'q' && len(m[1]) == 2 {
		size = 3
	} else if m[2] == "" && (m[1][0] != 'h' || len(m[1]) != 2) {
		return Span{}, false
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
		return Span{}, false
	}
	y := r.year(said)
	s := months(y, time.Month((n-1)*size+1), size)
	if said == "" && s.From.After(r.now) {
		s = months(y-1, time.Month((n-1)*size+1), size)
	}
	return s, true
}

// lately is the last days, counted back from today; the last months are
// counted back by date.
func (r *timeReader) lately(m []string) (Span, bool) {
	n, ok := numberIn(m[1])
	if !ok || n < 1 || n > 1000 {
		return Span{}, false
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
	return Span{From: from}, true
}

// beforeLately is the time before the last days, weeks, months or years, as long as that.
func (r *timeReader) beforeLately(m []string) (Span, bool) {
	s, ok := r.lately(m)
	if !ok {
		return s, false
	}
	return s.besideBefore(r.now, false)[0], true
}

// ago is the month or the year that was so long ago.
func (r *timeReader) ago(m []string) (Span, bool) {
	n, ok := numberIn(m[1])
	if !ok || n > 100 {
		return Span{}, false
	}
	if m[2][0] == 'm' {
		return months(r.now.Year(), r.now.Month()-time.Month(n), 1), true
	}
	return yearSpan(r.now.Year() - int(n)), true
}

func (r *timeReader) days(back, until int) Span {
	return Span{From: r.now.AddDate(0, 0, -back), To: r.now.AddDate(0, 0, -until)}
}

// unit is the running week, month, quarter or half, or the one before.
func (r *timeReader) unit(said string, back int) (Span, bool) {
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
		return Span{From: monday, To: monday.AddDate(0, 0, 6)}, true
	}
	return Span{}, false
}

// found is an atom in a text.
type found struct {
	Span
	start, end int  // bytes
	bare       bool // a month and no year
	part       bool // a half or a quarter and no year
}

// times reads the times of the words, and marks the words that say them. of is the year that a
// month without a year is of, if it is not over the next.
func times(words []word, now time.Time, anyYear bool, of int) when {
	var b strings.Builder
	starts := make([]int, len(words))
	for i, w := range words {
		starts[i] = b.Len()
		b.WriteString(w.folded + " ")
	}
	text := b.String()
	r := &timeReader{now, of}
	taken := make([]bool, len(text))
	for i, w := range words {
		taken[starts[i]] = w.name
	}
	var all []found
	for _, a := range atoms {
		for _, loc := range a.re().FindAllStringSubmatchIndex(text, -1) {
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
				all = append(all, found{s, loc[0], loc[1], month, partRE().MatchString(m[0])})
				for i := loc[0]; i < loc[1]; i++ {
					taken[i] = true
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int { return a.start - b.start })
	if loc := thanLastRE().FindStringIndex(text); loc != nil && len(all) == 1 && all[0].start < loc[0] { // "this year than last"
		all = append(all, found{Span: all[0].previous(), start: loc[0], end: loc[1]})
		for i := loc[0]; i < loc[1]; i++ {
			taken[i] = true
		}
	}
	for _, f := range all {
		for _, re := range []func() *regexp.Regexp{sameRE, thisFarRE} { // "the same months": no group
			if loc := re().FindStringIndex(text[:f.start]); loc != nil && loc[1]-loc[0] > 8 {
				for i := loc[0]; i < loc[1]; i++ {
					taken[i] = true
				}
			}
		}
		if loc := soFarRE().FindStringIndex(text[f.end:]); loc != nil {
			for i := f.end + loc[0]; i < f.end+loc[1]; i++ {
				taken[i] = true
			}
		}
		// "até" of a time is no bound of a number
		if loc := untilRE().FindStringIndex(text[:f.start]); loc != nil {
			taken[loc[0]] = true
		}
	}
	for i, at := range starts {
		words[i].time = taken[at] && !words[i].name
	}
	return slices.DeleteFunc(combine(text, all, anyYear, now), func(s Span) bool {
		return s.From.IsZero() && s.Month == 0 && (s.To.IsZero() || !s.To.Before(now)) // "até hoje": all there is
	})
}

var (
	partRE     = pattern.Of(`^\S+ (semestre|half|trimestre|quarter|metade|mitad)$|^[qh][1-4]$`)
	sinceRE    = pattern.Of(`\b(desde|since|a partir de|starting|starting in)(?: o| a| el| the| of| in)?(?: (?:comeco|inicio|start|beginning|principio|principios) (?:de|do|of|del))? $`)
	afterRE    = pattern.Of(`\b(depois de|apos|after|despues de)(?: o| the)? $`)
	untilRE    = pattern.Of(`\b(ate|until|till|hasta|through|up to)(?: o| the)? $`)
	beforeRE   = pattern.Of(`\b(antes de|before|prior to|antes do)(?: o| the)? $`)
	rangeRE    = pattern.Of(`^ (a|ate|to|until|till|through|al|hasta|e|and|y)( o| a| el)? $`)
	comparedRE = pattern.Of(`\b(diferenca|difference|compar\w+|cresc\w+|grow\w*|grew|diferencia|chang\w+|mud\w+|cambi\w+|varia\w*|vario\w*|ratio|razao|razon|rose|fell|(?:go|gone|goes|went) (?:up|down)|baj\w+|subi\w+|cai\w+|aument\w+|increas\w+)\b`)
	thanLastRE = pattern.Of(`\b(?:than|or|que|ou|o|do que|and|e|y) (?:o |no |na |el |en el |in |the |em )?(?:last|previous one|one before|passad[oa]|pasad[oa]|anterior) $`)
	eachRE     = pattern.Of(`\b(cada mes|por mes|mes a mes|mes anterior|each month|per month|by month|monthly|mensal|mensual|previous month|month before|month over month)\b`)
	sameRE     = pattern.Of(`\b(o|a|el|la|that|(?:same|mesm[oa]|mism[oa]) (?:period|quarter|month|time|half|periodo|trimestre|mes|epoca|semestre|season)|(?:same|mesmos|mismos) (?:months|meses)|(?:same|mesm[oa]|mism[oa]) (?:period|periodo|months|time)) (?:(de|do|da|of|in|del|em|from|no|en) )?(?:the )?$`)
	thisFarRE  = pattern.Of(`\b(?:(?:same|mesm[oa]s?|mism[oa]s?) (?:period|periodo|months|meses|time|tempo|tiempo|point|ponto|punto|altura|data|date|fecha|epoca)|(?:by|at|up to|until) (?:this|that) (?:time|point|date)|(?:by|until) now|(?:(?:ate|a|en|hasta) )?n?es[st][ae] (?:altura|data|fecha|ponto|punto|epoca)|hasta ahora|ate agora)(?: (?:de|do|da|of|in|del|em|from|no|en|el|the))* $`)
	soFarRE    = pattern.Of(`^ ?(?:ate|up to|until|till|by|hasta|em|in|en|no|na|for|at|para|durante) (?:(?:this|that|the|n?es[st][ae]|est[ae]|[oa]|el|la) ){0,2}(?:(?:same|mesm[oa]s?|mism[oa]s?) )(?:period|periodo|months|meses|time|point|ponto|punto|altura|data|date|dia|day|fecha|epoca)\b|^ ?(?:ate|up to|until|till|by|hasta) (?:this|that|n?es[st][ae]|est[ae]) (?:time|point|ponto|punto|altura|data|date|dia|day|fecha|epoca)\b`)
	besideRE   = pattern.Of(`^ (?:e|and|y|vs|versus|x|com|with|con|ou|or|to|a|contra|against)(?: (?:o|a|no|na|in|the|in the|el|en el|en|com o|do|con el|com|da|of the))? $`)
	openRE     = pattern.Of(`\b(de|from|entre|between|desde)(?: o| a)? $`)
)

// combine makes ranges of what is said to be one.
func combine(text string, all []found, anyYear bool, now time.Time) when {
	var w when
	for i := 0; i < len(all); i++ {
		f := all[i]
		before := text[:f.start]
		if i+1 < len(all) {
			next := all[i+1]
			link := rangeRE().FindStringSubmatch(text[f.end:next.start])
			opened := openRE().FindStringSubmatch(before)
			if f.bare && !next.bare && link != nil && next.whole() { // "janeiro e fevereiro de 2024"
				f.Span = months(next.From.Year(), f.From.Month(), 1)
			}
			if f.part && besideRE().MatchString(text[f.end:next.start]) && next.whole() && !next.To.IsZero() { // "the first and the second half of 2024"
				f.Span = months(next.From.Year(), f.From.Month(), int(f.To.Month()-f.From.Month())+1)
			}
			and := link != nil && slices.Contains([]string{"e", "and", "y"}, link[1])
			between := opened != nil && (opened[1] == "entre" || opened[1] == "between")
			between = between && !comparedRE().MatchString(before)
			compared := comparedRE().MatchString(text)
			compared = compared && !eachRE().MatchString(text)
			firm := link != nil && slices.Contains([]string{"ate", "until", "till", "through", "hasta"}, link[1])
			if link != nil && (between || firm || (opened != nil || f.bare && link[1] != "e") && !compared && !and) {
				if !f.From.After(next.To) {
					w = append(w, Span{From: f.From, To: next.To})
					i++
					continue
				}
			}
		}
		if n := len(w); n > 0 && f.year() > 0 && sameRE().MatchString(before) { // "… o de 2024": the same part of another year
			if last := w[n-1]; last.year() == 0 && last.whole() && !last.From.IsZero() && !last.To.IsZero() {
				f.Span = months(f.year(), last.From.Month(), (last.To.Year()-last.From.Year())*12+int(last.To.Month()-last.From.Month())+1)
			}
		}
		if f.year() > 0 && f.year() < now.Year() && (thisFarRE().MatchString(before) || soFarRE().MatchString(text[f.end:])) && (len(w) == 0 || w[len(w)-1].year() == now.Year()) { // "… the same months of last year": as far as this one has come
			f.Span = Span{From: f.From, To: now.AddDate(f.year()-now.Year(), 0, 0)}
			if n := len(w); n > 0 {
				w[n-1].To = now
			}
			w = append(w, f.Span)
			continue
		}
		switch {
		case afterRE().MatchString(before):
			w = append(w, Span{From: f.To.AddDate(0, 0, 1)})
		case beforeRE().MatchString(before):
			w = append(w, Span{To: f.From.AddDate(0, 0, -1)})
		case untilRE().MatchString(before):
			w = append(w, Span{To: f.To})
		case sinceRE().MatchString(before) && !f.To.IsZero() && !(i+1 < len(all) && comparedRE().MatchString(text)):
			w = append(w, Span{From: f.From})
		case f.bare && anyYear: // of a table: March of every year
			w = append(w, Span{Month: f.From.Month()})
		default:
			w = append(w, f.Span)
		}
	}
	return w
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
	return yearSpan(atoi(said)), len(said) == 4
}
