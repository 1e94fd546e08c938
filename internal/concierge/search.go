package concierge

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// placeSearch is a wish for hotels or restaurants as a message states it: "uma pousada em Natal, de sexta a domingo, até 300 por
// noite". A zero field means that the message does not say it.
type placeSearch struct {
	stay, eat     bool   // the message asks for lodging, for restaurants
	place         string // destination
	date, until   bool   // it says a day, and the day of leaving
	nights        int
	people        int
	rooms         int    // number of rooms, if more than one
	kinds         string // of lodging, with spaces between: "hotel pousada"
	cuisine       string
	cheap, others bool
	night, person float64 // limits; -1: none
	total         float64
	each          bool   // the limit is for each person
	foreign       string // the limit as it was said, in another currency: "US$ 100"
}

// changes reports whether a wish changes the plan of the trip: its town, days, people, rooms or money.
func (s placeSearch) changes() bool {
	return s.place != "" || s.date || s.nights > 0 || s.people > 0 || s.rooms > 0 || s.night+s.person+s.total != 0
}

// search reads a message as a wish for hotels or restaurants.
func (a asked) search() (s placeSearch) {
	plan, planned := a.planned()
	s.place = a.destination()
	if s.place == "" && (!planned || a.ofPlaces("there")) && a.act == "plan_trip" && a.text != a.at.Message {
		s.place = a.placeNew() // "how is Gramado in July, and where do we stay there?"
	}
	if s.place == "" && plan.Place.Name == "" {
		s.place = a.landscape() // "queremos praia"
	}
	if planned && wide(s.place) && plan.within(s.place) { // "something typical of Bahia", in Salvador
		s.place = ""
	}
	dates, dated := staydate.Dates(a.whenWords(), a.at.Now)
	ranged := !dates.Vague && !dates.Start.IsZero() && !dates.End.IsZero() // "de sexta a segunda"
	s.date = dated && dates != staydate.Stay{} && (ranged || a.has("date") || strings.ContainsFunc(a.text, unicode.IsDigit))
	s.date = s.date || a.has("date") && (staydate.Stay{}).Doubt(a.text, a.at.Now) != "" // "30 de fevereiro"
	s.until = s.date && !dates.End.IsZero()
	s.nights, _ = staydate.Nights(a.whenWords())
	if s.until && ranged && nightsOf(dates) != s.nights { // "3 dias, 4 e 6"
		s.nights = 0
	}
	if next, _ := plan.stay().Next(a.whenWords(), a.at.Now); planned && a.movesDates() && !next.Start.IsZero() { // "a week later": of what was planned
		s.date, s.nights = true, 0
	}
	if planned && !s.date && s.nights > 0 {
		s.nights = a.shifted(plan.at(s.place), s.nights)
	}
	s.people = a.party(plan)
	kinds := a.kinds()
	s.kinds, s.cheap, s.others = strings.Join(kinds, " "), a.ofPlaces("cheap") || a.notDear(), a.ofPlaces("others_of")
	rest := a.part(besideWhat().ReplaceAllString(a.text, " "))
	s.stay = len(kinds) > 0 || rest.ofPlaces("stay") || rest.asksWhere("stay_verb") || s.date && a.saysJust("room")
	s.cuisine = a.kitchen(s.stay)
	whole := a.part(a.at.Message)
	needs := (a.has("diet") || len(understand.Needs(whole.text)) > 0) && (whole.says("meal_time") || plan.lodging != "" || a.needsBehindList()) // "hoje em Lima, sou celíaca"
	s.eat = s.cuisine != "" || a.ofPlaces("dine") || a.asksWhere("eat_verb") || needs && !s.stay && !s.until && s.nights == 0
	if s.date && s.nights == 0 && a.oneNight() {
		s.nights = 1
	}
	if rooms := a.rooms(); rooms > 1 && (s.stay || a.listedLast() == lodgingKind) {
		s.rooms = rooms
	}
	a.limits(&s)
	return s
}

// limits reads the amounts that may be spent: "300 por noite", "até 80 por pessoa". An amount for each person is of the whole
// stay where the message looks for lodging, and of a meal where it looks for restaurants.
func (a asked) limits(s *placeSearch) {
	plan, _ := a.planned()
	beds := s.stay || !s.eat && a.listedLast() == lodgingKind
	for _, m := range a.spans {
		n, ok := understand.Amount(m.Text)
		_, meals := asked{text: m.Text}.meals()
		if m.Kind != "money" || !ok || m.Drop || meals > 0 || a.ranked(m) != "" {
			continue
		}
		said := asked{text: m.Text + " " + a.after(m, 4)}
		night, person, all := said.says("per_night"), said.says("per_person"), said.says("per_all")
		if !night && !person && !all {
			night, person, all = m.Per == "night", m.Per == "person" || m.Per == "item", m.Per == "all"
		}
		if said.says("other_money") || strings.ContainsAny(m.Text, "€£") || strings.Contains(strings.ReplaceAll(m.Text, "R$", ""), "$") && a.at.Language != lang.Portuguese {
			s.foreign = strings.TrimSpace(m.Text)
		}
		switch {
		case night && person && beds:
			s.night, s.each = cmp.Or(s.night, n), true
		case person && beds && plan.Place.Name != "":
			s.total, s.each = cmp.Or(s.total, n), true
		case person || !night && !all && s.eat && !s.stay:
			s.person = cmp.Or(s.person, n)
		case night || !all:
			s.night = cmp.Or(s.night, n)
		case beds:
			s.total = cmp.Or(s.total, n)
		default:
			s.person = cmp.Or(s.person, n/float64(max(1, s.people, plan.People)))
		}
	}
	if a.ofPlaces("limitless") {
		s.night, s.person = -1, -1
	}
}

// ranked returns the words of a span that was read as a price but points into a list: "o hotel mais barato". It is "" for a span
// that is a price, such as "algo mais barato".
func (a asked) ranked(s understand.Span) string {
	const reach = 3
	from := min(s.From, len(a.at.Message))
	before := spots(a.at.Message[:from])
	for _, w := range before[max(0, len(before)-reach):] {
		if is(w.word, "article") {
			from = min(from, w.from)
		}
	}
	_, amount := understand.Amount(s.Text)
	text := a.at.Message[from:min(s.From, len(a.at.Message))] + s.Text
	p := understand.Point(text)
	if s.Kind != "money" || p.Sort == "" || amount && p.Ranks == nil || !is(wordBehind(text, 0), "article") {
		return ""
	}
	return text
}

// oneNight reports whether a message names a single night by its day: "Saturday night".
func (a asked) oneNight() bool {
	const reach = 4
	all := spots(a.text)
	for i, w := range all {
		night := func(v spot) bool { return is(v.word, "per_night") }
		if is(w.word, "weekday") && !a.ofPlaces("dine") && slices.ContainsFunc(all[i+1:min(len(all), i+reach)], night) {
			return true
		}
	}
	return false
}

// ofPlaces reports whether a message has a word of a use ("dine"), apart from the words for what a hotel is to have ("com
// restaurante").
func (a asked) ofPlaces(use string) bool { return a.part(a.less("amenity")).says(use) }

// asksWhere reports whether a message asks where to do something: "onde a gente fica". "o que se come em Belém?" asks where to eat,
// too.
func (a asked) asksWhere(verbs string) bool {
	const reach = 5
	all := spots(a.text)
	for i, w := range all {
		what := (w.word == "que" || w.word == "what") && verbs == "eat_verb" && (len(gazetteer.Read(a.text)) > 0 || away().MatchString(a.text))
		for k := i + 1; k < min(len(all), i+1+reach) && (what || is(w.word, "where")) && !is(all[k].word, "find"); k++ {
			if is(all[k].word, verbs) && !(what && all[k].word == "como") {
				return true
			}
		}
	}
	return false
}

// away matches "there" for a place ("lá"), and not in "there is".
var away = pattern.Of(`(?i)(?:^|[^\pL])(?:lá|all[áaíi]|ali|por la)(?:[^\pL]|$)|\bthere *(?:[?.!,;]|$)`)

// notDear reports whether a message asks for low prices by a negation: "nothing too expensive", "sem falir".
func (a asked) notDear() bool {
	all := spots(a.text)
	return slices.ContainsFunc(all, func(w spot) bool { return is(w.word, "costly") && a.near(w.from, 4, "none_of") })
}

// landscape returns the first word of a message for a kind of destination: "praia".
func (a asked) landscape() string {
	for _, w := range spots(a.text) {
		if is(w.word, "landscape") {
			return w.word
		}
	}
	return ""
}

// kinds returns the kinds of lodging that a message asks for, "hotel ou pousada", and not one that it only mentions, "perto do
// hotel".
func (a asked) kinds() (kinds []string) {
	add := func(word string) {
		if k := kindOf("lodging", word); k != "" && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	for _, s := range a.spans {
		if s.Kind == "lodging" && s.P != "not" && !s.Drop && !a.refused(s.Text) {
			for w := range strings.FieldsSeq(oneWord.Replace(lang.Fold(s.Text))) {
				add(w)
			}
		}
	}
	all := strings.Fields(oneWord.Replace(words(a.text)))
	for i, w := range all {
		led := all[max(0, i-1)]
		if i > 1 && is(led, "article") && is(all[i-2], "only") { // "só os hotéis"
			led = all[i-2]
		}
		if i > 0 && w != "casa" && (numeral(led) > 0 || is(led, "any_of") || is(led, "only") || is(led, "prefer_it")) {
			add(w)
		}
	}
	return kinds
}

// oneWord joins kinds of lodging that take several words.
var oneWord = strings.NewReplacer("guest house", "guesthouse", "bed and breakfast", "guesthouse", "b b", "guesthouse", "casa de temporada", "apartamento")

// wishes returns the amenities that a message asks for, "com piscina", without words for people, rooms and restaurants. A fact
// about a wheelchair is one of them.
func (a asked) wishes() []string {
	all := slices.DeleteFunc(a.all("amenity"), func(w string) bool {
		_, people := staydate.Party(w)
		eats := len(spots(w)) == 1 && is(wordBehind(w, 0), "dine") // "restaurante" asks for one
		return people || eats || (asked{text: w, at: &scene.Scene{Message: w}}).rooms() > 0
	})
	if at := beside().FindStringIndex(a.text); at != nil && a.shownOf(lodgingKind) { // "onde jantar perto do primeiro"
		all = append(all, strings.TrimSpace(a.text[at[0]:at[1]]))
	}
	if facts := strings.Join(a.all("fact"), ", "); len(all) == 0 && (asked{text: facts}).says("step_free") {
		return []string{facts}
	}
	return all
}

// kitchen returns the food, or else the cuisine, that a restaurant is to have: "comida italiana". A person's origin ("ela é
// italiana") is no cuisine, and the food of a hotel ("com café da manhã") asks for no restaurant.
func (a asked) kitchen(stay bool) string {
	for _, s := range a.spans {
		if s.Kind == "food" && (s.P == "" || s.P == "want" || s.P == "like") && (!stay || a.ofPlaces("dine")) {
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

// kitchensOff returns the foods and cuisines that a restaurant is not to have: "que não seja rodízio".
func (a asked) kitchensOff() (all []string) {
	for _, s := range a.spans {
		if (s.Kind == "food" || s.Kind == "cuisine") && s.P == "not" {
			all = append(all, s.Text)
		}
	}
	return all
}

// isSomebody reports whether a span describes a person, and no cuisine: "meu sócio é japonês".
func (a asked) isSomebody(s understand.Span) bool {
	before := spots(a.at.Message[:min(max(s.From, 0), len(a.at.Message))])
	return len(before) > 0 && is(before[len(before)-1].word, "being")
}

// leg is a town of a journey and the number of nights there; 0: not said.
type leg struct {
	place  string
	nights int
}

// legs returns the towns that a message names as destinations, with their nights: "3 nights in Natal and 2 in Recife".
func (a asked) legs() (all []leg) {
	said := a.townsSaid()
	lengths := a.lengths(said...)
	if len(lengths) == 1 && a.says("apiece") { // "3 nights each"
		lengths = slices.Repeat(lengths, len(said))
	}
	for i, m := range said {
		n := 0
		if len(lengths) == len(said) {
			n = lengths[i]
		}
		all = append(all, leg{m.Words, n})
	}
	return all
}

// lengths returns the numbers of nights that a message says, in its order. From the second on a number beside a town needs no
// unit: "3 nights in Natal and 2 in Recife", "Natal 3 nights, Recife 2".
func (a asked) lengths(towns ...gazetteer.Mention) (all []int) {
	said := spots(a.text)
	for i, w := range said {
		next := joinWords(said[i+1 : min(i+2, len(said))])
		beside := func(m gazetteer.Mention) bool { return m.To <= w.from && strings.TrimSpace(a.text[m.To:w.from]) == "" }
		if long, ok := staydate.Nights(w.word + " " + next); ok && numeral(w.word) > 0 {
			all = append(all, long)
		} else if n := numeral(w.word); n > 0 && len(all) > 0 && (is(next, "per_place") || slices.ContainsFunc(towns, beside)) {
			all = append(all, n)
		}
	}
	return all
}

// townsSaid returns the destinations that a message names; "there" is the town of the plan. A country or region counts only where
// no town is named.
func (a asked) townsSaid() (all []gazetteer.Mention) {
	add := func(m gazetteer.Mention) {
		within := func(had gazetteer.Mention) bool { return had.Words == m.Words || m.From < had.To && had.From < m.To }
		if !a.refused(m.Words) && !a.shownName(m.Words) && !slices.ContainsFunc(all, within) {
			all = append(all, m)
		}
	}
	for _, s := range a.spans {
		if at := strings.Index(a.text, s.Text); s.Kind == "place" && s.Role == "" && s.P != "not" && at >= 0 && len(gazetteer.Find(s.Text)) > 0 {
			add(gazetteer.Mention{Words: s.Text, From: at, To: at + len(s.Text)})
		}
	}
	for _, m := range gazetteer.Read(a.text) {
		if len(all) > 0 && !m.Guess && !m.Origin {
			add(m)
		}
	}
	if slices.ContainsFunc(all, func(m gazetteer.Mention) bool { return !wide(m.Words) }) {
		all = slices.DeleteFunc(all, func(m gazetteer.Mention) bool { return wide(m.Words) })
	}
	plan, _ := a.planned()
	for _, w := range spots(a.text) { // "two nights there and one in Recife"
		if len(all) == 1 && a.pointsThere(w) && len(a.lengths()) > 0 && plan.Place.Name != "" {
			add(gazetteer.Mention{Words: plan.Place.Name, From: w.from, To: w.to})
		}
	}
	slices.SortFunc(all, func(a, b gazetteer.Mention) int { return a.From - b.From })
	return all
}

// refused reports whether a message rules a place out as a destination: "forget Lima", "Lima we have been to".
func (a asked) refused(place string) bool {
	at := strings.Index(a.text, place)
	if at < 0 {
		return false
	}
	from := strings.LastIndexAny(a.text[:at], ",.;!?\n") + 1
	next := spots(firstPiece(a.text[at+len(place):]))
	led := a.part(a.text[from:at])
	been := slices.ContainsFunc(next[:min(3, len(next))], func(w spot) bool { return is(w.word, "been") })
	return been || led.near(len(strings.TrimSpace(led.text)), 3, "unwanted") || led.hasPhrase("unwanted")
}

// wide reports whether a name is that of a country or region, "Bahia", which needs a town for a stay.
func wide(name string) bool {
	all := gazetteer.Find(name)
	return len(all) == 1 && len(all[0].Towns()) > 0
}

// within reports whether the place of the plan lies in a country or region.
func (p planned) within(region string) bool {
	all, at := gazetteer.Find(region), gazetteer.Find(p.Place.Name)
	return len(all) == 1 && len(at) == 1 && all[0].Contains(at[0])
}

// destination returns the town or region that a message names to go to, and not the one the guest comes from. A kind of place
// ("praia") is none.
func (a asked) destination() string {
	var from, regions []string
	for _, s := range a.spans {
		switch {
		case s.Kind != "place":
		case s.Role != "" || s.Drop || s.P == "not" || a.refused(s.Text) || a.comesFrom(s.Text):
			from = append(from, s.Text)
		case wide(s.Text):
			regions = append(regions, s.Text)
		case len(gazetteer.Find(s.Text)) > 0:
			return s.Text
		case len(gazetteer.Read(s.Text)) > 0:
			return gazetteer.Read(s.Text)[0].Words
		}
	}
	for _, m := range gazetteer.Read(a.text) {
		known := a.refused(m.Words) || a.comesFrom(m.Words) || slices.ContainsFunc(slices.Concat(from, regions), func(t string) bool { return strings.Contains(t, m.Words) })
		if !m.Guess && !known && !a.shownName(m.Words) {
			return m.Words
		}
	}
	if len(regions) > 0 {
		return regions[0]
	}
	if town := a.stopSaid(); town != "" {
		return town
	}
	for _, s := range a.spans { // a name that only a map knows
		first, _ := utf8.DecodeRuneInString(s.Text)
		if s.Kind == "place" && s.Role == "" && !s.Drop && unicode.IsUpper(first) && !slices.Contains(from, s.Text) && len(a.part(s.Text).people()) == 0 {
			return s.Text
		}
	}
	return ""
}

// stopSaid returns the town, on a trip to several, that a message names by a part of its name: "o mais caro de Morro" is Morro de
// São Paulo.
func (a asked) stopSaid() string {
	plan, _ := a.planned()
	var towns []string
	for _, s := range append(plan.Stops, stopPlanned{Spot: plan.Place}) {
		towns = append(towns, s.Spot.Name)
	}
	for _, w := range spots(a.text) {
		short := gazetteer.Find(strings.ToUpper(w.word))
		named := func(town string) bool {
			if len(w.word) < shortWord {
				return len(short) == 1 && a.at.Language == lang.English && (strings.EqualFold(town, w.word) || short[0].Name == town)
			}
			return slices.Contains(strings.Fields(lang.Fold(town)), w.word)
		}
		if i := slices.IndexFunc(towns, named); i >= 0 && len(towns) > 1 && !slices.ContainsFunc(towns[i+1:], named) {
			return towns[i]
		}
	}
	return ""
}

// comesFrom reports whether a message names a place only as the origin of a person: "a couple from Oslo", "ela é de Natal".
func (a asked) comesFrom(place string) bool {
	before, after, ok := strings.Cut(a.text, place)
	if !ok || strings.Contains(after, place) || a.nearTo(place) {
		return false
	}
	return origins().MatchString(before) || slices.ContainsFunc(gazetteer.Read(a.text), func(m gazetteer.Mention) bool { return m.Origin && m.Words == place })
}

// origins matches a text that ends in words for a person's origin: "chegamos de", "born in".
var origins = pattern.Of(`(?i)(?:(?:^|[^\pL])(?:é|es|são|son|sou|soy|somos|eram?) (?:todos |todas |os dois |ambos )?|\b(?:cheg(?:o|a|ou|uei|amos|aram|ando)|lleg(?:o|a|ó|ué|amos|aron|ando)|vem|vêm|veio|vieram|viene|vienen|vino|vinieron) (?:hoje |ontem |agora |hoy |ayer |ahora )?)d[aeo] $|\b(?:nasc(?:i|eu|emos|id[ao]s?)|nac(?:í|ió|imos|id[ao]s?)|born|grew up|raised|cresc(?:i|eu|emos)|crec(?:í|ió|imos)) (?:em|in|en|no|na) $`)

// nearTo reports whether a place is only the point that the destination is to be near: "a few hours' drive from Natal", but not
// "we drive to Natal".
func (a asked) nearTo(place string) bool {
	before, _, ok := strings.Cut(a.text, place)
	all := spots(strings.NewReplacer(" drive to ", " ", " driving to ", " ").Replace(before))
	return ok && slices.ContainsFunc(all[max(0, len(all)-3):], func(w spot) bool { return is(w.word, "near_town") })
}

// instead returns the place that a message rules out, "forget Lima", or "".
func (a asked) instead() string {
	whole := a.part(a.at.Message)
	for _, m := range gazetteer.Read(whole.text) {
		if whole.refused(m.Words) {
			return m.Words
		}
	}
	return ""
}

// shownName reports whether a place is part of a name that was shown.
func (a asked) shownName(place string) bool {
	for _, t := range a.placesShown() {
		if strings.Contains(t.Name, place) {
			return true
		}
	}
	return false
}

// placeNew returns a destination named anywhere in the message, also outside the part that is being read.
func (a asked) placeNew() string {
	for _, m := range gazetteer.Read(a.at.Message) {
		if !m.Guess && !m.Origin {
			return m.Words
		}
	}
	return a.destination()
}

// pointsThere reports whether a word stands for the destination: "lá". In Spanish "la" is an article.
func (a asked) pointsThere(w spot) bool {
	return is(w.word, "there") && w.word != "por" && (w.word != "la" || a.at.Language != lang.Spanish)
}

func (a asked) saysThere() bool { return slices.ContainsFunc(spots(a.text), a.pointsThere) }

// townBefore returns the newest town that an earlier message of the guest names as a destination, or "".
func (a asked) townBefore() string {
	for _, said := range slices.Backward(a.at.Said) {
		spans := understand.Read(said, understand.Before{}).Spans
		for _, m := range gazetteer.Read(said) {
			goes := func(s understand.Span) bool {
				return s.Kind == "place" && s.Role == "" && !s.Drop && s.From <= m.From && m.To <= s.To
			}
			if !m.Guess && !m.Origin && !wide(m.Words) && slices.ContainsFunc(spans, goes) {
				return m.Words
			}
		}
	}
	return ""
}

// whenWords returns the message without words that a date reader would take for a date: the destination (Natal is Christmas,
// too), amounts ("700 la noche") and people ("an 8 month old"). "ali" stands for the destination, so that "em Natal dois dias" does
// not become "em dois dias".
func (a asked) whenWords() string {
	text := a.less("money", "people")
	if town := a.destination(); town != "" {
		text = strings.Replace(text, town, "ali", 1)
	}
	return text
}

// less returns the text without its spans of some kinds: "12 to 15, 2 people" without people is "12 to 15,".
func (a asked) less(kinds ...string) string {
	text := a.text
	for _, s := range a.spans {
		if !slices.Contains(kinds, s.Kind) {
			continue
		}
		at := max(0, strings.Index(a.at.Message, a.text))
		switch from, to := s.From-at, s.From-at+len(s.Text); {
		case from >= 0 && to <= len(text) && text[from:to] == s.Text:
			text = text[:from] + strings.Repeat(" ", len(s.Text)) + text[to:]
		default:
			text = strings.Replace(text, s.Text, "", 1)
		}
	}
	return text
}

// shifted returns the nights of a stay after a message that makes it longer or shorter: "uma noite a menos". A number without
// such words is the new length itself.
func (a asked) shifted(plan planned, nights int) int {
	stay := plan.stay()
	next, ok := stay.Next(a.text, a.at.Now)
	if length := nightsOf(staydate.Stay{Start: stay.Start, End: next.End}); ok && next.Start.IsZero() && length > 0 {
		return length
	}
	return nights
}

// party returns the number of travellers that a message says, or 0. People named one by one are counted ("eu e meu orientador")
// where no number was said before.
func (a asked) party(plan planned) (n int) {
	known := plan.People
	if slices.Contains(plan.Assumed, "people") {
		known = 0
	}
	if n, ok := staydate.PartyAfter(known, a.text); ok || known > 0 {
		if n < known && (a.has("diet") || len(understand.Needs(a.text)) > 0 || n == 1 && !oneTraveller().MatchString(lang.Fold(a.text))) {
			return 0 // some of them: "three of us are vegan", "my aunt prefers Recife"
		}
		return n
	}
	for _, s := range a.spans {
		if some, counted := staydate.Party(s.Text); s.Kind == "people" && s.Of != "other" && !is(lang.Fold(s.Text), "we_all") {
			if counted {
				return 0 // a number that PartyAfter read otherwise, as part of the party
			}
			n += max(1, some)
		}
	}
	if n > 0 {
		n++
	}
	return n
}

// oneTraveller matches words that make the party one person: "sozinha", "just me", "for one". "minha tia" only mentions a person.
var oneTraveller = pattern.Of(`\b(?:sozinh[oa]|so (?:eu|ele|ela|yo|el|ella)|solo (?:yo|el|ella)|sol[oa]|alone|(?:by )?myself|(?:just|only) (?:me|him|her|i|one)|(?:1|uma|one|una) (?:pessoa|person|persona|adulto|adult|hospede|guest)|(?:for|para|pra) (?:1|one|um|uno)|single|individual|desisti\w*|menos|less|without|sem|sin|drop\w*|cancel\w*)\b`)
