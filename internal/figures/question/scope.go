package question

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// Classes that are values of a field.
var (
	types    = lang.Set("micro brewpub regional large")
	channels = lang.Set("app online phone rep store")
	segments = lang.Set("bar restaurant shop hotel home")
	kinds    = lang.Set("hotel inn cabin apartment hostel")
)

// scope finds out whose rows are meant, and of which kind.
func (q *reading) scope() {
	if i := q.index("others"); i >= 0 && besidesIt[q.said(i)] && q.has("own", "buyown") && q.has("buy", "buyown") {
		q.toks[i].class, q.toks[i].plain = "", true // "did I get something else of theirs?"
	}
	q.own = q.has("own", "buyown", "moneyown", "gap", "stopped")
	q.all = q.has("everyone", "buyall", "sold", "client", "others", "segment", "mysegment", "also", "buyers")
	for i, t := range q.toks { // "bares", "hotéis": who buys
		if segments[t.class] && (!kinds[t.class] && t.class != "home" || !q.has("trip", "night", "dest")) && q.class(i-1) != "kind" {
			q.all = true
		}
	}
	named := q.before != nil && entity[q.before.Found.Field] && q.short() && !q.superlative() && len(q.when) == 0
	told := q.lean == Mine && (q.pointsBack() || named) // the guest's rating of it
	if !q.own && !told && (q.has("popular", "unpopular") || q.has("rating") && (q.has("avg") || !q.has("purchase"))) {
		q.all = true
	}
	bought := q.has("purchase", "buy", "buyown", "buyall", "sold", "popular", "unpopular", "favourite", "money", "moneyown", "ticket", "unit", "times", "rating", "price", "dearest", "cheapest", "channel", "gap", "also", "unrated") ||
		slices.ContainsFunc(q.toks, func(t token) bool { return channels[t.class] })
	switch {
	case q.has("trip", "night", "dest", "deststate", "kind", "inn", "cabin", "apartment", "hostel") || q.has("hotel") && q.has("moneyown", "own") && !q.has("beer", "brewery", "sold", "others", "client", "compare", "purchase") && !(q.has("brewery") && strings.HasPrefix(q.said(q.index("trip")), "visit")):
		q.about = "trips"
	case (q.has("client", "segment", "joined") || segments[q.after("howmany")]) && !bought && !q.has("beer", "brewery", "style", "month", "quarter") && !q.hasValue("style", "beer", "brewery"):
		q.about, q.all = "clients", true
	case bought || q.own || q.all || q.has("month", "year", "monthly", "yearly", "change", "grow", "running") || len(q.when) > 0 && !q.has("joined"):
		q.about = "purchases"
	case q.acclaimed():
		q.about, q.all = "purchases", true
	case q.ofBreweries():
		q.about = "breweries"
	default:
		q.about = "beers"
	}
	if q.about == "purchases" || q.about == "trips" {
		third := !q.has("own") && slices.ContainsFunc(q.toks, func(t token) bool { // "qual estado compra mais", but not "comprando"
			return t.class == "buy" && !(q.lean == Mine && personless().MatchString(t.text))
		})
		if !q.own && !q.all && (third || !q.personal() && q.lean != Mine) {
			q.all = true
		}
		if q.own && !q.beside() {
			q.all = q.all && q.has("everyone", "buyall", "client", "sold") && !q.has("buyown", "moneyown") && q.after("own") != "purchase" // "my purchases, of all the dearest"
		}
		if q.all && !q.beside() {
			q.own = false
		}
	}
}

var besidesIt = setOf("else,what else,que otra cosa,otra cosa,outra coisa")

// personless are the forms of verbs that tell nobody: "comprando", "comprar", "buying".
var personless = pattern.Of(`(?:ndo|[aei]r|ing)$`)

// acclaimed reports whether the best are asked for and nothing is said to be
// best at: that is what people like.
func (q *reading) acclaimed() bool {
	if q.has("abv", "ibu", "strongest", "weakest", "bitterest", "mildest", "howmany") {
		return false
	}
	tops := 0
	for _, t := range q.toks {
		if t.class == "most" {
			tops++
		}
	}
	return q.has("best") || tops == 1 && q.said(q.index("most")) == "top"
}

// personal reports whether a question that says nothing of whose rows it means
// is about the guest: "gasto por mês".
func (q *reading) personal() bool {
	if q.has("weekday", "hour") && !q.has("passive") || q.oneRow() {
		return true // of everybody nothing finer than months is told
	}
	if q.has("grow") && q.has("which") && !slices.ContainsFunc(q.toks, func(t token) bool { return entity[t.class] || isPeriod(t.class) }) {
		return true // "what fell this year?"
	}
	if q.has("passive") || q.superlative() && q.has("state", "city", "segment", "beer", "brewery", "style", "channel", "month", "year", "quarter", "type", "kind", "dest", "deststate") && !q.has("favourite") {
		return false
	}
	if q.has("last", "first", "gap", "never", "weekday", "hour", "weekend", "workday") {
		return true
	}
	if q.about == "trips" { // "viagens de 2025" are the guest's, "viagens por mês" everybody's
		return !q.has("howmany", "howmuch", "total", "avg", "money", "price", "by", "month", "percent", "compare", "sold", "exist") && !q.superlative()
	}
	if q.has("ticket", "price") && !q.has("money") {
		return false
	}
	return q.has("money", "purchase", "dearest", "cheapest", "last", "first", "favourite", "unit", "howmuch")
}

// oneRow reports whether a single purchase is asked for: "the priciest order".
func (q *reading) oneRow() bool {
	i := q.index("most", "least", "dearest", "cheapest", "last", "first")
	c, j := q.next(i, "own", "most", "least", "dearest", "cheapest")
	return i >= 0 && (c == "purchase" && !strings.HasSuffix(q.said(j), "s") && q.said(i) != "mais" && q.said(i) != "mas" || q.class(i-1) == "purchase" && (q.class(i) == "dearest" || q.class(i) == "cheapest"))
}

// beside reports whether the guest is set beside everybody.
func (q *reading) beside() bool {
	if q.has("others") && !q.has("buyall", "client", "percent") && (q.has("most", "least", "compare", "above", "below", "difference") || besideWords().MatchString(q.said(q.index("others")))) {
		return true // "gasto mais que a média?"
	}
	mine := q.has("own", "buyown", "moneyown", "mycity")
	if mine && q.has("percent") { // "what share of everybody's IPA do I buy?"
		return q.has("everyone", "sold") || q.has("client") && q.has("every")
	}
	return mine && (q.has("others") || q.has("everyone", "client") && q.has("compare", "above", "below", "difference") ||
		q.has("everyone", "client") && q.has("avg") && q.has("most", "least"))
}

var besideWords = pattern.Of(`\b(mais|more|less|acima|abaixo|above|below|higher|lower|over|maior|menor)\b`)

// ofBreweries reports whether a question about the catalogue counts or lists
// breweries rather than beers.
func (q *reading) ofBreweries() bool {
	if q.has("abv", "ibu", "strongest", "weakest", "bitterest", "mildest", "style") || q.hasValue("style", "beer") {
		first := slices.IndexFunc(q.toks, func(t token) bool { return entity[t.class] })
		return first >= 0 && q.toks[first].class == "brewery" && !q.superlative() && !q.has("avg")
	}
	i, j := q.index("brewery"), q.index("beer")
	if j < 0 {
		return true
	}
	if i < 0 {
		return false
	}
	if i < j && q.superlative() { // "a cervejaria com mais cervejas"
		return false
	}
	if c, _ := q.next(q.index("howmany"), "distinct"); q.has("howmany") {
		return c == "brewery" || types[c]
	}
	return i < j
}

func (q *reading) hasValue(columns ...string) bool {
	for i, t := range q.toks {
		if len(t.values) > 0 && slices.Contains(columns, q.choose(i)) {
			return true
		}
	}
	return false
}

// choose tells which column a name is of that several have: what the noun
// before it says, or else the place, the style, the beer, the brewery.
func (q *reading) choose(i int) string {
	order := []string{"state", "city", "style", "beer", "brewery"}
	if c := q.class(i - 1); c == "brewery" || c == "beer" || c == "city" || c == "state" {
		order = slices.Insert(order, 0, c)
	} else if q.class(i-2) == "city" || q.class(i-2) == "state" {
		order = slices.Insert(order, 0, q.class(i-2))
	}
	for _, c := range order {
		if slices.ContainsFunc(q.toks[i].values, func(x value) bool { return x.column == c }) {
			return c
		}
	}
	return ""
}

// place tells whose place the token at i is: the brewery's, the client's, or
// that of a trip. It is what stands before "city" and "state" in a field's name.
func (q *reading) place(i int) string {
	j := i - 1
	if q.class(j) == "state" || q.class(j) == "city" { // "na cidade Bend"
		j--
	} else if q.class(j-1) == "state" || q.class(j-1) == "city" { // "no estado de Ohio"
		j -= 2
	}
	noun := q.class(j - 1)
	client := noun == "client" || segments[noun] || noun == "everyone" || noun == "buyall"
	switch {
	case q.about == "trips" && q.all && !(client && (coming[q.said(j)] || q.class(j-1) != "")): // but not "clients travel to"
		return "dest_"
	case q.about != "purchases" || !q.all:
		return ""
	case q.class(i+1) == "brewery" || types[noun] || q.class(i-1) == "brewery":
		return "brewery_"
	case client:
		return ""
	case coming[q.said(j)] && (slices.Contains([]string{"beer", "brewery", "style", "value", "own"}, noun) || noun == "popular" && q.target == "brewery"):
		return "brewery_"
	case noun == "brewery" && q.index("most", "popular", "best", "least", "unpopular", "favourite") > j:
		return "brewery_" // "which breweries in Ohio sell most", but not "the best brewery in Ohio"
	}
	return ""
}

var (
	coming = lang.Set("de do da from of del dos das") // before where something comes from
	placed = lang.Set("em in para pra to en near at around no na")
)

// breweryPlace reports whether "city" and "state" are those of breweries:
// "estado das cervejarias".
func (q *reading) breweryPlace() bool {
	i := q.index("city", "state")
	if i < 0 {
		return false
	}
	for j := i + 1; j <= i+2; j++ {
		if q.class(j) == "brewery" {
			return true
		}
	}
	return q.class(i-1) == "brewery" // "brewery state"
}

// names finds out what names mean that the catalogue does not have as they are
// written: one of its names with a slip of the finger, a place, or a person.
func (q *reading) names() {
	for i := 0; i < len(q.toks); i++ {
		t := &q.toks[i]
		if t.class != "" || !t.proper || len(t.text) < 3 {
			continue
		}
		end := i + 1
		for end < len(q.toks) && q.toks[end].class == "" && q.toks[end].proper {
			end++
		}
		var raw []string
		for _, u := range q.toks[i:end] {
			raw = append(raw, u.raw)
		}
		name := strings.Join(raw, " ")
		if x, ok := q.voc.near(lang.Fold(name)); ok {
			t.class, t.values = "value", x
		} else if before := q.said(i - 1); placed[before] {
			t.class, t.values = "value", []value{{"city", name}}
		} else if c := q.class(i - 2); c == "beer" || c == "brewery" || c == "style" || q.class(i-1) == "beer" || q.class(i-1) == "brewery" {
			q.unknown = name
		} else {
			q.stranger = name
		}
		if t.class == "value" {
			t.text = lang.Fold(name)
			q.toks = slices.Delete(q.toks, i+1, end)
		}
	}
}

// near returns the value whose name is a slip away from the words.
func (v *Vocabulary) near(said string) ([]value, bool) {
	if len(said) < 5 || len(said) > 40 {
		return nil, false
	}
	best, fewest := "", max(1, len(said)/6)+1
	for name := range v.values {
		if d := len(name) - len(said); d < -2 || d > 2 || len(name) < 5 {
			continue
		}
		if d := lang.Distance(said, name); d < fewest || d == fewest && best != "" && name < best {
			best, fewest = name, d
		}
	}
	return v.values[best], best != ""
}

// readFilters reads the values that fields must have.
func (q *reading) readFilters() {
	for i, t := range q.toks {
		op := "="
		if q.class(i-1) == "without" || q.class(i-2) == "without" || q.class(i-3) == "without" && q.class(i-1) == "" && q.class(i-2) != "value" {
			op = "<>"
		}
		switch {
		case t.class == "field" && q.isBool(t.field) && !slices.Contains(q.by, t.field) && q.target != t.field:
			q.filter(Cond{Field: t.field, Op: "=", Values: []string{map[string]string{"=": "true", "<>": "false"}[op]}, at: i})
		case t.class == "value" && q.voc.table != nil:
			column := q.column(i)
			q.filter(Cond{Field: column, Op: op, Values: valuesOf(t, column), at: i})
		case t.class == "value":
			column := q.choose(i)
			texts := valuesOf(t, column)
			if column == "state" || column == "city" {
				column = q.place(i) + column
			}
			q.filter(Cond{Field: column, Op: op, Values: q.stateNames(column, texts), at: i})
		case q.voc.table != nil && !strings.HasPrefix(t.class, "dow") && t.class != "weekend" && t.class != "workday":
		case types[t.class]:
			q.filter(Cond{Field: "type", Op: op, Values: []string{t.class}, at: i})
		case q.about == "trips" && kinds[t.class] && (t.class != "hotel" || !q.has("client")):
			q.filter(Cond{Field: "kind", Op: op, Values: []string{t.class}, at: i})
		case channels[t.class] && q.about == "purchases":
			q.filter(Cond{Field: "channel", Op: op, Values: []string{t.class}, at: i})
		case segments[t.class] && q.all:
			q.filter(Cond{Field: "segment", Op: op, Values: []string{t.class}, at: i})
		case strings.HasPrefix(t.class, "dow") && q.aside(i): // "I was asked for it on Friday"
		case strings.HasPrefix(t.class, "dow") && len(t.class) == 4:
			q.filter(Cond{Field: "weekday", Op: op, Values: []string{t.class[3:]}, at: i})
		case t.class == "workday":
			q.filter(Cond{Field: "weekday", Op: "<>", Values: []string{"0", "6"}, at: i})
		case t.class == "weekend":
			q.filter(Cond{Field: "weekday", Op: op, Values: []string{"0", "6"}, at: i})
		case t.class == "mycity" || t.class == "mystate":
			q.filter(Cond{Field: q.place(i) + t.class[2:], Op: "mine", at: i})
		case t.class == "site" && q.about == "breweries" && q.has("brewery") && !q.hasValue("brewery"):
			if op = "missing"; q.class(i-1) != "without" && q.class(i-2) != "without" {
				op = "present"
			}
			q.filter(Cond{Field: "site", Op: op, at: i})
		case t.class == "unrated" && q.about == "purchases":
			q.filter(Cond{Field: "rating", Op: "missing", at: i})
		case t.class == "mysegment" && q.all:
			q.filter(Cond{Field: "segment", Op: "mine", at: i})
		}
	}
}

// aside reports whether the weekday at i is no day of rows: it is until when or since when
// something is, or stands in a part of the text that tells of something else.
func (q *reading) aside(i int) bool {
	if i > 0 && deadlines[q.said(i-1)] || i > 1 && deadlines[q.said(i-2)] && q.toks[i-1].plain {
		return true
	}
	from, to, strange := i, i+1, false
	for from > 0 && !q.toks[from].begins && !q.toks[from].sep {
		from--
	}
	for to < len(q.toks) && !q.toks[to].begins && !q.toks[to].sep {
		to++
	}
	for _, t := range q.toks[from:to] {
		if recorded[t.class] || onlying[t.text] || t.text != "que" && slices.Contains([]string{"which", "howmuch", "howmany", "list", "compare", "by"}, t.class) {
			return false
		}
		strange = strange || t.class == "" && !t.plain || t.class == "want"
	}
	return strange
}

var deadlines = lang.Set("desde since until till ate hasta by before antes para pra for")

// isBool reports whether a column says yes or no: "canceladas" are the rows that
// say yes.
func (q *reading) isBool(field string) bool {
	f := q.schema.field(field)
	return f != nil && f.Kind == Bool
}

func valuesOf(t token, column string) (texts []string) {
	for _, x := range t.values {
		if x.column == column {
			texts = append(texts, x.text)
		}
	}
	return texts
}

// stateNames writes states as the rows have them: the catalogue may have names
// where clients have codes.
func (q *reading) stateNames(column string, texts []string) []string {
	if column != "brewery_state" && (column != "state" || q.all || q.about == "trips") {
		return texts
	}
	var names []string
	for _, code := range texts {
		names = append(names, q.voc.state(code))
	}
	return names
}

func (v *Vocabulary) state(code string) string {
	if s := v.states[code]; s != "" {
		return s
	}
	return code
}

// filter adds values to those that the field may have.
func (q *reading) filter(c Cond) {
	for i := range q.where {
		if f := &q.where[i]; f.Field == c.Field && f.Op == c.Op {
			for _, t := range c.Values {
				if !slices.Contains(f.Values, t) {
					f.Values = append(f.Values, t)
				}
			}
			f.at = c.at
			f.names++
			return
		}
	}
	c.names = 1
	q.where = append(q.where, c)
}

var clientID = pattern.Of(`(?i)^c\d{3,}$`)

// outside returns why a question is none that data answers, or nil.
func (q *reading) outside() error {
	isID := func(t token) bool { return clientID().MatchString(t.text) }
	thing, of := q.thing(q.stranger)
	switch i := slices.IndexFunc(q.toks, isID); {
	case len(q.toks) == 0:
		return cannot(NotUnderstood, "")
	case q.writes():
		return cannot(ReadOnly, "")
	case i >= 0:
		return cannot(OtherClient, q.toks[i].raw)
	case q.has("client") && q.class(q.index("client")+1) == "number":
		return cannot(OtherClient, "")
	case q.has("buyers") && !q.has("also") && (q.superlative() || !q.hasValue("beer", "style", "brewery")) && !q.compares():
		return cannot(OtherClient, "")
	case q.has("who") && !q.has("also", "buyers") && !(q.has("make") && (q.hasValue("beer") || q.found)) && !(q.said(q.index("who")) == "quem" && q.compares()):
		return cannot(OtherClient, "")
	case q.stranger != "" && of:
		return cannot(NotInData, thing)
	case q.stranger != "" && (q.about != "beers" && q.about != "breweries" || q.has("email", "postal", "phone", "where", "absent")):
		return cannot(OtherClient, q.stranger)
	case q.has("email", "postal", "clientid") && q.has("client", "everyone", "every"):
		return cannot(OtherClient, "")
	case q.wishes():
		return cannot(NotUnderstood, "")
	case q.heardOf != "" && (q.core() || q.has("buyown", "moneyown", "buyall", "sold")):
		return cannot(NotInData, q.heardOf)
	case q.narrows() != "":
		return cannot(NotInData, q.narrows())
	case q.missed():
		return cannot(NotUnderstood, q.strange())
	case q.has("why"):
		return cannot(NotInData, "")
	case q.unknown != "" || q.stranger != "":
		return cannot(NotInData, q.unknown+q.stranger)
	case q.own && q.has("others") && q.has("month", "quarter", "year") && q.superlative(): // how far a month is from the mean of months
		return cannot(NotUnderstood, q.said(q.index("others")))
	case q.has("distribution") && len(q.by) == 0:
		return cannot(NotUnderstood, q.said(q.index("distribution")))
	case q.has("absent"):
		return cannot(NotInData, q.said(q.index("absent")))
	case q.denies() && !slices.ContainsFunc(q.where, q.excludes) && !q.has("gap"), q.has("both"):
		return cannot(NotUnderstood, "") // better none than the opposite
	case !q.mentions() && !q.found:
		return cannot(NotUnderstood, "")
	}
	for _, f := range q.where {
		if q.nowhere(f) {
			return cannot(NotInData, f.Values[0])
		}
	}
	return nil
}

// denies reports whether something is said not to be: "no" of "si no es molestia"
// says that of nothing that is recorded.
func (q *reading) denies() bool {
	for i, t := range q.toks {
		if _, j := q.next(i); t.class == "without" && j > 0 && j <= i+2 && (recorded[q.class(j)] || types[q.class(j)] || q.class(j) == "value" || q.class(j) == "rating" || q.class(j) == "site") {
			return true
		}
	}
	return false
}

// writes reports whether something is to be changed: such a verb comes first,
// or after "please" and the like.
func (q *reading) writes() bool {
	i := q.index("write")
	return i >= 0 && !slices.ContainsFunc(q.toks[:i], func(t token) bool {
		return slices.Contains([]string{"which", "howmany", "howmuch", "beer", "brewery", "list", "when"}, t.class)
	})
}

// compares reports whether kinds of clients or places are compared: "quem gasta
// mais, bares ou hotéis?".
func (q *reading) compares() bool {
	return q.has("compare") && slices.ContainsFunc(q.where, func(f Cond) bool { return len(f.Values) > 1 })
}

// excludes reports whether a filter leaves out some of what is asked for. A
// state that has no brewpub is not one where something else is.
func (q *reading) excludes(f Cond) bool {
	if (q.about == "beers" || q.about == "breweries") && (q.target == "state" || q.target == "city" || q.target == "brewery" && (f.Field == "style" || f.Field == "beer")) {
		return false
	}
	return f.Op == "<>" || f.Op == "missing"
}

// wishes reports whether something is wanted other than an account of what the
// guest bought, or a list of what there is.
func (q *reading) wishes() bool {
	account := q.own && q.has("purchase", "buyown", "moneyown") || q.has("list") && q.has("brewery", "style", "sold")
	return q.has("wish") && !account || q.has("want") && !account && !q.core()
}

// core reports whether a question asks for figures of what is recorded, whatever
// else is said around it.
func (q *reading) core() bool {
	asks := q.superlative() || len(q.by) > 0 || q.has("howmany", "howmuch", "which", "list", "by", "monthly", "yearly", "avg", "total", "median", "percent", "last", "first", "compare", "when", "running", "change", "grow", "usual", "gap", "stopped", "unrated", "sorted", "sortedup")
	whose := q.own || q.has("sold", "client", "everyone", "others", "purchase", "money", "ticket", "buyall")
	return asks && whose
}

// narrows returns a word that is not known and stands where a condition does:
// "gastei com sidra". To leave it out would be to answer something else.
func (q *reading) narrows() string {
	for i := 2; i < len(q.toks) && q.core(); i++ {
		t := q.toks[i]
		if t.class != "" || t.plain || len(t.text) < 3 {
			continue
		}
		j := i - 1
		if articles[q.said(j)] {
			j--
		}
		if narrowing[q.said(j)] && j > 0 && (narrowable[q.class(j-1)] || recorded[q.class(j-1)]) {
			return t.raw
		}
	}
	return ""
}

var (
	articles   = lang.Set("a o as os um uma the an el la los las un una")
	narrowing  = lang.Set("com con on em en de of from with for sobre no na in do da del")
	narrowable = lang.Set("money moneyown buyown buy purchase sold unit beer brewery howmuch")
)

// missed reports whether too much of what is said is not known: more than one
// word for every two that are. What they mean would be lost; a beer that goes
// with ribs is not any beer.
func (q *reading) missed() bool {
	if q.core() {
		return false
	}
	known, strange := 0, 0
	for _, t := range q.toks {
		switch {
		case t.class != "" && t.text != "":
			known++
		case t.class == "" && !t.plain && !(q.found && pointing[t.text]):
			strange++
		}
	}
	return 2*strange > known
}

// mentions reports whether something is named that is recorded. "Qual é mais
// barato?" and "quais valores?" may speak of anything.
func (q *reading) mentions() bool {
	switch {
	case q.hasValue("style", "beer", "brewery"):
		return true
	case len(q.having) > 0, q.own && q.has("total", "avg", "median", "sd"), q.own && q.core() && (len(q.by) > 0 || isPeriod(q.target)):
		return true
	case q.own && q.has("rating", "times", "dearest", "cheapest", "favourite", "last", "first", "city", "state", "where"):
		return true
	case q.has("rating") && q.has("avg", "total", "howmany"):
		return true
	}
	return slices.ContainsFunc(q.toks, func(t token) bool {
		return (recorded[t.class] || types[t.class]) && t.text != "valor" && t.text != "valores" && t.text != "value"
	})
}

// recorded are the classes of what is recorded and of nothing else.
var recorded = lang.Set("beer brewery style type kind channel segment mysegment client purchase trip dest deststate night ticket sold popular unpopular " +
	"buy buyown buyall moneyown money unit times favourite abv ibu bitterest mildest myprofile email postal named clientid joined gap stopped also buyers never")

// nowhere reports whether a filter is a town that the data does not have. The
// catalogue's towns are known; where clients live and the guest has been may
// be elsewhere, if that is plainly asked.
func (q *reading) nowhere(f Cond) bool {
	if !strings.HasSuffix(f.Field, "city") || f.Op == "mine" || slices.ContainsFunc(f.Values, func(town string) bool {
		return slices.Contains(q.voc.values[lang.Fold(town)], value{"city", town})
	}) {
		return false
	}
	switch {
	case q.about == "trips":
		return !q.own || !q.has("howmany", "howmuch", "when", "moneyown")
	case q.all && f.Field == "city":
		return !q.has("client")
	}
	return true
}
