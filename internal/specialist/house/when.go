package house

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
)

// opening is when a house, or its kitchen, is open.
type opening struct {
	Week    string `json:"week"`              // in words: "terça a domingo das 12:00 às 15:00"
	Open    bool   `json:"open_now"`          // at the time of the message
	Changes string `json:"changes,omitempty"` // when it opens or closes next, in words
	Today   string `json:"today,omitempty"`   // where it is not as the week says: a holiday

	On []string `json:"on,omitempty"` // the days that are asked about: "sexta, 25 de dezembro de 2026: fechado"
}

//go:embed days.txt
var dayWords string

// These find a clock such as 12h or 12h30, one after midnight such as 25:00, the comma of "sáb, 12h às 15h", and the
// spaces of "Tu - Su".
var (
	clockOf  = pattern.Of(`\b(\d{1,2})h(\d\d)?\b`)
	lateHour = pattern.Of(`\b(?:2[5-9]|[3-9]\d):\d\d`)
	dayComma = pattern.Of(`(\pL) *, *(\d)`)
	spread   = pattern.Of(` *([-,]) *`)
)

// ownHours are the hours of an owner as OpenStreetMap writes them, or what is wrong with them.
func ownHours(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	_, err := hours.Parse(text)
	if late := lateHour().FindString(text); err == nil && late != "" {
		return text, fmt.Errorf("%q is no time of day; what ends after midnight is written as 18:00-01:00", late)
	}
	if err == nil {
		return text, nil
	}
	said := strings.NewReplacer("-feiras", "", "-feira", "").Replace(strings.ToLower(text))
	said = clockOf().ReplaceAllStringFunc(said, func(clock string) string {
		hour, minute, _ := strings.Cut(clock, "h")
		return hour + ":" + cmp.Or(minute, "00")
	})
	for sign, words := range wordfile.Entries(dayWords) {
		said = pattern.Of(`(^|[^\pL])(?:`+words+`)($|[^\pL])`)().ReplaceAllString(said, "${1}"+sign+"${2}")
	}
	said = dayComma().ReplaceAllString(strings.Join(strings.Fields(said), " "), "$1 $2")
	said = spread().ReplaceAllString(said, "$1")
	timed := strings.Contains(said, ":") // "seg a sex" does not mean day and night
	if _, errSaid := hours.Parse(said); errSaid == nil && timed && lateHour().FindString(said) == "" {
		return said, nil
	}
	return text, fmt.Errorf(`%w; or in simple words: "ter a dom das 12h às 15h; feriados fechado"`, err)
}

// openings reads hours for a moment, for holidays and for days that are asked about; nil if none were told.
func (f *Facts) openings(h *hours.Hours, now time.Time, l lang.Language, holidays bool, days ...time.Time) *opening {
	if h == nil {
		return nil
	}
	holiday, w := f.holiday(), texts.In(l)
	o := &opening{Week: w.Week(h, now)}
	open, change := h.At(now, holiday)
	if o.Open = open; !change.IsZero() {
		o.Changes = moment(change, now, w)
	}
	switch {
	case holiday(now):
		o.Today = w.Spans(h.On(now, true))
	case holidays && h.Special(now):
		o.On = []string{w.House.OnHolidays + " " + w.Spans(h.On(now, true))}
	case holidays:
		o.On = []string{w.House.OnHolidays + " " + w.House.HolidayMaybe}
	}
	for _, d := range days {
		said := fmt.Sprintf("%s, %s: %s", w.House.Weekdays[d.Weekday()], w.Date(d), w.Spans(h.On(d, holiday(d))))
		if holiday(d) && !h.Special(d) {
			said += " (" + w.House.HolidayMaybe + ")"
		}
		o.On = append(o.On, said)
	}
	return o
}

// speaksOf reports whether a text has a word of a list of meaning.txt: "feriado" of holiday.
func speaksOf(text, list string) bool {
	return slices.ContainsFunc(words(text), func(w string) bool { return slices.Contains(meanings()[list], w) })
}

// daysIn returns the days that a question names: "no natal", "sábado", "en Semana Santa". Today is
// not among them, since every answer tells of it.
func (f *Facts) daysIn(question string, now time.Time) (all []time.Time) {
	stay, ok := staydate.Dates(question, now)
	onHoliday := f.holiday()(now) && speaksOf(question, "holiday")
	today := onHoliday || stay.Start.Format(time.DateOnly) == now.Format(time.DateOnly) && stay.End.IsZero()
	if !ok || stay.Start.IsZero() || stay.End.Sub(stay.Start) > aWeek || stay.Loose || today || speaksOf(question, "holidays") {
		return nil
	}
	for d := stay.Start; ; d = d.AddDate(0, 0, 1) {
		if all = append(all, d); !d.Before(stay.End) {
			return all
		}
	}
}

const aWeek = 7 * 24 * time.Hour

// OpenAt reports whether the house is open; nil if no hours were told.
func (f *Facts) OpenAt(now time.Time) *bool {
	h, _ := f.opens()
	if h == nil {
		return nil
	}
	open, _ := h.At(now, f.holiday())
	return &open
}

// SayHours tells when the house and its kitchen are open, as a guest is told; "" if
// nothing was told.
func (f *Facts) SayHours(now time.Time, l lang.Language) string {
	w := texts.In(l)
	var said []string
	house, kitchen := f.opens()
	if o := f.openings(house, now, l, false); o != nil {
		said = append(said, o.say(w.Menu.House, w))
	}
	if o := f.openings(kitchen, now, l, false); o != nil {
		said = append(said, o.say(w.House.TheKitchen, w))
	}
	return strings.Join(said, "\n")
}

// country is whose public holidays count.
func (f *Facts) country() string { return cmp.Or(f.Country, "BR") }

// moment says when something changes: today by its time, else with the day.
func moment(at, now time.Time, w *texts.Words) string {
	clock := at.Format("15:04")
	if at.YearDay() == now.YearDay() && at.Year() == now.Year() || at.Sub(now) < 12*time.Hour {
		return clock
	}
	return fmt.Sprintf("%s %s, %s", w.House.Weekdays[at.Weekday()], at.Format("02/01"), clock)
}

// say tells opening hours to a guest, what holds now first.
func (o *opening) say(what string, w *texts.Words) string {
	if len(o.On) > 0 {
		return fmt.Sprintf(w.House.OnDays, what, strings.Join(o.On, "; "))
	}
	state := w.House.ClosedNow
	if o.Open {
		state = w.House.OpenNow
	}
	text := fmt.Sprintf(state, what)
	if o.Changes != "" {
		then := w.House.OpensAt
		if o.Open {
			then = w.House.ClosesAt
		}
		text += fmt.Sprintf(then, o.Changes)
	}
	text += ". " + fmt.Sprintf(w.House.HoursAre, o.Week)
	if o.Today != "" {
		text += " " + fmt.Sprintf(w.House.Holiday, o.Today)
	}
	return text
}
