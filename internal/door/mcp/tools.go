package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
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

// detailsTool is the one that may cost money.
const detailsTool = "brewery_details"

// tools are all, as clients are told of them.
func tools() []offered {
	return []offered{
		offer("find_breweries", "Find breweries", "Breweries in a town that the guest has not bought from yet, with why each may please them.", beer.List, true, (*desk).findBreweries),
		offer(detailsTool, "Brewery details", "What the web says of one brewery that find_breweries returned. It may cost the house money: the guest is asked first.", beer.Details, true, (*desk).breweryDetails),
		offer("search_menu", "Search the menu", "Dishes and drinks of the house's card that fit a wish, without what the guest must not have.", menu.Dishes, false, (*desk).searchMenu),
		offer("list_accommodations", "Where to stay", "Places to stay in a town, with prices where they are known.", trip.Accommodations, true, list(trip.ListAccommodations)),
		offer("list_restaurants", "Where to eat", "Restaurants in a town, without what the guest must not eat.", trip.Restaurants, true, list(trip.ListRestaurants)),
		offer("ask_my_data", "Ask my data", "Answers a question about the guest's own purchases and trips, the catalogue of beers, or statistics over all clients.", beer.Result, false, (*desk).askMyData),
	}
}

// Between two calls only the store knows what a guest was shown. Details are
// fetched of nothing else, as in a conversation.
const (
	space = "mcp.shown"
	keep  = 10_000 // breweries, of all guests, the newest
)

func (d *desk) key(id string) string { return d.guest + " " + id }

func (d *desk) findBreweries(ctx context.Context, in placeIn) (result, error) {
	c, items, err := d.Advisor.Find(ctx, d.guest, beer.Place(in), d.Language)
	for _, i := range items {
		raw, _ := json.Marshal(i) // texts and numbers
		err = errors.Join(err, d.Shown.CachePut(ctx, space, semcache.Entry{Key: d.key(i.ID), Value: raw, Guest: d.guest, Made: time.Now()}, keep))
	}
	return result{shown: c}, err
}

// approved is the name of what the guest is asked.
const approved = "approved"

func (d *desk) breweryDetails(ctx context.Context, in detailsIn) (result, error) {
	e, err := d.Shown.CacheGet(ctx, space, d.key(in.BreweryID))
	if errors.Is(err, semcache.ErrNone) {
		return result{}, &refusal{"no brewery with this id was shown to the guest: call find_breweries first"}
	}
	var item brewery.Brewery
	if err == nil {
		err = json.Unmarshal(e.Value, &item)
	}
	if err != nil {
		return result{}, fmt.Errorf("reading what was shown: %w", err)
	}
	// A client that cannot ask leaves it to its user whether a tool is called:
	// then this call is the answer.
	if d.canAsk() {
		answer, ok := d.req.Params.InputResponses[approved].(*sdk.ElicitResult)
		if !ok {
			return result{ask: question(beer.Question(item, d.Language))}, nil
		}
		if yes, _ := answer.Content[approved].(bool); answer.Action != "accept" || !yes {
			return result{}, &refusal{"the guest declined: the details were not fetched"}
		}
	}
	c, err := d.Advisor.Explain(ctx, item, d.Language)
	return result{shown: c}, err
}

// canAsk reports whether the client can put a form before its user. Over HTTP
// only clients of 2026-07-28 and later say so with each call; the older ones
// are not heard, for there is no session to answer in.
func (d *desk) canAsk() bool {
	c := d.req.ClientCapabilities()
	return c != nil && c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
}

// question asks for a yes or a no.
func question(text string) *sdk.ElicitParams {
	return &sdk.ElicitParams{Mode: "form", Message: text, RequestedSchema: &jsonschema.Schema{
		Type: "object", Properties: map[string]*jsonschema.Schema{approved: {Type: "boolean", Title: text}}, Required: []string{approved},
	}}
}

func (d *desk) searchMenu(ctx context.Context, in menuIn) (result, error) {
	wish := scrub.Text(in.Query)
	c, said, err := d.Waiter.Recommend(ctx, wish, d.spoken(wish), d.constraints(ctx, wish))
	return result{shown: c, said: said}, err
}

func list(tool string) func(*desk, context.Context, tripIn) (result, error) {
	return func(d *desk, ctx context.Context, in tripIn) (result, error) {
		details := trip.Details{Location: strings.TrimSpace(in.Location), StartDate: in.StartDate, EndDate: in.EndDate, NumberOfGuests: in.Guests}
		c, err := d.Planner.List(ctx, tool, details, d.Language, d.constraints(ctx, in.Location))
		return result{shown: c}, err
	}
}

func (d *desk) askMyData(ctx context.Context, in dataIn) (result, error) {
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
