package brewery

import (
	"errors"
	"math"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/outside/webclient"
)

// types are those of Open Brewery DB.
var types = []string{
	"micro", "nano", "regional", "brewpub", "large", "planning", "bar", "contract", "proprietor", "closed", "taproom", "cidery",
	"beergarden", "location",
}

// FromColumns makes a brewery of what Open Brewery DB has in columns of these
// names: id, name, brewery_type, address_1 to address_3, city, state_province,
// postal_code, country, phone, website_url, longitude, latitude. Anybody may
// have written it: texts are cleaned, states and countries are given their one
// name, and what makes no sense is left out. It fails without an id or a name.
func FromColumns(column map[string]string) (Brewery, error) {
	b := Brewery{
		ID:      webclient.Line(column["id"], 64),
		Name:    webclient.Line(repaired(column["name"]), maxName),
		Type:    knownType(column["brewery_type"]),
		Address: address(column),
		City:    webclient.Line(repaired(column["city"]), 80),
		State:   webclient.Line(repaired(first(column, "state_province", "state")), 80),
		Country: webclient.Line(column["country"], 80),
		Phone:   cleanPhone(column["phone"]),
		Website: cleanSite(column["website_url"]),
	}
	if b.ID == "" || strings.ContainsFunc(b.ID, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return b, errors.New("there is no id")
	}
	if key(b.Name) == "" {
		return b, errors.New("there is no name")
	}
	if c, ok := Country(b.Country); ok {
		b.Country = c
	}
	if s, ok := stateIn(b.State, b.Country); ok {
		b.State = s.name
		if b.Country == "" {
			b.Country = s.country
		}
	}
	b.PostalCode = cleanPostal(column["postal_code"], b.Country)
	b.Lat, b.Lon = coordinates(column["latitude"], column["longitude"])
	return b, nil
}

func first(column map[string]string, names ...string) string {
	for _, n := range names {
		if v := column[n]; v != "" {
			return v
		}
	}
	return ""
}

// knownType returns the type as it is stored, or "".
func knownType(text string) string {
	t := key(text)
	if !slices.Contains(types, t) {
		return ""
	}
	return t
}

func address(column map[string]string) string {
	var parts []string
	for _, name := range []string{"address_1", "address_2", "address_3"} {
		if p := webclient.Line(repaired(column[name]), 100); p != "" {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return webclient.Line(repaired(column["street"]), 100)
	}
	return strings.Join(parts, ", ")
}

// cleanPhone returns the digits of the first number in a text, after a plus if
// it has one, or "": "(619) 555-0100 x2" is 6195550100, and so is
// 6195550100.0, as spreadsheets write it.
func cleanPhone(text string) string {
	text = strings.TrimSuffix(strings.TrimSpace(webclient.Line(text, 60)), ".0")
	if i := strings.IndexAny(text, "/;,xXoOeE"); i > 0 { // another, an extension
		text = text[:i]
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789+-(). ", r) }) {
		return ""
	}
	d := digits(strings.ReplaceAll(text, "(0)", "")) // +49 (0)89: the 0 is not dialled
	if len(d) < 5 || len(d) > 15 {
		return ""
	}
	if strings.HasPrefix(strings.TrimLeft(text, "( "), "+") {
		return "+" + d
	}
	return d
}

// cleanSite returns the address of a site as a link is made of it, or "". Of
// http it makes https, which nearly every server speaks by now.
func cleanSite(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > 500 {
		return ""
	}
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.User != nil || u.Port() != "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	h := strings.ToLower(u.Hostname())
	if _, err := netip.ParseAddr(h); err == nil || !strings.Contains(h, ".") || strings.Trim(h, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return ""
	}
	u.Scheme, u.Host = "https", h
	return u.String()
}

// cleanPostal returns a postal code in the form of its country. Spreadsheets
// take the zeros off its head, and leave the dash of a ZIP+4 that has no 4.
func cleanPostal(text, country string) string {
	code := strings.ToUpper(strings.Trim(webclient.Line(text, 16), "- "))
	if strings.ContainsFunc(code, func(r rune) bool { return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- ", r) }) {
		return ""
	}
	length := map[string]int{"United States": 5, "Germany": 5, "Australia": 4, "South Africa": 4}[country]
	if n := len(code); n >= 3 && n < length && digits(code) == code {
		code = strings.Repeat("0", length-n) + code
	}
	if country == "Canada" && len(code) == 6 {
		code = code[:3] + " " + code[3:]
	}
	return code
}

// coordinates reads both or neither.
func coordinates(lat, lon string) (*float64, *float64) {
	y, err := strconv.ParseFloat(strings.TrimSpace(lat), 64)
	x, err2 := strconv.ParseFloat(strings.TrimSpace(lon), 64)
	p := Point{y, x}
	if err != nil || err2 != nil || !p.valid() || y == 0 && x == 0 {
		return nil, nil
	}
	return &p.Lat, &p.Lon
}

func (p Point) valid() bool { return math.Abs(p.Lat) <= 90 && math.Abs(p.Lon) <= 180 } // NaN is not

// cityKey makes spellings of a city equal: St. Louis is Saint Louis, and Nova
// York New York.
func cityKey(city string) string {
	if e, ok := exonyms[key(city)]; ok {
		return key(e)
	}
	return strings.Join(split(city), "")
}
