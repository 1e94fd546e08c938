package safesql_test

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/safesql"
)

var (
	//go:embed testdata/attacks.txt
	attacksText string
	//go:embed testdata/honest.txt
	honestText string
)

// corpus returns the statements of a file.
func corpus(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// outcome is all that a caller learns, as text.
func outcome(t testing.TB, g *safesql.Gate, sql string) string {
	t.Helper()
	res, err := g.Query(t.Context(), me, sql)
	if err != nil {
		return err.Error()
	}
	b, err := json.Marshal([]any{res.Columns, res.Rows, res.Truncated, res.Path, res.Notes})
	if err != nil {
		return fmt.Sprintf("%+v", res)
	}
	return string(b)
}

// oracle is two gates over twins: databases that differ in what is hidden and
// in nothing else. Whatever differs in an answer was hidden.
type oracle struct{ a, b *safesql.Gate }

const (
	canary = "canary"
	twin   = "sparrow"
)

// check returns what the statement told.
func (o oracle) check(t testing.TB, sql string) string {
	t.Helper()
	start := time.Now()
	got := outcome(t, o.a, sql)
	if took := time.Since(start); took > 1500*time.Millisecond {
		t.Errorf("took %v: %s", took, sql)
	}
	if strings.Contains(got, canary) {
		t.Errorf("%s\nleaks: %s", sql, got)
	}
	if other := outcome(t, o.b, sql); other != got && !isTimeout(got) && !isTimeout(other) {
		t.Errorf("%s\ndiffers between twins: %s", sql, cmp.Diff(got, other))
	}
	return got
}

// isTimeout reports whether the outcome depends on the machine's speed.
func isTimeout(s string) bool { return strings.HasPrefix(s, "E_LIMIT: the statement took too long") }

// patient lets a slow machine answer.
var patient = safesql.Options{Time: time.Minute}

// impatient keeps the bombs among the attacks short.
var impatient = safesql.Options{Time: 400 * time.Millisecond}

func newOracle(t testing.TB, clients int) oracle {
	a, b := generate(7, clients, canary), generate(7, clients, twin)
	return oracle{
		openGate(t, openSQLite(t, a.writeSQLite(t, "")), impatient),
		openGate(t, openSQLite(t, b.writeSQLite(t, "")), impatient),
	}
}

// Twins on two engines: what they tell about a statement is the same four times.
func TestNoAttackLeaks(t *testing.T) {
	a, b := generate(7, 120, canary), generate(7, 120, twin)
	lite := oracle{openGate(t, openSQLite(t, a.writeSQLite(t, "")), impatient), openGate(t, openSQLite(t, b.writeSQLite(t, "")), impatient)}
	pg := oracle{openGate(t, openPostgres(t, a.script()), impatient), openGate(t, openPostgres(t, b.script()), impatient)}
	t.Run("all", func(t *testing.T) {
		const shards = 2 // at the same time
		for i := range shards {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				for j, sql := range slices.Concat(corpus(attacksText), corpus(honestText)) {
					if j%shards != i || j/shards%everyNth != 0 {
						continue
					}
					got, want := pg.check(t, sql), lite.check(t, sql)
					if got != want && !isTimeout(got) && !isTimeout(want) {
						t.Errorf("%s\npostgres %s\nsqlite   %s", sql, got, want)
					}
				}
			})
		}
	})
}

func TestHonestQuestionsAreAnswered(t *testing.T) {
	d := generate(7, 400, canary)
	path := d.writeSQLite(t, truth)
	g := openGate(t, openSQLite(t, path), patient)
	plain, err := sqlite3.OpenFlags("file:"+path, sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	asked, answered, figures, near := 0, 0, 0, 0
	for i, sql := range corpus(honestText) {
		if i%everyNth != 0 {
			continue
		}
		asked++
		res, err := g.Query(t.Context(), me, sql)
		if err != nil {
			t.Logf("%s\n%v", sql, err)
			continue
		}
		answered++
		if res.Path != "population" {
			continue
		}
		n, ok := compareFigures(res, unguarded(t, plain, sql))
		if n == 0 {
			t.Logf("%s: nothing to compare: %v", sql, res.Rows)
		}
		if ok < n {
			t.Logf("%s: %d of %d within 10 %%", sql, ok, n)
		}
		figures, near = figures+n, near+ok
	}
	t.Logf("%d of %d answered; %d of %d figures within 10 %%", answered, asked, near, figures)
	if asked < 150/everyNth || float64(answered) < 0.97*float64(asked) {
		t.Errorf("%d of %d honest questions answered, want 97 %% of 150 or more", answered, asked)
	}
	if figures < 400/everyNth || float64(near) < 0.9*float64(figures) {
		t.Errorf("%d of %d figures within 10 %%, want 90 %%", near, figures)
	}
}

// unguarded asks the database itself.
func unguarded(t *testing.T, c *sqlite3.Conn, sql string) [][]any {
	t.Helper()
	st, _, err := c.Prepare(sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	defer st.Close()
	var out [][]any
	for st.Step() {
		row := make([]any, st.ColumnCount())
		for i := range row {
			switch st.ColumnType(i) {
			case sqlite3.INTEGER:
				row[i] = st.ColumnInt64(i)
			case sqlite3.FLOAT:
				row[i] = st.ColumnFloat(i)
			case sqlite3.TEXT:
				row[i] = st.ColumnText(i)
			}
		}
		out = append(out, row)
	}
	if err := st.Err(); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return out
}

// compareFigures counts the numbers in rows that both have, and those that
// differ by 10 % at most. Rows are told apart by their texts and years.
func compareFigures(got *safesql.Result, want [][]any) (n, near int) {
	isKey := func(i int, v any) bool {
		_, text := v.(string)
		return text || slices.Contains([]string{"year", "joined_year", "beer_id", "since"}, got.Columns[i])
	}
	key := func(row []any) string {
		var k []any
		for i, v := range row {
			if isKey(i, v) {
				k = append(k, v)
			}
		}
		return fmt.Sprint(k...)
	}
	truth := map[string][]any{}
	for _, row := range want {
		truth[key(row)] = row
	}
	for _, row := range got.Rows {
		real, ok := truth[key(row)]
		if !ok {
			continue
		}
		for i, v := range row {
			x, isX := asFloat(v)
			y, isY := asFloat(real[i])
			if isKey(i, v) || !isX || !isY {
				continue
			}
			n++
			if math.Abs(x-y) <= 0.1*math.Abs(y) {
				near++
			}
		}
	}
	return n, near
}

func asFloat(v any) (float64, bool) {
	switch x := v.(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, true
	}
	return 0, false
}

// refused returns the code of the error.
func refused(err error) string {
	var e *safesql.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
