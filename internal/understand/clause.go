package understand

import (
	"cmp"
	"slices"
)

// clauses cuts a message after marks and before words such as "and", into parts of
// at least two tokens: guests ask for several things in one breath.
func (m *message) clauses() (all []place) {
	from := 0
	for i := 1; i < len(m.tokens)-1; i++ {
		end := i
		switch m.tokens[i].word {
		case ".", ";", "!", "?", ":", "(", ")", ",", "\u2014":
			end = i + 1
		case "e", "y", "and", "mas", "but", "pero", "then", "so", "entao", "entonces", "pois", "que", "because", "porque", "pq":
		default:
			continue
		}
		if end-from >= 2 {
			all = append(all, place{From: from, To: end})
			from = end
		}
	}
	return append(all, place{From: from, To: len(m.tokens)})
}

// ofClause appends the features of a clause, which vote for acts.
func (m *message) ofClause(f []feature, p place) []feature {
	n, first := uint32(min(p.To-p.From, 6)), uint32(0)
	if p.From == 0 {
		first = 1
	}
	s, k, c := m.stems[p.From:p.To], m.classes[p.From:p.To], m.concepts[p.From:p.To]
	f = append(f, mix(fClause), mix(fClause, 1, m.last, first), mix(fClause, 2, n, first), mix(fClause, 3, at(s, 0)), mix(fClause, 4, at(s, 0), at(s, 1)), mix(fClause, 5, at(k, 0), at(k, 1)),
		mix(fClause, 6, at(c, 0), m.last), mix(fClause, 7, at(m.stems, p.To)), mix(fClause, 8, at(k, 0), at(k, 1), at(k, 2)))
	for i := range s {
		f = append(f, mix(fClause, 10, s[i]), mix(fClause, 11, at(s, i-1), s[i]), mix(fClause, 12, k[i]), mix(fClause, 13, at(k, i-1), k[i]), mix(fClause, 14, c[i]), mix(fClause, 15, at(c, i-1), c[i]),
			mix(fClause, 16, at(c, i-1), k[i]), mix(fClause, 17, at(k, i-1), c[i]), mix(fClause, 18, c[i], m.last), mix(fClause, 19, at(k, i-2), at(k, i-1), k[i]))
		for _, x := range m.more(p.From + i) {
			f = append(f, mix(fClause, 12, x.class), mix(fClause, 14, x.concept))
		}
		for _, x := range m.cues(p.From + i) {
			f = append(f, mix(fClause, 20, x))
		}
	}
	return f
}

// pool makes the scores of acts of the sums for the message and for each of its
// clauses, and tells for each act the clause that speaks most for it.
func pool(scores, parts []float32, n int, sizes []int) (at []int) {
	at = make([]int, len(scores))
	for a := range scores {
		var top float32
		for i, size := range sizes {
			if s := parts[i*len(scores)+a] * norm(size); i == 0 || s > top {
				top, at[a] = s, i
			}
		}
		scores[a] = scores[a]*norm(n) + top
	}
	return at
}

// decide returns the acts whose score is above the least and the best, and by how
// much the nearest act would have to change to be decided otherwise.
func decide(scores []float32, least float32) (found []int, margin float32) {
	best := 0
	for a, s := range scores {
		if s > scores[best] {
			best = a
		}
	}
	margin = scores[best] - least
	for a, s := range scores {
		if a == best || s > least {
			found = append(found, a)
		}
		if a != best {
			margin = min(margin, abs(s-least))
		}
	}
	slices.SortStableFunc(found, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return found, margin
}
