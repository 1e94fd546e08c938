package ui

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is how long a text may be, in characters: longer ones are cut. A
// card is no place for an article.
const maxText = 4000

// Clean makes a text that a model, a guest or the web wrote fit to be shown as
// it is: without HTML tags and comments, without control characters, without
// those that turn the direction of writing or cannot be seen, without white
// space around it, valid as UTF-8, and of at most 4,000 characters.
//
// It takes out what HTML would read as markup, < before a letter, /, ! or ?,
// up to the next >, or the < alone when there is none. "1 < 2" and "<3" stay;
// so does "&lt;b&gt;", which is no markup to whoever draws text as text. Cleaning
// twice changes nothing more.
func Clean(s string) string { return clean(s, maxText) }

func clean(s string, most int) string {
	s = strings.Map(visible, strings.ReplaceAll(s, "\r\n", "\n"))
	s = strings.TrimSpace(untag(s))
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most-1]) + "…"
	}
	return s
}

// visible returns the rune to show for r, or -1 for none. The joiners stay:
// emoji and some scripts are spelt with them.
func visible(r rune) rune {
	const nonJoiner, joiner = '\u200c', '\u200d'
	switch {
	case r == '\n', r == '\t', r == nonJoiner, r == joiner:
		return r
	case unicode.In(r, unicode.Zl, unicode.Zp):
		return '\n'
	case unicode.IsControl(r) && unicode.IsSpace(r):
		return ' '
	case unicode.In(r, unicode.Cc, unicode.Cf): // bidi overrides are of Cf
		return -1
	default:
		return r
	}
}

// untag takes the tags out. Where two words would then run together, as in
// "one<br>two", it puts a space.
func untag(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	out := make([]byte, 0, len(s))
	removed := false
	for len(s) > 0 {
		if n := tagLen(s); n > 0 {
			s, removed = s[n:], true
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		last, _ := utf8.DecodeLastRune(out)
		if removed && isWord(last) && isWord(r) {
			out = append(out, ' ')
		}
		if opensTag(s[0]) { // what stood between it and a < is gone, or the tag has no end
			out = bytes.TrimRight(out, "<")
		}
		out = append(out, s[:size]...)
		s, removed = s[size:], false
	}
	return string(out)
}

// tagLen returns the length of the tag that s starts with, or 0. It looks no
// further than the next <: a text of nothing else costs no more than another.
func tagLen(s string) int {
	if len(s) < 2 || s[0] != '<' || !opensTag(s[1]) {
		return 0
	}
	end := strings.IndexAny(s[1:], "<>")
	if end < 0 || s[1+end] == '<' {
		return 0
	}
	return end + 2
}

// opensTag reports whether < before b is markup to a browser.
func opensTag(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '/' || b == '!' || b == '?'
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
