package brewery

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed words.txt
var wordsText string

var (
	book       = wordfile.Sets(wordsText)
	legalWords = book.Set("legal")
	brewWords  = book.Set("brew")
	placeWords = book.Set("place")
	tableWords = book.Set("table")
	sideWords  = book.Set("side")
	articles   = book.Set("article")
	links      = book.Set("link")
	shorter    = spellings("shorter ") // "st" by "saint"
	exonyms    = spellings("city ")    // "München" by "munique"

	trailingArticle = pattern.Of(`(?i)^(.*),\s*(the|os?|as?|la|le|der|die|das)\s*$`)
	brackets        = pattern.Of(`^(.*?)\s*\(([^)]*)\)\s*(.*)$`)
	branchMark      = pattern.Of(`\s+[-|@]\s*|\s*-\s+|\s+/\s*|\s*/\s+|\s*:\s+|\s+#\s*\d+`)
	initials        = pattern.Of(`\b(\pL)\.\s?(\pL)\.`)
	ampersand       = pattern.Of(`\s*[&+]\s*|\s+n\s+`)

	marks   = strings.NewReplacer("’", "", "‘", "", "´", "", "`", "", "'", "", "–", "-", "—", "-", "®", "", "™", "", "©", "", "℠", "")
	umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue")
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

func generic(w string) bool { return legalWords[w] || brewWords[w] || placeWords[w] }

// name is a brewery's name, taken apart.
type name struct {
	key   string          // of one city, those with the same are one brand
	core  []string        // the words that tell it from others
	weak  bool            // the core is only the place or generic words, so that key has what the house is too
	house string          // then, or if it is very short: the key, with brewing and brewery as one
	spelt string          // the key with ue for ü, if it has any
	eats  bool            // it is called a pub or a restaurant, and nothing of beer
	place map[string]bool // the words of its city and state
}

// parse takes apart the name of a brewery in a city, which may be unknown.
func parse(text, city, state string) name {
	text = repaired(webclient.Line(text, maxName))
	all := telling(text)
	place := map[string]bool{}
	town := split(city)
	for _, w := range append(split(state), town...) {
		place[w] = true
	}
	core := withoutHead(withoutTail(all))
	core = withoutTown(core, town, place)
	if !slices.ContainsFunc(core, func(w string) bool { return !generic(w) && !articles[w] }) {
		core = all
	}
	n := name{core: core, place: place}
	n.weak = !slices.ContainsFunc(core, func(w string) bool { return !place[w] && !generic(w) && !articles[w] && len(w) > 1 })
	n.key = strings.Join(core, "")
	if n.weak || utf8.RuneCountInString(n.key) < 3 {
		n.key, n.house = whole(all), whole(all, "brewing", "brewers", "brewerie", "breweries")
	}
	if n.weak && !slices.ContainsFunc(all, generic) { // no more than a place: every word counts
		n.key = key(text)
	}
	n.eats = slices.ContainsFunc(all, func(w string) bool { return tableWords[w] }) && !slices.ContainsFunc(all, func(w string) bool { return brewWords[w] })
	if spelt := umlauts.Replace(text); spelt != text {
		n.spelt = parse(spelt, city, state).key
	}
	return n
}

// whole joins all words but legal forms. What is to be one word with brewery
// is written so.
func whole(all []string, brewery ...string) string {
	var b strings.Builder
	for _, w := range all {
		if slices.Contains(brewery, w) {
			w = "brewery"
		}
		if !legalWords[w] {
			b.WriteString(w)
		}
	}
	return b.String()
}

// telling returns the words of a name before its branch, without articles at
// its head.
func telling(text string) []string {
	if m := trailingArticle().FindStringSubmatch(text); m != nil {
		text = m[2] + " " + m[1]
	}
	text = strings.ToLower(marks.Replace(text))
	for range 3 { // B.J.S. has two pairs that overlap
		text = initials().ReplaceAllString(text, "$1$2.")
	}
	text = ampersand().ReplaceAllString(text, " and ")
	if m := brackets().FindStringSubmatch(text); m != nil && len(split(m[1])) > 0 {
		text = strings.TrimSpace(m[1] + " " + m[3])
	}
	if at := branchMark().FindStringIndex(text); at != nil && len(key(text[:at[0]])) >= 3 {
		text = text[:at[0]]
	}
	all := split(text)
	for len(all) > 1 && articles[all[0]] {
		all = all[1:]
	}
	return all
}

// split returns the words of a text, each in its shorter spelling.
func split(text string) []string {
	all := strings.Fields(lang.Fold(text))
	for i, w := range all {
		if s, ok := shorter[w]; ok {
			all[i] = s
		}
	}
	return all
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

// withoutTail takes off what names end in: "Brewing Company", "Brewery and
// Grill".
func withoutTail(all []string) []string {
	c := slices.Clone(all)
	hard := false // a generic word was taken off
	for len(c) > 1 {
		switch w := c[len(c)-1]; {
		case generic(w):
			c, hard = c[:len(c)-1], true
		case links[w], hard && sideWords[w]:
			c = c[:len(c)-1]
		case sideWords[w]: // "Brewing and Distilling": is there a generic word before it?
			i := len(c) - 2
			for i > 0 && !generic(c[i]) && sideWords[c[i]] {
				i--
			}
			if i < 1 || !generic(c[i]) {
				return c
			}
			c, hard = c[:i], true
		default:
			return c
		}
	}
	return c
}

// withoutHead takes off what names begin with: Cervejaria, Brasserie de la.
func withoutHead(c []string) []string {
	for len(c) > 1 && brewWords[c[0]] {
		c = c[1:]
		for len(c) > 1 && articles[c[0]] {
			c = c[1:]
		}
	}
	return c
}

// withoutTown makes Stone of "Stone Brewing San Diego" in San Diego.
func withoutTown(c, town []string, place map[string]bool) []string {
	n := len(c) - len(town)
	if len(town) == 0 || n <= 0 || !slices.Equal(c[n:], town) || !generic(c[n-1]) {
		return c
	}
	d := c[:n]
	for len(d) > 1 && (generic(d[len(d)-1]) || links[d[len(d)-1]]) {
		d = d[:len(d)-1]
	}
	if slices.ContainsFunc(d, func(w string) bool { return !place[w] && !generic(w) }) {
		return d
	}
	return c
}

// repaired undoes UTF-8 that was read as Latin-1: MÃ¼ller is Müller.
func repaired(s string) string {
	if !strings.ContainsAny(s, "ÃÂâ") {
		return s
	}
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xff {
			return s
		}
		b = append(b, byte(r))
	}
	if !utf8.Valid(b) {
		return s
	}
	return string(b)
}

// compareNames compares two names as if they were of one city.
func compareNames(a, b name) Verdict {
	if a.key == "" || b.key == "" {
		return Different
	}
	if a.key == b.key || a.key == b.spelt || a.spelt == b.key {
		if a.eats != b.eats && min(len(a.core), len(b.core)) == 1 { // Murphy's Pub need not be Murphy's Brewing
			return Likely
		}
		return Same
	}
	if a.house != "" && a.house == b.house { // San Diego Brewing and San Diego Brewery, but no brewpub
		return Likely
	}
	if a.weak || b.weak {
		return Different
	}
	place := func(w string) bool { return a.place[w] || b.place[w] }
	short, long := min(len(a.key), len(b.key)), max(len(a.key), len(b.key))
	if short >= 7 && long-short <= 2 && digits(a.key) == digits(b.key) && lang.Distance(a.key, b.key) <= 1 { // a letter has up to two bytes here
		return Likely
	}
	few, many := a.core, b.core
	if len(few) > len(many) {
		few, many = many, few
	}
	strong := 0
	for _, w := range few {
		if !place(w) && !articles[w] && len(w) > 3 {
			strong++
		}
	}
	// "Elk Mountain" and "Elk Mountain Trail House".
	if slices.Equal(many[:len(few)], few) && (strong >= 2 || len(few) >= 2 && strong > 0 && len(strings.Join(few, "")) >= 9) {
		return Likely
	}
	// "Black Bear" and "Portland Black Bear", in Portland.
	more := many[:len(many)-len(few)]
	if len(few) >= 2 && slices.Equal(many[len(more):], few) && !slices.ContainsFunc(more, func(w string) bool { return !place(w) }) {
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
