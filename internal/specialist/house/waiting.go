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
	"github.com/maitre-dev/maitre/internal/base/texts"
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
	Message string `json:"message"`         // in which it was asked for
	Undo    bool   `json:"undo,omitempty"`  // it is filed, and to be withdrawn
	Whom    bool   `json:"whom,omitempty"`  // who they are was asked
	Count   []line `json:"count,omitempty"` // of an order
	Risk    string `json:"risk,omitempty"`  // the lines against somebody's need that were read back
	Run     string `json:"run,omitempty"`   // in which they were

	Days   []string `json:"days,omitempty"` // that were offered instead of a closed one
	InText struct {
		People     int
		Date, Time string
	} `json:"in_text,omitzero"` // what Text says, also of what there is not
	Before []waiting `json:"before,omitempty"` // others that wait
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
	lines, unsent, _ := ordered(s, "")
	for s.Load(waitingNote, &w); w.Text != ""; w = w.next() {
		switch {
		case w.Order == nil:
		case len(lines) > 0: // the kitchen gets what is on the bill by then
			w.bring(s)
		case !w.Undo: // it was passed on, or is off the bill
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
		had := func(need string) bool { return r.knows(need, s) }
		if since := slices.DeleteFunc(needs(s, r.Kind), had); len(since) > 0 && (r.dated() || r.Kind == "order") {
			said += " (not told with it: " + strings.Join(since, "; ") + ")"
		}
		sent = append(sent, said)
	}
	return strings.Join(all, "; and "), strings.Join(sent, "; and "), unsent
}

// knows reports whether a request has a need, if under a name that somebody had before: "colega: camarão" is Jonildo's by now.
func (r *Request) knows(need string, s *scene.Scene) bool {
	_, what, named := strings.Cut(need, ": ")
	return slices.ContainsFunc(r.Needs, func(n string) bool {
		who, same, _ := strings.Cut(n, ": ")
		there := slices.ContainsFunc(s.People(), func(p hook.Person) bool { return p.Is(who) })
		return n == need || named && same == what && !there
	})
}

// turnTo makes the newest request of a kind the one that is spoken of; what was spoken of before
// goes on waiting.
func (w *waiting) turnTo(kind string) {
	if !slices.Contains(kinds, kind) || w.Kind == "" || w.Kind == kind {
		return
	}
	all := w.left()
	*w = waiting{}
	for i, x := range slices.Backward(all) {
		if x.Kind == kind {
			*w, all = x, slices.Delete(all, i, i+1)
			break
		}
	}
	w.Before = all
}

// left returns all requests that wait when the guest speaks of another one.
func (w *waiting) left() []waiting {
	all := append(slices.Clone(w.Before), *w)
	all[len(all)-1].Before = nil
	return all
}

// next returns the newest request that still waits when this one is done.
func (w *waiting) next() (n waiting) {
	if last := len(w.Before) - 1; last >= 0 {
		n = w.Before[last]
		n.Before = w.Before[:last]
	}
	return n
}

// another reports whether a call is a second request of the same kind, which waits beside the first: it comes in
// the same message, or is sent at once. After a complaint "get me the manager" is still the same one.
func (w *waiting) another(in askStaffIn, s *scene.Scene) bool {
	if in.Request == "" || w.Text == "" || w.Instead != "" || w.dated() || w.Kind == "order" || retells(in.Request, w.Text) {
		return false
	}
	return w.Message == s.Message || w.Kind != "complaint" && (in.Send || w.commanded(s, in.Request))
}

// over reports whether a call is a new request that replaces one of its kind which waits and which the
// guest has not answered. An order, a table, an allergy and a change are never replaced so: they wait
// until they are filed.
func (w *waiting) over(in askStaffIn, s *scene.Scene) bool {
	n := len(s.Said)
	answered := n == 0 || w.Message == s.Said[n-1] || w.Message == s.Message
	goesOn := w.Instead != "" || w.dated() || w.Kind == "order" || w.Kind == "allergy" || in.Send || w.commanded(s, in.Request)
	return w.Text != "" && in.Request != "" && !answered && !goesOn
}

// differs reports whether a call says other people, another day or another time than are known;
// against says that what was not told before is none.
func (w *waiting) differs(in askStaffIn, against bool) bool {
	n := in.people()
	other := func(now, had string) bool { return now != "" && now != had && !(against && had == "") }
	return n > 0 && n != w.People && !(against && w.People == 0) || other(in.Date, w.Date) || other(in.Time, w.Time) || other(in.Until, w.Until)
}

// add merges the details of a call into the request that waits: "and a high chair". A text that
// repeats the whole request takes the place of the old one.
func (w *waiting) add(in askStaffIn, s *scene.Scene) {
	before := w.Request
	if w.Kind == "" && slices.Contains(kinds, in.Kind) {
		w.Kind = in.Kind
	}
	w.Kind = cmp.Or(w.Kind, "other")
	w.addDates(in, s)
	if n := in.people(); n > 0 {
		w.People = n
	}
	if in.Time != "" {
		w.Time = thread.CleanTitle(in.Time)
	}
	if name := cmp.Or(in.Name, w.nameIn(s)); name != "" && (in.Name != "" || w.dated()) {
		w.Name = thread.CleanTitle(name)
	}
	w.renew(before, s)
	if w.Kind == "order" {
		w.bring(s)
	}
	text, lines := plain(in.Request), plain(strings.Join(w.Order, ", "))
	if w.Text == lines {
		w.Text = ""
	}
	agrees, ok := choice.Read(text, nil)
	if of := stems(lines); lines != "" && ok && agrees.Yes || lines != "" && !slices.ContainsFunc(stems(text), func(stem string) bool { return !slices.Contains(of, stem) }) {
		text = "" // it says what the lines say, or yes to them
	}
	switch silent := w.Text == "" && text == ""; {
	case silent && w.Kind == "order":
		w.Text = lines // which say it all
	case silent && in.Answer == "" && in.Send && w.dated():
		w.Text = plain(s.Message)
	case text == "" || strings.Contains(w.Text, text) || w.Text != "" && bare(text) && !has(text, "call"):
	case w.Text != "" && !retells(text, w.Text):
		w.Text = plain(strings.TrimRight(w.Text, ".!?") + ". " + text)
	default:
		w.Text = text
	}
	w.addMore(in, before, s)
}

// renew puts right in the text the people, day and time that are others now: "mesa para 10 pessoas" for 11.
func (w *waiting) renew(was Request, s *scene.Scene) {
	had, now, house := &w.InText, &w.Request, texts.In(s.Language)
	had.People, had.Date, had.Time = cmp.Or(was.People, had.People), cmp.Or(was.Date, had.Date), cmp.Or(was.Time, had.Time)
	for _, x := range slices.Backward(understand.Read(w.Text, understand.Before{Last: "ask_staff"}).Spans) {
		is := x.Text
		switch stay, _ := staydate.Dates(x.Text, s.Now); {
		case x.Kind == "people" && now.People > 0 && (&askStaffIn{People: x.Text}).people() == had.People && had.People != now.People:
			is = house.Count(now.People, house.House.People)
		case x.Kind == "date" && now.Date != "" && stay.Start.Format(time.DateOnly) == had.Date && had.Date != now.Date:
			is = now.Date
		case x.Kind == "time" && now.Time != "" && lang.Fold(x.Text) == lang.Fold(had.Time):
			is = now.Time
		}
		w.Text = w.Text[:x.From] + is + w.Text[x.To:]
	}
	had.People, had.Date, had.Time = cmp.Or(now.People, had.People), cmp.Or(now.Date, had.Date), cmp.Or(now.Time, had.Time)
}

func (w *waiting) addDates(in askStaffIn, s *scene.Scene) {
	if in.Date != "" {
		var near staydate.Stay
		if len(w.Days) > 0 { // "quinta" is the one that was offered, not tomorrow
			near.Start, _ = time.Parse(time.DateOnly, w.Days[0])
		}
		w.Date = thread.CleanTitle(in.Date)
		if stay, ok := near.Next(in.Date, s.Now); ok && !stay.Start.IsZero() { // "amanhã"
			w.Date = stay.Start.Format(time.DateOnly)
			if !stay.End.IsZero() && w.Kind == "room" {
				w.Until = stay.End.Format(time.DateOnly)
			}
		}
	}
	if first, err := time.Parse(time.DateOnly, w.Date); err == nil && in.Until != "" { // "até o dia 23"
		if stay, ok := (staydate.Stay{Start: first}).Next(in.Until, s.Now); ok {
			w.Until = cmp.Or(stay.End, stay.Start).Format(time.DateOnly)
		}
	}
}

// addMore notes what a table or a room is wanted with, or else where the guest is and, of an order,
// what else they said: "mesa 31. é aniversário dela".
func (w *waiting) addMore(in askStaffIn, before Request, s *scene.Scene) {
	added := cmp.Or(thread.CleanTitle(in.Where), w.seatedAt(s))
	switch {
	case w.dated():
		added = plain(in.Request)
		own := strings.HasSuffix(w.Text, added)
		if before.Text == "" || before.Date != w.Date || before.Time != w.Time || before.Name != w.Name || before.People != w.People {
			added = beside(added, w.People, before.Text == "")
		}
		if !own {
			return
		}
	case w.Kind == "order" && in.With != "":
		added = strings.TrimPrefix(added+". "+plain(in.With), ". ")
	case added != "" && !strings.Contains(strings.ToLower(w.More), strings.ToLower(added)): // where they are now takes the place of where they were
		w.More = strings.TrimLeft(strings.TrimPrefix(w.More, placeNumber().FindString(w.More)), ". ")
		added = strings.TrimSuffix(added+". "+w.More, ". ")
		w.More = ""
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
// at the table must not have: who comes to them is to know. No model reads a telephone number: it hears that the staff has it.
func (w *waiting) reach(ctx context.Context, s *scene.Scene, out *askStaffOut) {
	var known string
	s.Load(contactNote, &known)
	w.Needs, w.Contact = nil, cmp.Or(hook.Contact(ctx), w.Contact, known)
	if w.Kind != "complaint" { // a cold coffee needs nobody's allergies
		w.Needs = needs(s, w.Kind)
	}
	if w.Contact != "" {
		out.Phone = hasPhone
	}
}

// needs are what those for whom a request is must not have: an order is for those who are there today, or have something of it.
// That drivers and children have no drinks is no matter of a kitchen: a line of an order that is against it says so itself.
func needs(s *scene.Scene, kind string) (all []string) {
	var b struct{ Lines []struct{ For string } }
	s.Load(billNote, &b)
	for _, p := range s.People() {
		eats := slices.ContainsFunc(b.Lines, func(l struct{ For string }) bool { return hook.SameName(l.For, p.Name) })
		if kind == "order" && s.Away(p) && !eats {
			continue
		}
		some := slices.DeleteFunc(slices.Concat(p.Allergies, p.Diets), func(v string) bool { return v == "bebida alcoólica" })
		if len(some) > 0 {
			who := p.Name + ": "
			if p.Name == "" || p.Is(hook.Companion) {
				who = ""
			}
			all = append(all, who+strings.Join(some, ", "))
		}
	}
	return all
}

// nameIn is the name in which a message books, or "": "em nome de Ana Lima", "às 20h, Ana". Where it was
// asked for it may be all that is said; else it is not that of somebody else at the table.
func (w *waiting) nameIn(s *scene.Scene) string {
	for _, x := range understand.Read(s.Message, understand.Before{Last: "ask_staff"}).Spans {
		other := x.Of != "" || slices.ContainsFunc(s.People(), func(p hook.Person) bool { return p.Name != "" && hook.SameName(p.Name, x.Text) })
		if x.Kind == "name" && (w.Whom && len(said(s.Message)) < 4 || (w.Whom || !other) && !toldOf(s.Message, x)) {
			return x.Text
		}
	}
	return ""
}

// toldOf reports whether a message tells something of whoever has a name, and books nothing in it: "o Davi
// não come porco", and not "sou o Davi".
func toldOf(message string, name understand.Span) bool {
	b, before := agreed(), strings.Fields(strings.ToLower(message[:name.From])) // "é o Davi", and not "e o Davi"
	n := len(before)
	return n > 0 && b["called"][before[n-1]] && !(n > 1 && b["introduce"][before[n-2]]) ||
		slices.ContainsFunc(understand.Needs(message), func(need understand.Need) bool {
			return slices.ContainsFunc(need.Of, func(of string) bool { return of != "" && hook.SameName(of, name.Text) })
		})
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

// beside is what a request for a table says after its people, day and time: "perto da janela".
// Of the first words of a guest about it only that is no part of it.
func beside(text string, people int, first bool) string {
	from := -1
	for _, x := range understand.Read(text, understand.Before{Last: "ask_staff"}).Spans {
		all := x.Kind == "people" && (&askStaffIn{People: x.Text}).people() == people // and not "com um bebê"
		if all || x.Kind == "date" || x.Kind == "time" || x.Kind == "name" {
			from = max(from, x.To)
		}
	}
	switch {
	case from < 0 && first:
		return ""
	case from < 0:
		return text
	}
	rest := strings.FieldsFunc(joins().ReplaceAllString(text[from:], ""), func(r rune) bool { return strings.ContainsRune(".!?;\n", r) })
	rest = slices.DeleteFunc(rest, func(sentence string) bool { // "por favor"; how the guest is reached; what they must not have
		acts := understand.Read(sentence, understand.Before{}).Acts
		return len(acts) > 0 && noWish[acts[0].Name] || len(telling(sentence)) == 0 || strings.Contains(sentence, "[") || len(understand.Needs(sentence)) > 0
	})
	return strings.TrimSpace(strings.Join(rest, "."))
}

// noWish are the acts of a sentence that wants nothing of a table: "dá para reservar por aqui?".
var noWish = lang.Set("thanks greet bye help")

var joins = pattern.Of(`(?i)^[\s.,;:!?)h-]*(?:(?:e|y|and)\s+)?`)

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
