package scrub

import "strings"

// How near "pix" must be to a random key. Elsewhere such a key is an id.
const (
	pixBefore = 80
	pixAfter  = 40
)

// uuid passes over the UUID at i; near "pix" it is a key.
func (c *scanner) uuid(i int) int {
	const long, short = 36, 32
	said := c.within(c.pix, i, pixBefore)
	end := i
	switch rest := c.s[i:]; {
	case len(rest) >= long && rest[8] == '-' && rest[13] == '-' && rest[18] == '-' && rest[23] == '-' &&
		isHex(rest[:8]) && isHex(rest[9:13]) && isHex(rest[14:18]) && isHex(rest[19:23]) && isHex(rest[24:long]):
		end += long
	case said && len(rest) >= short && isHex(rest[:short]):
		end += short
	}
	if end == i || end < len(c.s) && isAlnum(c.s[end]) {
		return i
	}
	if said || saysPix(c.s[end:min(len(c.s), end+pixAfter)]) {
		c.add(Pix, i, end)
	}
	return end
}

// saysPix reports whether s says "pix", before a number or a mark.
func saysPix(s string) bool {
	for i := 0; i+3 <= len(s) && s[i] != '[' && !isDigit(s[i]); i++ {
		if strings.EqualFold(s[i:i+3], "pix") && (i == 0 || !isLetter(s[i-1])) && (i+3 == len(s) || !isLetter(s[i+3])) {
			return true
		}
	}
	return false
}

// paymentCode finds a PIX payment code to copy and paste at i. It starts with
// its format's version, may have spaces inside, and ends with a checksum; cut
// short, it ends with its token.
func (c *scanner) paymentCode(i int) int {
	const version, domain, sum, longest = "000201", "br.gov.bcb.pix", "6304", 512
	if !strings.HasPrefix(c.s[i:], version) {
		return i
	}
	code := c.s[i:min(len(c.s), i+longest)]
	from := max(strings.Index(code, domain), strings.Index(code, strings.ToUpper(domain)))
	if from < 0 {
		return i
	}
	end := nextBlank(c.s, i, longest)
	for {
		n := strings.Index(code[from:], sum)
		if n < 0 {
			break
		}
		from += n + len(sum)
		if to := from + 4; to <= len(code) && isHex(code[from:to]) && (to == len(code) || !isAlnum(code[to])) {
			end = i + to
			break
		}
	}
	c.add(Pix, i, end)
	return end
}

func isHex(s string) bool {
	return countWhile(s, func(b byte) bool { return isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'f' }, len(s)) == len(s)
}
