package question

import (
	"cmp"
	"slices"
	"time"
)

// sideBySide compares values of a field, or times.
func (q *reading) sideBySide(p *Plan) bool {
	changes := q.has("grow", "rise", "fall")
	compared := changes || q.has("compare", "difference", "between")
	ranking := q.has("which") && q.superlative() && q.grouping(q.target)
	if q.moreOrLess(p) {
		return true
	}
	if len(q.when) < 2 && slices.ContainsFunc(q.by, isPeriod) && !q.has("compare") || !compared && ranking {
		return false // "crescimento mês a mês"; "qual estilo, entre IPA e stout, …" is a ranking
	}
	together := q.has("list", "together", "percent")
	for _, c := range q.where {
		name := c.Field == "beer" || c.Field == "brewery" // one name may be several
		each := c.names > 1 && !together && q.hasFigure() // "quanto gastei com IPA e com stout"
		each = each || compared || name && q.target == "" && q.superlative() || !name && q.has("most", "least")
		if len(c.Values) > 1 && c.Op == "=" && !in("clock", c.Field) && each {
			p.By = append([]string{c.Field}, slices.DeleteFunc(q.groups(q.by), func(f string) bool { return f == c.Field })...)
			if q.measure(p, c.Field); len(p.By) == 1 {
				p.Order = q.order()
			}
			p.Stat = cmp.Or(p.Stat, Max)
			return true
		}
	}
	bare := len(q.by) == 0 && q.target == ""
	switch {
	case len(p.When) == 1 && (changes || q.has("compare", "difference")) && (!q.has("most", "least") || bare):
		p.When = p.When[0].beside(q.now)
	case len(p.When) == 0 && p.Whose == Mine && q.about == "purchases" && changes && bare && !q.has("which", "list"):
		p.When = yearSpan(q.now.Year()).besideBefore(q.now, false) // "is my spending rising?"
	}
	if len(p.When) < 2 || q.target != "" && q.superlative() && !compared || q.has("list") {
		return false
	}
	p.By = q.groups(q.by)
	q.measure(p, "")
	if len(p.By) == 0 && (changes || q.has("difference", "change")) {
		p.Then = Change
	}
	return true
}

// hasFigure reports whether a number is asked for.
func (q *reading) hasFigure() bool {
	return len(q.figuresSaid()) > 0 || q.has("howmany", "howmuch", "total", "avg", "sold", "rating", "rows")
}

// beside is a time and what it is compared with if no other is said: the one after it, or the one
// before if it is not over yet. An open time, or one of days, has none.
func (s Span) beside(now time.Time) []Span {
	switch after := s.To.AddDate(0, 0, 1); {
	case !s.closed():
		return []Span{s}
	case !s.To.Before(now):
		return []Span{s, s.previous()}
	default:
		return []Span{s, months(after.Year(), after.Month(), s.months())}
	}
}

// moreOrLess compares a time with the one before it where the guest asks whether it has more or less:
// "comprei menos IPA nos últimos 3 meses?".
func (q *reading) moreOrLess(p *Plan) bool {
	verb := q.index("buyown", "moneyown", "buy", "money")
	c, at := q.next(verb, "unit", "purchase", "money")
	rates := q.has("rating") && q.has("most", "least", "best") && len(q.having) == 0
	compares := verb >= 0 && (c == "most" || c == "least") && in("comparative", q.said(at))
	which := q.which() || q.index("which") >= 0 && q.index("which") < at
	if p.Whose != Mine || p.About != "purchases" || len(q.by) > 0 || q.severalNamed() || !q.implied && q.target != "" ||
		q.has("howmany", "howmuch", "when", "list", "percent") || which || !rates && !compares {
		return false
	}
	switch past := len(q.when) == 1 && q.when[0].closed() && q.when[0].To.Before(q.now); {
	case past && q.has("compare"): // "less than in 2024?"
		s := q.when[0].in(q.now.Year()).soFar(q.now, false)
		p.When = []Span{s.in(q.when[0].From.Year()), s}
	case len(q.when) == 1:
		p.When = q.when[0].besideBefore(q.now, false)
	case len(q.when) == 0 && q.has("lately"):
		p.When = Span{From: q.now.AddDate(0, -3, 0)}.besideBefore(q.now, false)
	case len(q.when) == 0 && q.has("formerly"):
		p.When = yearSpan(q.now.Year()).besideBefore(q.now, false)
	}
	if q.measure(p, ""); rates {
		p.Measure, p.Stat = "rating", Mean
	}
	return len(p.When) == 2
}

// shifted answers which styles, beers or breweries are bought more, less or no longer in one time than
// in another: "que estilos subiram?", "what did I stop buying?".
func (q *reading) shifted(p *Plan) (bool, error) {
	gone, moved := q.has("stopped"), q.has("rise", "fall") && (q.which() || !q.has("rise") || !q.has("fall"))
	lately := q.has("which") && in("comparative", q.saidOf("most", "least")) && (q.has("lately", "formerly") || q.has("compare") && len(q.when) == 2)
	group, had := q.target, q.before != nil && q.before.Do == Shift
	if by := slices.DeleteFunc(slices.Clone(q.by), isPeriod); len(by) == 1 {
		group = by[0]
	}
	bare := (group == "" || group == "rows") && len(q.where)+len(q.by) == 0 && !q.has("money", "moneyown") // "what fell?"
	switch {
	case q.about != "purchases" || p.Whose == Both || !gone && !moved && !lately && !q.has("grow") || q.has("howmuch", "percent"):
		return false, nil
	case in("entity", group) && (!q.implied || q.which() || gone):
	case had && group == "":
		group = q.before.By[0]
	case gone, q.which() && p.Whose == Mine && bare:
		group = "beer"
	default:
		return false, nil
	}
	p.Do, p.By, p.Top, p.Measure, p.Stat, p.Order = Shift, []string{group}, q.limit, "units", Sum, Desc
	two := q.before != nil && len(q.before.When) == 2
	if said := q.figuresSaid(); len(said) > 0 && said[0].Measure == "amount" {
		p.Measure = "amount"
	} else if two && len(said) == 0 && q.before.Stat == Sum {
		p.Measure = q.before.Measure
	}
	if gone {
		p.Order = ""
	} else if q.has("fall") || q.order() == Asc {
		p.Order = Asc
	}
	switch {
	case len(q.when) == 2:
	case len(q.when) == 1:
		p.When = q.when[0].besideBefore(q.now, q.all)
	case q.has("lately"):
		p.When = Span{From: q.now.AddDate(0, -3, 0)}.besideBefore(q.now, q.all)
	case two:
		p.When = slices.Clone(q.before.When)
	default:
		p.When = yearSpan(q.now.Year()).besideBefore(q.now, q.all)
	}
	slices.SortFunc(p.When, func(a, b Span) int { return a.From.Compare(b.From) })
	if p.When[0].From.IsZero() {
		return false, cannot(NotUnderstood, "")
	}
	return true, nil
}
