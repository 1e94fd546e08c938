package retrieve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/ontology"
)

// expansions returns a question with what the ontology knows about it: first
// with what it implies added, then in other names alone, then only the rarest
// of what it names. What it rules out stays said in all of them.
func expansions(o *ontology.Ontology, text string) []string {
	found := o.Read(text)
	var named, other, rare, not []string
	mentioned := map[int]bool{}
	wanted := []ontology.Mention{}
	for _, m := range found {
		if m.Negated {
			not = append(not, "sem "+m.Words)
			continue
		}
		if !mentioned[m.Concept] {
			wanted = append(wanted, m)
		}
		mentioned[m.Concept] = true
	}
	implied := o.Query(text)
	slices.SortStableFunc(implied, func(a, b ontology.Weight) int {
		return cmp.Compare(b.Weight*o.Rarity(b.Concept), a.Weight*o.Rarity(a.Concept))
	})
	for _, w := range implied {
		if len(named) == 4 {
			break
		}
		if w.Weight > 0 && !mentioned[w.Concept] {
			if forms := o.Forms(w.Concept); len(forms) > 0 {
				named = append(named, forms[0])
			}
		}
	}
	for _, m := range wanted {
		forms := o.Forms(m.Concept)
		other = append(other, forms[:min(2, len(forms))]...)
	}
	slices.SortStableFunc(wanted, func(a, b ontology.Mention) int {
		return cmp.Compare(o.Rarity(b.Concept), o.Rarity(a.Concept))
	})
	for _, m := range wanted[:min(2, len(wanted))] {
		rare = append(rare, m.Words)
	}
	var tries []string
	for _, words := range [][]string{append([]string{text}, named...), other, rare} {
		if q := strings.Join(append(words, not...), ", "); len(words) > 0 && q != text && !slices.Contains(tries, q) {
			tries = append(tries, q)
		}
	}
	return tries
}
