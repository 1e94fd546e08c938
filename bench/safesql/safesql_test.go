// Package safesql_test measures what the gate costs: a statement over the guest's
// rows, a refusal, a question about everybody, and publishing.
package safesql_test

import (
	"path/filepath"
	"testing"

	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/safesql"
)

const client = "C001"

func open(b *testing.B) *safesql.Gate {
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
	if _, err := gate.Publish(b.Context()); err != nil {
		b.Fatal(err)
	}
	return gate
}

// BenchmarkRoom measures statements that read no more than the guest's room.
// Goal: 150 µs.
func BenchmarkRoom(b *testing.B) {
	gate := open(b)
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
	gate := open(b)
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

// questions are about everybody.
var questions = []struct{ name, sql string }{
	{"total", "SELECT amount, purchases FROM all_total"},
	{"groups", "SELECT state, amount, rating FROM all_by_state"},
	{"filter", "SELECT month, amount FROM all_by_month WHERE month >= '2025-01'"},
	{"filters", "SELECT SUM(purchases), SUM(amount) / SUM(purchases) FROM all_by_segment_channel WHERE segment = 'bar' AND channel = 'online'"},
	{"three", "SELECT style, SUM(units) AS n FROM all_by_quarter_style_segment WHERE segment = 'bar' GROUP BY style ORDER BY n DESC"},
	{"catalogue", "SELECT b.style, SUM(p.units) AS n FROM all_by_beer p JOIN beers b ON b.name = p.beer GROUP BY b.style ORDER BY n DESC"},
}

// BenchmarkPopulation measures questions about everybody. Goal: 500 µs.
func BenchmarkPopulation(b *testing.B) {
	gate := open(b)
	for _, q := range questions {
		b.Run(q.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := gate.Query(b.Context(), client, q.sql); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N), "µs-ours")
			b.ReportMetric(500, "≤goal-µs")
		})
	}
}

// BenchmarkPublish measures the sample's release. Goal: 5 s.
func BenchmarkPublish(b *testing.B) {
	gate := open(b)
	for b.Loop() {
		if _, err := gate.Publish(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s-ours")
	b.ReportMetric(5, "≤goal-s")
}
