package cli

import (
	"cmp"
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
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/places/geocode"
	"github.com/maitre-dev/maitre/internal/outside/places/overpass"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
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
	ledger *ledger   // nil until it is wanted

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
	if what == nobodyHas {
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
	budget := a.budget()
	runner, err := a.runnerWith(a.config.Models, budget)
	if err != nil {
		return nil, err
	}
	if a.config.Customers != "" { // better told now than to guests
		if _, _, err := a.purchases().open(ctx); err != nil {
			return nil, err
		}
	}
	book, rules := a.book(), runner.WithoutModels()
	advisor := a.advisor(rules)
	advisor.Explorer.Tasks = runner.Logged() // pages of the web are summed up by a model
	specialists := a.specialists(a.waiter(rules), advisor, a.planner(), a.statistician(rules), book)
	return maitre.New(maitre.Options{House: a.house(), Store: a.db, Tasks: runner, Unsure: a.config.AskModel == "unsure", Budget: budget, Hooks: hook.Chain{book.Hook()}, Specialists: specialists, Held: a.inbox().Hold})
}

// specialists returns the sets of tools: menu, beer, trip, data, house and memory.
func (a *app) specialists(w *menu.Waiter, b *beer.Advisor, p *trip.Planner, s *data.Statistician, book *memory.Book) []maitre.Specialist {
	own := &house.House{Name: a.config.House.Name, Order: a.config.House.Order, Contact: a.config.House.Contact, Notes: book.HouseNotes, Nobody: nobody}
	own.Inbox = a.inbox()
	scrub.Spare(own.Contact)
	s.Purchases = b.Figures
	own.Samples = func(ctx context.Context) (topics []string) {
		imported, err := a.db.DocsAfter(ctx, brewery.Collection, "", 0, 1)
		if a.config.Customers == "" && a.config.Breweries != "openbrewerydb" && err == nil && len(imported) == 0 {
			topics = append(topics, "beer")
		}
		if a.config.Places != "osm" {
			topics = append(topics, "trip")
		}
		return topics
	}
	own.Facts = func(ctx context.Context) (*house.Facts, error) { return house.Kept(ctx, a.db) }
	return []maitre.Specialist{maitre.Menu(w), maitre.Beer(b), maitre.Trip(p), maitre.Data(s), maitre.Facts(own), maitre.Memory(book, nobody)}
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
			if isMissing(err) {
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
