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
	Answer  string `json:"answer,omitempty" jsonschema:"-"`     // yes or no, as the reader heard it; a model has send
	If      bool   `json:"if_changed,omitempty" jsonschema:"-"` // of the reader: only if the bill is not as it was sent
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

// says reports whether a call tells anything of a request.
func (in *askStaffIn) says() bool {
	return in.Request+in.Date+in.Time+in.Until+in.Name+in.Where != "" || in.people() > 0
}

type askStaffOut struct {
	Confirm  *Request  `json:"read_back,omitempty"`        // to the guest, who says yes or no to it; beside one that was filed it still waits
	Change   *Request  `json:"ask_what_changes,omitempty"` // of this one
	Against  []string  `json:"against_needs,omitempty"`    // lines of an order that whoever has them must not have: the guest says yes once more
	Held     []string  `json:"held_by,omitempty"`          // the lines for which an order was not sent outright, and why
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
	Replaces bool      `json:"takes_the_place_of_the_one_before,omitempty"`
	Requests []Request `json:"earlier,omitempty"`       // of this conversation, with what the staff replied
	None     bool      `json:"none_filed,omitempty"`    // there is no request such as the guest speaks of
	Answered string    `json:"answer_comes,omitempty"`  // when, as far as it is known
	Why      string    `json:"not_possible,omitempty"`  // people, a day or a time for which there is no table
	Ask      string    `json:"ask,omitempty"`           // of what is free instead
	TooMany  bool      `json:"too_many_wait,omitempty"` // nothing was filed
	Same     bool      `json:"nothing_changes,omitempty"`
	Urgent   string    `json:"urgent,omitempty"` // how to reach the staff at once
}

const (
	aboutStaff = "Passes a wish to the staff: with send, else tells what to read back to the guest. " +
		"A table is sent at once if its people, day and time are told, and the name unless the house knows it; so is an order " +
		"that the guest asks for; rooms are read back first."

	// What a model is told of a request that was not sent, or sent without being read back as it is.
	notBilled = "not sent, as the kitchen goes by the bill: first put %s there with bill, or leave out what is not ordered"
	notAgreed = "not sent, nothing of it, for what held_by or against_needs says: read it back as it is now, with that; the guest's plain yes sends all of it, and without such a line on the bill the rest goes"
	notAgain  = "it was read back before: do not ask again in every answer"
	notStill  = "read_back is not with the staff: say so; the guest's plain yes sends it"
	sentNow   = "tell the guest exactly what was sent, and that they can take it back"
	hasPhone  = "the staff gets the number that the guest gave: do not ask for it"
)

func (h *House) askStaffTool() (agent.Tool, error) {
	return agent.NewTool("ask_staff", aboutStaff, h.ask, agent.Options[askStaffOut]{
		Last: true, // the bill of the same step is what is ordered
		Schema: func(s *jsonschema.Schema) {
			s.AdditionalProperties = nil // a model may say more
			s.Properties["people"].Types = []string{"integer", "string", "null"}
		},
		Say: sayStaff,
	})
}

// desk serves one call of ask_staff.
type desk struct {
	*House
	facts *Facts
	s     *scene.Scene
	run   graph.Run
	in    askStaffIn
	w     waiting // the request that the call is about; Before has the others
	out   *askStaffOut
}

// ask reads a request back, and files it when the guest has agreed in a later message.
func (h *House) ask(ctx context.Context, in askStaffIn) (out askStaffOut, err error) {
	f, err := h.facts(ctx)
	if err != nil {
		return out, err
	}
	d := desk{House: h, facts: f, s: scene.From(ctx), run: graph.Of(ctx), in: in, out: &out}
	out.Urgent = h.contact(f, d.s.Language)
	d.s.Load(waitingNote, &d.w)
	err = d.serve(ctx)
	return out, err
}

// wait keeps a request as the one that waits.
func (d *desk) wait(w waiting) error { return d.s.Save(waitingNote, w) }

// serve finds out which request a call is about, and what is to be done with it.
func (d *desk) serve(ctx context.Context) error {
	if d.in.Kind == "other" && understand.Says(d.in.Request, "complaint") { // "the manager, please: the wine is warm"
		d.in.Kind = "complaint"
	}
	if d.in.onlyAdds(d.s) {
		d.in.Filed = ""
	}
	if d.out.Same = d.in.If && asSent(d.s); d.out.Same {
		return nil
	}
	earlier, none, err := d.earlier(ctx)
	if err != nil {
		return err
	}
	d.w.turnTo(d.in.Kind)
	yes, no := d.w.answered(d.s, d.in), d.in.Answer == "no"
	if d.report(ctx, earlier, yes) {
		return nil
	}
	filed := d.standing(earlier)
	switch {
	case none && (d.in.Filed == "withdraw" || d.in.Filed == "change") && d.in.Request+d.w.Text == "": // of what the house knows nothing
		d.out.None, d.in = d.in.Filed == "withdraw", askStaffIn{Kind: "other", Request: d.s.Message}
	case d.in.Filed == "withdraw" || d.w.Undo && yes:
		return d.withdraw(ctx, filed, yes)
	case d.in.Filed == "state" && d.w.Text == "":
		d.out.None = len(d.out.Requests) == 0
		return nil
	case d.w.Undo: // it stays
		no, d.w = false, d.w.next()
		err = d.wait(d.w)
	case d.in.Filed == "state": // it was only read back, and is once more
		d.in = askStaffIn{}
	case d.in.Filed == "change" && filed != nil && d.w.Instead != filed.ID:
		yes, no = d.in.Send && d.in.Name+d.in.Where != "" && d.in.Request == "", false // a name or a room alone needs no reading back
		d.w = waiting{Request: *filed.again(), Whom: true, Before: d.w.Before}
	}
	if err != nil {
		return err
	}
	if no && !d.in.says() {
		d.out.Dropped = d.w.Text != ""
		return d.wait(d.w.next())
	}
	return d.tell(ctx, yes)
}

// earlier are the requests of the conversation, or of a guest whom the house knows of all of
// theirs, that a call speaks of: of its kind and, if there are such, for its day. none says that
// they have none at all.
func (d *desk) earlier(ctx context.Context) (all []Request, none bool, err error) {
	where := d.run.Thread
	if d.in.Filed != "" && d.run.Guest != "" && d.run.Guest != d.Nobody {
		where = ""
	}
	all, err = d.Inbox.Of(ctx, d.run.Guest, where)
	if none = len(all) == 0; d.in.Filed == "" {
		return all, none, err
	}
	all = slices.DeleteFunc(all, func(r Request) bool { return d.in.Kind != "" && r.Kind != d.in.Kind })
	if stay, ok := staydate.Dates(d.in.Date, d.s.Now); ok {
		other := func(r Request) bool { return r.Date != stay.Start.Format(time.DateOnly) }
		if some := slices.DeleteFunc(slices.Clone(all), other); len(some) > 0 {
			all = some
		}
	}
	return all[:min(len(all), MaxOpen)], none, err
}

// report tells how earlier requests stand, where nothing new is told. It reports whether this very message filed what is
// told once more.
func (d *desk) report(ctx context.Context, earlier []Request, yes bool) bool {
	for _, r := range earlier {
		if r.ID == requestID(r.Guest, r.Thread, r.key(ctx)) && r.Kind == d.in.Kind && d.in.Filed == "" && (retells(d.in.Request, r.Text) || retells(r.Text, d.in.Request)) {
			d.out.Filed = r.told()
			return true
		}
		if d.in.Filed == "state" || !yes && !d.in.says() {
			d.out.Requests = append(d.out.Requests, *r.told())
		}
	}
	return false
}

// standing is the request that was filed last and stands, or of orders the one that loses a dish; nil: there is none.
func (d *desk) standing(earlier []Request) *Request {
	i := slices.IndexFunc(earlier, func(r Request) bool { return r.stands(d.s.Now) })
	if i < 0 {
		return nil
	}
	if earlier[i].Kind == "order" {
		return cmp.Or(losing(d.s, earlier), &earlier[i])
	}
	return &earlier[i]
}

// withdraw takes a request back that was filed, where the guest asks for it outright or has agreed
// to it: a model alone withdraws nothing. filed is nil if nothing was: then it was only read back.
func (d *desk) withdraw(ctx context.Context, filed *Request, yes bool) error {
	others := waiting{Before: slices.DeleteFunc(d.w.all(), func(x waiting) bool { return x.Undo || filed != nil && x.ID == filed.ID })}
	again := d.w.Message != d.s.Message && !strings.Contains(d.s.Message, "?") && has(d.s.Message, "cancel")
	gone := d.w.ID
	switch {
	case d.in.Send && d.in.Filed == "withdraw" && filed != nil:
		gone = filed.ID
	case d.w.Undo && (yes || again):
	case filed != nil:
		d.out.Undo = filed.told()
		return d.wait(waiting{Request: *filed, Message: d.s.Message, Undo: true, Before: others.Before})
	default:
		d.out.Dropped, d.out.None = d.w.Text != "", d.w.Text == ""
		return d.wait(d.w.next())
	}
	r, err := d.Inbox.Withdraw(ctx, d.run.Guest, gone)
	if err != nil {
		return err
	}
	d.out.Undone = r.told()
	if r.Kind == "order" {
		err = d.s.Save(sentNote, without(sent(d.s), r.ID))
	}
	still := slices.DeleteFunc(filedOf(d.s), func(had Request) bool { return had.ID == r.ID })
	return errors.Join(err, d.s.Save(filedNote, still), d.wait(others.next()))
}

// tell adds what a call tells to the request, and sends it or reads it back.
func (d *desk) tell(ctx context.Context, yes bool) error {
	if !yes && d.w.another(d.in, d.s) {
		d.w = waiting{Before: d.w.all()}
	}
	rebilled := d.w.Kind == "order" && !asSent(d.s)                                                               // the bill says what changes
	if d.in.Filed == "change" && !yes && !d.in.says() && !rebilled && hook.Contact(ctx) == "" && d.w.Text != "" { // "can we do another day?"
		d.out.Change, d.w.Message = d.w.told(), d.s.Message
		return d.wait(d.w)
	}
	before := d.w
	if d.w.add(d.in, d.s); d.w.Text == "" {
		return nil
	}
	d.w.reach(ctx, d.s)
	if d.w.Contact != "" { // no model reads a telephone number
		d.out.Phone = hasPhone
	}
	if names := unbilled(d.s, d.in.Request); d.in.Send && d.w.Kind == "order" && len(names) > 0 {
		d.out.Pending = fmt.Sprintf(notBilled, strings.Join(names, ", "))
		return nil
	}
	possible, err := d.possible(ctx)
	if err != nil {
		return err
	}
	send, err := d.sends(ctx, yes, before)
	if err != nil {
		return err
	}
	if send && possible && d.safe() {
		return d.fileAll(ctx, before.Message)
	}
	if before.Text != "" && before.said(d.s.Language) == d.w.said(d.s.Language) {
		d.out.Pending = notAgain
	}
	if d.in.Send || len(d.out.Against) > 0 {
		d.out.Pending = notAgreed
	}
	if len(d.out.Held) == 0 && d.w.Kind == "order" {
		d.out.Held = d.w.doubts(d.s)
	}
	return d.readBack(ctx)
}

// sends reports whether the request is filed now: the guest has agreed to it as it is, or has it
// sent outright. Of an order the guest has told or heard what it is; a room is read back first, and
// a table for nobody knows whom.
func (d *desk) sends(ctx context.Context, yes bool, before waiting) (bool, error) {
	w, now := &d.w, false
	yes = yes && !(w.dated() && before.differs(d.in))
	switch {
	case w.Kind == "order" && d.in.Send && billed(d.s).Since == d.s.Message && !(yes && (before.Order == nil || slices.Equal(before.Order, w.Order))): // "send us two soups"
		d.out.Held = w.held(before.known(d.s, yes), d.s)
		now = (yes || w.Total != "") && len(d.out.Held) == 0
	case yes:
		return true, nil
	case w.dated():
		who, err := d.unknown(ctx)
		if err != nil {
			return false, err
		}
		outright := before.Text == "" || d.in.Filed == "change" && w.Instead != ""
		now = d.in.Send && w.Kind == "booking" && outright && !slices.Contains(who, "name")
	default:
		now = d.in.Send && w.atOnce(d.s) || w.commanded(d.s, d.in.Request)
	}
	if now {
		d.out.Undoes = sentNow
	}
	return now, nil
}

// safe reports whether no line of an order is against the need of whoever has it, or the guest has been told so in an earlier message
// and now says yes to it in their own words.
func (d *desk) safe() bool {
	risks := d.w.against()
	told := d.w.warned(risks, cmp.Or(d.run.ID, d.s.Message))
	if len(risks) == 0 || told && d.in.agreed(d.s) && !has(d.s.Message, "refuse") {
		return true
	}
	d.out.Undoes, d.out.Against = "", risks
	return false
}

// readBack keeps a wish, which the guest is told as it is now, with what is missing.
func (d *desk) readBack(ctx context.Context) (err error) {
	w := &d.w
	w.warned(w.against(), cmp.Or(d.run.ID, d.s.Message))
	w.Message = d.s.Message
	d.out.Undoes = ""
	if d.out.Confirm = w.told(); len(d.out.AskFor) == 0 && !w.Whom {
		w.Whom = true
		d.out.Who, err = d.unknown(ctx)
	}
	return errors.Join(err, d.wait(*w))
}

// fileAll files the request that is agreed to, with those that were read back in the same message (asked) where no kind is
// named; what was read back before it, and had no answer, is told to wait.
func (d *desk) fileAll(ctx context.Context, asked string) error {
	for {
		also := d.w.next()
		told := also.Order
		if also.Kind == "order" {
			also.bring(d.s)
		}
		err := d.file(ctx)
		with := also.Message == asked
		gone := also.Text == "" || also.Undo || also.Kind == "order" && len(also.Order) == 0 // its lines were passed on, or are off the bill
		if err != nil || d.out.Filed == nil || gone || len(also.missing()) > 0 || with && d.in.Kind != "" {
			return err
		}
		if !with || len(also.against()) > 0 || !slices.Equal(told, also.Order) {
			d.out.Confirm, d.out.Pending, also.Message = also.told(), notStill, d.s.Message
			d.out.Confirm.Needs = nil
			return d.wait(also)
		}
		d.out.Also = append(d.out.Also, *d.out.Filed)
		d.out.Filed, d.w = nil, also
	}
}

// file puts the request into the inbox, once in a run, which may file others.
func (d *desk) file(ctx context.Context) error {
	w := &d.w
	w.Guest, w.Thread = d.run.Guest, d.run.Thread
	filed, err := d.Inbox.Book(ctx, w.key(ctx), w.Request, d.facts.Tables)
	switch {
	case errors.Is(err, ErrFull): // meanwhile
		if _, err := d.possible(ctx); err != nil {
			return err
		}
		return d.readBack(ctx)
	case errors.Is(err, ErrTooMany):
		d.out.TooMany = true
		return d.wait(w.next())
	case err != nil:
		return err
	}
	d.out.Filed, d.out.Answered = filed.told(), d.facts.answered(d.s.Now, d.s.Language)
	d.out.Replaces = w.Instead != "" && (w.Kind == "order" || w.dated())
	brief := *w.told()
	brief.ID, brief.State, brief.Needs = filed.ID, "", d.out.Filed.Needs
	all := append(slices.DeleteFunc(filedOf(d.s), func(r Request) bool { return r.ID == w.Instead }), brief)
	err = d.s.Save(filedNote, all[max(0, len(all)-toldFiled):])
	if w.Kind == "order" {
		for i := range w.Count {
			w.Count[i].Of = filed.ID
		}
		err = errors.Join(err, d.s.Save(sentNote, append(without(sent(d.s), w.Instead), w.Count...)))
	}
	return errors.Join(err, d.wait(w.next()))
}

// answered says when to expect an answer of the staff, honestly.
func (f *Facts) answered(now time.Time, l lang.Language) string {
	w := texts.In(l).House.Answer
	house, _ := f.opens()
	o := f.openings(house, now, l, false)
	switch {
	case o == nil || !o.Open && o.Changes == "":
		return w["unknown"]
	case o.Open:
		return w["open"]
	}
	return fmt.Sprintf(w["closed"], o.Changes)
}
