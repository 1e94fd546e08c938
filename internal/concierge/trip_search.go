package concierge

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// search is what a message asks of places.
type search struct {
	stay, eat     bool   // what is named
	place         string // destination
	date, until   bool   // a day is said, and one to leave
	nights        int
	people        int
	kinds         string // of lodging, with spaces between
	cuisine       string
	cheap, others bool
	night, person float64 // limits; -1: none
	total         float64
	when          string // earlier messages, where they tell the days
}

// changes reports whether the plan is to be another: who comes, when, for how much.
func (s search) changes() bool {
	return s.place != "" || s.date || s.nights > 0 || s.people > 0 || s.night+s.person+s.total != 0
}

// search reads what is asked of places.
func (a asked) search() (s search) {
	plan, planned := a.planned()
	s.place = a.destination()
	if s.place == "" && (!planned || a.hasWord(there)) && a.act == "plan_trip" && a.text != a.at.Message {
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
	s.date = dated && dates != staydate.Stay{} && (ranged || a.has("date") || strings.ContainsFunc(a.text, unicode.IsDigit)) || a.has("date") && (staydate.Stay{}).Doubt(a.text, a.at.Now) != ""
	s.until = s.date && !dates.End.IsZero()
	s.nights, _ = staydate.Nights(a.whenWords())
	if next, _ := plan.stay().Next(a.whenWords(), a.at.Now); planned && a.movesDates() && !next.Start.IsZero() { // "a week later": of what was planned
		s.date, s.nights = true, 0
	}
	if planned && !s.date && s.nights > 0 {
		s.nights = a.shifted(plan, s.nights)
	}
	if s.date && s.nights == 0 && a.oneNight() {
		s.nights = 1
	}
	s.people = a.party(plan)
	kinds := a.kinds()
	s.kinds = strings.Join(kinds, " ")
	s.cheap = a.hasWord(cheapWords) || a.notDear()
	s.others = a.hasWord(otherWords)
	s.stay = len(kinds) > 0 || a.wants("lodging") || a.hasWord(stayWords) || a.hasWord(stayExactly) || a.whereTo(staysThere)
	s.cuisine = a.kitchen(s.stay)
	s.eat = s.cuisine != "" || a.hasWord(eatWords) || a.whereTo(eatsThere)
	for _, m := range a.spans {
		n, ok := understand.Amount(m.Text)
		per := a.per(m)
		switch {
		case m.Kind != "money" || !ok || m.Drop:
		case per == "all" && s.total == 0:
			s.total = n
		case s.person == 0 && (per == "person" || per == "item" || per == "" && s.eat && !s.stay):
			s.person = n
		case s.night == 0 && (per == "night" || per == ""):
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

// whereTo reports whether a message asks where to do something: "onde a gente fica". What is eaten
// in a town is asked as where to: "o que se come em Belém?".
func (a asked) whereTo(verbs map[string]bool) bool {
	const reach = 5
	all := strings.Fields(words(a.text))
	for i, w := range all {
		what := (w == "que" || w == "what") && verbs["eat"] && (len(gazetteer.Read(a.text)) > 0 || away().MatchString(a.text))
		if w != "onde" && w != "where" && w != "donde" && !what {
			continue
		}
		for _, v := range all[i+1 : min(len(all), i+1+reach)] {
			if seekWords[v] {
				break
			}
			if verbs[v] && !(what && v == "como") {
				return true
			}
		}
	}
	return false
}

// notDear reports whether a message asks for what does not cost much: "nothing too
// expensive", "sem falir", "mais em conta".
func (a asked) notDear() bool {
	const reach = 5
	all := strings.Fields(words(a.text))
	for i, w := range all {
		if w == "conta" && i > 0 && all[i-1] == "em" {
			return true
		}
		if notWords[w] && slices.ContainsFunc(all[i+1:min(len(all), i+1+reach)], func(v string) bool { return dearWords[v] }) {
			return true
		}
	}
	return false
}

// landscape is the word for where to go that a message has which names no place: "praia".
func (a asked) landscape() string {
	for w := range strings.FieldsSeq(words(a.text)) {
		if landscapeWords[lang.Stem(w)] {
			return w
		}
	}
	return ""
}

// kinds are the kinds of lodging that are asked for: "hotel ou pousada", and not one that
// is known, "perto do hotel".
func (a asked) kinds() (kinds []string) {
	add := func(word string) {
		if k := lodgings[lang.Stem(word)]; k != "" && !slices.Contains(kinds, k) {
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
		if i > 0 && w != "casa" && (numeral(all[i-1]) > 0 || orWords[all[i-1]]) {
			add(w)
		}
	}
	return kinds
}

// oneWord joins kinds of lodging that take several words.
var oneWord = strings.NewReplacer("guest house", "guesthouse", "bed and breakfast", "guesthouse", "b b", "guesthouse", "casa de temporada", "apartamento")

// wishes are what is asked of places, but for who comes. What a wheelchair needs is
// asked too.
func (a asked) wishes() []string {
	all := slices.DeleteFunc(a.all("amenity"), func(w string) bool {
		_, people := staydate.Party(w)
		return people
	})
	for f := range strings.FieldsSeq(lang.Fold(strings.Join(a.all("fact"), " "))) {
		if accessWords[lang.Stem(f)] && len(all) == 0 {
			all = append(all, strings.Join(a.all("fact"), ", "))
		}
	}
	return all
}

// leg is a place of a journey, and how many nights are spent there; 0: not said.
type leg struct {
	place  string
	nights int
}

// legs are the places that a message names to go to, to compare them or one after the
// other: "3 nights in Natal and 2 there". A country or region beside a town of it is none.
func (a asked) legs() (all []leg) {
	plan, _ := a.planned()
	said := a.townsSaid(plan)
	if lengths := a.lengths(); len(lengths) == len(said) {
		for i, m := range said {
			all = append(all, leg{m.place, lengths[i]})
		}
		return all
	}
	for i, m := range said {
		from, to := 0, len(a.text)
		if i > 0 {
			from = said[i-1].to
		}
		if i+1 < len(said) {
			to = said[i+1].from
		}
		l := leg{place: m.place}
		l.nights, _ = staydate.Nights(a.text[from:m.from])
		if l.nights == 0 && (i == 0 || said[0].after) { // "Natal 3 nights, Recife 2"
			l.nights, _ = staydate.Nights(a.text[m.to:to])
			said[0].after = l.nights > 0
		}
		if l.nights == 0 && i > 0 && all[0].nights > 0 {
			l.nights = bareNights(a.text[from:m.from], a.text[m.to:to], said[0].after)
		}
		all = append(all, l)
	}
	if slices.ContainsFunc(all, func(l leg) bool { return l.nights == 0 }) {
		for i := range all {
			all[i].nights = 0
		}
	}
	return all
}

// bareNights reads a length beside a place whose unit was said for the place before it:
// "5 in Recife", or "Recife 5".
func bareNights(before, behind string, after bool) int {
	const reach = 3
	all := strings.Fields(words(before))
	if all = all[max(0, len(all)-reach):]; after {
		all = strings.Fields(words(behind))
		all = all[:min(len(all), 1)]
	}
	for _, w := range all {
		if n := numeral(w); n > 0 && w != "a" && w != "an" {
			return n
		}
	}
	return 0
}

// townSaid is a place that a message names to go to.
type townSaid struct {
	place    string
	from, to int  // in the text
	after    bool // how long is said behind the place
}

// townsSaid are the places of a message; "there" is that of the plan.
func (a asked) townsSaid(plan planned) (all []townSaid) {
	add := func(place string, from, to int) {
		if !slices.ContainsFunc(all, func(m townSaid) bool { return m.place == place }) {
			all = append(all, townSaid{place: place, from: from, to: to})
		}
	}
	for _, s := range a.spans {
		at := strings.Index(a.text, s.Text)
		if s.Kind == "place" && at >= 0 && !a.otherwise(s.Text) && len(gazetteer.Find(s.Text)) > 0 {
			add(s.Text, at, at+len(s.Text))
		}
	}
	for _, m := range gazetteer.Read(a.text) {
		if len(all) > 0 && !m.Guess && !m.Origin && !a.otherwise(m.Words) {
			add(m.Words, m.From, m.To)
		}
	}
	if slices.ContainsFunc(all, func(m townSaid) bool { return !wide(m.place) }) {
		all = slices.DeleteFunc(all, func(m townSaid) bool { return wide(m.place) })
	}
	if at, word := a.thereAt(); len(all) == 1 && at >= 0 && len(a.lengths()) > 0 && plan.Place.Name != "" && plan.Place.Name != all[0].place {
		add(plan.Place.Name, at, at+len(word))
	}
	slices.SortFunc(all, func(a, b townSaid) int { return a.from - b.from })
	end := 0
	return slices.DeleteFunc(all, func(m townSaid) bool { // "Calafate" of "El Calafate"
		inside := m.from < end
		end = max(end, m.to)
		return inside
	})
}

// lengths are all the lengths that a message says with their unit, in its order.
func (a asked) lengths() (all []int) {
	said := strings.Fields(words(a.text))
	for i, w := range said[:max(0, len(said)-1)] {
		if n := numeral(w); n > 0 && unitWords[said[i+1]] {
			all = append(all, n)
		}
	}
	return all
}

// otherwise reports whether a place is named for something else than to go there: it is
// where somebody comes from, is not wanted, or is part of a name that was shown.
func (a asked) otherwise(place string) bool {
	return a.refused(place) || slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return s.Kind == "place" && (s.Role != "" || s.Drop || s.P == "not") && strings.Contains(s.Text, place)
	}) || slices.ContainsFunc(a.placesShown(), func(t scene.Thing) bool { return strings.Contains(t.Name, place) })
}

// refused reports whether a message says of a place that nobody goes there: "forget Lima".
func (a asked) refused(place string) bool {
	const reach = 3
	before, after, ok := strings.Cut(a.text, place)
	all, next := strings.Fields(words(before[strings.LastIndexAny(before, ",.;!?\n")+1:])), strings.Fields(words(firstPiece(after)))
	if ok && slices.ContainsFunc(next[:min(len(next), reach)], func(w string) bool { return wentWords[w] }) { // "Lima we have been to"
		return true
	}
	return ok && slices.ContainsFunc(all[max(0, len(all)-reach):], func(w string) bool { return offWords[w] })
}

// instead is a place that a message refuses; empty: none.
func (a asked) instead() string {
	for _, m := range gazetteer.Read(a.at.Message) {
		if a.refused(m.Words) {
			return m.Words
		}
	}
	return ""
}

// thereAt is where a message says "there"; -1: nowhere.
func (a asked) thereAt() (int, string) {
	for w := range strings.FieldsSeq(a.text) {
		if word := strings.Trim(w, ".,;!?"); there[lang.Fold(word)] && lang.Fold(word) != "por" {
			return strings.Index(a.text, w), word
		}
	}
	return -1, ""
}

// wide reports whether a name is of a country or region, where nobody sleeps as such.
func wide(name string) bool {
	all := gazetteer.Find(name)
	return len(all) == 1 && len(all[0].Towns()) > 0
}

// within reports whether the place of the plan lies in a country or region.
func (p planned) within(region string) bool {
	all, at := gazetteer.Find(region), gazetteer.Find(p.Place.Name)
	return len(all) == 1 && len(at) == 1 && all[0].Contains(at[0])
}

// destination is the place to go to, not the one to come from. What nobody knows
// by name ("praia") is none.
func (a asked) destination() string {
	var from, regions []string
	for _, s := range a.spans {
		if s.Kind != "place" {
			continue
		}
		if s.Role != "" || s.Drop || s.P == "not" || a.refused(s.Text) || a.comesFrom(s.Text) {
			from = append(from, s.Text)
			continue
		}
		if wide(s.Text) {
			regions = append(regions, s.Text)
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
		known := a.refused(m.Words) || a.comesFrom(m.Words) || slices.ContainsFunc(slices.Concat(from, regions), func(t string) bool { return strings.Contains(t, m.Words) })
		if !m.Guess && !known && !slices.ContainsFunc(a.placesShown(), func(t scene.Thing) bool { return strings.Contains(t.Name, m.Words) }) {
			return m.Words
		}
	}
	if len(regions) > 0 {
		return regions[0]
	}
	for _, s := range a.spans { // a name that only a map knows
		first, _ := utf8.DecodeRuneInString(s.Text)
		if s.Kind == "place" && s.Role == "" && !s.Drop && unicode.IsUpper(first) && !slices.Contains(from, s.Text) && !a.isCompany(s.Text) {
			return s.Text
		}
	}
	return ""
}

// comesFrom reports whether a place is named once, as where somebody comes from or lives: "a couple
// from Oslo", "ela é de Natal".
func (a asked) comesFrom(place string) bool {
	before, after, ok := strings.Cut(a.text, place)
	if !ok || strings.Contains(after, place) || a.nearTo(place) {
		return false
	}
	return origins().MatchString(before) || slices.ContainsFunc(gazetteer.Read(a.text), func(m gazetteer.Mention) bool { return m.Origin && m.Words == place })
}

// origins are the words before such a place.
var origins = pattern.Of(`(?i)(?:(?:^|[^\pL])(?:é|es|são|son|sou|soy|somos|eram?) (?:todos |todas |os dois |ambos )?|\b(?:cheg(?:o|a|ou|uei|amos|aram|ando)|lleg(?:o|a|ó|ué|amos|aron|ando)|vem|vêm|veio|vieram|viene|vienen|vino|vinieron) (?:hoje |ontem |agora |hoy |ayer |ahora )?)d[aeo] $|\b(?:nasc(?:i|eu|emos|id[ao]s?)|nac(?:í|ió|imos|id[ao]s?)|born|grew up|raised|cresc(?:i|eu|emos)|crec(?:í|ió|imos)) (?:em|in|en|no|na) $`)

// isCompany reports whether a name is of somebody who was spoken of: "Carol".
func (a asked) isCompany(name string) bool {
	return len(hook.Among(a.at.Table, name)) > 0 || slices.ContainsFunc(a.at.Said, func(said string) bool {
		return slices.ContainsFunc(understand.People(said), func(p understand.Spoken) bool { return p.Name != "" && strings.HasSuffix(p.Name, name) })
	})
}

// nearTo reports whether a place is named only as what another one is to be near to:
// "a few hours' drive from Natal".
func (a asked) nearTo(place string) bool {
	const reach = 3
	before, _, ok := strings.Cut(a.text, place)
	all := strings.Fields(strings.NewReplacer(" drive to ", " ", " driving to ", " ").Replace(words(before))) // "we drive to Natal" goes there
	return ok && slices.ContainsFunc(all[max(0, len(all)-reach):], func(w string) bool { return nearWords[w] })
}

// whenWords is the message without names of places, for Natal is a town too, amounts of
// money ("700 la noche") and who comes ("an 8 month old"). A word stays in the place's stead:
// "em Natal dois dias" is not "em dois dias".
func (a asked) whenWords() string {
	town := a.destination()
	if town == "" {
		return a.less("money", "people")
	}
	return strings.Replace(a.less("money", "people"), town, "ali", 1)
}

// less is the text without its spans of some kinds: the last 2 of "12 to 15, 2 people".
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
	return slices.ContainsFunc(strings.Fields(lang.Fold(a.less("amenity"))), func(w string) bool { return stems[w] || stems[lang.Stem(w)] })
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
	perWords = stems("night: noite noites night nights noche noches diaria diarias\nperson: pessoa pessoas person persona personas cabeca head each\nall: total tudo todo viagem trip")
	orWords  = lang.Set("ou or o e and y algum alguma some algun alguna qualquer")
)

//go:embed words/trip.txt
var tripText string

// tripWords are the sets of words/trip.txt, by name.
var tripWords = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for head, list := range wordfile.Entries(tripText) {
		switch how, name, _ := strings.Cut(head, " "); how {
		case "stem":
			all[name] = stemSet(list)
		case "exact":
			all[name] = lang.Set(list)
		}
	}
	return all
})

var (
	eatWords  = tripWords()["eat"]
	stayWords = tripWords()["stay"]

	landscapeWords = tripWords()["landscape"]
	stayExactly    = tripWords()["stayExactly"]
	optionWords    = tripWords()["option"]
	accessWords    = tripWords()["access"]
	bedWords       = tripWords()["bed"]
	mealWords      = tripWords()["meal"]
	beingWords     = tripWords()["being"]
	tableOf        = tripWords()["tableOf"]
	seekWords      = tripWords()["seek"]
	cheapWords     = tripWords()["cheap"]
	otherWords     = tripWords()["other"]
	priceWords     = tripWords()["price"]
	questionWords  = tripWords()["question"]
	booking        = tripWords()["booking"]
	limitless      = tripWords()["limitless"]
	small          = tripWords()["small"]
	there          = tripWords()["there"]
	staysThere     = tripWords()["stays"]
	eatsThere      = tripWords()["eats"]
	drinksThere    = tripWords()["drinks"]
	wayWords       = tripWords()["way"]
	homeWords      = tripWords()["home"]
	brewhouseWords = tripWords()["brewhouse"]
	notWords       = tripWords()["not"]
	dearWords      = tripWords()["dear"]
	nearWords      = tripWords()["near"]
	nextWords      = tripWords()["next"]
	againWords     = tripWords()["again"]
	listWords      = tripWords()["list"]
	unitWords      = tripWords()["unit"]
	offWords       = tripWords()["off"]
	preferWords    = tripWords()["prefer"]
	compareWords   = tripWords()["compare"]
	townWords      = tripWords()["town"]
	nicestWords    = tripWords()["nicest"]
	thatWords      = tripWords()["that"]
	roomWords      = tripWords()["room"]
	selfWords      = tripWords()["self"]
	eachWords      = tripWords()["each"]
	adultWords     = tripWords()["adult"]
	dinnerWords    = tripWords()["dinner"]
	diningWords    = tripWords()["dining"]
	withWords      = tripWords()["with"]
	wentWords      = tripWords()["went"]
	weekdayWords   = tripWords()["weekday"]
)
