//go:build !race

package safesql_test

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/internal/sample"
	"github.com/maitre-dev/maitre/safesql"
)

//go:embed testdata/figures.txt
var figuresText string

const secrets = 2

// A figure that is not within a tenth of the truth misleads. Small groups have
// much noise, whatever the secret, so no single one may decide.
func TestFiguresAreNearTheTruth(t *testing.T) {
	path := filepath.Join(t.TempDir(), "customers.db")
	if err := sample.Write(t.Context(), path, sample.Options{}); err != nil {
		t.Fatal(err)
	}
	plain, err := sqlite3.OpenFlags("file:"+path, sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if err := plain.Exec(strings.ReplaceAll(truth, "CREATE VIEW", "CREATE TEMP VIEW")); err != nil {
		t.Fatal(err)
	}
	want := map[string][][]any{}
	for _, sql := range corpus(figuresText) {
		want[sql] = unguarded(t, plain, sql)
	}
	asked, good, figures, near := 0, 0, 0, 0
	misses := map[string]int{}
	for i := range secrets {
		v := openSQLite(t, path)
		g, err := safesql.Open(t.Context(), safesql.Options{Vault: v, Secret: fmt.Appendf(nil, "the secret with number %d", i), Time: patient.Time})
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		for _, sql := range corpus(figuresText) {
			res, err := g.Query(t.Context(), me, sql)
			if err != nil {
				t.Errorf("%s: %v", sql, err)
				continue
			}
			n, ok := compareFigures(res, want[sql])
			asked, figures, near = asked+1, figures+n, near+ok
			if ok == n {
				good++
			} else {
				misses[sql]++
			}
		}
	}
	for sql, n := range misses {
		t.Logf("%d of %d secrets: not all near: %s", n, secrets, sql)
	}
	t.Logf("%d of %d answers have all figures within 10 %%; %d of %d figures do", good, asked, near, figures)
	if float64(good) < 0.85*float64(asked) || float64(near) < 0.95*float64(figures) {
		t.Errorf("%d of %d answers, %d of %d figures within 10 %%; want 85 %% and 95 %%", good, asked, near, figures)
	}
}
