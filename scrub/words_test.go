package scrub

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

func TestEveryWordHasOneMeaning(t *testing.T) {
	seen := map[string]bool{}
	for k, list := range wordfile.Entries(wordsText) {
		if k == "together" || strings.HasPrefix(k, "list ") {
			continue
		}
		for w := range strings.FieldsSeq(list) {
			if seen[w] {
				t.Errorf("%q is there twice", w)
			}
			seen[w] = true
			if w != folded(read(w, nil).plain) {
				t.Errorf("%q (%s) is not folded", w, k)
			}
		}
	}
}
