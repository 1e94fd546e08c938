package understand

// Avoids reports whether the sentence of a span has a word that says why something is
// not had: a denial, a dislike, an allergy, an illness ("she loves seafood" has none).
func Avoids(text string, s Span) bool {
	all := tokens(text)
	from, to := 0, len(all)
	for i, t := range all {
		if ends(t.word) {
			if t.to <= s.From {
				from = i + 1
			} else if t.from >= s.To {
				to = i
				break
			}
		}
	}
	known := words()
	for i := from; i < to; i++ {
		for size := 1; size <= min(longestForm, to-i); size++ {
			for _, m := range known.of(phrase(all[i : i+size])) {
				if avoiding[m.class] {
					return true
				}
			}
		}
	}
	return false
}

// avoiding are classes of the thesaurus.
var avoiding = map[uint32]bool{
	hash("negation"): true, hash("denial"): true, hash("refusal"): true, hash("dislike"): true, hash("allergy"): true, hash("reaction"): true, hash("severity"): true,
	hash("cannot_eat"): true, hash("illness"): true, hash("symptom"): true, hash("diet"): true, hash("belief"): true, hash("fast"): true, hash("contamination"): true, hash("treatment"): true, hash("medicine"): true,
}
