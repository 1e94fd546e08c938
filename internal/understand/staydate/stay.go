package staydate

import "time"

const (
	// brief is as long as a weekend or carnival, which a stay takes from its first day.
	brief = 4 * 24 * time.Hour
	// longest is more than anybody stays who names two days: the second is rather before the first, "de 15 de março a 10 de março", and
	// not a year later.
	longest = 200 * 24 * time.Hour
)

// stay puts together what was said.
func (r *reader) stay(items []item, nights int) (s Stay) {
	var hard, homeward, meant bool
	for _, it := range items {
		hard = hard || !it.a.soft && it.role != departure && it.role != goodbye
		homeward = homeward || it.role == departure
		meant = meant || !it.denied
	}
	for k := range max(len(items)-1, 0) { // "chego dia 10 e saio dia 14 de maio"
		if a, b := &items[k], &items[k+1]; a.a.kind == aDay && b.a.kind == aDay && !a.ranged && !b.ranged && !b.correct {
			if b.role == departure && backwards(a.a, b.a) {
				r.doubt = Backwards
				return Stay{}
			}
			a.a, _ = agreed(a.a, b.a)
		}
	}
	var last time.Time // the day said last, whose month one without a month shares
	for k := range items {
		it, in := &items[k], r.container(items, k)
		if it.used || it.a.soft && hard {
			continue
		}
		if it.role == goodbye {
			it.role = departure
			if s.Start.IsZero() && (r.before.End.IsZero() || it.a.kind != aWeekday) && (homeward || nights > 0 && len(items) == 1) {
				it.role = arrival
			}
		}
		got, ok := r.days(it, in, s, last)
		if !ok {
			continue
		}
		if last = got.from; !it.denied || !meant {
			s.hear(it, got)
		}
	}
	return r.settled(s, nights)
}

// hear completes or corrects a stay with the days of an item.
func (s *Stay) hear(it *item, got span) {
	single, started, ended := got.from == got.to && !it.ranged, !s.Start.IsZero(), !s.End.IsZero()
	switch {
	case started && ended && !s.Vague && it.role == either && it.a.kind == aWeekday && !it.ranged && !it.correct: // "chego terça, volto sexta, jantar na quarta"
	case it.role == departure:
		if s.End = got.to; s.Vague && !s.End.After(s.Start) {
			s.Start = time.Time{}
		}
		s.Vague = false
	case it.role == earlier:
		s.End = plus(got.from, -1)
	case it.role == later:
		*s = Stay{Start: plus(got.to, 1), Vague: true}
	case it.ranged:
		*s = Stay{Start: got.from, End: got.to}
	case it.role == arrival:
		if !s.Vague || !s.End.After(got.from) {
			s.End, s.Vague = time.Time{}, false
		}
		s.Start = got.from
	case !single && (!started || s.Vague && it.led || it.correct):
		*s = Stay{Start: got.from, End: got.to, Vague: true}
	case !single: // less exact than what is known
	case !started && got.from.Before(s.End) && !it.correct:
		s.Start = got.from
	case started && !ended && !s.Vague && !it.correct && got.from.After(s.Start):
		s.End = got.from
	case it.correct && !s.Vague && s.End.After(got.from):
		s.Start = got.from
	default:
		*s = Stay{Start: got.from}
	}
}

// settled applies the length of a stay, and drops the days it cannot have.
func (r *reader) settled(s Stay, nights int) Stay {
	if s.Start.Before(r.today) {
		s.Start = time.Time{}
	}
	switch {
	case nights == 0:
	case !s.Start.IsZero() && (s.End.IsZero() || s.Vague):
		s.Loose = s.Vague && s.End.Sub(s.Start) > brief
		s.End, s.Vague = plus(s.Start, nights), false
	case s.Start.IsZero() && !s.End.IsZero() && !plus(s.End, -nights).Before(r.today):
		s.Start = plus(s.End, -nights)
	}
	both := !s.Start.IsZero() && !s.End.IsZero()
	if both && nights == 0 && (!s.End.After(s.Start) || s.End.Sub(s.Start) > longest) && !s.Vague {
		r.doubt, s.End = Backwards, time.Time{} // "ida 15/03, volta 10/03"
	}
	if s.End.Before(r.today) || !s.Start.IsZero() && !s.End.After(s.Start) {
		s.End = time.Time{}
	}
	s.Vague = s.Vague && !s.Start.IsZero() && !s.End.IsZero()
	return s
}

// container returns the week or month that the days of an item are said to be in: the one before it, or else the one after it.
func (r *reader) container(items []item, k int) span {
	it := &items[k]
	if it.a.kind == aSpan || it.a.m > 0 || it.ranged && it.b.m > 0 {
		return span{}
	}
	for n := range 2 * len(items) {
		j := k - 1 - n
		if n >= k {
			j = n + 1
		}
		if j < 0 || j >= len(items) {
			continue
		}
		if c := &items[j]; c.a.holds && !c.ranged && c.role != later && c.role != earlier && (it.a.kind != aDay || c.a.to.After(c.a.from)) {
			c.used = true
			return c.a.span
		}
	}
	return span{}
}

// earlier returns the days among which a point is that has no month or week of its own, by what was spoken of before.
func (r *reader) earlier(p point) span {
	s := span{r.before.Start, r.before.End}
	switch {
	case s.from.IsZero() || p.near || p.kind == aSpan || p.m > 0:
		return span{}
	case s.to.IsZero():
		s.to = plus(s.from, 6)
	}
	if _, ok := s.first(func(t time.Time) bool { return t.Day() == p.d }); p.kind == aDay && !ok {
		return monthOf(s.from.Year(), s.from.Month())
	}
	return s
}

// days finds the days of an item, given the stay so far.
func (r *reader) days(it *item, in span, s Stay, last time.Time) (span, bool) {
	a, b := it.a, it.b
	if it.ranged && a.kind == aDay && b.kind == aDay {
		if backwards(a, b) {
			r.doubt = Backwards
			return span{}, false
		}
		a, b = agreed(a, b)
	}
	isA := func(t time.Time) bool { return int(t.Weekday()) == a.d }
	ref := r.today
	if in.zero() && s.Start.IsZero() && last.IsZero() {
		in = r.earlier(a)
		if it.ranged && a.kind == aWeekday && !in.zero() { // "de sexta a terça", of a feast from Saturday on
			in.from = plus(in.from, -3)
		}
		if it.role == departure && !it.ranged && !in.zero() {
			ref = plus(r.before.Start, 1)
		}
	}
	started := !s.Start.IsZero()
	switch {
	case (it.correct || it.ranged || it.role == arrival) && a.kind == aDay && a.m == 0 && in.zero() && !last.IsZero():
		in = monthOf(last.Year(), last.Month())
		if it.role == departure && started {
			ref = s.Start
		}
	case started && (a.kind == aDay && it.role != arrival && !s.Vague || it.role == departure) && !it.ranged && in.zero():
		ref = s.Start
	}
	from, ok := r.resolve(a, ref, in)
	switch {
	case !ok:
		return span{}, false
	case it.offset > 0:
		from = on(plus(from.to, it.offset))
	case it.offset < 0:
		from = on(plus(from.from, it.offset))
	}
	if !it.ranged {
		return from, true
	}
	to, ok := r.resolve(b, from.from, span{})
	if far := 14 * 24 * time.Hour; ok && a.kind == aWeekday && !a.near && b.kind != aWeekday && to.to.Sub(from.from) > far {
		day, _ := days(plus(to.to, -7), 7).first(isA) // "de sexta a 10 de fevereiro": the Friday before
		from = on(day)
	}
	if ok && (to.to.Before(from.from) || to.to.Sub(from.from) > longest) {
		ok, r.doubt = false, Backwards
	}
	return span{from.from, to.to}, ok
}

// backwards reports whether two days of which one lends the other its month are rather the wrong way round, "de 15 a 10 de março",
// than in two months, "de 28 a 3 de março".
func backwards(a, b point) bool { return (a.m == 0 || b.m == 0) && a.d > b.d && a.d-b.d <= 10 }

// agreed lends each end of a range the month and year that only the other says.
func agreed(a, b point) (point, point) {
	if a.m == 0 && b.m > 0 {
		if a.m, a.y = b.m, b.y; a.d > b.d {
			a.m--
		}
		if a.m == 0 {
			a.m, a.y = 12, max(a.y-1, 0)
		}
	}
	if a.y == 0 && b.y > 0 {
		if a.y = b.y; a.m > b.m {
			a.y--
		}
	}
	if b.m == 0 && a.m > 0 && b.d > a.d {
		b.m, b.y = a.m, a.y
	}
	return a, b
}
