// Package editor is where the people of a house change its card: a draft of rows that are
// mended until they are right, published to every worker at once, and versions that can
// be brought back. Photos of dishes are kept here too. Begin at [Desk].
package editor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
)

// Store is where cards, drafts, versions and photos are kept, shared by all workers.
type Store interface {
	semcache.Store
	retrieve.Store
}

// A Desk changes the card of a house. Any number of them may share a store.
type Desk struct {
	Store    Store
	Open     func(ctx context.Context, collection string) (*retrieve.Collection, error)
	House    func(ctx context.Context) (restaurant string, err error) // whose card it is
	Currency string                                                   // of prices that name none
	Now      func() time.Time                                         // nil: time.Now
}

// What keeps a card from being changed.
var (
	ErrNone     = errors.New("there is no such draft, version or dish")
	ErrChanged  = errors.New("somebody else has changed the draft")
	ErrMistakes = errors.New("the draft has mistakes")
	ErrEmpty    = errors.New("the draft has no item")
	ErrBusy     = errors.New("the card is being changed by somebody else")
	ErrLarge    = fmt.Errorf("a card that is changed here has at most %d items", Most)
	ErrLoses    = errors.New("more than half of the card would go")
	ErrOther    = errors.New("the collection holds what maitre index put there")
)

// A Mistake is what is wrong with a file as a whole: its text is for who sent it.
type Mistake struct{ error }

// Most is how many items a card has that is changed row by row; larger ones are imported.
const Most = 2000

// A View is a card to be changed: the draft, or the card as guests have it if there is none.
type View struct {
	Draft      bool           `json:"draft"`
	Version    int64          `json:"version"` // of the draft, to be said when it is changed; 0: there is none
	Restaurant string         `json:"restaurant,omitempty"`
	File       string         `json:"file,omitempty"` // that it was read from
	By         string         `json:"by,omitempty"`
	At         time.Time      `json:"at,omitzero"`
	Stale      bool           `json:"stale,omitempty"` // the card was changed since the draft was begun
	Rows       []ViewRow      `json:"rows"`
	Problems   []menu.Problem `json:"problems"`
	Changes    Changes        `json:"changes"`
}

// A ViewRow is a row with what is understood of it.
type ViewRow struct {
	menu.Row
	Item *menu.Item `json:"item,omitempty"` // nil: it is wrong
}

// Changes is what a draft does to the card.
type Changes struct {
	New     int `json:"new"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
}

// draft is what is kept of a draft.
type draft struct {
	Rows  []menu.Row     `json:"rows"`
	Notes []menu.Problem `json:"notes,omitempty"` // of the file
	File  string         `json:"file,omitempty"`
	By    string         `json:"by,omitempty"`
	Base  string         `json:"base"` // the sum of the card that it was begun from
}

const draftKey = "draft"

func space(restaurant string) string { return "card:" + restaurant }

func (d *Desk) now() time.Time {
	if d.Now == nil {
		return time.Now()
	}
	return d.Now()
}

// Look returns the draft, or the card.
func (d *Desk) Look(ctx context.Context) (*View, error) {
	house, live, err := d.live(ctx)
	if err != nil {
		return nil, err
	}
	kept, e, err := d.draft(ctx, house)
	if errors.Is(err, ErrNone) {
		return d.view(house, draft{Rows: menu.RowsOf(live), Base: sum(live)}, live), nil
	}
	if err != nil {
		return nil, err
	}
	v := d.view(house, kept, live)
	v.Draft, v.Version, v.At = true, e.Seq, e.Made
	return v, nil
}

func (d *Desk) view(house string, of draft, live []menu.Item) *View {
	items, problems := d.understand(house, of.Rows)
	v := &View{Restaurant: house, File: of.File, By: of.By, Stale: of.Base != sum(live), Rows: make([]ViewRow, len(of.Rows)), Problems: append(of.Notes, problems...)}
	if v.Problems == nil {
		v.Problems = []menu.Problem{}
	}
	was := map[string]menu.Item{}
	for _, it := range live {
		was[it.ID] = it
	}
	for i, row := range of.Rows {
		v.Rows[i] = ViewRow{Row: row}
		it, ok := items[row.Line]
		if !ok {
			continue
		}
		if old, there := was[it.ID]; !there {
			v.Changes.New++
		} else if it.SoldOut = old.SoldOut; !same(old, it) {
			v.Changes.Changed++
		}
		delete(was, it.ID)
		v.Rows[i].Item = &it
	}
	v.Changes.Removed = len(was)
	return v
}

// understand reads rows. An item that is right has its id among its cells from then on,
// so that it stays the same dish when its name changes.
func (d *Desk) understand(house string, rows []menu.Row) (map[int]menu.Item, []menu.Problem) {
	for _, row := range rows {
		delete(row.Cells, "restaurant") // it is the house's
	}
	items, problems := menu.Understand(rows, menu.Options{Restaurant: house, Currency: d.Currency})
	for _, row := range rows {
		if it, ok := items[row.Line]; ok {
			row.Cells["id"] = it.ID
		}
	}
	return items, problems
}

// Upload makes a draft of a file, in the place of the one of that version. Columns that
// the file does not have stay as the card has them.
func (d *Desk) Upload(ctx context.Context, version int64, name string, r io.Reader, by string) error {
	rows, notes, err := menu.ReadRows(r, name, Most)
	if err != nil {
		return &Mistake{err}
	}
	if len(rows) == 0 {
		return &Mistake{errors.New("the file has no item")}
	}
	whose := map[string]bool{}
	for _, row := range rows {
		whose[row.Cells["restaurant"]] = true
	}
	if len(whose) > 1 {
		return &Mistake{errors.New("the file has dishes of several restaurants: bring them with maitre menu import")}
	}
	house, live, err := d.live(ctx)
	if err != nil {
		return err
	}
	d.understand(house, rows)
	fill(rows, live)
	return d.keep(ctx, house, version, draft{Rows: rows, Notes: notes, File: name, By: by, Base: sum(live)})
}

// fill adds the values of the live card to columns that no row of a new card has.
func fill(rows []menu.Row, live []menu.Item) {
	known, was := map[string]bool{}, map[string]menu.Row{}
	for _, row := range rows {
		for column := range row.Cells {
			known[column] = true
		}
	}
	for _, row := range menu.RowsOf(live) {
		was[row.Cells["id"]] = row
	}
	for _, row := range rows {
		for column, value := range was[row.Cells["id"]].Cells {
			if !known[column] {
				row.Cells[column] = value
			}
		}
	}
}

// Set makes rows the draft, in the place of the one of that version.
func (d *Desk) Set(ctx context.Context, version int64, rows []menu.Row, by string) error {
	if len(rows) > Most {
		return ErrLarge
	}
	house, live, err := d.live(ctx)
	if err != nil {
		return err
	}
	next := draft{Base: sum(live)}
	if version != 0 {
		if next, _, err = d.draft(ctx, house); err != nil {
			return fmt.Errorf("%w: %w", ErrChanged, err)
		}
	}
	next.Rows, next.By = tidy(rows), by
	d.understand(house, next.Rows)
	return d.keep(ctx, house, version, next)
}

// tidy leaves out what is no cell, and gives every row a line of its own.
func tidy(rows []menu.Row) []menu.Row {
	all, taken, last := []menu.Row{}, map[int]bool{}, 0
	for _, row := range rows {
		last = max(last, row.Line)
	}
	last = min(last, 1<<30)
	for _, row := range rows {
		cells := map[string]string{}
		for column, value := range row.Cells {
			if value = strings.TrimSpace(value); value != "" && slices.Contains(menu.Columns, column) {
				cells[column] = value
			}
		}
		if row.Cells = cells; len(cells) == 0 && row.Error == "" {
			continue
		}
		if row.Line < 1 || row.Line > last || taken[row.Line] {
			last++
			row.Line = last
		}
		taken[row.Line] = true
		all = append(all, row)
	}
	return all
}

// Discard drops the draft: the card stays as guests have it.
func (d *Desk) Discard(ctx context.Context) error {
	house, err := d.House(ctx)
	if err != nil {
		return err
	}
	return d.Store.CacheRemove(ctx, space(house), draftKey)
}

// Publish makes the draft of that version the card, from the next message of every
// guest on.
func (d *Desk) Publish(ctx context.Context, version int64, by string) (Changes, error) {
	house, err := d.House(ctx)
	if err != nil {
		return Changes{}, err
	}
	kept, e, err := d.draft(ctx, house)
	if err != nil {
		return Changes{}, err
	}
	if e.Seq != version {
		return Changes{}, ErrChanged
	}
	items, problems := d.understand(house, kept.Rows)
	if slices.ContainsFunc(problems, func(p menu.Problem) bool { return !p.Warning }) {
		return Changes{}, ErrMistakes
	}
	if len(items) == 0 {
		return Changes{}, ErrEmpty
	}
	all := make([]menu.Item, 0, len(items))
	for _, line := range slices.Sorted(maps.Keys(items)) {
		all = append(all, items[line])
	}
	done, err := d.Replace(ctx, house, all, Replacing{By: by})
	if err != nil {
		return Changes{}, err
	}
	return done.Changes, d.Store.CacheRemove(ctx, space(house), draftKey)
}

func (d *Desk) draft(ctx context.Context, house string) (of draft, e semcache.Entry, err error) {
	e, err = d.Store.CacheGet(ctx, space(house), draftKey)
	if errors.Is(err, semcache.ErrNone) {
		return of, e, ErrNone
	}
	if err == nil {
		err = json.Unmarshal(e.Value, &of)
	}
	return of, e, err
}

func (d *Desk) keep(ctx context.Context, house string, version int64, of draft) error {
	raw, err := json.Marshal(of)
	if err != nil {
		return err
	}
	swapped, err := d.Store.CacheSwap(ctx, space(house), semcache.Entry{Key: draftKey, Value: raw, Made: d.now(), Seq: version})
	if err == nil && !swapped {
		return ErrChanged
	}
	return err
}

// live returns the card of the house as guests have it, a course after the other.
func (d *Desk) live(ctx context.Context) (house string, items []menu.Item, err error) {
	if house, err = d.House(ctx); err != nil {
		return "", nil, err
	}
	rows, err := d.rows(ctx, house)
	if err != nil {
		return "", nil, err
	}
	if len(rows) > Most {
		return "", nil, ErrLarge
	}
	items, err = itemsOf(rows)
	slices.SortFunc(items, func(a, b menu.Item) int {
		return cmp.Or(slices.Index(menu.Courses, a.Course)-slices.Index(menu.Courses, b.Course), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return house, items, err
}

func itemsOf(rows []retrieve.Row) ([]menu.Item, error) {
	items := make([]menu.Item, len(rows))
	for i, row := range rows {
		if err := json.Unmarshal([]byte(row.Fields["item"]), &items[i]); err != nil {
			return nil, fmt.Errorf("%s on the card cannot be read: %w", row.ID, err)
		}
	}
	return items, nil
}
