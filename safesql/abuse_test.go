package safesql_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/safesql"
)

func TestWhatGrowsWhenItIsPrintedIsRefusedEarly(t *testing.T) {
	g := openSample(t, patient)
	nested := "joined_year"
	for range 14 {
		nested = "CASE " + nested + " WHEN 1 THEN 2 WHEN 3 THEN 4 END"
	}
	views := "WITH v1 AS (SELECT client_key FROM all_purchases)"
	for i := range 20 {
		views += fmt.Sprintf(", v%d AS (SELECT x.client_key FROM v%d x WHERE x.client_key IN (SELECT client_key FROM v%d) AND x.client_key NOT IN (SELECT client_key FROM v%d))", i+2, i+1, i+1, i+1)
	}
	start := time.Now()
	for _, sql := range []string{
		"SELECT COUNT(*) FROM all_clients WHERE joined_year" + strings.Repeat(" BETWEEN 0 AND 1", 24),
		"SELECT COUNT(*) FROM all_clients WHERE " + nested + " = 1",
		"SELECT COUNT(*) FROM all_clients WHERE " + strings.Repeat("CAST(", 30) + "city" + strings.Repeat(" AS INTEGER)", 30) + " = 1",
		views + " SELECT COUNT(*) FROM v21",
		"WITH a AS (SELECT x.client_key FROM all_purchases x JOIN all_purchases y USING (client_key)), b AS (SELECT x.client_key FROM a x JOIN a y USING (client_key)) SELECT COUNT(*) FROM b",
	} {
		_, err := g.Query(t.Context(), me, sql)
		if code := refused(err); code != safesql.CodeLimit && code != safesql.CodeUnsupported {
			t.Errorf("%.80s: %v", sql, err)
		}
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestNoCallTakesLong(t *testing.T) {
	g := openSample(t, impatient)
	for _, call := range []string{
		"trim(printf('%.16000c', 'a'), printf('%.1300c', 'b') || 'a')",
		"instr(printf('%.16000c', 'a'), printf('%.8000c', 'a') || 'b')",
	} {
		start := time.Now()
		_, _ = g.Query(t.Context(), me, "SELECT "+strings.Repeat(call+" || ", 80)+"'x'")
		if took := time.Since(start); took > 1500*time.Millisecond {
			t.Errorf("%s took %v", call, took)
		}
	}
}

func TestTrimAndInstrAreThoseOfSQLite(t *testing.T) {
	g := openSample(t, patient)
	for sql, want := range map[string]any{
		"SELECT trim('xyaéyx', 'yx')":      "aé",
		"SELECT ltrim('xxa', 'x')":         "a",
		"SELECT rtrim('axx', 'x')":         "a",
		"SELECT trim(7, NULL)":             nil,
		"SELECT instr('aéb', 'b')":         int64(3),
		"SELECT instr('abc', 'x')":         int64(0),
		"SELECT instr(12345, 34)":          int64(3),
		"SELECT instr(NULL, 'x')":          nil,
		"SELECT '[' || trim(' a ') || ']'": "[a]",
	} {
		if got := value(t, g, sql); got != want {
			t.Errorf("%s is %v, want %v", sql, got, want)
		}
	}
}

func TestALongRowIsRefused(t *testing.T) {
	g := openSample(t, patient)
	_, err := g.Query(t.Context(), me, "SELECT "+strings.Repeat("printf('%.16000c', 'a'), ", 90)+"1")
	if refused(err) != safesql.CodeLimit {
		t.Errorf("got %v, want %s", err, safesql.CodeLimit)
	}
}

func TestAVaultThatRanOutOfMemoryGoesOn(t *testing.T) {
	v := openSQLite(t, generate(7, 120, canary).writeSQLite(t, ""))
	for range 3 {
		if _, err := v.Query(t.Context(), "SELECT a.id || b.id || p.month, COUNT(*) FROM purchases p, beers a, beers b GROUP BY 1", nil); err == nil {
			t.Fatal("no error")
		}
		rows, err := v.Query(t.Context(), "SELECT COUNT(*) FROM clients", nil)
		if err != nil || rows[0][0] != int64(120) {
			t.Fatalf("the next statement returns %v, %v", rows, err)
		}
	}
}

// What an honest question never needs is refused, rather than judged.
func TestShapesThatSingleOutAreRefused(t *testing.T) {
	g := openSample(t, patient)
	for _, sql := range []string{
		// More values, or rows, than the population has.
		"SELECT COUNT(DISTINCT CASE WHEN client_city = 'Jackson' THEN beer_id ELSE 0 END) FROM all_purchases",
		"SELECT COUNT(DISTINCT CASE WHEN client_city = 'Jackson' THEN beer_id END) FROM all_purchases",
		"SELECT COUNT(DISTINCT beer_id || month) FROM all_purchases",
		"SELECT COUNT(DISTINCT x) FROM (SELECT upper(month) AS x FROM all_purchases)",
		"SELECT COUNT(*) FROM all_purchases p CROSS JOIN beers b",
		"SELECT COUNT(*) FROM all_purchases p, beers b JOIN breweries r ON r.id = b.brewery_id",
		// Tables of constants.
		"SELECT SUM(p.amount) FROM all_purchases p JOIN (SELECT 'Jackson' AS city) x ON x.city <> p.client_city",
		"SELECT x.city, SUM(amount) FROM all_purchases p LEFT JOIN (SELECT 'Jackson' AS city) x ON x.city = p.client_city GROUP BY x.city",
		"SELECT m.k, SUM(p.amount) FROM all_purchases p JOIN (SELECT DISTINCT city, city = 'Bend' AS k FROM breweries) m ON m.city = p.client_city GROUP BY m.k",
		"WITH m(k, city) AS (VALUES (1, 'Bend'), (2, 'Eureka')) SELECT m.k, SUM(p.amount) FROM all_purchases p JOIN m ON m.city = p.client_city GROUP BY m.k",
		"WITH my_profile AS (SELECT 'New York' AS state, 2015 AS y) SELECT SUM(amount) FROM all_purchases p JOIN all_clients c USING (client_key) JOIN my_profile m ON m.state = c.state AND m.y <> c.joined_year",
		"SELECT COUNT(*) FROM all_purchases p JOIN my_purchases m ON m.beer_id = p.beer_id",
		// Sums of what is no measure.
		"SELECT SUM(year) FROM all_purchases",
		"SELECT AVG(joined_year) FROM all_clients",
		"SELECT SUM(w) FROM (SELECT year * 0 + 1000 AS w FROM all_purchases)",
		"SELECT SUM(y) FROM (SELECT CASE WHEN client_city = 'Bend' THEN 9000 ELSE 1 END AS y FROM all_purchases)",
		"SELECT SUM(amount + 1000) FROM all_purchases",
		// Conditions inside expressions.
		"SELECT client_city = 'Bend', SUM(amount) FROM all_purchases GROUP BY 1",
		"SELECT CASE WHEN client_city = 'Bend' AND year = 2024 THEN 1 ELSE 2 END AS g, COUNT(*) FROM all_purchases GROUP BY g",
		"SELECT COUNT(*) FROM all_purchases WHERE client_state = 'Texas' OR (client_city = 'Bend' AND year = 2024)",
		"SELECT COUNT(*) FROM all_purchases WHERE NOT (client_city = 'Bend' AND year = 2024)",
		"SELECT COUNT(*) FROM all_purchases WHERE client_city <> 'Bend' OR year <> 2024",
		"SELECT COUNT(*) FROM all_purchases WHERE (client_city = 'Bend') + (year = 2024) < 2",
		"SELECT COUNT(*) FROM all_purchases WHERE client_city || year <> 'Bend2024'",
		"SELECT COUNT(*) FROM all_clients WHERE NOT (client_key IN (SELECT client_key FROM all_bookings WHERE kind = 'hotel' AND dest_state = 'Oregon'))",
		"SELECT COUNT(*) FILTER (WHERE client_key IN (SELECT client_key FROM all_bookings WHERE kind = 'hotel' AND dest_state = 'Oregon')) FROM all_clients",
		// What could fail for some rows.
		"SELECT COUNT(*) FROM all_clients WHERE joined_year * joined_year * joined_year * joined_year * joined_year > 1",
		"SELECT COUNT(*) FROM all_clients WHERE joined_year * 1e308 > 1",
		"SELECT COUNT(*) FROM all_clients WHERE state LIKE city",
		"SELECT COUNT(*) FROM all_clients WHERE city = printf('%.300c', 'a')",
		"WITH a AS (SELECT joined_year * 9000 AS x FROM all_clients), b AS (SELECT x * 9000 AS x FROM a) SELECT COUNT(*) FROM b WHERE x > 1",
	} {
		_, err := g.Query(t.Context(), me, sql)
		if refused(err) != safesql.CodeUnsupported {
			t.Errorf("%s: %v, want %s", sql, err, safesql.CodeUnsupported)
		}
	}
}

func TestManyFiguresAreSeveralQuestions(t *testing.T) {
	g := openGate(t, openSQLite(t, generate(7, 400, canary).writeSQLite(t, "")), safesql.Options{Time: patient.Time, Quota: safesql.DailyQuota(2)})
	_, err := g.Query(t.Context(), me, "SELECT beer_id, COUNT(*), SUM(amount), AVG(amount), COUNT(DISTINCT client_key) FROM all_purchases GROUP BY beer_id")
	if refused(err) != safesql.CodeQuota {
		t.Errorf("got %v, want %s", err, safesql.CodeQuota)
	}
}

// What two columns of clients choose together may be one client, though none
// of them does alone.
func TestAFewChosenByTwoColumnsMakeNoDifference(t *testing.T) {
	g := openSample(t, patient)
	res, err := g.Query(t.Context(), me, "SELECT client_state, client_segment, COUNT(*) FROM all_purchases GROUP BY 1, 2")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, row := range res.Rows {
		shown[fmt.Sprint(row[0], "/", row[1])] = true
	}
	compared := 0
	for _, p := range places[:7] {
		for _, segment := range segments {
			if shown[p.state+"/"+segment] || p.state == "California" || !shown["California/"+segment] {
				continue
			}
			compared++
			want := value(t, g, fmt.Sprintf("SELECT SUM(amount) FROM all_purchases WHERE client_segment = '%s' AND client_state = 'California'", segment))
			for _, sql := range []string{
				"SELECT SUM(amount) FROM all_purchases WHERE client_segment = '%[1]s' AND client_state IN ('California', '%[2]s')",
				"SELECT SUM(amount) FROM all_purchases WHERE client_segment = '%[1]s' AND (client_state = 'California' OR client_state LIKE '%[2]s')",
				"SELECT SUM(amount) FROM (SELECT * FROM all_purchases WHERE client_state IN ('California', '%[2]s')) WHERE client_segment = '%[1]s'",
				"SELECT SUM(CASE WHEN client_state IN ('California', '%[2]s') THEN amount END) FROM all_purchases WHERE client_segment = '%[1]s'",
			} {
				if got := value(t, g, fmt.Sprintf(sql, segment, p.state)); got != want {
					t.Errorf(sql+" is %[3]v, without %[2]s %[4]v", segment, p.state, got, want)
				}
			}
		}
	}
	if compared < 3 {
		t.Errorf("%d small groups compared, want 3 or more", compared)
	}
}
