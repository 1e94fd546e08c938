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
	both = `{"tools":["list-accommodations","list-restaurants"]}`

	// toFloripa is all that a trip needs in one message.
	toFloripa = "Quero ir para Floripa com minha esposa e dois filhos de 10 a 15 de março"
)

// hotels is a live source of two real hotels, of which nobody knows the price, and has nothing else.
type hotels struct{ down bool }

var errDown = errors.New("the source is down")

func (h hotels) Find(_ context.Context, sort string, _ places.Area) ([]places.Listing, error) {
	if h.down || sort != places.Lodging {
		return nil, errDown
	}
	const thanks = "© OpenStreetMap contributors"
	return []places.Listing{
		{Place: places.Place{ID: "1", Name: "Hotel do Porto", Phone: "+55 48 3333-0000", Site: "https://porto.example", Source: "osm", Attribution: thanks}, Kind: places.Hotel},
		{Place: places.Place{ID: "2", Name: "Hostel da Ilha", Source: "osm", Attribution: thanks}, Kind: places.Hostel},
	}, nil
}
