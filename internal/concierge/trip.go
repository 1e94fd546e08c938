package concierge

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
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
	Stops    []stopPlanned `json:"stops"`
	Chosen   []townNamed   `json:"chosen"`
	MaxTotal float64       `json:"maxTotal"`

	lodging string // the name of that chosen, on a trip to one town
}

// at is the plan with the dates of one of its towns.
func (p planned) at(town string) planned {
	for _, s := range p.Stops {
		if s.Spot.Name == town {
			p.Start, p.End = s.Start, s.End
		}
	}
	return p
}

type stopPlanned struct {
	Spot  townNamed `json:"spot"`
	Start ui.Date   `json:"start"`
	End   ui.Date   `json:"end"`
}

type townNamed struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // of a lodging
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
	for _, c := range p.Chosen {
		if c.Kind != "" && len(p.Stops) == 0 {
			p.lodging = c.Name
		}
	}
	return p, ok
}

// told is the trip in a line for a model: where and when, who goes, what was chosen and what it may cost.
func (p planned) told() (line string) {
	for _, x := range append(p.Stops, stopPlanned{p.Place, p.Start, p.End}) {
		line += fmt.Sprintf("%s %s to %s; ", x.Spot.Name, x.Start, x.End)
	}
	line += fmt.Sprintf("%d people", p.People)
	for _, c := range p.Chosen {
		line += "; chosen " + c.Name
	}
	if p.MaxTotal > 0 {
		line += fmt.Sprintf("; at most %.2f in all", p.MaxTotal)
	}
	if len(p.Assumed) > 0 {
		line += "; only assumed: " + strings.Join(p.Assumed, ", ")
	}
	return line
}

// stay is when the trip is; zero: nobody knows.
func (p planned) stay() (s staydate.Stay) {
	s.Start, _ = time.Parse(time.DateOnly, string(p.Start))
	s.End, _ = time.Parse(time.DateOnly, string(p.End))
	return s
}

// movesDates reports whether a message names no day of its own and yet, read after the plan, other dates: "push it back two days".
func (a asked) movesDates() bool {
	plan, _ := a.planned()
	_, dated := staydate.Dates(a.whenWords(), a.at.Now)
	next, moves := plan.stay().Next(a.whenWords(), a.at.Now)
	return !dated && moves && !next.End.IsZero() && !plan.stay().End.IsZero()
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
	of := func(a asked) bool {
		return a.act == "plan_trip" || a.act == "trip_total" || all[first].act == "trip_total" && a.act == "choose" && a.onlyPriced()
	}
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

// onlyPriced reports whether a choice is none, but what is to be priced: "e o segundo, quanto dá?".
func (a asked) onlyPriced() bool {
	return a.onTrip() && !a.settles() && len(a.pricedOf()) == 1 && a.part(a.at.Message).asks() && !a.has("amenity")
}

// settles reports whether words choose a place by themselves, whatever is asked beside them: "o segundo. quanto dá?", "quero o segundo,
// quanto dá?".
func (a asked) settles() bool {
	return a.says("want") || a.says("keep_it") || strings.HasSuffix(a.text, ".")
}

// eatsAway reports whether one sentence wishes for food in another town: "where do I have duck in Belém?", "what do they eat in
// Belém?", or "is there duck there?" after its lodgings were listed.
func (a asked) eatsAway() bool {
	dines := a.asksWhere("eat_verb") && !a.says("tonight") || a.says("hungry")
	food := dines || a.has("food") || slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool { return !m.Plain })
	unwanted := func(s understand.Span) bool { return s.P != "" && s.P != "want" && s.P != "like" }
	ours := a.says("card") || a.says("at_ours") || a.says("yours") || a.says("beer") || a.has("amenity", "beer_style")
	if !food || ours || !dines && slices.ContainsFunc(a.spans, unwanted) || len(sentences(a.text)) > 1 || a.search().stay {
		return false
	}
	plan, _ := a.planned()
	where := asksPlace().MatchString(a.text)
	lodged := a.onTrip() && !a.shownOf(restaurantKind) // "there" is no restaurant
	if plan.Place.Name != "" && ((where || lodged) && away().MatchString(a.text) || a.onTrip() && nearby().MatchString(a.text)) {
		return true
	}
	return (where || dines || a.isPlan()) && slices.ContainsFunc(gazetteer.Read(a.text), func(m gazetteer.Mention) bool {
		return !m.Guess && !m.Origin && inside().MatchString(a.text[:m.From])
	})
}

// ofHouse reports whether words name what only the house has: its card, a course or drink of it, a table.
func (a asked) ofHouse() bool {
	course := func(w spot) bool { return courseNamed(w.word) != "" }
	return a.says("card") || a.says("at_ours") || a.says("yours") || a.says("book") || a.says("table_of") || slices.ContainsFunc(a.spans, wanted) || slices.ContainsFunc(spots(a.text), course)
}

// nearby is around what was listed; besideWhat is with it what a place is to be near to, "junto do hotel"; inside is what stands before the town that somebody is in; asksPlace is a clause that begins so,
// and not "that was where we met".
var (
	asksPlace  = pattern.Of(`(?i)(?:^|[,;:¿] *|\b(?:e|and|y|sabe[sn]?|know|me|us|diz|diga|dime|saber) )(?:a?onde|where|d[oó]nde)\b`)
	nearby     = pattern.Of(`(?i)\b(?:por (?:perto|ah[ií]|a[ií])|pert(?:o|inho) d[aeo]|(?:por|ah[ií]|muy|m[aá]s) cerca|cerca de|close by|nearby|near (?:it|there|the)|around there)(?:[^\pL]|$)`)
	beside     = pattern.Of(`(?i)\b(?:pert(?:o|inho) d[aeo]|cerca del?|close to|near) `)
	besideWhat = pattern.Of(`(?i)\b(?:pert(?:o|inho) d[aeo]|cerca del?|close to|near) [^,.;:!?]*`)
	inside     = pattern.Of(`(?i)\b(?:em|in|en|no|na) +$`)
)

// isPlan reports whether a message names the place that is planned for.
func (a asked) isPlan() bool {
	plan, ok := a.planned()
	return ok && a.destination() != "" && lang.Fold(a.destination()) == lang.Fold(plan.Place.Name)
}

// trip returns the calls for a message about a trip: a list of lodging, a list of restaurants, or both. A question about a shown
// place is answered about that place. A change of the plan ("two days more") repeats the last list; any other message gets none.
func (a asked) trip() (all []llm.ToolCall) {
	s := a.search()
	if calls := a.setBeside(); calls != nil {
		return calls
	}
	plan, _ := a.planned()
	again := len(plan.Stops) > 0 && s.place == a.stopSaid() && (s.total > 0 || a.also("trip_total"))
	again = again || a.changesStay(s) || len(a.additions()) > 0 && a.shownOf(lodgingKind)
	if _, meals := a.meals(); again || meals > 0 && (s.stay || a.also("trip_total")) && !s.changes() && a.shownOf(lodgingKind) { // "soma a hospedagem e 5 refeições"
		return a.total()
	}
	if a.eatsAway() {
		s.eat = true
		for _, m := range a.mentions(a.text) {
			if food := a.text[m.From:m.To]; !a.barred(food) && !a.part(food).says("dine") { // but "a cheap lunch" is of any kitchen
				s.cuisine = cmp.Or(s.cuisine, food)
			}
		}
	} else if calls := a.ofPlace(s); calls != nil {
		return calls
	}
	if s.place != "" && a.nearTo(s.place) && !s.stay && !s.eat && len(gazetteer.Find(s.place)) > 0 && len(a.legs()) < 2 { // "somewhere near Natal", but a hotel near it is there
		in := args{"place": "near " + s.place}
		in.put("instead_of", a.instead())
		return call("list-accommodations", in)
	}
	s = a.asToldBefore(s)
	stay, eat, ok := a.listsWanted(s)
	if !ok {
		return nil
	}
	legs := a.legs()
	if len(legs) == 0 && s.place == "" {
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

// changesStay reports whether a message gives the stay that is chosen other days, nights or people, and looks for nothing else: "chegamos
// um dia depois", "somos 3 agora".
func (a asked) changesStay(s placeSearch) bool {
	plan, _ := a.planned()
	looks := s.eat || s.others || s.cheap || s.kinds != "" || s.rooms > 0 || s.night+s.person+s.total != 0 || a.has("amenity", "lodging") || a.ofPlaces("lodge") || a.asksWhere("stay_verb")
	return plan.lodging != "" && (s.date || s.nights+s.people > 0) && (s.place == "" || a.isPlan()) && !looks && !a.wonders(s)
}

// callsOff reports whether a message gives up the stay that is chosen: "cancela tudo", "forget the trip", "não vamos mais".
func (a asked) callsOff() bool {
	plan, _ := a.planned()
	alone := slices.ContainsFunc(clauses(a.text), func(c string) bool { return len(spots(c)) < shortOrder && a.part(c).says("go_no_more") }) // and not "não vamos mais de carro"
	whole := a.says("trip") || a.says("whole_trip") && !a.says("erase")                                                                      // "forget it all" is of what the house knows
	drops := (a.says("scrap") || a.says("erase") || a.says("unwanted")) && (whole || a.refused(plan.Place.Name))
	return a.onTrip() && plan.lodging != "" && (drops || alone) && !a.search().changes() && len(a.pointed()) == 0 && !strings.Contains(a.text, "?")
}

// needsBehindList reports whether a need is told behind a list of restaurants, and no place of the list is named, which may have the need in its name.
func (a asked) needsBehindList() bool {
	return a.last == "trip_eat" && a.tellsNeed(a.text) && scene.Unnamed(a.text, a.at.Shown) == a.text
}

// listsWanted are the lists that a message asks for; not ok: it neither asks for one nor changes the plan.
func (a asked) listsWanted(s placeSearch) (stay, eat, ok bool) {
	_, planned := a.planned()
	stay, eat = s.stay || a.has("amenity") && !s.eat || planned && s.eat && s.until && a.shownOf(lodgingKind), s.eat // what a stay then costs changes too
	if !stay && !eat {
		again := a.ofPlaces("list") && a.ofPlaces("anew")
		if a.onTrip() && (!s.changes() || a.wonders(s)) && !s.others && !s.cheap && !again {
			return false, false, false
		}
		eat = a.listedLast() == restaurantKind && s.nights == 0 && !s.date && s.place == "" && s.night+s.total == 0 && (s.people == 0 || !a.shownOf(lodgingKind))
		stay = !eat
		if s.place != "" && a.onTrip() && len(a.legs()) < 2 { // another place instead: what was listed of the last
			eat = a.shownOf(restaurantKind)
			stay = a.shownOf(lodgingKind) || !eat
		}
	}
	return stay, eat, true
}

// wonders reports whether a message asks something of a time that it names, and does not move the trip to it: "is it crowded there in
// February?", but "e em março?".
func (a asked) wonders(s placeSearch) bool {
	const short = 4
	only := s == placeSearch{date: true, until: s.until}
	return only && strings.Contains(a.text, "?") && len(strings.Fields(a.text)) > short && !a.movesDates() && !a.supposes() && !a.ofPlaces("how_much")
}

// sleepsHere are the calls for a room of this house: words that were read as a trip name a room, or sleeping here, and nothing names a
// place to go to. A room for some days is asked for, any other question is of the house. nil: they are of a trip.
func (a asked) sleepsHere() []llm.ToolCall {
	s, whole := a.search(), a.part(a.at.Message)
	plan, _ := a.planned()
	town := a.townBefore()
	here := a.says("home") && a.ofPlaces("stay")
	if s.place+plan.Place.Name+town+a.placeNew() != "" || len(a.kinds()) > 0 || !a.saysJust("room") && !here {
		return nil
	}
	if _, day := staydate.Dates(whole.text, a.at.Now); day && whole.saysJust("room") {
		return whole.staff("room")
	}
	return call("house_info", args{"topic": bare(a.text)})
}

// compared is how many of a list are shown beside another list.
const compared = 3

// asToldBefore adds to a search without a place, where nothing is planned yet, the town that earlier messages tell: "amanhã vou pra
// Lages", and then "tem pousada lá?". Their days the planner recalls.
func (a asked) asToldBefore(s placeSearch) placeSearch {
	plan, _ := a.planned()
	town := a.townBefore()
	if (s.place == "" || is(s.place, "landscape")) && plan.Place.Name == "" && (s.stay || s.eat) && town != "" {
		s.place = town
	}
	return s
}

// lists are the searches of a plan in one place.
func (a asked) lists(s placeSearch, stay, eat bool, most int) (all []llm.ToolCall) {
	in, when := args{}, a.whenWords()
	beds, tables := a.counts(stay && eat)
	if stay && eat {
		most = compared
	}
	in.put("place", s.place)
	in.put("people", s.people)
	if s.cheap || !stay && s.people > 0 && a.part(a.at.Message).says("how_much") { // "e quanto sai pra 4?"
		in["sort"] = "cheap"
	}
	if stay {
		in := maps.Clone(in)
		in.put("max", cmp.Or(beds, most))
		if plan, ok := a.planned(); ok && s.nights > 0 && s.place != "" && a.ofPlaces("afterwards") && len(a.legs()) < 2 {
			in.put("after", plan.Place.Name) // "e depois 2 noites em Gramado"
		}
		in.put("instead_of", a.instead())
		if s.date {
			if s.nights == 0 { // a holiday is a long weekend to who travels
				when = holiday().ReplaceAllString(when, "feriadão")
			}
			in["start_date"] = when
		}
		in.put("nights", s.nights)
		in.put("rooms", s.rooms)
		in.put("kind", a.kindsOf(s))
		in.put("wishes", a.wishes())
		in.put("each", s.each)
		in.put("money", s.foreign)
		in.put("max_per_night", s.night)
		in.put("max_total", s.total)
		in.put("others", s.others && !eat && a.shownOf(lodgingKind))
		in.put("unless_same", a.onTrip() && !eat && most == 0 && !s.others && !a.ofPlaces("anew"))
		all = call("list-accommodations", in)
	}
	if eat {
		in.put("max", cmp.Or(tables, most))
		in.put("cuisine", s.cuisine)
		in.put("not", a.kitchensOff())
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

// counts are how many lodgings and how many restaurants are asked for; 0: as many as there are. "Um hotel" is one only beside a
// number: "um hotel e dois restaurantes". "Só duas opções" is of each.
func (a asked) counts(both bool) (beds, tables int) {
	all, each := spots(a.text), 0
	for i, w := range all[min(1, len(all)):] {
		switch n := numeral(all[i].word); {
		case n == 0:
		case is(w.word, "place_option") && n > 1:
			each = n
		case kindOf("lodging", w.word) != "" || is(w.word, "lodge"):
			beds = n
		case is(w.word, "dine"):
			tables = n
		}
	}
	if beds == 1 && tables < 2 || tables == 1 && beds == 0 || !both && max(beds, tables) == 1 {
		beds, tables = 0, 0
	}
	return cmp.Or(beds, each), cmp.Or(tables, each)
}

var holiday = pattern.Of(`(?i)\bferiado\b`)

// kindsOf are the kinds of lodging for a search. Who asks where to stay, and names none, asks for any, unless it is to be as before or
// only others come along.
func (a asked) kindsOf(s placeSearch) []string {
	seeks := a.ofPlaces("lodge") || a.asksWhere("stay_verb")
	if s.kinds == "" && seeks && !s.others && !a.ofPlaces("anew") && (s.people == 0 || s.place != "") {
		return []string{"any"}
	}
	return strings.Fields(s.kinds)
}
