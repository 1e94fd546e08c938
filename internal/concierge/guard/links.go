package guard

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

var (
	markdown = pattern.Of(`!?\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)`)
	address  = pattern.Of(`(?i)(?:\bhttps?://|\bwww\.|\b[\w.+-]+@)[^\s)>\]*"]+|(?-i:\b[a-zA-Z0-9-]{2,}(?:\.[a-z0-9-]{2,})*\.[a-z]{2,}/[^\s)>\]*"]*)|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|app|info|br|ar|uk|beer|menu|site|shop|example|xyz|top|link|click|online|store|dev|co|me|ly|es|mx|pt)\b(?:/[^\s)>\]*"]*)?`)
	markup   = pattern.Of("(?s)```.*?(?:```|$)|</?[a-zA-Z][^<>\n]*>|<!--.*?-->|`[^`\n]+`|\\{\\s*\"[^}]*\\}|&[a-z]+;|javascript:")
	internal = pattern.Of(`[a-z0-9]+(?:-[a-z0-9]+){2,}|\b(?:[A-Za-z]\w*_\w*\d\w*|[0-9a-f]{8}(?:-[0-9a-f]{4,12})+)\b`)
	opaque   = pattern.Of(`^[0-9a-f]{8}-`)
	bracket  = pattern.Of(`(?i)\s?[\[({]\s*(id\s*[:=#]?\s*)?([\w.:-]+)\s*[\])}]`)
)

// Addresses returns the addresses of the web in a text.
func Addresses(text string) []string { return address().FindAllString(text, -1) }

// links looks for addresses, markup, code and ids.
func (c *checker) links(v *findings) {
	s, end := v.raw, 0
	told := func(what string) bool {
		what = strings.TrimRight(what, ".,;:!?'…")
		return what != "" && slices.ContainsFunc(c.Texts, func(t string) bool { return strings.Contains(t, what) })
	}
	for _, m := range markdown().FindAllStringSubmatchIndex(s, -1) {
		url, words := s[m[4]:m[5]], s[m[2]:m[3]]
		if s[m[0]] == '!' { // of a picture
			words = ""
		}
		if words == "" || !told(url) || !address().MatchString(url) {
			v.add(Link, m[0], m[1], cmp.Or(words, " "), "the link %q was not returned by a tool", url)
		}
		end = m[1]
	}
	for _, m := range address().FindAllStringIndex(s, -1) {
		if m[0] >= end && !told(s[m[0]:m[1]]) {
			v.add(Link, m[0], m[1], "", "the address %q was not returned by a tool", s[m[0]:m[1]])
		}
	}
	for _, m := range markup().FindAllStringIndex(s, -1) {
		if !told(s[m[0]:m[1]]) {
			v.add(Link, m[0], m[1], " ", "write plain text: no markup and no code such as %q", s[m[0]:m[1]])
		}
	}
	c.ids(v)
}

// ids looks for ids: in brackets, in the place of a name, or nobody's.
func (c *checker) ids(v *findings) {
	s := v.raw
	thing := func(id string) int {
		return slices.IndexFunc(c.Things, func(t Thing) bool {
			return t.ID == id && (!strings.Contains(t.Name, id) || strings.ContainsAny(id, "-_"))
		})
	}
	for _, m := range bracket().FindAllStringSubmatchIndex(s, -1) {
		id := s[m[4]:m[5]]
		shaped := (m[2] >= 0 || strings.ContainsAny(s[m[0]:m[4]], "[{")) && strings.ContainsAny(id, "-_0123456789") && (m[1] >= len(s) || s[m[1]] != '(')
		if strings.ContainsFunc(id, unicode.IsLetter) && (shaped || thing(id) >= 0) {
			v.add(ID, m[0], m[1], "", "leave out the id %q", id)
		}
	}
	for _, m := range internal().FindAllStringIndex(s, -1) {
		id := s[m[0]:m[1]]
		if m[0] > 0 && strings.ContainsRune("[({/=", rune(s[m[0]-1])) || strings.Contains(c.Asked, id) {
			continue
		}
		if i := thing(id); i >= 0 && strings.Count(id, "-") > 1 {
			v.add(ID, m[0], m[1], c.Things[i].Name, "write %q, not the id", c.Things[i].Name)
		} else if i < 0 && strings.ContainsAny(id, "0123456789") && (strings.Contains(id, "_") || opaque().MatchString(id)) {
			v.add(ID, m[0], m[1], "", "leave out the id %q", id)
		}
	}
}
