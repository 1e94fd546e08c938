// Package understand reads what a guest writes: what is to be done (acts), and
// the words that matter for it (spans) with what they mean.
//
//	r := understand.Read("o segundo vem com coentro? minha filha não suporta", understand.Before{Last: "menu"})
//	// r.Acts:  about_dish
//	// r.Spans: "o segundo" ref; "coentro" food, dislike, of a companion, always
//
// It is learned: linear models whose weights, weights.bin, `make train` makes of
// the labelled messages in readings/ (their guide is readings/README.md). A
// message becomes tokens, the tokens features, and the features vote for acts,
// for the kind of each token and for the attributes of each span. Arithmetic (how
// much "até R$ 1.200" is) is not learned: see package staydate and [Number].
package understand

import "slices"

// Reading is what a message means, in the words of readings/README.md.
type Reading struct {
	Acts  []Act   `json:"acts"`
	Spans []Span  `json:"spans"`
	Sure  float64 `json:"sure"` // the chance that the acts are right, from 0 to 1
}

// Act is something to be done, such as find_dishes. Args hold the guest's words.
type Act struct {
	Name  string            `json:"act"`
	Args  map[string]string `json:"args,omitempty"`
	Score float64           `json:"-"` // the chance that it is meant
}

// Span is words of a message that matter, with what they are.
type Span struct {
	Text string `json:"t"`
	Kind string `json:"k"`              // food, diet, people, money …
	P    string `json:"p,omitempty"`    // want, like, dislike, allergy, intolerance, cannot, not
	Of   string `json:"of,omitempty"`   // companion, party, other; empty: the guest
	When string `json:"when,omitempty"` // always, past; empty: now
	Drop bool   `json:"drop,omitempty"` // takes back what was said before
	Fix  bool   `json:"fix,omitempty"`  // puts right what was said before
	Per  string `json:"per,omitempty"`  // of money: person, night, item, all
	Role string `json:"role,omitempty"` // of a place: home, from; empty: destination

	From int `json:"-"` // in the message, in bytes
	To   int `json:"-"`
}

// Before is what the house did before the message.
type Before struct {
	Last  string // what it showed or asked last: menu, trip_stay, consent …; empty or none: nothing
	House string // its last words
}

// Acts are the names of all acts, in the order in which weights.bin has them.
var Acts = []string{
	"find_dishes", "show_card", "about_dish", "bill", "order", "house_info", "ask_staff", "find_breweries", "about_brewery", "ask_purchases",
	"plan_trip", "choose", "trip_total", "ask_data", "draw_chart", "recall", "forget", "yes", "no", "tell", "more", "other", "repeat", "summary",
	"greet", "thanks", "bye", "help", "smalltalk", "outside",
}

// Kinds are the names of all kinds of spans.
var Kinds = []string{
	"food", "drink", "beer_style", "cuisine", "taste", "diet", "ref", "money", "people", "place", "date", "time", "lodging", "amenity", "brewery",
	"measure", "dimension", "operator", "name", "manner", "fact",
}

// Attribute is something that a span may have one value of. The first value is
// none.
type Attribute struct {
	Name   string
	Values []string
	Of     []string // the kinds that have it; empty: all
}

// Attributes are those of spans.
var Attributes = []Attribute{
	{"p", []string{"", "want", "like", "dislike", "allergy", "intolerance", "cannot", "not"}, nil},
	{"of", []string{"", "companion", "party", "other"}, nil},
	{"when", []string{"", "always", "past"}, nil},
	{"drop", []string{"", "yes"}, nil},
	{"fix", []string{"", "yes"}, nil},
	{"per", []string{"", "person", "night", "item", "all"}, []string{"money"}},
	{"role", []string{"", "home", "from"}, []string{"place"}},
}

// has reports whether spans of a kind have the attribute.
func (a *Attribute) has(kind string) bool { return len(a.Of) == 0 || slices.Contains(a.Of, kind) }

// Get returns a span's value of an attribute.
func (s *Span) Get(attribute string) string {
	if at := s.text(attribute); at != nil {
		return *at
	}
	if attribute == "drop" && s.Drop || attribute == "fix" && s.Fix {
		return "yes"
	}
	return ""
}

// set gives a span a value of an attribute.
func (s *Span) set(attribute, value string) {
	switch at := s.text(attribute); {
	case at != nil:
		*at = value
	case attribute == "drop":
		s.Drop = value != ""
	case attribute == "fix":
		s.Fix = value != ""
	}
}

// text is where a span has the value of an attribute that is a text.
func (s *Span) text(attribute string) *string {
	switch attribute {
	case "p":
		return &s.P
	case "of":
		return &s.Of
	case "when":
		return &s.When
	case "per":
		return &s.Per
	case "role":
		return &s.Role
	}
	return nil
}
