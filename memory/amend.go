package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
)

// heard reads what a guest says, knowing what they said before, oldest first.
// Beyond what Detect finds in a message alone, "na verdade é castanha" tells of one
// more allergy after another was told, "não sou alérgica" takes back what was told,
// and what is misspelt has its right name.
func heard(before []string, message string) []Candidate {
	found := read(message, before...)
	none := deniesReactions(message)
	if !none && !corrects(message) {
		return unique(spellOut(found))
	}
	told := toldBefore(before)
	switch {
	case len(told) == 0:
	case none:
		for _, c := range told {
			c.Retract, c.Confidence, c.Person = true, implied, "" // "não sou alérgica" lifts nothing of Ana's
			found = append(found, c)
		}
	default:
		found = amended(found, told[len(told)-1], message)
	}
	return unique(spellOut(found))
}

// overheard is what is noted of a message beside who answers. A model that listens
// remembers what it is told, and knows better what is liked, how many come and what they
// spend: then it is what safety needs, in words that say so themselves, and the language.
func overheard(t hook.Turn, before []string, message string) []Candidate {
	found := heard(before, message)
	if !t.Listens {
		return found
	}
	return slices.DeleteFunc(found, func(c Candidate) bool {
		harms := safety(c.Kind, c.Key) && !c.Retract && !(c.Key == "restriction" && c.Confidence == implied && Edible(c.Value))
		return !harms && !(c.Kind == Communication && c.Key == "language")
	})
}

// lookBack is how many messages before a correction are read. It is of the last
// one, which may be a correction too, or of the one before a yes or no.
const lookBack = 4

// toldBefore returns the allergies and intolerances of the message before, or of the one
// before a yes or no.
func toldBefore(before []string) []Candidate {
	before = before[max(0, len(before)-lookBack):]
	for i := len(before) - 1; i >= 0; i-- {
		if _, only := answerTo("", before[i]); !only {
			return slices.DeleteFunc(heard(before[:i], before[i]), func(c Candidate) bool { return !reaction(&c) || c.Retract })
		}
	}
	return nil
}

func reaction(c *Candidate) bool { return c.Kind == Diet && c.Key != "restriction" }

// amended gives what a correction names the kind and the owner of what was told. What
// was told stays unless it is denied: to take one allergy too many for true does no harm.
func amended(found []Candidate, told Candidate, message string) []Candidate {
	found = slices.DeleteFunc(found, func(c Candidate) bool { return !c.Retract && (c.Kind == Diet || c.Kind == Preference) })
	told.Confidence = implied
	for _, s := range understand.Read(message, understand.Before{}).Spans {
		gone := slices.ContainsFunc(found, func(c Candidate) bool { return c.Retract && sameValue(c.Value, s.Text) })
		if s.Kind == "food" && !s.Drop && !gone {
			told.Value = s.Text
			found = append(found, told)
		}
	}
	return found
}

// corrects reports whether a message puts something right, and names what it is and
// hardly anything else: "na verdade é castanha", "castanha, não amendoim". "Na verdade
// quero castanha" is an order.
func corrects(message string) bool {
	marked := false
	for i, s := range sentences(message) {
		words := wordsOf(s.text)
		marked = marked || hasPhrase(s.text, amends) || len(words) > 1 && slices.ContainsFunc(words, func(w string) bool { return noes[w] })
		if i == 0 && (s.asked || !onlyNames(s.text)) {
			return false
		}
	}
	return marked
}

// onlyNames reports whether the first clauses of a text say of something that it is so or
// is not, and nothing else.
func onlyNames(text string) bool {
	folded := " " + strings.Join(wordsOf(text), " ") + " "
	for _, p := range amends {
		folded = strings.ReplaceAll(folded, " "+p+" ", " ")
	}
	for w := range strings.FieldsSeq(folded) {
		if !linking[w] && !noes[w] && !edible(w) && spelt(w) == "" {
			return false
		}
	}
	return true
}

// deniesReactions reports "na verdade não sou alérgico" and "esqueça minha alergia":
// what was told is no more, and what that was need not be said.
func deniesReactions(message string) bool {
	return slices.ContainsFunc(sentences(message), func(s sentence) bool {
		words := wordsOf(s.text)
		at := slices.IndexFunc(words, func(w string) bool {
			return strings.HasPrefix(w, "alerg") || strings.HasPrefix(w, "allerg") || strings.HasPrefix(w, "intoler")
		})
		if at < 0 || s.asked || slices.ContainsFunc(words[at+1:], func(w string) bool { return !fillers[w] && !linking[w] && !noes[w] }) {
			return false
		}
		no, forget := false, false
		for _, w := range words[:at] {
			no, forget = no || noes[w], forget || toForget[w]
			if reporting[w] || limiting[w] || keeping[w] {
				return false
			}
		}
		return no != forget
	})
}

var (
	amends    = inLists()["amends"]
	fillers   = lists()["fillers"]
	linking   = set("a o as os ao aos the to al el la los las it s is e es eh soy sou i am m eu yo minha my mi alergia allergy alergico alergica allergic sim si but mas pero sino que so only and y ou or")
	reporting = set("disse diz dizem falou said says told dijo dice se si if")
)
