package question

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// reading is a question on its way to a plan: its tokens, whose classes change
// to "done" where a part of the plan was made of them.
type reading struct {
	voc    *Vocabulary
	now    time.Time
	words  []word
	toks   []token
	when   when
	schema *Schema

	own, all bool   // whose rows are spoken of
	lean     string // whose the last answer was of
	found    bool   // a condition is what the last answer named
	about    string // as Plan.About

	where, having  []Cond
	limit          int
	by             []string // fields that are said to be grouped by
	target         string   // the field, or "purchase", "trip", that is asked for
	plural         bool     // several of it
	implied        bool     // it is not named
	stranger       string   // somebody who is nobody we know
	paired, priced bool     // "the lowest and the highest", of prices
	lacked         string   // the column that rows lack
	eachRow        bool     // the mean of rows is wanted: "valor por venda"
	unknown        string   // something that the catalogue does not have
	spans          []string // what was read in it, but for names of people
	heardOf        string   // what something is asked of, in words that nothing has
	instead        string   // as Plan.Instead
	before         *Plan    // of the last answer
}

// maxQuestion is more than anybody asks in one go.
const maxQuestion = 1000 // bytes

// Read makes a plan of a question about the house's data, or about the table
// that the vocabulary is of. before is the plan of the answer given last, if
// any: a short question changes it.
func (v *Vocabulary) Read(text string, now time.Time, before *Plan) (Plan, error) {
	if len(text) > maxQuestion {
		return Plan{}, cannot(NotUnderstood, "")
	}
	q := v.read(text, now, before)
	if before != nil {
		if p, ok := q.another(*before); ok {
			return p, nil
		}
		if p, ok := q.partOf(*before); ok {
			return p, nil
		}
	}
	if before != nil && q.stranger == "" && q.goesOn(*before) {
		if len(before.When) == 1 && len(q.when) > 0 { // "how much in 2024? And in March?"
			q.when = times(q.words, now, v.table != nil, before.When[0].within())
		}
		if part := cmp.Or(q.heardOf, q.strangeAfter(narrowing)); part != "" {
			return Plan{}, cannot(NotInData, part) // "e com sidra?"
		}
		if p, ok := q.follow(*before); ok {
			p.Instead = q.instead
			return p, nil
		}
	}
	p, err := q.plan()
	p.Instead = q.instead
	if no, ok := errors.AsType[*Cannot](err); ok && no.Why == NotUnderstood && before != nil && !q.found && q.strangeAfter(narrowing) == "" {
		if p, ok := q.follow(*before); ok && q.short() {
			return p, nil
		}
	}
	return p, err
}

// strangeAfter returns the first word that is not known behind one of the words.
func (q *reading) strangeAfter(words map[string]bool) string {
	for i, t := range q.toks {
		if t.class == "" && !t.plain && !pointing[t.text] && len(t.text) > 2 && (words[q.said(i-1)] || articles[q.said(i-1)] && words[q.said(i-2)]) {
			return t.raw
		}
	}
	return ""
}

func (v *Vocabulary) read(text string, now time.Time, before *Plan) *reading {
	var hours *Cond
	if v.table != nil && v.table.field("hour") != nil {
		hours, text = hoursIn(text)
	}
	words := split(plusSign().ReplaceAllString(text, "$1 or more ")) // "4+"
	v.markNames(words)
	q := &reading{voc: v, now: now, words: words, when: times(words, now, v.table != nil, 0), before: before}
	if before != nil {
		q.lean = before.Whose
	}
	q.toks = v.lex(words)
	for i, t := range q.toks { // "mas" is "but" before anything else, and before "only"
		if t.text == "mas" && (i == 0 || onlying[q.said(i+1)]) {
			q.toks[i].class = "plain"
		}
	}
	q.hear(text, before != nil)
	if v.table != nil {
		q.schema, q.about = v.table, v.table.Name
	} else {
		q.readLitres()
		q.readRising()
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
	if hours != nil {
		q.where = append(q.where, *hours)
	}
	if before != nil {
		q.readFound(*before)
	}
	return q
}

// readLitres makes units of litres, which no purchase has; "por litro" is a price already.
func (q *reading) readLitres() {
	for i, t := range q.toks {
		if w := lastWord(t.text); q.voc.lexicon.class(w) == "litre" {
			q.instead = w
		}
		if t.class == "litre" {
			q.toks[i].class = "unit"
		}
	}
}

var plusSign = pattern.Of(`(\d)\+`)

// each ends words that ask for each of something: "of each".
var each = pattern.Of(`\b(cada|each)$`)

func (q *reading) plan() (Plan, error) {
	if q.contradicts() {
		return Plan{}, cannot(NotUnderstood, "") // "up to 50, and above 100": bands
	}
	if q.voc.table != nil {
		return q.tablePlan()
	}
	if err := q.outside(); err != nil {
		return Plan{}, err
	}
	return q.housePlan()
}

// has reports whether a token of one of the classes is there.
func (q *reading) has(classes ...string) bool { return q.index(classes...) >= 0 }

func (q *reading) index(classes ...string) int {
	return slices.IndexFunc(q.toks, func(t token) bool { return slices.Contains(classes, t.class) })
}

func (q *reading) class(i int) string {
	if i < 0 || i >= len(q.toks) {
		return ""
	}
	return q.toks[i].class
}

func (q *reading) said(i int) string {
	if i < 0 || i >= len(q.toks) {
		return ""
	}
	return q.toks[i].text
}

// next returns the class of the first token after i that means something,
// but for those of the classes to skip.
func (q *reading) next(i int, skip ...string) (string, int) {
	for j := i + 1; j < len(q.toks) && j <= i+4; j++ {
		if q.toks[j].begins && i >= 0 {
			break
		}
		if c := q.toks[j].class; c != "" && !slices.Contains(skip, c) {
			return c, j
		}
	}
	return "", -1
}

// after returns the class of what follows the first token of a class.
func (q *reading) after(class string) string {
	if i := q.index(class); i >= 0 {
		c, _ := q.next(i)
		return c
	}
	return ""
}

// dim returns the field that the token at i names as something to group by, or
// "". "purchase" and "trip" are rows.
func (q *reading) dim(i int) string {
	c := q.class(i)
	switch c {
	case "field":
		return q.toks[i].field
	case "dest":
		c = "city"
	case "deststate":
		c = "state"
	case "joined":
		c = "joined_year"
	case "type":
	case "purchase", "trip", "client", "rows":
		return c
	}
	if q.about == "trips" && q.all && (c == "city" || c == "state") {
		return "dest_" + c
	}
	if q.about == "clients" && c == "year" {
		return "joined_year"
	}
	if (c == "city" || c == "state") && q.all && q.about == "purchases" && q.breweryPlace() {
		return "brewery_" + c
	}
	if entity[c] || isPeriod(c) {
		return c
	}
	return ""
}

// grouping reports whether a field can be grouped by.
func (q *reading) grouping(field string) bool {
	if q.voc.table != nil && isPeriod(field) && q.schema.field(field) == nil {
		return false
	}
	return field != "" && field != "purchase" && field != "trip" && field != "client" && field != "rows"
}

// entity are the classes of things that purchases and trips can be grouped by.
var entity = lang.Set("beer brewery style type kind city state channel segment country")

func (q *reading) number(i int) bool {
	f := q.schema.field(q.toks[i].field)
	return q.class(i) == "field" && f != nil && f.Kind == Number
}

// readLimit reads how many are wanted: "top 5", "as 3 cervejas".
func (q *reading) readLimit() {
	for i, t := range q.toks {
		if t.class != "number" || t.n != float64(int(t.n)) || t.n < 1 || t.n > 100 {
			continue
		}
		_, j := q.next(i, "most", "least", "best", "popular", "unpopular", "last", "first", "rating", "favourite", "strongest", "bitterest", "dearest", "cheapest", "own", "weakest", "mildest")
		before := q.class(i - 1)
		if slices.Contains([]string{"most", "least", "best", "last", "first", "list", "which"}, before) || j > 0 && (q.dim(j) != "" || q.class(j) == "value" || q.class(j) == "night") || q.class(i+1) == "most" || q.class(i+1) == "first" && i+2 >= len(q.toks) {
			q.limit = int(t.n)
			q.toks[i].class = "done"
		}
	}
}

// adverbial are words of periods that group by themselves: "mensal".
func adverbial(t token) bool {
	return (isPeriod(t.class) || t.class == "week") && !bareUnits[t.text]
}

var bareUnits = lang.Set("mes meses month months ano anos year years trimestre trimestres quarter quarters dia dias day days semana semanas week weeks hora horas hour hours")

var alternate = map[string]string{"monthly": "month", "yearly": "year", "weekly": "week"}

// readBy reads what is counted for each of: "por mês e canal", "by channel".
func (q *reading) readBy() {
	add := func(f string) {
		if f != "" && !slices.Contains(q.by, f) {
			q.by = append(q.by, f)
		}
	}
	for i, t := range q.toks {
		switch {
		case t.class == "by" && q.class(i-1) == "without": // "by channel, not by year"
		case t.class == "by":
			q.readByAt(i, add)
		case alternate[t.class] != "":
			add(alternate[t.class])
		case adverbial(t) && t.class != "weekday" && t.class != "hour" && (q.voc.table == nil || q.schema.field(t.class) != nil):
			add(t.class)
		}
	}
	if q.has("trend", "running", "slope") && len(q.by) == 0 || q.has("change") && !slices.ContainsFunc(q.by, isPeriod) && len(q.when) < 2 {
		f := "month"
		for _, t := range q.toks {
			switch {
			case isPeriod(t.class) && t.class != "weekday" && t.class != "hour":
				f = t.class
			case t.class == "change" && strings.Contains(t.text, "ano"), t.class == "change" && strings.Contains(t.text, "year"):
				f = "year"
			case t.class == "change" && strings.Contains(t.text, "trimestre"), t.class == "change" && strings.Contains(t.text, "quarter"):
				f = "quarter"
			}
		}
		if q.voc.table == nil || q.schema.field(f) != nil {
			add(f)
		}
	}
}

func (q *reading) readByAt(i int, add func(string)) {
	for j := i + 1; j < len(q.toks) && j <= i+3; j++ {
		switch c := q.toks[j].class; {
		case c == "which", c == "howmany", c == "total", c == "value", c == "time", c == "number", c == "everyone", c == "done":
			return
		case c == "brewery" && (q.class(j+1) == "state" || q.class(j+1) == "city"):
			add(q.place(j+1) + q.class(j+1)) // "by brewery state"
			return
		}
		if q.voc.table == nil && (q.class(j) == "beer" || q.class(j) == "unit") && q.has("avg") && q.has("money", "moneyown", "howmuch") && (q.index("which") != 0 || q.said(0) == "what") {
			q.toks[j].class = "price" // "quanto pago em média por garrafa"
			return
		}
		if q.class(j) == "field" && q.class(j+1) == "field" && compounding[q.said(i)] && !q.toks[j+1].sep {
			j++ // "each beer style"
		}
		f := q.dim(j)
		if f == "" {
			continue
		}
		if x := q.schema.field(f); q.class(j) == "field" && x.Kind == Date && isPeriod(q.class(j+1)) {
			add(q.class(j + 1)) // "by check-in month"
			return
		}
		if q.number(j) && q.said(i) != "por" && q.said(i) != "by" && q.said(i) != "cada" && q.said(i) != "each" && q.said(i) != "per" {
			return
		}
		add(f)
		for k := j + 1; k+1 < len(q.toks) && (slices.Contains([]string{"e", "and", "y"}, q.said(k)) || q.class(k) == "by"); k += 2 {
			if g := q.dim(k + 1); g != "" && !q.announces(k+1) {
				add(g)
			} else {
				break
			}
		}
		return
	}
}

var compounding = lang.Set("by per each")

// announces reports whether the token at i only says what the name after it
// is: "no estado de Ohio".
func (q *reading) announces(i int) bool {
	j := i + 1
	if coming[q.said(j)] || q.toks[i].class == "field" && q.class(j) == "" {
		j++
	}
	if q.class(j) != "value" {
		return false
	}
	if q.class(i) == "field" {
		return slices.ContainsFunc(q.toks[j].values, func(x value) bool { return x.column == q.toks[i].field })
	}
	c := q.class(i)
	return (c == "state" || c == "city") && q.choose(j) == c
}

// readTarget finds the thing that is asked for: the first that is named, but
// for those that are grouped by.
func (q *reading) readTarget() {
	for i, t := range q.toks {
		f := q.dim(i)
		if f == "" || slices.Contains(q.by, f) || q.announces(i) || f == "rows" || q.class(i) == "field" && q.number(i) || adverbial(t) && t.class != "weekday" && t.class != "hour" {
			continue
		}
		if t.class == "client" && q.superlative() && !q.has("howmany") && q.hasValue("style") {
			continue // "as melhores IPAs segundo os clientes"
		}
		if q.class(i) == "field" && (q.schema.field(f).Kind == Date || q.schema.field(f).Kind == Bool && !q.has("percent", "compare")) {
			continue
		}
		q.target, q.implied = f, false
		one := []string{"mes", "pais", "mas"}
		first, _, _ := strings.Cut(t.text, " ")
		q.plural = strings.HasSuffix(first, "s") && !slices.Contains(one, t.text)
		if i := q.index("which"); slices.ContainsFunc(q.toks, func(t token) bool { return t.text == "qual" || t.text == "cual" }) || i >= 0 && (q.said(i+1) == "of" || q.said(i+1) == "one") {
			q.plural = false // "qual das minhas cervejas"
		}
		return
	}
	if q.voc.table != nil {
		return
	}
	q.implied = true
	for _, t := range q.toks {
		q.plural = strings.HasSuffix(t.text, "s")
		if len(t.values) > 0 && t.values[0].column == "style" && !(q.whichRating() && q.superlative()) {
			q.target = "beer"
			return
		}
		if types[t.class] {
			q.target = "brewery"
			return
		}
	}
	q.plural = false
	switch {
	case !q.superlative():
	case q.has("when") && !q.has("last", "first"):
		q.target = "day" // "em que dia gastei mais?"
	case q.has("strongest", "weakest", "bitterest", "mildest"):
		q.target = "beer" // "the highest IBU"
	case q.whichRating(): // "qual a nota mais baixa": a number
	case q.about == "purchases" && !q.has("compare", "others", "month", "year") && q.has("which") && len(q.by) == 0 && !q.has("money", "moneyown", "howmany", "howmuch"):
		q.target = "beer" // "o que eu mais compro?"
	}
}

// whichRating reports whether a rating itself is asked for.
func (q *reading) whichRating() bool {
	i := q.index("which")
	c, _ := q.next(i, "most", "least", "best", "own")
	return i >= 0 && c == "rating"
}

// superlative reports whether the most or the least of something is asked for.
func (q *reading) superlative() bool {
	if q.paired {
		return false
	}
	return q.has("most", "least", "best", "favourite", "popular", "unpopular", "strongest", "weakest", "bitterest", "mildest", "dearest", "cheapest", "maximum", "minimum")
}

func (q *reading) ascending() bool {
	return q.has("sortedup") || q.has("least", "unpopular", "weakest", "mildest", "cheapest", "minimum") && !q.has("most", "popular", "maximum")
}

func (q *reading) order() string {
	if q.ascending() {
		return Asc
	}
	return Desc
}

// top is how many are listed of those that have the most.
func (q *reading) top() int {
	switch {
	case q.limit > 0:
		return q.limit
	case strings.HasPrefix(q.said(q.index("most")), "rank") || strings.HasPrefix(q.said(q.index("most")), "pareto"):
		return longList
	case q.plural || q.has("list") && !q.has("which") && (q.implied || q.target == ""):
		return 5
	}
	return 1
}

// longList is how many a ranking lists if no number is said.
const longList = 10

// skip is how many to leave out: one for "the second best selling style".
func (q *reading) skip() int {
	for n, class := range placeNumbers[1:] {
		switch c := q.after(class); c {
		case "", "client", "number", "own", "everyone", "others", "rating", "time": // "segundo minhas notas"
		default:
			return n + 1
		}
	}
	return 0
}
