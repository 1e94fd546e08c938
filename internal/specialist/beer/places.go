package beer

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
)

// places returns where a search may look, the likeliest first: for "Portland,
// OR" the town in its state; for a name alone the town or the state called so;
// for one misspelt what travellers call so; for none the place of the last search,
// or else where the guest is. It is empty if nobody knows.
func (q *hunt) places(name string) (all []brewery.Query) {
	add := func(city, state string) {
		states := brewery.States(state)
		if len(states) == 0 {
			states = []string{state}
		}
		for _, s := range states { // PR is in two countries
			if at := (brewery.Query{City: city, State: s}); city+s != "" && !slices.Contains(all, at) {
				all = append(all, at)
			}
		}
	}
	if strings.TrimSpace(name) == "" {
		if n := searchedIn(q.scene); n.City+n.State+n.Country != "" {
			return []brewery.Query{{City: n.City, State: n.State, Country: n.Country}}
		}
		add(townOf(q.who.Location))
		return all
	}
	city, state := townOf(name)
	isState := func(name string) bool { return len(brewery.States(name)) > 0 }
	country, isCountry := brewery.Country(city)
	_, inCountry := brewery.Country(state)
	brazilian, inBrazil := brewery.BrazilianState(city)
	switch {
	case state == "" && inBrazil && q.scene.Language == lang.Portuguese: // SC is no South Carolina here
		return []brewery.Query{{State: brazilian}}
	case state == "" && isCountry && !isState(city):
		return []brewery.Query{{Country: country}}
	case state != "" && !(inCountry && !isState(state)): // "Curitiba, Brasil": the town tells
		add(city, state)
	}
	known := gazetteer.Find(name)
	misspelt := slices.IndexFunc(known, func(p gazetteer.Place) bool { return lang.Fold(p.Name) == lang.Fold(city) }) < 0
	literal := func() { // the town or the state called so
		if !isState(city) || utf8.RuneCountInString(city) > 3 {
			add(city, "") // New York is both
		}
		if isState(city) {
			add("", city)
		}
	}
	if misspelt {
		literal()
	}
	for _, p := range known {
		brazilian, ok := brewery.BrazilianState(p.Region)
		switch {
		case p.Wide && isState(p.Name):
			add("", p.Name)
		case p.Wide:
		case ok && p.Country == "BR": // Belém, PA is in no Pennsylvania
			all = append(all, brewery.Query{City: p.Name, State: brazilian})
		default:
			add(p.Name, p.Region)
		}
	}
	literal()
	return all
}

// A search for the nearest brewery tells of a few, and of none that nobody drives to.
const (
	mostNear  = 3
	farthestK = 800 // kilometres
)

// nearest adds the breweries that are nearest to a place that has none, or the countries
// of the list if they are far away.
func (q *hunt) nearest(ctx context.Context) error {
	at := gazetteer.Find(q.in.Place)
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
		if km <= farthestK && len(q.Nearest) < mostNear {
			fact := factOf(b)
			fact.Away = fmt.Sprintf("%d km", int(math.Round(km)))
			q.Nearest, q.picks = append(q.Nearest, fact), append(q.picks, brewery.Pick{Brewery: b})
		} else if len(q.Nearest) == 0 && b.Country != "" && !slices.Contains(q.OnlyIn, b.Country) {
			q.OnlyIn = append(q.OnlyIn, b.Country)
		}
	}
	return nil
}
