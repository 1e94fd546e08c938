package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// craved makes a wish of each span that somebody fancies and the reader takes for a taste:
// "she fancies lamb and hates mint". An allergy stays one: "I crave prawns, but am allergic to them".
func craved(text string, spans []Span) []Span {
	for i, s := range spans {
		if (s.P == "dislike" || s.P == "like") && craves(text[:s.From]) {
			spans[i].P, spans[i].When, spans[i].Drop = "want", "", false
		}
	}
	return spans
}

// Craves reports whether somebody fancies something to eat or drink that a message names: "I fancy duck".
func (r *Reading) Craves(text string) bool {
	return slices.ContainsFunc(r.Spans, func(s Span) bool {
		return s.P == "want" && (s.Kind == "food" || s.Kind == "drink") && craves(text[:s.From])
	})
}

// craves reports whether words end by saying that somebody fancies what follows: "I fancy some".
func craves(before string) bool {
	clause := before[strings.LastIndexAny(before, ".,;:!?\n")+1:]
	at := craving().FindStringIndex(" " + lang.Fold(clause))
	if at == nil {
		return false
	}
	said := strings.FieldsFunc((" " + lang.Fold(clause))[:at[0]], func(r rune) bool { return strings.ContainsRune(" '’", r) })
	return !slices.ContainsFunc(said[max(0, len(said)-3):], func(w string) bool { return negating[w] || w == "t" || w == "never" || w == "nunca" })
}

// craving finds words for a fancy at the end of some words, and what may stand before its object.
var craving = pattern.Of(`\b(?:fancy|fancies|fancied|fancying|crav(?:e|es|ing)|in the mood for|feel(?:s|ing)? like|go for|dying for|(?:'s|’s|'m|’m|am|is|are) after|vontade de|a ?fim de|(?:doid|louc|sec)[oa] por|antojo de|antojan?|apetecen?|ganas de)(?: (?:comer|tomar|beber|having|eating|to|eat|have|um|uma|uns|umas|un|una|unos|unas|algum|alguma|o|a|os|as|el|la|los|las|some|any|a|an|the|bit|pouco|poco|bom|boa|good|nice|of|de|prato|plato|plate))*\s*$`)
