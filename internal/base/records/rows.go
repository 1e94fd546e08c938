// Package records reads what people export: CSV with whatever separator and
// encoding their program wrote, TSV, and JSON objects one a line. A row that
// cannot be read is reported with its line, and the reading goes on.
package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

// A Row is one record. Of a row whose Err is set the rest is empty.
type Row struct {
	Line   int               // where it begins, from 1
	Fields map[string]string // by column, in small letters, without what is empty
	Err    error
}

// ErrRead is the error of the last row when reading failed: what follows it
// is unknown.
var ErrRead = errors.New("reading failed")

// Read returns the rows of a file by its name: .jsonl and .ndjson are JSON
// lines, everything else is a table whose first line names the columns.
func Read(r io.Reader, name string) iter.Seq[Row] {
	lower := strings.ToLower(name)
	if strings.HasSuffix(lower, ".jsonl") || strings.HasSuffix(lower, ".ndjson") {
		return objects(r)
	}
	return table(r)
}

// table reads a table, the first record being the columns.
func table(r io.Reader) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		l, err := Open(r)
		if err != nil {
			yield(Row{Line: 1, Err: fmt.Errorf("%w: %w", ErrRead, err)})
			return
		}
		var columns []string
		for {
			record, err := l.Next()
			if err == io.EOF {
				return
			}
			row := Row{Line: max(record.Line, 1)}
			switch many := len(record.Fields) - len(columns); {
			case err != nil:
				row.Err = fmt.Errorf("%w: %w", ErrRead, err)
			case record.Broken != "":
				row.Err = errors.New(record.Broken)
			case columns == nil:
				if columns, row.Err = header(record.Fields); row.Err == nil {
					continue
				}
				yield(row)
				return
			case many > 0:
				row.Err = fmt.Errorf("%d values for %d columns: one that has %s in it stands in quotes, as \"a%cb\"", len(record.Fields), len(columns), commas[l.Comma], l.Comma)
			default:
				row.Fields = map[string]string{}
				for i, v := range record.Fields {
					if v := strings.TrimSpace(string(v)); v != "" {
						row.Fields[columns[i]] = v
					}
				}
			}
			if row.Err == nil && len(row.Fields) == 0 {
				continue // an empty line
			}
			if !yield(row) || err != nil {
				return
			}
		}
	}
}

func header(record [][]byte) ([]string, error) {
	seen := map[string]bool{}
	var columns []string
	for i, field := range record {
		name := strings.ToLower(strings.TrimSpace(string(field)))
		if name == "" {
			name = fmt.Sprintf("column_%d", i+1)
		}
		if seen[name] {
			return nil, fmt.Errorf("two columns are called %q", name)
		}
		seen[name] = true
		columns = append(columns, name)
	}
	return columns, nil
}

// commas are what separators are called.
var commas = map[byte]string{',': "a comma", ';': "a semicolon", '\t': "a tab", '|': "a bar"}

func objects(r io.Reader) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for line := range jsonl.Lines(r) {
			var object map[string]cell
			row := Row{Line: line.Number, Err: line.Decode(&object)}
			if errors.Is(row.Err, jsonl.ErrRead) {
				row.Err = fmt.Errorf("%w: %w", ErrRead, row.Err)
			}
			if row.Err == nil {
				row.Fields = map[string]string{}
				for _, name := range slices.Sorted(maps.Keys(object)) { // of ID and id, always the same
					if v := object[name]; v != "" {
						row.Fields[strings.ToLower(strings.TrimSpace(name))] = string(v)
					}
				}
			}
			if !yield(row) {
				return
			}
		}
	}
}

// A cell is a JSON value as a table would have it.
type cell string

// UnmarshalJSON leaves numbers as they are written: the id of a row may be
// longer than a float64 can tell apart.
func (c *cell) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	*c = cell(plain(v))
	return err
}

// plain writes a list of words with commas.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case []any:
		var all []string
		for _, x := range v {
			if s := plain(x); s != "" {
				all = append(all, s)
			}
		}
		return strings.Join(all, ", ")
	default:
		b, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(b)
	}
}
