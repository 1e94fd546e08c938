package concierge

import (
	"cmp"
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

// Kinds of things that were shown.
const (
	lodgingKind    = "lodging"
	restaurantKind = "restaurant"
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

// rivals are the towns whose places were listed last side by side, to be compared: who names none
// of them next speaks of all. A journey to several is none.
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

// onTrip reports whether the house spoke of places to stay or to eat last.
func (a asked) onTrip() bool {
	return a.last == "trip_stay" || a.last == "trip_eat" || a.last == "place"
}

// placesShown are the lodgings and restaurants that numbers count, the newest
// list first.
func (a asked) placesShown() []scene.Thing {
	return slices.DeleteFunc(slices.Clone(a.at.Shown), func(t scene.Thing) bool {
		return t.Number == 0 || t.Kind != lodgingKind && t.Kind != restaurantKind
	})
}

// listedLast is the kind of places of the newest list; empty: there is none.
func (a asked) listedLast() string {
	if a.last == "trip_eat" {
		return restaurantKind
	}
	if all := a.placesShown(); len(all) > 0 && a.last != "trip_stay" {
		return all[0].Kind
	}
	if a.last == "trip_stay" {
		return lodgingKind
	}
	return ""
}

// ofCard reports whether words speak of the house's own card: they name a dish of it, a
// course or the card itself.
func (a asked) ofCard() bool {
	course := func(w string) bool { return courseNamed(w) != "" }
	return slices.ContainsFunc(strings.Fields(words(a.text)), course) || a.says("card") || slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool { return !m.Plain && !m.Kind })
}

// leavesTrip reports whether words go back from a trip to the house: they name its card, a
// dish of it, its own kitchen or this evening, and nowhere to go.
func (a asked) leavesTrip() bool {
	if !a.onTrip() || a.movesDates() {
		return false
	}
	if a.says("card") || a.says("at_ours") {
		return true
	}
	plan, _ := a.planned()
	sure := func(m scene.Mention) bool { return !m.Plain && !m.Kind && len(m.Things) <= mostAsked }
	lodging := func(w string) bool { return lodgings[lang.Stem(w)] != "" && w != "casa" && w != "house" } // a beer is "da casa"
	yonder := slices.ContainsFunc(strings.Fields(words(a.text)), lodging) || len(gazetteer.Read(a.text)) > 0 || a.says("yonder") || (away().MatchString(a.text) || nearby().MatchString(a.text)) && !a.says("yours") || a.hasWord(stayWords) || a.hasWord(stayExactly)
	ours := slices.ContainsFunc(a.mentions(a.text), sure) || !a.hasWord(eatWords) && (a.says("beer") && !a.namesBrewery() || a.says("dessert")) || a.says("tonight") && string(plan.Start) != a.at.Now.Format(time.DateOnly)
	return ours && !yonder
}

// eatsAway reports whether one sentence wishes for food in another town: "where do I have duck in
// Belém?", "what do they eat in Belém?", or "is there duck there?" after its lodgings were listed.
func (a asked) eatsAway() bool {
	dines := a.whereTo(eatsThere) && !a.says("tonight")
	food := dines || a.has("food") || slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool { return !m.Plain })
	unwanted := func(s understand.Span) bool { return s.P != "" && s.P != "want" && s.P != "like" }
	if !food || slices.ContainsFunc(a.spans, unwanted) || len(sentences(a.text)) > 1 || a.says("card") || a.says("at_ours") || a.says("yours") || a.says("beer") || a.has("amenity", "beer_style") || a.search().stay {
		return false
	}
	where := asksWhere().MatchString(a.text)
	lodged := a.onTrip() && !a.shownOf(restaurantKind) // "there" is no restaurant
	if plan, _ := a.planned(); plan.Place.Name != "" && ((where || lodged) && away().MatchString(a.text) || a.onTrip() && nearby().MatchString(a.text)) {
		return true
	}
	return (where || dines || a.isPlan()) && slices.ContainsFunc(gazetteer.Read(a.text), func(m gazetteer.Mention) bool {
		return !m.Guess && !m.Origin && inside().MatchString(a.text[:m.From])
	})
}

// away is "there" of a place, and not of "there is"; nearby is around what was listed; inside is what stands before the town that somebody
// is in; asksWhere is a clause that begins so, and not "that was where we met".
var (
	away      = pattern.Of(`(?i)(?:^|[^\pL])(?:lá|all[áaíi]|ali|por la)(?:[^\pL]|$)|\bthere *(?:[?.!,;]|$)`)
	asksWhere = pattern.Of(`(?i)(?:^|[,;:¿] *|\b(?:e|and|y|sabe[sn]?|know|me|us|diz|diga|dime|saber) )(?:a?onde|where|d[oó]nde)\b`)
	nearby    = pattern.Of(`(?i)\b(?:por (?:perto|ah[ií]|a[ií])|pert(?:o|inho) d[aeo]|(?:por|ah[ií]|muy|m[aá]s) cerca|cerca de|close by|nearby|near (?:it|there|the)|around there)(?:[^\pL]|$)`)
	inside    = pattern.Of(`(?i)\b(?:em|in|en|no|na) +$`)
)

// placeNew is a destination that the whole message names.
func (a asked) placeNew() string {
	for _, m := range gazetteer.Read(a.at.Message) {
		if !m.Guess && !a.part(a.at.Message).comesFrom(m.Words) {
			return m.Words
		}
	}
	return a.destination()
}

// oneTrip makes one wish of all that a message asks of a trip: its dates may stand in
// one sentence and its lodging in the next.
func oneTrip(all []asked) []asked {
	if sum, ok := takenTogether(all); ok {
		return sum
	}
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

// supposes reports whether a message only asks what would be: "e se forem 2 noites?".
func (a asked) supposes() bool {
	text := " " + strings.Join(strings.Fields(lang.Fold(a.text)), " ") + " "
	return slices.ContainsFunc([]string{" e se ", " what if ", " y si ", " would ", " se for", " se foss", " if we ", " si fuer", " si nos "}, func(w string) bool { return strings.Contains(text, w) })
}

// total is what the trip costs. Who does not only suppose something changes the
// plan by it.
func (a asked) total() []llm.ToolCall {
	if calls := a.taken(); calls != nil {
		return calls
	}
	if calls := a.compareTowns(); calls != nil {
		return calls
	}
	if some := a.pointed(); a.last == "trip_eat" && len(some) > 0 && !a.hasWord(stayWords) && !a.has("lodging") { // "the cheapest of them, for all of us?"
		return a.tellOf(some, a.text)
	}
	in, s := args{}, a.search()
	plan, planned := a.planned()
	if planned && a.act == "trip_total" && s.date && !a.supposes() { // other days: the lists tell what each comes to
		return a.lists(s, true, false, 0)
	}
	of := a.pricedOf()
	in.put("of", of)
	if len(of) > 0 {
		in.put("rooms", a.rooms())
	}
	in.put("nights", s.nights)
	per, payers := a.dividing()
	if payers > 0 { // among whom it is divided, not who comes
		s.people = 0
	}
	in.put("people", s.people)
	in.put("change", !a.supposes() && s.nights+s.people > 0 && len(of) == 0)
	in.put("per", per)
	in.put("payers", payers)
	in.put("meals_per_day", a.mealsPerDay(cmp.Or(s.nights, plan.nights())))
	if a.act == "summary" || a.hasWord(eatWords) {
		_, tables := a.counts(true)
		in.put("eat", cmp.Or(tables, 2))
	}
	return call("trip_total", in)
}

// dividing is what a message wants a sum divided by (night, person, adult), and among how
// many people: "por noite para cada adulto", "rachado em 5".
func (a asked) dividing() (per []string, payers int) {
	adults := a.hasWord(adultWords)
	if payers = a.shares(); adults && (payers > 0 || a.hasWord(eachWords)) {
		payers = a.adults()
	}
	all := strings.Fields(words(a.text))
	for i, w := range all {
		if i > 0 && eachWords[all[i-1]] && perWords[lang.Stem(w)] == "night" && len(per) == 0 {
			per = append(per, "night")
		}
	}
	if payers > 0 {
		per = append(per, map[bool]string{true: "adult", false: "person"}[adults])
	}
	return per, payers
}

// pricedOf are the lodgings whose price alone is asked: "o mais barato desses, quanto
// sai?", "4 nights at the nicest", "las noches en ese".
func (a asked) pricedOf() (of []string) {
	for _, in := range a.pointed() {
		place, _ := in["place"].(string)
		of = append(of, place)
	}
	switch {
	case len(of) > 0 || !a.shownOf(lodgingKind):
	case a.asks() && understand.Point(a.text).Sort != "" && a.destination() == "":
		of = []string{map[string]string{"cheap": "cheapest", "dear": "dearest"}[understand.Point(a.text).Sort]}
	case a.countWord(nicestWords) > 0:
		of = []string{"dearest"}
	case a.countWord(thatWords) > 0:
		of = []string{"that"}
	}
	return of
}

// rooms is how many rooms a message wants; 0: not said.
func (a asked) rooms() int {
	all := strings.Fields(words(a.at.Message))
	for i, w := range all[:max(0, len(all)-1)] {
		if n := numeral(w); n > 0 && roomWords[all[i+1]] {
			return n
		}
	}
	return 0
}

// compareTowns asks what a night costs in each of the towns that are spoken of: those
// that a message names, and those whose lodgings were shown. nil: nothing is compared.
func (a asked) compareTowns() []llm.ToolCall {
	if !a.hasWord(compareWords) && !(a.hasWord(townWords) && (a.hasWord(cheapWords) || a.notDear() || a.hasWord(priceWords))) {
		return nil
	}
	if s := a.search(); s.date || s.nights > 0 {
		return nil // the lists of each tell
	}
	var towns []string
	add := func(town string) {
		if town != "" && !slices.ContainsFunc(towns, func(had string) bool { return lang.Fold(had) == lang.Fold(town) }) {
			towns = append(towns, town)
		}
	}
	plan, _ := a.planned()
	said := a.townsSaid(plan)
	for _, m := range said {
		add(m.place)
	}
	ofShown := func(t scene.Thing) bool { return t.Kind == lodgingKind && lang.Fold(t.Note) == lang.Fold(towns[0]) }
	if len(said) == 1 && slices.ContainsFunc(a.placesShown(), ofShown) { // one of them is chosen
		return nil
	}
	if len(towns) < 2 {
		for _, t := range a.placesShown() {
			if t.Kind == lodgingKind && len(towns) < compared {
				add(t.Note)
			}
		}
	}
	if len(towns) < 2 {
		return nil
	}
	return call("trip_total", args{"compare": towns})
}

// trip is what a plan asks for: a list of where to stay, of where to eat, or of
// both. What is asked of a place that was shown is told of it. A change of the plan
// lists again what was listed last; what neither asks for a list nor changes anything
// has none.
func (a asked) trip() (all []llm.ToolCall) {
	s := a.search()
	if calls := a.compareTowns(); calls != nil {
		return calls
	}
	if a.eatsAway() {
		s.eat = true
		for _, m := range a.mentions(a.text) {
			s.cuisine = cmp.Or(s.cuisine, a.text[m.From:m.To])
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
	stay, eat := s.stay, s.eat
	if _, planned := a.planned(); planned && eat && s.until && a.shownOf(lodgingKind) { // what a stay then costs changes too
		stay = true
	}
	if a.has("amenity") && !eat {
		stay = true
	}
	if !stay && !eat {
		if a.onTrip() && (!s.changes() || a.wonders(s)) && !s.others && !s.cheap && !a.more && !(a.hasWord(listWords) && a.hasWord(againWords)) {
			return nil
		}
		eat = a.listedLast() == restaurantKind && s.nights == 0 && !s.date && s.place == "" && s.night+s.total == 0 && (s.people == 0 || !a.shownOf(lodgingKind))
		stay = !eat
		if s.place != "" && a.onTrip() && len(a.legs()) < 2 { // another place instead: what was listed of the last
			eat = a.shownOf(restaurantKind)
		}
	}
	if s.place != "" && stay != eat && a.shownOf(lodgingKind) && a.shownOf(restaurantKind) && a.countWord(seekWords) > 1 { // "onde ficar e onde levar as crianças"
		stay, eat = true, true
	}
	legs := a.legs()
	if plan, _ := a.planned(); len(legs) == 0 && s.place == "" {
		legs = plan.rivals()
		if at, word := a.thereAt(); at >= 0 && len(legs) > 0 && (word != "la" || a.at.Language != lang.Spanish) { // where the place is that was told of last
			for _, x := range a.placesShown() {
				if x.ID == plan.Last && x.Note != "" {
					s.place, legs = x.Note, nil
				}
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
	whole := a.part(a.at.Message)
	if towns := []string{legs[0].place, legs[1].place}; (whole.hasWord(cheapWords) || whole.notDear() || whole.hasWord(compareWords)) && !eat && legs[0].nights == 0 {
		all = append(call("trip_total", args{"compare": towns}), all...) // "which of the two is cheaper?"
	}
	return all
}

// sleepsHere are the calls for a room of this house: words that were read as a trip name a room, or
// sleeping here, and nothing names a place to go to. A room for some days is asked for, any other
// question is of the house. nil: they are of a trip.
func (a asked) sleepsHere() []llm.ToolCall {
	s, whole := a.search(), a.part(a.at.Message)
	plan, _ := a.planned()
	town, _ := a.townBefore()
	here := a.countWord(homeWords) > 0 && (a.hasWord(stayWords) || a.hasWord(stayExactly))
	if s.place+plan.Place.Name+town+a.placeNew() != "" || len(a.kinds()) > 0 || !a.saysRoom() && !here {
		return nil
	}
	if _, day := staydate.Dates(whole.text, a.at.Now); day && whole.saysRoom() {
		return whole.staff("room")
	}
	return call("house_info", args{"topic": bare(a.text)})
}

// asToldBefore adds to a search without a place, where nothing is planned yet, the town and the
// days that earlier messages tell: "amanhã vou pra Lages", and then "tem pousada lá?".
func (a asked) asToldBefore(s search) search {
	plan, _ := a.planned()
	if s.place != "" && !landscapeWords[lang.Stem(s.place)] || plan.Place.Name != "" || !s.stay && !s.eat {
		return s
	}
	town, at := a.townBefore()
	if town == "" {
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

// wonders reports whether a message asks something of a time that it names, and does not
// move the trip to it: "is it crowded there in February?", but "e em março?".
func (a asked) wonders(s search) bool {
	const short = 4
	return s == search{date: true, until: s.until} && strings.Contains(a.text, "?") && len(strings.Fields(a.text)) > short && !a.movesDates() && !a.supposes() && !a.hasWord(priceWords)
}

// compared is how many of a list are shown beside another list.
const compared = 3

// lists are the searches of a plan in one place.
func (a asked) lists(s search, stay, eat bool, most int) (all []llm.ToolCall) {
	beds, tables := a.counts(stay && eat)
	if stay && eat {
		most = compared
	}
	if most > 0 {
		beds, tables = cmp.Or(beds, most), cmp.Or(tables, most)
	}
	if stay {
		in := args{}
		in.put("max", beds)
		in.put("place", s.place)
		if plan, ok := a.planned(); ok && s.nights > 0 && s.place != "" && a.hasWord(nextWords) && len(a.legs()) < 2 {
			in.put("after", plan.Place.Name) // "e depois 2 noites em Gramado"
		}
		in.put("instead_of", a.instead())
		if when := cmp.Or(s.when, a.whenWords()); s.date {
			if s.nights == 0 { // a holiday is a long weekend to who travels
				when = holiday().ReplaceAllString(when, "feriadão")
			}
			in.put("start_date", when)
		}
		in.put("nights", s.nights)
		in.put("people", s.people)
		in.put("kind", a.kindsOf(s))
		in.put("wishes", a.wishes())
		in.put("max_per_night", s.night)
		in.put("max_total", s.total)
		if s.cheap {
			in["sort"] = "cheap"
		}
		in.put("others", (s.others || a.more) && !eat && a.shownOf(lodgingKind))
		in.put("unless_same", a.onTrip() && !eat && most == 0 && !s.others && !a.more && !a.hasWord(againWords))
		all = call("list-accommodations", in)
	}
	if eat {
		in := args{}
		in.put("max", tables)
		in.put("place", s.place)
		if s.date && !stay {
			in.put("date", cmp.Or(s.when, a.whenWords()))
		}
		in.put("people", s.people)
		in.put("cuisine", s.cuisine)
		if !stay {
			in.put("wishes", append(a.wishes(), a.all("diet")...))
		}
		in.put("max_per_person", s.person)
		if s.cheap {
			in["sort"] = "cheap"
		}
		in.put("others", (s.others || a.more) && a.shownOf(restaurantKind))
		all = append(all, call("list-restaurants", in)...)
	}
	return all
}

var holiday = pattern.Of(`(?i)\bferiado\b`)

// kindsOf are the kinds of lodging for a search. Who asks where to stay, and names none,
// asks for any, unless it is to be as before or only others come along.
func (a asked) kindsOf(s search) []string {
	seeks := a.hasWord(stayWords) || a.whereTo(staysThere) || a.hasWord(stayExactly) && (a.hasWord(seekWords) || a.hasWord(optionWords))
	if s.kinds == "" && seeks && !s.others && !a.more && !a.hasWord(againWords) && (s.people == 0 || s.place != "") {
		return []string{"any"}
	}
	return strings.Fields(s.kinds)
}

// counts are how many lodgings and how many restaurants are asked for; 0: as many as
// there are. "Um hotel" is one only beside a number: "um hotel e dois restaurantes".
// "Só duas opções" is of each.
func (a asked) counts(both bool) (beds, tables int) {
	all := strings.Fields(words(a.text))
	each := 0
	for i, w := range all {
		stem, n := lang.Stem(w), 0
		if i > 0 {
			n = numeral(all[i-1])
		}
		switch {
		case n == 0:
		case optionWords[stem] && n > 1:
			each = n
		case lodgings[stem] != "" || stayWords[stem]:
			beds = n
		case eatWords[stem]:
			tables = n
		}
	}
	if beds == 1 && tables < 2 || tables == 1 && beds == 0 || !both && max(beds, tables) == 1 {
		beds, tables = 0, 0
	}
	return cmp.Or(beds, each), cmp.Or(tables, each)
}

// alsoOthers reports whether the search of places that is made once more is of the
// kind that the message names, and adds what else it asks for.
func (a asked) alsoOthers(tool string, in args) bool {
	s := a.search()
	if s.cheap {
		in["sort"] = "cheap"
	}
	return s.stay == s.eat || s.eat == (tool == "list-restaurants")
}

func (a asked) shownOf(kind string) bool {
	return slices.ContainsFunc(a.placesShown(), func(t scene.Thing) bool { return t.Kind == kind })
}
