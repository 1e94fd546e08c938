package beer

import (
	"context"
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
	f := profileFacts{
		Client: true, Name: p.ClientName, City: p.Location, Types: p.Top3BreweryTypes, Beers: p.Top5BeersRecently,
		Breweries: p.BreweryHistory[:min(len(p.BreweryHistory), maxBought)], Bought: len(p.BreweryHistory), Record: a.onRecord(ctx),
	}
	const styles = "SELECT b.style, SUM(p.quantity) AS quantity FROM my_purchases p JOIN beers b ON b.id = p.beer_id GROUP BY b.style ORDER BY 2 DESC LIMIT 3"
	if res, err := a.Ask(ctx, graph.Guest(ctx), styles); err == nil { // an operator's own policy may have no such columns
		for _, row := range res.Rows {
			if style := text(row[0]); style != "" {
				f.Styles = append(f.Styles, style)
			}
		}
	}
	return f, nil
}

// onRecord lists the kinds of data that the operator's database has of a client, with those that no model
// reads, in words for the guest: "profile: client name, email, …".
func (a *Advisor) onRecord(ctx context.Context) (all []string) {
	p := a.policy(ctx)
	if p == nil {
		return nil
	}
	for _, r := range p.Own {
		var names []string
		for _, c := range r.Columns {
			if c.Name != "id" && !strings.HasSuffix(c.Name, "_id") {
				names = append(names, strings.ReplaceAll(c.Name, "_", " "))
			}
		}
		all = append(all, strings.TrimPrefix(r.Name, "my_")+": "+strings.Join(names, ", "))
	}
	return all
}

func sayProfile(f profileFacts, l lang.Language) string {
	w := textsOf(l)
	if !f.Client {
		return w.Beer.NotClient
	}
	said := fmt.Sprintf(w.Beer.Hello, f.Name, f.City)
	var kinds []string
	for _, k := range f.Types {
		if name := w.Beer.Kinds[k]; name != "" {
			k = name
		}
		kinds = append(kinds, k)
	}
	if len(kinds) > 0 {
		said += " " + fmt.Sprintf(w.Beer.Buys, w.List(kinds))
	}
	if len(f.Beers) > 0 {
		said += " " + fmt.Sprintf(w.Beer.Lately, w.List(f.Beers))
	}
	if len(f.Breweries) > 0 {
		said += " " + fmt.Sprintf(w.Beer.From, w.List(f.Breweries[:min(len(f.Breweries), 3)]), f.Bought)
	}
	return said
}
