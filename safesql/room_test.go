package safesql_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/safesql"
)

//go:embed testdata/honest.txt
var honestText string

const (
	canary = "canary"
	twin   = "sparrow"
)

func TestMain(m *testing.M) { pgtest.Main(m, os.Getenv("CI") == "true") }

// corpus returns the statements of a file.
func corpus(text string) (out []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

func openSQLite(t testing.TB, path string) *safesql.SQLiteVault {
	t.Helper()
	v, err := safesql.OpenSQLite(path)
	must(t, err)
	t.Cleanup(func() { v.Close() })
	return v
}

// openGate opens a gate that has published.
func openGate(t testing.TB, v safesql.Vault, o safesql.Options) *safesql.Gate {
	t.Helper()
	o.Vault, o.Secret = v, []byte("a secret of sixteen bytes or more")
	if o.Now == nil {
		o.Now = func() time.Time { return time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC) }
	}
	if o.Time == 0 {
		o.Time = time.Minute
	}
	g, err := safesql.Open(t.Context(), o)
	must(t, err)
	t.Cleanup(g.Close)
	if _, err := g.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g
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

// code returns the code of a refusal.
func code(err error) string {
	if e, ok := errors.AsType[*safesql.Error](err); ok {
		return e.Code
	}
	return ""
}

// depends are outcomes that the clock, chance or the machine's speed decide.
var depends = regexp.MustCompile(`(?i)random|'now'|current_|^E_LIMIT: the statement took too long`)

// Two databases that differ in everything that is hidden, and in nothing else,
// tell the same about every statement, on either engine: results and errors to
// the byte.
func TestNoAttackLeaks(t *testing.T) {
	quick := safesql.Options{Time: 400 * time.Millisecond}
	a, b := generate(7, 400, canary), generate(7, 400, twin)
	gates := []*safesql.Gate{
		openGate(t, openSQLite(t, a.writeSQLite(t, "")), quick), openGate(t, openSQLite(t, b.writeSQLite(t, "")), quick),
		openGate(t, openPostgres(t, a.script()), quick),
	}
	answered, read := 0, 0
	all := safesql.Attacks()
	for _, x := range all {
		first := outcome(t, gates[0], x.SQL)
		if strings.Contains(first, canary) {
			t.Errorf("%s\nleaks: %s", x.SQL, first)
		}
		if !strings.HasPrefix(first, "E_") {
			answered++
		}
		if strings.Contains(x.SQL, "all_") && !strings.HasPrefix(first, "E_NO_TABLE") && !strings.HasPrefix(first, "E_RAW") {
			read++
		}
		if depends.MatchString(x.SQL) || depends.MatchString(first) {
			continue
		}
		for i, g := range gates[1:] {
			if got := outcome(t, g, x.SQL); got != first && !depends.MatchString(got) {
				t.Errorf("%s\ngate 0 tells %s\ngate %d tells %s", x.SQL, first, i+1, got)
			}
		}
	}
	t.Logf("%d attacks, %d answered with what may be known, %d reach a table that is published", len(all), answered, read)
}

// How long a statement takes does not tell what is hidden: in turns, the median
// over twins is the same but for the machine's moods.
func TestTimeTellsNothing(t *testing.T) {
	a := openGate(t, openSQLite(t, generate(7, 120, canary).writeSQLite(t, "")), safesql.Options{})
	b := openGate(t, openSQLite(t, generate(7, 120, twin).writeSQLite(t, "")), safesql.Options{})
	for _, sql := range []string{"SELECT SUM(amount) FROM all_by_state_segment WHERE segment <> 'bar'", "SELECT 1e308 * 10 * MAX(amount) FROM all_by_beer", "SELECT * FROM clients WHERE client_id = 'C002'"} {
		var took [2][]float64
		for range 300 {
			for i, g := range []*safesql.Gate{a, b} {
				start := time.Now()
				outcome(t, g, sql)
				took[i] = append(took[i], float64(time.Since(start)))
			}
		}
		x, y := middle(took[0]), middle(took[1])
		t.Logf("%s: %.0f and %.0f µs", sql, x/1e3, y/1e3)
		if math.Abs(x-y) > 0.5*min(x, y)+50e3 {
			t.Errorf("%s takes %.0f ns over one twin and %.0f over the other", sql, x, y)
		}
	}
}

func middle(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

var published = regexp.MustCompile(`\ball(?:_clients|_bookings)?_(?:total|by_\w+)`)

// exactly makes a view of every published table that statements name, with
// nothing hidden.
func exactly(t *testing.T, path string, statements []string) *sqlite3.Conn {
	t.Helper()
	c, err := sqlite3.Open(path)
	must(t, err)
	t.Cleanup(func() { c.Close() })
	const rows = `CREATE TEMP VIEW of_all AS SELECT p.client_id, p.month, substr(p.month,1,4) || '-Q' || ((CAST(substr(p.month,6,2) AS INTEGER)+2)/3) AS quarter, CAST(substr(p.month,1,4) AS INTEGER) AS year,
		b.style, r.brewery_type AS type, b.name AS beer, r.name AS brewery, r.state AS origin, c.state, c.city, c.segment, p.channel,
		CASE WHEN amount < 25 THEN '0-25' WHEN amount < 50 THEN '25-50' WHEN amount < 100 THEN '50-100' WHEN amount < 250 THEN '100-250' ELSE '250+' END AS amount_band,
		CASE WHEN rating IS NULL THEN NULL WHEN rating < 3 THEN 'low' WHEN rating < 4 THEN 'mid' ELSE 'high' END AS rating_band, p.quantity, p.amount, p.rating
		FROM purchases p JOIN clients c ON c.client_id = p.client_id JOIN beers b ON b.id = p.beer_id JOIN breweries r ON r.id = b.brewery_id;
		CREATE TEMP VIEW my_purchases AS SELECT *, CAST(substr(month,1,4) AS INTEGER) AS year FROM purchases WHERE client_id = 'C001';
		CREATE TEMP VIEW my_profile AS SELECT * FROM clients WHERE client_id = 'C001';
		CREATE TEMP VIEW my_bookings AS SELECT * FROM bookings WHERE client_id = 'C001';
		CREATE TEMP VIEW of_all_clients AS SELECT * FROM clients;
		CREATE TEMP VIEW of_all_bookings AS SELECT k.*, CAST(substr(k.month,1,4) AS INTEGER) AS year, c.state, c.segment FROM bookings k JOIN clients c ON c.client_id = k.client_id`
	run := func(sql string) {
		if err := c.Exec(sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	run(rows)
	figures := map[string]string{
		"all":         "COUNT(DISTINCT client_id) AS clients, COUNT(*) AS purchases, SUM(quantity) AS units, SUM(amount) AS amount, AVG(rating) AS rating",
		"all_clients": "COUNT(*) AS clients", "all_bookings": "COUNT(DISTINCT client_id) AS clients, COUNT(*) AS bookings, SUM(nights) AS nights, SUM(total) AS total",
	}
	made := map[string]bool{}
	for _, sql := range statements {
		for _, name := range published.FindAllString(sql, -1) {
			if made[name] {
				continue
			}
			made[name] = true
			of, by, grouped := strings.Cut(name, "_by_")
			if !grouped {
				of = strings.TrimSuffix(name, "_total")
				run("CREATE TEMP VIEW " + name + " AS SELECT " + figures[of] + " FROM of_" + of)
				continue
			}
			for _, two := range []string{"amount_band", "rating_band", "dest_city", "dest_state", "joined_year"} {
				by = strings.ReplaceAll(by, two, strings.ReplaceAll(two, "_", "%"))
			}
			by = strings.ReplaceAll(strings.ReplaceAll(by, "_", ", "), "%", "_")
			run("CREATE TEMP VIEW " + name + " AS SELECT " + by + ", " + figures[of] + " FROM of_" + of + " GROUP BY " + by)
		}
	}
	return c
}

func TestHonestQuestionsAreAnswered(t *testing.T) {
	path := generate(7, 400, canary).writeSQLite(t, "")
	g := openGate(t, openSQLite(t, path), safesql.Options{})
	var all []string
	for _, sql := range corpus(honestText) {
		if published.MatchString(sql) {
			all = append(all, sql)
		}
	}
	exact := exactly(t, path, all)
	answered, figures, near := 0, 0, 0
	for _, sql := range all {
		res, err := g.Query(t.Context(), me, sql)
		if err != nil {
			t.Logf("%s\n%v", sql, err)
			continue
		}
		st, _, err := exact.Prepare(sql)
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		want := [][]any{}
		for st.Step() {
			row := make([]any, st.ColumnCount())
			for i := range row {
				switch st.ColumnType(i) {
				case sqlite3.INTEGER, sqlite3.FLOAT:
					row[i] = st.ColumnFloat(i)
				case sqlite3.TEXT:
					row[i] = st.ColumnText(i)
				}
			}
			want = append(want, row)
		}
		st.Close()
		n, ok := compare(res.Rows, want)
		if n == 0 && len(want) > 0 && len(res.Rows) < len(want) {
			t.Logf("%s\nnothing of %d rows", sql, len(want))
			continue
		}
		answered, figures, near = answered+1, figures+n, near+ok
	}
	t.Logf("%d of %d answered; %d of %d figures within 10 %%", answered, len(all), near, figures)
	if 10*answered < 9*len(all) {
		t.Errorf("%d of %d honest questions answered, want 90 %%", answered, len(all))
	}
}

// compare counts the numbers in rows that both have, and those that differ by
// 10 % at most. Rows are told apart by their texts, and by years.
func compare(got, want [][]any) (n, near int) {
	key := func(row []any) (k string) {
		for _, v := range row {
			if s, ok := v.(string); ok {
				k += s + "|"
			}
			if x, ok := number(v); ok && x > 2000 && x < 2030 && x == math.Trunc(x) {
				k += fmt.Sprint(x) + "|"
			}
		}
		return k
	}
	truth := map[string][]any{}
	for _, row := range want {
		truth[key(row)] = row
	}
	for _, row := range got {
		real, ok := truth[key(row)]
		if !ok && len(got) == 1 && len(want) == 1 {
			real, ok = want[0], true
		}
		if !ok {
			continue
		}
		for i, v := range row {
			x, isX := number(v)
			y, isY := number(real[i])
			if !isX || !isY || x == y && x > 2000 && x < 2030 {
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

func number(v any) (float64, bool) {
	switch x := v.(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, true
	}
	return 0, false
}

func TestRefusalsHaveCodes(t *testing.T) {
	g := openGate(t, openSQLite(t, generate(7, 120, canary).writeSQLite(t, "")), safesql.Options{})
	for sql, want := range map[string]string{
		"SELECT * FROM clients":                      safesql.CodeOtherClient,
		"SELECT * FROM all_purchases":                safesql.CodeRawPopulation,
		"SELECT * FROM all_by_beer_style":            safesql.CodeNoTable,
		"SELECT * FROM weather":                      safesql.CodeNoTable,
		"SELECT weather FROM my_profile":             safesql.CodeNoColumn,
		"DELETE FROM my_profile":                     safesql.CodeWrite,
		"SELECT 1; SELECT 2":                         safesql.CodeManyStatement,
		"SELECT load_extension('x')":                 safesql.CodeForbidden,
		"SELECT * FROM sqlite_master":                safesql.CodeForbidden,
		"ATTACH 'x' AS y":                            safesql.CodeForbidden,
		"SELECT ?":                                   safesql.CodeSyntax,
		"SELEC 1":                                    safesql.CodeSyntax,
		"SELECT '" + strings.Repeat("x", 9000) + "'": safesql.CodeLimit,
		"SELECT " + strings.Repeat("printf('%.16000c', 'a'), ", 90) + "1": safesql.CodeLimit,
	} {
		if _, err := g.Query(t.Context(), me, sql); code(err) != want {
			t.Errorf("%.60s: %v, want %s", sql, err, want)
		}
	}
	for _, sql := range []string{"SELECT 1;", "SELECT 1 -- and no more", "WITH x AS (SELECT state FROM all_by_state) SELECT * FROM x"} {
		if _, err := g.Query(t.Context(), me, sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	g.Time = 50 * time.Millisecond
	if _, err := g.Query(t.Context(), me, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n"); code(err) != safesql.CodeLimit {
		t.Errorf("without end: %v", err)
	}
}

func TestErrorsOfTheVaultStayInside(t *testing.T) {
	v := openSQLite(t, generate(7, 120, canary).writeSQLite(t, ""))
	g := openGate(t, v, safesql.Options{Time: time.Second})
	if _, err := safesql.Rows(t.Context(), v, "SELECT phone FROM clients"); err == nil {
		t.Error("the vault reads a column that the policy does not name")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Query(ctx, "C002", "SELECT * FROM my_profile"); code(err) == "" {
		t.Errorf("cancelled: %v", err)
	}
}

func TestEveryStatementIsAudited(t *testing.T) {
	var got []string
	g := openGate(t, openSQLite(t, generate(7, 120, canary).writeSQLite(t, "")), safesql.Options{Audit: func(_ context.Context, a safesql.Audit) {
		got = append(got, strings.Join([]string{a.Client, a.Verdict, a.Code, a.Path}, " "))
	}})
	for _, sql := range []string{"SELECT 1", "SELECT * FROM all_total", "SELECT * FROM clients"} {
		_, _ = g.Query(t.Context(), me, sql)
	}
	want := []string{"C001 ok  room", "C001 ok  population", "C001 refused E_OTHER_CLIENT "}
	if !slices.Equal(got, want) {
		t.Errorf("audited %q, want %q", got, want)
	}
}

// shelf is a store in memory.
type shelf struct {
	versions map[string]string
	data     map[string][]byte
}

func (s *shelf) Release(_ context.Context, name, have string) (string, []byte, error) {
	if s.versions[name] == have {
		return "", nil, nil
	}
	return s.versions[name], s.data[name], nil
}

func (s *shelf) PutRelease(_ context.Context, name, version string, data []byte) error {
	s.versions[name], s.data[name] = version, data
	return nil
}

func TestWorkersShareARelease(t *testing.T) {
	kept := &shelf{map[string]string{}, map[string][]byte{}}
	path := generate(7, 400, canary).writeSQLite(t, "")
	first := openGate(t, openSQLite(t, path), safesql.Options{Releases: kept, Name: "customers"})
	const sql = "SELECT * FROM all_by_style ORDER BY style"
	want := outcome(t, first, sql)
	// A client more, and another secret: what is published stays.
	c, err := sqlite3.Open(path)
	must(t, err)
	must(t, errors.Join(c.Exec("UPDATE purchases SET amount = amount * 50 WHERE client_id = 'C002'"), c.Close()))
	second, err := safesql.Open(t.Context(), safesql.Options{Vault: openSQLite(t, path), Secret: []byte("another secret of some bytes"), Releases: kept, Name: "customers", Now: first.Now, Time: time.Minute})
	must(t, err)
	t.Cleanup(second.Close)
	if got := outcome(t, second, sql); got != want {
		t.Errorf("another worker tells\n%s\nand the first\n%s", got, want)
	}
	if _, err := first.Publish(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := outcome(t, first, sql); got != want {
		t.Errorf("with one client's amounts changed it tells\n%s\nand before\n%s", got, want)
	}
}
