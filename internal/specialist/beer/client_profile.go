package beer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/lang"
)

// profileFacts are what client_profile tells: enough to advise, nothing that
// identifies the guest elsewhere.
type profileFacts struct {
	Client    bool     `json:"client"`
	Name      string   `json:"name,omitempty"`
	City      string   `json:"city,omitempty"`
	Types     []string `json:"types,omitempty"`  // of breweries, by purchases
	Styles    []string `json:"styles,omitempty"` // of beers, by units
	Beers     []string `json:"beers_lately,omitempty"`
	Breweries []string `json:"bought_from,omitempty"` // the last first
	Bought    int      `json:"bought_from_in_all,omitempty"`
	Record    []string `json:"on_record,omitempty"` // what the house has of them, by name only
}

// maxBought is how many breweries of a long history are told by name.
const maxBought = 12

func (a *Advisor) clientProfileTool() (agent.Tool, error) {
	return agent.NewTool("client_profile", "Who the guest is as a client and what they usually buy.", a.clientProfile, agent.Options[profileFacts]{Reads: true, Say: sayProfile})
}

func (a *Advisor) clientProfile(ctx context.Context, _ struct{}) (profileFacts, error) {
	p, err := a.Profile(ctx, graph.Guest(ctx), customer.Lookup{})
	if err != nil {
		return profileFacts{}, fmt.Errorf("the clients cannot be read now: tell the guest, or go on without: %w", err)
	}
	if p.SearchMetadata.Status != customer.Found {
		return profileFacts{}, nil
	}
	return profileFacts{
		Client: true, Name: p.ClientName, City: p.Location, Types: p.Top3BreweryTypes, Styles: a.styles(ctx), Beers: p.Top5BeersRecently,
		Breweries: p.BreweryHistory[:min(len(p.BreweryHistory), maxBought)], Bought: len(p.BreweryHistory), Record: a.onRecord(ctx),
	}, nil
}

// onRecord tells what the operator's database has of a client, also what no model reads, in words that may be
// said to them: "profile: client name, email, …".
func (a *Advisor) onRecord(ctx context.Context) (all []string) {
	if p := a.policy(ctx); p != nil {
		for _, r := range p.Own {
			var names []string
			for _, c := range r.Columns {
				if c.Name != "id" && !strings.HasSuffix(c.Name, "_id") {
					names = append(names, strings.ReplaceAll(c.Name, "_", " "))
				}
			}
			all = append(all, strings.TrimPrefix(r.Name, "my_")+": "+strings.Join(names, ", "))
		}
	}
	return all
}

// styles returns the styles the guest buys most, or none if the operator's
// policy has no such columns.
func (a *Advisor) styles(ctx context.Context) (all []string) {
	const most = "SELECT b.style, SUM(p.quantity) AS quantity FROM my_purchases p JOIN beers b ON b.id = p.beer_id GROUP BY b.style ORDER BY 2 DESC LIMIT 3"
	res, err := a.Ask(ctx, graph.Guest(ctx), most)
	if err != nil {
		return nil
	}
	for _, row := range res.Rows {
		if style := text(row[0]); style != "" {
			all = append(all, style)
		}
	}
	return all
}

func sayProfile(f profileFacts, l lang.Language) string {
	p := customer.Profile{
		ClientName: f.Name, Location: f.City, Top3BreweryTypes: f.Types, Top5BeersRecently: f.Beers,
		Top3BreweriesRecently: f.Breweries[:min(len(f.Breweries), 3)], BreweryHistory: make([]string, f.Bought),
	}
	if f.Client {
		p.SearchMetadata.Status = customer.Found
	}
	return textsOf(l).profile(p)
}

// Tools returns what the concierge may do with breweries and purchases.
func (a *Advisor) Tools() ([]agent.Tool, error) {
	var all []agent.Tool
	var errs []error
	for _, tool := range []func() (agent.Tool, error){a.clientProfileTool, a.findBreweriesTool, a.breweryDetailsTool, a.askPurchasesTool} {
		t, err := tool()
		all, errs = append(all, t), append(errs, err)
	}
	return all, errors.Join(errs...)
}
