package staydate

import "strings"

// role is which side of a stay a day is.
type role int

const (
	either role = iota
	arrival
	departure
	goodbye // "saio", which is a departure, or from home an arrival
	later   // depois de
	earlier // antes de
)

var roles = map[string]role{"arrive": arrival, "from": arrival, "return": departure, "until": departure, "leave": goodbye, "after": later, "before": earlier}

// item is a point or a range of two, with what was said about it.
type item struct {
	role    role
	a, b    point
	ranged  bool
	correct bool // said to mend what came before
	denied  bool // said not to be: "em vez de", "não dá dia 10"
	offset  int  // "2 dias antes do natal"
	led     bool // by a word such as "em": "julho venta demais" is not
	used    bool // as what holds the days of another item
}

// items reads all that is said of dates, in order, and the length of the stay.
func (r *reader) items() (all []item, nights int) {
	var it item
	roleAt, deniedAt, sure := -9, -9, false
	for i := 0; i < len(r.toks); {
		t := r.at(i)
		if next := r.at(i + 1); roles[t.class] != either && (t.raw != "from" || next.class != "" || next.gap) { // but "from Miami"
			it.role, roleAt = roles[t.class], i
		}
		switch t.class {
		case "correct", "shift":
			it.correct = true
		case "instead", "not":
			deniedAt = i
		case "street":
			for i++; i < len(r.toks) && !r.at(i).gap; i++ {
			}
			continue
		case "or":
			if _, _, ok := r.point(r.skip(i+1, "in", "the", "of"), false); ok && len(all) > 0 {
				return all, nights
			}
		}
		if n, next, ok := r.length(i); ok {
			if moved, end, ok := r.move(i, next, n); ok {
				all, i = append(all, moved), end
				continue
			}
			if !sure {
				nights = n
			}
			sure, i = sure || r.is(next-1, "night"), next
			continue
		}
		if t.gap && i > deniedAt {
			deniedAt = -9
		}
		if i-roleAt > 5 || t.gap && i-roleAt > 1 && it.role > departure {
			it.role = either
		}
		next, ok := r.item(i, &it, roleAt)
		if !ok {
			i++
			continue
		}
		it.denied = i-deniedAt < 6
		all = append(all, it)
		it, deniedAt, i = item{correct: it.correct || it.denied}, -9, next
	}
	return all, nights
}

// move reads by how much the length n from i to next moves something: the stay spoken of before ("uma semana depois", "postpone it
// by a week"), a day ("2 dias antes do natal"), or the end of that stay ("mais 2 noites", "um dia a menos").
func (r *reader) move(i, next, n int) (it item, end int, ok bool) {
	s, side := r.before, map[string]int{"after": 1, "before": -1}[r.at(next).class]
	alone := side != 0 && r.at(next+1).gap
	if by := r.moves(i); !s.Start.IsZero() && !s.End.IsZero() && (by != 0 || alone) {
		if end = next; alone {
			by, end = side, next+1
		}
		there, home := false, false // the one way alone is spoken of
		for j := i; j > 0 && !r.at(j).gap; j-- {
			there, home = there || r.is(j-1, "arrive"), home || r.is(j-1, "leave", "return") && !r.is(j-1, "=back")
		}
		it = item{ranged: true, a: point{span: on(s.Start)}, b: point{span: on(s.End)}}
		if there || !home {
			it.a.span = on(plus(s.Start, by*n))
		}
		if home || !there {
			it.b.span = on(plus(s.End, by*n))
		}
		return it, end, true
	}
	after := side > 0 && r.is(next-1, "night") // nights are a length: "3 nights after New Year"
	if side != 0 && !after && !r.is(i-1, "for", "para") {
		it.offset = side * n
		it.a, end, ok = r.point(r.skip(next+1, "of", "the"), true)
		return it, end, ok
	}
	if by, end := r.longer(i, next); by != 0 && !s.End.IsZero() && !s.Vague {
		return item{role: departure, a: point{span: on(plus(s.End, by*n))}}, end, true
	}
	return it, i, false
}

// longer reports whether the length from i to next is added to a stay (1), "mais 2 noites", or taken from it (-1), "um dia a menos".
func (r *reader) longer(i, next int) (by, end int) {
	before := i - 1
	if r.is(before, "in", "for") {
		before--
	}
	switch {
	case r.is(next, "fewer"):
		return -1, next + 1
	case r.is(before, "shorten"): // "tira uma noite"
		return -1, next
	case r.is(next, "extra", "another"), r.is(next, "=mas") && (r.is(next-1, "=noche", "=noches") || r.at(next+1).gap): // "dos noches más"
		return 1, next + 1
	case r.is(before, "extend"), r.is(i-1, "plus") && !r.at(i).gap, r.is(i+1, "another"):
		return 1, next
	}
	return 0, next
}

// moves reports whether the length at i is by how much a stay moves: to later days (1), "push it back two days", to earlier ones
// (-1), or not (0).
func (r *reader) moves(i int) int {
	for j := i; j > max(0, i-7) && !r.at(j).gap; j-- {
		if r.is(j-1, "shift") {
			return r.at(j - 1).n
		}
	}
	return 0
}

// item reads the point or range at i into it.
func (r *reader) item(i int, it *item, roleAt int) (next int, ok bool) {
	it.led = r.is(i-1, "of", "in", "para", "correct", "until", "from", "arrive") || !r.is(i, "month")
	led := r.is(i-1, "of", "from", "between", "the", "in", "arrive", "leave", "return", "until")
	it.a, next, ok = r.point(i, r.is(i, "number") || r.is(i, "today", "weekday") && r.ranged(i+1))
	if !ok {
		return i, false
	}
	apart := r.is(i-1, "between") || r.is(i-1, "the", "day") && r.is(i-2, "between") || r.is(i-1, "day") && r.is(i-3, "between")
	j, listed := -1, false
	switch {
	case r.at(next).gap && !r.is(next, "-", "until", "to", "number"), r.is(next+1, "=las"): // "mesa para dos a las once"
	case r.is(next, "to", "until", "-", "/", "=a"), r.is(next, "and") && (apart || r.is(i, "feast") && r.is(r.skip(next+1, "the", "in"), "feast")): // natal e ano novo
		j = next + 1
	case r.is(next, "weekday") && it.a.kind == aWeekday: // seg-sex
		j = next
	case it.a.kind == aDay && (r.is(next, "and") || r.is(next, "number") && r.at(next).gap):
		j, listed = r.list(next)
	}
	if j > 0 {
		j = r.skip(r.skip(j, "the", "in", "return", "leave", "of", "another"), "the", "=a")
		b, end, ok := r.point(j, true)
		if ok && (b.kind == it.a.kind || !b.bare && !it.a.bare) && r.joins(i, end, it.a, b, led || apart || it.correct, listed) {
			if it.b, it.ranged, it.a.soft = b, true, false; it.role != arrival {
				it.role = either
			}
			return end, true
		}
	}
	if r.is(next, "or") && it.a.kind == aDay && it.a.m == 0 { // "3 ou 4 de março"
		if b, end, ok := r.point(next+1, false); ok && b.kind == aDay {
			it.a.m, it.a.y, it.a.bare = b.m, b.y, false
			return end, true
		}
	}
	if it.a.bare && (i != roleAt+1 && !(i == roleAt+2 && r.is(i-1, "=el")) || it.role == either || it.role > goodbye) {
		return i, false
	}
	return next, true
}

// list steps over the days of "5, 6 e 7 de abril" to the last one.
func (r *reader) list(i int) (last int, ok bool) {
	for end := i + 10; i < end && r.is(i, "number") && r.at(i).gap && !r.counted(i+1); {
		i++
	}
	if !r.is(i, "and") || !r.is(i+1, "number", "day") {
		return -1, false
	}
	return i + 1, true
}

// joins reports whether a and b, which end at end, are a range and not two numbers of something else.
func (r *reader) joins(i, end int, a, b point, led, listed bool) bool {
	switch {
	case !a.bare && (b.bare || listed):
		return !listed || b.kind == aDay
	case !b.bare || !a.bare:
		return true
	}
	before := i - 1
	for r.is(before, "of", "from", "between", "the") {
		before--
	}
	if listed || r.is(before, "kin", "person", "age", "adult") && !r.at(before+1).gap || r.is(before, "=idade") {
		return false
	}
	return led || r.at(end).gap && (r.at(i).gap || r.is(i-1, "correct", "para") || i == 0) || r.is(end, "of") && r.is(end+1, "months", "this", "next")
}

// length reads how long at i: "5 noites", "uma semana", "a couple of nights".
func (r *reader) length(i int) (n, next int, ok bool) {
	t, article := r.at(i), r.is(i, "=a", "=an")
	n, next = t.n, i+1
	if article {
		n = 1
	} else if t.class != "number" || t.ord || n > 365 {
		return 0, i, false
	}
	if article && r.is(next, "couple") && r.is(next+1, "of") {
		n, next, article = 2, next+2, false
	}
	next = r.skip(next, "small", "next", "another")
	moves := r.moves(i) != 0
	during := r.is(i-1, "for", "para") || moves
	by, _ := r.longer(i, next+1)
	sided := r.is(next+1, "before", "after") && r.at(next+2).gap
	unit := r.at(next)
	switch {
	case article && strings.HasPrefix(unit.raw, "semana"), unit.gap, r.dates(next), // "a semana" is not one; "ago/27, dias 1 a 8"
		unit.class == "night" && article && !during && !r.is(i+1, "another"),                              // so much a night
		unit.class == "day" && n == 1 && t.digits == 0 && !during && by == 0 && !sided,                    // one of these days
		unit.class == "week" && article && r.is(i-1, "day", "count"), r.is(i-1, "of") && r.is(i-2, "kin"): // 3 days a week
		return 0, i, false
	}
	n *= map[string]int{"night": 1, "day": 1, "week": 7, "fortnight": 15, "months": 30}[unit.class]
	next++
	hence := r.is(i-1, "hence") || r.is(i-1, "in") && !r.is(i-1, "=nas", "=nos") || r.is(next, "hereafter")
	since := r.is(i-1, "=ha") || r.is(next, "ago", "=ago")
	return n, next, n > 0 && (!hence && !since || moves)
}
