package rows_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/rows"
)

type row struct {
	Line   int
	Fields map[string]string
	Err    string
}

func read(r io.Reader, name string) []row {
	var all []row
	for x := range rows.Read(r, name) {
		y := row{x.Line, x.Fields, ""}
		if x.Err != nil {
			y.Err = x.Err.Error()
		}
		all = append(all, y)
	}
	return all
}

func TestTablesOfAllSortsReadTheSame(t *testing.T) {
	want := []row{
		{2, map[string]string{"name": "Pão de queijo", "price": "7,50"}, ""},
		{3, map[string]string{"name": "Água; com gás"}, ""},
	}
	for sort, text := range map[string]string{
		"semicolons":            "Name;Price\nPão de queijo;7,50\n\"Água; com gás\";\n",
		"a mark in front":       "\ufeffname;price\nPão de queijo;7,50\n\"Água; com gás\";\n",
		"tabs":                  "NAME\tPRICE\nPão de queijo\t7,50\nÁgua; com gás\t\n",
		"bars and loose quotes": "name|price\nPão de queijo|7,50\nÁgua; com gás|\n",
		"commas":                "name, price\nPão de queijo,\"7,50\"\n\"Água; com gás\"\n",
		"lines of Windows":      "name;price\r\nPão de queijo;7,50\r\n\"Água; com gás\";\r\n",
		"Latin-1":               "name;price\nP\xe3o de queijo;7,50\n\"\xc1gua; com g\xe1s\";\n",
	} {
		if diff := cmp.Diff(want, read(strings.NewReader(text), "a.csv")); diff != "" {
			t.Errorf("%s: %s", sort, diff)
		}
	}
}

func TestJSONLinesReadAsATable(t *testing.T) {
	got := read(strings.NewReader(`{"ID":7,"tags":["a","b"],"none":null,"ok":true}`+"\n\nnot\n{\"id\":\"x\"}\n"), "a.JSONL")
	if len(got) != 3 || got[1].Line != 3 || !strings.Contains(got[1].Err, "not JSON") {
		t.Fatalf("got %+v", got)
	}
	if diff := cmp.Diff(map[string]string{"id": "7", "tags": "a, b", "ok": "true"}, got[0].Fields); diff != "" {
		t.Error(diff)
	}
}

func TestABadRowIsToldByItsLineAndTheRestIsRead(t *testing.T) {
	got := read(strings.NewReader("a,b\n1,2,3\n\n4,5\n"), "a.csv")
	want := []row{
		{2, nil, "3 values for 2 columns"},
		{4, map[string]string{"a": "4", "b": "5"}, ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = read(strings.NewReader("a,A\n1,2\n"), "a.csv")
	if len(got) != 1 || got[0].Err != `two columns are called "a"` {
		t.Errorf("got %+v", got)
	}
}

func TestAReaderThatFailsEndsTheRows(t *testing.T) {
	broken := errors.New("unplugged")
	for _, name := range []string{"a.csv", "a.jsonl"} {
		var last error
		for x := range rows.Read(io.MultiReader(strings.NewReader("a\n"+strings.Repeat("1\n", 50_000)), iotest.ErrReader(broken)), name) {
			last = x.Err
		}
		if !errors.Is(last, rows.ErrRead) || !errors.Is(last, broken) {
			t.Errorf("%s ends with %v", name, last)
		}
	}
}

func FuzzRows(f *testing.F) {
	for _, s := range []string{"a,b\n1,2", "a;b\n\"1", "\xff\xfe", "{\"a\":[[1]]}", "a\n\"b\"c\"\n"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, lines bool) {
		name := "a.csv"
		if lines {
			name = "a.jsonl"
		}
		n := 0
		for x := range rows.Read(strings.NewReader(text), name) {
			if n++; x.Line < 1 || x.Err == nil && x.Fields == nil {
				t.Fatalf("row %+v of %q", x, text)
			}
		}
	})
}
