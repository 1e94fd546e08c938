package sqlstore

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/internal/seal"
)

// ReadPage selects the memories of the owner $1 that are newer than revision $2,
// for a Page. It is one statement, so that rows and revision belong together.
// Nobody has read up to a revision before the last purge, or to one that is not
// there yet: then all rows are new. Mostly there are few, which PostgreSQL cannot
// know: were the salts joined, it would read all of them.
const ReadPage = `
	SELECT o.rev, o.purged, m.body, o.guest, k.ID, k.key, COALESCE(m.id, ''),
		(SELECT s.salt FROM memory_salts AS s WHERE s.memory = m.id AND s.guest = m.guest)
	FROM memory_owners AS o
		LEFT JOIN memories AS m ON m.guest = o.guest AND m.rev > CASE WHEN $2 BETWEEN o.purged AND o.rev THEN $2 ELSE -1 END
		LEFT JOIN guest_keys AS k ON k.guest = o.guest
	WHERE o.guest = $1`

// Page is what the rows of ReadPage add up to. One that cannot be opened is left
// out.
type Page struct {
	memory.Page
	after int64
	o     seal.Opener
}

// NewPage returns an empty page, for what is newer than a revision.
func NewPage(after int64) *Page { return &Page{Page: memory.Page{All: true}, after: after} }

// Scan adds a row.
func (p *Page) Scan(r Row) error {
	var purged int64
	var body []byte
	if err := r.Scan(append([]any{&p.Rev, &purged, &body}, p.o.IntoMemory()...)...); err != nil {
		return err
	}
	p.All = p.after < purged || p.after > p.Rev
	if p.o.Memory == "" {
		return nil // the owner has none that are newer
	}
	if plain, err := p.o.Open(body, "memory", p.o.Memory); err == nil {
		p.Rows = append(p.Rows, memory.Row{ID: p.o.Memory, Body: plain})
	}
	return nil
}

// Sorted returns the page with its rows by id. Of many, a database would sort
// them on its disk.
func (p *Page) Sorted() memory.Page {
	slices.SortFunc(p.Rows, byID)
	return p.Page
}

func byID(a, b memory.Row) int { return cmp.Compare(a.ID, b.ID) }

// Latest returns the last row of each id, by id.
func Latest(lists ...[]memory.Row) []memory.Row {
	rows := map[string]memory.Row{}
	for _, r := range slices.Concat(lists...) {
		rows[r.ID] = r
	}
	return slices.SortedFunc(maps.Values(rows), byID)
}

// Memories implements memory.Store.
func (s *Store) Memories(ctx context.Context, owner string, after int64) (p memory.Page, err error) {
	err = s.db.Read(ctx, func(query Query) error {
		page := NewPage(after)
		err := query(page.Scan, ReadPage, owner, after)
		p = page.Sorted()
		return err
	})
	if err != nil {
		return memory.Page{}, s.db.Fail(ctx, "reading memories", err)
	}
	return p, nil
}

// Owners implements memory.Store. After "" come the guests: the house is none.
func (s *Store) Owners(ctx context.Context, after string, limit int) ([]string, error) {
	const query = `
		SELECT guest FROM memory_owners AS o
		WHERE guest > $1 AND EXISTS (SELECT 1 FROM memories AS m WHERE m.guest = o.guest)
		ORDER BY guest LIMIT $2`
	owners, err := List(ctx, s, scanText, query, after, OrAll(limit))
	return owners, s.db.Fail(ctx, "listing who has memories", err)
}
