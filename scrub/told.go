package scrub

import (
	"slices"
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
	step     = pattern.Of("[A-Za-z]+-?|:|=>|->|\x02|=|- |[,;.!?)]|[\"`{}<>]|\\[(?:PASSWORD|PIN|SECRET|TOKEN|JWT|PEM|CARD)\\]|\\[[A-Z]+\\]|[^\\s(]")
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
	const mostSteps, mostBytes = 16, 72
	p, ended := s.plain, false // a clause has ended
	if at := skip(p, i, " \n(", 4); strings.IndexByte(":=\x02", byteAt(p, at)) < 0 && !strings.HasPrefix(p[at:], "->") {
		if to := s.value(said, at, beside); to > 0 {
			return to
		}
	}
	for _, at := range step().FindAllStringIndex(p[i:min(len(p), i+mostBytes)], mostSteps) {
		start, end := i+at[0], i+at[1]
		switch b := p[start]; {
		case isLetter(b):
			w := folded(strings.TrimSuffix(p[start:end], "-")) // wi-fi
			l := s.link(w, start)
			if ended {
				l = min(l, hinted)
			}
			if l == unlinked && !ended && (leading[w] || said.kind == pinWord && numeral[w]) {
				l = beside
			}
			if to := s.value(said, end, l); to > 0 || l > hinted {
				return to
			}
		case b == '=' && p[start:end] == "=" && p[start-1] != ' ': // of another key
			return 0
		case strings.IndexByte(":=-\x02", b) >= 0 && (b != '-' || end-start == 2):
			return s.value(said, end, colon)
		case strings.IndexByte(",;.!?)", b) >= 0:
			if ended = true; said.kind == passWord {
				return 0
			}
		case strings.IndexByte("\"`{}<>", b) >= 0, b == '[' && end-start > 1 && !isAccount(p[start:end]): // a string or the like ends
			return 0
		}
	}
	return 0
}

// isAccount reports whether a mark names whom a password is of.
func isAccount(mark string) bool {
	return slices.Contains([]string{Email.Mark(), Phone.Mark(), CPF.Mark(), CNPJ.Mark(), RG.Mark(), CNH.Mark()}, mark)
}

// link tells how a word joins a password to what it is the password of. Written
// without its accent, "é" may also be "and".
func (s *scanner) link(w string, i int) link {
	switch {
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
	joins := s.link(w, from+m[4]) == copula || w == "as" || w == "como"
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
	if l == unlinked {
		return 0
	}
	at = skip(s.plain, at, " \n", len(s.plain))
	// After an article comes prose more often than a password: "é a seguinte: x", "é essa aqui: x".
	if between := fillers().FindString(s.plain[at:]); l != beside && l != equals && between != "" {
		at += len(between)
		if l = min(l, hinted); strings.ContainsAny(between, ":=->\x02") {
			l = colon
		}
	}
	start, end, quoted := bounds(s.plain, at, l)
	if _, mark := markAt(s.plain, start); start == end || mark > start || !s.isSecret(said, s.plain[start:end], l, quoted, start) {
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

// fillers matches what may stand between a link and its value.
var fillers = pattern.Of(`^(?:(?::|=>|->|=|\x02|- )\s*|` + oneOf("filler") + `(?:[ \n]\s*|:\s*)){1,4}`)

// halved matches a code that is written in two halves.
var halved = pattern.Of(`^(?:\d{3} \d{3}|\d{4} \d{4}|\d\d \d\d)\b`)

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
