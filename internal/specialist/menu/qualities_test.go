package menu

import (
	"strings"
	"testing"
)

func TestMost(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ by, of, want string }{
		{"light", "Maniçoba, Pato no tucupi", "Pato no tucupi"},
		{"heavy", "Galinhada de pequi, Maniçoba", "Maniçoba"},
		{"mild", "Acarajé da casa, Carpaccio de palmito fresco", "Carpaccio de palmito fresco"},
		{"heavy", "Pilsen da casa, Dubbel com castanha-do-pará", "Dubbel com castanha-do-pará"}, // of drinks the strongest
	} {
		var items []Item
		for name := range strings.SplitSeq(tt.of, ", ") {
			for _, it := range card.Items() {
				if it.Name == name {
					items = append(items, it)
				}
			}
		}
		var got []string
		for _, it := range card.most(items, tt.by) {
			got = append(got, it.Name)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("most %s of %s: %q, want %s", tt.by, tt.of, got, tt.want)
		}
	}
}
