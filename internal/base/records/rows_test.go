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
		{2, nil, `3 values for 2 columns: one that has a comma in it stands in quotes, as "a,b"`},
		{4, map[string]string{"a": "4", "b": "5"}, ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got = read(strings.NewReader("prato;opções\nRisoto;pequeno; grande\nNhoque;\"pequeno; grande\"\n"), "a.csv")
	if len(got) != 2 || !strings.HasSuffix(got[0].Err, `one that has a semicolon in it stands in quotes, as "a;b"`) || got[1].Fields["opções"] != "pequeno; grande" {
		t.Errorf("got %+v", got)
	}
	got = read(strings.NewReader("a,A\n1,2\n"), "a.csv")
	if len(got) != 1 || got[0].Err != `two columns are called "a"` {
		t.Errorf("got %+v", got)
	}
}

func TestBlankLinesInFrontAreNoTable(t *testing.T) {
	got := read(strings.NewReader("\r\n\nid;name\n1;Bolo, de milho\n"), "a.csv")
	if diff := cmp.Diff([]row{{4, map[string]string{"id": "1", "name": "Bolo, de milho"}, ""}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnEmptyCellOfATabbedTableIsACell(t *testing.T) {
	got := read(strings.NewReader("id\tkind\tname\n1\t\tPudim\n\t\tBolo\n"), "a.tsv")
	want := []row{{2, map[string]string{"id": "1", "name": "Pudim"}, ""}, {3, map[string]string{"name": "Bolo"}, ""}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLatin1FarDownIsRead(t *testing.T) {
	got := read(strings.NewReader("name\n"+strings.Repeat("pizza\n", 20_000)+"ma\xe7\xe3 \x80\n"), "a.csv")
	if last := got[len(got)-1].Fields["name"]; last != "maçã €" {
		t.Errorf("the last name is %q", last)
	}
}

// A quote that is never closed makes one value of all that follows.
func TestRowsAreNotSwallowedInSilence(t *testing.T) {
	for text, want := range map[string]string{
		"id;name\n1;\"Pudim\n2;Bolo\n3;Pizza\n":  "a quote is opened",
		"id;name\n1;\"Pudim\nde leite\"\n":       "",
		"id;name\n1;\"Pudim\nde leite\"\r\n\r\n": "",
		"id;name\n1;Pizza \"grande\"; de 12\"\n": "3 values",
	} {
		got := read(strings.NewReader(text), "a.csv")
		if len(got) != 1 || got[0].Line != 2 || want == "" && got[0].Err != "" || !strings.Contains(got[0].Err, want) {
			t.Errorf("%q reads as %+v, want the error %q", text, got, want)
		}
	}
}

func TestWhatIsNoTextIsRefused(t *testing.T) {
	for _, text := range []string{"\xff\xfei\x00d\x00\n\x00", "PK\x03\x04\x14\x00\x06"} {
		if got := read(strings.NewReader(text), "a.csv"); len(got) != 1 || !strings.Contains(got[0].Err, "save it as CSV") {
			t.Errorf("%q reads as %+v", text, got)
		}
	}
}

func TestNumbersOfJSONStayAsTheyAreWritten(t *testing.T) {
	got := read(strings.NewReader(`{"id":12345678901234567,"price":19.90,"far":[1,[2,null]],"of":{"a": 1}}`), "a.jsonl")
	want := map[string]string{"id": "12345678901234567", "price": "19.90", "far": "1, 2", "of": `{"a":1}`}
	if diff := cmp.Diff(want, got[0].Fields); diff != "" {
		t.Error(diff)
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
