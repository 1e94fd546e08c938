package analyst

import (
	"regexp"
	"slices"
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
	case q.has("why"):
		return NotInData
	case q.unknown || q.stranger:
		return NotInData
	case q.has("absent"):
		return NotInData
	case q.has("without") && !slices.ContainsFunc(q.filters, q.excludes), q.has("both", "beyond"):
		return NotUnderstood // better none than the opposite
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
