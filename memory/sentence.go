package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// A span is some tokens of a sentence.
type span struct{ from, to int }

// text is a span as the guest wrote it.
func (s *sentence) text(p span) string {
	return s.join(p, func(t *token) string { return t.text })
}

// words is a span folded.
func (s *sentence) words(p span) string {
	return s.join(p, func(t *token) string { return t.word })
}

func (s *sentence) join(p span, what func(*token) string) string {
	var b strings.Builder
	for i := p.from; i < p.to; i++ {
		part := what(&s.tokens[i])
		if b.Len() > 0 && part != "" {
			b.WriteByte(' ')
		}
		b.WriteString(part)
	}
	return b.String()
}

func (s *sentence) wordAt(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].word
}

func (s *sentence) isNumber(i int) bool { return isNumber(s.wordAt(i)) }

func isNumber(word string) bool {
	_, ok := numberOf(word)
	return ok
}

// isDigits reports a number that is not written as a word.
func (s *sentence) isDigits(i int) bool {
	w := s.wordAt(i)
	return w != "" && w[0] >= '0' && w[0] <= '9'
}

// any reports whether one of several words stands between two tokens.
func (s *sentence) any(from, to int, words map[string]bool) bool {
	from, to = max(from, 0), min(to, len(s.tokens))
	return from < to && slices.ContainsFunc(s.tokens[from:to], func(t token) bool { return words[t.word] })
}

// A phrase is some words in a row.
type phrase []string

func phrases(all ...string) (list []phrase) {
	for _, p := range all {
		list = append(list, strings.Fields(p))
	}
	return list
}

// has reports whether a sentence has one of several phrases in it.
func (s *sentence) has(any ...phrase) bool { return s.find(0, len(s.tokens), any) >= 0 }

// find is where the first of several phrases begins between two tokens, -1 if
// none does.
func (s *sentence) find(from, to int, any []phrase) int {
	from, to = max(from, 0), min(to, len(s.tokens))
	if s.starts == nil && from < to {
		s.starts = new([32]uint64)
		for _, t := range s.tokens {
			n := startOf(t.word)
			s.starts[n/64] |= 1 << (n % 64)
		}
	}
	at := -1
	for _, p := range any {
		if n := startOf(p[0]); to <= from || s.starts[n/64]&(1<<(n%64)) == 0 {
			continue // most phrases begin with no word of the sentence
		}
		for i := from; i < to; i++ {
			if begins(s.tokens[i:], p) > 0 {
				at, to = i, i
				break
			}
		}
	}
	return at
}

// startOf is a number for how a word begins.
func startOf(word string) int {
	if len(word) < 2 {
		return len(word)
	}
	return (int(word[0])*32 + int(word[1])) % 2048
}

// phraseAt is how many words the phrase has that stands at a token, 0 if none
// does.
func (s *sentence) phraseAt(i int, any []phrase) int {
	for _, p := range any {
		if n := begins(s.tokens[i:], p); n > 0 {
			return n
		}
	}
	return 0
}

// open is where the clause begins that a token is in.
func (s *sentence) open(at int) int {
	for i := at - 1; i >= 0; i-- {
		if s.tokens[i].stop >= colon || s.turns(i) {
			return i + 1
		}
	}
	return 0
}

// shut is where the clause ends that a token is in.
func (s *sentence) shut(at int) int {
	for i := at; i < len(s.tokens); i++ {
		if s.tokens[i].stop >= comma {
			return i + 1
		}
		if i > at && s.turns(i) {
			return i
		}
	}
	return len(s.tokens)
}

// Words at which another clause begins.
var turns = set("mas porem porque pois entao todavia entretanto so_que but because pero although embora")

// turns reports whether another clause begins behind a word: "mas", or an "e"
// with somebody else to speak of, "e eu não como".
func (s *sentence) turns(i int) bool {
	w := s.tokens[i].word
	if w != "e" && w != "and" {
		return turns[w]
	}
	next := s.wordAt(i + 1)
	if next == "tambem" {
		next = s.wordAt(i + 2)
	}
	return i > 0 && (beginners[next] || verbs[next].first && next != "to")
}

var beginners = set("eu i we meu minha meus minhas my our nossa nosso ele ela he she queria quero avisar avisando informar lembrar olha assim")

// crosses reports whether something ends between two tokens.
func (s *sentence) crosses(from, to int) bool {
	return from < to && slices.ContainsFunc(s.tokens[from:to-1], func(t token) bool { return t.stop >= colon })
}

var set = lang.Set

// starts reports whether a word begins in one of several ways.
func starts(word string, with ...string) bool {
	return slices.ContainsFunc(with, func(w string) bool { return strings.HasPrefix(word, w) })
}

// ends reports whether a word ends in one of several ways, after some letters.
func ends(word string, after int, with ...string) bool {
	return slices.ContainsFunc(with, func(w string) bool { return len(word) >= len(w)+after && strings.HasSuffix(word, w) })
}
