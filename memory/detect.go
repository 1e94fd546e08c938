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
		said := func(k Candidate) bool {
			return lang.Fold(k.Value) == lang.Fold(c.Value) && k.Subject == c.Subject && k.Person == c.Person && k.Retract == c.Retract
		}
		kept = slices.DeleteFunc(kept, func(k Candidate) bool { return said(k) && k.grave() < c.grave() })
		if !slices.ContainsFunc(kept, func(k Candidate) bool {
			return said(k) && (k.Kind == c.Kind && k.Key == c.Key || c.grave() > 0 && k.grave() > c.grave())
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
	if wish := answerIn().FindStringSubmatch(text); wish != nil && !slices.ContainsFunc(m.found, func(c Candidate) bool { return c.Key == "language" }) {
		m.manner(wish[1], false)
	}
	if n, ok := m.party(); ok {
		m.tell(Telling{Kind: "party", What: "party", Count: n}, implied)
	}
	unkept, erased := wants(text, notToKeep), wants(text, toErase)
	m.found = slices.DeleteFunc(m.found, func(c Candidate) bool { // "não guarde nada da gravidez" names what was told before
		stays := ForgetsBut(text) || unkept && !erased
		return stays && c.Retract || unkept && c.Kind == Diet && c.Confidence == implied
	})
	for i := range m.found {
		if unkept {
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
	alone := m.companion(needs)
	for _, n := range needs {
		c := m.need(n)
		for _, of := range n.Of {
			c := c
			if c.Subject = Companion; of == "" {
				c.Subject = User
			} else if of == understand.Somebody {
				c.Scope = Session
			} else if !n.Over { // what is taken back may be noted under no name
				if c.Person = alone; alone == "" && n.Plain && len(n.Of) == 1 && isName(of) && !hasPhrase(m.text, "likewise") {
					c.Person = of
				}
			}
			m.found = append(m.found, c)
		}
	}
}

// companion returns the one companion of whom the message speaks, or "" if it speaks of
// several: of those whoever listens says who is who.
func (m *message) companion(needs []understand.Need) string {
	named := m.Companions(m.text)
	for _, n := range needs {
		named = append(named, n.Of...)
	}
	named = slices.DeleteFunc(named, func(of string) bool { return of == "" || of == understand.Somebody })
	if len(named) == 0 || !isName(named[0]) || slices.ContainsFunc(named, func(of string) bool { return !hook.SameName(of, named[0]) }) {
		return ""
	}
	return named[0]
}

// need makes a candidate of a need of whomever.
func (m *message) need(n understand.Need) Candidate {
	c := Candidate{Kind: Diet, Key: n.Kind, Value: bare(n.What), Scope: Durable, Confidence: certain, Retract: n.Over}
	lasts := slices.ContainsFunc(m.Spans, func(s understand.Span) bool { return s.From == n.From && s.When == "always" })
	passing := slices.ContainsFunc(lists()["passing"], func(state string) bool { return understand.Says(n.What, state) })
	if n.Kind == "diet" {
		c.Key = "restriction"
	}
	if n.Sober || !n.Plain && !n.Over && !lasts || n.Kind == "diet" && (passing || hasPhrase(m.sentence(n.From), "today")) {
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
	return c
}

// told notes what a span tells that is no need.
func (m *message) told(s *understand.Span) {
	t := Telling{What: s.Text, Always: s.When == "always", Over: s.Drop || s.When == "past", Per: s.Per}
	if s.Of != "" {
		t.Person = hook.Companion
	}
	sure := certain
	if m.says(s.From, "guessing") {
		sure = vague
	}
	liked := s.P == "like" || s.P == "dislike" || (s.Kind == "lodging" || s.Kind == "amenity") && m.says(s.From, "liking")
	switch {
	case s.Of == "other" || s.P == "allergy" || s.P == "intolerance" || s.P == "cannot": // see needs
		return
	case liked && tastes[s.Kind]:
		m.taste(&t, s)
	case t.Over:
		return
	case s.Kind == "name" && s.Of == "" && understand.Introduces(m.text, s):
		t.Kind = "name"
	case s.Kind == "manner":
		if keyOf(s.Text, "", "style", "language") != "language" || t.Always || len(wordsOf(m.text)) <= 5 { // else see answerIn
			m.manner(s.Text, t.Always)
		}
		return
	case s.Kind == "money" && s.Per != "item" && planning[m.act()] && (s.Per != "" || m.act() != "find_dishes"): // not "um prato até 70"
		t.Kind = "budget"
	case s.Kind == "place" && (s.Role == "home" || m.says(s.From, "living")):
		t.Kind = "home"
	case s.Kind == "fact", s.Kind == "date" && factKey(m.before(s.From)) == "birthday":
		t.Kind = "fact"
		if verb, rest, _ := strings.Cut(s.Text, " "); is(lang.Fold(verb), "living") { // "moro em Natal"
			t.Kind, t.What = "home", leadIn().ReplaceAllString(rest, "")
		} else if s.Kind == "fact" && factKey(s.Text) == "other" { // whoever listens knows whether it matters
			return
		}
	default:
		return
	}
	m.tell(t, sure)
}

var (
	tastes   = lang.Set("food cuisine taste drink beer_style brewery lodging amenity") // kinds of spans that are liked or not
	planning = lang.Set("find_dishes plan_trip tell ask_staff find_breweries")         // acts of a meal or a trip to come: else a figure or a bill is spoken of
	leadIn   = pattern.Of(`(?i)^\s*(?:em|in|en|no|na|at|de|do|da)\s+`)
)

// taste says whether something is liked, and until when.
func (m *message) taste(t *Telling, s *understand.Span) {
	before := m.before(s.From)
	t.Kind, t.Always = "like", !hasPhrase(m.sentence(s.From), "today")
	no := m.says(s.From, "no")
	switch {
	case wants(before[strings.LastIndex(before, ",")+1:], toErase), no && s.P != "dislike" && m.says(s.From, "longer"): // "esquece que gosto de"
		t.Over = true
	case no || s.P == "dislike":
		t.Kind = "dislike"
	}
}

// manner notes how the guest wishes to be answered: in a language, or otherwise if it is to be so from now on.
func (m *message) manner(how string, always bool) {
	today := hasPhrase(m.text, "today")
	if keyOf(how, "", "style", "language") != "language" && (!always && (!hasPhrase(m.text, "later") || today) || m.act() == "draw_chart") {
		return
	}
	m.tell(Telling{Kind: "manner", What: leadIn().ReplaceAllString(how, ""), Always: true}, implied)
	if n := len(m.found); today && n > 0 {
		m.found[n-1].Scope = Session
	}
}

// answerIn is a wish to be answered in a language, and which that is.
var answerIn = pattern.Of(`(?i)\b(?:answer|respond\pL*|reply|speak|talk|fal[ae]\pL*|escrev\pL+|write|contest\pL+|habl\pL+|escrib\pL+)\b(?:\s+\pL+){0,4}\s+(?:in|em|en)\s+(english|inglês|ingles|inglés|portugu\pL+|español|espanhol|espanol|spanish|castellano)\b`)

// party returns how many the message says that sit at the table, or travel: "somos 5", and
// not "nós duas" or "a starter for two", which may be some of them.
func (m *message) party() (int, bool) {
	some := func(clause string) bool { return hasAny(wordsOf(clause), "sharing") }
	said := strings.Join(slices.DeleteFunc(clauses(m.text), some), ",")
	people := slices.ContainsFunc(m.Spans, func(s understand.Span) bool { return s.Kind == "people" && s.Of != "other" })
	if !people || m.act() != "plan_trip" && !hasPhrase(said, "seating") {
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

// messageBytes is how much is read of a message: a guest may paste a book.
const messageBytes = 4000

// ownWords returns what of a message is the guest's own: not what they quote, what
// follows "achei no site:", the output of a machine, or what is to be kept of everybody.
func ownWords(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), messageBytes)], " ")
	if machineMark().MatchString(strings.ToLower(text)) {
		return ""
	}
	text = quotation().ReplaceAllString(text, " … ")
	if at := reported().FindStringIndex(text); at != nil {
		text = text[:at[1]]
	}
	var kept strings.Builder
	for _, s := range sentences(text) {
		ofEverybody := hasAny(wordsOf(s), "keeping") && hasAny(wordsOf(s), "favours") // "lembre que todos têm desconto"
		if !machine().MatchString(s) && !ofEverybody {
			kept.WriteString(s)
		}
	}
	return kept.String()
}

var (
	machineMark = pattern.Of(`^\s*(?:\[(?:p[aá]gina|web|tool|site|resultado|result|system|sistema|documento|document|trecho|search|fonte|source)|<(?:html|tool|web|result|document)|\{\s*")`)
	quotation   = pattern.Of(`"[^"]*"|“[^”]*”|«[^»]*»|\B'[^'\n]{3,}'\B`)
	machine     = pattern.Of(`<[/\pL]|\pL=\S|\{"|https?:|www\.`)
	// What somebody else says or wrote follows the colon.
	reported = pattern.Of(`(?i)\b(?:diss\pL+|diz|dizem|falou|gritou|escreveu|respondeu|comentou|postou|said|says|shouted|wrote|dijo|dice|gritó|escribió|livro|música|poema|frase|placa|camiseta|site|blog|internet|instagram|review|avaliação|resenha|artigo|post|link|tripadvisor|google|receita|e-?mail|texto|article|website|recipe|reportagem|rótulo|whatsapp|tweet|letreiro)\b[^.!?:\n]{0,30}:`)
)
