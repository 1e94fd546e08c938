package trip_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
)

var update = flag.Bool("update", false, "write the golden files")

// sunday is today in all tests.
var sunday = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func planner() *trip.Planner {
	return &trip.Planner{
		Places: places.Fallback{Sample: places.Sample{}},
		Now:    func() time.Time { return sunday },
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is no longer what happens; if it is right, go test -update (-want +got):\n%s", file, diff)
	}
}

const (
	same = `{"isRelevant":true}`
	both = `{"tools":["list-accommodations","list-restaurants"]}`

	// toFloripa is all that a trip needs in one message.
	toFloripa = "Quero ir para Floripa com minha esposa e dois filhos de 10 a 15 de março"
)

// source is a live source that does what its functions do.
type source struct {
	lodgings    func(context.Context, places.Area) ([]places.Lodging, error)
	restaurants func(context.Context, places.Area) ([]places.Restaurant, error)
}

func (s source) Lodgings(ctx context.Context, a places.Area, _ places.Wish) ([]places.Lodging, error) {
	return s.lodgings(ctx, a)
}

func (s source) Restaurants(ctx context.Context, a places.Area, _ places.Wish) ([]places.Restaurant, error) {
	return s.restaurants(ctx, a)
}

var errDown = errors.New("the source is down")

func noLodgings(context.Context, places.Area) ([]places.Lodging, error) { return nil, errDown }

func noRestaurants(context.Context, places.Area) ([]places.Restaurant, error) { return nil, errDown }

// twoHotels are real, so nobody knows their price.
func twoHotels(context.Context, places.Area) ([]places.Lodging, error) {
	return []places.Lodging{
		{Place: places.Place{ID: "1", Name: "Hotel do Porto", Phone: "+55 48 3333-0000", Site: "https://porto.example", Source: "osm", Attribution: "© OpenStreetMap contributors"}, Kind: places.Hotel},
		{Place: places.Place{ID: "2", Name: "Hostel da Ilha", Source: "osm", Attribution: "© OpenStreetMap contributors"}, Kind: places.Hostel},
	}, nil
}
