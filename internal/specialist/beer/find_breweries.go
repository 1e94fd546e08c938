package beer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// findIn are the arguments of find_breweries.
type findIn struct {
	Place  string `json:"place,omitempty" jsonschema:"empty: as last, else the guest's town"`
	Type   string `json:"type,omitempty" jsonschema:"micro, brewpub, regional, large, nano or taproom"`
	Style  string `json:"style,omitempty"`
	Name   string `json:"name,omitempty"`
	New    bool   `json:"new,omitempty" jsonschema:"not bought from"`
	Others bool   `json:"others,omitempty" jsonschema:"not shown yet"`
	Shown  bool   `json:"shown,omitempty" jsonschema:"of those shown"`
	Opened bool   `json:"opened,omitempty" jsonschema:"asks when they opened"`
	Max    int    `json:"max,omitempty"` // how many are asked for
}

// breweryFact is a brewery as a model is told of it.
type breweryFact struct {
	ID      string   `json:"id,omitempty"` // a model points by name or number
	Name    string   `json:"name"`
	Type    string   `json:"type,omitempty"`
	City    string   `json:"city,omitempty"`
	State   string   `json:"state,omitempty"`
	Website string   `json:"website,omitempty"`
	Why     string   `json:"why,omitempty"`
	Bought  bool     `json:"bought_before,omitempty"`
	Beers   []string `json:"beers,omitempty"` // of the catalogue: those of the style, if one was asked for
	Away    string   `json:"away,omitempty"`  // from where there are none
}

func factOf(b brewery.Brewery) breweryFact {
	return breweryFact{ID: b.ID, Name: b.Name, Type: b.Type, City: b.City, State: b.State, Website: b.Website}
}

// findFacts are what find_breweries tells.
type findFacts struct {
	Need      string         `json:"need,omitempty"` // "place": nobody knows where to look
	Place     string         `json:"place,omitempty"`
	Name      string         `json:"name,omitempty"` // that was looked for
	Found     int            `json:"found"`          // that fit there, bought from or not
	Unbought  *int           `json:"found_not_bought_from,omitempty"`
	New       bool           `json:"new,omitempty"` // those listed are new to the guest
	Breweries []breweryFact  `json:"breweries,omitempty"`
	Bought    int            `json:"left_out_bought_before,omitempty"`
	Shown     int            `json:"left_out_shown_before,omitempty"`
	Wider     string         `json:"widened_to,omitempty"` // the state, for the town has none or few:
	InTown    int            `json:"of_town,omitempty"`    // of those listed
	Type      string         `json:"type,omitempty"`       // that was asked for, of a wider search
	Nearest   []breweryFact  `json:"nearest,omitempty"`    // to a place that has none
	OnlyIn    []string       `json:"list_is_of,omitempty"` // countries, all of them far away
	Others    map[string]int `json:"other_types,omitempty"`
	NoStyle   bool           `json:"style_unknown,omitempty"` // who brews the style is not known
	Style     string         `json:"style,omitempty"`
	NoHistory bool           `json:"history_unknown,omitempty"` // so some may have been bought from
	Notice    string         `json:"notice,omitempty"`          // sample, down or stale
	Among     bool           `json:"of_those_shown,omitempty"`
	Undated   bool           `json:"opening_unknown,omitempty"` // when they opened was asked, and is not known

	// For the card.
	id       string
	language lang.Language
	picks    []brewery.Pick
	from     brewery.Found
	at       brewery.Query // where it looked in the end
}

// How many are recommended.
const fewest, most = 3, 5

func (a *Advisor) findBreweriesTool() (agent.Tool, error) {
	return agent.NewTool("find_breweries", "Breweries in a place, chosen by what the guest buys. To narrow a list, call it again.", a.findBreweries, agent.Options[findFacts]{
		Schema: func(s *jsonschema.Schema) { s.Properties["new"].Default = json.RawMessage("true") },
		Show: func(f findFacts) (c ui.Component, err error) {
			if len(f.picks) == 0 {
				return c, nil
			}
			return f.card()
		},
		Say: sayFound,
		Tell: func(f findFacts) any {
			f.Breweries, f.Nearest = withoutIDs(f.Breweries), withoutIDs(f.Nearest)
			return f
		},
	})
}

func withoutIDs(all []breweryFact) []breweryFact {
	all = slices.Clone(all)
	for i := range all {
		all[i].ID = ""
	}
	return all
}

// hunt is one call of find_breweries: what was asked for, what is known of the guest, and what was found.
type hunt struct {
	*Advisor
	findFacts
	in    findIn
	scene *scene.Scene
	who   customer.Profile
	had   *brewery.History
	kind  string              // type, as the list has it
	brews map[string][]string // beers of the style, by the brewery's id; nil: not looked for, or not known
}

func (a *Advisor) findBreweries(ctx context.Context, in findIn) (findFacts, error) {
	q := &hunt{Advisor: a, scene: scene.From(ctx), in: in, kind: kindOf(in.Type)}
	if in.Type != "" && q.kind == "" {
		clean, err := brewery.Query{Type: in.Type}.Clean()
		if err != nil {
			return q.findFacts, err // names the types there are
		}
		q.kind = clean.Type
	}
	var err error
	if q.who, err = a.Profile(ctx, graph.Guest(ctx), customer.Lookup{}); err == nil {
		q.had, err = a.had(ctx, q.who.BreweryHistory)
	}
	if ctx.Err() != nil {
		return q.findFacts, context.Cause(ctx)
	}
	q.NoHistory = err != nil
	look := q.byPlace
	if in.Name != "" {
		look = q.byName
	}
	if err = look(ctx); err == nil {
		err = q.tell(ctx)
	} else if !errors.Is(err, brewery.ErrQuery) {
		err = fmt.Errorf("the list of breweries cannot be read now, tell the guest so: %w", err)
	}
	return q.findFacts, err
}

func (q *hunt) byName(ctx context.Context) error {
	q.Name = q.in.Name
	city, state := townOf(q.in.Place)
	found, err := q.first(ctx, []brewery.Query{{Name: q.Name, City: city, State: state, Limit: 50}, {Name: q.Name, Limit: 50}})
	q.Found, q.at = len(found), brewery.Query{}
	for _, b := range found[:min(len(found), most)] {
		q.picks = append(q.picks, brewery.Pick{Brewery: b})
	}
	return err
}

// byPlace looks in the town and, if it has none, in its state; in the guest's own
// town also if it has few.
func (q *hunt) byPlace(ctx context.Context) error {
	tries := q.places(q.in.Place)
	if len(tries) == 0 {
		q.Need = "place"
		return nil
	}
	all, err := q.first(ctx, tries)
	if err != nil {
		return err
	}
	q.Place = cmp.Or(place(q.at.City, q.at.State), q.at.Country)
	q.choose(ctx, all)
	enough := fewest
	if q.in.Type != "" || q.in.Style != "" || q.in.Place != "" {
		enough = 1 // of what was asked for here, rather than more of it far away
	}
	if len(q.picks) < enough && q.at.City != "" && len(brewery.States(q.at.State)) == 1 {
		wide, err := q.find(ctx, brewery.Query{State: q.at.State, Type: q.kind})
		if err != nil || len(wide) > 0 {
			q.widen(ctx, wide)
			return err
		}
	}
	if len(all) == 0 && q.in.Place != "" {
		return q.nearest(ctx)
	}
	return nil
}

// first returns the breweries of the first place that has some.
func (q *hunt) first(ctx context.Context, tries []brewery.Query) ([]brewery.Brewery, error) {
	for _, q.at = range tries {
		found, err := q.find(ctx, q.at)
		if err != nil && !errors.Is(err, brewery.ErrQuery) {
			return nil, err
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	q.at = tries[0]
	return nil, nil
}

// find returns the breweries of a query that are open; the list has closed ones too.
func (q *hunt) find(ctx context.Context, at brewery.Query) ([]brewery.Brewery, error) {
	found, err := q.Advisor.Breweries.Find(ctx, at)
	if err != nil {
		return nil, err
	}
	q.from = found
	return slices.DeleteFunc(slices.Clone(found.Breweries), func(b brewery.Brewery) bool { return !b.Open() }), nil
}

// choose picks the best of the breweries that fit, and notes what other types there are where none is of the type asked
// for.
func (q *hunt) choose(ctx context.Context, all []brewery.Brewery) {
	q.Others, q.Unbought, q.Bought = nil, nil, 0
	if q.kind != "" {
		fit := slices.DeleteFunc(slices.Clone(all), func(b brewery.Brewery) bool { return b.Type != q.kind })
		if len(fit) == 0 {
			q.Others = map[string]int{}
			for _, b := range all {
				q.Others[b.Type]++
			}
		}
		all = fit
	}
	all = q.brewing(ctx, all)
	if q.Found = len(all); !q.NoHistory && len(all) > 0 {
		q.Unbought = new(len(all) - q.bought(all))
	}
	fresh := slices.DeleteFunc(slices.Clone(all), func(b brewery.Brewery) bool {
		shown := slices.ContainsFunc(q.scene.Shown, func(t scene.Thing) bool { return t.Kind == kind && t.ID == b.ID })
		return q.in.Others && shown || q.in.Shown && !shown
	})
	if q.in.Others {
		q.Shown = len(all) - len(fresh)
	}
	var had *brewery.History
	if q.in.New {
		had, q.Bought = q.had, q.bought(fresh)
	}
	q.picks = brewery.Recommend(fresh, had, q.who.Top3BreweryTypes, cmp.Or(q.in.Max, most))
}

// widen adds breweries of the state behind those of the town: "Denver has two; these are elsewhere in Colorado".
func (q *hunt) widen(ctx context.Context, wide []brewery.Brewery) {
	town := *q
	if q.choose(ctx, wide); len(q.picks) <= len(town.picks) {
		*q = town
		return
	}
	all := town.picks
	for _, p := range q.picks {
		if len(all) < most && !slices.ContainsFunc(town.picks, func(t brewery.Pick) bool { return t.ID == p.ID }) {
			all = append(slices.Clip(all), p)
		}
	}
	q.picks, q.InTown, q.Others = all, len(town.picks), town.Others
	q.Wider, q.Type = brewery.States(q.at.State)[0], q.kind
}

// bought is how many of some breweries the guest has bought from.
func (q *hunt) bought(some []brewery.Brewery) (n int) {
	for _, b := range some {
		if v, _ := q.had.Had(b); v == brewery.Same {
			n++
		}
	}
	return n
}

// had returns the breweries the guest has bought from, with all that helps to
// tell them apart, and others that are known by name only.
func (a *Advisor) had(ctx context.Context, names []string) (*brewery.History, error) {
	var all []brewery.Brewery
	const bought = "SELECT DISTINCT b.id, b.name, b.city, b.state, b.website_url, b.brewery_type FROM my_purchases p JOIN beers ON beers.id = p.beer_id JOIN breweries b ON b.id = beers.brewery_id LIMIT 200"
	res, err := a.Ask(ctx, graph.Guest(ctx), bought)
	if _, refused := errors.AsType[*safesql.Error](err); err != nil && !refused { // an operator's own policy may have no such columns: names must do then
		return nil, err
	}
	if err == nil {
		for _, r := range res.Rows {
			all = append(all, brewery.Brewery{ID: text(r[0]), Name: text(r[1]), City: text(r[2]), State: text(r[3]), Website: text(r[4]), Type: text(r[5])})
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(all, func(b brewery.Brewery) bool { return b.Name == name }) {
			all = append(all, brewery.Brewery{Name: name})
		}
	}
	return brewery.NewHistory(all), nil
}

// tap is a beer of the operator's catalogue, and the site of who brews it.
type tap struct{ beer, style, site string }

// taps returns the beers of some breweries for which a condition holds, by the brewery's id; none if the operator's own
// policy has no such columns.
func (a *Advisor) taps(ctx context.Context, some []brewery.Brewery, condition string) map[string][]tap {
	const query = "SELECT b.id, b.name, b.city, b.state, b.website_url, beers.name, beers.style FROM beers JOIN breweries b ON b.id = beers.brewery_id WHERE "
	all := map[string][]tap{}
	res, err := a.Ask(ctx, graph.Guest(ctx), query+condition+" ORDER BY 2, 6 LIMIT 200")
	if err != nil {
		return all
	}
	var brewers []brewery.Brewery
	brewed := map[string][]tap{}
	for _, r := range res.Rows {
		if len(r) != 7 {
			continue
		}
		id := text(r[0])
		if brewed[id] == nil {
			brewers = append(brewers, brewery.Brewery{ID: id, Name: text(r[1]), City: text(r[2]), State: text(r[3]), Website: text(r[4])})
		}
		brewed[id] = append(brewed[id], tap{text(r[5]), text(r[6]), text(r[4])})
	}
	known := brewery.NewHistory(brewers)
	for _, b := range some {
		if verdict, as := known.Had(b); verdict == brewery.Same {
			all[b.ID] = brewed[as.ID]
		}
	}
	return all
}

// oneOf is a condition on a column: one of some values.
func oneOf(column string, values []string) string {
	slices.Sort(values)
	return column + " IN ('" + strings.ReplaceAll(strings.ReplaceAll(strings.Join(slices.Compact(values), "\x00"), "'", "''"), "\x00", "', '") + "')"
}

// brewing keeps the breweries of which the catalogue has a beer of the style that is asked for, or
// all of them if it has none of any: then nobody can tell.
func (q *hunt) brewing(ctx context.Context, all []brewery.Brewery) []brewery.Brewery {
	q.NoStyle, q.Style, q.brews = false, "", nil
	if q.in.Style == "" || len(all) == 0 {
		return all
	}
	like := strings.NewReplacer("'", "''", "%", "", "_", "").Replace(strings.TrimSpace(q.in.Style))
	brews := q.taps(ctx, all, "beers.style LIKE '%"+like+"%' AND "+oneOf("b.state", each(all, func(b brewery.Brewery) string { return b.State })))
	if len(brews) == 0 {
		q.NoStyle, q.Style = true, q.in.Style
		return all
	}
	q.brews = map[string][]string{}
	for id, taps := range brews {
		for _, t := range taps[:min(len(taps), 2)] {
			q.brews[id] = append(q.brews[id], t.beer)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(b brewery.Brewery) bool { return brews[b.ID] == nil })
}

// onTap returns some beers of breweries by the catalogue, with their styles, and the
// breweries' sites, by the brewery's id.
func (a *Advisor) onTap(ctx context.Context, some []brewery.Brewery) (beers map[string][]string, sites map[string]string) {
	const mostBeers = 6
	beers, sites = map[string][]string{}, map[string]string{}
	if len(some) == 0 {
		return beers, sites
	}
	for id, taps := range a.taps(ctx, some, oneOf("b.name", each(some, nameOf))) {
		for _, t := range taps[:min(len(taps), mostBeers)] {
			beers[id], sites[id] = append(beers[id], t.beer+" ("+t.style+")"), t.site
		}
	}
	return beers, sites
}

// tell numbers what was found, keeps it for later turns, and makes facts of it.
func (q *hunt) tell(ctx context.Context) error {
	s, w := q.scene, textsOf(q.scene.Language)
	q.id, q.language = agent.Key(ctx), s.Language
	if q.Notice = notice(q.from); q.Notice == "" && q.from.Source == brewery.Sample {
		q.Notice = brewery.Sample
	}
	if q.Need != "" {
		return nil
	}
	q.Undated, q.Among = q.in.Opened, q.in.Shown
	q.New = q.in.New && q.in.Name == "" && len(q.picks) > len(q.Nearest)
	var all []brewery.Brewery
	var things []scene.Thing
	for _, p := range q.picks {
		all, things = append(all, p.Brewery), append(things, thingOf(p.Brewery))
	}
	beers, sites := q.onTap(ctx, all)
	if q.brews != nil {
		beers = q.brews
	}
	for _, p := range q.picks[len(q.Nearest):] {
		fact := factOf(p.Brewery)
		fact.Website, fact.Beers = cmp.Or(p.Website, sites[p.ID]), beers[p.ID]
		if p.Why.Type && q.kind == "" || p.Why.NewType || p.Why.Likely != "" {
			fact.Why = strings.Join(w.why(p), "; ")
		}
		v, _ := q.had.Had(p.Brewery)
		fact.Bought = v == brewery.Same && !q.New
		q.findFacts.Breweries = append(q.findFacts.Breweries, fact)
	}
	if len(things) > 0 {
		s.Show(ctx, things...)
		if err := pointTo(s, each(all, nameOf)...); err != nil {
			return err
		}
	}
	var n searched
	return s.Change(searchedNote, &n, func() { n.add(turnIn(s), agent.Key(ctx), q.at, q.New) })
}

func thingOf(b brewery.Brewery) scene.Thing {
	return scene.Thing{Kind: kind, ID: b.ID, Name: b.Name, Note: place(b.City, b.State)}
}

func sayFound(f findFacts, l lang.Language) string {
	w := textsOf(l)
	said := w.found(f)
	if f.NoStyle && len(f.Breweries) > 0 {
		said = fmt.Sprintf(w.Beer.NoStyle, f.Style) + " " + said
	}
	if len(f.Nearest) > 0 {
		var some []string
		for _, b := range f.Nearest {
			some = append(some, fmt.Sprintf("%s (%s, %s)", b.Name, place(b.City, b.State), b.Away))
		}
		said += " " + fmt.Sprintf(w.Beer.Nearest, strings.TrimSuffix(w.List(some), "."))
	}
	return said
}

// found says what there is, or that there is nothing, or nothing new.
func (w phrases) found(f findFacts) string {
	n := len(f.Breweries)
	switch {
	case f.Need != "":
		return w.Beer.Where
	case n == 0 && f.Name != "":
		return fmt.Sprintf(w.Beer.Unknown, f.Name)
	case n == 0 && f.Among:
		return w.Beer.NoneOfThese
	case n == 0 && f.Shown > 0:
		return fmt.Sprintf(w.Beer.NoOthers, f.Place)
	case n == 0 && f.Found == 0 && (inBrazil(f.Place) || len(f.OnlyIn) > 0):
		return fmt.Sprintf(w.Beer.NoneThere, f.Place)
	case n == 0 && f.Found > 0 && f.Bought >= f.Found:
		return fmt.Sprintf(w.Beer.AllBought, f.Found, f.Place)
	case n == 0:
		return fmt.Sprintf(w.Beer.NoneFound, f.Place)
	case f.Wider != "":
		return w.wider(f)
	case f.New && n > 1:
		return fmt.Sprintf(w.Beer.Many, n)
	case n > 1:
		return fmt.Sprintf(w.Beer.Here, w.Count(n, w.Purchases.Counts["breweries"]))
	}
	b := f.Breweries[0]
	name := strings.TrimSuffix(b.Name, ".") // "Beer Co."
	switch {
	case f.New:
		return fmt.Sprintf(w.Beer.One, name)
	case f.Name != "" && b.City != "":
		return w.fields(b.Name, b.Type, place(b.City, b.State), b.Website)
	}
	return fmt.Sprintf(w.Beer.Here, name)
}

// inBrazil reports whether a place is in Brazil: "Bahia", "Salvador, Bahia". The catalogue has no brewery of Brazil, so
// that the answer is "none there", and not "none found".
func inBrazil(at string) bool {
	_, state, _ := strings.Cut(at, ", ")
	_, ok := brewery.BrazilianState(cmp.Or(state, at))
	return ok
}

// wider says how many breweries a town has, and of which other kinds, before those of its state.
func (w phrases) wider(f findFacts) string {
	if f.InTown > 0 {
		return fmt.Sprintf(w.Beer.Wider["few"], f.Place, f.InTown, f.Wider)
	}
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(f.Others)) {
		if name := w.Beer.Kinds[kind]; name != "" {
			kinds = append(kinds, fmt.Sprintf("%s (%d)", name, f.Others[kind]))
		}
	}
	if kind := w.Beer.Kinds[f.Type]; kind != "" && len(kinds) > 0 {
		return fmt.Sprintf(w.Beer.Wider["kind"], f.Place, kind, w.List(kinds), f.Wider)
	}
	return fmt.Sprintf(w.Beer.Wider["none"], f.Place, f.Wider)
}

// fields says what the catalogue has of a brewery.
func (w phrases) fields(name, kind, at, site string) string {
	said := fmt.Sprintf(w.Beer.FactAt, name, cmp.Or(w.Beer.Kinds[kind], w.Beer.Kinds["brewery"]), at)
	if site != "" {
		said += " " + fmt.Sprintf(w.Beer.Site, site)
	}
	return said
}
