package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
)

// waiter makes the tools about the card of the house.
func (a *app) waiter(tasks *task.Runner) *menu.Waiter {
	s := &shelf{app: a, cards: map[string]*shelved{}}
	return a.waiterWith(tasks, s.house, s)
}

func (a *app) waiterWith(tasks *task.Runner, card func(context.Context) (*menu.Card, error), others menu.Cards) *menu.Waiter {
	h := a.config.House
	return &menu.Waiter{Tasks: tasks.Logged(), House: menu.House{Name: h.Name, Order: h.Order}, Card: card, Others: others}
}

// pastWaiter makes a waiter for a replay. It has the cards of today, read without
// asking a provider for vectors and without writing anything.
func (a *app) pastWaiter(tasks *task.Runner, at time.Time) *menu.Waiter {
	past := &pastCards{shelf: shelf{app: a}, cards: map[string]*menu.Card{}}
	w := a.waiterWith(tasks, func(ctx context.Context) (*menu.Card, error) { return past.Open(ctx, "") }, past)
	w.Now = func() time.Time { return at }
	return w
}

// pastCards are the cards of a replay, by restaurant; "" is the house.
type pastCards struct {
	shelf
	cards map[string]*menu.Card
}

// Open implements menu.Cards.
func (p *pastCards) Open(ctx context.Context, restaurant string) (*menu.Card, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if card := p.cards[restaurant]; card != nil {
		return card, nil
	}
	items, _, err := p.app.items(ctx, restaurant)
	if err != nil {
		return nil, err
	}
	p.cards[restaurant], err = menu.NewCard(ctx, items, embed.Local())
	return p.cards[restaurant], err
}

// otherCards returns the restaurants that have a card besides the house, sorted.
// A card of no restaurant in particular has no name to be asked for by.
func (a *app) otherCards(ctx context.Context) ([]string, error) {
	all, err := a.restaurants(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	house, ok, err := a.restaurant(ctx, "")
	if err != nil {
		return nil, err
	}
	if delete(all, ""); ok {
		delete(all, house)
	}
	return slices.Sorted(maps.Keys(all)), nil
}

// restaurants returns how many items each imported card has.
func (a *app) restaurants(ctx context.Context) (map[string]int, error) {
	if a.db == nil {
		return nil, nil
	}
	all, err := a.db.Collections(ctx)
	if err != nil {
		return nil, err
	}
	found := map[string]int{}
	for name, n := range all {
		r, ok := strings.CutPrefix(name, menu.Collection("")+":")
		if !ok && name != menu.Collection("") {
			continue
		}
		if !ok {
			r = ""
		}
		some, err := a.db.DocsAfter(ctx, name, "", 0, 1)
		if err != nil {
			return nil, err
		}
		if isCard(some) {
			found[r] = n
		}
	}
	return found, nil
}

// isCard reports whether rows are items of a card, and not documents that "maitre
// index" put into a collection called menu, as the README does.
func isCard(rows []retrieve.Row) bool {
	return len(rows) > 0 && rows[0].Fields["item"] != ""
}

// restaurant returns the restaurant whose card is meant: the named one, which must
// have a card, or the house's own. It is false if the house has no card.
func (a *app) restaurant(ctx context.Context, named string) (string, bool, error) {
	house := a.config.House.Restaurant
	if named == "" && a.db != nil { // nearly always, and quickly told
		some, err := a.db.DocsAfter(ctx, menu.Collection(house), "", 0, 1)
		if err != nil || isCard(some) {
			return house, err == nil, err
		}
	}
	all, err := a.restaurants(ctx)
	if err != nil {
		return "", false, err
	}
	there := slices.Sorted(maps.Keys(all))
	wanted := cmp.Or(named, house)
	if i := slices.IndexFunc(there, func(r string) bool { return alike(r, wanted) }); i >= 0 {
		return there[i], true, nil
	}
	switch {
	case named != "" && len(there) == 0:
		return "", false, &usageError{fmt.Sprintf("there is no card of %q", named), "maitre menu import FILE --restaurant NAME"}
	case named != "":
		return "", false, &usageError{fmt.Sprintf("there is no card of %q", named), "there are those of " + calledAll(there)}
	case house == "" && len(there) == 1:
		return there[0], true, nil
	case house != "" && len(there) > 0:
		a.noCard.Do(func() { a.log.Warn("the house's restaurant has no card, so the sample is shown", "restaurant", house) })
	}
	return "", false, nil
}

// called is the name of a card for people: the restaurant's, or "the house".
func called(restaurant string) string {
	if restaurant == "" {
		return "the house"
	}
	return restaurant
}

func calledAll(restaurants []string) string {
	var all []string
	for _, r := range restaurants {
		all = append(all, called(r))
	}
	return strings.Join(all, ", ")
}

// openExisting opens the database if there is one, else a.db stays nil: a command
// that only reads makes no file.
func (a *app) openExisting(ctx context.Context) error {
	if !a.inPostgres() && a.db == nil {
		if _, err := os.Stat(a.config.DB.Reveal()); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	return a.openDB(ctx)
}

// openToChange opens the database to change it; a dry run makes none.
func (a *app) openToChange(ctx context.Context, dry bool) error {
	if dry {
		return a.openExisting(ctx)
	}
	return a.openDB(ctx)
}

// cardOf says which card was read: a restaurant's, or the sample.
type cardOf struct {
	Restaurant string `json:"restaurant"` // "": the house
	Sample     bool   `json:"sample,omitempty"`
}

func (w cardOf) String() string {
	if w.Sample {
		return "the sample"
	}
	return called(w.Restaurant)
}

// items reads the card of a restaurant, or of the house when none is named, as
// it was imported; the sample if the house has none.
func (a *app) items(ctx context.Context, named string) ([]menu.Item, cardOf, error) {
	of, err := a.cardOf(ctx, named)
	if err != nil {
		return nil, of, err
	}
	if of.Sample {
		return menu.Sample(), of, nil
	}
	rows, err := a.db.DocsAfter(ctx, menu.Collection(of.Restaurant), "", 0, 0)
	if err != nil {
		return nil, of, err
	}
	items := make([]menu.Item, len(rows))
	for i, row := range rows {
		if err := json.Unmarshal([]byte(row.Fields["item"]), &items[i]); err != nil {
			return nil, of, fmt.Errorf("%s on the card of %s cannot be read: %w", row.ID, of, err)
		}
	}
	return items, of, nil
}

// cardOf finds the card of a restaurant, or of the house when none is named.
func (a *app) cardOf(ctx context.Context, named string) (cardOf, error) {
	if err := a.openExisting(ctx); err != nil {
		return cardOf{}, err
	}
	r, ok, err := a.restaurant(ctx, named)
	return cardOf{Restaurant: r, Sample: !ok}, err
}

// card opens the card of a restaurant, or of the house, to be searched.
func (a *app) card(ctx context.Context, named string) (*menu.Card, cardOf, error) {
	of, err := a.cardOf(ctx, named)
	if err != nil {
		return nil, of, err
	}
	if of.Sample {
		card, err := menu.SampleCard(ctx)
		return card, of, err
	}
	c, err := a.collection(ctx, menu.Collection(of.Restaurant))
	if err != nil {
		return nil, of, err
	}
	card, err := menu.OpenCard(ctx, c)
	return card, of, err
}

// shelf has the cards as they are now. Before each use it asks whether a card has
// changed since the last, and makes a new one only if there are new items.
type shelf struct {
	app *app

	mu     sync.Mutex
	sample *menu.Card
	cards  map[string]*shelved // by restaurant
}

// shelved is a card and the collection that it was made of.
type shelved struct {
	items *retrieve.Collection
	heard *listener
	card  *menu.Card
}

// house opens the card of the house.
func (s *shelf) house(ctx context.Context) (*menu.Card, error) {
	r, ok, err := s.app.restaurant(ctx, "")
	if err != nil {
		return nil, err
	}
	if ok {
		return s.Open(ctx, r)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sample == nil {
		s.sample, err = menu.SampleCard(ctx)
	}
	return s.sample, err
}

// Names implements menu.Cards.
func (s *shelf) Names(ctx context.Context) ([]string, error) { return s.app.otherCards(ctx) }

// Open implements menu.Cards.
func (s *shelf) Open(ctx context.Context, restaurant string) (*menu.Card, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.cards[restaurant]
	if c == nil {
		e, err := s.app.embedder(ctx)
		if err != nil {
			return nil, err
		}
		heard := &listener{Store: s.app.db}
		c = &shelved{items: retrieve.New(menu.Collection(restaurant), heard, e), heard: heard}
		s.cards[restaurant] = c
	}
	err := c.items.Sync(ctx)
	if err == nil && (c.heard.changed.Swap(false) || c.card == nil) {
		c.card, err = menu.OpenCard(ctx, c.items)
	}
	return c.card, err
}

// listener notes that new rows of a collection were read, by a search or by Sync.
type listener struct {
	retrieve.Store

	changed atomic.Bool
}

// DocsAfter implements retrieve.Store.
func (l *listener) DocsAfter(ctx context.Context, collection, embedder string, after int64, limit int) ([]retrieve.Row, error) {
	rows, err := l.Store.DocsAfter(ctx, collection, embedder, after, limit)
	if len(rows) > 0 {
		l.changed.Store(true)
	}
	return rows, err
}
