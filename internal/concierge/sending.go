package concierge

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
)

// sends returns the clause of a message that has the order sent to the kitchen, if there is one or the rest of the message
// orders something, and the rest: "um café e pode mandar".
func (a asked) sends() (clause, rest string) {
	yes := ""
	if a.toldOrder() {
		yes = a.agreeing()
	}
	then := a.part(a.text[len(yes):])
	if first := a.part(yes); yes != "" && (then.text == "" || (first.says("agree") || first.says("go_ahead")) && (then.goesWith() || then.questions() && len(then.changes()) == 0)) {
		return first.text, then.text // "sim! e o wifi?", and not "ok, mais um"
	}
	if slices.ContainsFunc(asides(a.text), func(x aside) bool { return x.subject == "check" }) {
		return "", "" // the bill is brought
	}
	r, now := a.latest()
	waits := a.unsent() || now && r.Kind == "order" // or it was just sent
	for _, c := range parted().Split(a.text, -1) {
		p := a.part(c)
		all := strings.Fields(c)
		goes := a.part(strings.Join(all[:min(2, len(all))], " ")).says("go_ahead") && len(all) < shortOrder // "confirma aí"
		told := waits && (p.says("send_it") && len(all) < 3 || goes && !p.hasPhrase("certain") && !a.onTrip() && !strings.Contains(a.text, c+"?"))
		sends := told || slices.ContainsFunc(asides(c), func(x aside) bool { return x.subject == "send" })
		if !sends || p.fetches() || p.says("not") || len(a.mentions(c)) > 0 || slices.ContainsFunc(strings.Fields(words(c)), func(w string) bool { return asksWhat[w] }) {
			continue
		}
		if rest = strings.Trim(strings.Replace(a.text, c, "", 1), " .,;:!?\n"); a.part(rest).agreeing() == rest { // "isso, manda"
			rest = ""
		}
		if len(a.tab())+len(a.mentions(rest)) > 0 {
			return c, rest
		}
	}
	return "", ""
}

// fetches reports whether words have something sent or brought that is no order: "podem mandar mais toalhas", "manda um encanador".
func (a asked) fetches() bool {
	all := spots(a.text)
	for i := 1; i+1 < len(all); i++ {
		if (is(all[i-1].word, "bring") || is(all[i-1].word, "send_it")) && (numeral(all[i].word) > 0 || is(all[i].word, "more")) && len(a.mentions(a.text)) == 0 {
			return true
		}
	}
	return slices.ContainsFunc(asides(a.text), func(x aside) bool { return x.subject == "things" })
}

var parted = pattern.Of(`[.,;:!?\n]+|\s(?:e|y|and|mas|but|pero)\s`)

// goesWith reports whether words are for those who bring the order: where the guest sits, what is to come first. They order
// nothing of the card, ask nothing, and wish for nothing else.
func (a asked) goesWith() bool {
	own := func(x aside) bool { return toStaff[x.subject] != "" || x.subject == "told" } // which is passed on by itself
	asks := strings.Contains(a.text, "?") && !(a.says("serving") && a.says("may_be"))
	order := slices.ContainsFunc(a.changes(), func(c change) bool { return !c.Missing || understand.Edible(c.Dish) })
	if a.text == "" || asks || order || a.says("sum") || a.says("book") || slices.ContainsFunc(a.asidesOf(), own) {
		return false
	}
	_, day := staydate.Dates(a.text, a.at.Now)
	return !day && len(understand.Needs(a.text)) == 0 && (a.says("serving") || !goesOn(a.text))
}

// toldOrder reports whether the house has just told the order, which waits to be sent, and asked nothing of it.
func (a asked) toldOrder() bool {
	t := texts.In(a.at.Language).Menu
	total, _, _ := strings.Cut(t.Total, "%s")
	_, missing, _ := strings.Cut(t.NotOnCard, "%s")
	said := func(text string) bool { return strings.Contains(a.at.Last, text) }
	return a.unsent() && (a.kept().Since == a.saidBefore() || said(t.Order) || said(total)) && !said("?") && !said(missing)
}

// agreeing is the beginning of a message that is a yes to an order: "isso, pode confirmar. e o wifi?".
func (a asked) agreeing() string {
	asks, to, yes := fmt.Sprintf(texts.In(a.at.Language).House.ReadBack, ""), 0, false
	for _, at := range marked().FindAllStringIndex(a.text, -1) {
		c := strings.TrimRight(a.text[at[0]:at[1]], " .,;:!\n")
		p, r := a.part(c), understand.Read(c, understand.Before{Last: "ask_staff", House: asks})
		answer, ok := choice.Read(c, nil)
		heard := len(r.Acts) == 1 && r.Acts[0].Name == "yes" && r.Acts[0].Score >= heardLeast && len(r.Spans) == 0
		agrees := ok && answer.Yes || p.says("go_ahead") && len(spots(c)) < fewWords || heard
		if strings.Contains(c, "?") || p.fetches() || p.says("not") || p.says("sum") || p.says("serving") || p.says("drop") || len(a.mentions(c)) > 0 || !agrees && !p.says("please") && !does(r, "thanks") {
			break
		}
		to, yes = at[1], yes || agrees
	}
	if !yes {
		return ""
	}
	return a.text[:to]
}

// marked are the parts of a message, each with the mark behind it.
var marked = pattern.Of(`[^.,;:!?\n]+[.,;:!?\n]*\s*`)

// sending are the steps of a message that has the order sent, and of the rest of it.
func (c *Concierge) sending(ctx context.Context, o own, clause, rest string) (steps []step) {
	a := asked{text: clause, at: o.Scene}
	sent := a.staff("order")
	if a.toldOrder() { // it was read back
		sent = call("ask_staff", args{"kind": "order", "request": bare(clause), "send": true})
	}
	p := asked{act: "order", text: rest, at: o.Scene, last: o.Did, onCard: c.dishFinder(ctx, o), spans: understand.Read(rest, understand.Before{}).Spans}
	switch {
	case rest == "" && !a.unsent():
		sent = call("ask_staff", args{}) // how it stands
	case a.unsent() && p.goesWith():
		var in args
		_ = json.Unmarshal([]byte(sent[0].Args), &in) // ours
		in["with"] = rest
		sent = call("ask_staff", in)
	case rest != "":
		o.Turn.Message = rest
		steps, _ = c.steps(ctx, o)
		orders := len(p.mentions(rest)) > 0
		steps = slices.DeleteFunc(steps, func(s step) bool { return len(s.Calls) == 0 || orders && s.Act == "ask_staff" }) // "é isso, pode pedir"; "quero pedir dois cafés" is no word to the staff
		if calls := p.calls(); orders && len(steps) == 0 && len(calls) > 0 {
			calls[0].ID = readID + "1"
			steps = []step{{"order", calls[:1], ""}}
		}
	}
	if len(steps) == 0 && slices.ContainsFunc(a.at.People(), hook.Person.Safety) { // what somebody told since must be known of each line
		checked := call("bill", args{"tab": true})
		checked[0].ID = readID + "check"
		steps = append(steps, step{"held", checked, ""})
	}
	sent[0].ID = readID + "send"
	return append(steps, step{"ask_staff", sent, ""})
}

// scraps takes everything off the order.
func (h *hearing) scraps() bool {
	clause := h.a.scraps()
	if clause == "" {
		return false
	}
	h.add("order", h.a.bill(false), "")
	if r, _ := h.a.latest(); r.Text != "" && r.Kind != "order" && h.a.part(clause).says("everything") { // what the staff has is asked about
		h.add("ask_staff", call("ask_staff", args{"filed": "withdraw", "kind": r.Kind}), "")
	}
	rest := strings.Trim(strings.Replace(h.a.text, clause, "", 1), " .,;:!?")
	return h.leave(rest) || len(h.a.mentions(rest)) > 0 || !goesOn(rest)
}

// passesChange passes a change of the order on to the staff where they have the order already: "another juice", "no onions on
// mine after all".
func (h *hearing) passesChange(message string) {
	changed, asked := false, h.a.at.Notes["house.sent"] == nil
	for _, s := range h.steps {
		for _, x := range s.Calls {
			changed = changed || x.Name == "bill" && strings.Contains(x.Args, `"dish"`) && !strings.Contains(x.Args, `"what_if"`)
			asked = asked || x.Name == "ask_staff"
		}
	}
	if changed && !asked {
		h.add("ask_staff", call("ask_staff", args{"kind": "order", "filed": "change", "request": bare(message), "send": true, "if_changed": true}), "")
	}
}
