package concierge

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/ui"
)

// planned is what the trip tools have noted that a message is read by.
type planned struct {
	People  int       `json:"people"`
	Assumed []string  `json:"assumed"`
	Offered []string  `json:"offered"` // towns,
	Asked   int       `json:"asked"`   // in this turn
	Was     string    `json:"was"`     // the place before this turn:
	Seen    int       `json:"seen"`
	Last    string    `json:"last"` // the id of the place told of last
	Start   ui.Date   `json:"start"`
	End     ui.Date   `json:"end"`
	Place   townNamed `json:"place"`
	Lists   []struct {
		Spot townNamed `json:"spot"`
		Turn int       `json:"turn"`
	} `json:"lists"`
	Stops []struct{} `json:"stops"`
}

type townNamed struct {
	Name string `json:"name"`
}

// planned returns what was noted of a trip, and whether there is one.
func (a asked) planned() (p planned, ok bool) {
	ok = a.at.Load("trip", &p)
	if p.Seen == len(a.at.Said)+1 { // the tools of this turn have run
		p.Place.Name = p.Was
	}
	if p.Asked != len(a.at.Said) {
		p.Offered = nil
	}
	return p, ok
}

// stay is when the trip is; zero: nobody knows.
func (p planned) stay() (s staydate.Stay) {
	s.Start, _ = time.Parse(time.DateOnly, string(p.Start))
	s.End, _ = time.Parse(time.DateOnly, string(p.End))
	return s
}

func nightsOf(s staydate.Stay) int {
	if s.Start.IsZero() || s.End.IsZero() {
		return 0
	}
	return int(s.End.Sub(s.Start).Hours() / 24)
}

// rivals are the towns whose places were listed last side by side, to be compared: who names none of them next speaks of all. A
// journey to several is none.
func (p planned) rivals() (all []leg) {
	for _, l := range slices.Backward(p.Lists) { // the newest comes first
		known := slices.ContainsFunc(all, func(had leg) bool { return had.place == l.Spot.Name })
		if l.Turn > 0 && l.Turn == p.Lists[0].Turn && !known && len(p.Stops) == 0 {
			all = append(all, leg{place: l.Spot.Name})
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// oneTrip makes one wish of all that a message asks of a trip: its dates may stand in one sentence and its lodging in the next.
func oneTrip(all []asked) []asked {
	first := slices.IndexFunc(all, func(a asked) bool { return a.act == "plan_trip" })
	if first < 0 {
		first = slices.IndexFunc(all, func(a asked) bool { return a.act == "trip_total" })
	}
	if first < 0 {
		return all
	}
	of := func(a asked) bool { return a.act == "plan_trip" || a.act == "trip_total" }
	var texts []string
	var spans []understand.Span
	for _, a := range all {
		if of(a) && !slices.Contains(texts, a.text) {
			texts, spans = append(texts, a.text), append(spans, a.spans...)
		}
	}
	all[first].text, all[first].spans = strings.Join(texts, " "), spans
	at := -1
	return slices.DeleteFunc(all, func(a asked) bool {
		at++
		return at != first && of(a)
	})
}

// trip is what a plan asks for: a list of where to stay, of where to eat, or of both. What is asked of a place that was shown is told
// of it. A change of the plan lists again what was listed last; what neither asks for a list nor changes anything has none.
func (a asked) trip() (all []llm.ToolCall) {
	s := a.asToldBefore(a.search())
	if calls := a.compareTowns(); calls != nil {
		return calls
	}
	if calls := a.ofPlace(s); calls != nil {
		return calls
	}
	_, planned := a.planned()
	eat := s.eat
	stay := s.stay || a.has("amenity") && !eat || planned && eat && s.until && a.shownOf(lodgingKind) // what a stay then costs changes too
	again := a.ofPlaces("list") && a.ofPlaces("anew")
	if !stay && !eat {
		if a.onTrip() && !s.changes() && !s.others && !s.cheap && !again {
			return nil
		}
		eat = a.listedLast() == restaurantKind && s.nights == 0 && !s.date && s.place == "" && s.night+s.total == 0 && (s.people == 0 || !a.shownOf(lodgingKind))
		stay = !eat
		if s.place != "" && a.onTrip() && len(a.legs()) < 2 { // another place instead: what was listed of the last
			eat = a.shownOf(restaurantKind)
		}
	}
	legs := a.legs()
	if plan, _ := a.planned(); len(legs) == 0 && s.place == "" {
		legs = plan.rivals()
		for _, x := range a.placesShown() { // "lá" is where the place is that was told of last
			if len(legs) > 0 && a.saysThere() && x.ID == plan.Last && x.Note != "" {
				s.place, legs = x.Note, nil
			}
		}
	}
	if len(legs) < 2 {
		return a.lists(s, stay, eat, 0)
	}
	for i, l := range legs {
		s.place, s.nights = l.place, cmp.Or(l.nights, s.nights)
		s.date = s.date && (i == 0 || l.nights == 0) // the next stay begins where this one ends
		all = append(all, a.lists(s, stay, eat, compared)...)
	}
	if whole := a.part(a.at.Message); !eat && legs[0].nights == 0 && (whole.ofPlaces("cheap") || whole.notDear() || whole.ofPlaces("compare")) {
		all = append(call("trip_total", args{"compare": []string{legs[0].place, legs[1].place}}), all...) // "which of the two is cheaper?"
	}
	return all
}

// compared is how many of a list are shown beside another list.
const compared = 3

// asToldBefore adds to a search without a place, where nothing is planned yet, the town and the days that earlier messages tell:
// "amanhã vou pra Lages", and then "tem pousada lá?".
func (a asked) asToldBefore(s search) search {
	plan, _ := a.planned()
	town, at := a.townBefore()
	if s.place != "" && !is(s.place, "landscape") || plan.Place.Name != "" || !s.stay && !s.eat || town == "" {
		return s
	}
	s.place = town
	if when := strings.Replace(strings.Join(a.at.Said[at:], ". "), town, "ali", 1); !s.date && s.nights == 0 {
		dates, dated := staydate.Dates(when, a.at.Now)
		s.nights, _ = staydate.Nights(when)
		if s.date = dated && !dates.Start.IsZero(); s.date {
			s.when = when
		}
	}
	return s
}

// lists are the searches of a plan in one place.
func (a asked) lists(s search, stay, eat bool, most int) (all []llm.ToolCall) {
	in := args{}
	if in.put("max", most); stay && eat {
		in["max"] = compared
	}
	in.put("place", s.place)
	in.put("people", s.people)
	if s.cheap {
		in["sort"] = "cheap"
	}
	when := cmp.Or(s.when, a.whenWords())
	if stay {
		in := maps.Clone(in)
		if s.date {
			if s.nights == 0 { // a holiday is a long weekend to who travels
				when = holiday().ReplaceAllString(when, "feriadão")
			}
			in["start_date"] = when
		}
		in.put("nights", s.nights)
		in.put("kind", a.kindsOf(s))
		in.put("wishes", a.wishes())
		in.put("max_per_night", s.night)
		in.put("max_total", s.total)
		in.put("others", s.others && !eat && a.shownOf(lodgingKind))
		in.put("unless_same", a.onTrip() && !eat && most == 0 && !s.others && !a.ofPlaces("anew"))
		all = call("list-accommodations", in)
	}
	if eat {
		in.put("cuisine", s.cuisine)
		if !stay {
			if s.date {
				in["date"] = when
			}
			in.put("wishes", append(a.wishes(), a.all("diet")...))
		}
		in.put("max_per_person", s.person)
		in.put("others", s.others && a.shownOf(restaurantKind))
		all = append(all, call("list-restaurants", in)...)
	}
	return all
}

var holiday = pattern.Of(`(?i)\bferiado\b`)

// kindsOf are the kinds of lodging for a search. Who asks where to stay, and names none, asks for any, unless it is to be as before or
// only others come along.
func (a asked) kindsOf(s search) []string {
	seeks := a.ofPlaces("lodge") || a.asksWhere("stay_verb")
	if s.kinds == "" && seeks && !s.others && !a.ofPlaces("anew") && (s.people == 0 || s.place != "") {
		return []string{"any"}
	}
	return strings.Fields(s.kinds)
}

// compareTowns asks what a night costs in each of the towns that are spoken of: those that a message names, and those whose lodgings
// were shown. nil: nothing is compared.
func (a asked) compareTowns() []llm.ToolCall {
	s := a.search()
	if compares := a.ofPlaces("compare") || a.ofPlaces("town") && (s.cheap || a.ofPlaces("how_much")); !compares || s.date || s.nights > 0 {
		return nil // the lists of each tell
	}
	var towns []string
	for _, m := range a.townsSaid() {
		towns = append(towns, m.Words)
	}
	if len(towns) == 0 {
		for _, t := range a.placesShown() {
			if t.Kind == lodgingKind && t.Note != "" && len(towns) < compared && !slices.Contains(towns, t.Note) {
				towns = append(towns, t.Note)
			}
		}
	}
	if len(towns) < 2 {
		return nil
	}
	return call("trip_total", args{"compare": towns})
}

// total is what the trip costs. Who does not only suppose something changes the plan by it.
func (a asked) total() []llm.ToolCall {
	if calls := a.compareTowns(); calls != nil {
		return calls
	}
	in, s := args{}, a.search()
	plan, planned := a.planned()
	supposes := a.says("suppose") || a.says("would")
	if planned && s.date && !supposes { // other days: the lists tell what each comes to
		return a.lists(s, true, false, 0)
	}
	var of []string
	for _, in := range a.pointed() {
		place, _ := in["place"].(string)
		of = append(of, place)
	}
	payers := a.shares()
	if payers > 0 { // among whom it is divided, not who comes
		s.people = 0
		in["per"] = []string{"person"}
	}
	in.put("of", of)
	in.put("nights", s.nights)
	in.put("people", s.people)
	in.put("change", !supposes && s.nights+s.people > 0 && len(of) == 0)
	in.put("payers", payers)
	in.put("meals_per_day", a.mealsPerDay(cmp.Or(s.nights, nightsOf(plan.stay()))))
	if a.act == "summary" || a.ofPlaces("dine") {
		in["eat"] = 2
	}
	return call("trip_total", in)
}

// mealsPerDay is how many meals of a day a sum is to have: "com jantar todo dia", "6 noites e 6 jantares"; 0: none are spoken of.
func (a asked) mealsPerDay(nights int) int {
	all := spots(a.text)
	for i, w := range all {
		if !is(w.word, "meal") || i == 0 {
			continue
		}
		switch n := numeral(all[i-1].word); {
		case n > 1 && nights > 1:
			return max(1, n/nights)
		case n > 0, a.near(w.from, 2, "together_with"):
			return max(1, n)
		}
	}
	return 0
}
