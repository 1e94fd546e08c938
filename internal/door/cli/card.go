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
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
)

// waiter makes the tools about the card of the house.
func (a *app) waiter(tasks *task.Runner) *menu.Waiter {
	s := &shelf{app: a}
	return a.waiterWith(tasks, s.house, s)
}

func (a *app) waiterWith(tasks *task.Runner, card func(context.Context) (*menu.Card, error), others menu.Cards) *menu.Waiter {
	h := a.config.House
	return &menu.Waiter{Tasks: tasks.Logged(), House: menu.House{Name: h.Name, Order: h.Order}, Card: card, Others: others}
}

// pastWaiter makes a waiter for a replay. It has the cards of today, read without
// asking a provider for vectors and without writing anything.
func (a *app) pastWaiter(tasks *task.Runner, at time.Time) *menu.Waiter {
	s := &shelf{app: a, past: true}
	w := a.waiterWith(tasks, s.house, s)
	w.Now = func() time.Time { return at }
	return w
}

// otherCards returns the restaurants that have a card besides the house, sorted, without
// the card that names no restaurant.
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
	name := of.Restaurant
	if of.Sample {
		name = sampleCard
	}
	card, err := (&shelf{app: a}).Open(ctx, name)
	return card, of, err
}

// shelf has the cards as they are now: before each use it asks what of a card has changed
// since the last. The shelf of a replay reads each card once.
type shelf struct {
	app  *app
	past bool

	mu    sync.Mutex
	cards map[string]*shelved // by restaurant
}

// shelved is a card, the collection that it was made of, and how far that was read.
type shelved struct {
	items *retrieve.Collection
	seq   int64
	card  *menu.Card
}

// sampleCard is the key of the sample among a shelf's cards; no restaurant has this name.
const sampleCard = "\x00"

// house opens the card of the house.
func (s *shelf) house(ctx context.Context) (*menu.Card, error) {
	r, ok, err := s.app.restaurant(ctx, "")
	if err != nil {
		return nil, err
	}
	if !ok {
		r = sampleCard
	}
	return s.Open(ctx, r)
}

// Names implements menu.Cards.
func (s *shelf) Names(ctx context.Context) ([]string, error) { return s.app.otherCards(ctx) }

// Open implements menu.Cards.
func (s *shelf) Open(ctx context.Context, restaurant string) (*menu.Card, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.cards[restaurant]
	if c == nil {
		var err error
		if c, err = s.read(ctx, restaurant); err != nil {
			return nil, err
		}
		if s.cards == nil {
			s.cards = map[string]*shelved{}
		}
		s.cards[restaurant] = c
	}
	if c.items == nil {
		return c.card, nil
	}
	err := c.items.Sync(ctx)
	if seq := c.items.Seq(); err == nil && (c.card == nil || seq != c.seq) {
		c.card, err = menu.OpenCard(ctx, c.items)
		c.seq = seq
	}
	return c.card, err
}

func (s *shelf) read(ctx context.Context, restaurant string) (c *shelved, err error) {
	c = &shelved{}
	switch {
	case restaurant == sampleCard:
		c.card, err = menu.SampleCard(ctx)
	case s.past:
		items, _, unread := s.app.items(ctx, restaurant)
		if unread != nil {
			return nil, unread
		}
		c.card, err = menu.NewCard(ctx, items, embed.Local())
	default:
		c.items, err = s.app.collection(ctx, menu.Collection(restaurant))
	}
	return c, err
}
