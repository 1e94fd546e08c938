package scrub

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

func TestEveryWordHasOneMeaning(t *testing.T) {
	seen := map[string]bool{}
	for k, list := range wordfile.Entries(wordsText) {
		if k == "prose" || k == "counter" {
			continue // what is not there by its meaning
		}
		for w := range strings.FieldsSeq(list) {
			if seen[w] {
				t.Errorf("%q is there twice", w)
			}
			seen[w] = true
			if f, end := fold(w, 0); end != len(w) || !f.is(w) {
				t.Errorf("%q (%s) is not folded", w, k)
			}
		}
	}
}
