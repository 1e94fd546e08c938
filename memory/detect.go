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
// may be remembered of it: what package understand finds that they tell. What is pasted or
// quoted is not the guest's own.
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
	return map[Kind]int{Dislike: 1, Diet: 1 + slices.Index(Keys[Diet], c.Key)}[c.Kind]
}

// message is what a guest wrote in their own words, its reading, and what it tells.
type message struct {
	text string
	understand.Reading
	found []Candidate
}

// read detects in one message, after what was said before. Every turn reads its whole conversation
// again, so what was found last is kept, by the reader and the texts that it hangs on.
func read(text string, before ...string) []Candidate {
	k := telling{understand.Current(), text, strings.Join(before, "\x00")}
	if len(k.text)+len(k.before) > understand.Kept {
		return readAnew(text, before)
	}
	return slices.Clone(detected.Get(k, func() []Candidate { return readAnew(text, before) }))
}

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
		m.tell(Telling{Kind: "manner", What: wish[1], Always: true}, implied)
	}
	if n, ok := m.party(); ok {
		m.tell(Telling{Kind: "party", What: "party", Count: n}, implied)
	}
	unkept, erased := wants(text, notToKeep), wants(text, toErase)
	m.found = slices.DeleteFunc(m.found, func(c Candidate) bool { // "não guarde nada da gravidez" names what was told before
		stays := ForgetsBut(text) || unkept && !erased
		return stays && c.Retract || unkept && c.Kind == Diet && c.Confidence == implied
	})
	for i, c := range m.found {
		if unkept || c.Kind == Communication && hasPhrase(text, "today") {
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
	sure, act := certain, ""
	if m.says(s.From, "guessing") {
		sure = vague
	}
	if len(m.Acts) > 0 {
		act = m.Acts[0].Name
	}
	liked := s.P == "like" || s.P == "dislike" || (s.Kind == "lodging" || s.Kind == "amenity") && m.says(s.From, "liking")
	switch key := factKey(s.Text); {
	case s.Of == "other" || s.P == "allergy" || s.P == "intolerance" || s.P == "cannot": // see needs
		return
	case liked && tastes[s.Kind]:
		before, no := m.before(s.From), m.says(s.From, "no")
		t.Kind, t.Always = "like", !hasPhrase(m.sentence(s.From), "today")
		t.Over = t.Over || wants(before[strings.LastIndex(before, ",")+1:], toErase) || no && s.P == "like" && m.says(s.From, "longer") // "esquece que gosto de"
		if (no || s.P == "dislike") && !t.Over {
			t.Kind = "dislike"
		}
	case t.Over:
		return
	case s.Kind == "name" && s.Of == "" && understand.Introduces(m.text, s):
		t.Kind = "name"
	case s.Kind == "manner" && (t.Always || hasPhrase(m.text, "later")) && act != "draw_chart":
		t.Kind, t.Always, sure = "manner", true, implied
	case s.Kind == "money" && s.Per != "item" && planning[act] && (s.Per != "" || act != "find_dishes"): // not "um prato até 70"
		t.Kind = "budget"
	case s.Kind == "place" && (s.Role == "home" || m.says(s.From, "living")):
		t.Kind = "home"
	case s.Kind == "fact" && is(lang.Fold(strings.Fields(s.Text)[0]), "living"): // "moro em Natal"
		_, place, _ := strings.Cut(s.Text, " ")
		if t.Kind, t.What = "home", leadIn().ReplaceAllString(place, ""); t.What == "" { // the town is a span of its own
			return
		}
	case s.Kind == "fact" && key != "other", s.Kind == "date" && factKey(m.before(s.From)) == "birthday": // whoever listens knows whether another matters
		t.Kind = "fact"
	default:
		return
	}
	m.tell(t, sure)
}

var (
	tastes   = lang.Set("food cuisine taste drink beer_style brewery lodging amenity") // kinds of spans that are liked or not
	planning = lang.Set("find_dishes plan_trip tell ask_staff find_breweries")         // acts of a meal or a trip to come: else a figure or a bill is spoken of
	leadIn   = pattern.Of(`(?i)^\s*(?:em|in|en|no|na|at|de|do|da)(?:\s+|$)`)
	// answerIn is a wish to be answered in a language, and which that is.
	answerIn = pattern.Of(`(?i)\b(?:answer|respond\pL*|reply|speak|talk|fal[ae]\pL*|escrev\pL+|write|contest\pL+|habl\pL+|escrib\pL+)\b(?:\s+\pL+){0,4}\s+(?:in|em|en)\s+(english|inglês|ingles|inglés|portugu\pL+|español|espanhol|espanol|spanish|castellano)\b`)
)

// party returns how many the message says that sit at the table, or travel: "somos 5", and
// not "nós duas" or "a starter for two", which may be some of them.
func (m *message) party() (int, bool) {
	some := func(clause string) bool { return hasAny(wordsOf(clause), "sharing") }
	said := strings.Join(slices.DeleteFunc(clauses(m.text), some), ",")
	people := slices.ContainsFunc(m.Spans, func(s understand.Span) bool { return s.Kind == "people" && s.Of != "other" })
	if !people || !hasPhrase(said, "seating") && (len(m.Acts) == 0 || m.Acts[0].Name != "plan_trip") {
		return 0, false
	}
	return staydate.Party(said)
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
