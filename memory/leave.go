package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/thread"
)

// keeps reports whether words speak of keeping something: "guarda isso", "keep in mind".
// "A short note" keeps nothing.
func keeps(text string) bool {
	words := plainWords(text)
	for i, w := range words {
		if isVerb(w, "keeping") && !(is(w, "note") && hasAny(words[max(0, i-2):i], "article")) {
			return true
		}
	}
	return hasPhrase(text, "inMind")
}

// forLater reports whether a text speaks of another time: "da próxima vez".
func forLater(text string) bool { return hasPhrase(text, "later") }

// lasting reports whether a text says that something is to be so from now on.
func lasting(text string) bool { return forLater(text) && !hasPhrase(text, "today") }

// denies reports whether a clause says that something is not to be kept: "don't keep it",
// "no hace falta que lo apuntes". In "não como porco anota aí" the no is of what is named.
func denies(clause string) bool {
	words := wordsOf(clause)
	at := verbIn(words, "unkeeping")
	plain := at >= 0
	if !plain {
		at = verbIn(words, "keeping")
	}
	switch {
	case hasPhrase(clause, "unsaved"), plain && at+1 < len(words) && is(words[at+1], "nothing"):
		return true
	}
	for i := at - 1; i >= max(0, at-5) && !is(words[i], "toForget"); i-- {
		if is(words[i], "no") && (plain && !namesAny(clause, words[i+1:at]) || refuses(clause)) {
			return true
		}
	}
	return false
}

// namesAny reports whether the reader finds something that matters among words of a clause.
func namesAny(clause string, words []string) bool {
	among := " " + strings.Join(words, " ") + " "
	return slices.ContainsFunc(understand.Read(clause, understand.Before{}).Spans, func(s understand.Span) bool {
		return strings.Contains(among, " "+strings.Join(wordsOf(s.Text), " ")+" ")
	})
}

// refuses reports whether the reader takes a clause for a no to the question of keeping.
func refuses(clause string) bool {
	r := understand.Read(clause, understand.Before{Last: "consent"})
	return score(r, "no") >= sure && score(r, "no") > score(r, "yes")
}

// unkept reports "não guarde isso".
func unkept(message string) bool { return slices.ContainsFunc(clauses(message), denies) }

// asksToKeep reports "pode guardar minha alergia", which is no wish for something else and
// no question but a polite one.
func asksToKeep(message string) bool {
	return slices.ContainsFunc(clauses(message), func(c string) bool {
		if !keeps(c) || denies(c) || strings.Contains(c, "?") && !requests(c) {
			return false
		}
		r := understand.Read(c, understand.Before{})
		return score(r, "tell") > 0 || score(r, "yes") > 0
	})
}

// requests reports whether a question is a polite wish: "can you remember that?", and not
// "will you remember that?".
func requests(question string) bool {
	words := plainWords(question)
	return hasAny(words[:min(len(words), 4)], "polite")
}

// OnlyThat reports whether a guest who has something kept wants nothing else kept: "só isso".
func OnlyThat(message string) bool { return hasPhrase(message, "nothingElse") }

// refusesAll reports whether a guest wants nothing kept: "não guarde isso", and not "note
// the allergy, but do not keep her age".
func refusesAll(message string) bool { return unkept(message) && !asksToKeep(message) }

// Keeping returns what a guest says in a message of having needs of a person kept, or with
// no person their own, unasked: yes, no or nothing. Who has the waiter note two beers says
// nothing of it. A no is of whom its clause speaks: "keep mine, of Ana keep nothing".
func Keeping(message, person string, needs []string) string {
	yes, no := asksToKeep(message), unkept(message)
	switch {
	case no && (!yes || person != "" && slices.ContainsFunc(clauses(message), func(c string) bool { return denies(c) && hook.Speaks(c, person) })):
		return "no"
	case !yes, no && person != "":
		return ""
	case forLater(message) || slices.ContainsFunc(needs, func(n string) bool { return Names(message, n) }) || readAnswer("", message) == "yes":
		return "yes"
	}
	return ""
}

// leave returns what a guest says in a turn of having what is theirs, or what they told of a
// person, kept: yes, no, maybe or nothing. They answer the house, or say it unasked.
func (s *Set) leave(t hook.Turn, person string) string {
	part, asked, house := s.part(t.Message, person), s.wasAsked(t, person), houseSaid(t)
	if asked && OnlyMine(t.Message) && !(person != "" && hook.Speaks(t.Message, person)) {
		return map[bool]string{true: "yes", false: "no"}[person == ""]
	}
	if refusesAll(part) || Forgets(part, "") {
		return "no"
	}
	if asked {
		answer, only := answerTo(house, part)
		switch {
		case answer == "yes" && agreesToWish(t.Message, only):
			return ""
		case answer == "" && part != t.Message && readAnswer(house, t.Message) == "no":
			return "no"
		case answer != "":
			return answer
		}
	}
	if asksToKeep(part) && (person == "" || asked || hook.Speaks(t.Message, person) || hasAny(wordsOf(t.Message), "theirs")) {
		return "yes"
	}
	return ""
}

// OnlyMine reports a clause such as "só o meu", "just mine": a yes for the guest and a no for all others.
func OnlyMine(message string) bool {
	return slices.ContainsFunc(clauses(message), func(c string) bool {
		words := wordsOf(c)
		at := indexOf(words, "alone")
		return at >= 0 && len(words) <= 5 && hasAny(words[at+1:min(len(words), at+4)], "mine") && !hasAny(words, "no") && !hasAny(words, "theirs")
	})
}

// MayKeep reports whether a yes to keeping something, which whoever decides has read in a
// turn, may stand: those words of the message ask for it, or the guest says so, or speaks at
// least of keeping or of a next time, and refuses nothing.
func (s *Set) MayKeep(t hook.Turn, person, words string) bool {
	if stands(t.Message, words) && speaksOfKeeping(words, true) {
		return true
	}
	answer := s.leave(t, person)
	return answer == "yes" || answer == "" && speaksOfKeeping(s.part(t.Message, person), false)
}

// SpeaksOfNeeds reports whether words name what somebody must not have, so that to keep "her allergy" keeps nothing else of
// her.
func SpeaksOfNeeds(words string) bool { return needsNamed().MatchString(lang.Fold(words)) }

var needsNamed = pattern.Of(`\b(?:alerg|allerg|intoler|restri[cç]|diet)`)

// speaksOfKeeping reports whether words speak of keeping or of a next time, and refuse nothing;
// or say what is left, of what they are about.
func speaksOfKeeping(words string, left bool) bool {
	return !unkept(words) && slices.ContainsFunc(clauses(words), func(c string) bool {
		stays := left && hasAny(wordsOf(c), "leaving") && !hasAny(wordsOf(c), "no")
		return (!strings.Contains(c, "?") || requests(c)) && (keeps(c) || forLater(c) || stays)
	})
}

// Refuses reports whether the guest says in a turn, or in those words of it, that something is
// not to be kept.
func (s *Set) Refuses(t hook.Turn, person, words string) bool {
	return s.leave(t, person) == "no" || stands(t.Message, words) && RefusesToKeep(words)
}

// RefusesToKeep reports whether words say by themselves that something is not to be kept, whatever else the message keeps: "lo de
// mi suegro no".
func RefusesToKeep(words string) bool {
	return unkept(words) || refuses(words) && !speaksOfKeeping(words, false)
}

// stands reports whether words stand in a message, whatever signs are between them.
func stands(message, words string) bool {
	return strings.TrimSpace(words) != "" && strings.Contains(spaced(message), spaced(words))
}

// AgreesTo reports whether the guest agrees in a turn that one thing is kept, which they
// name, whatever they say of others: "the allergy yes, the pregnancy no".
func (s *Set) AgreesTo(t hook.Turn, m *Memory) bool {
	if strings.HasSuffix(strings.TrimSpace(t.Message), "?") || !s.wasAsked(t, "") && !keeps(t.Message) {
		return false
	}
	return !m.DeniedIn(t.Message) && slices.ContainsFunc(clauses(t.Message), func(c string) bool {
		words := wordsOf(c)
		return m.named(c) && (len(words) < 6 || hasAny(words, "agrees") || keeps(c)) // "I used to love shrimp" tells a taste
	})
}

// DeniedIn reports whether a message names a memory beside a no: "not the pregnancy".
func (m *Memory) DeniedIn(message string) bool {
	l, _ := lang.Detect(message)
	return slices.ContainsFunc(clauses(message), func(c string) bool {
		words := slices.DeleteFunc(slices.Clone(wordsOf(c)), func(w string) bool { return w == "no" && l == lang.Portuguese }) // "no nome dele" denies nothing
		return m.named(c) && (hasAny(words, "no") || hasAny(words, "neither")) && !asksToKeep(c)
	})
}

// named reports whether a text names what a memory says, or what kind of thing that is:
// "camarão", "a alergia".
func (m *Memory) named(text string) bool {
	have := stemsIn(text)
	return Names(text, m.Value) || slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return called(m.label(w.Language), have) })
}

// part returns the clauses of a message that may be said of the guest, or of a person: of
// "o meu sim, o dela não" one each. If none are, it is the whole message.
func (s *Set) part(message, person string) string {
	var part []string
	all := clauses(message)
	for _, c := range all {
		words := wordsOf(c)
		theirs := hasAny(words, "theirs") || slices.ContainsFunc(s.people(), func(p string) bool { return hook.Speaks(c, p) })
		if person == "" && !theirs || person != "" && (theirs || !hasAny(words, "mine")) {
			part = append(part, strings.TrimSpace(c))
		}
	}
	if len(part) == 0 || len(part) == len(all) {
		return message
	}
	return strings.Join(part, ", ")
}

// people are the names of those of whom something is known.
func (s *Set) people() (names []string) {
	for _, m := range s.all {
		if m.Person != "" && !slices.Contains(names, m.Person) {
			names = append(names, m.Person)
		}
	}
	return names
}

// wasAsked reports whether the house has asked in a turn's thread whether it may keep
// something. A bare yes is one to what was said last.
func (s *Set) wasAsked(t hook.Turn, person string) bool {
	last := houseSaid(t)
	asks := strings.Contains(last, "?")
	if person != "" {
		return asks && keeps(last) && (hook.Speaks(last, person) || hook.Speaks(t.Message, person))
	}
	return texts.AskConsent(last) || asks && keeps(last)
}

// houseSaid is what the house said last, before a turn.
func houseSaid(t hook.Turn) string {
	if n := len(t.History); n > 0 && t.History[n-1].Role == thread.RoleAssistant {
		return t.History[n-1].Text
	}
	return ""
}

// answered returns what the guest answers to the question whether their health may be
// remembered: yes, no, maybe, or nothing if they were not just asked.
func (s *Set) answered(t hook.Turn) string {
	if !texts.AskConsent(houseSaid(t)) || slices.ContainsFunc(clauses(t.Message), func(c string) bool { return toBeForgotten(c) != "" }) {
		return ""
	}
	r := understand.Read(t.Message, understand.Before{})
	if to, _ := r.Moved(t.Message); len(to) > 0 { // "não sou eu, é minha mãe" is of whose it is
		return ""
	}
	return s.leave(t, "")
}

// answerTo reads an answer to what the house asked of keeping: yes, no, maybe (or yes to one
// thing and no to another), or nothing; and whether that is all that is said. Nobody agrees by
// the way: "isso tem glúten?" and "quero a moqueca" are no answers. Of a message that goes on
// with something else the first clause is one, if it is nothing else: "pode. e qual vinho vai
// com isso?".
func answerTo(house, message string) (answer string, only bool) {
	message = signs.Replace(message)
	if answer = readAnswer(house, message); answer != "" {
		return answer, onlyAnswers(house, message)
	}
	first := strings.TrimSpace(firstClause().FindString(message))
	if !strings.HasSuffix(first, "?") && hasAny(wordsOf(first), "agrees") {
		answer = readAnswer(house, first)
	}
	return answer, false
}

var (
	firstClause = pattern.Of(`^(?i:sim|yes|sí|yep|yeah)\b|^[^,.;:!?\n]*[?]?`)
	// What is drawn rather than said.
	signs = strings.NewReplacer("👍", " sim ", "👌", " sim ", "✅", " sim ", "🆗", " sim ", "👎", " não ", "❌", " não ", "🚫", " não ")
)

// agreesToWish reports whether the yes of a message that says more is one to that, and none
// to what the house asked of keeping: "pode ser, quero um nhoque". It is an answer to the
// house if it speaks of keeping, or goes on with "and" ("sim, e me traz a carta"), a question
// ("pode. qual cerveja vai com isso?") or what else somebody must not have. Only says that its
// part about the guest is no more than a yes.
func agreesToWish(message string, only bool) bool {
	message = strings.TrimSpace(signs.Replace(message))
	first := firstClause().FindString(message)
	rest := strings.TrimSpace(message[len(first):])
	next := strings.Fields(strings.TrimLeft(rest, ", .;:!\n"))
	keeping := func(c string) bool {
		return keeps(c) && (readAnswer("", strings.TrimSpace(c)) == "yes" || asksToKeep(c))
	}
	ordered := next
	if len(next) > 1 && is(strings.ToLower(next[0]), "and") && !is(strings.ToLower(first), "yes") { // "pode, e traz um chá"
		ordered = next[1:]
	}
	orders := hasAny(wordsOf(first), "orders") || len(ordered) > 0 && is(lang.Fold(ordered[0]), "orders") // "pode pedir", "sí, pídelo"
	switch {
	case orders && !slices.ContainsFunc(clauses(message), keeping):
		return true
	case len(next) == 0, is(strings.ToLower(next[0]), "and"), strings.Contains(rest, "?") && !strings.HasPrefix(rest, ","):
		return false
	case slices.ContainsFunc(clauses(message), keeping), only && onlyAnswers("", rest):
		return false
	}
	return len(understand.Needs(rest)) == 0
}

// readAnswer is what the reader takes a text for that is an answer, and names nothing. The
// house's question makes it hear a yes in much: an answer is clear, or one without it too.
func readAnswer(house, text string) string {
	words := wordsOf(text)
	r := understand.Read(text, understand.Before{Last: "consent", House: lastQuestion(house)})
	bare := score(understand.Read(text, understand.Before{Last: "consent"}), "yes")
	yes, no, asked := score(r, "yes"), score(r, "no"), strings.HasSuffix(text, "?")
	switch {
	case hasPhrase(text, "doubts") && len(words) < 5 && bare < clear:
		return "maybe"
	case unkept(text) && !(yes >= sure && asksToKeep(text)):
		return "no"
	case max(yes, no) < certain && wishesElse(text), // it would be something else, had nobody asked
		hasAny(words, "staff") || understand.Says(text, "meal_course") && !hasAny(words, "agrees"),                                  // "let the kitchen know"
		slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return !ofNeeds[s.Kind] && !(s.Kind == "ref" && keeps(text)) }): // "keep that"
		return ""
	case yes >= sure && no >= sure && len(words) > 4: // in four words nobody tells two things apart
		return "maybe"
	case no >= sure && (!asked || no >= clear):
		return "no"
	case yes >= clear, yes >= sure && bare >= sure && !asked:
		return "yes"
	}
	return ""
}

// lastQuestion is what the house asked last in a text: what it said before and after is
// nothing that is answered.
func lastQuestion(house string) (question string) {
	for _, s := range sentences(house) {
		if s.asked {
			question = strings.TrimSpace(s.text)
		}
	}
	return question
}

// onlyAnswers reports whether a message answers, by its acts, and asks for nothing.
func onlyAnswers(house, message string) bool {
	r := understand.Read(message, understand.Before{Last: "consent", House: lastQuestion(house)})
	wish := func(a understand.Act) bool { return a.Score >= sure && !answers[a.Name] }
	return !strings.Contains(message, "?") && !slices.ContainsFunc(r.Acts, wish)
}

var (
	answers = lang.Set("yes no thanks greet bye smalltalk")
	ofNeeds = lang.Set("diet people name fact") // the spans of what one may let the house keep, and whose it is
)
