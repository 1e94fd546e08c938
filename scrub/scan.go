package scrub

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner reads a text once, from left to right. At each word, number or sign
// it asks whether a finding starts there; if not, it remembers what the word
// says about the numbers to come. It looks ahead and behind by a bounded number
// of bytes, so that time stays linear.
type scanner struct {
	s     string
	found []Finding

	// gone counts the bytes of findings and of marks so far. Distances leave
	// them out, so that they are the same in a text and in its clean copy.
	gone int
	last int // the end of the last finding or mark: a new token starts there

	label    mention // the last word that names a kind of number: "CPF", "celular"
	used     bool    // the label's number was found
	other    mention // the last word that names a number to keep: "pedido", "CEP"
	weak     bool    // other may only describe the label: "CPF da reserva"
	pix      mention // the last "pix"
	key      mention // the last API key that was found
	password mention // the last password
	partner  mention // the last word that means more beside another: "código", "API"
	small    mention // the last preposition

	run    run // the number at hand
	joined int // where the next group is of a run that was looked at as a whole
	kept   int // the end of a run that is an order's or the like
}

// mention is a word that was read, or a finding.
type mention struct {
	kind       kind
	start, end int
	at         int // end, without what was gone by then
}

func scan(s string) []Finding {
	c := scanner{s: s}
	for i := 0; i < len(s); {
		b := s[i]
		switch {
		case isLetter(b):
			i = c.word(i)
		case isDigit(b):
			i = c.number(i)
		case b < utf8.RuneSelf:
			i = c.sign(i)
		default:
			i = c.rune(i)
		}
	}
	return c.found
}

func (c *scanner) rune(i int) int {
	r, size := utf8.DecodeRuneInString(c.s[i:])
	switch {
	case r == '＠':
		return max(c.email(i, i+size), i+size)
	case unicode.IsLetter(r):
		return c.word(i)
	case unicode.IsDigit(r):
		return c.number(i)
	default:
		return i + size
	}
}

func (c *scanner) sign(i int) int {
	end := i
	switch c.s[i] {
	case '@':
		end = c.email(i, i+1)
	case '[':
		end = c.mark(i)
	case '-':
		end = c.pem(i)
	case ':':
		end = c.credentials(i)
	case '#':
		c.other, c.weak = c.mention(otherWord, i, i+1), false
	}
	return max(end, i+1)
}

// word reads the word at i and returns where to go on.
func (c *scanner) word(i int) int {
	if end := c.opaque(i); end > i {
		return end
	}
	w, end := fold(c.s, i)
	said := c.mention(w.kind(c.s[i:end]), i, end)
	if pairs[said.kind] {
		with := c.partner
		c.partner = said
		if both := cmp.Or(together[[2]kind{with.kind, said.kind}], together[[2]kind{said.kind, with.kind}]); both != noWord && i-with.end <= maxPairGap {
			said.kind, said.start = both, with.start
		}
	}
	switch said.kind {
	case smallWord:
		c.small = said
	case otherWord, codeWord:
		c.other = said
		c.weak = c.small.end > 0 && skipBlanks(c.s, c.small.end) == i
	case pixWord:
		c.pix = said
	case cpfWord, cnpjWord, rgWord, cnhWord, ssnWord, documentWord, cardWord, phoneWord:
		c.label, c.used = said, false
	case passwordWord, passWord, pinWord, secretWord:
		return max(end, c.told(said))
	case newWord: // "a senha era x1, a nova é y2"
		if c.within(c.password, i, numberReach) {
			said.kind = passwordWord
			return max(end, c.told(said))
		}
	case atWord:
		return max(end, c.spelledEmail(i, end))
	case bearerWord:
		return max(end, c.bearer(end))
	}
	return end
}

// maxPairGap is how far apart the two words of "código de la puerta" may be.
const maxPairGap = 10

// number reads the number at i and returns where to go on: after what was
// found, or at the end of its first group of digits.
func (c *scanner) number(i int) int {
	if end := c.opaque(i); end > i {
		return end
	}
	r := &c.run
	r.collect(c.s, i, false)
	if r.k == 0 || c.fraction(r) { // too long for anything, or a part of something else
		return skipDigits(c.s, i)
	}
	if g := c.amount(r); g > 0 {
		return r.groups[g-1].end
	}
	if i != c.joined {
		if end := longCode(c.s, i); end > i {
			return end
		}
	}
	m, ok := c.identify(r)
	if !ok || !m.sure && c.surerWithin(r, m.end) {
		c.joined = r.groups[min(1, r.k-1)].start
		return r.groups[0].end
	}
	c.add(m.kind, m.start, m.end)
	if m.kind == Card {
		return c.afterCard(m.end)
	}
	return m.end
}

// opaque finds what is known by its own form, if a token starts at i.
func (c *scanner) opaque(i int) int {
	if r, _ := c.before(i); unicode.IsLetter(r) || unicode.IsDigit(r) {
		return i
	}
	if end := c.secretKey(i); end > i {
		return end
	}
	if end := c.uuid(i); end > i {
		return end
	}
	if end := c.paymentCode(i); end > i {
		return end
	}
	return c.letteredCNPJ(i)
}

// mark passes over a mark, which says what its finding would have said.
func (c *scanner) mark(i int) int {
	t, end := markAt(c.s, i)
	if end == i {
		return i
	}
	c.gone += end - i
	c.note(t, i, end)
	if t == Card {
		return c.afterCard(end)
	}
	return end
}

// add records a finding. What it overlaps becomes a part of it.
func (c *scanner) add(t Type, start, end int) {
	for n := len(c.found); n > 0 && c.found[n-1].End > start; n-- {
		last := c.found[n-1]
		start, end = min(start, last.Start), max(end, last.End)
		c.gone -= last.End - last.Start
		c.found = c.found[:n-1]
	}
	c.found = append(c.found, Finding{t, start, end, t.Sensitivity()})
	c.gone += end - start
	c.note(t, start, end)
}

// note remembers what follows from a finding, or from its mark.
func (c *scanner) note(t Type, start, end int) {
	c.last = end
	switch t {
	case CPF, CNPJ, RG, CNH, SSN:
		c.used = true
	case Token:
		c.key = c.mention(secretWord, start, end)
	case Password:
		c.password = c.mention(passwordWord, start, end)
	case Phone: // another may follow at once: "… ou 3456-7890"
		c.label = c.mention(phoneWord, start, end)
		c.label.at -= numberReach - nextPhone
	}
}

// nextPhone is how soon one phone number follows another.
const nextPhone = 16

func (c *scanner) mention(k kind, start, end int) mention {
	return mention{kind: k, start: start, end: end, at: end - c.gone}
}

// within reports whether m was said at most reach bytes before i.
func (c *scanner) within(m mention, i, reach int) bool {
	return m.end > 0 && i-c.gone-m.at <= reach
}

// before returns the character that ends at i, in ASCII if it is full-width.
// Nothing is before what follows a finding.
func (c *scanner) before(i int) (rune, int) {
	if i == c.last {
		return utf8.RuneError, 0
	}
	r, size := utf8.DecodeLastRuneInString(c.s[:i])
	return narrow(r), size
}

// markAt returns the type of the mark at i and its end, or i.
func markAt(s string, i int) (Type, int) {
	if i < len(s) && s[i] == '[' {
		n := strings.IndexByte(s[i:min(len(s), i+len("[CREDENTIALS]"))], ']')
		switch t := Type(s[i+1 : max(i+n, i+1)]); t {
		case CPF, CNPJ, RG, CNH, SSN, Card, Pix, Phone, Email, Password, PIN, Token, JWT, PEM, Credentials, Secret:
			return t, i + n + 1
		}
	}
	return "", i
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
func isDigit(b byte) bool  { return '0' <= b && b <= '9' }
func isAlnum(b byte) bool  { return isLetter(b) || isDigit(b) }
