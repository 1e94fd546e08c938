package trip

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/ui"
)

func TestNights(t *testing.T) {
	for _, tt := range []struct {
		d    Details
		want int
	}{
		{Details{StartDate: "2027-03-10", EndDate: "2027-03-15"}, 5},
		{Details{StartDate: "2026-12-28", EndDate: "2027-01-03"}, 6},
		{Details{StartDate: "2027-02-27", EndDate: "2027-03-02"}, 3},
		{Details{StartDate: "2028-02-27", EndDate: "2028-03-02"}, 4}, // a leap year
		{Details{StartDate: "2027-01-31", EndDate: "2027-05-01"}, 90},
	} {
		if got := tt.d.Nights(); got != tt.want {
			t.Errorf("from %s to %s there are %d nights, want %d", tt.d.StartDate, tt.d.EndDate, got, tt.want)
		}
	}
}

func TestEveryCodeHasWordsInEveryLanguage(t *testing.T) {
	for _, w := range texts.All() {
		all := map[string]string{"stale": w.Trip.Notices[string(places.Stale)], "down": w.Trip.Notices[string(places.Down)]}
		for _, k := range []places.Kind{places.Hotel, places.Hostel, places.GuestHouse, places.Apartment} {
			all[string(k)] = w.Trip.Kinds[string(k)]
		}
		for _, f := range []string{"startDate", "endDate", "dates"} {
			all[f] = w.Trip.Fields[f]
		}
		for code, text := range all {
			if text == "" {
				t.Errorf("%s has no words for %s", w.Language, code)
			}
		}
	}
}

func TestBest(t *testing.T) {
	price := func(amount int64) *ui.Money { return &ui.Money{Amount: amount, Currency: "BRL"} }
	var all []places.Listing
	for _, x := range []places.Listing{{}, {Person: price(90)}, {Person: price(50)}, {}, {Person: price(70)}, {}, {}} {
		x.ID = string(rune('a' + len(all)))
		all = append(all, x)
	}
	for want, o := range map[string]order{"abcdef": {}, "cebadf": {cheap: true}} {
		o.price = func(l places.Listing) *ui.Money { return l.Person }
		got := ""
		for _, l := range o.best(all) {
			got += l.ID
		}
		if got != want {
			t.Errorf("%+v: %s, want %s", o, got, want)
		}
	}
}
