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
	house, live, err := d.live(ctx)
	if err != nil {
		return nil, err
	}
	all, err := d.versions(ctx, house)
	if i := slices.IndexFunc(all, func(v Version) bool { return v.Sum == sum(live) }); i >= 0 {
		all[i].Live = true
	}
	return all, err
}

func (d *Desk) versions(ctx context.Context, house string) ([]Version, error) {
	entries, err := d.Store.CacheAfter(ctx, space(house), 0, 0)
	if err != nil {
		return nil, err
	}
	all := []Version{}
	for _, e := range entries {
		var v Version
		if !strings.HasPrefix(e.Key, versionKey) || json.Unmarshal([]byte(e.Text), &v) != nil {
			continue
		}
		v.ID, v.At = e.Key, e.Made
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b Version) int { return cmp.Compare(b.ID, a.ID) })
	return all, nil
}

// Undo makes a version the card again. It can be undone as well.
func (d *Desk) Undo(ctx context.Context, id, by string) (Changes, error) {
	house, err := d.House(ctx)
	if err != nil {
		return Changes{}, err
	}
	if !strings.HasPrefix(id, versionKey) {
		return Changes{}, ErrNone
	}
	e, err := d.Store.CacheGet(ctx, space(house), id)
	if errors.Is(err, semcache.ErrNone) {
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

// Replacing is how a card is replaced.
type Replacing struct {
	By       string
	Keep     bool // what is on the card and not among the items stays
	Dry      bool // nothing is done
	Careful  bool // where more than half of the card would go it fails with ErrLoses
	Progress func(done, total int)
}

// Replaced is what was done.
type Replaced struct {
	Changes
	Embedded int `json:"embedded"` // items whose words are new
}

// Replace makes a card equal to items, and keeps both as versions. An item that changed
// only in what is not searched, such as its price, keeps its vector. If it fails it can
// be repeated, and does what is left.
func (d *Desk) Replace(ctx context.Context, restaurant string, items []menu.Item, how Replacing) (done Replaced, err error) {
	if how.Dry {
		_, done, err = d.plan(ctx, restaurant, items, how.Keep)
		return done, err
	}
	err = d.alone(ctx, restaurant, func() error {
		p, did, err := d.plan(ctx, restaurant, items, how.Keep)
		if done = did; err != nil || len(p.put)+len(p.gone) == 0 {
			return err
		}
		if how.Careful && 2*len(p.gone) > len(p.was) {
			return ErrLoses
		}
		if err := d.remember(ctx, restaurant, p.was, Version{}); err != nil {
			return err
		}
		if err := d.apply(ctx, restaurant, p, how.Progress); err != nil {
			return err
		}
		return d.remember(ctx, restaurant, p.now, Version{By: how.By, Changes: done.Changes})
	})
	return done, err
}

// plan is what makes a card equal to items.
type plan struct {
	was, now []menu.Item
	put      []retrieve.Doc // new or changed
	gone     []string
}

func (d *Desk) plan(ctx context.Context, restaurant string, items []menu.Item, keep bool) (p plan, done Replaced, err error) {
	rows, err := d.rows(ctx, restaurant)
	if err != nil {
		return p, done, err
	}
	if p.was, err = itemsOf(rows); err != nil {
		return p, done, err
	}
	was, old := map[string]retrieve.Row{}, map[string]menu.Item{}
	for i, r := range rows {
		was[r.ID], old[r.ID] = r, p.was[i]
	}
	p.now = slices.Clone(items)
	for i, it := range p.now {
		p.now[i].SoldOut = old[it.ID].SoldOut // whoever writes a card does not know it
	}
	docs, err := menu.Docs(p.now)
	if err != nil {
		return p, done, err
	}
	for _, doc := range docs {
		before, ok := was[doc.ID]
		delete(was, doc.ID)
		switch {
		case !ok:
			done.New++
			done.Embedded++
		case before.Title != doc.Title || before.Text != doc.Text:
			done.Changed++
			done.Embedded++
		case !maps.Equal(before.Fields, doc.Fields):
			done.Changed++
		default:
			continue
		}
		p.put = append(p.put, doc)
	}
	if p.gone = slices.Sorted(maps.Keys(was)); keep {
		for _, id := range p.gone {
			p.now = append(p.now, old[id])
		}
		p.gone = nil
	}
	done.Removed = len(p.gone)
	return p, done, nil
}

// apply changes the card at once: a guest has the one before, or this one.
func (d *Desk) apply(ctx context.Context, restaurant string, p plan, progress func(done, total int)) error {
	c, err := d.Open(ctx, menu.Collection(restaurant))
	if err != nil {
		return err
	}
	return c.Change(ctx, p.put, p.gone, func(n int) {
		if progress != nil {
			progress(n, len(p.put))
		}
	})
}

// rows reads a card.
func (d *Desk) rows(ctx context.Context, restaurant string) ([]retrieve.Row, error) {
	rows, err := d.Store.DocsAfter(ctx, menu.Collection(restaurant), "", 0, 0)
	if err == nil && len(rows) > 0 && rows[0].Fields["item"] == "" {
		err = ErrOther
	}
	return rows, err
}

// remember keeps a version, unless it is the latest already. Of cards that are changed
// by import alone there are none.
func (d *Desk) remember(ctx context.Context, restaurant string, items []menu.Item, s Version) error {
	if len(items) == 0 || len(items) > Most {
		return nil
	}
	all, err := d.versions(ctx, restaurant)
	if err != nil {
		return err
	}
	s.Items, s.Sum = len(items), sum(items)
	next := 1
	if len(all) > 0 {
		if all[0].Sum == s.Sum {
			return nil
		}
		_, _ = fmt.Sscanf(all[0].ID, versionKey+"%d", &next) // we have written it
		next++
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	value, err := json.Marshal(append([]menu.Item{}, items...))
	if err != nil {
		return err
	}
	e := semcache.Entry{Key: fmt.Sprintf("%s%06d", versionKey, next), Text: string(text), Value: value, Made: d.now()}
	if err := d.Store.CachePut(ctx, space(restaurant), e, 0); err != nil {
		return err
	}
	for _, old := range all[min(len(all), versions-1):] {
		if err := d.Store.CacheRemove(ctx, space(restaurant), old.ID); err != nil {
			return err
		}
	}
	return nil
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
		rows, err := d.rows(ctx, house)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(rows, func(r retrieve.Row) bool { return r.ID == id })
		if i < 0 {
			return ErrNone
		}
		items, err := itemsOf(rows[i : i+1])
		if err != nil {
			return err
		}
		name, items[0].SoldOut = items[0].Name, time.Time{}
		if now := d.now(); out {
			items[0].SoldOut = time.Date(now.Year(), now.Month(), now.Day(), morning, 0, 0, 0, now.Location())
			if now.Hour() >= morning {
				items[0].SoldOut = items[0].SoldOut.AddDate(0, 0, 1)
			}
		}
		docs, err := menu.Docs(items)
		if err != nil {
			return err
		}
		return d.Store.PutDocs(ctx, menu.Collection(house), "", []retrieve.Row{{Doc: docs[0]}})
	})
	return name, err
}

// Call says that guests call a dish by a word, or do so no more: at once, and in the draft.
func (d *Desk) Call(ctx context.Context, id, word string, is bool, by string) error {
	house, live, err := d.live(ctx)
	if err != nil {
		return err
	}
	rows := menu.RowsOf(live)
	if !call(rows, id, word, is) {
		return ErrNone
	}
	items, problems := d.understand(house, slices.DeleteFunc(rows, func(r menu.Row) bool { return r.Cells["id"] != id }))
	if len(problems) > 0 {
		return &Mistake{errors.New(problems[0].Text)}
	}
	if _, err := d.Replace(ctx, house, slices.Collect(maps.Values(items)), Replacing{By: by, Keep: true}); err != nil {
		return err
	}
	kept, e, err := d.draft(ctx, house)
	if err != nil || !call(kept.Rows, id, word, is) {
		if errors.Is(err, ErrNone) {
			err = nil
		}
		return err
	}
	if _, now, err := d.live(ctx); err == nil && kept.Base == sum(live) {
		kept.Base = sum(now)
	}
	return d.keep(ctx, house, e.Seq, kept)
}

// call changes what guests call the dish of an id among rows, and reports whether it did.
func call(rows []menu.Row, id, word string, is bool) bool {
	i := slices.IndexFunc(rows, func(r menu.Row) bool { return r.Cells["id"] == id })
	if i < 0 {
		return false
	}
	all := menu.Entries(rows[i].Cells["also"])
	at := slices.Index(all, word)
	if at >= 0 && !is {
		all = slices.Delete(all, at, at+1)
	} else if at < 0 && is {
		all = append(all, word)
	} else {
		return is
	}
	rows[i].Cells["also"] = strings.Join(all, "; ")
	return true
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

// same reports whether two items are, but for being sold out.
func same(a, b menu.Item) bool { return sum([]menu.Item{a}) == sum([]menu.Item{b}) }

// sum tells cards apart, whatever is sold out.
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
