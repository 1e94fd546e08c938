package explore

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// facts says what the catalogue knows of a place that is clean.
func facts(p Place, in lang.Language) string {
	if p.Name == "" {
		return ""
	}
	n := max(0, slices.Index([]lang.Language{lang.Portuguese, lang.English, lang.Spanish}, in))
	what := cmp.Or(kinds[strings.ToLower(p.Type)][n], kinds["brewery"][n])
	s := p.Name + ": " + what
	if p.Address != "" {
		s += [...]string{" em ", " in ", " en "}[n] + strings.TrimRight(p.Address, ".")
	}
	s += "."
	if host := site(p.URL); host != "" {
		s += " " + [...]string{"Site", "Website", "Sitio"}[n] + ": " + host + "."
	}
	return s
}

// kinds are the types of Open Brewery DB in Portuguese, English and Spanish.
var kinds = map[string][3]string{
	"brewery":    {"cervejaria", "brewery", "cervecería"},
	"micro":      {"microcervejaria", "microbrewery", "microcervecería"},
	"nano":       {"nanocervejaria", "nanobrewery", "nanocervecería"},
	"regional":   {"cervejaria regional", "regional brewery", "cervecería regional"},
	"brewpub":    {"brewpub", "brewpub", "brewpub"},
	"large":      {"grande cervejaria", "large brewery", "gran cervecería"},
	"planning":   {"cervejaria em projeto", "brewery being planned", "cervecería en proyecto"},
	"bar":        {"bar de cervejas", "beer bar", "bar de cervezas"},
	"taproom":    {"taproom", "taproom", "taproom"},
	"contract":   {"cervejaria que produz em fábrica de terceiros", "contract brewery", "cervecería por contrato"},
	"proprietor": {"cervejaria em fábrica compartilhada", "alternating proprietor brewery", "cervecería en planta compartida"},
	"beergarden": {"beer garden", "beer garden", "jardín cervecero"},
	"cidery":     {"sidreria", "cidery", "sidrería"},
	"location":   {"casa de uma cervejaria", "location of a brewery", "local de una cervecería"},
	"closed":     {"cervejaria fechada", "closed brewery", "cervecería cerrada"},
}
