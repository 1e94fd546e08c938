package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
)

// waiter makes the tools about the card of the house.
func (a *app) waiter(tasks *task.Runner, at time.Time) *menu.Waiter {
	s := &shelf{app: a, past: !at.IsZero()}
	h := a.config.House
	return &menu.Waiter{Tasks: tasks.Logged(), House: menu.House{Name: h.Name, Order: h.Order}, Card: s.house, Others: s, Now: clock(at)}
}

// desk is where the card of the house is changed.
func (a *app) desk() *editor.Desk {
	house := func(ctx context.Context) (string, error) {
		of, err := a.cardOf(ctx, "")
		if of.Sample {
			return a.config.House.Restaurant, err
		}
		return of.Restaurant, err
	}
	return &editor.Desk{Store: a.db, Open: a.collection, Currency: a.config.House.Currency, House: house}
}

// cardOf says whose card is meant: a restaurant's, or the sample.
type cardOf struct {
	Restaurant string `json:"restaurant"` // "": the house
	Sample     bool   `json:"sample,omitempty"`
}

func (of cardOf) String() string {
	if of.Sample {
		return "the sample"
	}
	return called(of.Restaurant)
}

// called is the name of a card for people: the restaurant's, or "the house".
func called(restaurant string) string { return cmp.Or(restaurant, "the house") }

// restaurants returns how many items each imported card has.
func (a *app) restaurants(ctx context.Context) (map[string]int, error) {
	if a.db == nil {
		return nil, nil
	}
	all, err := a.db.Collections(ctx)
	found := map[string]int{}
	for name, n := range all {
		r, of := strings.CutPrefix(name+":", menu.Collection("")+":")
		if !of {
			continue
		}
		is, unread := a.hasCard(ctx, name)
		if err = errors.Join(err, unread); is {
			found[strings.TrimSuffix(r, ":")] = n
		}
	}
	return found, err
}

// hasCard reports whether a collection has items of a card, and not documents that "maitre
// index" put into one called menu, as the README does.
func (a *app) hasCard(ctx context.Context, collection string) (bool, error) {
	some, err := a.db.DocsAfter(ctx, collection, "", 0, 1)
	return len(some) > 0 && some[0].Fields["item"] != "", err
}

// cardOf finds the card of the named restaurant, which must have one, or the house's own: the one of its
// setting, or the only one there is, or the sample.
func (a *app) cardOf(ctx context.Context, named string) (cardOf, error) {
	house := a.config.House.Restaurant
	if named == "" && a.db != nil { // nearly always, and quickly told
		if is, err := a.hasCard(ctx, menu.Collection(house)); is || err != nil {
			return cardOf{Restaurant: house}, err
		}
	}
	all, err := a.restaurants(ctx)
	if err != nil {
		return cardOf{}, err
	}
	wanted := cmp.Or(named, house)
	names := slices.Sorted(maps.Keys(all))
	if i := slices.IndexFunc(names, func(r string) bool { return alike(r, wanted) }); i >= 0 {
		return cardOf{Restaurant: names[i]}, nil
	}
	switch {
	case named != "":
		return cardOf{}, wrong(`"maitre menu list" names those there are`, "there is no card of %q", named)
	case house == "" && len(names) == 1:
		return cardOf{Restaurant: names[0]}, nil
	case house != "" && len(names) > 0:
		a.noCard.Do(func() { a.log.Warn("the house's restaurant has no card, so the sample is shown", "restaurant", house) })
	}
	return cardOf{Sample: true}, nil
}

// items returns what is on a card, as it was imported.
func (a *app) items(ctx context.Context, of cardOf) ([]menu.Item, error) {
	if of.Sample {
		return menu.Sample(), nil
	}
	rows, err := a.db.DocsAfter(ctx, menu.Collection(of.Restaurant), "", 0, 0)
	items := make([]menu.Item, len(rows))
	for i, row := range rows {
		if err := json.Unmarshal([]byte(row.Fields["item"]), &items[i]); err != nil {
			return nil, fmt.Errorf("%s on the card of %s cannot be read: %w", row.ID, of, err)
		}
	}
	return items, err
}

// shelf has the cards as they are now: before each use it asks what of a card has changed
// since the last. The shelf of a replay reads each card once, without asking a provider for vectors.
type shelf struct {
	app  *app
	past bool

	mu    sync.Mutex
	cards map[cardOf]*shelved
}

// shelved is a card, the collection that it was made of, and how far that was read.
type shelved struct {
	items *retrieve.Collection
	seq   int64
	card  *menu.Card
}

// house opens the card of the house.
func (s *shelf) house(ctx context.Context) (*menu.Card, error) {
	of, err := s.app.cardOf(ctx, "")
	if err != nil {
		return nil, err
	}
	return s.open(ctx, of)
}

// Names implements menu.Cards: the restaurants that have a card besides the house, sorted, without the card that names none.
func (s *shelf) Names(ctx context.Context) ([]string, error) {
	all, err := s.app.restaurants(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	house, err := s.app.cardOf(ctx, "")
	delete(all, "")
	delete(all, house.Restaurant)
	return slices.Sorted(maps.Keys(all)), err
}

// Open implements menu.Cards.
func (s *shelf) Open(ctx context.Context, restaurant string) (*menu.Card, error) {
	return s.open(ctx, cardOf{Restaurant: restaurant})
}

func (s *shelf) open(ctx context.Context, of cardOf) (*menu.Card, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.cards[of]
	if c == nil {
		var err error
		if c, err = s.read(ctx, of); err != nil {
			return nil, err
		}
		if s.cards == nil {
			s.cards = map[cardOf]*shelved{}
		}
		s.cards[of] = c
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

func (s *shelf) read(ctx context.Context, of cardOf) (c *shelved, err error) {
	c = &shelved{}
	switch {
	case of.Sample:
		c.card, err = menu.SampleCard(ctx)
	case s.past:
		items, unread := s.app.items(ctx, of)
		if unread != nil {
			return nil, unread
		}
		c.card, err = menu.NewCard(ctx, items, embed.Local())
	default:
		c.items, err = s.app.collection(ctx, menu.Collection(of.Restaurant))
	}
	return c, err
}
