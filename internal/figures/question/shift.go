package question

import (
	"slices"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// shifted answers which styles, beers or breweries are bought more, less or no longer in one
// time than in another: "que estilos subiram?", "what did I stop buying?".
func (q *reading) shifted(p *Plan) (bool, error) {
	gone := q.has("stopped") && !q.has("want") // "what should I stop buying?" asks for advice
	more := q.has("which") && q.has("most", "least") && q.has("compare") && len(q.when) == 2 || q.asksChange() && !q.has("grow")
	if q.voc.table != nil || q.about != "purchases" || p.Whose == Both || !gone && !q.has("grow") && !more || q.has("howmuch", "percent") {
		return false, nil
	}
	had := q.before != nil && len(q.before.When) == 2 && q.before.About == "purchases"
	group := q.target
	if by := slices.DeleteFunc(slices.Clone(q.by), isPeriod); len(by) == 1 {
		group = by[0]
	}
	switch {
	case entity[group]:
	case had && q.before.Do == Shift && group == "":
		group = q.before.By[0]
	case gone && !isPeriod(group) && len(q.by) == 0:
		group = "beer"
	case q.has("which") && p.Whose == Mine && (group == "" || group == "purchase") && len(q.where) == 0 && !q.has("by", "monthly", "yearly", "money", "moneyown") && (more || risen().MatchString(q.said(q.index("grow")))): // "what fell?"
		group = "beer"
	default:
		return false, nil
	}
	p.Do, p.By, p.Top, p.Measure, p.Stat = Shift, []string{group}, q.limit, "units", Sum
	if q.has("money", "moneyown", "sold") && !q.has("unit") {
		p.Measure = "amount"
	} else if had && q.before.Stat == Sum && !q.has("unit") {
		p.Measure = q.before.Measure
	}
	switch {
	case gone:
	case q.ascending(), fallen().MatchString(q.said(q.index("grow"))):
		p.Order = Asc
	default:
		p.Order = Desc
	}
	switch {
	case len(q.when) == 2:
	case len(q.when) == 0 && q.says(latelyWords):
		p.When = Span{From: q.now.AddDate(0, -3, 0)}.besideBefore(q.now, false)
	case had && len(q.when) == 0:
		p.When = slices.Clone(q.before.When)
	case len(q.when) == 1 && !(q.when[0].To.IsZero() && q.when[0].From.YearDay() == 1 && q.when[0].From.Year() < q.now.Year()): // not "since last year"
		p.When = q.when[0].besideBefore(q.now, q.all)
	default:
		p.When = yearSpan(q.now.Year()).besideBefore(q.now, q.all)
	}
	slices.SortFunc(p.When, func(a, b Span) int { return a.From.Compare(b.From) })
	if len(p.When) != 2 || p.When[0].From.IsZero() {
		return false, cannot(NotUnderstood, "")
	}
	return true, nil
}

// asksChange reports whether a question asks what is bought more or less than before, and says
// all that it wants: "what is falling?", "what do I buy less of lately?".
func (q *reading) asksChange() bool {
	which, how := q.index("which"), q.index("most", "least")
	than := how > which && comparative[q.said(how)] && len(q.when) == 0 && (q.says(latelyWords) || q.says(formerly))
	return which >= 0 && (than || risen().MatchString(q.said(q.index("grow"))) && !q.says(pointing) && !q.superlative() && !isPeriod(q.target) && len(q.by)+len(q.where) == 0)
}

// readRising makes growth of what is said to rise or fall, where it is no line over time that is
// asked for: "que estilos estão caindo?".
func (q *reading) readRising() {
	for i, t := range q.toks {
		if t.class == "trend" && risen().MatchString(t.text) && !q.has("by", "monthly", "yearly") {
			q.toks[i].class = "grow"
		}
	}
}

var (
	fallen = pattern.Of(`^(?:dismin|dimin|encolh|shr|perd|lost|cai|queda|decr|drop|fell|fall|decl|cay|baj|caida)|down$`)
	risen  = pattern.Of(`^(?:sub|aument|cresc|cre[cz]|gr[eo]w|rose|risen|rising|incr|gan|gained)|up$|` + fallen().String())
)

// besideBefore is a time and the one before it that it is compared with. Of a year that is not
// over it is the same part of the year before; everybody's figures are of whole months.
func (s Span) besideBefore(now time.Time, whole bool) []Span {
	running := !s.From.IsZero() && !s.From.After(now) && !s.To.Before(now)
	switch {
	case s.To.IsZero() && !s.From.IsZero(): // the last days or months, up to now
		days := int(now.Sub(s.From)/(24*time.Hour)) + 1
		earlier := Span{From: s.From.AddDate(0, 0, -days), To: s.From.AddDate(0, 0, -1)}
		if n := (now.Year()-s.From.Year())*12 + int(now.Month()-s.From.Month()); s.From.Day() == now.Day() && n > 0 {
			earlier.From = s.From.AddDate(0, -n, 0)
		}
		return []Span{earlier, {From: s.From, To: now}}
	case s.year() > 0 && running && whole && now.Month() > 1:
		n := int(now.Month()) - 1
		return []Span{months(now.Year()-1, 1, n), months(now.Year(), 1, n)}
	case s.year() > 0 && running:
		return []Span{{From: s.From.AddDate(-1, 0, 0), To: now.AddDate(-1, 0, 0)}, {From: s.From, To: now}}
	}
	return []Span{s.previous(), s}
}

// thisFar reports whether a time is a past year as far as the running one has come.
func (s Span) thisFar(now time.Time) bool {
	return s.From.YearDay() == 1 && s.From.Year() < now.Year() && s.To.Equal(now.AddDate(s.From.Year()-now.Year(), 0, 0))
}

// asIn is the same part of another year as a time is of its own, and that time. A running year
// is compared as far as it has come.
func (s Span) asIn(far Span, now time.Time) []Span {
	switch back := far.From.Year() - s.From.Year(); {
	case s.From.IsZero() || back >= 0 && (s.year() > 0 || !s.closed()):
		return []Span{far}
	case back >= 0:
		return []Span{months(far.From.Year(), s.From.Month(), s.months())}
	case s.year() == now.Year():
		return []Span{far, {From: s.From, To: now}}
	case s.To.IsZero():
		return []Span{{From: s.From.AddDate(back, 0, 0), To: now.AddDate(back, 0, 0)}, {From: s.From, To: now}}
	case s.whole():
		return []Span{months(far.From.Year(), s.From.Month(), s.months()), s}
	default:
		return []Span{{From: s.From.AddDate(back, 0, 0), To: s.To.AddDate(back, 0, 0)}, s}
	}
}

// prevails answers whether everybody buys one style most with the styles that they buy most:
// "do people mostly buy stout, or is it just me?".
func (q *reading) prevails(p *Plan) (bool, error) {
	c := p.cond("style")
	if q.about != "purchases" || c == nil || c.Op != "=" || len(c.Values) != 1 || !q.has("everyone", "others", "buyall", "client", "buy") || q.has("also") && !q.has("everyone", "others") || !q.has("mostly", "most") || q.target != "" && !q.implied && q.target != "style" ||
		len(q.by) > 0 || len(q.when) > 1 || q.has("which", "howmany", "howmuch", "rating", "percent", "avg", "buyers", "never", "buyown", "moneyown") || q.has("compare") && !alternatives[q.said(q.index("compare"))] || p.Whose == Mine {
		return false, nil
	}
	p.Where = slices.DeleteFunc(p.Where, func(c Cond) bool { return c.Field == "style" })
	p.Whose, p.Measure, p.Stat, p.By, p.Order, p.Top = All, "units", Sum, []string{"style"}, Desc, 5
	return true, nil
}

var alternatives = lang.Set("ou or o")

// moreOrLess compares a time with the one before it where the guest asks whether it has more or
// less: "comprei menos IPA nos últimos 3 meses?". Which time it is the last answer may tell.
func (q *reading) moreOrLess(p *Plan) bool {
	several := slices.ContainsFunc(q.where, func(c Cond) bool { return len(c.Values) > 1 })
	if q.ratedMoreOrLess(p) {
		return true
	}
	if q.voc.table != nil || p.Whose != Mine || p.About != "purchases" || len(q.by) > 0 || several || q.target != "" && !q.implied || q.has("howmany", "howmuch", "where", "when", "list", "percent", "rating") {
		return false
	}
	verb := slices.IndexFunc(q.toks, func(t token) bool { return slices.Contains([]string{"buyown", "moneyown", "buy", "money"}, t.class) })
	c, at := q.next(verb, "unit", "purchase", "money")
	which := slices.ContainsFunc(q.toks, func(t token) bool { return t.class == "which" && t.text != "que" }) || q.index("which") >= 0 && q.index("which") < at // "que" after it is "than"
	if verb < 0 || which || c != "most" && c != "least" || !comparative[q.said(at)] {
		return false
	}
	switch {
	case len(q.when) == 1:
		p.When = q.when[0].besideBefore(q.now, false)
	case len(q.when) == 0 && q.says(latelyWords):
		p.When = Span{From: q.now.AddDate(0, -3, 0)}.besideBefore(q.now, false)
	case len(q.when) == 0 && q.says(formerly):
		p.When = yearSpan(q.now.Year()).besideBefore(q.now, false)
	case len(q.when) == 0 && q.before != nil && len(q.before.When) == 2 && q.before.About == p.About && len(q.before.By) == 0:
		p.When = q.before.When
	case len(q.when) == 0 && q.before != nil && len(q.before.When) == 1 && q.before.About == p.About:
		p.When = append(q.before.When[0].besides(q.now), q.before.When[0])
	}
	if len(p.When) != 2 {
		return false
	}
	said := q.has("unit", "money", "moneyown", "purchase", "times")
	if q.measure(p, ""); !said && q.before != nil && q.before.Stat == Sum && q.before.About == p.About {
		p.Measure, p.Stat = q.before.Measure, Sum
	} else if p.Measure == "" && !q.has("purchase", "times") {
		p.Measure, p.Stat = "units", Sum
	}
	return true
}

// ratedMoreOrLess compares the ratings of a time with those of the one before it: "do I rate
// better this month?".
func (q *reading) ratedMoreOrLess(p *Plan) bool {
	if q.voc.table != nil || p.Whose != Mine || p.About != "purchases" || !q.has("rating") || !q.has("most", "least", "best") || q.has("which", "list", "when", "howmany") || len(q.by) > 0 || q.target != "" && !q.implied || len(q.having) > 0 {
		return false
	}
	switch {
	case len(q.when) == 1:
		p.When = q.when[0].besideBefore(q.now, false)
	case len(q.when) == 0 && q.says(latelyWords):
		p.When = Span{From: q.now.AddDate(0, -3, 0)}.besideBefore(q.now, false)
	}
	if len(p.When) != 2 {
		return false
	}
	p.Measure, p.Stat = "rating", Mean
	return true
}

var (
	comparative = lang.Set("mais menos more less fewer mas")
	formerly    = lang.Set("antes before antigamente formerly")
	latelyWords = lang.Set("ultimamente lately recently recentemente recientemente")
)

// shift writes the figure of each group in both times, and by how much it changed.
func (w *writer) shift() string {
	dims := w.dims()
	q := query{where: w.conditions()}
	x := "1"
	if w.s.Cube != "" {
		q.where = append(q.where, w.rest(dims)...)
	}
	if w.Measure != "" {
		x = w.sql(w.Measure)
	} else if w.s.Cube != "" {
		x = "a." + w.s.Count
	}
	sum := func(s Span) string { return "SUM(CASE WHEN " + w.during(s) + " THEN " + x + " ELSE 0 END)" }
	earlier, later := sum(w.When[0]), sum(w.When[1])
	d := dims[0]
	q.cols = []string{d.named(), earlier + " AS earlier", later + " AS later", later + " - " + earlier + " AS change"}
	if q.group = []string{d.sql}; d.id != "" {
		q.group = append(q.group, d.id)
	}
	switch q.limit = w.Top; w.Order {
	case Desc:
		q.having, q.order = []string{later + " > " + earlier}, []string{"4 DESC", "1"}
	case Asc:
		q.having, q.order = []string{later + " < " + earlier}, []string{"4", "1"}
	default:
		if w.s.Cube != "" {
			return w.cannot(NotPublished, "shift.gone.label")
		}
		q.having, q.order = []string{earlier + " > 0", later + " = 0"}, []string{"2 DESC", "1"}
	}
	if w.s.Cube != "" { // what is too small to be told is not nothing
		q.where, q.having = append(q.where, d.sql+" <> 'other'"), append(q.having, earlier+" > 0", later+" > 0")
	}
	return w.write(q)
}

// shifts says what changed, each with both figures.
func (a Answer) shifts(of []string) string {
	key := "shift." + map[string]string{Desc: "up", Asc: "down", "": "gone"}[a.Plan.Order]
	of = append(of, "from", a.period(a.Plan.When[0].label()), "to", a.period(a.Plan.When[1].label()))
	if len(a.Rows) == 0 {
		return a.text(key+".none", of...)
	}
	text := a.text(key, of...)
	for i, r := range a.Rows {
		if i == maxLines {
			return text + "\n" + a.text("more", "n", a.words().Number(float64(len(a.Rows)-maxLines)))
		}
		if a.Plan.Order == "" {
			text += "\n- " + a.Cell(0, r[0]) + ": " + a.Cell(1, r[1])
			continue
		}
		text += "\n- " + a.text("shift.row", "name", a.Cell(0, r[0]), "a", a.Cell(1, r[1]), "b", a.Cell(2, r[2]))
	}
	return text
}
