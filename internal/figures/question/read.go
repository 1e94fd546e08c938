package question

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// reading is a question that is being read.
type reading struct {
	voc    *Vocabulary
	now    time.Time
	toks   []token
	when   when
	schema *Schema
	before *Plan // of the last answer

	about    string // as Plan.About
	own, all bool   // whose rows are spoken of
	found    bool   // a condition is what the last answer named

	where, having []Cond
	boundBy       map[int]bool // tokens that only tell what is bounded
	limit         int
	by            []string // fields that are said to be grouped by
	target        string   // the field, or "rows" or "client", that is asked for
	plural        bool     // several of it
	implied       bool     // it is not named
	paired        bool     // "the lowest and the highest"

	unknown  string   // something that the catalogue does not have
	stranger string   // somebody who is nobody we know
	spans    []string // what was read in it, but for names of people
	heardOf  string   // what something is asked of, in words that nothing has
	instead  string   // as Plan.Instead
}

// read reads the aspects of a question.
func (v *Vocabulary) read(text string, now time.Time, before *Plan) *reading {
	q := &reading{voc: v, now: now, before: before, boundBy: map[int]bool{}}
	clock := timeReader{words: split(text), now: now, table: v.table != nil, rows: v.days}
	if before != nil {
		if clock.found = before.Found; len(before.When) == 1 {
			clock.of = before.When[0]
		}
	}
	v.markNames(clock.words)
	q.when = clock.times()
	q.toks = v.lex(clock.words)
	q.hear(text)
	if q.schema = v.table; v.table != nil {
		q.about = v.table.Name
	} else {
		q.names()
		q.scope()
		q.schema = schemaOf(q.about, q.all)
	}
	q.readBounds()
	q.pairExtremes()
	q.readLimit()
	q.readBy()
	q.readTarget()
	q.readFilters()
	if clock.hours != nil && q.schema.field("hour") != nil {
		q.where = append(q.where, *clock.hours)
	}
	if before != nil {
		q.point()
	}
	return q
}

// hear reads a question by what was learned of how people ask for figures. A verb that no list has is
// a measure if it was read as one ("quanto eu torrei"), and what something is asked of and no row has
// is not passed over.
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
		words := lang.Set(lang.Squeeze(lang.Fold(s.Text)))
		var strange []int
		read := false
		for i, t := range q.toks {
			if t.plain || in("columns", t.text) || in("chart", t.text) || !slices.ContainsFunc(strings.Fields(t.text), func(w string) bool { return words[w] }) {
				continue
			}
			if read = read || t.class != ""; t.class == "" && len(t.text) > 2 {
				strange = append(strange, i)
			}
		}
		switch {
		case len(strange) == 0 || read:
		case s.Kind == "measure" && !q.table() && len(strange) == 1 && acted(q.said(strange[0])):
			q.toks[strange[0]].class = map[bool]string{true: "moneyown", false: "buyown"}[q.has("howmuch")]
		case in("heard", s.Kind) && q.heardOf == "":
			q.heardOf = s.Text
		}
	}
	for i, t := range q.toks {
		last := lastWord(t.text)
		next, _, _ := strings.Cut(q.said(i+1), " ")
		switch litre := q.voc.lexicon.class(last) == "litre"; {
		case litre && t.class == "litre": // of litres units are counted; "por litro" is a price already
			q.toks[i].class, q.instead = "unit", last
		case litre:
			q.instead = last
		case t.text == "mas" && (i == 0 || t.sep && t.raw == t.text || in("only", next) || in("but", next)): // "but", not "more"
			q.toks[i].class = ""
		}
	}
}

// acted reports whether a verb tells what the guest did: "torrei", "bebemos".
func acted(verb string) bool {
	return len(verb) > 3 && slices.ContainsFunc(strings.Fields("ei i amos emos imos e"), func(end string) bool { return strings.HasSuffix(verb, end) })
}

// lastWord is that of a token of several: "dela" of "gosta dela".
func lastWord(text string) string { return text[strings.LastIndex(text, " ")+1:] }

func (q *reading) table() bool { return q.voc.table != nil }

// has reports whether a token of one of the classes is there.
func (q *reading) has(classes ...string) bool { return q.index(classes...) >= 0 }

func (q *reading) index(classes ...string) int {
	return slices.IndexFunc(q.toks, func(t token) bool { return slices.Contains(classes, t.class) })
}

// hasOf reports whether a token is of a class of a set, says whether one of its words is there.
func (q *reading) hasOf(set string) bool {
	return slices.ContainsFunc(q.toks, func(t token) bool { return in(set, t.class) })
}

func (q *reading) says(set string) bool {
	return slices.ContainsFunc(q.toks, func(t token) bool { return t.class != "time" && in(set, t.text) })
}

func (q *reading) at(i int) (t token) {
	if i >= 0 && i < len(q.toks) {
		t = q.toks[i]
	}
	return t
}

func (q *reading) class(i int) string { return q.at(i).class }
func (q *reading) said(i int) string  { return q.at(i).text }

// saidOf returns the text of the first token of some classes.
func (q *reading) saidOf(classes ...string) string { return q.said(q.index(classes...)) }

// next returns the class of the first token after i that means something, but for those of the
// classes to skip.
func (q *reading) next(i int, skip ...string) (string, int) {
	for j := i + 1; i >= 0 && j < len(q.toks) && j <= i+4 && !q.toks[j].begins; j++ {
		if c := q.toks[j].class; c != "" && !slices.Contains(skip, c) {
			return c, j
		}
	}
	return "", -1
}

// after returns the class of what follows the first token of a class.
func (q *reading) after(class string) string {
	c, _ := q.next(q.index(class))
	return c
}

// and reports whether tokens from i up to j are set side by side.
func (q *reading) and(i, j int) bool {
	return slices.ContainsFunc(q.toks[i+1:min(j+1, len(q.toks))], func(t token) bool { return t.sep || in("and", t.text) })
}

// field returns the field that the token at i names as something to group by, "rows" for the rows
// themselves, "client", or "".
func (q *reading) field(i int) string {
	c := q.class(i)
	c = cmp.Or(map[string]string{"purchase": "rows", "trip": "rows", "dest": "city", "deststate": "state", "joined": "joined_year"}[c], c)
	switch place := c == "city" || c == "state"; {
	case c == "field":
		return q.toks[i].field
	case place && q.about == "trips" && q.all:
		return "dest_" + c
	case place && q.about == "purchases" && q.all && (q.class(i-1) == "brewery" || q.class(i+2) == "brewery"):
		return "brewery_" + c
	case in("entity", c), isPeriod(c), c == "rows", c == "client", c == "joined_year":
		return c
	}
	return ""
}

// grouping reports whether rows can be grouped by a field; groups are those of some that they can.
func (q *reading) grouping(field string) bool {
	return field != "" && field != "client" && field != "rows" && !(q.table() && q.schema.field(field) == nil)
}

func (q *reading) groups(of []string) []string {
	return slices.DeleteFunc(slices.Clone(of), func(f string) bool { return !q.grouping(f) })
}

// numbers are the fields of numbers, by the classes that name them.
var numbers = map[string]string{
	"money": "amount", "moneyown": "amount", "unit": "units", "night": "nights", "price": "price", "rating": "rating",
	"abv": "abv", "ibu": "ibu", "strongest": "abv", "weakest": "abv", "bitterest": "ibu", "mildest": "ibu",
}

// number returns the field of numbers that the token at i names, or "".
func (q *reading) number(i int) string {
	name := numbers[q.class(i)]
	if q.table() {
		name = q.at(i).field
	}
	made := name == "price" && !q.table() && (q.schema.Cube == "all" || q.about == "trips") // of amounts
	if q.kind(name) != Number && !made {
		return ""
	}
	return name
}

// kind is the kind of a field, or "".
func (q *reading) kind(field string) string {
	if f := q.schema.field(field); f != nil {
		return f.Kind
	}
	return ""
}

// summable reports whether a field has numbers that are added up.
func (q *reading) summable(field string) bool {
	return q.kind(field) == Number && q.schema.field(field).Stat == Sum
}

// role is the field of numbers that stands for money, price, units or mark: that of the house is
// called so, a column of a table by words of columns.txt.
func (q *reading) role(role string) string {
	if q.table() {
		return q.schema.role(role)
	}
	return map[string]string{"money": "amount", "price": "price", "units": "units", "mark": "rating"}[role]
}

// readLimit reads how many are wanted: "top 5", "as 3 cervejas".
func (q *reading) readLimit() {
	skip := strings.Fields("most least best popular unpopular last first rating favourite strongest bitterest dearest cheapest own weakest mildest")
	for i, t := range q.toks {
		if t.class != "number" || t.n != float64(int(t.n)) || t.n < 1 || t.n > 100 {
			continue
		}
		_, j := q.next(i, skip...)
		after := q.field(j) != "" || q.class(j) == "value" || q.class(j) == "night"
		if in("limiting", q.class(i-1)) || after || q.class(i+1) == "most" || q.class(i+1) == "first" {
			q.limit, q.toks[i].class = int(t.n), "done"
		}
	}
}

// adverbial reports whether a word of a period groups by itself: "mensal".
func adverbial(t token) bool {
	return isPeriod(t.class) && !in("clock", t.class) && !in("bare", t.text)
}

// readBy reads what is counted for each of: "por mês e canal", "by channel".
func (q *reading) readBy() {
	add := func(f string) {
		if !slices.Contains(q.by, f) && (f == "rows" || !q.table() || q.schema.field(f) != nil) {
			q.by = append(q.by, f)
		}
	}
	period := ""
	for i, t := range q.toks {
		switch alternate := map[string]string{"monthly": "month", "yearly": "year", "weekly": "week"}[t.class]; {
		case t.class == "by" && q.class(i-1) != "without": // "by channel, not by year"
			q.readByAt(i, add)
		case alternate != "":
			add(alternate)
		case adverbial(t):
			add(t.class)
		case t.class == "change": // "em relação ao mês anterior"
			for w := range strings.FieldsSeq(t.text) {
				if c := q.voc.lexicon.class(w); periodMonths[c] > 0 {
					period = c
				}
			}
		}
		if isPeriod(t.class) && !in("clock", t.class) {
			period = t.class
		}
	}
	line := q.has("trend", "running", "slope") && len(q.by) == 0
	if line || q.has("change") && !slices.ContainsFunc(q.by, isPeriod) && len(q.when) < 2 {
		add(cmp.Or(period, "month"))
	}
}

func (q *reading) readByAt(i int, add func(string)) {
	for j := i + 1; j < len(q.toks) && j <= i+3; j++ {
		c, each := q.class(j), in("each", q.said(i))
		if in("by.ends", c) {
			return
		}
		f := q.field(j)
		switch kind := q.kind(f); {
		case f == "":
			continue
		case c == "field" && kind == Date:
			if f = "day"; isPeriod(q.class(j + 1)) { // "by check-in month"
				f = q.class(j + 1)
			}
		case c == "field" && kind == Number && !each:
			return
		}
		add(f)
		for k := j + 1; k+1 < len(q.toks) && (in("and", q.said(k)) || q.class(k) == "by") && q.field(k+1) != "" && !q.announces(k+1); k += 2 {
			add(q.field(k + 1))
		}
		return
	}
}

// which reports whether things are asked for; "que" may only join a clause.
func (q *reading) which() bool {
	for i, t := range q.toks {
		if t.class == "which" && (t.text != "que" && t.text != "q" || t.begins || t.raw == "qué" || q.said(i-1) == "o") {
			return true
		}
	}
	return false
}

// announces reports whether the token at i only says what the name after it is: "no estado de Ohio".
func (q *reading) announces(i int) bool {
	c, j := q.class(i), i+1
	if in("coming", q.said(j)) || c == "field" && q.class(j) == "" {
		j++
	}
	if q.class(j) != "value" || c != "field" && c != "state" && c != "city" {
		return false
	}
	return c == "field" && len(valuesOf(q.toks[j], q.toks[i].field)) > 0 || q.choose(j) == c
}

// readTarget finds the thing that is asked for: the first that is named, but for those that are
// grouped by; or else what is meant.
func (q *reading) readTarget() {
	q.target, q.implied, q.plural = "", false, false
	for i, t := range q.toks {
		f, kind := q.field(i), ""
		if t.class == "field" {
			kind = q.kind(f)
		}
		switch {
		case f == "" || slices.Contains(q.by, f) || q.announces(i) || adverbial(t) || q.table() && f == "rows":
		case kind == Number || kind == Date || kind == Bool && !q.has("percent", "compare"):
		case f == "client" && q.superlative() && !q.has("howmany") && q.hasValue("style"): // "as melhores IPAs segundo os clientes"
		default:
			first, _, _ := strings.Cut(t.text, " ")
			i := q.index("which")
			one := q.said(i) == "qual" || q.said(i) == "cual" || i >= 0 && (q.said(i+1) == "of" || q.said(i+1) == "one") // "qual das minhas cervejas"
			q.target, q.plural = f, strings.HasSuffix(first, "s") && t.text != "mes" && t.text != "pais" && !one
			return
		}
	}
	if q.table() {
		if thing := slices.IndexFunc(q.schema.Fields, func(f Field) bool { return f.Kind == Text && worded(f.Name, "thing") }); thing >= 0 && q.superlative() && q.which() && q.has("earn", "popular", "unpopular") {
			q.target = q.schema.Fields[thing].Name // "o que mais vende no sábado?"
		}
		return
	}
	q.implied = true
	for _, t := range q.toks {
		style := len(t.values) > 0 && t.values[0].column == "style"
		if style || in("types", t.class) {
			q.target, q.plural = map[bool]string{true: "beer", false: "brewery"}[style], strings.HasSuffix(t.text, "s")
			return
		}
	}
	rated := func(c Cond) bool { return c.Field == "rating" }
	switch {
	case q.own && (q.which() || !q.hasOf("figure") && !q.has("buyown", "purchase")) && slices.ContainsFunc(q.having, rated), q.own && q.has("unrated") && !q.has("howmany"):
		q.target, q.plural = "beer", true // "which did I give 2 or less?", "com nota 4 ou mais"
	case !q.superlative() || q.whichRating(): // "qual a nota mais baixa": a number
	case q.has("when"):
		q.target = "day" // "em que dia gastei mais?"
	case q.about == "purchases" && q.own && q.has("which") && q.has("money", "moneyown") && !q.hasOf("spent.otherwise") && len(q.by)+len(q.where) == 0:
		q.target = "style" // "what did I spend most on?"
	case q.hasOf("strength"), q.about == "purchases" && (q.has("which") || q.limit > 0) && len(q.by) == 0 && !q.has("compare", "others", "money", "moneyown", "howmuch"):
		q.target = "beer" // "the highest IBU", "o que eu mais compro?"
	}
}

// whichRating reports whether a rating itself is asked for.
func (q *reading) whichRating() bool {
	c, _ := q.next(q.index("which"), "most", "least", "best", "own")
	return c == "rating"
}

// hasNumber reports whether there is a number that is no time.
func (q *reading) hasNumber() bool {
	return slices.ContainsFunc(q.toks, func(t token) bool { return t.class == "number" })
}

// superlative reports whether the most or the least of something is asked for.
func (q *reading) superlative() bool { return !q.paired && q.hasOf("superlative") }

func (q *reading) order() string {
	if q.has("sortedup") || q.has("least", "unpopular", "weakest", "mildest", "cheapest", "minimum") && !q.has("most", "maximum") {
		return Asc
	}
	return Desc
}

// top is how many are listed of those that have the most.
func (q *reading) top() int {
	const long, short = 10, 5
	switch most := q.saidOf("most"); {
	case q.limit > 0:
		return q.limit
	case strings.HasPrefix(most, "rank") || strings.HasPrefix(most, "pareto"):
		return long
	case q.plural || q.has("list") && q.implied:
		return short
	}
	return 1
}

// skip is how many to leave out: one for "the second best selling style".
func (q *reading) skip() int {
	for n, class := range []string{"second", "third", "fourth", "fifth"} {
		switch q.after(class) {
		case "", "client", "number", "own", "everyone", "others", "rating", "time": // "segundo minhas notas"
		default:
			return n + 1
		}
	}
	return 0
}

// Unread are the words and figures of a question about a table that no plan heeds: "cujo", or what
// the table has nothing of.
func (v *Vocabulary) Unread(text string, now time.Time) (all []string) {
	q := v.read(text, now, nil)
	for _, t := range q.toks {
		if t.class == "" && !t.plain && len([]rune(t.text)) > 3 || t.class == "number" && q.limit != int(t.n) {
			all = append(all, t.raw)
		}
	}
	return all
}
