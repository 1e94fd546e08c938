package beer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/lang"
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
	NoneIn    []string       `json:"none_in,omitempty"`    // the town, and as much around it as has none either
	Nearest   []breweryFact  `json:"nearest,omitempty"`
	OnlyIn    []string       `json:"list_is_of,omitempty"` // countries, all of them far away
	Others    map[string]int `json:"other_types,omitempty"`
	NoStyle   bool           `json:"style_unknown,omitempty"` // who brews the style is not known
	Style     string         `json:"style,omitempty"`
	NoHistory bool           `json:"history_unknown,omitempty"` // so some may have been bought from
	Notice    string         `json:"notice,omitempty"`          // sample, down or stale

	list searchOut // for the card
}

func (a *Advisor) findBreweriesTool() (agent.Tool, error) {
	return agent.NewTool("find_breweries", "Breweries in a place, chosen by what the guest buys. To narrow a list, call it again.", a.findBreweries, agent.Options[findFacts]{
		Schema: func(s *jsonschema.Schema) { s.Properties["new"].Default = json.RawMessage("true") },
		Show:   func(f findFacts) (ui.Component, error) { return showList(f.list) }, Say: sayFound,
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

func (a *Advisor) findBreweries(ctx context.Context, in findIn) (findFacts, error) {
	s := scene.From(ctx)
	q, err := a.hunt(ctx, s, in)
	if err != nil {
		return findFacts{}, err
	}
	if in.Name != "" {
		err = q.byName(ctx, in)
	} else {
		err = q.byPlace(ctx, in)
	}
	if errors.Is(err, brewery.ErrQuery) {
		return q.facts, err
	}
	if err != nil {
		return q.facts, fmt.Errorf("the list of breweries cannot be read now, tell the guest so: %w", err)
	}
	if in.Style == "" || q.brews == nil {
		var some []brewery.Brewery
		for _, p := range q.picks {
			some = append(some, p.Brewery)
		}
		q.brews, q.sites = a.onTap(ctx, some)
	}
	return q.facts, q.show(ctx, in)
}

// hunt is one search.
type hunt struct {
	*Advisor
	scene *scene.Scene
	who   customer.Profile
	had   *brewery.History
	shown []string // ids of those not to be shown again
	kind  string   // type, as the list has it
	facts findFacts

	brews map[string][]string // beers of the style, by the brewery's id
	sites map[string]string   // by the catalogue
	picks []brewery.Pick
	at    brewery.Query // where it looked in the end
}

func (a *Advisor) hunt(ctx context.Context, s *scene.Scene, in findIn) (*hunt, error) {
	q := &hunt{Advisor: a, scene: s}
	if in.Type != "" {
		q.kind = kindOf(strings.Fields(lang.Fold(in.Type)))
		if q.kind == "" {
			clean, err := brewery.Query{Type: in.Type}.Clean()
			if err != nil {
				return nil, err // names the types there are
			}
			q.kind = clean.Type
		}
	}
	for _, t := range s.Shown {
		if in.Others && t.Kind == kind {
			q.shown = append(q.shown, t.ID)
		}
	}
	var err error
	if q.who, err = a.Profile(ctx, graph.Guest(ctx), customer.Lookup{}); err == nil {
		q.had, err = a.had(ctx, graph.Guest(ctx), q.who.BreweryHistory)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	q.facts.NoHistory = err != nil
	return q, nil
}

func (q *hunt) byName(ctx context.Context, in findIn) error {
	q.facts.Name = in.Name
	city, state := townOf(in.Place)
	found, err := q.find(ctx, brewery.Query{Name: in.Name, City: city, State: state, Limit: 50})
	if err == nil && len(found) == 0 && in.Place != "" {
		found, err = q.find(ctx, brewery.Query{Name: in.Name, Limit: 50})
	}
	q.facts.Found = len(found)
	for _, b := range found[:min(len(found), most)] {
		q.picks = append(q.picks, brewery.Pick{Brewery: b})
	}
	return err
}

// byPlace looks in the town and, if it has none, in its state; in the guest's own
// town also if it has few.
func (q *hunt) byPlace(ctx context.Context, in findIn) error {
	tries := q.places(in.Place)
	if len(tries) == 0 {
		q.facts.Need = "place"
		return nil
	}
	all, err := q.first(ctx, tries)
	if err == nil && len(all) == 0 && in.Place != "" {
		if near := q.near(ctx, tries[0].City); near != "" {
			all, err = q.first(ctx, []brewery.Query{{City: near, State: tries[0].State}, {City: near}})
		}
	}
	if err != nil {
		return err
	}
	if len(all) == 0 {
		q.at = whole(tries)
	}
	if q.at.State == "" && q.at.City != "" {
		q.at.State = oneState(all)
	}
	q.facts.Place = cmp.Or(place(q.at.City, q.at.State), q.at.Country)
	q.choose(ctx, all, in)
	enough := fewest
	if q.kind != "" || in.Style != "" || in.Place != "" {
		enough = 1 // of what was asked for here, rather than more of it far away
	}
	var wide []brewery.Brewery
	if len(q.picks) < enough && q.at.City != "" && len(brewery.States(q.at.State)) == 1 {
		if wide, err = q.find(ctx, brewery.Query{State: q.at.State, Type: q.kind}); err != nil {
			return err
		}
	}
	switch {
	case len(all)+len(wide) == 0 && in.Place != "":
		return q.nowhere(ctx, in.Place)
	case len(wide) == 0:
		return nil
	}
	town := *q
	if q.choose(ctx, wide, in); len(q.picks) <= len(town.picks) {
		*q = town
		return nil
	}
	near := func(p brewery.Pick) bool {
		return slices.ContainsFunc(town.picks, func(t brewery.Pick) bool { return t.ID == p.ID })
	}
	q.picks = append(slices.Clip(town.picks), slices.DeleteFunc(q.picks, near)...) // those of the town first
	q.picks = q.picks[:min(most, len(q.picks))]
	q.facts.Wider = brewery.States(q.at.State)[0]
	q.facts.InTown, q.facts.Type, q.facts.Others = len(town.picks), q.kind, town.facts.Others
	return nil
}

// first returns the breweries of the first place that has some.
func (q *hunt) first(ctx context.Context, places []brewery.Query) ([]brewery.Brewery, error) {
	for _, at := range places {
		found, err := q.find(ctx, at)
		if err != nil && !errors.Is(err, brewery.ErrQuery) {
			return nil, err
		}
		if len(found) > 0 {
			q.at = at
			return found, nil
		}
	}
	return nil, nil
}

// find returns those that are open.
func (q *hunt) find(ctx context.Context, at brewery.Query) ([]brewery.Brewery, error) {
	found, err := q.Breweries.Find(ctx, at)
	if err != nil {
		return nil, err
	}
	q.facts.list.Metadata = metadata{City: at.City, State: at.State, Source: found.Source, Stale: found.Stale, Note: found.Note}
	return slices.DeleteFunc(slices.Clone(found.Breweries), func(b brewery.Brewery) bool { return !b.Open() }), nil
}

func oneState(all []brewery.Brewery) (state string) {
	for _, b := range all {
		if state != "" && b.State != state {
			return ""
		}
		state = b.State
	}
	return state
}

// choose picks the best of those that fit, and says what was left out.
func (q *hunt) choose(ctx context.Context, all []brewery.Brewery, in findIn) {
	f := &q.facts
	f.Others, f.NoStyle, f.Style, f.Shown, f.Bought = nil, false, "", 0, 0
	if q.kind != "" {
		fit := slices.DeleteFunc(slices.Clone(all), func(b brewery.Brewery) bool { return b.Type != q.kind })
		if len(fit) == 0 {
			f.Others = map[string]int{}
			for _, b := range all {
				f.Others[b.Type]++
			}
		}
		all = fit
	}
	if in.Style != "" && len(all) > 0 {
		if all, f.NoStyle = q.brewing(ctx, all, in.Style); f.NoStyle {
			f.Style = in.Style
		}
	}
	f.Found, f.Unbought = len(all), q.unbought(all)
	fresh := slices.DeleteFunc(slices.Clone(all), func(b brewery.Brewery) bool { return slices.Contains(q.shown, b.ID) })
	f.Shown = len(all) - len(fresh)
	had := q.had
	if !in.New {
		had = nil
	} else {
		f.Bought = bought(fresh, had)
	}
	q.picks = brewery.Recommend(fresh, had, q.who.Top3BreweryTypes, most)
	if in.Max > 0 {
		q.picks = q.picks[:min(in.Max, len(q.picks))]
	}
}

// unbought is how many of some breweries the guest has not bought from, if that is known.
func (q *hunt) unbought(all []brewery.Brewery) *int {
	if q.facts.NoHistory || len(all) == 0 {
		return nil
	}
	n := len(all) - bought(all, q.had)
	return &n
}

// brewing keeps the breweries of which the catalogue has a beer of a style, or
// all of them if it has none of any: then nobody can tell.
func (q *hunt) brewing(ctx context.Context, all []brewery.Brewery, style string) (some []brewery.Brewery, unknown bool) {
	like := strings.NewReplacer("'", "''", "%", "", "_", "").Replace(strings.TrimSpace(style))
	res, err := q.Ask(ctx, graph.Guest(ctx), "SELECT b.id, b.name, b.city, b.state, b.website_url, beers.name FROM beers JOIN breweries b ON b.id = beers.brewery_id WHERE beers.style LIKE '%"+like+"%' "+inStates(all)+"LIMIT 200")
	if err != nil || like == "" {
		return all, true
	}
	var brewers []brewery.Brewery
	beers := map[string][]string{}
	for _, r := range res.Rows {
		b := brewery.Brewery{ID: text(r[0]), Name: text(r[1]), City: text(r[2]), State: text(r[3]), Website: text(r[4])}
		if beers[b.ID] == nil {
			brewers = append(brewers, b)
		}
		beers[b.ID] = append(beers[b.ID], text(r[5]))
	}
	known := brewery.NewHistory(brewers)
	q.brews = map[string][]string{}
	for _, b := range all {
		if verdict, as := known.Had(b); verdict == brewery.Same {
			some = append(some, b)
			q.brews[b.ID] = beers[as.ID][:min(len(beers[as.ID]), 2)]
		}
	}
	if len(some) == 0 {
		return all, true
	}
	return some, false
}

// onTap returns some beers of breweries by the catalogue, with their styles, and the
// breweries' sites, by the brewery's id. What an operator's own policy does not have is not known.
func (a *Advisor) onTap(ctx context.Context, some []brewery.Brewery) (beers map[string][]string, sites map[string]string) {
	var names []string
	for _, b := range some {
		names = append(names, "'"+strings.ReplaceAll(b.Name, "'", "''")+"'")
	}
	if len(names) == 0 || len(names) > most {
		return nil, nil
	}
	res, err := a.Ask(ctx, graph.Guest(ctx), "SELECT b.id, b.name, beers.name, beers.style, b.website_url FROM beers JOIN breweries b ON b.id = beers.brewery_id WHERE b.name IN ("+strings.Join(names, ", ")+") ORDER BY 2, 3 LIMIT 60")
	if err != nil {
		return nil, nil
	}
	beers, sites = map[string][]string{}, map[string]string{}
	for _, b := range some {
		for _, r := range res.Rows {
			if text(r[0]) != b.ID && text(r[1]) != b.Name {
				continue
			}
			if sites[b.ID] = text(r[4]); len(beers[b.ID]) < mostBeers {
				beers[b.ID] = append(beers[b.ID], text(r[2])+" ("+text(r[3])+")")
			}
		}
	}
	return beers, sites
}

// mostBeers is how many beers of a brewery are told.
const mostBeers = 6

// inStates keeps a statement to the states of breweries, so that its rows
// suffice.
func inStates(all []brewery.Brewery) string {
	var names []string
	for _, b := range all {
		if name := "'" + strings.ReplaceAll(b.State, "'", "''") + "'"; b.State != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 || len(names) > 20 {
		return ""
	}
	return "AND b.state IN (" + strings.Join(names, ", ") + ") "
}

// show numbers what was found, keeps it for later turns, and tells of it.
func (q *hunt) show(ctx context.Context, in findIn) error {
	s, w, f := q.scene, textsOf(q.scene.Language), &q.facts
	f.list.id, f.list.language = agent.Key(ctx), s.Language
	if f.list.Metadata.Source == brewery.Sample {
		f.Notice = brewery.Sample
	}
	if n := notice(f.list.Metadata); n != "" {
		f.Notice = n
	}
	f.New = in.New && in.Name == "" && len(q.picks) > len(f.Nearest)
	var all []brewery.Brewery
	var things []scene.Thing
	for _, p := range q.picks {
		i := itemOf(p)
		fact := breweryFact{ID: p.ID, Name: p.Name, Type: p.Type, City: p.City, State: p.State, Website: cmp.Or(p.Website, q.sites[p.ID]), Beers: q.brews[p.ID]}
		if p.Why.Type && q.kind == "" || p.Why.NewType || p.Why.Likely != "" {
			fact.Why = strings.Join(w.why(i), "; ")
		}
		if v, _ := q.had.Had(p.Brewery); v == brewery.Same && !f.New {
			fact.Bought = true
		}
		if len(f.Nearest) == 0 {
			f.Breweries = append(f.Breweries, fact)
		}
		f.list.Breweries = append(f.list.Breweries, i)
		all, things = append(all, p.Brewery), append(things, thingOf(p.Brewery))
	}
	if len(things) > 0 {
		s.Show(ctx, things...)
	}
	if f.Need != "" {
		return nil
	}
	var n searched
	return s.Change(searchedNote, &n, func() { n.add(turnIn(s), agent.Key(ctx), q.at, all, f.New) })
}

// add notes a search. Of several in one step the last call counts, whichever
// ended last.
func (n *searched) add(turn, call string, at brewery.Query, all []brewery.Brewery, new bool) {
	n.know(all)
	if n.Turn == turn && !later(call, n.Call) {
		return
	}
	n.Turn, n.Call, n.New = turn, call, new
	if len(all) > 0 {
		n.List = idsOf(all)
	}
	if at.City+at.State+at.Country != "" {
		n.City, n.State, n.Country = at.City, at.State, at.Country
	}
}

func thingOf(b brewery.Brewery) scene.Thing {
	return scene.Thing{Kind: kind, ID: b.ID, Name: b.Name, Note: place(b.City, b.State)}
}

// abroad reports whether a place is in Brazil, of which the catalogue has nothing.
func abroad(at string) bool {
	_, state, _ := strings.Cut(at, ", ")
	_, ok := brewery.BrazilianState(cmp.Or(state, at))
	return ok
}

// fields says what the catalogue has of a brewery.
func (w phrases) fields(b breweryFact) string {
	text := fmt.Sprintf(w.Beer.FactAt, b.Name, cmp.Or(w.Beer.Kinds[b.Type], w.Beer.Kinds["brewery"]), place(b.City, b.State))
	if b.Website != "" {
		return text + " " + fmt.Sprintf(w.Beer.Site, b.Website)
	}
	return text
}

func sayFound(f findFacts, l lang.Language) string {
	w := textsOf(l)
	if f.NoStyle && len(f.Breweries) > 0 {
		f.NoStyle = false
		return fmt.Sprintf(w.Beer.NoStyle, f.Style) + " " + sayFound(f, l)
	}
	switch {
	case f.Need != "":
		return w.Beer.Where
	case len(f.Breweries) == 0 && f.Name != "":
		return fmt.Sprintf(w.Beer.Unknown, f.Name)
	case len(f.Breweries) == 0 && f.Shown > 0:
		return fmt.Sprintf(w.Beer.NoOthers, f.Place)
	case len(f.Breweries) == 0 && f.Found == 0 && (abroad(f.Place) || len(f.OnlyIn) > 0):
		return fmt.Sprintf(w.Beer.NoneThere, f.Place) + w.nearest(f.Nearest)
	case len(f.Breweries) == 0:
		return w.none(metadata{City: f.Place, Found: f.Found, Filtered: f.Bought}) + w.nearest(f.Nearest)
	case f.Wider != "":
		return w.wider(f)
	case f.New && len(f.Breweries) == 1:
		return fmt.Sprintf(w.Beer.One, strings.TrimSuffix(f.Breweries[0].Name, ".")) // "Beer Co."
	case f.New:
		return fmt.Sprintf(w.Beer.Many, len(f.Breweries))
	}
	if b := f.Breweries[0]; len(f.Breweries) == 1 && f.Name != "" && b.City != "" {
		return w.fields(b)
	}
	if len(f.Breweries) == 1 {
		return fmt.Sprintf(w.Beer.Here, strings.TrimSuffix(f.Breweries[0].Name, "."))
	}
	return fmt.Sprintf(w.Beer.Here, w.Count(len(f.Breweries), w.Purchases.Counts["breweries"]))
}
