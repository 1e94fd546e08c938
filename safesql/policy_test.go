package safesql_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/safesql"
)

func TestAWrongPolicyIsRefused(t *testing.T) {
	sample := safesql.SamplePolicy()
	for name, tt := range map[string]struct{ old, new, want string }{
		"a mistyped key":                    {`use = "measure"`, `usee = "measure"`, "unknown"},
		"an unknown use":                    {`use = "measure"`, `use = "measures"`, "use is dimension, measure or key"},
		"an unknown type":                   {`type = "real"`, `type = "float"`, "type is text, integer or real"},
		"a name of the gateway's own":       {`name = "channel"`, `name = "_ck"`, "cannot be the name of a column"},
		"two relations of one name":         {`name = "all_clients"`, `name = "all_bookings"`, "there are two"},
		"rows that belong to nobody":        {"table = \"bookings\"\nclient = \"client_id\"", `table = "bookings"`, "no client"},
		"fewer labels than bands":           {`["low", "mid", "high"]`, `["low", "high"]`, "one label more than edges"},
		"a range that is empty":             {`min = 1, max = 5`, `min = 5, max = 1`, "min is not below max"},
		"a range of a dimension":            {"{ name = \"channel\" },\n  { name = \"client_state\"", "{ name = \"channel\", min = 1 },\n  { name = \"client_state\"", "only a measure has min and max"},
		"no table of clients":               {`key = "client_id"`, ``, "needs table and key"},
		"a public relation with a client's": {`{ name = "style" }`, `{ name = "style", from_client = "email" }`, "nothing from a client"},
	} {
		_, err := safesql.ParsePolicy(strings.Replace(sample, tt.old, tt.new, 1))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	if _, err := safesql.ParsePolicy(sample); err != nil {
		t.Errorf("the sample's: %v", err)
	}
}

// other is a schema that is not the sample's: numbers as keys, particulars in
// JSON.
const (
	otherTables = `CREATE TABLE members (no INTEGER PRIMARY KEY, data JSON);
CREATE TABLE visits (member INTEGER, at TEXT, info JSON);`

	otherPolicy = `
[clients]
table = "members"
key = "no"
[[own]]
name = "my_visits"
table = "visits"
client = "member"
columns = [{ name = "at" }, { name = "guests", type = "integer", column = "info", path = "party.size" }]
[[population]]
name = "all_visits"
table = "visits"
client = "member"
columns = [
  { name = "client_key", use = "key" },
  { name = "year", year_of = "at" },
  { name = "town", from_client = "data", path = "address.town" },
  { name = "guests", use = "measure", type = "integer", column = "info", path = "party.size" },
]`
)

func otherRows() []string {
	var out []string
	for i := range 60 {
		town := []string{"Olinda", "Recife"}[i%2]
		n := string(rune('0'+i/10)) + string(rune('0'+i%10))
		out = append(out, `INSERT INTO members VALUES (1`+n+`, '{"name": "canary", "address": {"town": "`+town+`"}}')`)
		for range 5 {
			out = append(out, `INSERT INTO visits VALUES (1`+n+`, '2025-06-01', '{"party": {"size": 4}}')`)
		}
	}
	return out
}

func TestAnotherSchemaIsMappedByItsPolicy(t *testing.T) {
	policy, err := safesql.ParsePolicy(otherPolicy)
	must(t, err)
	check := func(t *testing.T, v safesql.Vault) {
		g := openGate(t, v, safesql.Options{Policy: policy})
		res, err := g.Query(t.Context(), "107", "SELECT SUM(guests), COUNT(*) FROM my_visits WHERE at LIKE '2025%'")
		must(t, err)
		if diff := cmp.Diff([][]any{{int64(20), int64(5)}}, res.Rows); diff != "" {
			t.Errorf("own rows (-want +got):\n%s", diff)
		}
		res, err = g.Query(t.Context(), "107", "SELECT town, guests * 1.0 / visits, year FROM all_visits_by_year_town")
		must(t, err)
		if len(res.Rows) != 2 || res.Rows[0][0] != "Olinda" || res.Rows[0][2] != int64(2025) {
			t.Errorf("population is %v", res.Rows)
		}
		if avg, _ := res.Rows[0][1].(float64); avg < 2 || avg > 8 {
			t.Errorf("guests of a visit = %v, want about 4", avg)
		}
		for sql, want := range map[string]string{
			"SELECT * FROM all_visits":          "such as all_visits_total",
			"SELECT * FROM all_visits_by_towns": "nearest is all_visits_",
			"SELECT * FROM all_visits_town":     "nearest is all_visits_by_town",
			"SELECT * FROM all_total":           "there are my_visits, and those that all_tables lists",
		} {
			if _, err := g.Query(t.Context(), "107", sql); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", sql, err, want)
			}
		}
		dates, err := safesql.ParsePolicy(strings.Replace(otherPolicy, `"year", year_of = "at"`, `"month", column = "at"`, 1))
		must(t, err)
		if _, err := safesql.Open(t.Context(), safesql.Options{Vault: v, Policy: dates, Secret: make([]byte, 16)}); err == nil || !strings.Contains(err.Error(), "column month: its values are no months") {
			t.Errorf("dates for months: %v", err)
		}
	}
	script := otherTables + strings.Join(otherRows(), ";")
	t.Run("sqlite", func(t *testing.T) { check(t, openSQLite(t, writeSQLite(t, script))) })
	t.Run("postgres", func(t *testing.T) { check(t, openPostgres(t, script)) })
}
