package beer

import (
	"cmp"
	"context"
	"fmt"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// What follows are the tools for a door that has no conversation, such as
// another program's agent: they do the same, for a guest whom the door knows.

// Place is where to look for breweries, and for which. State and Type may be
// empty.
type Place struct{ City, State, Type string }

// Find returns breweries that are new to the guest, to be shown and to be asked
// about. A query that nobody can answer is a brewery.ErrQuery.
func (a *Advisor) Find(ctx context.Context, guest string, p Place, l lang.Language) (ui.Component, []Item, error) {
	out, err := a.as(guest).search(ctx, searchIn{City: p.City, State: p.State, Type: p.Type, Language: l})
	if err != nil {
		return ui.Component{}, nil, err
	}
	out.id = thread.NewID()
	if len(out.Breweries) == 0 {
		m := out.Metadata
		c, err := List.New(out.id, ListProps{Language: texts.In(l).Language, City: m.City, State: m.State, Source: ui.Source(cmp.Or(m.Source, brewery.Sample)), Notice: notice(m)})
		return c, nil, err
	}
	c, err := showList(out)
	return c, out.Breweries, err
}

// Question asks whether the web is to be searched for a brewery, which costs
// money.
func Question(i Item, l lang.Language) string {
	return fmt.Sprintf(texts.In(l).Beer.MaySearch, i.Name)
}

// Explain returns what the web says of a brewery that was found.
func (a *Advisor) Explain(ctx context.Context, i Item, l lang.Language) (ui.Component, error) {
	out, err := a.details(ctx, detailsIn{BreweryID: i.ID, Listed: []Item{i}, Language: l})
	if err != nil {
		return ui.Component{}, err
	}
	out.id = thread.NewID()
	return showDetails(out)
}

// Answer answers a question about the guest's data. What must not or cannot be
// answered is declined in words, and has no component.
func (a *Advisor) Answer(ctx context.Context, guest, question string, l lang.Language) (c ui.Component, declined string, err error) {
	out, err := a.as(guest).query(ctx, queryIn{Question: question, Language: l})
	if err != nil {
		return ui.Component{}, "", err
	}
	w := textsOf(l)
	if out.Declined != "" {
		return ui.Component{}, w.answered(out), nil
	}
	out.id = thread.NewID()
	if len(out.Rows) == 0 {
		c, err = Result.New(out.id, ResultProps{Language: w.Language, Question: out.Question, Caption: w.answered(out), Source: cmp.Or(out.Source, "customers"), SQL: out.SQL})
		return c, "", err
	}
	c, err = showResult(out)
	return c, "", err
}

// as is the advisor of one guest, whatever run a context belongs to.
func (a *Advisor) as(guest string) *Advisor {
	own := *a
	own.Profile = func(ctx context.Context, _ string, who customer.Lookup) (customer.Profile, error) {
		return a.Profile(ctx, guest, who)
	}
	own.Ask = func(ctx context.Context, _, sql string) (*safesql.Result, error) { return a.Ask(ctx, guest, sql) }
	own.AskOwn = func(ctx context.Context, _, sql string) (*safesql.Result, error) { return a.AskOwn(ctx, guest, sql) }
	return &own
}
