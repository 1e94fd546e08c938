package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/task"
)

// app is one run of a command. It opens the database, the card or the customers
// when the command first asks for them; close closes all of them.
type app struct {
	System
	settings config.Flags
	flags    *flag.FlagSet
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
			return nil, &usageError{"--model " + err.Error(), ""}
		}
	}
	if !models[0].IsRule() {
		if err := a.openDB(ctx); err != nil { // it knows what today has cost
			return nil, err
		}
	}
	return a.runnerWith(models, a.budget())
}

// show writes what a command found: v with --json, else a text, in columns where
// it has tabs and without what would steer a terminal.
func (a *app) show(v any, text func(w io.Writer)) error {
	if a.json {
		return writeJSON(a.Stdout, v)
	}
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	text(tw)
	_ = tw.Flush() // a strings.Builder takes everything
	_, err := io.WriteString(a.Stdout, plain(b.String()))
	return err
}

// tell is show for one line of text.
func (a *app) tell(v any, format string, args ...any) error {
	return a.show(v, func(w io.Writer) { fmt.Fprintf(w, format+"\n", args...) })
}

// showEach writes a list: with --json an object a line, else a row for each.
func showEach[T any](a *app, all []T, row func(w io.Writer, v T)) error {
	if !a.json {
		return a.show(nil, func(w io.Writer) {
			for _, v := range all {
				row(w, v)
			}
		})
	}
	for _, v := range all {
		if err := writeJSON(a.Stdout, v); err != nil {
			return err
		}
	}
	return nil
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// answerLines answers each line of standard input with one of standard output.
// It tells a person at a terminal what a line looks like.
func answerLines[In, Out any](ctx context.Context, a *app, like string, answer func(context.Context, In) (Out, error)) error {
	if isTerminal(a.Stdin) {
		fmt.Fprintf(a.Stderr, "(reading lines %s from the terminal; Ctrl-D ends)\n", like)
	}
	p := a.progress("lines")
	count, err := jsonl.Run(ctx, a.input(ctx), a.Stdout, answer, func(c jsonl.Count) { p.at(c.Lines, 0) })
	p.end()
	switch {
	case err != nil || count.Bad == 0:
		return err
	case count.Bad == 1 && count.Lines == 1:
		return errors.New("the line could not be answered; it says why")
	case count.Bad == count.Lines:
		return fmt.Errorf("none of %d lines could be answered; each says why", count.Lines)
	}
	fmt.Fprintf(a.Stderr, "maitre: %d of %d lines could not be answered; each says why\n", count.Bad, count.Lines)
	return nil
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

// openInput opens a file, or standard input for "-". The error says what it was
// opened for, such as "reading the table".
func (a *app) openInput(ctx context.Context, path, reading string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(a.input(ctx)), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", reading, err)
	}
	return f, nil
}

// progress tells a person at the terminal how far a long command is, from the
// third second on.
type progress struct {
	w     io.Writer // nil: nobody looks
	what  string
	start time.Time
	last  time.Time
	shown bool
}

func (a *app) progress(what string) *progress {
	p := &progress{what: what, start: time.Now()}
	if isTerminal(a.Stderr) {
		p.w = a.Stderr
	}
	return p
}

// at says that done of total are done; a total of 0 is unknown.
func (p *progress) at(done, total int) {
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < 2*time.Second || now.Sub(p.last) < 100*time.Millisecond {
		return
	}
	p.last, p.shown = now, true
	of := ""
	if total > 0 {
		of = fmt.Sprintf(" of %d", total)
	}
	fmt.Fprintf(p.w, "\r%d%s %s, %s \x1b[K", done, of, p.what, now.Sub(p.start).Round(time.Second))
}

func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
