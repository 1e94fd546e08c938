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
		if p, ok := q.another(*before); ok {
			return p, nil
		}
		if q.goesOn(*before) && q.stranger == "" {
			if part := cmp.Or(q.heardOf, q.narrowsAlone()); part != "" {
				return Plan{}, cannot(NotInData, part) // "e com sidra?"
			}
			if p, ok := q.follow(*before); ok {
				return p, nil
			}
		}
	}
	p, err := q.plan()
	if no, ok := errors.AsType[*Cannot](err); ok && no.Why == NotUnderstood && before != nil && !q.found && q.short() && q.narrowsAlone() == "" {
		if p, ok := q.follow(*before); ok {
			return p, nil
		}
	}
	return p, err
}

// Alone is the plan of a question that does not point back and tells conditions of its own, whatever was asked before it.
func (v *Vocabulary) Alone(text string, now time.Time) (Plan, bool) {
	p, err := v.Read(text, now, nil)
	return p, err == nil && len(p.Where)+len(p.Having)+len(p.When) > 0 && !v.read(text, now, nil).has("pointing")
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

// narrowsAlone is the word that is not known and stands where a condition does, in a question without a verb.
func (q *reading) narrowsAlone() string {
	for i, t := range q.toks {
		if t.unknown() && len(t.text) > 2 && (q.at(i-1).has("narrow", "only") || q.at(i-1).has("article") && q.at(i-2).has("narrow")) {
			return t.raw
		}
	}
	return ""
}

// elliptic reports whether a short question about a figure leaves out what it is of, which the last
// answer named: "which beer do I buy most? How many did I get?".
func (q *reading) elliptic() bool {
	b := q.before
	return b != nil && q.short() && b.About == "purchases" && b.Whose == Mine && isEntity(b.Found.Field) && !q.has("order") && len(q.when)+len(q.having) == 0 &&
		!q.has("purchase", "total", "percent", "distinct", "first", "last", "everyone", "others", "never")
}

// point makes what the last answer named a condition of a question that points to it and asks
// something else: "the priciest order in that year", "a segunda é de qual cervejaria?".
func (q *reading) point() {
	before := *q.before
	at, place := q.placeSaid()
	f, ok := before.named(place)
	if several := before.Listed; !ok && place == 0 && len(several.Values) > 1 && len(several.Values) < maxNamed && isEntity(several.Field) && q.has("many") {
		f, ok = several, true // "how much did I spend on those?"
		if c := before.cond(f.Field); c != nil && len(c.Values) == len(f.Values) {
			f = *c // with the kinds of its styles
		}
	}
	if !ok {
		return
	}
	if place != 0 && q.dim(at+1) == f.Field { // "and the third brewery?"
		q.done(at + 1)
		q.readTarget()
	}
	s, period := spanOf(f.Values[0])
	if period = period && isPeriod(f.Field); period && slices.Contains(q.when, s) { // "what did I buy that month?"
		q.found = true
		return
	}
	named := slices.ContainsFunc(q.where, func(c Cond) bool { return isEntity(c.Field) })
	bare := q.target == "" || q.target == "rows" || q.implied
	figure := !q.table() && !named && bare && (!q.has("order") || q.has("again")) && len(q.by) == 0 && (q.hasFigure() || q.has("percent", "when", "last", "first", "buy"))
	asks := figure || !bare && !before.grouped(q.target) || q.has("where", "abv", "ibu", "site", "make")
	style := f.Field == "beer" && q.has("which") && (q.target == "brewery" || q.target == "style") && !q.plural && q.elliptic() && !q.own && !q.all && !q.at(0).has("linking") // "what style?"
	if !asks || len(q.toks) > 2*maxFollow || place == 0 && !q.has("pointing") && !(figure && !q.all && q.elliptic()) && !style {
		return
	}
	if q.found = true; place != 0 {
		q.done(at)
	}
	switch {
	case period:
		q.when = []Span{s}
	case !isPeriod(f.Field):
		if len(q.when) == 0 && (q.has("order") || figure && place == 0 && !q.has("pointing")) { // of the same time
			q.when = before.When
		}
		q.filter(f)
		q.where[len(q.where)-1].names = len(f.Values) // of a tie, each
		if i := q.index("percent"); i >= 0 && figure && q.at(i+1).has("pointing") {
			q.toks[i].is = []string{"howmuch", "figure", "asks"} // "how much of it" is no share
		}
	}
}

// placeSaid is the token that says a place in the list given last, and which: "the second one" is 2, "a
// última" -1. Of purchases and times it says something else.
func (q *reading) placeSaid() (at, place int) {
	if q.has("purchase", "trip", "time") || q.limit > 0 { // "the first 10" are several
		return -1, 0
	}
	for n, place := range []string{"last", "first", "second", "third", "fourth", "fifth"} {
		i := q.index(place)
		if i < 0 {
			continue
		}
		alone := q.at(i-1).has("article", "prep", "pointing") && (i+1 == len(q.toks) || q.at(i+1).sep || !q.at(i+1).has("entity", "times", "period"))
		if alone || !q.has("buy") {
			return i, cmp.Or(n, -1)
		}
	}
	return -1, 0
}

// another is the plan of the last answer about another of the things that were listed: "and the fourth?".
func (q *reading) another(before Plan) (Plan, bool) {
	at, place := q.placeSaid()
	f, ok := before.named(place)
	had := before.cond(f.Field)
	more := slices.ContainsFunc(q.toks, func(t token) bool { return t.means() && !t.has("which", "done") && t.text != q.at(at).text })
	if !ok || place == 0 || more || had == nil || had.Op != "=" || isPeriod(f.Field) || !q.short() {
		return Plan{}, false
	}
	return before.Follow(Plan{Where: []Cond{f}}), true
}

// goesOn reports whether a question only goes on from what was asked: "e em 2024?", "por estilo", "which
// one was the biggest?".
func (q *reading) goesOn(before Plan) bool {
	at := slices.IndexFunc(q.toks, func(t token) bool { return !t.has("plain") || t.has("linking", "only") }) // after "right, right"
	n, first, most := q.length(), q.at(at), maxFollow+3
	verb := slices.ContainsFunc(q.toks, func(t token) bool { return t.has("buy", "amount", "sold", "everyone", "client") })
	if first.has("linking") && !q.has("howmuch") || q.has("pointing") {
		most = 2 * maxFollow
	}
	elsewhere := !q.table() && q.about != before.About && (q.about == "trips" || q.about == "clients" || before.About == "profile" || q.own && q.has("buy"))
	others := q.all && before.Whose == Mine && before.Do != "" || q.has("everyone") && q.has("buy", "sold") && q.has("order")
	moved := !q.table() && before.Do != Shift && q.which() && q.has("rise", "fall", "lately")
	if n == 0 || n > most || q.found || elsewhere || others || moved || q.table() && q.has("examines") {
		return false // "but what do people in Ohio buy most?" says all that it wants
	}
	asks, where := q.has("howmany", "howmuch", "which") || verb && q.own, len(q.where) > 0
	anew := verb || q.has("by", "own", "purchase") || q.table() && q.has("which") && before.Top == 1 // "which month was best? What is the mean price?"
	among := len(before.By) > 0 && q.has("order") && !q.has("favourite", "list") && !verb && (q.target == "" || q.implied || before.grouped(q.target)) && !where
	figure := n <= 5 && len(q.said) > 0 && q.target == "" && !where && !anew
	part := q.has("percent") && len(q.where) == 1 && !q.all && len(q.when) == 0 && !(q.own && len(before.Where) > 0) // "and what percentage was stout?"
	back := q.has("pointing") && !q.has("favourite")
	stat, _ := q.statistic()
	looked := before.Looks() && len(before.Show) == 1 && stat != "" && len(q.said) == 0 // "… and the mean of the rest?"
	switch {
	case part, looked, first.has("linking", "by"), back, among, figure, q.listsOf(before):
		return true
	case !q.short():
		return false
	case first.has("only") && (len(q.having) > 0 || !asks):
		return true
	}
	return n <= 3 && !asks && !q.has("list", "own", "everyone") // "em unidades", "2024?"
}

// listsOf reports whether a question asks which things the figure of the last answer is of: "and which
// beers were those?", "which of them did I rate?", "list those purchases".
func (q *reading) listsOf(before Plan) bool {
	mine := before.Whose == Mine && before.About == "purchases" && len(before.By) == 0 && !q.has("order") && q.has("pointing")
	rated := q.has("which") && q.has("rating") && (before.Do != "" || q.has("many"))
	things := before.Do == "" && q.has("which") && isEntity(q.target) && q.plural && len(q.where)+len(q.having) == 0 && !q.hasFigure() && !q.all
	return mine && (rated || things || q.target == "rows" && q.plural && q.has("list"))
}

// follow puts what a question says over the plan of the last answer.
func (q *reading) follow(before Plan) (Plan, bool) {
	if before.Do == Shift && q.has("grow", "rise", "fall", "stopped") { // "and which fell?"
		q.about = before.About
		p := Plan{About: before.About, Whose: before.Whose, Where: before.Where, When: q.when}
		return p, q.shifted(&p)
	}
	lists := q.listsOf(before)
	said := Plan{When: q.when, Top: q.limit, Instead: q.instead}
	if !q.table() {
		said.Whose = q.whoseNow(before)
		if said.Whose == All && before.Whose == Mine && slices.Contains([]string{List, First, Last, Extreme}, before.Do) { // nobody's purchases are listed
			before = Plan{About: before.About, Whose: All, Measure: "units", Stat: Sum, By: []string{"beer"}, Order: Desc, Top: 5, When: before.When}
		}
		// The words are read again as a part of a question about the same rows.
		q.about, q.all = before.About, cmp.Or(said.Whose, before.Whose) == All
		q.own, q.s = !q.all, schemaOf(q.about, q.all)
		for i := range q.toks {
			q.fieldOf(i)
		}
		q.readBy()
		q.readTarget()
		q.readFilters()
		q.readFigures()
	}
	said.Where, said.By = q.where, q.groups()
	q.bind(&said, len(before.By)+len(said.By) > 0)
	if lists {
		return q.listOf(before.Follow(said)), true
	}
	q.followOrder(&said, before)
	q.followMeasure(&said, before)
	q.followShare(&said, before)
	q.followTimes(&said, &before)
	something := len(said.When)+len(said.Where)+len(said.Having)+len(said.By)+said.Top > 0 || said.Measure+said.Stat+said.Then+said.Order != ""
	return before.Follow(said), something || said.Whose != "" && said.Whose != before.Whose || q.has("chart")
}

// whoseNow is whose rows a question that goes on says to mean, or "".
func (q *reading) whoseNow(before Plan) string {
	segment := before.About == "purchases" && slices.ContainsFunc(q.toks, func(t token) bool { return len(t.of("segment")) > 0 && len(t.of("channel")) == 0 })
	switch {
	case q.has("everyone", "broadly", "client", "others", "sold"), segment, slices.ContainsFunc(q.toks, func(t token) bool { return t.has("buy") && t.has("all") }):
		return All
	case q.has("own"):
		return Mine
	}
	return ""
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
func (q *reading) followOrder(said *Plan, before Plan) {
	best, several := q.has("order"), q.plural || q.has("many")
	target := q.grouping() && !before.grouped(q.target) && len(said.By) == 0
	counted := before.Stat == Distinct && isEntity(before.Measure) && before.Do == "" && (q.implied || q.target == before.Measure)
	switch {
	case counted && (q.limit > 0 || best): // "how many styles? The top 4"
		said.By, said.Measure, said.Stat, said.Order = []string{before.Measure}, "units", Sum, q.order()
		said.Top = cmp.Or(q.limit, map[bool]int{true: 5, false: 1}[several])
		return
	case target && before.Looks(), target && len(before.By) == 0 && best && (!q.implied || q.has("which")):
		said.By = []string{q.target} // "and which one the most?"
	case target && !q.implied && len(before.By) > 0 && (best || before.Top > 0):
		said.By, said.Order, said.Top = []string{q.target}, before.Order, cmp.Or(q.limit, before.Top)
	}
	groups := len(before.By)+len(said.By) > 0
	if best && (groups || before.Do == Extreme) {
		if said.Order = q.order(); q.limit == 0 && !several {
			said.Top = 1
		}
	}
	first := before.Looks() && len(said.By) > 0 || q.limit > 0 && before.Order == "" && groups // "by style, the first 3"
	switch {
	case q.has("reversed") && groups:
		said.Order = map[bool]string{true: Asc, false: Desc}[before.Order == Desc]
	case q.has("sorted", "sortedup") && groups:
		said.Order = q.order()
	case first && said.Order == "" && (len(said.By) == 0 || !isPeriod(said.By[0])):
		said.Order = Desc
	}
}

// followMeasure sets the measure and the statistic that a follow-up names.
func (q *reading) followMeasure(said *Plan, before Plan) {
	figures := slices.DeleteFunc(slices.Clone(q.said), func(m figure) bool {
		return m.Stat == Distinct && before.grouped(m.Measure) || before.Do == List && q.isBound(m.Measure) // "only those rated 5"
	})
	stat, _ := q.statistic()
	looked := ""
	if before.Looks() && len(before.Show) == 1 {
		looked = before.Show[0]
	}
	switch {
	case said.Measure != "":
	case len(figures) > 0:
		said.Measure, said.Stat = figures[0].Measure, figures[0].Stat
	case q.table() && q.has("order") && q.has("rows") && stat == "": // "who was paid the most, and who had the most visits?"
		said.Stat = Count
	case stat == "" && len(said.By) > 0 && q.kind(looked) == Number: // "how are the ages spread? And by town?"
		said.Measure, said.Stat = looked, q.s.field(looked).Stat
	case stat == "" && len(said.By) > 0 && (before.Do == Gaps || before.Looks()):
		f := q.usual(said.By[0])
		said.Measure, said.Stat = f.Measure, f.Stat
	}
	if stat != "" {
		said.Measure = cmp.Or(said.Measure, before.Measure, looked, q.role("amount"))
		said.Stat, said.Q = stat, q.quantile()
	}
}

// followShare makes a follow-up question one for a share of the figures told before ("and what
// percentage was stout?") or for their change.
func (q *reading) followShare(said *Plan, before Plan) {
	q.then(said)
	changed := q.has("grow", "rise", "fall", "change", "difference")
	switch {
	case changed && (len(before.When) == 2 || said.Then == "" && len(said.By) == 0):
		said.Then = Change
	case !q.has("percent") || before.Stat == Mean && len(q.where) != 1:
	case len(q.where) == 1 && len(said.By) == 0 && before.Whose == Mine:
		if said.Then, said.Part, said.Where = Share, q.where, nil; before.Stat != Sum && before.Stat != Count && said.Measure == "" {
			said.Measure, said.Stat = "units", Sum
		}
	case len(before.By)+len(said.By) > 0:
		said.Then = Share
	}
}

// followTimes sets the times of a follow-up beside those of the last answer.
func (q *reading) followTimes(said, before *Plan) {
	had, one, now := before.When, len(q.when) == 1 && len(before.When) == 1, Span{}
	if len(q.when) > 0 {
		now = q.when[0]
	}
	switch {
	case one && slices.ContainsFunc(q.toks, func(t token) bool { return t.has("time") && timeFile().words["same"][t.text] }): // "and in the same period of last year?"
		s := had[0].soFar(q.now, q.all)
		said.When = []Span{s.in(now.From.Year()), s}
	case one && now.year() > 0 && had[0].closed() && had[0].year() == 0 && had[0].From.Year() == had[0].To.Year() && !q.has("compare"):
		said.When = []Span{had[0].in(now.year())} // "in March? And in 2024?"
	case len(q.when) == 1 && (q.has("compare") || said.Then == Change && len(had) == 1 && len(q.by) == 0): // "how does that compare to last year?"
		if len(had) == 0 {
			had = now.beside(q.now)[1:]
		}
		said.When = append(slices.DeleteFunc(slices.Clone(q.when), func(s Span) bool { return slices.Contains(had, s) }), had...)
	case said.Order != "" && len(had) == 2 && len(q.when) == 0: // after two years beside each other, "and which style most?"
		before.When, before.Then = []Span{slices.MaxFunc(had, func(a, b Span) int { return a.From.Compare(b.From) })}, ""
	}
	if len(said.When) == 1 && len(before.By) == 1 && len(said.By) == 0 && said.When[0].unit() == before.By[0] {
		before.By, before.Order, before.Top = nil, "", 0 // one month of a list of months
	}
	if len(said.When) > 1 {
		before.Top = 0
	}
}

// ofClients are the fields of where clients are and what they are, which those of the guest's own rows have not.
var ofClients = strings.Fields("segment city state")

// Follow puts what a short question adds over the plan of the last answer: "e no ano passado?", "em
// unidades", "só IPA", "por estado".
func (p Plan) Follow(q Plan) Plan {
	out := p
	out.Where, out.Instead = slices.Clone(p.Where), q.Instead
	drop := func(of func(Cond) bool) { out.Where = slices.DeleteFunc(out.Where, of) }
	if q.Whose != "" && q.Whose != p.Whose { // where clients are is another place than where breweries are
		out.Whose = q.Whose
		drop(func(c Cond) bool { return slices.Contains(ofClients, c.Field) })
	}
	if q.Measure != "" || q.Stat != "" {
		out.Measure, out.Stat, out.Q, out.Other, out.More = q.Measure, q.Stat, q.Q, q.Other, q.More
		if out.Do == List || out.Looks() {
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
	out.Order, out.Top = cmp.Or(q.Order, out.Order), cmp.Or(q.Top, out.Top)
	return out
}
