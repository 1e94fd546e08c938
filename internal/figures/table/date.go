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

var (
	figures   = regexp.MustCompile(`^\d{1,4}[-/.]\d`)
	clockForm = regexp.MustCompile(`[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d*)?)?\s*(?:Z|[-+]\d\d:?(?:\d\d)?)?$`)

	always     = []string{"2006-1-2", "2006/1/2", "2006-1", "2006/1"}
	dayFirst   = append(slices.Clone(always), "2/1/2006", "2-1-2006", "2.1.2006", "2/1/06", "2-1-06", "2.1.06")
	monthFirst = append(slices.Clone(always), "1/2/2006", "1-2-2006", "1.2.2006", "1/2/06", "1-2-06", "1.2.06")
	inWords    = []string{"2 1 2006", "2 1 06", "1 2006", "1 06"}
)

// parseDate reads a day, or a day and a time, as seconds since 1970 on the
// clock that wrote it: a time zone, if there is one, is passed over. A month
// alone is its first day.
//
// It knows 2024-01-31, 2024-01, 31/01/2024 (also with - and ., with one digit
// and with two of the year), 31 jan 2024, 31 de janeiro de 2024, jan/2024 and
// Jan 31, 2024. With american, 01/31/2024.
func parseDate(b []byte, american bool) (int64, bool) {
	if len(b) < 6 || len(b) > 40 {
		return 0, false
	}
	date, since, layouts := string(b), 0, dayFirst
	if m := clockForm.FindStringSubmatch(date); m != nil {
		date = strings.TrimSuffix(date, m[0])
		for i, most := range []int{23, 59, 60} {
			n, _ := strconv.Atoi(m[i+1])
			if n > most {
				return 0, false
			}
			since += n * []int{3600, 60, 1}[i]
		}
	}
	switch {
	case figures.MatchString(date):
		if american {
			layouts = monthFirst
		}
	case bytes.ContainsFunc(b, unicode.IsLetter):
		date, layouts = inFigures(date), inWords
	default:
		return 0, false
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, date); err == nil && t.Year() > 0 {
			return t.Unix() + int64(since), true
		}
	}
	return 0, false
}

// months are the names of each month in the languages of the house, folded.
var months = [12]string{
	"janeiro january enero", "fevereiro february febrero", "marco march marzo", "abril april", "maio may mayo", "junho june junio",
	"julho july julio", "agosto august", "setembro september septiembre", "outubro october octubre", "novembro november noviembre", "dezembro december diciembre",
}

// inFigures returns a date whose month is a word in figures: "1st of" is no part of it, nor
// "de"; the day comes first. It is "" for what is no date.
func inFigures(date string) string {
	words := slices.DeleteFunc(strings.Fields(lang.Fold(date)), func(w string) bool { return w == "de" || w == "del" })
	at := slices.IndexFunc(words, func(w string) bool { return monthOf(w) > 0 })
	if at < 0 || at > 1 || len(words) > 3 {
		return ""
	}
	words[at] = strconv.Itoa(monthOf(words[at]))
	if len(words) == 3 && at == 0 {
		words[0], words[1] = words[1], words[0]
	}
	if digits := strings.TrimRightFunc(words[0], unicode.IsLetter); len(words[0])-len(digits) <= 2 { // 1st, 1o
		words[0] = digits
	}
	return strings.Join(words, " ")
}

// monthOf returns the month that a folded word names or shortens, or 0.
func monthOf(word string) int {
	for i, names := range months {
		for name := range strings.FieldsSeq(names) {
			if len(word) >= 3 && strings.HasPrefix(name, word) {
				return i + 1
			}
		}
	}
	return 0
}
