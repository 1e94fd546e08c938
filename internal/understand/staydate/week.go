package staydate

import (
	"slices"
	"time"
)

// ordinals are the weekdays whose names count as well.
var ordinals = []string{"segunda", "terca", "quarta", "quinta", "sexta"}

// weekday reads a day of the week, and the date that explains it: "sexta, dia 20".
func (r *reader) weekday(i int, expected bool) (point, int, bool) {
	t, before := r.at(i), r.at(i-1)
	next := r.skip(i+1, "next")
	sure := expected || next > i+1
	switch {
	case sure:
	case slices.Contains(ordinals, t.raw):
		article := slices.Contains([]string{"a", "la", "uma", "minha", "da", "o", "as"}, before.raw)
		if r.counted(i+1) && r.at(i+1).digits == 0 && !r.timeOfDay(i+1) || article && !r.ranged(i+1) && !(t.raw == "sexta" && before.raw == "a") {
			return point{}, i, false
		}
	case len(t.raw) == 3: // "sex", "sun"
		led := r.is(i-1, "in", "this", "next", "until", "from", "of", "arrive", "leave", "return")
		follows := r.ranged(i+1) || r.is(i+1, "weekday") || r.at(i+1).digits > 0 && !r.counted(i+2)
		if !led && !follows || t.raw == "sun" && r.is(i-1, "of") {
			return point{}, i, false
		}
	}
	if j := r.skip(next, "day", "the"); r.is(j, "number", "month") && (j > next || !r.is(j, "number") || !r.counted(j+1)) {
		is := func(d time.Time) bool { return d.Day() == r.at(j).n }
		day, _ := span{r.today, plus(r.today, 31)}.first(is)
		if p, end, ok := r.point(j, j > next || r.is(j, "number") && int(day.Weekday()) == t.n); ok && p.kind == aDay && !(expected && r.ranged(end)) {
			p.bare = false
			return p, end, true
		}
	}
	if p, end, ok := r.feast(next + 1); ok && r.is(next, "of") && r.is(next+1, "feast") { // "sábado de carnaval"
		day, ok := span{plus(p.from, -3), plus(p.to, 3)}.first(func(d time.Time) bool { return int(d.Weekday()) == t.n })
		return point{span: r.coming(on(day), false)}, end, ok
	}
	return point{kind: aWeekday, d: t.n, near: next > i+1 || r.is(i-1, "this", "next")}, next, true
}

// timeOfDay reports whether the tokens at i are of a part of a day: "de manhã".
func (r *reader) timeOfDay(i int) bool {
	return r.is(i, "of") && slices.Contains([]string{"manha", "tarde", "noite"}, r.at(i+1).raw)
}

// ranged reports whether the token at i leads to the end of a range.
func (r *reader) ranged(i int) bool {
	if !r.is(i, "to", "until", "-") && r.at(i).raw != "a" {
		return false
	}
	i = r.article(i + 1)
	return r.is(i, "weekday", "day", "number", "tomorrow")
}

// relative reads what is counted from today by weeks and months, and the week
// or weekend of some day.
func (r *reader) relative(i int) (p point, next int, ok bool) {
	j := r.skip(i, "this", "next")
	this := j > i && r.is(j-1, "this")
	coming := j > i && r.is(j-1, "next")
	switch r.at(j).class {
	case "weekday":
		return r.weekday(j, true)
	case "month", "months":
		return r.monthSpan(i)
	case "holiday", "long", "feast", "season":
		return r.point(j, true)
	case "weekend", "week":
	default:
		return p, i, false
	}
	weekend := r.is(j, "weekend")
	next = r.skip(j+1, "next")
	coming = coming || next > j+1
	if !coming && r.is(next, "of") {
		k := r.article(r.skip(next, "of"))
		if r.is(k, "week", "weekend") {
			return p, i, false
		}
		if q, end, ok := r.point(k, false); ok && !r.ranged(end) && !r.is(end, "and") {
			return r.weekBy(q, weekend, 0, end)
		}
	}
	if k := r.skip(next+1, "of", "the"); weekend && r.is(next, "after") && r.is(k, "next") { // "depois do próximo"
		return point{span: weekendAfter(plus(r.today, 7))}, k + 1, true
	}
	if r.is(next, "before", "after") {
		side := 1
		if r.is(next, "before") {
			side = -1
		}
		if q, end, ok := r.point(r.article(r.skip(next+1, "of")), false); ok {
			return r.weekBy(q, weekend, side, end)
		}
	}
	switch {
	case weekend && this && r.today.Weekday() == time.Saturday:
		return point{span: weekendNear(r.today)}, next, true
	case weekend:
		return point{kind: aWeekend, near: coming || this}, next, true
	case coming:
		return point{span: weekOf(plus(r.today, 7)), holds: true}, next, true
	case this:
		return point{span: r.coming(weekOf(r.today), false), holds: true}, next, true
	}
	return p, i, false
}

// weekBy returns the week, or the weekend, of a point, or if side is 1 or -1
// the one after or before it.
func (r *reader) weekBy(q point, weekend bool, side, next int) (point, int, bool) {
	s, ok := r.resolve(q, r.today, span{})
	if !ok {
		return point{}, next, false
	}
	w := weekOf(plus(s.from, 7*side))
	switch {
	case weekend && side > 0:
		w = weekendAfter(s.to)
	case weekend && side < 0:
		w = weekendAfter(plus(s.from, -8))
	case weekend && q.holds:
		w = weekendAfter(plus(s.from, -1))
	case weekend:
		w = weekendNear(s.from)
	case side > 0:
		w = weekOf(plus(s.to, 7))
	case side == 0 && (q.holds || s.to.After(plus(s.from, 2))): // carnival is a week of its own
		w = s
	}
	return point{span: r.coming(w, false), holds: !weekend && q.kind != aSpan}, next, true
}

// within reads a week, weekend or half of a month: "primeira semana de julho".
func (r *reader) within(i int) (p point, next int, ok bool) {
	n := r.at(i).n
	if r.is(i, "weekday") {
		n++ // segunda is the second
	}
	if days, end, ok := r.length(i + 1); ok && (n == 1 || n < 0) {
		m, next, ok := r.monthSpan(r.skip(end, "of", "the", "in"))
		s := span{m.from, plus(m.from, days-1)}
		if n < 0 {
			s = span{plus(m.to, 1-days), m.to}
		}
		return point{span: r.coming(s, m.y == 0)}, next, ok && !m.zero()
	}
	what := r.at(i + 1).class
	j := r.skip(i+2, "of", "the", "in")
	if what == "months" || what == "day" {
		return p, i, false
	}
	m, next, ok := r.monthSpan(j)
	if !ok && r.before.Vague { // "em julho", then "na primeira semana"
		m, next, ok = point{span: monthOf(r.before.Start.Year(), r.before.Start.Month())}, i+2, true
	}
	if !ok || n == 0 || n > 5 {
		return p, i, false
	}
	whole := monthOf(m.from.Year(), m.from.Month())
	var s span
	switch {
	case what == "week" && n < 0:
		s = span{plus(whole.to, -6), whole.to}
	case what == "week":
		s = span{plus(whole.from, 7*(n-1)), plus(whole.from, 7*n-1)}
	case what == "fortnight" && n == 1:
		s = span{whole.from, plus(whole.from, 14)}
	case what == "fortnight":
		s = span{plus(whole.from, 15), whole.to}
	case what == "weekend", what == "weekday":
		day := time.Saturday
		if what == "weekday" {
			day = time.Weekday(r.at(i + 1).n)
		}
		if n < 0 {
			n = 5
		}
		t := nth(whole.from.Year(), whole.from.Month(), day, n)
		s = span{t, t}
		if what == "weekend" {
			s.to = plus(t, 1)
		}
	default:
		return p, i, false
	}
	return point{span: r.coming(s, m.y == 0), holds: what == "week"}, next, true
}

// hence reads "daqui a 2 semanas", "em 10 dias", "two weeks from now"; the
// number is at j.
func (r *reader) hence(i, j int) (p point, next int, ok bool) {
	n, unit := r.at(j).n, j+1
	switch {
	case r.is(j, "number") && n > 0 && n <= 400:
	case r.at(j).raw == "a" || r.at(j).raw == "an":
		n = 1
	default:
		return p, i, false
	}
	if next = unit + 1; r.moves(j) != 0 { // "adia em uma semana"
		return p, i, false
	}
	if i == j {
		if !r.is(next, "hereafter") {
			return p, i, false
		}
		next++
	}
	t := r.today
	switch r.at(unit).class {
	case "day":
		t = plus(t, n)
	case "week":
		t = plus(t, 7*n)
	case "fortnight":
		t = plus(t, 15*n)
	case "months":
		t = t.AddDate(0, n, 0)
		if t.Day() != r.today.Day() { // there is no 31st
			t = plus(t, -t.Day())
		}
	default:
		return p, i, false
	}
	return point{span: on(t)}, next, true
}
