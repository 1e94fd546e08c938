package customer_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3/driver"

	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m, os.Getenv("CI") == "true") }

// What the sample lacks: names that are alike, other countries, other ids.
const neighbours = `
INSERT INTO clients VALUES ('X1', 'Bar da Lua', 'x@example.com', '555-0100', '01310-100', 'São Paulo', 'SP', 'bar', 2020);
INSERT INTO clients VALUES ('X2', 'Bar da Luz', 'x@example.com', '555-0100', '01310-100', 'São Paulo', 'SP', 'bar', 2020);
INSERT INTO clients VALUES ('X3', 'Twin Peaks', 'x@example.com', '555-0100', '98065-1234', 'Snoqualmie', 'WA', 'bar', 2020);
INSERT INTO clients VALUES ('X4', 'Twin Peaks', 'x@example.com', '555-0100', '98065-1234', 'Snoqualmie', 'WA', 'bar', 2020);
INSERT INTO clients VALUES ('X5', 'Twin Peaks Diner', 'x@example.com', '555-0100', '98065-1234', '', 'WA', 'bar', 2020);
INSERT INTO clients VALUES ('CLT-LNU555', 'Ödön Pub', 'x@example.com', '555-0100', 'sw1a 1aa', 'London', '', 'bar', 2020);
`

type database struct {
	db *sql.DB
}

func (d database) Query(ctx context.Context, query string, args ...any) (all [][]any, err error) {
	rows, err := d.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	for rows.Next() && err == nil {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		err = rows.Scan(into...)
		all = append(all, row)
	}
	return all, errors.Join(err, rows.Err())
}

type postgres struct{ conn *pgx.Conn }

func (p postgres) Query(ctx context.Context, query string, args ...any) ([][]any, error) {
	rows, _ := p.conn.Query(ctx, query, args...)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
}

func openSQLite(t testing.TB) customer.DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "customers.db")
	if err := sample.Write(t.Context(), path, sample.Options{Clients: 20}); err != nil {
		t.Fatal(err)
	}
	db, err := driver.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.ExecContext(t.Context(), neighbours); err != nil {
		t.Fatal(err)
	}
	return database{db}
}

func openPostgres(t testing.TB) customer.DB {
	t.Helper()
	dsn := pgtest.Start(t)
	if err := sample.WritePostgres(t.Context(), dsn, sample.Options{Clients: 20}); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), neighbours); err != nil {
		t.Fatal(err)
	}
	return postgres{conn}
}

// onBoth runs a test on each database that an operator may have.
func onBoth(t *testing.T, do func(*testing.T, customer.DB)) {
	t.Run("sqlite", func(t *testing.T) { do(t, openSQLite(t)) })
	t.Run("postgres", func(t *testing.T) { do(t, openPostgres(t)) })
}

var (
	joao     = customer.Caller{ClientID: "C001"}
	operator = customer.Caller{Operator: true}
)

func TestTheProfileHasTheFieldsOfTheDocument(t *testing.T) {
	const want = `{"client_id":"C001","client_name":"Bar do João","client_location_city_state":"San Diego, CA","postal_code":"92101",` +
		`"top3_brewery_types":["micro","brewpub","regional"],` +
		`"top5_beers_recently":["Arrogant Bastard Ale","Tide Line Pale Ale","Half Moon Pilsner","Low Bridge Porter","Postcard Brown Ale"],` +
		`"top3_breweries_recently":["Stone Brewing","Pure Project","North Park Beer Company"],` +
		`"brewery_history":["Stone Brewing","Pure Project","North Park Beer Company","Thorn Brewing Company","Hillcrest Brewing Company",` +
		`"Societe Brewing Company","Ballast Point Brewing Company","Fall Brewing Company","AleSmith Brewing Company"],` +
		`"search_metadata":{"status":"found","method":"client_id","tried":["client_id"]}}`
	onBoth(t, func(t *testing.T, db customer.DB) {
		p, err := customer.Find(t.Context(), db, joao, customer.Lookup{ClientID: "C001"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(p)
		if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
			t.Errorf("profile, %v (-want +got):\n%s", err, diff)
		}
	})
}

func TestTheOperatorFindsAnyone(t *testing.T) {
	type L = customer.Lookup
	tests := []struct {
		what string
		who  L
		want string // id, method and kind of match, or the reason
	}{
		{"by id", L{ClientID: "C002"}, "C002 client_id"},
		{"an id without its hyphen", L{ClientID: "clt lnu555"}, "CLT-LNU555 client_id"},
		{"an id that nobody has: by code and name", L{ClientID: "C999", PostalCode: "92101", Name: "Bar do João"}, "C001 postal_code+client_name exact"},
		{"an id that nobody has", L{ClientID: "C999"}, "no_match"},
		{"an id is no SQL", L{ClientID: "' OR 1=1 --"}, "no_match"},
		{"an id that no database can hold", L{ClientID: "C\x00\xff!"}, "no_match"},
		{"an id that never ends", L{ClientID: strings.Repeat("C", 1<<20)}, "incomplete_lookup"},
		{"spaces", L{PostalCode: " 92101 ", Name: "  bar   dojoão "}, "C001 postal_code+client_name exact"},
		{"part of a name", L{PostalCode: "92101", Name: "joão"}, "C001 postal_code+client_name partial"},
		{"ZIP+4 of a ZIP", L{PostalCode: "92101-4321", Name: "Bar do João"}, "C001 postal_code+client_name exact"},
		{"ZIP of a ZIP+4", L{PostalCode: "98065", Name: "diner"}, "X5 postal_code+client_name partial"},
		{"a code without its hyphen", L{PostalCode: "01310100", Name: "Bar da Lua"}, "X1 postal_code+client_name exact"},
		{"the first digits of a code that is no ZIP", L{PostalCode: "01310", Name: "Bar da Lua"}, "no_match"},
		{"a code with letters", L{PostalCode: "SW1A1AA", Name: "odon pub"}, "CLT-LNU555 postal_code+client_name exact"},
		{"another name", L{PostalCode: "92101", Name: "Bar do Pedro"}, "no_match"},
		{"a word that means nothing", L{PostalCode: "92101", Name: "do"}, "no_match"},
		{"a name alone", L{Name: "Bar do João"}, "incomplete_lookup"},
		{"nothing", L{}, "incomplete_lookup"},
	}
	onBoth(t, func(t *testing.T, db customer.DB) {
		for _, tt := range tests {
			if got := find(t, db, operator, tt.who); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.what, got, tt.want)
			}
		}
	})
}

func TestAGuestFindsOnlyThemselves(t *testing.T) {
	type L = customer.Lookup
	for _, tt := range []struct {
		what string
		as   customer.Caller
		who  L
		want string
	}{
		{"their id", joao, L{ClientID: "c001"}, "C001 client_id"},
		{"nobody in particular", joao, L{}, "C001 session"},
		{"spaces", joao, L{ClientID: " "}, "C001 session"},
		{"another's id", joao, L{ClientID: "C002"}, "only_your_own_profile"},
		{"an id that nobody has", joao, L{ClientID: "C999"}, "only_your_own_profile"},
		{"another's code and name", joao, L{PostalCode: "01310-100", Name: "Bar da Lua"}, "only_your_own_profile"},
		{"another's id, their own name", joao, L{ClientID: "X1", PostalCode: "92101", Name: "Bar do João"}, "only_your_own_profile"},
		{"nobody is signed in", customer.Caller{}, L{ClientID: "C001"}, "not_signed_in"},
		{"signed in as nobody we know", customer.Caller{ClientID: "C999"}, L{}, "no_match"},
		{"a session is exact", customer.Caller{ClientID: "c001"}, L{ClientID: "C001"}, "no_match"},
		{"the operator may be a guest too", customer.Caller{ClientID: "C001", Operator: true}, L{}, "C001 session"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			db := &watched{DB: openSQLite(t)}
			if got := find(t, db, tt.as, tt.who); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if i := slices.IndexFunc(db.args, func(a any) bool { return a != tt.as.ClientID }); i >= 0 {
				t.Errorf("rows of %q were asked for", db.args[i])
			}
		})
	}
}

func TestNoListIsNull(t *testing.T) {
	for _, id := range []string{"X5", "C999"} { // who bought nothing, and nobody
		p, err := customer.Find(t.Context(), openSQLite(t), operator, customer.Lookup{ClientID: id})
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(p)
		if err != nil || strings.Contains(string(b), "null") || !strings.Contains(string(b), `"brewery_history":[]`) {
			t.Errorf("%s: %s, %v", id, b, err)
		}
	}
}

// Whatever a guest, or a model for them, asks for.
func FuzzAGuestFindsNobodyElse(f *testing.F) {
	f.Add("C001", "92101", "Bar do João")
	f.Add("C002", "02118", "Aiko Yilmaz")
	f.Add("' OR '1'='1", "%", "\x00\xff")
	db := openSQLite(f)
	f.Fuzz(func(t *testing.T, id, code, name string) {
		w := &watched{DB: db}
		p, err := customer.Find(t.Context(), w, joao, customer.Lookup{ClientID: id, PostalCode: code, Name: name})
		if err != nil || p.ClientID != "" && p.ClientID != "C001" || slices.ContainsFunc(w.args, func(a any) bool { return a != "C001" }) {
			t.Errorf("Find = %+v, %v, having asked for %q", p, err, w.args)
		}
	})
}

// watched notes which rows are asked for.
type watched struct {
	customer.DB
	args []any
}

func (w *watched) Query(ctx context.Context, query string, args ...any) ([][]any, error) {
	w.args = append(w.args, args...)
	return w.DB.Query(ctx, query, args...)
}

// find says in a word who was found and how, or why not.
func find(t *testing.T, db customer.DB, as customer.Caller, who customer.Lookup) string {
	t.Helper()
	p, err := customer.Find(t.Context(), db, as, who)
	s := p.SearchMetadata
	switch {
	case err != nil:
		t.Errorf("Find(%.100q) = %v", who, err)
		return "error"
	case (s.Status == customer.Found) != (p.ClientID != ""):
		t.Errorf("Find(%.100q) = %+v", who, p)
	case p.ClientID == "":
		return s.Reason
	}
	return strings.Join(strings.Fields(p.ClientID+" "+s.Method+" "+s.Match), " ")
}
