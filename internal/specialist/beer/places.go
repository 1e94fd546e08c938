package beer

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/graph"
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
		if at := (brewery.Query{City: city, State: state}); (city != "" || state != "") && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	addIn := func(city, state string) {
		states := brewery.States(state)
		if len(states) == 0 {
			states = []string{state}
		}
		for _, s := range states { // PR is in two countries
			add(city, s)
		}
	}
	if name = strings.TrimSpace(name); name == "" {
		n := searchedIn(q.scene)
		if n.City+n.State+n.Country != "" {
			return []brewery.Query{{City: n.City, State: n.State, Country: n.Country}}
		}
		if q.who.Location != "" {
			addIn(townOf(q.who.Location))
		}
		return all
	}
	city, state := townOf(name)
	if brazilian, ok := brewery.BrazilianState(city); ok && state == "" && q.scene.Language == lang.Portuguese { // SC is no South Carolina here
		add("", brazilian)
		return all
	}
	if country, ok := brewery.Country(city); ok && state == "" && len(brewery.States(city)) == 0 {
		return []brewery.Query{{Country: country}}
	}
	if _, ok := brewery.Country(state); ok && len(brewery.States(state)) == 0 {
		state = "" // "Curitiba, Brasil": the town tells
	}
	if state == "" && len(brewery.States(city)) > 0 {
		if utf8.RuneCountInString(city) > 3 {
			add(city, "") // New York is both
		}
		addIn("", city)
	} else {
		addIn(city, state)
	}
	for _, p := range gazetteer.Find(name) {
		if state, ok := brewery.BrazilianState(p.Region); ok && p.Country == "BR" && !p.Wide { // Belém, PA is in no Pennsylvania
			add(p.Name, state)
		} else if !p.Wide {
			addIn(p.Name, p.Region)
		} else if len(brewery.States(p.Name)) > 0 {
			addIn("", p.Name)
		}
	}
	if c, s := townIn(name); c != city && c != "" {
		addIn(c, s)
	}
	return all
}

// near returns the town of the catalogue that a misspelt one is nearest to.
// Whoever misspells a town mostly gets its first letter right.
func (q *hunt) near(ctx context.Context, city string) string {
	first, _ := utf8.DecodeRuneInString(lang.Fold(city))
	if first < 'a' || first > 'z' {
		return ""
	}
	res, err := q.Ask(ctx, graph.Guest(ctx), "SELECT DISTINCT city FROM breweries WHERE city LIKE '"+string(first)+"%' LIMIT 200")
	if err != nil {
		return ""
	}
	var towns []string
	for _, r := range res.Rows {
		towns = append(towns, text(r[0]))
	}
	return lang.Nearest(city, towns)
}
