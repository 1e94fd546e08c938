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

// draft is what is kept of a draft.
type draft struct {
	Rows  []menu.Row     `json:"rows"`
	Notes []menu.Problem `json:"notes,omitempty"` // of the file
	File  string         `json:"file,omitempty"`
	By    string         `json:"by,omitempty"`
	Base  string         `json:"base"` // the sum of the card that it was begun from

	version int64 // 0: none is kept
	at      time.Time
}

const draftKey = "draft"

func space(restaurant string) string { return "card:" + restaurant }

// Look returns the draft, or the card.
func (d *Desk) Look(ctx context.Context) (*View, error) {
	live, of, err := d.open(ctx)
	if err != nil {
		return nil, err
	}
	items, problems := d.understand(live.house, of.Rows)
	v := &View{
		Draft: of.version > 0, Version: of.version, Restaurant: live.house, File: of.File, By: of.By, At: of.at, Stale: of.Base != live.sum(),
		Rows: make([]ViewRow, len(of.Rows)), Problems: append(append([]menu.Problem{}, of.Notes...), problems...),
	}
	for i, row := range of.Rows {
		v.Rows[i].Row = row
		if it, ok := items[row.Line]; ok {
			it.SoldOut = live.items[it.ID].SoldOut
			v.Rows[i].Item = &it
		}
	}
	p, err := live.plan(inOrder(items))
	v.Changes = p.Changes
	return v, err
}

// open returns the card as guests have it, and the draft: where none is kept, one that
// changes nothing.
func (d *Desk) open(ctx context.Context) (*card, *draft, error) {
	live, err := d.live(ctx)
	if err != nil {
		return nil, nil, err
	}
	of := &draft{Rows: menu.RowsOf(live.ordered()), Base: live.sum()}
	e, err := d.Store.CacheGet(ctx, space(live.house), draftKey)
	if errors.Is(err, semcache.ErrNone) {
		return live, of, nil
	}
	if err == nil {
		of = &draft{version: e.Seq, at: e.Made}
		err = json.Unmarshal(e.Value, of)
	}
	return live, of, err
}

// keep keeps a draft, in the place of the one of its version.
func (d *Desk) keep(ctx context.Context, house string, of *draft) error {
	raw, err := json.Marshal(of)
	if err != nil {
		return err
	}
	swapped, err := d.Store.CacheSwap(ctx, space(house), semcache.Entry{Key: draftKey, Value: raw, Made: time.Now(), Seq: of.version})
	if err == nil && !swapped {
		return ErrChanged
	}
	return err
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

// inOrder returns items by their lines.
func inOrder(items map[int]menu.Item) (all []menu.Item) {
	for _, line := range slices.Sorted(maps.Keys(items)) {
		all = append(all, items[line])
	}
	return all
}

// Upload makes a draft of a file, in the place of the one of that version. Columns that
// the file does not have stay as the card has them.
func (d *Desk) Upload(ctx context.Context, version int64, name string, r io.Reader, by string) error {
	rows, notes, err := menu.ReadRows(r, name, Most)
	if err == nil && len(rows) == 0 {
		err = errors.New("the file has no item")
	}
	if err != nil {
		return &Mistake{err}
	}
	for _, row := range rows {
		if row.Cells["restaurant"] != rows[0].Cells["restaurant"] {
			return &Mistake{errors.New("the file has dishes of several restaurants: bring them with maitre menu import")}
		}
	}
	live, err := d.live(ctx)
	if err != nil {
		return err
	}
	d.understand(live.house, rows)
	fill(rows, menu.RowsOf(live.ordered()))
	return d.keep(ctx, live.house, &draft{Rows: rows, Notes: notes, File: name, By: by, Base: live.sum(), version: version})
}

// fill adds the values of the live card to columns that no row of a new card has.
func fill(rows, live []menu.Row) {
	known, was := map[string]bool{}, map[string]menu.Row{}
	for _, row := range rows {
		for column := range row.Cells {
			known[column] = true
		}
	}
	for _, row := range live {
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
	live, of, err := d.open(ctx)
	if err != nil {
		return err
	}
	if version != of.version {
		return ErrChanged
	}
	of.Rows, of.By = tidy(rows), by
	d.understand(live.house, of.Rows)
	return d.keep(ctx, live.house, of)
}

// tidy leaves out what is no cell, and gives every row a line of its own.
func tidy(rows []menu.Row) []menu.Row {
	all, taken, last := []menu.Row{}, map[int]bool{}, 0
	for _, row := range rows {
		last = min(max(last, row.Line), 1<<30)
	}
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
	live, of, err := d.open(ctx)
	if err != nil {
		return Changes{}, err
	}
	items, problems := d.understand(live.house, of.Rows)
	switch {
	case of.version == 0:
		return Changes{}, ErrNone
	case of.version != version:
		return Changes{}, ErrChanged
	case slices.ContainsFunc(problems, func(p menu.Problem) bool { return !p.Warning }):
		return Changes{}, ErrMistakes
	case len(items) == 0:
		return Changes{}, ErrEmpty
	}
	done, err := d.Replace(ctx, live.house, inOrder(items), Replacing{By: by})
	if err != nil {
		return Changes{}, err
	}
	return done.Changes, d.Store.CacheRemove(ctx, space(live.house), draftKey)
}

// Call says that guests call a dish by a word, or do so no more: at once, and in the draft.
func (d *Desk) Call(ctx context.Context, id, word string, is bool, by string) error {
	live, of, err := d.open(ctx)
	if err != nil {
		return err
	}
	rows := menu.RowsOf([]menu.Item{live.items[id]})
	if live.items[id].ID == "" || !call(rows, id, word, is) {
		return ErrNone
	}
	items, problems := d.understand(live.house, rows)
	if len(problems) > 0 {
		return &Mistake{errors.New(problems[0].Text)}
	}
	if _, err := d.Replace(ctx, live.house, inOrder(items), Replacing{By: by, Keep: true}); err != nil {
		return err
	}
	if of.version == 0 || !call(of.Rows, id, word, is) {
		return nil
	}
	if now, err := d.live(ctx); err == nil && of.Base == live.sum() {
		of.Base = now.sum()
	}
	return d.keep(ctx, live.house, of)
}

// call changes what guests call the dish of an id among rows, and reports whether it did.
func call(rows []menu.Row, id, word string, is bool) bool {
	i := slices.IndexFunc(rows, func(r menu.Row) bool { return r.Cells["id"] == id })
	if i < 0 {
		return false
	}
	all := menu.Entries(rows[i].Cells["also"])
	if slices.Contains(all, word) == is {
		return is
	}
	if is {
		all = append(all, word)
	} else {
		all = slices.DeleteFunc(all, func(w string) bool { return w == word })
	}
	rows[i].Cells["also"] = strings.Join(all, "; ")
	return true
}

// live returns the card of the house as guests have it.
func (d *Desk) live(ctx context.Context) (*card, error) {
	house, err := d.House(ctx)
	if err != nil {
		return nil, err
	}
	live, err := d.read(ctx, house)
	if err == nil && len(live.items) > Most {
		err = ErrLarge
	}
	return live, err
}

// ordered are the items of a card, a course after the other.
func (c *card) ordered() []menu.Item {
	return slices.SortedFunc(maps.Values(c.items), func(a, b menu.Item) int {
		return cmp.Or(slices.Index(menu.Courses, a.Course)-slices.Index(menu.Courses, b.Course), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
}
