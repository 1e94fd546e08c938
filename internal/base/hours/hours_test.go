package hours_test

import (
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/base/hours"
)

func at(t *testing.T, s string) time.Time {
	t.Helper()
	day, err := time.Parse("2006-01-02 15:04", s)
	if err != nil {
		t.Fatal(err)
	}
	return day
}

func TestWhenAHouseIsOpen(t *testing.T) {
	const bistro = "Tu-Su 12:00-15:00,19:00-23:00; PH off"
	for _, tt := range []struct {
		hours, now string
		open       bool
		change     string
	}{
		{bistro, "2026-11-17 14:30", true, "2026-11-17 15:00"},
		{bistro, "2026-11-17 15:00", false, "2026-11-17 19:00"},
		{bistro, "2026-11-16 13:00", false, "2026-11-17 12:00"}, // a Monday
		{bistro, "2026-11-20 13:00", false, "2026-11-21 12:00"}, // a holiday
		{bistro, "2026-04-03 13:00", false, "2026-04-04 12:00"}, // Good Friday
		{"Fr,Sa 18:00-02:00", "2026-11-22 01:15", true, "2026-11-22 02:00"},
		{"Fr,Sa 18:00-02:00", "2026-11-22 02:00", false, "2026-11-27 18:00"},
		{"Mo-Fr 11:30-15:00, Sa 12:00-16:00", "2026-11-21 15:30", true, "2026-11-21 16:00"},
		{"Mo-Su 18:00+; Dec 24-26 off", "2026-12-25 20:00", false, "2026-12-27 18:00"},
		{"Dec-Feb Mo-Su 10:00-22:00; Mar-Nov Th-Su 12:00-20:00", "2026-11-16 12:00", false, "2026-11-19 12:00"},
		{"Dec 30-Jan 2 off; Mo-Su 12:00-20:00; Dec 30-Jan 2 off", "2027-01-01 13:00", false, "2027-01-03 12:00"},
		{"Fr-Mo 12:00-13:00", "2026-11-16 12:10", true, "2026-11-16 13:00"},
		{`We 12:00-14:00 "by appointment"`, "2026-11-18 12:00", true, "2026-11-18 14:00"},
		{"Mo-Su 18:00-24:00; Tu 00:00-02:00,18:00-24:00", "2026-11-16 23:00", true, "2026-11-17 02:00"},
		{"Mo – Fr 11:00 - 15:00", "2026-11-16 12:00", true, "2026-11-16 15:00"},
		{"Mo-Su 12:00-15:00; Dec 24,31 off", "2026-12-24 13:00", false, "2026-12-25 12:00"},
		{"Mo-Su 12:00-15:00; Dec 24-25,31 off", "2026-12-31 13:00", false, "2027-01-01 12:00"},
		{"Jul,Dec Sa 12:00-15:00", "2026-11-28 13:00", false, "2026-12-05 12:00"},
		{"Mo-Sa 12:00-15:00; Mo[1] off", "2026-12-07 13:00", false, "2026-12-08 12:00"},
		{"Su[-1] 10:00-12:00", "2026-11-22 11:00", false, "2026-11-29 10:00"},
		{"Fr 18:00-29:00", "2026-11-21 04:00", true, "2026-11-21 05:00"},
		{"24/7", "2026-11-16 03:00", true, ""},
		{"Mo off", "2026-11-16 03:00", false, ""},
	} {
		h, err := hours.Parse(tt.hours)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.hours, err)
			continue
		}
		open, change := h.At(at(t, tt.now), hours.Holidays("BR", nil))
		got := ""
		if !change.IsZero() {
			got = change.Format("2006-01-02 15:04")
		}
		if open != tt.open || got != tt.change {
			t.Errorf("%s at %s: open %t until %q, want %t until %q", tt.hours, tt.now, open, got, tt.open, tt.change)
		}
	}
}

func TestHoursThatMakeNoSenseSayWhat(t *testing.T) {
	for text, part := range map[string]string{
		"":                    "empty",
		"Seg-Sex 12:00-15:00": `"Seg-Sex" is not known`,
		"Mo-Fr 25:99-26:00":   `"25:99" is no time`,
		"Mo-Fr 12:00":         "has no end",
		"Mo sunrise-sunset":   `"sunrise-sunset" is not known`,
		"Dec 40 off":          `"Dec 40" is not known`,
		"Dec 24,40 off":       `"Dec 40" is not known`,
		"Mo[9] off":           `"Mo[9]" is not known`,
		"SH off":              `"SH" is not known`,
		"week 1-10 Mo off":    `"week" is not known`,
		"2026 Dec 24 off":     `"2026" is not known`,
		"todo dia":            "not known",
	} {
		if _, err := hours.Parse(text); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("Parse(%q) = %v, want %s", text, err, part)
		}
	}
}

func TestHoursAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"11:30-15:00,18:00-23:00": "11:30-15:00,18:00-23:00",
		"11h30 às 15h; 18h-23h":   "11:30-15:00,18:00-23:00",
		"18-23 | 7 a 11":          "18:00-23:00,07:00-11:00",
		"das 18h até 2h":          "18:00-02:00",
		"from 6 to 10":            "06:00-10:00",
		"18:00–24:00":             "18:00-24:00",
		"25:00-26:00":             "", "10:60-11:00": "", "10:00": "", "10:00-10:00": "", "24:00-02:00": "", "toda hora": "", ",": "",
		"qua e sáb 12h às 16h":                             "We,Sa 12:00-16:00",
		"Mo-We 12:00-15:00,19:00-22:00":                    "Mo-We 12:00-15:00,19:00-22:00",
		"segunda-feira":                                    "Mo",
		"7h-11h; sábados, domingos: 8h-12h":                "07:00-11:00,Sa,Su 08:00-12:00",
		"fri to sun 18:00-02:00":                           "Fr-Su 18:00-02:00",
		"qua; 12h-15h":                                     "We 12:00-15:00",
		"lunes, miércoles 12:00-15:00, jueves 18:00-20:00": "Mo,We 12:00-15:00,Th 18:00-20:00",
	} {
		got := hours.Plain(text)
		if _, err := hours.Parse(got); got != want && want != "" || (err != nil) != (want == "") {
			t.Errorf("%q is read as %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestAHouseNamesHolidaysOfItsOwn(t *testing.T) {
	off := hours.Holidays("BR", []string{"2026-12-24"})
	for day, want := range map[string]bool{"2026-12-24": true, "2027-12-24": false, "2026-12-25": true, "2027-03-26": true, "2026-02-17": false} {
		if got := off(at(t, day+" 00:00")); got != want {
			t.Errorf("%s is a holiday: %t, want %t", day, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("Tu-Su 12:00-15:00,19:00-23:00; PH off")
	f.Add("Dec 24-Jan 2 off")
	f.Fuzz(func(t *testing.T, text string) {
		if h, err := hours.Parse(text); err == nil {
			h.At(time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC), hours.Holidays("BR", nil))
		}
	})
}
