package safesql_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/safesql"
)

// The same question in other words has the same answer, noise included.
func TestWaysToAskForTheSame(t *testing.T) {
	g := openSample(t, patient)
	for _, tt := range []struct{ name, sql, same string }{
		{
			"a subquery beside an aggregate",
			"SELECT state, COUNT(*) * 100.0 / (SELECT COUNT(*) FROM all_clients) FROM all_clients GROUP BY state",
			"WITH a AS (SELECT COUNT(*) AS n FROM all_clients), s AS (SELECT state, COUNT(*) AS c FROM all_clients GROUP BY state) SELECT state, c * 100.0 / n FROM s, a",
		},
		{
			"a subquery in HAVING and in ORDER BY",
			"SELECT state, COUNT(*) FROM all_clients GROUP BY state HAVING COUNT(*) > (SELECT COUNT(*) / 8 FROM all_clients) ORDER BY COUNT(*) + (SELECT COUNT(*) FROM all_bookings) DESC",
			"WITH a AS (SELECT COUNT(*) / 8 AS n FROM all_clients), s AS (SELECT state, COUNT(*) AS c FROM all_clients GROUP BY state) SELECT state, c FROM s, a WHERE c > n ORDER BY c DESC",
		},
		{
			"LEFT JOINs on the way to the population",
			"SELECT br.state, SUM(p.amount) FROM breweries br LEFT JOIN beers b ON b.brewery_id = br.id LEFT JOIN all_purchases p ON p.beer_id = b.id GROUP BY br.state",
			"SELECT br.state, SUM(p.amount) FROM all_purchases p JOIN beers b ON b.id = p.beer_id JOIN breweries br ON br.id = b.brewery_id GROUP BY br.state",
		},
		{
			"clients without a booking",
			"SELECT c.segment, COUNT(*) FROM all_clients c LEFT JOIN all_bookings b ON b.client_key = c.client_key AND b.kind = 'hotel' WHERE b.client_key IS NULL GROUP BY c.segment",
			"SELECT c.segment, COUNT(*) FROM all_clients c WHERE NOT EXISTS (SELECT 1 FROM all_bookings b WHERE b.client_key = c.client_key AND b.kind = 'hotel') GROUP BY c.segment",
		},
		{
			"the year of a month",
			"SELECT CAST(strftime('%Y', month || '-01') AS INTEGER) AS y, SUM(amount) FROM all_purchases GROUP BY y",
			"SELECT year, SUM(amount) FROM all_purchases GROUP BY year",
		},
		{
			"a named window",
			"SELECT year, SUM(SUM(amount)) OVER later, RANK() OVER (w ORDER BY year) FROM all_purchases GROUP BY year WINDOW w AS (), later AS (w ORDER BY year)",
			"SELECT year, SUM(SUM(amount)) OVER (ORDER BY year), RANK() OVER (ORDER BY year) FROM all_purchases GROUP BY year",
		},
		{
			"a constant inside a weighted sum",
			"SELECT SUM(p.quantity * b.abv * 2.0) FROM all_purchases p JOIN beers b ON b.id = p.beer_id",
			"SELECT SUM(b.abv * p.quantity) * 2 FROM all_purchases p JOIN beers b ON b.id = p.beer_id",
		},
		{
			"a client's row in its own relation, and joined",
			"SELECT segment, COUNT(*), AVG(state = 'Oregon') FROM all_clients WHERE joined_year > 2016 GROUP BY segment",
			"SELECT c.segment, COUNT(*), AVG(c.state = 'Oregon') FROM all_clients c JOIN all_clients d ON d.client_key = c.client_key WHERE c.joined_year > 2016 GROUP BY c.segment",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := g.Query(t.Context(), me, tt.sql)
			if err != nil {
				t.Fatal(err)
			}
			want, err := g.Query(t.Context(), me, tt.same)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Rows, got.Rows); diff != "" || len(got.Rows) == 0 {
				t.Errorf("%s (-want +got):\n%s", tt.sql, diff)
			}
		})
	}
}

func TestWithheldFiguresAreNotTheLeast(t *testing.T) {
	g := openSample(t, patient)
	for _, sql := range []string{
		"SELECT beer_id, AVG(rating) AS r FROM all_purchases GROUP BY beer_id ORDER BY r",
		"SELECT beer_id, COUNT(*), AVG(rating) FROM all_purchases GROUP BY beer_id ORDER BY 3",
		"SELECT beer_id, AVG(rating) FROM all_purchases GROUP BY beer_id ORDER BY AVG(rating)",
	} {
		res, err := g.Query(t.Context(), me, sql)
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Rows) == 0 || res.Rows[0][len(res.Columns)-1] == nil {
			t.Errorf("%s begins with %v", sql, res.Rows[:min(1, len(res.Rows))])
		}
	}
}

func TestAveragesStayWhereThePolicySaysTheirValuesAre(t *testing.T) {
	for bounds, want := range map[string]float64{"min = 1, max = 2": 2, "min = 4.5, max = 5": 4.5} { // it is about 3
		p, err := safesql.ParsePolicy(strings.Replace(safesql.SamplePolicy(), "min = 1, max = 5", bounds, 1))
		if err != nil {
			t.Fatal(err)
		}
		g := openSample(t, safesql.Options{Policy: p, Time: patient.Time})
		if got := value(t, g, "SELECT AVG(rating) FROM all_purchases"); got != want {
			t.Errorf("with %s the average is %v, want %v", bounds, got, want)
		}
	}
}
