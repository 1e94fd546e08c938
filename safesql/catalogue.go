package safesql

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/serdes"
	"github.com/ncruces/go-sqlite3/util/ioutil"
	"github.com/ncruces/go-sqlite3/vfs/readervfs"
)

// catalogue is the public relations as a database in memory that all rooms
// read and none can change.
type catalogue struct {
	name   string
	tables map[string]bool // in lower case
	born   time.Time
}

func readCatalogue(ctx context.Context, v Vault, public []*relation) (_ *catalogue, err error) {
	c, err := sqlite3.Open(":memory:")
	if err != nil {
		return nil, err
	}
	defer c.Close()
	cat := &catalogue{name: "safesql-" + rand.Text(), tables: map[string]bool{}, born: time.Now()}
	if err := c.Exec("BEGIN; CREATE TABLE safesql(x); DROP TABLE safesql"); err != nil { // never an empty file
		return nil, err
	}
	for _, r := range public {
		rows, err := v.Query(ctx, r.rows(), nil)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", r.name, err)
		}
		if err := createTable(c, quoteName(r.name), r.cols, rows, maxCatalogueText); err != nil {
			return nil, err
		}
		// Most relations begin with what others refer to them by.
		if err := c.Exec("CREATE INDEX " + quoteName("by "+r.name) + " ON " + quoteName(r.name) + "(" + quoteName(r.cols[0].name) + ")"); err != nil {
			return nil, err
		}
		cat.tables[strings.ToLower(r.name)] = true
	}
	if err := c.Exec("COMMIT"); err != nil {
		return nil, err
	}
	data, err := serdes.Serialize(c, "main")
	if err != nil {
		return nil, err
	}
	readervfs.Create(cat.name, ioutil.NewSizeReaderAt(bytes.NewReader(data)))
	return cat, nil
}

const maxCatalogueText = 4 << 10 // bytes

// forget frees the catalogue once the rooms that read it are closed.
func (c *catalogue) forget() { readervfs.Delete(c.name) }
