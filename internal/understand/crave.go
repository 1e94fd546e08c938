package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// craved makes a wish of each span that somebody fancies or asks for and the reader takes for a taste: "she fancies lamb and
// hates mint", "I hate mint, what lamb do you have?". An allergy stays one: "I crave prawns, but am allergic to them".
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

// asksFor reports whether a span stands in a clause that asks what there is of it, and tells nothing of who likes what: "I hate
// mint, which soups do you have?".
func asksFor(text string, s Span) bool {
	from, to := strings.LastIndexAny(text[:s.From], ".,;:!?¿\n")+1, len(text)
	if i := strings.IndexAny(text[s.To:], ".,;:!?\n"); i >= 0 {
		to = s.To + i
	}
	if end := strings.IndexAny(text[to:], ".!?\n"); end < 0 || text[to+end] != '?' {
		return false
	}
	first, _, _ := strings.Cut(s.Text, " ")
	before := strings.Fields(lang.Fold(text[from:s.From] + " " + first))
	return slices.ContainsFunc(before, func(w string) bool { return says(w, "seeks") }) && !tasting().MatchString(lang.Fold(text[from:to]))
}

// tasting finds a no or a taste.
var tasting = pattern.Of(`\b(?:not|no|nao|n|sem|sin|without|nem|ni|nor|hat(?:e|es|ing)|(?:dis)?lik(?:e|es|ed)|stand|odei\w+|odi[oa]\w*|gost\w+|gusta\w*|` +
	`detest\w+|suport\w+|soport\w+|evit\w+|avoid\w*)\b|n['’]t\b`)

// craves reports whether words end by saying that somebody fancies what follows: "I fancy some".
func craves(before string) bool {
	clause := " " + lang.Fold(before[strings.LastIndexAny(before, ".,;:!?\n")+1:])
	at := craving().FindStringIndex(clause)
	return at != nil && !denied().MatchString(strings.TrimRight(clause[:at[0]], " ")+" ")
}

// craving finds words for a fancy at the end of some words, and what may stand before its object; denied a no just before.
var (
	craving = pattern.Of(`\b(?:fanc(?:y|ies|ied|ying)|crav(?:e|es|ing)|in the mood for|feel(?:s|ing)? like|dying for|vontade de|a ?fim de|(?:doid|louc|sec)[oa] por|` +
		`antojo de|antojan?|apetecen?|ganas de)(?: (?:comer|tomar|beber|having|eating|to|eat|have|u[mn][ao]?s?|unos|algum|alguma|[oa]s?|el|l[ao]s?|some|any|an|the|bit|` +
		`pouco|poco|bom|boa|good|nice|of|de|prato|plato|plate))*\s*$`)
	denied = pattern.Of(`\b(?:n[ao]o?|not|t|never|nunca|without|sem|sin)(?: \w+){0,2} $`)
)
