package table_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/figures/table"
)

const sales = `data;estado;preço;nota;pago
05/01/2024;SP;R$ 10,00;5;sim
20/01/2024;RJ;R$ 20,00;4;não
10/03/2024;SP;R$ 30,00;;sim
11/03/2024;;R$ 40,00;2;sim
;SP;R$ 1.000,00;1;não
`

func TestAnswers(t *testing.T) {
	s := read(t, sales, table.Options{})
	p := first(s.Distribution("PREÇO"))
	want := table.Outliers{LowFence: -10, HighFence: 70, High: 1, Values: []float64{1000}}
	if diff := cmp.Diff(want, p.Numbers.Outliers, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })); diff != "" {
		t.Errorf("outliers (-want +got):\n%s", diff)
	}
	if n := p.Numbers; n.Low != 10 || n.High != 40 || n.Median != 30 || p.Missing != 0 || first(s.Distribution("nota")).Missing != 1 {
		t.Errorf("%+v, want whiskers at 10 and 40, which are no outliers", n)
	}
	if c := first(s.Correlation("preço", "nota")); c.Count != 4 || len(c.Points) != 4 || c.Pearson > -0.7 {
		t.Errorf("Correlation = %+v", c)
	}
	dates := first(s.Distribution("data")).Dates
	if len(dates.Months) != 3 || dates.Months[1].Count != 0 || !dates.Max.Equal(time.Date(2024, 3, 11, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("dates = %+v", dates)
	}
}

// first returns a result without its error, which the result then shows.
func first[T any](v *T, err error) *T {
	if err != nil {
		return nil
	}
	return v
}

func TestQuestionsThatATableCannotAnswer(t *testing.T) {
	s := read(t, sales, table.Options{})
	for name, tt := range map[string]struct {
		ask  func() error
		want error
	}{
		"a column that is not there": {func() error { _, err := s.Distribution("lucro"); return err }, table.ErrColumn},
		"the numbers of texts":       {func() error { _, err := s.Distribution("estado", table.Number); return err }, table.ErrKind},
		"a correlation with texts":   {func() error { _, err := s.Correlation("preço", "estado"); return err }, table.ErrKind},
	} {
		if err := tt.ask(); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
}

func TestHistograms(t *testing.T) {
	for name, tt := range map[string]struct {
		column string
		want   string
	}{
		"equal numbers have one bar":        {"7 7 7", "[{7 7 3}]"},
		"few whole numbers have one each":   {"1 2 2 4", "[{0.5 1.5 1} {1.5 2.5 2} {2.5 3.5 0} {3.5 4.5 1}]"},
		"numbers as far apart as there are": {"-1e100 1e100", "[{-1e+100 -6e+99 1} {-6e+99 -2e+99 0} {-2e+99 2e+99 0} {2e+99 6e+99 0} {6e+99 1e+100 1}]"},
		"none":                              {"NA NA", "[]"},
	} {
		text := "x\n" + strings.ReplaceAll(tt.column, " ", "\n") + "\n"
		p, err := read(t, text, table.Options{Types: map[string]table.Kind{"x": table.Number}}).Distribution("x")
		if err != nil {
			t.Fatal(err)
		}
		var bins []string
		for _, b := range p.Numbers.Histogram {
			bins = append(bins, fmt.Sprintf("{%.4g %.4g %d}", b.Low, b.High, b.Count))
		}
		if got := fmt.Sprint(bins); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
		if n := p.Numbers; math.IsNaN(n.SD) || math.IsInf(n.SD, 0) || math.IsInf(n.Outliers.HighFence, 0) {
			t.Errorf("%s: %+v is not finite", name, n)
		}
	}
}

func TestADecodedTableIsTheOneEncoded(t *testing.T) {
	for name, text := range map[string]string{"sales": sales, "numbers": generate(3), "broken": "a,b\n1,2\n3\n4,x\n"} {
		before := read(t, text, table.Options{})
		var b bytes.Buffer
		if err := before.Encode(&b); err != nil {
			t.Fatal(err)
		}
		again, err := table.Decode(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before.Summary(), again.Summary()); diff != "" {
			t.Errorf("%s (-before +after):\n%s", name, diff)
		}
		_, rows := all(before)
		if _, got := all(again); !cmp.Equal(rows, got) || !cmp.Equal(before.BrokenLines, again.BrokenLines) || before.Encoding != again.Encoding {
			t.Errorf("%s: rows = %q, want %q", name, got, rows)
		}
		if _, err := table.Decode(bytes.NewReader(b.Bytes()[:b.Len()-9])); !errors.Is(err, table.ErrFormat) {
			t.Errorf("%s: decoding a part of it: %v, want ErrFormat", name, err)
		}
	}
}

// Mutations of gzip itself never get further than its sum: what is inside is mutated.
func FuzzDecodeTakesTablesOnly(f *testing.F) {
	for _, text := range []string{sales, "a,b\n1,x\n,y\n"} {
		before, err := table.Read(f.Context(), strings.NewReader(text), table.Options{})
		if err != nil {
			f.Fatal(err)
		}
		var b bytes.Buffer
		if err := before.Encode(&b); err != nil {
			f.Fatal(err)
		}
		r, err := gzip.NewReader(&b)
		if err != nil {
			f.Fatal(err)
		}
		raw, err := io.ReadAll(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(raw) // to memory
		_ = w.Close()
		got, err := table.Decode(&b)
		if err != nil {
			return
		}
		for _, p := range got.Summary() {
			if p.Count+p.Missing != got.Kept {
				t.Errorf("%q: %d values and %d missing of %d", p.Name, p.Count, p.Missing, got.Kept)
			}
		}
	})
}
