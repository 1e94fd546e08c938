package question

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// Vocabulary is the names that a catalogue or a table has, and how people say them. Its names are
// not changed once made.
type Vocabulary struct {
	lexicon *lexicon
	values  map[string][]value // by what people say, folded
	states  map[string]string  // how the catalogue writes a state, by its code
	styles  map[int]string     // by the concept that a style's name is
	longest int                // words of a name
	table   *Schema            // nil: the house's purchases
	fields  map[string]string  // of a table: names of fields, by what people say
	loose   map[string]string  // and by its stems
	parts   []value            // of a table: what may be named by a part of it
	said    []string           // and how, each between spaces
	days    Span               // of a table: its first day and its last
	tables  cubeNames
}

// value is something that a column holds.
type value struct {
	column string // "style", "city", "state", "beer", "brewery"
	text   string // as the catalogue writes it; of a state its code
}

// Query reads rows of the public relations, such as safesql's gate does. It may return fewer rows
// than there are.
type Query func(ctx context.Context, sql string) ([][]any, error)

// Load reads the vocabulary of a catalogue.
func Load(ctx context.Context, query Query) (*Vocabulary, error) {
	v := newVocabulary()
	err := pages(ctx, query, "SELECT name, city, state FROM breweries ORDER BY id", func(row []string) { v.addBrewery(row[0], row[1], row[2]) })
	if err != nil {
		return nil, fmt.Errorf("reading the names of breweries: %w", err)
	}
	err = pages(ctx, query, "SELECT name, style FROM beers ORDER BY id", func(row []string) { v.addBeer(row[0], row[1]) })
	if err != nil {
		return nil, fmt.Errorf("reading the names of beers: %w", err)
	}
	v.tables = readCubeNames(ctx, query)
	return v, nil
}

// cubeNames asks which tables of figures about all clients there are, once a question is about them:
// the first release of a house takes seconds. No tables: not known.
type cubeNames func() map[string]bool

// readCubeNames reads the list of tables until it is there.
func readCubeNames(ctx context.Context, query Query) cubeNames {
	var mu sync.Mutex
	var known map[string]bool
	return func() map[string]bool {
		mu.Lock()
		defer mu.Unlock()
		if tables := map[string]bool{}; len(known) == 0 && pages(ctx, query, "SELECT name FROM all_tables ORDER BY name", func(row []string) { tables[row[0]] = true }) == nil {
			known = tables
		}
		return known
	}
}

// has reports whether there is a table, or may be.
func (l cubeNames) has(name string) bool {
	if l == nil {
		return true
	}
	tables := l()
	return len(tables) == 0 || tables[name]
}

// maxNames of a kind that are read: more are no catalogue that a guest knows.
const maxNames = 50_000

// pages reads texts on until there is nothing more, however few rows come at a time.
func pages(ctx context.Context, query Query, sql string, row func([]string)) error {
	for n := 0; n < maxNames; {
		rows, err := query(ctx, fmt.Sprintf("%s LIMIT 200 OFFSET %d", sql, n))
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			texts := make([]string, len(r))
			for i, v := range r {
				texts[i], _ = v.(string)
			}
			row(texts)
		}
		n += len(rows)
	}
	return nil
}

// Shipped is the vocabulary of the sample.
var Shipped = sync.OnceValue(func() *Vocabulary {
	v := newVocabulary()
	for _, b := range sample.Breweries() {
		v.addBrewery(b.Name, b.City, b.State)
	}
	for _, b := range sample.Beers() {
		v.addBeer(b.Name, b.Style)
	}
	return v
})

// states are those of the file: a code, the name, and other names. codes are by their folded names.
var (
	states = sync.OnceValue(func() (all [][]string) {
		for code, names := range wordfile.Entries(wordFile("states")) {
			all = append(all, append([]string{code}, wordfile.List(names)...))
		}
		return all
	})
	codes = sync.OnceValue(func() map[string]string {
		all := map[string]string{}
		for _, names := range states() {
			for _, n := range names[1:] {
				all[lang.Fold(n)] = names[0]
			}
		}
		return all
	})
)

func newVocabulary() *Vocabulary {
	v := &Vocabulary{lexicon: houseWords(), values: map[string][]value{}, states: map[string]string{}, styles: map[int]string{}}
	for name, code := range codes() {
		v.add(name, value{"state", code})
	}
	for _, names := range states() {
		v.states[names[0]] = names[1]
	}
	return v
}

func (v *Vocabulary) add(said string, x value) {
	if said = lang.Fold(said); said != "" && x.text != "" && !slices.Contains(v.values[said], x) {
		v.values[said] = append(v.values[said], x)
		v.longest = max(v.longest, strings.Count(said, " ")+1)
	}
}

// endings are words of a brewery's name that people leave out.
var endings = lang.Set("company co brewing brewery brewers beer project works beerworks brews brewhouse ales artisan artisanal ale inc llc family pub brew")

// addBrewery adds a brewery, and what people call it for short: Ballast Point for Ballast Point
// Brewing Company, Pizza Port for Pizza Port Ocean Beach.
func (v *Vocabulary) addBrewery(name, city, state string) {
	v.add(name, value{"brewery", name})
	words := strings.Fields(lang.Fold(name))
	if len(words) > 2 && words[0] == "the" {
		words = words[1:]
	}
	for len(words) > 1 && endings[words[len(words)-1]] {
		words = words[:len(words)-1]
		v.add(strings.Join(words, " "), value{"brewery", name})
	}
	if len(words) > 2 {
		v.add(strings.Join(words[:2], " "), value{"brewery", name})
	}
	v.add(city, value{"city", city})
	if code, ok := codes()[lang.Fold(state)]; ok {
		v.states[code] = state
	} else if s := strings.ToUpper(state); len(s) == 2 && v.states[s] != "" {
		v.states[s] = state // a catalogue that writes codes
	} else {
		v.add(state, value{"state", state})
	}
}

// colours and the like are no styles by themselves.
var colours = lang.Set("strong winter cream pale brown fruit blonde amber")

// addBeer adds a beer and its style: "wheat" for Wheat Beer, "sours" for Sour Ale, unless that is a
// style too.
func (v *Vocabulary) addBeer(name, style string) {
	v.add(name, value{"beer", name})
	if short, ok := strings.CutPrefix(lang.Fold(name), "the "); ok {
		v.add(short, value{"beer", name})
	}
	folded := lang.Fold(style)
	if slices.Contains(v.values[folded], value{"style", style}) {
		return
	}
	said := []string{folded}
	for _, end := range []string{" beer", " ale"} {
		if short, ok := strings.CutSuffix(folded, end); ok && !colours[short] {
			said = append(said, short)
		}
	}
	for _, s := range said {
		v.add(s, value{"style", style})
		v.add(s+"s", value{"style", style})
	}
	for _, m := range ontology.Default().Read(style) {
		if _, taken := v.styles[m.Concept]; m.Words == folded && !taken {
			v.styles[m.Concept] = style
		}
	}
}

// kinOf are the other styles of the catalogue that are kinds of one: Double IPA is an IPA.
func (v *Vocabulary) kinOf(style string) (kin []string) {
	for concept, name := range v.styles {
		if name != style {
			continue
		}
		for _, other := range v.styles {
			d := ontology.Default().Describe(other)
			if other != style && d.Has(concept) && !slices.Contains(kin, other) {
				kin = append(kin, other)
			}
		}
	}
	slices.Sort(kin)
	return kin
}
