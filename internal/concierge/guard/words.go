package guard

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed words.txt
var wordFile string

// A wordbook has the phrases of words.txt by how they begin.
type wordbook struct {
	lists    []string
	starts   map[string][]phrase // by the first word, or by the first four letters and *
	ids      map[string]int
	kinds    map[string][]int  // lists by the first word of their names
	concepts map[string]string // of the ontology, by allergen
}

type phrase struct {
	list  int
	words []string // folded; the last letter may be *
}

var book = sync.OnceValue(func() *wordbook {
	b := &wordbook{starts: map[string][]phrase{}, ids: map[string]int{}, kinds: map[string][]int{}, concepts: map[string]string{}}
	for name, list := range wordfile.Entries(wordFile) {
		if allergen, concept, ok := strings.Cut(name, "="); ok {
			name = strings.TrimSpace(allergen)
			b.concepts[strings.TrimPrefix(name, "allergen ")] = strings.TrimSpace(concept)
		}
		id, ok := b.ids[name]
		if !ok {
			id = len(b.lists)
			b.lists, b.ids[name] = append(b.lists, name), id
			kind, _, _ := strings.Cut(name, " ")
			b.kinds[kind] = append(b.kinds[kind], id)
		}
		for said := range strings.SplitSeq(list, ",") {
			p := phrase{list: id}
			for w := range strings.FieldsSeq(said) {
				f := lang.Fold(w)
				if strings.HasSuffix(w, "*") {
					f += "*"
				}
				p.words = append(p.words, strings.Fields(f)...)
			}
			if len(p.words) > 0 {
				key := p.words[0]
				if strings.HasSuffix(key, "*") {
					key = key[:min(4, len(key)-1)] + "*"
				}
				b.starts[key] = append(b.starts[key], p)
			}
		}
	}
	return b
})

// list returns a list by its name; one that there is not is a mistake in this
// package.
func (b *wordbook) list(name string) int {
	id, ok := b.ids[name]
	if !ok {
		panic("no list of words is called " + name)
	}
	return id
}

// under returns the lists whose names begin with a word, such as "allergen".
func (b *wordbook) under(kind string) []int { return b.kinds[kind] }

// rest is the name of a list without its kind: "glúten" of "allergen glúten".
func (b *wordbook) rest(id int) string {
	_, name, _ := strings.Cut(b.lists[id], " ")
	return name
}

func (b *wordbook) number(id int) int {
	n, _ := strconv.Atoi(b.rest(id))
	return n
}

// A mark is where a phrase of a list stands among words: from the word at
// from to before the one at to.
type mark struct{ list, from, to int }

// read returns the marks of all lists, in the order of the words; of one list at
// one place the longest.
func (b *wordbook) read(words []string) []mark {
	var all []mark
	for i, w := range words {
		start := len(all)
		note := func(ps []phrase) {
			for _, p := range ps {
				if !p.fits(words[i:]) {
					continue
				}
				m := mark{p.list, i, i + len(p.words)}
				if j := slices.IndexFunc(all[start:], func(o mark) bool { return o.list == m.list }); j >= 0 {
					all[start+j].to = max(all[start+j].to, m.to)
				} else {
					all = append(all, m)
				}
			}
		}
		note(b.starts[w])
		for n := min(4, len(w)); n >= 3; n-- {
			note(b.starts[w[:n]+"*"])
		}
	}
	return all
}

func (p phrase) fits(words []string) bool {
	if len(words) < len(p.words) {
		return false
	}
	for i, w := range p.words {
		stem, open := strings.CutSuffix(w, "*")
		if !(words[i] == w || open && strings.HasPrefix(words[i], stem)) {
			return false
		}
	}
	return true
}
