package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// forgetting returns the place among some words of a verb of forgetting, or of one of taking away what was told, or -1:
// "take out what I said about him", and not "take out the juice that I said".
func forgetting(words []string) int {
	if at := verbIn(words, "toForget"); at >= 0 {
		return at
	}
	at := verbIn(words, "takingAway")
	told := slices.IndexFunc(words[at+1:], func(w string) bool { return !is(w, "whatWas") })
	if at < 0 || told < 1 || !is(words[at+1+told], "wasTold") {
		return -1
	}
	return at
}

// erases returns the place among some words of a verb of forgetting, or -1: not of "don't
// forget that".
func erases(words []string) int {
	at := forgetting(words)
	if at >= 0 && hasAny(words[max(0, at-3):at], "no") {
		return -1
	}
	return at
}

// toBeForgotten returns the words behind a verb of forgetting with which a clause begins, or
// nearly so: "então apaga o que falei do amendoim". A question asks for it only as a request.
func toBeForgotten(clause string) string {
	words := wordsOf(clause)
	at := forgetting(words)
	if at < 0 || at > 5 || hasAny(words[:at], "no") || strings.Contains(clause, "?") && !requests(clause) {
		return ""
	}
	return strings.Join(words[at:], " ")
}

// Forgets reports whether the guest asks in a message to have something forgotten, or a
// value: the reader hears so, or that they take the value back, or there is a verb of
// forgetting with no "no" before it. "Forget the nuts, bring me olives" takes back a wish.
func Forgets(message, value string) bool {
	verb, another := false, wishesElse(message)
	for _, c := range clauses(message) {
		if value != "" && Names(toBeForgotten(c), value) && (!another || !Edible(value)) {
			return true
		}
		words := wordsOf(c)
		if erases(words) < 0 && forgetting(words) >= 0 {
			return false
		}
		verb = verb || erases(words) >= 0
	}
	r := understand.Read(message, understand.Before{})
	if score(r, "forget") >= sure || score(understand.Read(message, understand.Before{Last: "memory"}), "forget") >= clear {
		return true
	}
	takenBack := func(s understand.Span) bool { return s.Drop && Names(s.Text, value) }
	return verb && !another || value != "" && slices.ContainsFunc(r.Spans, takenBack)
}

// ForgetsAll reports whether the guest asks in a sentence of a message to have all forgotten
// that is known of them: "wipe everything you noted and show me". Of a time, of a subject, or
// beside a no, it is not all.
func ForgetsAll(message string) bool {
	return slices.ContainsFunc(sentences(message), func(s sentence) bool {
		words := wordsOf(s.text)
		words = words[max(0, forgetting(words)):] // "estuvo todo rico, borra todo"
		all := indexOf(words, "everything")
		if all < 0 || !Forgets(s.text, "") || hasAny(words[:all], "ofWhat") || hasAny(words, "ofATime") || hasAny(words, "excepting") {
			return false
		}
		named := func(s understand.Span) bool { return known[s.Kind] }
		return !ofSomething(words[all+1:]) && !slices.ContainsFunc(understand.Read(s.text, understand.Before{}).Spans, named)
	})
}

// ofSomething reports whether words say what something is about, which is neither the guest
// nor the conversation: "sobre a praia".
func ofSomething(words []string) bool {
	at := indexOf(words, "ofWhat")
	if at < 0 {
		return false
	}
	rest := slices.DeleteFunc(slices.Clone(words[at+1:]), func(w string) bool { return is(w, "pointing") })
	return len(rest) > 0 && !is(rest[0], "oneself") && !is(rest[0], "everything") && !is(rest[0], "theTalk")
}

// ForgetsBut reports whether the guest asks in a message to have all forgotten that is known
// of them but for something: "esqueça tudo, menos meu nome".
func ForgetsBut(message string) bool {
	words := wordsOf(message)
	rest := hasAny(words, "remaining")
	return (rest || hasAny(words, "everything") && hasAny(words, "excepting")) && Forgets(message, "") && !strings.HasSuffix(strings.TrimSpace(message), "?")
}

// ForgetsPerson reports whether the guest orders in a message, whatever else they ask for,
// that somebody whom they name is forgotten or not kept: "esquece meu sobrinho e me traz a
// conta", "I don't want my nephew on record".
func ForgetsPerson(message, person string) bool {
	return slices.ContainsFunc(sentences(message), func(s sentence) bool {
		words := wordsOf(s.text)
		kept := forgetting(words) < 0 && (unkept(s.text) || hasAny(words, "no") && keeps(s.text) && !asksToKeep(s.text))
		named := hook.Speaks(s.text, person) || slices.ContainsFunc(words, func(w string) bool { return len(hook.Among([]hook.Person{{Name: person}}, w)) == 1 })
		return person != "" && named && (!s.asked || requests(s.text)) && (kept || erases(words) >= 0)
	})
}

// onlyForgets reports whether a message asks, beyond doubt, to have all forgotten that is
// known of the guest, and for nothing else: there is no way back.
func onlyForgets(message string) bool {
	words := wordsOf(message)
	if !ForgetsAll(message) || hasAny(words, "theTalk") || len(sentences(message)) > 1 {
		return false
	}
	another := func(a understand.Act) bool { return a.Score >= sure && a.Name != "forget" && !beside[a.Name] }
	themselves := len(words) <= 2 || hasAny(words, "oneself") || hasAny(words, "mine") || hasAny(words, "pointing")
	return themselves && !slices.ContainsFunc(understand.Read(message, understand.Before{}).Acts, another)
}

// known are the spans of what one may know of somebody.
var known = lang.Set("name place food drink diet")
