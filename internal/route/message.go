package route

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
)

// message is what the lists tell of a message.
type message struct {
	said      []string // its words, folded, chat spellings written out
	marks     marks
	courteous bool // it is nothing but courtesy

	sum, top points // of the weights
	at, from bool   // it names a place: to be in, to come from
}

func (m *message) is(any marks) bool { return m.marks&any != 0 }

// read looks a message up in the lists. Misspelt words are looked at only when
// nothing else tells what it is about.
func (t *tables) read(text string) *message {
	m := &message{said: wordsOf(text), at: t.namesPlace(text)}
	if strings.Contains(text, "?") {
		m.marks |= ask
	}
	rude := false
	m.scan(&t.courtesy, func(i int, s *sense) {
		if s == nil && isLaugh(m.said[i]) {
			m.marks |= polite | closing
		} else if s == nil {
			rude = true
		}
	})
	m.courteous = !rude && m.is(polite)
	m.scan(&t.manner, func(int, *sense) {})
	m.weigh(&t.topics)
	if m.sum.most(nobody) <= hint && !m.at && !m.from && !m.is(polite) && t.correct(m.said) {
		m.weigh(&t.topics)
	}
	return m
}

// scan takes the longest phrases of a list from left to right, gathers their
// marks and shows each with where it begins, and nil for a word that begins
// none.
func (m *message) scan(l *lexicon, see func(int, *sense)) {
	for i := 0; i < len(m.said); {
		s, n := l.match(m.said[i:])
		if n == 0 || s.marks&going != 0 && !isAt(m.before(i)) && !isTo(m.before(i)) {
			s, n = nil, 1
		} else {
			m.marks |= s.marks
		}
		see(i, s)
		i += n
	}
}

// before is the word before the i-th, "" if there is none.
func (m *message) before(i int) string {
	if i == 0 {
		return ""
	}
	return m.said[i-1]
}

func (m *message) weigh(topics *lexicon) {
	m.sum, m.top = points{}, points{}
	m.scan(topics, func(i int, s *sense) {
		if s == nil {
			return
		}
		if s.marks&place != 0 {
			before := m.before(i)
			m.from = m.from || isFrom(before)
			m.at = m.at || !isFrom(before)
			if isTo(before) { // whoever goes there travels
				m.sum[trip] += hint
				m.top[trip] = max(m.top[trip], strong)
			}
		}
		for k, w := range s.weight {
			m.sum[k] += float64(w)
			m.top[k] = max(m.top[k], float64(w))
		}
	})
}

// points weighs the evidence: for each specialist its strongest word, and half
// of what the others add. What speaks for the specialist without is left out.
func (m *message) points(without int) points {
	var p points
	for k := range p {
		if k != without {
			p[k] = (m.top[k] + m.sum[k]) / 2
		}
	}
	if m.is(brew) && m.is(sales) && without != beer {
		p[beer] += strong // the sales of anything else are data
	}
	switch business := max(p[beer], p[data]); {
	case without == trip:
	case business >= strong && business >= p[trip]:
		// "a mais vendida em Ohio": the place is where, not what.
	case m.at && !m.is(pairing):
		p[trip] += placeName + p[menu] // eating in a named town
	case m.at:
		p[trip] += placeName
	case m.from && p[menu] <= p[trip]:
		p[trip] += placeName - hint
	}
	return p
}

// follows reports whether a message reads like one that goes on with the talk:
// short or pointing back, and with no strong word for another specialist.
func (m *message) follows(p points, active int) bool {
	if active == trip && m.is(back) && max(m.top[beer], m.top[data]) < strong {
		return true // "quero comer frutos do mar por lá"
	}
	weak := m.top.most(active) < strong
	switch m.said[0] {
	case "e", "and", "y", "mas", "but", "pero", "ou", "or", "o":
		// "e a média?" is of what we have, not of a file.
		return weak || len(m.said) <= elliptic && p.most(active) <= strong
	}
	return weak && (len(m.said) <= short || m.is(answer|follow|link))
}

// namesPlace reports whether a text has a name that is in no list where a
// place would stand: "em Xanxerê".
func (t *tables) namesPlace(text string) bool {
	before := ""
	for word := range strings.FieldsSeq(text) {
		first, _ := utf8.DecodeRuneInString(word)
		if unicode.IsUpper(first) && len(word) > 3 && (isAt(before) || isTo(before)) && !t.knows(lang.Fold(word)) {
			return true
		}
		before = word
	}
	return false
}

func isAt(word string) bool {
	switch word {
	case "em", "in", "en":
		return true
	}
	return false
}

func isTo(word string) bool {
	switch word {
	case "para", "pra", "pro", "to", "ate", "hacia", "visitar", "conhecer", "conocer", "visit":
		return true
	}
	return false
}

func isFrom(word string) bool {
	switch word {
	case "de", "da", "do", "dos", "das", "del", "of", "from":
		return true
	}
	return false
}
