package memory

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scrub"
)

// How sure the detector is. Only what has at least 0.7 counts.
const (
	certain = 0.9
	implied = 0.8 // the reader says so, and no words do by themselves
	guessed = 0.6 // an allergy to something nobody knows
	vague   = 0.5 // "acho que"
)

// Supposes reports whether a message asks for whoever must not have something, and tells of nobody:
// "o que tem para quem é vegano?".
func Supposes(message string) bool { return understand.Supposes(message) }

// Detect reads what a guest wrote, oldest first and usually one message, and
// proposes what may be remembered of it: what package understand finds that they
// tell. What is pasted, quoted or said in jest is not the guest's own.
//
// The order is that of the text. No two candidates are the same thing.
func Detect(queries []string) []Candidate {
	var all []Candidate
	for _, q := range queries {
		all = append(all, read(q)...)
	}
	return unique(all)
}

// unique drops what is said twice.
func unique(all []Candidate) (kept []Candidate) {
	for _, c := range all {
		value := lang.Fold(c.Value)
		kept = slices.DeleteFunc(kept, func(k Candidate) bool { return lang.Fold(k.Value) == value && weaker(&k, &c) })
		if !slices.ContainsFunc(kept, func(k Candidate) bool {
			same := k.Kind == c.Kind && k.Key == c.Key && k.Subject == c.Subject && k.Person == c.Person && k.Retract == c.Retract
			return (same || weaker(&c, &k)) && lang.Fold(k.Value) == value
		}) {
			kept = append(kept, c)
		}
	}
	return kept
}

// weaker reports whether a says of a diet less than b does: who has an allergy
// to shrimp does not eat it either.
func weaker(a, b *Candidate) bool {
	if b.Kind != Diet || a.Subject != b.Subject || a.Person != b.Person || a.Retract != b.Retract {
		return false
	}
	order := []string{"restriction", "intolerance", "allergy"}
	return a.Kind == Dislike || a.Kind == Diet && slices.Index(order, a.Key) < slices.Index(order, b.Key)
}

// message is what a guest wrote in their own words, and its reading.
type message struct {
	text string
	understand.Reading
}

// read detects in one message, after what was said before: every turn reads its whole
// conversation again.
func read(text string, before ...string) []Candidate {
	k := telling{understand.Current(), text, strings.Join(before, "\x00")}
	if len(k.text)+len(k.before) > understand.Kept {
		return readAnew(text, before)
	}
	return slices.Clone(detected.Get(k, func() []Candidate { return readAnew(text, before) }))
}

// telling is what the candidates of a message hang on.
type telling struct {
	by           *understand.Reader
	text, before string
}

var detected = recent.Table[telling, []Candidate]{Size: 1024}

func readAnew(text string, before []string) (all []Candidate) {
	text = ownWords(text)
	if strings.TrimSpace(text) == "" {
		return nil
	}
	m := &message{text, understand.Read(text, understand.Before{})}
	all = m.needs(before)
	for i := range m.Spans {
		all = append(all, m.told(&m.Spans[i])...)
	}
	all = append(all, m.party()...)
	if wish := answerIn().FindStringSubmatch(text); wish != nil && !slices.ContainsFunc(all, func(c Candidate) bool { return c.Key == "language" }) {
		all = append(all, m.manner(wish[1], false))
	}
	unkept := unkept(text)
	if ForgetsBut(text) || unkept && !slices.ContainsFunc(wordsOf(text), func(w string) bool { return toForget[w] }) {
		all = slices.DeleteFunc(all, func(c Candidate) bool { return c.Retract }) // what is named then stays
	}
	if unkept { // "não guarde nada da gravidez" names what was told before
		all = slices.DeleteFunc(all, func(c Candidate) bool { return c.Kind == Diet && c.Confidence == implied })
		for i := range all {
			all[i].Scope = Session
		}
	}
	return all
}

// needs are what somebody at the table must not have.
func (m *message) needs(before []string) (all []Candidate) {
	needs := slices.DeleteFunc(m.Needs(m.text), func(n understand.Need) bool { return understand.Refers(m.text, n, before) })
	only := m.companion(needs)
	for _, n := range needs {
		if diets[lang.Fold(bare(n.What))] || !strings.ContainsFunc(n.What, unicode.IsLetter) {
			continue // which one is not said, or it is an age
		}
		c := Candidate{Kind: Diet, Key: n.Kind, Value: bare(n.What), Scope: Durable, Confidence: certain, Retract: n.Over}
		if n.Kind == "diet" {
			c.Key = "restriction"
		}
		lasts := slices.ContainsFunc(m.Spans, func(s understand.Span) bool { return s.From == n.From && s.When == "always" })
		if n.Sober || !n.Plain && !n.Over && !lasts || c.Key == "restriction" && m.forNow(n.What, n.From) {
			c.Scope = Session
		}
		switch {
		case m.guesses(n.From):
			c.Confidence = vague
		case c.Key != "restriction" && strange(n.What) && spelt(n.What) == "":
			c.Confidence = guessed
		case !n.Plain:
			c.Confidence = implied
		}
		for _, of := range n.Of {
			c := c
			switch c.Subject = Companion; {
			case of == "":
				c.Subject = User
			case of == understand.Somebody:
				c.Scope = Session
			case only != "" && !n.Over: // what is taken back may be noted under no name
				c.Person = only
			case n.Plain && !n.Over && len(n.Of) == 1 && m.saysOf(of, n.From):
				c.Person = of
			}
			all = append(all, c)
		}
	}
	return all
}

// companion returns the one companion of whom the message speaks, or "" if it speaks of
// several: of those whoever listens says who is who.
func (m *message) companion(needs []understand.Need) (name string) {
	named := m.Companions(m.text)
	for _, n := range needs {
		named = append(named, n.Of...)
	}
	for _, of := range named {
		switch {
		case of == "" || of == understand.Somebody || hook.SameName(of, name):
		case name != "" || !plainText(of) || scrub.Text(of) != of:
			return ""
		default:
			name = of
		}
	}
	return name
}

// saysOf reports whether a need at a byte is said right behind whose it is, with nobody between: "a esposa
// é celíaca, e o pequeno …". Of whom else it may be told, "e o pequeno também", all must go without it.
func (m *message) saysOf(name string, at int) bool {
	before := m.text[:at]
	i := strings.LastIndex(before, name)
	if i < 0 || !plainText(name) || scrub.Text(name) != name {
		return false
	}
	between := before[i+len(name):]
	other := func(of string) bool { return of != name && strings.Contains(between, of) }
	return len(strings.Fields(between)) <= nearby && !strings.ContainsAny(between, ".,;:!?()\n") && !slices.ContainsFunc(m.Companions(m.text), other) && !alsoTold().MatchString(lang.Fold(m.text))
}

var alsoTold = pattern.Of(`\b(?:tambem|tb|tbm|tambien|too|also|either|both|same|igual|idem|mesma|mesmo|misma|mismo|ambos|ambas|tampouco|tampoco|likewise|as well|so is|so does|so do|nem|neither|nor)\b`)

// nearby is how many words may stand between somebody and what they must not have: "has a bad allergy to".
const nearby = 6

// told is what a span tells that is no need.
func (m *message) told(s *understand.Span) []Candidate {
	erased := m.erases(s.From)
	c := Candidate{Value: s.Text, Scope: Session, Subject: User, Confidence: certain, Retract: s.Drop || s.When == "past" || erased}
	if s.Of != "" {
		c.Subject = Companion
	}
	if s.When == "always" {
		c.Scope = Durable
	}
	if m.guesses(s.From) {
		c.Confidence = vague
	}
	switch {
	case s.Of == "other" || s.P == "allergy" || s.P == "intolerance" || s.P == "cannot": // see needs
	case s.P == "like" || s.P == "dislike" || erased && tasteKeys[s.Kind] != "", (s.Kind == "lodging" || s.Kind == "amenity") && m.says(s.From, liking):
		return m.taste(s, c)
	case c.Retract:
	case s.Kind == "name" && s.Of == "" && understand.Introduces(m.text, s):
		return []Candidate{m.named(s, c)}
	case s.Kind == "manner" && mannerKey(s.Text) == "language" && s.When != "always" && len(wordsOf(m.text)) > 5: // see answerIn
	case s.Kind == "manner" && m.act() != "draw_chart" && (lasting(m.text) || s.When == "always" || mannerKey(s.Text) == "language" || m.onlyWishes()):
		return []Candidate{m.manner(s.Text, s.When == "always")}
	case s.Kind == "money" && s.Per != "item" && planning[m.act()]:
		return budget(s, c, m.act())
	case s.Kind == "place":
		return m.place(s, c)
	case s.Kind == "fact":
		return m.fact(s, c)
	case s.Kind == "date" && strings.ContainsAny(s.Text, "0123456789") && factKey(m.before(s.From)) == "birthday":
		c.Kind, c.Key, c.Scope = Fact, "birthday", Durable
		return []Candidate{c}
	}
	return nil
}

// taste is something liked or not.
func (m *message) taste(s *understand.Span, c Candidate) []Candidate {
	c.Kind, c.Key, c.Scope = Preference, tasteKeys[s.Kind], Durable
	if forToday(m.sentence(s.From)) {
		c.Scope = Session
	}
	if s.P == "dislike" {
		c.Kind = Dislike
	}
	if c.Key == "" {
		return nil
	}
	if m.says(s.From, noes) && s.P != "dislike" {
		c.Kind = Dislike
		if m.says(s.From, longer) {
			c.Kind, c.Retract = Preference, true
		}
	}
	return []Candidate{c}
}

// tasteKeys are the keys of what is liked or not, by the kind of its span.
var tasteKeys = map[string]string{
	"food": "food", "cuisine": "food", "taste": "food", "drink": "drink", "beer_style": "drink", "brewery": "drink", "lodging": "lodging", "amenity": "ambience",
}

// named is what the guest is called, or wishes to be called.
func (m *message) named(s *understand.Span, c Candidate) Candidate {
	c.Kind, c.Key, c.Scope = Fact, "name", Durable
	if m.says(s.From, calling) {
		c.Kind = Communication
	}
	return c
}

// manner is how the guest wishes to be answered: a language for good, all else for now
// unless they say otherwise.
func (m *message) manner(how string, always bool) Candidate {
	c := Candidate{Kind: Communication, Key: mannerKey(how), Value: how, Scope: Session, Subject: User, Confidence: implied}
	if c.Key == "language" {
		c.Value = leadIn().ReplaceAllString(how, "")
	}
	if (always || forLater(m.text) || c.Key == "language") && !forToday(m.text) {
		c.Scope = Durable
	}
	return c
}

// onlyWishes reports whether a message says how the guest wishes to be spoken to and asks
// for nothing that is answered so: "mais direto, por favor".
func (m *message) onlyWishes() bool {
	asks := len(m.Acts) > 0 && m.Acts[0].Score >= sure && !beside[m.act()]
	return len(m.Spans) == 1 && len(sentences(m.text)) == 1 && !asks && !movesStay(m.text)
}

// movesStay reports whether words make a stay longer, shorter or another: "a day longer" is no manner.
func movesStay(text string) bool {
	now := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	some := staydate.Stay{Start: now.AddDate(0, 1, 0), End: now.AddDate(0, 1, 5)}
	next, ok := some.Next(text, now)
	return ok && next != some
}

// lasting reports whether a text says that something is to be so from now on.
func lasting(text string) bool { return forLater(text) && !forToday(text) }

// act is what the message most likely asks for.
func (m *message) act() string {
	if len(m.Acts) == 0 {
		return ""
	}
	return m.Acts[0].Name
}

// budget is what a guest wants to spend. What one dish may cost is none.
func budget(s *understand.Span, c Candidate, act string) []Candidate {
	n, ok := amountIn(s.Text)
	if !ok {
		return nil
	}
	c.Kind, c.Key, c.Value = Budget, budgetKey(s.Text), n
	if s.Per == "item" || s.Per == "" && c.Key == "max_total" && act == "find_dishes" { // "um prato até 70"
		return nil
	}
	if key := map[string]string{"person": "max_person", "night": "max_night", "all": "max_total"}[s.Per]; key != "" {
		c.Key = key
	}
	return []Candidate{c}
}

// place is where a guest lives, works or goes.
func (m *message) place(s *understand.Span, c Candidate) []Candidate {
	switch {
	case m.says(s.From, working):
		c.Kind, c.Key, c.Scope = Fact, "company", Durable
		if near := wordsOf(m.before(s.From)); inPlace[near[len(near)-1]] {
			c.Kind, c.Key = Location, "work"
		}
	case s.Role == "home" || m.says(s.From, living):
		c.Kind, c.Key, c.Scope = Location, "home", Durable
	case s.Role == "" && s.Of == "" && m.act() == "plan_trip":
		c.Kind, c.Key, c.Scope = Location, "destination", Session
	default:
		return nil
	}
	return []Candidate{c}
}

// fact is anything else about somebody. A sentence such as "moro em Natal" has its place
// behind the verb.
func (m *message) fact(s *understand.Span, c Candidate) []Candidate {
	first, rest, _ := strings.Cut(lang.Fold(s.Text), " ")
	if living[first] && rest != "" {
		c.Kind, c.Key, c.Scope = Location, "home", Durable
		c.Value = leadIn().ReplaceAllString(strings.TrimSpace(s.Text[len(strings.Fields(s.Text)[0]):]), "")
		if len(c.Value) < 3 { // "moro em", whose place is another span
			return nil
		}
		return []Candidate{c}
	}
	c.Kind, c.Key = Fact, factKey(s.Text)
	if day := factKey(m.before(s.From)); c.Key == "other" && (day == "birthday" || day == "anniversary") {
		c.Key, c.Scope = day, Durable
	}
	if c.Key == "other" { // "primeiro encontro": whoever listens knows whether it matters
		return nil
	}
	return []Candidate{c}
}

// party is how many come, if the message speaks of people and says so.
func (m *message) party() []Candidate {
	if !slices.ContainsFunc(m.Spans, func(s understand.Span) bool { return s.Kind == "people" && s.Of != "other" }) {
		return nil
	}
	n, ok := statedParty(m.text, m.act() == "plan_trip")
	if !ok {
		return nil
	}
	return []Candidate{{Kind: PartySize, Key: "people", Value: strconv.Itoa(n), Scope: Session, Subject: User, Confidence: implied}}
}

// statedParty returns how many a text says that sit at the table, or travel: "somos 5", and
// not "nós duas" or "a starter for two", which may be some of them.
func statedParty(text string, travel bool) (int, bool) {
	var all []string
	for _, c := range clauses(text) {
		for w := range strings.FieldsSeq(c) {
			if sharing[strings.Join(wordsOf(w), " ")] {
				c, _, _ = strings.Cut(c, w)
				break
			}
		}
		all = append(all, c)
	}
	said := strings.Join(all, ",")
	if !travel && !hasPhrase(said, seating) {
		return 0, false
	}
	return staydate.Party(said)
}

// sentence returns the sentence that a byte stands in.
func (m *message) sentence(at int) string {
	before := m.before(at)
	rest, _, _ := strings.Cut(m.text[at:], ".")
	return before + rest
}

// before returns what stands before a byte in its sentence.
func (m *message) before(at int) string {
	from := strings.LastIndexAny(m.text[:at], ".!?;\n") + 1
	return m.text[from:at]
}

// says reports whether one of some words stands among the six before a byte.
func (m *message) says(at int, words map[string]bool) bool {
	near := wordsOf(m.before(at))
	return slices.ContainsFunc(near[max(0, len(near)-6):], func(w string) bool { return words[w] })
}

// erases reports whether what stands at a byte is to be forgotten: "esquece que gosto de".
func (m *message) erases(at int) bool {
	before := m.before(at)
	near := wordsOf(before[strings.LastIndex(before, ",")+1:])
	i := slices.IndexFunc(near, func(w string) bool { return isOf(toForget, w) })
	return i >= 0 && !hasAny(near[max(0, i-3):i], noes)
}

// guesses reports whether the guest is not sure of what stands at a byte: "acho que".
func (m *message) guesses(at int) bool { return m.says(at, guessing) }

// forNow reports whether what somebody does not have is so for this time: it is said of
// today, or it is a state that passes, such as a pregnancy or a course of medicine.
func (m *message) forNow(what string, at int) bool {
	return forToday(m.sentence(at)) || slices.ContainsFunc(passing, func(c string) bool { return understand.Says(what, c) })
}

// passing are concepts and classes of the thesaurus for what ends by itself.
var passing = []string{"pregnant", "breastfeeding", "medicine", "treatment", "fast"}

var (
	diets    = set("dieta diet")
	longer   = set("mais anymore longer ya")
	calling  = set("chama chame chamar chamem call llamame llamenme llamen tratar trate trata")
	living   = set("moro moramos resido residimos vivo vivemos vivimos live living")
	liking   = set("prefiro preferimos prefer gosto gostamos adoro adoramos amo curto love prefiero gusta encanta")
	inPlace  = set("em in en")
	working  = set("trabalho trabalhamos trabajo trabajamos work working")
	seating  = inLists()["seating"]
	unjoined = inLists()["unjoined"]
	sharing  = lists()["sharing"]
	planning = set("find_dishes plan_trip tell ask_staff find_breweries") // a meal or a trip to come, and no figures or bill
	guessing = set("acho talvez think maybe guess creo quizas parece might")
)
