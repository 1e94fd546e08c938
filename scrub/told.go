package scrub

import (
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
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
	assigned = pattern.Of("^(?:[\"'`\\\\\\]]{0,3}\\s*(?:=>|:=|=)|[\"'`\\\\\\]]{1,3}\\s*:)") // senha=x, "senha": "x"
	nameEnds = pattern.Of("^\\s*:")                                                         // DB_PASSWORD: x, userToken: x
	goesOn   = pattern.Of(`^(?:[_@]|[-./][A-Za-z])`)                                        // password_reset_url
	linkSign = pattern.Of(`^(?::|=>|=|->|\x02|- )`)
	textEnds = pattern.Of("^[\"`{}<>]|^\\[(?:PASSWORD|PIN|SECRET|TOKEN|JWT|PEM|CARD)\\]") // as a string does
)

// told finds the secret that belongs to a word such as "senha", and returns
// where to go on.
func (s *scanner) told(said mention) int {
	s.toldBefore(said)
	p, end := s.plain, said.end
	if said.kind == pinWord && strings.HasPrefix(p[end:], "2 ") {
		end++ // CVV2
	}
	before := byteAt(p, said.start-1)
	partOfName := strings.IndexByte("_-.", before) >= 0 && byteAt(p, said.start-2) > ' ' || isCamel(p[said.start:end])
	if sign := assigned().FindString(p[end:]); sign != "" {
		return max(end, s.value(said, end+len(sign), equals))
	} else if sign = nameEnds().FindString(p[end:]); sign != "" && partOfName {
		return max(end, s.value(said, end+len(sign), equals))
	}
	quoted := strings.IndexByte("\"'`", before) >= 0 && byteAt(p, end) == before // type="password"
	if quoted || goesOn().MatchString(p[end:]) || said.kind != pinWord && isDigit(byteAt(p, end)) {
		return end
	}
	return max(end, s.toldIn(said, end))
}

// toldIn looks for the secret in the words from i on. It returns its end, or 0.
func (s *scanner) toldIn(said mention, i int) int {
	const mostWords, mostBytes = 9, 72
	p := s.plain
	lead, ended := true, false // a password may follow at once; a clause has ended
	for at, n := i, 0; n < mostWords; n++ {
		if at = skip(p, at, " \n", mostBytes); at == len(p) || at-i > mostBytes {
			return 0
		}
		if sign := linkSign().FindString(p[at:]); sign != "" {
			if sign == "=" && p[at-1] != ' ' {
				return 0 // of another key
			}
			return s.value(said, at+len(sign), colon)
		}
		if b := p[at]; strings.IndexByte(",;.!?()", b) >= 0 {
			at++
			if ended, lead = ended || b != '(', lead && b == '('; ended && said.kind == passWord {
				return 0
			}
			continue
		}
		if lead {
			if to := s.value(said, at, beside); to > 0 {
				return to
			}
		}
		next := wordEnd(p, at)
		if next == at && textEnds().MatchString(p[at:]) {
			return 0
		} else if next == at { // a number or a sign
			at, lead = max(at+1, digitsEnd(p, at)), false
			continue
		}
		w, l := folded(p[at:next]), s.link(at, next)
		if ended {
			l = min(l, hinted)
		}
		if l != unlinked {
			if to := s.value(said, next, l); to > 0 || l != hinted {
				return to
			}
		}
		lead = !ended && leading[w] || said.kind == pinWord && numeral[w]
		at = skip(p, next, "-", 1) // wi-fi
	}
	return 0
}

// link tells how a word joins a password to what it is the password of. Written
// without its accent, "é" may also be "and".
func (s *scanner) link(i, end int) link {
	switch w := folded(s.plain[i:end]); {
	case w == "e" && !s.accented(i):
		return hinted
	case w == "e", copulas[w]:
		return copula
	case passives[w]:
		return passive
	}
	return unlinked
}

var before = pattern.Of(`(?:^|\s)(\S+) +([A-Za-z]+)((?: +[A-Za-z]+){0,3}) *$`)

// toldBefore finds the secret in "4821 é o PIN", before the word.
func (s *scanner) toldBefore(said mention) {
	const most = 64
	from := max(0, said.start-most)
	m := before().FindStringSubmatchIndex(s.plain[from:said.start])
	if m == nil || from > 0 && m[2] == 0 {
		return
	}
	w := folded(s.plain[from+m[4] : from+m[5]])
	joins := s.link(from+m[4], from+m[5]) == copula || w == "as" || w == "como"
	for w := range strings.FieldsSeq(s.plain[from+m[6] : from+m[7]]) {
		joins = joins && linking[folded(w)]
	}
	token := strings.Trim(s.plain[from+m[2]:from+m[3]], `"'(),`)
	f, n := formOf(token)
	if joins && (f == strong || f == figures && n >= 4 && n <= 8) && !strings.ContainsAny(token, "[]") {
		start := from + m[2] + strings.Index(s.plain[from+m[2]:], token)
		s.add(said.kind.secret(), start, start+len(token))
	}
}

// secret is the type of what is told after the word.
func (k kind) secret() Type {
	switch k { //nolint:exhaustive // the others tell passwords
	case pinWord:
		return PIN
	case secretWord:
		return Secret
	}
	return Password
}

// value finds the secret that said announces and that starts at or soon after
// at. It returns the secret's end, or 0.
func (s *scanner) value(said mention, at int, l link) int {
	at, l = skipFillers(s.plain, at, l)
	start, end, quoted := bounds(s.plain, at, l)
	if _, mark := markAt(s.plain, start); start == end || mark > start {
		return 0
	}
	v := s.plain[start:end]
	if !s.isSecret(said, v, l, quoted, start) {
		return 0
	}
	if halves := halved().FindString(s.plain[start:]); said.kind == pinWord && halves != "" {
		end = start + len(halves)
	}
	t := said.kind.secret()
	if l == equals && t == Password {
		t = Secret
	}
	s.add(t, start, end)
	return end
}

// halved matches a code that is written in two halves.
var halved = pattern.Of(`^(?:\d{3} \d{3}|\d{4} \d{4}|\d\d \d\d)\b`)

// skipFillers passes over what may stand between a link and its value: "é a
// seguinte: x", "é essa aqui: x". After an article comes prose more often than
// a password.
func skipFillers(p string, at int, l link) (int, link) {
	for range 4 {
		at = skip(p, at, " \n", len(p))
		if l == beside || l == equals {
			break
		}
		if sign := linkSign().FindString(p[at:]); sign != "" {
			at, l = at+len(sign), colon
			continue
		}
		end := wordEnd(p, at)
		if !fillers[folded(p[at:end])] || strings.IndexByte(" :\n", byteAt(p, end)) < 0 {
			break
		}
		at, l = end, min(l, hinted)
	}
	return at, l
}

var (
	inQuotes = pattern.Of("^\\\\{0,2}(?:\\\\\"([^\"\\\\\\n]{1,128})\\\\\"|\"((?:[^\"\\\\\\n]|\\\\.){1,128})\"|'([^'\\n]{1,128})'|`([^`\\n]{1,128})`)")
	unquoted = pattern.Of("^[\\\\\"'`(]*([^\\s<\"\\[]*(?:\\[[^A-Z\\s<\"][^\\s<\"\\[]*)*)")
)

// nextPair matches where the value of key=value ends.
var nextPair = pattern.Of("[\"'`]|[&,;][\\w-]+[=:]")

// bounds returns where the value at i starts and ends, without its quotes or
// the punctuation of the sentence.
func bounds(p string, i int, l link) (start, end int, quoted bool) {
	if m := inQuotes().FindStringSubmatchIndex(p[i:]); m != nil {
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				return i + m[g], i + m[g+1], true
			}
		}
	}
	m := unquoted().FindStringSubmatchIndex(p[i:])
	v := p[i+m[2] : i+m[3]]
	if next := nextPair().FindStringIndex(v); l == equals && next != nil {
		v = v[:next[0]]
	}
	return i + m[2], i + m[2] + len(strings.TrimRight(v, ".,;:?)]}>'`\\")), false
}
