package question

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// reading is a question that is being read: its tokens, and what was found in them.
type reading struct {
	v      *Vocabulary
	now    time.Time
	toks   []token
	heard  []token // before some were read as bounds and the like
	s      *Schema
	before *Plan // of the last answer

	when     []Span
	hours    *Cond
	about    string // as Plan.About
	own, all bool   // whose rows are spoken of
	found    bool   // a condition is what the last answer named

	where, having []Cond
	limit         int
	by            []string // fields that are said to be grouped by
	target        string   // the field that is asked for, or "rows"
	plural        bool     // several of it
	implied       bool     // it is not named
	said          []figure // figures that are named

	unknown  string   // something that the catalogue does not have
	stranger string   // somebody who is nobody we know
	spans    []string // the parts of it that were learned to matter
	heardOf  string   // one of them that asks for something which nothing has
}

// read reads what a question says. If a scope is given, it is about those rows.
func (v *Vocabulary) read(text string, now time.Time, before, scope *Plan) *reading {
	q := &reading{v: v, now: now, before: before, s: v.table, about: "data"}
	clock := &timeReader{toks: v.lex(split(text)), now: now, table: v.table != nil, rows: v.days}
	if before != nil {
		if clock.found = before.Found; len(before.When) == 1 {
			clock.of = before.When[0]
		}
	}
	q.when = clock.read()
	q.toks, q.hours = clock.toks, clock.hours
	q.hear(text)
	q.weigh()
	switch {
	case v.table != nil:
		q.about = v.table.Name
	case scope != nil:
		q.names()
		q.about, q.own, q.all = scope.About, scope.Whose == Mine || scope.Whose == Both, scope.Whose == All
	default:
		q.names()
		q.scope()
	}
	q.slots()
	return q
}

func (q *reading) table() bool { return q.v.table != nil }

// has reports whether a token is of one of some concepts, index which is the first.
func (q *reading) has(concepts ...string) bool { return q.index(concepts...) >= 0 }

func (q *reading) index(concepts ...string) int {
	return slices.IndexFunc(q.toks, func(t token) bool { return t.has(concepts...) })
}

func (q *reading) count(concept ...string) (n int) {
	for _, t := range q.toks {
		if t.has(concept...) {
			n++
		}
	}
	return n
}

// both reports whether one token is of two concepts: "gastei" is of an amount and of the guest's own.
func (q *reading) both(a, b string) bool {
	return slices.ContainsFunc(q.toks, func(t token) bool { return t.has(a) && t.has(b) })
}

// at is the token at i; there is an empty one at either end.
func (q *reading) at(i int) (t token) {
	if i >= 0 && i < len(q.toks) {
		t = q.toks[i]
	}
	return t
}

// first is the text of the first token of some concepts.
func (q *reading) first(concepts ...string) string { return q.at(q.index(concepts...)).text }

// next is the first token after i that means something, but for those of the concepts to skip, or -1.
func (q *reading) next(i int, skip ...string) int {
	for j := i + 1; i >= 0 && j < len(q.toks) && j <= i+4 && !q.toks[j].begins; j++ {
		if q.toks[j].means() && !q.toks[j].has(skip...) {
			return j
		}
	}
	return -1
}

// last is the first token before i that means something, or -1.
func (q *reading) last(i int) int {
	for i--; i >= 0 && !q.toks[i].means(); i-- {
	}
	return i
}

// and reports whether tokens from i up to j are set side by side.
func (q *reading) and(i, j int) bool {
	return slices.ContainsFunc(q.toks[i+1:min(j+1, len(q.toks))], func(t token) bool { return t.sep || t.has("and") })
}

// kind is the kind of a field, or "".
func (q *reading) kind(field string) string {
	if f := q.s.field(field); f != nil {
		return f.Kind
	}
	return ""
}

// summable reports whether a field has numbers that are added up.
func (q *reading) summable(field string) bool {
	return q.kind(field) == Number && q.s.field(field).Stat == Sum
}

// number is the field of numbers that the token at i names, dim that which rows can be grouped by, or "".
func (q *reading) number(i int) string {
	if f := q.at(i).field; q.kind(f) == Number {
		return f
	}
	return ""
}

func (q *reading) dim(i int) string {
	f := q.at(i).field
	switch q.kind(f) {
	case Number, "":
		return ""
	case Date:
		return "day"
	}
	return f
}

// role is the field of numbers that stands for money, price, units or mark: that of the house is
// called so, a column of a table by words of columns.txt.
func (q *reading) role(role string) string {
	if q.table() {
		return q.s.role(role)
	}
	return map[string]string{"money": "amount", "price": "price", "units": "units", "mark": "rating"}[role]
}

// heard are the kinds of what something is asked of that is not passed over if no row has it: "quanto gastei com vinho?"
var heard = lang.Set("beer_style food drink brewery place dimension cuisine lodging")

// hear notes the parts of a question by what was learned of how people ask, and the first that no row has.
func (q *reading) hear(text string) {
	before := understand.Before{Last: "none"}
	if q.table() {
		before.Last = "table"
	} else if q.before != nil {
		before.Last = "purchases"
	}
	for _, s := range understand.Read(text, before).Spans {
		if s.Kind != "name" {
			q.spans = append(q.spans, s.Text)
		}
		words, read, strange := lang.Set(lang.Squeeze(lang.Fold(s.Text))), false, false
		for _, t := range q.toks {
			if slices.ContainsFunc(strings.Fields(t.text), func(w string) bool { return words[w] }) {
				read, strange = read || t.means(), strange || t.unknown() && len(t.text) > 2
			}
		}
		if heard[s.Kind] && strange && !read && q.heardOf == "" {
			q.heardOf = s.Text
		}
	}
}

// weigh settles what words mean by those beside them.
func (q *reading) weigh() {
	set := func(i int, concepts string) { q.toks[i].is, q.toks[i].field = strings.Fields(concepts), "" }
	for i, t := range q.toks {
		switch {
		case t.has("usual") && q.has("howmuch", "howmany", "price", "purchase"): // "how much do I usually spend"
			set(i, "avg stat figure asks")
		case t.has("usual"): // "what do I usually buy"
			set(i, "favourite most order bought")
		case t.text == "mas" && (t.begins || t.sep && t.raw == t.text || q.at(i+1).has("only")): // "but", not "more"
			set(i, "plain linking")
		case t.text == "que" && slices.ContainsFunc(q.toks[max(0, i-3):i], func(t token) bool { return t.has("comparative") }): // "mais … que"
			set(i, "compare asks")
		case (t.text == "la" || t.text == "lo") && q.at(i+1).has("own"): // "¿cuándo la pedí?"
			set(i, "plain pointing")
		case t.has("good", "bad") && !q.has("rating"):
			set(i, "")
		case t.has("rating") && q.at(q.last(i)).has("never", "without"):
			set(q.last(i), "plain")
			set(i, "unrated bought asks own")
		}
	}
}

// scope finds out whose rows are meant, and of which kind.
func (q *reading) scope() {
	any := func(column, but string) bool {
		return slices.ContainsFunc(q.toks, func(t token) bool { return len(t.of(column)) > 0 && len(t.of(but)) == 0 })
	}
	told := q.before != nil && q.before.Whose == Mine && (q.has("pointing") || q.elliptic()) // the guest's rating of it
	trips := q.has("trip", "nights") || any("kind", "segment") || any("kind", "") && q.has("own") && !q.has("beer", "brewery", "sold", "others", "client", "compare", "purchase")
	bought := q.has("bought") || any("channel", "")
	catalogue := q.has("beer", "brewery", "style", "month", "quarter") || q.named("style", "beer", "brewery")
	q.all = q.has("all") || any("segment", "channel") && !trips
	q.own = q.has("own") || !q.all && (q.has("rating") && q.has("number", "good", "bad") || len(q.when) > 0 && q.has("total", "howmuch")) // "todas com nota 4 ou mais", "total do mês passado"
	if !q.own && !told && q.has("popular", "rating") {
		q.all = true
	}
	goesOn := q.before != nil && q.before.About == "purchases" && q.at(0).has("linking") && !q.has("howmany") // "and of clients in Ohio?"
	switch {
	case trips:
		q.about = "trips"
	case !bought && !catalogue && (q.has("client", "segment", "joined") || any("segment", "")) && !goesOn:
		q.about, q.all = "clients", true
	case bought || q.own || q.all || q.has("trend", "change", "grow", "rise", "fall", "running") || len(q.when) > 0:
		q.about = "purchases"
	default:
		q.about = map[bool]string{true: "breweries", false: "beers"}[q.ofBreweries()]
		return
	}
	others := slices.ContainsFunc(q.toks, func(t token) bool { return t.has("buy") && !t.has("own") })
	if !q.own && !told && (others || q.has("price", "passive", "segment", "state", "city", "kind")) {
		q.all = true // "qual estado compra mais"
	}
	if q.own && !q.beside() {
		q.all = q.all && q.has("everyone", "client", "sold") && !q.at(q.next(q.index("own"))).has("purchase")
		q.own = !q.all
	}
}

// beside reports whether the guest is set beside everybody.
func (q *reading) beside() bool {
	compares := q.has("compare", "above", "below", "atleast", "difference")
	switch {
	case q.table():
		return false
	case q.has("percent"): // "what share of everybody's IPA do I buy?"
		return q.own && q.has("everyone", "sold")
	case q.has("others"):
		return q.own || compares || q.has("order", "comparing")
	}
	return q.own && q.has("everyone", "client") && (compares || q.has("avg") && q.has("order"))
}

// ofBreweries reports whether a question about the catalogue counts or lists breweries rather than
// beers.
func (q *reading) ofBreweries() bool {
	i := slices.IndexFunc(q.toks, func(t token) bool { return t.has("entity") || len(t.of("type")) > 0 })
	first := q.at(i).has("brewery") || len(q.at(i).of("type")) > 0
	return first && !q.has("order") || !q.has("strength", "style", "beer") && !q.named("style", "beer")
}

// order is the one in which the most or the least is asked for.
func (q *reading) order() string {
	if q.has("sortedup") || q.has("least", "min") && !q.has("most", "max") {
		return Asc
	}
	return Desc
}

// which reports whether things are asked for; "que" may only join a clause.
func (q *reading) which() bool {
	for i, t := range q.toks {
		if t.has("which") && (t.text != "que" && t.text != "q" || t.begins || t.raw == "qué" || q.at(i-1).text == "o" || q.at(i-1).has("prep")) {
			return true
		}
	}
	return false
}

// slots reads what is said of the rows of the scope.
func (q *reading) slots() {
	if !q.table() {
		q.s = schemaOf(q.about, q.all)
		for i := range q.toks {
			q.fieldOf(i)
		}
	}
	q.heard, q.having, q.where = slices.Clone(q.toks), nil, nil
	q.readBounds()
	q.pairExtremes()
	q.readLimit()
	q.readBy()
	q.readTarget()
	q.readFilters()
	q.readFigures()
}

// fieldOf makes the field of the token at i one of the schema.
func (q *reading) fieldOf(i int) {
	t := &q.toks[i]
	switch {
	case t.has("client") && q.about == "clients":
		t.field = "rows"
	case t.has("client"):
		t.field = "clients"
	case t.has("city", "state"):
		t.field = t.is[slices.IndexFunc(t.is, func(c string) bool { return c == "city" || c == "state" })]
		if near := q.at(i-1).has("brewery") || q.at(i+2).has("brewery"); q.all && (q.about == "trips" || q.about == "purchases" && near) {
			t.field = map[string]string{"trips": "dest_", "purchases": "brewery_"}[q.about] + t.field
		}
	}
}

// readLimit reads how many are wanted: "top 5", "as 3 cervejas".
func (q *reading) readLimit() {
	for i, t := range q.toks {
		j := q.next(i, "order", "last", "first", "rating", "own")
		thing := j > 0 && (q.dim(j) != "" || q.at(j).has("rows", "client", "nights") || len(q.at(j).values) > 0)
		ranks := q.at(i+1).has("most", "first") || q.at(q.last(i)).has("order", "last", "first", "list", "which") && !q.at(i+1).has("times", "percent")
		if t.has("number") && t.n == float64(int(t.n)) && t.n >= 1 && t.n <= 100 && (thing || ranks) {
			q.limit, q.toks[i].is = int(t.n), []string{"plain"}
		}
	}
}

// readBy reads what is counted for each of: "por mês e canal", "by channel", "mensal".
func (q *reading) readBy() {
	q.by = nil
	period := ""
	for i, t := range q.toks {
		if isPeriod(t.field) && t.field != "weekday" && t.field != "hour" {
			period = t.field
		}
		switch {
		case !t.has("by") || q.at(i-1).has("without"): // "by channel, not by year"
		case isPeriod(t.field): // "mensal"
			q.addBy(t.field)
		default:
			q.readByAt(i)
		}
	}
	line := q.has("trend", "running", "slope") && len(q.by) == 0
	if line || q.has("change") && !slices.ContainsFunc(q.by, isPeriod) && len(q.when) < 2 {
		q.addBy(cmp.Or(period, "month"))
	}
}

func (q *reading) addBy(f string) {
	if !slices.Contains(q.by, f) && (q.s.field(f) != nil || f == "rows" || q.s.Cube != "" && !q.table()) {
		q.by = append(q.by, f)
	}
}

func (q *reading) readByAt(i int) {
	for j := i + 1; j < len(q.toks) && j <= i+3; j++ {
		t := q.at(j)
		switch {
		case t.has("asks", "time", "number") || len(t.values) > 0 || t.sep:
			return
		case t.field == "" && !t.has("rows"):
			continue
		case q.kind(t.field) == Date && isPeriod(q.at(j+1).field): // "by check-in month"
			q.addBy(q.at(j + 1).field)
			return
		}
		q.addBy(cmp.Or(q.dim(j), t.field, "rows"))
		for k := j + 1; k+1 < len(q.toks) && q.at(k).has("and", "by") && q.at(k+1).field != "" && !q.announces(k+1); k += 2 {
			q.addBy(cmp.Or(q.dim(k+1), q.at(k+1).field))
		}
		return
	}
}

// groups are the fields of some that rows are grouped by; numbers are what they are divided by.
func (q *reading) groups() []string {
	return slices.DeleteFunc(slices.Clone(q.by), func(f string) bool { return f == "rows" || q.kind(f) == Number })
}

// readTarget finds the thing that is asked for: the first that is named, but for those that are
// grouped by; or else what is meant.
func (q *reading) readTarget() {
	q.target, q.plural, q.implied = "", false, false
	for i, t := range q.toks {
		f := q.dim(i)
		people := t.has("client") && !q.has("order")
		switch {
		case t.has("rows") && !q.table():
			f = "rows"
		case people:
			f = t.field
		case f == "" || q.kind(t.field) == Date || q.kind(f) == Bool && !q.has("percent", "compare"):
			continue
		}
		if slices.Contains(q.by, f) || q.announces(i) {
			continue
		}
		one := q.first("which") == "qual" || q.first("which") == "cual"
		q.target, q.plural = f, t.plural() && !one
		return
	}
	q.implied = true
	q.target, q.plural = q.meant()
}

// meant is what is asked for if nothing is named, and whether it is several: "o que mais vende no sábado?", "which did I
// give 2 or less?", "em que dia gastei mais?".
func (q *reading) meant() (target string, plural bool) {
	if q.table() {
		thing := slices.IndexFunc(q.s.Fields, func(f Field) bool { return f.Kind == Text && worded(f.Name, "thing") })
		if thing >= 0 && q.has("order") && q.which() && q.has("earn", "popular") {
			target = q.s.Fields[thing].Name
		}
		return target, false
	}
	for _, t := range q.toks {
		if style := len(t.of("style")) > 0; style || len(t.of("type")) > 0 {
			return map[bool]string{true: "beer", false: "brewery"}[style], strings.HasSuffix(t.text, "s")
		}
	}
	rated := slices.ContainsFunc(q.having, func(c Cond) bool { return c.Field == "rating" })
	switch {
	case q.own && (rated && (q.which() || !q.has("figure", "purchase")) || q.has("unrated") && !q.has("howmany")):
		return "beer", true
	case !q.has("order") || q.at(q.next(q.index("which"), "order", "own")).has("rating"): // "qual a nota mais baixa": a number
		return "", false
	case q.has("when"):
		return "day", false
	case q.own && q.has("which") && q.has("amount") && !q.has("figure", "units", "compare", "others", "price", "best", "last", "first") && len(q.by) == 0:
		return "style", false // "what did I spend most on?"
	case q.has("strength"), q.about == "purchases" && (q.has("which") || q.limit > 0) && len(q.by) == 0 && !q.has("compare", "others", "amount", "howmuch"):
		return "beer", false // "the highest IBU", "o que eu mais compro?"
	}
	return "", false
}
