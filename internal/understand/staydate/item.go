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
		switch t.class {
		case "arrive", "from":
			if next := r.at(i + 1); t.raw != "from" || next.class != "" || next.gap { // but "from Miami"
				it.role, roleAt = arrival, i
			}
		case "return", "until":
			it.role, roleAt = departure, i
		case "leave":
			it.role, roleAt = goodbye, i
		case "after":
			it.role, roleAt = later, i
		case "before":
			it.role, roleAt = earlier, i
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
			if p, end, ok := r.shift(i, next, n); ok {
				all = append(all, p)
				i = end
				continue
			}
			if p, end, ok := r.offset(next, n); ok && !r.is(i-1, "for", "para") {
				all = append(all, p)
				i = end
				continue
			}
			if by, end := r.longer(i, next); by != 0 && !r.before.End.IsZero() && !r.before.Vague {
				all = append(all, item{role: departure, a: point{span: on(plus(r.before.End, by*n))}})
				i = end
				continue
			}
			if !sure {
				nights = n
			}
			sure = sure || r.is(next-1, "night")
			i = next
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

// longer reports whether the length from i to next is added to a stay (1),
// "mais 2 noites", or taken from it (-1), "um dia a menos".
func (r *reader) longer(i, next int) (by, end int) {
	switch {
	case r.is(next, "fewer"):
		return -1, next + 1
	case r.is(i-1, "shorten") || r.is(i-1, "in", "for") && r.is(i-2, "shorten"): // "tira uma noite"
		return -1, next
	case r.is(i-1, "extend") || r.is(i-1, "in", "for") && r.is(i-2, "extend"):
		return 1, next
	case r.is(next, "extra", "another"):
		return 1, next + 1
	case r.is(i-1, "plus") && !r.at(i).gap || r.is(i+1, "another"):
		return 1, next
	}
	return 0, next
}

// shift reads "uma semana depois" or "postpone it by a week", of the stay spoken of
// before; the length n is from i to next.
func (r *reader) shift(i, next, n int) (it item, end int, ok bool) {
	switch s := r.before; {
	case s.Start.IsZero() || s.End.IsZero():
		return it, i, false
	case r.is(next, "before", "after") && r.at(next+1).gap:
		if r.is(next, "before") {
			n = -n
		}
		next++
	case r.moves(i) == 0:
		return it, i, false
	default:
		n *= r.moves(i)
	}
	it = item{ranged: true, a: point{span: on(plus(r.before.Start, n))}, b: point{span: on(plus(r.before.End, n))}}
	there, home := false, false // the one way alone is spoken of
	for j := i; j > 0 && !r.at(j).gap; j-- {
		there, home = there || r.is(j-1, "arrive"), home || r.is(j-1, "leave", "return") && r.at(j-1).raw != "back"
	}
	if there && !home {
		it.b.span = on(r.before.End)
	} else if home && !there {
		it.a.span = on(r.before.Start)
	}
	return it, next, true
}

// moves reports whether the length at i is by how much a stay moves: to later days (1),
// "push it back two days", to earlier ones (-1), or not (0).
func (r *reader) moves(i int) int {
	for j := i; j > max(0, i-7) && !r.at(j).gap; j-- {
		if r.is(j-1, "shift") {
			return r.at(j - 1).n
		}
	}
	return 0
}

// offset reads "antes do natal" at i, after a length: "2 dias antes do natal".
func (r *reader) offset(i, days int) (it item, next int, ok bool) {
	if r.is(i, "before") {
		days = -days
	} else if !r.is(i, "after") {
		return it, i, false
	}
	it.offset = days
	it.a, next, ok = r.point(r.skip(i+1, "of", "the"), true)
	return it, next, ok
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
	j, listed := next, false
	switch {
	case r.at(next).gap && !r.is(next, "-", "until", "to", "number"), r.at(next+1).raw == "las": // "mesa para dos a las once"
		j = -1
	case r.is(next, "to", "until", "-", "/"), r.at(next).raw == "a", r.is(next, "and") && apart:
		j++
	case r.is(next, "weekday") && it.a.kind == aWeekday: // seg-sex
	case r.is(next, "and") && r.is(i, "feast") && r.is(r.skip(next+1, "the", "in"), "feast"): // natal e ano novo
		j++
	case r.is(next, "and") && it.a.kind == aDay, r.is(next, "number") && r.at(next).gap && it.a.kind == aDay:
		j, listed = r.list(next)
	default:
		j = -1
	}
	if j > 0 {
		j = r.article(r.skip(j, "the", "in", "return", "leave", "of", "another"))
		b, end, ok := r.point(j, true)
		if ok && (b.kind == it.a.kind || !b.bare && !it.a.bare) && r.joins(i, end, it.a, b, led || apart || it.correct, listed) {
			it.b, it.ranged = b, true
			if it.role != arrival {
				it.role = either
			}
			it.a.soft = false
			return end, true
		}
	}
	if r.is(next, "or") && it.a.kind == aDay && it.a.m == 0 { // "3 ou 4 de março"
		if b, end, ok := r.point(next+1, false); ok && b.kind == aDay {
			it.a.m, it.a.y, it.a.bare = b.m, b.y, false
			return end, true
		}
	}
	if it.a.bare && (i != roleAt+1 && !(i == roleAt+2 && r.at(i-1).raw == "el") || it.role == either || it.role > goodbye) {
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

// joins reports whether a and b, which end at end, are a range and not two
// numbers of something else.
func (r *reader) joins(i, end int, a, b point, led, listed bool) bool {
	if !a.bare && (b.bare || listed) {
		return !listed || b.kind == aDay
	}
	if !b.bare || !a.bare {
		return true
	}
	before := i - 1
	for r.is(before, "of", "from", "between", "the") {
		before--
	}
	if listed || r.is(before, "kin", "person", "age", "adult") && !r.at(before+1).gap || r.at(before).raw == "idade" {
		return false
	}
	return led || r.at(end).gap && (r.at(i).gap || r.is(i-1, "correct", "para") || i == 0) || r.is(end, "of") && r.is(end+1, "months", "this", "next")
}

// length reads how long at i: "5 noites", "uma semana", "a couple of nights".
func (r *reader) length(i int) (n, next int, ok bool) {
	t := r.at(i)
	n, next = t.n, i+1
	article := t.raw == "a" || t.raw == "an"
	switch {
	case t.class == "number" && !t.ord && n <= 365:
	case article:
		n = 1
	default:
		return 0, i, false
	}
	if article && r.is(next, "couple") && r.is(next+1, "of") {
		n, next, article = 2, next+2, false
	}
	next = r.skip(next, "small", "next", "another")
	if article && strings.HasPrefix(r.at(next).raw, "semana") { // "a semana" is not one
		return 0, i, false
	}
	during := r.is(i-1, "for", "para") || r.moves(i) != 0
	if r.at(next).gap || r.dates(next) { // "ago/27, dias 1 a 8"
		return 0, i, false
	}
	switch r.at(next).class {
	case "night":
		if article && !during && !r.is(i+1, "another") { // so much a night
			return 0, i, false
		}
	case "day":
		if by, _ := r.longer(i, next+1); n == 1 && t.digits == 0 && !during && by == 0 && !(r.is(next+1, "before", "after") && r.at(next+2).gap) { // one of these days
			return 0, i, false
		}
	case "week":
		if article && r.is(i-1, "day", "count") { // 3 days a week
			return 0, i, false
		}
		n *= 7
	case "fortnight":
		n *= 15
	case "months":
		n *= 30
	default:
		return 0, i, false
	}
	next++
	before := r.at(i - 1).raw
	hence := r.is(i-1, "hence") || r.is(i-1, "in") && before != "nas" && before != "nos" || r.is(next, "hereafter")
	since := before == "ha" || r.is(next, "ago") || r.at(next).raw == "ago"
	age := r.is(i-1, "of") && r.is(i-2, "kin")
	return n, next, n > 0 && (!hence && !since || r.moves(i) != 0) && !age
}
