package concierge

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
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
	more   bool     // of the same
	onCard findNames
	from   int     // the place of its words in the message
	waits  request // which the message completes

	portion bool // it is one of several people's part of a wish
}

// calls is the table from acts to tools: what a model would call for the same
// message. An act that is not here is talk.
func (a asked) calls() []llm.ToolCall {
	in := args{}
	if a.asksProfile() {
		return call("client_profile", in)
	}
	if a.says("gone") && strings.Contains(a.text, "?") && (a.last == "memory" || a.act == "forget") { // "did you erase it?"
		return call("recall", in)
	}
	if subjects[a.act] == "card" || a.act == "choose" && len(a.tab()) > 0 {
		if bill := a.affords(); bill != nil {
			return bill
		}
	}
	if a.charged() > 0 && subjects[a.act] == "card" && (len(a.tab()) > 0 || a.orders()) {
		return a.bill(false)
	}
	if a.says("tip") && (a.rate() != "" || a.tipSaid() > 0) && (a.says("suppose") || a.says("leave") || a.says("sum")) && len(a.tab()) > 0 { // "e deixando 8% de gorjeta?"
		return a.bill(a.also("order"))
	}
	if !a.also("order") && len(a.tab()) > 0 && a.readsBack() && subjects[a.act] == "card" && len(a.changes()) == 0 {
		return a.bill(false)
	}
	if (a.act == "about_dish" || a.act == "repeat" || a.act == "trip_total" || a.act == "plan_trip") && len(a.tab()) > 1 && a.sumsOrder() && a.follows() {
		return a.bill(false)
	}
	if some := a.recalled(); len(some) > 0 {
		return call("dish_details", args{"dishes": ids(some), "ask": "price"})
	}
	if some := a.having(); some != nil {
		return some
	}
	if one := a.compared(); one != nil {
		return one
	}
	if a.seeksBreweries() {
		return a.breweries()
	}
	if some := a.narrowed(); some != nil {
		return some
	}
	switch a.act {
	case "find_dishes":
		if a.takes() && !a.questions() && a.onlyCertain() { // "I would like the Mussel broth" of a card that has it
			return a.order()
		}
		if both := a.beside(); both != nil {
			return both
		}
		return a.findDishes()
	case "show_card":
		return a.showCard()
	case "about_dish":
		return a.aboutDish()
	case "bill":
		return a.bill(a.also("order"))
	case "order":
		switch {
		case a.hasPhrase("any_dish") && !a.orders():
			return a.findDishes()
		case a.says("speak") && !a.takes() && a.onlyCertain(): // "tell me about the stew"
			return a.aboutDish()
		}
		return a.order()
	case "ask_staff":
		return a.completing(a.staff(a.waits.Kind))
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
		return a.figures()
	case "draw_chart":
		return a.chart()
	case "plan_trip":
		if s := a.search(); strings.HasPrefix(a.last, "brewer") && len(a.stops()) > 0 && !s.stay && !s.eat && !s.date && s.nights+s.people == 0 && !a.has("amenity") { // "and in Phoenix?"
			return a.breweries()
		}
		if calls := a.sleepsHere(); calls != nil {
			return calls
		}
		return a.trip()
	case "trip_total":
		return a.total()
	case "book_place":
		return a.book()
	case "choose":
		return a.choice()
	case "recall", "forget", "yes", "no":
		if a.act == "recall" && a.asksNoted() {
			return a.noted()
		}
		if w, waits := a.awaited(); waits && a.act == "no" && !a.declines() {
			return a.staff(w.Kind)
		} else if waits && (a.act == "yes" || a.act == "no") {
			return call("ask_staff", args{"answer": a.act})
		}
		return a.memo()
	case "more", "other":
		return a.moreDishes()
	case "repeat":
		if a.follows() && len(a.dishes()) > 0 { // "quanto custa o primeiro?" asks of it
			return a.aboutDish()
		}
		return a.toldOnce()
	case "summary":
		if a.last == "table" || a.last == "chart" && a.at.Notes["data"] != nil {
			return call("ask_data", args{"question": tableSummary[a.at.Language] + a.linesWanted()})
		}
		if plan, ok := a.planned(); ok && plan.Place.Name != "" && !a.ofCard() {
			return a.total()
		}
	}
	return nil
}

// recalled are the dishes told of before whose name is asked for again: "qual era o nome daquela sopa?".
func (a asked) recalled() (all []scene.Thing) {
	if !a.hasPhrase("called") {
		return nil
	}
	for _, m := range a.mentions(a.text) {
		for _, t := range m.Things {
			if slices.ContainsFunc(a.at.Shown, func(x scene.Thing) bool { return x.Kind == dish && x.ID == t.ID }) {
				all = append(all, t)
			}
		}
	}
	return all
}

// onlyCertain reports whether words name dishes of the card in full, and nothing else that
// is wished for.
func (a asked) onlyCertain() bool {
	uncertain := func(d meant) bool { return !d.card || d.kind || d.plain || len(d.among) > 0 }
	return len(a.dishes()) > 0 && !slices.ContainsFunc(a.dishes(), uncertain) && !a.has("taste", "cuisine", "diet", "money")
}

// asksNoted reports whether words ask what the house has noted, where it has noted a request.
func (a asked) asksNoted() bool {
	return a.says("noted") && a.at.Notes["house.request"] != nil
}

// noted reads back the requests, and the order.
func (a asked) noted() []llm.ToolCall {
	all := call("ask_staff", args{})
	if len(a.tab()) > 0 {
		all = append(all, call("bill", args{"tab": true})...)
	}
	return all
}

// choice is what a pick means, by what was shown last.
func (a asked) choice() []llm.ToolCall {
	switch {
	case a.last == "menu" || a.last == "dish":
		return a.order()
	case a.last == "breweries" || a.last == "brewery":
		return a.ofBrewery()
	case (a.destination() != "" && !a.isPlan() || a.hasWord(preferWords) && len(a.kinds()) > 0) && !a.pointsIn(): // "Porto Seguro, then", "I'd rather have a hostel"
		return a.trip()
	}
	if plan, _ := a.planned(); len(a.placesShown())+len(plan.Offered) == 0 { // there is nothing to choose from
		if plan.Place.Name == "" && a.landscape() != "" && !a.also("plan_trip") {
			return a.trip()
		}
		return nil
	}
	if s := a.search(); a.onTrip() && !a.has("ref") && len(a.placesNamed()) == 0 && (s.until || s.people > 0 && len(a.pointed()) == 0) { // other days, other people
		return a.trip()
	}
	if some := a.pointed(); strings.Contains(a.text, "?") && len(some) == 0 && a.last == "place" && a.act == "choose" { // something is asked of it
		if a.search().nights > 0 {
			return a.total()
		}
		return a.tellOf([]args{{"place": ""}}, a.text)
	}
	if a.isPlan() && len(a.pointed()) == 0 { // "Ouro Preto, então"
		return nil
	}
	return a.pick()
}

// isPlan reports whether a message names the place that is planned for.
func (a asked) isPlan() bool {
	plan, ok := a.planned()
	return ok && a.destination() != "" && lang.Fold(a.destination()) == lang.Fold(plan.Place.Name)
}

// pointsIn reports whether a message points into a list. "The cheapest" of a town that it
// names is of all that there are.
func (a asked) pointsIn() bool {
	return slices.ContainsFunc(a.pointed(), func(in args) bool {
		return a.destination() == "" || in["place"] != "cheapest" && in["place"] != "dearest"
	})
}

// others is the last search once more, without what it showed.
func (a asked) others() []llm.ToolCall {
	var all []llm.ToolCall
	for _, c := range a.again {
		in := args{}
		if json.Unmarshal([]byte(c.Args), &in) != nil {
			continue
		}
		switch c.Name {
		case "list-accommodations", "list-restaurants":
			if !a.alsoOthers(c.Name, in) {
				continue
			}
		case "find_breweries", "find_dishes":
		default:
			continue
		}
		in["others"] = true
		all = append(all, call(c.Name, in)...)
	}
	return all
}

// things returns the names of what is pointed at or named: "o segundo" is the
// second of the list shown last. It is empty where all of that list may be meant.
func (a asked) things(kind string) (names []string) {
	list := slices.DeleteFunc(slices.Clone(a.at.Shown), func(t scene.Thing) bool { return t.Kind != kind })
	newest := 0
	for newest < len(list) && (newest == 0 || list[newest].Number > list[newest-1].Number) {
		newest++
	}
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, s := range a.spans {
		switch {
		case s.Kind == "ref":
			p := understand.Point(s.Text)
			for _, n := range p.Numbers {
				if n < 0 {
					n = newest
				}
				for _, t := range list[:newest] {
					if t.Number == n {
						add(t.Name)
					}
				}
			}
			for _, t := range list[:min(p.Count, newest)] {
				add(t.Name)
			}
		case naming[s.Kind] == kind || s.Kind == "name" && kind != dish:
			add(s.Text)
		case s.Kind == "drink" && kind == dish:
			add(s.Text)
		}
	}
	return names
}

// naming are the kinds of spans that name things.
var naming = map[string]string{"food": dish, "brewery": "brewery"}

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

func (a asked) first(kind string) string {
	if all := a.all(kind); len(all) > 0 {
		return all[0]
	}
	return ""
}

// limit is an amount of money said per something, the first of these that was.
func (a asked) limit(per ...string) float64 {
	for _, s := range a.spans {
		if s.Kind == "money" && slices.Contains(per, s.Per) {
			if n, ok := understand.Amount(s.Text); ok {
				return n
			}
		}
	}
	return 0
}

// args are those of a call.
type args map[string]any

// put sets an argument that says something.
func (a args) put(name string, value any) {
	switch v := value.(type) {
	case string:
		if strings.TrimSpace(v) == "" {
			return
		}
	case []string:
		if len(v) == 0 {
			return
		}
	case float64:
		if v == 0 {
			return
		}
	case int:
		if v == 0 {
			return
		}
	case bool:
		if !v {
			return
		}
	}
	a[name] = value
}

func call(tool string, in args) []llm.ToolCall {
	raw, _ := json.Marshal(in) // plain data
	return []llm.ToolCall{{Name: tool, Args: string(raw)}}
}

// breweryType is the kind of brewery that is asked for.
func (a asked) breweryType() string {
	for _, w := range strings.Fields(lang.Fold(a.text)) {
		if t := breweryTypes[lang.Stem(w)]; t != "" {
			return t
		}
	}
	return ""
}

// stems makes a table by stem of lines of "value: words".
func stems(lines string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(lines) {
		value, words, _ := strings.Cut(strings.TrimSpace(line), ":")
		for w := range strings.FieldsSeq(words) {
			all[lang.Stem(w)] = value
		}
	}
	return all
}

var (
	lodgings = stems(`hotel: hotel hoteis hoteles resort
pousada: pousada pousadas guesthouse guesthouses inn inns posada posadas hosteria
hostel: hostel hostels albergue albergues hostal hostales
apartment: apartamento apto flat airbnb casa chale apartment house cabin departamento cabana loft`)
	breweryTypes = stems(`brewpub: brewpub brewpubs
micro: microcervejaria microcervejarias micro microbrewery microbreweries artesanal artesanais microcerveceria
regional: regional regionais regionales
large: grande grandes large
nano: nano nanocervejaria
taproom: taproom taprooms`)
)
