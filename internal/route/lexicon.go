package route

import "strings"

// lexicon is a set of phrases, as a tree of their words.
type lexicon struct {
	words    map[string]*lexicon
	stems    map[string]*lexicon
	min, max int      // length of the stems
	any      *lexicon // whatever the word is
	sense    *sense   // of the phrase that ends here
}

// add adds a phrase. One that is there already means both.
func (l *lexicon) add(phrase string, s sense) {
	phrase, isGoing := strings.CutPrefix(strings.TrimSpace(phrase), "~")
	if isGoing {
		s.marks |= going
	}
	end := l
	for field := range strings.FieldsSeq(phrase) {
		if field == "_" {
			if end.any == nil {
				end.any = &lexicon{}
			}
			end = end.any
			continue
		}
		stem := strings.HasSuffix(field, "*")
		folded := wordsOf(field)
		for i, word := range folded {
			end = end.next(word, stem && i == len(folded)-1)
		}
	}
	if end == l {
		return
	}
	if end.sense == nil {
		end.sense = &sense{}
	}
	end.sense.marks |= s.marks
	for i, w := range s.weight {
		end.sense.weight[i] = max(end.sense.weight[i], w)
	}
}

func (l *lexicon) next(word string, stem bool) *lexicon {
	m := &l.words
	if stem {
		m = &l.stems
		if len(l.stems) == 0 {
			l.min = len(word)
		}
		l.min, l.max = min(l.min, len(word)), max(l.max, len(word))
	}
	if *m == nil {
		*m = map[string]*lexicon{}
	}
	if (*m)[word] == nil {
		(*m)[word] = &lexicon{}
	}
	return (*m)[word]
}

// match returns the longest phrase that said begins with, and of how many
// words it is; nil and 0 if there is none. Of two as long, a whole word comes
// before its singular, that before a stem, and a long stem before a short one.
func (l *lexicon) match(said []string) (*sense, int) {
	best, longest := l.sense, 0
	if len(said) == 0 {
		return best, 0
	}
	try := func(next *lexicon) {
		if next == nil {
			return
		}
		if s, n := next.match(said[1:]); s != nil && n+1 > longest {
			best, longest = s, n+1
		}
	}
	word := said[0]
	try(l.words[word])
	if one, ok := strings.CutSuffix(word, "s"); ok && len(one) > 2 {
		try(l.words[one])
	}
	for n := min(l.max, len(word)); n >= max(l.min, 1); n-- {
		try(l.stems[word[:n]])
	}
	try(l.any)
	return best, longest
}

// knows reports whether a word alone is in any list.
func (t *tables) knows(word string) bool {
	one := [...]string{word}
	for _, l := range [...]*lexicon{&t.topics, &t.courtesy, &t.manner} {
		if _, n := l.match(one[:]); n > 0 {
			return true
		}
	}
	return false
}
