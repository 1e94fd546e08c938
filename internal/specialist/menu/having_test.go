package menu

import (
	"strings"
	"testing"
)

func TestHaving(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		ask  string
		word bool
		want string
	}{
		{"maniva", true, "Maniçoba"}, // by its word: all that has manioc has it by the ontology
		{"okra", false, "Frango com quiabo e angu"},
		{"peanut", false, "Acarajé da casa, Paçoca cremosa com banana"},
		{"jiló", false, ""},
	} {
		var got []string
		for _, it := range card.having(tt.ask, tt.word) {
			got = append(got, it.Name)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("having %s: %q, want %s", tt.ask, got, tt.want)
		}
	}
}
