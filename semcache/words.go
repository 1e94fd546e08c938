package semcache

import (
	_ "embed"
	"strconv"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

//go:embed words.txt
var wordsText string

var (
	book      = wordfile.Sets(wordsText)
	negations = book.Set("negation")
	turns     = book.Set("turn")
	fillers   = book.Set("filler")
	numerals  = func() map[string]string {
		m := map[string]string{}
		for n, said := range book {
			if _, err := strconv.Atoi(n); err == nil {
				for w := range said {
					m[w] = n
				}
			}
		}
		return m
	}()
)
