package brewery

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
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
	line := func(most int, names ...string) string { // the first that is not empty
		for _, name := range names {
			if v := webclient.Line(repaired(column[name]), most); v != "" {
				return v
			}
		}
		return ""
	}
	address := slices.DeleteFunc([]string{line(100, "address_1", "street"), line(100, "address_2"), line(100, "address_3")}, func(s string) bool { return s == "" })
	b := Brewery{
		ID: line(64, "id"), Name: line(maxName, "name"), Type: knownType(column["brewery_type"]), Address: strings.Join(address, ", "),
		City: line(80, "city"), State: line(80, "state_province", "state"), Country: line(80, "country"),
		Phone: cleanPhone(column["phone"]), Website: webclient.Site(column["website_url"]),
	}
	if b.ID == "" || strings.ContainsFunc(b.ID, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return b, errors.New("there is no id")
	}
	if key(b.Name) == "" {
		return b, errors.New("there is no name")
	}
	b.State, b.Country = located(b.State, b.Country)
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

// cleanPostal returns a postal code in capitals. Spreadsheets take the zeros off its head, and leave
// the dash of a ZIP+4 that has no 4.
func cleanPostal(text, country string) string {
	code := strings.ToUpper(strings.Trim(webclient.Line(text, 16), "- "))
	if strings.ContainsFunc(code, func(r rune) bool { return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- ", r) }) {
		return ""
	}
	if country == "United States" && len(code) >= 3 && digits(code) == code {
		return fmt.Sprintf("%05s", code)
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
