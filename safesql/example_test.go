package safesql_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/safesql"
)

func Example() {
	ctx := context.Background()
	path, clean := operatorsDatabase()
	defer clean()

	vault, err := safesql.OpenSQLite(path)
	if err != nil {
		panic(err)
	}
	defer vault.Close()
	policy, err := safesql.ParsePolicy(`
[clients]
table = "guests"
key = "id"
[[own]]
name = "my_orders"
table = "orders"
client = "guest"
columns = [{ name = "dish" }, { name = "price", type = "real" }]
[[population]]
name = "all_orders"
table = "orders"
client = "guest"
columns = [{ name = "client_key", use = "key" }, { name = "dish" }, { name = "price", use = "measure", type = "real" }]`)
	if err != nil {
		panic(err)
	}
	gate, err := safesql.Open(ctx, safesql.Options{Vault: vault, Policy: policy, Secret: []byte("sixteen bytes, or more")})
	if err != nil {
		panic(err)
	}
	defer gate.Close()

	for _, sql := range []string{
		"SELECT dish, price FROM my_orders",
		"SELECT dish, orders > 0 AS popular FROM all_orders_by_dish",
		"SELECT * FROM orders",
	} {
		result, err := gate.Query(ctx, "g1", sql)
		var refused *safesql.Error
		if errors.As(err, &refused) {
			fmt.Println(refused.Code)
			continue
		}
		fmt.Println(result.Path, result.Rows)
	}
	// Output:
	// room [[feijoada 40]]
	// population [[feijoada 1] [other 1]]
	// E_OTHER_CLIENT
}

// operatorsDatabase has 60 guests who had feijoada or moqueca, and one who had
// oysters: so few are told together with others.
func operatorsDatabase() (path string, clean func()) {
	dir, err := os.MkdirTemp("", "safesql")
	if err != nil {
		panic(err)
	}
	path = filepath.Join(dir, "customers.db")
	c, err := sqlite3.Open(path)
	if err != nil {
		panic(err)
	}
	defer c.Close()
	if err := c.Exec(`CREATE TABLE guests (id TEXT PRIMARY KEY); CREATE TABLE orders (guest TEXT, dish TEXT, price REAL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 61) INSERT INTO guests SELECT 'g' || i FROM n;
INSERT INTO orders SELECT id, CASE WHEN id = 'g61' THEN 'oysters' WHEN length(id) = 2 OR id > 'g3' THEN 'feijoada' ELSE 'moqueca' END, 40 FROM guests`); err != nil {
		panic(err)
	}
	return path, func() { os.RemoveAll(dir) }
}
