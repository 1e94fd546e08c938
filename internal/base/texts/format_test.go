package texts_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

func TestListsReadAsInASentence(t *testing.T) {
	for _, tt := range []struct {
		language     lang.Language
		names        string
		list, either string
	}{
		{lang.Portuguese, "", "", ""},
		{lang.Portuguese, "a b", "a e b", "a ou b"},
		{lang.English, "a b c", "a, b and c", "a, b or c"},
		{lang.Spanish, "a b c", "a, b y c", "a, b o c"},
		{lang.Spanish, "agujas hilo", "agujas e hilo", "agujas o hilo"},
		{lang.Spanish, "siete ocho", "siete y ocho", "siete u ocho"},
	} {
		w, names := texts.In(tt.language), strings.Fields(tt.names)
		if got := w.List(names); got != tt.list {
			t.Errorf("%s: List(%q) = %q, want %q", tt.language, names, got, tt.list)
		}
		if got := w.Either(names); got != tt.either {
			t.Errorf("%s: Either(%q) = %q, want %q", tt.language, names, got, tt.either)
		}
	}
}

func TestDaysSayNothingTwice(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		want     [3]string
	}{
		{"2027-03-10", "2027-03-15", [3]string{"de 10 a 15 de março de 2027", "March 10 to 15, 2027", "del 10 al 15 de marzo de 2027"}},
		{"2027-03-28", "2027-04-02", [3]string{"de 28 de março a 2 de abril de 2027", "March 28 to April 2, 2027", "del 28 de marzo al 2 de abril de 2027"}},
		{
			"2026-12-28", "2027-01-03",
			[3]string{"de 28 de dezembro de 2026 a 3 de janeiro de 2027", "December 28, 2026 to January 3, 2027", "del 28 de diciembre de 2026 al 3 de enero de 2027"},
		},
	} {
		for i, w := range texts.All() {
			if got := w.Days(day(t, tt.from), day(t, tt.to)); got != tt.want[i] {
				t.Errorf("%s: Days(%s, %s) = %q, want %q", w.Language, tt.from, tt.to, got, tt.want[i])
			}
		}
	}
}

func TestDaysInATableAreShort(t *testing.T) {
	for l, want := range map[lang.Language]string{lang.Portuguese: "05/03/2027 03/2027", lang.English: "2027-03-05 2027-03", lang.Spanish: "05/03/2027 03/2027"} {
		w, on := texts.In(l), day(t, "2027-03-05")
		if got := w.Day(on) + " " + w.Month(on); got != want {
			t.Errorf("%s: Day and Month = %q, want %q", l, got, want)
		}
	}
}

func day(t *testing.T, s string) time.Time {
	t.Helper()
	on, err := time.Parse(time.DateOnly, s)
	if err != nil {
		t.Fatal(err)
	}
	return on
}

func TestCountsAgreeWithTheirNouns(t *testing.T) {
	for n, want := range map[int]string{0: "0 noites", 1: "1 noite", 2: "2 noites", 1200: "1.200 noites"} {
		w := texts.In(lang.Portuguese)
		if got := w.Count(n, w.House.Nights); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestNumbersAreWrittenAsPeopleDo(t *testing.T) {
	for _, tt := range []struct {
		v        float64
		unit     string
		language lang.Language
		want     string
	}{
		{0, "", "", "0"},
		{1234567, "R$", lang.Portuguese, "R$ 1.234.567"},
		{1234.56, "$", lang.English, "$1,235"},
		{-12.5, "R$", lang.Portuguese, "-R$ 12,5"},
		{-12.345, "%", lang.Spanish, "-12,35%"},
		{0.05, "kg", lang.English, "0.05 kg"},
		{1e300, "", lang.Portuguese, "1e300"},
		{math.NaN(), "", "", "–"},
	} {
		if got := texts.In(tt.language).Amount(tt.v, tt.unit); got != tt.want {
			t.Errorf("%s: Amount(%v, %q) = %q, want %q", tt.language, tt.v, tt.unit, got, tt.want)
		}
	}
}

func TestMoneyIsWrittenAsPeopleDo(t *testing.T) {
	for _, tt := range []struct {
		minor    int64
		currency string
		want     [3]string
	}{
		{6400, "BRL", [3]string{"R$ 64,00", "R$64.00", "R$ 64,00"}},
		{-123456789, "USD", [3]string{"-US$ 1.234.567,89", "-$1,234,567.89", "-US$ 1.234.567,89"}},
		{1050, "JPY", [3]string{"¥ 1.050", "¥1,050", "¥ 1.050"}},
		{-5, "BRL", [3]string{"-R$ 0,05", "-R$0.05", "-R$ 0,05"}},
		{0, "JPY", [3]string{"¥ 0", "¥0", "¥ 0"}},
		{123456, "ARS", [3]string{"ARS 1.234,56", "ARS 1,234.56", "ARS 1.234,56"}},
		{5, "KWD", [3]string{"KWD 0,005", "KWD 0.005", "KWD 0,005"}},
		{math.MinInt64, "EUR", [3]string{"-€ 92.233.720.368.547.758,08", "-€92,233,720,368,547,758.08", "-€ 92.233.720.368.547.758,08"}},
	} {
		for i, w := range texts.All() {
			if got := w.Money(tt.minor, tt.currency); got != tt.want[i] {
				t.Errorf("%s: Money(%d, %s) = %q, want %q", w.Language, tt.minor, tt.currency, got, tt.want[i])
			}
		}
	}
}
