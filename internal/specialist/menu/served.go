package menu

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// A span is from one minute of the day to another, of the next day if that is
// smaller, on some weekdays.
type span struct {
	from, to int
	days     weekdays
}

// weekdays is a set of days of the week, by a bit for each time.Weekday; none is every day.
type weekdays uint8

const day = 24 * 60

// dayNames are the weekdays as an Item has them, from Sunday on.
var dayNames = []string{"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"}

func (d weekdays) has(w time.Weekday) bool { return d == 0 || d&(1<<w) != 0 }

// of returns the names of the days, from Monday on.
func (d weekdays) of(names []string) (all []string) {
	for i := range 7 {
		if w := time.Weekday((i + 1) % 7); d != 0 && d.has(w) {
			all = append(all, names[w])
		}
	}
	return all
}

// covers reports whether a time is in the span. What goes on after midnight belongs to the day before.
func (s span) covers(t time.Time) bool {
	now, today := t.Hour()*60+t.Minute(), t.Weekday()
	if s.from < s.to {
		return s.from <= now && now < s.to && s.days.has(today)
	}
	return s.from <= now && s.days.has(today) || now < s.to && s.days.has((today+6)%7)
}

func (s span) String() string {
	return fmt.Sprintf("%02d:%02d-%02d:%02d", s.from/60, s.from%60, s.to/60, s.to%60)
}

var (
	// 11:30-15:00, 11h30 as 15h, das 18 a 23, from 6 to 10
	hoursForm = pattern.Of(`^(?:(?:das?|de|from)\s+)?` + clock + `\s*(?:-|–|—|\s(?:as|a|ate|to)\s)\s*` + clock + `$`)
	// qua e sab, seg a sex, aos domingos, Mo-Fr, and what follows
	daysForm = pattern.Of(`^(?:(?:aos?|as|nas?|nos?|on|los|el|todos?|todas?|de)\s+(?:os\s+)?)?(` + weekday + `)(?:\s*(-|–|—|\sa\s|\sto\s|\se\s|\sy\s|\sand\s|/|&)\s*(` + weekday + `))?\s*:?\s*(.*)$`)
	errHours = errors.New("write the hours as 11:30-15:00,18:00-23:00, or with days: qua,sáb 12:00-16:00")
)

const (
	clock   = `([0-9]{1,2})(?:[:h]([0-9]{2})?)?(?:h|hs)?`
	weekday = `(?:dom|seg|ter|qua|qui|sex|sab|lun|mar|mie|jue|vie|sun|mon|tue|wed|thu|fri|sat)[a-z]*|(?:su|mo|tu|we|th|fr|sa)\b`
)

// plainDays takes accents away, and what Portuguese adds to the name of a day.
var plainDays = strings.NewReplacer("á", "a", "à", "a", "é", "e", "ç", "c", "-feiras", "", "-feira", "")

// weekdayOf are the first letters of the weekdays, from Sunday on.
var weekdayOf = [][]string{{"su", "dom"}, {"mo", "seg", "lun"}, {"tu", "ter", "mar"}, {"we", "qua", "mie"}, {"th", "qui", "jue"}, {"fr", "sex", "vie"}, {"sa"}}

func weekdayIn(word string) int {
	return slices.IndexFunc(weekdayOf, func(all []string) bool {
		return slices.ContainsFunc(all, func(first string) bool { return strings.HasPrefix(word, first) })
	})
}

// parseHours reads hours as people write them, sorted by when they begin. Days count for all hours that follow them.
func parseHours(text string) ([]span, error) {
	var spans []span
	var days, named weekdays // those of the hours to come, and those just named
	whole := func() {
		if named != 0 {
			spans, named = append(spans, span{0, day, named}), 0
		}
	}
	for part := range strings.FieldsFuncSeq(plainDays.Replace(strings.ToLower(text)), func(r rune) bool { return r == ',' || r == ';' || r == '|' }) {
		part = strings.TrimSpace(part)
		if m := daysForm().FindStringSubmatch(part); m != nil {
			named |= daysIn(m[1], m[2], m[3])
			if part = m[4]; part == "" {
				continue
			}
		}
		m := hoursForm().FindStringSubmatch(part)
		if m == nil {
			return nil, errHours
		}
		if named != 0 {
			days, named = named, 0
		}
		s := span{minute(m[1], m[2]), minute(m[3], m[4]), days}
		if s.from < 0 || s.to < 0 || s.from == s.to || s.from == day {
			return nil, errHours
		}
		spans = append(spans, s)
	}
	if whole(); len(spans) == 0 || len(spans) > 14 {
		return nil, errHours
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.days, b.days), a.from-b.from, a.to-b.to) })
	return slices.Compact(spans), nil
}

// daysIn returns a day, two, or all from one to another: "seg a sex".
func daysIn(first, to, last string) (d weekdays) {
	from, until := weekdayIn(first), weekdayIn(last)
	if last == "" || strings.Contains("/&", to) || slices.Contains([]string{"e", "y", "and"}, strings.TrimSpace(to)) {
		if d = 1 << from; last != "" {
			d |= 1 << until
		}
		return d
	}
	for i := from; ; i = (i + 1) % 7 {
		if d |= 1 << i; i == until {
			return d
		}
	}
}

// minute is the minute of the day, or -1 if the clock shows no such time.
func minute(hour, min string) int {
	n := 0
	for _, d := range hour {
		n = n*10 + int(d-'0')
	}
	n *= 60
	for i, d := range min {
		n += int(d-'0') * []int{10, 1}[i]
	}
	if n > day || len(min) == 2 && min[0] > '5' {
		return -1
	}
	return n
}

// hours writes spans as an Item has them: "11:30-15:00,Sa,Su 12:00-16:00".
func hours(spans []span) string {
	var all []string
	days := weekdays(0)
	for _, s := range spans {
		text := s.String()
		if s.days != days {
			days = s.days
			text = strings.Join(days.of(dayNames), ",") + " " + text
		}
		all = append(all, text)
	}
	return strings.Join(all, ",")
}

// servedOn reports whether there is an item at some hour of a day.
func (it Item) servedOn(day time.Weekday) bool {
	spans, _ := parseHours(it.Hours)
	return slices.ContainsFunc(spans, func(s span) bool { return s.days.has(day) })
}
