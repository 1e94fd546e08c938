package sample_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3/driver"

	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m, os.Getenv("CI") == "true") }

// write makes a sample and returns its file.
func write(t testing.TB, o sample.Options) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "customers.db")
	if err := sample.Write(t.Context(), path, o); err != nil {
		t.Fatal(err)
	}
	return path
}

// query returns the rows of a statement as lines, with | between the columns.
func query(t testing.TB, path, statement string) []string {
	t.Helper()
	db, err := driver.Open("file:" + path + "?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for rows.Next() {
		values := make([]sql.NullString, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		var line []string
		for _, v := range values {
			line = append(line, v.String)
		}
		lines = append(lines, strings.Join(line, "|"))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestTheSameOptionsGiveTheSameBytes(t *testing.T) {
	read := func(o sample.Options) string {
		b, err := os.ReadFile(write(t, o))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	first := read(sample.Options{Clients: 40})
	if first != read(sample.Options{Clients: 40, Seed: 7}) {
		t.Error("two samples with seed 7 differ")
	}
	if first == read(sample.Options{Clients: 40, Seed: 8}) {
		t.Error("the seeds 7 and 8 give the same sample")
	}
}

func TestAClientIsTheSameInASmallSampleAndALargeOne(t *testing.T) {
	const statement = `
		SELECT c.*, p.beer_id, p.purchased_at, p.amount, p.rating FROM clients c JOIN purchases p USING (client_id)
		WHERE client_id IN ('C001', 'C009') ORDER BY client_id, p.id`
	small, large := query(t, write(t, sample.Options{Clients: 9}), statement), query(t, write(t, sample.Options{Clients: 90}), statement)
	if len(small) == 0 {
		t.Fatal("no rows")
	}
	if diff := cmp.Diff(small, large); diff != "" {
		t.Errorf("small and large sample (-small +large):\n%s", diff)
	}
}

func TestTheTablesHoldWhatTheyPromise(t *testing.T) {
	path := write(t, sample.Options{})
	for _, tt := range []struct{ what, query, want string }{
		{"the database says it is a sample", `SELECT note FROM maitre_sample`, sample.Note},
		{"400 clients", `SELECT COUNT(*) FROM clients`, "400"},
		{"João is the first", `SELECT client_id, client_name, postal_code, city, state, segment FROM clients WHERE rowid = 1`, "C001|Bar do João|92101|San Diego|CA|bar"},
		{"purchases fall in two years", `SELECT MIN(month), MAX(month), COUNT(DISTINCT month) FROM purchases`, "2024-01|2025-12|24"},
		{"so do bookings", `SELECT MIN(month), MAX(month), COUNT(DISTINCT month) FROM bookings`, "2024-01|2025-12|24"},
		{"month is of the time", `SELECT COUNT(*) FROM purchases WHERE month <> SUBSTR(purchased_at, 1, 7)`, "0"},
		{"amount is quantity times price", `SELECT COUNT(*) FROM purchases WHERE ABS(amount - quantity * unit_price) > 0.001`, "0"},
		{"ratings are 1 to 5, or none", `SELECT MIN(rating), MAX(rating), COUNT(*) > COUNT(rating) FROM purchases`, "1|5|1"},
		{"ids follow time", `SELECT COUNT(*) FROM purchases a JOIN purchases b ON b.id = a.id + 1 WHERE b.purchased_at < a.purchased_at`, "0"},
		{"nobody buys before they came", `SELECT COUNT(*) FROM purchases JOIN clients USING (client_id) WHERE CAST(SUBSTR(month, 1, 4) AS INTEGER) < joined_year`, "0"},
		{"everybody bought something", `SELECT COUNT(DISTINCT client_id) FROM purchases`, "400"},
		{"no reference leads nowhere", `SELECT COUNT(*) FROM pragma_foreign_key_check`, "0"},
		{"a state has enough clients to count", `SELECT MIN(n) >= 8, COUNT(*) FROM (SELECT COUNT(*) AS n FROM clients GROUP BY state)`, "1|17"},
		{"so has every band of amounts", `
			SELECT MIN(n) >= 100 FROM (SELECT COUNT(DISTINCT client_id) AS n FROM purchases
			GROUP BY CASE WHEN amount < 25 THEN 0 WHEN amount < 50 THEN 1 WHEN amount < 100 THEN 2 WHEN amount < 250 THEN 3 ELSE 4 END)`, "1"},
		{"stout is for winter", `
			SELECT SUM(month LIKE '%-01' OR month LIKE '%-12') > 3 * SUM(month LIKE '%-07' OR month LIKE '%-08')
			FROM purchases p JOIN beers b ON b.id = p.beer_id WHERE style = 'Stout'`, "1"},
		{"wheat is for summer", `
			SELECT SUM(month LIKE '%-07' OR month LIKE '%-08') > 3 * SUM(month LIKE '%-01' OR month LIKE '%-12')
			FROM purchases p JOIN beers b ON b.id = p.beer_id WHERE style = 'Wheat Beer'`, "1"},
		{"clients have favourites", `
			SELECT AVG(most * 1.0 / n) > 0.2 FROM (SELECT MAX(n) AS most, SUM(n) AS n FROM
			(SELECT client_id, COUNT(*) AS n FROM purchases p JOIN beers b ON b.id = p.beer_id GROUP BY client_id, brewery_id) GROUP BY client_id)`, "1"},
		{"João has many breweries of his city left", `
			SELECT COUNT(*) >= 10 FROM breweries WHERE city = 'San Diego' AND id NOT IN
			(SELECT brewery_id FROM purchases p JOIN beers b ON b.id = p.beer_id WHERE client_id = 'C001')`, "1"},
	} {
		if got := strings.Join(query(t, path, tt.query), "\n"); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.what, got, tt.want)
		}
	}
}

func TestAFileThatIsThereIsNeverTouched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "real.db")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := sample.Write(t.Context(), path, sample.Options{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("Write = %v, want fs.ErrExist", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "precious" {
		t.Errorf("the file is now %q", b)
	}
}

func TestWhatFailsLeavesNothing(t *testing.T) {
	done, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	for _, tt := range []struct {
		what string
		ctx  context.Context
		path string
		o    sample.Options
	}{
		{"nobody waits for it", done, filepath.Join(dir, "a.db"), sample.Options{}},
		{"less than no client", t.Context(), filepath.Join(dir, "b.db"), sample.Options{Clients: -1}},
		{"more clients than there is room for", t.Context(), filepath.Join(dir, "c.db"), sample.Options{Clients: 1 << 40}},
		{"no such directory", t.Context(), filepath.Join(dir, "none", "d.db"), sample.Options{Clients: 1}},
	} {
		if err := sample.Write(tt.ctx, tt.path, tt.o); err == nil {
			t.Errorf("%s: no error", tt.what)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestPostgreSQLHoldsTheSameRows(t *testing.T) {
	dsn := pgtest.Start(t)
	o := sample.Options{Clients: 30}
	if err := sample.WritePostgres(t.Context(), dsn, o); err != nil {
		t.Fatal(err)
	}
	path := write(t, o)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, statement := range []string{
		`SELECT note FROM maitre_sample`,
		`SELECT client_id, client_name, email, phone, postal_code, city, state, segment, CAST(joined_year AS TEXT) FROM clients ORDER BY client_id`,
		`SELECT id, name, brewery_type, city, state, country, COALESCE(website_url, '') FROM breweries ORDER BY id`,
		`SELECT id, name, style, CAST(ROUND(abv * 10) AS INTEGER) || '', ibu || '', brewery_id FROM beers ORDER BY id`,
		`SELECT id || '', client_id, beer_id, purchased_at, month, channel, quantity || '', CAST(ROUND(unit_price * 100) AS INTEGER) || '',
			CAST(ROUND(amount * 100) AS INTEGER) || '', COALESCE(rating || '', '') FROM purchases p ORDER BY p.id`,
		`SELECT id || '', client_id, dest_city, dest_state, check_in, month, kind, nights || '', CAST(ROUND(total) AS INTEGER) || '' FROM bookings b ORDER BY b.id`,
	} {
		rows, _ := conn.Query(t.Context(), statement)
		got, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (string, error) {
			values, err := row.Values()
			var line []string
			for _, v := range values {
				line = append(line, v.(string))
			}
			return strings.Join(line, "|"), err
		})
		if err != nil {
			t.Fatal(err)
		}
		want := query(t, path, statement)
		slices.Sort(got) // the order of text is a matter of the locale
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%s (-SQLite +PostgreSQL):\n%s", statement, diff)
		}
	}
	if err := sample.WritePostgres(t.Context(), dsn, o); err == nil {
		t.Error("written twice into one database")
	}
}

// What a guest of the sample did this year is asked for in any year.
func TestTheSampleIsOfTheYearsBeforeATime(t *testing.T) {
	for _, until := range []time.Time{
		time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC), time.Date(2032, 2, 29, 0, 0, 0, 0, time.UTC),
	} {
		db := write(t, sample.Options{Clients: 50, Until: until})
		from := until.AddDate(-2, 0, -1)
		for _, q := range []string{
			fmt.Sprintf(`SELECT COUNT(*) FROM purchases WHERE purchased_at > '%s' OR purchased_at < '%s'`, until.Format(time.DateTime), from.Format(time.DateTime)),
			`SELECT COUNT(*) FROM purchases WHERE substr(purchased_at, 1, 7) <> month`,
			`SELECT COUNT(*) FROM purchases p JOIN clients c ON c.client_id = p.client_id WHERE p.month < c.joined_year || '-01'`,
		} {
			if got := query(t, db, q); got[0] != "0" {
				t.Errorf("until %v: %s: %s rows", until, q, got)
			}
		}
	}
}
