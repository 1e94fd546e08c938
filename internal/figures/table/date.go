package table

import (
	"bytes"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/lang"
)

const day = 24 * 60 * 60

// The years 1 and 9999, in seconds since 1970.
const (
	minTime = -62135596800
	maxTime = 253402300799
)

// parseDate reads a day, or a day and a time, as seconds since 1970 on the
// clock that wrote it: a time zone, if there is one, is passed over. A month
// alone is its first day.
//
// It knows 2024-01-31, 2024-01, 31/01/2024 (also with - and ., with one digit
// and with two of the year), 31 jan 2024, 31 de janeiro de 2024, jan/2024 and
// Jan 31, 2024. With monthFirst, 01/31/2024.
func parseDate(b []byte, monthFirst bool) (int64, bool) {
	if len(b) < 6 || len(b) > 40 {
		return 0, false
	}
	first, rest, ok := cutNumber(b)
	if !ok {
		return parseNamed(b)
	}
	digits := len(b) - len(rest)
	if len(rest) == 0 {
		return 0, false
	}
	mark := rest[0]
	if mark != '-' && mark != '/' && mark != '.' || digits == 4 && mark == '.' {
		return parseNamed(b)
	}
	second, rest2, ok := cutNumber(rest[1:])
	if !ok {
		return parseNamed(b)
	}
	if digits == 4 { // year first
		if len(rest2) == 0 {
			return seconds(first, second, 1, nil)
		}
		if rest2[0] != mark {
			return 0, false
		}
		third, clock, ok := cutNumber(rest2[1:])
		if !ok {
			return 0, false
		}
		return seconds(first, second, third, clock)
	}
	if digits > 2 || len(rest2) < 3 || rest2[0] != mark {
		return 0, false
	}
	year, clock, ok := cutYear(rest2[1:])
	if !ok {
		return 0, false
	}
	if monthFirst {
		first, second = second, first
	}
	return seconds(year, second, first, clock)
}

// cutNumber cuts one to four digits from the start of b.
func cutNumber(b []byte) (n int, rest []byte, ok bool) {
	i := 0
	for i < len(b) && isDigit(b[i]) {
		n = n*10 + int(b[i]-'0')
		if i++; i > 4 {
			return 0, nil, false
		}
	}
	return n, b[i:], i > 0
}

// cutYear cuts a year of four digits, or of two: those up to 69 are of this
// century, as in POSIX.
func cutYear(b []byte) (year int, rest []byte, ok bool) {
	year, rest, ok = cutNumber(b)
	switch len(b) - len(rest) {
	case 4:
		return year, rest, ok
	case 2:
		if year < 69 {
			return 2000 + year, rest, ok
		}
		return 1900 + year, rest, ok
	}
	return 0, nil, false
}

// parseNamed reads a date whose month is a word: day, month and year, or month,
// day and year, or month and year.
func parseNamed(b []byte) (int64, bool) {
	if !bytes.ContainsFunc(b, unicode.IsLetter) {
		return 0, false
	}
	words := strings.Fields(lang.Fold(string(b)))
	words = slices.DeleteFunc(words, func(w string) bool { return w == "de" || w == "del" })
	dayOf := 1
	switch len(words) {
	case 2:
	case 3:
		if monthOf(words[0]) > 0 {
			words[0], words[1] = words[1], words[0]
		}
		n, ordinal, ok := cutNumber([]byte(words[0]))
		if !ok || len(ordinal) > 2 {
			return 0, false
		}
		dayOf, words = n, words[1:]
	default:
		return 0, false
	}
	year, rest, ok := cutYear([]byte(words[1]))
	if !ok || len(rest) > 0 {
		return 0, false
	}
	return seconds(year, monthOf(words[0]), dayOf, nil)
}

// months are the names of each month in the languages of the house, folded.
var months = [12]string{
	"janeiro january enero", "fevereiro february febrero", "marco march marzo", "abril april", "maio may mayo", "junho june junio",
	"julho july julio", "agosto august", "setembro september septiembre", "outubro october octubre", "novembro november noviembre", "dezembro december diciembre",
}

// monthOf returns the month that a folded word names or shortens, or 0.
func monthOf(word string) int {
	if len(word) < 3 {
		return 0
	}
	for i, names := range months {
		for name := range strings.FieldsSeq(names) {
			if strings.HasPrefix(name, word) {
				return i + 1
			}
		}
	}
	return 0
}

// seconds returns the time of a day and what is written of the clock after it,
// and false when there is no such time.
func seconds(year, month, dayOf int, clock []byte) (int64, bool) {
	if month < 1 || month > 12 || dayOf < 1 || dayOf > 31 || year < 1 {
		return 0, false
	}
	t := time.Date(year, time.Month(month), dayOf, 0, 0, 0, 0, time.UTC)
	if t.Day() != dayOf {
		return 0, false // 30 February
	}
	if len(clock) == 0 {
		return t.Unix(), true
	}
	since, ok := parseClock(clock)
	return t.Unix() + since, ok
}

// parseClock reads " 15:04", "T15:04:05", with a fraction and a time zone that
// it passes over, as seconds since midnight.
func parseClock(b []byte) (int64, bool) {
	if b[0] != 'T' && b[0] != ' ' {
		return 0, false
	}
	hour, b, ok := cutNumber(b[1:])
	if !ok || hour > 23 || len(b) < 3 || b[0] != ':' {
		return 0, false
	}
	minute, b, ok := cutNumber(b[1:])
	second := 0
	if ok && len(b) > 1 && b[0] == ':' {
		second, b, ok = cutNumber(b[1:])
	}
	if !ok || minute > 59 || second > 60 {
		return 0, false
	}
	if len(b) > 1 && b[0] == '.' {
		b = bytes.TrimLeft(b[1:], "0123456789")
	}
	zone := bytes.TrimLeft(bytes.TrimSpace(b), "Z+-:0123456789")
	return int64(hour*3600 + minute*60 + second), len(zone) == 0 && len(b) <= 7
}
