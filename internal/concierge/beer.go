package concierge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/llm"
)

// breweries is a search for breweries. One that names no place narrows the list that is shown: what it does not say stays as it was.
func (a asked) breweries() (all []llm.ToolCall) {
	in := args{}
	stops := a.stops()
	for _, c := range a.again {
		if c.Name == "find_breweries" && strings.HasPrefix(a.last, "brewer") && (len(stops) == 0 || !a.says("brewhouse")) {
			in = argsOf(c)
		}
	}
	delete(in, "others")
	delete(in, "shown")
	if len(stops) == 0 && in["place"] == nil {
		if plan, _ := a.planned(); plan.Place.Name != "" && a.says("there", "nearby", "town") {
			stops = []string{plan.Place.Name}
		}
	}
	in.put("style", a.first("beer_style"))
	in.put("type", kindSaid(a.text, "brewery"))
	in["new"] = !a.says("bought") || a.says("never")
	in.put("opened", a.says("opened"))
	in.put("others", a.says("more", "others_of") && len(stops) == 0 && a.last == "breweries" && in["style"] == nil)
	in.put("shown", a.says("among_these") && len(stops) == 0)
	for _, place := range append(stops, "")[:max(1, len(stops))] {
		one := args{}
		for k, v := range in {
			one[k] = v
		}
		one.put("place", place)
		if len(stops) > 1 && in["max"] == nil {
			one["max"] = compared
		}
		all = append(all, call("find_breweries", one)...)
	}
	return all
}

// compared is how many of a list are shown beside another list.
const compared = 3

// stops are the places where breweries are looked for. What nobody knows is one only if it is written as a name.
func (a asked) stops() (all []string) {
	last := -1
	for _, s := range a.spans {
		if s.Kind != "place" || s.Role == "home" || s.Drop || s.P == "not" || slices.Contains(all, s.Text) {
			continue
		}
		known := len(gazetteer.Find(s.Text)) > 0
		if !known && !unicode.IsUpper([]rune(s.Text)[0]) {
			continue
		}
		if len(all) > 0 && s.From == last+len(", ") && wide(s.Text) { // "Austin, Texas" is one
			all[len(all)-1] += ", " + s.Text
		} else {
			all = append(all, s.Text)
		}
		last = s.To
	}
	if len(all) == 0 && a.town() != "" {
		all = append(all, a.town())
	}
	return all
}

// ofBrewery tells of breweries that are pointed at or named. What all of the list are asked is a search among them: "which makes a stout?".
func (a asked) ofBrewery() (all []llm.ToolCall) {
	list := a.listed(breweryKind)
	for _, r := range a.breweryRefs() {
		for _, t := range r.things {
			if !r.among || len(list) == 1 {
				all = append(all, call("brewery_details", args{"brewery": t.Name, "ask": a.asks() && !a.says("speak")})...)
			}
		}
	}
	if len(all) == 0 {
		for _, s := range a.spans {
			if s.Kind == "brewery" {
				all = append(all, call("brewery_details", args{"brewery": s.Text})...)
			}
		}
	}
	if len(all) == 0 && len(list) > 0 && (a.has("beer_style", "place") || a.says("opened") || kindSaid(a.text, "brewery") != "") {
		return a.breweries()
	}
	return all
}

// figures is a question about purchases, or about a table if one was answered from last. A chart of it is drawn besides.
func (a asked) figures() []llm.ToolCall {
	tool := "ask_purchases"
	ofTable := a.last == "table" || a.last == "chart" && a.at.Notes["data"] != nil
	if a.act == "ask_data" || a.says("table_of_data") || ofTable && understand.Buyer(a.text) != understand.OwnPurchases && !a.says("customers") {
		tool = "ask_data"
	}
	question := a.text
	draws := a.act == "draw_chart" || a.also("draw_chart") || a.says("chart_word") || a.act == "ask_data" && kindSaid(a.text, "chart") != ""
	if draws {
		question = a.undrawn()
	}
	if !draws {
		return call(tool, args{"question": question})
	}
	in := args{}
	in.put("type", kindSaid(a.text, "chart"))
	drawn := call("draw_chart", in)
	if a.act != "ask_data" && !a.has("measure", "dimension", "operator", "date", "beer_style") { // of the figures that were given
		return drawn
	}
	return append(call(tool, args{"question": question}), drawn...)
}

// undrawn is what words ask for, without how it is to be drawn.
func (a asked) undrawn() string {
	return strings.Join(slices.DeleteFunc(strings.Fields(a.text), func(w string) bool {
		form := kindSaid(w, "chart")
		return form != "" && form != "histogram" || says(w, "chart_word")
	}), " ")
}
