package analyst

import (
	"regexp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

var clientID = regexp.MustCompile(`(?i)^c\d{3,}$`)

// outside returns why a question is none that data answers, or "".
func (q *question) outside() string {
	switch {
	case len(q.toks) == 0:
		return NotUnderstood
	case slices.ContainsFunc(q.toks, func(t token) bool { return clientID.MatchString(t.text) }):
		return OtherClient
	case q.has("client") && q.class(q.index("client")+1) == "number":
		return OtherClient
	case q.writes():
		return Write
	case q.has("who") && !(q.has("make") && q.hasValue("beer")) && !(q.said(q.index("who")) == "quem" && q.compares()):
		return OtherClient
	case q.stranger && (q.about != "catalogue" || q.has("email", "postal", "phone", "where", "absent")):
		return OtherClient
	case q.has("email", "postal", "clientid") && q.has("client", "everyone", "every"):
		return OtherClient
	case q.wishes() || q.missed():
		return NotUnderstood
	case q.has("why"):
		return NotInData
	case q.unknown || q.stranger:
		return NotInData
	case q.has("absent"):
		return NotInData
	case q.has("without") && !slices.ContainsFunc(q.filters, q.excludes), q.has("both", "beyond"):
		return NotUnderstood // better none than the opposite
	case slices.ContainsFunc(q.filters, q.nowhere):
		return NotInData
	case !q.named():
		return NotUnderstood
	}
	return ""
}

// writes reports whether something is to be changed: such a verb comes first,
// or after "please" and the like.
func (q *question) writes() bool {
	i := q.index("write")
	return i >= 0 && !slices.ContainsFunc(q.toks[:i], func(t token) bool {
		return slices.Contains([]string{"which", "howmany", "howmuch", "beer", "brewery", "list", "when"}, t.class)
	})
}

// compares reports whether kinds of clients or places are compared: "quem gasta
// mais, bares ou hotéis?".
func (q *question) compares() bool {
	return q.has("compare") && slices.ContainsFunc(q.filters, func(f filter) bool { return len(f.texts) > 1 })
}

// excludes reports whether a filter leaves out some of what is asked for. A
// state that has no brewpub is not one where something else is.
func (q *question) excludes(f filter) bool {
	if q.about == "catalogue" && (q.target == "state" || q.target == "city" || q.target == "brewery" && (f.column == "style" || f.column == "beer")) {
		return false
	}
	return f.not
}

// wishes reports whether something is wanted other than an account of what the
// guest bought, or a list of what there is.
func (q *question) wishes() bool {
	account := q.own && q.has("purchase", "buyown", "moneyown") || q.has("list") && q.has("brewery", "style", "sold")
	return q.has("wish") && !account
}

// missed reports whether too much of what is said is not known: more than one
// word for every two that are. What they mean would be lost; a beer that goes
// with ribs is not any beer.
func (q *question) missed() bool {
	known, strange := 0, 0
	for _, t := range q.toks {
		switch {
		case t.class != "" && t.text != "":
			known++
		case t.class == "" && !t.plain:
			strange++
		}
	}
	return 2*strange > known
}

// named reports whether something is named that is recorded. "Qual é mais
// barato?" and "quais valores?" may speak of anything.
func (q *question) named() bool {
	switch {
	case q.hasValue("style", "beer", "brewery"):
		return true
	case q.own && q.has("rating", "times", "dearest", "cheapest", "favourite", "last", "first", "city", "state", "where"):
		return true
	case q.has("rating") && q.has("avg", "total", "howmany"):
		return true
	}
	return slices.ContainsFunc(q.toks, func(t token) bool {
		return (nouns[t.class] || types[t.class]) && t.text != "valor" && t.text != "valores" && t.text != "value"
	})
}

// nouns are the classes of what is recorded and of nothing else.
var nouns = lang.Set("beer brewery style type kind channel segment mysegment client purchase trip dest deststate night ticket sold popular unpopular " +
	"buy buyown buyall moneyown money unit abv ibu bitterest mildest myprofile email postal named clientid joined")

// nowhere reports whether a filter is a town that the data does not have. The
// catalogue's towns are known; where clients live and the guest has been may
// be elsewhere, if that is plainly asked.
func (q *question) nowhere(f filter) bool {
	whose, ok := strings.CutSuffix(f.column, " city")
	if !ok || slices.ContainsFunc(f.texts, func(town string) bool {
		return slices.Contains(q.voc.values[lang.Fold(town)], value{"city", town})
	}) {
		return false
	}
	switch whose {
	case "client", "home":
		return !q.has("client")
	case "trip":
		return !q.own || !q.has("howmany", "howmuch", "when", "moneyown")
	}
	return true
}
