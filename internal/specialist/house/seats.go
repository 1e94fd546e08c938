package house

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
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

// filing is how long a seat may be taken before its request is there.
const filing = 2 * time.Minute

func (b *Inbox) seats() shelf[[]seat] { return shelf[[]seat]{b.Store, "seats", b.Now} }

// seatKey is the key of the one entry of seats.
const seatKey = "all"

// Book files a request for a table, for which it takes seats first. Of two who want the
// last ones at once, one gets ErrFull.
func (b *Inbox) Book(ctx context.Context, key string, r Request, c *Capacity) (Request, error) {
	r.ID = requestID(r.Guest, r.Thread, key)
	ctx, stop := context.WithTimeout(ctx, filing/2) // then its seats may be another's
	defer stop()
	if err := b.hold(ctx, c, r); err != nil {
		return r, err
	}
	filed, err := b.File(ctx, key, r)
	if err == nil && r.Instead != "" {
		_, err = b.Withdraw(ctx, r.Guest, r.Instead)
	}
	if errors.Is(err, ErrTooMany) {
		err = errors.Join(err, b.release(ctx, r))
	}
	return filed, err
}

// hold takes the seats of a request for a table, unless it has them, in the place of those of the request that it takes the place of.
func (b *Inbox) hold(ctx context.Context, c *Capacity, r Request) error {
	if c == nil || r.At.IsZero() || r.People <= 0 {
		return nil
	}
	from := r.At.Unix() / 60
	own := seat{ID: r.ID, From: from, To: from + int64(c.Stay), People: r.People, At: b.now(), Again: r.Again}
	return b.reseat(ctx, func(all []seat) ([]seat, error) {
		all = but(all, r.Instead)
		if slices.ContainsFunc(all, func(s seat) bool { return s.ID == own.ID && s.Again >= own.Again }) {
			return nil, errSame // filed again under the same key
		}
		all = but(all, own.ID) // whoever frees those that were given up frees not these
		if fits, err := b.fits(ctx, c, &all, from, r.People); err != nil || !fits {
			return nil, cmp.Or(err, ErrFull)
		}
		return append(all, own), nil
	})
}

// reseat changes the seats that are taken; those of yesterday go.
func (b *Inbox) reseat(ctx context.Context, with func([]seat) ([]seat, error)) error {
	return b.seats().change(ctx, seatKey, "", func(all []seat) ([]seat, error) {
		all, err := with(all)
		over := b.now().Add(-24*time.Hour).Unix() / 60
		return slices.DeleteFunc(all, func(s seat) bool { return s.To < over }), err
	})
}

// fits reports whether there are seats for people from a moment on. Where it matters, those that requests have that were declined or are
// gone are left out of all: their guest was forgotten, or their worker died before it filed them.
func (b *Inbox) fits(ctx context.Context, c *Capacity, all *[]seat, from int64, people int) (bool, error) {
	to := from + int64(c.Stay)
	if peak(*all, from, to)+people <= c.Seats {
		return true, nil
	}
	var some []seat
	for _, s := range *all {
		if s.From < to && s.To > from && b.now().Sub(s.At) > filing {
			r, err := b.Get(ctx, s.ID)
			if errors.Is(err, ErrNoRequest) || err == nil && r.off() {
				continue
			}
			if err != nil {
				return false, err
			}
		}
		some = append(some, s)
	}
	*all = some
	return peak(some, from, to)+people <= c.Seats, nil
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
			return nil, errSame
		}
		if r, err := b.Get(ctx, gone.ID); !errors.Is(err, ErrNoRequest) && !r.off() {
			return nil, cmp.Or(err, errSame)
		}
		return slices.Delete(all, i, i+1), nil
	})
}

// peak returns the highest number of seats that are taken at one moment of a time span.
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
	all, _, err := b.seats().get(ctx, seatKey)
	if err != nil {
		return false, nil, err
	}
	c := f.Tables
	all = but(all, instead)
	if free, err = b.fits(ctx, c, &all, at.Unix()/60, people); free || err != nil {
		return free, nil, err
	}
	off := (at.Hour()*60 + at.Minute()) % c.Slot // offered are the times of slots: 19:00, not 19:10
	for step := range maxSteps {
		for _, side := range []int{-step, step + 1} {
			t := at.Add(time.Duration(side*c.Slot-off) * time.Minute)
			if len(near) == maxNear || t.YearDay() != at.YearDay() || c.tooSoon(t, b.now()) || !f.serves(t) {
				continue
			}
			fits, err := b.fits(ctx, c, &all, t.Unix()/60, people)
			if err != nil {
				return false, nil, err
			}
			if fits {
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
