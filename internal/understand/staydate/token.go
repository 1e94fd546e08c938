package staydate

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
)

// token is a word, a number or a mark of a text.
type token struct {
	meaning
	raw    string // as it was written, folded
	digits int    // how many, of a number written in digits
	gap    bool   // a comma, a full stop or the like stands before it
	proper bool   // a word we do not know, with a capital
	ord    bool   // a number that counts a place: 5th, 1º, primeiro
}

// maxTokens bounds the work that a hostile text can ask for.
const maxTokens = 400

// read cuts a text into tokens, and joins the phrases of the vocabulary and
// the numbers of two words ("vinte e cinco") into one token each.
func read(text string) []token {
	return joined(split(text), text)
}

func split(text string) []token {
	var toks []token
	gap := false
	add := func(t token) {
		t.gap, gap = gap, false
		toks = append(toks, t)
	}
	for i := 0; i < len(text) && len(toks) < maxTokens; {
		r, size := utf8.DecodeRuneInString(text[i:])
		end := i + size
		before, after := beside(text, i, end)
		switch {
		case isDigit(r):
			for end < len(text) && isDigit(rune(text[end])) {
				end++
			}
			n, err := strconv.Atoi(text[i:end])
			t := token{meaning: meaning{class: "number", n: n}, raw: text[i:end], digits: end - i}
			if err != nil || len(toks) > 0 && toks[len(toks)-1].class == "$" {
				t.class = "count"
			}
			add(t)
		case isLetter(r):
			for end < len(text) {
				r, size := utf8.DecodeRuneInString(text[end:])
				if !isLetter(r) {
					break
				}
				end += size
			}
			suffix(&toks, text[i:end], isDigit(before), add)
		case strings.ContainsRune("-–—", r):
			if !isLetter(before) || !isLetter(after) {
				add(token{meaning: meaning{class: "-"}})
			}
		case strings.ContainsRune("/.:", r) && isDigit(before) && isDigit(after), r == '/' && isDigit(after) && len(toks) > 0 && toks[len(toks)-1].class == "month":
			add(token{meaning: meaning{class: string(r)}})
		case r == '/' && (isDigit(before) && monthAt(text[end:]) || len(toks) > 0 && len(toks[len(toks)-1].raw) == 1 && isLetter(before)):
			// 29/jan, p/ 8
		case r == '+':
			add(token{meaning: meaning{class: "plus"}})
		case r == '&':
			add(token{meaning: meaning{class: "and"}})
		case strings.ContainsRune("$€£", r):
			add(token{meaning: meaning{class: "$"}})
		case r == '%':
			add(token{meaning: meaning{class: "count"}})
		case unicode.IsPunct(r) && r != '\'' && r != '’' || r == '\n':
			gap = true
		}
		i = end
	}
	return toks
}

// monthAt reports whether a text begins with the name of a month.
func monthAt(text string) bool {
	for i, r := range text {
		if !isLetter(r) {
			text = text[:i]
			break
		}
	}
	return book().words[lang.Fold(text)].class == "month" || lang.Fold(text) == "dez" // "20/dez"
}

// suffix adds a word; one that is stuck to a number either makes it an ordinal
// (5th), is a word of its own (20dez, 5dias), or makes it something else: 19h.
func suffix(toks *[]token, word string, stuck bool, add func(token)) {
	folded := lang.Fold(word)
	t := token{meaning: book().words[folded], raw: folded}
	switch folded {
	case "e":
		if word != "e" && word != "E" {
			t.meaning, t.raw = meaning{class: "go"}, "é"
		}
	case "nos":
		if word == "nós" || word == "Nós" {
			t.meaning, t.raw = book().words["nosotros"], "nós"
		}
	}
	if !stuck || len(*toks) == 0 {
		if t.class == "" && len(folded) > 6 { // "salado" is no sábado
			t.meaning = guess(folded)
		}
		first, _ := utf8.DecodeRuneInString(word)
		t.proper = t.class == "" && unicode.IsUpper(first)
		add(t)
		return
	}
	switch last := &(*toks)[len(*toks)-1]; {
	case strings.Contains(" st nd rd th o a os ro ", " "+folded+" "):
		last.ord = true
	case len(folded) > 2 && t.class != "":
		add(t)
	default:
		last.class = "count"
	}
}

// guess reads a word with one wrong letter.
func guess(folded string) meaning {
	for _, w := range book().misspelt {
		if w[0] == folded[0] && max(len(w)-len(folded), len(folded)-len(w)) < 2 && lang.Distance(w, folded) == 1 {
			return book().words[w]
		}
	}
	return meaning{}
}

func joined(toks []token, text string) []token {
	out := toks[:0]
	spanish := sync.OnceValue(func() bool {
		l, ok := lang.Detect(text)
		return ok && l == lang.Spanish
	})
	for i := 0; i < len(toks); {
		t, next := toks[i], i+1
		if t.raw != "" && t.raw != "nós" {
			for _, ph := range book().phrases[t.raw] {
				if says(toks[i+1:], ph.rest) {
					t.meaning, t.raw = ph.meaning, ph.text
					next += len(ph.rest)
					break
				}
			}
		}
		if t.class == "spanish" {
			t.class = "of"
			if spanish() {
				t.class = "number"
			}
		}
		if t.class == "number" && t.digits == 0 && t.n >= 20 {
			j := next
			if j < len(toks) && toks[j].class == "and" {
				j++
			}
			if j < len(toks) && toks[j].digits == 0 && (toks[j].class == "number" || toks[j].class == "ordinal" && j == next) && toks[j].n > 0 && toks[j].n < 10 {
				t.n += toks[j].n
				t.ord = toks[j].class == "ordinal"
				next = j + 1
			}
		}
		out = append(out, t)
		i = next
	}
	return out
}

func says(toks []token, rest []string) bool {
	if len(toks) < len(rest) {
		return false
	}
	for i, w := range rest {
		if toks[i].raw != w || toks[i].gap {
			return false
		}
	}
	return true
}

// beside returns the runes on either side of text[start:end].
func beside(text string, start, end int) (before, after rune) {
	before, _ = utf8.DecodeLastRuneInString(text[:start])
	after, _ = utf8.DecodeRuneInString(text[end:])
	return before, after
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) }
