package brewery

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
		Name:    text(column, maxName, "name"),
		Type:    knownType(column["brewery_type"]),
		Address: address(column),
		City:    text(column, 80, "city"),
		State:   text(column, 80, "state_province", "state"),
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

// knownType returns the type as it is stored, or "".
func knownType(text string) string {
	if t := key(text); slices.Contains(types, t) {
		return t
	}
	return ""
}

// text returns the first of some columns that is not empty, on a line.
func text(column map[string]string, most int, names ...string) string {
	for _, name := range names {
		if v := webclient.Line(repaired(column[name]), most); v != "" {
			return v
		}
	}
	return ""
}

func address(column map[string]string) string {
	parts := []string{text(column, 100, "address_1"), text(column, 100, "address_2"), text(column, 100, "address_3")}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return cmp.Or(strings.Join(parts, ", "), text(column, 100, "street"))
}

// repaired undoes UTF-8 that was read as Latin-1: MÃ¼ller is Müller.
func repaired(s string) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xff {
			return s
		}
		b = append(b, byte(r))
	}
	if !strings.ContainsAny(s, "ÃÂâ") || !utf8.Valid(b) {
		return s
	}
	return string(b)
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

// columns are what people call the columns of FromColumns: "cidade" is city.
var columns = spellings("column ")

// Columns returns the columns of a row under the names that FromColumns knows,
// whatever a person called them: "Cidade" is city. What nobody knows is left
// out; a column under its own name goes before one under another. Only Brazil
// has UF and CEP.
func Columns(row map[string]string) map[string]string {
	known := map[string]string{}
	for name, value := range row {
		column := columns[key(name)]
		if _, twice := known[column]; column != "" && (!twice || name == column) {
			known[column] = value
		}
	}
	if known["country"] == "" && (row["uf"] != "" || row["cep"] != "") {
		known["country"] = "Brazil"
	}
	return known
}

// OwnID is an id for a brewery of a list that has none: the same name in the
// same place has the same.
func OwnID(column map[string]string) string {
	if key(column["name"]) == "" {
		return ""
	}
	of := strings.Join([]string{key(column["name"]), key(column["city"]), key(column["state_province"])}, "\n")
	return fmt.Sprintf("own-%.6x", sha256.Sum256([]byte(of)))
}
