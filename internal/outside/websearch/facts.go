package websearch

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

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
	if host := site(p.URL); host != "" {
		s += " " + fmt.Sprintf(w.Site, host)
	}
	return s
}
