package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// sampleObjects is how many objects tell which columns there are.
const sampleObjects = 2000

// fromJSON returns a file of JSON objects, one after the other or in a list, as
// CSV; other files as they are. Columns are the keys of the first 2,000 objects,
// in the order in which they appear; what is nested is text.
func fromJSON(r *bufio.Reader) (io.ReadCloser, bool) {
	head, _ := r.Peek(512)
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) == 0 || head[0] != '{' && !(head[0] == '[' && bytes.Contains(head, []byte("{"))) {
		return io.NopCloser(r), false
	}
	d := json.NewDecoder(r)
	d.UseNumber()
	pr, pw := io.Pipe()
	go func() { _ = pw.CloseWithError(writeObjects(pw, d, head[0] == '[')) }()
	return pr, true
}

func writeObjects(to io.Writer, d *json.Decoder, list bool) error {
	if list {
		if _, err := d.Token(); err != nil {
			return err
		}
	}
	w := csv.NewWriter(to)
	first, keys, err := sampleOf(d)
	if err != nil {
		return err
	}
	_ = w.Write(keys) // an error stays with the writer
	for _, o := range first {
		_ = w.Write(recordOf(keys, o))
	}
	for n := len(first) + 1; w.Error() == nil; n++ {
		o, _, err := nextObject(d)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("object %d: %w", n, err)
		}
		_ = w.Write(recordOf(keys, o))
	}
	w.Flush()
	return w.Error()
}

// sampleOf reads the first objects, and the keys they have.
func sampleOf(d *json.Decoder) (first []map[string]any, keys []string, err error) {
	known := map[string]bool{}
	for len(first) < sampleObjects {
		object, order, err := nextObject(d)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, fmt.Errorf("object %d: %w", len(first)+1, err)
		}
		for _, k := range order {
			if !known[k] {
				known[k], keys = true, append(keys, k)
			}
		}
		first = append(first, object)
	}
	return first, keys, nil
}

// nextObject reads an object and the order of its keys.
func nextObject(d *json.Decoder) (map[string]any, []string, error) {
	if !d.More() {
		return nil, nil, io.EOF
	}
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, nil, errors.Join(err, errors.New("there is no object"))
	}
	object := map[string]any{}
	var order []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		var v any
		if err := d.Decode(&v); err != nil {
			return nil, nil, err
		}
		object[key.(string)] = v
		order = append(order, key.(string))
	}
	_, err := d.Token()
	return object, order, err
}

func recordOf(keys []string, o map[string]any) []string {
	record := make([]string, len(keys))
	for i, k := range keys {
		switch v := o[k].(type) {
		case nil:
		case string:
			record[i] = v
		case json.Number: // its point is never one between thousands
			s := v.String()
			if _, decimals, ok := strings.Cut(s, "."); ok && len(decimals) == 3 {
				s += "0"
			}
			record[i] = s
		default:
			b, _ := json.Marshal(v)
			record[i] = string(b)
		}
	}
	return record
}
