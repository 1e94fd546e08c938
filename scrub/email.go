package scrub

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// email finds the address around the @ from at to after, and returns its end,
// or at. There may be spaces around the @, or after it.
func (c *scanner) email(at, after int) int {
	left, right := at, skipAny(c.s, after, " ", 2)
	for left > 0 && c.s[left-1] == ' ' && at-left < 2 {
		left--
	}
	start, end := localPart(c.s, left), domain(c.s, right, right > after)
	handle := left < at && right == after // "segue @ana.lima"
	if handle || end == right || start == left || c.s[start:left] == "git" {
		return at
	}
	c.add(Email, start, end)
	return end
}

// spelledEmail finds an address whose @ is the word from i to end: "ana arroba
// gmail ponto com", "sam (at) example.org". It returns its end, or end.
func (c *scanner) spelledEmail(i, end int) int {
	left := i
	for left > 0 && i-left < 3 && strings.IndexByte(" ([{", c.s[left-1]) >= 0 {
		left--
	}
	right := skipAny(c.s, end, " )]}", 3)
	if left == i || right == end {
		return end
	}
	start, to := localPart(c.s, left), domain(c.s, right, true)
	if start == left || to == right || end-i == len("at") && c.s[end] == ' ' && strings.IndexByte(c.s[right:to], ' ') < 0 {
		return end // also "look at bar.com"
	}
	if head, ok := strings.CutSuffix(c.s[:start], " ponto "); ok { // "ana ponto lima arroba …"
		start = localPart(c.s, len(head))
	}
	c.add(Email, start, to)
	return to
}

// localPart returns the start of the part of an address that ends at end.
func localPart(s string, end int) int {
	const longest, signs = 64, "._%+-'"
	i := end
	for i > 0 && end-i < longest {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune(signs, r) || r == utf8.RuneError {
			break
		}
		i -= size
	}
	return end - len(strings.TrimLeft(s[i:end], signs))
}

// domain returns the end of the domain name at i, or i when there is none. If
// the address is spelt out, its ending must be there.
func domain(s string, i int, spelt bool) int {
	const longest = 128
	from, end := i, i
	for dots := 0; i-from < longest; dots++ {
		label, letters := i, false
		for i < len(s) && i-from < longest {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				break
			}
			letters = letters || unicode.IsLetter(r)
			i += size
		}
		w, _ := fold(s, label)
		if dots > 0 && letters && i-label >= 2 && !isDigit(s[label]) || dots == 0 && !spelt && w.in(providers) {
			end = i
		}
		next := dotAt(s, i, dots)
		if i == label || next == i {
			break
		}
		i = next
	}
	return end
}

var (
	// providers are names after which guests leave out the rest.
	providers = set("gmail hotmail outlook yahoo icloud uol bol terra live protonmail")
	// endings follow a second dot that is spelt out.
	endings = set("com br net org es ar pt mx cl co uk")
)

// dotAt passes over a dot at i, or the word for one.
func dotAt(s string, i, dots int) int {
	if i < len(s) && s[i] == '.' {
		return i + 1
	}
	const aside = " ()[]"
	from := skipAny(s, i, aside, 2)
	w, end := fold(s, from)
	if !w.is("ponto") && !w.is("punto") && !w.is("dot") && !(end == from && strings.HasPrefix(s[from:], ". ")) {
		return i
	}
	if end == from {
		end++
	}
	next := skipAny(s, end, aside, 2)
	if w, _ := fold(s, next); from == i || next == end || dots > 0 && !w.in(endings) {
		return i
	}
	return next
}
