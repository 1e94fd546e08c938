package cli

import (
	"context"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/places/geocode"
	"github.com/maitre-dev/maitre/internal/outside/places/overpass"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/task"
)

// planner makes what plans trips, with the places of the setting.
func (a *app) planner(db semcache.Store, tasks *task.Runner) *trip.Planner {
	p := a.samplePlanner(tasks)
	if a.config.Places != "osm" {
		return p
	}
	p.Places.Live = overpass.New(a.config.Overpass.Reveal(), nil)
	p.Places.Cache = semcache.New(db, "places", semcache.Options{TTL: places.Fresh})
	coder := geocode.New(a.config.Geocoder.Reveal(), semcache.New(db, "geocode", semcache.Options{}), nil)
	p.Credit = geocode.Attribution
	p.Locate = func(ctx context.Context, name string) ([]gazetteer.Place, error) {
		found, err := coder.Find(ctx, name, lang.Portuguese)
		var all []gazetteer.Place
		for _, c := range found {
			all = append(all, gazetteer.Place{Name: c.Area.Name, Country: c.Area.Country, Lat: c.Area.Lat, Lon: c.Area.Lon})
		}
		return all, err
	}
	return p
}

// samplePlanner makes one that asks nobody.
func (a *app) samplePlanner(tasks *task.Runner) *trip.Planner {
	return &trip.Planner{
		Tasks:    tasks.Logged(),
		Places:   places.Fallback{Sample: places.Sample{Currency: a.config.House.Currency}},
		Language: lang.Language(a.config.House.Language),
	}
}
