package scrub

import "strings"

// look is what a value looks like.
type look uint8

const (
	nothing look = iota // a mask, a placeholder, a price, a time, an address
	figures             // digits alone
	ticket              // A045
	word                // letters: prose, or a password nobody should use
	strong              // what is no word of any language
)

// isSecret reports whether a value is what said announces. The weaker the link, the less
// it may look like anything else.
func (s *scanner) isSecret(said mention, v string, l link, quoted bool, start int) bool {
	f, n := formOf(v)
	switch k := said.kind; {
	case k == pinWord:
		return f == figures && n >= 3 && n <= 8 || l >= copula && (f == strong || f == ticket) && len(v) <= 16
	case k == secretWord:
		return l >= passive && f == strong && len(v) >= 8 || f == figures && n >= 6 && n <= 8 ||
			l == equals && f != nothing && len(v) >= 4 && !isDenied(v)
	case k == passWord:
		year := n == 4 && (v[:2] == "19" || v[:2] == "20")
		return l >= copula && (f == strong || f == figures && n >= 4 && !year) || l >= colon && f == word && s.isLone(start, start+len(v))
	case f == figures:
		return (n >= 4 || n == 3 && l >= copula) && (n > 4 || l == equals || !s.isAtCounter(said.start))
	case f == ticket:
		return l >= copula && !s.isAtCounter(said.start)
	case f == strong:
		return l > beside || len(v) >= 4 && strings.IndexByte(v, '=') < 0
	case f == word && (quoted || l == equals):
		return l != hinted && !isDenied(v)
	}
	return f == word && l >= copula && s.isLone(start, start+len(v))
}

// formOf tells what a value looks like, and how many digits a number has.
func formOf(v string) (look, int) {
	if strings.Trim(v, "*.xX-_#?\x01") == "" || strings.Contains(v, "://") || strings.HasPrefix(v, "R$") ||
		strings.IndexByte("{<%", v[0]) >= 0 || strings.HasPrefix(v, "$") && strings.ContainsAny(v, "{(") {
		return nothing, 0 // ****, a URL, a price, ${SENHA}, <senha>, %s
	}
	digits, letters := len(only(v, isDigit)), len(only(v, isLetter))
	stops := len(only(v, func(b byte) bool { return strings.IndexByte("./:,", b) >= 0 }))
	others := len(v) - digits - letters - stops - strings.Count(v, "-") - strings.Count(v, "'") // words have these inside
	switch {
	case letters == 0 && digits > 0 && others+stops == 0:
		return figures, digits
	case letters == 0 && (stops > 0 || digits == 0 || strings.HasSuffix(v, "%")):
		return nothing, 0 // 14:30, 12/10, 9,90, 100%
	case digits == 0 && others == 0 && stops > 0:
		return nothing, 0 // e/ou, bar.com
	case digits == 0 && (others == 0 || others == 1 && strings.HasSuffix(v, "!")) && !isCamel(v):
		return word, 0
	case digits > 0 && digits <= 4 && letters <= 2 && others+stops == 0 && isLetter(v[0]):
		return ticket, digits
	case isDigit(v[0]) && letters > 0 && letters <= 3 && len(v) <= 5:
		return nothing, 0 // 500ml, 18h30, 2ª
	}
	return strong, 0
}

// isLone reports whether the word from start to end is said to be the password:
// it is not what is said of passwords ("fraca"), and the clause ends there.
func (s *scanner) isLone(start, end int) bool {
	const short, ahead = 3, 24
	if end-start < short || isDenied(s.plain[start:end]) {
		return false
	}
	rest := strings.TrimLeft(s.plain[end:min(len(s.plain), end+ahead)], "\"'`)!")
	next := strings.TrimLeft(rest, " ")
	if next == "" || strings.IndexByte(".,;\n", rest[0]) >= 0 || strings.IndexByte("\n-/|(", next[0]) >= 0 {
		return !strings.HasPrefix(next, "->")
	}
	return next[0] == someSign || closers[folded(next[:wordEnd(next, 0)])] // an emoji
}

// isDenied reports whether v is said of passwords, or is no word by itself.
func isDenied(v string) bool {
	end := wordEnd(v, 0)
	if end < len(v) && strings.IndexByte("- !", v[end]) < 0 {
		return false
	}
	w := folded(v[:end])
	for ending := range denying {
		if len(w) > len(ending)+2 && strings.HasSuffix(w, ending) {
			return true
		}
	}
	return prose[w]
}

// isAtCounter reports whether the words around i speak of a queue.
func (s *scanner) isAtCounter(i int) bool {
	const around = 80
	near := s.plain[max(0, i-around):min(len(s.plain), i+around)]
	for w := range strings.FieldsFuncSeq(near, func(r rune) bool { return !isLetter(byte(r)) }) {
		if counter[folded(w)] {
			return true
		}
	}
	return false
}
