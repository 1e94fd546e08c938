package understand

import "unicode/utf8"

// A feature is something true of a message, a token or a span, as a number: the
// hash of what it is about (a template) and its values. The models add up the
// weights of all features that are true.
type feature = uint32

// Templates name what a feature is about. Their order is part of weights.bin.
const (
	fBias uint32 = iota + 1
	fLast
	fWord
	fStem
	fStemLast
	fPair
	fSkip
	fTriple
	fLetters
	fCue
	fCueLast
	fFirst
	fEnd
	fLength
	fShape
	fHouse
	fAffix
	fBeside
	fNear
	fInside
	fClause
	fOther
	fListed
	fClass
	fConcept
)

func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

func mix(values ...uint32) feature {
	h := uint32(2166136261)
	for _, v := range values {
		h = (h ^ v) * 0x9E3779B1
		h ^= h >> 15
	}
	return h &^ 1
}

// message is a text made ready for features.
type message struct {
	text     string
	tokens   []token
	words    []uint32 // hashes of the tokens' words
	stems    []uint32
	classes  []uint32
	concepts []uint32
	last     uint32
	house    []uint32 // stems of the house's last words
	asked    uint32   // whether the house's last words end in a question
}

// houseWords is how many of the house's last words are read.
const houseWords = 12

func newMessage(text string, b Before) message {
	m := message{text: text, tokens: tokens(text)}
	cue(text, m.tokens, b.House)
	for i := range m.tokens {
		m.words = append(m.words, hash(m.tokens[i].word))
		m.stems = append(m.stems, hash(m.tokens[i].stem))
	}
	m.classify()
	last := b.Last
	if last == "" {
		last = "none"
	}
	m.last = hash(last)
	said := tokens(b.House)
	for _, t := range said[max(0, len(said)-houseWords):] {
		m.house = append(m.house, hash(t.stem))
	}
	for i := len(b.House) - 1; i >= max(0, len(b.House)-20); i-- {
		if b.House[i] == '?' {
			m.asked = 1
		}
	}
	return m
}

// valueCount for what lies before the first and after the last token.
const (
	before uint32 = 1
	after  uint32 = 2
)

func at(all []uint32, i int) uint32 {
	switch {
	case i < 0:
		return before
	case i >= len(all):
		return after
	}
	return all[i]
}

// more returns what a token may mean besides its class and concept.
func (m *message) more(i int) []meaning {
	if i < 0 || i >= len(m.tokens) || len(m.tokens[i].means) < 2 {
		return nil
	}
	return m.tokens[i].means[1:]
}

func (m *message) cues(i int) []uint32 {
	if i < 0 || i >= len(m.tokens) {
		return nil
	}
	return m.tokens[i].cues
}

// ofMessage appends the features of the whole message, which vote for acts.
func (m *message) ofMessage(f []feature) []feature {
	n := len(m.tokens)
	size := uint32(min(n, 4))
	if n > 4 {
		size = 5 + uint32(min(n, 40)/8)
	}
	f = append(f, mix(fBias), mix(fLast, m.last), mix(fLength, size), mix(fLength, size, m.last), mix(fHouse, m.asked), mix(fHouse, m.asked, size, m.last),
		mix(fFirst, at(m.stems, 0)), mix(fFirst, at(m.stems, 0), at(m.stems, 1)), mix(fFirst, at(m.stems, 0), m.last),
		mix(fEnd, at(m.stems, n-1)), mix(fEnd, at(m.stems, n-1), at(m.stems, n-2)))
	for i, h := range m.house {
		f = append(f, mix(fHouse, 10, h), mix(fHouse, 11, at(m.house, i-1), h), mix(fHouse, 12, h, at(m.classes, 0)), mix(fHouse, 13, h, size))
	}
	for i := range n {
		t := &m.tokens[i]
		f = append(f, mix(fShape, uint32(t.shape)))
		if t.shape != number {
			f = append(f, mix(fWord, m.words[i]), mix(fStem, m.stems[i]), mix(fStemLast, m.stems[i], m.last))
		}
		f = append(f, mix(fPair, at(m.stems, i-1), m.stems[i]))
		if i >= 2 {
			f = append(f, mix(fSkip, m.stems[i-2], m.stems[i]), mix(fTriple, m.stems[i-2], m.stems[i-1], m.stems[i]))
		}
		for _, c := range m.cues(i) {
			f = append(f, mix(fCue, c))
			if c >= cuePlace {
				f = append(f, mix(fCueLast, c, m.last), mix(fCueLast, c, at(m.stems, i-1)))
			}
		}
		if t.shape <= caps {
			f = letters(f, fLetters, t.word)
		}
		k, c := m.classes, m.concepts
		for _, x := range m.more(i) {
			f = append(f, mix(fClass, x.class), mix(fClass, 3, x.class, m.last), mix(fConcept, x.concept), mix(fConcept, 4, x.concept, m.last), mix(fClass, 1, at(k, i-1), x.class))
		}
		f = append(f, mix(fClass, k[i]), mix(fClass, 1, at(k, i-1), k[i]), mix(fClass, 2, at(k, i-2), at(k, i-1), k[i]), mix(fClass, 3, k[i], m.last), mix(fClass, 4, at(k, i-2), k[i]),
			mix(fConcept, c[i]), mix(fConcept, 1, at(c, i-1), c[i]), mix(fConcept, 2, at(k, i-1), c[i]), mix(fConcept, 3, at(c, i-1), k[i]), mix(fConcept, 4, c[i], m.last), mix(fConcept, 5, at(c, i-2), c[i]))
	}
	f = append(f, mix(fClass, 5, at(m.classes, 0)), mix(fClass, 6, at(m.classes, 0), at(m.classes, 1)), mix(fClass, 7, at(m.classes, 0), at(m.classes, 1), at(m.classes, 2)), mix(fClass, 8, at(m.classes, 0), m.last), mix(fConcept, 8, at(m.concepts, 0)))
	return f
}

// letters appends the groups of three to five letters of a word.
func letters(f []feature, template uint32, w string) []feature {
	if utf8.RuneCountInString(w) < 4 {
		return f
	}
	w = "<" + w + ">"
	for size := 3; size <= 5; size++ {
		for i := 0; i+size <= len(w); i++ {
			f = append(f, mix(template, hash(w[i:i+size]))|1)
		}
	}
	return f
}

// ofToken appends the features of a token, which vote for its tag.
func (m *message) ofToken(f []feature, i int) []feature {
	t := &m.tokens[i]
	w := func(d int) uint32 { return at(m.words, i+d) }
	s := func(d int) uint32 { return at(m.stems, i+d) }
	f = append(f, mix(fBias), mix(fLast, m.last), mix(fShape, uint32(t.shape)), mix(fShape, uint32(t.shape), m.shapeAt(i-1), m.shapeAt(i+1)),
		mix(fBeside, 10, s(-1)), mix(fBeside, 11, s(1)), mix(fBeside, 12, s(-2)), mix(fBeside, 13, s(2)), mix(fBeside, 14, w(-1)), mix(fBeside, 15, w(1)),
		mix(fBeside, 16, s(-2), s(-1)), mix(fBeside, 17, s(1), s(2)), mix(fBeside, 18, s(-1), s(1)), mix(fBeside, 19, s(-3), s(-2), s(-1)))
	if t.shape != number {
		f = append(f, mix(fWord, w(0)), mix(fStem, s(0)), mix(fStemLast, s(0), m.last), mix(fPair, s(-1), s(0)), mix(fPair, 7, s(0), s(1)), mix(fTriple, s(-1), s(0), s(1)))
		for size := 2; size <= 4; size++ {
			if len(t.word) > size {
				f = append(f, mix(fAffix, 1, hash(t.word[:size])), mix(fAffix, 2, hash(t.word[len(t.word)-size:])))
			}
		}
		f = letters(f, fLetters, t.word)
	} else {
		f = append(f, mix(fWord, uint32(len(t.word))), mix(fPair, s(-1), 99), mix(fPair, 8, 99, s(1)), mix(fTriple, s(-1), 99, s(1)))
		if len(t.word) == 4 && (t.word[:2] == "20" || t.word[:2] == "19") {
			f = append(f, mix(fWord, 2000))
		}
	}
	if i == 0 {
		f = append(f, mix(fFirst))
	}
	k := func(d int) uint32 { return at(m.classes, i+d) }
	c := func(d int) uint32 { return at(m.concepts, i+d) }
	f = append(f, mix(fClass, 1, k(0)), mix(fClass, 2, k(-1)), mix(fClass, 3, k(1)), mix(fClass, 4, k(-2)), mix(fClass, 5, k(2)), mix(fClass, 6, k(-1), k(0)), mix(fClass, 7, k(0), k(1)),
		mix(fClass, 8, k(-1), k(0), k(1)), mix(fClass, 9, k(-2), k(-1)), mix(fClass, 10, k(1), k(2)), mix(fClass, 11, k(-3), k(-2), k(-1)),
		mix(fConcept, 1, c(0)), mix(fConcept, 2, c(-1)), mix(fConcept, 3, c(1)), mix(fConcept, 4, c(-1), k(0)), mix(fConcept, 5, c(-2)))
	for _, x := range m.more(i) {
		f = append(f, mix(fClass, 1, x.class), mix(fConcept, 1, x.concept), mix(fClass, 6, k(-1), x.class), mix(fClass, 7, x.class, k(1)))
	}
	for _, x := range m.more(i - 1) {
		f = append(f, mix(fClass, 2, x.class))
	}
	for _, x := range m.more(i + 1) {
		f = append(f, mix(fClass, 3, x.class))
	}
	for d := -2; d <= 2; d++ {
		for _, c := range m.cues(i + d) {
			if c >= cuePlace || d == 0 {
				f = append(f, mix(fCue, uint32(d+5), c))
			}
			if c >= cuePlace && d == 0 {
				f = append(f, mix(fCueLast, c, s(-1)), mix(fCueLast, c, m.last))
			}
		}
	}
	return f
}

func (m *message) shapeAt(i int) uint32 {
	if i < 0 || i >= len(m.tokens) {
		return 9
	}
	return uint32(m.tokens[i].shape)
}

// ofSpan appends the features of a span, which vote for its attributes. Of the
// span before it in a list ("camarão, amendoim e leite") the values are known.
func (m *message) ofSpan(f []feature, p place, earlier []Span, places []place) []feature {
	kind := uint32(p.Kind)
	f = append(f, mix(fBias), mix(fBias, kind), mix(fLast, m.last), mix(fLast, kind, m.last), mix(fHouse, m.asked, kind))
	for i := p.From; i < p.To; i++ {
		f = append(f, mix(fInside, m.stems[i]), mix(fInside, kind, m.stems[i]))
		for _, c := range m.cues(i) {
			f = append(f, mix(fCue, c))
		}
	}
	f = append(f, mix(fPair, at(m.stems, p.From-1), at(m.stems, p.From)), mix(fPair, 5, at(m.stems, p.To-1), at(m.stems, p.To)))
	near := func(side uint32, d, i int) {
		s := at(m.stems, i)
		far := uint32(min(d, 3))
		f = append(f, mix(fBeside, side, far, s), mix(fBeside, side, kind, s), mix(fNear, side, s), mix(fBeside, side, 40, at(m.stems, i-1), s))
		if d <= 2 {
			f = append(f, mix(fBeside, side, 50+far, kind, s))
		}
		k, c := at(m.classes, i), at(m.concepts, i)
		f = append(f, mix(fClass, side, k), mix(fClass, side, far, k), mix(fClass, side, 20+kind, k), mix(fClass, side, 60, at(m.classes, i-1), k), mix(fConcept, side, c), mix(fConcept, side, 20+kind, c))
	}
	clause := true
	for d := 1; d <= 10 && p.From-d >= -1; d++ {
		i := p.From - d
		near(1, d, i)
		if i >= 0 && ends(m.tokens[i].word) {
			clause = false
		}
		if clause {
			f = append(f, mix(fClause, 1, kind, at(m.stems, i)), mix(fClause, 3, at(m.stems, i), at(m.stems, i+1)))
		}
	}
	clause = true
	for d := 1; d <= 7 && p.To+d-1 <= len(m.stems); d++ {
		i := p.To + d - 1
		near(2, d, i)
		if i < len(m.tokens) && ends(m.tokens[i].word) {
			clause = false
		}
		if clause {
			f = append(f, mix(fClause, 2, kind, at(m.stems, i)))
		}
	}
	for i := range m.stems {
		if i < p.From {
			f = append(f, mix(fOther, 1, m.stems[i]), mix(fOther, 3, m.classes[i]))
		} else if i >= p.To {
			f = append(f, mix(fOther, 2, m.stems[i]), mix(fOther, 4, m.classes[i]))
		}
	}
	if n := len(earlier); n > 0 {
		prev, prevTo := &earlier[n-1], places[n-1].To
		glue := uint32(0) // only a comma or a small word lies between
		for i := prevTo; i < p.From; i++ {
			glue = mix(glue, m.stems[i])
		}
		if p.From-prevTo > 3 {
			glue = 77
		}
		for _, a := range Attributes {
			v := hash(prev.Get(a.Name))
			f = append(f, mix(fListed, hash(a.Name), v, hash(prev.Kind), kind), mix(fListed, hash(a.Name), v, glue))
		}
	}
	return f
}

// ends reports whether a mark ends a clause.
func ends(mark string) bool {
	switch mark {
	case ".", ";", "!", "?", ":", "(", ")", "\u2014":
		return true
	}
	return false
}

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
