package agui

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// How long a piece of text is, in bytes: an answer that came at once is told in
// about eight pieces, as one from a model would be.
const (
	minPiece = 8
	maxPiece = 48
)

// pieces parts a text after spaces. None is empty, none parts a letter, and
// together they are the text.
func pieces(text string) iter.Seq[string] {
	size := min(max(len(text)/8, minPiece), maxPiece)
	return func(yield func(string) bool) {
		for text != "" {
			n := piece(text, size)
			if !yield(text[:n]) {
				return
			}
			text = text[n:]
		}
	}
}

// piece returns where the first piece ends: after the first space beyond size,
// or at twice the size where there is none.
func piece(text string, size int) int {
	if len(text) <= size {
		return len(text)
	}
	end := min(2*size, len(text))
	if i := strings.IndexByte(text[size-1:end], ' '); i >= 0 {
		return size + i
	}
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	return end
}

// same reports whether two texts differ in white space only.
func same(a, b string) bool {
	return strings.TrimSpace(a) == strings.TrimSpace(b) || squeeze(a) == squeeze(b)
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
