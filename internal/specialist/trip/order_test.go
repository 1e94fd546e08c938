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
	all := []places.Restaurant{{Place: places.Place{Name: "a"}}, {Place: places.Place{Name: "b"}, Person: price(90)}, {Place: places.Place{Name: "c"}, Person: price(50)}, {Place: places.Place{Name: "d"}}, {Place: places.Place{Name: "e"}, Person: price(70)}, {Place: places.Place{Name: "f"}}, {Place: places.Place{Name: "g"}}}
	for _, tt := range []struct {
		name string
		o    order
		want string
	}{{"as they come", order{}, "abcdef"}, {"the cheapest first, without a price last", order{cheap: true}, "cebadf"}} {
		got := ""
		for _, r := range best(tt.o, all, func(r places.Restaurant) *ui.Money { return r.Person }) {
			got += r.Name
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
