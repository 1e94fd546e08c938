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
// "meus pais" are the mother and the father, "she" is the only one besides the guest, and
// "they" are all but the guest.
func Together(table []Person, name string) (places []int) {
	word := nameOf(name)
	var others []int
	for i, p := range table {
		if who, _ := parts(p.Name); overlap(who, groups()[word]) {
			places = append(places, i)
		}
		if p.Name != "" {
			others = append(others, i)
		}
	}
	if theyAre[word] || heOrShe[word] && len(others) == 1 {
		return others
	}
	return places
}

// member returns the group at a table that a name takes one of: "one of the vegans" of
// two vegans. It is -1 if the name does not, or may be of several groups.
func member(table []Person, p Person) int {
	words := strings.Fields(lang.Fold(p.Name))
	for len(words) > 1 && beforeNames[words[0]] {
		words = words[1:]
	}
	if len(words) == 0 || !oneOf[words[0]] || p.Count > 1 {
		return -1
	}
	rest := stems(slices.DeleteFunc(slices.Clone(words[1:]), func(w string) bool { return beforeNames[w] || distinguishing[w] || them[w] }))
	at := -1
	for i, q := range table {
		if q.Count < 2 || len(rest) > 0 && !overlap(rest, stems(q.words())) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// sameGroup returns the group at a table that another name of as many people with the
// same needs is: "dos veganos" are "otros dos". It is -1 if there is none.
func sameGroup(table []Person, p Person) int {
	return slices.IndexFunc(table, func(q Person) bool {
		return p.Count > 1 && q.Count == p.Count && overlap(stems(q.needs()), stems(p.needs())) && (q.unnamed() || p.unnamed())
	})
}

// unnamed reports whether a group is called by its number or its needs alone.
func (p Person) unnamed() bool {
	needs := stems(p.needs())
	return !slices.ContainsFunc(strings.Fields(lang.Fold(p.Name)), func(w string) bool {
		return !beforeNames[w] && !distinguishing[w] && !counting[w] && !slices.Contains(needs, lang.Stem(w))
	})
}

func (p Person) needs() []string { return slices.Concat(p.Allergies, p.Diets, p.Dislikes) }

// words are those of a name and of what somebody needs.
func (p Person) words() []string {
	return strings.Fields(lang.Fold(strings.Join(append(p.needs(), p.Name), " ")))
}

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
	heOrShe  = lang.Set("ela ele ella el her him she he")
	theyAre  = lang.Set("elas eles ellas ellos them they")
	oneOf    = lang.Set("um uma uno una un one otro otra outro outra other another")
	them     = lang.Set("dos das deles delas ellos ellas them these those")
	counting = lang.Set("dois duas dos tres quatro cuatro two three four cinco five otros otras outros outras others other pessoas people personas gente restantes")
)
