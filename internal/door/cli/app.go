package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/places/geocode"
	"github.com/maitre-dev/maitre/internal/outside/places/overpass"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// app is one run of a command. It opens the database, the card or the customers
// when the command first asks for them; close closes all of them.
type app struct {
	System
	name     string // of the command
	settings config.Flags
	json     bool            // --json was given
	end      context.Context //nolint:containedctx // of the process: SIGTERM

	config *config.Config
	log    *slog.Logger
	db     store
	noCard sync.Once // told that the house's restaurant has none
	gone   sync.Once // told of prompt files whose tasks are gone
	bought bought

	background sync.WaitGroup // what a server does besides answering

	mu     sync.Mutex
	closes []func() error
}

// later has something closed when the command is over.
func (a *app) later(closes func() error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closes = append(a.closes, closes)
}

func (a *app) close() {
	for _, closes := range slices.Backward(a.closes) {
		if err := closes(); err != nil && a.log != nil {
			a.log.Error("closing", "err", err)
		}
	}
}

// load reads the configuration, and sets the clock of the program to the house's time zone.
func (a *app) load() error {
	if a.config != nil {
		return nil
	}
	c, err := config.Load(a.settings, a.Environ, os.ReadFile)
	if err != nil {
		return err
	}
	a.config, a.log = c, c.Logger(a.Stderr)
	if c.House.Zone != "" { // every time.Now() is in it, as that which says whether the house is open
		if time.Local, err = time.LoadLocation(c.House.Zone); err != nil {
			return err
		}
	}
	for _, v := range c.Unknown {
		a.log.Warn("environment variable names no setting", "name", v.Name, "nearest", v.Nearest)
	}
	return nil
}

// store is the database of the house: SQLite or PostgreSQL.
type store interface {
	maitre.Store
	llm.Ledger
	retrieve.Store
	semcache.Store
	memory.Store
	token.Store
	event.Tail
	Forget(ctx context.Context, guest string) error
	Secret(ctx context.Context, name string) ([]byte, error)
	safesql.Shelf
	io.Closer
}

// openDB opens the database, which is a.db from then on, and brings it up to date.
func (a *app) openDB(ctx context.Context) (err error) {
	if a.db != nil {
		return nil
	}
	var db store
	if a.inPostgres() {
		db, err = postgres.Open(ctx, a.config.DB.Reveal())
	} else {
		db, err = sqlite.Open(ctx, a.config.DB.Reveal())
	}
	if err != nil {
		return err
	}
	a.db = db
	a.later(db.Close)
	return nil
}

// open opens what a command needs.
func (a *app) open(ctx context.Context, what opens) error {
	if what == bare {
		return nil
	}
	if err := a.load(); err != nil {
		return err
	}
	_, err := os.Stat(a.config.DB.Reveal())
	switch missing := !a.inPostgres() && errors.Is(err, fs.ErrNotExist); {
	case what == had && missing:
		return wrong("--db FILE names it", "there is no database %v", a.config.DB)
	case what == settings || what == existing && missing && a.db == nil:
		return nil
	}
	return a.openDB(ctx)
}

// openToChange opens the database to change it; a dry run makes none.
func (a *app) openToChange(ctx context.Context, dry bool) error {
	if dry {
		return a.open(ctx, existing)
	}
	return a.openDB(ctx)
}

func (a *app) inPostgres() bool { return strings.Contains(a.config.DB.Reveal(), "://") }

// maitre makes the concierge of its models, tools, memory and store.
func (a *app) maitre(ctx context.Context) (*maitre.Maitre, error) {
	if err := a.openDB(ctx); err != nil {
		return nil, err
	}
	learn.Once(ctx, a.db)
	budget, book := a.budget(), a.book()
	runner, err := a.runnerWith(a.config.Models, budget)
	if err != nil {
		return nil, err
	}
	if a.config.Customers != "" { // better told now than to guests
		if _, _, err := a.purchases(ctx); err != nil {
			return nil, err
		}
	}
	return maitre.New(maitre.Options{
		House: a.house(), Store: a.db, Tasks: runner, Unsure: a.config.AskModel == "unsure", Budget: budget, Hooks: hook.Chain{book.Hook()},
		Specialists: a.specialists(runner, book, time.Time{}), Held: a.inbox().Hold,
	})
}

// specialists returns the sets of tools: menu, beer, trip, data, house and memory. With a time they are for a
// replay: they have the clock of then, the cards and customers of today and the places of the sample, ask no
// service and write nothing.
func (a *app) specialists(runner *task.Runner, book *memory.Book, at time.Time) []maitre.Specialist {
	rules := runner.WithoutModels()
	figures, bought := a.statistician(rules, at), a.advisor(rules, at)
	bought.Explorer.Tasks = runner.Logged() // pages of the web are summed up by a model
	figures.Purchases = bought.Figures
	own := &house.House{
		Name: a.config.House.Name, Order: a.config.House.Order, Contact: a.config.House.Contact, Notes: book.HouseNotes, Nobody: nobody,
		Inbox: a.inbox(), Samples: a.samples, Facts: func(ctx context.Context) (*house.Facts, error) { return house.Kept(ctx, a.db) },
	}
	scrub.Spare(own.Contact)
	return []maitre.Specialist{
		maitre.Menu(a.waiter(rules, at)), maitre.Beer(bought), maitre.Trip(a.planner(at)), maitre.Data(figures), maitre.Facts(own), maitre.Memory(book, nobody),
	}
}

// samples are the topics of which the house has nothing of its own.
func (a *app) samples(ctx context.Context) (topics []string) {
	imported, err := a.db.DocsAfter(ctx, brewery.Collection, "", 0, 1)
	if a.config.Customers == "" && a.config.Breweries != "openbrewerydb" && err == nil && len(imported) == 0 {
		topics = append(topics, "beer")
	}
	if a.config.Places != "osm" {
		topics = append(topics, "trip")
	}
	return topics
}

// clock is that of a time, or nil: the clock of the house.
func clock(at time.Time) func() time.Time {
	if at.IsZero() {
		return nil
	}
	return func() time.Time { return at }
}

// book has the memories of guests. It asks no model.
func (a *app) book() *memory.Book {
	return memory.NewBook(memory.Options{Store: a.db, Log: a.db, Org: a.config.House.Name, Forget: a.db.Forget})
}

func (a *app) house() maitre.House {
	return maitre.House{Name: a.config.House.Name, Persona: a.config.House.Persona, Language: a.config.House.Language, Currency: a.config.House.Currency}
}

// runner makes a runner of tasks for a model as it is written on the command
// line, or for the configured one when spec is empty.
func (a *app) runner(ctx context.Context, spec string) (*task.Runner, error) {
	models := a.config.Models
	if spec != "" {
		var err error
		if models, err = config.ParseModels(spec); err != nil {
			return nil, wrong("", "--model %v", err)
		}
	}
	if !models[0].IsRule() {
		if err := a.openDB(ctx); err != nil { // it knows what today has cost
			return nil, err
		}
	}
	return a.runnerWith(models, a.budget())
}

// eachEvent hands on the whole log, the oldest event first.
func (a *app) eachEvent(ctx context.Context, hear func(event.Event)) error {
	p := a.progress("events")
	defer p.end()
	n := 0
	_, err := event.Each(ctx, a.db, "", func(e event.Event) {
		hear(e)
		n++
		p.at(n, 0)
	})
	return err
}

// advisor makes the tools about breweries and purchases.
func (a *app) advisor(tasks *task.Runner, at time.Time) *beer.Advisor {
	b := &beer.Advisor{
		Tasks: tasks.Logged(), Currency: a.config.House.Currency, Breweries: a.finder(), Now: clock(at),
		Explorer: &websearch.Explorer{Cache: semcache.New(a.db, "explore", semcache.Options{TTL: a.config.CacheTTL}), Tasks: tasks.Logged()},
		Policy: func(context.Context) *safesql.Policy { // nil if it cannot be read
			p, _ := a.policy()
			return p
		},
		Profile: func(ctx context.Context, guest string, who customer.Lookup) (customer.Profile, error) {
			c, _, err := a.purchases(ctx)
			if err != nil {
				return customer.Profile{}, err
			}
			return c.find(ctx, customer.Caller{ClientID: guest}, who)
		},
		Ask: a.askCustomers, AskOwn: a.askCustomers, Names: a.vocabulary,
		Source: func(ctx context.Context) ui.Source {
			c, _, err := a.purchases(ctx)
			if err != nil {
				return ""
			}
			return ui.Source(c.source)
		},
	}
	if !at.IsZero() {
		b.Breweries, b.Explorer.Cache = a.breweries(), nil
	}
	return b
}

// planner makes the tools about trips, with the places of the setting, or those of the sample, which asks no service.
func (a *app) planner(at time.Time) *trip.Planner {
	p := &trip.Planner{Currency: a.config.House.Currency, Now: clock(at), Places: places.Fallback{Sample: places.Sample{Currency: a.config.House.Currency}}}
	if a.config.Places != "osm" || !at.IsZero() {
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
