package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// Agrees reports whether the guest agrees in a turn that something is kept: their
// health, or what they told of a person. The house has asked, or the message
// asks for it itself, and it is no refusal. Who listens to them cannot agree for
// them.
func (s *Set) Agrees(t hook.Turn, person string) bool {
	answer, _ := yesOrNo(t.Message)
	switch {
	case answer == "no" || answer == "maybe" || refusesAll(t.Message):
		return false
	case asksToKeep(t.Message) && (person == "" || speaksOfPerson(t.Message, person)):
		return true
	case !s.wasAsked(t, person):
		return false
	}
	return answer == "yes" || saysYes(t.Message)
}

// Refuses reports whether the guest says in a turn that something is not to be
// kept.
func (s *Set) Refuses(t hook.Turn, person string) bool {
	answer, _ := yesOrNo(t.Message)
	return unkept(t.Message) || Forgets(t.Message, "") || s.wasAsked(t, person) && (answer == "no" || answer == "" && hasNo(t.Message))
}

// AgreesTo reports whether the guest agrees in a turn that one thing is kept, which
// they name, whatever they say of others: "the allergy yes, the pregnancy no".
func (s *Set) AgreesTo(t hook.Turn, m *Memory) bool {
	if strings.HasSuffix(strings.TrimSpace(t.Message), "?") || !s.wasAsked(t, "") && !keeps(t.Message) {
		return false
	}
	agreed := false
	for clause := range strings.FieldsFuncSeq(opposing.Replace(" "+t.Message+" "), func(r rune) bool { return strings.ContainsRune(",;.:!\n", r) }) {
		if m.named(clause) {
			if hasNo(clause) || slices.ContainsFunc(strings.FieldsFunc(lang.Fold(clause), notWord), func(w string) bool { return neither[w] }) {
				return false
			}
			agreed = true
		}
	}
	return agreed
}

// named reports whether a text names what a memory says, or what kind of thing
// that is: "camarão", "a alergia".
func (m *Memory) named(text string) bool {
	have := map[string]bool{}
	for w := range strings.FieldsFuncSeq(lang.Fold(text), notWord) {
		have[lang.Stem(w)] = true
	}
	return Names(text, m.Value) || slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return called(m.label(w.Language), have) })
}

// butStops ends a sentence before "but".
var butStops = strings.NewReplacer(" mas ", ". ", " but ", ". ", " pero ", ". ", " porém ", ". ")

var (
	opposing = strings.NewReplacer(" mas ", ",", " but ", ",", " pero ", ",", " porém ", ",")
	neither  = set("nem ni neither nor sem sin without except menos exceto excepto")
)

// wasAsked reports whether the house has asked in a turn's thread whether it may
// keep something.
func (s *Set) wasAsked(t hook.Turn, person string) bool {
	last := houseSaid(t)
	asks := strings.Contains(last, "?")
	if person == "" {
		m := s.asked("health")
		open := m != nil && m.Value == "asked" && m.Thread == t.Thread && !asks // what it asked since was something else
		return open || asksConsent(last) || asks && keeps(last)
	}
	return asks && keeps(last) && (hook.Speaks(last, person) || hook.Speaks(t.Message, person))
}

// asksToKeep reports "pode guardar minha alergia": no question, and no denial of
// the keeping.
func asksToKeep(message string) bool {
	return slices.ContainsFunc(sentences(butStops.Replace(message)), func(s sentence) bool {
		return keeps(s.text) && !s.asked && !deniesKeeping(s.text) && !hasPhrase(s.text, unsaved)
	})
}

// Wishes reports whether the guest asks in a message, in words that stand in it, to
// have what they tell kept: "please remember that for next time". That is an express
// yes, and nobody asks them again.
func Wishes(message, words string) bool {
	if strings.TrimSpace(words) == "" {
		return asksToKeep(message)
	}
	question := strings.HasSuffix(strings.TrimSpace(words), "?") && !requests(words)
	return stand(message, words) && !refusesAll(message) && !deniesKeeping(words) && !question && (keeps(words) || forLater(words))
}

// refusesAll reports whether a guest wants nothing kept: "não guarde isso", and not "note
// the allergy, but do not keep her age".
func refusesAll(message string) bool { return unkept(message) && !asksToKeep(message) }

// OnlyThat reports whether a guest who has something kept wants nothing else kept: "só
// isso".
func OnlyThat(message string) bool { return hasPhrase(message, nothingElse) }

var nothingElse = []string{"so isso", "somente isso", "apenas isso", "so essa", "so esse", "nada mais", "mais nada", "o resto nao", "only that", "just that", "only this", "nothing else", "not the rest", "solo eso", "solo esto", "nada mas", "lo demas no", "el resto no"}

// stand reports whether words stand in a message, whatever signs are between them.
func stand(message, words string) bool {
	all := func(text string) string {
		return " " + strings.Join(strings.FieldsFunc(lang.Fold(text), notWord), " ") + " "
	}
	return strings.TrimSpace(words) != "" && strings.Contains(all(message), all(words))
}

// deniesKeeping reports a no that is said of the keeping: "don't keep it", and not "keep
// it, no problem" or "keep that she must not have nuts". Words without a verb of keeping
// deny by any no.
func deniesKeeping(text string) bool {
	text = shortNot.Replace(text)
	words := strings.FieldsFunc(agreeing(signs.Replace(text)), notWord)
	i := slices.IndexFunc(words, isKeeping)
	if i < 0 {
		return hasNo(text) && !saysYes(text)
	}
	return slices.ContainsFunc(words[max(0, i-5):min(len(words), i+2)], func(w string) bool { return noes[w] })
}

// shortNot writes out the no of "don't".
var shortNot = strings.NewReplacer("n't", " not", "n’t", " not")

// requests reports whether a question is a polite wish: "can you remember that?",
// and not "will you remember that?".
func requests(question string) bool {
	words := strings.FieldsFunc(lang.Fold(question), notWord)
	return slices.ContainsFunc(words[:min(len(words), 4)], func(w string) bool { return polite[w] })
}

var polite = set("can could pode podem poderia poderiam podes puede puedes pueden podrias podria podrian please")

// Declines reports whether the guest says in a message, in words that stand in it,
// that something is not to be kept: "don't keep my pregnancy on file".
func Declines(message, words string) bool {
	return stand(message, words) && hasNo(shortNot.Replace(words))
}

// Keeping returns what a guest says in a message of having needs kept, unasked: yes, no
// or nothing. Who has the waiter note two beers says nothing of it.
func Keeping(message string, needs []string) string {
	switch {
	case refusesAll(message):
		return "no"
	case !asksToKeep(message):
		return ""
	case forLater(message):
		return "yes"
	}
	for _, s := range sentences(message) {
		answer, _ := yesOrNo(strings.TrimRight(s.text, ".!; "))
		named := slices.ContainsFunc(needs, func(n string) bool { return Names(s.text, n) })
		if !s.asked && keeps(s.text) && (answer == "yes" || named) {
			return "yes"
		}
	}
	return ""
}

// forLater reports whether a text speaks of another time: "da próxima vez".
func forLater(text string) bool { return hasPhrase(text, later) }

// speaksOfPerson reports whether a message speaks of somebody, by name or as "ela".
func speaksOfPerson(message, person string) bool {
	return hook.Speaks(message, person) || slices.ContainsFunc(strings.FieldsFunc(lang.Fold(message), notWord), func(w string) bool { return theirs[w] })
}

var (
	later  = []string{"next time", "the future", "next visit", "from now on", "in future", "come back", "proxima", "proxima vez", "proximas vezes", "proximas veces", "daqui pra frente", "daqui para frente", "quando eu voltar", "quando a gente voltar", "siempre", "sempre", "always", "cuando vuelva", "cuando volvamos", "a partir de ahora", "de ahora en adelante"}
	theirs = set("ela ele dela dele elas eles delas deles her him his hers them their ella ellos ellas suyo suya")
)

// keeps reports whether a text speaks of keeping something.
func keeps(text string) bool {
	words := strings.FieldsFunc(lang.Fold(text), notWord)
	for i, w := range words {
		if isKeeping(w) && !(noted[w] && slices.ContainsFunc(words[max(0, i-2):i], func(b string) bool { return beforeNoun[b] })) {
			return true
		}
	}
	return false
}

// isKeeping reports whether a folded word is of keeping, also with the pronouns that
// Spanish hangs on a verb: "apúntamelo".
func isKeeping(word string) bool {
	for range 3 {
		if keeping[word] {
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

// hungOn are pronouns behind a Spanish verb, the longer first.
var hungOn = []string{"los", "las", "les", "nos", "lo", "la", "le", "me", "te", "se"}

// noted are verbs of keeping that are things behind an article: "a short note".
var noted, beforeNoun = set("note notes nota notas record"), set("a an the uma una un short")

// hasNo reports whether a text has a no in it that is not part of a yes.
func hasNo(text string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(agreeing(signs.Replace(text)), notWord), func(w string) bool { return noes[w] })
}

// saysYes reports whether a message begins with a yes, whatever else it says.
func saysYes(message string) bool {
	words := strings.FieldsFunc(agreeing(signs.Replace(message)), notWord)
	if strings.HasSuffix(strings.TrimSpace(message), "?") {
		return false
	}
	return !hasNo(message) && slices.ContainsFunc(words[:min(len(words), 3)], func(w string) bool { return assenting[w] })
}

var (
	keeping   = lists()["keeping"]
	assenting = lists()["assenting"]
)
