package table

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
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
	m := dateForm.FindStringSubmatch(string(b))
	if m == nil {
		return parseNamed(b)
	}
	first, mark, second, again, third := m[1], m[2], number(m[3]), m[4], m[5]
	clock := m[6:]
	switch {
	case len(first) == 4 && mark != "." && again == "" && clock[0] == "":
		return seconds(number(first), second, 1, clock)
	case again != mark:
		return 0, false
	case len(first) == 4 && mark != "." && len(third) <= 2:
		return seconds(number(first), second, number(third), clock)
	case len(first) > 2:
		return 0, false
	}
	year, ok := yearOf(third)
	month, dayOf := second, number(first)
	if monthFirst {
		month, dayOf = dayOf, month
	}
	if !ok {
		return 0, false
	}
	return seconds(year, month, dayOf, clock)
}

// dateForm is a date in figures, and what is written of the clock after it.
var dateForm = regexp.MustCompile(`^(\d{1,4})([-/.])(\d{1,2})(?:([-/.])(\d{1,4}))?(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d*)?)?\s*(?:Z|[-+]\d\d:?(?:\d\d)?)?)?$`)

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// yearOf reads a year of four digits, or of two: those up to 69 are of this
// century, as in POSIX.
func yearOf(s string) (year int, ok bool) {
	year, err := strconv.Atoi(s)
	switch {
	case err != nil || len(s) != 4 && len(s) != 2:
		return 0, false
	case len(s) == 4:
		return year, true
	case year < 69:
		return 2000 + year, true
	}
	return 1900 + year, true
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
		digits := strings.TrimRightFunc(words[0], unicode.IsLetter) // 1st, 1o
		if len(digits) > 2 || len(words[0])-len(digits) > 2 {
			return 0, false
		}
		dayOf, words = number(digits), words[1:]
	default:
		return 0, false
	}
	year, ok := yearOf(words[1])
	if !ok {
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

// seconds returns the time of a day and an hour, a minute and a second of it, which may
// not be written, and false when there is no such time.
func seconds(year, month, dayOf int, clock []string) (int64, bool) {
	if month < 1 || month > 12 || dayOf < 1 || dayOf > 31 || year < 1 {
		return 0, false
	}
	t := time.Date(year, time.Month(month), dayOf, 0, 0, 0, 0, time.UTC)
	if t.Day() != dayOf {
		return 0, false // 30 February
	}
	since := 0
	for i, part := range clock {
		n := number(part)
		if n > []int{23, 59, 60}[i] {
			return 0, false
		}
		since += n * []int{3600, 60, 1}[i]
	}
	return t.Unix() + int64(since), true
}
