package cli

import (
	"bytes"
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
)

// The tables of an operator: other names, ids that are numbers, a table that is called as
// one of ours and is another, an address in JSON. The policy for them, and what it may
// say of breweries besides.
var (
	//go:embed testdata/own/tables.sql
	ownTables string
	//go:embed testdata/own/policy.toml
	ownPolicy string
	//go:embed testdata/own/breweries.toml
	ownBreweries string
)

// ownDatabases makes the tables in each database that an operator may have.
func ownDatabases(t *testing.T) map[string]string {
	t.Helper()
	lite, pg := filepath.Join(t.TempDir(), "own.db"), pgtest.Start(t)
	execSQLite(t, lite, ownTables)
	execPostgres(t, pg, ownTables)
	return map[string]string{"sqlite": lite, "postgres": pg}
}

// writeFile writes a file for a test, and returns its path.
func writeFile(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCustomersOfAnotherSchemaAreKnownByThePolicy(t *testing.T) {
	whole, without := writeFile(t, "whole.toml", ownPolicy+ownBreweries), writeFile(t, "without.toml", ownPolicy)
	for name, customers := range ownDatabases(t) {
		t.Run(name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "maitre.db")
			for _, tt := range []struct {
				name, policy, want string
				args               []string
			}{
				{"by id", whole, `"client_id":"1","client_name":"Bar da Ana","client_location_city_state":"Curitiba, PR","postal_code":"80010-000","top3_brewery_types":["brewpub","micro"],"top5_beers_recently":["Nó","Perigo"],"top3_breweries_recently":["Rio Manso","Serra Alta"]`, []string{"customer", "1", "--json"}},
				{"by postal code and name", whole, `"client_id":"2"`, []string{"customer", "--postal-code", "80010000", "--name", "bar do ze", "--json"}},
				{"without breweries there are beers", without, `"top5_beers_recently":["Nó","Perigo"],"top3_breweries_recently":[]`, []string{"customer", "1", "--json"}},
				{"a guest is told of in the house's currency", whole, "R$ 500,00", []string{"ask", "--as", "1", "quanto gastei em março de 2026?"}},
				{"the doctor tells what is not there", without, "the policy has no relation breweries: which breweries are new to a guest cannot be told", []string{"doctor"}},
			} {
				if got := must(t, "", append(tt.args, "--db", db, "--customers", customers, "--policy", tt.policy)...); !strings.Contains(got, tt.want) {
					t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
				}
			}
		})
	}
}

func TestCustomersThatDoNotFitAreToldBeforeAGuestAsks(t *testing.T) {
	months := writeFile(t, "months.toml", strings.ReplaceAll(ownPolicy, `column = "mes"`, `column = "quando"`))
	for name, customers := range ownDatabases(t) {
		t.Run(name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "maitre.db")
			for _, tt := range []struct {
				name, want string
				args       []string
			}{
				{"no policy", "does --policy fit its tables?", []string{"ask", "oi"}},
				{"months that are days", "my_purchases.month is", []string{"doctor", "--policy", months}},
			} {
				var out bytes.Buffer
				if code := Run(System{Args: append(tt.args, "--db", db, "--customers", customers), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}); code != exitFailed || !strings.Contains(out.String(), tt.want) {
					t.Errorf("%s: exit code %d: %s\nwant %s", tt.name, code, &out, tt.want)
				}
			}
		})
	}
}

func TestThatThereAreNoBreweriesIsLoggedOnce(t *testing.T) {
	policy := writeFile(t, "policy.toml", ownPolicy)
	customers, db := ownDatabases(t)["sqlite"], filepath.Join(t.TempDir(), "maitre.db")
	var errs bytes.Buffer
	args := []string{"ask", "--as", "1", "quanto gastei em 2026?", "--db", db, "--customers", customers, "--policy", policy}
	if code := Run(System{Args: args, Stdin: strings.NewReader(""), Stdout: &bytes.Buffer{}, Stderr: &errs}); code != exitOK || strings.Count(errs.String(), "could not be read") != 1 {
		t.Errorf("exit code %d: %s", code, &errs)
	}
}
