package brewery_test

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
)

func TestStatesGoByManyNames(t *testing.T) {
	for text, want := range map[string][2]string{
		"CA":                 {"California", "United States"},
		"new_york":           {"New York", "United States"},
		"Nova Iorque":        {"New York", "United States"},
		"New York State":     {"New York", "United States"},
		"Washington":         {"Washington", "United States"},
		"Washington, D.C.":   {"District of Columbia", "United States"},
		"Virgínia":           {"Virginia", "United States"},
		"Virgínia Ocidental": {"West Virginia", "United States"},
		"kansas":             {"Kansas", "United States"},
		"Carolina do Norte":  {"North Carolina", "United States"},
		"MIssouri":           {"Missouri", "United States"},
		"Havaí":              {"Hawaii", "United States"},
		"Colúmbia Britânica": {"British Columbia", "Canada"},
		"québec":             {"Quebec", "Canada"},
		"SP":                 {"São Paulo", "Brazil"},
		"sao paulo":          {"São Paulo", "Brazil"},
		"SC":                 {"South Carolina", "United States"}, // Santa Catarina must say Brasil
		"Santa Catarina":     {"Santa Catarina", "Brazil"},
		"Jalisco":            {"Jalisco", "Mexico"},
		"East Sussex":        {"East Sussex", "England"},
		"County Cork":        {"Cork", "Ireland"},
		"Baviera":            {"Bayern", "Germany"},
		"virg":               {"", ""},
	} {
		name, country, ok := brewery.State(text)
		if name != want[0] || country != want[1] || ok != (want[0] != "") {
			t.Errorf("State(%q) = %q, %q, %t, want %q", text, name, country, ok, want)
		}
	}
}

func TestAllStatesOfTheUnionAreKnownByTheirCodes(t *testing.T) {
	const codes = "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC"
	names := map[string]bool{}
	for i := 0; i < len(codes); i += 3 {
		code := codes[i : i+2]
		name, country, ok := brewery.State(code)
		if !ok || country != "United States" {
			t.Errorf("State(%q) = %q, %q, %t", code, name, country, ok)
		}
		names[name] = true
	}
	if len(names) != 51 {
		t.Errorf("%d different states, want 51", len(names))
	}
}

func TestCountriesGoByManyNames(t *testing.T) {
	for text, want := range map[string]string{
		"EUA": "United States", "usa": "United States", "Estados Unidos": "United States", "Alemanha": "Germany", "Brasil": "Brazil",
		"Inglaterra": "England", "Reino Unido": "England", "Escócia": "Scotland", "Coreia do Sul": "South Korea", "Atlantis": "", "": "",
	} {
		if got, ok := brewery.Country(text); got != want || ok != (want != "") {
			t.Errorf("Country(%q) = %q, %t, want %q", text, got, ok, want)
		}
	}
}
