package mcp

import (
	"context"
	"errors"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/ui"
)

// desk is where one guest is served.
type desk struct {
	Options
	guest string
}

// The arguments of the tools.
type (
	placeIn struct {
		City  string `json:"city" jsonschema:"the town, such as San Diego"`
		State string `json:"state,omitempty" jsonschema:"name or code of the state"`
		Type  string `json:"type,omitempty" jsonschema:"micro, brewpub, regional, large, nano or taproom"`
	}
	detailsIn struct {
		BreweryID string `json:"breweryId" jsonschema:"the id of a brewery that find_breweries has returned"`
	}
	menuIn struct {
		Query string `json:"query" jsonschema:"what the guest feels like, in words: something light with fish"`
	}
	tripIn struct {
		Location  string  `json:"location" jsonschema:"the town, such as Paraty"`
		StartDate ui.Date `json:"startDate,omitempty" jsonschema:"the first day, as YYYY-MM-DD"`
		EndDate   ui.Date `json:"endDate,omitempty" jsonschema:"the day they leave, as YYYY-MM-DD; without it a week is planned"`
		Guests    int     `json:"guests,omitempty" jsonschema:"how many people"`
	}
	dataIn struct {
		Question string `json:"question" jsonschema:"in words, not SQL: which beers do I buy most?"`
	}
)

// The tools, as clients are told of them.
// detailsTool is the one that may cost money.
const detailsTool = "brewery_details"

var (
	findBreweries      = describe[placeIn]("find_breweries", "Find breweries", "Breweries in a town that the guest has not bought from yet, with why each may please them.", beer.List, true)
	breweryDetails     = describe[detailsIn](detailsTool, "Brewery details", "What the web says of one brewery that find_breweries returned. It may cost the house money: the guest is asked first.", beer.Details, true)
	searchMenu         = describe[menuIn]("search_menu", "Search the menu", "Dishes and drinks of the house's card that fit a wish, without what the guest must not have.", menu.Dishes, false)
	listAccommodations = describe[tripIn]("list_accommodations", "Where to stay", "Places to stay in a town, with prices where they are known.", trip.Accommodations, true)
	listRestaurants    = describe[tripIn]("list_restaurants", "Where to eat", "Restaurants in a town, without what the guest must not eat.", trip.Restaurants, true)
	askMyData          = describe[dataIn]("ask_my_data", "Ask my data", "Answers a question about the guest's own purchases and trips, the catalogue of beers, or statistics over all clients.", beer.Result, false)
)

func (d *desk) addTools(s *sdk.Server) {
	add(d, s, findBreweries, d.findBreweries)
	add(d, s, breweryDetails, d.breweryDetails)
	add(d, s, searchMenu, d.searchMenu)
	add(d, s, listAccommodations, d.list(trip.ListAccommodations))
	add(d, s, listRestaurants, d.list(trip.ListRestaurants))
	add(d, s, askMyData, d.askMyData)
}

// result is what a tool came to: a component and its words, or a question that
// the guest has to answer first.
type result struct {
	shown ui.Component
	said  string // empty: the component's text
	ask   *sdk.ElicitParams
}

func (d *desk) findBreweries(ctx context.Context, _ *sdk.CallToolRequest, in placeIn) (result, error) {
	c, items, err := d.Advisor.Find(ctx, d.guest, beer.Place(in), d.Language)
	if err != nil {
		return result{}, err
	}
	return result{shown: c}, d.remember(ctx, items)
}

// approved is the name of what the guest is asked.
const approved = "approved"

var errDeclined = &refusal{"the guest declined: the details were not fetched"}

func (d *desk) breweryDetails(ctx context.Context, req *sdk.CallToolRequest, in detailsIn) (result, error) {
	item, err := d.recall(ctx, in.BreweryID)
	if errors.Is(err, semcache.ErrNone) {
		return result{}, &refusal{"no brewery with this id was shown to the guest: call find_breweries first"}
	}
	if err != nil {
		return result{}, err
	}
	// A client that cannot ask leaves it to its user whether a tool is called:
	// then this call is the answer.
	if canAsk(req) {
		answer, ok := req.Params.InputResponses[approved].(*sdk.ElicitResult)
		if !ok {
			return result{ask: question(beer.Question(item, d.Language))}, nil
		}
		if yes, _ := answer.Content[approved].(bool); answer.Action != "accept" || !yes {
			return result{}, errDeclined
		}
	}
	c, err := d.Advisor.Explain(ctx, item, d.Language)
	return result{shown: c}, err
}

func (d *desk) searchMenu(ctx context.Context, _ *sdk.CallToolRequest, in menuIn) (result, error) {
	wish := scrub.Text(in.Query)
	c, said, err := d.Waiter.Recommend(ctx, wish, d.spoken(wish), d.constraints(ctx, wish))
	return result{shown: c, said: said}, err
}

func (d *desk) list(tool string) func(context.Context, *sdk.CallToolRequest, tripIn) (result, error) {
	return func(ctx context.Context, _ *sdk.CallToolRequest, in tripIn) (result, error) {
		details := trip.Details{Location: strings.TrimSpace(in.Location), StartDate: in.StartDate, EndDate: in.EndDate, NumberOfGuests: in.Guests}
		c, err := d.Planner.List(ctx, tool, details, d.Language, d.constraints(ctx, in.Location))
		return result{shown: c}, err
	}
}

func (d *desk) askMyData(ctx context.Context, _ *sdk.CallToolRequest, in dataIn) (result, error) {
	question := scrub.Text(in.Question)
	c, declined, err := d.Advisor.Answer(ctx, d.guest, question, d.spoken(question))
	if declined != "" {
		return result{}, &refusal{declined}
	}
	return result{shown: c}, err
}

// constraints are what the guest must not be served.
func (d *desk) constraints(ctx context.Context, message string) hook.Constraints {
	return d.Hooks.PreQuery(ctx, hook.Turn{Guest: d.guest, Message: message, Time: time.Now()}).Constraints
}

func (d *desk) spoken(text string) lang.Language {
	if l, sure := lang.Detect(text); sure {
		return l
	}
	return d.Language
}

// refusal is an error whose words are for the client.
type refusal struct{ why string }

func (r *refusal) Error() string { return r.why }

// told returns what a client is told of an error, and whether that is all there
// is to it.
func told(err error) (*refusal, bool) {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r, true
	}
	if u, ok := errors.AsType[*trip.Unclear](err); ok {
		return &refusal{u.Why}, true
	}
	if errors.Is(err, brewery.ErrQuery) {
		return &refusal{err.Error()}, true
	}
	return &refusal{"that could not be found out just now: try again in a moment"}, errors.Is(err, context.Canceled)
}
