package websearch

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/lang"
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
	if webclient.Host(p.URL) != "" && len(p.URL) <= maxURL {
		c.URL = strings.TrimSpace(p.URL)
	}
	return c
}

// key is what the summary of a place is kept under: spelt otherwise it is the same one, in
// another town or with another site it is not.
func (p Place) key(in lang.Language) string {
	name, where := lang.Fold(p.Name), lang.Fold(p.Address)
	return strings.Join([]string{cmp.Or(name, p.Name), webclient.Host(p.URL), cmp.Or(where, p.Address), string(in)}, "|")
}

// facts says what the catalogue knows of a place that is clean.
func facts(p Place, in lang.Language) string {
	if p.Name == "" {
		return ""
	}
	w := &texts.In(in).Beer
	kind := cmp.Or(w.Kinds[strings.ToLower(p.Type)], w.Kinds["brewery"])
	s := fmt.Sprintf(w.Fact, p.Name, kind)
	if p.Address != "" {
		s = fmt.Sprintf(w.FactAt, p.Name, kind, strings.TrimRight(p.Address, "."))
	}
	if host := webclient.Host(p.URL); host != "" {
		s += " " + fmt.Sprintf(w.Site, host)
	}
	return s
}
