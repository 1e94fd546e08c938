package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// topics returns what several messages have in common: the thing that most of
// them, and at least some, speak of.
func topics(queries []string, least int) []Candidate {
	if len(queries) < least {
		return nil
	}
	var said, named []string
	for _, q := range queries {
		said = append(said, " "+stems(lang.Fold(q))+" ")
		named = append(named, topicsOf(q)...)
	}
	best, most := "", least-1
	for _, name := range named {
		in := 0
		for _, q := range said {
			if strings.Contains(q, " "+stems(lang.Fold(name))+" ") {
				in++
			}
		}
		if in > most {
			best, most = name, in
		}
	}
	if best == "" {
		return nil
	}
	return []Candidate{{Kind: Procedural, Key: "topic", Value: best, Scope: Durable, Subject: User, Confidence: implied}}
}

// topicsOf are the things that a message speaks of, and what each is first of all ("vinho"
// of "vinho seco"), but for what ails somebody.
func topicsOf(text string) (all []string) {
	for _, s := range understand.Read(text, understand.Before{}).Spans {
		if !topicKinds[s.Kind] || isNeed(&s) || s.Drop {
			continue
		}
		all = append(all, s.Text)
		if first := strings.Fields(s.Text)[0]; len(first) > 3 && first != s.Text {
			all = append(all, first)
		}
	}
	return slices.Compact(all)
}

// topicKinds are the kinds of spans that a guest may ask about again and again.
var topicKinds = set("food drink beer_style cuisine place lodging amenity brewery")
