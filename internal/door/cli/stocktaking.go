package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/safesql"
)

// lookAtStock tells what was imported: the card, the breweries and the tables.
func (a *app) lookAtStock(ctx context.Context) []finding {
	if a.db == nil {
		return nil // which is told with the database
	}
	return slices.Concat(a.lookAtCard(ctx), a.lookAtBreweries(ctx), a.lookAtTables(ctx))
}

func (a *app) lookAtCard(ctx context.Context) []finding {
	items, of, err := a.items(ctx, "")
	if err != nil {
		return []finding{{"card", problem, err.Error(), "maitre menu import FILE replaces it"}}
	}
	if of.Sample {
		return []finding{{"card", notice, fmt.Sprintf("none: the sample's %s are offered", counted(len(items), "item")), "maitre menu import FILE"}}
	}
	says := counted(len(items), "item") + " of " + plain(of.String())
	if others, err := a.otherCards(ctx, a.db); err == nil && len(others) > 0 {
		says += ", and the cards of " + counted(len(others), "other restaurant")
	}
	return []finding{{"card", fine, says, ""}}
}

func (a *app) lookAtBreweries(ctx context.Context) []finding {
	if a.config.Breweries == "openbrewerydb" {
		return []finding{{"breweries", notice, fmt.Sprintf("towns that guests ask about go to %s", a.config.BreweriesURL), ""}}
	}
	sizes, err := a.db.Collections(ctx)
	switch n := sizes[brewery.Collection]; {
	case err != nil:
		return []finding{{"breweries", problem, err.Error(), ""}}
	case n == 0:
		return []finding{{"breweries", notice, "none: the sample's are recommended", "maitre breweries import FILE, or maitre breweries sync"}}
	default:
		return []finding{{"breweries", fine, fmt.Sprintf("%d in the catalogue", n), ""}}
	}
}

func (a *app) lookAtTables(ctx context.Context) []finding {
	all, err := a.tables(a.db).List(ctx)
	if err != nil {
		return []finding{{"tables", problem, err.Error(), ""}}
	}
	if len(all) == 0 {
		return []finding{{"tables", fine, "none to ask about besides one's own purchases (maitre data add FILE)", ""}}
	}
	var names []string
	for _, e := range all {
		names = append(names, e.Name)
	}
	return []finding{{"tables", fine, strings.Join(names, ", "), ""}}
}

// asked are the relations and columns that questions in words and profiles
// read, by what does not work without them. docs/customers.md tells them.
var asked = []struct{ relation, columns, lacks string }{
	{"my_profile", "client_name city state postal_code", "who a guest is and where to look for breweries"},
	{"my_purchases", "id beer_id purchased_at month year quantity amount", "questions about one's own purchases"},
	{"beers", "id name style brewery_id", "what was bought"},
	{"breweries", "id name brewery_type city state", "which breweries are new to a guest"},
	{"all_purchases", "client_key beer_id month year client_state quantity amount", "questions about what all customers buy"},
}

// lacking says which of these a policy does not have.
func lacking(p *safesql.Policy) []finding {
	var all []finding
	for _, want := range asked {
		names, found := columnsIn(p, want.relation)
		if !found {
			all = append(all, finding{"customers", notice, fmt.Sprintf("the policy has no relation %s: %s cannot be told", want.relation, want.lacks), "see docs/customers.md"})
			continue
		}
		missing := slices.DeleteFunc(strings.Fields(want.columns), func(c string) bool { return slices.Contains(names, c) })
		if len(missing) > 0 {
			all = append(all, finding{"customers", notice, fmt.Sprintf("%s has no %s: %s may not be told", want.relation, strings.Join(missing, ", "), want.lacks), "see docs/customers.md"})
		}
	}
	return all
}

func columnsIn(p *safesql.Policy, relation string) (names []string, found bool) {
	for _, r := range slices.Concat(p.Own, p.Public, p.Population) {
		if !strings.EqualFold(r.Name, relation) {
			continue
		}
		for _, c := range r.Columns {
			names = append(names, strings.ToLower(c.Name))
		}
		return names, true
	}
	return nil, false
}

// unlikeMonths looks whether months are written so that "em março" finds them.
func (c *customers) unlikeMonths(ctx context.Context, g *safesql.Gate, p *safesql.Policy) []finding {
	client, err := c.first(ctx, p)
	if err != nil {
		return []finding{{"customers", notice, fmt.Sprintf("%s: no client can be found: %v", c.name, err), ""}}
	}
	for _, column := range []struct{ name, like, form string }{{"month", "____-__", "2026-03"}, {"purchased_at", "____-__-__%", "2026-03-14"}} {
		names, _ := columnsIn(p, "my_purchases")
		if !slices.Contains(names, column.name) {
			continue
		}
		res, err := g.Query(ctx, client, "SELECT "+column.name+" FROM my_purchases WHERE "+column.name+" NOT LIKE '"+column.like+"' LIMIT 1")
		if err == nil && len(res.Rows) > 0 {
			return []finding{{
				"customers", problem, fmt.Sprintf("my_purchases.%s is %q, and not as %s: questions about a time find nothing", column.name, plain(fmt.Sprint(res.Rows[0][0])), column.form),
				"name a column, or a view, that is written so; see docs/customers.md",
			}}
		}
	}
	return nil
}
