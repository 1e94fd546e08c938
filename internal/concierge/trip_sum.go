package concierge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
)

// setBeside asks what lodgings that are pointed at cost, or what a night costs in each of the towns that are spoken of: those that a
// message names, and those whose lodgings were shown. nil: nothing is compared.
func (a asked) setBeside() []llm.ToolCall {
	s := a.search()
	if of := a.pricedOf(); a.ofPlaces("compare") && len(of) > 1 {
		return call("trip_total", args{"of": of})
	}
	if compares := a.ofPlaces("compare") || a.ofPlaces("town") && (s.cheap || a.ofPlaces("how_much")); !compares || s.date || s.nights > 0 {
		return nil // the lists of each tell
	}
	var towns []string
	for _, m := range a.townsSaid() {
		towns = append(towns, m.Words)
	}
	said := len(towns)
	for _, t := range a.placesShown() {
		switch {
		case t.Kind != lodgingKind || t.Note == "" || said > 1:
		case slices.Contains(towns[:said], t.Note): // one of them is chosen
			return nil
		case len(towns) < compared && !slices.Contains(towns, t.Note):
			towns = append(towns, t.Note)
		}
	}
	if len(towns) < 2 {
		return nil
	}
	return call("trip_total", args{"compare": towns})
}

// supposes reports whether a message only asks what would be: "e se forem 2 noites?".
func (a asked) supposes() bool { return a.says("suppose") || a.says("would") }

// total returns the calls for the costs of the trip. Unless the guest only supposes ("and if we
// stayed a week?") new dates or numbers change the plan too.
func (a asked) total() []llm.ToolCall {
	if calls := a.setBeside(); calls != nil {
		return calls
	}
	in, s := args{}, a.search()
	if some := a.pointed(); a.last == "trip_eat" && len(some) > 0 && s.nights == 0 && !a.ofPlaces("stay") && !a.has("lodging") { // "the cheapest of them, for all of us?"
		return each("choose_place", some, args{"ask": a.text})
	}
	plan, planned := a.planned()
	if planned && a.act == "trip_total" && s.date && plan.lodging == "" { // other days: the lists tell what each comes to
		return a.lists(s, true, false, 0)
	}
	of := a.pricedOf()
	per, payers := a.dividing()
	if payers > 0 { // among whom it is divided, not who comes
		s.people = 0
	}
	own := a.additions()
	if len(own) > 0 { // no limits
		s.night, s.total, s.each, in["added"] = 0, 0, false, own
	}
	if s.night+s.total > 0 { // "300 por noite" is a limit
		per = nil
	}
	open := len(of)+len(plan.Stops)+len(plan.Chosen)+len(per)+a.count("meal")+len(own) == 0 && a.shownOf(lodgingKind)
	if changes := s.people > 0 && !a.supposes(); open && (changes || s.night+s.total > 0 && !a.asks()) {
		return a.lists(s, true, false, 0) // which tells the difference
	}
	in.put("town", a.stopSaid())
	in.put("each", s.each)
	in.put("money", s.foreign)
	in.put("max_total", s.total)
	if in.put("of", of); len(of) > 0 {
		in.put("rooms", a.rooms())
	}
	in.put("per", per)
	in.put("payers", payers)
	in.put("nights", s.nights)
	in.put("people", s.people)
	if s.date {
		in["start_date"] = a.whenWords()
	}
	in.put("change", (s.date || !a.supposes() && s.nights+s.people > 0) && len(of) == 0)
	daily, meals := a.meals()
	in.put("meals_per_day", daily)
	in.put("meals", meals)
	for _, x := range a.pointed() {
		if x["kind"] == restaurantKind && daily+meals > 0 {
			in["eat_at"] = x["place"]
		}
	}
	in.put("summary", a.act == "summary" || a.says("recap"))
	if a.act == "summary" || a.ofPlaces("dine") && daily+meals == 0 {
		_, tables := a.counts(true)
		in.put("eat", cmp.Or(tables, 2))
	}
	return call("trip_total", in)
}

// additions are amounts that the guest counts besides: "+ 65 por noite de garagem", "add 200 for taxis".
func (a asked) additions() (all []args) {
	const reach = 2
	said := spots(a.text)
	for i, w := range said {
		n, ok := understand.Amount(w.word)
		led := a.near(w.from, reach, "adding") || strings.HasSuffix(strings.TrimRight(a.text[:w.from], " R$"), "+")
		if !ok || !led {
			continue
		}
		rest := said[i+1:]
		if len(rest) > 0 && is(rest[0].word, "reais") {
			rest = rest[1:]
		}
		daily := len(rest) > 1 && is(rest[0].word, "per_one") && is(rest[1].word, "night_or_day")
		if daily {
			rest = rest[2:]
		}
		if len(rest) > 1 && is(rest[0].word, "spent_on") {
			one := args{"name": rest[1].word, "amount": n}
			one.put("daily", daily)
			all = append(all, one)
		}
	}
	return all
}

// dividing returns the units by which a sum is to be divided (night, person, adult) and the number of payers: "por noite para
// cada adulto", "rachado em 5".
func (a asked) dividing() (per []string, payers int) {
	adults := a.says("adults")
	if payers = a.shares(); adults && (payers > 0 || a.says("per_one")) {
		payers = a.adults()
	}
	all := spots(a.text)
	for i := range all[min(1, len(all)):] {
		if is(all[i].word, "per_one") && is(all[i+1].word, "per_night") && len(per) == 0 {
			per = append(per, "night")
		}
	}
	if payers > 0 {
		per = append(per, map[bool]string{true: "adult", false: "person"}[adults])
	}
	return per, payers
}

// sortNames are what choose_place calls the ends of a list.
var sortNames = map[string]string{"cheap": "cheapest", "dear": "dearest"}

// pricedOf are the lodgings whose price alone is asked: "o mais barato desses, quanto sai?", "4 nights at the nicest", "las noches en
// ese".
func (a asked) pricedOf() (of []string) {
	for _, in := range a.pointed() {
		if place, _ := in["place"].(string); in["kind"] != restaurantKind {
			of = append(of, place)
		}
	}
	switch {
	case len(of) > 0 || !a.shownOf(lodgingKind):
		return of
	case a.count("nicest") > 0:
		return []string{"dearest"}
	case a.count("that_one") > 0:
		return []string{"that"}
	}
	return nil
}

// rooms returns the number of rooms that a message wants; 0: not said.
func (a asked) rooms() int {
	all := spots(a.at.Message)
	for i := range all[min(1, len(all)):] {
		if n := numeral(all[i].word); n > 0 && is(all[i+1].word, "room") {
			return n
		}
	}
	return 0
}

// meals returns the meals that a sum is to include, for each day ("com jantar todo dia") or in all ("6 noites e 2 jantares"); 0:
// none are mentioned.
func (a asked) meals() (daily, whole int) {
	all := spots(a.text)
	for i, w := range all {
		if !is(w.word, "meal") || i == 0 {
			continue
		}
		n := numeral(all[i-1].word)
		if n == 0 && i > 1 { // "two quick dinners"
			n = numeral(all[i-2].word)
		}
		switch each := i+2 < len(all) && is(all[i+1].word, "per_one") && is(all[i+2].word, "night_or_day"); {
		case n > 0 && each: // "two meals a day"
			return n, 0
		case n > 0:
			return 0, n
		case a.near(w.from, 2, "together_with"):
			return min(a.count("meal"), 3), 0
		}
	}
	return 0, 0
}
