package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// craved makes a wish of each span that somebody fancies or asks for and the reader takes for a taste:
// "she fancies lamb and hates mint", "I hate mint, what lamb do you have?". An allergy stays one: "I crave prawns, but am allergic to them".
func craved(text string, spans []Span) []Span {
	for i, s := range spans {
		if (s.P == "dislike" || s.P == "like") && (craves(text[:s.From]) || asksFor(text, s)) {
			spans[i].P, spans[i].When, spans[i].Drop = "want", "", false
		} else if s.P == "dislike" && s.Kind == "food" && len(strings.Fields(s.Text)) > 2 && len(Foods(s.Text))+len(Tastes(s.Text)) == 0 {
			spans[i].P = "" // "tastes of wet cardboard" is nothing to eat
		}
	}
	return spans
}

// asksFor reports whether a span stands in a clause that asks what there is of it, and tells nothing of
// who likes what: "I hate mint, which soups do you have?".
func asksFor(text string, s Span) bool {
	from := strings.LastIndexAny(text[:s.From], ".,;:!?¿\n") + 1
	to := len(text)
	if i := strings.IndexAny(text[s.To:], ".,;:!?\n"); i >= 0 {
		to = s.To + i
	}
	if end := strings.IndexAny(text[to:], ".!?\n"); end < 0 || text[to+end] != '?' {
		return false
	}
	before, clause := strings.Fields(lang.Fold(text[from:s.From]+" "+firstWord(s.Text))), lang.Fold(text[from:to])
	return slices.ContainsFunc(before, func(w string) bool { return seeking[w] }) && !tasting().MatchString(clause)
}

func firstWord(text string) string { return strings.Fields(text + " .")[0] }

// seeking are words of who asks what there is, tasting finds those of a no or a taste.
var (
	seeking = lang.Set("what which any have got que qual quais tem tens teria ha hay cual cuales tienen tienes sugere sugerem recomenda recomienda recomiendas recommend suggest")
	tasting = pattern.Of(`\b(?:not|no|nao|n|sem|sin|without|nem|ni|nor|hat(?:e|es|ing)|(?:dis)?lik(?:e|es|ed)|stand|odei\w+|odi[oa]\w*|gost\w+|gusta\w*|detest\w+|suport\w+|soport\w+|evit\w+|avoid\w*)\b|n['’]t\b`)
)

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
