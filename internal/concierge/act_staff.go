package concierge

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// staff is a wish that people of the house fulfil: a table, a complaint.
func (a asked) staff(kind string) []llm.ToolCall {
	in := args{"kind": kind, "request": bare(a.text)}
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
