package memory

import (
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// Agrees reports whether the guest agrees in a turn that something is kept: their
// health, or what they told of a person. The house has asked, or the message
// asks for it itself, and it is no refusal. Who listens to them cannot agree for
// them.
func (s *Set) Agrees(t hook.Turn, person string) bool {
	part, asked := s.part(t.Message, person), s.wasAsked(t, person)
	if asked {
		switch s.answer(t, person) {
		case "yes":
			return !Forgets(part, "")
		case "no", "maybe", "part":
			return false
		}
	}
	if asked && agreesToWish(t.Message, false) { // "sim, guarda uma mesa"
		return false
	}
	return asksToKeep(part) && !refusesAll(part) && (person == "" || asked || hook.Speaks(t.Message, person) || hasAny(wordsOf(t.Message), theirs))
}

// MayKeep reports whether a yes to keeping something, which whoever decides has read in a
// turn, may stand: the message speaks of keeping or of a next time, or the house has asked
// for it, and what it says of that person is no refusal.
func (s *Set) MayKeep(t hook.Turn, person string) bool {
	if s.Agrees(t, person) {
		return true
	}
	part := s.part(t.Message, person)
	if refusesAll(part) || Forgets(part, "") || Keeping(t.Message, person, nil) == "no" || s.wasAsked(t, person) && (s.answer(t, person) == "no" || agreesToWish(t.Message, false)) {
		return false
	}
	return slices.ContainsFunc(sentences(t.Message), func(x sentence) bool {
		first := wordsOf(x.text)
		told := !x.asked || requests(x.text) || len(first) > 0 && isOf(keeping, first[0]) // "guarda isso, tá?"
		return told && (keeps(x.text) || keepsInAnyForm(x.text) || forLater(x.text))
	})
}

// keepsInAnyForm reports whether a text has a verb of keeping in a form that is in no list:
// "acuérdese", "remembering".
func keepsInAnyForm(text string) bool {
	return slices.ContainsFunc(wordsOf(text), func(w string) bool {
		for _, hung := range append([]string{""}, hungOn...) {
			if bare, ok := strings.CutSuffix(w, hung); ok && len(bare) > 4 && keepingStems()[lang.Stem(bare)] {
				return true
			}
		}
		return false
	})
}

var keepingStems = sync.OnceValue(func() map[string]bool {
	stems := map[string]bool{}
	for w := range keeping {
		if len(w) > 4 && !noted[w] {
			stems[lang.Stem(w)] = true
		}
	}
	return stems
})

// Refuses reports whether the guest says in a turn that something is not to be
// kept.
func (s *Set) Refuses(t hook.Turn, person string) bool {
	part := s.part(t.Message, person)
	return unkept(part) || Forgets(part, "") || s.wasAsked(t, person) && s.answer(t, person) == "no"
}

// answer returns what the guest answers in a turn of what is theirs, or of a person:
// "só o meu" is a yes for themselves and a no for others.
func (s *Set) answer(t hook.Turn, person string) string {
	part := s.part(t.Message, person)
	if onlyMine(t.Message) && !(person != "" && hook.Speaks(t.Message, person)) {
		if person == "" {
			return "yes"
		}
		return "no"
	}
	answer, only := answerTo(houseSaid(t), part)
	if answer == "yes" && agreesToWish(t.Message, only) {
		return ""
	}
	if answer == "" && part != t.Message {
		if whole, _ := answerTo(houseSaid(t), t.Message); whole == "no" {
			return whole
		}
	}
	return answer
}

// Answer reads words of a guest's that answer whether something may be kept: yes, no, or
// nothing if they are not clear. The words may name what it is: "o do leite pode ficar".
func Answer(words string) string {
	answer, _ := answerTo("", words)
	said := wordsOf(words)
	switch denied := hasAny(said, noes); {
	case answer == "yes" || answer == "no":
		return answer
	case answer != "" || strings.HasSuffix(strings.TrimSpace(words), "?"):
		return ""
	case unkept(words), denied && keeps(words), Forgets(words, ""):
		return "no"
	case !denied && (keeps(words) || hasAny(said, agrees)):
		return "yes"
	}
	return ""
}

// onlyMine reports a clause such as "só o meu", "just mine".
func onlyMine(message string) bool {
	return slices.ContainsFunc(clauses(message), func(c string) bool {
		words := wordsOf(c)
		at := slices.IndexFunc(words, func(w string) bool { return alone[w] })
		return at >= 0 && len(words) <= 5 && hasAny(words[at+1:min(len(words), at+4)], mine) && !hasAny(words, noes) && !hasAny(words, theirs)
	})
}

// part returns the clauses of a message that may be said of the guest, or of a person: of
// "o meu sim, o dela não" one each. If none are, it is the whole message.
func (s *Set) part(message, person string) string {
	var part []string
	all := clauses(message)
	for _, c := range all {
		words := wordsOf(c)
		other := hasAny(words, theirs) || slices.ContainsFunc(s.people(), func(p string) bool { return hook.Speaks(c, p) })
		if person != "" {
			other = hasAny(words, mine) && !hasAny(words, theirs) && !hook.Speaks(c, person)
		}
		if !other {
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
		if m.Person != "" {
			names = append(names, m.Person)
		}
	}
	return names
}

// clauses cuts a message at its marks, and before "but".
func clauses(message string) []string {
	return strings.FieldsFunc(opposing.Replace(" "+message+" "), func(r rune) bool { return strings.ContainsRune(",;.:!\n", r) })
}

// AgreesTo reports whether the guest agrees in a turn that one thing is kept, which
// they name, whatever they say of others: "the allergy yes, the pregnancy no".
func (s *Set) AgreesTo(t hook.Turn, m *Memory) bool {
	if strings.HasSuffix(strings.TrimSpace(t.Message), "?") || !s.wasAsked(t, "") && !keeps(t.Message) {
		return false
	}
	return slices.ContainsFunc(clauses(t.Message), func(c string) bool { return m.named(c) && mayAgree(c) }) && !m.DeniedIn(t.Message)
}

// mayAgree reports whether a clause that names something may be a yes to its keeping: it says so, or
// hardly more than the name. "I used to love shrimp" tells a taste.
func mayAgree(clause string) bool {
	said := wordsOf(clause)
	if hasAny(said, agrees) || keeps(clause) {
		return true
	}
	r := understand.Read(clause, understand.Before{Last: "consent"})
	tastes := slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.P == "like" || s.P == "dislike" })
	return !tastes && (len(said) < 6 || score(r, "yes") >= sure)
}

// DeniedIn reports whether a message names a memory beside a no: "not the pregnancy".
func (m *Memory) DeniedIn(message string) bool {
	return slices.ContainsFunc(clauses(message), func(clause string) bool {
		words := wordsOf(clause)
		return m.named(clause) && (hasAny(words, noes) || hasAny(words, neither)) && !asksToKeep(clause)
	})
}

// named reports whether a text names what a memory says, or what kind of thing
// that is: "camarão", "a alergia".
func (m *Memory) named(text string) bool {
	have := stemsIn(text)
	return Names(text, m.Value) || slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return called(m.label(w.Language), have) })
}

// wasAsked reports whether the house has asked in a turn's thread whether it may
// keep something.
func (s *Set) wasAsked(t hook.Turn, person string) bool {
	last := houseSaid(t)
	asks := strings.Contains(last, "?")
	if person == "" {
		m := s.asked("health")
		open := m != nil && m.Value == "asked" && m.Thread == t.Thread && !asks && (keeps(t.Message) || forLater(t.Message)) // a bare yes is one to what was said last
		return open || asksConsent(last) || asks && keeps(last)
	}
	return asks && keeps(last) && (hook.Speaks(last, person) || hook.Speaks(t.Message, person))
}

// asksToKeep reports "pode guardar minha alergia": no question, no denial of the keeping,
// and nothing that the reader takes for another wish, such as an order to be noted. A
// clause that names what is kept does so beside one that is not to be: "keep my gluten,
// not my brother's".
func asksToKeep(message string) bool {
	asks := func(text string) bool {
		return keeps(text) && !denies(text, keeping) && !hasPhrase(text, unsaved) && mayTell(text)
	}
	return slices.ContainsFunc(sentences(butStops.Replace(message)), func(s sentence) bool {
		return !s.asked && (asks(s.text) || slices.ContainsFunc(clauses(s.text), func(c string) bool { return asks(c) && namesTold(c) }))
	})
}

// namesTold reports whether a text names something of which one tells the house.
func namesTold(text string) bool {
	return slices.ContainsFunc(understand.Read(text, understand.Before{}).Spans, func(s understand.Span) bool {
		return tasteKeys[s.Kind] != "" || health[s.Kind]
	})
}

// mayTell reports whether a text tells something, or agrees, by the reader.
func mayTell(text string) bool {
	r := understand.Read(text, understand.Before{})
	return score(r, "tell") > 0 || score(r, "yes") > 0
}

// Wishes reports whether the guest asks in a message, in words that stand in it, to
// have what they tell kept: "please remember that for next time". That is an express
// yes, and nobody asks them again.
func Wishes(message, words string) bool {
	if strings.TrimSpace(words) == "" {
		return asksToKeep(message)
	}
	question := strings.HasSuffix(strings.TrimSpace(words), "?") && !requests(words)
	return stand(message, words) && !refusesAll(message) && !denies(words, keeping) && !question && (keeps(words) || forLater(words))
}

// Wished reports whether words that whoever decides takes for a wish to keep something stand
// in a message and are one, whatever else it says: "erase all, but keep the egg".
func Wished(message, words string) bool {
	left := slices.ContainsFunc(wordsOf(words), func(w string) bool { return leaving[w] }) && !strings.Contains(lang.Fold(words), "ra la") // "deixa pra lá"
	return stand(message, words) && !unkept(words) && !denies(words, keeping) && (keeps(words) || keepsInAnyForm(words) || forLater(words) || left)
}

// leaving are verbs by which something stays that is known: "deixa só o do glúten".
var leaving = lang.Set("deixa deixe deixem deixar deja deje dejen dejar leave leaving stays stay fica fique quede queda")

// WishesBeside reports whether words that stand in a message ask to have something kept,
// where all that it refuses is of others: "keep mine, of Ana keep nothing".
func WishesBeside(message, words string, others []string) bool {
	if !stand(message, words) || !keeps(words) || denies(words, keeping) || refusesAll(words) {
		return false
	}
	return !slices.ContainsFunc(clauses(message), func(c string) bool {
		return unkept(c) && !slices.ContainsFunc(others, func(name string) bool { return hook.Speaks(c, name) || named(c, name) })
	})
}

// named reports whether a text has the first word of a name: "do namorado".
func named(text, name string) bool {
	for w := range strings.FieldsSeq(lang.Fold(name)) {
		if len(w) > 3 && slices.Contains(wordsOf(text), w) {
			return true
		}
	}
	return false
}

// Wish returns the sentence of a message in which the guest asks to have something kept, or
// not to, or "".
func Wish(message string, keep bool) string {
	for _, s := range sentences(message) {
		if keep && Wishes(message, s.text) || !keep && Declines(message, s.text) {
			return strings.TrimSpace(s.text)
		}
	}
	return ""
}

// Declines reports whether the guest says in a message, in words that stand in it,
// that something is not to be kept: "don't keep my pregnancy on file".
func Declines(message, words string) bool {
	return stand(message, words) && (denies(words, keeping) || refuses(words))
}

// refusesAll reports whether a guest wants nothing kept: "não guarde isso", and not "note
// the allergy, but do not keep her age".
func refusesAll(message string) bool { return unkept(message) && !asksToKeep(message) }

// unkept reports "não guarde isso".
func unkept(message string) bool { return hasPhrase(message, unsaved) || denies(message, unkeeping) }

// OnlyThat reports whether a guest who has something kept wants nothing else kept: "só
// isso".
func OnlyThat(message string) bool { return hasPhrase(message, nothingElse) }

// stand reports whether words stand in a message, whatever signs are between them.
func stand(message, words string) bool {
	return strings.TrimSpace(words) != "" && strings.Contains(spaced(message), spaced(words))
}

// denies reports a no that is said of the keeping: "don't keep it", "no hace falta que lo
// apuntes". It is not in "keep that she must not have nuts", nor in "não como porco anota
// aí", where it is of what is named.
func denies(text string, verbs map[string]bool) bool {
	return slices.ContainsFunc(clauses(text), func(c string) bool {
		words := wordsOf(c)
		for i, w := range words {
			if !isOf(verbs, w) {
				continue
			}
			if i+1 < len(words) && nothingAfter[words[i+1]] {
				return true
			}
			for j := i - 1; j >= max(0, i-5) && !toForget[words[j]]; j-- {
				if noes[words[j]] && (!namesBetween(c, words[j+1:i]) || refuses(c)) {
					return true
				}
			}
		}
		return false
	})
}

// namesBetween reports whether something that matters is named among words of a clause.
func namesBetween(clause string, words []string) bool {
	between := " " + strings.Join(words, " ") + " "
	return slices.ContainsFunc(understand.Read(clause, understand.Before{}).Spans, func(s understand.Span) bool {
		return strings.Contains(between, " "+strings.Join(wordsOf(s.Text), " ")+" ")
	})
}

// refuses reports whether the reader takes a clause for a no to the question of keeping.
func refuses(clause string) bool {
	r := understand.Read(clause, understand.Before{Last: "consent"})
	return score(r, "no") >= sure && score(r, "no") > score(r, "yes")
}

// requests reports whether a question is a polite wish: "can you remember that?",
// and not "will you remember that?".
func requests(question string) bool {
	words := plainWords(question)
	return hasAny(words[:min(len(words), 4)], polite)
}

// Keeping returns what a guest says in a message of having needs of a person kept, or with
// no person their own, unasked: yes, no or nothing. Who has the waiter note two beers says
// nothing of it. A no is of whom its clause speaks: "keep mine, of Ana keep nothing".
func Keeping(message, person string, needs []string) string {
	var denied bool
	for _, c := range clauses(butStops.Replace(message)) {
		if !unkept(c) {
			continue
		}
		if denied = true; person != "" && hook.Speaks(c, person) {
			return "no"
		}
	}
	switch {
	case denied && person != "" && asksToKeep(message):
		return ""
	case refusesAll(message):
		return "no"
	case !asksToKeep(message):
		return ""
	case forLater(message):
		return "yes"
	}
	for _, s := range sentences(message) {
		answer, _ := answerTo("", s.text)
		named := slices.ContainsFunc(needs, func(n string) bool { return Names(s.text, n) })
		if !s.asked && keeps(s.text) && mayTell(s.text) && (answer == "yes" || named) {
			return "yes"
		}
	}
	return ""
}

// forLater reports whether a text speaks of another time: "da próxima vez".
func forLater(text string) bool { return hasPhrase(text, later) }

// keeps reports whether a text speaks of keeping something.
func keeps(text string) bool {
	if hasPhrase(text, inMind) {
		return true
	}
	words := plainWords(text)
	for i, w := range words {
		if isOf(keeping, w) && !(noted[w] && hasAny(words[max(0, i-2):i], beforeNoun)) {
			return true
		}
	}
	return false
}

// isOf reports whether a folded word is a verb of a list, also with the pronouns that
// Spanish hangs on it: "apúntamelo".
func isOf(verbs map[string]bool, word string) bool {
	for range 3 {
		if verbs[word] {
			return true
		}
		i := slices.IndexFunc(hungOn, func(p string) bool { return strings.HasSuffix(word, p) })
		if i < 0 {
			return false
		}
		word = strings.TrimSuffix(word, hungOn[i])
	}
	return false
}

func hasAny(words []string, list map[string]bool) bool {
	return slices.ContainsFunc(words, func(w string) bool { return list[w] })
}

// hungOn are pronouns behind a Spanish verb, the longer first.
var hungOn = []string{"los", "las", "les", "nos", "lo", "la", "le", "me", "te", "se"}

var (
	keeping, unkeeping = lists()["keeping"], lists()["unkeeping"]
	noted, beforeNoun  = set("note notes nota notas record"), set("a an the uma una un short") // "a short note" keeps nothing
	noes               = set("nao n nn nunca no not nope nah dont never jamais negativo tampoco")
	nothingAfter       = set("nao not nothing nada none")
	neither            = set("nem ni neither nor sem sin without except menos exceto excepto")
	alone              = set("so somente apenas solo solamente only just nomas")
	mine               = set("meu minha meus minhas mio mia mios mias mine")
	theirs             = set("ela ele dela dele elas eles delas deles her him his hers them their theirs ella ellos ellas suyo suya")
	polite             = set("can could pode podem poderia poderiam podes puede puedes pueden podrias podria podrian please")

	unsaved     = inLists()["unsaved"]
	inMind      = inLists()["inMind"]
	later       = inLists()["later"]
	nothingElse = inLists()["nothingElse"]

	shortNot = strings.NewReplacer("n't", " not", "n’t", " not")
	butStops = strings.NewReplacer(" mas ", ". ", " but ", ". ", " pero ", ". ", " porém ", ". ")
	opposing = strings.NewReplacer(" mas ", ",", " but ", ",", " pero ", ",", " porém ", ",")
)
