package trip_test

import (
	"context"
	"errors"
	"time"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
)

// sunday is today in all tests.
var sunday = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func planner() *trip.Planner {
	return &trip.Planner{
		Places: places.Fallback{Sample: places.Sample{}},
		Now:    func() time.Time { return sunday },
	}
}

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
