package table

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/records"
)

// objects reads a file of JSON objects, one after the other or in a list. Columns are their
// keys, in the order in which they appear; what is nested is text.
type objects struct {
	rd *reader
	d  *json.Decoder
	n  int // objects read
	at map[string]int
}

// newObjects returns nil for a file of something else.
func newObjects(rd *reader, r *bufio.Reader) *objects {
	head, _ := r.Peek(512)
	head = bytes.TrimLeft(head, " \t\r\n")
	list := bytes.HasPrefix(head, []byte("[")) && bytes.Contains(head, []byte("{"))
	if !list && !bytes.HasPrefix(head, []byte("{")) {
		return nil
	}
	o := &objects{rd: rd, d: json.NewDecoder(r), at: map[string]int{}}
	o.d.UseNumber()
	if list {
		_, _ = o.d.Token() // the bracket that was seen
	}
	return o
}

// record returns the next object with a field for each column there is by then,
// or io.EOF.
func (o *objects) record() (records.Record, error) {
	if !o.d.More() {
		return records.Record{}, io.EOF
	}
	o.n++
	rec := records.Record{Line: o.n, Fields: make([][]byte, len(o.at))}
	if t, err := o.d.Token(); err != nil || t != json.Delim('{') {
		return rec, errors.Join(err, errors.New("there is no object"))
	}
	for o.d.More() {
		key, err := o.d.Token()
		if err != nil {
			return rec, err
		}
		name := key.(string)
		if _, known := o.at[name]; !known {
			o.at[name], rec.Fields = len(rec.Fields), append(rec.Fields, nil)
			if err := o.rd.addColumn([]byte(name)); err != nil {
				return rec, err
			}
		}
		var v any
		if err := o.d.Decode(&v); err != nil {
			return rec, err
		}
		rec.Fields[o.at[name]] = fieldOf(v)
	}
	_, err := o.d.Token()
	return rec, err
}

// fieldOf writes a value of JSON or of a database. A number is written so that its point is
// not taken for one between thousands.
func fieldOf(v any) []byte {
	var number string
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return []byte(v)
	case json.Number:
		number = v.String()
	case float64:
		number = strconv.FormatFloat(v, 'f', -1, 64)
	default:
		b, _ := json.Marshal(v)
		return b
	}
	if _, decimals, ok := strings.Cut(number, "."); ok && len(decimals) == 3 {
		number += "0"
	}
	return []byte(number)
}
