package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// heard is a message as it is read: its acts, the sentences that have one of their own, and the message without those.
type heard struct {
	understand.Reading
	own   map[string]string
	whole understand.Reading
}

// is makes an act what is asked for, in place of some others, or of all.
func (r *heard) is(act string, sure float64, not ...string) {
	r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool {
		return len(not) == 0 || x.Name == act || slices.Contains(not, x.Name)
	})
	r.Acts, r.Sure = append(r.Acts, understand.Act{Name: act, Score: 1}), max(r.Sure, sure)
}

// hear reads a message after what the house showed last, and mends by its words what the reader often mistakes. Where the house has asked
// whether something may be kept, a message that reads better after what was shown before is no answer to that: "which of those is mild?".
func (a asked) hear(o *own) (r heard) {
	left := a.leavesTrip()
	if left {
		o.Did, a.last = "chat", "chat"
	}
	r = read(a.text, understand.Before{Last: o.Did, House: o.Scene.Last})
	dish := a.namesDish(a.text) // who names one speaks of it
	if o.Did == "consent" && (o.Under != "" || dish && does(r.Reading, "yes")) {
		if under := read(a.text, understand.Before{Last: o.Under}); under.Sure > r.Sure || dish {
			o.Did, r = o.Under, under
		}
	}
	if strings.HasPrefix(o.Did, "brewer") && r.Sure < 0.3 { // what is no word on the list may be one on purchases: "já demos 5 a alguma?"
		if under := read(a.text, understand.Before{Last: "purchases"}); does(under.Reading, "ask_purchases") && under.Sure > 0.5 {
			r = under
		}
	}
	if said := scene.Unnamed(a.text, o.Scene.Shown); said != a.text && said != "" {
		r.whole = read(said, understand.Before{Last: o.Did, House: o.Scene.Last}).whole
	}
	has := func(act string) bool { return does(r.Reading, act) }
	a.spans = r.Spans
	switch card := slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return subjects[x.Name] == "card" }); {
	case !has("recall") || remembers(a.text):
	case !card && len(a.courses()) > 0: // "what starters do you have? I'm allergic to …"
		r.is("find_dishes", 0, "recall")
	case card && len(a.mentions(a.text))+len(a.courses())+len(understand.Foods(a.text)) > 0: // "what juices do you have?"
		r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool { return x.Name == "recall" })
	}
	ofCard := !a.onTrip() && has("find_dishes") && len(a.courses()) > 0 && !a.has("place", "date", "lodging", "amenity", "people")
	if (left || ofCard) && has("plan_trip") { // what there is to eat is asked of the house
		r.is("find_dishes", 0, "plan_trip")
	}
	if a.namesBrewery() && !dish && has("find_dishes") { // "a brewery, is there one?" asks for no dish
		r.is("find_breweries", 0, "find_dishes")
	}
	if a.meansFigures(r.Reading) {
		greets := has("greet")
		if r.is("ask_purchases", certain); greets {
			r.Acts = append(r.Acts, understand.Act{Name: "greet", Score: 1})
		}
	}
	switch own := understand.Buyer(a.text) == understand.OwnPurchases; {
	case !has("ask_purchases"):
	case own && has("find_breweries"): // "what did I buy, and of which brewery?"
		r.is("ask_purchases", 0, "find_breweries")
	case !own && a.says("brews") && has("about_brewery") && strings.HasPrefix(o.Did, "brewer"): // "which of them makes a stout?"
		r.is("about_brewery", 0, "ask_purchases")
	}
	if has("find_dishes") && has("show_card") { // one of both: "cheapest mains" are found, "starters and mains" shown
		less := "find_dishes"
		if a.has(wishKinds...) || a.has("money") || len(a.by()) > 0 {
			less = "show_card"
		}
		r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool { return x.Name == less })
	}
	r.Spans = a.markUnwished(a.asRefs(r.Reading))
	pointed := slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.Kind == "ref" }) && len(a.listed()) > 0
	switch speaks := dish && a.says("speak") && !has("plan_trip") && !has("find_breweries") && r.Sure < certain; { // "tell me about the stew"
	case speaks, has("about_brewery") && !strings.HasPrefix(o.Did, "brewer") && (pointed || len(a.mentions(a.text)) > 0):
		r.is("about_dish", 0)
	}
	r.hearWish(a, dish)
	a.spans = r.Spans
	if has("plan_trip") && (a.onTrip() || a.placeNew() != "") && !a.ofHouse() && !dish { // "dinner in Natal" asks for no dish of the house
		r.is("plan_trip", 0, "find_dishes", "ask_staff")
	}
	alone, takes := len(sentences(a.text)) == 1 && a.follows(), a.says("want") || a.says("bring") || a.says("put")
	switch refused := func(s understand.Span) bool { return s.P == "not" && s.Kind == "food" }; {
	case alone && !takes && (a.questions() || a.says("which") || a.says("pick")) && a.compares() != "", alone && (has("order") || has("choose")) && !takes && a.says("speak") && (a.has("ref") || dish):
		r.is("about_dish", doubtful)
	case a.follows() && has("about_dish") && !dish && (a.most() > 0 || len(a.sorts()) > 0 && !a.superlative()): // "which of those are under 60?"
		r.is("find_dishes", doubtful, "about_dish")
	case a.pointsBack():
		r.is("about_dish", doubtful, "find_dishes", "show_card", "outside", "help", "ask_purchases", "ask_data", "recall")
	case alone && !a.questions() && len(a.eachShown()) > 0:
		r.is("order", doubtful)
	case alone && a.hasPhrase("other"):
		r.is("other", doubtful)
	case a.follows() && len(a.tab()) == 0 && (a.most() > 0 && alone && !dish || slices.ContainsFunc(r.Spans, refused) && len(spots(a.text)) <= shortOrder && !a.questions()):
		r.is("find_dishes", doubtful)
	}
	if sentence := a.mayHave(); sentence != "" { // "tenho alergia a ovo, o quindim dá pra mim?"
		r.is("about_dish", 0, slices.DeleteFunc([]string{"order", "find_dishes", "outside", "help", "house_info"}, func(act string) bool { return r.own[act] != "" })...)
		r.own["about_dish"] = sentence
	}
	a.spans = r.Spans
	wants := func(x understand.Act) bool { return !answerActs[x.Name] && x.Name != "order" }
	theirs := func(c change) bool {
		return c.Do == "set" || (c.Do == "note" || c.Do == "add" && (has("other") || has("more"))) && slices.Contains(a.tab(), c.Dish) && len(a.mentions(a.text)) > 0 && !has("find_dishes") || c.Do == "drop" && (c.For != "" || slices.Contains(a.tab(), c.Dish))
	}
	switch {
	case a.answersWhich(), !left && a.onlyCounts():
		r.is("order", certain)
	case a.tellsParty() && !(has("bill") && len(a.tab()) > 0):
		r.is("tell", certain)
	case a.takesIt() > 0 && a.compares() != "" && a.compares() != "best": // "which of them is the sweetest? I'll take that"
		r.is("about_dish", certain)
	case len(a.tab()) > 0 && a.readsBack() && !a.has("date") && len(spots(a.text)) <= shortAnswer && len(a.mentions(a.text)) == 0: // "como tá meu pedido?"
		r.is("summary", certain)
	case !left && (a.idles(r.Reading) || has("trip_total") || has("plan_trip") || has("forget")) && a.callsOff():
		r.is("choose", certain)
	case a.ofTrip(r.Reading, left), !left && a.onTrip() && a.idles(r.Reading) && a.changesStay(a.search()) && len(a.pointed()) == 0: // "é pra uma só"
		r.is("plan_trip", 0)
	case a.onTrip() && a.dearest() && (has("more") || has("other")): // "quero o mais caro" is one of them
		r.is("choose", 0)
	case !left && a.needsBehindList() && len(slices.DeleteFunc(actsOf(r.Acts), func(act string) bool { return act == "tell" })) == 0:
		r.Acts = append(r.Acts, understand.Act{Name: "plan_trip", Score: 1}) // which of the listed suit them
	case a.ofPlaceTold() && a.says("reach"): // "o telefone dele?"
		r.is("choose", 0)
	case a.ofPlaceTold() && a.ofPlaces("book") && !has("choose") && len(spots(a.text)) <= shortAnswer && !a.has("date", "time", "people"): // "pode reservar pra mim?"
		r.is("book_place", 0)
	case a.breakfastHours() && !strings.HasPrefix(o.Did, "trip") && o.Did != "place": // of this house, whatever is planned for tomorrow
		r.is("about_dish", certain, "plan_trip", "house_info", "outside", "help", "greet", "thanks", "tell")
	case a.rate() != "" && a.questions() && has("thanks"): // "essa taxa de 12% é de quê?"
		r.is("house_info", certain)
	case a.comes():
		not := []string{"plan_trip", "house_info", "find_dishes", "outside", "help"}
		r.is("ask_staff", certain, slices.DeleteFunc(not, func(act string) bool { return a.sentenceOf(act) })...)
	case a.booksRoom(o.Turn.Topics) && !slices.ContainsFunc(r.Acts, wants):
		r.is("ask_staff", certain)
	case len(a.tab()) > 0 && a.says("fits") && a.says("sum") && !a.orders() && !has("plan_trip") && !has("ask_purchases") && !has("ask_data"): // "quanto ainda tenho dos 80?"
		r.is("bill", certain)
	case a.sharesBill():
		r.is("bill", certain, slices.DeleteFunc(actsOf(r.Acts), func(act string) bool { return r.own[act] != "" })...)
	case a.last == "trip_stay" && !left && !dish && !a.search().changes() && (a.ofPlaces("book") && !a.says("table_of") && !a.says("errand") || a.says("keep_it") && len(a.pointed()) > 0): // "I'd go for the guest house"
		r.is("choose", 0)
	case a.last == "trip_stay" && a.namesFirstTown(r.Reading): // who is asked where to go names it
		r.is("plan_trip", 0)
	case len(a.tab()) > 0 && !a.questions() && !has("order") && !has("bill") && slices.ContainsFunc(a.changes(), theirs), a.dropsOrdered(): // "a Ana desistiu" is no goodbye
		r.is("order", certain, "find_dishes", "more", "other", "about_dish", "outside", "help")
	}
	return r
}

// answersWhich reports whether a message names one of the dishes of which the house has just asked which is ordered: "a de badejo".
func (a asked) answersWhich() bool {
	all := a.onCardNamed()
	return len(all) == 1 && len(a.kept().Asked) > 0 && len(spots(a.text)) <= shortOrder && !a.questions() && strings.Contains(a.at.Last, "?") && strings.Contains(a.at.Last, all[0].Name)
}

// tellsParty reports whether a message says how many are at the table, and nothing else: "somos quatro na mesa".
func (a asked) tellsParty() bool {
	_, waits := a.awaited()
	_, counts := staydate.Party(a.text)
	return counts && !waits && !a.onTrip() && !strings.Contains(a.at.Last, "?") && !slices.ContainsFunc(spots(a.text), func(w spot) bool { return numeral(w.word) == 0 && !is(w.word, "at_table") })
}

// remembers reports whether words are about what is remembered: "o que você sabe de mim?".
func remembers(text string) bool {
	return slices.ContainsFunc([]string{"memory", "mind_verb", "privacy"}, func(class string) bool { return understand.Says(text, class) })
}

// sentenceOf reports whether a sentence of several asks for something of its own, that books nothing and names no day for what is
// booked: "is there parking? and a table for two".
func (a asked) sentenceOf(act string) bool {
	all := sentences(a.text)
	return len(all) > 1 && slices.ContainsFunc(all, func(s string) bool {
		p, r := a.part(s), understand.Read(strings.TrimSpace(s), understand.Before{})
		_, day, _ := p.when("")
		return len(r.Acts) > 0 && r.Acts[0].Name == act && r.Sure >= heardIdle && !day && !p.comes()
	})
}

// ofTrip reports whether a message is of a trip, whatever else it was read as: it moves the days ("push it back two days"), wishes for
// food in another town, or after a list says what a place is to have ("something with a view") or wants the list again.
func (a asked) ofTrip(r understand.Reading, left bool) bool {
	if a.onTrip() && a.movesDates() || !left && !does(r, "house_info") && !does(r, "ask_staff") && a.eatsAway() {
		return true
	}
	amenity := (a.has("amenity") || a.says("cheap") && !a.ofHouse()) && !a.has("food", "drink", "taste") && does(r, "find_dishes")
	list := a.ofPlaces("list") && !a.says("card") && (does(r, "show_card") || a.ofPlaces("anew")) || len(a.kinds()) > 0 && (does(r, "more") || does(r, "other"))
	return a.onTrip() && !left && !a.namesDish(a.text) && (amenity || list)
}

// ofPlaceTold reports whether a message may speak of the place that was told of last, and not of the house.
func (a asked) ofPlaceTold() bool {
	return a.last == "place" && !a.says("yours") && !a.says("at_ours") && !a.says("table_of")
}

// dearest reports whether words take what costs most, and do not ask for what costs more.
func (a asked) dearest() bool {
	return understand.Point(a.text).Sort == "dear" && !a.asks() && slices.ContainsFunc(spots(a.text), func(w spot) bool { return is(w.word, "article") })
}

// namesFirstTown reports whether a message names where to go, before any town was spoken of, and asks for nothing else.
func (a asked) namesFirstTown(r understand.Reading) bool {
	plan, _ := a.planned()
	a.spans = r.Spans
	return plan.Place.Name == "" && a.destination() != "" && a.idles(r)
}

// idles reports whether a message is read as asking for nothing, or as an order that names no dish: "bota mais um".
func (a asked) idles(r understand.Reading) bool {
	return !slices.ContainsFunc(r.Acts, func(x understand.Act) bool {
		return !idle(x) && (x.Name != "order" || len(a.tab()) > 0 || a.namesDish(a.text))
	})
}

func actsOf(acts []understand.Act) (names []string) {
	for _, a := range acts {
		names = append(names, a.Name)
	}
	return names
}

// read reads a message, and then its sentences: a wish that stands in a sentence of its own is heard whatever the rest is about, "valeu!"
// or a bill.
func read(message string, b understand.Before) heard {
	r := heard{Reading: understand.Read(message, b), own: map[string]string{}}
	r.whole, r.Acts = r.Reading, slices.Clone(r.Acts)
	all := sentences(message)
	if len(all) < 2 {
		return r
	}
	least := heardLeast
	idle := func(a understand.Act) bool { return courtesies[a.Name] || a.Name == "outside" || a.Name == "help" }
	wishes := slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return !idle(a) && a.Name != "tell" })
	if !slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return !idle(a) }) {
		least = heardIdle
	}
	if !slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return !courtesies[a.Name] }) {
		courteous := func(s string) bool {
			part := understand.Read(strings.TrimSpace(s), b)
			return len(part.Acts) > 0 && courtesies[part.Acts[0].Name]
		}
		beyond := strings.TrimSpace(strings.Join(slices.DeleteFunc(slices.Clone(all), courteous), ""))
		if rest := understand.Read(beyond, b); len(rest.Acts) > 0 {
			r.Acts, r.Sure = append(r.Acts, rest.Acts...), rest.Sure
		}
	}
	for _, sentence := range all {
		part := understand.Read(strings.TrimSpace(sentence), b)
		for _, a := range part.Acts {
			known := func(had understand.Act) bool { return subjects[had.Name] == subjects[a.Name] }
			if a.Name == "recall" && !remembers(sentence) { // "o que vocês têm?"
				continue
			}
			if len(strings.Fields(sentence)) > 2 && (!wishes || apart[a.Name]) && subjects[a.Name] != "" && part.Sure >= max(surer[a.Name], least) && !slices.ContainsFunc(r.Acts, known) {
				r.Acts = append(r.Acts, a)
				r.own[a.Name] = sentence
			}
		}
	}
	return r
}

// subjects are what acts are about that a sentence of its own may ask for. Of acts of one subject the whole message knows better which
// is meant.
var subjects = map[string]string{
	"find_dishes": "card", "show_card": "card", "about_dish": "card", "bill": "card", "order": "card", "more": "", "other": "",
	"find_breweries": "breweries", "about_brewery": "breweries", "ask_purchases": "figures", "ask_data": "figures", "draw_chart": "figures",
	"plan_trip": "trip", "trip_total": "trip", "recall": "memory", "forget": "memory", "ask_staff": "staff", "house_info": "house", "outside": "outside", "help": "help",
}

// apart are the acts that a sentence is trusted to ask for beside another wish; others are mostly that wish without its context: "what
// would you suggest?" of a trip.
var apart = lang.Set("house_info about_dish order outside forget ask_staff")

// courtesies are acts that ask for nothing.
var courtesies = lang.Set("greet thanks bye smalltalk")

// heardLeast is how sure the reader must be of a sentence to hear a wish in it that it did not hear in the whole message, by its scores
// on writers it was not trained on; heardIdle is for a message in which it heard no wish. Of the acts of surer it must be surer, for they
// are often found by mistake.
const heardLeast, heardIdle = 0.58, 0.45

var surer = map[string]float64{"ask_purchases": 0.8, "ask_data": 0.8, "ask_staff": 0.7, "outside": 0.52, "find_breweries": 0.65, "house_info": 0.65, "bill": 0.62, "order": 0.62, "about_dish": 0.62, "show_card": 0.62}

// goesOn reports whether the rest of a message asks for something else than who answers the house may say.
func goesOn(rest string) bool {
	acts := understand.Read(rest, understand.Before{}).Acts
	return len(strings.Fields(rest)) > 2 && len(acts) > 0 && acts[0].Score >= heardLeast && subjects[acts[0].Name] != "" && !answerActs[acts[0].Name]
}

// does reports whether a reading has an act.
func does(r understand.Reading, act string) bool {
	return slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return a.Name == act })
}

// asRefs takes what counts places of a list for a reference where dishes were told of last: "e na segunda, o que vai?".
func (a asked) asRefs(r understand.Reading) []understand.Span {
	all := slices.Clone(r.Spans)
	for i, s := range all { // "de quinta a terça"
		if days := a.count("weekday"); s.Kind == "ref" && days > 1 && (asked{text: s.Text}).says("weekday") {
			all[i].Kind = "date"
		}
	}
	refs := slices.ContainsFunc(all, func(s understand.Span) bool { return s.Kind == "ref" })
	if !a.follows() || does(r, "ask_staff") || does(r, "house_info") || refs || !does(r, "about_dish") && !does(r, "order") && !does(r, "choose") {
		return all
	}
	for _, w := range spots(a.text) { // "how is the first made?"
		if p := understand.Point(w.word); len(p.Numbers) > 0 && len(w.word) > 3 {
			all = append(all, understand.Span{Kind: "ref", Text: a.text[w.from:w.to], From: w.from, To: w.to})
		}
	}
	return all
}

// wanted reports whether a span is a food or drink with a verb of wanting: "quero um mate".
func wanted(s understand.Span) bool {
	return s.P == "want" && slices.Contains(wishKinds, s.Kind) && s.Kind != "place"
}

// idle reports whether an act asks for nothing that the house has.
func idle(x understand.Act) bool {
	return subjects[x.Name] == "" || x.Name == "outside" || x.Name == "help"
}
