package table

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// objects reads a file of JSON objects, one after the other or in a list. Columns are their
// keys, in the order in which they appear; what is nested is text.
type objects struct {
	rd   *reader
	d    *json.Decoder
	list bool // its bracket is not read yet
	n    int  // objects read
	at   map[string]int
}

// newObjects returns nil for a file of something else.
func newObjects(rd *reader, r *bufio.Reader) *objects {
	head, _ := r.Peek(512)
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) == 0 || head[0] != '{' && !(head[0] == '[' && bytes.Contains(head, []byte("{"))) {
		return nil
	}
	d := json.NewDecoder(r)
	d.UseNumber()
	return &objects{rd: rd, d: d, list: head[0] == '[', at: map[string]int{}}
}

// next returns the next object as a record with a field for each column there is by then,
// or io.EOF.
func (o *objects) next() (record, error) {
	if o.list {
		o.list = false
		if _, err := o.d.Token(); err != nil {
			return record{}, err
		}
	}
	if !o.d.More() {
		return record{}, io.EOF
	}
	o.n++
	fields, err := o.fields()
	if err != nil {
		return record{}, fmt.Errorf("object %d: %w", o.n, err)
	}
	return record{line: o.n, fields: fields}, nil
}

func (o *objects) fields() ([][]byte, error) {
	if t, err := o.d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.Join(err, errors.New("there is no object"))
	}
	fields := make([][]byte, len(o.at))
	for o.d.More() {
		key, err := o.d.Token()
		if err != nil {
			return nil, err
		}
		name := key.(string)
		if _, known := o.at[name]; !known {
			o.at[name], fields = len(fields), append(fields, nil)
			if err := o.rd.addColumn([]byte(name)); err != nil {
				return nil, err
			}
		}
		var v any
		if err := o.d.Decode(&v); err != nil {
			return nil, err
		}
		fields[o.at[name]] = fieldOf(v)
	}
	_, err := o.d.Token()
	return fields, err
}

func fieldOf(v any) []byte {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return []byte(v)
	case json.Number:
		return plainNumber(v.String())
	case float64:
		return plainNumber(strconv.FormatFloat(v, 'f', -1, 64))
	}
	b, _ := json.Marshal(v)
	return b
}

// plainNumber writes a number so that its point is not taken for one between
// thousands.
func plainNumber(s string) []byte {
	if _, decimals, ok := strings.Cut(s, "."); ok && len(decimals) == 3 {
		s += "0"
	}
	return []byte(s)
}

// OfRows makes a table of what a database returned.
func OfRows(columns []string, rows [][]any) (*Table, error) {
	rd := newReader(Options{Header: true, Types: map[string]Kind{}}, &records{sep: ','})
	for _, name := range columns {
		if err := rd.addColumn([]byte(name)); err != nil {
			return nil, err
		}
	}
	fields := make([][]byte, len(columns))
	for _, row := range rows {
		for i, v := range row {
			switch fields[i] = fieldOf(v); v.(type) {
			case int64, float64:
				rd.Types[columns[i]] = Number
			}
		}
		rd.keep(fields)
	}
	return rd.table, rd.define()
}
