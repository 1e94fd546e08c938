package scrub

import "strings"

// apiKey is a kind of key known by its first letters; at least so many
// characters follow them.
type apiKey struct {
	prefix string
	least  int
}

// apiKeys has them by their first letter.
var apiKeys = func() (by ['z' + 1][]apiKey) {
	for _, k := range []apiKey{
		{"sk-", 16},                                  // OpenAI and those who followed it: sk-proj-, sk-ant-
		{"AIza", 30}, {"ya29.", 16}, {"GOCSPX-", 16}, // Google
		{"AKIA", 16}, {"ASIA", 16}, // Amazon
		{"ghp_", 20}, {"gho_", 20}, {"ghu_", 20}, {"ghs_", 20}, {"ghr_", 20}, {"github_pat_", 20}, {"glpat-", 16}, // Git hosts
		{"xoxb-", 10}, {"xoxp-", 10}, {"xoxa-", 10}, {"xoxs-", 10}, {"xoxe-", 10}, {"xapp-", 10}, // Slack
		{"sk_live_", 10}, {"sk_test_", 10}, {"pk_live_", 10}, {"pk_test_", 10}, {"rk_live_", 10}, {"whsec_", 16}, {"APP_USR-", 20}, // payments
		{"gsk_", 20}, {"hf_", 16}, {"xai-", 20}, {"pplx-", 20}, {"nvapi-", 20}, {"r8_", 20}, {"tvly-", 16}, // models
		{"SG.", 20}, {"npm_", 20}, {"pypi-", 20}, {"shpat_", 20}, {"dop_v1_", 20}, // mail, packages, shops, hosts
		{"mtr_", 20}, // our own access tokens
	} {
		by[k.prefix[0]] = append(by[k.prefix[0]], k)
	}
	return by
}()

// secretKey finds the API key, the JWT or the second half of an Amazon key at i.
func (c *scanner) secretKey(i int) int {
	t, end := c.keyAt(i)
	if end == i && c.within(c.key, i, numberReach) {
		const half = 40
		if n := countWhile(c.s[i:], base64Byte, half+1); n == half && camel(c.s[i:i+n]) && hasDigit(c.s[i:i+n]) {
			t, end = Token, i+n
		}
	}
	if end > i {
		c.add(t, i, end)
	}
	return end
}

// keyAt returns what kind of key starts at i and its end, or i.
func (c *scanner) keyAt(i int) (Type, int) {
	if r, _ := c.before(i); r < 0x80 && (keyByte(byte(r)) || r == '.') {
		return "", i // inside another token
	}
	if c.s[i] == 'e' {
		return JWT, jwt(c.s, i)
	}
	for _, k := range apiKeys[min(c.s[i], 'z')] {
		if !strings.HasPrefix(c.s[i:], k.prefix) {
			continue
		}
		rest := c.s[i+len(k.prefix):]
		n := countWhile(rest, keyByte, len(rest))
		if strings.HasSuffix(k.prefix, ".") { // has more dots
			n = countWhile(rest, func(b byte) bool { return keyByte(b) || b == '.' }, len(rest))
			n = len(strings.TrimRight(rest[:n], "."))
		}
		if n >= k.least && (hasDigit(rest[:n]) || camel(rest[:n])) {
			return Token, i + len(k.prefix) + n
		}
	}
	return "", i
}

// jwt returns the end of the JSON Web Token at i, or i: parts in base64, the
// first of which opens a JSON object.
func jwt(s string, i int) int {
	if !strings.HasPrefix(s[i:], "eyJ") {
		return i
	}
	end := i + countWhile(s[i:], func(b byte) bool { return keyByte(b) || b == '.' }, len(s))
	token := strings.TrimRight(s[i:end], ".")
	if len(token) < 20 || !strings.Contains(token, ".") {
		return i
	}
	return i + len(token)
}

// bearer finds what follows "Bearer" or "Basic" at i.
func (c *scanner) bearer(i int) int {
	from := skipAny(c.s, i, " ", 3)
	if from == i || from == len(c.s) {
		return i
	}
	if _, end := c.keyAt(from); end > from {
		return i // has a name of its own
	}
	n := countWhile(c.s[from:], func(b byte) bool { return base64Byte(b) || keyByte(b) || strings.IndexByte(".=~", b) >= 0 }, len(c.s))
	token := strings.TrimRight(c.s[from:from+n], ".")
	if len(token) < 8 || !hasDigit(token) && (len(token) < 12 || !camel(token)) {
		return i
	}
	c.add(Token, from, from+len(token))
	return from + len(token)
}

// pem finds a PEM block at i, with its last line or without.
func (c *scanner) pem(i int) int {
	const begin, finish, dashes = "-----BEGIN ", "-----END ", "-----"
	const longest, longestLine = 8 << 10, 80
	block := c.s[i:min(len(c.s), i+longest)]
	if !strings.HasPrefix(block, begin) {
		return i
	}
	head := strings.Index(block[len(begin):min(len(block), longestLine)], dashes)
	if head < 0 {
		return i
	}
	end := len(begin) + head + len(dashes)
	if n := strings.Index(block, finish); n >= 0 {
		end = n + len(finish)
		if m := strings.Index(block[end:min(len(block), end+longestLine)], dashes); m >= 0 {
			end += m + len(dashes)
		}
	} else {
		end += base64Lines(c.s[i+end:])
	}
	c.add(PEM, i, i+end)
	return i + end
}

// base64Lines returns how much of s is the body of a PEM block: pieces of
// base64 between line breaks, which a log may have written as \n.
func base64Lines(s string) int {
	end := 0
	for i := 0; ; {
		i = skipAny(s, i, " \r\n\t", len(s))
		for strings.HasPrefix(s[i:], `\n`) {
			i += len(`\n`)
		}
		n := countWhile(s[i:], func(b byte) bool { return base64Byte(b) || b == '=' }, len(s))
		if n < 16 && !strings.ContainsAny(s[i:i+n], "0123456789+/=") {
			return end
		}
		i += n
		end = i
	}
}

// credentials finds user:password after the :// at i.
func (c *scanner) credentials(i int) int {
	const longestUser = 20
	if !strings.HasPrefix(c.s[i:], "://") || i == 0 || !isAlnum(c.s[i-1]) {
		return i
	}
	from := i + len("://")
	authority := c.s[from:] // to its end, however far: the next :// has a slash, so all of them are read once
	if n := strings.IndexAny(authority, " \t\r\n/?#\"'<>"); n >= 0 {
		authority = authority[:n]
	}
	n := strings.LastIndexByte(authority, '@')
	if _, mark := markAt(c.s, from); n <= 0 || mark > from {
		return i
	}
	// A long user with no password is a token.
	if colon := strings.IndexByte(authority[:n], ':'); colon == n-1 || colon < 0 && n <= longestUser {
		return i
	}
	c.add(Credentials, from, from+n)
	return from + n + len("@")
}

func keyByte(b byte) bool    { return isAlnum(b) || b == '-' || b == '_' }
func base64Byte(b byte) bool { return isAlnum(b) || b == '/' || b == '+' }
func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
