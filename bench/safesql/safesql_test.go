// Package safesql_test measures what the gate costs: a statement in the room, a
// refusal, and questions about everybody beside the same statements over views
// of the database, without a gate. The two take turns, and the median round of each
// counts, so that what else the machine does matters less.
package safesql_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/internal/sample"
	"github.com/maitre-dev/maitre/safesql"
)

const client = "C001"

func open(b *testing.B) (*safesql.Gate, *sqlite3.Conn) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "customers.db")
	if err := sample.Write(b.Context(), path, sample.Options{}); err != nil {
		b.Fatal(err)
	}
	vault, err := safesql.OpenSQLite(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { vault.Close() })
	gate, err := safesql.Open(b.Context(), safesql.Options{Vault: vault, Secret: []byte("a secret of sixteen bytes or more")})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(gate.Close)
	plain, err := sqlite3.OpenFlags("file:"+path, sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { plain.Close() })
	if err := plain.Exec(views); err != nil {
		b.Fatal(err)
	}
	return gate, plain
}

// BenchmarkRoom measures statements that read no more than the guest's room.
// Goal: 150 µs.
func BenchmarkRoom(b *testing.B) {
	gate, _ := open(b)
	for name, sql := range map[string]string{
		"sum":  "SELECT SUM(amount) FROM my_purchases WHERE year = 2025",
		"join": "SELECT b.name, COUNT(*) AS n FROM my_purchases p JOIN beers b ON b.id = p.beer_id WHERE p.rating >= 4 GROUP BY b.name ORDER BY n DESC LIMIT 5",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := gate.Query(b.Context(), client, sql); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N), "µs-ours")
			b.ReportMetric(150, "≤goal-µs")
		})
	}
}

// BenchmarkRefusal measures statements that are refused. Goal: 50 µs.
func BenchmarkRefusal(b *testing.B) {
	gate, _ := open(b)
	for name, sql := range map[string]string{
		"write":       "DROP TABLE clients",
		"otherClient": "SELECT email FROM clients WHERE client_id = 'C002'",
		"raw":         "SELECT amount FROM all_purchases WHERE client_city = 'Portland' ORDER BY amount DESC LIMIT 1",
		"function":    "SELECT load_extension('x')",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := gate.Query(b.Context(), client, sql); err == nil {
					b.Fatal("answered")
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N), "µs-ours")
			b.ReportMetric(50, "≤goal-µs")
		})
	}
}

// views are what the statements would read without a gate.
const views = `
CREATE TEMP VIEW all_clients AS SELECT client_id AS client_key, state, city, segment, joined_year FROM clients;
CREATE TEMP VIEW all_purchases AS SELECT p.client_id AS client_key, beer_id, month, CAST(substr(month, 1, 4) AS INTEGER) AS year, channel,
	state AS client_state, city AS client_city, segment AS client_segment, quantity, amount, rating
	FROM purchases p JOIN clients c ON c.client_id = p.client_id;`

// questions are about everybody. Each @ becomes another alias, so that no
// answer is one remembered.
var questions = []struct{ name, sql string }{
	{"total", "SELECT SUM(@.amount), COUNT(*) FROM all_purchases @"},
	{"groups", "SELECT @.client_state, SUM(@.amount), AVG(@.rating) FROM all_purchases @ GROUP BY @.client_state"},
	{"filter", "SELECT @.month, SUM(@.amount) FROM all_purchases @ WHERE @.year = 2025 GROUP BY @.month"},
	{"filters", "SELECT COUNT(*), AVG(@.amount) FROM all_purchases @ WHERE @.client_segment = 'bar' AND @.channel = 'online'"},
	{"catalogue", "SELECT b.style, SUM(@.quantity) AS n FROM all_purchases @ JOIN beers b ON b.id = @.beer_id GROUP BY b.style ORDER BY n DESC"},
	{"clients", "SELECT @.state, COUNT(*) FROM all_clients @ WHERE @.joined_year >= 2020 GROUP BY @.state"},
}

// BenchmarkPopulation reports how many times as long a question takes through
// the gate. Goal: 4.
func BenchmarkPopulation(b *testing.B) {
	gate, plain := open(b)
	n := 0
	for _, q := range questions {
		b.Run(q.name, func(b *testing.B) {
			var guarded, direct []time.Duration
			for b.Loop() {
				n++
				sql := strings.ReplaceAll(q.sql, "@", fmt.Sprintf("p%d", n))
				guarded = append(guarded, clock(func() {
					if _, err := gate.Query(b.Context(), client, sql); err != nil {
						b.Fatal(err)
					}
				}))
				direct = append(direct, clock(func() { read(b, plain, sql) }))
			}
			b.ReportMetric(0, "ns/op") // of both together it says nothing
			b.ReportMetric(median(guarded).Seconds()*1e3, "ms-ours")
			b.ReportMetric(median(direct).Seconds()*1e3, "ms-direct")
			b.ReportMetric(float64(median(guarded))/float64(median(direct)), "×direct")
			b.ReportMetric(4, "≤goal×direct")
		})
	}
}

func clock(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func median(l []time.Duration) time.Duration {
	slices.Sort(l)
	return l[len(l)/2]
}

func read(b *testing.B, c *sqlite3.Conn, sql string) {
	b.Helper()
	st, _, err := c.Prepare(sql)
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	for st.Step() {
		for i := range st.ColumnCount() {
			_ = st.ColumnText(i)
		}
	}
	if err := st.Err(); err != nil {
		b.Fatal(err)
	}
}
