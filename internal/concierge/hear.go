package concierge

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// Below these chances the reader does not act: certain is enough to do without a model, unclear is too little to do anything.
const (
	certain  = 0.85
	doubtful = 0.40
	unclear  = 0.35 // of one of several sentences
	lost     = 0.12 // of a whole message
	beside   = 0.50 // for a second act of one sentence
	goesOn   = 0.30 // how plainly words are about what was shown last
)

// subjects are what acts are about. Other acts are about whatever is spoken of.
var subjects = map[string]string{
	"find_dishes": "card", "show_card": "card", "about_dish": "card", "bill": "card", "order": "card",
	"find_breweries": "breweries", "about_brewery": "breweries", "ask_purchases": "figures", "ask_data": "figures", "draw_chart": "figures",
	"plan_trip": "trip", "trip_total": "trip", "recall": "memory", "forget": "memory", "ask_staff": "staff", "house_info": "house",
}

// shownIn is the subject of what the house showed last.
var shownIn = map[string]string{
	"menu": "card", "dish": "card", "breweries": "breweries", "brewery": "breweries", "purchases": "figures", "chart": "figures", "table": "figures",
	"trip_stay": "trip", "trip_eat": "trip", "place": "trip", "memory": "memory",
}

// topicOf are the topics of a house, which it need not offer, by subject.
var topicOf = map[string]string{"trip": "trip", "breweries": "beer", "figures": "beer"}

// instead are the acts that others turn into where their words are about another subject than these are of: to order a place is to choose it.
var instead = map[string]map[string]string{
	"card":      {"plan_trip": "find_dishes", "trip_total": "bill", "about_brewery": "about_dish", "find_breweries": "find_dishes", "choose": "order"},
	"breweries": {"find_dishes": "find_breweries", "about_dish": "about_brewery", "plan_trip": "find_breweries", "choose": "about_brewery", "order": "find_breweries", "more": "find_breweries", "other": "find_breweries"},
	"figures":   {"find_dishes": "ask_purchases", "about_dish": "ask_purchases", "bill": "ask_purchases", "more": "ask_purchases", "other": "ask_purchases", "choose": "ask_purchases", "repeat": "ask_purchases", "summary": "ask_purchases"},
	"trip": {
		"find_dishes": "plan_trip", "show_card": "plan_trip", "about_dish": "plan_trip", "order": "choose", "bill": "trip_total", "more": "plan_trip",
		"other": "plan_trip", "repeat": "trip_total", "summary": "trip_total", "house_info": "plan_trip", "find_breweries": "plan_trip",
	},
}

// courtesies are acts that ask for nothing.
var courtesies = lang.Set("greet thanks bye smalltalk")

// listen notes what the message tells of people, and does what its sentences ask for.
func (h *hearing) listen() {
	h.settle()
	said := scene.Unnamed(h.a.text, h.o.Scene.Shown)
	r := understand.Read(said, understand.Before{Last: h.a.last, House: h.o.Scene.Last})
	facts := h.note(r, said)
	if h.c.Own != nil {
		if tool := h.c.Own(h.ctx, h.o.Turn); tool != "" { // of the operator's making
			h.add("", call(tool, args{"question": h.a.text}), "")
			return
		}
	}
	h.a.spans = understand.Read(h.a.text, understand.Before{Last: h.a.last, House: h.o.Scene.Last}).Spans
	parts := h.parts()
	var acts []string
	for _, p := range parts {
		acts = append(acts, p.act)
	}
	for _, p := range civil(parts, h.o) {
		p.with = append(p.with, acts...)
		h.do(p, len(facts) > 0)
	}
	if onlyTold(h.steps) && len(facts) > 0 && len(h.a.again) > 0 && (h.a.asks() || h.a.last == "menu" && len(h.a.tab()) == 0) { // "isso muda algo?": what was found is looked for again
		h.add("again", slices.Clone(h.a.again), "")
	}
	h.passChange()
}

// settle takes what was shown before the house asked whether it may keep something for what was shown last, unless the message answers that.
func (h *hearing) settle() {
	if _, answers := choice.Read(h.a.text, nil); h.a.last == "consent" && !answers && !h.a.says("keep", "may_keep") {
		h.a.last, h.o.Did = h.o.Under, h.o.Under
	}
}

// parts are the sentences of the message with their acts, those of one matter as one part.
func (h *hearing) parts() (all []asked) {
	sentences := h.a.sentences()
	whole := h.chances(h.a.text)
	h.sure = 1
	for _, s := range sentences {
		some, sure := h.heard(s, whole, len(sentences) > 1)
		h.sure = min(h.sure, sure)
		for _, p := range some {
			all = joined(all, p)
		}
	}
	for len(all) > 1 && all[0].act == "" { // what opens a message unclearly belongs to what follows
		p := all[0].join(all[1])
		p.act, p.subject = all[1].act, all[1].subject
		all = append([]asked{p}, all[2:]...)
	}
	return all
}

// atOnce are the acts whose sentences are one part: a trip may have its dates in one sentence and its lodging in the next.
var atOnce = lang.Set("send plan_trip trip_total order bill ask_staff ask_purchases draw_chart tell find_breweries")

// joined adds a part to others. One that is unclear, or goes on with the same act, becomes one with the last.
func joined(all []asked, p asked) []asked {
	if n := len(all) - 1; n >= 0 {
		last := all[n]
		more := p.act == "find_dishes" && last.act == p.act && len(p.courses())+len(p.spokenOf()) == 0 && !p.says("pair")
		trips := subjects[p.act] == "trip" && subjects[last.act] == "trip"
		bills := (p.act == "bill" || p.act == "order") && (last.act == "bill" || last.act == "order")
		if p.act == "" && !atOnce[last.act] { // a remark beside it
			return all
		}
		if bills && p.text == last.text {
			all[n].act, all[n].with = "bill", append(all[n].with, last.act, p.act)
			return all
		}
		if p.act == "" || last.act == p.act && p.subject == last.subject && atOnce[p.act] || more || trips || bills {
			all[n] = last.join(p)
			if bills && p.act == "bill" || trips && p.act == "plan_trip" {
				all[n].act = p.act
			}
			all[n].with = append(all[n].with, last.act, p.act)
			return all
		}
	}
	return append(all, p)
}

// chances are how likely words mean each act.
func (h *hearing) chances(text string) map[string]float64 {
	all := map[string]float64{}
	for _, x := range understand.Likely(text, understand.Before{Last: h.a.last, House: h.o.Scene.Last}) {
		all[x.Name] = x.Score
	}
	if h.a.last != "memory" && all["recall"] < 0.8 && !understand.Says(text, "memory") && !understand.Says(text, "mind_verb") && !understand.Says(text, "privacy") {
		all["recall"] = 0 // "o que vocês têm?"
	}
	return all
}

// heard are the acts of a sentence: what the reader takes it for by itself and, less, in the whole message, united with what its words are
// plainly about. An unclear sentence has the act "".
func (h *hearing) heard(s asked, whole map[string]float64, one bool) (all []asked, sure float64) {
	if s.act, s.subject = h.plain(s); s.act != "" {
		return []asked{s}, 1
	}
	chances := h.chances(s.text)
	if one {
		for act, n := range whole {
			chances[act] = 0.85*chances[act] + 0.15*n
		}
	}
	s.chances = chances
	about, leans := s.about(), s.leans()
	maps.DeleteFunc(about, func(subject string, _ float64) bool { return h.o.lacks(topicOf[subject]) })
	scores, fresh := map[string]float64{}, 0.0 // without what was shown last
	for act, n := range chances {
		heard := min(1, 5*n) // what the reader hears nothing of is not made by evidence
		more := (about[subjects[act]] + max(0, leans[act])) * heard
		scores[act] = n + more + min(0, leans[act])
		fresh = max(fresh, scores[act])
		if subjects[act] != "" && subjects[act] == shownIn[s.last] {
			scores[act] += goesOn * heard
		}
	}
	acts := slices.SortedFunc(maps.Keys(scores), func(x, y string) int { return cmp.Or(cmp.Compare(scores[y], scores[x]), strings.Compare(x, y)) })
	least := lost
	if one {
		least = unclear
	}
	if s.act = s.turned(acts[0], about); fresh < least || one && len(spots(s.text)) < 3 && !courtesies[acts[0]] && len(s.spans)+len(s.mentions(s.text)) == 0 {
		s.act = ""
		return []asked{s}, scores[acts[0]]
	}
	all = append(all, s)
	for _, act := range acts[1:] {
		apart := subjects[act] != subjects[s.act] || act == "bill" && s.act == "order"
		if chances[act] >= beside && scores[act] >= beside && apart && (subjects[act] != "" || courtesies[act]) {
			s.act = s.turned(act, about)
			all = append(all, s)
			break
		}
	}
	return all, chances[acts[0]]
}

// turned is an act as it is about the strongest subject of some.
func (a asked) turned(act string, about map[string]float64) string {
	about = maps.Clone(about)
	about[shownIn[a.last]] += goesOn
	best := ""
	for _, subject := range slices.Sorted(maps.Keys(about)) {
		if n := about[subject]; subject != "" && (best == "" || n > about[best]) {
			best = subject
		}
	}
	const clearly = 0.5
	if other := instead[best][act]; other != "" && (subjects[act] == "" || about[best]-about[subjects[act]] >= clearly) {
		return other
	}
	return act
}

// about is how plainly words are about each subject: by what they name, and by what was shown last.
func (a asked) about() map[string]float64 {
	all := map[string]float64{}
	add := func(subject string, n float64, so bool) {
		if so {
			all[subject] += n
		}
	}
	last := shownIn[a.last]
	ours := a.says("card", "at_ours", "yours", "tonight")
	add("card", 0.6, len(a.named()) > 0)
	add("card", 0.4, ours)
	add("card", 0.3, len(a.courses()) > 0 && (ours || last != "trip"))
	add("card", 0.2, a.has("food", "taste", "drink", "diet") && last != "trip" && last != "figures")
	town := a.town() != ""
	add("breweries", 0.8, a.says("brewhouse"))
	add("breweries", 0.6, a.has("brewery") || town && last == "breweries")
	add(last, 0.2, last != "" && a.has("ref"))
	plan, planned := a.planned()
	add("trip", 0.6, town && last != "breweries" && !a.says("brewhouse"))
	add("trip", 0.5, a.has("lodging") || a.says("stay", "lodge", "trip"))
	add("trip", 0.3, planned && plan.Place.Name != "" && a.has("date", "people", "amenity", "place") && !ours)
	add("trip", 0.3, last == "trip" && a.says("there", "nearby", "dine") && !ours)
	own := understand.Buyer(a.text) == understand.OwnPurchases
	add("figures", 0.5, own && a.has("measure", "dimension"))
	add("figures", 0.3, a.has("measure") && (last == "figures" || len(a.tab()) == 0 && !a.has("ref")))
	add("figures", 0.4, a.says("customers", "chart_word"))
	add("figures", 0.2, a.has("dimension", "operator") && last == "figures")
	return all
}

// leans is how the order, the card and what was shown speak for or against acts of the card.
func (a asked) leans() map[string]float64 {
	all := map[string]float64{}
	named, asks, tab := len(a.named()) > 0, a.asks(), len(a.tab()) > 0
	wants, counts := a.says("want", "bring", "add"), a.counts()
	refs := a.has("ref") || a.follows() && asks && len(a.by()) > 0
	if named || refs || counts {
		switch {
		case asks && !a.says("bring", "may_be"):
			all["about_dish"] += 0.2
			all["order"] -= 0.3
		case wants || counts:
			all["order"] += 0.3
			all["find_dishes"] -= 0.3
		case named && !asks:
			all["order"] += 0.2
			all["find_dishes"] -= 0.3
		}
	} else {
		all["about_dish"] -= 0.2
		if !tab && !(wants && a.has("drink", "food", "beer_style")) {
			all["order"] -= 0.4
		}
	}
	if !asks && !named {
		all["about_dish"] -= 0.3
	}
	if refs && a.says("keep_it", "want") {
		all["choose"] += 0.3
	}
	if tab && (a.says("drop", "swap", "only") && !asks || a.says("cooked")) {
		all["order"] += 0.4
	}
	if sums := a.says("sum", "split", "service"); sums && (tab || named) {
		all["bill"] += 0.2
	} else if !tab && !named && !refs {
		all["bill"] -= 0.2
	}
	if len(a.courses()) > 0 && !named {
		all["find_dishes"] += 0.2
	}
	if len(understand.Needs(a.text)) > 0 && !asks && !wants && !named {
		all["tell"] += 0.3
		all["about_dish"] -= 0.3
	}
	if tab && a.says("quits") {
		all["order"] += 0.5
	}
	if tab && a.says("recap", "again", "standing") {
		all["summary"] += 0.3
		all["repeat"] += 0.3
	}
	return all
}

// counts reports whether words say how many of a dish: "duas pilsen".
func (a asked) counts() bool {
	return slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool {
		before := spots(a.text[:m.From])
		return len(before) > 0 && numeral(before[len(before)-1].word) > 0
	})
}

// town is a place that words name, and not as where somebody is from.
func (a asked) town() string {
	for _, m := range gazetteer.Read(a.text) {
		if !m.Guess && !m.Origin && !a.inShownName(m.Words) {
			return m.Words
		}
	}
	return ""
}

// inShownName reports whether words are part of a name that was shown.
func (a asked) inShownName(text string) bool {
	return slices.ContainsFunc(a.at.Shown, func(t scene.Thing) bool { return strings.Contains(t.Name, text) }) ||
		slices.ContainsFunc(a.named(), func(t scene.Thing) bool { return strings.Contains(lang.Fold(t.Name), lang.Fold(text)) })
}
