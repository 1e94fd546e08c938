package house

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
)

// line is one of the bill of a conversation, which the bill tool writes.
type line struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
	Note     string `json:"note,omitempty"`    // for the kitchen
	Each     int64  `json:"each,omitempty"`    // with its options, in minor units
	Of       string `json:"of,omitempty"`      // the request with which it was passed on
	Against  string `json:"against,omitempty"` // whose need it is against that has it: "Ana: camarão", "guest: leite"
	Doubt    bool   `json:"doubt,omitempty"`   // somebody at the table must not have it, and who has it is not told
}

// sentNote is the key of the lines that were passed on to the staff.
const sentNote = "house.sent"

func sent(s *scene.Scene) (all []line) {
	s.Load(sentNote, &all)
	return all
}

// without leaves out the lines that were passed on with a request.
func without(all []line, request string) []line {
	return slices.DeleteFunc(all, func(l line) bool { return request != "" && l.Of == request })
}

// ordered are the lines of the bill of this conversation that were not passed on yet, or only with
// the request that this order takes the place of, what they come to if all have prices, and the same as numbers.
func ordered(s *scene.Scene, instead string) (said []string, total string, new []line) {
	var bill struct{ Lines []line }
	s.Load("menu.bill", &bill)
	had, sum, priced := map[string]int{}, 0.0, true
	for _, l := range without(sent(s), instead) {
		had[l.ID] += l.Quantity
	}
	for _, l := range bill.Lines {
		before := min(had[l.ID], l.Quantity)
		had[l.ID] -= before
		l.Quantity -= before
		same := slices.IndexFunc(new, func(n line) bool {
			return n.ID == l.ID && n.Note == l.Note && n.Each == l.Each && n.Against == l.Against && n.Doubt == l.Doubt
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

// onlyAdds reports whether a change of an order that was sent leaves all its lines and adds some, "and a cake": these are
// an order of their own, for the kitchen may have begun with the other.
func (in *askStaffIn) onlyAdds(s *scene.Scene) bool {
	var bill struct{ Lines []line }
	s.Load("menu.bill", &bill)
	left, had := map[[2]string]int{}, sent(s)
	for _, l := range bill.Lines {
		left[[2]string{l.ID, l.Note}] += l.Quantity
	}
	for _, l := range had {
		left[[2]string{l.ID, l.Note}] -= l.Quantity
	}
	more, less := false, false
	for _, n := range left {
		more, less = more || n > 0, less || n < 0
	}
	return in.Filed == "change" && in.Kind == "order" && len(had) > 0 && more && !less && (in.Name+in.Where == "" || billedSince(s) == s.Message)
}

// bring makes an order what is on the bill now. What its text says of a dish that is no longer there
// goes, and a number of one that stays is put right; a condition, "only if the oil is fresh", stays.
func (w *waiting) bring(s *scene.Scene) {
	had, lines := w.Count, strings.Join(w.Order, ", ")
	w.Order, w.Total, w.Count = ordered(s, w.Instead)
	if w.Text != "" && w.Text == lines {
		w.Text = strings.Join(w.Order, ", ")
	}
	if w.Text == "" || had == nil {
		return
	}
	many, text := map[string]int{}, w.Text
	for _, l := range slices.Concat(had, w.Count) {
		t, _ := s.Latest("dish", l.ID)
		many[t.Name] = 0
	}
	for _, l := range w.Count {
		t, _ := s.Latest("dish", l.ID)
		many[t.Name] += l.Quantity
	}
	delete(many, "")
	names := slices.SortedFunc(maps.Keys(many), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) }) // in "bolo de milho" there is no "bolo"
	for i, name := range names {                                                                                               // a letter of private use stands for a name, which may have "e" in it
		mark := string(rune(private + i))
		text = regexp.MustCompile(`(?i)`+regexp.QuoteMeta(name)).ReplaceAllLiteralString(text, mark)
		if many[name] > 0 {
			text = regexp.MustCompile(`\b\d+( x)? `+mark).ReplaceAllString(text, strconv.Itoa(many[name])+"$1 "+mark)
		}
	}
	cuts := []int{0}
	for _, at := range joints().FindAllStringIndex(text, -1) {
		if text[at[0]] != '(' {
			cuts = append(cuts, at[0])
		}
	}
	var kept strings.Builder
	for i, from := range cuts {
		clause := text[from:append(cuts, len(text))[i+1]]
		off, on := false, false
		for n, name := range names {
			if strings.ContainsRune(clause, rune(private+n)) {
				off, on = off || many[name] == 0, on || many[name] > 0
			}
		}
		if on || !off {
			kept.WriteString(clause)
		}
	}
	text = kept.String()
	for i, name := range names {
		text = strings.ReplaceAll(text, string(rune(private+i)), name)
	}
	w.Text = cmp.Or(strings.Trim(text, " ,;.:"), strings.Join(w.Order, ", "), w.Text)
}

// private is the first letter of the private use area of Unicode.
const private = 0xE000

// joints are what stands between the clauses of a text, and what is in brackets and is not cut.
var joints = pattern.Of(`(?i)\([^)]*\)|[.;,:](?:\s|$)|\s(?:e|y|and|mais|plus|más)\s`)

// wanted reports whether the guest wants what an order has become since it was told (had): their own message
// names each dish of which there is more or less now and how many, "and two juices", or says yes to an offer of the house
// that names it, "shall I add a juice and send it?", with the total unless it is one more. What somebody at the
// table must not have is told first, unless it is known who has it.
func (w *waiting) wanted(had []line, s *scene.Scene) bool {
	if strings.Contains(s.Message, "?") || has(s.Message, "refuse") {
		return false
	}
	agreed := strings.Contains(s.Last, "?") && slices.ContainsFunc(parted().Split(s.Message, -1), func(clause string) bool { return agrees(clause, s.Last, false) })
	type what struct{ id, note string }
	more, all, doubt := map[what]int{}, map[what]int{}, map[what]bool{}
	for _, l := range w.Count {
		more[what{l.ID, l.Note}] += l.Quantity
		all[what{l.ID, l.Note}] += l.Quantity
		doubt[what{l.ID, l.Note}] = doubt[what{l.ID, l.Note}] || l.Doubt
	}
	for _, l := range had {
		more[what{l.ID, l.Note}] -= l.Quantity
	}
	guest, house, total := stems(s.Message), spaced(s.Last), w.Total != "" && strings.Contains(s.Last, w.Total)
	for x, n := range more {
		t, _ := s.Latest("dish", x.id)
		named := !doubt[x] && (n <= 1 || counts(s.Message, n) || counts(s.Message, all[x])) && slices.ContainsFunc(stems(t.Name), func(word string) bool { return slices.Contains(guest, word) })
		offered := agreed && (total || n == 1) && strings.Contains(house, spaced(t.Name))
		if n != 0 && !named && !offered {
			return false
		}
	}
	return true
}

// counts reports whether a text says a number: "two", "2".
func counts(text string, n int) bool {
	return slices.ContainsFunc(said(text), func(word string) bool { is, ok := understand.Amount(word); return ok && is == float64(n) })
}

// spaced are the words of a text with a space around each: in "bolo" there is no "bolo de milho".
func spaced(text string) string { return " " + strings.Join(said(text), " ") + " " }

// seatedAt is the room, or of an order the table, that the guest said last to be in, in their words:
// "mesa 31". A table for so many people is none, and what a wish says itself is not said again.
func (w *waiting) seatedAt(s *scene.Scene) string {
	for _, text := range slices.Backward(append(slices.Clone(s.Said), s.Message)) {
		for _, m := range placeNumber().FindAllStringSubmatch(text, -1) {
			room := !strings.EqualFold(m[2], "mesa") && !strings.EqualFold(m[2], "table")
			if m[3] == "" && (w.Kind == "order" || room && !strings.Contains(spaced(w.Text), spaced(m[1]))) {
				return strings.ToLower(m[1])
			}
		}
	}
	return ""
}

var placeNumber = pattern.Of(`(?i)\b((mesa|table|quarto|room|habitación|habitacion|suíte|suite|apartamento|apto|chalé|bangalô)\s+(?:n[ºo°.]+\s*|número\s+|number\s+)?\d{1,4})\b(\s*(?:pessoas|personas|people|lugares|pax|pm|am|h\b|:|de\b|noites|noches|nights|/))?`)

// goesWith is what the staff is told with a request: where the guest is, and with an order what
// else they said, "mesa 31. é aniversário dela". Where they are now takes the place of where they were.
func (w *waiting) goesWith(in askStaffIn, s *scene.Scene) string {
	at := cmp.Or(thread.CleanTitle(in.Where), w.seatedAt(s))
	if w.Kind != "order" {
		return cmp.Or(at, w.More)
	}
	said := cmp.Or(plain(in.With), w.More)
	if at == "" || strings.Contains(strings.ToLower(said), strings.ToLower(at)) {
		return said
	}
	said = strings.TrimLeft(strings.TrimPrefix(said, placeNumber().FindString(said)), ". ")
	return strings.TrimSuffix(at+". "+said, ". ")
}

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
	rest := spaced(request)
	for _, l := range bill.Lines {
		if t, ok := s.Latest("dish", l.ID); ok { // in "bolo de milho" there is no "milho"
			rest = strings.ReplaceAll(rest, spaced(t.Name), " ")
		}
	}
	for _, t := range slices.Concat(s.Shown, s.Found) {
		on := slices.ContainsFunc(bill.Lines, func(l line) bool { return l.ID == t.ID })
		if t.Kind == "dish" && !on && !slices.Contains(names, t.Name) && strings.Contains(rest, spaced(t.Name)) {
			names = append(names, t.Name)
		}
	}
	return names
}
