package guard

import (
	_ "embed"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// A text is what was read of an answer, a message or a result.
type text struct {
	raw    string
	tokens []token
	units  []unit
	begins [][]phrase // of words.txt, by the token at which they begin
}

// A token is a word or a number.
type token struct {
	from, to int // bytes
	word     string
	same     string // the word without plural and gender
	digits   bool
	capital  bool
	breaks   bool // a comma, colon, bracket, dash or end of a line stands before it
	unit     int
}

// A span is tokens: from first to before last.
type span struct{ first, last int }

// A unit is a sentence, or a line of a list: what is kept or deleted as one.
type unit struct {
	from, to int // bytes
	span
	list  bool
	opens bool // ends with a colon: what follows is under it
	under int  // the unit that opens the list in which this one is, or -1
}

// readText reads a text. What it returns nobody changes.
var readText = recent.Texts(128, func(s string) *text {
	t := &text{raw: s, tokens: tokens(s), units: split(s)}
	next := 0
	for i := range t.units {
		u := &t.units[i]
		for u.first = next; next < len(t.tokens) && t.tokens[next].from < u.to; next++ {
			t.tokens[next].unit = i
		}
		u.last = next
	}
	for i := range t.tokens {
		t.begins = append(t.begins, phrasesAt(t.tokens[i:]))
	}
	return t
})

// tokenForm is a number (1.234,50, 19h30, 10/03/2027, 2027-03-10) or a word.
var tokenForm = pattern.Of(`\d{4}-\d\d-\d\d|\d+(?:[.,:/]\d+)*(?:[hH](?:\d\d|\b))?|[\pL\p{N}][\pL\p{Mn}\p{Nd}]*`)

func tokens(s string) (all []token) {
	before := 0
	for _, at := range tokenForm().FindAllStringIndex(s, -1) {
		raw, gap := s[at[0]:at[1]], s[before:at[0]]
		first, _ := utf8.DecodeRuneInString(raw)
		k := token{from: at[0], to: at[1], word: strings.ToLower(raw), digits: '0' <= first && first <= '9', capital: unicode.IsUpper(first)}
		if !k.digits {
			k.word = lang.Fold(raw)
		}
		k.same, before = sameWord(k.word), k.to
		k.breaks = strings.ContainsAny(gap, ",;:()[]!?|\n—–…") || strings.Contains(gap, " - ") || strings.Contains(gap, ". ")
		all = append(all, k)
	}
	return all
}

// sameWord is a word without plural and gender, also of Spanish: limón, limones.
func sameWord(word string) string {
	one := lang.Same(word)
	if len(one) > 4 {
		one = strings.TrimSuffix(one, "e")
	}
	if stem, ok := strings.CutSuffix(one, "n"); ok && len(stem) > 3 {
		return stem + "m"
	}
	return one
}

var (
	// listMark begins the line of a list or a table.
	listMark = pattern.Of(`^\s*(?:[-*•–—✓✅❌⚠|·]|(?:\*\*)?\d+(?:[.)]\s|\x{fe0f}\x{20e3}))`)
	// sentenceEnd is the end of a sentence with what closes it, and the space behind.
	sentenceEnd = pattern.Of(`([.!?…]+[\pS\x{fe0f}"'*_)”»’.!?…]*)[ \t]+`)
)

// split finds the sentences and lines of a text.
func split(s string) (units []unit) {
	opener, from := -1, 0
	for line := range strings.Lines(s) {
		list := listMark().MatchString(line)
		if !list && len(units) > 0 && units[len(units)-1].list {
			opener = -1 // prose after the list
		}
		for _, part := range sentences(strings.TrimRight(line, "\n"), list) {
			u := unit{from: from, to: from + len(part), list: list, under: -1}
			from = u.to
			if strings.TrimSpace(part) == "" {
				continue
			}
			if u.opens = strings.HasSuffix(strings.Trim(part, " *_#\r\t"), ":"); list {
				u.under = opener
			} else {
				opener = -1
			}
			if u.opens {
				opener = len(units)
			}
			units = append(units, u)
		}
		from += len(line) - len(strings.TrimRight(line, "\n"))
	}
	return units
}

// abbreviations end with a full stop that ends no sentence.
var abbreviations = lang.Set("sr sra dr dra mr mrs ms st sto sta aprox ex obs vs etc min max tel av approx incl p")

// sentences cuts a line into its sentences, each with the space before it. The line of a list is one.
func sentences(line string, list bool) (all []string) {
	begin := 0
	for _, m := range sentenceEnd().FindAllStringSubmatchIndex(line, -1) {
		word := lang.Fold(line[strings.LastIndexAny(line[:m[0]], " \t(")+1 : m[0]])
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(line[m[1]:], "*_(\"'“¿¡"))
		if ended := strings.ContainsAny(line[m[2]:m[3]], "!?") || !unicode.IsLower(next) && !abbreviations[word]; ended && !list {
			all, begin = append(all, line[begin:m[3]]), m[3]
		}
	}
	return append(all, line[begin:])
}

//go:embed words.txt
var wordFile string

// A phrase is the words of a list of words.txt; a word may end in *, which stands for any end.
type phrase struct {
	list  string
	words []string
}

// A wordbook has the phrases of words.txt by their first word, or by its first letters and *.
type wordbook struct {
	starts map[string][]phrase
	lists  map[string]bool
}

// anyEnd is how many letters a word that ends in * is looked up by.
const anyEnd = 3

var book = sync.OnceValue(func() *wordbook {
	b := &wordbook{map[string][]phrase{}, map[string]bool{}}
	for name, value := range wordfile.Entries(wordFile) {
		b.lists[name] = true
		for _, said := range wordfile.List(value) {
			p := phrase{name, strings.Fields(said)}
			key, open := strings.CutSuffix(p.words[0], "*")
			if open {
				key = key[:anyEnd] + "*"
			}
			b.starts[key] = append(b.starts[key], p)
		}
	}
	return b
})

// phrasesAt returns the phrases with which some tokens begin.
func phrasesAt(tokens []token) (all []phrase) {
	word := tokens[0].word
	for _, key := range []string{word, word[:min(anyEnd, len(word))] + "*"} {
		for _, p := range book().starts[key] {
			fits := len(p.words) <= len(tokens)
			for i := 0; fits && i < len(p.words); i++ {
				stem, open := strings.CutSuffix(p.words[i], "*")
				fits = tokens[i].word == p.words[i] || open && strings.HasPrefix(tokens[i].word, stem)
			}
			if fits {
				all = append(all, p)
			}
		}
	}
	return all
}

// is reports whether a word is a phrase of a list.
func is(word, list string) bool {
	return slices.ContainsFunc(book().starts[word], func(p phrase) bool { return p.list == list && len(p.words) == 1 })
}

// find returns where the phrases of a list begin between two tokens, the longest at each.
func (t *text) find(list string, from, to int) (all []span) {
	if !book().lists[list] {
		panic("no list of words is called " + list)
	}
	for i := from; i < to; i++ {
		if end, ok := t.at(list, i); ok {
			all = append(all, span{i, end})
		}
	}
	return all
}

func (t *text) has(list string, from, to int) bool { return len(t.find(list, from, to)) > 0 }

// phrases returns those that begin at a token, or none outside of the text.
func (t *text) phrases(i int) []phrase {
	if i < 0 || i >= len(t.tokens) {
		return nil
	}
	return t.begins[i]
}

// at returns where the longest phrase of a list ends that begins at a token.
func (t *text) at(list string, i int) (end int, ok bool) {
	for _, p := range t.phrases(i) {
		if p.list == list {
			end, ok = max(end, i+len(p.words)), true
		}
	}
	return end, ok
}

// labels yields the rest of the names of lists of a kind, such as "allergen milk", of which a phrase begins at a token, and
// its end.
func (t *text) labels(kind string, i int) iter.Seq2[string, int] {
	return func(yield func(label string, end int) bool) {
		for _, p := range t.phrases(i) {
			if label, ok := strings.CutPrefix(p.list, kind+" "); ok && !yield(label, i+len(p.words)) {
				return
			}
		}
	}
}

// broken reports whether a clause ends between two tokens: after from and up to to.
func (t *text) broken(from, to int) bool {
	return slices.ContainsFunc(t.tokens[max(0, from+1):max(0, from+1, min(to+1, len(t.tokens)))], func(k token) bool { return k.breaks })
}

// gap is the text in front of a token up to the token before it, or behind the last.
func (t *text) gap(i int) string {
	from, to := 0, len(t.raw)
	if i > 0 {
		from = t.tokens[i-1].to
	}
	if i < len(t.tokens) {
		to = t.tokens[i].from
	}
	return t.raw[from:to]
}

// words is the text of some tokens.
func (t *text) words(s span) string { return t.raw[t.tokens[s.first].from:t.tokens[s.last-1].to] }

// wordAt is a token's word, or "" outside of the text.
func (t *text) wordAt(i int) string {
	if i < 0 || i >= len(t.tokens) {
		return ""
	}
	return t.tokens[i].word
}

// asks reports whether a unit is a question.
func (t *text) asks(u unit) bool {
	return strings.HasSuffix(strings.TrimSpace(t.raw[u.from:u.to]), "?")
}

func (t *text) unitOf(i int) unit { return t.units[t.tokens[i].unit] }
