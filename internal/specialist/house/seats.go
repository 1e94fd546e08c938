package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/semcache"
)

// Capacity is what the owner tells of tables, in minutes:
//
//	[tables]
//	seats = 40    # that may be taken at a time
//	stay  = 120   # for which a table is taken
//	slot  = 30    # between the times that are offered
//	lead  = 60    # before which a table is asked for
type Capacity struct {
	Seats int `json:"seats" toml:"seats"`
	Stay  int `json:"stay,omitempty" toml:"stay"`
	Slot  int `json:"slot,omitempty" toml:"slot"`
	Lead  int `json:"lead,omitempty" toml:"lead"`
}

// check says what is wrong with a capacity, and fills in what was not told.
func (c *Capacity) check() error {
	if c == nil {
		return nil
	}
	if c.Stay == 0 {
		c.Stay = 120
	}
	if c.Slot == 0 {
		c.Slot = 30
	}
	for _, v := range []struct {
		name           string
		is, least, max int
	}{{"seats", c.Seats, 1, 10_000}, {"stay", c.Stay, 15, 24 * 60}, {"slot", c.Slot, 5, 240}, {"lead", c.Lead, 0, 14 * 24 * 60}} {
		if v.is < v.least || v.is > v.max {
			return fmt.Errorf("tables: %s is from %d to %d, not %d (times are in minutes)", v.name, v.least, v.max, v.is)
		}
	}
	return nil
}

// ErrFull says that there are not enough seats at a time.
var ErrFull = errors.New("there are not enough seats")

// seat is what a request for a table takes, in minutes since 1970.
type seat struct {
	ID     string    `json:"id"` // of the request; nothing else tells of the guest
	From   int64     `json:"from"`
	To     int64     `json:"to"`
	People int       `json:"people"`
	At     time.Time `json:"at"`              // when it was taken
	Again  int       `json:"again,omitempty"` // as its request has it
}

const (
	seatSpace = "seats"
	seatKey   = "all"

	// filing is how long a seat may be taken before its request is there.
	filing = 2 * time.Minute
)

// Book files a request for a table, for which it takes seats first. Of two who want the
// last ones at once, one gets ErrFull.
func (b *Inbox) Book(ctx context.Context, key string, r Request, c *Capacity) (Request, error) {
	r.ID = requestID(r.Guest, r.Thread, key)
	ctx, stop := context.WithTimeout(ctx, filing/2) // then its seats may be another's
	defer stop()
	if err := b.hold(ctx, c, r); err != nil {
		return r, err
	}
	filed, err := b.file(ctx, key, r)
	if errors.Is(err, ErrTooMany) {
		err = errors.Join(err, b.release(ctx, r))
	}
	return filed, err
}

// hold takes the seats of a request for a table, unless it has them.
func (b *Inbox) hold(ctx context.Context, c *Capacity, r Request) error {
	if c == nil || r.At.IsZero() || r.People <= 0 {
		return nil
	}
	from := r.At.Unix() / 60
	return b.take(ctx, c, seat{ID: r.ID, From: from, To: from + int64(c.Stay), People: r.People, At: b.now(), Again: r.Again}, r.Instead)
}

// file files a request, and withdraws the one that it takes the place of.
func (b *Inbox) file(ctx context.Context, key string, r Request) (Request, error) {
	filed, err := b.File(ctx, key, r)
	if err == nil && r.Instead != "" {
		_, err = b.Withdraw(ctx, r.Guest, r.Instead)
	}
	return filed, err
}

// seats reads all that are taken, and the number of their entry.
func (b *Inbox) seats(ctx context.Context) (all []seat, seq int64, err error) {
	e, err := b.Store.CacheGet(ctx, seatSpace, seatKey)
	if errors.Is(err, semcache.ErrNone) {
		return nil, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(e.Value, &all)
	}
	return all, e.Seq, err
}

// reseat changes the seats that are taken. With returns nil nothing is to be changed.
func (b *Inbox) reseat(ctx context.Context, with func([]seat) ([]seat, error)) error {
	for range maxTries {
		all, seq, err := b.seats(ctx)
		if err != nil {
			return err
		}
		next, err := with(all)
		if err != nil || next == nil {
			return err
		}
		over := b.now().Add(-24*time.Hour).Unix() / 60
		raw, err := json.Marshal(slices.DeleteFunc(next, func(s seat) bool { return s.To < over }))
		if err != nil {
			return err
		}
		ok, err := b.Store.CacheSwap(ctx, seatSpace, semcache.Entry{Key: seatKey, Value: raw, Made: b.now(), Seq: seq})
		if err != nil || ok {
			return err
		}
	}
	return fmt.Errorf("taking seats: others were faster %d times", maxTries)
}

// take takes seats, in the place of those of another request, if there is one.
func (b *Inbox) take(ctx context.Context, c *Capacity, own seat, instead string) error {
	return b.reseat(ctx, func(all []seat) ([]seat, error) {
		all = but(all, instead)
		if slices.ContainsFunc(all, func(s seat) bool { return s.ID == own.ID && s.Again >= own.Again }) {
			return nil, nil // filed again under the same key
		}
		all = but(all, own.ID) // whoever frees those that were given up frees not these
		if peak(all, own.From, own.To)+own.People > c.Seats {
			var err error
			if all, err = b.living(ctx, all, own.From, own.To); err != nil {
				return nil, err
			}
		}
		if peak(all, own.From, own.To)+own.People > c.Seats {
			return nil, ErrFull
		}
		return append(all, own), nil
	})
}

// seated reports whether a table or a room may be filed that was not read back with all that it takes:
// guests are served then, and there are seats. Who asks for one outright has told in whose name.
func (h *House) seated(ctx context.Context, f *Facts, w *waiting, agreed bool) (bool, error) {
	at, found := *w, askStaffOut{}
	if err := h.seat(ctx, f, &at, &found); err != nil {
		return false, err
	}
	w.At = at.At
	return len(found.AskFor) == 0 && found.Full == nil && (agreed || !slices.Contains(found.Who, "name")), nil
}

// but are seats without those of a request.
func but(all []seat, id string) []seat {
	return slices.DeleteFunc(all, func(s seat) bool { return s.ID == id })
}

// release frees the seats of a request, unless somebody has taken it back meanwhile.
func (b *Inbox) release(ctx context.Context, gone Request) error {
	return b.reseat(ctx, func(all []seat) ([]seat, error) {
		i := slices.IndexFunc(all, func(s seat) bool { return s.ID == gone.ID && s.Again <= gone.Again })
		if i < 0 {
			return nil, nil
		}
		if r, err := b.Get(ctx, gone.ID); !errors.Is(err, ErrNoRequest) && !r.off() {
			return nil, err
		}
		return slices.Delete(all, i, i+1), nil
	})
}

// living leaves out seats, within a time, of requests that were declined or are gone:
// their guest was forgotten, or their worker died before it filed them.
func (b *Inbox) living(ctx context.Context, all []seat, from, to int64) (some []seat, err error) {
	for _, s := range all {
		if s.From < to && s.To > from && b.now().Sub(s.At) > filing {
			r, err := b.Get(ctx, s.ID)
			if errors.Is(err, ErrNoRequest) || err == nil && r.off() {
				continue
			}
			if err != nil {
				return nil, err
			}
		}
		some = append(some, s)
	}
	return some, nil
}

// peak is how many seats are taken at most at one moment of a time.
func peak(all []seat, from, to int64) (most int) {
	at := func(moment int64) (n int) {
		for _, s := range all {
			if s.From <= moment && moment < s.To {
				n += s.People
			}
		}
		return n
	}
	most = at(from)
	for _, s := range all {
		if s.From > from && s.From < to {
			most = max(most, at(s.From))
		}
	}
	return most
}

// Free reports whether there are seats for people from a moment on, those of a request
// included that is to be changed, and if not, which times of the house near it have some.
func (b *Inbox) Free(ctx context.Context, f *Facts, people int, at time.Time, instead string) (free bool, near []time.Time, err error) {
	all, _, err := b.seats(ctx)
	if err != nil {
		return false, nil, err
	}
	all = but(all, instead)
	c := f.Tables
	fits := func(all []seat, t time.Time) bool {
		from := t.Unix() / 60
		return peak(all, from, from+int64(c.Stay))+people <= c.Seats
	}
	if fits(all, at) {
		return true, nil, nil
	}
	from := at.Unix() / 60
	reach := int64(c.Slot*maxSteps + c.Stay)
	if all, err = b.living(ctx, all, from-reach, from+reach); err != nil || fits(all, at) {
		return err == nil, nil, err
	}
	off := (at.Hour()*60 + at.Minute()) % c.Slot // offered are the times of slots: 19:00, not 19:10
	for step := range maxSteps {
		for _, side := range []int{-step, step + 1} {
			t := at.Add(time.Duration(side*c.Slot-off) * time.Minute)
			if len(near) < maxNear && t.YearDay() == at.YearDay() && !c.tooSoon(t, b.now()) && f.serves(t) && fits(all, t) {
				near = append(near, t)
			}
		}
	}
	slices.SortFunc(near, time.Time.Compare)
	return false, near, nil
}

// How many times are offered instead of one that is full, and how far from it.
const maxNear, maxSteps = 3, 8

func (c *Capacity) tooSoon(at, now time.Time) bool {
	return at.Before(now.Add(time.Duration(c.Lead) * time.Minute))
}

// serves reports whether guests are served at a moment, as far as was told: the house is open,
// and its kitchen too.
func (f *Facts) serves(at time.Time) bool {
	for _, text := range []string{f.Hours, f.Kitchen} {
		h, err := hours.Parse(text)
		if text == "" || err != nil {
			continue
		}
		if open, _ := h.At(at, hours.Holidays(f.country(), f.Holidays)); !open {
			return false
		}
	}
	return true
}

// shut takes out of a request for a table the day on which the house is closed, or the time at
// which it serves nobody, and says which others there are.
func (f *Facts) shut(w *waiting, s *scene.Scene, out *askStaffOut) {
	day, err := time.ParseInLocation(time.DateOnly, w.Date, s.Now.Location())
	if err != nil || w.Kind != "booking" {
		return
	}
	w.Days = nil
	open, told := f.served(day)
	at, known := f.moment(w.Date, w.Time, s.Now)
	asked := w.Request
	switch {
	case told && len(open) == 0:
		for next := day; next.Sub(day) < maxClosed && len(out.Instead) < maxNear; {
			next = next.AddDate(0, 0, 1)
			if open, _ := f.served(next); len(open) > 0 {
				out.Instead = append(out.Instead, next.Format(time.DateOnly))
			}
		}
		asked.At, w.Date, w.Days = day, "", out.Instead
	case known && !f.serves(at):
		asked.At, w.Time, out.Hours = at, "", spans(open, texts.In(s.Language))
	default:
		return
	}
	out.Shut = &asked
}

// served are the times of a day at which guests are served: those of the kitchen, on a day on
// which the house is open. told is false where the owner said nothing of either.
func (f *Facts) served(day time.Time) (all []hours.Span, told bool) {
	for _, text := range []string{f.Hours, f.Kitchen} {
		h, err := hours.Parse(text)
		if text == "" || err != nil {
			continue
		}
		told = true
		if all = h.On(day, hours.Holidays(f.country(), f.Holidays)(day)); len(all) == 0 {
			break
		}
	}
	return all, told
}

// maxClosed is how far the next open days are looked for.
const maxClosed = 2 * aWeek

// moment reads a day and a time of it as guests write them: "20h30", "8 pm", "oito da
// noite". Of two readings of "8" the one is meant at which the house serves.
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
		late = f.serves(read(c.Hour+12).AddDate(0, 0, d)) && (!early || f.Hours == "" && f.Kitchen == "" && c.Hour < 11 && !c.Exact)
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
