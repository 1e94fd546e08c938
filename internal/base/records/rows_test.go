package records_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/base/records"
)

type row struct {
	Line   int
	Fields map[string]string
	Err    string
}

func read(r io.Reader, name string) []row {
	var all []row
	for x := range records.Read(r, name) {
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

func TestARowIsReadOrToldByItsLine(t *testing.T) {
	type cells = map[string]string
	for _, tt := range []struct {
		what, name, text string
		want             []row // whose Err begins the error
	}{
		{"JSON lines read as a table", "a.JSONL", `{"ID":7,"tags":["a","b"],"none":null,"ok":true}` + "\n\nnot\n{\"id\":\"x\"}\n", []row{
			{1, cells{"id": "7", "tags": "a, b", "ok": "true"}, ""}, {3, nil, "not JSON"}, {4, cells{"id": "x"}, ""},
		}},
		{"numbers of JSON stay as they are written", "a.jsonl", `{"id":12345678901234567,"price":19.90,"far":[1,[2,null]],"of":{"a": 1}}`, []row{
			{1, cells{"id": "12345678901234567", "price": "19.90", "far": "1, 2", "of": `{"a":1}`}, ""},
		}},
		{"after a bad row the rest is read", "a.csv", "a,b\n1,2,3\n\n4,5\n", []row{
			{2, nil, `3 values for 2 columns: one that has a comma in it stands in quotes, as "a,b"`}, {4, cells{"a": "4", "b": "5"}, ""},
		}},
		{"semicolons", "a.csv", "prato;opções\nRisoto;pequeno; grande\nNhoque;\"pequeno; grande\"\n", []row{
			{2, nil, `3 values for 2 columns: one that has a semicolon in it stands in quotes, as "a;b"`}, {3, cells{"prato": "Nhoque", "opções": "pequeno; grande"}, ""},
		}},
		{"two columns of a name", "a.csv", "a,A\n1,2\n", []row{{1, nil, `two columns are called "a"`}}},
		{"blank lines in front are no table", "a.csv", "\r\n\nid;name\n1;Bolo, de milho\n", []row{{4, cells{"id": "1", "name": "Bolo, de milho"}, ""}}},
		{"an empty cell of a tabbed table is a cell", "a.tsv", "id\tkind\tname\n1\t\tPudim\n\t\tBolo\n", []row{{2, cells{"id": "1", "name": "Pudim"}, ""}, {3, cells{"name": "Bolo"}, ""}}},
		{"a quote that is never closed does not swallow rows in silence", "a.csv", "id;name\n1;\"Pudim\n2;Bolo\n3;Pizza\n", []row{
			{2, nil, "a quote is not closed"}, {3, cells{"id": "2", "name": "Bolo"}, ""}, {4, cells{"id": "3", "name": "Pizza"}, ""},
		}},
		{"one that is closed has lines in it", "a.csv", "id;name\n1;\"Pudim\nde leite\"\r\n\r\n", []row{{2, cells{"id": "1", "name": "Pudim\nde leite"}, ""}}},
		{"one within a value is a quote", "a.csv", "id;name\n1;Pizza \"grande\"; de 12\"\n", []row{{2, nil, "3 values"}}},
		{"UTF-16 is read", "a.csv", "\xff\xfei\x00\n\x001\x00", []row{{2, cells{"i": "1"}, ""}}},
		{"a spreadsheet is refused", "a.csv", "PK\x03\x04\x14\x00\x06", []row{{1, nil, "reading failed: the file is no text: save a spreadsheet as CSV"}}},
	} {
		got := read(strings.NewReader(tt.text), tt.name)
		for i := range min(len(got), len(tt.want)) {
			if err := tt.want[i].Err; err != "" && strings.HasPrefix(got[i].Err, err) {
				got[i].Err = err
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.what, diff)
		}
	}
}

func TestLatin1FarDownIsRead(t *testing.T) {
	got := read(strings.NewReader("name\n"+strings.Repeat("pizza\n", 20_000)+"ma\xe7\xe3 \x80\n"), "a.csv")
	if last := got[len(got)-1].Fields["name"]; last != "maçã €" {
		t.Errorf("the last name is %q", last)
	}
}

func TestAReaderThatFailsEndsTheRows(t *testing.T) {
	broken := errors.New("unplugged")
	for _, name := range []string{"a.csv", "a.jsonl"} {
		var last error
		for x := range records.Read(io.MultiReader(strings.NewReader("a\n"+strings.Repeat("1\n", 50_000)), iotest.ErrReader(broken)), name) {
			last = x.Err
		}
		if !errors.Is(last, records.ErrRead) || !errors.Is(last, broken) {
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
		for x := range records.Read(strings.NewReader(text), name) {
			if n++; x.Line < 1 || x.Err == nil && x.Fields == nil {
				t.Fatalf("row %+v of %q", x, text)
			}
		}
	})
}
