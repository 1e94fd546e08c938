package gazetteer_test

import (
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
)

func TestACountryOrAStateHasTownsAndATownHasNone(t *testing.T) {
	for _, tt := range []struct{ name, town string }{
		{"Brasil", "Rio de Janeiro"},
		{"Ceará", "Fortaleza"},
		{"Nordeste", "Salvador"},
		{"Sul do Brasil", "Gramado"},
		{"Argentina", "Buenos Aires"},
		{"USA", "Nova York"},
		{"Portugal", "Lisboa"},
		{"Fortaleza", ""},
		{"São Paulo", ""},
		{"Rio de Janeiro", ""},
		{"Monaco", ""},
	} {
		all := gazetteer.Find(tt.name)
		if len(all) != 1 {
			t.Errorf("%s is %v", tt.name, all)
			continue
		}
		towns := all[0].Towns()
		is := func(p gazetteer.Place) bool { return p.Name == tt.town }
		if i := slices.IndexFunc(towns[:min(3, len(towns))], is); (i >= 0) != (tt.town != "") || tt.town == "" && len(towns) > 0 {
			t.Errorf("the towns of %s begin with %v, want %q among them", tt.name, towns[:min(3, len(towns))], tt.town)
		}
	}
}
