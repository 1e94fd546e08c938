// Package ontology knows what the words of food, beer, lodging, trips and
// statistics mean to each other: that macaxeira is aipim, that a moqueca is a
// hot stew of fish from the coast, that who asks for something light does not
// want it fried. It is rules and a word list, not AI.
//
// The knowledge is plain text that a person can extend, in data/*.txt:
//
//	# name < broader + has ~ goes with ! opposite - excludes : forms
//	moqueca < ensopado pescado + dende quente ~ arroz ! leve : moqueca, fish stew
//
// A concept may stand on several lines, also in several files: they add up.
// Forms are Portuguese, English and Spanish alike; case, accents, plural and
// gender do not matter, and small words (de, the, con) may be left out.
package ontology

import (
	"archive/zip"
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/lang"
)

// An Ontology is a set of concepts, read-only and safe for concurrent use.
type Ontology struct {
	names    []string
	ids      map[string]int
	links    [][]link // as written
	reach    [][]Weight
	rarity   []float64
	forms    [][]string
	whole    table // forms that need their small words
	exact    table
	same     table // by what plural and gender leave
	stems    table
	bySize   [][]string // forms of one word by their length
	kindOf   []Kinds    // by concept
	edible   []bool     // by concept: it is in what someone may be unable to eat or drink
	kindIDs  []int
	optional map[int]bool // what things may have and often come without
	within   [][]int      // by concept: all that it has in it, itself too
	surely   [][]int      // the same without what is optional
	refuses  [][]int      // by concept: what it excludes
	scratch  *sync.Pool   // of *weights
	full     *Ontology    // of a view, what it is a view of
	hidden   []bool       // by concept: texts are read as if it were not there; nil: none
	rules    []rule
	hash     string
}

// A Weight is how much a text is about a concept, 1 being the most; below
// zero, how much it is against it.
type Weight struct {
	Concept int
	Weight  float64
}

type link struct {
	to   int
	kind byte // one of < + ~ ! -
}

// How much of a concept's weight goes over a link, and on from there.
var pass = map[byte]float64{'<': 0.7, '+': 0.5, '~': 0.3, '!': -0.4, '-': -0.7}

// packed is data/*.txt, a third of its size: go test ./ontology -update
//
//go:embed data.zip
var packed string

// Default returns the ontology that maitre ships.
var Default = sync.OnceValue(func() *Ontology {
	dir, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
	if err == nil {
		var o *Ontology
		if o, err = Load(dir); err == nil {
			return o
		}
	}
	panic("ontology: what is shipped does not load: " + err.Error())
})

// Load reads all *.txt of dir: ids.txt has the names of the concepts that have
// a place already, one a line, in the order of their ids, and must only grow;
// infer.txt has the rules; every other file has concepts. It returns all
// mistakes at once, each with its file and line.
func Load(dir fs.FS) (*Ontology, error) {
	files, err := fs.Glob(dir, "*.txt")
	if err != nil {
		return nil, err
	}
	o := &Ontology{ids: map[string]int{}}
	sum := sha256.New()
	var wrong []error
	var todo []entry
	for _, file := range sorted(files) {
		text, err := fs.ReadFile(dir, file)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(sum, "%s\n%s\n", file, text)
		lines := bufio.NewScanner(strings.NewReader(string(text)))
		for n := 1; lines.Scan(); n++ {
			line := strings.TrimSpace(lines.Text())
			if line == "" || line[0] == '#' {
				continue
			}
			if file == "ids.txt" {
				o.add(line)
				continue
			}
			e, err := parse(line, file == "infer.txt")
			if err != nil {
				wrong = append(wrong, fmt.Errorf("%s:%d: %w", file, n, err))
				continue
			}
			e.where = fmt.Sprintf("%s:%d", file, n)
			if !e.rule {
				o.add(e.name)
			}
			todo = append(todo, e)
		}
		if err := lines.Err(); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", file, err))
		}
	}
	forms, described := 0, map[string]bool{}
	for _, e := range todo {
		forms += len(e.forms)
		described[e.name] = described[e.name] || !e.rule
	}
	o.whole, o.exact, o.same, o.stems = newTable(forms/16), newTable(forms), newTable(forms), newTable(forms)
	known := make(map[string]word, forms/4)
	for _, e := range todo {
		if err := o.enter(e, known); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", e.where, err))
		}
	}
	for id := range o.names {
		if len(wrong) == 0 && !described[o.names[id]] {
			wrong = append(wrong, fmt.Errorf("ids.txt: %s is described nowhere; a concept may be emptied, not forgotten", o.names[id]))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return nil, err
	}
	o.finish(known)
	o.hash = hex.EncodeToString(sum.Sum(nil)[:6])
	return o, nil
}

// sorted puts ids.txt first, since it gives the places, and core.txt next, so
// that its forms are the first of their concepts.
func sorted(files []string) []string {
	rank := map[string]int{"ids.txt": -2, "core.txt": -1}
	slices.SortFunc(files, func(a, b string) int { return cmp.Or(rank[a]-rank[b], strings.Compare(a, b)) })
	return files
}

// An entry is one line of a file.
type entry struct {
	name  string
	links map[byte][]string
	forms []string
	rule  bool
	where string
}

// parse reads a line: fields are opened by < + ~ ! - and :, and what follows a
// colon are forms up to the end.
func parse(line string, rule bool) (entry, error) {
	e := entry{links: map[byte][]string{}, rule: rule}
	head, forms, found := strings.Cut(line, ":")
	if rule == found {
		if rule {
			return e, errors.New("a rule has no forms")
		}
		return e, errors.New("want name < broader + has ~ goes with ! opposite - excludes : forms; the colon is missing")
	}
	kind := byte(0)
	for _, w := range strings.Fields(head) {
		switch {
		case len(w) == 1 && strings.Contains("<+~!-", w):
			kind = w[0]
		case strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789_") != "":
			return e, fmt.Errorf("%q is no name: small letters, digits and _ only", w)
		case e.name == "":
			e.name = w
		case kind == 0:
			return e, fmt.Errorf("%q stands between the name and the first of < + ~ ! -", w)
		default:
			e.links[kind] = append(e.links[kind], w)
		}
	}
	if e.name == "" {
		return e, errors.New("a line begins with a name")
	}
	for f := range strings.SplitSeq(forms, ",") {
		if f = strings.TrimSpace(f); f != "" {
			e.forms = append(e.forms, f)
		}
	}
	return e, nil
}

func (o *Ontology) add(name string) {
	if _, ok := o.ids[name]; ok {
		return
	}
	o.ids[name] = len(o.names)
	o.names = append(o.names, name)
	o.links = append(o.links, nil)
	o.forms = append(o.forms, nil)
}

func (o *Ontology) enter(e entry, known map[string]word) error {
	id, ok := o.ids[e.name]
	if !ok {
		return fmt.Errorf("there is no concept %q", e.name)
	}
	var links []link
	for _, kind := range slices.Sorted(maps.Keys(e.links)) {
		for _, name := range e.links[kind] {
			to, ok := o.ids[name]
			if !ok {
				return fmt.Errorf("%s: there is no concept %q", e.name, name)
			}
			if to == id {
				return fmt.Errorf("%s is linked to itself", e.name)
			}
			links = append(links, link{to, kind})
		}
	}
	if e.rule {
		o.rules = append(o.rules, newRule(id, links))
		return nil
	}
	o.links[id] = append(o.links[id], links...)
	for _, f := range e.forms {
		all, words := split(f, known)
		if len(all) == 0 || len(all) == 1 && len(words) == 0 {
			return fmt.Errorf("%s: the form %q has no word in it", e.name, f)
		}
		o.forms[id] = append(o.forms[id], f)
		if len(words) < 2 && len(all) > 1 {
			o.whole.put(all, exact, id)
			continue
		}
		o.exact.put(words, exact, id)
		o.same.put(words, same, id)
		o.stems.put(words, stem, id)
	}
	return nil
}

// split returns the words of a form, and those that are not small. Known has
// the words met before.
func split(form string, known map[string]word) (all, words []word) {
	for w := range strings.FieldsSeq(lang.Fold(form)) {
		x, ok := known[w]
		if !ok {
			x = newWord(w)
			known[w] = x
		}
		all = append(all, x)
		if !small[w] {
			words = append(words, x)
		}
	}
	return all, words
}

// finish works out what forms hold, how far each concept reaches and how rare
// it is.
func (o *Ontology) finish(known map[string]word) {
	o.unhide(known)
	for form := range o.exact.concepts {
		if n := len(form); n >= 5 && n <= 31 && !strings.Contains(form, " ") {
			for len(o.bySize) <= n {
				o.bySize = append(o.bySize, nil)
			}
			o.bySize[n] = append(o.bySize[n], form)
		}
	}
	for _, forms := range o.bySize {
		slices.Sort(forms)
	}
	o.within, o.surely, o.refuses, o.kindOf = make([][]int, len(o.names)), make([][]int, len(o.names)), make([][]int, len(o.names)), make([]Kinds, len(o.names))
	roots := map[int]bool{}
	for _, name := range append([]string{"laticinio", "alcool", "acucar", "vegetal", "fruta"}, watched...) {
		if id, ok := o.ids[name]; ok {
			roots[id] = true
		}
	}
	o.edible = make([]bool, len(o.names))
	for id := range o.names {
		o.edible[id] = o.isOne(id, roots)
	}
	o.optional = map[int]bool{}
	for _, name := range []string{"carne", "pescado", "alcool"} {
		if id, ok := o.ids[name]; ok {
			o.optional[id] = true
		}
	}
	for _, name := range kindNames {
		if id, ok := o.ids[name]; ok {
			o.kindIDs = append(o.kindIDs, id)
		}
	}
	for id := range o.names {
		has := map[int]bool{}
		o.include(has, map[int]int{}, id, 1, false)
		o.within[id] = slices.Sorted(maps.Keys(has))
		has = map[int]bool{}
		o.include(has, map[int]int{}, id, 1, true)
		o.surely[id] = slices.Sorted(maps.Keys(has))
		for _, l := range o.links[id] {
			if l.kind == '-' {
				o.refuses[id] = append(o.refuses[id], l.to)
			}
		}
		broader := map[int]bool{}
		o.broader(broader, id)
		for i, name := range kindNames {
			if k, ok := o.ids[name]; ok && broader[k] {
				o.kindOf[id] |= 1 << i
			}
		}
	}
	o.reach = make([][]Weight, len(o.names))
	count := make([]float64, len(o.names))
	for id := range o.names {
		w := map[int]float64{}
		o.spread(w, id, 1, 0)
		for _, c := range slices.Sorted(maps.Keys(w)) {
			o.reach[id] = append(o.reach[id], Weight{c, w[c]})
			count[c] += max(0, w[c])
		}
	}
	o.scratch = &sync.Pool{New: func() any { return &weights{of: make([]float64, len(o.names))} }}
	o.rarity = make([]float64, len(o.names))
	for id := range o.names {
		o.rarity[id] = rarity(float64(len(o.names)), count[id])
	}
}

// What someone may be unable to eat must not hide in a longer form: to a guest
// with an allergy "espaguete ao camarão" is shrimp before it is pasta.
var (
	watched = []string{"carne", "pescado", "ovo", "mel", "amendoim", "oleaginosa", "soja", "gluten", "pao", "massa", "queijo"}
	// Words that make something else of what stands before them.
	instead = set("sem zero lua coco soja amendoa amendoas aveia arroz vegano vegana vegan vegetal vegetariano vegetariana jaca cogumelo grao free without sin falso cacau fruta caju pasta pimenta notas")
)

// unhide gives a form of several words the watched concepts that single words
// in it name and that its own concept does not have.
func (o *Ontology) unhide(known map[string]word) {
	roots := map[int]bool{}
	for _, name := range watched {
		if id, ok := o.ids[name]; ok {
			roots[id] = true
		}
	}
	for id, forms := range o.forms {
		if slices.ContainsFunc(o.links[id], func(l link) bool { return l.kind == '-' }) {
			continue // it is made without
		}
		has := map[int]bool{}
		o.include(has, map[int]int{}, id, 1, false)
		for _, f := range forms {
			all, words := split(f, known)
			if len(words) < 2 || slices.ContainsFunc(all, func(w word) bool { return instead[w.exact] || negator[w.exact] }) {
				continue
			}
			for _, w := range words {
				for _, c := range o.exact.concepts[w.exact] {
					if !has[c] && o.isOne(c, roots) {
						o.exact.put(words, exact, c)
					}
				}
			}
		}
	}
}

// isOne reports whether a concept is one of roots or narrower.
func (o *Ontology) isOne(id int, roots map[int]bool) bool {
	seen := map[int]bool{}
	o.broader(seen, id)
	for r := range roots {
		if seen[r] {
			return true
		}
	}
	return false
}

// spread gives w to a concept and a share of it to what it is linked to.
// What only goes with it, or is its opposite, passes nothing on.
func (o *Ontology) spread(into map[int]float64, id int, w float64, depth int) {
	if old, ok := into[id]; ok && abs(old) >= abs(w) {
		return
	}
	into[id] = w
	if w < 0 || depth == 4 {
		return
	}
	for _, l := range o.links[id] {
		next := depth + 1
		if l.kind != '<' && l.kind != '+' {
			if depth > 1 {
				continue
			}
			next = 4
		}
		o.spread(into, l.to, float64(w*pass[l.kind]), next)
	}
}

// Kinds is a set of kinds of things.
type Kinds uint8

// The kinds, each also the name of a concept.
const (
	Comida Kinds = 1 << iota
	Bebida
	Hospedagem
	Passeio
	Estatistica
)

var kindNames = []string{"comida", "bebida", "hospedagem", "passeio", "estatistica"}

// Apart reports whether two sets, both known, have no kind in common.
func (k Kinds) Apart(other Kinds) bool { return k != 0 && other != 0 && k&other == 0 }

// Only returns a view of the ontology for texts about some kinds of things: what
// is always of another kind is not read into them. On a card of dishes "comida
// típica" is food, and not a tour. Dishes and drinks go together, and so do
// lodging and outings: people ask for one with the other.
func (o *Ontology) Only(kinds Kinds) *Ontology {
	for _, pair := range []Kinds{Comida | Bebida, Hospedagem | Passeio} {
		if kinds&pair != 0 {
			kinds |= pair
		}
	}
	view := *o
	view.full = o.all()
	view.hidden = make([]bool, len(o.names))
	for id := range o.names {
		view.hidden[id] = kinds.Apart(o.kindOf[id])
	}
	return &view
}

func (o *Ontology) all() *Ontology {
	if o.full != nil {
		return o.full
	}
	return o
}

// Len is the number of concepts; their ids go from 0 to Len-1.
func (o *Ontology) Len() int { return len(o.names) }

// Name returns the name of a concept.
func (o *Ontology) Name(id int) string { return o.names[id] }

// ID returns the id of the concept of that name.
func (o *Ontology) ID(name string) (int, bool) {
	id, ok := o.ids[name]
	return id, ok
}

// Forms returns the forms of a concept as they are written in the files.
func (o *Ontology) Forms(id int) []string { return o.forms[id] }

// Hash tells two versions of the data apart.
func (o *Ontology) Hash() string { return o.hash }
