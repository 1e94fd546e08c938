package analyst

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

// question is what was asked, taken apart.
type question struct {
	voc  *Vocabulary
	now  time.Time
	toks []token
	when when

	own, all bool   // whose rows are spoken of
	about    string // "purchases", "trips", "clients", "catalogue"

	filters  []filter
	bounds   bounds
	limit    int
	by       []string // what is said to be counted for each
	target   string   // the thing that is asked for
	plural   bool     // several of it
	stranger bool     // somebody is named who is nobody we know
	unknown  bool     // something is named that the catalogue does not have
}

// filter is a value that a column must have.
type filter struct {
	column string // "style", "state", "brewery place" …
	texts  []string
	at     int // the token
	not    bool
}

func read(v *Vocabulary, text string, now time.Time) *question {
	words := split(text)
	v.markNames(words)
	q := &question{voc: v, now: now, when: times(words, now)}
	q.toks = lex(v, words)
	q.names()
	q.scope()
	q.readBounds()
	q.readLimit()
	q.readBy()
	q.readTarget()
	q.readFilters()
	return q
}

// has reports whether a token of one of the classes is there.
func (q *question) has(classes ...string) bool { return q.index(classes...) >= 0 }

func (q *question) index(classes ...string) int {
	return slices.IndexFunc(q.toks, func(t token) bool { return slices.Contains(classes, t.class) })
}

func (q *question) class(i int) string {
	if i < 0 || i >= len(q.toks) {
		return ""
	}
	return q.toks[i].class
}

func (q *question) said(i int) string {
	if i < 0 || i >= len(q.toks) {
		return ""
	}
	return q.toks[i].text
}

// next returns the class of the first token after i that means something,
// but for those of the classes to skip.
func (q *question) next(i int, skip ...string) (string, int) {
	for j := i + 1; j < len(q.toks) && j <= i+4; j++ {
		if c := q.toks[j].class; c != "" && !slices.Contains(skip, c) {
			return c, j
		}
	}
	return "", -1
}

// after returns the class of what follows the first token of a class.
func (q *question) after(class string) string {
	if i := q.index(class); i >= 0 {
		c, _ := q.next(i)
		return c
	}
	return ""
}

// scope finds out whose rows are meant, and of which kind.
func (q *question) scope() {
	for i, t := range q.toks {
		if c, _ := q.next(i); t.class == "every" && (c == "purchase" || c == "sold" || c == "trip" || c == "client" || c == "money" || c == "unit") {
			q.toks[i].class = "everyone"
		}
	}
	q.own = q.has("own", "buyown", "moneyown")
	q.all = q.has("everyone", "buyall", "sold", "client", "others", "segment", "mysegment")
	for i, t := range q.toks { // "bares", "hotéis": who buys
		if segments[t.class] && (!kinds[t.class] && t.class != "home" || !q.has("trip", "night", "dest")) && q.class(i-1) != "kind" {
			q.all = true
		}
	}
	if !q.own && (q.has("popular", "unpopular") || q.has("rating") && (q.has("avg") || !q.has("purchase"))) {
		q.all = true
	}
	bought := q.has("purchase", "buy", "buyown", "buyall", "sold", "popular", "unpopular", "favourite", "money", "moneyown", "ticket", "unit", "times", "rating", "price", "dearest", "cheapest", "channel") ||
		slices.ContainsFunc(q.toks, func(t token) bool { return channels[t.class] })
	switch {
	case q.has("trip", "night", "dest", "deststate", "kind", "inn", "cabin", "apartment", "hostel") && !(q.has("brewery") && strings.HasPrefix(q.said(q.index("trip")), "visit")):
		q.about = "trips"
	case (q.has("client", "segment", "joined") || segments[q.after("howmany")]) && !bought && !q.has("beer", "brewery", "style", "month", "quarter") && !q.hasValue("style", "beer", "brewery"):
		q.about = "clients"
		q.all = true
	case bought || q.own || q.all || q.has("month", "year") || len(q.when) > 0 && !q.has("joined"):
		q.about = "purchases"
	default:
		q.about = "catalogue"
	}
	if q.about == "catalogue" && q.acclaimed() {
		q.about, q.all = "purchases", true
	}
	if q.about == "purchases" || q.about == "trips" {
		third := q.has("buy") && !q.has("own") // "qual estado compra mais"
		if !q.own && !q.all && (third || !q.personal()) {
			q.all = true
		}
		if q.own && !q.compared() {
			q.all = q.all && q.has("everyone", "buyall", "client", "sold") && !q.has("buyown", "moneyown")
		}
		if q.all && !q.compared() {
			q.own = false
		}
	}
}

// acclaimed reports whether the best are asked for and nothing is said to be
// best at: that is what people like.
func (q *question) acclaimed() bool {
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
func (q *question) personal() bool {
	if q.has("passive") || q.superlative() && q.has("state", "city", "segment", "beer", "brewery", "style", "channel", "month", "year", "quarter", "type", "kind", "dest", "deststate") && !q.has("favourite") {
		return false
	}
	if q.has("last", "first") {
		return true
	}
	if q.about == "trips" { // "viagens de 2025" are the guest's, "viagens por mês" everybody's
		return !q.has("howmany", "howmuch", "total", "avg", "money", "price", "by", "month", "percent", "compare", "sold", "exist") && !q.superlative()
	}
	if q.has("ticket", "price") {
		return false
	}
	return q.has("money", "purchase", "dearest", "cheapest", "last", "first", "favourite", "unit")
}

// compared reports whether the guest is set beside everybody.
func (q *question) compared() bool {
	if q.has("others") && !q.has("buyall", "client", "percent") && (q.has("most", "least", "compare", "above", "below") || beside.MatchString(q.said(q.index("others")))) {
		return true // "gasto mais que a média?"
	}
	return q.has("own", "buyown", "moneyown", "mycity") && !q.has("percent") &&
		(q.has("others") || q.has("everyone", "client") && q.has("compare", "above", "below") ||
			q.has("everyone", "client") && q.has("avg") && q.has("most", "least"))
}

var beside = regexp.MustCompile(`\b(mais|more|less|acima|abaixo|above|below|higher|lower|over|maior|menor)\b`)

func (q *question) hasValue(columns ...string) bool {
	for i, t := range q.toks {
		if len(t.values) > 0 && slices.Contains(columns, q.choose(i)) {
			return true
		}
	}
	return false
}

var entities = strings.Fields("beer brewery style type kind city state channel segment month year quarter day weekday hour dest deststate purchase trip client country night unit")

// readLimit reads how many are wanted: "top 5", "as 3 cervejas".
func (q *question) readLimit() {
	for i, t := range q.toks {
		if t.class != "number" || t.n != float64(int(t.n)) || t.n < 1 || t.n > 100 {
			continue
		}
		after, _ := q.next(i, "most", "least", "best", "popular", "last", "first", "rating", "favourite", "strongest", "bitterest", "dearest", "cheapest", "own")
		before := q.class(i - 1)
		if slices.Contains([]string{"most", "least", "best", "last", "first", "list", "which"}, before) || slices.Contains(entities, after) || after == "value" || q.class(i+1) == "most" {
			q.limit = int(t.n)
			q.toks[i].class = "done"
		}
	}
}

// readBy reads what is counted for each of: "por mês", "by channel".
func (q *question) readBy() {
	add := func(c string) {
		if !slices.Contains(q.by, c) {
			q.by = append(q.by, c)
		}
	}
	for i, t := range q.toks {
		switch t.class {
		case "by":
			for j := i + 1; j < len(q.toks) && j <= i+2; j++ {
				c := q.toks[j].class
				if c == "which" || c == "howmany" || c == "total" || c == "value" {
					break
				}
				if c == "joined" {
					c = "year"
				}
				if n := q.class(j + 1); c == "brewery" && (n == "state" || n == "city") {
					c = n // "by brewery state"
				}
				if (c == "beer" || c == "unit") && q.has("avg") && q.has("money", "moneyown", "howmuch") && q.index("which") != 0 {
					q.toks[j].class = "price" // "quanto pago em média por garrafa"
					break
				}
				if slices.Contains(entities, c) && c != "unit" {
					add(c)
					if k := j + 2; k < len(q.toks) && slices.Contains([]string{"e", "and", "y"}, q.toks[j+1].text) && slices.Contains(entities, q.toks[k].class) {
						add(q.toks[k].class)
					}
					break
				}
			}
		case "month", "year", "quarter", "day":
			if !units[t.text] { // "mensal", "mês a mês"
				add(t.class)
			}
		}
	}
	if len(q.by) == 1 && q.by[0] != "year" && len(q.when) > 1 && q.has("compare") && q.when.years() {
		add("year") // "2024 and 2025 by channel"
	}
	if q.has("trend") && len(q.by) == 0 {
		switch {
		case q.has("year"):
			add("year")
		default:
			add("month")
		}
	}
}

var units = lang.Set("mes meses month months ano anos year years trimestre trimestres quarter quarters dia dias day days")

// announces reports whether the token at i only says what the name after it
// is: "no estado de Ohio".
func (q *question) announces(i int) bool {
	j := i + 1
	if coming[q.said(j)] {
		j++
	}
	c := q.class(i)
	return (c == "state" || c == "city") && q.class(j) == "value" && q.choose(j) == c
}

// readTarget finds the thing that is asked for: the first that is named, but
// for those that are counted for each.
func (q *question) readTarget() {
	for i, t := range q.toks {
		if !slices.Contains(entities, t.class) || slices.Contains(q.by, t.class) || t.class == "unit" || q.announces(i) {
			continue
		}
		if t.class == "client" && q.superlative() && !q.has("howmany") && q.hasValue("style") {
			continue // "as melhores IPAs segundo os clientes"
		}
		q.target = t.class
		one := []string{"mes", "pais", "mas"}
		first, _, _ := strings.Cut(t.text, " ")
		q.plural = strings.HasSuffix(first, "s") && !slices.Contains(one, t.text)
		if i := q.index("which"); i >= 0 && (slices.Contains([]string{"qual", "cual"}, q.said(i)) || q.said(i+1) == "of") {
			q.plural = false // "qual das minhas cervejas"
		}
		return
	}
	for _, t := range q.toks {
		q.plural = strings.HasSuffix(t.text, "s")
		if len(t.values) > 0 && t.values[0].column == "style" {
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
	case q.about == "purchases" && !q.has("compare", "others", "month", "year") && q.has("which") && len(q.by) == 0 && !q.has("money", "moneyown", "howmany", "howmuch"):
		q.target = "beer" // "o que eu mais compro?"
	}
}
