package hook

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// Split returns the people whom a name joins: "Ana e João" are two. A name that joins
// nobody is one.
func Split(name string) []string {
	var all, words []string
	for _, w := range strings.Fields(strings.ReplaceAll(name, ",", " , ")) {
		if w == "," || w == "&" || joining[lang.Fold(w)] {
			all, words = append(all, strings.Join(words, " ")), nil
			continue
		}
		words = append(words, w)
	}
	all = append(all, strings.Join(words, " "))
	if len(all) == 1 || slices.ContainsFunc(all, func(part string) bool { return part == "" || len(strings.Fields(part)) > 3 }) {
		return []string{name}
	}
	return all
}

var joining = lang.Set("e y and")

//go:embed groups.txt
var groupWords string

var groups = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for name, list := range wordfile.Entries(groupWords) {
		all[name] = wordfile.List(list)
	}
	return all
})

// Together returns the places of those at a table whom a word means without naming them:
// "meus pais" are the mother and the father.
func Together(table []Person, name string) (places []int) {
	some := groups()[nameOf(name)]
	for i, p := range table {
		if who, _ := parts(p.Name); overlap(who, some) {
			places = append(places, i)
		}
	}
	return places
}

// member returns the group at a table that a name takes one of: "one of the vegans" of
// two vegans. It is -1 if the name does not, or may be of several groups.
func member(table []Person, p Person) int {
	words := strings.Fields(nameOf(p.Name))
	if len(words) == 0 || !oneOf[words[0]] || p.Count > 1 {
		return -1
	}
	rest := stems(slices.DeleteFunc(words[1:], func(w string) bool { return beforeNames[w] || distinguishing[w] || them[w] }))
	at := -1
	for i, q := range table {
		if q.Count < 2 || len(rest) > 0 && !overlap(rest, stems(strings.Fields(strings.Join(append(q.needs(), q.Name), " ")))) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

func (p Person) needs() []string { return slices.Concat(p.Allergies, p.Diets, p.Dislikes) }

// besides leaves out what a group needs as well.
func (p Person) besides(group Person) Person {
	had := stems(group.needs())
	drop := func(all []string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(x string) bool { return slices.Contains(had, lang.Stem(lang.Fold(x))) })
	}
	p.Allergies, p.Diets, p.Dislikes, p.Of = drop(p.Allergies), drop(p.Diets), drop(p.Dislikes), group.Name
	return p
}

func stems(words []string) (all []string) {
	for _, w := range words {
		all = append(all, lang.Stem(lang.Fold(w)))
	}
	return all
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}

var (
	oneOf = lang.Set("um uma uno una un one otro otra outro outra other another")
	them  = lang.Set("dos das deles delas ellos ellas them these those")
)
