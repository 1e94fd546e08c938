package scrub

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// Stream scrubs text that comes in pieces, such as the words of a model: what
// must be struck out may be parted over two of them. The zero value is ready.
type Stream struct{ held string }

// Next takes a piece and returns what can be told now, scrubbed. Ordinary words
// are held back only to the next space; from the first digit, sign or word that
// may begin something, to the end of the sentence.
func (s *Stream) Next(piece string) string {
	s.held += piece
	cut := strings.LastIndexAny(s.held, " \n") + 1
	if suspicious(s.held) {
		cut = sentenceEnd(s.held)
	}
	told := Text(s.held[:cut])
	s.held = s.held[cut:]
	return told
}

// End returns the rest.
func (s *Stream) End() string {
	told := Text(s.held)
	s.held = ""
	return told
}

// hints are parts of words after which a secret may follow.
var hints = []string{"senha", "passw", "contrase", "clave", "chave", "pin", "token", "key", "secret", "segredo", "bearer", "arroba", "-----"}

func suspicious(text string) bool {
	low := strings.ToLower(text)
	return strings.ContainsAny(text, "@:=0123456789０１２３４５６７８９") ||
		slices.ContainsFunc(hints, func(h string) bool { return strings.Contains(low, h) })
}

var sentence = pattern.Of(`(?s)^.*(?:[^0-9.!?…][.!?…]+ |[^0-9.!?…][.!?…]*\n|^\n)`)

// sentenceEnd is where the last sentence that has ended ends. After a digit
// nothing has: the number may go on.
func sentenceEnd(text string) int { return len(sentence().FindString(text)) }
