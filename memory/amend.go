package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
)

// heard reads what a guest says, knowing what they said before, oldest first. Beyond what
// Detect finds in a message alone, "na verdade é castanha" tells of one more allergy after
// another was told: to take one too many for true does no harm. "Não sou alérgica" takes back
// what was told.
func heard(before []string, message string) []Candidate {
	before = before[max(0, len(before)-lately):]
	found := read(message, before...)
	told := toldBefore(before)
	holds := func(c Candidate) bool { return c.reaction() && !c.Retract }
	switch {
	case len(told) == 0:
	case deniesReactions(message) && !slices.ContainsFunc(found, holds): // "no, my aunt has an allergy to fish" is of her and takes back nothing else
		for _, c := range told {
			c.Retract, c.Confidence, c.Person = true, implied, "" // "não sou alérgica" lifts nothing of Ana's
			found = append(found, c)
		}
	case corrects(message):
		c := told[len(told)-1]
		c.Confidence = implied
		found = slices.DeleteFunc(found, func(c Candidate) bool { return !c.Retract && (c.Kind == Diet || c.Kind == Preference) })
		for _, s := range understand.Read(message, understand.Before{}).Spans {
			if s.Kind == "food" && !slices.ContainsFunc(found, func(f Candidate) bool { return f.Retract && Same(f.Value, s.Text) }) {
				c.Value = s.Text
				found = append(found, c)
			}
		}
	}
	return unique(spellOut(found))
}

// lately is how many messages before one may say of whom it speaks, and what it puts right.
const lately = 10

// toldBefore returns the allergies and intolerances of the message before, or of the one
// before a yes or no.
func toldBefore(before []string) []Candidate {
	for i := len(before) - 1; i >= max(0, len(before)-4); i-- {
		if reply("", before[i]) == "" {
			return slices.DeleteFunc(read(before[i], before[:i]...), func(c Candidate) bool { return !c.reaction() || c.Retract })
		}
	}
	return nil
}

// deniesReactions reports "na verdade não sou alérgico" and "esqueça minha alergia": what was
// told is no more, and what that was need not be said.
func deniesReactions(message string) bool {
	return slices.ContainsFunc(sentences(message), func(said string) bool {
		words := wordsOf(said)
		at := slices.IndexFunc(words, func(w string) bool { return begins(w, "reactions") })
		named := func(w string) bool { return !is(w, "fillers") && !is(w, "linking") && !is(w, "no") }
		if at < 0 || asks(said) || slices.ContainsFunc(words[at+1:], named) {
			return false
		}
		words = words[:at]
		reported := hasAny(words, "reporting") || hasAny(words, "limiting") || indexOf(words, "keeping") >= 0
		return !reported && hasAny(words, "no") != (indexOf(words, "toForget") >= 0)
	})
}

// corrects reports whether a message puts something right, and its first sentence names what it
// is and hardly anything else: "na verdade é castanha", "castanha, não amendoim". "Na verdade
// quero castanha" is an order.
func corrects(message string) bool {
	all, words := sentences(message), wordsOf(message)
	if len(all) == 0 || asks(all[0]) || !hasPhrase(message, "amends") && (len(words) < 2 || !hasAny(words, "no")) {
		return false
	}
	folded := " " + strings.Join(wordsOf(all[0]), " ") + " "
	for _, p := range lists()["amends"] {
		folded = strings.ReplaceAll(folded, " "+p+" ", " ")
	}
	return !slices.ContainsFunc(strings.Fields(folded), func(w string) bool {
		return !is(w, "linking") && !is(w, "no") && !Edible(w) && spelt(w) == ""
	})
}

// TakenBack reports whether the guest themselves takes back in a turn that something harms
// somebody: they say so, or speak of it in words with which one may say so, or they agree to a
// question of the house that names it.
func TakenBack(t hook.Turn, value string) bool {
	for _, c := range heard(guestsWords(t.History), t.Message) {
		if safety(c.Kind, c.Key) && Same(c.Value, value) {
			return c.Retract
		}
	}
	for _, s := range sentences(t.Message) {
		words := wordsOf(s)
		if !asks(s) && hasAny(words, "takingBack") && !hasAny(words, "without") && Names(s, value) {
			return true
		}
	}
	last := houseSaid(t)
	return asks(last) && Names(last, value) && replyWithin(last, t.Message) == "yes"
}
