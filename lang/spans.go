package lang

import (
	"iter"
	"unicode"
)

// Words yields where the words of a text begin and end, in bytes: letters and digits that
// stand together.
func Words(text string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		from := -1
		for i, r := range text + " " {
			in := unicode.IsLetter(r) || unicode.IsDigit(r)
			switch {
			case in && from < 0:
				from = i
			case !in && from >= 0:
				if !yield(from, i) {
					return
				}
				from = -1
			}
		}
	}
}
