package websearch

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/semcache"
)

// Place is what the catalogue knows of a brewery; Name is required. Its fields
// are the arguments of get_website_summary. As a model may have written them,
// they are cleaned and cut before anything is made of them.
type Place struct {
	Name    string `json:"name" jsonschema:"the brewery's name"`
	URL     string `json:"url,omitempty" jsonschema:"its website, if known"`
	Type    string `json:"type,omitempty" jsonschema:"its type, such as micro or brewpub"`
	Address string `json:"address,omitempty" jsonschema:"street, town and state, as far as known"`
}

// The longest of each in the catalogue of Open Brewery DB is less than half.
const (
	maxName = 200 // characters
	maxURL  = 300
)

// unavailable is how document 000 writes what is not known.
const unavailable = "unavailable"

func (p Place) clean() Place {
	text := func(s string) string {
		if s = cut(plain(s), maxName); strings.EqualFold(s, unavailable) {
			return ""
		}
		return s
	}
	c := Place{Name: text(p.Name), Type: text(p.Type), Address: text(p.Address)}
	if site(p.URL) != "" && len(p.URL) <= maxURL {
		c.URL = strings.TrimSpace(p.URL)
	}
	return c
}

// site returns the host of a website, without www; "" for what is none.
func site(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || !strings.Contains(u.Hostname(), ".") {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	if strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return ""
	}
	return strings.TrimPrefix(host, "www.")
}

// question is what the summary of a place is kept under.
func question(p Place, in lang.Language) semcache.Question {
	name, where := lang.Fold(p.Name), lang.Fold(p.Address)
	return semcache.Question{
		Key: strings.Join([]string{cmp.Or(name, p.Name), site(p.URL), cmp.Or(where, p.Address), string(in)}, "|"),
		// In capitals the language is one of the words that must be the same.
		Text: strings.Join([]string{p.Name, p.Address, strings.ToUpper(string(in))}, ", "),
	}
}

// same reports whether two descriptions are surely of one place: the site is
// the same and one leaves out words that the other has, or the address is the
// same and nothing speaks against the site.
func (p Place) same(q Place) bool {
	if !within(p.Name, q.Name) {
		return false
	}
	a, b := site(p.URL), site(q.URL)
	if a != "" && a == b {
		return (p.Address == "") == (q.Address == "") && within(p.Address, q.Address)
	}
	return (a == "" || b == "") && p.Address != "" && slices.Equal(words(p.Address), words(q.Address))
}

// within reports whether one text has all the words of the other.
func within(s, t string) bool {
	a, b := words(s), words(t)
	if len(a) > len(b) {
		a, b = b, a
	}
	return !slices.ContainsFunc(a, func(w string) bool { return !slices.Contains(b, w) })
}

// words returns the words of a text in order of the alphabet, each once.
func words(s string) []string {
	ws := strings.Fields(lang.Fold(s))
	slices.Sort(ws)
	return slices.Compact(ws)
}
