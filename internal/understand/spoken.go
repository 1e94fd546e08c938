package understand

import (
	"cmp"
	"slices"

	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
)

// Spoken is somebody of whom a text speaks, and where.
type Spoken struct {
	Name     string
	From, To int // in bytes
}

// People returns those of whom a text speaks by what they are to the guest, or by name:
// "minha irmã", "o Beto".
func People(text string) (all []Spoken) {
	h, places := hear(text, nil), gazetteer.Read(text)
	for _, p := range h.people {
		all = append(all, Spoken{p.name, h.tokens[p.from].from, h.tokens[p.to-1].to})
	}
	for k, t := range h.tokens {
		named := t.shape == capital && !h.begins(k) && len(t.word) > 1 && h.thingAt(k) == nil && !first[t.word] && !pronouns[t.word] && h.has[k]&void == 0 && !h.introduced(k) &&
			(forWhom[h.tokens[k-1].word] || !IsWord(t.word)) && !slices.ContainsFunc(places, func(p gazetteer.Mention) bool { return p.From <= t.from && t.to <= p.To })
		in := func(p Spoken) bool { return p.From <= t.from && t.from < p.To }
		if named && !slices.ContainsFunc(all, in) {
			all = append(all, Spoken{text[t.from:t.to], t.from, t.to})
		}
	}
	slices.SortFunc(all, func(a, b Spoken) int { return cmp.Compare(a.From, b.From) })
	return all
}
