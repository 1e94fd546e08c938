package brewery

import (
	"strings"

	"github.com/maitre-dev/maitre/internal/outside/webclient"
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
	*entry
	name        name
	host, phone string
}

func known(b Brewery) *seen {
	return &seen{index(b), parse(b.Name, b.City, b.State), host(b.Website), phoneKey(b.Phone)}
}

func (s *seen) place() string { return s.city + "/" + s.state }

func compare(a, b *seen) Verdict {
	if a.ID != "" && a.ID == b.ID {
		return Same
	}
	apart := a.state != "" && b.state != "" && a.state != b.state || a.city != "" && b.city != "" && a.city != b.city
	here := !apart && a.city != "" && a.city == b.city
	nowhere := !apart && a.city == "" && b.city == ""
	names := compareNames(a.name, b.name)
	proof := a.host != "" && a.host == b.host || a.phone != "" && a.phone == b.phone
	weak, long := a.name.weak || b.name.weak, min(len(a.name.core), len(b.name.core)) > 1
	switch {
	case names == Same && (here || proof), names == Likely && here && proof,
		names == Same && nowhere && !weak: // neither says where: all that is known agrees
		return Same
	case names != Different && (!apart || proof),
		names == Same && !weak && (long || a.state == b.state && (a.host == "" || b.host == "")): // the other branch, or another of that name
		return Likely
	}
	return Different
}

// shared are sites on which each page is somebody else's.
var shared = book.Set("shared")

// host returns the host that is a brewery's own, or "".
func host(site string) string {
	if h := webclient.Host(site); !shared[h] {
		return h
	}
	return ""
}

// phoneKey returns what two spellings of a number have in common: its last
// nine digits, after any prefix of the country or the trunk. "" is too short
// to tell anything, or nobody's: all of one digit.
func phoneKey(phone string) string {
	const enough, most = 8, 9
	d := strings.TrimLeft(digits(cleanPhone(phone)), "0")
	if len(d) < enough || strings.Count(d, d[:1]) == len(d) {
		return ""
	}
	return d[max(0, len(d)-most):]
}

// History is what a guest has had, to tell what is new. It is not changed
// after NewHistory, so it is safe for concurrent use; nil is an empty one.
type History struct {
	all   []*seen
	types map[string]bool
}

// NewHistory returns the history of a guest who had these. Some may be a name
// alone.
func NewHistory(had []Brewery) *History {
	h := &History{types: map[string]bool{}}
	for _, b := range had {
		h.all = append(h.all, known(b))
		if b.Type != "" {
			h.types[b.Type] = true
		}
	}
	return h
}

// Had says whether the guest has had b, and as what. A name alone is enough only if
// the guest had one brewery of that name. If the verdict is Different there is none to
// tell.
func (h *History) Had(b Brewery) (best Verdict, as Brewery) {
	if h == nil {
		return Different, Brewery{}
	}
	s := known(b)
	var named []*seen
	for _, had := range h.all {
		if v := compare(s, had); v > best {
			best, as = v, had.Brewery
		}
		if s.name.key != "" && s.name.key == had.name.key {
			named = append(named, had)
		}
	}
	if len(named) == 1 && !s.name.weak && (s.city == "" || named[0].city == "") && (s.state == named[0].state || s.state == "" || named[0].state == "") {
		return Same, named[0].Brewery
	}
	return best, as
}
