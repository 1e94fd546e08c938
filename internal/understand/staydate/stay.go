package staydate

import "time"

// stay puts together what was said.
func (r *reader) stay(items []item, nights int) Stay {
	var hard, homeward, meant bool
	for _, it := range items {
		hard = hard || !it.a.soft && it.role != departure && it.role != goodbye
		homeward = homeward || it.role == departure
		meant = meant || !it.denied
	}
	for k := range max(len(items)-1, 0) { // "chego dia 10 e saio dia 14 de maio"
		a, b := &items[k], &items[k+1]
		if a.a.kind == aDay && b.a.kind == aDay && !a.ranged && !b.ranged && !b.correct {
			if b.role == departure && backwards(a.a, b.a) {
				r.doubt = Backwards
				return Stay{}
			}
			a.a, _ = agreed(a.a, b.a)
		}
	}
	var d Stay
	var last time.Time // the day said last, whose month one without a month shares
	for k := range items {
		it := &items[k]
		in := r.container(items, k)
		if it.used || it.a.soft && hard {
			continue
		}
		if it.role == goodbye {
			it.role = departure
			if d.Start.IsZero() && (homeward || nights > 0 && len(items) == 1) {
				it.role = arrival
			}
		}
		got, ok := r.days(it, in, d, last)
		if !ok {
			continue
		}
		last = got.from
		if !it.denied || !meant {
			d.hear(it, got)
		}
	}
	return r.settled(d, nights)
}

// hear completes or corrects a stay with the days of an item.
func (d *Stay) hear(it *item, got span) {
	single := got.from == got.to && !it.ranged
	open := !d.Start.IsZero() && d.End.IsZero() && !d.Vague
	whole := !d.Start.IsZero() && !d.End.IsZero() && !d.Vague
	switch {
	case whole && it.role == either && it.a.kind == aWeekday && !it.ranged && !it.correct: // "chego terça, volto sexta, jantar na quarta"
	case it.role == departure:
		d.End = got.to
		if d.Vague && !d.End.After(d.Start) {
			d.Start = time.Time{}
		}
		d.Vague = false
	case it.role == earlier:
		d.End = plus(got.from, -1)
	case it.role == later:
		*d = Stay{Start: plus(got.to, 1), Vague: true}
	case it.ranged:
		*d = Stay{Start: got.from, End: got.to}
	case it.role == arrival:
		if !d.Vague || !d.End.After(got.from) {
			d.End, d.Vague = time.Time{}, false
		}
		d.Start = got.from
	case !single && (d.Start.IsZero() || d.Vague && it.led || it.correct):
		*d = Stay{Start: got.from, End: got.to, Vague: true}
	case !single: // less exact than what is known
	case d.Start.IsZero() && got.from.Before(d.End) && !it.correct:
		d.Start = got.from
	case open && !it.correct && got.from.After(d.Start):
		d.End = got.from
	case it.correct && !d.Vague && d.End.After(got.from):
		d.Start = got.from
	default:
		*d = Stay{Start: got.from}
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
	if !s.Start.IsZero() && !s.End.IsZero() && nights == 0 && (!s.End.After(s.Start) || s.End.Sub(s.Start) > longest) && !s.Vague {
		r.doubt = Backwards // "ida 15/03, volta 10/03"
		s.End = s.Start
	}
	if s.End.Before(r.today) || !s.Start.IsZero() && !s.End.After(s.Start) {
		s.End = time.Time{}
	}
	s.Vague = s.Vague && !s.Start.IsZero() && !s.End.IsZero()
	return s
}

// brief is as long as a weekend or carnival, which a stay takes from its first day.
const brief = 4 * 24 * time.Hour

// container returns the week or month that the days of an item are said to be
// in: the one before it, or else the one after it.
func (r *reader) container(items []item, k int) span {
	it := &items[k]
	if it.a.kind == aSpan || it.a.m > 0 || it.ranged && it.b.m > 0 {
		return span{}
	}
	fits := func(j int) bool {
		c := &items[j]
		return c.a.holds && !c.ranged && c.role != later && c.role != earlier && (it.a.kind != aDay || c.a.to.Sub(c.a.from) > 0)
	}
	for j := k - 1; j >= 0; j-- {
		if fits(j) {
			items[j].used = true
			return items[j].a.span
		}
	}
	for j := k + 1; j < len(items); j++ {
		if fits(j) {
			items[j].used = true
			return items[j].a.span
		}
	}
	return span{}
}

// earlier returns the days among which a point is that has no month or week of
// its own, by what was spoken of before.
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
	ref, around := r.today, false
	if in.zero() && s.Start.IsZero() && last.IsZero() {
		in = r.earlier(a)
		if _, ok := in.first(func(t time.Time) bool { return int(t.Weekday()) == a.d }); it.ranged && a.kind == aWeekday && !ok && !in.zero() { // "de sexta a terça", of a feast from Saturday on
			in = span{plus(in.from, -3), plus(in.to, 3)}
		}
		if around = r.before.Open && a.kind == aWeekday && it.role != departure && !in.zero(); around { // "de sexta a segunda", of Easter
			in = span{plus(r.before.Start, -6), r.before.Start}
		}
		if it.role == departure && !it.ranged && !in.zero() {
			ref = plus(r.before.Start, 1)
		}
	}
	switch {
	case (it.correct || it.ranged || it.role == arrival) && a.kind == aDay && a.m == 0 && in.zero() && !last.IsZero():
		in = monthOf(last.Year(), last.Month())
		if it.role == departure && !s.Start.IsZero() {
			ref = s.Start
		}
	case !s.Start.IsZero() && (a.kind == aDay && it.role != arrival && !s.Vague || it.role == departure) && !it.ranged && in.zero():
		ref = s.Start
	}
	from, ok := r.resolve(a, ref, in)
	if !ok {
		return span{}, false
	}
	if it.offset > 0 {
		from = on(plus(from.to, it.offset))
	} else if it.offset < 0 {
		from = on(plus(from.from, it.offset))
	}
	if !it.ranged {
		return from, true
	}
	to, ok := r.resolve(b, from.from, span{})
	if ok && around && to.to.Before(r.before.Start) {
		from, to = on(plus(from.from, 7)), on(plus(to.to, 7))
	}
	if far := 14 * 24 * time.Hour; ok && a.kind == aWeekday && !a.near && b.kind != aWeekday && to.to.Sub(from.from) > far {
		for from = on(plus(to.to, -1)); int(from.from.Weekday()) != a.d; { // "de sexta a 10 de fevereiro": the Friday before
			from = on(plus(from.from, -1))
		}
	}
	if ok && (to.to.Before(from.from) || to.to.Sub(from.from) > longest) {
		ok, r.doubt = false, Backwards
	}
	return span{from.from, to.to}, ok
}

// longest is more than anybody stays who names two days: the second is rather
// before the first, "de 15 de março a 10 de março", and not a year later.
const longest = 200 * 24 * time.Hour

// backwards reports whether two days of which one lends the other its month are
// rather the wrong way round, "de 15 a 10 de março", than in two months, "de 28
// a 3 de março".
func backwards(a, b point) bool {
	return (a.m == 0 || b.m == 0) && a.d > b.d && a.d-b.d <= 10
}

// agreed lends each end of a range the month and year that only the other says.
func agreed(a, b point) (point, point) {
	if a.m == 0 && b.m > 0 {
		a.m, a.y = b.m, b.y
		if a.d > b.d {
			a.m--
		}
		if a.m == 0 {
			a.m = 12
			a.y = max(a.y-1, 0)
		}
	}
	if a.y == 0 && b.y > 0 {
		a.y = b.y
		if a.m > b.m {
			a.y--
		}
	}
	if b.m == 0 && a.m > 0 && b.d > a.d {
		b.m, b.y = a.m, a.y
	}
	return a, b
}
