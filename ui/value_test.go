package ui_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

func TestMoneyIsWrittenAsPeopleDo(t *testing.T) {
	for _, tt := range []struct {
		amount     int64
		currency   string
		pt, en, es string
	}{
		{123456, "BRL", "R$ 1.234,56", "R$1,234.56", "R$ 1.234,56"},
		{123456, "USD", "US$ 1.234,56", "$1,234.56", "US$ 1.234,56"},
		{123456, "JPY", "¥ 123.456", "¥123,456", "¥ 123.456"},
		{123456, "CLF", "CLF 12,3456", "CLF 12.3456", "CLF 12,3456"},
		{99999, "GBP", "£ 999,99", "£999.99", "£ 999,99"},
		{math.MinInt64, "BRL", "-R$ 92.233.720.368.547.758,08", "-R$92,233,720,368,547,758.08", "-R$ 92.233.720.368.547.758,08"},
	} {
		m := ui.Money{Amount: tt.amount, Currency: tt.currency}
		for language, want := range map[lang.Language]string{lang.Portuguese: tt.pt, lang.English: tt.en, lang.Spanish: tt.es, "": tt.pt} {
			if got := m.Text(language); got != want {
				t.Errorf("%+v.Text(%q) = %q, want %q", m, language, got, want)
			}
		}
	}
}

func TestParseURL(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want ui.URL // "" when it fails
	}{
		"as it is":                {"https://example.org/a%2Fb?q=1&r=%20#f", "https://example.org/a%2Fb?q=1&r=%20#f"},
		"typed":                   {" HTTPS://example.org/São Paulo \n", "https://example.org/S%C3%A3o%20Paulo"},
		"a port and no path":      {"https://example.org:8443", "https://example.org:8443"},
		"an override in the path": {"https://example.org/\u202egnp", "https://example.org/%E2%80%AEgnp"},
		"a tag in the path":       {"https://example.org/<b>", "https://example.org/%3Cb%3E"},
		"a tag in the query":      {"https://example.org/?q=<b>", ""},
		"a backslash":             {`https://example.org?\@evil.example`, ""},
		"a host in letters that look like others": {"https://еxample.org", ""},
		"http":          {"http://example.org", ""},
		"no scheme":     {"example.org", ""},
		"no host":       {"https:///a", ""},
		"only a port":   {"https://:443/", ""},
		"opaque":        {"https:example.org", ""},
		"a script":      {"javascript:alert(1)//https://", ""},
		"data":          {"data:text/html,<b>", ""},
		"a user":        {"https://example.org@evil.example", ""},
		"an empty user": {"https://@example.org", ""},
		"a control":     {"https://example.org/\x00", ""},
		"a line break":  {"https://example.org/\na", ""},
		"2,048 bytes":   {"https://a/" + strings.Repeat("a", 2038), ui.URL("https://a/" + strings.Repeat("a", 2038))},
		"2,049 bytes":   {"https://a/" + strings.Repeat("a", 2039), ""},
		"nothing":       {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ui.ParseURL(tt.text)
			if got != tt.want || (err == nil) != (tt.want != "") {
				t.Fatalf("ParseURL(%q) = %q, %v; want %q", tt.text, got, err, tt.want)
			}
			if err != nil {
				return
			}
			raw, _ := json.Marshal(got)
			var back ui.URL
			if err := json.Unmarshal(raw, &back); err != nil || back != got {
				t.Errorf("read back it is %q, %v; want %q", back, err, got)
			}
		})
	}
}

func TestADateIsADayWhereItIs(t *testing.T) {
	saoPaulo := time.FixedZone("BRT", -3*60*60)
	if got, want := ui.DateOf(time.Date(2026, 3, 10, 23, 30, 0, 0, saoPaulo)), ui.Date("2026-03-10"); got != want {
		t.Errorf("DateOf = %q, want %q", got, want)
	}
	for text, valid := range map[string]bool{
		`"2028-02-29"`: true, `"2027-02-29"`: false, `"2026-3-1"`: false, `"2026-03-01T00:00:00Z"`: false, `""`: false, `20260301`: false,
	} {
		var d ui.Date
		if err := json.Unmarshal([]byte(text), &d); (err == nil) != valid {
			t.Errorf("%s: %q, %v; want a date: %v", text, d, err, valid)
		}
	}
}
