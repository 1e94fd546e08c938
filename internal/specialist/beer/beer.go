// Package beer advises on breweries: it finds new ones for a guest by what they
// buy, asks before it spends money on details, and answers questions about
// their purchases.
//
// By rules it is an agent with the four tools of the document of BeerForYou and
// its plan of five steps: the guest's profile, new breweries, three to five of
// them shown, "do you want to know more?", details. A model is offered the tools
// of [Advisor.Tools] instead, and makes its own plan.
package beer

import (
	"context"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// Advisor is what the agent needs. Its fields are not changed once it is used.
type Advisor struct {
	Tasks     *task.Runner
	Breweries brewery.Finder
	Explorer  *websearch.Explorer
	Currency  string           // of amounts in the operator's own database, such as "BRL"; empty: the sample's
	Wait      time.Duration    // how long the question is open; 30 s
	Now       func() time.Time // nil: time.Now

	// The operator's database, as one guest may see it. Profile finds a client
	// for the guest who is signed in; Ask answers a statement that code wrote for
	// the guest, AskOwn one that a model wrote: see safesql; Source is ui.Sample if nobody in the database
	// exists.
	Profile func(ctx context.Context, guest string, who customer.Lookup) (customer.Profile, error)
	Ask     func(ctx context.Context, guest, sql string) (*safesql.Result, error)
	AskOwn  func(ctx context.Context, guest, sql string) (*safesql.Result, error)
	Source  func(ctx context.Context) ui.Source
	Names   func(ctx context.Context) *question.Vocabulary // of beers and breweries; nil: those of the sample

	// Policy says which relations there are; nil: the sample's. It returns nil if
	// that cannot be told.
	Policy func(ctx context.Context) *safesql.Policy
}

func (a *Advisor) now() time.Time {
	if a.Now != nil {
		return a.Now()
	}
	return time.Now()
}

// townOf takes "San Diego, CA" apart.
func townOf(location string) (city, state string) {
	city, state, _ = strings.Cut(location, ",")
	return strings.TrimSpace(city), strings.TrimSpace(state)
}
