package brewery

import (
	"net/url"
	"slices"
	"strings"
)

// Verdict says whether two breweries are one.
type Verdict int

// The verdicts. Branches of one house are the same: who drank its beer in one
// knows it in the other.
const (
	Different Verdict = iota
	Likely            // they may be; ask, or leave it for last
	Same
)

// String returns the verdict in a word, for logs.
func (v Verdict) String() string { return [...]string{"different", "likely", "same"}[v] }

// MarshalText implements encoding.TextMarshaler.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Compare says whether a and b are one brewery, by their ids, by the host of
// their sites and their phones, and by name and city. A name alone is enough
// only if neither says where it is. It does not matter which is a.
func Compare(a, b Brewery) Verdict { return compare(known(a), known(b)) }

// seen is a brewery with what it is known by.
type seen struct {
	Brewery
	name  name
	host  string
	phone string
	city  string
	state string
}

func known(b Brewery) *seen {
	country, _ := Country(b.Country)
	s := b.State
	if in, ok := stateIn(b.State, country); ok {
		s = in.name
	}
	return &seen{b, parse(b.Name, b.City, s), host(b.Website), phoneKey(b.Phone), cityKey(b.City), key(s)}
}

// where says how two breweries lie to each other.
type where int

const (
	unknown where = iota
	here          // in one city
	apart
)

func places(a, b *seen) where {
	switch {
	case a.state != "" && b.state != "" && a.state != b.state:
		return apart
	case a.city == "" || b.city == "":
		return unknown
	case a.city != b.city:
		return apart
	}
	return here
}

func compare(a, b *seen) Verdict {
	if a.ID != "" && a.ID == b.ID {
		return Same
	}
	at, names := places(a, b), compareNames(a.name, b.name)
	site := a.host != "" && a.host == b.host
	phone := a.phone != "" && a.phone == b.phone
	weak, long := a.name.weak || b.name.weak, min(len(a.name.core), len(b.name.core)) > 1
	switch {
	case names == Same && (at == here || site || phone):
		return Same
	case names == Same && at == unknown:
		if a.city == b.city && !weak { // neither says: all that is known agrees
			return Same
		}
		return Likely
	case names == Same && !weak && (long || a.state == b.state && (a.host == "" || b.host == "")):
		return Likely // the other branch, or another of that name
	case names == Likely && at == here && (site || phone):
		return Same
	case names == Likely && (at != apart || site || phone):
		return Likely
	case (site || phone && at != apart) && related(a.name, b.name), site && phone && at == here && (a.own() || b.own()):
		return Likely // one house under two names, or two under one roof
	}
	return Different
}

// related reports whether two names share a word that tells something, or one
// begins as the other does. Brands that are brewed under one roof have its
// phone and its site, but not its name.
func related(a, b name) bool {
	const enough = 4 // letters
	return slices.ContainsFunc(a.core, func(w string) bool {
		return len(w) >= enough && !generic(w) && !articles[w] && slices.Contains(b.core, w)
	}) || min(len(a.key), len(b.key)) >= enough && (strings.HasPrefix(a.key, b.key) || strings.HasPrefix(b.key, a.key))
}

// own reports whether the site is called as the brewery is.
func (s *seen) own() bool {
	return len(s.name.key) >= 4 && strings.Contains(strings.ReplaceAll(s.host, "-", ""), s.name.key)
}

// shared are sites on which each page is somebody else's.
var shared = book.Set("shared")

// host returns the host that is a brewery's own, or "".
func host(site string) string {
	if site == "" {
		return ""
	}
	if !strings.Contains(site, "://") {
		site = "https://" + site
	}
	u, err := url.Parse(site)
	if err != nil {
		return ""
	}
	h := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if !strings.Contains(h, ".") || shared[h] {
		return ""
	}
	return h
}

// phoneKey returns what two spellings of a number have in common: its last
// nine digits, after any prefix of the country or the trunk. "" is too short
// to tell anything, or nobody's: all of one digit.
func phoneKey(phone string) string {
	const enough, most = 8, 9
	d := digits(cleanPhone(phone))
	d = strings.TrimLeft(d, "0")
	if len(d) < enough || strings.Count(d, d[:1]) == len(d) {
		return ""
	}
	return d[max(0, len(d)-most):]
}
