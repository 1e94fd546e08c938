package beer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/ui"
)

// Schema describes to a model what its own SQL may read: the guest's relations,
// the catalogue and what is published about everybody, with what their columns hold. It is "" if that cannot be
// told, or if no such SQL is answered.
func (a *Advisor) Schema(ctx context.Context) string {
	p := a.policy(ctx)
	if a.AskOwn == nil || p == nil {
		return ""
	}
	own, public := relations(p.Own), relations(p.Public)
	all := "SQLite relations for ask_purchases.sql. Of the guest:" + own + "\nCatalogue:" + public
	if len(p.Population) > 0 {
		all += "\n" + everybody
	}
	var notes []string
	for _, n := range columnNotes {
		if hasColumn(own+public, n.column) {
			notes = append(notes, strings.ReplaceAll(n.says, "money", "money in "+a.currency(ctx)))
		}
	}
	return all + "\n" + strings.Join(append(notes, "of the most, LIMIT 2, for ties; tell the period"), "; ") + "."
}

// currency is that of the purchases: the sample's, or the house's own.
func (a *Advisor) currency(ctx context.Context) string {
	if a.Source(ctx) == ui.Sample {
		return question.Currency
	}
	return cmp.Or(a.Currency, question.Currency)
}

// everybody describes what is published about all clients.
const everybody = "About all clients: all_total, all_by_A, all_by_A_B with A, B, clients,purchases,units,amount,rating; " +
	"A, B in this order of month|quarter|year, style, type, beer, brewery, origin (brewery's state), state, city (client's), segment, channel; past periods only (else by month). " +
	"Of three few, most of quarter: all_tables"

// columnNotes describe, for a model, the columns whose names do not tell their contents.
var columnNotes = []struct{ column, says string }{
	{"amount", "amount, unit_price, total: money"},
	{"purchased_at", "purchased_at '2025-03-14 19:42:00'"},
	{"month", "month '2025-03', quarter '2025-Q1'"},
	{"rating", "rating 1-5 or NULL"},
	{"dest_state", "state is a code ('CA'), breweries.state, origin a name ('California')"},
	{"brewery_type", "brewery_type micro|brewpub|regional|large"},
}

// needless are columns that identify the guest and answer no question.
var needless = []string{"client_id", "email", "postal_code"}

// relations writes relations with their columns: " beers(id,name)".
func relations(all []safesql.Relation) (text string) {
	for _, r := range all {
		var names []string
		for _, c := range r.Columns {
			if !slices.Contains(needless, c.Name) {
				names = append(names, c.Name)
			}
		}
		text += " " + r.Name + "(" + strings.Join(names, ",") + ")"
	}
	return text
}

// hasColumn reports whether one of the relations that are written has a column.
func hasColumn(relations, column string) bool {
	return slices.Contains(strings.FieldsFunc(relations, func(r rune) bool { return strings.ContainsRune("(,) ", r) }), column)
}

func (a *Advisor) policy(ctx context.Context) *safesql.Policy {
	if a.Policy != nil {
		return a.Policy(ctx)
	}
	p, err := safesql.ParsePolicy(safesql.SamplePolicy())
	if err != nil {
		return nil
	}
	return p
}
