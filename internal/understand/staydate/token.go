package staydate

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// meaning is what a word says in any of the three languages: its class, and within the class which one it is.
type meaning struct {
	class, name string
	n           int
}

// token is a word, a number or a mark of a text.
type token struct {
	meaning
	raw    string // as it was written, folded
	digits int    // how many, of a number written in digits
	gap    bool   // a comma, a full stop or the like stands before it
	proper bool   // a word we do not know, with a capital
	ord    bool   // a number that counts a place: 5th, 1º, primeiro
}

//go:embed words.txt
var wordsFile string

// book is words.txt: the meanings of words and, by their first word, of phrases, the longest first.
var book = sync.OnceValue(func() (b struct {
	words    map[string]meaning
	phrases  map[string][]token
	misspelt []string
},
) {
	b.words, b.phrases = map[string]meaning{}, map[string][]token{}
	for key, said := range wordfile.Entries(wordsFile) {
		class, name, _ := strings.Cut(key, " ")
		n, _ := strconv.Atoi(name)
		for _, one := range wordfile.List(said) {
			first, _, several := strings.Cut(one, " ")
			switch {
			case key == "misspelt":
				b.misspelt = append(b.misspelt, one)
			case several:
				b.phrases[first] = append(b.phrases[first], token{meaning: meaning{class, name, n}, raw: one})
			case b.words[one].class == "":
				b.words[one] = meaning{class, name, n}
			}
		}
	}
	for _, list := range b.phrases {
		slices.SortStableFunc(list, func(a, b token) int { return strings.Count(b.raw, " ") - strings.Count(a.raw, " ") })
	}
	return b
})

// maxTokens bounds the work that a hostile text can ask for.
const maxTokens = 400

// pieces are words, numbers with what is stuck to them, and marks.
var pieces = regexp.MustCompile(`[0-9]+(?:(?:st|nd|rd|th|ro|[oa])\b|[ªº])?|[\pL\p{Mn}]+|[^\s]|\n`)

// read cuts a text into tokens, and joins the phrases of the vocabulary and the numbers of two words ("vinte e cinco") into one
// token each.
func read(text string) []token {
	var toks []token
	gap := false
	for _, at := range pieces.FindAllStringIndex(text, -1) {
		piece := text[at[0]:at[1]]
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		last := &token{}
		if len(toks) > 0 {
			last = &toks[len(toks)-1]
		}
		t := token{gap: gap}
		first, _ := utf8.DecodeRuneInString(piece)
		switch {
		case '0' <= first && first <= '9':
			t.raw = strings.TrimRight(piece, "stndrhoaªº")
			t.digits, t.ord = len(t.raw), len(t.raw) < len(piece)
			n, err := strconv.Atoi(t.raw)
			if t.meaning = (meaning{class: "number", n: n}); err != nil || last.class == "$" {
				t.class = "count"
			}
		case unicode.IsLetter(first) || unicode.Is(unicode.Mn, first):
			t.word(piece)
			if unicode.IsDigit(before) { // 20dez, 5dias, but 19h
				if len(t.raw) < 3 || t.class == "" {
					last.class = "count"
					continue
				}
			}
		case marks[piece] != "":
			t.class = marks[piece]
		case piece == "-" || piece == "–" || piece == "—":
			if unicode.IsLetter(before) && unicode.IsLetter(after) {
				continue
			}
			t.class = "-"
		case strings.Contains("/.:", piece) && unicode.IsDigit(after) && (unicode.IsDigit(before) || piece == "/" && last.class == "month"):
			t.class = piece
		case piece == "/" && (unicode.IsDigit(before) && unicode.IsLetter(after) || len(last.raw) == 1): // 29/jan, p/ 8
			continue
		default:
			gap = gap || piece == "\n" || unicode.IsPunct(first) && piece != "'" && piece != "’"
			continue
		}
		gap = false
		if toks = append(toks, t); len(toks) == maxTokens {
			break
		}
	}
	return joined(toks, text)
}

// marks are signs that mean something.
var marks = map[string]string{"+": "plus", "&": "and", "$": "$", "€": "$", "£": "$", "%": "count"}

// word gives a token the meaning of a word, which may have one wrong letter.
func (t *token) word(word string) {
	t.raw = lang.Fold(word)
	switch {
	case t.raw == "e" && word != "e" && word != "E":
		t.raw = "é"
	case strings.EqualFold(word, "nós"):
		t.raw = "nós"
	}
	t.meaning = book().words[t.raw]
	for _, w := range book().misspelt {
		if t.class == "" && len(t.raw) > 6 && w[0] == t.raw[0] && lang.Distance(w, t.raw) == 1 { // "salado" is no sábado
			t.meaning = book().words[w]
		}
	}
	first, _ := utf8.DecodeRuneInString(word)
	t.proper = t.class == "" && unicode.IsUpper(first)
}

func joined(toks []token, text string) []token {
	var out []token
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		for _, p := range book().phrases[t.raw] {
			if n := strings.Count(p.raw, " "); says(toks[i:], strings.Fields(p.raw)) {
				t.meaning, t.raw, t.proper = p.meaning, p.raw, false
				i += n
				break
			}
		}
		if l, ok := lang.Detect(text); t.class == "spanish" {
			if t.class = "of"; ok && l == lang.Spanish {
				t.class = "number"
			}
		}
		if j := i + 1; t.class == "number" && t.digits == 0 && t.n >= 20 {
			if j < len(toks) && toks[j].class == "and" {
				j++
			}
			if j < len(toks) && toks[j].digits == 0 && (toks[j].class == "number" || toks[j].class == "ordinal" && j == i+1) && toks[j].n > 0 && toks[j].n < 10 {
				t.n, t.ord = t.n+toks[j].n, toks[j].class == "ordinal"
				i = j
			}
		}
		out = append(out, t)
	}
	return out
}

// says reports whether tokens are some words, with no mark between them.
func says(toks []token, words []string) bool {
	for i, w := range words {
		if i >= len(toks) || toks[i].raw != w || i > 0 && toks[i].gap {
			return false
		}
	}
	return true
}
