package overpass

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/ui"
)

// tag returns the first value of the first of some tags that has one, as a
// clean line.
func (e element) tag(most int, names ...string) string {
	for _, name := range names {
		value, _, _ := strings.Cut(e.Tags[name], ";")
		if value = webclient.Line(value, most); value != "" {
			return value
		}
	}
	return ""
}

// number reads a small number, such as the stars of "4S"; 0 is none.
func (e element) number(name string, most int) int {
	value := e.tag(10, name)
	end := strings.IndexFunc(value, func(r rune) bool { return r < '0' || r > '9' })
	if end >= 0 {
		value = value[:end]
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return 0
	}
	return n
}

func (e element) address() string {
	if full := e.tag(150, "addr:full"); full != "" {
		return full
	}
	street := e.tag(80, "addr:street", "addr:place")
	if street == "" {
		return ""
	}
	parts := []string{street, e.tag(20, "addr:housenumber"), e.tag(60, "addr:suburb"), e.tag(60, "addr:city")}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// phone returns a number that can be dialled, or none: no other text is to
// stand where a guest looks for one.
func (e element) phone() string {
	phone, digits := e.tag(40, "phone", "contact:phone", "contact:mobile"), 0
	for _, r := range phone {
		switch {
		case '0' <= r && r <= '9':
			digits++
		case !strings.ContainsRune("+-()./ ", r):
			return ""
		}
	}
	if digits < 5 || digits > 18 {
		return ""
	}
	return phone
}

// site returns the place's own site, or none. Of http it makes https, which
// nearly every server speaks by now; not where a port says that it is another
// server. An address of a single machine is no place's site.
func (e element) site() ui.URL {
	for _, name := range []string{"website", "contact:website"} {
		if site := site(e.Tags[name]); site != "" {
			return site
		}
	}
	return ""
}

func site(tag string) ui.URL {
	raw, _, _ := strings.Cut(strings.TrimSpace(tag), ";")
	if strings.HasPrefix(strings.ToLower(raw), "www.") {
		raw = "https://" + raw
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Port() != "" || !strings.Contains(u.Hostname(), ".") {
		return ""
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		return ""
	}
	u.Scheme = "https"
	site, err := ui.ParseURL(u.String())
	if err != nil {
		return ""
	}
	return site
}

// known are the diets that maitre asks for, by their tag diet:*.
var known = []string{"vegan", "vegetarian", "pescetarian", "gluten_free", "lactose_free", "halal", "kosher"}

// diets returns those that somebody says the place caters for, and those that
// it does not. What is limited is neither.
func (e element) diets() (has, lacks []string) {
	for _, diet := range known {
		says := e.Tags["diet:"+diet]
		if diet == "vegetarian" && slices.Contains(has, "vegan") && says == "" {
			says = "yes"
		}
		if diet == "vegan" && e.Tags["diet:vegetarian"] == "no" && says == "" {
			says = "no"
		}
		cuisines := strings.Split(strings.ToLower(e.Tags["cuisine"]), ";")
		switch {
		case says == "yes", says == "only", says == "" && slices.Contains(cuisines, diet):
			has = append(has, diet)
		case says == "no":
			lacks = append(lacks, diet)
		}
	}
	return has, lacks
}
