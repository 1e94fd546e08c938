package house

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
)

// askStaffIn is a wish that only people can fulfil, or the guest's answer to it.
type askStaffIn struct {
	Kind    string `json:"kind,omitempty" jsonschema:"booking, room, order (of what is on the bill: bill first), allergy (for the kitchen), complaint, other"`
	Request string `json:"request,omitempty" jsonschema:"the wish, of an order only what its lines do not say; later calls add to it"`
	People  any    `json:"people,omitempty"`
	Date    string `json:"date,omitempty" jsonschema:"YYYY-MM-DD"`
	Time    string `json:"time,omitempty"`
	Until   string `json:"until,omitempty" jsonschema:"of a room: departure, YYYY-MM-DD"`
	Name    string `json:"name,omitempty"`
	Where   string `json:"where,omitempty" jsonschema:"room or table that they are in: room 12"`
	Send    bool   `json:"send,omitempty" jsonschema:"the guest asks for it outright, said yes, or has it passed on"`
	Filed   string `json:"filed,omitempty" jsonschema:"change, withdraw or state (is it confirmed?): of what was filed"`
	Answer  string `json:"answer,omitempty"` // yes or no, as the reader heard it; a model has send
	With    string `json:"with,omitempty"`   // of the reader: what else was said with an order, "estamos no deque"
}

// people is how many come, be it written as a number or in words: "4".
func (in *askStaffIn) people() int {
	text := fmt.Sprint(in.People)
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		n, _ = staydate.Party(text)
	}
	return n
}

type askStaffOut struct {
	Confirm  *Request  `json:"read_back,omitempty"`        // to the guest, who says yes or no to it
	Change   *Request  `json:"ask_what_changes,omitempty"` // of this one
	Against  []string  `json:"against_needs,omitempty"`    // lines of an order that whoever has them must not have: the guest says yes once more
	Pending  string    `json:"pending,omitempty"`
	AskFor   []string  `json:"ask_for,omitempty"`  // what is missing
	Who      []string  `json:"ask_once,omitempty"` // who the guest is, and how they are reached: it may be filed without
	Filed    *Request  `json:"filed,omitempty"`    // the staff sees it; nothing is booked until they say so
	Also     []Request `json:"filed_too,omitempty"`
	Undoes   string    `json:"on_command,omitempty"` // it was filed without a yes
	Dropped  bool      `json:"dropped,omitempty"`
	Undone   *Request  `json:"withdrawn,omitempty"`    // the staff sees that the guest no longer wants it
	Undo     *Request  `json:"ask_withdraw,omitempty"` // once the guest says yes to that
	Phone    string    `json:"phone,omitempty"`
	Requests []Request `json:"earlier,omitempty"`    // of this conversation, with what the staff replied; beside a new one only how they stand
	None     bool      `json:"none_filed,omitempty"` // there is no request such as the guest speaks of
	For      string    `json:"for,omitempty"`
	Answered string    `json:"answer_comes,omitempty"`  // when, as far as it is known
	TooMany  bool      `json:"too_many_wait,omitempty"` // nothing was filed
	Shut     *Request  `json:"closed,omitempty"`        // the house serves nobody then
	Full     *Request  `json:"full,omitempty"`          // there are not enough seats then
	Instead  []string  `json:"free_instead,omitempty"`  // times of that day; of a day on which the house is closed, other days
	Hours    string    `json:"hours_then,omitempty"`    // of the day that is asked for, in words
	Seats    int       `json:"seats_in_all,omitempty"`  // too few for so many people
	Crowd    int       `json:"too_many_people,omitempty"`
	TooSoon  string    `json:"too_soon,omitempty"` // how long before a table is asked for
	Urgent   string    `json:"urgent,omitempty"`   // how to reach the staff at once
	Reach    string    `json:"guest_asks,omitempty"`
}

func (h *House) askStaffTool() (agent.Tool, error) {
	about := "How the guest reaches the staff, for a booking, an order, a complaint. Sends nothing."
	if h.Inbox != nil {
		about = "Passes a wish to the staff: with send, else tells what to read back to the guest. A table is sent at once if its people, day, time and name are told; so is an order if the guest names its dishes or has heard the total; rooms are read back first."
	}
	return agent.NewTool("ask_staff", about, h.ask, agent.Options[askStaffOut]{
		Last: true, // the bill of the same step is what is ordered
		Schema: func(s *jsonschema.Schema) {
			s.AdditionalProperties = nil // a model may say more
			s.Properties["people"].Types = []string{"integer", "string", "null"}
			delete(s.Properties, "answer")
			delete(s.Properties, "with")
		},
		Tell: askStaffOut.forModel, Say: sayStaff,
	})
}

// ask reads a request back, and files it when the guest has agreed in a later message.
func (h *House) ask(ctx context.Context, in askStaffIn) (out askStaffOut, err error) {
	f, err := h.facts(ctx)
	if err != nil {
		return out, err
	}
	s := scene.From(ctx)
	if h.Inbox == nil {
		out.For, out.Reach = strings.TrimSpace(in.Request), h.reach(f, s.Language)
		return out, nil
	}
	out.Urgent = h.contact(f, s.Language)
	if in.onlyAdds(s) {
		in.Filed = ""
	}
	run := graph.Of(ctx)
	where := run.Thread
	if in.Filed != "" && run.Guest != "" && run.Guest != h.Nobody {
		where = "" // a guest whom the house knows may have asked in another conversation
	}
	earlier, err := h.Inbox.Of(ctx, run.Guest, where)
	if err != nil {
		return out, err
	}
	nothing := len(earlier) == 0
	earlier = spokenOf(in, earlier, s.Now)
	var w waiting
	s.Load(waitingNote, &w)
	w.turnTo(in.Kind)
	yes, no := w.answered(s, in)
	for _, r := range earlier {
		told := r.told()
		if r.ID == requestID(r.Guest, r.Thread, r.key(ctx)) && r.Kind == in.Kind && in.Filed == "" && (retells(in.Request, r.Text) || retells(r.Text, in.Request)) {
			out.Filed = told // by this very message
			return out, nil
		}
		if yes || in.says() {
			told = &Request{ID: r.ID, Kind: r.Kind, Text: thread.CleanTitle(r.Text), State: r.State, Declined: r.Declined, Undone: r.Undone}
		}
		out.Requests = append(out.Requests, *told)
	}
	switch filed := latest(earlier, s.Now); {
	case in.Send && in.Filed == "withdraw" && filed != nil:
		w = waiting{Request: *filed, Before: slices.DeleteFunc(append(w.Before, w), func(x waiting) bool { return x.Text == "" || x.ID == filed.ID })}
		return out, h.withdraw(ctx, s, &w, &out)
	case w.Undo && (yes || in.Filed == "withdraw" && w.Message != s.Message && cancels(s.Message)):
		return out, h.withdraw(ctx, s, &w, &out)
	case in.Filed == "withdraw" && filed != nil: // a model alone withdraws nothing
		out.Undo = filed.told()
		others := slices.DeleteFunc(append(w.Before, w), func(x waiting) bool { return x.Text == "" || x.ID == filed.ID })
		return out, s.Save(waitingNote, waiting{Request: *filed, Message: s.Message, Undo: true, Before: others})
	case in.Filed == "withdraw" && w.Text != "": // what was only read back
		no, in = true, askStaffIn{}
	case (in.Filed == "withdraw" || in.Filed == "change") && nothing && w.Text == "" && in.Request == "": // what they asked for elsewhere
		out.None, in = in.Filed == "withdraw", askStaffIn{Kind: "other", Request: s.Message}
	case in.Filed == "withdraw" || in.Filed == "state" && w.Text == "":
		out.None = len(out.Requests) == 0 || in.Filed == "withdraw"
		return out, nil
	case w.Undo: // it stays
		no, w = false, w.next()
		if err := s.Save(waitingNote, w); err != nil {
			return out, err
		}
	case in.Filed == "state": // it was only read back
		in = askStaffIn{}
	case in.Filed == "change" && filed != nil && w.Instead != filed.ID:
		yes, no, w = in.Send && in.Name+in.Where != "" && in.Request == "", false, waiting{Request: *filed.again(), Whom: true, Before: w.Before} // a name or a room alone needs no reading back
		if w.Kind == "order" && in.Request != "" {
			w.Text = "" // its lines say the rest
		}
	}
	if no && !in.says() {
		out.Dropped = w.Text != ""
		return out, s.Save(waitingNote, w.next())
	}
	fills := yes && in.Send && !w.unsays(in)                                                        // "book it for half past seven" tells what was missing, and agrees
	if yes = yes && len(w.missing()) == 0 && !w.moves(in); !yes && in.Request != "" && !w.dated() { // what is filed was read back
		another := w.Text != "" && w.Kind != "order" && !retells(in.Request, w.Text)
		switch n := len(s.Said); {
		case another && (w.Message == s.Message || w.Kind != "complaint" && (in.Send && w.apart(in) || w.commanded(s, in.Request))): // whoever complains goes on: "get me the manager"
			w.leave()
		case n > 0 && w.Message != s.Said[n-1] && w.Message != s.Message && w.Instead == "" && w.Kind != "allergy" && w.Count == nil && !(in.Send && w.Kind == "complaint"): // which go on until they are filed
			w = waiting{Before: w.Before} // another wish, since nobody has answered that one
		}
	}
	if in.Filed == "change" && !in.says() && hook.Contact(ctx) == "" && w.Text != "" { // "can we do another day?"
		out.Change, w.Message = w.told(), s.Message
		return out, s.Save(waitingNote, w)
	}
	before, asked, had := w.Request, w.Message, w.Count
	if w.add(in, s); w.Text == "" {
		return out, nil
	}
	added := plain(in.Request)
	if before.Text == "" || before.Date != w.Date || before.Time != w.Time || before.Name != w.Name || before.People != w.People {
		added = beside(added, w.People, before.Text == "")
	}
	if w.dated() && added != "" && strings.HasSuffix(w.Text, plain(in.Request)) && !strings.Contains(w.More, added) {
		w.More = strings.TrimPrefix(w.More+". "+added, ". ")
	}
	if w.reach(ctx, s, &out); !w.dated() {
		w.More = w.goesWith(in, s)
	}
	if !yes && len(w.missing()) == 0 && (fills || in.Send && w.Kind == "booking" && before.Text == "") {
		if yes, err = h.seated(ctx, f, &w, fills); err != nil {
			return out, err
		} else if yes {
			out.Undoes = sentNow
		}
	}
	if now := in.Send && w.Kind == "order" && billedSince(s) == s.Message; now && yes && before.Order != nil && !slices.Equal(before.Order, w.Order) { // the yes was to another bill
		if yes = w.wanted(had, s); yes {
			out.Undoes = sentNow
		}
	} else if now && !yes && w.Instead == "" && w.Total != "" && w.wanted(nil, s) { // "send us two soups"
		yes, out.Undoes = true, sentNow
	}
	if names := unbilled(s, in.Request); in.Send && w.Kind == "order" && len(names) > 0 {
		out.Pending = "not sent, as the kitchen goes by the bill: first put " + strings.Join(names, ", ") + " there with bill, or leave out what is not ordered"
		return out, nil
	}
	if !yes && (in.Send && w.atOnce(s) || in.Request != "" && w.commanded(s, in.Request)) {
		yes, out.Undoes = true, sentNow
	}
	now, risks := cmp.Or(run.ID, s.Message), w.against()
	told := w.Risk == strings.Join(risks, "\n") && w.Run != now
	if w.Risk = strings.Join(risks, "\n"); !told {
		w.Run = now
	}
	if yes && !told && len(risks) > 0 { // which takes a second yes
		out.Undoes, out.Against, out.Pending = "", risks, "not sent: say whose need this is against, and send it if the guest says yes once more"
		w.Message = s.Message
		return out, s.Save(waitingNote, w)
	}
	if yes {
		err = h.file(ctx, f, &w, &out)
		also := w.next()
		switch waits := err == nil && out.Filed != nil && also.Text != "" && !also.Undo && len(also.missing()) == 0; {
		case waits && in.Kind == "" && in.Answer != "" && also.Message == asked:
			more, err := h.ask(ctx, askStaffIn{Answer: in.Answer}) // what was read back with it
			more.Also = append(more.Also, *out.Filed)
			return more, err
		case waits && also.Message != asked: // what was read back before it, and had no answer
			out.Confirm, also.Message = also.told(), s.Message
			err = s.Save(waitingNote, also)
		}
		return out, err
	}
	if before.Text != "" && before.said(s.Language) == w.said(s.Language) {
		out.Pending = "it was read back before: do not ask again in every answer"
	}
	if in.Send {
		out.Pending = "not sent: read it back as it is now, and send it when the guest says yes"
	}
	w.Message = s.Message
	return out, h.seat(ctx, f, &w, &out)
}

// says reports whether a call tells anything of a request.
func (in *askStaffIn) says() bool {
	return in.Request != "" || in.Date != "" || in.Time != "" || in.Until != "" || in.Name+in.Where != "" || in.people() > 0
}

// spokenOf keeps of the requests of a guest those that a call speaks of: of its kind and, if
// there are such, for its day.
func spokenOf(in askStaffIn, all []Request, now time.Time) []Request {
	if in.Filed == "" {
		return all
	}
	all = slices.DeleteFunc(all, func(r Request) bool { return in.Kind != "" && r.Kind != in.Kind })
	if stay, ok := staydate.Dates(in.Date, now); ok {
		other := func(r Request) bool { return r.Date != stay.Start.Format(time.DateOnly) }
		if some := slices.DeleteFunc(slices.Clone(all), other); len(some) > 0 {
			all = some
		}
	}
	return all[:min(len(all), MaxOpen)]
}

// latest is the request that was filed last and stands.
func latest(earlier []Request, now time.Time) *Request {
	for i := range earlier {
		if earlier[i].stands(now) {
			return &earlier[i]
		}
	}
	return nil
}

// stands reports whether a guest may still withdraw a request: it is open, or a table or a
// room that the staff has promised for a day to come.
func (r *Request) stands(now time.Time) bool {
	return r.open() || r.promised() && r.Date >= now.Format(time.DateOnly)
}

// again is a request that takes the place of one that was filed, and is like it.
func (r *Request) again() *Request {
	return &Request{Kind: r.Kind, Text: r.Text, More: r.More, People: r.People, Date: r.Date, Time: r.Time, Until: r.Until, At: r.At, Name: r.Name, Contact: r.Contact, Order: r.Order, Total: r.Total, Instead: r.ID}
}

// withdraw takes a request back that was filed, to which the guest has just agreed.
func (h *House) withdraw(ctx context.Context, s *scene.Scene, w *waiting, out *askStaffOut) error {
	gone, err := h.Inbox.Withdraw(ctx, graph.Of(ctx).Guest, w.ID)
	if err != nil {
		return err
	}
	out.Undone = gone.told()
	if gone.Kind == "order" {
		_ = s.Save(sentNote, without(sent(s), gone.ID))
	}
	_ = s.Save(filedNote, slices.DeleteFunc(filedOf(s), func(r Request) bool { return r.ID == gone.ID })) // else it is told
	return s.Save(waitingNote, w.next())
}

// reach adds to a request how the guest is reached and, unless it is a complaint, what those
// at the table must not have: who comes to them is to know. No model reads a telephone number: it hears that the staff has it.
func (w *waiting) reach(ctx context.Context, s *scene.Scene, out *askStaffOut) {
	var known string
	s.Load(contactNote, &known)
	w.Needs, w.Contact = nil, cmp.Or(hook.Contact(ctx), w.Contact, known)
	if w.Kind != "complaint" { // a cold coffee needs nobody's allergies
		w.Needs = needs(s)
	}
	if w.Contact != "" {
		out.Phone = "the staff gets the number that the guest gave: do not ask for it"
	}
}

// file puts a request to which the guest has agreed into the inbox, once in a run, which may
// file others.
func (h *House) file(ctx context.Context, f *Facts, w *waiting, out *askStaffOut) error {
	s, run := scene.From(ctx), graph.Of(ctx)
	w.Guest, w.Thread = run.Guest, run.Thread
	filed, err := h.Inbox.Book(ctx, w.key(ctx), w.Request, f.Tables)
	switch {
	case errors.Is(err, ErrFull): // meanwhile
		w.Message = s.Message
		return h.seat(ctx, f, w, out)
	case errors.Is(err, ErrTooMany):
		out.TooMany, err = true, nil
	case err != nil:
		return err
	default:
		out.Filed, out.Answered = filed.told(), f.answered(s.Now, s.Language)
		all := append(slices.DeleteFunc(filedOf(s), func(r Request) bool { return r.ID == w.Instead }), Request{ID: filed.ID, Kind: w.Kind, Text: w.Text, People: w.People, Date: w.Date, Time: w.Time, Until: w.Until, Name: w.Name, Contact: masked(w.Contact), Total: w.Total})
		err = s.Save(filedNote, all[max(0, len(all)-toldFiled):])
		if w.Kind == "order" {
			for i := range w.Count {
				w.Count[i].Of = filed.ID
			}
			err = errors.Join(err, s.Save(sentNote, append(without(sent(s), w.Instead), w.Count...)))
		}
	}
	return errors.Join(err, s.Save(waitingNote, w.next()))
}

// key names what files a request: the run, or else the message, and what it says.
func (r *Request) key(ctx context.Context) string {
	return strings.Join([]string{cmp.Or(graph.Of(ctx).ID, scene.From(ctx).Message), r.Kind, r.Text}, "\x00")
}

// told is a request as a model reads it: what the guest wants, and what became of it.
// A word to the staff is not said to be about needs that only whoever comes is to know.
func (r *Request) told() *Request {
	told := &Request{
		Kind: r.Kind, Text: r.Text, More: r.More, People: r.People, Date: r.Date, Time: r.Time, Until: r.Until, At: r.At, Name: r.Name, Contact: masked(r.Contact),
		Order: r.Order, Total: r.Total, Needs: r.Needs, State: r.State, By: r.By, Reply: r.Reply, Declined: r.Declined, Undone: r.Undone,
	}
	if r.Kind == "other" {
		told.Needs = nil
	}
	return told
}

// seat keeps a wish to be read back, unless it is for a table that there is not.
func (h *House) seat(ctx context.Context, f *Facts, w *waiting, out *askStaffOut) (err error) {
	s := scene.From(ctx)
	f.shut(w, s, out)
	if c := f.Tables; c != nil && w.Kind == "booking" && w.People > c.Seats {
		out.Crowd, out.Seats, w.People = w.People, c.Seats, 0
	}
	if c := f.Tables; c != nil && w.Kind == "booking" && len(w.missing()) == 0 {
		known, free := false, true
		var near []time.Time
		if w.At, known = f.moment(w.Date, w.Time, s.Now); known {
			free, near, err = h.Inbox.Free(ctx, f, w.People, w.At, w.Instead)
		}
		if err != nil {
			return err
		}
		asked := w.Request
		switch {
		case !known: // what cannot be read is asked for
			if _, err := time.Parse(time.DateOnly, w.Date); err != nil {
				w.Date = ""
			} else {
				w.Time = ""
			}
		case c.tooSoon(w.At, s.Now):
			w.Time = ""
			if c.Lead > 0 {
				out.TooSoon = duration(c.Lead)
			}
		case !free:
			w.Time, out.Full = "", &asked
			for _, t := range near {
				out.Instead = append(out.Instead, t.Format("15:04"))
			}
			if len(near) == 1 { // which a yes takes
				w.Time, w.At = out.Instead[0], near[0]
			}
		}
	}
	out.AskFor = w.missing()
	if out.Confirm = w.told(); len(out.AskFor) == 0 && !w.Whom {
		if out.Who, err = h.unknown(ctx, w); err != nil {
			return err
		}
		w.Whom = true
	}
	return s.Save(waitingNote, *w)
}

// answered says when to expect an answer of the staff, honestly.
func (f *Facts) answered(now time.Time, l lang.Language) string {
	w := texts.In(l).House.Answer
	o := f.openings(f.Hours, now, l)
	switch {
	case o == nil || !o.Open && o.Changes == "":
		return w["unknown"]
	case o.Open:
		return w["open"]
	}
	return fmt.Sprintf(w["closed"], o.Changes)
}

// moves reports whether a call says another time or number of people than was read back,
// for which there may be no seats.
func (w *waiting) moves(in askStaffIn) bool {
	n := in.people()
	return w.dated() && (n > 0 && n != w.People || in.Date != "" && in.Date != w.Date || in.Time != "" && in.Time != w.Time || in.Until != "" && in.Until != w.Until)
}

// add puts what a call says to what is known of a request, "and a high chair". A text that
// says all of it anew takes its place.
func (w *waiting) add(in askStaffIn, s *scene.Scene) {
	if w.Kind == "" && slices.Contains(kinds, in.Kind) {
		w.Kind = in.Kind
	}
	w.Kind = cmp.Or(w.Kind, "other")
	was := w.Request
	was.People, was.Date, was.Time = cmp.Or(w.People, w.InText.People), cmp.Or(w.Date, w.InText.Date), cmp.Or(w.Time, w.InText.Time)
	if n := in.people(); n > 0 {
		w.People = n
	}
	if in.Date != "" {
		w.Date = thread.CleanTitle(in.Date)
		if stay, ok := staydate.Dates(in.Date, s.Now); ok && !stay.Start.IsZero() { // "amanhã"
			w.Date = stay.Start.Format(time.DateOnly)
			if !stay.End.IsZero() && w.Kind == "room" {
				w.Until = stay.End.Format(time.DateOnly)
			}
		}
		for _, offered := range w.Days { // "quinta" is the one that was offered, not tomorrow
			day, _ := time.Parse(time.DateOnly, offered)
			if name := lang.Fold(texts.In(s.Language).House.Weekdays[day.Weekday()]); slices.Contains(words(in.Date), name) && !strings.ContainsAny(in.Date, "/") {
				w.Date = offered
			}
		}
	}
	if first, err := time.Parse(time.DateOnly, w.Date); err == nil && in.Until != "" { // "até o dia 23"
		if stay, ok := (staydate.Stay{Start: first}).Next(in.Until, s.Now); ok {
			w.Until = cmp.Or(stay.End, stay.Start).Format(time.DateOnly)
		}
	}
	if in.Time != "" {
		w.Time = thread.CleanTitle(in.Time)
	}
	if name := cmp.Or(in.Name, w.nameIn(s)); name != "" && (in.Name != "" || w.dated()) {
		w.Name = thread.CleanTitle(name)
	}
	w.Text = was.renewed(&w.Request, s)
	if w.Kind == "order" {
		w.bring(s)
	}
	w.InText.People, w.InText.Date, w.InText.Time = cmp.Or(w.People, was.People), cmp.Or(w.Date, was.Date), cmp.Or(w.Time, was.Time)
	lines := plain(strings.Join(w.Order, ", "))
	if w.Text == lines {
		w.Text = ""
	}
	if text := plain(in.Request); text != "" && !strings.Contains(w.Text, text) && (w.Text == "" || !bare(text)) {
		if w.Text != "" && !retells(text, w.Text) {
			text = strings.TrimRight(w.Text, ".!?") + ". " + text
		}
		w.Text = plain(text)
	}
	switch silent := w.Text == "" && in.Answer == ""; {
	case silent && in.Kind == "order":
		w.Text = lines // which say it all
	case silent && in.Send && w.dated():
		w.Text = plain(s.Message)
	}
}

// renewed is the text of a request with the people, day and time put right that are others
// now: "mesa para 10 pessoas" for 11.
func (r *Request) renewed(now *Request, s *scene.Scene) string {
	text, w := r.Text, texts.In(s.Language)
	for _, x := range slices.Backward(understand.Read(text, understand.Before{Last: "ask_staff"}).Spans) {
		is, n := x.Text, (&askStaffIn{People: x.Text}).people()
		stay, _ := staydate.Dates(x.Text, s.Now)
		switch {
		case x.Kind == "people" && n == r.People && n != now.People && now.People > 0:
			is = w.Count(now.People, w.House.People)
		case x.Kind == "date" && stay.Start.Format(time.DateOnly) == r.Date && r.Date != now.Date && now.Date != "":
			is = now.Date
		case x.Kind == "time" && lang.Fold(x.Text) == lang.Fold(r.Time) && now.Time != "":
			is = now.Time
		}
		text = text[:x.From] + is + text[x.To:]
	}
	return text
}

var kinds = []string{"booking", "room", "order", "allergy", "complaint", "other"}

// dated reports whether a request is for some people on some day: a table, a room.
func (w *waiting) dated() bool { return w.Kind == "booking" || w.Kind == "room" }

// missing is what a table or a room cannot be booked without.
func (w *waiting) missing() (all []string) {
	if !w.dated() {
		return nil
	}
	has := map[string]bool{"people": w.People > 0, "date": w.Date != "", "arrival": w.Date != "", "time": w.Time != "", "until": w.Until != ""}
	all = []string{"people", "date", "time"}
	if w.Kind == "room" {
		all = []string{"people", "arrival", "until"}
	}
	return slices.DeleteFunc(all, func(what string) bool { return has[what] })
}

// needs are what those at the table must not have. That drivers and children have no drinks is no
// matter of a kitchen: a line of an order that is against it says so itself.
func needs(s *scene.Scene) (all []string) {
	for _, p := range s.People() {
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

// unknown is what the house does not know of who asks for a table or a room: their name, and
// how they are reached. It knows who has signed in.
func (h *House) unknown(ctx context.Context, w *waiting) (all []string, err error) {
	guest := graph.Of(ctx).Guest
	at, err := (&Links{Store: h.Inbox.Store}).Visitor(ctx, guest)
	if err != nil || !w.dated() || at.Link == "" && guest != "" && guest != h.Nobody {
		return nil, err
	}
	if w.Name == "" && at.Name == "" {
		all = append(all, "name")
	}
	if w.Contact == "" {
		all = append(all, "contact")
	}
	return all, nil
}

// nameIn is the name in which a message books, or "": "em nome de Ana Lima". Of somebody
// else at the table it is only where it was asked for.
func (w *waiting) nameIn(s *scene.Scene) string {
	for _, x := range understand.Read(s.Message, understand.Before{Last: "ask_staff"}).Spans {
		other := x.Of != "" || slices.ContainsFunc(s.People(), func(p hook.Person) bool { return p.Name != "" && hook.SameName(p.Name, x.Text) })
		if x.Kind == "name" && (w.Whom && len(said(s.Message)) < 4 || (w.Whom || !other) && !toldOf(s.Message, x)) {
			return x.Text
		}
	}
	return ""
}

// toldOf reports whether a message tells something of whoever has a name, and books nothing in
// it: "o Davi não come porco", and not "sou o Davi".
func toldOf(message string, name understand.Span) bool {
	before := strings.Fields(strings.ToLower(message[:name.From])) // "é o Davi", and not "e o Davi"
	n := len(before)
	return n > 0 && called[before[n-1]] && !(n > 1 && introducing[before[n-2]]) ||
		slices.ContainsFunc(understand.Needs(message), func(need understand.Need) bool {
			return slices.ContainsFunc(need.Of, func(of string) bool { return of != "" && hook.SameName(of, name.Text) })
		})
}

var (
	called      = lang.Set("o a os as el la pro pra do da del")
	introducing = lang.Set("sou soy nome nombre é es aqui chamo llamo")
)
