package table_test

import (
	"context"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/figures/table"
)

func read(t *testing.T, text string, o table.Options) *table.Table {
	t.Helper()
	got, err := table.Read(t.Context(), strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// all returns the names and kinds of the columns, and the rows.
func all(t *table.Table) (columns []string, rows [][]string) {
	for _, c := range t.Columns() {
		columns = append(columns, c.Name+" "+string(c.Kind))
	}
	for i := range t.Kept {
		rows = append(rows, t.Row(i))
	}
	return columns, rows
}

func TestRead(t *testing.T) {
	for name, tt := range map[string]struct {
		text    string
		columns []string
		rows    [][]string
	}{
		"commas":                           {"a,b\n1,x\n2,y\n", []string{"a number", "b text"}, [][]string{{"1", "x"}, {"2", "y"}}},
		"semicolons and decimal commas":    {"a;b\n1,5;2,25\n3,5;4\n", []string{"a number", "b number"}, [][]string{{"1.5", "2.25"}, {"3.5", "4"}}},
		"tabs, and commas in the text":     {"a\tb\n1,5\tx, y\n2,5\tz, w\n", []string{"a number", "b text"}, [][]string{{"1.5", "x, y"}, {"2.5", "z, w"}}},
		"bars":                             {"a|b\r\n1|x\r\n", []string{"a number", "b text"}, [][]string{{"1", "x"}}},
		"the separator is named, as Excel": {"sep=;\na;b\n1;x\n", []string{"a number", "b text"}, [][]string{{"1", "x"}}},
		"quotes":                           {"a,b\n\"x, \"\"y\"\"\",1\n \"two\nlines\" ,2\n5\" pipe,3", []string{"a text", "b number"}, [][]string{{`x, "y"`, "1"}, {"two\nlines", "2"}, {`5" pipe`, "3"}}},
		"no names: numbers from the start": {"1,x\n2,z\n", []string{"column 1 number", "column 2 text"}, [][]string{{"1", "x"}, {"2", "z"}}},
		"names twice, and none":            {"a,a,\n1,2,3\n", []string{"a number", "a (2) number", "column 3 number"}, [][]string{{"1", "2", "3"}}},
		"a name over two lines":            {"\"a\n\u202eb\",c\n1,2\n", []string{"a b number", "c number"}, [][]string{{"1", "2"}}},
		"a mark at the start":              {"\ufeffa,b\n1,x\n", []string{"a number", "b text"}, [][]string{{"1", "x"}}},
		"Windows-1252":                     {"pre\xe7o,b\n\x80 1,a\xe7\xe3o\n", []string{"preço number", "b text"}, [][]string{{"1", "ação"}}},
		"both encodings in one file":       {"a,b\nação,1\na\xe7\xe3o,2\n", []string{"a text", "b number"}, [][]string{{"ação", "1"}, {"ação", "2"}}},
		"missing values": {
			"a,b\n1,x\nNA,-\nn/a,NULL\n-,\nnan,#N/A\n2,NaN\n",
			[]string{"a number", "b text"},
			[][]string{{"1", "x"}, {"", ""}, {"", ""}, {"", ""}, {"", ""}, {"2", ""}},
		},
		"nothing but missing values": {"a,b\n,1\nNA,2\n", []string{"a text", "b number"}, [][]string{{"", "1"}, {"", "2"}}},
		"money, percent, bookkeeping": {
			"a;b;c\nR$ 1.234,56;12%;(10,50)\n-R$ 2,00;7,5 %;3,25\n",
			[]string{"a number", "b number", "c number"},
			[][]string{{"1234.56", "12", "-10.5"}, {"-2", "7.5", "3.25"}},
		},
		"1.234 is a thousand beside 1.234,5": {"a;b\n1.234;1.234,5\n", []string{"a number", "b number"}, [][]string{{"1234", "1234.5"}}},
		"1.234 is not beside 0.5":            {"a,b\n1.234,0.5\n", []string{"a number", "b number"}, [][]string{{"1.234", "0.5"}}},
		"thousands":                          {"a,b,c\n\"1,234,567\",1 234 567,1'234.5\n", []string{"a number", "b number", "c number"}, [][]string{{"1234567", "1234567", "1234.5"}}},
		"exponents and signs":                {"a,b\n1e90,+5\n-2.5E-7,−6\n", []string{"a number", "b number"}, [][]string{{"1e+90", "5"}, {"-2.5e-07", "-6"}}},
		"numbers of things are texts":        {"cep,nf,x\n01310,12345678901234567,1\n04538,12345678901234568,2\n", []string{"cep text", "nf text", "x number"}, [][]string{{"01310", "12345678901234567", "1"}, {"04538", "12345678901234568", "2"}}},
		"days first":                         {"d,x\n31/01/2024,1\n1/2/24,2\n", []string{"d date", "x number"}, [][]string{{"2024-01-31", "1"}, {"2024-02-01", "2"}}},
		"months first, where it must be":     {"d,x\n01/31/2024,1\n02/01/2024,2\n", []string{"d date", "x number"}, [][]string{{"2024-01-31", "1"}, {"2024-02-01", "2"}}},
		"dates of other kinds": {
			"a,b,c,d,e\n2024-01-31T10:20:30Z,31 de janeiro de 2024,jan/24,\"Jan 31, 2024\",2024-02\n2024-02-01 08:00,1º fev 2024,fev/24,\"February 1, 2024\",2024-03\n",
			[]string{"a date", "b date", "c date", "d date", "e date"},
			[][]string{{"2024-01-31 10:20:30", "2024-01-31", "2024-01-01", "2024-01-31", "2024-02-01"}, {"2024-02-01 08:00:00", "2024-02-01", "2024-02-01", "2024-02-01", "2024-03-01"}},
		},
		"no such days":     {"a\n30/02/2024\n2024-13-01\n", []string{"a text"}, [][]string{{"30/02/2024"}, {"2024-13-01"}}},
		"yes and no":       {"a,b,c\nsim,Yes,TRUE\nNão,no,false\n", []string{"a bool", "b bool", "c bool"}, [][]string{{"true", "true", "true"}, {"false", "false", "false"}}},
		"F and M":          {"a\nF\nM\n", []string{"a text"}, [][]string{{"F"}, {"M"}}},
		"blank lines":      {"a,b\n\n1,2\n\n", []string{"a number", "b number"}, [][]string{{"1", "2"}}},
		"a comma too many": {"a,b\n1,2,\n3,4,\n", []string{"a number", "b number"}, [][]string{{"1", "2"}, {"3", "4"}}},
	} {
		t.Run(name, func(t *testing.T) {
			columns, rows := all(read(t, tt.text, table.Options{}))
			if diff := cmp.Diff(tt.columns, columns); diff != "" {
				t.Errorf("columns (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.rows, rows); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUTF16IsReadInEitherOrder(t *testing.T) {
	text := "preço;emoji\n1,5;🍺\n2,5;" + strings.Repeat("🍺é", 3000) + "\n"
	for name, order := range map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian} {
		var b []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
			b = order.AppendUint16(b, u)
		}
		got := read(t, string(b), table.Options{})
		if row := got.Row(0); got.Encoding != "UTF-16" || row[0] != "1.5" || row[1] != "🍺" || strings.ContainsRune(got.Row(1)[1], '\ufffd') {
			t.Errorf("%s-endian: %s, %q", name, got.Encoding, row)
		}
	}
}

func TestBrokenLinesAreReportedByNumberAndPassedOver(t *testing.T) {
	got := read(t, "a,b\n1,x\n2\n3,\"y\" z\n4,\"w\nw\"\n5,v,u\n6,t\n7,\"never closed\n8,s\n9,r\n", table.Options{})
	want := []table.BrokenLine{
		{Line: 3, Reason: "it has 1 fields, not 2"},
		{Line: 4, Reason: "there is text after a closing quote"},
		{Line: 7, Reason: "it has 3 fields, not 2"},
		{Line: 9, Reason: "a quote is not closed"},
	}
	if diff := cmp.Diff(want, got.BrokenLines); diff != "" || got.Broken != 4 {
		t.Errorf("%d broken lines (-want +got):\n%s", got.Broken, diff)
	}
	if _, rows := all(got); len(rows) != 5 || got.Rows != 5 {
		t.Errorf("rows = %q", rows)
	}
}

func TestATotalBeneathTheRowsIsNoRow(t *testing.T) {
	got := read(t, "data;prato;valor\n05/11/2026;Bolo;10\n06/11/2026;Total;20\n;Total;30\nTotal;;30\n", table.Options{})
	want := []table.BrokenLine{{Line: 4, Reason: "it sums up the others"}, {Line: 5, Reason: "it sums up the others"}}
	if diff := cmp.Diff(want, got.BrokenLines); diff != "" || got.Rows != 2 {
		t.Errorf("%d rows, and (-want +got):\n%s", got.Rows, diff)
	}
}

func TestABrokenLineTakesFewRowsWithIt(t *testing.T) {
	for _, broken := range []string{"1,\"x", "1," + strings.Repeat("y", 3<<20)} { // a quote that is open, a line too long
		got := read(t, "a,b\n"+broken+"\n"+strings.Repeat("2,y\n", 50_000), table.Options{})
		if got.Rows != 50_000 || got.Broken != 1 || got.BrokenLines[0].Line != 2 {
			t.Errorf("%d rows and %d broken lines, want 50000 and 1", got.Rows, got.Broken)
		}
	}
}

func TestFilesThatAreNoTables(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want error
	}{
		"nothing":                {"", table.ErrEmpty},
		"blank":                  {"\n \n", table.ErrEmpty},
		"names only":             {"a,b\n", table.ErrEmpty},
		"most lines are broken":  {"a,b\n1,2\n3\n4\n", table.ErrBroken},
		"all of a long file are": {"a,b\n" + strings.Repeat("1\n", 5000), table.ErrBroken},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := table.Read(t.Context(), strings.NewReader(tt.text), table.Options{}); !errors.Is(err, tt.want) {
				t.Errorf("Read = %v, want %v", err, tt.want)
			}
		})
	}
}

func TestAPersonKnowsBetterWhatAColumnIs(t *testing.T) {
	text := "preço,código,quando\n1.5,007,1\n2.5,008,2\n"
	columns, rows := all(read(t, text, table.Options{Types: map[string]table.Kind{"PRECO": table.Text, "código": table.Number}}))
	if diff := cmp.Diff([]string{"preço text", "código number", "quando number"}, columns); diff != "" || rows[0][0] != "1.5" || rows[0][1] != "7" {
		t.Errorf("%q, %s", rows, diff)
	}
	if _, err := table.Read(t.Context(), strings.NewReader(text), table.Options{Types: map[string]table.Kind{"x": table.Text}}); !errors.Is(err, table.ErrColumn) {
		t.Errorf("the type of a column that is not there: %v, want ErrColumn", err)
	}
	if _, err := table.Read(t.Context(), strings.NewReader(text), table.Options{Types: map[string]table.Kind{"preço": "money"}}); !errors.Is(err, table.ErrKind) {
		t.Errorf("a kind that is none: %v, want ErrKind", err)
	}
	for s, want := range map[string]string{"a=b=text": "a=b text", "x=nothing": " ", "text": " ", "=text": " "} {
		if name, kind, err := table.ParseType(s); name+" "+string(kind) != want || (err == nil) != (want != " ") {
			t.Errorf("ParseType(%q) = %q, %q, %v", s, name, kind, err)
		}
	}
}

func TestValuesThatDoNotFitAreCounted(t *testing.T) {
	got := read(t, "a;b\n"+strings.Repeat("1,5;R$ 2,00\n", 9)+"um;€ 3,00\n", table.Options{})
	a, b := got.Columns()[0], got.Columns()[1]
	if a.Kind != table.Number || a.Unfit != 1 || a.Confidence != 0.9 || !cmp.Equal(a.Examples, []string{"um"}) {
		t.Errorf("%+v", a)
	}
	if b.Unit != "R$" || b.Unfit != 1 {
		t.Errorf("euros among reais: %+v", b)
	}
}

func TestWhatTheFirstRowsShowMayBeWrong(t *testing.T) {
	columns, rows := all(read(t, "a,b\n"+strings.Repeat("1,\n", 3000)+strings.Repeat("x,2.5\n", 3000), table.Options{}))
	if diff := cmp.Diff([]string{"a text", "b number"}, columns); diff != "" || rows[0][0] != "1" || rows[5000][1] != "2.5" {
		t.Error(diff)
	}
}

func TestReadingStopsWhenItIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := table.Read(ctx, strings.NewReader("a\n"+strings.Repeat("1\n", 200_000)), table.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Read after cancel = %v", err)
	}
}

func FuzzAnyFileIsReadOrRefused(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "a;b\n1,5;\"x\n", "\xff\xfea\x00\n\x00", "sep=", "\"", "a\n1º jan 2024\n(R$ 1)\n", "a\n1e999\n0x1\n31/12/\n", ",\n0,"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := table.Read(t.Context(), strings.NewReader(string(b)), table.Options{})
		if err != nil {
			return
		}
		if got.Kept > got.Rows {
			t.Errorf("%d of %d rows kept", got.Kept, got.Rows)
		}
		for _, p := range got.Summary() {
			if p.Count+p.Missing != got.Kept {
				t.Errorf("%q: %d values and %d missing of %d", p.Name, p.Count, p.Missing, got.Kept)
			}
			binned := 0
			if p.Numbers == nil {
				continue
			}
			for _, bin := range p.Numbers.Histogram {
				binned += bin.Count
			}
			if binned != p.Count {
				t.Errorf("%q: %d of %d values in the histogram", p.Name, binned, p.Count)
			}
		}
	})
}

func TestNumbersOfOneColumnMayHaveEitherDecimalMark(t *testing.T) {
	for _, tt := range []struct {
		name, file string
		want       []string
		kind, near table.Kind
	}{
		{"a point among commas", "v\nR$ 179,80\n112.00\n1.089,90\n1.234\n", []string{"179.8", "112", "1089.9", "1234"}, table.Number, ""},
		{"a comma among points", "v\n179.80\n112.00\n1,089.90\n5,50\n", []string{"179.8", "112", "1089.9", "5.5"}, table.Number, ""},
		{"words among numbers are told", "v\n1.5\n2.5\nsob consulta\n", []string{"1.5", "2.5", "sob consulta"}, table.Text, table.Number},
		{"a number among words is not", "v\num\ndois\n3\n", []string{"um", "dois", "3"}, table.Text, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			read, err := table.Read(t.Context(), strings.NewReader("sep=;\n"+tt.file), table.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i := range read.Kept {
				got = append(got, read.Row(i)[0])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
			if c := read.Columns()[0]; c.Kind != tt.kind || c.Near != tt.near || c.Unfit != 0 {
				t.Errorf("the column is %+v, want %s near %q", c, tt.kind, tt.near)
			}
		})
	}
}
