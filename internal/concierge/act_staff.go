package concierge

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// staff is a wish that people of the house fulfil: a table, a complaint.
func (a asked) staff(kind string) []llm.ToolCall {
	in := args{"kind": kind, "request": bare(a.text)}
	if a.at != nil && strings.Contains(a.at.Message, a.text) && len(strings.Fields(a.at.Message)) <= wholeRequest {
		in["request"] = bare(a.at.Message) // what else was said of it belongs to it
	}
	if kind == "" {
		delete(in, "kind")
	}
	n, party := staydate.Party(a.text)
	if party {
		in["people"] = n
	}
	_, day := staydate.Dates(a.text, a.at.Now)
	if day {
		in["date"] = a.text
	}
	if kind == "" && (a.hasWord(booking) || a.hasWord(tableOf) && (party || day)) { // "ninguém veio à mesa" books none
		in["kind"] = "booking"
	}
	if times := a.all("time"); len(times) > 0 {
		in["time"] = times[0]
	}
	return call("ask_staff", in)
}

// wholeRequest is of how many words a message is at most that the staff gets as a whole.
const wholeRequest = 60

// agrees reports whether a message begins with a yes to the wish that was read back, and
// returns what it says besides: "Ok. And a dessert menu?".
func (a asked) agrees(message string) (rest string, ok bool) {
	w, waits := a.awaited()
	if !waits || w.Kind == "booking" && (w.People == 0 || w.Date == "" || w.Time == "") {
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
	if more := strings.Fields(lang.Squeeze(lang.Fold(rest))); len(more) > 0 && len(more) < 5 && (is(more[0], "pass_on") || is(more[len(more)-1], "pass_on")) {
		rest = "" // "yes, pass it on"
	}
	if answer, ok := choice.Read(first, nil); ok {
		return rest, answer.Yes
	}
	return rest, is(said[0], "pass_on")
}

// request is a wish that was read back to the guest, as ask_staff keeps it.
type request struct {
	Kind, Text, Date, Time, Message string
	People                          int
}

// awaited returns the wish that was read back in answer to the guest's last message.
func (a asked) awaited() (r request, ok bool) {
	_ = json.Unmarshal(a.at.Notes["house.request"], &r)
	return r, r.Text != "" && r.Message == a.saidBefore()
}

// beside are the acts that the answer to a question of the house may be taken for.
var beside = lang.Set("ask_staff tell yes plan_trip trip_total smalltalk thanks outside repeat help choose")

// shortAnswer is of how many words an answer to a question of the house is at most.
const shortAnswer = 12

// toldStaff returns a message that says what was missing of a booking, such as "sábado
// às 20h", as an act.
func toldStaff(all []asked) []asked {
	if len(all) == 0 {
		return all
	}
	a := all[0]
	w, ok := a.awaited()
	if slices.ContainsFunc(all, func(x asked) bool { return !beside[x.act] }) || len(strings.Fields(a.at.Message)) > shortAnswer {
		return all // it asks for something else
	}
	if !ok || w.Kind != "booking" || w.People > 0 && w.Date != "" && w.Time != "" {
		return all
	}
	a.text = a.at.Message
	var said args
	_ = json.Unmarshal([]byte(a.staff("booking")[0].Args), &said)
	if said["people"] == nil && said["date"] == nil && said["time"] == nil {
		return all
	}
	a.act, a.with = "ask_staff", []string{"ask_staff"}
	return []asked{a}
}
