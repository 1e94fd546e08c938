package house

import (
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

func TestGuestsWriteTimesInManyWays(t *testing.T) {
	dinner := &Facts{Hours: "Mo-Su 18:00-23:30"}
	cafe := &Facts{Hours: "Mo-Su 07:00-22:00"}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		f           *Facts
		clock, want string
	}{
		{dinner, "20h", "20:00"},
		{dinner, "8", "20:00"},
		{cafe, "8", "08:00"},
		{cafe, "meio-dia", "12:00"},
		{&Facts{}, "8", "20:00"},
		{dinner, "half past seven", "19:30"},
		{dinner, "eight thirty", "20:30"},
		{&Facts{Hours: "Mo-Fr 18:00-23:00"}, "oito e meia", "20:30"}, // of a Saturday
		{dinner, "mais tarde", ""},
	} {
		got := ""
		if at, ok := tt.f.moment("2026-11-21", tt.clock, now); ok {
			got = at.Format("15:04")
		}
		if got != tt.want {
			t.Errorf("%q is %q, want %q", tt.clock, got, tt.want)
		}
	}
}

// A kitchen whose hours know no holidays serves nobody on a day on which the house is closed.
func TestTablesAreOnlyForDaysOnWhichTheHouseIsOpen(t *testing.T) {
	f := &Facts{Hours: "Tu-Su 12:00-23:00; PH off", Kitchen: "12:00-22:00", Holidays: []string{"2026-11-26"}}
	for day, want := range map[string]bool{"2026-11-24 20:00": true, "2026-11-24 22:30": false, "2026-11-23 20:00": false, "2026-12-25 20:00": false, "2026-11-26 20:00": false} {
		at, err := time.Parse("2006-01-02 15:04", day)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.serves(at); got != want {
			t.Errorf("%s: served %t, want %t", day, got, want)
		}
	}
}

// On a holiday on which the house closes early its kitchen does, too: each time that is told is served.
func TestAKitchenIsOpenWhileItsHouseIs(t *testing.T) {
	f := &Facts{Hours: "Mo-Su 11:00-23:30; PH 13:00-18:00", Kitchen: "Mo-Su 11:30-15:00,18:30-22:00", Holidays: []string{"2026-12-01"}}
	for day, want := range map[string]string{"2026-11-30": "11:30-15:00 18:30-22:00", "2026-12-01": "13:00-15:00"} {
		at, _ := time.Parse(time.DateOnly, day)
		spans, told := f.served(at)
		var said []string
		for _, s := range spans {
			said = append(said, s.String())
			for m := s.From; m < s.To; m += 30 {
				if moment := at.Add(time.Duration(m) * time.Minute); !f.serves(moment) {
					t.Errorf("%s is told and not served", moment)
				}
			}
		}
		if got := strings.Join(said, " "); got != want || !told {
			t.Errorf("on %s guests are served %s, want %s", day, got, want)
		}
	}
	if f.serves(time.Date(2026, 12, 1, 19, 0, 0, 0, time.UTC)) {
		t.Error("the kitchen serves in a closed house")
	}
	if told := f.SayHours(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC), lang.English); strings.Count(told, "18:30") != 1 || strings.Contains(told, "staff") {
		t.Errorf("a guest is told %s", told)
	}
}

// Hours in the words of owners are read; what is kept is what OpenStreetMap would write.
func TestHoursAreReadInTheWordsOfOwners(t *testing.T) {
	for said, want := range map[string]string{
		"ter-dom 12h às 15h": "Tu-Su 12:00-15:00",
		"terça a domingo das 11h30 às 15h e das 18h às 23h; feriados fechado": "Tu-Su 11:30-15:00,18:00-23:00; PH off",
		"segunda-feira a sexta-feira, 9h-18h":                                 "Mo-Fr 9:00-18:00",
		"Tu-Su 12:00-15:00; PH off":                                           "Tu-Su 12:00-15:00; PH off",
	} {
		if got, err := ownHours(said); err != nil || got != want {
			t.Errorf("%s is %s, %v, want %s", said, got, err, want)
		}
	}
}
