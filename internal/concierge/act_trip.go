package concierge

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/internal/staydate"
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

// planned is what the trip tools have noted that a message is read by.
type planned struct {
	People  int      `json:"people"`
	Assumed []string `json:"assumed"`
}

// planned returns what was noted of a trip, and whether there is one.
func (a asked) planned() (p planned, ok bool) {
	ok = a.at.Load("trip", &p)
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

// onTrips puts right what acts mean while places of a trip are spoken of: what is
// asked of no dish is asked of a place, and a change of the plan whose price is asked
// ("e se forem só 2 noites?") only of its price.
func onTrips(all []asked) []asked {
	acts := func(names ...string) bool {
		return slices.ContainsFunc(all, func(a asked) bool { return slices.Contains(names, a.act) })
	}
	for i, a := range all {
		_, plan := a.planned()
		food := a.has("food", "drink", "diet", "taste", "beer_style")
		switch {
		case a.act == "plan_trip" && a.ofHouse() && a.has("cuisine", "food"): // "aí com vocês tem comida mineira?"
			all[i].act = "find_dishes"
		case a.act == "plan_trip" && a.notes() && a.destination() == "":
			all[i].act = "tell"
		case !plan || !a.onTrip():
		case a.act == "repeat" && a.has("ref") && a.asks():
			all[i].act = "plan_trip"
		case a.hasWord(booking) && a.hasWord(tableOf) && a.listedLast() != restaurantKind && len(a.pointed()) == 0: // a table of this house
			all[i].act = "ask_staff"
		case a.hasWord(booking) && !slices.Contains([]string{"tell", "no", "thanks", "find_breweries"}, a.act) && a.destination() == "":
			all[i].act = "book_place"
		case a.act == "order" && !food:
			all[i].act = "choose"
		case a.act == "trip_total" && a.search().changes() && !a.hasWord(priceWords) && !a.supposes(),
			(a.act == "more" || a.act == "other") && !a.search().plain(),
			a.act == "about_dish" && !food, a.act == "find_dishes" && !food, a.act == "house_info" && a.has("ref", "amenity"):
			all[i].act, all[i].more = "plan_trip", a.act == "more"
		}
	}
	for i, a := range all {
		_, plan := a.planned()
		switch {
		case (a.act == "find_dishes" || a.act == "show_card") && acts("plan_trip") && a.placeNew() != "" && len(a.courses()) == 0 && !a.has("food", "drink", "diet", "taste", "beer_style"),
			a.act == "show_card" && a.onTrip() && acts("more", "other", "plan_trip"),
			a.act == "other" && acts("more"),
			(a.act == "ask_staff" && !a.hasWord(tableOf) || a.act == "house_info" || a.act == "find_dishes") && a.onTrip() && acts("plan_trip", "choose", "trip_total"),
			a.act == "plan_trip" && acts("trip_total") && plan && a.onTrip() && a.placeNew() == "",
			a.act == "plan_trip" && acts("book_place"),
			a.act == "plan_trip" && acts("choose") && (a.search().empty() || a.ofPlace(a.search()) != nil):
			all[i].act = ""
		}
		if slices.ContainsFunc(all[:i], func(b asked) bool { return b.act == a.act && b.text == a.text }) {
			all[i].act = ""
		}
	}
	return oneTrip(slices.DeleteFunc(all, func(a asked) bool { return a.act == "" }))
}

// ofHouse reports whether words speak of the house itself: "aí com vocês".
func (a asked) ofHouse() bool {
	return a.destination() == "" && slices.ContainsFunc(asides(a.at.Message), func(x aside) bool { return x.subject == "here" })
}

// notes reports whether words only bid the house to keep something in mind: "anota que
// prefiro o centro".
func (a asked) notes() bool {
	all := strings.Fields(words(a.text))
	return len(all) > 2 && (noteWords[all[0]] || noteWords[all[1]]) && !strings.Contains(a.text, "?")
}

// placeNew is a destination that the whole message names.
func (a asked) placeNew() string {
	for _, m := range gazetteer.Read(a.at.Message) {
		if !m.Guess {
			return m.Words
		}
	}
	return a.destination()
}

// oneTrip makes one wish of all that a message asks of a trip: its dates may stand in
// one sentence and its lodging in the next.
func oneTrip(all []asked) []asked {
	first := slices.IndexFunc(all, func(a asked) bool { return a.act == "plan_trip" })
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

// search is what a message asks of places.
type search struct {
	stay, eat     bool   // what is named
	place         string // destination
	date          bool
	nights        int
	people        int
	kind, cuisine string
	cheap, others bool
	night, person float64 // limits; -1: none
	total         float64
}

// empty reports whether nothing is asked for but, it may be, something that was
// shown.
func (s search) empty() bool { return s == search{} }

// changes reports whether the plan is to be another: who comes, when, for how much.
func (s search) changes() bool {
	return s.place != "" || s.date || s.nights > 0 || s.people > 0 || s.night+s.person+s.total != 0
}

// plain reports whether nothing is asked for but others or cheaper ones.
func (s search) plain() bool { return s == search{others: s.others, cheap: s.cheap} }

// supposes reports whether a message only asks what would be: "e se forem 2 noites?".
func (a asked) supposes() bool {
	text := " " + strings.Join(strings.Fields(lang.Fold(a.text)), " ") + " "
	return slices.ContainsFunc([]string{" e se ", " what if ", " y si ", " would ", " se for", " se foss", " if we ", " si fuer", " si nos "}, func(w string) bool { return strings.Contains(text, w) })
}

// total is what the trip costs. Who does not only suppose something changes the
// plan by it.
func (a asked) total() []llm.ToolCall {
	in, s := args{}, a.search()
	var all []llm.ToolCall
	if len(a.pointed()) > 0 && !a.supposes() { // "o mais barato desses, quanto sai?"
		all = a.pick()
	}
	in.put("nights", s.nights)
	in.put("people", s.people)
	in.put("change", !a.supposes() && s.nights+s.people > 0)
	return append(all, call("trip_total", in)...)
}

// search reads what is asked of places.
func (a asked) search() (s search) {
	plan, _ := a.planned()
	s.place = a.destination()
	if _, planned := a.planned(); s.place == "" && (!planned || a.hasWord(there)) && a.act == "plan_trip" && a.text != a.at.Message {
		s.place = a.placeNew() // "how is Gramado in July, and where do we stay there?"
	}
	dates, dated := staydate.Dates(a.withoutPlaces(), a.at.Now)
	s.date = dated && dates != staydate.Stay{} && (a.has("date") || strings.ContainsFunc(a.text, unicode.IsDigit)) || a.has("date") && (staydate.Stay{}).Doubt(a.text, a.at.Now) != ""
	s.nights, _ = staydate.Nights(a.text)
	if slices.Contains(plan.Assumed, "people") {
		plan.People = 0
	}
	s.people, _ = staydate.PartyAfter(plan.People, a.text)
	s.kind = a.lodging()
	s.cheap = a.hasWord(cheapWords)
	s.others = a.hasWord(otherWords)
	s.stay = s.kind != "" || a.namesLodging() || a.wants("lodging") || a.hasWord(stayWords) || a.hasWord(stayExactly)
	s.cuisine = a.kitchen(s.stay)
	s.eat = s.cuisine != "" || a.hasWord(eatWords)
	for _, m := range a.spans {
		n, ok := understand.Amount(m.Text)
		per := a.per(m)
		switch {
		case m.Kind != "money" || !ok:
		case per == "all":
			s.total = n
		case per == "person", per == "item", per == "" && s.eat && !s.stay:
			s.person = n
		case per == "night", per == "":
			s.night = n
		}
	}
	if a.hasWord(limitless) {
		s.night, s.person = -1, -1
	}
	return s
}

// per is what an amount of money is for: as its words and those after it say ("300 por
// noite"), or else as it was read.
func (a asked) per(m understand.Span) string {
	for _, w := range strings.Fields(words(m.Text + " " + a.after(m))) {
		if per := perWords[lang.Stem(w)]; per != "" {
			return per
		}
	}
	return m.Per
}

// asksWhereToStay reports whether a sentence asks where to sleep.
func asksWhereToStay(sentence string) bool {
	a := asked{text: sentence}
	return a.hasWord(seekWords) && (a.hasWord(stayWords) || a.hasWord(stayExactly))
}

// namesLodging reports whether a lodging is asked for: "um hotel", and not one that is
// known, "perto do hotel".
func (a asked) namesLodging() bool {
	all := strings.Fields(words(a.text))
	for i, w := range all {
		if lodgings[lang.Stem(w)] != "" && w != "casa" && i > 0 && (numeral(all[i-1]) > 0 || orWords[all[i-1]]) {
			return true
		}
	}
	return false
}

var (
	perWords = stems("night: noite noites night nights noche noches diaria diarias\nperson: pessoa pessoas person persona personas cabeca head each\nall: total tudo todo viagem trip")
	orWords  = lang.Set("ou or o e and y algum alguma some algun alguna qualquer")
)

// trip is what a plan asks for: a list of where to stay, of where to eat, or of
// both. What is asked of a place that was shown is told of it. A change of the plan
// lists again what was listed last.
func (a asked) trip() (all []llm.ToolCall) {
	s := a.search()
	if calls := a.ofPlace(s); calls != nil {
		return calls
	}
	stay, eat := s.stay, s.eat
	if a.has("amenity") && !eat {
		stay = true
	}
	if !stay && !eat {
		eat = a.listedLast() == restaurantKind && s.nights == 0 && !s.date && s.place == "" && s.night+s.total == 0
		stay = !eat
		if s.place != "" && a.onTrip() { // another place instead: what was listed of the last
			eat = a.shownOf(restaurantKind)
		}
	}
	if s.place != "" && stay != eat && a.shownOf(lodgingKind) && a.shownOf(restaurantKind) && a.countWord(seekWords) > 1 { // "onde ficar e onde levar as crianças"
		stay, eat = true, true
	}
	places := a.destinations()
	if len(places) < 2 {
		return a.lists(s, stay, eat, 0)
	}
	for _, place := range places {
		s.place = place
		all = append(all, a.lists(s, stay, eat, compared)...)
	}
	return all
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
		if s.date {
			in.put("start_date", a.withoutPlaces())
		}
		in.put("nights", s.nights)
		in.put("people", s.people)
		in.put("kind", s.kind)
		in.put("wishes", append(a.wishes(), a.otherKinds(s.kind)...))
		in.put("max_per_night", s.night)
		in.put("max_total", s.total)
		if s.cheap {
			in["sort"] = "cheap"
		}
		in.put("others", (s.others || a.more) && !eat && a.shownOf(lodgingKind))
		all = call("list-accommodations", in)
	}
	if eat {
		in := args{}
		in.put("max", tables)
		in.put("place", s.place)
		if s.date && !stay {
			in.put("date", a.withoutPlaces())
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

// otherKinds are the kinds of lodging that are asked for besides the first: "hotel ou
// pousada".
func (a asked) otherKinds(first string) (kinds []string) {
	for _, s := range a.spans {
		if s.Kind != "lodging" || s.P == "not" || s.Drop {
			continue
		}
		for _, w := range strings.Fields(lang.Fold(s.Text)) {
			if k := lodgings[lang.Stem(w)]; k != "" && k != first {
				kinds = append(kinds, k)
			}
		}
	}
	return kinds
}

// wishes are what is asked of places, but for who comes. What a wheelchair needs is
// asked too.
func (a asked) wishes() []string {
	all := slices.DeleteFunc(a.all("amenity"), func(w string) bool {
		_, people := staydate.Party(w)
		return people
	})
	for _, f := range strings.Fields(lang.Fold(strings.Join(a.all("fact"), " "))) {
		if accessWords[lang.Stem(f)] && len(all) == 0 {
			all = append(all, strings.Join(a.all("fact"), ", "))
		}
	}
	return all
}

// destinations are the places that a message names to go to, where it names several
// to compare.
func (a asked) destinations() (all []string) {
	for _, s := range a.spans {
		if s.Kind == "place" && s.Role == "" && !s.Drop && s.P != "not" && len(gazetteer.Find(s.Text)) > 0 && !slices.Contains(all, s.Text) {
			all = append(all, s.Text)
		}
	}
	return all
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

// destination is the place to go to, not the one to come from. What nobody knows
// by name ("praia") is none.
func (a asked) destination() string {
	var from []string
	for _, s := range a.spans {
		if s.Kind != "place" {
			continue
		}
		if s.Role != "" || s.Drop {
			from = append(from, s.Text)
			continue
		}
		if len(gazetteer.Find(s.Text)) > 0 {
			return s.Text
		}
		if found := gazetteer.Read(s.Text); len(found) > 0 {
			return found[0].Words
		}
	}
	for _, m := range gazetteer.Read(a.text) {
		known := slices.ContainsFunc(from, func(t string) bool { return strings.Contains(t, m.Words) })
		if !m.Guess && !known && !slices.ContainsFunc(a.placesShown(), func(t scene.Thing) bool { return strings.Contains(t.Name, m.Words) }) {
			return m.Words
		}
	}
	for _, s := range a.spans { // a name that only a map knows
		first, _ := firstRune(s.Text)
		if s.Kind == "place" && s.Role == "" && !s.Drop && unicode.IsUpper(first) {
			return s.Text
		}
	}
	return ""
}

func firstRune(text string) (rune, bool) {
	for _, r := range text {
		return r, true
	}
	return 0, false
}

// withoutPlaces is the message without names of places, for Natal is a town too.
func (a asked) withoutPlaces() string {
	text := a.text
	if to := a.destination(); to != "" {
		text = strings.Replace(text, to, "", 1)
	}
	return text
}

// kitchen is what is to be eaten: a food that is wanted, or else a cuisine. Who somebody
// is ("ela é italiana") is none, and neither is a hotel "com café da manhã".
func (a asked) kitchen(stay bool) string {
	for _, s := range a.spans {
		if s.Kind == "food" && (s.P == "" || s.P == "want" || s.P == "like") && (!stay || a.hasWord(eatWords)) {
			return s.Text
		}
	}
	for _, s := range a.spans {
		if s.Kind == "cuisine" && s.P != "not" && !a.isSomebody(s) {
			return s.Text
		}
	}
	return ""
}

// isSomebody reports whether a span is said of who somebody is: "meu sócio é japonês".
func (a asked) isSomebody(s understand.Span) bool {
	if s.From > len(a.at.Message) {
		return false
	}
	before := strings.Fields(lang.Fold(a.at.Message[:s.From]))
	if n := len(before); n > 1 && (before[n-1] == "um" || before[n-1] == "uma" || before[n-1] == "a" || before[n-1] == "un" || before[n-1] == "una") {
		before = before[:n-1]
	}
	return len(before) > 0 && beingWords[before[len(before)-1]]
}

// countWord is how many words of a message are of a set.
func (a asked) countWord(stems map[string]bool) (n int) {
	for w := range strings.FieldsSeq(words(a.text)) {
		if stems[w] || stems[lang.Stem(w)] {
			n++
		}
	}
	return n
}

// hasWord reports whether a message has a word of a set, other than in what is asked
// of a lodging ("com restaurante").
func (a asked) hasWord(stems map[string]bool) bool {
	text := a.text
	for _, s := range a.spans {
		if s.Kind == "amenity" {
			text = strings.Replace(text, s.Text, "", 1)
		}
	}
	return slices.ContainsFunc(strings.Fields(lang.Fold(text)), func(w string) bool { return stems[w] || stems[lang.Stem(w)] })
}

// wants reports whether a span of a kind is wanted.
func (a asked) wants(kind string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == kind && s.P != "not" && !s.Drop })
}

// stemSet makes a set of words and their stems.
func stemSet(words string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		all[w], all[lang.Stem(w)] = true, true
	}
	return all
}

var (
	eatWords = stemSet("comer jantar almocar almoco janta restaurante restaurantes gastronomia rodizio churrascaria pizzaria " +
		"comemos comermos jantamos jantarmos almocamos almocarmos eat eating dine dining dinner lunch restaurant restaurants food cenar almorzar almuerzo cena restaurantes comida cenamos almorzamos comamos cenemos")
	stayWords = stemSet("hospedar hospedagem hospedagens hospedado dormir pernoitar acomodacao acomodacoes " +
		"accommodation accommodations lodging lodgings sleep alojamiento alojamientos hospedaje alojarme alojarnos hospedarme hospedarnos")
	stayExactly   = lang.Set("ficar ficamos ficarmos fico stay staying quedarme quedarnos quedamos quedo parar paramos dormimos alojamos") // "quanto fica" is a price
	optionWords   = stemSet("opcao opcoes option options opcion opciones sugestao sugestoes suggestion suggestions sugerencias ideia ideias ideas lugar lugares places sitios")
	accessWords   = stemSet("cadeira cadeirante wheelchair silla ruedas acessivel accessible accesible acessibilidade accessibility mobilidade muletas crutches")
	bedWords      = stemSet("diaria diarias quarto quartos suite pernoite checkin checkout room rooms bed beds night nightly noite noites habitacion habitaciones cuarto noche noches")
	mealWords     = stemSet("mesa cardapio prato pratos menu dish dishes plato platos carta")
	namedWords    = stemSet("citou citaste falou disse mencionou mostrou listou indicou named mentioned said listed showed gave menciono dijo mostro nombro")
	beingWords    = lang.Set("e sou somos sao era is am are was re m s es soy son somos era eres virou")
	noteWords     = lang.Set("anota anote anotar guarda guarde lembra lembre registra registre salva note remember save keep apunta apunte anotame recuerda recuerde guardame")
	tableOf       = stemSet("mesa table")
	seekWords     = stemSet("onde where donde perto near cerca proximo around")
	cheapWords    = stemSet("barato barata baratos baratas baratinho cheap cheaper cheapest economico economica economicos affordable inexpensive budget")
	otherWords    = stemSet("outro outra outros outras other others another otro otra otros otras")
	priceWords    = stemSet("quanto quanta custa custo custaria preco precos much cost costs price prices cuanto cuesta precio")
	questionWords = lang.Set("qual quais que o onde quanto quantos como sera what which how where when is are does do can could cual cuales cuanto donde como tem tiene hay")
	booking       = stemSet("reservar reserva reservo reserve reservas reservacion book booking")
	limitless     = stemSet("ilimitado unlimited")
	small         = lang.Set("das dos del the and las los com con por para que tem uma uns esse essa este esta quero")
	there         = lang.Set("la ali there ai aqui aca alli alla here por la")
)
