package question

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// declined returns why a question is not answered, or nil.
func (q *reading) declined() error {
	if !q.table() {
		return q.outside()
	}
	for i, t := range q.toks { // a word for a column that the table does not have, "lucro"; before a value it only describes the value
		j := q.next(i)
		noun := t.unknown() && (columnNouns()[t.text] || columnNouns()[lang.Same(t.text)]) && (j < 0 || len(q.at(j).values) == 0)
		if noun || t.has("hour") && q.s.field("hour") == nil {
			return cannot(NotInData, t.raw)
		}
	}
	switch {
	case q.heardOf != "":
		return cannot(NotInData, q.heardOf)
	case len(q.when) > 0 && q.s.Moment == "":
		return cannot(NotInData, "date")
	case q.has("ever"), q.at(q.next(q.index("without"))).has("rows"): // rows do not tell what never happened
		return cannot(NotUnderstood, q.first("ever", "without"))
	}
	return nil
}

// outside returns why a question is none that the house's data answers, or nil.
func (q *reading) outside() error {
	if err := q.somebody(); err != nil {
		return err
	}
	account := q.own && q.has("purchase", "buy", "amount", "suggest") || q.has("list") && q.has("brewery", "style", "sold")
	asks := q.asks() && (q.own || q.has("all", "purchase", "amount", "ticket"))
	denied := q.at(q.next(q.index("without")))
	left := slices.ContainsFunc(q.where, func(c Cond) bool { return c.Op == "<>" || c.Op == "missing" })
	switch {
	case !account && (q.has("wish", "suggest") || q.has("want") && !asks):
		return cannot(NotUnderstood, "")
	case q.has("beyond", "distribution"), q.which() && q.has("rise", "fall") && !isPeriod(q.target):
		return cannot(NotUnderstood, q.first("beyond", "distribution"))
	case q.heardOf != "" && q.has("buy", "amount", "sold", "asks"):
		return cannot(NotInData, q.heardOf)
	case asks && q.narrows(2) != "": // "gastei com sidra": without it something else would be answered
		return cannot(NotInData, q.narrows(2))
	case !asks && q.missed():
		return cannot(NotUnderstood, q.strange())
	case q.has("why", "absent"), q.unknown != "":
		return cannot(NotInData, cmp.Or(q.unknown, q.first("absent")))
	case q.has("both"), !q.mentions() && !q.found:
		return cannot(NotUnderstood, "")
	case (denied.has("recorded") || len(denied.values) > 0) && (!left || q.target == "state"): // better none than the opposite
		return cannot(NotUnderstood, "")
	}
	for _, c := range q.where { // a town that the data does not have
		known := func(town string) bool { return slices.Contains(q.v.values[lang.Fold(town)], value{"city", town}) }
		if strings.HasSuffix(c.Field, "city") && c.Op != "mine" && !slices.ContainsFunc(c.Values, known) && q.about != "trips" {
			return cannot(NotInData, c.Values[0])
		}
	}
	return nil
}

// somebody is the error of a question that would change something, or that is about a client who is not the guest.
func (q *reading) somebody() error {
	id := slices.IndexFunc(q.toks, func(t token) bool { return clientID().MatchString(t.text) })
	write := q.index("write")
	several := q.has("compare") && q.severalNamed() // "quem gasta mais, bares ou hotéis?"
	part := slices.ContainsFunc(q.spans, func(s string) bool { return strings.Contains(s, q.stranger) })
	switch {
	case len(q.toks) == 0:
		return cannot(NotUnderstood, "")
	case write >= 0 && !slices.ContainsFunc(q.toks[:write], func(t token) bool { return t.has("which", "howmuch", "howmany", "beer", "brewery", "list", "when") }):
		return cannot(ReadOnly, "")
	case id >= 0:
		return cannot(OtherClient, q.toks[id].raw)
	case q.has("client") && q.at(q.index("client")+1).has("number"),
		q.has("buyers") && !q.has("also") && (q.has("order") || !q.named("beer", "style", "brewery")) && !several,
		q.has("who") && !q.has("also", "buyers", "make") && !(q.first("who") == "quem" && several),
		q.has("email", "postal", "clientid") && q.has("client", "everyone", "every"):
		return cannot(OtherClient, "")
	case q.stranger != "" && (part || q.stranger == strings.ToUpper(q.stranger)): // "desde a Semana Santa", or an abbreviation
		return cannot(NotInData, q.stranger)
	case q.stranger != "":
		return cannot(OtherClient, q.stranger)
	}
	return nil
}

// narrows is the first word from i on that is not known and stands where a condition does, or "".
func (q *reading) narrows(from int) string {
	for i := from; i < len(q.toks); i++ {
		t, j := q.toks[i], i-1
		if q.at(j).has("article") {
			j--
		}
		if t.unknown() && len(t.text) > 2 && q.at(j).has("narrow", "only") && (from == 0 || q.at(j-1).means()) {
			return t.raw
		}
	}
	return ""
}

// strange is the first word that means nothing here.
func (q *reading) strange() string {
	if i := slices.IndexFunc(q.toks, token.unknown); i >= 0 {
		return q.toks[i].raw
	}
	return ""
}

// missed reports whether too many words of a question are unknown: more than one for every two known
// ones. An answer would ignore them: a beer "that goes with ribs" is not any beer.
func (q *reading) missed() bool {
	known, strange := 0, 0
	for _, t := range q.toks {
		if t.means() {
			known++
		} else if t.unknown() {
			strange++
		}
	}
	return 2*strange > known
}

// mentions reports whether something is named that is recorded. "Qual é mais barato?" and "quais
// valores?" may speak of anything.
func (q *reading) mentions() bool {
	said := q.own && q.has("unrated", "stat", "rating", "times", "price", "favourite", "last", "first", "city", "state", "where")
	times := len(q.when) > 1 && (q.own || q.has("compare", "difference")) || q.own && (len(q.by)+len(q.when) > 0 || isPeriod(q.target))
	return said || times || len(q.where)+len(q.having) > 0 || q.has("recorded") || q.has("rating") && q.has("stat", "howmany")
}
