package learn

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed meanings.txt
var meaningWords string

// meanings are the acts that an owner can teach by the stems of their words.
var meanings = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for act, words := range wordfile.Entries(meaningWords) {
		all[act] = map[string]bool{}
		for w := range strings.FieldsSeq(lang.Fold(words)) {
			all[act][lang.Stem(w)] = true
		}
	}
	return all
})

// nearest is how many meanings an owner is offered.
const nearest = 3

// Meant returns the acts that an owner may mean by a sentence about a guest ("she asked
// for opening hours"), the likeliest first: what the reader reads in it, and what the words
// say that owners use.
func Meant(said string) []string {
	score := map[string]float64{}
	for _, a := range understand.Likely(said, understand.Before{}) {
		if meanings()[a.Name] != nil {
			score[a.Name] = a.Score
		}
	}
	for word := range strings.FieldsSeq(lang.Fold(said)) {
		var has []string
		for act, words := range meanings() {
			if words[lang.Stem(word)] {
				has = append(has, act)
			}
		}
		for _, act := range has {
			score[act] += 1 / float64(len(has))
		}
	}
	acts := slices.Sorted(maps.Keys(score))
	slices.SortStableFunc(acts, func(a, b string) int { return cmp.Compare(score[b], score[a]) })
	return acts[:min(nearest, len(acts))]
}
