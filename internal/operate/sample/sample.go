// Package sample is the data that maitre ships so that it can be tried: a list
// of real breweries, and a database of fictional customers who buy from them.
// [Write] makes the database as a SQLite file, [WritePostgres] in PostgreSQL;
// [Breweries] and [Beers] are the catalogue on its own.
//
// Nobody in it exists, telephone numbers and addresses lead nowhere, and the
// table maitre_sample says so. The beers are partly invented too.
package sample

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3/driver"
)

// Options say which customers are made. The same options give the same
// database: in SQLite, the same bytes. What a client is and does depends on
// the seed and the client's number only, so that C001 is the same guest in a
// small sample and in a large one.
type Options struct {
	Clients int       // 400 if zero
	Seed    uint64    // 7 if zero
	Until   time.Time // the two years before it are the sample's; zero: 2024 and 2025
}

// Note is what the table maitre_sample says.
const Note = "sample data: fictional customers, invented purchases and bookings, real breweries, beers partly invented"

// More clients than this are a mistake, and would need gigabytes.
const maxClients = 1_000_000

//go:embed schema.sql
var schema string

// indexes are made when the rows are there, which is faster.
const indexes = `
CREATE INDEX purchases_client ON purchases (client_id);
CREATE INDEX bookings_client ON bookings (client_id);
`

// Write makes the database at path, whole or not at all. A file that is there
// is never touched: the error is then fs.ErrExist.
func Write(ctx context.Context, path string, o Options) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("writing sample customers to %s: %w", path, err)
		}
	}()
	tables, err := o.tables()
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return fs.ErrExist
	}
	// In a directory of its own: SQLite puts its journal beside the file.
	dir, err := os.MkdirTemp(filepath.Dir(path), ".sample-")
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	} else if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	unfinished := filepath.Join(dir, "customers.db")
	if err := fill(ctx, unfinished, tables); err != nil {
		return err
	}
	return os.Rename(unfinished, path)
}

func fill(ctx context.Context, path string, tables []table) (err error) {
	db, err := driver.Open("file:" + (&url.URL{Path: path}).EscapedPath())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return err
	}
	for _, t := range tables {
		insert, err := tx.PrepareContext(ctx, "INSERT INTO "+t.name+" VALUES (?"+strings.Repeat(", ?", t.columns-1)+")")
		if err != nil {
			return err
		}
		for row := range t.rows {
			if _, err := insert.ExecContext(ctx, row...); err != nil {
				return err
			}
		}
	}
	if _, err := tx.ExecContext(ctx, indexes); err != nil {
		return err
	}
	return tx.Commit()
}

// table is what is written to a table of the same name, in the order of its
// columns. A row is valid until the next.
type table struct {
	name    string
	columns int
	rows    iter.Seq[[]any]
}

func (o Options) tables() ([]table, error) {
	if o.Clients == 0 {
		o.Clients = 400
	}
	if o.Seed == 0 {
		o.Seed = 7
	}
	if o.Clients < 0 || o.Clients > maxClients {
		return nil, fmt.Errorf("%d clients: 1 to %d can be made", o.Clients, maxClients)
	}
	t := newTown(o)
	return []table{
		{"maitre_sample", 1, slices.Values([][]any{{Note}})},
		{"clients", 9, each(t.clients, client.row)},
		{"breweries", 7, each(Breweries(), Brewery.row)},
		{"beers", 6, each(Beers(), Beer.row)},
		{"purchases", 10, each(t.purchases, purchase.row)},
		{"bookings", 9, each(t.bookings, booking.row)},
	}, nil
}

// each numbers the things from 1 and yields their rows.
func each[T any](things []T, row func(thing T, id int) []any) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for i, thing := range things {
			if !yield(row(thing, i+1)) {
				return
			}
		}
	}
}
