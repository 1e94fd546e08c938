package data

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/retrieve"
)

// Tables keeps the operator's tables in a store that several workers share: a
// list of them in one collection, the values of each, in pieces, in another. It is
// safe for concurrent use.
type Tables struct {
	Store retrieve.Store

	mu   sync.Mutex
	open map[string]*Opened // by name, those used last
}

// Entry is a table on the list.
type Entry struct {
	Name        string    `json:"name"`
	Source      string    `json:"source"` // the file's name, or "sql"
	Rows        int       `json:"rows"`
	Kept        int       `json:"kept"`
	Approximate bool      `json:"approximate,omitempty"`
	Columns     []string  `json:"columns"`
	Added       time.Time `json:"added"`
	Undo        bool      `json:"undo,omitempty"` // there is one before it
	Version     string    `json:"version"`        // tells it from others of its name: a sum of the values

	id     string // on the list
	before string // the version whose place it took
	pieces int
}

// Opened is a table, which is not to be changed.
type Opened struct {
	Entry
	Table *table.Table
}

// What is wrong with a name or a table.
var (
	ErrName    = errors.New("a table's name has 1 to 40 letters, digits, - and _, and begins with a letter")
	ErrNoTable = errors.New("there is no such table")
	ErrChanged = errors.New("the table was changed meanwhile, or holds a part of its rows only")
	ErrLarge   = fmt.Errorf("the table takes more than %d MB even compressed: leave out columns or rows", maxBytes>>20)
)

const (
	list      = "tables" // the collection with an entry for each
	maxBytes  = 64 << 20 // of a table, compressed: every worker that uses it reads them
	pieceSize = 150_000  // bytes, whose base64 fits a document
	manyOpen  = 4        // tables held in memory

	manyVersions = 10        // of a table, that can be brought back
	batch        = 16        // pieces read or written at once
	noVectors    = "nothing" // the embedder of documents that are not searched
)

func pieces(name string) string       { return "table:" + name }
func version(name, sum string) string { return name + "~" + sum } // on the list: a table whose place it took

var validName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,39}$`)

// Add keeps a table under a name, in the place of one that has it.
func (ts *Tables) Add(ctx context.Context, name, source string, t *table.Table) (Entry, error) {
	if !validName.MatchString(name) {
		return Entry{}, ErrName
	}
	var b bytes.Buffer
	if err := t.Encode(&b); err != nil {
		return Entry{}, err
	}
	if b.Len() > maxBytes {
		return Entry{}, ErrLarge
	}
	e := Entry{id: name, Name: name, Source: source, Rows: t.Rows, Kept: t.Kept, Approximate: t.Approximate, Added: time.Now().UTC().Truncate(time.Microsecond)}
	for _, c := range t.Columns() {
		e.Columns = append(e.Columns, c.Name)
	}
	e.Version = fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))[:16]
	e.pieces = (b.Len() + pieceSize - 1) / pieceSize
	// What is read by the old entry is removed last, so that a worker finds
	// either the old table or the new one.
	if err := ts.write(ctx, e, b.Bytes()); err != nil {
		return Entry{}, fmt.Errorf("keeping the table %s: %w", name, err)
	}
	if was, err := ts.entry(ctx, name); err == nil {
		if e.before = was.Version; e.before == e.Version {
			e.before = was.before // the same again
		}
	}
	return e, ts.enter(ctx, e)
}

// enter puts a table on the list, and those whose place it takes among its versions: the
// latest, as many as fit.
func (ts *Tables) enter(ctx context.Context, e Entry) error {
	rows := []retrieve.Row{{Doc: e.doc(e.Name)}}
	was, err := ts.entry(ctx, e.Name)
	if err == nil && was.Version != e.Version {
		rows = append(rows, retrieve.Row{Doc: was.doc(version(e.Name, was.Version))})
	}
	if err != nil && !errors.Is(err, ErrNoTable) {
		return err
	}
	if err := ts.Store.PutDocs(ctx, list, noVectors, rows); err != nil {
		return err
	}
	all, err := ts.Versions(ctx, e.Name)
	if err != nil {
		return err
	}
	sums, gone, size := []string{e.Version}, []string{}, 0
	for _, v := range all {
		switch size += v.pieces; {
		case v.id == e.Name:
		case v.Version == e.Version || len(sums) > manyVersions || len(sums) > 1 && size > maxBytes/pieceSize:
			gone = append(gone, v.id)
		default:
			sums = append(sums, v.Version)
		}
	}
	if err := ts.Store.PutDocs(ctx, list, noVectors, retrieve.Gone(gone)); err != nil {
		return err
	}
	return ts.sweep(ctx, e.Name, sums...)
}

// Versions returns a table and those that can be brought back, the latest first.
func (ts *Tables) Versions(ctx context.Context, name string) ([]Entry, error) {
	all, err := ts.all(ctx)
	all = slices.DeleteFunc(all, func(e Entry) bool { return e.Name != name })
	slices.SortFunc(all, func(a, b Entry) int { return b.Added.Compare(a.Added) })
	if err == nil && !slices.ContainsFunc(all, func(e Entry) bool { return e.id == name }) {
		err = ErrNoTable
	}
	return all, err
}

// Undo brings back a version of a table; of "" the one before it. It can be undone as well.
func (ts *Tables) Undo(ctx context.Context, name, to string) (Entry, error) {
	all, err := ts.Versions(ctx, name)
	if err != nil {
		return Entry{}, err
	}
	if to == "" {
		to = all[slices.IndexFunc(all, func(e Entry) bool { return e.id == name })].before
	}
	at := slices.IndexFunc(all, func(e Entry) bool { return e.Version == to })
	if at < 0 {
		return Entry{}, ErrNoTable
	}
	return all[at], ts.enter(ctx, all[at])
}

// Set puts another value into a cell of the table of that version.
func (ts *Tables) Set(ctx context.Context, name, was string, row int, column, value string) (Entry, error) {
	o, err := ts.Open(ctx, name)
	if err != nil {
		return Entry{}, err
	}
	if o.Version != was || o.Approximate {
		return Entry{}, ErrChanged
	}
	t, err := o.Table.Set(row, column, value)
	if err != nil {
		return Entry{}, err
	}
	return ts.Add(ctx, name, o.Source, t)
}

// write keeps the values of a table, in pieces.
func (ts *Tables) write(ctx context.Context, e Entry, all []byte) error {
	var rows []retrieve.Row
	for part := range slices.Chunk(all, pieceSize) {
		fields := map[string]string{"part": base64.StdEncoding.EncodeToString(part)}
		rows = append(rows, retrieve.Row{Doc: retrieve.Doc{ID: fmt.Sprintf("%s-%d", e.Version, len(rows)), Title: "piece", Fields: fields}})
	}
	for some := range slices.Chunk(rows, batch) {
		if err := ts.Store.PutDocs(ctx, pieces(e.Name), noVectors, some); err != nil {
			return err
		}
	}
	return nil
}

// sweep removes the pieces of a table that are not of some sums: of those before, and
// of those that were never finished.
func (ts *Tables) sweep(ctx context.Context, name string, sums ...string) error {
	rows, err := ts.Store.DocsAfter(ctx, pieces(name), noVectors, 0, 0)
	var gone []string
	for _, r := range rows {
		if sum, _, _ := strings.Cut(r.ID, "-"); !slices.Contains(sums, sum) {
			gone = append(gone, r.ID)
		}
	}
	if err != nil || len(gone) == 0 {
		return err
	}
	return ts.Store.PutDocs(ctx, pieces(name), noVectors, retrieve.Gone(gone))
}

// Remove forgets a table.
func (ts *Tables) Remove(ctx context.Context, name string) error {
	all, err := ts.Versions(ctx, name)
	if err != nil {
		return err
	}
	var gone []string
	for _, v := range all {
		gone = append(gone, v.id)
	}
	if err := ts.Store.PutDocs(ctx, list, noVectors, retrieve.Gone(gone)); err != nil {
		return err
	}
	return ts.sweep(ctx, name)
}

// List returns the tables there are, the one added last first.
func (ts *Tables) List(ctx context.Context) ([]Entry, error) {
	all, err := ts.all(ctx)
	if err != nil {
		return nil, err
	}
	for i, e := range all {
		all[i].Undo = slices.ContainsFunc(all, func(v Entry) bool { return v.id == version(e.Name, e.before) })
	}
	all = slices.DeleteFunc(all, func(e Entry) bool { return e.id != e.Name })
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Or(b.Added.Compare(a.Added), cmp.Compare(a.Name, b.Name)) })
	return all, nil
}

func (ts *Tables) all(ctx context.Context) (all []Entry, err error) {
	rows, err := ts.Store.DocsAfter(ctx, list, noVectors, 0, 0)
	for _, r := range rows {
		all = append(all, entryOf(r.Doc))
	}
	return all, err
}

func (ts *Tables) entry(ctx context.Context, name string) (Entry, error) {
	all, err := ts.all(ctx)
	if err != nil {
		return Entry{}, err
	}
	i := slices.IndexFunc(all, func(e Entry) bool { return e.id == name })
	if i < 0 {
		return Entry{}, fmt.Errorf("%w: %s", ErrNoTable, name)
	}
	return all[i], nil
}

// Open returns a table as it is now.
func (ts *Tables) Open(ctx context.Context, name string) (*Opened, error) {
	for range 3 { // it may be replaced while it is read
		e, err := ts.entry(ctx, name)
		if err != nil {
			return nil, err
		}
		ts.mu.Lock()
		o := ts.open[name]
		ts.mu.Unlock()
		if o != nil && o.Version == e.Version {
			return o, nil
		}
		t, err := ts.read(ctx, e)
		if errors.Is(err, errPieces) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("the table %s: %w", name, err)
		}
		o = &Opened{Entry: e, Table: t}
		ts.mu.Lock()
		if ts.open == nil || len(ts.open) >= manyOpen {
			ts.open = map[string]*Opened{}
		}
		ts.open[name] = o
		ts.mu.Unlock()
		return o, nil
	}
	return nil, fmt.Errorf("the table %s: %w", name, errPieces)
}

var errPieces = errors.New("pieces of it are missing; add it again")

func (ts *Tables) read(ctx context.Context, e Entry) (*table.Table, error) {
	rows, err := ts.Store.DocsAfter(ctx, pieces(e.Name), noVectors, 0, 0)
	if err != nil {
		return nil, err
	}
	parts := make([][]byte, e.pieces)
	for _, r := range rows {
		sum, number, _ := strings.Cut(r.ID, "-")
		if i, err := strconv.Atoi(number); sum == e.Version && err == nil && i >= 0 && i < len(parts) {
			parts[i], _ = base64.StdEncoding.DecodeString(r.Fields["part"])
		}
	}
	if slices.ContainsFunc(parts, func(part []byte) bool { return len(part) == 0 }) {
		return nil, errPieces
	}
	return table.Decode(bytes.NewReader(bytes.Join(parts, nil)))
}

// doc is an entry as it is stored.
func (e Entry) doc(id string) retrieve.Doc {
	return retrieve.Doc{ID: id, Title: e.Name, Text: strings.Join(e.Columns, "\n"), Fields: map[string]string{
		"source": e.Source, "rows": strconv.Itoa(e.Rows), "kept": strconv.Itoa(e.Kept), "added": e.Added.Format(time.RFC3339Nano),
		"sum": e.Version, "before": e.before, "pieces": strconv.Itoa(e.pieces),
	}}
}

func entryOf(d retrieve.Doc) Entry {
	e := Entry{id: d.ID, Source: d.Fields["source"], Columns: strings.Split(d.Text, "\n"), Version: d.Fields["sum"], before: d.Fields["before"]}
	e.Name, _, _ = strings.Cut(d.ID, "~")
	e.Rows, _ = strconv.Atoi(d.Fields["rows"])
	e.Kept, _ = strconv.Atoi(d.Fields["kept"])
	e.pieces, _ = strconv.Atoi(d.Fields["pieces"])
	e.pieces = min(max(e.pieces, 0), maxBytes/pieceSize+1)
	e.Added, _ = time.Parse(time.RFC3339, d.Fields["added"])
	e.Approximate = e.Kept < e.Rows
	return e
}
