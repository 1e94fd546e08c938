package editor

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/thread"
)

// card is a card as guests have it.
type card struct {
	house string
	rows  map[string]retrieve.Row // by id
	items map[string]menu.Item
}

// read reads a card.
func (d *Desk) read(ctx context.Context, restaurant string) (*card, error) {
	rows, err := d.Store.DocsAfter(ctx, menu.Collection(restaurant), "", 0, 0)
	if err != nil {
		return nil, err
	}
	c := &card{restaurant, map[string]retrieve.Row{}, map[string]menu.Item{}}
	for _, row := range rows {
		if row.Fields["item"] == "" {
			return nil, ErrOther
		}
		var it menu.Item
		if err := json.Unmarshal([]byte(row.Fields["item"]), &it); err != nil {
			return nil, fmt.Errorf("%s on the card cannot be read: %w", row.ID, err)
		}
		c.rows[row.ID], c.items[row.ID] = row, it
	}
	return c, nil
}

// sum tells cards apart, whatever is sold out.
func (c *card) sum() string { return sum(slices.Collect(maps.Values(c.items))) }

func sum(items []menu.Item) string {
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b menu.Item) int { return cmp.Compare(a.ID, b.ID) })
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, it := range items {
		it.SoldOut = time.Time{}
		_ = enc.Encode(it) // a buffer takes everything
	}
	whole := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(whole[:12])
}

// Changes is what a draft does to the card.
type Changes struct {
	New     int `json:"new"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
}

// Replaced is what was done.
type Replaced struct {
	Changes
	Embedded int `json:"embedded"` // items whose words are new
}

// plan is what makes a card equal to items.
type plan struct {
	Replaced
	now  []menu.Item
	put  []retrieve.Doc // new or changed
	gone []string
}

// plan compares the card with items. Whoever writes a card does not know what is sold out.
func (c *card) plan(items []menu.Item) (p plan, err error) {
	p.now = slices.Clone(items)
	for i, it := range p.now {
		p.now[i].SoldOut = c.items[it.ID].SoldOut
	}
	docs, err := menu.Docs(p.now)
	left := maps.Clone(c.rows)
	for _, doc := range docs {
		before, was := left[doc.ID]
		delete(left, doc.ID)
		if was && before.Title == doc.Title && before.Text == doc.Text && maps.Equal(before.Fields, doc.Fields) {
			continue
		}
		p.put = append(p.put, doc)
		if was {
			p.Changed++
		} else {
			p.New++
		}
		if before.Title != doc.Title || before.Text != doc.Text {
			p.Embedded++
		}
	}
	p.gone = slices.Sorted(maps.Keys(left))
	p.Removed = len(p.gone)
	return p, err
}

// Replacing is how a card is replaced.
type Replacing struct {
	By       string
	Keep     bool // what is on the card and not among the items stays
	Dry      bool // nothing is done
	Careful  bool // where more than half of the card would go it fails with ErrLoses
	Progress func(done, total int)
}

// Replace makes a card equal to items, and keeps both as versions. An item that changed
// only in what is not searched, such as its price, keeps its vector. If it fails it can
// be repeated, and does what is left.
func (d *Desk) Replace(ctx context.Context, restaurant string, items []menu.Item, how Replacing) (done Replaced, err error) {
	if how.Dry {
		_, p, err := d.planned(ctx, restaurant, items, how)
		return p.Replaced, err
	}
	err = d.alone(ctx, restaurant, func() error {
		was, p, err := d.planned(ctx, restaurant, items, how)
		if done = p.Replaced; err != nil || len(p.put)+len(p.gone) == 0 {
			return err
		}
		if how.Careful && 2*len(p.gone) > len(was.items) {
			return ErrLoses
		}
		if err := d.remember(ctx, restaurant, was.ordered(), Version{}); err != nil {
			return err
		}
		c, err := d.Open(ctx, menu.Collection(restaurant))
		if err != nil {
			return err
		}
		err = c.Change(ctx, p.put, p.gone, func(n int) { // at once: a guest has the card before, or this one
			if how.Progress != nil {
				how.Progress(n, len(p.put))
			}
		})
		if err != nil {
			return err
		}
		return d.remember(ctx, restaurant, p.now, Version{By: how.By, Changes: done.Changes})
	})
	return done, err
}

// planned reads a card and compares it.
func (d *Desk) planned(ctx context.Context, restaurant string, items []menu.Item, how Replacing) (*card, plan, error) {
	was, err := d.read(ctx, restaurant)
	if err != nil {
		return nil, plan{}, err
	}
	p, err := was.plan(items)
	if how.Keep {
		for _, id := range p.gone {
			p.now = append(p.now, was.items[id])
		}
		p.gone, p.Removed = nil, 0
	}
	return was, p, err
}

// A Version is a card that guests had, or have.
type Version struct {
	ID    string    `json:"id"`
	At    time.Time `json:"at"`
	By    string    `json:"by,omitempty"`
	Items int       `json:"items"`
	Live  bool      `json:"live,omitempty"` // guests have it now
	Changes

	Sum string `json:"sum,omitempty"` // tells it from others
}

const (
	versionKey = "v"
	versions   = 30 // that are kept
)

// Versions returns the versions of the card, the latest first.
func (d *Desk) Versions(ctx context.Context) ([]Version, error) {
	live, err := d.live(ctx)
	if err != nil {
		return nil, err
	}
	all, err := d.versions(ctx, live.house)
	if i := slices.IndexFunc(all, func(v Version) bool { return v.Sum == live.sum() }); i >= 0 {
		all[i].Live = true
	}
	return all, err
}

func (d *Desk) versions(ctx context.Context, house string) ([]Version, error) {
	entries, err := d.Store.CacheAfter(ctx, space(house), 0, 0)
	all := []Version{}
	for _, e := range entries {
		var v Version
		if strings.HasPrefix(e.Key, versionKey) && json.Unmarshal([]byte(e.Text), &v) == nil {
			v.ID, v.At = e.Key, e.Made
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b Version) int { return cmp.Compare(b.ID, a.ID) })
	return all, err
}

// remember keeps a version, unless it is the latest already. Of cards that are changed
// by import alone there are none.
func (d *Desk) remember(ctx context.Context, restaurant string, items []menu.Item, v Version) error {
	if len(items) == 0 || len(items) > Most {
		return nil
	}
	all, err := d.versions(ctx, restaurant)
	if err != nil {
		return err
	}
	v.Items, v.Sum = len(items), sum(items)
	last := 0
	if len(all) > 0 {
		if all[0].Sum == v.Sum {
			return nil
		}
		_, _ = fmt.Sscanf(all[0].ID, versionKey+"%d", &last) // we have written it
	}
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	value, err := json.Marshal(items)
	if err != nil {
		return err
	}
	e := semcache.Entry{Key: fmt.Sprintf("%s%06d", versionKey, last+1), Text: string(text), Value: value, Made: time.Now()}
	err = d.Store.CachePut(ctx, space(restaurant), e, 0)
	for _, old := range all[min(len(all), versions-1):] {
		err = errors.Join(err, d.Store.CacheRemove(ctx, space(restaurant), old.ID))
	}
	return err
}

// Undo makes a version the card again. It can be undone as well.
func (d *Desk) Undo(ctx context.Context, id, by string) (Changes, error) {
	house, err := d.House(ctx)
	if err != nil {
		return Changes{}, err
	}
	e, err := d.Store.CacheGet(ctx, space(house), id)
	if errors.Is(err, semcache.ErrNone) || !strings.HasPrefix(id, versionKey) {
		return Changes{}, ErrNone
	}
	var items []menu.Item
	if err == nil {
		err = json.Unmarshal(e.Value, &items)
	}
	if err != nil {
		return Changes{}, err
	}
	done, err := d.Replace(ctx, house, items, Replacing{By: by})
	return done.Changes, err
}

// morning is the hour at which what was sold out tonight is to be had again.
const morning = 5

// SoldOut says that a dish is sold out until the next morning, or is not, and returns its name.
func (d *Desk) SoldOut(ctx context.Context, id string, out bool) (name string, err error) {
	house, err := d.House(ctx)
	if err != nil {
		return "", err
	}
	err = d.alone(ctx, house, func() error {
		live, err := d.read(ctx, house)
		if err != nil {
			return err
		}
		it, ok := live.items[id]
		if !ok {
			return ErrNone
		}
		name, it.SoldOut = it.Name, time.Time{}
		if out {
			it.SoldOut = nextMorning(time.Now())
		}
		docs, err := menu.Docs([]menu.Item{it})
		if err != nil {
			return err
		}
		return d.Store.PutDocs(ctx, menu.Collection(house), "", []retrieve.Row{{Doc: docs[0]}})
	})
	return name, err
}

func nextMorning(now time.Time) time.Time {
	day := now.Day()
	if now.Hour() >= morning {
		day++
	}
	return time.Date(now.Year(), now.Month(), day, morning, 0, 0, 0, now.Location())
}

const holdTime = 2 * time.Minute // for which a worker that is gone keeps others waiting

// alone does something while nobody else changes the card.
func (d *Desk) alone(ctx context.Context, restaurant string, do func() error) error {
	owner, now := thread.NewID(), time.Now()
	mine, err := d.Store.CacheClaim(ctx, space(restaurant), "writer", owner, now, now.Add(holdTime))
	if err != nil {
		return err
	}
	if !mine {
		return ErrBusy
	}
	return errors.Join(do(), d.Store.CacheRelease(context.WithoutCancel(ctx), space(restaurant), "writer", owner))
}
