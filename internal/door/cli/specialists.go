package cli

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/places/geocode"
	"github.com/maitre-dev/maitre/internal/outside/places/overpass"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// advisor makes the tools about breweries and purchases.
func (a *app) advisor(tasks *task.Runner) *beer.Advisor {
	l := a.purchases()
	return &beer.Advisor{
		Tasks: tasks.Logged(), Currency: a.config.House.Currency,
		Policy:    l.allowed,
		Breweries: a.finder(),
		Explorer:  &websearch.Explorer{Cache: semcache.New(a.db, "explore", semcache.Options{TTL: a.config.CacheTTL}), Tasks: tasks.Logged()},
		Profile:   l.profile, Ask: l.ask, AskOwn: l.ask, Source: l.source, Names: l.names,
	}
}

// pastAdvisor makes an advisor for a replay: it asks recorded models alone, and
// has the customers and the catalogue of today.
func (a *app) pastAdvisor(tasks *task.Runner, at time.Time) *beer.Advisor {
	past := a.advisor(tasks)
	past.Breweries, past.Explorer.Cache = a.breweries(), nil
	past.Now = func() time.Time { return at }
	return past
}

// ledger is the customers' database as guests see it, through the gate. It is opened
// at the first question about it: most conversations have none.
type ledger struct {
	app *app

	mu        sync.Mutex
	customers *customers
	policy    *safesql.Policy
	gate      *safesql.Gate
	known     *question.Vocabulary
}

func (a *app) purchases() *ledger {
	if a.ledger == nil {
		a.ledger = &ledger{app: a}
	}
	return a.ledger
}

func (l *ledger) open(ctx context.Context) (*customers, *safesql.Gate, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gate != nil {
		return l.customers, l.gate, nil
	}
	ctx = context.WithoutCancel(ctx) // others wait for it too
	c, err := l.app.customers(ctx)
	if err != nil {
		return nil, nil, err
	}
	g, err := l.app.gate(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	l.customers, l.policy, l.gate = c, c.policy, g
	return c, g, nil
}

func (l *ledger) profile(ctx context.Context, guest string, who customer.Lookup) (customer.Profile, error) {
	c, _, err := l.open(ctx)
	if err != nil {
		return customer.Profile{}, err
	}
	return c.find(ctx, customer.Caller{ClientID: guest}, who)
}

func (l *ledger) ask(ctx context.Context, guest, sql string) (*safesql.Result, error) {
	_, g, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	return g.Query(ctx, guest, sql)
}

// publish sees to it that figures about all clients are published.
func (l *ledger) publish(ctx context.Context) {
	_, g, err := l.open(ctx)
	if err == nil {
		_, err = g.Tables(ctx)
	}
	if err != nil && ctx.Err() == nil {
		l.app.log.WarnContext(ctx, "no figures about all clients are published", "err", err)
	}
}

func (l *ledger) source(ctx context.Context) ui.Source {
	c, _, err := l.open(ctx)
	if err != nil {
		return ""
	}
	return ui.Source(c.source)
}

// names returns the names in the database, or those of the sample as long as it
// cannot be read.
func (l *ledger) names(ctx context.Context) *question.Vocabulary {
	_, g, err := l.open(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil && err == nil {
		v, err := question.Load(context.WithoutCancel(ctx), func(ctx context.Context, sql string) ([][]any, error) {
			r, err := g.Query(ctx, "", sql)
			if err != nil {
				return nil, err
			}
			return r.Rows, nil
		})
		if err != nil {
			l.app.log.WarnContext(ctx, "the names of beers and breweries could not be read", "err", err)
			if refused, ok := errors.AsType[*safesql.Error](err); ok && (refused.Code == safesql.CodeNoTable || refused.Code == safesql.CodeNoColumn) {
				l.known = question.Shipped() // the policy has none, and will not have
			}
			return question.Shipped()
		}
		l.known = v
	}
	return cmp.Or(l.known, question.Shipped())
}

// allowed returns the policy of what guests may read, without opening the database;
// nil if the policy cannot be read.
func (l *ledger) allowed(context.Context) *safesql.Policy {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.policy == nil {
		p, err := l.app.policy()
		if err != nil {
			return nil
		}
		l.policy = p
	}
	return l.policy
}

// planner makes the tools about trips, with the places of the setting.
func (a *app) planner() *trip.Planner {
	p := a.samplePlanner()
	if a.config.Places != "osm" {
		return p
	}
	p.Places.Live = overpass.New(a.config.Overpass.Reveal(), nil)
	p.Places.Cache = semcache.New(a.db, "places", semcache.Options{TTL: places.Fresh})
	coder := geocode.New(a.config.Geocoder.Reveal(), semcache.New(a.db, "geocode", semcache.Options{}), nil)
	p.Credit = geocode.Attribution
	p.Locate = func(ctx context.Context, name string) (*places.Area, error) {
		return coder.Find(ctx, name, lang.Portuguese)
	}
	return p
}

// samplePlanner makes a planner with the places of the sample, which asks no service.
func (a *app) samplePlanner() *trip.Planner {
	return &trip.Planner{Currency: a.config.House.Currency, Places: places.Fallback{Sample: places.Sample{Currency: a.config.House.Currency}}}
}
