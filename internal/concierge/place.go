package concierge

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// Kinds of things that were shown.
const (
	lodgingKind    = "lodging"
	restaurantKind = "restaurant"
)

// onTrip reports whether the house spoke of places to stay or to eat last.
func (a asked) onTrip() bool {
	return a.last == "trip_stay" || a.last == "trip_eat" || a.last == "place"
}

// placesShown are the lodgings and restaurants that numbers count, the newest list first.
func (a asked) placesShown() []scene.Thing {
	return slices.DeleteFunc(slices.Clone(a.at.Shown), func(t scene.Thing) bool {
		return t.Number == 0 || t.Kind != lodgingKind && t.Kind != restaurantKind
	})
}

func (a asked) shownOf(kind string) bool {
	return slices.ContainsFunc(a.placesShown(), func(t scene.Thing) bool { return t.Kind == kind })
}

// listedLast is the kind of places of the newest list; empty: there is none.
func (a asked) listedLast() string {
	all := a.placesShown()
	switch {
	case a.last == "trip_eat":
		return restaurantKind
	case a.last == "trip_stay":
		return lodgingKind
	case len(all) > 0:
		return all[0].Kind
	}
	return ""
}

// leavesTrip reports whether words go back from a trip to the house: they name its card, a dish of it, its own kitchen or this
// evening, and nowhere to go.
func (a asked) leavesTrip() bool {
	if !a.onTrip() || a.movesDates() || a.says("card") || a.says("at_ours") {
		return a.onTrip() && !a.movesDates()
	}
	plan, _ := a.planned()
	lodging := func(w spot) bool { return kindOf("lodging", w.word) != "" && w.word != "casa" && w.word != "house" } // a beer is "da casa"
	yonder := a.says("place_option") && a.ofPlaces("dine") || slices.ContainsFunc(spots(a.text), lodging) || a.placeNew() != "" || a.says("yonder") || a.ofPlaces("stay") || (away().MatchString(a.text) || nearby().MatchString(a.text)) && !a.says("yours")
	sure := func(m scene.Mention) bool { return !m.Plain && !m.Kind && len(m.Things) <= mostAsked }
	ours := slices.ContainsFunc(a.mentions(a.text), sure) || !a.ofPlaces("dine") && (a.says("beer") && !a.namesBrewery() || a.says("dessert")) || a.says("tonight") && string(plan.Start) != a.at.Now.Format(time.DateOnly)
	return ours && !yonder
}

// ofPlace is the call for a question about places that were shown: "o segundo tem piscina?"; nil: it is none.
func (a asked) ofPlace(s placeSearch) []llm.ToolCall {
	if len(a.placesShown()) == 0 || s.place != "" || s.people > 0 || s.night+s.person+s.total != 0 || s.others {
		return nil
	}
	about := slices.DeleteFunc(a.pointed(), func(in args) bool { return in["kind"] == restaurantKind && !a.shownOf(restaurantKind) }) // "a restaurant for the last night"
	switch near := a.ofPlaces("dine") && a.listedLast() == lodgingKind && a.ofPlaces("seek"); {                                       // "onde comer perto do segundo?"
	case len(about) > 0 && !near:
	case a.has("amenity") && a.onTrip() && !s.stay && !s.eat && !s.changes() && !s.cheap:
		about = []args{{"place": "", "kind": a.listedLast()}}
	case a.last == "place" && strings.Contains(a.text, "?") && (s == placeSearch{} || s == placeSearch{cheap: s.cheap}) && a.demonstrates():
		about = []args{{"place": ""}}
	default:
		return nil
	}
	if !a.asks() {
		return a.pick()
	}
	if _, payers := a.dividing(); payers > 0 {
		return a.total()
	}
	ask := strings.Join(a.all("amenity"), ", ")
	if ask == "" || a.ofPlaces("how_much") {
		ask = a.text
	}
	return each("choose_place", about, args{"ask": ask})
}

// demonstrates reports whether a message points at what is spoken of: "esse".
func (a asked) demonstrates() bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "ref" && !is(lang.Fold(s.Text), "there") })
}

// each are the calls of a tool with several arguments, and with those that all have.
func each(tool string, some []args, with args) (all []llm.ToolCall) {
	for _, in := range some {
		for name, value := range with {
			in[name] = value
		}
		all = append(all, call(tool, in)...)
	}
	return all
}

// asks reports whether a message is a question.
func (a asked) asks() bool {
	return strings.Contains(a.text, "?") || a.has("amenity") || is(wordBehind(a.text, 0), "question_word") || a.ofPlaces("how_much")
}

// interrogates reports whether a clause of the message is a question about a place pointed at, "o segundo, o que tem por perto?",
// and not a polite choice of it.
func (a asked) interrogates() bool {
	return strings.Contains(a.at.Message, "?") && slices.ContainsFunc(clauses(a.at.Message), func(c string) bool { return is(wordBehind(c, 0), "interrogative") })
}

// pick is the choice of places that were shown: by number, name, or as the cheapest. It is empty words for the one spoken of.
func (a asked) pick() []llm.ToolCall {
	some, with := a.pointed(), args{}
	plan, _ := a.planned()
	for _, in := range some {
		place, _ := in["place"].(string)
		if n := numeral(place); n > 0 && n <= len(plan.Offered) { // the house has just asked which town it shall be
			return call("list-accommodations", args{"place": plan.Offered[n-1]})
		}
	}
	if len(some) == 0 {
		some = []args{{"place": ""}}
		some[0].put("kind", a.kindNamed(a.text, ""))
	}
	refused := func(s understand.Span) bool { return s.Drop || s.Kind == "ref" && a.refused(s.Text) }
	drop := is(wordBehind(a.text, 0), "unwanted") || slices.ContainsFunc(a.spans, refused) // "cancela o segundo"
	with.put("drop", drop)
	with.put("sum", !drop && a.also("trip_total"))
	with.put("date", strings.Join(a.all("date"), " "))
	return each("choose_place", some, with)
}

// book is how to reach the place that is spoken of or pointed at.
func (a asked) book() []llm.ToolCall {
	some := a.pointed()
	if len(some) == 0 {
		some = []args{{"place": ""}}
		if a.has("lodging") || a.ofPlaces("dine") {
			some[0].put("kind", a.kindNamed(a.text, ""))
		}
	}
	return each("choose_place", some, args{"ask": "booking"})
}

// byName is the call for a message that is the whole name of a place and few words besides, which neither ask nor refuse: "escolho".
func (a asked) byName(besides string) []llm.ToolCall {
	i := slices.IndexFunc(a.at.Shown, func(t scene.Thing) bool {
		return (t.Kind == lodgingKind || t.Kind == restaurantKind) && strings.Contains(a.text, t.Name)
	})
	rest := asked{text: besides}
	if i < 0 || besides == a.text || len(strings.Fields(besides)) > 2 || strings.Contains(besides, "?") || rest.says("unwanted") || rest.says("none_of") {
		return nil
	}
	return call("choose_place", args{"place": a.at.Shown[i].ID})
}

// names chooses a shown hotel or restaurant when the message is its name.
func (h *hearing) names() bool {
	chosen := h.a.byName(scene.Unnamed(h.a.text, h.o.Scene.Shown))
	return chosen != nil && h.add("choose", chosen, "")
}

// pointed returns the arguments of choose_place for each shown place that a message points at or names.
func (a asked) pointed() (all []args) {
	add := func(place, kind string) {
		in := args{"place": place}
		in.put("kind", kind)
		if !slices.ContainsFunc(all, func(had args) bool { return had["place"] == place && had["kind"] == in["kind"] }) {
			all = append(all, in)
		}
	}
	for _, t := range a.placesNamed() {
		add(t.ID, "")
	}
	refs, named := 0, len(all) > 0
	for _, s := range a.spans {
		text := a.ranked(s)
		if s.Kind == "ref" {
			text = s.Text
			if whole := text + " " + a.after(s, 2); understand.Point(whole).Ranks != nil { // "o segundo" of "o segundo mais barato"
				text = whole
			}
		}
		if text == "" {
			continue
		}
		refs++
		a.byRef(text, a.after(s, 2), named, add)
	}
	switch ordinal := a.ordinal(); {
	case refs > 0 || named:
	case a.act == "choose" || a.says("keep_it"), a.onTrip() && a.ofPlaces("compare"):
		a.byRef(a.less("date", "time", "people"), a.text, false, add) // "from 10 to 17" counts no place
	case ordinal != "":
		a.byRef(ordinal, a.text, false, add)
	}
	return all
}

// after returns some words behind a span.
func (a asked) after(s understand.Span, most int) string {
	if s.To > len(a.at.Message) || s.To == 0 {
		return ""
	}
	behind := strings.Fields(firstPiece(a.at.Message[s.To:]))
	return strings.Join(behind[:min(len(behind), most)], " ")
}

// ordinal is a word that counts in a list: "first". Weekdays are none.
func (a asked) ordinal() string {
	for _, w := range spots(a.text) {
		if len(understand.Point(w.word).Numbers) > 0 && !strings.ContainsAny(w.word, "0123456789") && !a.has("date") {
			return w.word
		}
	}
	return ""
}

// placesNamed returns the shown places that a message names: by two words of the name, or by one that the reader took for a name.
// Of several places that match equally well it returns none.
func (a asked) placesNamed() (named []scene.Thing) {
	said := nameWords(a.text)
	var spoken []string // in words that point at something
	for _, s := range a.spans {
		if slices.Contains([]string{"ref", "name", "lodging", "brewery"}, s.Kind) {
			spoken = append(spoken, nameWords(s.Text)...)
		}
	}
	best := 1
	for _, t := range a.placesShown() {
		n := 0
		for _, w := range nameWords(t.Name) {
			if slices.Contains(said, w) {
				n++
			}
			if slices.Contains(spoken, w) {
				n++
			}
		}
		switch {
		case n > best:
			named, best = []scene.Thing{t}, n
		case n == best && n > 1:
			named = append(named, t)
		}
	}
	if len(named) > 1 && named[0].Kind == named[1].Kind {
		return nil
	}
	return named
}

// nameWords returns the words of a name that tell it from others, folded.
func nameWords(text string) (all []string) {
	for _, w := range spots(text) {
		if len(w.word) > 2 && kindOf("lodging", w.word) == "" && !is(w.word, "dine") && !is(w.word, "in_names") {
			all = append(all, w.word)
		}
	}
	return all
}

// byRef adds what a reference points at. behind are the words after it, which may say of what it is the second.
func (a asked) byRef(ref, behind string, named bool, add func(place, kind string)) {
	p, kind := understand.Point(ref), a.kindNamed(ref+" "+behind, ref)
	if kind == restaurantKind && a.shownOf(lodgingKind) && !a.ofPlaces("dine") && a.ofPlaces("stay") {
		kind = lodgingKind // "da primeira, me diz onde ficar"
	}
	if p.Middle {
		shown := slices.DeleteFunc(a.placesShown(), func(t scene.Thing) bool { return t.Kind != a.listedLast() })
		p.Numbers = append(p.Numbers, (len(shown)+1)/2)
	}
	for _, n := range p.Ranks { // "os dois mais baratos"
		add("number "+strconv.Itoa(n)+" "+sortNames[p.Sort], kind)
	}
	if len(p.Ranks) > 0 {
		return
	}
	for n := range p.Count {
		if p.Sort == "" { // but "o mais barato dos 4"
			p.Numbers = append(p.Numbers, n+1)
		}
	}
	for _, n := range p.Numbers {
		place := "last"
		if n > 0 {
			place = strconv.Itoa(n)
		}
		add(place, kind)
	}
	switch {
	case len(p.Numbers) > 0 || named:
	case p.Sort != "":
		add(sortNames[p.Sort], kind)
	case kindOf("lodging", kind) != "": // "o hotel"
		add("", kind)
	}
}

// kindNamed returns the kind of place that words name: a kind of lodging ("hotel"), lodging, restaurant, or that of the newest list.
// A number as it is written counts in the whole list.
func (a asked) kindNamed(words, ref string) string {
	for _, w := range spots(words) {
		switch kind := kindOf("lodging", w.word); {
		case kind != "" && !strings.ContainsAny(ref, "0123456789"):
			return kind
		case kind != "" || is(w.word, "lodge"):
			return lodgingKind
		case is(w.word, "dine"):
			return restaurantKind
		}
	}
	did := func(tool string) bool {
		return slices.ContainsFunc(a.again, func(c llm.ToolCall) bool { return c.Name == tool })
	}
	if a.shownOf(restaurantKind) && !a.ofPlaces("bed") && a.ofPlaces("menu_of") {
		return restaurantKind
	}
	both := did("list-accommodations") && did("list-restaurants") // listed in this order: "o primeiro que você citou"
	if both || a.shownOf(lodgingKind) && a.ofPlaces("bed") {
		return lodgingKind
	}
	return a.listedLast()
}
