package brewery_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
)

func TestColumnsAreKnownByWhatPeopleCallThem(t *testing.T) {
	for _, tt := range []struct {
		name      string
		row, want map[string]string
	}{
		{"in Portuguese", map[string]string{"nome": "Serra Alta", "cidade": "Curitiba", "uf": "PR", "país": "Brasil", "site": "x.example"}, map[string]string{"name": "Serra Alta", "city": "Curitiba", "state_province": "PR", "country": "Brasil", "website_url": "x.example"}},
		{"a list with UF is from Brazil", map[string]string{"nome": "Serra Alta", "uf": "PR"}, map[string]string{"name": "Serra Alta", "state_province": "PR", "country": "Brazil"}},
		{"in Spanish", map[string]string{"nombre": "Sur", "ciudad": "Rosario", "código postal": "2000", "teléfono": "1"}, map[string]string{"name": "Sur", "city": "Rosario", "postal_code": "2000", "phone": "1"}},
		{"a column under its own name goes first", map[string]string{"state": "OR", "state_province": "Oregon", "estado": "Óregon"}, map[string]string{"state_province": "Oregon"}},
		{"what nobody knows is left out", map[string]string{"cor": "azul"}, map[string]string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, brewery.Columns(tt.row)); diff != "" {
				t.Errorf("columns (-want +got):\n%s", diff)
			}
		})
	}
}
