package house

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
)

// possible reports whether the table or room that is wanted can be asked for. Else it takes out of the wish the people, the day or
// the time for which there is none, and tells what there is instead.
func (d *desk) possible(ctx context.Context) (bool, error) {
	w, c, h := &d.w, d.facts.Tables, &texts.In(d.s.Language).House
	if w.Kind == "booking" {
		d.shut()
	}
	if w.Kind == "booking" && c != nil && w.People > c.Seats {
		d.out.Ask, w.People = fmt.Sprintf(h.TooFew, c.Seats, w.People), 0
	}
	if w.Kind == "booking" && c != nil && len(w.missing()) == 0 {
		if err := d.free(ctx, c); err != nil {
			return false, err
		}
	}
	if d.out.AskFor = w.missing(); w.Date == "" && len(w.Days) > 0 && d.out.Ask == "" { // which were offered, and had no answer
		d.out.Ask = d.offer(w.Days)
	}
	return len(d.out.AskFor) == 0 && d.out.Why+d.out.Ask == "", nil
}

// offer asks which of some days is wanted.
func (d *desk) offer(days []string) string {
	w := texts.In(d.s.Language)
	var all []string
	for _, date := range days {
		day, _ := time.Parse(time.DateOnly, date) // as shut wrote it
		all = append(all, w.House.Weekdays[day.Weekday()]+" "+day.Format("02/01"))
	}
	return fmt.Sprintf(w.House.ShutOffers, w.List(all))
}

// shut takes out of a request for a table the day on which the house is closed, or the time at
// which it serves nobody, and says which others there are.
func (d *desk) shut() {
	const maxClosed = 14 // days in which the next open ones are looked for
	w, f, t := &d.w, d.facts, texts.In(d.s.Language)
	day, err := time.ParseInLocation(time.DateOnly, w.Date, d.s.Now.Location())
	if err != nil {
		return
	}
	w.Days = nil
	open, told := f.served(day)
	at, known := f.moment(w.Date, w.Time, d.s.Now)
	switch {
	case told && len(open) == 0:
		for i := 1; i <= maxClosed && len(w.Days) < maxNear; i++ {
			next := day.AddDate(0, 0, i)
			if open, _ := f.served(next); len(open) > 0 {
				w.Days = append(w.Days, next.Format(time.DateOnly))
			}
		}
		what := t.House.Weekdays[day.Weekday()]
		if f.holiday()(day) {
			what += ", " + t.House.IsHoliday
		}
		w.Date, d.out.Why = "", fmt.Sprintf(t.House.ShutDay, t.Date(day), what)
	case known && !f.serves(at):
		w.Time, d.out.Why = "", fmt.Sprintf(t.House.Shut, at.Format("15:04"), t.Date(at))
		d.out.Ask = fmt.Sprintf(t.House.ShutHours, t.Spans(open))
	}
}

// free takes out of a request for a table the time at which there is none, and says which others
// there are; or what cannot be read of the day or the time, which is asked for.
func (d *desk) free(ctx context.Context, c *Capacity) error {
	w, t := &d.w, texts.In(d.s.Language)
	at, known := d.facts.moment(w.Date, w.Time, d.s.Now)
	w.At = at
	if !known && !isDay(w.Date) {
		w.Date = ""
		return nil
	}
	if soon := known && c.tooSoon(at, d.s.Now); soon || !known {
		if w.Time = ""; soon && c.Lead > 0 {
			d.out.Why = fmt.Sprintf(t.House.TooSoon, duration(c.Lead))
		}
		return nil
	}
	free, near, err := d.Inbox.Free(ctx, d.facts, w.People, at, w.Instead)
	if free || err != nil {
		return err
	}
	w.Time, d.out.Why = "", fmt.Sprintf(t.House.Full, at.Format("15:04"), t.Date(at))
	var times []string
	for _, n := range near {
		times = append(times, n.Format("15:04"))
	}
	if len(near) == 1 { // which a yes takes
		w.Time, w.At = times[0], near[0]
	} else if len(near) > 1 {
		d.out.Ask = fmt.Sprintf(t.House.FullOffers, t.List(times))
	}
	return nil
}

// unknown returns the details that the house lacks of a guest who asks for a table or a room: name
// and contact. It lacks none of a guest who has signed in.
func (d *desk) unknown(ctx context.Context) (all []string, err error) {
	at, err := (&Links{Store: d.Inbox.Store}).Visitor(ctx, d.run.Guest)
	if err != nil || !d.w.dated() || at.Link == "" && d.run.Guest != "" && d.run.Guest != d.Nobody {
		return nil, err
	}
	if d.w.Name == "" && at.Name == "" {
		all = append(all, "name")
	}
	if d.w.Contact == "" {
		all = append(all, "contact")
	}
	return all, nil
}

// opens are the hours of the house and of its kitchen, which is open only while the house is;
// nil where they were not told.
func (f *Facts) opens() (house, kitchen *hours.Hours) {
	house, _ = hours.Parse(f.Hours) // Check has told the owner what is wrong with them
	if kitchen, _ = hours.Parse(f.Kitchen); house != nil && kitchen != nil {
		kitchen = kitchen.Within(house)
	}
	return house, kitchen
}

// service are the hours in which guests are served: those of the kitchen, or else of the house.
func (f *Facts) service() *hours.Hours {
	house, kitchen := f.opens()
	return cmp.Or(kitchen, house)
}

func (f *Facts) holiday() func(time.Time) bool { return hours.Holidays(f.country(), f.Holidays) }

// serves reports whether guests are served at a moment, as far as was told.
func (f *Facts) serves(at time.Time) bool {
	h := f.service()
	if h == nil {
		return true
	}
	open, _ := h.At(at, f.holiday())
	return open
}

// served are the times of a day at which guests are served. told is false where the owner said
// nothing of them.
func (f *Facts) served(day time.Time) (all []hours.Span, told bool) {
	h := f.service()
	if h == nil {
		return nil, false
	}
	return h.On(day, f.holiday()(day)), true
}

func isDay(text string) bool { _, err := time.Parse(time.DateOnly, text); return err == nil }

// moment reads a day and a time as guests write them: "20h30", "8 pm", "oito da noite". Of the two
// hours that "8" may mean it takes the one at which the house serves.
func (f *Facts) moment(date, clock string, now time.Time) (at time.Time, ok bool) {
	day, err := time.ParseInLocation(time.DateOnly, date, now.Location())
	c, ok := staydate.ClockIn(clock, true)
	if err != nil || !ok {
		return at, false
	}
	read := func(h int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day(), h, c.Minute, 0, 0, now.Location())
	}
	late := c.Late
	for d := 0; d < 7 && !late && !c.Early && c.Hour > 0; d++ { // of a closed day, the days after it tell
		early := f.serves(read(c.Hour).AddDate(0, 0, d))
		late = f.serves(read(c.Hour+12).AddDate(0, 0, d)) && (!early || f.service() == nil && c.Hour < 11 && !c.Exact)
		if early {
			break
		}
	}
	if late && c.Hour < 12 {
		return read(c.Hour + 12), true
	}
	return read(c.Hour), true
}

// duration says minutes: "90 min", "2 h".
func duration(minutes int) string {
	if minutes%60 == 0 {
		return fmt.Sprintf("%d h", minutes/60)
	}
	return fmt.Sprintf("%d min", minutes)
}
