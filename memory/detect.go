package memory

import (
	"slices"
	"strings"
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

// Detect reads what a guest wrote, oldest first and usually one message, and proposes what
// may be remembered of it: what package understand finds that they tell. What is pasted,
// quoted or said in jest is not the guest's own.
//
// The order is that of the text. No two candidates are the same thing.
func Detect(queries []string) []Candidate {
	var all []Candidate
	for _, q := range queries {
		all = append(all, read(q)...)
	}
	return unique(all)
}

// Supposes reports whether a message asks for whoever must not have something, and tells of
// nobody: "o que tem para quem é vegano?".
func Supposes(message string) bool { return understand.Supposes(message) }

// unique drops what is said twice: of what somebody does not eat and is allergic to, the
// graver word stays.
func unique(all []Candidate) (kept []Candidate) {
	for _, c := range all {
		says := func(k Candidate) bool {
			return lang.Fold(k.Value) == lang.Fold(c.Value) && k.Subject == c.Subject && k.Person == c.Person && k.Retract == c.Retract
		}
		kept = slices.DeleteFunc(kept, func(k Candidate) bool { return says(k) && k.grave() < c.grave() })
		if !slices.ContainsFunc(kept, func(k Candidate) bool {
			return says(k) && (k.Kind == c.Kind && k.Key == c.Key || c.grave() > 0 && k.grave() > c.grave())
		}) {
			kept = append(kept, c)
		}
	}
	return kept
}

// grave orders what may be said of one food by how grave it is; 0 is of other things.
func (c Candidate) grave() int {
	if c.Kind == Dislike {
		return 1
	}
	return map[string]int{"restriction": 2, "intolerance": 3, "allergy": 4}[c.Key]
}

// message is what a guest wrote in their own words, its reading, and what it tells.
type message struct {
	text string
	understand.Reading
	found []Candidate
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

func readAnew(text string, before []string) []Candidate {
	text = ownWords(text)
	if strings.TrimSpace(text) == "" {
		return nil
	}
	m := &message{text: text, Reading: understand.Read(text, understand.Before{})}
	m.needs(before)
	for i := range m.Spans {
		m.told(&m.Spans[i])
	}
	m.party()
	if wish := answerIn().FindStringSubmatch(text); wish != nil && !slices.ContainsFunc(m.found, func(c Candidate) bool { return c.Key == "language" }) {
		m.manner(wish[1], false)
	}
	unkept := unkept(text)
	if ForgetsBut(text) || unkept && verbIn(wordsOf(text), "toForget") < 0 {
		m.found = slices.DeleteFunc(m.found, func(c Candidate) bool { return c.Retract }) // what is named then stays
	}
	if unkept { // "não guarde nada da gravidez" names what was told before
		m.found = slices.DeleteFunc(m.found, func(c Candidate) bool { return c.Kind == Diet && c.Confidence == implied })
		for i := range m.found {
			m.found[i].Scope = Session
		}
	}
	return m.found
}

// tell notes what the message tells, and how sure that is.
func (m *message) tell(t Telling, sure float64) {
	found, _ := Propose(t) // what cannot be kept is not told
	for _, c := range found {
		c.Confidence = sure
		m.found = append(m.found, c)
	}
}

// needs notes what somebody at the table must not have.
func (m *message) needs(before []string) {
	needs := slices.DeleteFunc(m.Needs(m.text, before...), func(n understand.Need) bool {
		which := strings.ContainsFunc(n.What, unicode.IsLetter) && !is(lang.Fold(bare(n.What)), "diets") // else it is an age, or not said
		return !which || understand.Refers(m.text, n, before)
	})
	only := m.companion(needs)
	for _, n := range needs {
		lasts := slices.ContainsFunc(m.Spans, func(s understand.Span) bool { return s.From == n.From && s.When == "always" })
		c := Candidate{Kind: Diet, Key: n.Kind, Value: bare(n.What), Scope: Durable, Confidence: certain, Retract: n.Over}
		if n.Kind == "diet" {
			c.Key = "restriction"
		}
		if n.Sober || !n.Plain && !n.Over && !lasts || n.Kind == "diet" && m.passes(n.What, n.From) {
			c.Scope = Session
		}
		switch {
		case m.says(n.From, "guessing"):
			c.Confidence = vague
		case n.Kind != "diet" && strange(n.What) && spelt(n.What) == "":
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
			case n.Over: // what is taken back may be noted under no name
			case only != "":
				c.Person = only
			case n.Plain && len(n.Of) == 1 && isName(of) && !alsoTold().MatchString(lang.Fold(m.text)):
				c.Person = of
			}
			m.found = append(m.found, c)
		}
	}
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
		case name != "" || !isName(of):
			return ""
		default:
			name = of
		}
	}
	return name
}

func isName(of string) bool { return plainText(of) && scrub.Text(of) == of }

// alsoTold finds "e a tia também": whose else a need is cannot be told by a name.
var alsoTold = pattern.Of(`\b(?:tambem|tb|tbm|tambien|too|also|either|both|same|igual|idem|mesm[oa]|mism[oa]|amb[oa]s|tampouco|tampoco|likewise|as well|so (?:is|does|do)|nem|neither|nor)\b`)

// told notes what a span tells that is no need.
func (m *message) told(s *understand.Span) {
	erased := m.erases(s.From)
	t := Telling{What: s.Text, Always: s.When == "always", Over: s.Drop || s.When == "past" || erased, Per: s.Per}
	if s.Of != "" {
		t.Person = hook.Companion
	}
	sure := certain
	if m.says(s.From, "guessing") {
		sure = vague
	}
	taste := s.P == "like" || s.P == "dislike" || erased || (s.Kind == "lodging" || s.Kind == "amenity") && m.says(s.From, "liking")
	switch {
	case s.Of == "other" || s.P == "allergy" || s.P == "intolerance" || s.P == "cannot": // see needs
		return
	case taste && tastes[s.Kind]:
		t.Kind, t.Always = "like", !hasPhrase(m.sentence(s.From), "today")
		switch not := m.says(s.From, "no"); {
		case not && s.P != "dislike" && m.says(s.From, "longer"):
			t.Over = true
		case not || s.P == "dislike":
			t.Kind = "dislike"
		}
	case t.Over:
		return
	case s.Kind == "name" && s.Of == "" && understand.Introduces(m.text, s):
		t.Kind = "name"
	case s.Kind == "manner":
		if mannerKey(s.Text) != "language" || s.When == "always" || len(wordsOf(m.text)) <= 5 { // else see answerIn
			m.manner(s.Text, s.When == "always")
		}
		return
	case s.Kind == "money" && planning[m.act()] && s.Per != "item" && (s.Per != "" || m.act() != "find_dishes" || budgetKey(s.Text) != "max_total"): // not "um prato até 70"
		t.Kind = "budget"
	case s.Kind == "place" && (s.Role == "home" || m.says(s.From, "living")):
		t.Kind = "home"
	case s.Kind == "fact", s.Kind == "date" && factKey(m.before(s.From)) == "birthday":
		if verb, rest, _ := strings.Cut(s.Text, " "); is(lang.Fold(verb), "living") { // "moro em Natal"
			if t.Kind, t.What = "home", leadIn().ReplaceAllString(rest, ""); len(t.What) < 3 { // "moro em", whose place is another span
				return
			}
		} else if t.Kind = "fact"; s.Kind == "fact" && factKey(s.Text) == "other" { // whoever listens knows whether it matters
			return
		}
	default:
		return
	}
	m.tell(t, sure)
}

// tastes are the kinds of spans that are liked or not.
var tastes = lang.Set("food cuisine taste drink beer_style brewery lodging amenity")

// planning are the acts of a meal or a trip to come: what is spent in others is a figure or
// a bill.
var planning = lang.Set("find_dishes plan_trip tell ask_staff find_breweries")

// manner notes how the guest wishes to be answered: a language for good, all else if they say
// that it is so from now on.
func (m *message) manner(how string, always bool) {
	today, isLanguage := hasPhrase(m.text, "today"), mannerKey(how) == "language"
	if !isLanguage && (m.act() == "draw_chart" || !always && !lasting(m.text)) {
		return
	}
	m.tell(Telling{Kind: "manner", What: leadIn().ReplaceAllString(how, ""), Always: true}, implied)
	if n := len(m.found); today && n > 0 {
		m.found[n-1].Scope = Session
	}
}

// answerIn is a wish to be answered in a language, and which that is.
var answerIn = pattern.Of(`(?i)\b(?:answer|respond\pL*|reply|speak|talk|fal[ae]\pL*|escrev\pL+|write|contest\pL+|habl\pL+|escrib\pL+)\b(?:\s+\pL+){0,4}\s+(?:in|em|en)\s+(english|inglês|ingles|inglés|portugu\pL+|español|espanhol|espanol|spanish|castellano)\b`)

// party notes how many come, if the message speaks of people and says so.
func (m *message) party() {
	speaks := func(s understand.Span) bool { return s.Kind == "people" && s.Of != "other" }
	if n, ok := statedParty(m.text, m.act() == "plan_trip"); ok && slices.ContainsFunc(m.Spans, speaks) {
		m.tell(Telling{Kind: "party", What: "party", Count: n}, implied)
	}
}

// statedParty returns how many a text says that sit at the table, or travel: "somos 5", and
// not "nós duas" or "a starter for two", which may be some of them.
func statedParty(text string, travel bool) (int, bool) {
	all := clauses(text)
	for i, c := range all { // "somos cuatro y queremos compartir"
		words := strings.Fields(c)
		if at := slices.IndexFunc(words, func(w string) bool { return hasAny(wordsOf(w), "sharing") }); at >= 0 {
			all[i] = strings.Join(words[:at], " ")
		}
	}
	said := strings.Join(all, ",")
	if !travel && !hasPhrase(said, "seating") {
		return 0, false
	}
	return staydate.Party(said)
}

// act is what the message most likely asks for.
func (m *message) act() string {
	if len(m.Acts) == 0 {
		return ""
	}
	return m.Acts[0].Name
}

// before returns what stands before a byte in its sentence, sentence that and what follows.
func (m *message) before(at int) string {
	return m.text[strings.LastIndexAny(m.text[:at], ".!?;\n")+1 : at]
}

func (m *message) sentence(at int) string {
	rest, _, _ := strings.Cut(m.text[at:], ".")
	return m.before(at) + rest
}

// says reports whether a word of a list stands among the six before a byte: of a guess,
// "acho que".
func (m *message) says(at int, list string) bool {
	near := wordsOf(m.before(at))
	return hasAny(near[max(0, len(near)-6):], list)
}

// erases reports whether what stands at a byte is to be forgotten: "esquece que gosto de".
func (m *message) erases(at int) bool {
	before := m.before(at)
	return erases(wordsOf(before[strings.LastIndex(before, ",")+1:])) >= 0
}

// passes reports whether what somebody does not have is so for this time: it is said of
// today, or it is a state that ends by itself, such as a pregnancy.
func (m *message) passes(what string, at int) bool {
	return hasPhrase(m.sentence(at), "today") || slices.ContainsFunc(lists()["passing"], func(c string) bool { return understand.Says(what, c) })
}

// heard reads what a guest says, knowing what they said before, oldest first. Beyond what
// Detect finds in a message alone, "na verdade é castanha" tells of one more allergy after
// another was told: to take one too many for true does no harm. "Não sou alérgica" takes back
// what was told.
func heard(before []string, message string) []Candidate {
	found := read(message, before...)
	holds := func(c Candidate) bool { return reaction(c) && !c.Retract }
	switch told := toldBefore(before); {
	case len(told) == 0:
	case deniesReactions(message) && !slices.ContainsFunc(found, holds): // "no, my aunt has an allergy to fish" is of her and takes back nothing else
		for _, c := range told {
			c.Retract, c.Confidence, c.Person = true, implied, "" // "não sou alérgica" lifts nothing of Ana's
			found = append(found, c)
		}
	case corrects(message):
		c := told[len(told)-1]
		found = slices.DeleteFunc(found, func(c Candidate) bool { return !c.Retract && (c.Kind == Diet || c.Kind == Preference) })
		c.Confidence = implied
		for _, s := range understand.Read(message, understand.Before{}).Spans {
			if s.Kind == "food" && !slices.ContainsFunc(found, func(f Candidate) bool { return f.Retract && Same(f.Value, s.Text) }) {
				c.Value = s.Text
				found = append(found, c)
			}
		}
	}
	return unique(spellOut(found))
}

// toldBefore returns the allergies and intolerances of the message before, or of the one
// before a yes or no.
func toldBefore(before []string) []Candidate {
	for i := len(before) - 1; i >= max(0, len(before)-4); i-- {
		if readAnswer("", before[i]) == "" {
			return slices.DeleteFunc(heard(before[:i], before[i]), func(c Candidate) bool { return !reaction(c) || c.Retract })
		}
	}
	return nil
}

// deniesReactions reports "na verdade não sou alérgico" and "esqueça minha alergia": what was
// told is no more, and what that was need not be said.
func deniesReactions(message string) bool {
	return slices.ContainsFunc(sentences(message), func(s sentence) bool {
		words := wordsOf(s.text)
		at := slices.IndexFunc(words, func(w string) bool {
			return strings.HasPrefix(w, "alerg") || strings.HasPrefix(w, "allerg") || strings.HasPrefix(w, "intoler")
		})
		named := func(w string) bool { return !is(w, "fillers") && !is(w, "linking") && !is(w, "no") }
		if at < 0 || s.asked || slices.ContainsFunc(words[at+1:], named) {
			return false
		}
		said := words[:at]
		if hasAny(said, "reporting") || hasAny(said, "limiting") || verbIn(said, "keeping") >= 0 {
			return false
		}
		return hasAny(said, "no") != (verbIn(said, "toForget") >= 0)
	})
}

// corrects reports whether a message puts something right, and its first sentence names what it
// is and hardly anything else: "na verdade é castanha", "castanha, não amendoim". "Na verdade
// quero castanha" is an order.
func corrects(message string) bool {
	all := sentences(message)
	if len(all) == 0 || all[0].asked {
		return false
	}
	folded := " " + strings.Join(wordsOf(all[0].text), " ") + " "
	for _, p := range lists()["amends"] {
		folded = strings.ReplaceAll(folded, " "+p+" ", " ")
	}
	more := func(w string) bool { return !is(w, "linking") && !is(w, "no") && !edible(w) && spelt(w) == "" }
	words := wordsOf(message)
	return (hasPhrase(message, "amends") || len(words) > 1 && hasAny(words, "no")) && !slices.ContainsFunc(strings.Fields(folded), more)
}

// overheard is what is noted of a message beside who answers. A model that listens remembers
// what it is told, and knows better what is liked, how many come and what they spend: then it
// is what safety needs, in words that say so themselves, and the language.
func overheard(t hook.Turn, before []string, message string) []Candidate {
	found := heard(before, message)
	if !t.Listens {
		return found
	}
	return slices.DeleteFunc(found, func(c Candidate) bool {
		wished := c.Key == "restriction" && c.Confidence == implied && Edible(c.Value)
		return c.Key != "language" && (!safety(c.Kind, c.Key) || c.Retract || wished)
	})
}
