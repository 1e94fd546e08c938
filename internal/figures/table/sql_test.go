package table_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/figures/table"
)

func TestRowsAreReadInSQL(t *testing.T) {
	tb, err := table.Read(t.Context(), strings.NewReader("dia;loja;valor\n10/01/2025;Centro;R$ 1.234,50\n11/02/2025;Praia;R$ 10,00\n12/02/2025;Centro;\n"), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	columns, rows, err := tb.Query(t.Context(), `SELECT loja, COUNT(*) AS n, SUM(valor) AS v, MAX(dia) AS d FROM data GROUP BY loja ORDER BY loja`, 10)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]any{{"Centro", int64(2), 1234.5, "2025-02-12"}, {"Praia", int64(1), 10.0, "2025-02-11"}}
	if diff := cmp.Diff(want, rows); diff != "" || strings.Join(columns, " ") != "loja n v d" {
		t.Errorf("%v (-want +got):\n%s", columns, diff)
	}
	_, ids, err := tb.Query(t.Context(), `SELECT rowid FROM data WHERE loja = 'Centro'`, 10)
	if err != nil || len(ids) != 2 {
		t.Fatal(ids, err)
	}
	if part := tb.Part([]int{0, 2}); part.Kept != 2 || part.Row(1)[0] != "2025-02-12" {
		t.Errorf("the part has %d rows, the second %v", part.Kept, part.Row(1))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	for _, sql := range []string{
		"DROP TABLE data", "ATTACH 'other.db' AS o", "PRAGMA database_list", "SELECT * FROM pragma_database_list", "SELECT name FROM sqlite_master",
		"SELECT 1; SELECT 2", "SELECT load_extension('x')", "SELECT length(zeroblob(9999999))", "CREATE TABLE t(x)", "VACUUM INTO 'copy.db'",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT MAX(i) FROM n",
	} {
		if _, rows, err := tb.Query(ctx, sql, 10); err == nil {
			t.Errorf("%s returned %v", sql, rows)
		}
	}
	if _, rows, err := tb.Query(t.Context(), "WITH c AS (SELECT loja, SUM(valor) OVER (ORDER BY dia) AS s FROM data) SELECT ROUND(MAX(s), 2) FROM c", 10); err != nil || rows[0][0] != 1244.5 {
		t.Errorf("a running total is %v, %v", rows, err)
	}
}

func TestObjectsAreATable(t *testing.T) {
	text := "{\"item\":\"café\",\"preço\":1.234}\n{\"preço\":20,\"extra\":{\"a\":1}}\n{\n" // a key that comes late is a column
	tb, err := table.Read(t.Context(), strings.NewReader(text), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"café", "1.234", ""}, {"", "20", `{"a":1}`}}, [][]string{tb.Row(0), tb.Row(1)}); diff != "" || tb.Broken != 1 {
		t.Errorf("%d broken (-want +got):\n%s", tb.Broken, diff)
	}
}

func TestRowsOfADatabaseAreATable(t *testing.T) {
	tb, err := table.OfRows([]string{"n", "n", "quando"}, [][]any{{int64(7), 1.234, "2025-03-14"}, {nil, 1000.5, nil}})
	if err != nil {
		t.Fatal(err)
	}
	columns, rows := all(tb)
	if diff := cmp.Diff([]string{"n number", "n (2) number", "quando date"}, columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"7", "1.234", "2025-03-14"}, {"", "1000.5", ""}}, rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}
