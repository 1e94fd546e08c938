package concierge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// ofPlace is the call for a question about places that were shown: "o segundo tem
// piscina?"; nil: it is none.
func (a asked) ofPlace(s search) []llm.ToolCall {
	if len(a.placesShown()) == 0 || s.place != "" || s.people > 0 || s.night+s.person+s.total != 0 || s.others {
		return nil
	}
	about := slices.DeleteFunc(a.pointed(), func(in args) bool { return in["kind"] == restaurantKind && !a.shownOf(restaurantKind) }) // "a restaurant for the last night"
	switch {
	case len(about) > 0 && !a.asksForList():
	case a.has("amenity") && a.onTrip() && !s.stay && !s.eat && !s.changes() && !s.cheap:
		about = []args{{"place": "", "kind": a.listedLast()}}
	case a.last == "place" && strings.Contains(a.text, "?") && (s == search{} || s == search{cheap: s.cheap}) && a.demonstrates():
		about = []args{{"place": ""}}
	default:
		return nil
	}
	ask := strings.Join(a.all("amenity"), ", ")
	if ask == "" {
		ask = a.text
	}
	if !a.asks() {
		return a.pick()
	}
	if _, payers := a.dividing(); payers > 0 {
		return a.total()
	}
	return a.tellOf(about, ask)
}

// tellOf asks something of places that were shown.
func (a asked) tellOf(about []args, ask string) (all []llm.ToolCall) {
	for _, in := range about {
		if a.has("amenity") && in["kind"] == restaurantKind && a.shownOf(lodgingKind) {
			in["kind"] = lodgingKind
		}
		in["ask"] = ask
		all = append(all, call("choose_place", in)...)
	}
	return all
}

// asks reports whether a message is a question.
func (a asked) asks() bool {
	words := strings.Fields(lang.Fold(a.text))
	return strings.Contains(a.text, "?") || a.has("amenity") || len(words) > 0 && questionWords[words[0]] || a.hasWord(priceWords)
}

// asksForList reports whether a message that points at a place asks for others near
// it: "onde comer perto do segundo?".
func (a asked) asksForList() bool {
	return a.hasWord(eatWords) && a.listedLast() == lodgingKind && a.hasWord(seekWords)
}

// demonstrates reports whether a message points at what is spoken of: "esse".
func (a asked) demonstrates() bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "ref" && !there[lang.Fold(s.Text)] })
}

// pick is the choice of places that were shown: by number, name, or as the
// cheapest. It is empty words for the one spoken of.
func (a asked) pick() (all []llm.ToolCall) {
	some := a.pointed()
	if by := understand.Point(a.at.Message).Sort; len(some) == 0 && a.also("trip_total") && by != "" { // "the cheapest, then. how much is it?"
		some = []args{{"kind": lodgingKind, "place": map[string]string{"cheap": "cheapest", "dear": "dearest"}[by]}}
	}
	if town := a.townOffered(some); town != "" {
		return call("list-accommodations", args{"place": town})
	}
	if len(some) == 0 {
		in := args{"place": ""}
		in.put("kind", a.kindNamed(a.text, ""))
		some = []args{in}
	}
	first, _, _ := strings.Cut(lang.Fold(a.text), " ")
	drop := offWords[first] || slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Drop || s.Kind == "ref" && a.refused(s.Text) }) // "cancela o segundo"
	for _, in := range some {
		in.put("drop", drop)
		in.put("sum", !drop && a.also("trip_total"))
		in.put("date", strings.Join(a.all("date"), " "))
		all = append(all, call("choose_place", in)...)
	}
	return all
}

// byName is the call for a message that is the whole name of a place and few words besides,
// which neither ask nor refuse: "escolho".
func (a asked) byName(besides string) []llm.ToolCall {
	i := slices.IndexFunc(a.placesShown(), func(t scene.Thing) bool { return strings.Contains(a.text, t.Name) })
	rest := asked{text: besides}
	if i < 0 || besides == a.text || len(strings.Fields(besides)) > 2 || strings.Contains(besides, "?") || rest.hasWord(offWords) || rest.hasWord(notWords) {
		return nil
	}
	return call("choose_place", args{"place": a.placesShown()[i].ID})
}

// townOffered is the town that is pointed at where the house has just asked which of some
// it shall be; empty: none.
func (a asked) townOffered(pointed []args) string {
	plan, _ := a.planned()
	for _, in := range pointed {
		place, _ := in["place"].(string)
		if n := numeral(place); n > 0 && n <= len(plan.Offered) {
			return plan.Offered[n-1]
		}
	}
	return ""
}

// book is how to reach the place that is spoken of or pointed at.
func (a asked) book() (all []llm.ToolCall) {
	some := a.pointed()
	if len(some) == 0 {
		in := args{"place": ""}
		if a.has("lodging") || a.hasWord(eatWords) {
			in.put("kind", a.kindNamed(a.text, ""))
		}
		some = []args{in}
	}
	for _, in := range some {
		in["ask"] = "booking"
		all = append(all, call("choose_place", in)...)
	}
	return all
}

// pointed returns arguments of choose_place for what is pointed at or named of the
// places that were shown.
func (a asked) pointed() (all []args) {
	add := func(place, kind string) {
		in := args{"place": place}
		in.put("kind", kind)
		if !slices.ContainsFunc(all, func(had args) bool { return had["place"] == place && had["kind"] == in["kind"] }) {
			all = append(all, in)
		}
	}
	named := a.placesNamed()
	for _, t := range named {
		add(t.ID, "")
	}
	refs := 0
	for _, s := range a.spans {
		if s.Kind == "ref" {
			refs++
			a.byRef(s.Text, a.after(s), len(named) > 0, add)
		}
	}
	if refs == 0 && len(all) == 0 {
		switch ordinal := a.ordinal(); {
		case a.act == "choose":
			a.byRef(a.less("date", "time", "people"), a.text, false, add) // "from 10 to 17" counts no place
		case ordinal != "":
			a.byRef(ordinal, a.text, false, add)
		}
	}
	return all
}

// ordinal is a word that counts in a list: "first". Weekdays are none.
func (a asked) ordinal() string {
	if a.has("date") {
		return ""
	}
	for w := range strings.FieldsSeq(words(a.text)) {
		if len(understand.Point(w).Numbers) > 0 && !strings.ContainsFunc(w, unicode.IsDigit) {
			return w
		}
	}
	return ""
}

// byRef adds what a reference points at. after are the words behind it, which may
// say of what it is the second.
func (a asked) byRef(ref, after string, named bool, add func(place, kind string)) {
	p := understand.Point(ref)
	kind := a.kindNamed(ref+" "+after, ref)
	if kind == restaurantKind && a.shownOf(lodgingKind) && !a.hasWord(eatWords) && (a.hasWord(stayWords) || a.hasWord(stayExactly)) {
		kind = lodgingKind // "da primeira, me diz onde ficar"
	}
	if p.Middle {
		shown := slices.DeleteFunc(a.placesShown(), func(t scene.Thing) bool { return t.Kind != a.listedLast() })
		p.Numbers = append(p.Numbers, (len(shown)+1)/2)
	}
	for _, n := range p.Numbers {
		place := "last"
		if n > 0 {
			place = string(rune('0' + min(n, 9)))
		}
		add(place, kind)
	}
	for n := range p.Count {
		if p.Sort == "" { // but "o mais barato dos 4"
			add(string(rune('1'+n)), kind)
		}
	}
	if p.Sort != "" && len(p.Numbers) == 0 && !named {
		add(map[string]string{"cheap": "cheapest", "dear": "dearest"}[p.Sort], kind)
	}
}

// after returns the two words behind a span.
func (a asked) after(s understand.Span) string {
	if s.To > len(a.at.Message) || s.To == 0 {
		return ""
	}
	words := strings.Fields(a.at.Message[s.To:])
	return strings.Join(words[:min(len(words), 2)], " ")
}

// kindNamed returns the kind of place that words name: a kind of lodging ("hotel"),
// lodging, restaurant, or that of the newest list. A number as it is written counts
// in the whole list.
func (a asked) kindNamed(words, ref string) string {
	for _, w := range strings.Fields(lang.Fold(words)) {
		stem := lang.Stem(w)
		switch {
		case lodgings[stem] != "" && !strings.ContainsFunc(ref, unicode.IsDigit):
			return lodgings[stem]
		case lodgings[stem] != "" || stayWords[stem]:
			return lodgingKind
		case eatWords[stem]:
			return restaurantKind
		}
	}
	switch {
	case a.shownOf(lodgingKind) && a.hasWord(bedWords):
		return lodgingKind
	case a.shownOf(restaurantKind) && a.hasWord(mealWords):
		return restaurantKind
	case a.listedBoth(): // "o primeiro que você citou"
		return lodgingKind
	}
	return a.listedLast()
}

// listedBoth reports whether the last search was of lodgings and restaurants, which are
// listed in this order.
func (a asked) listedBoth() bool {
	did := func(tool string) bool {
		return slices.ContainsFunc(a.again, func(c llm.ToolCall) bool { return c.Name == tool })
	}
	return did("list-accommodations") && did("list-restaurants")
}

// placesNamed returns the places shown that a message names: by two words of the
// name, or by one that was read as a name. Of those named alike none is.
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
	for _, w := range strings.Fields(lang.Fold(text)) {
		if stem := lang.Stem(w); len(w) > 2 && lodgings[stem] == "" && !eatWords[stem] && !small[w] {
			all = append(all, w)
		}
	}
	return all
}
