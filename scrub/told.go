package scrub

import (
	"strings"
	"unicode/utf8"
)

// link is what joins "senha" to the password, from the weakest on.
type link uint8

const (
	unlinked link = iota
	beside        // "senha hunter2"
	hinted        // "senha e 1234", "a senha? ah, é x1y2"
	passive       // "a senha foi", "ficou": prose may follow as well
	copula        // "a senha é", "the password is"
	colon         // "senha:"
	equals        // "senha=", "senha":
)

var (
	copulas  = set("eh era is es")
	passives = set("foi sera fica ficou continua virou was fue seria sendo tipo")
	// leading are words after which a password may follow with nothing between.
	leading = set(`wifi fi wireless rede red internet net cofre cartao portao porta fechadura alarme cadeado chip para pra to por correta
		certa nova`)
)

// told finds the secret that belongs to a word such as "senha", and returns
// where to go on.
func (c *scanner) told(said mention) int {
	c.toldBefore(said)
	k, end := said.kind, said.end
	if k == pinWord && strings.HasPrefix(c.s[end:], "2 ") {
		end++ // CVV2
	}
	if at, ok := assigned(c.s, said.start, end); ok {
		return c.value(said, at, equals)
	}
	if end == len(c.s) || nameGoesOn(c.s, said.start, end) || k != pinWord && isDigit(c.s[end]) {
		return end
	}
	const mostWords, mostBytes = 9, 72
	lead, ended := true, false // a password may follow at once; a clause has ended
	for at, n := end, 0; n < mostWords; n++ {
		at = skipBlanks(c.s, at)
		if at == len(c.s) || at-end > mostBytes {
			break
		}
		if size := linkSign(c.s, at); size > 0 {
			if c.s[at] == '=' && c.s[at-1] != ' ' {
				break // of another key
			}
			return c.value(said, at+size, colon)
		}
		if b := c.s[at]; strings.IndexByte(",;.!?()", b) >= 0 {
			ended, lead = ended || b != '(', lead && b == '('
			if at++; ended && k == passWord {
				break
			}
			continue
		}
		if lead {
			if to := c.value(said, at, beside); to > 0 {
				return to
			}
		}
		w, next := fold(c.s, at)
		if next == at { // a number or a sign
			if _, to := markAt(c.s, at); to > at || strings.IndexByte("\"`{}<>", c.s[at]) >= 0 {
				break // a string or the like ends
			}
			_, size := utf8.DecodeRuneInString(c.s[at:])
			at += max(size, countWhile(c.s[at:], isDigit, mostBytes))
			lead = false
			continue
		}
		l := w.link(c.s[at:next])
		if l == copula && ended {
			l = hinted
		}
		if l != unlinked {
			if to := c.value(said, next, l); to > 0 || l != hinted {
				return to
			}
		}
		lead = !ended && w.in(leading) || k == pinWord && w.in(numeral)
		at = skipAny(c.s, next, "-", 1) // wi-fi
	}
	return end
}

// toldBefore finds the secret in "4821 é o PIN", before the word.
func (c *scanner) toldBefore(said mention) {
	const longest = 64
	from := max(0, said.start-longest)
	end, linked := said.start, false
	for range 5 {
		end = from + len(strings.TrimRight(c.s[from:end], " "))
		start := from + strings.LastIndexByte(c.s[from:end], ' ') + 1
		if linked {
			token := strings.Trim(c.s[start:end], `"'“‘()”’,`)
			start += strings.Index(c.s[start:end], token)
			f, n := formOf(token)
			code := f == strong || f == number && n >= 4 && n <= 8
			if code && start >= c.last && (start > from || from == 0) && !strings.ContainsAny(token, "[]") {
				c.add(said.kind.secret(), start, start+len(token))
			}
			return
		}
		w, to := fold(c.s[:end], start)
		linked = w.link(c.s[start:to]) == copula || w.is("as") || w.is("como")
		if to < end || !linked && !w.in(linking) {
			return
		}
		end = start
	}
}

// secret is the type of what is told after the word.
func (k kind) secret() Type {
	switch k {
	case pinWord:
		return PIN
	case secretWord:
		return Secret
	default:
		return Password
	}
}

// assigned returns where the value starts of a key from i to end: senha=x,
// "senha": "x", DB_PASSWORD: x.
func assigned(s string, i, end int) (at int, ok bool) {
	at = skipAny(s, end, "\"'`\\]", 3)
	key := at > end || i > 1 && strings.IndexByte("_-.", s[i-1]) >= 0 && s[i-2] != ' ' || camel(s[i:end])
	at = skipBlanks(s, at)
	switch rest := s[at:]; {
	case strings.HasPrefix(rest, "=>"), strings.HasPrefix(rest, ":="):
		return at + 2, true
	default:
		return at + 1, strings.HasPrefix(rest, "=") || key && strings.HasPrefix(rest, ":")
	}
}

// nameGoesOn reports whether the word from i to end is the start of a longer
// name, password_reset_url, or is only quoted: type="password".
func nameGoesOn(s string, i, end int) bool {
	sign := s[end]
	next := end+1 < len(s) && isLetter(s[end+1])
	return sign == '_' || sign == '@' || next && strings.IndexByte("-./", sign) >= 0 ||
		strings.IndexByte("\"'`", sign) >= 0 && i > 0 && s[i-1] == sign
}

// linkSign returns the size of a sign at i that introduces a value.
func linkSign(s string, i int) int {
	for _, sign := range []string{":", "=>", "=", "->", "→", "➡", "- ", "– ", "— "} {
		if strings.HasPrefix(s[i:], sign) {
			return len(sign)
		}
	}
	return 0
}

// link tells how a word joins a password to what it is the password of. Written
// without its accent, "é" may also be "and".
func (w *folded) link(raw string) link {
	switch {
	case w.is("e") && (raw == "e" || raw == "E"):
		return hinted
	case w.is("e"), w.in(copulas):
		return copula
	case w.in(passives):
		return passive
	default:
		return unlinked
	}
}
