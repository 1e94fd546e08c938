package question

import (
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// lean is whose rows the last answer was of.
func (q *reading) lean() string {
	if q.before == nil {
		return ""
	}
	return q.before.Whose
}

// scope finds out whose rows are meant, and of which kind.
func (q *reading) scope() {
	q.own, q.all = q.hasOf("own") || q.says("rated"), q.hasOf("all")
	for i, t := range q.toks { // "bares", "hotéis": who buys
		if in("segments", t.class) && q.class(i-1) != "kind" && (!in("kinds", t.class) && t.class != "home" || !q.has("trip", "night", "dest")) {
			q.all = true
		}
	}
	told := q.lean() == Mine && (q.pointsBack() || q.elliptic())                                            // the guest's rating of it
	marked := q.has("rating") && q.hasNumber() && !q.has("avg", "style", "brewery")                         // one's own marks: "todas com nota 4 ou mais"
	summed := len(q.when) > 0 && q.has("total", "howmuch") && !q.hasOf("trips") && !q.has("joined", "list") // "total do mês passado"
	if !q.all && (marked || summed && q.lean() != All) {
		q.own = true
	}
	if !q.own && !told && (q.has("popular", "unpopular") || q.has("rating") && (q.has("avg") || !q.has("purchase"))) {
		q.all = true
	}
	bought := q.hasOf("bought")
	catalogue := q.has("beer", "brewery", "style", "month", "quarter") || q.hasValue("style", "beer", "brewery")
	goesOn := q.before != nil && q.before.About == "purchases" && in("linking", q.said(0)) // "and of clients in Ohio?"
	stays := q.has("hotel") && q.has("moneyown", "own") && !q.has("beer", "brewery", "sold", "others", "client", "compare", "purchase")
	switch {
	case stays, q.hasOf("trips"):
		q.about = "trips"
	case !bought && !catalogue && q.has("client", "segment", "joined") && !(goesOn && !q.has("howmany", "joined")):
		q.about, q.all = "clients", true
	case bought || q.own || q.all || q.hasOf("periods") || len(q.when) > 0 && !q.has("joined"):
		q.about = "purchases"
	case !q.hasOf("strength") && !q.has("howmany") && (q.has("best") || q.saidOf("most") == "top"): // "the best ones" are everybody's; "top 5" is the guest's, unless a place is named
		q.about, q.own = "purchases", !q.has("best") && !q.hasValue("state", "city") && q.lean() != All
		q.all = !q.own
	default:
		q.about = map[bool]string{true: "breweries", false: "beers"}[q.ofBreweries()]
	}
	if q.about != "purchases" && q.about != "trips" {
		return
	}
	third := !q.has("own") && !told && slices.ContainsFunc(q.toks, func(t token) bool { // "qual estado compra mais", but not "comprando"
		return t.class == "buy" && !(q.lean() == Mine && personless().MatchString(t.text))
	})
	if !q.own && !q.all && (third || q.hasOf("everybodys") && q.lean() != Mine) { // everybody's are meant where it is said
		q.all = true
	}
	if q.beside() {
		return
	}
	if q.own { // "my purchases, of all the dearest"
		q.all = q.all && q.has("everyone", "buyall", "client", "sold") && !q.has("buyown", "moneyown") && q.after("own") != "purchase"
	}
	q.own = q.own && !q.all
}

// personless are the forms of verbs that tell nobody: "comprando", "comprar", "buying".
var personless = pattern.Of(`(?:ndo|[aei]r|ing)$`)

// beside reports whether the guest is set beside everybody.
func (q *reading) beside() bool {
	compares, mine := q.compares(), q.has("own", "buyown", "moneyown", "mycity")
	switch {
	case q.has("percent"): // "what share of everybody's IPA do I buy?"
		return mine && q.has("everyone", "sold")
	case q.has("others") && !q.has("buyall", "client") && !(q.hasOf("segments") && q.has("which")) && (compares || q.has("most", "least") || besideWords().MatchString(q.saidOf("others"))):
		return true // "gasto mais que a média?"
	}
	return mine && (q.has("others") || q.has("everyone", "client") && (compares || q.has("avg") && q.has("most", "least")))
}

// compares reports whether something is set beside something else.
func (q *reading) compares() bool { return q.has("compare", "above", "below", "atleast", "difference") }

var besideWords = pattern.Of(`\b(mais|more|less|acima|abaixo|above|below|higher|lower|over|maior|menor)\b`)

// ofBreweries reports whether a question about the catalogue counts or lists breweries rather than
// beers.
func (q *reading) ofBreweries() bool {
	first := slices.IndexFunc(q.toks, func(t token) bool { return in("entity", t.class) || in("types", t.class) })
	brewery := first >= 0 && (q.class(first) == "brewery" || in("types", q.class(first))) && !q.superlative()
	return brewery || !q.hasOf("strength") && !q.has("style", "beer") && !q.hasValue("style", "beer")
}

func (q *reading) hasValue(columns ...string) bool {
	for i, t := range q.toks {
		if len(t.values) > 0 && slices.Contains(columns, q.choose(i)) {
			return true
		}
	}
	return false
}

// choose tells which column a name is of that several have: what the noun before it says, or else the
// place, the style, the beer, the brewery; of a table the first that has it.
func (q *reading) choose(i int) string {
	order := []string{q.class(i - 1), "state", "city", "style", "beer", "brewery"}
	if c := q.class(i - 2); c == "city" || c == "state" { // "no estado de Ohio"
		order[0] = c
	}
	if q.table() {
		order = []string{q.at(i - 1).field, q.at(i - 2).field, q.at(i - 3).field, q.toks[i].values[0].column}
	}
	for _, c := range order {
		if len(valuesOf(q.toks[i], c)) > 0 {
			return c
		}
	}
	return ""
}

func valuesOf(t token, column string) (texts []string) {
	for _, x := range t.values {
		if x.column == column {
			texts = append(texts, x.text)
		}
	}
	return texts
}

// place tells whose place the token at i is: the brewery's, the client's, or that of a trip. It is what
// stands before "city" and "state" in a field's name.
func (q *reading) place(i int) string {
	j := i - 1
	if c := q.class(j - 1); c == "state" || c == "city" { // "no estado de Ohio"
		j -= 2
	}
	noun, from := q.class(j-1), in("coming", q.said(j))
	client := noun == "client" || in("segments", noun) || noun == "everyone"
	switch {
	case q.about == "trips" && q.all:
		return "dest_"
	case q.about != "purchases" || !q.all || client:
		return ""
	case q.class(i+1) == "brewery", q.class(i-1) == "brewery", in("types", noun), from && in("from", noun),
		noun == "brewery" && q.index("most", "popular", "best", "least", "unpopular", "favourite") > j: // but not "the best brewery in Ohio"
		return "brewery_"
	}
	return ""
}

// names finds out what names mean that the catalogue does not have as they are written: one of its
// names with a slip of the finger, a place, or a person.
func (q *reading) names() {
	for i := 0; i < len(q.toks); i++ {
		t := &q.toks[i]
		if t.class != "" || !t.proper || len(t.text) < 3 {
			continue
		}
		end, name := i+1, t.raw
		for end < len(q.toks) && q.class(end) == "" && q.toks[end].proper {
			name += " " + q.toks[end].raw
			end++
		}
		near := q.voc.near(lang.Fold(name))
		switch {
		case len(near) == 0 && in("placed", q.said(i-1)):
			near = []value{{"city", name}}
			fallthrough
		case len(near) > 0:
			t.class, t.values, t.text = "value", near, lang.Fold(name)
			q.toks = slices.Delete(q.toks, i+1, end)
		case q.class(i-1) != "own" && in("from", q.class(i-1)), q.class(i-2) != "own" && in("from", q.class(i-2)):
			q.unknown = name
		default:
			q.stranger = name
		}
	}
}

// near returns the value whose name is a slip away from the words.
func (v *Vocabulary) near(said string) []value {
	if len(said) < 5 {
		return nil
	}
	best, fewest := "", max(1, len(said)/6)+1
	for name := range v.values {
		if d := len(name) - len(said); d < -2 || d > 2 || len(name) < 5 {
			continue
		}
		if d := lang.Distance(said, name); d < fewest || d == fewest && name < best {
			best, fewest = name, d
		}
	}
	return v.values[best]
}

// readFilters reads the values that fields must have.
func (q *reading) readFilters() {
	q.where = nil
	for i, t := range q.toks {
		c := Cond{Op: "=", Values: []string{t.class}, at: i}
		if q.class(i-1) == "without" || q.class(i-2) == "without" || q.class(i-3) == "without" && q.class(i-1) == "" {
			c.Op = "<>"
		}
		house := !q.table()
		switch {
		case t.class == "field" && q.kind(t.field) == Bool && !slices.Contains(q.by, t.field):
			c.Field, c.Values = t.field, []string{map[string]string{"=": "true", "<>": "false"}[c.Op]}
		case t.class == "value":
			c.Field = q.choose(i)
			c.Values = valuesOf(t, c.Field)
			switch {
			case house && (c.Field == "state" || c.Field == "city"):
				c.Field = q.place(i) + c.Field
				q.stateNames(&c)
			case c.Field == "style" && q.about == "purchases" && !q.all:
				c.Kin = map[string][]string{c.Values[0]: q.voc.kinOf(c.Values[0])}
			}
		case strings.HasPrefix(t.class, "dow") && !in("deadline", q.said(i-1)) && !(in("deadline", q.said(i-2)) && q.at(i-1).plain): // not "by Friday"
			c.Field, c.Values = "weekday", []string{t.class[3:]}
		case t.class == "weekend":
			c.Field, c.Values = "weekday", []string{"0", "6"}
		case t.class == "workday":
			c.Field, c.Op, c.Values = "weekday", "<>", []string{"0", "6"}
		case !house:
		case in("types", t.class):
			c.Field = "type"
		case q.about == "trips" && in("kinds", t.class):
			c.Field = "kind"
		case in("channels", t.class) && q.about == "purchases":
			c.Field = "channel"
		case in("segments", t.class) && q.all:
			c.Field = "segment"
		case t.class == "mycity" || t.class == "mystate":
			c.Field, c.Op, c.Values = q.place(i)+t.class[2:], "mine", nil
		case t.class == "mysegment" && q.all:
			c.Field, c.Op, c.Values = "segment", "mine", nil
		case t.class == "unrated" && q.about == "purchases":
			c.Field, c.Op, c.Values = "rating", "missing", nil
		case t.class == "site" && q.about == "breweries" && q.has("brewery") && !q.hasValue("brewery"):
			c.Field, c.Op, c.Values = "site", map[string]string{"=": "present", "<>": "missing"}[c.Op], nil
		}
		if c.Field != "" {
			q.filter(c)
		}
	}
}

// stateNames writes states as the rows have them: the catalogue may have names where clients have
// codes.
func (q *reading) stateNames(c *Cond) {
	for i, code := range c.Values {
		if s := q.voc.states[code]; s != "" && (c.Field == "brewery_state" || c.Field == "state" && !q.all && q.about != "trips") {
			c.Values[i] = s
		}
	}
}

// filter adds values to those that the field may have.
func (q *reading) filter(c Cond) {
	c.names = 1
	i := slices.IndexFunc(q.where, func(o Cond) bool { return o.Field == c.Field && o.Op == c.Op })
	if i < 0 {
		q.where = append(q.where, c)
		return
	}
	f := &q.where[i]
	for _, t := range c.Values {
		if !slices.Contains(f.Values, t) {
			f.Values = append(f.Values, t)
		}
	}
	maps.Copy(f.Kin, c.Kin)
	for style, kin := range f.Kin {
		f.Kin[style] = slices.DeleteFunc(kin, func(k string) bool { return slices.Contains(f.Values, k) })
	}
	f.at = c.at
	f.names++
}
