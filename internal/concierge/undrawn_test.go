package concierge

import "testing"

func TestAListIsNotSaidBesideItsChart(t *testing.T) {
	const chart = "I drew the chart: Units by town. The highest is Ames, with 9."
	for _, tt := range []struct{ name, text, want string }{
		{"the list that is drawn", "Table x.\nUnits by town, from the highest down:\n- Ames: 9\n- Elko: 2\n… and 1 more.\n(a note)", "Table x.\n(a note)"},
		{"another list", "Price by town:\n- Ames: 3\n- Elko: 2", "Price by town:\n- Ames: 3\n- Elko: 2"},
		{"one figure", "Units: 11.", "Units: 11."},
		{"what the chart says itself", chart, chart},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := undrawn(tt.text, chart); got != tt.want {
				t.Errorf("undrawn(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}
