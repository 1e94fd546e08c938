package concierge

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// asked is an act with the words and spans of the message that are about it.
type asked struct {
	act    string
	text   string
	spans  []understand.Span
	at     *scene.Scene
	last   string // what the house showed or asked last
	again  []llm.ToolCall
	with   []string // all acts of the message
	onCard findNames
	from   int // the place of its words in the message

	portion bool // it is one of several people's part of a wish
}

// calls is the table from acts to tools: what a model would call for the same message. An act that is not here is talk.
func (a asked) calls() []llm.ToolCall {
	ofCard := subjects[a.act] == "card"
	switch {
	case a.asksProfile():
		return call("client_profile", args{})
	case len(a.tab()) > 0 && (ofCard && a.readsBack() || a.act == "summary" || a.act == "repeat") && !a.also("order") && len(a.mentions(a.text)) == 0 && len(a.changes()) == 0:
		return a.bill(false)
	case a.asksOfOrder():
		return a.bill(false)
	case ofCard && a.pricesEach():
		return call("dish_details", args{"dishes": ids(a.choices()), "ask": "price"})
	case ofCard && a.charged() > 0 && (len(a.tab()) > 0 || a.orders()):
		return a.bill(false)
	case len(a.tab()) > 0 && a.says("tip") && (a.rate() != "" || a.sum() > 0): // "e deixando 8% de gorjeta?"
		return a.bill(a.also("order"))
	}
	if ofCard || a.act == "choose" && len(a.tab()) > 0 || a.act == "trip_total" && len(a.kept().If) > 0 {
		if bill := a.affords(); bill != nil {
			return bill
		}
	}
	if one := a.compared(); one != nil {
		return one
	}
	if some := a.having(); some != nil {
		return some
	}
	if some := a.narrowed(); some != nil {
		return some
	}
	if a.act == "order" && a.wantsTold() && len(a.changes()) == 0 {
		a.act = "find_dishes"
	}
	switch a.act {
	case "find_dishes":
		both := a.advised()
		switch {
		case a.takes() && !a.questions() && a.onlyCertain(): // "I would like the mussel broth" of a card that has it
			return a.order()
		case both != nil:
			return both
		case a.also("order") && a.tellsNeed(a.text) && !a.questions(): // "a dish for my aunt and one for me. She's vegan."
			return nil
		}
		return a.findDishes()
	case "show_card":
		return a.showCard()
	case "about_dish":
		return a.aboutDish()
	case "bill":
		return a.bill(a.also("order"))
	case "order":
		switch may := a.mayDrink(); {
		case may != nil:
			return may
		case a.hasPhrase("any_dish") && !a.orders():
			return a.findDishes()
		case a.says("speak") && !a.takes() && a.onlyCertain(): // "tell me about the stew"
			return a.aboutDish()
		case a.shares() > 1 && !a.orders() && (a.says("service") || a.has("people")): // "sem os 10%, e racha por 5"
			return a.bill(false)
		}
		return a.order()
	case "ask_staff":
		return a.staff("")
	case "house_info":
		if whole := a.part(a.at.Message); a.says("hours") && whole.asksHours() { // "tem maniçoba? que horas sai?"
			return whole.hours()
		}
		return call("house_info", args{"topic": bare(a.text)})
	case "find_breweries":
		return a.breweries()
	case "about_brewery":
		return a.ofBrewery()
	case "ask_purchases", "ask_data":
		if a.onTrip() && len(a.pricedOf()) > 1 { // "compara a primeira com a segunda"
			return a.setBeside()
		}
		return a.figures()
	case "draw_chart":
		return a.chart()
	case "plan_trip":
		if s := a.search(); strings.HasPrefix(a.last, "brewer") && len(a.stops()) > 0 && !s.stay && !s.eat && !s.date && s.nights+s.people == 0 { // "and in Phoenix?"
			return a.breweries()
		}
		if calls := a.sleepsHere(); calls != nil {
			return calls
		}
		return a.trip()
	case "trip_total":
		if plan, _ := a.planned(); plan.Place.Name == "" && len(a.tab()) > 0 { // there is nothing else to add up
			return a.bill(false)
		}
		return a.total()
	case "book_place":
		return a.book()
	case "choose":
		return a.choice()
	case "recall", "forget", "yes", "no":
		_, answers := choice.Read(a.text, nil)
		switch w, waits := a.awaited(); {
		case waits && !answers && len(a.changes()) > 0 && !a.says("pass_on"): // "enquanto isso, uma coxinha"
			return a.bill(true)
		case waits && a.act == "no" && !a.declines(), waits && a.act == "yes" && !answers && !a.declines() && w.Kind == "complaint": // it says more of it
			return a.staff(w.Kind)
		case waits && (a.act == "yes" || a.act == "no"):
			return call("ask_staff", args{"answer": a.act})
		}
		if r, now := a.latest(); now && a.act == "yes" && r.ID != "" { // it is with the staff already
			return call("ask_staff", args{"kind": r.Kind, "filed": "state"})
		}
		if r, _ := a.latest(); a.act == "yes" && r.Text != "" && r.ID == "" && !strings.Contains(a.at.Last, "?") { // it still waits for a yes: it is read back once more
			return call("ask_staff", args{"kind": r.Kind})
		}
		return a.memo()
	case "more", "other":
		if calls := a.ofPlace(a.search()); a.onTrip() && a.asks() && calls != nil { // "o mais caro desses, o que tem de mais?"
			return calls
		}
		return a.moreDishes()
	case "repeat", "summary":
		switch plan, _ := a.planned(); {
		case a.act == "repeat" && len(a.dishes()) > 0: // "quanto custa o primeiro?" asks of it
			return a.aboutDish()
		case a.act == "summary" && a.afterTable():
			return call("ask_data", args{"question": a.text})
		case plan.Place.Name != "" && a.onTrip() && (a.act == "summary" || a.says("trip") || a.says("whole_trip")): // "repete o plano"
			return a.total()
		}
	}
	return nil
}

// asksNoted reports whether words ask what the house has noted or booked, where it has noted a request: "o que eu reservei?", "can you
// confirm the day and the time?", or whether a table that was passed on is certain: "ficou tudo certo?".
func (a asked) asksNoted() bool {
	r, now := a.latest()
	asks, what, part := strings.Contains(a.text, "?") || a.says("or_not"), a.says("what"), a.says("day_or_time")
	told := what && (a.says("reserved") || a.says("noted")) && asks || a.says("confirm") && part
	told = told || r.dated() && ((what || part) && a.hasPhrase("settled_on") || what && part && a.hasPhrase("my_table"))
	return a.at.Notes["house.request"] != nil && len(spots(a.text)) <= shortAnswer && (asks && ((r.dated() || r.ID != "") && a.says("certain") || now && r.ID != "" && r.Kind != "order" && a.says("who")) || told && !a.says("still"))
}

// choice returns the calls for a message that picks one of the things shown last, "o segundo": a
// dish, a brewery or a place.
func (a asked) choice() []llm.ToolCall {
	plan, _ := a.planned()
	s := a.search()
	if a.callsOff() {
		return call("choose_place", args{"place": plan.lodging, "drop": true})
	}
	if calls := a.setBeside(); calls != nil && a.onTrip() {
		return calls
	}
	switch town := s.place; {
	case a.follows():
		return a.order()
	case strings.HasPrefix(a.last, "brewer"):
		return a.ofBrewery()
	case (town != "" && !a.also("plan_trip") || a.onTrip() && (s.until || s.nights+s.people > 0) || a.says("prefer_it") && len(a.kinds()) > 0) && !a.pointsIn(): // "Porto Seguro, then", other days, "I'd rather have a hostel"
		return a.trip()
	case (a.asks() || a.says("reach")) && len(a.pointed()) == 0 && a.last == "place" && a.act == "choose": // something is asked of it
		if s.nights > 0 {
			return a.total()
		}
		return call("choose_place", args{"place": "", "ask": a.text})
	case a.also("plan_trip") && (s.eat || s.stay) && a.part(a.at.Message).says("where"): // where to eat cheaply is no choice yet
		return nil
	case a.also("trip_total") && a.onlyPriced(): // the sum tells what it costs
		return nil
	case (a.interrogates() || a.says("speak")) && len(a.pointed()) > 0 && !(a.also("trip_total") && a.settles()):
		return each("choose_place", a.pointed(), args{"ask": a.at.Message})
	case len(a.placesShown())+len(plan.Offered) == 0 || (town != "" || len(a.with) > 1) && len(a.pointed()) == 0: // there is nothing to choose from
		return nil
	case a.last == "place" && plan.lodging != "" && len(a.pointed()) == 0 && !a.demonstrates() && !a.says("keep_it") && !a.says("want") && !a.says("unwanted"): // it is chosen already
		return a.total()
	}
	return a.pick()
}

// pointsIn reports whether a message points into a list. "The cheapest" of a town that it names is of all that there are.
func (a asked) pointsIn() bool {
	return slices.ContainsFunc(a.pointed(), func(in args) bool {
		return a.destination() == "" || in["place"] != "cheapest" && in["place"] != "dearest"
	})
}

// others is the last search once more, without what it showed.
func (a asked) others() []llm.ToolCall {
	var all []llm.ToolCall
	for _, c := range a.again {
		in, s := args{}, a.search()
		other := strings.HasPrefix(c.Name, "list-") && s.stay != s.eat && s.eat != (c.Name == "list-restaurants") // of the kind that the message names
		if other || c.Name == "whole_card" || json.Unmarshal([]byte(c.Args), &in) != nil {
			continue
		}
		if in["others"] = true; s.cheap && strings.HasPrefix(c.Name, "list-") { // the cheapest may have been shown
			in["sort"], in["others"] = "cheap", false
		}
		if sorts := a.sorts(); c.Name == "find_dishes" && len(sorts) > 0 { // "algo mais em conta?"
			in["sort"] = sorts[0]
		}
		all = append(all, call(c.Name, in)...)
	}
	return all
}

func (a asked) has(kinds ...string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return slices.Contains(kinds, s.Kind) })
}

func (a asked) all(kind string) (texts []string) {
	for _, s := range a.spans {
		if s.Kind == kind && s.P != "not" {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

func (a asked) first(kind string) string { return append(a.all(kind), "")[0] }

// also reports whether a message is about another act too.
func (a asked) also(act string) bool { return a.act != act && slices.Contains(a.with, act) }

// limit is an amount of money said per something, the first of these that was.
func (a asked) limit(per ...string) float64 {
	for _, s := range a.spans {
		if s.Kind == "money" && slices.Contains(per, s.Per) && !a.ofName(s.Text) {
			if n, ok := understand.Amount(s.Text); ok {
				return n
			}
		}
	}
	return 0
}

// ofName reports whether words belong to the name of a dish that the message names: the 600 of "uma praia 600".
func (a asked) ofName(text string) bool {
	return slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool {
		return slices.ContainsFunc(m.Things, func(t scene.Thing) bool { return strings.Contains(words(t.Name), words(text)) })
	})
}

// args are those of a call.
type args map[string]any

// put sets an argument that says something.
func (a args) put(name string, value any) {
	none := reflect.ValueOf(value).IsZero()
	switch v := value.(type) {
	case string:
		none = strings.TrimSpace(v) == ""
	case []string:
		none = len(v) == 0
	}
	if !none {
		a[name] = value
	}
}

func call(tool string, in args) []llm.ToolCall {
	raw, _ := json.Marshal(in) // plain data
	return []llm.ToolCall{{Name: tool, Args: string(raw)}}
}

// did returns what the house showed or asked last, in the words of
// understand.Before, and the searches with which it did.
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

// ActsOf returns the acts that calls do, each once: the table of asked.calls read
// backwards.
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
