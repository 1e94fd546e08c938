package question

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

var clientID = pattern.Of(`(?i)^c\d{3,}$`)

// OfID reports whether a question is declined because it names another client's number.
func (c *Cannot) OfID() bool { return c.Why == OtherClient && clientID().MatchString(c.Part) }

// outside returns why a question is none that the house's data answers, or nil.
func (q *reading) outside() error {
	id := slices.IndexFunc(q.toks, func(t token) bool { return clientID().MatchString(t.text) })
	write := q.index("write")
	thing, of := q.thing(q.stranger)
	several := q.has("compare") && q.severalNamed() // "quem gasta mais, bares ou hotéis?"
	switch narrowing := q.narrows(); {
	case len(q.toks) == 0:
		return cannot(NotUnderstood, "")
	case write >= 0 && !slices.ContainsFunc(q.toks[:write], func(t token) bool { return in("question", t.class) }):
		return cannot(ReadOnly, "")
	case id >= 0:
		return cannot(OtherClient, q.toks[id].raw)
	case q.has("client") && q.class(q.index("client")+1) == "number",
		q.has("buyers") && !q.has("also") && (q.superlative() || !q.hasValue("beer", "style", "brewery")) && !several,
		q.has("who") && !q.has("also", "buyers", "make") && !(q.saidOf("who") == "quem" && several),
		q.has("email", "postal", "clientid") && q.has("client", "everyone", "every"):
		return cannot(OtherClient, "")
	case q.stranger != "" && of:
		return cannot(NotInData, thing)
	case q.stranger != "":
		return cannot(OtherClient, q.stranger)
	case q.wishes():
		return cannot(NotUnderstood, "")
	case q.heardOf != "" && (q.core() || q.has("buyown", "moneyown", "buyall", "sold")):
		return cannot(NotInData, q.heardOf)
	case narrowing != "":
		return cannot(NotInData, narrowing)
	case q.missed():
		return cannot(NotUnderstood, q.strange())
	case q.has("why"), q.unknown != "":
		return cannot(NotInData, q.unknown)
	case q.has("distribution"):
		return cannot(NotUnderstood, q.saidOf("distribution"))
	case q.has("absent"):
		return cannot(NotInData, q.saidOf("absent"))
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

// severalNamed reports whether a field may have several values.
func (q *reading) severalNamed() bool {
	return slices.ContainsFunc(q.where, func(c Cond) bool { return len(c.Values) > 1 })
}

// thing is the part of a question in which a name stands that is of nobody: "desde a Semana Santa", or
// an abbreviation.
func (q *reading) thing(name string) (part string, ok bool) {
	i := slices.IndexFunc(q.spans, func(s string) bool { return strings.Contains(s, name) })
	if i >= 0 {
		return q.spans[i], true
	}
	return name, name == strings.ToUpper(name)
}

// denies reports whether something is said not to be that no condition leaves out: better none than the
// opposite. A state that has no brewpub is not one where something else is.
func (q *reading) denies() bool {
	place := q.target == "state" || q.target == "city"
	left := slices.ContainsFunc(q.where, func(c Cond) bool { return (c.Op == "<>" || c.Op == "missing") && !place })
	for i, t := range q.toks {
		c, j := q.next(i)
		if t.class == "without" && j > 0 && j <= i+2 && (in("recorded", c) || c == "value" || c == "rating" || c == "site") {
			return !left
		}
	}
	return false
}

// wishes reports whether something is wanted other than an account of what the guest bought, or a list
// of what there is.
func (q *reading) wishes() bool {
	account := q.own && q.has("purchase", "buyown", "moneyown", "suggest") || q.has("list") && q.has("brewery", "style", "sold")
	return !account && (q.has("wish", "suggest") || q.has("want") && !q.core())
}

// core reports whether a question asks for figures of what is recorded, whatever else is said around it.
func (q *reading) core() bool {
	asks := q.superlative() || len(q.by) > 0 || q.hasOf("asks")
	return asks && (q.own || q.has("sold", "client", "everyone", "others", "purchase", "money", "ticket", "buyall"))
}

// narrows returns a word that is not known and stands where a condition does: "gastei com sidra". To
// leave it out would be to answer something else.
func (q *reading) narrows() string {
	for i := 2; i < len(q.toks) && q.core(); i++ {
		if j := q.narrower(i); j > 0 && (in("narrowable", q.class(j-1)) || in("recorded", q.class(j-1))) {
			return q.toks[i].raw
		}
	}
	return ""
}

// narrower is the place of the word, such as "with", that makes a condition of the unknown word at i, or -1.
func (q *reading) narrower(i int) int {
	t, j := q.toks[i], i-1
	if in("articles", q.said(j)) {
		j--
	}
	if t.class != "" || t.plain || len(t.text) < 3 || in("pointing", t.text) || !in("narrowing", q.said(j)) {
		return -1
	}
	return j
}

// strange is the first word that means nothing here.
func (q *reading) strange() string {
	i := slices.IndexFunc(q.toks, func(t token) bool { return t.class == "" && !t.plain })
	return q.at(i).raw
}

// missed reports whether too many words of a question are unknown: more than one for every two known
// ones. An answer would ignore them: a beer "that goes with ribs" is not any beer.
func (q *reading) missed() bool {
	known, strange := 0, 0
	for _, t := range q.toks {
		switch {
		case t.class != "" && t.text != "":
			known++
		case t.class == "" && !t.plain && !(q.found && in("pointing", t.text)):
			strange++
		}
	}
	return !q.core() && 2*strange > known
}

// mentions reports whether something is named that is recorded. "Qual é mais barato?" and "quais
// valores?" may speak of anything.
func (q *reading) mentions() bool {
	if len(q.when) > 1 && (q.compares() || q.own) || q.own && (q.core() && (len(q.by)+len(q.when) > 0 || isPeriod(q.target)) || q.hasOf("recorded.own")) {
		return true
	}
	return q.hasValue("style", "beer", "brewery") || len(q.having) > 0 || q.all && q.hasOf("segments") && q.has("avg") || q.has("rating") && q.has("avg", "total", "howmany") ||
		slices.ContainsFunc(q.toks, func(t token) bool { return in("recorded", t.class) && !in("amount", strings.TrimSuffix(t.text, "es")) })
}

// nowhere reports whether a filter is a town that the data does not have. The catalogue's towns are
// known; where clients live and the guest has been may be elsewhere, if that is plainly asked.
func (q *reading) nowhere(c Cond) bool {
	known := func(town string) bool { return slices.Contains(q.voc.values[lang.Fold(town)], value{"city", town}) }
	plainly := q.about == "trips" && q.own && q.has("howmany", "howmuch", "when", "moneyown") || q.about != "trips" && q.all && q.has("client")
	return strings.HasSuffix(c.Field, "city") && c.Op != "mine" && !slices.ContainsFunc(c.Values, known) && !plainly
}

// declined returns why a question is not answered, or nil.
func (q *reading) declined() error {
	switch {
	case !q.table():
		return q.outside()
	case q.heardOf != "" || len(q.when) > 0 && q.schema.Moment == "":
		return cannot(NotInData, cmp.Or(q.heardOf, "date"))
	case q.lacks() != "":
		return cannot(NotInData, q.lacks())
	case q.says("never"): // rows do not tell what never happened
		return cannot(NotUnderstood, q.strange())
	}
	return nil
}

// lacks returns a word for a column that the table does not have, "lucro", or "". Before a value such a
// word only describes the value.
func (q *reading) lacks() string {
	for i, t := range q.toks {
		if c, _ := q.next(i); t.class == "" && !t.plain && c != "value" && (columnNouns()[t.text] || columnNouns()[lang.Same(t.text)]) || t.class == "hour" && q.schema.field("hour") == nil {
			return t.raw
		}
	}
	return ""
}
