package beer

import (
	"cmp"
	"context"
	_ "embed"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/ui"
)

//go:embed model.txt
var modelText string

// forModels is what models are told, by the keys of model.txt.
var forModels = func() map[string]string {
	all := map[string]string{}
	for key, text := range wordfile.Entries(modelText) {
		all[key] = text
	}
	return all
}()

// Schema describes to a model what its own SQL may read: the guest's relations,
// the catalogue and what is published about everybody, with what their columns hold. It is "" if that cannot be
// told, or if no such SQL is answered.
func (a *Advisor) Schema(ctx context.Context) string {
	p := a.policy(ctx)
	if a.AskOwn == nil || p == nil {
		return ""
	}
	relations := "Of the guest:" + relations(p.Own) + "\nCatalogue:" + relations(p.Public)
	all := "SQLite relations for ask_purchases.sql. " + relations
	if len(p.Population) > 0 {
		all += "\n" + forModels["everybody"]
	}
	var notes []string
	for key, says := range wordfile.Entries(modelText) {
		column, ok := strings.CutPrefix(key, "column ")
		if ok && slices.Contains(strings.FieldsFunc(relations, func(r rune) bool { return strings.ContainsRune("(,) ", r) }), column) {
			notes = append(notes, strings.ReplaceAll(says, "money", "money in "+a.currency(ctx)))
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

// relations writes relations with their columns, but for those that identify the guest and answer
// no question: " beers(id,name)".
func relations(all []safesql.Relation) (text string) {
	for _, r := range all {
		var names []string
		for _, c := range r.Columns {
			if !slices.Contains([]string{"client_id", "email", "postal_code"}, c.Name) {
				names = append(names, c.Name)
			}
		}
		text += " " + r.Name + "(" + strings.Join(names, ",") + ")"
	}
	return text
}

func (a *Advisor) policy(ctx context.Context) *safesql.Policy {
	if a.Policy != nil {
		return a.Policy(ctx)
	}
	p, _ := safesql.ParsePolicy(safesql.SamplePolicy()) // ours, so without errors
	return p
}
