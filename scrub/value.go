package scrub

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// form is what a value looks like.
type form uint8

const (
	nothing form = iota // a mask, a placeholder, a price, a time, an address
	number              // digits
	ticket              // A045
	word                // letters: prose, or a password nobody should use
	strong              // what is no word of any language
)

// value finds the secret that said announces and that starts at or soon after
// at. It returns the secret's end, or 0.
func (c *scanner) value(said mention, at int, l link) int {
	at, l = skipFillers(c.s, at, l)
	start, end, quoted := bounds(c.s, at, l)
	if start == end || c.hasBetterName(start, end) {
		return 0
	}
	v := c.s[start:end]
	f, n := formOf(v)
	var ok bool
	switch k := said.kind; {
	case k == pinWord:
		ok = f == number && n >= 3 && n <= 8 || l >= copula && (f == strong || f == ticket) && len(v) <= 16
		if ok && f == number {
			end = secondHalf(c.s, end, n)
		}
	case k == secretWord:
		ok = l >= passive && f == strong && len(v) >= 8 || f == number && n >= 6 && n <= 8 ||
			l == equals && f != nothing && len(v) >= 4 && !denied(v)
	case k == passWord:
		year := f == number && n == 4 && (v[:2] == "19" || v[:2] == "20")
		ok = l >= copula && (f == strong || f == number && n >= 4 && !year) || l >= colon && f == word && c.lone(start, end)
	case f == number:
		ok = (n >= 4 || n == 3 && l >= copula) && (n > 4 || l == equals || !c.atCounter(said.start))
	case f == ticket:
		ok = l >= copula && !c.atCounter(said.start)
	case f == strong:
		ok = l > beside || len(v) >= 4 && strings.IndexByte(v, '=') < 0
	case f == word && (quoted || l == equals):
		ok = l != hinted && !denied(v)
	case f == word:
		ok = l >= copula && c.lone(start, end)
	}
	if !ok {
		return 0
	}
	if !quoted && len(v) >= maxProbe {
		end = nextBlank(c.s, end, len(c.s))
	}
	t := said.kind.secret()
	if l == equals && t == Password {
		t = Secret
	}
	c.add(t, start, end)
	return end
}

// hasBetterName reports whether the value is a mark, an API key, a PEM block or
// the start of a card's number or a document's.
func (c *scanner) hasBetterName(start, end int) bool {
	if _, to := markAt(c.s, start); to > start || strings.HasPrefix(c.s[start:], "-----BEGIN ") {
		return true
	}
	if _, to := c.keyAt(start); to > start {
		return true
	}
	var r run
	if r.collect(c.s, start, false); r.k < 2 {
		return false
	}
	m, ok := c.identify(&r)
	return ok && m.end > end
}

var fillers = set("a o la el the essa esse esta este this seguinte following siguiente aqui agora now ahora assim so apenas")

// skipFillers passes over what may stand between a link and its value: "é a
// seguinte: x", "é essa aqui: x". After an article comes prose more often than
// a password.
func skipFillers(s string, at int, l link) (int, link) {
	for range 4 {
		at = skipBlanks(s, at)
		if l == beside || l == equals {
			break
		}
		if size := linkSign(s, at); size > 0 {
			at, l = at+size, colon
			continue
		}
		w, end := fold(s, at)
		if !w.in(fillers) || end == len(s) || strings.IndexByte(" :\n", s[end]) < 0 {
			break
		}
		at, l = end, min(l, hinted)
	}
	return at, l
}

// maxProbe is how many bytes of a value tell what it is.
const maxProbe = 128

// bounds returns where the value at i starts and ends, without its quotes or
// the punctuation of the sentence.
func bounds(s string, i int, l link) (start, end int, quoted bool) {
	if l == equals {
		i = skipAny(s, i, `\`, 2)
	}
	if from, to := quotation(s, i); to > 0 {
		return from, to, true
	}
	i = skipAny(s, i, "\"'`(", maxProbe)
	end = nextBlank(s, i, maxProbe)
	if n := strings.IndexAny(s[i:end], "<\""); n > 0 { // markup, or the string it is in ends
		end = i + n
	}
	if l == equals {
		end = i + endOfPair(s[i:end])
	}
	return i, i + len(strings.TrimRight(s[i:end], ".,;:?)]}>\"'`”’»…\\")), false
}

// quotation returns what is inside the quotes that open at i; to is 0 when none
// do, or when they do not close soon.
func quotation(s string, i int) (from, to int) {
	const opening, closing = "\"'`“‘«", "\"'`”’»"
	r, size := utf8.DecodeRuneInString(s[i:])
	n := strings.IndexRune(opening, r)
	if n < 0 || r == utf8.RuneError {
		return 0, 0
	}
	quote, _ := utf8.DecodeRuneInString(closing[n:])
	from = i + size
	escaped := i > 0 && s[i-1] == '\\' // the quotes are themselves quoted
	for to = from; to < len(s) && to-from < maxProbe && s[to] != '\n'; to += size {
		r, size = utf8.DecodeRuneInString(s[to:])
		if r == quote {
			return from, to
		}
		if r == '\\' && to+1 < len(s) {
			if escaped && s[to+1] == s[i] {
				return from, to
			}
			size++
		}
	}
	return 0, 0
}

// endOfPair returns where the value s of key=value ends: before the next pair.
func endOfPair(s string) int {
	for i := range len(s) {
		switch s[i] {
		case '"', '\'', '`':
			return i
		case '&', ',', ';':
			n := i + 1 + countWhile(s[i+1:], keyByte, len(s))
			if n > i+1 && n < len(s) && (s[n] == '=' || s[n] == ':') {
				return i
			}
		}
	}
	return len(s)
}

// secondHalf returns the end of a code whose first n digits end at end: it may
// be written in two halves, 482 913.
func secondHalf(s string, end, n int) int {
	if n > 4 || !strings.HasPrefix(s[end:], " ") {
		return end
	}
	half := end + 1 + countWhile(s[end+1:], isDigit, n+1)
	if half-end-1 != n || half < len(s) && (isLetter(s[half]) || s[half] == '/') {
		return end
	}
	return half
}

// formOf tells what a value looks like, and how many digits a number has.
func formOf(v string) (form, int) {
	if strings.Trim(v, "*•●.xX-_…#?") == "" || strings.Contains(v, "://") || strings.HasPrefix(v, "R$") ||
		strings.IndexByte("{<%", v[0]) >= 0 || strings.HasPrefix(v, "$") && strings.ContainsAny(v, "{(") {
		return nothing, 0 // ****, a URL, a price, ${SENHA}, <senha>, %s
	}
	var digits, letters, stops, symbols int
	for _, r := range v {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r) || unicode.Is(unicode.Mn, r):
			letters++
		case strings.ContainsRune("./:,", r):
			stops++
		case !strings.ContainsRune("-'’", r): // which words have inside
			symbols++
		}
	}
	switch {
	case letters == 0 && digits > 0 && symbols+stops == 0:
		return number, digits
	case letters == 0 && (stops > 0 || digits == 0 || strings.HasSuffix(v, "%")):
		return nothing, 0 // 14:30, 12/10, 9,90, 100%
	case digits == 0 && symbols == 0 && stops > 0:
		return nothing, 0 // e/ou, bar.com
	case digits == 0 && (symbols == 0 || symbols == 1 && strings.HasSuffix(v, "!")) && !camel(v):
		return word, 0
	case digits > 0 && digits <= 4 && letters <= 2 && symbols+stops == 0 && isLetter(v[0]):
		return ticket, digits
	case isDigit(v[0]) && letters > 0 && letters <= 3 && len(v) <= 5:
		return nothing, 0 // 500ml, 18h30, 2ª
	default:
		return strong, 0
	}
}

// lone reports whether the word from start to end is said to be the password:
// it is not what is said of passwords ("fraca"), and the clause ends there.
func (c *scanner) lone(start, end int) bool {
	const short, ahead = 3, 24
	if end-start < short || denied(c.s[start:end]) {
		return false
	}
	rest := strings.TrimLeft(c.s[end:min(len(c.s), end+ahead)], `"'`+"`”’»)!")
	next := strings.TrimLeft(rest, " ")
	if next == "" || strings.IndexByte(".,;\r\n", rest[0]) >= 0 || strings.IndexByte("\n-/|(", next[0]) >= 0 {
		return !strings.HasPrefix(next, "->")
	}
	w, n := fold(next, 0)
	return w.in(closers) || n == 0 && next[0] >= utf8.RuneSelf // an emoji
}

// closers may follow a password that is a word.
var closers = set("e y and mas but ok obrigado obrigada obg valeu thanks gracias login usuario user tudo ta viu ne")

// denied reports whether v is said of passwords, or is no word by itself.
func denied(v string) bool {
	w, end := fold(v, 0)
	if end < len(v) && strings.IndexByte("- !", v[end]) < 0 {
		return false
	}
	if w.in(prose) {
		return true
	}
	for _, ending := range strings.Fields("vel veis oria orio ada ado ida ido adas ados mente issima tica trica ronica siva tiva able ible ed ing") {
		if w.n > len(ending)+2 && strings.HasSuffix(string(w.b[:w.n]), ending) {
			return true
		}
	}
	return false
}

// atCounter reports whether the words around i speak of a queue.
func (c *scanner) atCounter(i int) bool {
	const around = 80
	end := min(len(c.s), i+around)
	for at := max(0, i-around); at < end; {
		w, next, _ := step(c.s, at)
		if w.in(counter) {
			return true
		}
		at = next
	}
	return false
}
