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

// Remembering is the name of the tool by which who answers remembers something.
const Remembering = "remember"

// consenting is the tool that records the guest's answer, and tells them so; requesting the
// one that reads a wish for the staff back to the guest.
const consenting, requesting = "consent", "ask_staff"

// ran reports whether who answered has used a tool.
func ran(r hook.Response, tool string) bool {
	return slices.ContainsFunc(r.Tools, func(t hook.Tool) bool { return t.Name == tool && t.Err == "" })
}

// noted says what was learnt in a turn of what may harm the guest, and of how they wish to be
// spoken to: whoever tells of an allergy wants to know that it was heard, and as what if they
// misspelt it. What the answer says already is not said again.
func (s *Set) noted(t hook.Turn, r hook.Response, l lang.Language) (more []string) {
	w, listened := texts.In(l), ran(r, Remembering)
	if listened && (hasPhrase(r.Text, "acknowledging") || wants(t.Message, notToKeep)) { // who asks for nothing to be kept is not told that it was noted
		return nil
	}
	var all, guesses []string
	for _, m := range s.which(func(m *Memory) bool { return m.Run == t.Run && m.Retired == "" && m.Kind != Asked }) {
		if m.Kind == Diet && !listened && slip(lang.Fold(m.Value), t.Message) {
			guesses = append(guesses, told(m.Value, l))
		}
		switch {
		case m.Safety() && m.toldIn(t, r, listened):
		case m.Kind == Diet:
			all = append(all, m.Candidate().Held(m.Value, l))
		case m.Safety(), r.Text == w.Concierge.Fine && slices.Contains([]Kind{Preference, Dislike, Fact, Location}, m.Kind): // to who only tells something
			all = append(all, m.Candidate().Says(l))
		case m.Kind == Communication && m.Key != "language" && !listened: // the answer shows the language
			more = append(more, fmt.Sprintf(w.Memory.Manner, m.Value))
		}
	}
	return slices.Concat(more, inOne(w.House.Noted, all), inOne(w.Memory.Understood, guesses))
}

// inOne says several things in one sentence, or nothing of none.
func inOne(form string, all []string) []string {
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	return []string{fmt.Sprintf(form, strings.Join(all, "; "))}
}

// toldIn reports whether the guest need not be told of what may harm somebody: the answer
// names it, or it is how they eat, which shows in what they are offered.
func (m *Memory) toldIn(t hook.Turn, r hook.Response, listened bool) bool {
	shows := m.Subject == Companion && m.sober() || t.Listens && !m.Candidate().reaction() || listened && (m.Key == "restriction" || m.Subject == Companion)
	return shows || speaksOf(r.Text, m.Value) || Same(m.Value, "celíaco") && speaksOf(r.Text, "glúten") // which the waiter notes
}

// dropped says what may harm the guest and was taken back since another set was true: who was
// misunderstood must be able to say so. What the answer says already is not said again.
func (s *Set) dropped(t hook.Turn, before *Set, r hook.Response, l lang.Language) []string {
	var all []string
	for _, was := range before.which(func(m *Memory) bool { return m.Safety() && m.Retired == "" }) {
		now := s.get(was.ID)
		erased := now == nil && !ran(r, "forget") && s.any(func(m *Memory) bool { return m.Run == t.Run && m.forgets(t.Guest, was.Candidate()) }, Asked)
		if (erased || now != nil && now.Retired == "retracted") && !(ran(r, Remembering) && speaksOf(r.Text, was.Value)) {
			all = append(all, was.Candidate().Says(l))
		}
	}
	return inOne(texts.In(l).Memory.Dropped, all)
}

// agreed says that what was told is kept from now on, to who has just said yes, unless the
// answer says so: "anotado" beside a dish is of the dish, "guardei" is not.
func (s *Set) agreed(t hook.Turn, r hook.Response, l lang.Language) []string {
	m := s.asked("health", "")
	said := hasPhrase(r.Text, "kept") || slices.ContainsFunc(texts.All(), func(w *texts.Words) bool { return strings.Contains(r.Text, w.Memory.Agreed) })
	if m == nil || m.Value != "yes" || m.Run != t.Run || ran(r, consenting) || said {
		return nil
	}
	return []string{texts.In(l).Memory.Agreed}
}

// label is what a candidate is of, for the guest.
func (c Candidate) label(l lang.Language) string {
	labels := texts.In(l).Memory.Labels
	if c.Kind == Diet && c.Key == "restriction" && Edible(c.Value) { // "milk" is what they must not have, and no diet
		return labels["diet/without"]
	}
	whose := map[bool]string{true: "/somebody"}[c.Subject == Companion] // a fact of whom is not about the guest
	return cmp.Or(labels[string(c.Kind)+"/"+c.Key], labels[string(c.Kind)+whose], labels[string(c.Kind)])
}

// said returns the value in a language, where it is a food that has a name there.
func (c Candidate) said(l lang.Language) string {
	if fed(c.Kind) {
		return told(c.Value, l)
	}
	return c.Value
}

// Named returns the value of a candidate as it is called in a language.
func (c Candidate) Named(l lang.Language) string { return told(c.Value, l) }

// Says says a candidate in a few words, with more in brackets behind whose it is: "Alergia:
// camarão (de Ana)".
func (c Candidate) Says(l lang.Language, more ...string) string {
	w, text := texts.In(l), c.label(l)
	if c.Kind == Correction && c.Key != "" {
		text += " (" + c.Key + ")"
	}
	switch {
	case c.Person != "":
		more = slices.Insert(more, 0, fmt.Sprintf(w.Memory.Of, w.Yours(c.Person)))
	case c.Subject == Companion:
		more = slices.Insert(more, 0, w.Memory.Companion)
	}
	if text += ": " + c.said(l); len(more) == 0 {
		return text
	}
	return text + " (" + strings.Join(more, "; ") + ")"
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
	limit := understand.Limit(c.Value, l)
	switch {
	case c.Kind == Preference:
		said = fmt.Sprintf(w.Memory.Likes, said)
	case c.Kind == Dislike:
		said = fmt.Sprintf(w.Memory.Dislikes, said)
	case c.Kind == Diet && Edible(c.Value):
		said = fmt.Sprintf(w.Memory.Without, told(c.Value, l))
	case limit != "":
		said += " — " + limit // "hipertensa — pouco sal"
	}
	return who + ", " + said
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
