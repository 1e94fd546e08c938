package house

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// line is one of the bill of a conversation, which the bill tool writes.
type line struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
	Note     string `json:"note,omitempty"`    // for the kitchen
	Each     int64  `json:"each,omitempty"`    // with its options, in minor units
	Against  string `json:"against,omitempty"` // whose need it is against that has it: "Ana: camarão", "guest: leite"
}

// sentNote is the key of the lines that were passed on to the staff.
const sentNote = "house.sent"

func sent(s *scene.Scene) (all []line) {
	s.Load(sentNote, &all)
	return all
}

// ordered are the lines of the bill of this conversation that were not passed on yet, what
// they come to if all have prices, and the same as numbers.
func ordered(s *scene.Scene) (said []string, total string, new []line) {
	var bill struct{ Lines []line }
	s.Load("menu.bill", &bill)
	had, sum, priced := map[string]int{}, 0.0, true
	for _, l := range sent(s) {
		had[l.ID] += l.Quantity
	}
	for _, l := range bill.Lines {
		before := min(had[l.ID], l.Quantity)
		had[l.ID] -= before
		l.Quantity -= before
		same := slices.IndexFunc(new, func(n line) bool {
			return n.ID == l.ID && n.Note == l.Note && n.Each == l.Each && n.Against == l.Against
		})
		if _, ok := s.Latest("dish", l.ID); same >= 0 {
			new[same].Quantity += l.Quantity // one for each of two guests
		} else if ok && l.Quantity > 0 {
			new = append(new, l)
		}
	}
	for _, l := range new {
		t, _ := s.Latest("dish", l.ID)
		text := fmt.Sprintf("%d x %s", l.Quantity, t.Name)
		if l.Note != "" {
			text += " (" + l.Note + ")"
		}
		text += l.warns(s.Language)
		price, known := understand.Amount(t.Price)
		if known && l.Each > 0 {
			price = float64(l.Each) / 100
		}
		sum, priced = sum+price*float64(l.Quantity), priced && known
		said = append(said, text)
	}
	if priced && sum > 0 {
		total = texts.In(s.Language).Money(int64(math.Round(100*sum)), s.Currency)
	}
	return said, total, new
}

// seatedAt is the table that the guest said last to sit at, in their words: "mesa 31". A table for so many
// people is none.
func seatedAt(s *scene.Scene) string {
	for _, text := range slices.Backward(append(slices.Clone(s.Said), s.Message)) {
		for _, m := range tableNumber().FindAllStringSubmatch(text, -1) {
			if m[2] == "" {
				return strings.ToLower(m[1])
			}
		}
	}
	return ""
}

// goesWith is what the staff is told with an order: the table, and what else the guest said.
func (w *waiting) goesWith(said string, s *scene.Scene) string {
	said = cmp.Or(plain(said), w.More)
	if at := seatedAt(s); !strings.Contains(strings.ToLower(said), at) {
		return strings.TrimSuffix(at+". "+said, ". ")
	}
	return said
}

var tableNumber = pattern.Of(`(?i)\b((?:mesa|table)\s+(?:n[ºo°.]+\s*|número\s+|number\s+)?\d{1,3})\b(\s*(?:pessoas|personas|people|lugares|pax|pm|am|h\b|:))?`)

// warns says of a line whose need it is against, or nothing.
func (l line) warns(in lang.Language) string {
	if l.Against == "" {
		return ""
	}
	w := texts.In(in)
	who := strings.Split(l.Against, "; ")
	for i, x := range who {
		if who[i] = w.Yours(x); strings.HasPrefix(x, "guest: ") {
			who[i] = w.House.Asker + strings.TrimPrefix(x, "guest")
		}
	}
	return " (" + fmt.Sprintf(w.House.Against, strings.Join(who, "; ")) + ")"
}

// against are the lines of an order that are against the need of whoever has them.
func (w *waiting) against() (all []string) {
	for i, l := range w.Count {
		if l.Against != "" && i < len(w.Order) {
			all = append(all, w.Order[i])
		}
	}
	return all
}

// unbilled are the dishes that a request for the kitchen names and that are not on the bill,
// once there is one: the kitchen goes by its lines.
func unbilled(s *scene.Scene, request string) (names []string) {
	var bill struct{ Lines []line }
	if s.Load("menu.bill", &bill); len(bill.Lines) == 0 {
		return nil
	}
	words := func(text string) string { return " " + strings.Join(said(text), " ") + " " }
	rest := words(request)
	for _, l := range bill.Lines {
		if t, ok := s.Latest("dish", l.ID); ok { // in "bolo de milho" there is no "milho"
			rest = strings.ReplaceAll(rest, words(t.Name), " ")
		}
	}
	for _, t := range slices.Concat(s.Shown, s.Found) {
		on := slices.ContainsFunc(bill.Lines, func(l line) bool { return l.ID == t.ID })
		if t.Kind == "dish" && !on && !slices.Contains(names, t.Name) && strings.Contains(rest, words(t.Name)) {
			names = append(names, t.Name)
		}
	}
	return names
}
