package memory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// noted says what was learnt in a turn of what may harm the guest, and of how
// they wish to be called: whoever tells of an allergy wants to know that it
// was heard, and as what if they misspelt it. What the answer says already is
// not said again.
func (s *Set) noted(t hook.Turn, r hook.Response, l lang.Language) string {
	var all, guesses, more []string
	w, answer := texts.In(l), r.Text
	if remembers(r) && (hasPhrase(answer, acknowledging) || unkept(t.Message)) { // who asks for nothing to be kept is not told that it was noted
		return ""
	}
	only := answer == w.Concierge.Fine // to who only tells something
	for _, m := range s.all {
		switch {
		case m.Run != t.Run || m.Retired != "":
		case only && slices.Contains([]Kind{Preference, Dislike, Fact, Location}, m.Kind) && !m.Safety():
			all = append(all, m.whole(l))
		case m.Kind == Communication && m.Key != "name": // the answer shows it
		case m.Kind == Communication:
			if text := manner(m.Key, m.Value, l); !strings.Contains(answer, text) && !(remembers(r) && speaksOf(answer, m.Value)) {
				more = append(more, text)
			}
		case m.Safety():
			if t.Listens && m.Key != "allergy" && m.Key != "intolerance" || remembers(r) && (m.Key == "restriction" || m.Subject == Companion) || m.Subject == Companion && sober[lang.Fold(m.Value)] { // how somebody eats shows in what they are offered
				continue
			}
			if !says(answer, func(w *texts.Words) string { return w.House.Noted }, m.Value) && !speaksOf(answer, m.Value) {
				text := m.whole(l)
				if m.Kind == Diet {
					text = (Candidate{Kind: m.Kind, Value: m.Value, Subject: m.Subject, Person: m.Person}).Held(m.Value, l)
				}
				all = append(all, text)
			}
			if m.Kind == Diet && !remembers(r) && slip(lang.Fold(m.Value), t.Message) {
				guesses = append(guesses, told(m.Value, l))
			}
		}
	}
	slices.Sort(more)
	if len(all) > 0 {
		slices.Sort(all)
		more = append(more, fmt.Sprintf(w.House.Noted, strings.Join(all, "; ")))
	}
	if len(guesses) > 0 {
		slices.Sort(guesses)
		more = append(more, fmt.Sprintf(w.Memory.Understood, strings.Join(guesses, ", ")))
	}
	return strings.Join(more, " ")
}

// sober is what the house itself makes of who drives or is a child.
var sober = map[string]bool{"alcool": true, "alcohol": true, "bebida alcoolica": true, "bebidas alcoholicas": true, "alcoholic drinks": true}

// says reports whether an answer has a sentence of the house's in which a value
// stands. The waiter notes gluten of who has celiac disease.
func says(answer string, sentence func(*texts.Words) string, value string) bool {
	if sameValue(value, "celíaco") && says(answer, sentence, "glúten") {
		return true
	}
	for _, w := range texts.All() {
		before, _, _ := strings.Cut(sentence(w), "%s")
		_, rest, found := strings.Cut(answer, before)
		rest, _, _ = strings.Cut(rest, ".")
		rest = " " + stems(lang.Fold(rest)) + " "
		for _, name := range []string{value, told(value, w.Language)} {
			if found && strings.Contains(rest, " "+stems(lang.Fold(name))+" ") {
				return true
			}
		}
	}
	return false
}

// remembers reports whether who answered has remembered something themselves.
func remembers(r hook.Response) bool { return ran(r, Remembering) }

// ran reports whether who answered has used a tool.
func ran(r hook.Response, tool string) bool {
	return slices.ContainsFunc(r.Tools, func(t hook.Tool) bool { return t.Name == tool && t.Err == "" })
}

// Remembering is the name of the tool by which who answers remembers something.
const Remembering = "remember"

// consenting is the tool that records the guest's answer, and tells them so.
const consenting = "consent"

// tellsKept reports whether an answer says that what the guest told is kept from now on. To who says
// no more than yes any word of it will do; "anotado" beside a dish is of the dish, "guardei" is not.
func (s *Set) tellsKept(t hook.Turn, r hook.Response) bool {
	_, only := s.answered(t)
	return only && hasPhrase(r.Text, acknowledging) || hasPhrase(r.Text, keepingWords) || slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return strings.Contains(r.Text, w.Memory.Agreed) })
}

// requesting is the tool that reads a wish for the staff back to the guest.
const requesting = "ask_staff"

// acknowledging are ways in which an answer says that something was heard.
var acknowledging = inLists()["acknowledging"]

// keepingWords are ways in which it says that something is kept.
var keepingWords = inLists()["keeping"]

// manner says that the guest will be called, or spoken to, as they wish.
func manner(key, value string, l lang.Language) string {
	w := &texts.In(l).Memory
	if key == "name" {
		return fmt.Sprintf(w.Called, value)
	}
	return fmt.Sprintf(w.Manner, value)
}

// wishesManner returns what is said to a guest who says how they wish to be
// called or spoken to and nothing else, or nothing.
func wishesManner(message string, l lang.Language) string {
	if acts := understand.Read(message, understand.Before{}).Acts; len(acts) == 0 || acts[0].Name == "ask_staff" || len(sentences(message)) != 1 || len(wordsOf(message)) > 9 || slices.ContainsFunc(wordsOf(message), func(w string) bool { return w == "e" || w == "y" || w == "and" }) {
		return ""
	}
	found := read(message)
	if len(found) != 1 || found[0].Kind != Communication || found[0].Retract {
		return ""
	}
	return manner(found[0].Key, found[0].Value, l)
}

// dropped says what may harm the guest and was taken back since another set was
// true: who was misunderstood must be able to say so. What the answer says
// already is not said again.
func (s *Set) dropped(t hook.Turn, before *Set, r hook.Response, l lang.Language) string {
	var all []string
	answer := r.Text
	for id, was := range before.all {
		now := s.all[id]
		over := now != nil && now.Retired == "retracted" || now == nil && s.forgotIn(t, Candidate{Subject: was.Subject, Value: was.Value}) && !ran(r, "forget")
		if over && was.Safety() && was.Retired == "" &&
			!says(answer, func(w *texts.Words) string { return w.Menu.Freed }, was.Value) && !(remembers(r) && speaksOf(answer, was.Value)) {
			all = append(all, was.thing(l))
		}
	}
	if len(all) == 0 {
		return ""
	}
	slices.Sort(all)
	return fmt.Sprintf(texts.In(l).Memory.Dropped, strings.Join(all, "; "))
}

// asksConsent reports whether an answer of the house has asked for consent.
func asksConsent(text string) bool {
	for _, w := range texts.All() {
		question, _, _ := strings.Cut(w.Memory.Consent, "?")
		if strings.Contains(text, question+"?") {
			return true
		}
	}
	return false
}

// asksToForget reports what sounds like a wish to have all forgotten, but is not
// said plainly enough to do so.
func asksToForget(message string) bool {
	words := wordsOf(message)
	return onlyDoes(message, "forget") && hasAny(words, everything) && !hasAny(words, ownName)
}

// onlyDoes reports whether a message asks for one act alone, beyond doubt, and names
// nothing.
func onlyDoes(message, act string) bool {
	r := understand.Read(message, understand.Before{})
	return len(r.Acts) == 1 && r.Acts[0].Name == act && r.Acts[0].Score > 0.9 && len(r.Spans) == 0
}

// Tell says what is known in a thread ("": beyond all), for the guest.
// What may harm them comes first if it is too much for a conversation.
func (s *Set) Tell(thread string, l lang.Language) string {
	all := slices.DeleteFunc(s.In(thread), func(m *Memory) bool { return m.Kind == Asked || m.Kind == PartySize }) // how many come is no fact of the guest
	slices.SortStableFunc(all, func(a, b *Memory) int { return cmp.Compare(a.Person, b.Person) })
	if len(all) <= maxTold {
		return tell(all, l)
	}
	some := first(maxTold, slices.Values(all), func(a, b *Memory) int {
		return cmp.Or(cmp.Compare(b.danger(), a.danger()), b.Last.Compare(a.Last), older(a, b))
	})
	return tell(some, l) + "\n\n" + fmt.Sprintf(texts.In(l).Memory.More, len(all)-maxTold)
}

// maxTold is how many memories are told at once.
const maxTold = 50

func tell(all []*Memory, l lang.Language) string {
	var b strings.Builder
	for _, m := range all {
		if m.Kind != Asked {
			b.WriteString("- " + m.sentence(l) + "\n")
		}
	}
	w := &texts.In(l).Memory
	if b.Len() == 0 {
		return w.Nothing
	}
	return w.Told + "\n\n" + strings.TrimSpace(b.String())
}

// label is what a memory is of, for the guest.
func (m *Memory) label(l lang.Language) string {
	labels := texts.In(l).Memory.Labels
	if m.Kind == Diet && m.Key == "restriction" && Edible(m.Value) { // "milk" is what they must not have, and no diet
		return labels["diet/without"]
	}
	whose := map[bool]string{true: "/somebody"}[m.Subject == Companion] // a fact of whom is not about the guest
	return cmp.Or(labels[string(m.Kind)+"/"+m.Key], labels[string(m.Kind)+whose], labels[string(m.Kind)])
}

// thing says what a memory is of and its value, in a language.
func (m *Memory) thing(l lang.Language) string { return m.label(l) + ": " + m.saidIn(l) }

// saidIn returns the value in a language, where it is a food that has a name there.
func (m *Memory) saidIn(l lang.Language) string {
	if fed(m.Kind) {
		return told(m.Value, l)
	}
	return m.Value
}

// Held says of a need whose it is, and what, as it was said: "você, sem camarão", "Ana,
// celíaca — sem glúten".
func (c Candidate) Held(said string, l lang.Language) string {
	w := texts.In(l)
	who := w.Menu.You
	switch {
	case c.Person != "":
		who = w.Yours(c.Person)
	case c.Subject == Companion:
		who = w.Memory.Somebody
	}
	switch {
	case c.Kind == Preference:
		said = fmt.Sprintf(w.Memory.Likes, said)
	case c.Kind == Dislike:
		said = fmt.Sprintf(w.Memory.Dislikes, said)
	case c.Kind == Diet && Edible(c.Value):
		said = fmt.Sprintf(w.Memory.Without, c.Named(l))
	default:
		if limit := Limit(c.Value, l); limit != "" {
			said += " — " + limit // "hipertensa — pouco sal"
		}
	}
	return who + ", " + said
}

// whole says what a memory is of, its value, and whose it is.
func (m *Memory) whole(l lang.Language) string {
	if m.Person == "" {
		return m.thing(l)
	}
	w := texts.In(l)
	return m.thing(l) + " (" + fmt.Sprintf(w.Memory.Of, w.Yours(m.Person)) + ")"
}

// sentence says a memory with why and since when.
func (m *Memory) sentence(l lang.Language) string {
	thing := m.thing(l)
	if m.Kind == Correction && m.Key != "" {
		thing = m.label(l) + " (" + m.Key + "): " + m.Value
	}
	more := m.reasons(l)
	switch w := texts.In(l); {
	case m.Person != "":
		more = slices.Insert(more, 0, fmt.Sprintf(w.Memory.Of, w.Yours(m.Person)))
	case m.Subject == Companion:
		more = slices.Insert(more, 0, w.Memory.Companion)
	}
	return thing + " (" + strings.Join(more, "; ") + ")"
}

// reasons say who said it, since when and for how long it holds.
func (m *Memory) reasons(l lang.Language) (all []string) {
	w := texts.In(l)
	switch since := w.Day(m.Since.Local()); {
	case m.Source == FromOperator:
		all = append(all, fmt.Sprintf(w.Memory.ByHouse, since))
	case m.Evidence > 1:
		all = append(all, fmt.Sprintf(w.Memory.SaidOften, m.Evidence, since))
	default:
		all = append(all, fmt.Sprintf(w.Memory.Said, since))
	}
	if m.Session != "" {
		all = append(all, w.Memory.ThisTalk)
	}
	if m.Retired != "" {
		all = append(all, w.Memory.Retired)
	}
	return all
}
