package concierge

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/guard"
)

func TestAFigureFollowsFromOthersByAStep(t *testing.T) {
	facts := guard.Facts{Texts: []string{"Dá R$ 252,00 em quatro pratos.", "costela R$ 92,00, hambúrguer R$ 49,00, mandioca R$ 29,00"}, Fresh: []string{`{"people":3}`}}
	for _, tt := range []struct {
		name, answer, figure string
		want                 bool
	}{
		{"a sum", "A costela e a mandioca dão R$ 121,00.", "121,00", true},
		{"a difference", "São R$ 43,00 a mais.", "43,00", true},
		{"a share", "Cada um paga R$ 84,00.", "84,00", true},
		{"with service", "Com serviço, R$ 277,20.", "277,20", true},
		{"of what the answer said before", "O total é R$ 121,00, R$ 60,50 para cada.", "60,50", true},
		{"out of thin air", "Hoje tudo sai por R$ 7,77.", "7,77", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at := strings.Index(tt.answer, tt.figure)
			x := guard.Violation{From: at, To: at + len(tt.figure), Kind: guard.Figure}
			if got := follows(tt.answer, x, facts); got != tt.want {
				t.Errorf("follows(%q in %q) = %v", tt.figure, tt.answer, got)
			}
		})
	}
	x := guard.Violation{From: 0, To: 5, Kind: guard.Figure, Fix: "98,00"}
	if follows("89,00 custa", x, facts) {
		t.Error("the price of a dish is known, and put right")
	}
	for name, want := range map[string]bool{"Ouro Preto": true, "Chapada dos Veadeiros": true, "Bistrô Sol Nascente": false} {
		if got := follows(name, guard.Violation{To: len(name), Kind: guard.Name}, facts); got != want {
			t.Errorf("%s is known to all: %v", name, got)
		}
	}
}
