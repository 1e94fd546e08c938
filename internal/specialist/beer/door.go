package beer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
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
func (a *Advisor) Find(ctx context.Context, guest string, p Place, l lang.Language) (ui.Component, []brewery.Brewery, error) {
	if _, err := (brewery.Query{City: p.City, State: p.State, Type: p.Type}).Clean(); err != nil {
		return ui.Component{}, nil, err
	}
	f, err := a.as(guest).findBreweries(alone(ctx, l), findIn{Place: place(p.City, p.State), Type: p.Type, New: true})
	if err != nil {
		return ui.Component{}, nil, err
	}
	var all []brewery.Brewery
	for _, p := range f.picks {
		all = append(all, p.Brewery)
	}
	f.id = thread.NewID()
	c, err := f.card()
	return c, all, err
}

// Question asks whether the web is to be searched for a brewery, which costs
// money.
func Question(b brewery.Brewery, l lang.Language) string {
	return fmt.Sprintf(texts.In(l).Beer.MaySearch, b.Name)
}

// Explain returns what the web says of a brewery that was found.
func (a *Advisor) Explain(ctx context.Context, b brewery.Brewery, l lang.Language) (ui.Component, error) {
	p, err := a.searchWeb(ctx, b, l)
	if err != nil {
		return ui.Component{}, err
	}
	return Details.New(thread.NewID(), p)
}

// Answer answers a question about the guest's data. What must not or cannot be
// answered is declined in words, and has no component.
func (a *Advisor) Answer(ctx context.Context, guest, text string, l lang.Language) (c ui.Component, declined string, err error) {
	in, today := askIn{Question: text}, question.Today(a.now()).Format(time.DateOnly)
	res, err := question.New(a.names(ctx)).Do(ctx, a.Tasks, question.SQLIn{Question: text, Now: today})
	if err != nil {
		return ui.Component{}, "", err
	}
	if res.By != task.ByRule {
		if res.Out.Declined != "" {
			return ui.Component{}, (&askFacts{Declined: res.Out.Declined, language: l}).why(), nil
		}
		in.SQL = res.Out.SQL
	}
	f, err := a.as(guest).askPurchases(alone(ctx, l), in)
	if refused, ok := errors.AsType[*safesql.Error](err); ok {
		return ui.Component{}, (&askFacts{Declined: reason(refused), language: l}).why(), nil
	}
	if err != nil {
		return ui.Component{}, "", err
	}
	if f.Declined != "" {
		return ui.Component{}, sayAsked(f, l), nil
	}
	f.id = cmp.Or(f.id, thread.NewID())
	c, err = f.table()
	return c, "", err
}

// alone is a context of a tool that is used outside a conversation.
func alone(ctx context.Context, l lang.Language) context.Context {
	return scene.With(ctx, &scene.Scene{Language: texts.In(l).Language})
}

// as is the advisor of one guest, whatever run a context belongs to.
func (a *Advisor) as(guest string) *Advisor {
	own := *a
	own.Profile = func(ctx context.Context, _ string, who customer.Lookup) (customer.Profile, error) {
		return a.Profile(ctx, guest, who)
	}
	own.Ask = func(ctx context.Context, _, sql string) (*safesql.Result, error) { return a.Ask(ctx, guest, sql) }
	if a.AskOwn != nil {
		own.AskOwn = func(ctx context.Context, _, sql string) (*safesql.Result, error) { return a.AskOwn(ctx, guest, sql) }
	}
	return &own
}
