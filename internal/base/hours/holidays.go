package hours

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

//go:embed holidays.txt
var holidaysText string

// holidays are the public holidays of a country by its code, as "01-01" or "easter-2".
var holidays = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for key := range wordfile.Entries(holidaysText) {
		country, day, _ := strings.Cut(key, " ")
		all[country] = append(all[country], day)
	}
	return all
})

// Holidays tells which days are public holidays of a country (BR), besides those that
// a house names itself as "2026-12-24".
func Holidays(country string, own []string) func(time.Time) bool {
	known := holidays()[strings.ToUpper(country)]
	return func(day time.Time) bool {
		date := day.Format(time.DateOnly)
		if slices.Contains(own, date) || slices.Contains(known, date[5:]) {
			return true
		}
		from := int(day.Sub(easter(day.Year(), day.Location())).Round(24*time.Hour).Hours() / 24)
		return slices.Contains(known, fmt.Sprintf("easter%+d", from))
	}
}

// Knows reports whether the public holidays of a country are known.
func Knows(country string) bool { return holidays()[strings.ToUpper(country)] != nil }

// easter is Easter Sunday of a year, by the anonymous Gregorian algorithm.
func easter(year int, in *time.Location) time.Time {
	a, b, c := year%19, year/100, year%100
	d := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
	e := (32 + 2*(b%4) + 2*(c/4) - d - c%4) % 7
	f := d + e - 7*((a+11*d+22*e)/451) + 114
	return time.Date(year, time.Month(f/31), f%31+1, 0, 0, 0, 0, in)
}
