// Package hours reads opening hours as OpenStreetMap writes them, and says when a
// house is open:
//
//	h, err := hours.Parse("Tu-Su 12:00-15:00,19:00-23:00; PH off")
//	open, until := h.At(now, holidays)
//
// It knows weekdays, also of a month ("Su[-1]", the last), months and days of a month
// ("Dec 24,31"), public holidays (PH), times that end after midnight ("18:00-02:00") or are
// open-ended ("18:00+"), 24/7, off, and comments. What it does not know, such as sunset, school
// holidays, weeks or years, is an error that names it.
package hours

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// Hours are the rules of a house in their order. A later rule replaces the earlier ones
// on the days that it names.
type Hours struct {
	rules  []rule
	within *Hours // those of the house, of its kitchen; nil: nobody's
}

// rule is one part between semicolons: "Dec-Feb Fr,Sa 18:00-02:00".
type rule struct {
	dates    []dates // none: all
	weekdays [7]bool
	nth      [][2]int // a weekday, and which of a month: 1 is the first, -1 the last
	days     bool     // that weekdays or holidays are named
	holiday  bool     // PH is among them
	spans    []Span
	closed   bool
	added    bool // after a comma: besides the rules before
}

// dates is a part of a year: "Dec 24-Jan 2", in days as month*32+day.
type dates struct{ from, to int }

// Span is a time of a day in minutes from its midnight. To is above 1,440 where it ends
// on the next day.
type Span struct{ From, To int }

const midnight = 24 * 60

// Weekdays are the days of the week as hours name them, from Sunday on.
var Weekdays = []string{"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"}

var (
	months = []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}

	comment  = pattern.Of(`"[^"]*"?`)
	aroundIt = pattern.Of(` *([-–,]) *`)                                            // "Mo – Fr", "Sa, Su"
	another  = pattern.Of(`([:+]\d*),([^\d])`)                                      // "12:00-15:00,Sa …" begins another rule
	monthDay = pattern.Of(`(` + strings.Join(months, "|") + `) (\d{1,2})([-, ]|$)`) // "Dec 24", and not "Dec 12:00"
	dateItem = pattern.Of(`^(` + strings.Join(months, "|") + `|)(\d*)(-?)(` + strings.Join(months, "|") + `|)(\d*)$`)
)

// Parse reads opening hours. Its errors say what was not understood, and an example.
func Parse(text string) (*Hours, error) {
	h := &Hours{}
	for part := range strings.SplitSeq(comment().ReplaceAllString(text, ""), ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		tidy := strings.ReplaceAll(aroundIt().ReplaceAllString(part, "$1"), "–", "-")
		tidy = another().ReplaceAllString(monthDay().ReplaceAllString(tidy, "$1$2$3"), "$1;$2")
		for i, p := range strings.Split(tidy, ";") {
			r, err := parseRule(p)
			if err != nil {
				return nil, fmt.Errorf("opening hours %q: %w", part, err)
			}
			r.added = i > 0
			h.rules = append(h.rules, r)
		}
	}
	if len(h.rules) == 0 {
		return nil, fmt.Errorf(`opening hours are empty; write them as in "Mo-Fr 11:30-15:00, Sa 12:00-16:00; PH off"`)
	}
	return h, nil
}

// parseRule reads one rule, from left to right: dates, days, times, open or off.
func parseRule(text string) (r rule, err error) {
	if text == "24/7" {
		text = "open"
	}
	for word := range strings.FieldsSeq(text) {
		word = strings.TrimSuffix(word, ":")
		switch {
		case word == "off" || word == "closed":
			r.closed = true
		case word == "open":
		case len(word) >= 3 && slices.Contains(months, word[:3]):
			err = r.datesOf(word)
		case strings.Contains(word, ":") || strings.HasSuffix(word, "+"):
			err = r.times(word)
		default:
			err = r.daysOf(word)
		}
		if err != nil {
			return r, err
		}
	}
	if len(r.spans) == 0 && !r.closed {
		r.spans = []Span{{0, midnight}} // "Sa open"
	}
	return r, nil
}

// datesOf reads "Dec", "Jul,Dec", "Dec-Feb", "Dec24-25,31" and "Dec24-Jan2".
func (r *rule) datesOf(word string) error {
	month := ""
	for item := range strings.SplitSeq(word, ",") {
		m := dateItem().FindStringSubmatch(item)
		if m == nil {
			return unknown(item)
		}
		month = cmp.Or(m[1], month)
		last, to := cmp.Or(m[4], month), m[5]
		if m[3] == "" {
			to = m[2]
		}
		a, b := number(m[2], 1), number(to, 31)
		if a < 1 || a > 31 || b < 1 || b > 31 {
			return unknown(month + " " + strings.TrimPrefix(item, month))
		}
		r.dates = append(r.dates, dates{slices.Index(months, month)*32 + 32 + a, slices.Index(months, last)*32 + 32 + b})
		month = last
	}
	return nil
}

// number reads digits; without any it is another number.
func number(digits string, none int) int {
	if digits == "" {
		return none
	}
	n, _ := strconv.Atoi(digits)
	return n
}

// daysOf reads "Mo-Fr,Su", "Su[-1]" and "PH".
func (r *rule) daysOf(word string) error {
	r.days = true
	for part := range strings.SplitSeq(word, ",") {
		first, last, several := strings.Cut(part, "-")
		from, to := slices.Index(Weekdays, first), slices.Index(Weekdays, last)
		day, which, _ := strings.Cut(strings.TrimSuffix(part, "]"), "[")
		n, err := strconv.Atoi(which)
		switch {
		case err == nil && n != 0 && n >= -5 && n <= 5 && slices.Contains(Weekdays, day):
			r.nth = append(r.nth, [2]int{slices.Index(Weekdays, day), n})
		case part == "PH":
			r.holiday = true
		case from < 0 || several && to < 0:
			return unknown(part)
		default:
			if !several {
				to = from
			}
			for d := from; d != to; d = (d + 1) % 7 {
				r.weekdays[d] = true
			}
			r.weekdays[to] = true
		}
	}
	return nil
}

// times reads "12:00-15:00,19:00-23:00" and "18:00+", which is until midnight.
func (r *rule) times(word string) error {
	for part := range strings.SplitSeq(word, ",") {
		open, ended := strings.CutSuffix(part, "+")
		from, to, ok := strings.Cut(open, "-")
		if !ok && !ended {
			return fmt.Errorf("%q has no end; write it as 19:00-23:00 or 19:00+", part)
		}
		a, err := clock(from, 23)
		if err != nil {
			return err
		}
		b := midnight
		if ok {
			if b, err = clock(to, 48); err != nil {
				return err
			}
		}
		if a == b {
			return fmt.Errorf("%q ends when it begins; all day is 00:00-24:00", part)
		}
		if b < a {
			b += midnight // "18:00-02:00"
		}
		r.spans = append(r.spans, Span{a, b})
	}
	return nil
}

// clock reads a time of day, of an hour at most: 26:00 is 2:00 of the next day.
func clock(text string, most int) (int, error) {
	h, m, ok := strings.Cut(text, ":")
	hour, err1 := strconv.Atoi(h)
	minute, err2 := strconv.Atoi(m)
	if !ok || err1 != nil || err2 != nil || hour < 0 || hour > most || minute < 0 || minute > 59 {
		return 0, fmt.Errorf("%q is no time of day; write it as 19:30", text)
	}
	return hour*60 + minute, nil
}

func unknown(word string) error {
	return fmt.Errorf("%q is not known; days are Mo Tu We Th Fr Sa Su and PH, months Jan to Dec, times 19:30-23:00, and off", word)
}

// Within returns the hours as far as others hold, too: a kitchen that serves until 22:00 closes at
// 17:00 on a holiday on which its house does.
func (h *Hours) Within(house *Hours) *Hours { return &Hours{h.rules, house} }

// On returns when the house is open on a day, in order. A span that begins the day
// before is not among them.
func (h *Hours) On(day time.Time, holiday bool) []Span {
	var spans []Span
	for _, r := range h.rules {
		if !r.names(day, holiday) {
			continue
		}
		if !r.added {
			spans = nil
		}
		if !r.closed {
			spans = append(spans, r.spans...)
		}
	}
	if h.within != nil {
		var both []Span
		for _, s := range spans {
			for _, o := range h.within.On(day, holiday) {
				if from, to := max(s.From, o.From), min(s.To, o.To); from < to {
					both = append(both, Span{from, to})
				}
			}
		}
		spans = both
	}
	slices.SortFunc(spans, func(a, b Span) int { return a.From - b.From })
	return spans
}

// Special reports whether a rule is for holidays, or for some days of the year with this one.
func (h *Hours) Special(day time.Time) bool {
	named := func(r rule) bool { return r.holiday || len(r.dates) > 0 && r.names(day, true) }
	return slices.ContainsFunc(h.rules, named) || h.within != nil && h.within.Special(day)
}

// names reports whether a rule is for a day.
func (r *rule) names(day time.Time, holiday bool) bool {
	last := time.Date(day.Year(), day.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
	nth := func(d [2]int) bool {
		return d[0] == int(day.Weekday()) && (d[1] == (day.Day()-1)/7+1 || -d[1] == (last-day.Day())/7+1)
	}
	if r.days && !r.weekdays[day.Weekday()] && (!r.holiday || !holiday) && !slices.ContainsFunc(r.nth, nth) {
		return false
	}
	at := int(day.Month())*32 + day.Day()
	within := func(d dates) bool {
		if d.from <= d.to {
			return d.from <= at && at <= d.to
		}
		return at >= d.from || at <= d.to // over the turn of the year
	}
	return len(r.dates) == 0 || slices.ContainsFunc(r.dates, within)
}

// ahead is how many days are looked through for the next change.
const ahead = 400

// At reports whether the house is open at a moment, and when that changes next; the
// zero time if it never does. Holiday says which days are holidays.
func (h *Hours) At(now time.Time, holiday func(time.Time) bool) (open bool, change time.Time) {
	begin := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	for d := -1; d < ahead; d++ {
		day := begin.AddDate(0, 0, d)
		for _, s := range h.On(day, holiday(day)) {
			from, to := minutes(day, s.From), minutes(day, s.To)
			switch {
			case open && !from.After(change): // it goes on: "18:00-24:00" and then "00:00-02:00"
				change = slices.MaxFunc([]time.Time{change, to}, time.Time.Compare)
			case open || !to.After(now):
			case !from.After(now):
				open, change = true, to
			default:
				return false, from
			}
		}
		if open && change.Before(day) {
			return open, change
		}
	}
	if open && change.After(begin.AddDate(0, 0, ahead-1)) {
		change = time.Time{} // 24/7
	}
	return open, change
}

func minutes(day time.Time, n int) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, n, 0, 0, day.Location())
}

// String is a span as it is written: "19:00-02:00".
func (s Span) String() string {
	at := func(n int) string {
		if n > midnight {
			n -= midnight
		}
		return fmt.Sprintf("%02d:%02d", n/60, n%60)
	}
	return at(s.From) + "-" + at(s.To)
}
