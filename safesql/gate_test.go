package safesql_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/pgtest"
	"github.com/maitre-dev/maitre/safesql"
)

func TestMain(m *testing.M) {
	pgtest.Main(m, os.Getenv("CI") == "true")
}

var secret = []byte("a secret of the tests, always the same")

func openGate(t testing.TB, v safesql.Vault, o safesql.Options) *safesql.Gate {
	t.Helper()
	o.Vault, o.Secret = v, secret
	g, err := safesql.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func openSQLite(t testing.TB, path string) *safesql.SQLiteVault {
	t.Helper()
	v, err := safesql.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

// openSample opens a gate over a small dataset.
func openSample(t testing.TB, o safesql.Options) *safesql.Gate {
	t.Helper()
	return openGate(t, openSQLite(t, generate(7, 120, canary).writeSQLite(t, "")), o)
}

func TestAClientReadsItsOwnRows(t *testing.T) {
	g := openSample(t, patient)
	for _, client := range []string{"C001", "C002", "C001"} {
		res, err := g.Query(t.Context(), client, "SELECT client_id FROM my_profile")
		if err != nil {
			t.Fatal(err)
		}
		want := &safesql.Result{Columns: []string{"client_id"}, Rows: [][]any{{client}}, Path: "room"}
		if diff := cmp.Diff(want, res); diff != "" {
			t.Errorf("%s (-want +got):\n%s", client, diff)
		}
	}
	res, err := g.Query(t.Context(), "nobody", "SELECT client_id FROM my_profile")
	if err != nil || len(res.Rows) != 0 {
		t.Errorf("a client who does not exist reads %v, %v", res, err)
	}
}

func TestRefusalsHaveCodes(t *testing.T) {
	g := openSample(t, patient)
	for _, tt := range []struct{ sql, want string }{
		{"SELECT * FROM clients", safesql.CodeOtherClient},
		{"SELECT COUNT(*) FROM all_clients WHERE email LIKE 'a%'", safesql.CodeOtherClient},
		{"SELECT COUNT(*) FROM all_clients c WHERE c.postal_code = '1'", safesql.CodeOtherClient},
		{"SELECT * FROM all_purchases", safesql.CodeRawPopulation},
		{"SELECT MAX(amount) FROM all_purchases", safesql.CodeRawPopulation},
		{"SELECT client_key, COUNT(*) FROM all_purchases GROUP BY client_key", safesql.CodeRawPopulation},
		{"SELECT COUNT(*) FROM all_purchases WHERE amount > 100", safesql.CodeRawPopulation},
		{"UPDATE my_profile SET city = 'x'", safesql.CodeWrite},
		{"WITH x AS (SELECT 1) DELETE FROM my_profile", safesql.CodeWrite},
		{"SELECT 1; SELECT 2", safesql.CodeManyStatement},
		{"SELEC 1", safesql.CodeSyntax},
		{"SELECT FROM WHERE", safesql.CodeSyntax},
		{"", safesql.CodeSyntax},
		{"SELECT * FROM nowhere", safesql.CodeNoTable},
		{"SELECT nowhat FROM my_profile", safesql.CodeNoColumn},
		{"SELECT SUM(nowhat) FROM all_purchases", safesql.CodeNoColumn},
		{"SELECT * FROM sqlite_master", safesql.CodeForbidden},
		{"SELECT load_extension('x')", safesql.CodeForbidden},
		{"SELECT x'00'", safesql.CodeForbidden},
		{"SELECT ?", safesql.CodeForbidden},
		{"SELECT _ck FROM all_purchases", safesql.CodeForbidden},
		{"SELECT COUNT(*) FROM main.all_purchases", safesql.CodeForbidden},
		{"SELECT * FROM my_profile NATURAL JOIN breweries", safesql.CodeUnsupported},
		{"SELECT COUNT(*) FROM all_clients a JOIN all_bookings b ON a.state = b.client_state", safesql.CodeUnsupported},
		{"SELECT SUM(CASE WHEN year = 2025 THEN 2 ELSE 0 END) FROM all_purchases", safesql.CodeUnsupported},
		{"SELECT '" + strings.Repeat("x", 10000) + "'", safesql.CodeLimit},
		{"SELECT printf('%.20000c', 'x')", safesql.CodeLimit},
	} {
		_, err := g.Query(t.Context(), me, tt.sql)
		if got := refused(err); got != tt.want {
			t.Errorf("%.80s: %v, want %s", tt.sql, err, tt.want)
		}
	}
}

func TestOfItsOwnAStatementReadsNoStatistics(t *testing.T) {
	g := openSample(t, patient)
	of := map[string]int{}
	for i, sql := range slices.Concat(corpus(honestText), []string{
		"SELECT (SELECT SUM(amount) FROM my_purchases), (SELECT COUNT(*) FROM all_clients)",
		"WITH x AS (SELECT COUNT(*) AS n FROM All_Clients) SELECT n FROM x",
		"SELECT name FROM beers WHERE id IN (SELECT beer_id FROM \"all_purchases\" GROUP BY beer_id)",
		"SELECT 1 WHERE EXISTS (SELECT 1 FROM all_bookings)",
		"SELECT 1 UNION ALL SELECT COUNT(*) FROM all_bookings",
	}) {
		if i%everyNth != 0 {
			continue
		}
		want, err := g.Query(t.Context(), me, sql)
		got, refusal := g.QueryOwn(t.Context(), me, sql)
		switch {
		case err == nil && want.Path == "population":
			if of["population"]++; got != nil || refused(refusal) != safesql.CodePopulation {
				t.Errorf("%s\n%v, %v; want %s", sql, got, refusal, safesql.CodePopulation)
			}
		case err == nil:
			of["room"]++
			if diff := cmp.Diff(want, got); diff != "" || refusal != nil {
				t.Errorf("%s: %v (-want +got):\n%s", sql, refusal, diff)
			}
		case refusal == nil:
			t.Errorf("%s: is answered, and by Query refused: %v", sql, err)
		}
	}
	if of["room"] < 3 || of["population"] < 3 {
		t.Errorf("too few were asked: %v", of)
	}
}

// value asks for one figure.
func value(t testing.TB, g *safesql.Gate, sql string) any {
	t.Helper()
	res, err := g.Query(t.Context(), me, sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	if len(res.Rows) != 1 {
		t.Fatalf("%s returns %v", sql, res.Rows)
	}
	return res.Rows[0][len(res.Rows[0])-1]
}

func TestNoneAndTooFewLookTheSame(t *testing.T) {
	g := openSample(t, patient)
	for _, sql := range []string{
		"SELECT COUNT(*) FROM all_clients WHERE state = '%s'",
		"SELECT SUM(amount), AVG(rating), COUNT(DISTINCT beer_id) FROM all_purchases WHERE client_state = '%s'",
		"SELECT client_city, COUNT(*) FROM all_purchases WHERE client_state = '%s' GROUP BY client_city",
		"SELECT 1 WHERE EXISTS (SELECT 1 FROM all_clients WHERE state = '%s')",
		"SELECT DISTINCT segment FROM all_clients WHERE state = '%s'",
		"SELECT SUM(CASE WHEN client_state = '%s' THEN amount ELSE 0 END) FROM all_purchases",
	} {
		few, none := outcome(t, g, fmt.Sprintf(sql, "Wyoming")), outcome(t, g, fmt.Sprintf(sql, "Utopia1"))
		if strings.ReplaceAll(none, "Utopia1", "Wyoming") != few {
			t.Errorf("%s\nfew:  %s\nnone: %s", sql, few, none)
		}
	}
}

func TestWhatAFewClientsMakeTheDifferenceOfMakesNone(t *testing.T) {
	g := openSample(t, patient)
	for few, all := range map[string]string{
		"SELECT SUM(amount) FROM all_purchases WHERE client_city <> 'Jackson'":                                                                                          "SELECT SUM(amount) FROM all_purchases",
		"SELECT SUM(amount) FROM all_purchases WHERE client_city <> 'Jackson' AND client_city <> 'Jackson'":                                                             "SELECT SUM(amount) FROM all_purchases",
		"SELECT SUM(amount) FROM all_purchases WHERE NOT (client_city = 'Jackson' OR year = 1999)":                                                                      "SELECT SUM(amount) FROM all_purchases",
		"SELECT SUM(amount) FROM all_purchases WHERE client_city NOT IN ('Jackson')":                                                                                    "SELECT SUM(amount) FROM all_purchases",
		"SELECT SUM(amount) FROM (SELECT * FROM all_purchases WHERE client_city <> 'Jackson')":                                                                          "SELECT SUM(amount) FROM all_purchases",
		"WITH p AS (SELECT * FROM all_purchases WHERE client_city <> 'Jackson') SELECT SUM(amount) FROM p":                                                              "SELECT SUM(amount) FROM all_purchases",
		"SELECT SUM(CASE WHEN client_city <> 'Jackson' THEN amount END) FROM all_purchases":                                                                             "SELECT SUM(amount) FROM all_purchases",
		"SELECT SUM(amount) FILTER (WHERE client_city <> 'Jackson' AND year > 2000) FROM all_purchases":                                                                 "SELECT SUM(amount) FROM all_purchases",
		"SELECT AVG(client_city <> 'Jackson') FROM all_purchases":                                                                                                       "SELECT AVG(client_city <> 'Utopia') FROM all_purchases",
		"SELECT SUM(p.amount) FROM all_purchases p JOIN all_clients c ON c.client_key = p.client_key WHERE c.city <> 'Jackson'":                                         "SELECT SUM(amount) FROM all_purchases",
		"SELECT COUNT(*) FROM all_clients WHERE client_key NOT IN (SELECT client_key FROM all_purchases WHERE client_city = 'Jackson')":                                 "SELECT COUNT(*) FROM all_clients",
		"SELECT SUM(amount) FROM all_purchases WHERE client_city IN ('San Diego', 'Jackson')":                                                                           "SELECT SUM(amount) FROM all_purchases WHERE client_city = 'San Diego'",
		"SELECT SUM(amount) FROM all_purchases WHERE client_city = 'San Diego' OR client_city LIKE 'Jack%'":                                                             "SELECT SUM(amount) FROM all_purchases WHERE client_city = 'San Diego'",
		"SELECT SUM(amount) FROM all_purchases WHERE client_key IN (SELECT client_key FROM all_clients WHERE segment = 'bar' AND city <> 'Jackson')":                    "SELECT SUM(amount) FROM all_purchases WHERE client_key IN (SELECT client_key FROM all_clients WHERE segment = 'bar')",
		"SELECT SUM(p.amount) FROM all_purchases p WHERE EXISTS (SELECT 1 FROM all_clients c WHERE c.client_key = p.client_key AND segment = 'bar' AND city <> 'Bend')": "SELECT SUM(p.amount) FROM all_purchases p WHERE EXISTS (SELECT 1 FROM all_clients c WHERE c.client_key = p.client_key AND segment = 'bar')",
		// The caller's own row is a filter like any other.
		"SELECT SUM(amount) FROM all_purchases p JOIN all_clients c USING (client_key) JOIN my_profile m ON m.city = c.city AND m.joined_year <> c.joined_year": "SELECT SUM(amount) FROM all_purchases WHERE client_city = 'San Diego'",
		// A few of New York joined in that year: the filters, not the columns, choose a few.
		"SELECT SUM(amount) FROM all_purchases p JOIN all_clients c USING (client_key) WHERE c.state = 'New York' AND c.joined_year <> 2015":                                                                 "SELECT SUM(amount) FROM all_purchases WHERE client_state = 'New York'",
		"SELECT SUM(amount) FROM all_purchases p JOIN all_clients c USING (client_key) JOIN all_clients d USING (client_key) WHERE c.state = 'New York' AND c.joined_year <> 2015 AND d.joined_year <> 2015": "SELECT SUM(amount) FROM all_purchases WHERE client_state = 'New York'",
		"SELECT SUM(CASE WHEN c.joined_year <> 2015 THEN amount END) FROM all_purchases p JOIN all_clients c USING (client_key) WHERE c.state = 'New York'":                                                  "SELECT SUM(amount) FROM all_purchases WHERE client_state = 'New York'",
	} {
		if got, want := value(t, g, few), value(t, g, all); got != want || got == nil {
			t.Errorf("%s is %v, without it %v", few, got, want)
		}
	}
}

func TestAskingInOtherWordsDoesNotChangeTheNoise(t *testing.T) {
	g := openSample(t, patient)
	want := value(t, g, "SELECT SUM(amount) FROM all_purchases WHERE year = 2025")
	for _, sql := range []string{
		"SELECT SUM(x.amount) FROM all_purchases x WHERE x.year = 2025",
		"SELECT SUM(amount) FROM all_purchases WHERE year = 2025 AND channel <> 'pigeon'",
		"SELECT SUM(amount * 1.0) FROM all_purchases WHERE month LIKE '2025-%'",
		"SELECT SUM(CASE WHEN year = 2025 THEN amount ELSE 0 END) FROM all_purchases",
		"SELECT year, SUM(amount) FROM all_purchases GROUP BY year HAVING year = 2025",
		"SELECT SUM(p.amount) FROM all_purchases p JOIN beers b ON b.id = p.beer_id WHERE p.year = 2025",
		"WITH p AS (SELECT * FROM all_purchases WHERE year = 2025) SELECT SUM(amount) FROM p",
		"SELECT SUM(amount) FROM all_purchases WHERE year = '2025' -- as text",
	} {
		if got := value(t, g, sql); got != want {
			t.Errorf("%s is %v, want %v", sql, got, want)
		}
	}
	other := openGate(t, openSQLite(t, generate(7, 120, canary).writeSQLite(t, "")), patient)
	if got := value(t, other, "SELECT SUM(amount) FROM all_purchases WHERE year = 2025"); got != want {
		t.Errorf("after a restart it is %v, want %v", got, want)
	}
}

func TestPopulationQuestionsAreRationed(t *testing.T) {
	g := openSample(t, safesql.Options{Time: patient.Time, Quota: safesql.DailyQuota(2)})
	ask := func(client, sql string) string {
		_, err := g.Query(t.Context(), client, sql)
		return refused(err)
	}
	for _, tt := range []struct{ client, sql, want string }{
		{me, "SELECT COUNT(*) FROM all_clients", ""},
		{me, "SELECT COUNT(*) FROM all_bookings", ""},
		{me, "SELECT COUNT(*) FROM all_purchases", safesql.CodeQuota},
		{me, "SELECT COUNT(*) FROM all_clients", ""}, // the same again
		{me, "SELECT COUNT(*) FROM my_purchases", ""},
		{"C002", "SELECT COUNT(*) FROM all_purchases", ""},
	} {
		if got := ask(tt.client, tt.sql); got != tt.want {
			t.Errorf("%s asks %s: %q, want %q", tt.client, tt.sql, got, tt.want)
		}
	}
}

func TestTheQuotaStartsAnewEachDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quota := safesql.DailyQuota(1)
		ask := func(question string) bool {
			ok, err := quota(t.Context(), me, question)
			return ok && err == nil
		}
		if !ask("a") || ask("b") {
			t.Error("want one question on the first day")
		}
		time.Sleep(24 * time.Hour)
		if !ask("b") || ask("a") {
			t.Error("want one question on the second day")
		}
	})
}

func TestEveryStatementIsAudited(t *testing.T) {
	var mu sync.Mutex
	var got []safesql.Audit
	g := openSample(t, safesql.Options{Time: patient.Time, Audit: func(_ context.Context, a safesql.Audit) {
		mu.Lock()
		defer mu.Unlock()
		a.MS = 0
		got = append(got, a)
	}})
	for _, sql := range []string{
		"SELECT 1 AS x",
		"SELECT COUNT(*) FROM all_clients",
		"SELECT * FROM clients WHERE email = 'ana@example.com'",
	} {
		_, _ = g.Query(t.Context(), me, sql)
	}
	want := []safesql.Audit{
		{Client: me, Text: "SELECT 1 AS x", Verdict: "ok", Path: "room", Rows: 1},
		{Client: me, Text: "SELECT COUNT(*) FROM all_clients", Verdict: "ok", Path: "population", Rows: 1},
		{Client: me, Text: "SELECT * FROM clients WHERE email = '[EMAIL]'", Verdict: "refused", Code: safesql.CodeOtherClient},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("audit (-want +got):\n%s", diff)
	}
}

func TestLongResultsAreCut(t *testing.T) {
	g := openSample(t, patient)
	res, err := g.Query(t.Context(), me, "SELECT a.id FROM beers a, beers b")
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Rows) != 200 || !res.Truncated {
		t.Errorf("%d rows, truncated %t; want 200, true", len(res.Rows), res.Truncated)
	}
}

func TestARoomThatRanOutOfMemoryIsReplaced(t *testing.T) {
	g := openSample(t, patient)
	_, err := g.Query(t.Context(), me, "WITH RECURSIVE c(x, y) AS (SELECT 1, printf('%1000s', 'a') UNION ALL SELECT x + 1, y FROM c) SELECT COUNT(DISTINCT y || x) FROM c")
	if refused(err) != safesql.CodeLimit {
		t.Fatalf("got %v, want %s", err, safesql.CodeLimit)
	}
	if got := value(t, g, "SELECT client_id FROM my_profile"); got != me {
		t.Errorf("the next statement returns %v", got)
	}
}

func TestTimeAndCancellationEndAStatement(t *testing.T) {
	g := openSample(t, impatient)
	const bomb = "SELECT COUNT(*) FROM beers a, beers b, beers c, beers d, beers e"
	start := time.Now()
	if _, err := g.Query(t.Context(), me, bomb); refused(err) != safesql.CodeLimit {
		t.Errorf("got %v, want %s", err, safesql.CodeLimit)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Query(ctx, me, bomb); refused(err) != safesql.CodeLimit {
		t.Errorf("cancelled: got %v, want %s", err, safesql.CodeLimit)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
}

// failing is a vault that fails, and says what it should not.
type failing struct {
	safesql.Vault
	fail bool
}

func (f *failing) Query(ctx context.Context, sql string, args []any) ([][]any, error) {
	if f.fail {
		return nil, errors.New("row 7: " + canary)
	}
	return f.Vault.Query(ctx, sql, args)
}

func TestErrorsOfTheVaultStayInside(t *testing.T) {
	v := &failing{Vault: openSQLite(t, generate(7, 20, canary).writeSQLite(t, ""))}
	g := openGate(t, v, patient)
	v.fail = true
	for _, sql := range []string{"SELECT COUNT(*) FROM all_clients", "SELECT * FROM my_profile"} {
		_, err := g.Query(t.Context(), me, sql)
		if refused(err) != safesql.CodeUnavailable || strings.Contains(err.Error(), canary) {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

func TestTheVaultItselfReadsNothingElse(t *testing.T) {
	v := openSQLite(t, generate(7, 20, canary).writeSQLite(t, ""))
	openGate(t, v, patient)
	for _, sql := range []string{"SELECT phone FROM clients", "SELECT * FROM clients", "SELECT sql FROM sqlite_master", "DELETE FROM clients", "PRAGMA table_info(clients)"} {
		if rows, err := v.Query(t.Context(), sql, nil); err == nil {
			t.Errorf("%s returns %v", sql, rows)
		}
	}
}

func TestManyAskAtOnce(t *testing.T) {
	g := openSample(t, patient)
	var wg sync.WaitGroup
	for i := range 8 {
		client := fmt.Sprintf("C%03d", i%4+1)
		wg.Go(func() {
			for range 5 {
				if got := value(t, g, "SELECT COUNT(*) FROM all_clients"); got == nil {
					t.Error("no answer")
				}
				res, err := g.Query(t.Context(), client, "SELECT client_id FROM my_profile")
				if err != nil || len(res.Rows) != 1 || res.Rows[0][0] != client {
					t.Errorf("%s reads %v, %v", client, res, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestTheSampleOfTheOperatorIsOnlyRead(t *testing.T) {
	path := generate(7, 20, canary).writeSQLite(t, "")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g := openGate(t, openSQLite(t, path), patient)
	for _, sql := range corpus(honestText)[:60] {
		_, _ = g.Query(t.Context(), me, sql)
	}
	after, err := os.ReadFile(path)
	if err != nil || string(after) != string(before) {
		t.Errorf("the file changed: %v", err)
	}
}
