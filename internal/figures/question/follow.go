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
// before is the plan of the answer given last, if any: what a short question says takes the place of
// what that said.
func (v *Vocabulary) Read(text string, now time.Time, before *Plan) (Plan, error) {
	if len(text) > maxQuestion {
		return Plan{}, cannot(NotUnderstood, "")
	}
	q := v.read(text, now, before)
	if before != nil {
		doubts := q.has("doubt") || slices.ContainsFunc(q.toks, func(t token) bool { return in("unrecorded", t.text) })
		if doubts && before.Whose == Mine && before.Do == "" && len(q.when)+len(q.where) == 0 && !q.superlative() && (q.target == "" || q.target == "beer") {
			p := *before
			p.Then, p.More, p.Basis = "", []Figure{{Stat: Count}}, true
			return p, nil
		}
		if p, ok := q.another(*before); ok {
			return p, nil
		}
		if q.goesOn(*before) && q.stranger == "" {
			if part := cmp.Or(q.heardOf, q.strangeAfter()); part != "" {
				return Plan{}, cannot(NotInData, part) // "e com sidra?"
			}
			if p, ok := q.follow(*before); ok {
				return p, nil
			}
		}
	}
	p, err := q.plan()
	if no, ok := errors.AsType[*Cannot](err); ok && no.Why == NotUnderstood && before != nil && !q.found && q.short() && q.strangeAfter() == "" {
		if p, ok := q.follow(*before); ok {
			return p, nil
		}
	}
	return p, err
}

// Alone is the plan of a question that does not point back and tells conditions of its own, whatever was asked before it.
func (v *Vocabulary) Alone(text string, now time.Time) (Plan, bool) {
	p, err := v.Read(text, now, nil)
	return p, err == nil && len(p.Where)+len(p.Having)+len(p.When) > 0 && !v.read(text, now, nil).pointsBack()
}

func (q *reading) short() bool { return len(q.toks) > 0 && q.length() <= maxFollow }

// length is how many words a question has; a time counts as one.
func (q *reading) length() (n int) {
	for i, t := range q.toks {
		if n++; t.class == "time" && q.class(i-1) == "time" {
			n--
		}
	}
	return n
}

// strangeAfter returns the first word that is not known where a condition stands.
func (q *reading) strangeAfter() string {
	for i, t := range q.toks {
		if q.narrower(i) >= 0 {
			return t.raw
		}
	}
	return ""
}

// pointsBack reports whether words point to what was told: "ela", "from them", "la compré".
func (q *reading) pointsBack() bool {
	for i, t := range q.toks {
		object := (t.text == "la" || t.text == "lo") && (strings.HasPrefix(q.class(i+1), "buy") || q.said(i+1) == "habia" || q.said(i+1) == "he")
		if word := lastWord(t.text); object || t.raw == "lá" || t.raw == "allí" || t.class != "time" && in("pointing", word) && word != "one" && word != "ones" {
			return true
		}
	}
	return false
}

// elliptic reports whether a short question about a figure leaves out what it is of, which the last
// answer named: "which beer do I buy most? How many did I get?".
func (q *reading) elliptic() bool {
	b := q.before
	return q.short() && b.About == "purchases" && b.Whose == Mine && in("entity", b.Found.Field) && !q.superlative() && len(q.when)+len(q.having) == 0 &&
		!q.has("purchase", "total", "percent", "distinct", "first", "last", "everyone", "others", "never")
}

// point makes what the last answer named a condition of a question that points back to it and asks
// something else: "the priciest order in that year", "a segunda é de qual cervejaria?".
func (q *reading) point() {
	before := *q.before
	at, place := q.placeSaid()
	f, ok := before.found(place)
	if several := before.Listed; !ok && place == 0 && len(several.Values) > 1 && len(several.Values) < maxNamed && in("thing", several.Field) && q.says("pointing.many") {
		f, ok = several, true // "how much did I spend on those?"
		if c := before.cond(f.Field); c != nil && len(c.Values) == len(f.Values) {
			f = *c // with the kinds of its styles
		}
	}
	if !ok {
		return
	}
	if place != 0 && q.class(at+1) == f.Field { // "and the third, from whom?"
		q.toks[at+1].class = "done"
		q.readTarget()
	}
	s, period := spanOf(f.Values[0])
	if period = period && isPeriod(f.Field); period && slices.Contains(q.when, s) { // "what did I buy that month?"
		q.found = true
		return
	}
	named := slices.ContainsFunc(q.where, func(c Cond) bool { return in("entity", c.Field) })
	asks := q.hasFigure() || q.has("percent", "when", "last", "first", "buyown", "moneyown") || q.own && q.has("buy")
	figure := !q.table() && !named && (!q.superlative() || q.has("again")) && len(q.by) == 0 && (q.target == "" || q.target == "rows" || q.implied) && asks
	anew := q.target != "" && !q.implied && !before.grouped(q.target) || q.has("where", "abv", "ibu", "site", "make") || figure
	ofIt := f.Field == "beer" && q.short() && q.has("which") && (q.target == "brewery" || q.target == "style") && !q.plural && // "de qual cervejaria?"
		!q.superlative() && len(q.when)+len(q.where) == 0 && !in("linking", q.said(0)) && !q.own && !q.all
	if !anew || len(q.toks) > 2*maxFollow || place == 0 && !q.pointsBack() && !(figure && !q.all && q.elliptic()) && !ofIt {
		return
	}
	if q.found = true; place != 0 {
		q.toks[at].class = "done"
	}
	switch {
	case period:
		q.when = when{s}
	case !isPeriod(f.Field):
		if q.superlative() && len(q.when) == 0 || figure && place == 0 && !q.pointsBack() { // of the same time
			q.when = before.When
		}
		q.filter(f)
		q.where[len(q.where)-1].names = len(f.Values) // of a tie, each
		if i := q.index("percent"); i >= 0 && figure && in("pointing", q.said(i+1)) {
			q.toks[i].class = "howmuch" // "how much of it" is no share
		}
	}
}

// placeSaid is the token that says a place in the list given last, and which: "the second one" is 2, "a
// última" -1. Of purchases and times it says something else.
func (q *reading) placeSaid() (at, place int) {
	if q.has("purchase", "trip", "time") || q.limit > 0 { // "the first 10" are several
		return -1, 0
	}
	bought := q.has("buyown", "moneyown", "buy")
	for class, n := range map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1} {
		at := q.index(class)
		next, j := q.next(at)
		alone := at >= 0 && ((in("articles", q.said(at-1)) || in("coming", q.said(at-1))) && (at+1 == len(q.toks) || q.said(at+1) == "one") || in("pointing", q.said(at-1)))
		things := j >= 0 && !q.toks[j].sep && (in("entity", next) || next == "times") // "the second beer that I bought"
		if at >= 0 && (!bought || alone || n > 1 && !things) {
			return at, n
		}
	}
	return -1, 0
}

// another is the plan of the last answer about another of the things that were listed: "and the fourth?".
func (q *reading) another(before Plan) (Plan, bool) {
	at, place := q.placeSaid()
	f, ok := before.found(place)
	had := before.cond(f.Field)
	if !ok || place == 0 || had == nil || had.Op != "=" || isPeriod(f.Field) || !q.short() {
		return Plan{}, false
	}
	more := slices.ContainsFunc(q.toks, func(t token) bool { return t.class != "" && t.class != "which" && t.class != q.class(at) })
	return before.Follow(Plan{Where: []Cond{f}}), !more
}

// goesOn reports whether a question only goes on from what was asked: "e em 2024?", "por estilo", "which
// one was the biggest?".
func (q *reading) goesOn(before Plan) bool {
	at := slices.IndexFunc(q.toks, func(t token) bool { return !t.plain || in("linking", t.text) || in("going", t.text) }) // after "right, right"
	n, first, table := q.length(), q.said(at), q.table()
	back := q.says("pointing") && !q.has("favourite")
	most := maxFollow + 3
	if (in("linking", first) || back) && !q.has("howmuch", "moneyown") {
		most = 2 * maxFollow
	}
	elsewhere := q.about != before.About && (q.about == "trips" || q.about == "clients" || before.About == "profile" || q.has("buyown"))
	others := q.all && before.Whose == Mine && before.Do != "" || q.has("everyone") && q.has("buy", "sold", "buyall") && q.superlative()
	moved := !table && before.Do != Shift && q.which() && q.has("rise", "fall", "lately")
	if n == 0 || n > most || q.found || elsewhere || others || moved || table && q.hasOf("examines") {
		return false // "but what do people in Ohio buy most?" says all that it wants
	}
	asks, where := q.has("howmany", "howmuch", "which", "buyown", "moneyown"), len(q.where) > 0
	whose := q.has("buyown", "moneyown", "sold", "buy", "buyall", "everyone", "client", "by")
	among := len(before.By) > 0 && q.superlative() && !q.has("favourite", "list") && !whose && (q.target == "" || q.implied || before.grouped(q.target)) && !where
	anew := whose || q.has("own", "purchase") || table && q.has("which") && before.Top == 1 // "which month was best? What is the mean price?"
	figure := n <= 5 && len(q.figuresSaid()) > 0 && q.target == "" && !where && !anew
	wholly := q.has("own") && len(before.Where) > 0                                        // "what share of my spending is stout?"
	part := q.has("percent") && len(q.where) == 1 && !q.all && len(q.when) == 0 && !wholly // "and what percentage was stout?"
	listed := before.Do == List && before.Whose == Mine && in("thing", q.target) && q.superlative() && !whose && !where && q.short()
	switch {
	case part, listed, in("linking", first), q.class(0) == "by", back, among, figure, q.listsOf(before):
		return true
	case !q.short():
		return false
	case in("only", first) && len(q.having) > 0, in("going", first) && !asks, first == "que tal", q.said(1) == "about":
		return true
	}
	return n <= 3 && !asks && !q.has("list", "own", "everyone") // "em unidades", "2024?"
}

// listsOf reports whether a question asks which things the figure of the last answer is of: "and which
// beers were those?", "which of them did I rate?", "list those purchases".
func (q *reading) listsOf(before Plan) bool {
	mine := before.Whose == Mine && before.About == "purchases" && len(before.By) == 0 && !q.superlative()
	back := q.pointsBack() || q.says("were")
	rated := q.has("which") && q.has("rating") && (before.Do != "" || !q.says("pointing.one"))
	things := before.Do == "" && q.has("which") && in("entity", q.target) && q.plural && len(q.where)+len(q.having) == 0 && !q.hasFigure() && !q.all
	return mine && back && (rated || things || q.target == "rows" && q.plural && q.has("list"))
}

// follow puts what a question says over the plan of the last answer.
func (q *reading) follow(before Plan) (Plan, bool) {
	if before.Do == Shift && q.has("grow", "rise", "fall", "stopped") { // "and which fell?"
		q.about = before.About
		p := Plan{About: before.About, Whose: before.Whose, Where: before.Where, When: q.when}
		ok, err := q.shifted(&p)
		return p, ok && err == nil
	}
	lists := q.listsOf(before)
	more := Plan{When: q.when, Top: q.limit, Chart: map[bool]string{true: "auto"}[q.says("chart")], Instead: q.instead}
	all, rows := before.Whose == All, []string{List, First, Last, Extreme}
	switch {
	case q.table():
	case q.has("everyone", "broadly", "client", "buyall", "others", "sold"), q.hasOf("segments") && before.About == "purchases", q.has("compare") && q.has("own") && len(q.where) > 0:
		if more.Whose, all = All, true; before.Whose == Mine && slices.Contains(rows, before.Do) { // nobody's purchases are listed
			before = Plan{About: before.About, Whose: All, Measure: "units", Stat: Sum, By: []string{"beer"}, Order: Desc, Top: 5, When: before.When}
		}
	case q.has("own", "buyown", "moneyown"):
		more.Whose, all = Mine, false
	}
	if !q.table() { // the words are read again as a part of a question about the same rows
		q.about, q.all, q.own = before.About, all, !all
		q.schema, q.by = schemaOf(q.about, all), nil
		q.readBy()
		q.readTarget()
		q.readFilters()
	}
	more.Where, more.By = q.where, q.groups(q.by)
	q.bind(&more, len(before.By)+len(more.By) > 0)
	if lists {
		return q.listOf(before.Follow(more)), true
	}
	q.followOrder(&more, before)
	q.followMeasure(&more, before)
	q.followShare(&more, before)
	q.followTimes(&more, &before)
	said := len(more.When)+len(more.Where)+len(more.Having)+len(more.By)+more.Top > 0 || more.Measure+more.Stat+more.Then+more.Order+more.Chart != ""
	return before.Follow(more), said || more.Whose != "" && more.Whose != before.Whose
}

// listOf makes a list of what a figure is of.
func (q *reading) listOf(p Plan) Plan {
	p = Plan{About: p.About, Whose: p.Whose, Where: p.Where, When: p.When, Do: List, Top: q.limit}
	switch {
	case q.target == "rows":
		p.Show = myPurchases.Row
	case q.has("rating"):
		p.Measure, p.Show = "rating", strings.Fields("purchased_at beer rating")
		if p.cond("rating") == nil {
			p.Where = append(slices.Clone(p.Where), Cond{Field: "rating", Op: ">=", N: 1})
		}
	default:
		p.Stat, p.Show = Distinct, []string{q.target}
	}
	return p
}

// followOrder sets which of the groups a follow-up wants: "which was the biggest?", "e a cervejaria?"
// after the style most bought.
func (q *reading) followOrder(more *Plan, before Plan) {
	best, looks, several := q.superlative(), slices.Contains(looks, before.Do), q.plural || q.says("many")
	target := q.grouping(q.target) && !before.grouped(q.target) && len(more.By) == 0
	counted := before.Stat == Distinct && in("entity", before.Measure) && before.Do == "" && (q.implied || q.target == before.Measure)
	switch {
	case counted && (q.limit > 0 || best): // "how many styles? The top 4"
		more.By, more.Measure, more.Stat, more.Order = []string{before.Measure}, "units", Sum, q.order()
		more.Top = cmp.Or(q.limit, map[bool]int{true: 5, false: 1}[several])
		return
	case target && looks, target && len(before.By) == 0 && best && (!q.implied || q.has("which")):
		more.By = []string{q.target} // "and which one the most?"
	case target && !q.implied && len(before.By) > 0 && (best || before.Top > 0):
		more.By, more.Order, more.Top = []string{q.target}, before.Order, cmp.Or(q.limit, before.Top)
	}
	groups, period := len(before.By)+len(more.By) > 0, isPeriod(firstOf(more.By))
	if best && (groups || before.Do == Extreme) {
		if more.Order = q.order(); q.limit == 0 && !several {
			more.Top = 1
		}
	}
	switch first := looks && len(more.By) > 0 || q.limit > 0 && before.Order == "" && groups; { // "by style, the first 3"
	case q.has("reversed") && groups:
		more.Order = map[bool]string{true: Asc, false: Desc}[before.Order == Desc]
	case q.has("sorted", "sortedup") && groups:
		more.Order = q.order()
	case first && more.Order == "" && !period:
		more.Order = Desc
	}
}

// followMeasure sets the measure and the statistic that a follow-up names.
func (q *reading) followMeasure(more *Plan, before Plan) {
	said := slices.DeleteFunc(q.figuresSaid(), func(m mention) bool {
		return m.Stat == Distinct && before.grouped(m.Measure) || before.Do == List && q.isBound(m.Measure) // "only those rated 5"
	})
	stat, looked := q.statistic(), ""
	if before.looksAtOne() {
		looked = before.Show[0]
	}
	switch {
	case more.Measure != "":
	case len(said) > 0:
		more.Measure, more.Stat = said[0].Measure, said[0].Stat
	case q.table() && q.superlative() && q.has("rows") && stat == "": // "who was paid the most, and who had the most visits?"
		more.Stat = Count
	case stat == "" && len(more.By) > 0 && q.kind(looked) == Number: // "how are the ages spread? And by town?"
		more.Measure, more.Stat = looked, q.schema.field(looked).Stat
	case stat == "" && len(more.By) > 0 && (before.Do == Gaps || slices.Contains(looks, before.Do)):
		f := q.usual(more.By[0])
		more.Measure, more.Stat = f.Measure, f.Stat
	}
	if stat != "" {
		more.Measure = cmp.Or(more.Measure, before.Measure, looked, q.role("money"))
		more.Stat, more.Q = stat, q.quantile()
	}
}

// followShare makes a follow-up question one for a share of the figures told before ("and what
// percentage was stout?") or for their change.
func (q *reading) followShare(more *Plan, before Plan) {
	q.then(more)
	changed := q.has("grow", "rise", "fall", "change", "difference")
	switch {
	case changed && (len(before.When) == 2 || more.Then == "" && len(more.By) == 0):
		more.Then = Change
	case !q.has("percent") || before.Stat == Mean && len(q.where) != 1:
	case len(q.where) == 1 && len(more.By) == 0 && before.Whose == Mine:
		if more.Then, more.Part, more.Where = Share, q.where, nil; before.Stat != Sum && before.Stat != Count && more.Measure == "" {
			more.Measure, more.Stat = "units", Sum
		}
	case len(before.By)+len(more.By) > 0:
		more.Then = Share
	}
}

// followTimes sets the times of a follow-up beside those of the last answer.
func (q *reading) followTimes(more, before *Plan) {
	had, one, said := before.When, len(q.when) == 1 && len(before.When) == 1, Span{}
	if len(q.when) > 0 {
		said = q.when[0]
	}
	same := slices.ContainsFunc(q.toks, func(t token) bool { return t.class == "time" && timeWords()["same"][t.text] })
	switch {
	case one && same: // "and in the same period of last year?"
		s := had[0].soFar(q.now, q.all)
		more.When = []Span{s.in(said.From.Year()), s}
	case one && said.year() > 0 && had[0].closed() && had[0].year() == 0 && had[0].From.Year() == had[0].To.Year() && !q.has("compare"):
		more.When = []Span{had[0].in(said.year())} // "in March? And in 2024?"
	case (q.has("compare") || more.Then == Change && len(had) == 1 && len(q.by) == 0) && len(q.when) == 1: // "how does that compare to last year?"
		if len(had) == 0 {
			had = said.beside(q.now)[1:]
		}
		more.When = append(slices.DeleteFunc(slices.Clone(q.when), func(s Span) bool { return slices.Contains(had, s) }), had...)
	case more.Order != "" && len(had) == 2 && len(q.when) == 0: // after two years beside each other, "and which style most?"
		before.When, before.Then = []Span{slices.MaxFunc(had, func(a, b Span) int { return a.From.Compare(b.From) })}, ""
	}
	if len(more.When) == 1 && len(before.By) == 1 && len(more.By) == 0 && more.When[0].closed() && more.When[0].months() == periodMonths[before.By[0]] {
		before.By, before.Order, before.Top = nil, "", 0 // one month of a list of months
	}
	if len(more.When) > 1 {
		before.Top = 0
	}
}

// Follow puts what a short question adds over the plan of the last answer: "e no ano passado?", "em
// unidades", "só IPA", "por estado".
func (p Plan) Follow(q Plan) Plan {
	out := p
	out.Where = slices.Clone(p.Where)
	drop := func(of func(Cond) bool) { out.Where = slices.DeleteFunc(out.Where, of) }
	out.Instead = q.Instead
	if q.Whose != "" && q.Whose != p.Whose { // where clients are is another place than where breweries are
		out.Whose, out.Per = q.Whose, strings.TrimSuffix(out.Per, "client")
		drop(func(c Cond) bool { return in("ofclients", c.Field) })
	}
	if q.Measure != "" || q.Stat != "" {
		out.Measure, out.Stat, out.Q, out.Other, out.More = q.Measure, q.Stat, q.Q, q.Other, q.More
		if out.Do == List || slices.Contains(looks, out.Do) {
			out.Do, out.Show = "", nil
		}
	}
	if len(q.By) > 0 {
		out.By, out.Each, out.Per, out.Top, out.Order = q.By, "", "", q.Top, q.Order
		if out.Do != Untried {
			out.Do, out.Show = "", nil
		}
		if out.Then == Change && !isPeriod(q.By[0]) {
			out.Then = ""
		}
		if out.Stat == Distinct && q.Measure == "" {
			out.Stat = ""
		}
		drop(func(c Cond) bool { return slices.Contains(q.By, c.Field) && len(c.Values) == 1 }) // by style is not of one style
	}
	if q.Then != "" {
		if out.Then, out.Part = q.Then, q.Part; len(q.Part) > 0 {
			out.Do, out.By, out.Order, out.Top = "", nil, "", 0
			drop(func(c Cond) bool { return c.Field == q.Part[0].Field })
		}
	}
	if len(q.When) > 0 {
		if out.When = q.When; len(q.When) == 1 && out.Then == Change && len(p.By) == 0 {
			out.Then = ""
		}
	}
	for _, c := range q.Where {
		town := map[string]string{"city": "state", "state": "city"}[c.Field] // "and in Ohio?" is of no town elsewhere
		drop(func(o Cond) bool { return o.Field == c.Field || o.Field == town })
		out.Where = append(out.Where, c)
	}
	if len(q.Having) > 0 {
		out.Having = q.Having
	}
	out.Order, out.Top, out.Chart = cmp.Or(q.Order, out.Order), cmp.Or(q.Top, out.Top), cmp.Or(q.Chart, out.Chart)
	return out
}
