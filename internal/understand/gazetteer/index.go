package gazetteer

import (
	_ "embed"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed data/places.txt
var placesFile string

//go:embed data/words.txt
var wordsFile string

// care is what it takes to read a name as a place.
type care int

const (
	plain  care = iota
	word        // a word too: it takes a capital, or a word before it that leads to places
	person      // a name of other things too: a capital is not enough
	strict      // "LA", "Pará": it takes its capitals or its accent too
)

// entry is what a name means. One with no places is a phrase that names none.
type entry struct {
	name    string // folded
	letters uint32 // a bit for each
	places  []*Place
	care    care
}

// index is all the names and words, folded.
type index struct {
	entries map[string]*entry
	longest map[string]int       // words of the longest name that starts with this one
	near    map[[2]byte][]*entry // by their first letter and how many words
	towns   []*Place             // all places, the best known first
	areas   map[string]string    // names of countries and regions, by their codes
	common  map[string]care      // words that are no misspelt place
	cues    map[string]map[string]bool
}

// book is the one index, which is only read.
var book = sync.OnceValue(load)

func load() *index {
	x := &index{
		entries: make(map[string]*entry, 6000), longest: make(map[string]int, 3000), near: map[[2]byte][]*entry{},
		areas: map[string]string{}, common: make(map[string]care, 2500), cues: map[string]map[string]bool{},
	}
	for kind, list := range wordfile.Entries(wordsFile) {
		x.readWords(kind, list)
	}
	var known string
	for line := range strings.Lines(placesFile) {
		switch line[0] {
		case '#':
		case '!':
			known = strings.TrimSpace(line[1:])
		default:
			x.readPlace(line)
		}
	}
	x.rank(strings.Split(known, ", "))
	return x
}

// readWords reads a line of words.txt, whose key says what its words are.
func (x *index) readWords(kind, list string) {
	switch how := map[string]care{"pt": word, "en": word, "es": word, "person": person, "strict": strict}[kind]; {
	case kind == "none":
		for phrase := range strings.SplitSeq(list, "; ") {
			x.add(phrase, nil, plain)
		}
	case how != plain:
		for w := range strings.FieldsSeq(list) {
			x.common[w] = how
		}
	default:
		x.cues[kind] = map[string]bool{}
		for w := range strings.FieldsSeq(list) {
			x.cues[kind][w], x.common[w] = true, max(x.common[w], word)
		}
	}
}

// rank puts the best known places first.
func (x *index) rank(known []string) {
	rank := func(p *Place) int {
		if i := slices.Index(known, p.Name); i >= 0 && p.Region != "" {
			return i
		}
		return len(known)
	}
	slices.SortStableFunc(x.towns, func(a, b *Place) int { return rank(a) - rank(b) })
}

// readPlace reads a line of places.txt.
func (x *index) readPlace(line string) {
	f := strings.SplitN(strings.TrimSpace(line), " |", 5)
	lat, lon, _ := strings.Cut(strings.TrimSpace(f[3]), ",")
	region, wide := strings.CutPrefix(strings.TrimSpace(f[2]), "*")
	region, town := strings.CutPrefix(region, "*")
	p := &Place{Name: f[0], Country: strings.TrimSpace(f[1]), Region: region, Wide: wide, town: town}
	x.towns = append(x.towns, p)
	p.Lat, _ = strconv.ParseFloat(lat, 64)
	p.Lon, _ = strconv.ParseFloat(lon, 64)
	if wide && !strings.Contains(region, " ") {
		x.areas[p.Country+p.Region] = p.Name
		if p.Country == "BR" && region != "" {
			x.add(strings.ToLower(region), p, strict)
		}
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(p.Name+","+f[4], ","), ",") {
		name = lang.Fold(name)
		x.add(name, p, x.common[name])
		if joined := strings.ReplaceAll(name, " ", ""); len(joined) > 6 && joined != name {
			x.add(joined, p, plain)
		}
	}
}

func (x *index) add(name string, p *Place, how care) {
	first, _, _ := strings.Cut(name, " ")
	words := strings.Count(name, " ") + 1
	x.longest[first] = max(x.longest[first], words)
	e := x.entries[name]
	if e == nil {
		e = &entry{name: name, letters: letters(name)}
		x.entries[name] = e
		if k := [2]byte{name[0], byte(words)}; p != nil && how <= word && len(name) >= short {
			x.near[k] = append(x.near[k], e)
		}
	}
	e.care = how
	if p != nil && !slices.Contains(e.places, p) {
		e.places = append(e.places, p)
	}
}

// Names shorter than short are not guessed; those shorter than long by one letter.
const short, long = 5, 8

// guess returns the known name of so many words that is nearest to a phrase:
// one letter away, or two if it is long.
func (x *index) guess(phrase string, words int) (best *entry) {
	set, fewest := letters(phrase), 2+min(len(phrase)/long, 1)
	for _, e := range x.near[[2]byte{phrase[0], byte(words)}] {
		d := len(e.name) - len(phrase)
		// Each wrong letter changes at most two of the set.
		if len(phrase) < short || max(d, -d) >= fewest || bits.OnesCount32(set^e.letters) > 2*(fewest-1) {
			continue
		}
		if d := wrong(phrase, e.name); d < fewest && (d < 2 || len(e.name) >= long) {
			best, fewest = e, d
		}
	}
	return best
}

// wrong counts the wrong letters of a phrase, word by word: a short word must
// be right, and no word may be mostly wrong.
func wrong(phrase, name string) (total int) {
	for phrase != "" {
		var a, b string
		a, phrase, _ = strings.Cut(phrase, " ")
		b, name, _ = strings.Cut(name, " ")
		d, least := lang.Distance(a, b), min(len(a), len(b))
		if d > 0 && least < 4 || d > 1 && least < 7 {
			return long // too many
		}
		total += d
	}
	return total
}

func letters(word string) (set uint32) {
	for i := range len(word) {
		set |= 1 << (word[i] & 31)
	}
	return set
}
