package question_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/internal/operate/sample"
)

const me = "C001"

// room is a database as a guest's statements see it: own rows, the catalogue,
// and everybody's figures as they are published, here exact.
func room(t testing.TB) *sqlite3.Conn {
	t.Helper()
	path := filepath.Join(t.TempDir(), "customers.db")
	if err := sample.Write(t.Context(), path, sample.Options{}); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	run := func(sql string) {
		if err := db.Exec(sql); err != nil {
			t.Fatalf("%v\n%s", err, sql)
		}
	}
	run("CREATE TEMP VIEW my_profile AS SELECT client_id, client_name, email, postal_code, city, state, segment, joined_year FROM clients WHERE client_id = '" + me + "'")
	run("CREATE TEMP VIEW my_purchases AS SELECT id, beer_id, purchased_at, month, CAST(substr(month, 1, 4) AS INTEGER) AS year, channel, quantity, unit_price, amount, rating FROM purchases WHERE client_id = '" + me + "'")
	run("CREATE TEMP VIEW my_bookings AS SELECT id, dest_city, dest_state, check_in, month, kind, nights, total FROM bookings WHERE client_id = '" + me + "'")
	run(`CREATE TEMP VIEW everything AS SELECT p.client_id, p.month, CAST(substr(p.month, 1, 4) AS INTEGER) AS year,
		substr(p.month, 1, 4) || '-Q' || ((CAST(substr(p.month, 6, 2) AS INTEGER) + 2) / 3) AS quarter, b.style, br.brewery_type AS type, b.name AS beer, br.name AS brewery, br.state AS origin,
		c.state, c.city, c.segment, p.channel, p.quantity, p.amount, p.rating
		FROM purchases p JOIN clients c ON c.client_id = p.client_id JOIN beers b ON b.id = p.beer_id JOIN breweries br ON br.id = b.brewery_id`)
	const sums = "COUNT(DISTINCT client_id) AS clients, COUNT(*) AS purchases, SUM(quantity) AS units, SUM(amount) AS amount, AVG(rating) AS rating FROM everything"
	run("CREATE TEMP TABLE all_total AS SELECT " + sums)
	run("CREATE TEMP TABLE all_clients_total AS SELECT COUNT(*) AS clients FROM clients")
	for _, set := range sets(strings.Fields("month quarter year style type beer brewery origin state city segment channel")) {
		kind := "VIEW"
		run(fmt.Sprintf("CREATE TEMP %s all_by_%s AS SELECT %s, %s GROUP BY %s", kind, strings.Join(set, "_"), strings.Join(set, ", "), sums, strings.Join(set, ", ")))
	}
	for _, set := range sets(strings.Fields("state city segment joined_year")) {
		run(fmt.Sprintf("CREATE TEMP VIEW all_clients_by_%s AS SELECT %s, COUNT(*) AS clients FROM clients GROUP BY %s", strings.Join(set, "_"), strings.Join(set, ", "), strings.Join(set, ", ")))
	}
	run(`CREATE TEMP VIEW trips AS SELECT k.client_id, k.month, CAST(substr(k.month, 1, 4) AS INTEGER) AS year, substr(k.month, 1, 4) || '-Q' || ((CAST(substr(k.month, 6, 2) AS INTEGER) + 2) / 3) AS quarter,
		k.dest_city, k.dest_state, k.kind, k.nights, k.total, c.state, c.segment FROM bookings k JOIN clients c ON c.client_id = k.client_id`)
	const tripSums = "COUNT(DISTINCT client_id) AS clients, COUNT(*) AS bookings, SUM(nights) AS nights, SUM(total) AS total FROM trips"
	run("CREATE TEMP TABLE all_bookings_total AS SELECT " + tripSums)
	for _, set := range sets(strings.Fields("month quarter year state segment dest_city dest_state kind")) {
		run(fmt.Sprintf("CREATE TEMP VIEW all_bookings_by_%s AS SELECT %s, %s GROUP BY %s", strings.Join(set, "_"), strings.Join(set, ", "), tripSums, strings.Join(set, ", ")))
	}
	// What nobody may query, for the statements of the tests.
	run("CREATE TEMP VIEW all_purchases AS SELECT p.client_id AS client_key, p.beer_id, p.month, CAST(substr(p.month, 1, 4) AS INTEGER) AS year, p.channel, c.state AS client_state, c.city AS client_city, c.segment AS client_segment, p.quantity, p.amount, p.rating FROM purchases p JOIN clients c ON c.client_id = p.client_id")
	run("CREATE TEMP VIEW all_clients AS SELECT client_id AS client_key, state, city, segment, joined_year FROM clients")
	run("CREATE TEMP VIEW all_bookings AS SELECT k.client_id AS client_key, k.dest_city, k.dest_state, k.month, k.kind, c.state AS client_state, c.segment AS client_segment, k.nights, k.total FROM bookings k JOIN clients c ON c.client_id = k.client_id")
	run(`CREATE TEMP VIEW all_also_bought AS SELECT x.beer AS beer, y.beer AS also, COUNT(DISTINCT x.client_id) AS clients
		FROM (SELECT DISTINCT client_id, beer FROM everything) x JOIN (SELECT DISTINCT client_id, beer FROM everything) y ON y.client_id = x.client_id AND y.beer <> x.beer GROUP BY 1, 2`)
	return db
}

// sets are the subsets of one to three names, in their order, without those of
// which one attribute decides another.
func sets(names []string) (all [][]string) {
	add := func(set ...string) {
		has := func(names ...string) (n int) {
			for _, s := range set {
				if slices.Contains(names, s) {
					n++
				}
			}
			return n
		}
		if has("month", "quarter", "year") < 2 && !(has("beer") == 1 && has("style", "type", "brewery", "origin") > 0) && !(has("brewery") == 1 && has("type", "origin") > 0) {
			all = append(all, set)
		}
	}
	for i, a := range names {
		add(a)
		for j, b := range names[i+1:] {
			add(a, b)
			for _, c := range names[i+1+j+1:] {
				add(a, b, c)
			}
		}
	}
	return all
}

// rows runs a statement and writes each row as a line.
func rows(db *sqlite3.Conn, sql string) ([]string, error) {
	s, tail, err := db.Prepare(sql)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }()
	if s == nil || strings.TrimSpace(tail) != "" {
		return nil, fmt.Errorf("no statement, or more than one: %q", tail)
	}
	var all []string
	for s.Step() {
		var cells []string
		for i := range s.ColumnCount() {
			switch s.ColumnType(i) {
			case sqlite3.NULL:
				cells = append(cells, "-")
			case sqlite3.INTEGER, sqlite3.FLOAT:
				cells = append(cells, fmt.Sprintf("%.6g", s.ColumnFloat(i)))
			default:
				cells = append(cells, s.ColumnText(i))
			}
		}
		all = append(all, strings.Join(cells, "|"))
	}
	return all, s.Err()
}
