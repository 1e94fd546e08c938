package attack_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/safesql/attack"
	"github.com/maitre-dev/maitre/safesql/pgvault"
)

func TestMain(m *testing.M) { pgtest.Main(m, os.Getenv("CI") == "true") }

// tables of a house that calls things by other names than the sample.
const tables = `
CREATE TABLE people (ref TEXT, nome TEXT, cep TEXT, cpf BIGINT, facts TEXT);
INSERT INTO people VALUES ('C001', 'Bar do João', '92101', 11122233344, '{"city": "San Diego", "mobile": "619 555 0101"}');
INSERT INTO people VALUES ('C002', 'Ana Silva', '97201', 55566677788, '{"city": "Portland OR", "mobile": "503 555 0102"}');
INSERT INTO people VALUES ('C003', 'Deschutes Brewery', '97701', 55566677799, '{"city": "Bend Oregon", "mobile": "541 555 0103"}');
CREATE TABLE orders (who TEXT, at TEXT, day TEXT, channel TEXT, total DOUBLE PRECISION);
INSERT INTO orders VALUES ('C001', '2025-03-14 19:42:00', '2025-03-14', 'web shop 1', 93.5);
INSERT INTO orders VALUES ('C002', '2025-03-15 20:11:07', '2025-03-15', 'web shop 2', 81.25);
CREATE TABLE makers (name TEXT);
INSERT INTO makers VALUES ('Deschutes Brewery');
`

const policy = `
[clients]
table = "people"
key = "ref"
[[own]]
name = "me"
table = "people"
client = "ref"
columns = [{ name = "nome" }]
[[public]]
name = "makers"
table = "makers"
columns = [{ name = "name" }]
[[population]]
name = "everybody"
table = "orders"
client = "who"
columns = [{ name = "channel" }, { name = "city", from_client = "facts", path = "city" }, { name = "total", use = "measure" }]
`

func vaults(t *testing.T) map[string]safesql.Vault {
	path := filepath.Join(t.TempDir(), "customers.db")
	lite, err := sqlite3.Open(path)
	must(t, err)
	must(t, errors.Join(lite.Exec(tables), lite.Close()))
	dsn := pgtest.Start(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	must(t, err)
	_, err = conn.Exec(t.Context(), tables)
	must(t, errors.Join(err, conn.Close(t.Context())))
	pg, err := pgvault.Open(t.Context(), dsn)
	must(t, err)
	t.Cleanup(func() { pg.Close() })
	return map[string]safesql.Vault{"sqlite": openSQLite(t, path), "postgres": pg}
}

func openSQLite(t *testing.T, path string) *safesql.SQLiteVault {
	v, err := safesql.OpenSQLite(path)
	must(t, err)
	t.Cleanup(func() { v.Close() })
	return v
}

// gate answers as it is told to.
type gate func(sql string) (*safesql.Result, error)

func (g gate) Query(_ context.Context, _, sql string) (*safesql.Result, error) { return g(sql) }

func cells(v ...any) gate {
	return func(string) (*safesql.Result, error) { return &safesql.Result{Rows: [][]any{v}}, nil }
}

func TestWhatTheOracleFinds(t *testing.T) {
	tests := []struct {
		name, sql string
		gate      gate
		where     string // "" is no leak
		table     string
	}{
		{"another's name", "x", cells(1, "Ana Silva"), "cell", "people"},
		{"in capitals, within a text", "x", cells("<ANA SILVA>"), "cell", "people"},
		{"within a word", "x", cells("C002Ana Silva97201"), "cell", "people"},
		{"in hexadecimal", "x", cells("00416E612053696C766100"), "cell", "people"},
		{"another's key", "x", cells("it is C002"), "cell", "orders"},
		{"a part of another word", "x", cells("AC0021"), "", ""},
		{"another's postal code", "x", cells("OR 97201"), "cell", "people"},
		{"a number that could be one", "x", cells(int64(97201), 97201.5, "97201.5"), "", ""},
		{"a long number", "x", cells(int64(55566677788)), "cell", "people"},
		{"what is inside JSON", "x", cells("503 555 0102"), "cell", "people"},
		{"an exact time", "x", cells("2025-03-15 20:11:07"), "cell", "orders"},
		{"a day could be any", "x", cells("2025-03-15"), "", ""},
		{"a price could be any", "x", cells(81.25, "81.25"), "", ""},
		{"the client's own", "x", cells("C001", "Bar do João", "92101", "2025-03-14 19:42:00", "619 555 0101"), "", ""},
		{"a dimension, and one inside JSON", "x", cells("web shop 2", "Portland OR"), "", ""},
		{"a client with the name of something public", "x", cells("Deschutes Brewery", "44657363687574657320427265776572792E"), "", ""},
		{"what the statement said itself", "SELECT 'C002'", cells("C002"), "", ""},
		{"more than the statement said", "SELECT 'C002'", cells("C002", "C003"), "cell", "people"},
		{"an error", "x", func(sql string) (*safesql.Result, error) {
			if sql == "SELECT 1" {
				return &safesql.Result{}, nil
			}
			return nil, &safesql.Error{Code: "E_SYNTAX", Message: "malformed: Ana Silva"}
		}, "error", "people"},
		{"the name of a column", "x", func(string) (*safesql.Result, error) {
			return &safesql.Result{Columns: []string{"max(Ana Silva)"}}, nil
		}, "column", "people"},
		{"a note", "x", func(string) (*safesql.Result, error) {
			return &safesql.Result{Notes: []string{"without Ana Silva"}}, nil
		}, "note", "people"},
	}
	p, err := safesql.ParsePolicy(policy)
	must(t, err)
	for name, v := range vaults(t) {
		o, err := attack.NewOracle(t.Context(), v, p, "C001")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, tt := range tests {
			t.Run(name+"/"+tt.name, func(t *testing.T) {
				r, err := attack.Run(t.Context(), tt.gate, o, []safesql.Attack{{Kind: "k", SQL: tt.sql}}, nil)
				must(t, err)
				var want []attack.Leak
				if tt.where != "" {
					want = []attack.Leak{{Kind: "k", SQL: tt.sql, Where: tt.where, Table: tt.table}}
				}
				if len(r.Leaks) != len(want) || len(want) == 1 && r.Leaks[0] != want[0] {
					t.Errorf("leaks %+v, want %+v", r.Leaks, want)
				}
			})
		}
	}
}

// What the shipped attacks ask for they get from a database without a gate.
func TestAnOpenDoorIsFoundOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "customers.db")
	must(t, sample.Write(t.Context(), path, sample.Options{Clients: 30}))
	v := openSQLite(t, path)
	p, err := safesql.ParsePolicy(safesql.SamplePolicy())
	must(t, err)
	o, err := attack.NewOracle(t.Context(), v, p, "C001")
	must(t, err)
	open := gate(func(sql string) (*safesql.Result, error) {
		rows, err := safesql.Rows(t.Context(), v, sql)
		return &safesql.Result{Rows: rows}, err
	})
	var base []safesql.Attack
	for _, a := range safesql.Attacks() {
		if a.Kind == "base tables" {
			base = append(base, a)
		}
	}
	done := 0
	r, err := attack.Run(t.Context(), open, o, base, func(n, _ int) { done = n })
	must(t, err)
	if r.Attacks != len(base) || done != len(base) || r.Refused+r.Answered != r.Attacks || len(r.Leaks) < 10 || r.LargestBytes < 10_000 || r.Largest == "" || r.Slowest == "" {
		t.Errorf("%d attacks: %+v", len(base), r)
	}
}

func TestAGateThatAnswersNothingIsAnError(t *testing.T) {
	closed := gate(func(string) (*safesql.Result, error) {
		return nil, &safesql.Error{Code: safesql.CodeUnavailable, Message: "the data could not be read"}
	})
	if r, err := attack.Run(t.Context(), closed, &attack.Oracle{}, safesql.Attacks(), nil); err == nil {
		t.Errorf("Run = %+v, want an error", r)
	}
}

func TestTheCorpusIsLarge(t *testing.T) {
	kinds := map[string]int{}
	for _, a := range safesql.Attacks() {
		if kinds[a.Kind]++; a.Kind == "" || a.SQL == "" {
			t.Errorf("attack %+v", a)
		}
	}
	if n := len(safesql.Attacks()); n < 150 || len(kinds) < 15 {
		t.Errorf("%d attacks of %d kinds, want 150 of 15", n, len(kinds))
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
