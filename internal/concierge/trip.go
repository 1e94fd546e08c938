package concierge

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
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
	Stops    []stopPlanned `json:"stops"`
	Chosen   []townNamed   `json:"chosen"`
	MaxTotal float64       `json:"maxTotal"`

	lodging string // the name of that chosen, on a trip to one town
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

// outing is what words say of a trip. A zero field is not said.
type outing struct {
	towns               []string
	nights              []int // in each of them
	when                string
	people, rooms       int
	kinds               []string
	wishes              []string
	cuisine             string
	not                 []string
	night, person, most float64 // limits; -1: none
	each                bool    // the limit is for each person
	money               string  // the limit as it was said, in another currency
	cheap, others       bool
	stay, eat           bool
}

// outing reads words as a wish for a trip.
func (a asked) outing() (s outing) {
	plan, known := a.planned()
	s.towns = a.towns()
	if len(s.towns) == 0 && !known {
		s.towns = a.townBefore()
	}
	text := a.datesIn(s.towns)
	dates, dated := staydate.Dates(text, a.at.Now)
	next, moved := plan.stay().Next(text, a.at.Now)
	numbers := a.has("date") || strings.ContainsAny(text, "0123456789") || !dates.Start.IsZero() && !dates.End.IsZero() && !dates.Vague
	if dated && dates != (staydate.Stay{}) && numbers || known && moved && !next.End.IsZero() {
		s.when = text
	}
	s.nights = a.lengths(text)
	if known && !dated && moved && !next.End.IsZero() { // "um dia depois"
		s.nights = nil
	}
	if !dates.Start.IsZero() && !dates.End.IsZero() && len(s.towns) < 2 { // "3 dias, 4 e 6"
		s.nights = nil
	}
	s.people = a.travellers(plan)
	for i, all := 1, spots(a.text); i < len(all); i++ {
		if n := numeral(all[i-1].word); n > 1 && is(all[i].word, "room") {
			s.rooms = n
		}
	}
	for _, c := range a.clauses() { // "perto do hotel" asks for none
		if kind := kindSaid(c.text, "lodging"); kind != "" && !slices.Contains(s.kinds, kind) && (!c.says("nearby") || c.says("any_of")) {
			s.kinds = append(s.kinds, kind)
		}
	}
	s.wishes = slices.DeleteFunc(a.all("amenity"), func(w string) bool { _, people := staydate.Party(w); return people || says(w, "dine") })
	needs := understand.Needs(a.at.Message)
	for _, sp := range a.spans {
		if slices.ContainsFunc(needs, func(n understand.Need) bool { return strings.Contains(n.What, sp.Text) }) {
			continue
		}
		if (sp.Kind == "cuisine" || sp.Kind == "food") && sp.P == "not" {
			s.not = append(s.not, sp.Text)
		} else if (sp.Kind == "cuisine" || sp.Kind == "food") && (sp.P == "" || sp.P == "want" || sp.P == "like") && s.cuisine == "" {
			s.cuisine = sp.Text
		}
	}
	s.cheap, s.others = a.says("cheap") || a.says("costly") && a.says("none_of"), a.says("others_of")
	s.stay = len(s.kinds) > 0 || a.says("stay", "lodge") || a.asksWhere("stay_verb")
	s.eat = a.says("hungry") || a.says("dine") && !slices.ContainsFunc(a.spans, func(m understand.Span) bool { return m.Kind == "amenity" && says(m.Text, "dine") }) || a.asksWhere("eat_verb") || s.cuisine != "" && !s.stay
	a.limits(&s)
	return s
}

// changes reports whether a wish changes the plan of the trip.
func (s outing) changes() bool {
	return len(s.towns)+len(s.nights)+s.people+s.rooms > 0 || s.when != "" || s.night+s.person+s.most != 0
}

// asksWhere reports whether words ask where to do something: "onde a gente fica".
func (a asked) asksWhere(verbs string) bool {
	all := spots(a.text)
	for i, w := range all {
		if is(w.word, "where") && slices.ContainsFunc(all[i+1:min(len(all), i+6)], func(v spot) bool { return is(v.word, verbs) }) {
			return true
		}
	}
	return false
}

// towns are the destinations that words name, and not where somebody is from or what they rule out. A country or region counts only where no
// town is named.
func (a asked) towns() (all []string) {
	from := func(text string) bool {
		return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
			return s.Kind == "place" && (s.Role != "" || s.Drop || s.P == "not") && strings.Contains(s.Text, text)
		}) || a.inShownName(text) || a.near(strings.Index(a.text, text), 2, "unwanted")
	}
	for _, m := range gazetteer.Read(a.text) {
		if !m.Guess && !m.Origin && !from(m.Words) && !slices.Contains(all, m.Words) {
			all = append(all, m.Words)
		}
	}
	for _, s := range a.spans { // a name that only a map knows
		if len(all) == 0 && s.Kind == "place" && !from(s.Text) && (len(gazetteer.Find(s.Text)) > 0 || s.Text != strings.ToLower(s.Text) && len(a.cut(s.From, s.To).people()) == 0) {
			all = append(all, s.Text)
		}
	}
	if towns := slices.DeleteFunc(slices.Clone(all), wide); len(towns) > 0 {
		return towns
	}
	return all
}

// townBefore is the newest town that an earlier message names, as a list.
func (a asked) townBefore() []string {
	for _, said := range slices.Backward(append(slices.Clone(a.at.Said), a.at.Message)) {
		if all := slices.DeleteFunc(a.read(said).towns(), wide); len(all) > 0 {
			return all[:1]
		}
	}
	for _, w := range spots(a.text) { // "queremos praia"
		if is(w.word, "landscape") {
			return []string{w.word}
		}
	}
	return nil
}

// wide reports whether a name is that of a country or region, "Bahia", which needs a town for a stay.
func wide(name string) bool {
	all := gazetteer.Find(name)
	return len(all) == 1 && len(all[0].Towns()) > 0
}

// datesIn is the text without words that a reader of dates would take for one: the destination (Natal is Christmas, too), amounts and people.
func (a asked) datesIn(towns []string) string {
	text := a.text
	for _, s := range a.spans {
		if s.Kind == "money" || s.Kind == "people" && !strings.Contains(s.Text, "noite") {
			text = text[:s.From] + strings.Repeat(" ", s.To-s.From) + text[s.To:]
		}
	}
	for _, t := range towns {
		text = strings.Replace(text, t, "ali", 1)
	}
	return text
}

// lengths are the numbers of nights that words say, in their order.
func (a asked) lengths(text string) (all []int) {
	said := spots(text)
	for i, w := range said {
		if i+1 < len(said) && numeral(w.word) > 0 {
			if n, ok := staydate.Nights(w.word + " " + said[i+1].word); ok {
				all = append(all, n)
			} else if len(all) > 0 && is(said[i+1].word, "per_place") { // "3 nights in Natal and 2 in Recife"
				all = append(all, numeral(w.word))
			}
		}
	}
	if n, ok := staydate.Nights(text); ok && len(all) == 0 {
		all = []int{n}
	}
	return all
}

// travellers is the number of people that words say; 0: not said. Some of them are not all: "um de nós é vegano".
func (a asked) travellers(plan planned) int {
	known := plan.People
	if slices.Contains(plan.Assumed, "people") {
		known = 0
	}
	n, ok := staydate.PartyAfter(known, a.text)
	if some := n < known && (a.has("diet") || len(understand.Needs(a.text)) > 0 || comers(known, a.text) == 0); !ok || some {
		return 0
	}
	return n
}

// alone matches words that make the party one person. "Minha tia" only mentions somebody.
var alone = pattern.Of(` (?:sozinh[oa]|sol[oa]|alone|myself|(?:so|solo|just|only) (?:eu|yo|me|one)|(?:1|uma|one|una) (?:pessoa|person|persona|adulto|adult)|(?:for|para|pra) (?:1|one|um|uno)|menos|less|without|sem|sin) `)

// limits reads the amounts that may be spent: "300 por noite", "até 80 por pessoa", of a meal where words look for one.
func (a asked) limits(s *outing) {
	plan, _ := a.planned()
	beds := s.stay || !s.eat && a.last != "trip_eat"
	for _, m := range a.spans {
		n, ok := understand.Amount(m.Text)
		if m.Kind != "money" || !ok || m.Drop || n < leastSum {
			continue
		}
		said := a.text[m.From:]
		if end := strings.IndexAny(said, ".;!?"); end >= m.To-m.From {
			said = said[:end]
		}
		night, person, all := says(said, "per_night"), m.Per == "person" || m.Per == "item" || says(said, "per_person"), m.Per == "all" || says(said, "per_all")
		if says(said, "other_money") || strings.ContainsAny(m.Text, "€£") {
			s.money = strings.TrimSpace(m.Text)
		}
		switch {
		case (night || m.Per == "night") && beds:
			s.night, s.each = n, person && m.Per != "item"
		case person && beds && plan.Place.Name != "":
			s.most, s.each = n, true
		case person || !all && !beds:
			s.person = n
		case all && beds:
			s.most = n
		case beds:
			s.night = n
		default:
			s.person = n / float64(max(1, s.people, plan.People))
		}
	}
	if a.says("limitless") {
		s.night, s.person = -1, -1
	}
}

// trip are the calls for a message about a trip: lists of lodgings, of restaurants or of both; an answer about a place that was shown; or
// what the stay that is chosen comes to where only its days or people change.
func (a asked) trip() (all []llm.ToolCall) {
	s := a.outing()
	plan, known := a.planned()
	if calls := a.compareTowns(s); calls != nil {
		return calls
	}
	if calls := a.aboutPlace(s); calls != nil {
		return calls
	}
	looks := s.stay || s.eat || s.others || s.cheap || len(s.wishes) > 0
	if plan.lodging != "" && !looks && (s.when != "" || len(s.nights)+s.people > 0) && (len(s.towns) == 0 || s.towns[0] == plan.Place.Name) || a.also("trip_total") && !looks && known && len(s.towns) == 0 {
		return a.total()
	}
	if !s.stay && !s.eat {
		if known && !s.changes() && !s.others && !s.cheap && len(s.wishes) == 0 && !a.says("anew") {
			return nil
		}
		s.eat = a.last == "trip_eat" && s.when == "" && len(s.nights)+len(s.towns) == 0 && s.night+s.most == 0 && s.people == 0
		s.stay = !s.eat
	}
	if s.cuisine == "" && s.eat {
		if all := a.mentions(a.text); len(all) > 0 && all[0].Plain {
			s.cuisine = a.text[all[0].From:all[0].To]
		}
	}
	towns := s.towns
	for i, t := range append(towns, "")[:max(1, len(towns))] {
		one := s
		if one.towns = []string{t}; len(s.nights) == len(towns) && i > 0 {
			one.when = "" // the next stay begins where this one ends
		}
		nights := 0
		if len(s.nights) > 0 {
			nights = s.nights[min(i, len(s.nights)-1)]
		}
		all = append(all, a.lists(one, nights, len(towns) > 1)...)
	}
	return all
}

// lists are the searches of one town.
func (a asked) lists(s outing, nights int, several bool) (all []llm.ToolCall) {
	in, most := args{}, 0
	if several || s.stay && s.eat {
		most = compared
	}
	in.put("place", append(s.towns, "")[0])
	in.put("people", s.people)
	if s.cheap {
		in["sort"] = "cheap"
	}
	if s.stay {
		stay := args{}
		for k, v := range in {
			stay[k] = v
		}
		plan, known := a.planned()
		if known && nights > 0 && in["place"] != nil && a.says("afterwards") && !several {
			stay.put("after", plan.Place.Name)
		}
		stay.put("max", most)
		stay.put("start_date", s.when)
		stay.put("nights", nights)
		stay.put("rooms", s.rooms)
		stay.put("kind", s.kinds)
		if len(s.kinds) == 0 && a.says("lodge") && !s.others && !a.says("anew") && (s.people == 0 || in["place"] != nil) {
			stay["kind"] = []string{"any"}
		}
		stay.put("wishes", s.wishes)
		stay.put("each", s.each)
		stay.put("money", s.money)
		stay.put("max_per_night", s.night)
		stay.put("max_total", s.most)
		stay.put("others", s.others && !s.eat)
		all = call("list-accommodations", stay)
	}
	if s.eat {
		in.put("max", most)
		in.put("cuisine", s.cuisine)
		in.put("not", s.not)
		if !s.stay {
			in.put("date", s.when)
			in.put("wishes", append(s.wishes, a.all("diet")...))
		}
		in.put("max_per_person", s.person)
		in.put("others", s.others && a.last == "trip_eat")
		all = append(all, call("list-restaurants", in)...)
	}
	return all
}

// compareTowns are the lodgings of each of the towns that are spoken of, the cheapest first, or nil.
func (a asked) compareTowns(s outing) (all []llm.ToolCall) {
	towns := s.towns
	if !a.says("compare") || s.when != "" || len(s.nights) > 0 {
		return nil
	}
	for _, t := range a.listed(lodgingKind) {
		if t.Note != "" && len(towns) < compared && !slices.Contains(towns, t.Note) {
			towns = append(towns, t.Note)
		}
	}
	if of, _ := a.placesMeant(); len(of) > 1 {
		return each(of, args{"ask": a.text})
	}
	for _, t := range towns {
		if len(towns) > 1 {
			s.towns, s.stay, s.cheap = []string{t}, true, true
			all = append(all, a.lists(s, 0, true)...)
		}
	}
	return all
}

// aboutPlace is the call for places that were shown: an answer to what is asked of them, or their choice. nil: words speak of none.
func (a asked) aboutPlace(s outing) []llm.ToolCall {
	of, spoken := a.placesMeant()
	list := a.listed(lodgingKind, restaurantKind)
	if len(list) == 0 || len(s.towns) > 0 || s.people > 0 || s.night+s.person+s.most != 0 || s.others {
		return nil
	}
	plain, asks := !s.changes() && !s.stay && !s.eat, a.asks() || a.says("reach", "speak")
	switch seeks := a.says("dine") && a.says("find", "nearby") && a.placeKind(list) != restaurantKind; {
	case seeks: // "onde jantar perto do primeiro?"
		return nil
	case len(of) > 0 && asks:
		return each(of, args{"ask": a.text})
	case len(of) > 0:
		return a.pick()
	case plain && (a.last == "place" || spoken) && asks, plain && len(s.wishes) > 0 && a.asks() && !s.cheap:
		return call("choose_place", args{"place": "", "ask": a.text})
	}
	return nil
}

// each are the calls of choose_place for several places.
func each(of []args, with args) (all []llm.ToolCall) {
	for _, in := range of[:min(len(of), compared)] {
		maps.Copy(in, with)
		all = append(all, call("choose_place", in)...)
	}
	return all
}

// pick is the choice of places that were shown: by number, name, or as the cheapest. Without one it is the one spoken of.
func (a asked) pick() []llm.ToolCall {
	plan, _ := a.planned()
	if n := choice.Ordinal(lang.Fold(a.text)); n > 0 && n <= len(plan.Offered) { // the house has just asked which town it shall be
		return call("list-accommodations", args{"place": plan.Offered[n-1]})
	}
	drop := a.says("unwanted") || slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Drop })
	with := args{}
	with.put("drop", drop)
	with.put("sum", !drop && a.also("trip_total"))
	with.put("date", strings.Join(a.all("date"), " "))
	if of, _ := a.placesMeant(); len(of) > 0 {
		return each(of, with)
	}
	with["place"] = ""
	with.put("kind", kindSaid(a.text, "lodging"))
	if len(a.listed(lodgingKind, restaurantKind)) == 0 && plan.lodging == "" {
		return nil
	}
	return call("choose_place", with)
}

// choose is what is done with a choice among places, or with words that were taken for one.
func (a asked) choose() []llm.ToolCall {
	s := a.outing()
	of, spoken := a.placesMeant()
	plan, _ := a.planned()
	switch {
	case plan.lodging != "" && a.says("go_no_more", "scrap", "erase") && !s.changes() && !a.asks():
		return call("choose_place", args{"place": plan.lodging, "drop": true})
	case len(of) == 0 && !spoken && (len(s.towns)+len(s.kinds)+len(s.nights)+s.people > 0 || s.when != ""):
		return a.trip()
	case (a.asks() || a.says("speak")) && !a.says("keep_it", "want"):
		if calls := a.aboutPlace(s); calls != nil {
			return calls
		}
		return a.total()
	}
	return a.pick()
}

// total are the calls for the costs of the trip. Unless words only suppose ("and if we stayed a week?") new dates or numbers change the plan.
func (a asked) total() []llm.ToolCall {
	s := a.outing()
	plan, known := a.planned()
	if calls := a.compareTowns(s); calls != nil {
		return calls
	}
	meant, _ := a.placesMeant()
	if len(meant) > 0 && (a.last == "trip_eat" && !a.says("stay") || !s.changes()) {
		return each(meant, args{"ask": a.text})
	}
	would := a.says("suppose", "would")
	payers := a.shares()
	if payers > 0 { // among whom it is divided, not who comes
		s.people = 0
	}
	if known && plan.lodging == "" && len(meant)+payers == 0 && !would && (s.when != "" || s.people > 0 || s.night+s.most > 0) {
		s.stay = true
		return a.lists(s, append(s.nights, 0)[0], false) // other days: the lists tell what each comes to
	}
	in := args{}
	added := a.additions()
	in.put("added", added)
	if len(added) == 0 {
		in.put("max_total", s.most)
		in.put("each", s.each)
	}
	in.put("nights", append(s.nights, 0)[0])
	in.put("people", s.people)
	in.put("start_date", s.when)
	in.put("change", (s.when != "" || !would && len(s.nights)+s.people > 0) && len(meant) == 0)
	if payers > 0 {
		in["payers"], in["per"] = payers, []string{"person"}
	} else if a.says("per_one") && a.says("per_night") {
		in["per"] = []string{"night"}
	}
	daily, meals := a.meals()
	in.put("meals_per_day", daily)
	in.put("meals", meals)
	return call("trip_total", in)
}

// additions are amounts that the guest counts besides: "mais 65 por noite de garagem", "add 200 for taxis".
func (a asked) additions() (all []args) {
	said := spots(a.text)
	for i, w := range said {
		n, ok := understand.Amount(w.word)
		if !ok || n < leastSum || !a.near(w.from, 3, "adding") && !strings.HasSuffix(strings.TrimRight(a.text[:w.from], " R$"), "+") {
			continue
		}
		rest := said[i+1:]
		daily := slices.ContainsFunc(rest[:min(len(rest), 6)], func(x spot) bool { return is(x.word, "night_or_day") })
		for k, x := range rest[:min(len(rest), 6)] {
			if is(x.word, "spent_on") && k+1 < len(rest) && !isAny(rest[k+1].word, "night_or_day", "per_one") {
				one := args{"name": rest[k+1].word, "amount": n}
				one.put("daily", daily)
				all = append(all, one)
				break
			}
		}
	}
	return all
}

// meals are the meals that a sum is to include, for each day ("com jantar todo dia") or in all ("2 jantares"); 0: none are mentioned.
func (a asked) meals() (daily, whole int) {
	all := spots(a.text)
	for i, w := range all {
		if !is(w.word, "meal") || i == 0 {
			continue
		}
		n := numeral(all[i-1].word)
		each := slices.ContainsFunc(all[i+1:min(len(all), i+4)], func(x spot) bool { return is(x.word, "night_or_day") })
		switch {
		case n > 0 && each:
			return n, 0
		case n > 0:
			return 0, n
		case a.near(w.from, 2, "together_with") || each:
			return 1, 0
		}
	}
	return 0, 0
}
