package concierge

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

const breweryKind = "brewery"

// breweries is a search for breweries. One that names no place narrows the list that is shown: what it does not say stays as it was.
func (a asked) breweries() []llm.ToolCall {
	in, stops := args{}, a.stops()
	if len(stops) == 0 {
		stops = []string{a.townMeant()}
	}
	if strings.HasPrefix(a.last, "brewer") && (stops[0] == "" || !a.saysJust("brewhouse")) { // "e em Denver?" asks for the same there
		for _, c := range a.again {
			if c.Name == "find_breweries" {
				_ = json.Unmarshal([]byte(c.Args), &in) // ours, or checked by its schema
			}
		}
	}
	delete(in, "others")
	delete(in, "opened")
	if n := a.breweryCount(); n > 0 {
		in["max"] = n
	}
	in.put("style", a.first("beer_style"))
	in.put("type", a.kindSaid("brewery"))
	in["new"] = !a.says("bought") || a.says("never")
	in.put("opened", a.says("opened"))
	in["shown"] = a.act == "about_brewery"
	var all []args
	for _, place := range stops {
		one := args{}
		for k, v := range in {
			one[k] = v
		}
		if one.put("place", place); len(stops) > 1 && a.breweryCount() == 0 {
			one["max"] = compared
		}
		all = append(all, one)
	}
	return each("find_breweries", all, nil)
}

// breweryCount is how many breweries are asked for, in each place; 0: not said. Of "one or two" it is two.
func (a asked) breweryCount() (n int) {
	const most = 5
	all := spots(a.text)
	for i, w := range all {
		k, next := numeral(w.word), ""
		if i+1 < len(all) {
			next = all[i+1].word
		}
		each := is(next, "per_place")
		of := k > 1 && is(next, "brewhouse") || each && (k > 1 || next == "por" || next == "per")
		only := i > 0 && is(all[i-1].word, "only") && next == ""
		if k > 0 && k <= most && (of || only) {
			n = max(n, k)
		}
	}
	return n
}

// stops are the places where breweries are looked for: those of a route, or that are to be compared.
func (a asked) stops() (all []string) {
	last := -1
	for _, s := range a.spans {
		known := len(gazetteer.Find(s.Text)) > 0 || unicode.IsUpper([]rune(s.Text)[0])
		if vague := !slices.ContainsFunc(spots(s.Text), func(w spot) bool { return !is(w.word, "around_here") }); s.Kind != "place" || s.Role == "home" || s.Drop || s.P == "not" || vague || !known && len(all) > 0 || slices.Contains(all, s.Text) {
			continue
		}
		if len(all) > 0 && s.From == last+len(", ") && wide(s.Text) { // "Austin, Texas" is one
			all[len(all)-1] += ", " + s.Text
		} else {
			all = append(all, s.Text)
		}
		last = s.To
	}
	return all
}

// townMeant is where a search is that names no place: where the trip goes, or the town named last if words say "there". Empty: at the
// guest's own, or where the last search was.
func (a asked) townMeant() string {
	plan, _ := a.planned()
	switch away := a.saysThere() || a.says("nearby") || a.says("town"); {
	case a.says("home"):
	case plan.Place.Name != "" && (away || a.onTrip()):
		return plan.Place.Name
	case away:
		town := a.townBefore()
		return town
	}
	return ""
}

// namesBrewery reports whether words speak of breweries, and of no beer besides.
func (a asked) namesBrewery() bool {
	return a.saysJust("brewhouse") && !a.saysJust("beer")
}

// ofBrewery is what there is to tell of breweries that are pointed at or named. What all of the list are asked is a search among them:
// "which of them makes a stout?".
func (a asked) ofBrewery() []llm.ToolCall {
	var all []args
	list, text := a.breweriesShown(), words(a.text)
	add := func(name string) { all = append(all, args{"brewery": name}) }
	for _, s := range a.spans {
		p := understand.Point(s.Text)
		if s.Kind == "brewery" || s.Kind == "name" {
			add(s.Text)
		}
		for n := range p.Count {
			p.Numbers = append(p.Numbers, n+1)
		}
		for _, n := range p.Numbers {
			if n < 0 {
				n = len(list)
			}
			if s.Kind == "ref" && n <= len(list) {
				add(list[n-1])
			}
		}
	}
	for _, name := range list { // "fale da Border X"
		two := strings.Fields(words(name))
		if len(all) == 0 && strings.Contains(text, " "+strings.Join(two[:min(2, len(two))], " ")+" ") {
			add(name)
		}
	}
	if len(all) == 0 && len(list) > 0 && (a.has("beer_style") && a.says("brews") || a.says("opened")) {
		return a.breweries()
	}
	ask := args{}
	ask.put("ask", a.act == "more" && !a.has("ref") || a.asks() && len(strings.Fields(a.text)) > 3 && !a.says("speak") && !a.says("beer"))
	return each("brewery_details", all, ask)
}

// breweriesShown are the names of the list of breweries that is shown.
func (a asked) breweriesShown() (names []string) {
	for _, t := range a.at.Shown {
		if t.Kind == breweryKind && t.Number == len(names)+1 {
			names = append(names, t.Name)
		}
	}
	return names
}

// figures is a question about purchases, or about a table. Statistics over all customers are among the purchases, unless a table is
// spoken of; what the guest bought always is.
func (a asked) figures() []llm.ToolCall {
	tool := a.act
	_, ofTable := a.at.Notes["data"]
	buyer, ofPurchases := understand.Buyer(a.text), a.last == "purchases" || a.last == "chart" && !ofTable
	drawsTable := ofTable && a.last != "purchases" || a.also("ask_data") && !a.also("ask_purchases")
	switch {
	case tool == "ask_purchases" && ofPurchases && a.kindSaid("chart") != "" && !a.has("dimension", "date") && (a.kindSaid("chart") != "pie" || a.says("seen")): // "in bars, please"
		return a.chart()
	case a.says("table_of_data"), tool == "draw_chart" && drawsTable:
		tool = "ask_data"
	case tool == "draw_chart", tool == "ask_data" && a.last != "table" && (buyer == understand.OwnPurchases || a.says("customers") || ofPurchases):
		tool = "ask_purchases"
	case tool == "ask_purchases" && buyer == "" && !a.says("customers") && a.afterTable(): // what goes on from a table is about it
		tool = "ask_data"
	}
	calls := call(tool, args{"question": a.asking()})
	if a.act != "draw_chart" && !a.also("draw_chart") && a.has("dimension") && a.says("chart") { // "draw what I spent by month"
		in := args{}
		in.put("type", a.kindSaid("chart"))
		calls = append(calls, call("draw_chart", in)...)
	}
	return calls
}

// afterTable reports whether the last figures are of a table.
func (a asked) afterTable() bool {
	return a.last == "table" || a.last == "chart" && a.at.Notes["data"] != nil
}

// meansFigures reports whether a message that was read as a wish for something else asks what was bought: it doubts or narrows the figures
// that were told, wants a beer suggested from them, or asks for a figure, or for somebody else's purchases, which are not told.
func (a asked) meansFigures(r understand.Reading) bool {
	a.spans = r.Spans
	said, own := words(a.text), understand.Buyer(a.text) == understand.OwnPurchases
	figures := a.asksFigures(a.text) && !does(r, "draw_chart")
	if a.last == "purchases" && (a.says("doubts") || whoBrews().MatchString(said) || figures) || own && a.says("suggests") && !a.has("food", "place") && !a.namesDish(a.text) {
		return true
	}
	anothers := slices.ContainsFunc(sentences(a.text), func(one string) bool { // "which of them has no egg? My son gets ill" asks of a dish
		return asksFigure().MatchString(words(one)) && understand.Buyer(one) == understand.OtherPurchases
	})
	mine := ownBeers().MatchString(said)
	clause := len(pieces(a.text)) == 1 && !ands().MatchString(a.text) // one, which asks for one thing
	other := func(x understand.Act) bool {
		return !misheard[x.Name] && !(x.Name == "ask_purchases" && clause) && !(mine && x.Name == "find_breweries" && a.count("brewhouse") == 1)
	}
	if slices.ContainsFunc(r.Acts, other) || !anothers && a.has("food", "money", "people", "place", "taste", "amenity") || a.says("card") {
		return false
	}
	return anothers || figures || mine
}

// ofTables has a table answer that an owner asks about, "quanto vendi em outubro?", or names where tables were told of last.
func (h *hearing) ofTables() bool {
	a := h.a
	if h.c.Tabled == nil || !(asksFigure().MatchString(words(a.text)) || a.last == "table") || a.kindSaid("chart") != "" || a.says("chart") || a.asksNoted() {
		return false
	}
	return h.c.Tabled(h.ctx, h.o.Turn.Guest, a.text) && h.add("ask_data", call("ask_data", args{"question": a.text}), "")
}

// ofFigures takes out of a message the sentences that ask for figures, "quanto foi no Natal? E um café.", and leaves
// what else is wished for or told in it. A message that asks for nothing else is left whole.
func (h *hearing) ofFigures() bool {
	a, rest, asks := h.a, "", ""
	for _, s := range sentences(a.text) {
		if a.asksFigures(s) {
			asks += s
		} else {
			rest += s
		}
	}
	if asks == "" || strings.TrimSpace(rest) == "" {
		return false
	}
	p := a.part(asks)
	r := understand.Read(p.text, understand.Before{Last: a.last})
	if p.act, p.spans = "ask_purchases", r.Spans; does(r, "draw_chart") && !does(r, "ask_purchases") {
		p.act = "draw_chart"
	}
	h.add(p.act, p.calls(), "")
	if a.lastFigures() { // what is left goes on from no figure
		h.o.Did, h.a.last = "chat", "chat"
	}
	left := understand.Read(rest, understand.Before{})
	wishes := slices.ContainsFunc(left.Acts, func(x understand.Act) bool {
		return !courtesies[x.Name] && x.Name != "help" && subjects[x.Name] != "figures" && x.Score >= heardIdle
	})
	return h.leave(rest) || !wishes && !a.namesDish(rest) && len(understand.Needs(rest)) == 0
}

// asksFigures reports whether a sentence asks for figures: as it stands behind what was shown last the reader takes it for such a question,
// and alone it is not much rather another wish; or it names two years. Of a dish of the card only purchases are asked so.
func (a asked) asksFigures(sentence string) bool {
	said := strings.TrimSpace(sentence)
	r, alone := understand.Read(said, understand.Before{Last: a.last}), understand.Read(said, understand.Before{})
	if len(understand.Needs(said)) > 0 || understand.Buyer(said) != understand.OwnPurchases && a.namesDish(said) {
		return false
	}
	other := 0.0
	for _, x := range alone.Acts {
		if subjects[x.Name] != "" && subjects[x.Name] != "figures" {
			other = max(other, x.Score)
		}
	}
	first := slices.IndexFunc(r.Acts, func(x understand.Act) bool { return subjects[x.Name] != "" })
	asks := first >= 0 && subjects[r.Acts[first].Name] == "figures" && r.Acts[first].Score >= max(leastFigure, other-leastFigure)
	return asks || twoYears().MatchString(said) && other < heardIdle
}

// lastFigures reports whether the house showed figures last.
func (a asked) lastFigures() bool {
	return a.last == "purchases" || a.last == "chart" || a.last == "table"
}

// leastFigure is the score from which on a sentence asks for figures, and how much likelier another wish may be without what was shown before.
const leastFigure = 0.2

var twoYears = pattern.Of(`\b20\d\d\b.*\b20\d\d\b`)

// misheard are the acts that a question about purchases is taken for.
var misheard = lang.Set("find_dishes show_card about_dish recall trip_total tell thanks greet smalltalk outside help")

var ownBeers = pattern.Of(`\b(?:minhas|meus|nossas|mis|nuestras|my|our) (?:\pL+ ){0,2}?(?:cervejas|cervezas|beers|cervejarias|cervecerias|breweries|estilos|styles|(?:ipa|lager|stout|porter|ale|sour|pilsner|pilsen|witbier|weiss|helles|dubbel)e?s)\b`)

var whoBrews = pattern.Of(`\b(?:who|quem|quien) (?:brews|makes|produces|faz|fabrica|produz|hace|elabora|produce)\b|^ ?(?:(?:e|and|y) )?(?:(?:de|from|by|of) )?(?:qual|que|cual|which|what) (?:cervejaria|brewery|cerveceria|estilo|style)(?: (?:e|ela|is|it|es|from|that))* ?$`)

// asking is what a message asks for, without how it is to be drawn.
func (a asked) asking() string {
	if a.act != "draw_chart" {
		return a.text
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(a.text), func(w string) bool { // "a pie chart of my styles"
		form := kindOf("chart", lang.Fold(w))
		return form != "" && form != "histogram" || is(lang.Fold(w), "chart_word") || is(lang.Fold(w), "drawn") // a histogram says what is to be counted, too
	}), " ")
}

var asksFigure = pattern.Of(`\b(?:quant[oa]s?|qual|quais|quando|how (?:much|many|often)|what|which|when|cuant[oa]s?|cual(?:es)?|cuando|total|media|average|promedio|mais (?:comprei|gastei|compro)|mas (?:compre|gaste|compro))\b`)

// chart is a picture: of the figures given last, or of a question, which is asked first. One that goes on from purchases ("agora por
// mês") changes what was asked.
func (a asked) chart() []llm.ToolCall {
	if a.last == "purchases" && !a.says("chart") && a.kindSaid("chart") == "" { // "and by style?" asks for figures
		return call("ask_purchases", args{"question": a.text})
	}
	in := args{}
	in.put("type", a.kindSaid("chart"))
	drawn := call("draw_chart", in)
	if !a.has("measure", "dimension", "operator", "date", "beer_style") {
		return drawn
	}
	a.act = "draw_chart" // of whose figures another chart is none
	return append(a.figures(), drawn...)
}

// asksProfile reports whether a guest asks who they are as a client.
func (a asked) asksProfile() bool {
	return slices.Contains([]string{"recall", "ask_purchases", "house_info", "smalltalk", "outside"}, a.act) && a.says("profile")
}
