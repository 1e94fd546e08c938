package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// erasing are the calls of a message that orders to have forgotten what somebody at the table has,
// or a person, and the rest of the message: "apaga a alergia do meu filho". Each call names one
// thing of one person. It is read so whatever the house has asked before.
func (a asked) erasing() (calls []llm.ToolCall, rest string) {
	clause, object := orderToForget(a.text)
	p := a.part(object)
	who := a.spokenOf(object)
	if len(who) == 0 && p.says("theirs") {
		for _, i := range a.standingFor(a.text, strings.Index(a.text, clause)+len(clause)-1) {
			who = append(who, a.at.Table[i].Name)
		}
	}
	kind, foods := p.countWord(ofAllergy) > 0, understand.Foods(object)
	if object == "" || a.hasWord(everything) || len(foods) > 0 && !a.readsForget() {
		return nil, ""
	}
	own := len(who) == 0 && p.says("ours")
	var named []hook.Person // of whom something is named
	for _, x := range a.at.Table {
		if len(who) > 0 && !slices.Contains(who, x.Name) || own && x.Name != "" {
			continue
		}
		not := func(need string) bool { return !understand.Alike(object, need) && !akin(object, need) }
		some := hook.Person{Name: x.Name, Diets: slices.DeleteFunc(slices.Concat(x.Allergies, x.Diets, x.Dislikes), not)}
		if len(some.Diets) == 0 && kind && len(foods) == 0 && (len(who) > 0 || own || a.onlyAllergic(x)) {
			some.Diets = x.Allergies
		}
		if len(some.Diets) > 0 {
			named = append(named, some)
		}
	}
	if i := slices.IndexFunc(named, func(x hook.Person) bool { return x.Name == "" }); i >= 0 && len(who) == 0 {
		named = named[i : i+1] // of what the guest and others have it is the guest's
	}
	for _, x := range named {
		for _, need := range x.Diets {
			in := args{"what": need}
			in.put("person", x.Name)
			calls = append(calls, call("forget", in)...)
		}
	}
	if len(named) == 0 && len(foods) == 0 && !kind && !slices.ContainsFunc(p.spansIn(), func(s understand.Span) bool { return s.Kind == "diet" || s.Kind == "drink" }) {
		for _, name := range who {
			calls = append(calls, call("forget", args{"what": name})...)
		}
	}
	if len(calls) == 0 && a.last == "consent" && a.readsForget() { // of nothing that is known, which is said
		if head := thatIs().Split(object, 2)[0]; slices.ContainsFunc(spots(head), func(w spot) bool { return len(w.word) > shortWord && !ofAll[w.word] && !pointsBack[w.word] }) {
			calls = call("forget", args{"what": strings.TrimSpace(head)})
		}
	}
	return calls, strings.TrimSpace(strings.Replace(a.text, clause, "", 1))
}

// akin reports whether words have one of the same beginning as a state of somebody: "a amamentação" of
// "amamentando".
func akin(words, state string) bool {
	return !understand.Edible(state) && slices.ContainsFunc(spots(words), func(w spot) bool {
		return slices.ContainsFunc(spots(state), func(s spot) bool {
			return len(w.word) >= stateBegins && len(s.word) >= stateBegins && w.word[:stateBegins] == s.word[:stateBegins]
		})
	})
}

// stateBegins is how long the beginning is that words for a state have in common.
const stateBegins = 6

// pointsBack are words for what was said last: "esquece isso".
var pointsBack = lang.Set("isso isto esse essa este esta eso esto that this these those ideia idea assunto coisa thing cosa")

// orderToForget is the clause of a message that begins with a verb of forgetting, and the words after
// that verb: "então apaga | a parte da gravidez".
func orderToForget(message string) (clause, object string) {
	for _, sentence := range sentences(message) {
		for _, clause := range clauses(sentence) {
			all := spots(clause)
			at := slices.IndexFunc(all, func(w spot) bool { return forgetWords[lang.Stem(w.word)] })
			if at < 0 || at > mostBeforeOrder {
				continue
			}
			before := func(class string) bool {
				return slices.ContainsFunc(all[:at], func(w spot) bool { return is(w.word, class) })
			}
			if !before("not") && (!strings.Contains(sentence, "?") || before("safe")) { // "pode apagar isso?"
				return clause, strings.TrimSpace(clause[all[at].to:])
			}
		}
	}
	return "", ""
}

// mostBeforeOrder is how many words an order begins with at most: "então você pode, por favor".
const mostBeforeOrder = 5

// spansIn are the spans of the words by themselves.
func (a asked) spansIn() []understand.Span { return understand.Read(a.text, understand.Before{}).Spans }

// readsForget reports whether the reader hears, of two notes at hand, that something is to be forgotten:
// "esquece o camarão, quero a moqueca" changes an order.
func (a asked) readsForget() bool {
	r := understand.Read(a.text, understand.Before{Last: "memory"})
	return does(r, "forget") && !does(r, "order") && !does(r, "find_dishes")
}

// onlyAllergic reports whether nobody else at the table has an allergy.
func (a asked) onlyAllergic(x hook.Person) bool {
	return !slices.ContainsFunc(a.at.Table, func(y hook.Person) bool { return y.Name != x.Name && len(y.Allergies) > 0 })
}

// ofAllergy are words for an allergy.
var ofAllergy = stemSet("alergia alergico alergica allergy allergic alergias allergies intolerancia intolerante intolerance intolerant")
