package concierge

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// order is the note of a conversation's order that the bill tool keeps, as this package reads it.
type order struct {
	Lines   []orderLine `json:"lines"`
	If      []change    `json:"if"`      // what it was asked what they come to
	Budget  float64     `json:"budget"`  // of which it was asked whether it is enough
	People  int         `json:"people"`  // by whom it was split
	Split   []args      `json:"split"`   // who pays for what
	Service string      `json:"service"` // in percent
	Sober   args        `json:"sober"`   // who has no part of its drinks
	Since   string      `json:"since"`   // the message that changed it last
	Asked   []question  `json:"asked"`   // which of some dishes is meant
}

type orderLine struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
	For      string `json:"for"`
	Note     string `json:"note"`
}

// A question is one of the house: which of some dishes is to be ordered.
type question struct {
	Among    []string `json:"among"`
	Quantity int      `json:"quantity"`
	For      string   `json:"for"`
}

// A change is one edit of the order, as the bill tool takes it: "add two mates for Ana, without ice".
type change struct {
	Do       string   `json:"do"`              // add, set, drop, note (and for whom), without, clear, round
	Dish     string   `json:"dish,omitempty"`  // its id, what it is called, or a course
	Among    []string `json:"among,omitempty"` // it may be any of these
	Most     string   `json:"most,omitempty"`  // it is the one of these that is most of something: "light"
	Missing  bool     `json:"missing,omitempty"`
	Quantity int      `json:"quantity,omitempty"` // 0: all that there are
	For      string   `json:"for,omitempty"`      // who has it; "me" is the guest
	Note     string   `json:"note,omitempty"`     // for the kitchen
	Own      bool     `json:"own,omitempty"`      // the note says all of how it is to be
	Pick     args     `json:"pick,omitempty"`     // the house chooses it

	said bool // how many
}

func (a asked) kept() (o order) {
	_ = json.Unmarshal(a.at.Notes["menu.bill"], &o) // written by the bill tool
	return o
}

// tab is the ids of what is on the order, the last the newest.
func (a asked) tab() (ids []string) {
	for _, l := range a.kept().Lines {
		ids = append(ids, l.ID)
	}
	return ids
}

// unsent reports whether the order has something that was not passed on to the staff.
func (a asked) unsent() bool {
	var sent []orderLine
	_ = json.Unmarshal(a.at.Notes["house.sent"], &sent) // written by ask_staff
	n := 0
	for _, l := range a.kept().Lines {
		n += l.Quantity
	}
	for _, l := range sent {
		n -= l.Quantity
	}
	return n > 0
}

// meant is a dish that words of an order name or point at.
type meant struct {
	ids      []string // several: it may be any of these
	text     string
	from, to int
	kind     bool // it says what kind of dish it is
	plain    bool // it is what dishes are made of
	ref      bool // it is pointed at
	missing  bool // it is not on the card
}

// meants are the dishes that words name or point at, in their order. What somebody must not have or dislikes is none.
func (a asked) meants() (all []meant) {
	over := func(from, to int) bool {
		return slices.ContainsFunc(all, func(d meant) bool { return d.from < to && from < d.to })
	}
	needs := understand.Needs(a.text)
	avoided := func(from, to int) bool {
		if slices.ContainsFunc(needs, func(n understand.Need) bool { return n.Sober && n.From < to && from < n.To }) { // who drives orders nothing by it
			return true
		}
		return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
			return s.From < to && from < s.To && (s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot")
		})
	}
	for _, m := range a.apart(a.text) {
		if !over(m.From, m.To) && !(avoided(m.From, m.To) && (m.Plain || m.Kind)) {
			all = append(all, meant{ids: ids(m.Things), text: a.text[m.From:m.To], from: m.From, to: m.To, kind: m.Kind, plain: m.Plain || m.Within})
		}
	}
	named := len(all)
	for _, r := range a.dishRefs() {
		if over(r.from, r.to) || r.among && len(all) > 0 || named > 1 && understand.Point(r.text).Count > 0 {
			continue
		}
		if r.among {
			all = append(all, meant{ids: ids(r.things), text: r.text, from: r.from, to: r.to, ref: true})
			continue
		}
		for _, t := range r.things {
			all = append(all, meant{ids: []string{t.ID}, text: r.text, from: r.from, to: r.to, ref: true})
		}
	}
	for _, s := range a.spans {
		drinkable := s.Kind == "drink" || s.Kind == "beer_style" || s.Kind == "food" && understand.Edible(s.Text)
		of := is(append(spots(a.text[s.To:]), spot{})[0].word, "of_place") // "o ovo do picadinho"
		if drinkable && (s.P == "want" || s.P == "" && a.says("swap")) && !over(s.From, s.To) && !vague(s.Text) && !of {
			all = append(all, meant{ids: []string{s.Text}, text: s.Text, from: s.From, to: s.To, missing: true})
		}
	}
	slices.SortStableFunc(all, func(x, y meant) int { return x.from - y.from })
	return all
}

// apart are the mentions of a text, with a food in a dish as two: "ovo no acarajé".
func (a asked) apart(words string) (all []scene.Mention) {
	for _, m := range a.mentions(words) {
		text := words[m.From:m.To]
		for _, w := range spots(text) {
			head := strings.TrimSpace(text[:w.from])
			in := is(w.word, "within") && head != "" && !strings.HasPrefix(lang.Fold(m.Things[0].Name), lang.Fold(head))
			if food, dish := a.mentions(head), a.mentions(text[w.to:]); in && len(food) > 0 && len(dish) > 0 {
				one, other, at := food[0], dish[0], m.From
				one.From, one.To = at, at+len(head)
				other.From, other.To = at+w.to+other.From, at+w.to+other.To
				all, m = append(all, one), other
				break
			}
		}
		all = append(all, m)
	}
	return all
}
