package question

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// declined returns why a question is not answered, or nil.
func (q *reading) declined() error {
	switch {
	case !q.table():
		return q.outside()
	case q.heardOf != "" || len(q.when) > 0 && q.s.Moment == "":
		return cannot(NotInData, cmp.Or(q.heardOf, "date"))
	case q.lacks() != "":
		return cannot(NotInData, q.lacks())
	case q.has("ever"): // rows do not tell what never happened
		return cannot(NotUnderstood, q.first("ever"))
	}
	return nil
}

// lacks returns a word for a column that the table does not have, "lucro", or "". Before a value such a
// word only describes the value.
func (q *reading) lacks() string {
	for i, t := range q.toks {
		noun := t.unknown() && (columnNouns()[t.text] || columnNouns()[lang.Same(t.text)])
		if j := q.next(i); noun && (j < 0 || len(q.at(j).values) == 0) || t.has("hour") && q.s.field("hour") == nil {
			return t.raw
		}
	}
	return ""
}

// outside returns why a question is none that the house's data answers, or nil.
func (q *reading) outside() error {
	id := slices.IndexFunc(q.toks, func(t token) bool { return clientID().MatchString(t.text) })
	write := q.index("write")
	part := slices.IndexFunc(q.spans, func(s string) bool { return strings.Contains(s, q.stranger) })
	several := q.has("compare") && q.severalNamed() // "quem gasta mais, bares ou hotéis?"
	asked := func(t token) bool { return t.has("which", "howmuch", "howmany", "beer", "brewery", "list", "when") }
	switch narrowing := q.narrows(); {
	case len(q.toks) == 0:
		return cannot(NotUnderstood, "")
	case write >= 0 && !slices.ContainsFunc(q.toks[:write], asked):
		return cannot(ReadOnly, "")
	case id >= 0:
		return cannot(OtherClient, q.toks[id].raw)
	case q.has("client") && q.at(q.index("client")+1).has("number"),
		q.has("buyers") && !q.has("also") && (q.has("order") || !q.named("beer", "style", "brewery")) && !several,
		q.has("who") && !q.has("also", "buyers", "make") && !(q.first("who") == "quem" && several),
		q.has("email", "postal", "clientid") && q.has("client", "everyone", "every"):
		return cannot(OtherClient, "")
	case q.stranger != "" && (part >= 0 || q.stranger == strings.ToUpper(q.stranger)): // "desde a Semana Santa", or an abbreviation
		return cannot(NotInData, q.stranger)
	case q.stranger != "":
		return cannot(OtherClient, q.stranger)
	case q.wishes():
		return cannot(NotUnderstood, "")
	case q.heardOf != "" && (q.core() || q.has("buy", "amount", "sold")):
		return cannot(NotInData, q.heardOf)
	case narrowing != "":
		return cannot(NotInData, narrowing)
	case q.missed():
		return cannot(NotUnderstood, q.strange())
	case q.has("why"), q.unknown != "":
		return cannot(NotInData, q.unknown)
	case q.has("distribution"):
		return cannot(NotUnderstood, q.first("distribution"))
	case q.has("absent"):
		return cannot(NotInData, q.first("absent"))
	case q.has("both"), q.denies(), !q.mentions() && !q.found:
		return cannot(NotUnderstood, "")
	}
	for _, c := range q.where {
		if q.nowhere(c) {
			return cannot(NotInData, c.Values[0])
		}
	}
	return nil
}

// denies reports whether something is said not to be that no condition leaves out: better none than the
// opposite. A state that has no brewpub is not one where something else is.
func (q *reading) denies() bool {
	place := q.target == "state" || q.target == "city"
	left := slices.ContainsFunc(q.where, func(c Cond) bool { return (c.Op == "<>" || c.Op == "missing") && !place })
	i := q.index("without")
	j := q.next(i)
	return j > 0 && j <= i+2 && !left && (q.at(j).has("recorded", "rating", "site") || len(q.at(j).values) > 0)
}

// wishes reports whether something is wanted other than an account of what the guest bought, or a list
// of what there is.
func (q *reading) wishes() bool {
	account := q.own && q.has("purchase", "buy", "amount", "suggest") || q.has("list") && q.has("brewery", "style", "sold")
	return !account && (q.has("wish", "suggest") || q.has("want") && !q.core())
}

// core reports whether a question asks for figures of what is recorded, whatever else is said around it.
func (q *reading) core() bool {
	asks := q.has("order") || len(q.by) > 0 || q.has("asks")
	return asks && (q.own || q.has("sold", "client", "everyone", "others", "purchase", "amount", "ticket") || q.has("buy") && q.all)
}

// narrows returns a word that is not known and stands where a condition does: "gastei com sidra". To
// leave it out would be to answer something else.
func (q *reading) narrows() string {
	for i := 2; i < len(q.toks) && q.core(); i++ {
		j := i - 1
		if q.at(j).has("article") {
			j--
		}
		if t := q.at(i); t.unknown() && len(t.text) > 2 && q.at(j).has("narrow") && (q.at(j-1).has("recorded", "asks") || len(q.at(j-1).values) > 0) {
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
	return !q.core() && 2*strange > known
}

// mentions reports whether something is named that is recorded. "Qual é mais barato?" and "quais
// valores?" may speak of anything.
func (q *reading) mentions() bool {
	times := len(q.when) > 1 && (q.own || q.has("compare", "difference")) || q.own && q.core() && (len(q.by)+len(q.when) > 0 || isPeriod(q.target))
	return times || q.own && q.has("unrated", "total", "avg", "median", "sd", "rating", "times", "price", "favourite", "last", "first", "city", "state", "where") ||
		len(q.where)+len(q.having) > 0 || q.has("recorded") || q.has("rating") && q.has("avg", "total", "howmany")
}

// nowhere reports whether a filter is a town that the data does not have. The catalogue's towns are
// known; where clients live and the guest has been may be elsewhere, if that is plainly asked.
func (q *reading) nowhere(c Cond) bool {
	known := func(town string) bool { return slices.Contains(q.v.values[lang.Fold(town)], value{"city", town}) }
	plainly := q.about == "trips" && q.own && q.has("howmany", "howmuch", "when", "amount") || q.about != "trips" && q.all && q.has("client")
	return strings.HasSuffix(c.Field, "city") && c.Op != "mine" && !slices.ContainsFunc(c.Values, known) && !plainly
}
