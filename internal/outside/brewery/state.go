package brewery

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// State returns the name that is stored for a state or province, and its
// country, by any of its names or its code: "ca", "CA" and "Califórnia" are
// California, United States. Names are compared whole: Virginia is not within
// West Virginia. Of two states with one name or code the better known is meant.
func State(text string) (name, country string, ok bool) {
	s, ok := first(statesIn(text, ""))
	return s.name, s.country, ok
}

// States returns the names of all states that are called so, the better known
// first: PR is in the United States and in Brazil.
func States(text string) (names []string) {
	for _, s := range statesIn(text, "") {
		if !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	return names
}

// BrazilianState returns the state of Brazil of a name, a code or what is from there:
// "SC" and "catarinenses" are Santa Catarina.
func BrazilianState(text string) (name string, ok bool) {
	s, ok := first(slices.Concat(statesIn(text, "Brazil"), statesIn(strings.TrimSuffix(text, "s"), "Brazil")))
	return s.name, ok
}

// Country returns the name that is stored for a country, by any of its names
// or its code: "EUA" is United States.
func Country(text string) (name string, ok bool) {
	name, ok = shipped().countries[key(text)]
	return name, ok
}

type state struct{ name, country string }

func first(all []state) (s state, ok bool) {
	if len(all) > 0 {
		return all[0], true
	}
	return s, false
}

// statesIn returns the states of a name in a country, or in any if it is "".
func statesIn(text, country string) (all []state) {
	for _, name := range []string{key(text), key(bare(text))} {
		for _, s := range shipped().states[name] {
			if country == "" || s.country == country {
				all = append(all, s)
			}
		}
	}
	return all
}

// located returns the names that are stored for a state and a country, and the country that a known state is in.
func located(state, country string) (string, string) {
	if c, ok := Country(country); ok {
		country = c
	}
	if s, ok := first(statesIn(state, country)); ok {
		return s.name, cmp.Or(country, s.country)
	}
	return state, country
}

var around = pattern.Of(`^(?:estado d[eao]|state of|provincia de|province of|county|co) | (?:state|province|county)$`)

// bare takes off what says no more than that it is a state: "estado da
// Califórnia", "New York State".
func bare(text string) string { return around().ReplaceAllString(lang.Fold(text), "") }

// key makes spellings equal: New York, new_york and NEW-YORK are one, and so
// are D.C. and DC.
func key(text string) string { return strings.ReplaceAll(lang.Fold(text), " ", "") }

// atlas has the countries by all their names, and the states, those of one name in the order of the file.
type atlas struct {
	countries map[string]string
	states    map[string][]state
}

//go:embed states.txt
var statesText string

var shipped = sync.OnceValue(func() atlas {
	a := atlas{map[string]string{}, map[string][]state{}}
	country := ""
	for what, names := range wordfile.Entries(statesText) {
		for part := range strings.SplitSeq(names, "|") {
			all := wordfile.List(part)
			if what == "country" {
				country = all[0]
			}
			for _, n := range all {
				s, k := state{all[0], country}, key(n)
				if what == "country" {
					a.countries[k] = country
				} else if !slices.Contains(a.states[k], s) {
					a.states[k] = append(a.states[k], s)
				}
			}
		}
	}
	return a
})
