package safesql_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/safesql"
)

func TestRefusalsSayWhatToWriteInstead(t *testing.T) {
	g := openSample(t, patient)
	for _, tt := range []struct{ sql, code, hint string }{
		{`SELECT COUNT(*) FROM all_purchases WHERE client_state = "CA"`, safesql.CodeNoColumn, "single quotes: 'CA'"},
		{`SELECT * FROM my_purchases WHERE channel = "online"`, safesql.CodeNoColumn, "single quotes: 'online'"},
		{"SELECT town, COUNT(*) FROM all_clients GROUP BY town", safesql.CodeNoColumn, "all_clients has client_key, state, city, segment, joined_year"},
		{"SELECT COUNT(*) FROM all_purchases WHERE state = 'Oregon'", safesql.CodeNoColumn, "all_purchases has client_key, beer_id, month, year, channel, client_state"},
		{"SELECT SUM(CASE WHEN email LIKE 'a%' THEN amount END) FROM all_purchases", safesql.CodeOtherClient, "my_..."},
		{"SELECT price FROM beers", safesql.CodeNoColumn, "beers has id, name, style, abv, ibu, brewery_id"},
		{"SELECT b.price FROM all_purchases p JOIN beers b ON b.id = p.beer_id GROUP BY 1", safesql.CodeNoColumn, "beers has id, name"},
		{"SELECT name FROM beers WHERE name ILIKE 'a%'", safesql.CodeSyntax, "LIKE, which ignores case"},
		{"SELECT TOP 5 name FROM beers", safesql.CodeSyntax, "LIMIT n"},
		{"SELECT amount::int FROM my_purchases", safesql.CodeSyntax, "CAST(x AS type)"},
		{"SELECT EXTRACT(YEAR FROM purchased_at) FROM my_purchases", safesql.CodeSyntax, "strftime('%Y'"},
		{"SELECT DATE_TRUNC('month', purchased_at) FROM my_purchases", safesql.CodeForbidden, "month ('2025-03')"},
		{"SELECT DATE_TRUNC('month', month), COUNT(*) FROM all_purchases GROUP BY 1", safesql.CodeUnsupported, "month ('2025-03')"},
		{"SELECT LEFT(month, 4), COUNT(*) FROM all_purchases GROUP BY 1", safesql.CodeUnsupported, "substr(x, 1, n)"},
		{"SELECT COUNT(*) FROM my_purchases WHERE purchased_at > NOW() - INTERVAL '1 year'", safesql.CodeSyntax, "date('now')"},
		{"SELECT NOW()", safesql.CodeForbidden, "date('now')"},
		{"SELECT MAX(month) FROM all_purchases", safesql.CodeRawPopulation, "GROUP BY month ORDER BY month DESC LIMIT 1"},
		{"SELECT MIN(joined_year) FROM all_clients", safesql.CodeRawPopulation, "GROUP BY joined_year ORDER BY joined_year LIMIT 1"},
		{"SELECT MAX(amount) FROM all_purchases", safesql.CodeRawPopulation, "COUNT, SUM or AVG"},
		{"SELECT SUM(amount * quantity) FROM all_purchases", safesql.CodeUnsupported, "SUM(x) / SUM(y)"},
		{"SELECT COUNT(*) FROM all_clients c LEFT JOIN all_bookings b ON b.client_key = c.client_key WHERE b.client_key IS NULL AND b.kind = 'inn'", safesql.CodeUnsupported, "NOT EXISTS"},
	} {
		_, err := g.Query(t.Context(), me, tt.sql)
		var e *safesql.Error
		if !errors.As(err, &e) || e.Code != tt.code || !strings.Contains(e.Hint, tt.hint) {
			t.Errorf("%s: %v, want %s with the hint %q", tt.sql, err, tt.code, tt.hint)
		}
	}
}

func TestNotesSayWhatFiguresDoNot(t *testing.T) {
	g := openSample(t, patient)
	for _, tt := range []struct{ sql, want string }{
		{"SELECT state, COUNT(*) FROM all_clients", "columns that are not in GROUP BY were added to it"},
		{"SELECT state, COUNT(*) FROM all_clients GROUP BY state", ""},
		{"SELECT DISTINCT state FROM all_clients", ""},
		{"SELECT name FROM beers WHERE id NOT IN (SELECT beer_id FROM all_purchases)", "what is withheld looks absent"},
		{"SELECT name FROM beers b WHERE NOT EXISTS (SELECT 1 FROM all_purchases p WHERE p.beer_id = b.id)", "what is withheld looks absent"},
		{"SELECT id FROM beers EXCEPT SELECT beer_id FROM all_purchases GROUP BY beer_id", "what is withheld looks absent"},
		{"SELECT name FROM beers WHERE id IN (SELECT beer_id FROM all_purchases)", ""},
	} {
		res, err := g.Query(t.Context(), me, tt.sql)
		if err != nil {
			t.Errorf("%s: %v", tt.sql, err)
			continue
		}
		special := strings.Join(res.Notes[:len(res.Notes)-1], "\n") // the last is about all figures
		if tt.want == "" && special != "" || !strings.HasPrefix(special, tt.want) {
			t.Errorf("%s: the notes are %q, want %q", tt.sql, res.Notes, tt.want)
		}
	}
}
