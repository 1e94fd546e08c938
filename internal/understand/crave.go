package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// Craves reports whether somebody fancies something to eat or drink that a message names: "I fancy duck".
func (r *Reading) Craves(text string) bool {
	return slices.ContainsFunc(r.Spans, func(s Span) bool {
		return (s.Kind == "food" || s.Kind == "drink") && !isNever(s.P) && craves(text[:s.From])
	})
}

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
