// Package beer advises on breweries: it finds new ones for a guest by what they
// buy, asks before it spends money on details, and answers questions about
// their purchases.
package beer

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// Advisor is what the tools need. Its fields are not changed once it is used.
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

//go:embed words.txt
var wordsText string

var book = wordfile.Sets(wordsText)

// kindOf returns the kind of brewery that a guest means by "microcervejarias", or "".
func kindOf(said string) string {
	for word := range strings.FieldsSeq(lang.Fold(said)) {
		for _, kind := range []string{"micro", "brewpub", "regional", "nano", "taproom", "large"} {
			if book[kind][word] {
				return kind
			}
		}
	}
	return ""
}

func (a *Advisor) now() time.Time {
	if a.Now != nil {
		return a.Now()
	}
	return time.Now()
}

// names are those in the database, if it can be read.
func (a *Advisor) names(ctx context.Context) *question.Vocabulary {
	if a.Names == nil {
		return question.Shipped()
	}
	return a.Names(ctx)
}

// phrases are what the advisor says in one language.
type phrases struct{ *texts.Words }

func textsOf(l lang.Language) phrases { return phrases{texts.In(l)} }

// townOf takes "San Diego, CA" apart.
func townOf(location string) (city, state string) {
	city, state, _ = strings.Cut(location, ",")
	return strings.TrimSpace(city), strings.TrimSpace(state)
}

// place says where a brewery is: "San Diego, California".
func place(city, state string) string {
	switch {
	case city == "":
		return state
	case state == "" || strings.EqualFold(city, state):
		return city
	}
	if names := brewery.States(state); len(names) == 1 {
		state = names[0]
	}
	return city + ", " + state
}

// text writes a value of a result.
func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}
