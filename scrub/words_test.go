package scrub

import (
	"strings"
	"testing"
)

func TestEveryWordHasOneMeaning(t *testing.T) {
	seen := map[string]bool{}
	for k, words := range meanings {
		for w := range strings.FieldsSeq(words) {
			if seen[w] {
				t.Errorf("%q is there twice", w)
			}
			seen[w] = true
			if f, end := fold(w, 0); end != len(w) || !f.is(w) {
				t.Errorf("%q (kind %d) is not folded", w, k)
			}
		}
	}
}
