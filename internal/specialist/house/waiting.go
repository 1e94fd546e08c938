package house

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
)

// waiting is a request that was read back and has had no answer yet.
type waiting struct {
	Request
	Message string    `json:"message"`          // in which it was asked for
	Undo    bool      `json:"undo,omitempty"`   // it is filed, and to be withdrawn
	Whom    bool      `json:"whom,omitempty"`   // who they are was asked
	Count   []line    `json:"count,omitempty"`  // of an order, as Order says them
	Risk    string    `json:"risk,omitempty"`   // the lines against somebody's need that were read back
	Run     string    `json:"run,omitempty"`    // in which they were
	Days    []string  `json:"days,omitempty"`   // that were offered instead of a closed one
	Before  []waiting `json:"before,omitempty"` // others that wait, the newest last
}

// The notes of the scene: the request that waits for the guest's yes, the telephone number
// which they gave in some message, and the last requests that were filed.
const waitingNote, contactNote, filedNote = "house.request", "house.contact", "house.filed"

// toldFiled is the number of filed requests that a model is told of.
const toldFiled = 3

// filedOf returns the last requests that this conversation has filed.
func filedOf(s *scene.Scene) (all []Request) {
	s.Load(filedNote, &all)
	return all
}

// Waiting returns what a model is told of requests to the staff as a turn begins: the requests
// that were read back and wait for the guest's yes ("table for 4, 2026-11-20, 19:30"), the last
// requests that were filed, with the needs that were told since, and the total of an order that was not sent. Each is "" where
// there is none. It also keeps the telephone number or address that the message gives, for a request
// that is filed later.
func Waiting(ctx context.Context, s *scene.Scene) (waits, filed, unsent string) {
	if contact := hook.Contact(ctx); contact != "" {
		_ = s.Save(contactNote, contact) // else the staff asks for it
	}
	var w waiting
	var all, sent []string
	lines := ordered(s, "")
	for s.Load(waitingNote, &w); w.Text != ""; w = w.next() {
		if w.Order != nil && len(lines) > 0 { // the kitchen gets what is on the bill by then
			w.bring(s)
		} else if w.Order != nil && !w.Undo { // it was passed on, or is off the bill
			continue
		}
		said := w.noted(s.Language)
		if w.Undo {
			said = "to withdraw: " + said
		}
		if missing := w.missing(); len(missing) > 0 {
			said += " (begun: not told yet are " + strings.Join(missing, ", ") + ")"
		}
		all = append(all, said)
	}
	for _, r := range filedOf(s) {
		said := r.noted(s.Language)
		since := slices.DeleteFunc(needs(s, r.Kind), func(need string) bool { return slices.Contains(r.Needs, need) })
		if len(since) > 0 && (r.dated() || r.Kind == "order") {
			said += " (not told with it: " + strings.Join(since, "; ") + ")"
		}
		sent = append(sent, said)
	}
	return strings.Join(all, "; and "), strings.Join(sent, "; and "), totalOf(lines, s)
}

// newest makes the last of some requests the one that is spoken of.
func newest(all []waiting) (w waiting) {
	if last := len(all) - 1; last >= 0 {
		w = all[last]
		w.Before = all[:last]
	}
	return w
}

// next is the newest request that still waits when this one is done.
func (w *waiting) next() waiting { return newest(w.Before) }

// all are the requests that wait, this one last.
func (w *waiting) all() []waiting {
	all := slices.Clone(w.Before)
	if one := *w; one.Text != "" {
		one.Before = nil
		all = append(all, one)
	}
	return all
}

// turnTo makes the newest request of a kind the one that is spoken of, or one that is begun with this call.
func (w *waiting) turnTo(kind string) {
	if !slices.Contains(kinds, kind) || w.Kind == "" || w.Kind == kind {
		return
	}
	all := w.all()
	for i, x := range slices.Backward(all) {
		if x.Kind == kind {
			*w = newest(append(slices.Delete(all, i, i+1), x))
			return
		}
	}
	*w = waiting{Before: all}
}

// another reports whether a call is a second word to the staff, which waits beside the first, and not more of it. What is said after a
// complaint belongs to that, but for another one in the same message.
func (w *waiting) another(in askStaffIn, s *scene.Scene) bool {
	one := w.dated() || w.Kind == "order" || w.Kind == "complaint" && w.Message != s.Message
	return in.Request != "" && w.Text != "" && w.Instead == "" && !one && !retells(in.Request, w.Text) && (w.Message == s.Message || in.Send || w.commanded(s, in.Request))
}

// differs reports whether a call says other people, another day or another time than were told.
func (w *waiting) differs(in askStaffIn) bool {
	other := func(now, had string) bool { return now != "" && had != "" && now != had }
	n := in.people()
	return n > 0 && w.People > 0 && n != w.People || other(in.Date, w.Date) || other(in.Time, w.Time) || other(in.Until, w.Until)
}

// add merges the details of a call into the request that waits: "and a high chair". A text that
// repeats the whole request takes the place of the old one.
func (w *waiting) add(in askStaffIn, s *scene.Scene) {
	was, first := w.Request, w.Text == ""
	if w.Kind == "" && slices.Contains(kinds, in.Kind) {
		w.Kind = in.Kind
	}
	w.Kind = cmp.Or(w.Kind, "other")
	w.addDates(in, s)
	w.People = cmp.Or(max(in.people(), 0), w.People)
	w.Time = cmp.Or(thread.CleanTitle(in.Time), w.Time)
	w.Name = cmp.Or(thread.CleanTitle(in.Name), w.Name)
	if w.Kind == "order" {
		w.bring(s)
	}
	changed := w.People != was.People || w.Date != was.Date || w.Time != was.Time || w.Until != was.Until
	if changed && !first && w.dated() && !retells(in.Request, w.Text) { // the staff reads what was said first, and then
		in.Request, first = s.Message, true
	}
	w.addText(in, s)
	w.addMore(in, first, s)
}

func (w *waiting) addDates(in askStaffIn, s *scene.Scene) {
	var near staydate.Stay
	if len(w.Days) > 0 { // "quinta" is the one that was offered, not tomorrow
		near.Start, _ = time.Parse(time.DateOnly, w.Days[0])
	}
	if in.Date != "" {
		w.Date = thread.CleanTitle(in.Date)
		stay, ok := near.Next(in.Date, s.Now)
		if ok && !stay.Start.IsZero() { // "amanhã"
			w.Date = stay.Start.Format(time.DateOnly)
		}
		if ok && !stay.End.IsZero() && w.Kind == "room" {
			w.Until = stay.End.Format(time.DateOnly)
		}
	}
	if first, err := time.Parse(time.DateOnly, w.Date); err == nil && in.Until != "" { // "até o dia 23"
		if stay, ok := (staydate.Stay{Start: first}).Next(in.Until, s.Now); ok {
			w.Until = cmp.Or(stay.End, stay.Start).Format(time.DateOnly)
		}
	}
}

// addText adds what a call says to the text. What the lines of an order say is said by them.
func (w *waiting) addText(in askStaffIn, s *scene.Scene) {
	text, lines := plain(in.Request), plain(strings.Join(w.Order, ", "))
	if w.Text == lines {
		w.Text = ""
	}
	if lines != "" {
		known := stems(lines)
		a, ok := choice.Read(text, nil)
		if ok && a.Yes || !slices.ContainsFunc(stems(text), func(stem string) bool { return !slices.Contains(known, stem) }) {
			text = ""
		}
	}
	switch {
	case w.Text+text == "" && w.Kind == "order":
		w.Text = lines
	case w.Text+text == "" && w.dated() && in.Send:
		w.Text = plain(s.Message)
	case text == "" || strings.Contains(w.Text, text) || w.Text != "" && w.Kind != "complaint" && bare(text):
	case w.Text == "" || retells(text, w.Text):
		w.Text = text
	default:
		w.Text = plain(strings.TrimRight(w.Text, ".!?") + ". " + text)
	}
}

// addMore notes what a table or a room is wanted with, or else where the guest is: "mesa 31".
func (w *waiting) addMore(in askStaffIn, first bool, s *scene.Scene) {
	added := cmp.Or(thread.CleanTitle(in.Where), w.seatedAt(s))
	if w.dated() {
		if added = plain(in.Request); !strings.HasSuffix(w.Text, added) {
			return
		}
		added = beside(added, first)
	} else if at := placeNumber().FindString(w.More); added != "" && at != "" { // where they are now takes the place of where they were
		w.More = strings.TrimLeft(strings.TrimPrefix(w.More, at), ". ")
	}
	if added != "" && !strings.Contains(strings.ToLower(w.More), strings.ToLower(added)) {
		w.More = strings.TrimPrefix(w.More+". "+added, ". ")
	}
}

var kinds = []string{"booking", "room", "order", "allergy", "complaint", "other"}

// dated reports whether a request is for some people on some day: a table, a room.
func (r *Request) dated() bool { return r.Kind == "booking" || r.Kind == "room" }

// missing is what a table or a room cannot be booked without.
func (r *Request) missing() (all []string) {
	has := map[string]bool{"people": r.People > 0, "date": r.Date != "", "arrival": r.Date != "", "time": r.Time != "", "until": r.Until != ""}
	all = map[string][]string{"booking": {"people", "date", "time"}, "room": {"people", "arrival", "until"}}[r.Kind]
	return slices.DeleteFunc(all, func(what string) bool { return has[what] })
}

// stands reports whether a guest may still withdraw a request: it is open, or a table or a
// room that the staff has promised for a day to come.
func (r *Request) stands(now time.Time) bool {
	return r.open() || r.promised() && r.Date >= now.Format(time.DateOnly)
}

// again is a request that takes the place of one that was filed, and is like it.
func (r *Request) again() *Request {
	return &Request{
		Kind: r.Kind, Text: r.Text, More: r.More, People: r.People, Date: r.Date, Time: r.Time, Until: r.Until, At: r.At,
		Name: r.Name, Contact: r.Contact, Order: r.Order, Total: r.Total, Instead: r.ID,
	}
}

// key names what files a request: the run, or else the message, and what it says.
func (r *Request) key(ctx context.Context) string {
	return strings.Join([]string{cmp.Or(graph.Of(ctx).ID, scene.From(ctx).Message), r.Kind, r.Text}, "\x00")
}

// told is a request as a model reads it: what the guest wants, and what became of it.
// A word to the staff is not said to be about needs that only whoever comes is to know.
func (r *Request) told() *Request {
	told := r.again()
	told.Instead, told.Contact, told.Needs = "", masked(r.Contact), r.Needs
	told.State, told.By, told.Reply, told.Declined, told.Undone = r.State, r.By, r.Reply, r.Declined, r.Undone
	if r.Kind == "other" {
		told.Needs = nil
	}
	return told
}

// reach adds to a request how the guest is reached and, unless it is a complaint, what those
// at the table must not have: who comes to them is to know.
func (w *waiting) reach(ctx context.Context, s *scene.Scene) {
	var known string
	s.Load(contactNote, &known)
	w.Needs, w.Contact = nil, cmp.Or(hook.Contact(ctx), w.Contact, known)
	if w.Kind != "complaint" { // a cold coffee needs nobody's allergies
		w.Needs = needs(s, w.Kind)
	}
}

// needs are what those for whom a request is must not have: an order is for those who are there today, or have something of it.
// That drivers and children have no drinks is no matter of a kitchen: a line of an order that is against it says so itself.
func needs(s *scene.Scene, kind string) (all []string) {
	var b struct{ Lines []struct{ For string } }
	s.Load(billNote, &b)
	for _, p := range s.People() {
		eats := slices.ContainsFunc(b.Lines, func(l struct{ For string }) bool { return hook.SameName(l.For, p.Name) })
		some := slices.DeleteFunc(slices.Concat(p.Allergies, p.Diets), func(v string) bool { return v == "bebida alcoólica" })
		if len(some) == 0 || kind == "order" && s.Away(p) && !eats {
			continue
		}
		who := p.Name + ": "
		if p.Name == "" || p.Is(hook.Companion) {
			who = ""
		}
		all = append(all, who+strings.Join(some, ", "))
	}
	return all
}

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

var placeNumber = pattern.Of(`(?i)\b((mesa|table|quarto|room|habitación|habitacion|suíte|suite|apartamento|apto|chalé|bangalô)` +
	`\s+(?:n[ºo°.]+\s*|número\s+|number\s+)?\d{1,4})\b(\s*(?:pessoas|personas|people|lugares|pax|pm|am|h\b|:|de\b|noites|noches|nights|/))?`)

// beside is what a request for a table says after its people, day, time and name: "perto da janela". Of the
// first words about it only that is no part of it.
func beside(text string, first bool) string {
	clauses := parted().Split(text, -1)
	last := -1
	for i, clause := range clauses {
		if slices.ContainsFunc(understand.Read(clause, understand.Before{Last: "ask_staff"}).Spans, func(x understand.Span) bool { return details[x.Kind] }) {
			last = i
		}
	}
	if last < 0 && first {
		return ""
	}
	rest := slices.DeleteFunc(clauses[last+1:], func(clause string) bool { // "por favor"; how the guest is reached; what they must not have
		acts := understand.Read(clause, understand.Before{}).Acts
		return len(telling(clause)) == 0 || len(acts) > 0 && noWish[acts[0].Name] || strings.Contains(clause, "[") || len(understand.Needs(clause)) > 0
	})
	return strings.TrimSpace(strings.Join(rest, ", "))
}

// details are the kinds of spans that a table is booked by, and noWish the acts of a clause that wants nothing of it.
var details, noWish = lang.Set("people date time name"), lang.Set("thanks greet bye help")

// plain is a text on one line, as a terminal may show it, of as many characters as the staff reads.
func plain(text string) string {
	const most = 1000
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	all := []rune(strings.Join(strings.Fields(text), " "))
	return string(all[:min(len(all), most)])
}
