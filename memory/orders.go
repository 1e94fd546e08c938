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

// What a clause of a guest's wants done with what the house knows of them.
const (
	toKeep    = "keep"   // "guarda isso", "for next time"
	notToKeep = "refuse" // "não guarde isso"
	toErase   = "erase"  // "esqueça a Ana"
)

// order returns what a clause wants done, or "", and the words behind its verb. A question wants
// something only as a polite wish: "can you remember that?", and not "will you remember that?".
func order(clause string) (do, object string) {
	words := wordsOf(clause)
	at := forgetting(words)
	switch {
	case at >= 0 && !hasAny(words[max(0, at-3):at], "no"):
		if asksOnly(clause) {
			return "", ""
		}
		return toErase, strings.Join(words[at+1:], " ")
	case hasPhrase(clause, "unsaved"), denied(clause):
		return notToKeep, strings.Join(words, " ")
	case speaksOfKeeping(clause, false) && !wishesElse(clause):
		if r := understand.Read(clause, understand.Before{}); score(r, "tell") > 0 || score(r, "yes") > 0 { // "topo! guarda dois"
			return toKeep, strings.Join(words, " ")
		}
	}
	return "", ""
}

// asksOnly reports a question that is no polite wish.
func asksOnly(clause string) bool {
	words := wordsOf(clause)
	return asks(clause) && !hasAny(words[:min(len(words), 4)], "polite")
}

// speaksOfKeeping reports whether a clause may want something kept, such as whoever decides has taken it for: also one that
// speaks of another time ("da próxima vez") or of what is to stay.
func speaksOfKeeping(clause string, loosely bool) bool {
	words := wordsOf(clause)
	later := loosely && (hasPhrase(clause, "later") || hasAny(words, "leaving") && !hasAny(words, "no"))
	return (keepingVerb(words) >= 0 || hasPhrase(clause, "inMind") || later) && !asksOnly(clause) && !denied(clause)
}

// keepingVerb returns the place of a verb of keeping, or -1. "A short note" keeps nothing, nor does what somebody else
// keeps: "he tries to keep sugar low".
func keepingVerb(words []string) int {
	at := indexOf(words, "keeping")
	if at > 0 && hasAny(words[:at], "others") {
		return -1
	}
	if at > 0 && is(words[at], "note") && hasAny(words[max(0, at-2):at], "article") {
		return -1
	}
	return at
}

// forgetting returns the place among some words of a verb of forgetting, or of one of taking away what was told, or -1:
// "take out what I said about him", and not "take out the juice that I said".
func forgetting(words []string) int {
	if at := indexOf(words, "toForget"); at >= 0 {
		return at
	}
	at := indexOf(words, "takingAway")
	told := slices.IndexFunc(words[at+1:], func(w string) bool { return !is(w, "whatWas") })
	if at < 0 || told < 1 || !is(words[at+1+told], "wasTold") {
		return -1
	}
	return at
}

// denied reports whether a verb of keeping has a no, before it or behind it. In "não como porco anota aí" the no is of what
// is named between them, and in "não esquece de anotar" of another verb.
func denied(clause string) bool {
	words := wordsOf(clause)
	at := keepingVerb(words)
	if at >= 0 && at+1 < len(words) && is(words[at+1], "nothing") {
		return true
	}
	for i := at - 1; i >= max(0, at-8) && !is(words[i], "toForget"); i-- {
		if is(words[i], "no") {
			between := " " + strings.Join(words[i+1:at], " ") + " "
			return !slices.ContainsFunc(understand.Read(clause, understand.Before{}).Spans, func(s understand.Span) bool {
				return s.Kind != "people" && s.Kind != "name" && s.Kind != "ref" && strings.Contains(between, " "+strings.Join(wordsOf(s.Text), " ")+" ")
			})
		}
	}
	return false
}

// wants reports whether a clause of a message wants something done, or ("") anything.
func wants(message, do string) bool {
	return slices.ContainsFunc(clauses(message), func(c string) bool {
		d, _ := order(c)
		return d != "" && (do == "" || d == do)
	})
}

// wishesElse reports whether the reader takes a text clearly for a wish that has nothing to
// do with what the house keeps: "note two more beers".
func wishesElse(text string) bool {
	r := understand.Read(text, understand.Before{})
	return len(r.Acts) > 0 && r.Acts[0].Score >= clear && !beside[r.Acts[0].Name]
}

// beside are the acts that go with what one says of keeping and forgetting.
var beside = lang.Set("forget recall tell yes no thanks greet bye help outside")

// Forgets reports whether the guest asks in a message to have something forgotten, or a
// value: the reader hears so, or that they take the value back, or a clause orders it. "Forget
// the nuts, bring me olives" takes back a wish.
func Forgets(message, value string) bool {
	if value != "" && spares(message, value) {
		return false
	}
	another, erases := wishesElse(message), false
	for _, c := range clauses(message) {
		do, object := order(c)
		switch {
		case do == toErase && value != "" && Names(object, value) && (!another || !Edible(value)):
			return true
		case do == "" && forgetting(wordsOf(c)) >= 0: // "don't forget"
			return false
		}
		erases = erases || do == toErase
	}
	r := understand.Read(message, understand.Before{})
	takenBack := func(s understand.Span) bool { return s.Drop && Names(s.Text, value) }
	return erases && !another || value != "" && slices.ContainsFunc(r.Spans, takenBack) || score(r, "forget") >= sure ||
		score(understand.Read(message, understand.Before{Last: "memory"}), "forget") >= clear
}

// Erases reports whether the guest orders in a turn that a memory is forgotten: they name it,
// or nothing else that is known, or of a companion that nothing is kept.
func (s *Set) Erases(t hook.Turn, m *Memory) bool {
	if !Forgets(t.Message, m.Value) && !(m.Subject == Companion && (wants(t.Message, notToKeep) || wants(t.Message, toErase))) {
		return false
	}
	about := s.About(t.Thread, t.Message)
	return len(about) == 0 || slices.ContainsFunc(about, func(k *Memory) bool { return k == m || hook.SameName(k.Person, m.Person) && Same(k.Value, m.Value) })
}

// spares reports whether a message that has all forgotten excepts a value: "apaga tudo exceto a parte de celíaca".
func spares(message, value string) bool {
	words := wordsOf(message)
	all := indexOf(words, "everything")
	if all < 0 {
		return false
	}
	but := indexOf(words[all:], "excepting")
	return but >= 0 && Names(strings.Join(words[all+but:], " "), value)
}

// ForgetsAll reports whether the guest asks in a sentence of a message to have all forgotten
// that is known of them: "wipe everything you noted and show me". Of a time, of a subject, or
// beside a no, it is not all.
func ForgetsAll(message string) bool {
	return slices.ContainsFunc(sentences(message), func(said string) bool {
		words := wordsOf(said)
		words = words[max(0, forgetting(words)):] // "estuvo todo rico, borra todo"
		all := slices.IndexFunc(words, func(w string) bool { return is(w, "everything") })
		if all < 0 || !Forgets(said, "") || hasAny(words[:all], "ofWhat") || hasAny(words, "ofATime") || hasAny(words, "excepting") {
			return false
		}
		named := func(s understand.Span) bool { return knowable[s.Kind] }
		return !ofSomething(strings.Join(words[all+1:], " ")) && !slices.ContainsFunc(understand.Read(said, understand.Before{}).Spans, named)
	})
}

// knowable are the spans of what one may know of somebody.
var knowable = lang.Set("name place food drink diet")

// ErasesAll reports whether the guest asks in a turn to have all forgotten, and names nothing
// that is known. "Borra todo, también lo de …" names it besides.
func (s *Set) ErasesAll(t hook.Turn) bool {
	parts := append(sentences(t.Message), t.Message)
	if !ForgetsBut(t.Message) {
		parts = append(parts, clauses(t.Message)...)
	}
	return slices.ContainsFunc(parts, func(said string) bool {
		return ForgetsAll(said) && !slices.ContainsFunc(s.About(t.Thread, ""), func(m *Memory) bool { return Names(said, m.Value) })
	})
}

// ForgetsBut reports whether the guest asks in a message to have all forgotten that is known
// of them but for something: "esqueça tudo, menos meu nome".
func ForgetsBut(message string) bool {
	words := wordsOf(message)
	rest := hasAny(words, "remaining") || hasAny(words, "everything") && hasAny(words, "excepting")
	return rest && Forgets(message, "") && !strings.HasSuffix(strings.TrimSpace(message), "?")
}

// onlyForgets reports whether a message asks, beyond doubt, to have all forgotten that is
// known of the guest, and for nothing else: there is no way back.
func onlyForgets(message string) bool {
	words := wordsOf(message)
	if !ForgetsAll(message) || hasAny(words, "theTalk") || len(sentences(message)) > 1 {
		return false
	}
	another := func(a understand.Act) bool { return a.Score >= sure && !beside[a.Name] }
	themselves := len(words) <= 2 || hasAny(words, "oneself") || hasAny(words, "mine") || hasAny(words, "pointing")
	return themselves && !slices.ContainsFunc(understand.Read(message, understand.Before{}).Acts, another)
}

// OnlyThat reports whether a guest who has something kept wants nothing else kept: "só isso".
func OnlyThat(message string) bool { return hasPhrase(message, "nothingElse") }

// Keeping returns what a guest says in a message of having needs of a person kept, or with
// no person their own, unasked: yes, no or nothing. Who has the waiter note two beers says
// nothing of it.
func Keeping(message, person string, needs []string) string {
	answer := nothing.Consents(hook.Turn{Message: message}, person, "")
	means := hasPhrase(message, "later") || slices.ContainsFunc(needs, func(n string) bool { return Names(message, n) }) || reply("", message) == "yes" || onlyOf(message, person)
	if answer == "yes" && !means || answer == "no" && !wants(message, notToKeep) {
		return ""
	}
	return answer
}

// onlyOf reports whether words name a person and nothing that one may have: "guarde também o de meu irmão Davi".
func onlyOf(words, person string) bool {
	return person != "" && hook.Speaks(words, person) && !slices.ContainsFunc(understand.Read(words, understand.Before{}).Spans, func(s understand.Span) bool {
		return s.Kind != "people" && s.Kind != "name" && s.Kind != "ref"
	})
}

// Consents returns what a guest says in a turn of having what is theirs, or what they told of a
// person, kept: yes, no, maybe or nothing. They answer the house, or say it unasked. Where whoever
// decides takes words of the message for a yes or a no, those count, and less is enough.
func (s *Set) Consents(t hook.Turn, person, words string) string {
	text, decided := s.part(t.Message, person), strings.TrimSpace(words) != ""
	given := decided && strings.Contains(spaced(t.Message), spaced(words))
	if given {
		text = words
	}
	asked := s.wasAsked(t, person)
	taken := func(c string) bool { return decided && speaksOfKeeping(c, true) }
	switch {
	case asked && OnlyMine(t.Message) && !(person != "" && hook.Speaks(t.Message, person)):
		return map[bool]string{true: "yes", false: "no"}[person == ""]
	case wants(text, toKeep), !wants(text, notToKeep) && slices.ContainsFunc(clauses(text), taken):
		return "yes"
	case wants(text, notToKeep), Forgets(text, ""), given && score(understand.Read(text, understand.Before{Last: "consent"}), "no") >= sure:
		return "no"
	case !asked:
		return ""
	case slices.ContainsFunc(clauses(text), keepsIt):
		return "yes"
	}
	answer := replyWithin(houseSaid(t), text)
	if answer == "" && text != t.Message && reply(houseSaid(t), t.Message) == "no" {
		return "no"
	}
	return answer
}

// keepsIt reports a clause that answers the house's question with its own verb: "keep it please".
func keepsIt(clause string) bool {
	words := wordsOf(clause)
	at := keepingVerb(words)
	return at >= 0 && !denied(clause) && !asks(clause) && (at+1 == len(words) || is(words[at+1], "theThing")) && len(words) <= 6
}

// OnlyMine reports a clause such as "só o meu", "just mine": a yes for the guest and a no for all others.
func OnlyMine(message string) bool {
	return slices.ContainsFunc(clauses(message), func(clause string) bool {
		words := wordsOf(clause)
		at := slices.IndexFunc(words, func(w string) bool { return is(w, "alone") })
		return at >= 0 && len(words) <= 5 && hasAny(words[at+1:min(len(words), at+4)], "mine") && !hasAny(words, "no") && !hasAny(words, "theirs")
	})
}

// part returns the clauses of a message that may be said of the guest, or of a person: of
// "o meu sim, o dela não" one each. If none are, it is the whole message.
func (s *Set) part(message, person string) string {
	var part, named []string
	for _, c := range clauses(message) {
		words := wordsOf(c)
		theirs := hasAny(words, "theirs") || s.any(func(m *Memory) bool { return m.Person != "" && hook.Speaks(c, m.Person) })
		do, _ := order(c)
		switch answers := do != "" || hasAny(words, "agrees") || hasAny(words, "neither"); {
		case person != "" && hook.Speaks(c, person):
			named = append(named, c)
		case person == "" && !theirs || person != "" && (theirs || !hasAny(words, "mine")):
			part = append(part, c)
		case !answers: // "pode ser, uma tapioca para ela"
			return message
		}
	}
	if part = append(part, named...); len(named) > 0 && wants(strings.Join(named, ","), "") {
		part = named
	}
	if len(part) == 0 || len(part) == len(clauses(message)) {
		return message
	}
	return strings.Join(part, ",")
}

// ConsentsTo returns what a guest says in a turn of having one memory kept, which they name, whatever they say of others:
// "the allergy yes, the pregnancy no".
func (s *Set) ConsentsTo(t hook.Turn, m *Memory) (answer string) {
	l, _ := lang.Detect(t.Message)
	for _, c := range clauses(t.Message) {
		if !Names(c, m.Value) && !m.Candidate().labelled(c) {
			continue
		}
		do, _ := order(c)
		words := slices.DeleteFunc(wordsOf(c), func(w string) bool { return w == "no" && l == lang.Portuguese }) // "no nome dele" denies nothing
		switch {
		case do == toKeep:
			answer = "yes"
		case do != "" || hasAny(words, "no") || hasAny(words, "neither"):
			return "no"
		case (len(words) < 6 || hasAny(words, "agrees")) && !asks(t.Message) && (s.wasAsked(t, "") || wants(t.Message, toKeep)): // "I used to love shrimp" tells a taste
			answer = "yes"
		}
	}
	return answer
}

// SpeaksOfNeeds reports whether words name what somebody must not have, so that to keep "her allergy" keeps nothing else of
// her.
func SpeaksOfNeeds(words string) bool { return begins(words, "needs") }

// wasAsked reports whether the house has asked in a turn's thread whether it may keep
// something. A bare yes is one to what was said last.
func (s *Set) wasAsked(t hook.Turn, person string) bool {
	last := houseSaid(t)
	if person != "" {
		return asksToKeep(last) && (hook.Speaks(last, person) || hook.Speaks(t.Message, person))
	}
	return texts.AskConsent(last) || asksToKeep(last)
}

// asksToKeep reports whether a text of the house's asks whether it may keep something.
func asksToKeep(text string) bool {
	return asks(text) && (keepingVerb(plainWords(text)) >= 0 || hasPhrase(text, "inMind"))
}

// houseSaid is what the house said last, before a turn.
func houseSaid(t hook.Turn) string {
	if n := len(t.History); n > 0 && t.History[n-1].Role == thread.RoleAssistant {
		return t.History[n-1].Text
	}
	return ""
}

// answered returns what the guest answers to the question whether their health may be
// remembered: yes, no, maybe, or nothing if they were not just asked, or speak of whose it is:
// "não sou eu, é minha mãe".
func (s *Set) answered(t hook.Turn) string {
	r := understand.Read(t.Message, understand.Before{})
	if to, _ := r.Moved(t.Message); !texts.AskConsent(houseSaid(t)) || wants(t.Message, toErase) || len(to) > 0 {
		return ""
	}
	return s.Consents(t, "", "")
}

// replyWithin reads an answer to what the house asked of keeping. Of a message that goes on with
// something else a first clause that is nothing but a yes is one, if what follows is told besides
// or asked: "pode. e qual vinho vai com isso?", and not "pode ser, quero uma tapioca".
func replyWithin(house, message string) string {
	message = strings.TrimSpace(signs.Replace(message))
	first := firstClause().FindString(message)
	rest := strings.TrimLeft(message[len(first):], ", .;:!\n")
	next := wordsOf(rest)
	only := func(words []string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !is(w, "agrees") && !is(w, "fillers") })
	}
	switch plain := hasAny(wordsOf(first), "agrees") && only(wordsOf(first)) && !asks(first); {
	case !plain, only(next), score(understand.Read(rest, understand.Before{}), "yes") >= sure:
		return reply(house, message)
	case is(next[0], "and"), asks(rest) && !strings.HasPrefix(message[len(first):], ","), len(understand.Needs(rest)) > 0:
		return reply(house, first)
	}
	return ""
}

var (
	firstClause = pattern.Of(`^(?i:sim|yes|sí|yep|yeah)\b|^[^,.;:!?\n]*[?]?`)
	// What is drawn rather than said.
	signs = strings.NewReplacer("👍", " sim ", "👌", " sim ", "✅", " sim ", "🆗", " sim ", "👎", " não ", "❌", " não ", "🚫", " não ")
)

// reply is what the reader takes a text for that is an answer, and names nothing else. The
// house's question makes it hear a yes in much: an answer is clear.
func reply(house, text string) string {
	words := wordsOf(text)
	r := understand.Read(text, understand.Before{Last: "consent", House: lastQuestion(house)})
	yes, no := score(r, "yes"), score(r, "no")
	names := func(s understand.Span) bool { return !ofNeeds[s.Kind] }
	switch {
	case hasPhrase(text, "doubts") && len(words) < 5 && score(understand.Read(text, understand.Before{Last: "consent"}), "yes") < clear:
		return "maybe"
	case hasAny(words, "staff") || hasAny(words, "bringing") || slices.ContainsFunc(r.Spans, names), // "let the kitchen know", "pode pedir"
		max(yes, no) < certain && wishesElse(text): // it would be something else, had nobody asked
		return ""
	case yes >= sure && no >= sure && len(words) > 4: // in four words nobody tells two things apart
		return "maybe"
	case no >= clear, no >= sure && !asks(text) && (hasAny(words, "no") || hasAny(words, "neither")):
		return "no"
	case yes >= clear:
		return "yes"
	}
	return ""
}

// ofNeeds are the spans of what one may let the house keep, and whose it is.
var ofNeeds = lang.Set("diet people name fact")

// lastQuestion is what the house asked last in a text: what it said before and after is
// nothing that is answered.
func lastQuestion(house string) (question string) {
	for _, s := range sentences(house) {
		if asks(s) {
			question = strings.TrimSpace(s)
		}
	}
	return question
}
