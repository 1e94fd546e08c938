package table_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"github.com/maitre-dev/maitre/internal/figures/table"
)

// unzipped returns what is inside the gzip of an encoded table: mutations of
// gzip itself never get further than its sum.
func unzipped(t testing.TB, from *table.Table) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := from.Encode(&b); err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func zipped(raw []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.NoCompression) // a level there is
	_, _ = w.Write(raw)                                 // to memory
	_ = w.Close()
	return b.Bytes()
}
