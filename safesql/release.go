package safesql

import (
	"bytes"
	"cmp"
	"compress/flate"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/serdes"
	"github.com/ncruces/go-sqlite3/util/ioutil"
	"github.com/ncruces/go-sqlite3/vfs/readervfs"
)

// Shelf keeps releases for all processes of an installation.
type Shelf interface {
	// Release returns the release of that name, or no data if there is none, or
	// if its version is the one that the caller has.
	Release(ctx context.Context, name, have string) (version string, data []byte, err error)
	// PutRelease replaces the release of that name.
	PutRelease(ctx context.Context, name, version string, data []byte) error
}

// image is a database in memory that rooms read and none can change.
type image struct {
	name    string
	tables  map[string]Table // by name in lower case
	sorted  func() []Table   // the same, those with fewer attributes first
	version string           // of a release: when it was made
	born    time.Time
}

// forget frees the image once the rooms that read it are closed.
func (m *image) forget() {
	if m != nil {
		readervfs.Delete(m.name)
	}
}

// newImage lets rooms open a database.
func newImage(data []byte) *image {
	m := &image{name: "safesql-" + rand.Text(), tables: map[string]Table{}, born: time.Now()}
	m.sorted = sync.OnceValue(func() []Table { return slices.SortedFunc(maps.Values(m.tables), fewerAttributes) })
	readervfs.Create(m.name, ioutil.NewSizeReaderAt(bytes.NewReader(data)))
	return m
}

// build makes a database in memory and returns its bytes.
func build(fill func(c *sqlite3.Conn) error) ([]byte, error) {
	c, err := sqlite3.Open(":memory:")
	if err != nil {
		return nil, err
	}
	defer c.Close()
	if err := c.Exec("BEGIN; CREATE TABLE safesql(x); DROP TABLE safesql"); err != nil { // never an empty file
		return nil, err
	}
	if err := fill(c); err != nil {
		return nil, err
	}
	if err := c.Exec("ANALYZE; COMMIT"); err != nil { // joins begin with the smaller table
		return nil, err
	}
	return serdes.Serialize(c, "main")
}

// readCatalogue copies the public relations.
func readCatalogue(ctx context.Context, v Vault, public []*relation) (*image, error) {
	tables := map[string]Table{}
	data, err := build(func(c *sqlite3.Conn) error {
		for _, r := range public {
			rows, err := r.rows(ctx, v)
			if err != nil {
				return fmt.Errorf("reading %s: %w", r.name, err)
			}
			if err := createTable(c, quoteName(r.name), r.cols, rows, maxCatalogueText); err != nil {
				return err
			}
			// Most relations begin with what others refer to them by; releases name names.
			for i, col := range r.cols {
				if i > 0 && col.name != "name" {
					continue
				}
				if err := c.Exec("CREATE INDEX " + quoteName("by "+r.name+" "+col.name) + " ON " + quoteName(r.name) + "(" + quoteName(col.name) + ")"); err != nil {
					return err
				}
			}
			tables[strings.ToLower(r.name)] = r.table("the catalogue")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	m := newImage(data)
	m.tables = tables
	return m, nil
}

const maxCatalogueText = 4 << 10 // bytes

// allTables is the table of a release that lists the others.
const allTables = "all_tables"

// writeRelease computes a release: its database, and the sketches of its rows.
func writeRelease(ctx context.Context, p *publication) (data, sketches []byte, err error) {
	p.note = func(key uint64, k sketch) {
		sketches = append(binary.BigEndian.AppendUint64(sketches, key), k[:]...)
	}
	data, err = build(func(c *sqlite3.Conn) error {
		if err := c.Exec("CREATE TABLE " + allTables + "(name TEXT, attributes TEXT, measures TEXT, rows INTEGER, about TEXT)"); err != nil {
			return err
		}
		var list []Table
		err := p.sheets(ctx, func(s *sheet) error {
			list = append(list, s.Table)
			var cols []column
			for _, name := range s.Columns {
				cols = append(cols, column{name: name})
			}
			if err := createTable(c, quoteName(s.Name), cols, s.rows, maxCatalogueText); err != nil {
				return err
			}
			for i, k := range s.sketches {
				p.note(cellKey(s.Name, s.rows[i][:len(s.Attributes)]), k)
			}
			return nil
		})
		if err != nil {
			return err
		}
		slices.SortFunc(list, fewerAttributes)
		var rows [][]any
		for _, t := range list {
			rows = append(rows, []any{t.Name, strings.Join(t.Attributes, " "), strings.Join(t.Measures, " "), int64(t.Rows), t.About})
		}
		return insert(c, allTables, 5, rows, maxCatalogueText)
	})
	return data, sketches, err
}

// fewerAttributes orders tables: those with fewer attributes first.
func fewerAttributes(a, b Table) int {
	return cmp.Or(cmp.Compare(len(a.Attributes), len(b.Attributes)), strings.Compare(a.Name, b.Name))
}

// openRelease makes an image of a release and reads what it has.
func openRelease(data []byte, version string) (*image, error) {
	m := newImage(data)
	m.version = version
	m.tables[allTables] = Table{Name: allTables, Columns: []string{"name", "attributes", "measures", "rows", "about"}, About: "the tables with figures about all clients"}
	err := m.read("SELECT name, attributes, measures, rows, about FROM "+allTables, func(row []any) {
		t := Table{Attributes: strings.Fields(row[1].(string)), Measures: strings.Fields(row[2].(string)), Rows: int(row[3].(int64)), Name: row[0].(string), About: row[4].(string)}
		t.Columns = append(append(t.Columns, t.Attributes...), t.Measures...)
		m.tables[t.Name] = t
	})
	if err != nil {
		m.forget()
		return nil, fmt.Errorf("reading the release: %w", err)
	}
	return m, nil
}

// read calls f with the rows of a statement of ours; the slice is used again.
func (m *image) read(sql string, f func(row []any)) error {
	c, err := m.open()
	if err != nil {
		return err
	}
	defer c.Close()
	return step(c, sql, nil, func(row []any) error { f(row); return nil })
}

// open opens a connection that reads the image.
func (m *image) open() (*sqlite3.Conn, error) {
	return sqlite3.OpenFlags("file:"+m.name+"?vfs=reader&immutable=1", sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
}

// kept is the release before: its rows, and what the clients of each were.
type kept struct {
	rows     func(t *Table) ([][]any, error) // nil: there is no such table
	sketches map[uint64]sketch               // of rows, and of periods
}

// readKept reads a release that is about to be replaced.
func readKept(m *image, sketches []byte) *kept {
	k := &kept{sketches: map[uint64]sketch{}}
	for ; len(sketches) >= 8+buckets; sketches = sketches[8+buckets:] {
		k.sketches[binary.BigEndian.Uint64(sketches)] = sketch(sketches[8 : 8+buckets])
	}
	k.rows = func(t *Table) (rows [][]any, err error) {
		if old, ok := m.tables[t.Name]; !ok || !slices.Equal(old.Columns, t.Columns) {
			return nil, nil
		}
		err = m.read("SELECT * FROM "+quoteName(t.Name), func(row []any) { rows = append(rows, slices.Clone(row)) })
		return rows, err
	}
	return k
}

// isFrozen reports whether so few clients changed in a period, or in all time, that its
// figures stay as they are: otherwise two releases would tell what a
// single client did.
func (k *kept) isFrozen(relation string, period any, now sketch) bool {
	if k == nil {
		return false
	}
	then, ok := k.sketches[cellKey(relation, []any{period})]
	return ok && now.changed(then) < minChanged
}

// keep puts what is frozen in place of what was computed, and for the rest
// the figures of cells that fewer than minClients clients changed.
func (k *kept) keep(s *sheet, isFrozen func(labels []any) bool) error {
	if k == nil {
		return nil
	}
	old, err := k.rows(&s.Table)
	if err != nil {
		return fmt.Errorf("reading the release before: %w", err)
	}
	n := len(s.Attributes)
	then := make(map[uint64][]any, len(old))
	var rows [][]any
	var sketches []sketch
	for _, row := range old {
		key := cellKey(s.Name, row[:n])
		then[key] = row
		if isFrozen(row[:n]) {
			rows, sketches = append(rows, row), append(sketches, k.sketches[key])
		}
	}
	for i, row := range s.rows {
		key := cellKey(s.Name, row[:n])
		seen, now := k.sketches[key], s.sketches[i]
		switch before, ok := then[key]; {
		case isFrozen(row[:n]):
			continue
		case ok && now.changed(seen) < minClients:
			rows, sketches = append(rows, before), append(sketches, seen)
		default:
			rows, sketches = append(rows, row), append(sketches, now)
		}
	}
	s.rows, s.sketches, s.Rows = rows, sketches, len(rows)
	return nil
}

// cellKey names a row of a release.
func cellKey(table string, labels []any) uint64 {
	b := append(make([]byte, 0, 128), table...)
	for _, l := range labels {
		b = append(b, 0)
		switch l := l.(type) {
		case string:
			b = append(b, l...)
		case int64:
			b = strconv.AppendInt(b, l, 10)
		default:
			b = fmt.Append(b, l)
		}
	}
	h := fnv.New64a()
	_, _ = h.Write(b)
	return h.Sum64()
}

func pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

func unpack(data []byte) ([]byte, error) { return io.ReadAll(flate.NewReader(bytes.NewReader(data))) }
