package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// spelt returns the allergen that a word nobody knows is a slip of: "glúten"
// for "glutem". It is "" if the word is known, or near none or several of them.
func spelt(word string) string {
	word = lang.Fold(word)
	if len(word) < 5 || len(word) > 20 || strings.Contains(word, " ") {
		return ""
	}
	best, fewest, tied := "", 2, false
	if len(word) >= 8 {
		fewest = 3 // two slips in a long word
	}
	for _, right := range allergens {
		folded := lang.Fold(right)
		if folded[0] != word[0] || max(len(folded)-len(word), len(word)-len(folded)) >= fewest+1 {
			continue
		}
		switch d := lang.Distance(folded, word); {
		case d == 0:
			return ""
		case d < fewest:
			best, fewest, tied = right, d, false
		case d == fewest && best != "" && !sameValue(best, right):
			tied = true
		}
	}
	if best == "" || tied || recognized(word, best) || ordinary[word] {
		return ""
	}
	return best
}

// recognized reports whether a word is one that is in a list, or that the
// ontology knows. It knows words by their stems: "lactosi" has that of lactose
// and is a slip all the same, unless it is the plural.
func recognized(word, near string) bool {
	if lists()["foods"][word] || lists()["reactive"][word] {
		return true
	}
	plural := strings.HasSuffix(word, "s") || strings.HasSuffix(near, "s")
	return len(ontology.Default().Read(word)) > 0 && (plural || !sameValue(word, near))
}

// strange reports what may be an allergy but is no word that anybody here
// knows: no dish can be checked for it, and the guest is to be asked.
func strange(value string) bool {
	folded := lang.Fold(value)
	return !edible(folded) && len(ontology.Default().Read(folded)) == 0 && !slices.ContainsFunc(strings.Fields(folded), edible)
}

// spellOut gives what is misspelt in candidates of what one must not eat its
// right name. Then there is no doubt of what is meant.
func spellOut(found []Candidate) []Candidate {
	for i := range found {
		c := &found[i]
		if c.Kind != Diet {
			continue
		}
		if right := spelt(c.Value); right != "" {
			c.Value = right
			if c.Confidence == guessed {
				c.Confidence = implied
			}
		}
	}
	return found
}

// ordinary are words that are near an allergen's and mean something else.
var ordinary = set("areia leito lente leitor outra outras outro tribo pesca peixaria mostra wheel daily squad party")

// allergens are the words for what people react to most, as they are written.
var allergens = inLists()["allergens"]
