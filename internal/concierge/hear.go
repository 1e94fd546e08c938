package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// hear reads a message after what the house showed last. Where it has asked whether something
// may be kept, a message that reads better after what was shown before is no answer to that:
// "which of those is mild?".
func (c *Concierge) hear(o *own, named findNames) (r understand.Reading, own map[string]string, whole understand.Reading) {
	a := asked{text: o.Turn.Message, at: o.Scene, last: o.Did, onCard: named}
	left := a.leavesTrip()
	if left {
		o.Did = "chat"
	}
	r, own, whole = read(o.Turn.Message, understand.Before{Last: o.Did, House: o.Scene.Last})
	dish := a.namesDish(o.Turn.Message) // who names one speaks of it
	if o.Did == "consent" && (o.Under != "" || dish && does(r, "yes")) {
		if r2, own2, whole2 := read(o.Turn.Message, understand.Before{Last: o.Under}); r2.Sure > r.Sure || dish {
			o.Did, r, own, whole = o.Under, r2, own2, whole2
		}
	}
	if heard := scene.Unnamed(o.Turn.Message, o.Scene.Shown); heard != o.Turn.Message && heard != "" {
		_, _, whole = read(heard, understand.Before{Last: o.Did, House: o.Scene.Last})
	}
	if i := slices.IndexFunc(r.Acts, func(x understand.Act) bool { return x.Name == "plan_trip" }); left && i >= 0 {
		r.Acts = slices.Clone(r.Acts)
		r.Acts[i].Name = "find_dishes" // what there is to eat is asked of the house
	}
	if a.onTrip() && !left && !dish {
		r.Acts = a.ofPlaces(r)
	}
	if a.namesBrewery() && !dish && does(r, "find_dishes") { // "a brewery, is there one?" asks for no dish
		r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool { return x.Name == "find_breweries" })
		r.Acts[slices.IndexFunc(r.Acts, func(x understand.Act) bool { return x.Name == "find_dishes" })].Name = "find_breweries"
	}
	if a.meansFigures(r) {
		r.Acts = append(slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool { return x.Name != "greet" }), understand.Act{Name: "ask_purchases", Score: 1})
		r.Sure = certain
	}
	r.Spans = asRefs(r, *o)
	for i, s := range r.Spans {
		if s.Kind == "ref" && a.countWord(weekdayWords) > 1 && (asked{text: s.Text}).hasWord(weekdayWords) { // "de quinta a terça"
			r.Spans[i].Kind = "date"
		}
	}
	ofCard := dish && a.says("speak") && !does(r, "plan_trip") && !does(r, "find_breweries") && r.Sure < certain // "tell me about the stew"
	if does(r, "about_brewery") && !strings.HasPrefix(o.Did, "brewer") {
		pointed := slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.Kind == "ref" }) && len(a.listed()) > 0
		ofCard = ofCard || pointed || len(a.mentions(o.Turn.Message)) > 0
	}
	if ofCard {
		r.Acts = []understand.Act{{Name: "about_dish", Score: 1}}
	}
	vague := r.Sure < doubtful || (does(r, "yes") || does(r, "no")) && r.Sure < certain
	if vague && !dish && a.says("each") && len(a.courses()) > 0 && len(a.at.Table) > 1 { // "a main for each of us"
		r.Acts, r.Sure = []understand.Act{{Name: "find_dishes", Score: 1}}, doubtful
	}
	idle := func(x understand.Act) bool { return subjects[x.Name] == "" || x.Name == "outside" || x.Name == "help" }
	if a.thirsts() && !slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return !idle(x) }) {
		r.Acts, r.Sure = []understand.Act{{Name: "find_dishes", Score: 1}}, doubtful
	}
	if r.Craves(a.text) && !slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return !idle(x) }) { // "she hates mint, and I fancy duck"
		r.Acts = append(slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool { return x.Name != "tell" }), understand.Act{Name: "find_dishes", Score: 1})
	}
	if sentence, needs := a.mayHave(whole); needs || orderable().MatchString(lang.Fold(sentence)) { // "tenho alergia a ovo, o quindim dá pra mim?"
		r.Acts = slices.DeleteFunc(r.Acts, func(x understand.Act) bool {
			wish := needs && (x.Name == "order" || x.Name == "find_dishes" || x.Name == "about_dish")
			return own[x.Name] == "" && (wish || x.Name == "outside" || x.Name == "help" || x.Name == "house_info")
		})
		if needs {
			r.Acts, own["about_dish"] = append(r.Acts, understand.Act{Name: "about_dish", Score: 1}), sentence
		} else if !slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return subjects[x.Name] == "card" }) {
			r.Acts = append(r.Acts, understand.Act{Name: "order", Score: 1}) // "posso pedir a moqueca?"
		}
	}
	if a.breakfastHours() && !strings.HasPrefix(o.Did, "trip") && o.Did != "place" { // of this house, whatever is planned for tomorrow
		r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool {
			return idle(x) || x.Name == "plan_trip" || x.Name == "house_info" || x.Name == "about_dish"
		})
		r.Acts, r.Sure = append(r.Acts, understand.Act{Name: "about_dish", Score: 1}), certain
	}
	if a.judges() {
		r.Acts, r.Sure = []understand.Act{{Name: "about_dish", Score: 1}}, certain
	}
	if a.sharesBill() {
		r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool { return own[x.Name] == "" })
		r.Acts, r.Sure = append(r.Acts, understand.Act{Name: "bill", Score: 1}), certain
	}
	theirs := func(c change) bool { return c.Do == "drop" && (c.For != "" || slices.Contains(a.tab(), c.Dish)) }
	if len(a.tab()) > 0 && !a.questions() && !does(r, "order") && !does(r, "bill") && slices.ContainsFunc(a.changes(), theirs) { // "a Ana desistiu" is no goodbye, "pode tirar o café" no question
		r.Acts, r.Sure = []understand.Act{{Name: "order", Score: 1}}, certain
	}
	a.spans = r.Spans
	plan, _ := a.planned()
	if a.last == "trip_stay" && plan.Place.Name == "" && a.destination() != "" && !slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return !idle(x) }) { // who is asked where to go names it
		r.Acts = []understand.Act{{Name: "plan_trip", Score: 1}}
	}
	if !left && !does(r, "house_info") && !does(r, "ask_staff") && a.eatsAway() || a.onTrip() && a.movesDates() { // "push it back two days", whatever else may be drawn or pushed
		r.Acts = []understand.Act{{Name: "plan_trip", Score: 1}}
	}
	return r, own, whole
}

// ofPlaces are the acts of a message after a list of places: what was read as a wish for dishes or
// for the card is of places if it says what a place is to have ("something with a view"), or "the list".
func (a asked) ofPlaces(r understand.Reading) []understand.Act {
	has := func(kinds ...string) bool {
		return slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return slices.Contains(kinds, s.Kind) })
	}
	all := slices.Clone(r.Acts)
	list := a.hasWord(listWords) && !a.says("card") && len(a.courses()) == 0
	if list && a.hasWord(againWords) {
		return []understand.Act{{Name: "plan_trip", Score: 1}}
	}
	for i, x := range all {
		if x.Name == "find_dishes" && has("amenity") && !has("food", "drink", "taste") || x.Name == "show_card" && list {
			all[i].Name = "plan_trip"
		}
	}
	return all
}

// orderable is asked of what is to be had here, and not "dá pra levar bolo?".
var orderable = pattern.Of(`\b(?:pedir|peco|pedimos|provar|experimentar|probar|have|get|order|try)\b`)

// read reads a message, and then its sentences: a wish that stands in a sentence of
// its own is heard whatever the rest is about, "valeu!" or a bill. own are these
// sentences, by act; whole is the message without them.
func read(message string, b understand.Before) (r understand.Reading, own map[string]string, whole understand.Reading) {
	r = understand.Read(message, b)
	if free := understand.Read(message, understand.Before{}); len(r.Spans) == 0 && does(r, "choose") && does(free, "thanks") { // "thanks, that was lovely" after a list takes nothing of it
		r = free
	}
	whole, own = r, map[string]string{}
	r.Acts = slices.Clone(r.Acts)
	all := sentences(message)
	if len(all) < 2 {
		return r, own, whole
	}
	least := heardLeast
	idle := func(a understand.Act) bool { return courtesies[a.Name] || a.Name == "outside" || a.Name == "help" }
	wishes := slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return !idle(a) && a.Name != "tell" })
	if !slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return !idle(a) }) {
		least = heardIdle
	}
	if !slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return !courtesies[a.Name] }) {
		if rest := understand.Read(beyondCourtesy(all, b), b); len(rest.Acts) > 0 {
			r.Acts, r.Sure = append(r.Acts, rest.Acts...), rest.Sure
		}
	}
	for _, sentence := range all {
		if len(strings.Fields(sentence)) < 3 {
			continue
		}
		part := understand.Read(strings.TrimSpace(sentence), b)
		if onlyCounts(part) {
			continue
		}
		for _, a := range part.Acts {
			subject := subjects[a.Name]
			if wishes && !apart[a.Name] {
				continue
			}
			known := func(had understand.Act) bool { return subjects[had.Name] == subject }
			if a.Name == "recall" && !understand.Says(sentence, "memory") && !understand.Says(sentence, "mind_verb") && !understand.Says(sentence, "privacy") { // "o que vocês têm?"
				continue
			}
			if subject != "" && part.Sure >= max(heard[a.Name], least) && !slices.ContainsFunc(r.Acts, known) {
				r.Acts = append(r.Acts, a)
				own[a.Name] = sentence
			}
		}
	}
	return r, own, whole
}

// onlyCounts reports whether a sentence says how many come and nothing else: "somos 4".
func onlyCounts(r understand.Reading) bool {
	return len(r.Spans) > 0 && !slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.Kind != "people" }) && does(r, "ask_staff")
}

// beyondCourtesy is a message without the sentences that are courtesies.
func beyondCourtesy(sentences []string, b understand.Before) string {
	rest := slices.DeleteFunc(slices.Clone(sentences), func(s string) bool {
		part := understand.Read(strings.TrimSpace(s), b)
		return len(part.Acts) > 0 && courtesies[part.Acts[0].Name]
	})
	return strings.TrimSpace(strings.Join(rest, ""))
}

// subjects are what acts are about that a sentence of its own may ask for. Of acts of
// one subject the whole message knows better which is meant.
var subjects = map[string]string{
	"find_dishes": "card", "show_card": "card", "about_dish": "card", "bill": "card", "order": "card", "more": "", "other": "",
	"find_breweries": "breweries", "about_brewery": "breweries", "ask_purchases": "figures", "ask_data": "figures", "draw_chart": "figures",
	"plan_trip": "trip", "trip_total": "trip", "recall": "memory", "forget": "memory", "ask_staff": "staff", "house_info": "house", "outside": "outside", "help": "help",
}

// apart are the acts that a sentence is trusted to ask for beside another wish; others
// are mostly that wish without its context: "what would you suggest?" of a trip.
var apart = lang.Set("house_info about_dish order outside forget ask_staff")

// heardLeast is how sure the reader must be of a sentence to hear a wish in it that it
// did not hear in the whole message, by its scores on writers it was not trained on;
// heardIdle is for a message in which it heard no wish. heard are acts of which it must
// be surer, for they are often found by mistake.
const heardLeast, heardIdle = 0.58, 0.45

var heard = map[string]float64{"ask_purchases": 0.8, "ask_data": 0.8, "ask_staff": 0.7, "outside": 0.52, "find_breweries": 0.65, "house_info": 0.65, "bill": 0.62, "order": 0.62, "about_dish": 0.62, "show_card": 0.62}
