package question_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/lang"
)

var update = flag.Bool("update", false, "write the golden files")

// cells runs a statement for an answer.
func cells(t testing.TB, db *sqlite3.Conn, sql string) (columns []string, rows [][]any) {
	t.Helper()
	s, _, err := db.Prepare(sql)
	if err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	defer func() { _ = s.Close() }()
	for i := range s.ColumnCount() {
		columns = append(columns, s.ColumnName(i))
	}
	for s.Step() {
		row := make([]any, len(columns))
		for i := range row {
			switch s.ColumnType(i) {
			case sqlite3.INTEGER:
				row[i] = s.ColumnInt64(i)
			case sqlite3.FLOAT:
				row[i] = s.ColumnFloat(i)
			case sqlite3.TEXT:
				row[i] = s.ColumnText(i)
			}
		}
		rows = append(rows, row)
	}
	return columns, rows
}

// What is said of the questions about figures is in testdata/said.golden; -update
// writes it.
func TestAnswersAreSaidAsBefore(t *testing.T) {
	db := room(t)
	var b strings.Builder
	var last *question.Plan
	v := question.Shipped()
	for _, q := range questions(t, "figures.txt") {
		before := last
		if !q.following {
			before = nil
		}
		p, err := v.Read(q.question, q.now, before)
		if err != nil {
			continue
		}
		last = &p
		sql, err := v.Write(p, q.now)
		if err != nil {
			continue
		}
		columns, rows := cells(t, db, sql)
		l, ok := lang.Detect(q.question)
		if !ok {
			l = lang.Portuguese
		}
		a := v.Answer(p, columns, rows, l, "")
		fmt.Fprintf(&b, "> %s\n%s\n", q.question, strings.ReplaceAll(a.Text(), "\u00a0", " "))
		if f, ok := a.Figure(); ok {
			fmt.Fprintf(&b, "[%s: %s]\n", f.Kind, f.Title)
		}
		b.WriteByte('\n')
	}
	const file = "testdata/said.golden"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("it is said otherwise (-file +now; -update writes it):\n%s", diff)
	}
}

func TestTheFiguresOfAStatementAreExact(t *testing.T) {
	a := question.AnswerOf(question.Plan{}, []string{"x"}, nil, lang.Portuguese, "")
	for n, want := range map[float64]string{239.65: "239,65", 1234.5: "1.234,50", 12: "12", 4.217: "4,217"} {
		if got := a.Cell(0, n); got != want {
			t.Errorf("%v is told as %s, want %s", n, got, want)
		}
	}
}
