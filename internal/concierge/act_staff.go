package concierge

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// staff is a wish that people of the house fulfil: a table, a complaint.
func (a asked) staff(kind string) []llm.ToolCall {
	in := args{"request": bare(a.text)}
	asksElse := kind == "" && slices.ContainsFunc(a.with, func(act string) bool { return !answerActs[act] })
	if a.at != nil && !asksElse && strings.Contains(a.at.Message, a.text) && len(strings.Fields(a.at.Message)) <= wholeRequest {
		in["request"] = bare(a.at.Message) // what else was said of it belongs to it
	}
	var had request
	a.at.Load("house.request", &had)
	n, party := staydate.PartyAfter(had.People, a.text)
	counted := func(w string) bool { return numeral(w) == n }
	party = party && (had.People > 0 || a.has("people") || slices.ContainsFunc(strings.Fields(words(a.text)), counted)) // "it is my niece's birthday" says of nobody that they come
	if party && (kind == "" || kind == "booking" || kind == "room") {                                                   // "falar com uma pessoa"
		in["people"] = n
	}
	_, day := staydate.Dates(a.text, a.at.Now)
	if day {
		in["date"] = a.text
	}
	beside := func(subject string) bool {
		return slices.ContainsFunc(asides(a.at.Message), func(x aside) bool { return x.subject == subject })
	}
	switch {
	case kind != "":
	case beside("allergy"):
		kind = "allergy"
	case beside("sorry"):
		kind = "complaint"
	case a.says("room") && (a.hasWord(booking) || party || day):
		kind = "room"
	case a.hasWord(booking) || a.hasWord(tableOf) && (party || day): // "ninguém veio à mesa" books none
		kind = "booking"
	case understand.Says(a.text, "complaint"):
		kind = "complaint"
	}
	in.put("kind", kind)
	if times := a.all("time"); len(times) > 0 && kind != "room" {
		in["time"] = times[0]
	} else if c, ok := staydate.ClockIn(a.text, false); ok && (kind == "booking" || kind == "") {
		in["time"] = c.Said
	}
	return call("ask_staff", in)
}

// toPeople has what a sentence asks of the people of the house passed on, whatever the reader
// takes it for, and returns the rest of the message.
func (c *Concierge) toPeople(a asked, o own, add func(act string, calls []llm.ToolCall, words string)) (rest string, ok bool) {
	kinds := map[string]string{"person": "other", "sorry": "complaint", "allergy": "allergy", "ask": "other"}
	for _, x := range a.undone(asides(a.text)) {
		kind := kinds[x.subject]
		if kind == "" && ofFiled[x.subject] == "" {
			continue
		}
		p := a.part(x.sentence)
		p.spans = understand.Read(x.sentence, understand.Before{}).Spans
		switch kind {
		case "":
			add("ask_staff", p.filed(x.subject), "")
			return strings.TrimSpace(strings.Replace(a.text, x.sentence, "", 1)), true
		case "complaint":
			add("hello", nil, x.reply(o, c.house(o)))
		case "allergy":
			clause := passedOn(x)
			if facts := ofOther(told(understand.Reading{Spans: understand.Read(clause, understand.Before{}).Spans}, clause), o); len(facts) > 0 {
				add("tell", call("remember", args{"facts": facts}), "")
			}
		}
		add("ask_staff", p.staff(kind), "")
		return strings.TrimSpace(strings.Replace(a.text, x.sentence, "", 1)), true
	}
	return "", false
}

// goesOn reports whether the rest of a message asks for something else.
func goesOn(rest string) bool {
	acts := understand.Read(rest, understand.Before{}).Acts
	return len(strings.Fields(rest)) > 2 && len(acts) > 0 && acts[0].Score >= heardLeast && subjects[acts[0].Name] != "" && !answerActs[acts[0].Name]
}

// ofFiled are the subjects of asides about a request that was filed: it is changed, withdrawn
// or asked about.
var ofFiled = map[string]string{"amend": "change", "withdraw": "withdraw", "state": "state"}

// undone takes a bare "cancela" for a request to be withdrawn, where one was spoken of and
// nothing that is ordered can be meant.
func (a asked) undone(all []aside) []aside {
	open := len(a.tab()) == 0 && a.at.Notes["house.request"] != nil || len(a.tab()) > 0 && !a.unsent()
	all = slices.Clone(all)
	for i, x := range all {
		if x.subject == "undo" && open && len(strings.Fields(a.text)) <= shortOrder && len(a.mentions(a.text)) == 0 {
			all[i].subject = "withdraw"
		}
	}
	return all
}

// filed is what a guest wants of a request that was filed.
func (a asked) filed(subject string) []llm.ToolCall {
	in := args{}
	if subject == "amend" {
		_ = json.Unmarshal([]byte(a.staff("booking")[0].Args), &in)
		delete(in, "request")
	}
	in["filed"] = ofFiled[subject]
	switch {
	case a.says("room"):
		in["kind"] = "room"
	case a.hasWord(booking) || a.hasWord(tableOf):
		in["kind"] = "booking"
	case slices.ContainsFunc(asides(a.text), func(x aside) bool { return x.subject == "sorry" }): // "cancel my complaint"
		in["kind"] = "complaint"
	case len(a.tab()) > 0 && subject == "withdraw":
		in["kind"] = "order"
	}
	if _, ok := staydate.Dates(a.text, a.at.Now); ok {
		in["date"] = a.text
	}
	return call("ask_staff", in)
}

// sends returns the clause of a message that has the order sent to the kitchen, if there is
// one or the rest of the message orders something, and the rest: "um café e pode mandar".
func (a asked) sends() (clause, rest string) {
	for _, c := range parted().Split(a.text, -1) {
		p := a.part(c)
		sends := slices.ContainsFunc(asides(c), func(x aside) bool { return x.subject == "send" })
		if !sends || p.says("not") || len(a.mentions(c)) > 0 || slices.ContainsFunc(strings.Fields(words(c)), func(w string) bool { return asksWhat[w] }) {
			continue
		}
		rest = strings.Trim(strings.Replace(a.text, c, "", 1), " .,;:!?\n")
		if len(a.tab())+len(a.mentions(rest)) > 0 {
			return c, rest
		}
	}
	return "", ""
}

// sending are the steps of a message that has the order sent, and of the rest of it.
func (c *Concierge) sending(ctx context.Context, o own, clause, rest string) (steps []step) {
	a := asked{text: clause, at: o.Scene}
	sent := a.staff("order")
	if rest != "" {
		o.Turn.Message = rest
		steps, _ = c.steps(ctx, o)
		steps = slices.DeleteFunc(steps, func(s step) bool { return len(s.Calls) == 0 }) // "é isso, pode pedir"
	} else if !a.unsent() {
		sent = call("ask_staff", args{}) // how it stands
	}
	sent[0].ID = readID + "send"
	return append(steps, step{"ask_staff", sent, ""})
}

var parted = pattern.Of(`[.,;:!?\n]+|\s(?:e|y|and|mas|but|pero)\s`)

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

// wholeRequest is of how many words a message is at most that the staff gets as a whole.
const wholeRequest = 60

// agrees reports whether a message begins with a yes to the wish that was read back, and
// returns what it says besides: "Ok. And a dessert menu?".
func (a asked) agrees(message string) (rest string, ok bool) {
	w, waits := a.awaited()
	if !waits || w.incomplete() {
		return "", false
	}
	first := message
	if i := strings.IndexAny(message, ".,;:!\n"); i >= 0 {
		first, rest = message[:i], strings.TrimSpace(message[i+1:])
	}
	said := strings.Fields(lang.Squeeze(lang.Fold(first)))
	if strings.Contains(first, "?") || len(said) == 0 || len(said) > 5 {
		return "", false
	}
	if answer, ok := choice.Read(first, nil); ok {
		return rest, answer.Yes
	}
	return rest, is(said[0], "pass_on")
}

// request is a wish that was read back to the guest, as ask_staff keeps it.
type request struct {
	Kind, Text, Date, Time, Until, Name, Contact, Message string
	People                                                int
}

// incomplete reports whether something is missing of a table or a room that is wanted.
func (r *request) incomplete() bool {
	return r.Kind == "booking" && (r.People == 0 || r.Date == "" || r.Time == "") || r.Kind == "room" && (r.People == 0 || r.Date == "" || r.Until == "")
}

// awaited returns the wish that was read back in answer to the guest's last message.
func (a asked) awaited() (r request, ok bool) {
	_ = json.Unmarshal(a.at.Notes["house.request"], &r)
	return r, r.Text != "" && r.Message == a.saidBefore()
}

// answerActs are the acts that the answer to a question of the house may be taken for.
var answerActs = lang.Set("ask_staff tell yes plan_trip trip_total smalltalk thanks outside repeat help choose")

// shortAnswer is of how many words an answer to a question of the house is at most.
const shortAnswer = 12

// toldStaff returns a message that says what was missing of a booking, such as "sábado
// às 20h" or who books, as an act; and one about a room of this house, which has no trips.
func toldStaff(topics []string, all []asked) []asked {
	if len(all) == 0 {
		return all
	}
	a := all[0]
	whole := a
	whole.text = a.at.Message
	if other := func(x asked) bool { return !answerActs[x.act] && x.act != "order" }; whole.booksRoom(topics) && !slices.ContainsFunc(all, other) {
		whole.act, whole.with = "ask_staff", []string{"ask_staff"}
		return []asked{whole}
	}
	w, ok := a.awaited()
	reached := strings.Contains(a.at.Message, "[PHONE]") || strings.Contains(a.at.Message, "[EMAIL]")
	if !reached && slices.ContainsFunc(all, func(x asked) bool { return !answerActs[x.act] }) || len(strings.Fields(a.at.Message)) > shortAnswer {
		return all // it asks for something else
	}
	if !ok || w.Kind != "booking" && w.Kind != "room" {
		return all
	}
	a.text = a.at.Message
	var said args
	_ = json.Unmarshal([]byte(a.staff(w.Kind)[0].Args), &said)
	who := reached || w.Name == "" && a.has("name")
	if !who && (!w.incomplete() || said["people"] == nil && said["date"] == nil && said["time"] == nil) {
		return all
	}
	a.act, a.with, a.waits = "ask_staff", []string{"ask_staff"}, w
	return []asked{a}
}

// completing makes a call for a request that waits say only what completes it: the day that
// follows an arrival is that of departure.
func (a asked) completing(calls []llm.ToolCall) []llm.ToolCall {
	if a.waits.Kind == "" {
		return calls
	}
	var in args
	_ = json.Unmarshal([]byte(calls[0].Args), &in)
	delete(in, "request")
	if a.waits.Date != "" && a.waits.Kind == "room" && in["date"] != nil {
		in["until"] = in["date"]
		delete(in, "date")
	}
	name := a.first("name")
	if m := signed().FindStringSubmatch(a.text); name == "" && m != nil {
		name = m[1]
	}
	in.put("name", name)
	return call("ask_staff", in)
}

// signed is a name before a telephone number or address: "Marina, [PHONE]".
var signed = pattern.Of(`^\P{Lu}*(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?),? \[(?:PHONE|EMAIL)\]`)

// booksRoom reports whether words ask for a room of this house: to be booked, or of a house
// that plans no trips, and in no other town.
func (a asked) booksRoom(topics []string) bool {
	_, day := staydate.Dates(a.text, a.at.Now)
	return a.says("room") && (a.hasWord(booking) || day && !slices.Contains(topics, "trip")) && a.destination() == "" && !a.onTrip()
}

// passedOn is what the kitchen is to know, said by itself: "avisem o chef que sou celíaca",
// "tell the chef about my nut allergy".
func passedOn(x aside) string {
	if m := saysThat().FindStringIndex(x.sentence); m != nil {
		return x.sentence[m[1]:]
	}
	return x.sentence
}

var saysThat = pattern.Of(`(?i)\s(?:que|that|about|of|on|da|do|das|dos|de|del|sobre)\s`)
