package concierge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/chat"
	"github.com/maitre-dev/maitre/llm"
)

// calls is the table from acts to tools: what a model would call for the same words. An act that is not here is talk.
func (a asked) calls() []llm.ToolCall {
	switch a.act {
	case "find_dishes":
		if a.chances["show_card"] > unclear && len(a.courses()) > 0 && !a.asksSome() { // "which desserts do you have?"
			return a.showCard()
		}
		return a.findDishes()
	case "show_card":
		return a.showCard()
	case "about_dish":
		return a.aboutDish()
	case "bill":
		if len(a.tab()) == 0 && a.says("price") && !a.also("order") {
			return a.aboutDish()
		}
		return a.bill(a.also("order"))
	case "order":
		return a.order()
	case "more", "other":
		return a.others()
	case "repeat", "summary":
		return a.said()
	case "house_info":
		return call("house_info", args{"topic": bare(a.text)})
	case "ask_staff":
		return a.staff()
	case "find_breweries":
		return a.breweries()
	case "about_brewery":
		return a.ofBrewery()
	case "ask_purchases", "ask_data", "draw_chart":
		return a.figures()
	case "plan_trip":
		return a.trip()
	case "trip_total":
		return a.total()
	case "choose":
		return a.choose()
	case "recall":
		if a.says("profile") {
			return call("client_profile", args{})
		}
		return call("recall", args{})
	case "forget":
		return a.forget()
	case "yes", "no":
		if a.last == "consent" {
			return a.consent()
		}
	}
	return nil
}

// order changes the order. Words that name no dish wish for advice, or are for the staff.
func (a asked) order() []llm.ToolCall {
	changes := a.changes()
	onCard := slices.ContainsFunc(changes, func(c change) bool { return !c.Missing })
	if onCard || len(changes) > 0 && a.chances["ask_staff"] < 0.2 {
		return a.bill(true)
	}
	switch {
	case a.says("some", "one") && (len(a.courses()) > 0 || a.has(wishKinds...)), a.asks() && len(a.courses()) > 0:
		return a.findDishes()
	case len(a.tab()) > 0 && (a.says("ordered", "the_bill", "again", "recap") || a.addsUp()):
		return a.bill(false)
	case a.asks() && len(a.named()) > 0:
		return a.aboutDish()
	case a.says("other") && a.follows():
		return a.others()
	case a.chances["ask_staff"] > 0.2:
		return a.staff()
	case len(a.tab()) == 0 && a.says("bring") && !a.asks() && len(changes) == 0 && len(spots(a.text)) > 2: // "mais uma rodada do mesmo"
		return call("ask_staff", args{"kind": "order", "request": bare(a.text)})
	case len(a.tab()) > 0 && !a.asks():
		return a.bill(false)
	}
	return nil
}

// said says again what was agreed: the order, the trip, or what was asked of a dish.
func (a asked) said() []llm.ToolCall {
	plan, _ := a.planned()
	switch {
	case a.act == "repeat" && len(a.named()) > 0:
		return a.aboutDish()
	case shownIn[a.last] == "trip" && plan.Place.Name != "":
		return a.total()
	case len(a.tab()) > 0:
		return a.bill(false)
	case a.act == "repeat" && len(a.meants()) > 0:
		return a.aboutDish()
	}
	return nil
}

// do does one part of a message. told: the message told something of people, which is noted.
func (h *hearing) do(p asked, told bool) {
	w := texts.In(h.o.Scene.Language)
	switch p.act {
	case "agree", "decline":
		in := args{"answer": "yes"}
		if p.act == "decline" {
			in["answer"] = "no"
		}
		h.add("ask_staff", call("ask_staff", in), "")
		return
	case "send":
		h.send(p)
		return
	case "ask":
		h.add("ask_staff", call("ask_staff", args{"kind": "other", "request": bare(p.saidBefore()) + ". " + bare(p.text), "send": true}), "")
		return
	case "outside":
		if p.subject != "" {
			h.add("outside", nil, h.reply(p.subject))
			return
		}
	case "ask_staff":
		if p.subject == "sorry" {
			h.add("hello", nil, h.reply("sorry"))
			if told {
				h.add("hello", nil, h.reply("beware"))
			}
		}
		if p.subject == "check" && len(p.tab()) > 0 {
			h.add("bill", p.bill(false), "")
		}
	}
	if h.o.lacks(actTopics[p.act]) {
		h.add(p.act, nil, chat.Missing(chat.ReplyIn{Message: p.text, Language: string(h.o.Scene.Language), House: h.c.house(h.o)}))
		return
	}
	if afford := p.affords(); afford != nil && (subjects[p.act] == "card" || p.act == "choose") {
		h.add("bill", afford, "")
		return
	}
	calls := p.calls()
	beside := len(h.steps) > 0 || len(p.with) > 1
	switch {
	case len(calls) > 0:
		h.add(p.act, calls, "")
	case p.act == "hello":
		h.add(p.act, nil, w.Chat.Hello)
	case p.act == "tell" && (p.subject == "party" || !beside && !told && !p.asks()): // what it tells is learnt from it
		h.add("tell", nil, w.Concierge.Fine)
	case told && !p.asks():
	case beside && (courtesies[p.act] || p.act == "yes" || p.act == "no" || p.act == "tell"):
	case beside && p.act != "help" && !chat.Answers(p.act) && p.act != "plan_trip" && p.act != "more" && p.act != "other":
		if words := bare(p.text); len(strings.Fields(words)) <= mostQuoted {
			h.add(p.act, nil, fmt.Sprintf(w.Concierge.NotGot, words))
		}
	case beside && p.act == "outside":
		h.add(p.act, nil, beyond(p.text, h.o))
	case p.act == "":
		h.add("unsure", nil, notUnderstood(h.o))
	case p.act == "about_dish" && len(p.lastTold()) > 1:
		var names []string
		for _, t := range p.lastTold() {
			names = append(names, t.Name)
		}
		h.add(p.act, nil, strings.Replace(w.Menu.WhichOne, "%s", w.Either(names), 1))
	default:
		h.add(p.act, nil, h.c.talk(p, h.o))
	}
}

// did returns what the house showed or asked last, in the words of understand.Before, and the searches with which it did.
func did(s agent.State, o own) (what string, again []llm.ToolCall) {
	if what, again = o.Did, o.Again; what == "consent" { // which was asked of that message alone
		what = o.Under
	}
	fresh := true
	for _, m := range s.Messages[min(o.From, len(s.Messages)):] {
		for _, p := range m.Parts {
			if p.Call == nil {
				continue
			}
			if w := shows[p.Call.Name]; w != "" {
				what = w
			}
			search := *p.Call
			if search.Name == "whole_card" && strings.HasPrefix(search.Args, `{"course"`) { // a course that is shown whole is found
				search.Name = "find_dishes"
			}
			if strings.HasPrefix(search.Name, "find_") || strings.HasPrefix(search.Name, "list-") || search.Name == "whole_card" {
				if fresh {
					again, fresh = nil, false
				}
				again = append(again, search)
			}
		}
	}
	return what, again
}

// shows tells what the house has shown when a tool has run.
var shows = map[string]string{
	"find_dishes": "menu", "whole_card": "menu", "dish_details": "dish", "bill": "dish", "find_breweries": "breweries", "brewery_details": "brewery",
	"ask_purchases": "purchases", "client_profile": "purchases", "list-accommodations": "trip_stay", "list-restaurants": "trip_eat", "choose_place": "place",
	"trip_total": "place", "ask_data": "table", "draw_chart": "chart", "recall": "memory", "forget": "memory",
}

// Shown tells what the house has shown last after some calls, or else by its words.
func Shown(calls []llm.ToolCall, said string) string {
	for _, c := range slices.Backward(calls) {
		if what := shows[c.Name]; what != "" {
			return what
		}
	}
	if strings.HasSuffix(strings.TrimSpace(said), "?") {
		return "question"
	}
	return "chat"
}

// ActsOf returns the acts that calls do, each once: the table of asked.calls read backwards.
func ActsOf(calls []llm.ToolCall) (acts []string) {
	for _, c := range calls {
		a := doneBy[c.Name]
		if c.Name == "consent" {
			if a = "no"; strings.Contains(c.Args, `"yes"`) {
				a = "yes"
			}
		}
		if a != "" && !slices.Contains(acts, a) {
			acts = append(acts, a)
		}
	}
	if len(acts) > 1 { // what is remembered beside a wish is not told for its own sake
		acts = slices.DeleteFunc(acts, func(a string) bool { return a == "tell" })
	}
	return acts
}

var doneBy = map[string]string{
	"find_dishes": "find_dishes", "whole_card": "show_card", "dish_details": "about_dish", "bill": "bill", "ask_staff": "ask_staff", "house_info": "house_info",
	"find_breweries": "find_breweries", "brewery_details": "about_brewery", "ask_purchases": "ask_purchases", "list-accommodations": "plan_trip", "list-restaurants": "plan_trip",
	"choose_place": "choose", "trip_total": "trip_total", "ask_data": "ask_data", "draw_chart": "draw_chart", "recall": "recall", "forget": "forget", "remember": "tell",
}
