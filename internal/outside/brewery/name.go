package brewery

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed words.txt
var wordsText string

var (
	book    = wordfile.Sets(wordsText)
	legal   = book.Set("legal")
	brew    = book.Set("brew")
	side    = book.Set("side")
	little  = book.Set("little")
	shorter = spellings("shorter ") // "st" by "saint"
	exonyms = spellings("city ")    // "München" by "munique"

	brackets = pattern.Of(`^(.*?)\s*\(([^)]*)\)\s*(.*)$`)
	branch   = pattern.Of(`\s+[-|@]\s*|\s*-\s+|\s+/\s*|\s*/\s+|\s*:\s+|\s+#\s*\d+`)
	umlaut   = pattern.Of(`([aou])e([^aeiouy])`)

	marks = strings.NewReplacer("’", "", "‘", "", "´", "", "`", "", "'", "", "–", "-", "—", "-", "®", "", "™", "", "©", "", "℠", "")
)

const maxName = 120 // characters; the longest known has 66

// spellings returns what stands behind a key, by the words that are spelt so.
func spellings(key string) map[string]string {
	all := map[string]string{}
	for name, others := range book {
		if one, ok := strings.CutPrefix(name, key); ok {
			for w := range others {
				all[w] = one
			}
		}
	}
	return all
}

// name is a brewery's name, taken apart: of "Cervejaria Colorado Ltda." the core is "colorado".
type name struct {
	key  string   // of one city, those with the same are one brand
	core []string // the words that tell it from others
	weak bool     // the core is only the place or generic words; then all words count, but legal forms
}

// parse takes apart the name of a brewery in a city, which may be unknown. Old Tavern keeps
// its tavern, for nothing says that beer is brewed there.
func parse(text, city, state string) name {
	all, town := words(text), split(city)
	place := append(split(state), town...)
	brews := slices.ContainsFunc(all, func(w string) bool { return brew[w] || legal[w] })
	n := name{core: slices.DeleteFunc(slices.Clone(all), func(w string) bool {
		return brew[w] || legal[w] || little[w] || brews && side[w]
	})}
	if rest := len(n.core) - len(town); rest > 0 && len(town) > 0 && brews && slices.Equal(n.core[rest:], town) {
		n.core = n.core[:rest] // "Stone Brewing San Diego", in San Diego
	}
	n.weak = !slices.ContainsFunc(n.core, func(w string) bool { return !slices.Contains(place, w) })
	if n.weak {
		n.core = slices.DeleteFunc(all, func(w string) bool { return legal[w] || w == "the" })
	}
	n.key = strings.Join(n.core, "")
	return n
}

// words returns the words of a name before its branch.
func words(text string) []string {
	text = strings.ToLower(marks.Replace(webclient.Line(text, maxName)))
	if m := brackets().FindStringSubmatch(text); m != nil && key(m[1]) != "" {
		text = strings.TrimSpace(m[1] + " " + m[3])
	}
	if at := branch().FindStringIndex(text); at != nil && len(key(text[:at[0]])) >= 3 {
		text = text[:at[0]]
	}
	return split(text)
}

// split returns the words of a text, each in its shorter spelling.
func split(text string) []string {
	all := strings.Fields(lang.Fold(text))
	for i, w := range all {
		all[i] = cmp.Or(shorter[w], umlaut().ReplaceAllString(w, "$1$2")) // "Mueller" is Müller
	}
	return all
}

// cityKey makes spellings of a city equal: St. Louis is Saint Louis, and Nova
// York New York.
func cityKey(city string) string {
	if e, ok := exonyms[key(city)]; ok {
		return key(e)
	}
	return strings.Join(split(city), "")
}

// Telling returns the longest word that tells a brewery from others, as it is
// written in its name: of "Stone Brewing Co." it is Stone. Whoever looks for
// names that have it finds all spellings of this one.
func Telling(text string) string {
	best := ""
	core := parse(text, "", "").core
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) > len(best) && slices.Contains(core, strings.ToLower(w)) {
			best = w
		}
	}
	return cmp.Or(best, text)
}

// compareNames compares two names as if they were of one city.
func compareNames(a, b name) Verdict {
	few, many := a.core, b.core
	if len(few) > len(many) {
		few, many = many, few
	}
	const enough = 7 // letters, of which one may be wrong
	switch {
	case a.key == "" || b.key == "":
		return Different
	case a.key == b.key:
		return Same
	case a.weak || b.weak:
		return Different
	case min(len(a.key), len(b.key)) >= enough && digits(a.key) == digits(b.key) && lang.Distance(a.key, b.key) <= 1,
		len(few) >= 2 && slices.Equal(many[:len(few)], few): // "Elk Mountain" and "Elk Mountain Trail House"
		return Likely
	}
	return Different
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
