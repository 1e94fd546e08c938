package question

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"
)

const (
	maxQuestion = 1000 // bytes: more than anybody asks in one go
	maxFollow   = 7    // words of a question that goes on from another: a longer one says by itself what it wants
)

// Read makes a plan of a question about the house's data, or about the table that the vocabulary is of.
// before is the plan of the answer given last, if any. A question that points to what that named is of it; one that
// only goes on, "e em 2024?", is put over the words of the question before it, and the whole is read.
func (v *Vocabulary) Read(text string, now time.Time, before *Plan) (Plan, error) {
	if len(text) > maxQuestion {
		return Plan{}, cannot(NotUnderstood, "")
	}
	q := v.read(text, now, before, nil)
	if before != nil {
		if said, ok := q.pointed(*before); ok {
			q = v.read(said, now, before, nil)
			q.found = true
		}
		if q.goesOn(*before) && q.stranger == "" {
			if part := q.heardOf + q.narrows(0); part != "" {
				return Plan{}, cannot(NotInData, part) // "e com sidra?"
			}
			return v.over(*before, q)
		}
	}
	p, err := q.plan()
	no, _ := errors.AsType[*Cannot](err)
	if no != nil && no.Why == NotUnderstood && before != nil && !q.found && q.short() && q.narrows(0) == "" {
		if p, err := v.over(*before, q); err == nil {
			return p, nil
		}
	}
	p.Said = q.text(nil)
	return p, err
}

// text writes a question as it was understood, to be read again: its words but for those to drop, and its times.
func (q *reading) text(drop func(i int) bool) string {
	var b strings.Builder
	for i, t := range q.heard {
		if t.has("time") && !t.has("hours") || drop != nil && drop(i) {
			continue
		}
		if t.sep {
			b.WriteByte(',')
		}
		b.WriteString(" " + t.raw)
	}
	for _, s := range q.when {
		b.WriteString(exactly("when", s.label()))
	}
	return b.String()
}

// exactly writes a value, or a time, that is known: no word of it is read otherwise.
func exactly(field string, values ...string) (s string) {
	for _, v := range values {
		s += " ⟨" + field + ":" + strings.NewReplacer("⟨", "", "⟩", "").Replace(v) + "⟩"
	}
	return s
}

// over is the plan of the question before with what this one says in the place of what that said.
func (v *Vocabulary) over(before Plan, q *reading) (Plan, error) {
	scope := Plan{About: before.About, Whose: q.whoseNow(before)}
	old := v.read(before.Said, q.now, nil, &scope)
	part := v.read(q.text(nil), q.now, &before, &scope) // as words about the same rows
	part.inYearOf(before)
	drop := old.replaced(part)
	if compares := part.has("compare", "difference") || q.same(); len(part.when) > 0 && !compares {
		old.when = nil
	}
	said := old.text(drop) + "." + part.text(nil)
	if before.Said == "" || len(said) > maxQuestion {
		return Plan{}, cannot(NotUnderstood, "")
	}
	whole := v.read(said, q.now, nil, &scope)
	whole.before = &before
	p, err := whole.plan()
	p.Said = whole.text(nil)
	return p, err
}

// whoseNow is whose rows a question that goes on is about.
func (q *reading) whoseNow(before Plan) string {
	switch {
	case q.table(), before.Whose == "":
	case q.has("everyone", "broadly", "client", "sold"), q.has("others") && !q.has("compare"), q.both("buy", "all"):
		return All
	case q.has("own"):
		return Mine
	}
	return before.Whose
}

// same reports whether a question speaks of the same time of another year.
func (q *reading) same() bool {
	return slices.ContainsFunc(q.toks, func(t token) bool { return t.has("time") && timeFile().words["same"][t.text] })
}

// inYearOf makes a year that follows a part of another the same part of it: "in March? And in 2024?"
func (q *reading) inYearOf(before Plan) {
	if len(q.when) != 1 || len(before.When) != 1 || q.has("compare") || q.same() {
		return
	}
	if y, had := q.when[0].year(), before.When[0]; y > 0 && had.closed() && had.year() == 0 && had.From.Year() == had.To.Year() {
		q.when[0] = had.in(y)
	}
}

// replaced tells which words of a question another takes the place of: a measure that of a measure, a group that of a
// group, an order, a value of the same field.
func (old *reading) replaced(q *reading) func(i int) bool {
	has := func(concepts ...string) bool {
		return slices.ContainsFunc(q.heard, func(t token) bool { return t.has(concepts...) })
	}
	lists := has("which", "list") && has("pointing") && (q.plural || q.target == "rows")
	stat, _ := q.statistic()
	number := lists || len(q.said) > 0
	by, order := len(q.groups()) > 0, lists || has("order", "sorted", "sortedup") || q.limit > 0
	named := func(f string) bool {
		return slices.ContainsFunc(q.where, func(c Cond) bool { return c.Op == "=" && placeless(c.Field) == placeless(f) })
	}
	regrouped := by || slices.ContainsFunc(old.by, named)
	return func(i int) bool {
		t := old.heard[i]
		switch {
		case t.has("linking") && !t.has("and"), lists && t.has("asks"), t.has("first", "last") && has("first", "last"), t.has("percent", "rise", "fall", "grow") && (has("percent") || len(q.when) == 1):
			return true
		case len(t.values) > 0: // another value of the field, or the field itself
			f := old.choose(i)
			return by && slices.Contains(q.by, f) || named(f)
		case t.has("number"):
			return (order || by) && old.limit == int(t.n) || len(q.having) > 0
		case t.one(ops) != "":
			return len(q.having) > 0
		case t.has("order", "sorted", "sortedup") && !t.has("stat"):
			return order || by
		case t.has("howmuch", "howmany", "stat"):
			return number || stat != "" || has("howmuch", "howmany")
		case old.kind(t.field) == Number, t.has("often", "takings", "ticket", "earn"):
			return number
		case slices.Contains(old.by, t.field), t.has("by") && !t.has("others"):
			return regrouped || len(q.when) > 1 && isPeriod(t.field)
		}
		return t.field != "" && old.dim(i) != "" && (by || q.target != "" && q.target != "rows" && !q.implied || named(t.field))
	}
}

// placeless makes one of a town and a state: "and in Ohio?" is of no town elsewhere.
func placeless(field string) string {
	for _, prefix := range []string{"brewery_", "dest_"} {
		field = strings.TrimPrefix(field, prefix)
	}
	return strings.Replace(field, "city", "state", 1)
}

func (q *reading) short() bool { return len(q.toks) > 0 && q.length() <= maxFollow }

// length is how many words a question has; a time counts as one.
func (q *reading) length() (n int) {
	for i, t := range q.toks {
		if n++; t.has("time") && q.at(i-1).has("time") {
			n--
		}
	}
	return n
}

// elliptic reports whether a short question about a figure leaves out what it is of, which the last
// answer named: "which beer do I buy most? How many did I get?".
func (q *reading) elliptic() bool {
	b := q.before
	return b != nil && q.short() && b.About == "purchases" && b.Whose == Mine && isEntity(b.Found.Field) && len(q.when)+len(q.having) == 0 &&
		!q.has("order", "purchase", "total", "percent", "distinct", "first", "last", "everyone", "others", "never")
}

// pointed is a question with the name of what it points to, if the last answer told one: "the priciest order in that
// year", "a segunda é de qual cervejaria?".
func (q *reading) pointed(before Plan) (text string, ok bool) {
	at, place := q.placeSaid()
	f, ok := before.named(place)
	if several := before.Listed; !ok && place == 0 && len(several.Values) > 1 && len(several.Values) < maxNamed && isEntity(several.Field) && q.has("many") {
		f, ok = several, true // "how much did I spend on those?"
	}
	if !ok || len(q.toks) > 2*maxFollow {
		return "", false
	}
	text = q.text(func(i int) bool { return place != 0 && (i == at || i == at+1 && q.dim(i) == f.Field) })
	named := slices.ContainsFunc(q.where, func(c Cond) bool { return isEntity(c.Field) })
	bare := q.target == "" || q.target == "rows" || q.implied || place != 0 && q.target == f.Field
	figure := !q.table() && !named && bare && !q.has("order") && len(q.by) == 0 && (q.hasFigure() || q.has("percent", "when", "last", "first", "buy"))
	asks := figure || !bare && !before.grouped(q.target) || q.has("where", "abv", "ibu", "site", "make")
	again := place != 0 && before.cond(f.Field) != nil                                                                             // "and the fourth?"
	maker := f.Field == "beer" && (q.target == "brewery" || q.target == "style") && !q.own && !q.plural && !q.at(0).has("linking") // "what style?"
	points := place != 0 || q.has("pointing") || (figure || maker) && !q.all && q.elliptic()
	if !asks && !again || !points {
		return "", false
	}
	s, period := spanOf(f.Values[0])
	if !isPeriod(f.Field) {
		text += exactly(f.Field, f.Values...)
	} else if period && !slices.Contains(q.when, s) { // but "what did I buy that month?" has it
		text += exactly("when", s.label())
	}
	return text, true
}

// placeSaid is the token that says a place in the list given last, and which: "the second one" is 2, "a
// última" -1. Of purchases and times it says something else.
func (q *reading) placeSaid() (at, place int) {
	if q.has("rows", "time") || q.limit > 0 { // "the first 10" are several
		return -1, 0
	}
	for n, place := range []string{"last", "first", "second", "third", "fourth", "fifth"} {
		if i := q.index(place); i >= 0 && (!q.has("buy") || q.at(i-1).has("article", "prep", "pointing")) {
			return i, cmp.Or(n, -1)
		}
	}
	return -1, 0
}

// goesOn reports whether a question only goes on from what was asked: "e em 2024?", "por estilo", "which
// one was the biggest?". One that says whose rows and what of them says all that it wants.
func (q *reading) goesOn(before Plan) bool {
	at := slices.IndexFunc(q.toks, func(t token) bool { return !t.has("plain") || t.has("linking", "only") }) // after "right, right"
	n, first := q.length(), q.at(at)
	verb := q.has("buy", "amount", "sold", "everyone", "client")
	asks := q.has("howmany", "howmuch", "which") || verb && q.own
	elsewhere := !q.table() && q.about != before.About && (q.about == "trips" || q.about == "clients" || q.own && q.has("buy"))
	others := q.all && before.Whose == Mine && before.Do != "" || q.has("everyone") && q.has("order") && verb
	if n == 0 || n > 2*maxFollow || q.found && (q.asks() || len(q.said) > 0) || elsewhere || others || q.table() && q.has("examines") {
		return false
	}
	among := len(before.By) > 0 && q.has("order") && !q.has("favourite", "list") && !verb && (q.target == "" || q.implied || before.grouped(q.target)) && len(q.where) == 0
	figure := n <= 5 && before.Top != 1 && len(q.said) > 0 && q.target == "" && len(q.where) == 0 && !verb && !q.has("by", "own", "rows")
	part := q.has("percent") && len(q.where) == 1 && !q.all && !q.own && len(q.when) == 0 // "and what percentage was stout?"
	linked := first.has("linking", "by") && (n <= maxFollow || !q.has("howmuch"))
	switch {
	case part, linked, q.has("pointing") && !q.has("favourite"), among, figure:
		return true
	case first.has("only") && q.short():
		return len(q.having) > 0 || !asks
	}
	return n <= 3 && !asks && !q.has("list", "own", "everyone") // "em unidades", "2024?"
}
