package question_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
)

// open reads a table of testdata, and what it is asked with.
func open(t testing.TB, name string) (*table.Table, *question.Vocabulary) {
	t.Helper()
	f, err := os.Open("testdata/" + name + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	tb, err := table.Read(t.Context(), f, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var columns []question.Column
	for _, c := range tb.Columns() {
		x := question.Column{Name: c.Name, Kind: string(c.Kind), Unit: c.Unit}
		if c.Kind == table.Bool {
			x.Kind = question.Bool
		} else if c.Kind == table.Text {
			x.Values, _ = tb.Values(c.Name, 500)
		}
		columns = append(columns, x)
	}
	return tb, question.Table(name, columns)
}

func TestTheRowsOfATableAreThoseAPersonWouldGive(t *testing.T) {
	right, total := 0, 0
	all := questions(t, "tables.txt")
	at := func(first string) int {
		return slices.IndexFunc(all, func(a asked) bool { return a.question == first })
	}
	stays, tabs := at("total revenue by room type"), at("quanto faturei por artigo?")
	for name, some := range map[string][]asked{"vendas": all[:stays], "stays": all[stays:tabs], "comandas": all[tabs:]} {
		tb, voc := open(t, name)
		var last *question.Plan
		for _, q := range some {
			before := last
			if !q.following {
				before = nil
			}
			p, err := voc.Read(q.question, q.now, before)
			var sql string
			if err == nil {
				sql, err = voc.Write(p, q.now)
			}
			if q.beyond {
				continue
			}
			total++
			if no := (*question.Cannot)(nil); errors.As(err, &no) {
				t.Logf("%d: %q: %v", q.line, q.question, err)
				continue
			}
			last = &p
			got, err := tableRows(t, tb, sql)
			if err != nil {
				t.Errorf("%d: %q: %v\n%s\n%+v", q.line, q.question, err, sql, p)
				continue
			}
			want, err := tableRows(t, tb, q.sql)
			if err != nil {
				t.Fatalf("%d: %v", q.line, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Logf("%d: %q\n%s\n%+v\n(-want +got):\n%.500s", q.line, q.question, sql, p, diff)
			} else {
				right++
			}
		}
	}
	if t.Logf("%d of %d", right, total); float64(right) < .97*float64(total) {
		t.Errorf("%d of %d are right", right, total)
	}
}

func tableRows(t testing.TB, tb *table.Table, sql string) (lines []string, err error) {
	_, rows, err := tb.Query(t.Context(), sql, 1000)
	for _, row := range rows {
		var cells []string
		for _, v := range row {
			switch v := v.(type) {
			case nil:
				cells = append(cells, "-")
			case int64, float64:
				cells = append(cells, fmt.Sprintf("%.6g", toFloat(v)))
			default:
				cells = append(cells, fmt.Sprint(v))
			}
		}
		lines = append(lines, strings.Join(cells, "|"))
	}
	slices.Sort(lines)
	return lines, err
}

func toFloat(v any) float64 {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	return v.(float64)
}
