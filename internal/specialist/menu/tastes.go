package menu

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed data/tastes.txt
var tasteWords string

// taste is how an item shows that it has a taste: by its course, or by words.
type taste struct {
	courses []string
	words   [][]string // stems
}

// tastes are data/tastes.txt, by the names of the tastes.
var tastes = sync.OnceValue(func() map[string]taste {
	all := map[string]taste{}
	for names, list := range wordfile.Entries(tasteWords) {
		var t taste
		for _, word := range wordfile.List(list) {
			if course, ok := strings.CutPrefix(word, "course "); ok {
				t.courses = append(t.courses, course)
			} else {
				t.words = append(t.words, stems(word))
			}
		}
		for _, name := range wordfile.List(names) {
			all[name] = t
		}
	}
	return all
})

// tasteOf returns the taste that a constraint names, if it is one: "doce", "muito picante".
func tasteOf(constraint string) (taste, bool) {
	words := strings.Fields(lang.Fold(constraint))
	words = slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"muito", "muita", "nada", "sem", "comida", "very", "too", "much", "food", "without", "sin", "muy"}, w)
	})
	t, ok := tastes()[strings.Join(words, " ")]
	return t, ok
}

// shows reports whether an item says that it has a taste: by its ingredients, where they
// are listed, and not by praise ("notas de caramelo").
func (t taste) shows(it Item) bool {
	if slices.Contains(t.courses, it.Course) {
		return true
	}
	if len(it.Ingredients) > 0 {
		it.Description = ""
	}
	for _, text := range slices.Concat([]string{it.Name, it.Description}, it.Ingredients, it.Tags) {
		have := stems(text)
		for i := range have {
			if i > 0 && slices.Contains([]string{"sem", "without", "sin", "no"}, have[i-1]) {
				continue
			}
			if slices.ContainsFunc(t.words, func(w []string) bool { return len(have)-i >= len(w) && slices.Equal(have[i:i+len(w)], w) }) {
				return true
			}
		}
	}
	return false
}

// stems are the stems of the words of a text.
func stems(text string) []string {
	all := wordsOf(text)
	for i, w := range all {
		all[i] = lang.Stem(w)
	}
	return all
}
