package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

func says(folded string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(folded, " "+p) })
}

// others are phrases that a message may have, from the beginning of a word.
var others = []string{"outra opcao", "outras opc", "outro ", "outra ", "outros ", "outras ", "mais opco", "tem mais", "something else", "anything else", "another", "others", "other options", "otra ", "otro ", "otras "}

// wishOf returns what a message wishes for, without what the guest says they
// must not have, or may have after all: that is not a dish they want. "Sou
// alérgico a camarão, quero uma moqueca" wishes for a moqueca.
func wishOf(message string) string {
	var kept []string
	for _, clause := range strings.FieldsFunc(beyondFreed(message), func(r rune) bool { return strings.ContainsRune(",;.!\n", r) }) {
		clause = strings.TrimSpace(clause)
		folded := lang.Fold(clause)
		at := allergic().FindStringIndex(folded)
		if at == nil || len(folded) != len([]rune(clause)) {
			kept = append(kept, clause)
			continue
		}
		if on := wishes().FindStringIndex(folded[at[1]:]); on != nil {
			kept = append(kept, strings.TrimSpace(string([]rune(clause)[at[1]+on[0]:])))
		}
	}
	if wish := strings.TrimSpace(strings.Join(kept, ", ")); wish != "" {
		return wish
	}
	return message
}

var (
	allergic = pattern.Of(`\b(?:alerg|allerg|intoleran|nao posso comer|can t eat|cannot eat|no puedo comer)`)
	mistaken = []string{"me enganei", "foi engano", "my mistake", "i was wrong", "me equivoque"}
	wishes   = pattern.Of(`\b(?:quero|queria|gostaria|o que|que prato|qual|tem |me ve|i want|i d like|i would like|what|which|can i|do you|quiero|que me)\b?`)
)

// spaced folds a text to words with a space around each.
func spaced(text string) string { return " " + strings.Join(wordsOf(text), " ") + " " }
