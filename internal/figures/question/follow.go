package question

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

// maxFollow is how many words a question that goes on from another has: a
// longer one says by itself what it wants.
const maxFollow = 7

// goingOn are words with which a question goes on from the one before.
// linking are those that join it to the one before, pointing those that point back.
var (
	linking  = lang.Set("e and y mas but pero agora now ahora then entao entonces")
	pointing = lang.Set("ela ele elas eles ella le naquela naquele naquilo aquilo its nela nele nelas neles dessa desse daquela daquele nessa nesse essa esse esa ese esta este aquela aquele isso disso nisso deles delas destes dessas desses essas esses that those them it eso esos esas ellos one ones dele dela")
)

// pointingToOne are those that point to one thing.
var pointingToOne = lang.Set("it that ela ele dela dele nela nele dessa desse essa esse ella esa ese le")

var goingOn = lang.Set("e and y agora now ahora mas but pero so only solo apenas just ou or o por by em in en no na faz faca make draw show mostra desenha tira sem without sin inclui")

func (q *reading) short() bool { return len(q.toks) > 0 && len(q.toks) <= maxFollow }

// goesOn reports whether a question only goes on from what was asked: "e em
// 2024?", "por estilo", "which one was the biggest?".
func (q *reading) goesOn(before Plan) bool {
	examines := q.voc.table != nil && q.has("missing", "outlier", "correlation", "distribution", "summary")
	most := maxFollow + 3
	if len(q.toks) > 0 && (linking[q.toks[0].text] || q.says(pointing)) && !q.has("howmuch", "moneyown") {
		most = 2 * maxFollow
	}
	if len(q.toks) == 0 || len(q.toks) > most || q.found || q.elsewhere(before) || examines || before.Do != Shift && q.voc.table == nil && q.asksChange() {
		return false
	}
	asks := q.has("howmany", "howmuch", "which", "buyown", "moneyown")
	if q.all && before.Whose == Mine && before.Do != "" || q.has("everyone") && q.has("buy", "sold", "buyall") && (q.superlative() || q.has("howmany", "howmuch")) {
		return false // "but what do people in Ohio buy most?" says all that it wants
	}
	if q.adds(before) {
		return true
	}
	if q.namesOf(before) || q.voc.table == nil && onlying[q.toks[0].text] && len(q.having) > 0 && before.Whose == Mine { // "only those that I rated 2"
		return true
	}
	back := q.says(pointing) && !q.has("favourite")
	among := len(before.By) > 0 && q.superlative() && !q.has("favourite") && (q.target == "" || q.implied || before.grouped(q.target)) && !q.has("buyown", "moneyown", "sold", "buy", "list", "by") && len(q.where) == 0
	figure := len(q.toks) <= 5 && len(q.figuresSaid()) > 0 && !q.has("own", "buyown", "moneyown", "sold", "buy", "buyall", "everyone", "client", "purchase", "by") && q.target == "" && len(q.where) == 0
	if figure && q.voc.table != nil && q.has("which") && q.statistic() != "" && before.Top == 1 {
		figure = false // "which month was best? What is the mean price?": the second says all that it wants
	}
	switch {
	case linking[q.toks[0].text], q.toks[0].class == "by", back, among, figure:
		return true
	case !q.short():
		return false
	case goingOn[q.toks[0].text] && !asks:
		return true
	case q.said(0) == "what" || q.said(0) == "how", q.said(0) == "que tal":
		return q.said(1) == "about" || q.said(0) == "que tal"
	}
	return len(q.toks) <= 3 && !asks && !q.has("list", "own", "everyone") // "em unidades", "2024?"
}

// adds reports whether a question sets another time beside those of the last answer: "add 2024".
func (q *reading) adds(before Plan) bool {
	return q.voc.table == nil && q.short() && q.says(adding) && len(q.when) == 1 && len(before.When) > 0 && before.Do == "" && !slices.Contains(before.When, q.when[0])
}

var adding = lang.Set("acrescenta acrescente inclui inclua adiciona adicione add include agrega agregue agregale incluye")

// namesOf reports whether a question asks which things the figure of the last answer is of: "and
// which beers were those?".
func (q *reading) namesOf(before Plan) bool {
	plain := len(before.By) == 0 && before.Do == "" && before.Whose == Mine && before.About == "purchases"
	asks := q.has("which") && entity[q.target] && !q.implied && q.plural && len(q.by)+len(q.where)+len(q.having) == 0 && !q.superlative() && !q.hasFigure()
	return q.voc.table == nil && plain && asks && (len(q.when) > 0 || q.pointsBack() || q.says(wereWords)) && !q.all && !q.has("grow", "change", "compare", "where", "never")
}

var wereWords = lang.Set("foram eram were fueron eran")

// elsewhere reports whether a question speaks of other rows than the plan before.
func (q *reading) elsewhere(before Plan) bool {
	return q.voc.table == nil && q.about != before.About && (q.about == "trips" || q.about == "clients" || before.About == "profile" || q.has("purchase", "buyown", "trip"))
}

// follow changes the plan of the last answer by what a question says.
func (q *reading) follow(before Plan) (Plan, bool) {
	if q.has("which") && q.has("rating") && q.says(pointing) && !(before.Do == "" && q.says(pointingToOne)) && !q.superlative() && !q.has("avg", "howmany", "howmuch", "number") && before.About == "purchases" && before.Whose == Mine && len(before.By) == 0 { // "which of those did I rate?"
		p := before
		if bound := slices.DeleteFunc(slices.Clone(q.having), func(c Cond) bool { return c.Field != "rating" }); len(bound) > 0 {
			p = before.Follow(Plan{Where: bound})
		} else if before.cond("rating") == nil {
			p = before.Follow(Plan{Where: []Cond{{Field: "rating", Op: ">=", N: 1}}})
		}
		p.Do, p.Measure, p.Stat, p.Show = List, "rating", "", []string{"purchased_at", "beer", "rating"}
		return p, true
	}
	if q.voc.table == nil && before.About == "purchases" && before.Whose == Mine && q.target == "purchase" && q.plural && q.has("list") && q.pointsBack() && !q.superlative() { // "list those purchases"
		p := before.Follow(Plan{Where: q.where, When: q.when})
		p.Do, p.Measure, p.Stat, p.Per, p.Then, p.Order, p.Top, p.By, p.More, p.Having = List, "", "", "", "", "", q.limit, nil, nil, nil
		if p.Show = slices.Clone(schemaOf(p.About, false).Row); q.has("rating") {
			p.Show = append(p.Show, "rating")
		}
		return p, true
	}
	if before.Do == Last && q.has("penultimate") { // "and the one before the last?"
		p := before
		p.Top, p.Skip = 1, 1
		return p, true
	}
	if f := before.Measure; before.Stat == Distinct && entity[f] && before.Do == "" && (q.limit > 0 || q.superlative()) && (q.target == "" || q.implied || q.target == f) { // "how many styles? The top 4"
		p := before.Follow(Plan{Measure: "units", Stat: Sum, By: []string{f}, Order: q.order(), Top: cmp.Or(q.limit, 1), Where: q.where, When: q.when})
		if q.has("money", "moneyown") {
			p.Measure = "amount"
		}
		if q.limit == 0 && (q.plural || q.says(many)) {
			p.Top = 5
		}
		return p, true
	}
	if q.namesOf(before) {
		p := before.Follow(Plan{When: q.when})
		p.Do, p.Show, p.Measure, p.Stat, p.Per, p.Then, p.More = List, []string{q.target}, "", Distinct, "", "", nil
		return p, true
	}
	if before.Do == Shift && q.has("grow", "stopped") { // "and which fell?"
		p := Plan{About: before.About, Whose: before.Whose, Where: before.Where, When: q.when}
		ok, err := q.shifted(&p)
		return p, ok && err == nil
	}
	more := Plan{When: q.when, Top: q.limit}
	if q.adds(before) {
		more.When = append(slices.Clone(before.When), q.when...)
		slices.SortFunc(more.When, func(a, b Span) int { return a.From.Compare(b.From) })
		return before.Follow(more), true
	}
	all := before.Whose == All
	switch {
	case q.voc.table != nil:
	case q.has("everyone", "client", "buyall", "others", "sold"):
		more.Whose = All
		all = true
		if rows := []string{List, First, Last, Extreme}; before.Whose == Mine && before.About == "purchases" && slices.Contains(rows, before.Do) { // nobody's purchases are listed: "and people in Texas?"
			before = Plan{About: before.About, Whose: All, Measure: "units", Stat: Sum, By: []string{"beer"}, Order: Desc, Top: 5, When: before.When}
		}
	case q.has("own", "buyown", "moneyown"):
		more.Whose = Mine
		all = false
	}
	// The words are read again as a part of a question about the same rows.
	if q.voc.table == nil {
		q.about, q.all, q.own = before.About, all, !all
		q.schema = schemaOf(q.about, all)
		q.by, q.target, q.where = nil, "", nil
		q.readBy()
		q.readTarget()
		q.readFilters()
	}
	more.Where = q.where
	more.By = slices.DeleteFunc(slices.Clone(q.by), func(f string) bool { return !q.grouping(f) })
	if len(more.By) == 0 && slices.Contains(looks, before.Do) && q.grouping(q.target) { // "again the one of towns"
		more.By = []string{q.target}
		if !isPeriod(q.target) {
			more.Order = Desc
		}
	}
	q.followOrder(&more, before)
	q.followMeasure(&more, before)
	if q.has("percent") && len(before.By)+len(more.By) > 0 {
		more.Then = Share
	}
	if q.then(&more); more.Then == "" && q.has("grow", "change") {
		more.Then = Change
	}
	wider := q.has("compare") || len(more.By) == 1 && isPeriod(more.By[0]) && !before.grouped(more.By[0])
	if more.Then == Change && (len(before.By) == 0 || wider) && len(before.When) == 1 { // "compared to the month before?"
		more.By, more.When = nil, when{before.When[0].previous(), before.When[0]}
		if len(before.By) > 0 {
			more.Then = ""
		}
	}
	if len(q.when) == 1 && len(before.When) == 1 && q.when[0].thisFar(q.now) { // "and in the same period of last year?"
		more.When = before.When[0].asIn(q.when[0], q.now)
	}
	if len(q.when) == 1 && q.when[0].year() > 0 && len(before.When) == 1 && before.When[0].year() == 0 && before.When[0].within() > 0 && before.When[0].closed() && !q.has("total", "every", "compare") { // "in March? And in 2024?"
		had := before.When[0]
		more.When = when{months(q.when[0].year(), had.From.Month(), had.months())}
	}
	if q.has("compare") && len(more.When) == 1 { // "how does that compare to last year?"
		had := before.When
		if len(had) == 0 {
			had = more.When[0].besides(q.now)
		}
		more.When = append(slices.DeleteFunc(slices.Clone(more.When), func(s Span) bool { return slices.Contains(had, s) }), had...)
	}
	if years := len(q.when) == 2 && q.when[0].year() > 0 && q.when[1].year() > 0; years && q.has("compare") && len(more.By) == 0 && len(before.By) == 1 && isPeriod(before.By[0]) {
		before.By, before.Then, before.Order = nil, "", "" // years, not their quarters
	}
	if q.says(chartWords) {
		more.Chart = "auto"
	}
	for i := range q.having {
		if q.ofRow(q.having[i]) {
			more.Where = append(more.Where, q.having[i])
		} else {
			more.Having = append(more.Having, q.having[i])
		}
	}
	said := more.Whose != "" && more.Whose != before.Whose || len(more.When) > 0 || len(more.Where) > 0 || len(more.By) > 0 || more.Measure != "" || more.Stat != "" || more.Then != "" || more.Order != "" || more.Top > 0 || more.Chart != "" || len(more.Having) > 0
	if !said {
		return Plan{}, false
	}
	if len(before.When) > 1 && len(q.when) == 0 && len(more.By) > 0 && more.Order != "" && !isPeriod(more.By[0]) && !q.has("compare") {
		before.When = nil // after two years beside each other, "and which style do I buy most?"
	}
	if len(more.When) > 1 {
		before.Top = 0 // the first of one year may be the last of the other
	}
	return before.Follow(more), true
}

var chartWords = lang.Set("grafico graficos chart charts graph plot desenho desenha")

// followOrder sets which of the groups a follow-up wants: "which was the
// biggest?", "e a cervejaria?" after the style most bought.
func (q *reading) followOrder(more *Plan, before Plan) {
	if q.limit > 0 && len(more.By) > 0 && !isPeriod(more.By[0]) && !q.superlative() { // "by style, the first 3"
		more.Order = Desc
	}
	if len(before.By) == 0 && q.implied && q.grouping(q.target) && q.superlative() && q.has("which") && len(more.By) == 0 { // "and which one the most?"
		more.By, more.Order, more.Top = []string{q.target}, q.order(), max(1, q.limit)
		return
	}
	if len(before.By) == 0 && (len(more.By) == 0 && (q.implied || !q.grouping(q.target)) || !q.superlative()) {
		return
	}
	best := q.superlative() && !q.has("rating")
	if len(more.By) == 0 && q.grouping(q.target) && !q.implied && !before.grouped(q.target) && (best || before.Order != "" && before.Top > 0) {
		more.By, more.Order, more.Top = []string{q.target}, before.Order, cmp.Or(q.limit, before.Top)
	}
	several := q.plural || q.says(many)
	if best {
		if more.Order = q.order(); q.limit == 0 && !several && len(before.By)+len(more.By) > 0 {
			more.Top = 1
		}
	}
	if q.limit > 0 && more.Order == "" && before.Order == "" {
		more.Order = Desc
	}
}

// readFound makes what the last answer named a condition of a question that
// points back to it and asks something else: "the priciest order in that year".
func (q *reading) readFound(before Plan) {
	if q.readThat(before.Found); q.found || q.otherEnd(before) != "" {
		return
	}
	at, place := q.placeSaid()
	named := slices.ContainsFunc(q.where, func(c Cond) bool { return entity[c.Field] })
	asks := q.hasFigure() || q.has("percent", "when", "last", "first", "buyown", "moneyown", "times") || q.own && q.has("buy")
	figure := q.voc.table == nil && !named && !q.superlative() && len(q.by) == 0 && (q.target == "" || q.target == "purchase" || q.implied) && asks
	anew := q.target != "" && !q.implied && !before.grouped(q.target) || q.has("where", "abv", "ibu", "site", "make") || figure
	if f, ok := before.found(place); ok && (place != 0 || q.pointsBack() || figure && q.elliptic(before) || q.ofIt(f)) && anew && len(q.toks) <= 2*maxFollow {
		if q.found = true; place != 0 {
			q.toks[at].class = "done"
		}
		if s, ok := spanOf(f.Values[0]); isPeriod(f.Field) && ok {
			q.when = when{s}
		} else if !isPeriod(f.Field) {
			if figure && place == 0 && !q.pointsBack() { // of the same time
				q.when = before.When
			}
			q.filter(f)
			q.where[len(q.where)-1].names = len(f.Values) // of a tie, each
			if i := q.index("percent"); i >= 0 && figure && pointing[q.said(i+1)] {
				q.toks[i].class = "howmuch" // "how much of it" is no share
			}
		}
	}
}

// elliptic reports whether a short question about a figure leaves out what it is of, which the
// last answer named: "which beer do I buy most? How many did I get?".
func (q *reading) elliptic(before Plan) bool {
	return q.short() && before.About == "purchases" && before.Whose == Mine && entity[before.Found.Field] && !q.all && len(q.when) == 0 && len(q.having) == 0 && q.target != "purchase" && !q.has("total", "every", "alltime", "percent", "distinct", "first", "last", "everyone", "others", "never")
}

// ofIt reports whether a short question asks which brewery or style the beer is of that the last
// answer named: "de qual cervejaria?".
func (q *reading) ofIt(f Cond) bool {
	return q.voc.table == nil && f.Field == "beer" && q.short() && q.has("which") && (q.target == "brewery" || q.target == "style") && !q.implied && !q.plural && !q.superlative() && len(q.when)+len(q.where)+len(q.by) == 0 && !linking[q.said(0)] && !q.has("own", "buyown", "moneyown", "buy", "everyone", "client", "others", "rating", "howmany", "howmuch")
}

// pointsBack reports whether words point to what was told: "ela", "from them", "la compré".
func (q *reading) pointsBack() bool {
	for i, t := range q.toks {
		object := (t.text == "la" || t.text == "lo") && (slices.Contains([]string{"buy", "buyown", "rateown"}, q.class(i+1)) || q.said(i+1) == "habia" || q.said(i+1) == "he")
		if word := lastWord(t.text); object || pointing[word] && word != "one" && word != "ones" {
			return true
		}
	}
	return false
}

// lastWord is that of a token of several: "dela" of "gosta dela".
func lastWord(text string) string { return text[strings.LastIndex(text, " ")+1:] }

// readThat takes the period that the last answer named for the time: "what did I buy that month?".
func (q *reading) readThat(f Cond) {
	i := slices.IndexFunc(q.toks, func(t token) bool { return thatOne[t.text] })
	if i < 0 || !isPeriod(f.Field) || len(f.Values) == 0 || q.voc.lexicon.class(q.said(i+1)) != f.Field {
		return
	}
	if s, ok := spanOf(f.Values[0]); ok {
		q.toks[i].class, q.toks[i+1].class, q.when, q.found, q.target = "time", "time", when{s}, true, ""
		q.readTarget()
	}
}

var thatOne = lang.Set("that nesse naquele desse daquele ese aquel")

// places in a list, by the class of the words that say them.
var placeNumbers = []string{"first", "second", "third", "fourth", "fifth"}

// placeSaid is the token that says a place in the list given last, and which: "the second
// one" is 2, "a última" -1. Of purchases and times it says something else.
func (q *reading) placeSaid() (at, place int) {
	if q.has("purchase", "trip", "time") || len(q.when) > 0 || q.limit > 0 { // "the first 10" are several
		return -1, 0
	}
	bought := q.has("buyown", "moneyown", "buy")
	for i, class := range placeNumbers[1:] {
		at := q.index(class)
		if next, j := q.next(at); at >= 0 && (!bought || j < 0 || q.toks[j].sep || !entity[next] && next != "times") { // not "the second beer that I bought"
			return at, i + 2
		}
	}
	for class, n := range map[string]int{"first": 1, "last": -1} {
		at := q.index(class)
		alone := articles[q.said(at-1)] && (at+1 == len(q.toks) || q.said(at+1) == "one") || at > 0 && pointing[q.said(at-1)] // "how much did I spend on the first one?"
		if at >= 0 && (!bought || alone) {
			return at, n
		}
	}
	return -1, 0
}

// otherEnd is First after the last purchase and Last after the first, where that is what a question
// says: "my first order? And the latest?".
func (q *reading) otherEnd(before Plan) string {
	_, place := q.placeSaid()
	end := map[int]string{1: First, -1: Last}[place]
	if (before.Do != First && before.Do != Last) || before.Do == end || len(before.Listed.Values) > 1 || !q.short() || q.hasFigure() {
		return ""
	}
	return end
}

// another is the plan of the last answer about another of the things that were listed: "and
// the fourth?".
func (q *reading) another(before Plan) (Plan, bool) {
	at, place := q.placeSaid()
	if end := q.otherEnd(before); end != "" {
		before.Do, before.Skip = end, 0
		return before, true
	}
	if len(before.When) == 2 && before.Do == "" && before.Stat != "" && len(before.By) == 0 && q.voc.table == nil && q.has("change", "difference", "grow") && q.short() && len(q.where)+len(q.when) == 0 && !q.has("money", "moneyown", "unit", "rating", "price") && (q.target == "" || q.implied) { // "and the difference in percent?"
		before.Then = Change
		return before, true
	}
	if before.Do == Extreme && q.superlative() && q.order() != before.Order && len(q.toks) <= 4 && !q.hasFigure() && len(q.where)+len(q.when)+len(q.by) == 0 && (q.target == "" || q.implied) { // "my biggest order? And the smallest?"
		before.Order = q.order()
		return before, true
	}
	f, ok := before.found(place)
	had := before.cond(f.Field)
	if !ok || place == 0 || had == nil || had.Op != "=" || isPeriod(f.Field) || !q.short() {
		return Plan{}, false
	}
	if slices.ContainsFunc(q.toks, func(t token) bool {
		return t.class != "" && t.class != "plain" && t.class != "which" && t.class != q.class(at)
	}) {
		return Plan{}, false
	}
	return before.Follow(Plan{Where: []Cond{f}}), true
}

// says reports whether one of the words is said.
func (q *reading) says(words map[string]bool) bool {
	return slices.ContainsFunc(q.toks, func(t token) bool { return words[t.text] })
}

// many are words of several things.
var many = lang.Set("as os las los quais cuales ones those")

// followMeasure sets the measure and the statistic that a follow-up names.
func (q *reading) followMeasure(more *Plan, before Plan) {
	if q.has("howmany") && q.has("distinct") && len(before.By) == 1 && q.target == "" { // "how many different ones?"
		more.Measure, more.Stat, more.Do = before.By[0], Distinct, All
		return
	}
	said := slices.DeleteFunc(q.figuresSaid(), func(m mention) bool {
		return m.Stat == Distinct && before.grouped(m.Measure) || before.Do == List && q.bound(m.Measure) // "only those rated 5"
	})
	if len(said) > 0 {
		more.Measure, more.Stat = said[0].Measure, said[0].Stat
	}
	stat := q.statistic()
	rows := q.voc.table != nil && q.superlative() && slices.ContainsFunc(q.toks, func(t token) bool { return t.class == "rows" || q.voc.lexicon.exact[t.text] == "row" })
	if same := len(said) > 0 && said[0].Figure == (Figure{before.Measure, before.Stat, before.Q}); rows && stat == "" && (same || len(said) == 0) { // "who was paid the most, and who had the most visits?"
		more.Measure, more.Stat = "", Count
		return
	}
	if stat == "" && len(said) == 0 && len(more.By) > 0 && q.voc.table != nil && (before.Do == Gaps || slices.Contains(looks, before.Do)) { // "how are the ages spread? And by town?"
		q.tableNumber(more)
		name := q.money()
		if before.looksAtOne() {
			name = before.Show[0]
		}
		if f := q.schema.field(name); more.Measure == "" && f != nil && f.Kind == Number && !rows {
			more.Measure, more.Stat = f.Name, f.Stat
		}
	}
	if stat == "" {
		return
	}
	more.Stat, more.Q = stat, q.quantile()
	if more.Measure == "" {
		more.Measure = before.Measure
	}
	if more.Measure == "" && before.looksAtOne() { // "is an age missing? And the mean?"
		more.Measure = before.Show[0]
	}
	if more.Measure == "" && q.voc.table == nil {
		more.Measure = "amount"
	} else if more.Measure == "" {
		more.Measure = q.money()
	}
}

// besides is what a time is compared with if no other is said: the one after it, or the
// one before if it is not over yet. An open time, or one of days, has none.
func (s Span) besides(now time.Time) when {
	switch {
	case !s.closed():
		return nil
	case !s.To.Before(now):
		return when{s.previous()}
	}
	after := s.To.AddDate(0, 0, 1)
	return when{months(after.Year(), after.Month(), s.months())}
}

// closed reports whether a time is of whole months and has both ends.
func (s Span) closed() bool { return s.whole() && !s.From.IsZero() && !s.To.IsZero() }

// months is how many months a closed time has.
func (s Span) months() int {
	return (s.To.Year()-s.From.Year())*12 + int(s.To.Month()-s.From.Month()) + 1
}

// previous is the time of the same length just before.
func (s Span) previous() Span {
	if !s.closed() {
		return Span{From: s.From.AddDate(0, 0, -1), To: s.From.AddDate(0, 0, -1)}
	}
	n := s.months()
	return months(s.From.Year(), s.From.Month()-time.Month(n), n)
}
