package cli

import (
	"slices"
	"testing"
)

// What memory keeps as a fact of somebody's health binds what is recommended.
func TestHealthThatIsRememberedBindsAtTheTable(t *testing.T) {
	for line, want := range map[string]string{"is pregnant": "pregnant", "saúde: grávida": "grávida", "está grávida": "grávida", "sou diabético": "diabético"} {
		known, err := knownOf(t.Context(), []string{line}, "uma bebida")
		if err != nil || !slices.Contains(known.Constraints.Diets, want) {
			t.Errorf("%q: diets %q, want %q (%v)", line, known.Constraints.Diets, want, err)
		}
	}
}
