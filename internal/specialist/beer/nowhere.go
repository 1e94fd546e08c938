package beer

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
)

// A search for the nearest brewery tells of a few, and of none that nobody drives to.
const (
	mostNear  = 3
	farthestK = 800 // kilometres
)

// whole is the place of a search that found nothing, with its state if one is known:
// "Gramado" is in Rio Grande do Sul.
func whole(tries []brewery.Query) brewery.Query {
	for _, t := range tries {
		if name, _, ok := brewery.State(t.State); ok && t.City == tries[0].City {
			return brewery.Query{City: t.City, State: name}
		}
	}
	return tries[0]
}

// nowhere tells how far around a place the list has no brewery, and what is nearest.
func (q *hunt) nowhere(ctx context.Context, name string) error {
	_, country, _ := brewery.State(q.at.State)
	for _, at := range []brewery.Query{{City: q.at.City}, {State: q.at.State}, {Country: country}, {Country: q.at.Country}} {
		area := at.City + at.State + at.Country
		if area == "" || slices.Contains(q.facts.NoneIn, area) {
			continue
		}
		if at.City == "" {
			found, err := q.find(ctx, at)
			if err != nil || len(found) > 0 {
				return err
			}
		}
		q.facts.NoneIn = append(q.facts.NoneIn, area)
	}
	return q.nearest(ctx, name)
}

// nearest adds the breweries that are nearest to a place that has none, or the countries
// of the list if they are far away.
func (q *hunt) nearest(ctx context.Context, name string) error {
	at := gazetteer.Find(name)
	if len(at) == 0 {
		return nil
	}
	here := brewery.Point{Lat: at[0].Lat, Lon: at[0].Lon}
	found, err := q.find(ctx, brewery.Query{Near: &here, Limit: 4 * mostNear})
	if err != nil {
		return err
	}
	for _, b := range found {
		km := here.To(b)
		if km <= farthestK && len(q.facts.Nearest) < mostNear {
			q.facts.Nearest = append(q.facts.Nearest, breweryFact{ID: b.ID, Name: b.Name, Type: b.Type, City: b.City, State: b.State, Website: b.Website, Away: fmt.Sprintf("%d km", int(math.Round(km)))})
			q.picks = append(q.picks, brewery.Pick{Brewery: b})
		} else if len(q.facts.Nearest) == 0 && b.Country != "" && !slices.Contains(q.facts.OnlyIn, b.Country) {
			q.facts.OnlyIn = append(q.facts.OnlyIn, b.Country)
		}
	}
	return nil
}

// nearest says the breweries that are nearest to where there are none.
func (w phrases) nearest(all []breweryFact) string {
	if len(all) == 0 {
		return ""
	}
	var some []string
	for _, b := range all {
		some = append(some, fmt.Sprintf("%s (%s, %s)", b.Name, place(b.City, b.State), b.Away))
	}
	return " " + fmt.Sprintf(w.Beer.Nearest, strings.TrimSuffix(w.List(some), "."))
}

// wider says how many breweries a town has, and of which other kinds, before those of its state.
func (w phrases) wider(f findFacts) string {
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(f.Others)) {
		if name := w.Beer.Kinds[kind]; name != "" {
			kinds = append(kinds, fmt.Sprintf("%s (%d)", name, f.Others[kind]))
		}
	}
	switch kind := w.Beer.Kinds[f.Type]; {
	case f.InTown > 0:
		return fmt.Sprintf(w.Beer.Wider["few"], f.Place, f.InTown, f.Wider)
	case kind != "" && len(kinds) > 0:
		return fmt.Sprintf(w.Beer.Wider["kind"], f.Place, kind, w.List(kinds), f.Wider)
	}
	return fmt.Sprintf(w.Beer.Wider["none"], f.Place, f.Wider)
}
