package beer

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

func TestATownWithoutTheKindTellsWhatItHas(t *testing.T) {
	w := phrases{texts.In(lang.English)}
	for _, tt := range []struct {
		facts findFacts
		want  string
	}{
		{findFacts{Place: "Reno, Nevada", Wider: "Nevada"}, "I found none in Reno, Nevada; these are from Nevada."},
		{findFacts{Place: "Reno, Nevada", Wider: "Nevada", InTown: 2}, "In Reno, Nevada I found only 2; the others are from Nevada."},
		{findFacts{Place: "Reno, Nevada", Wider: "Nevada", Type: "nano", Others: map[string]int{"micro": 1, "large": 3}}, "In Reno, Nevada I found no nanobrewery, only: large brewery (3) and microbrewery (1); these are from Nevada."},
	} {
		if got := w.wider(tt.facts); got != tt.want {
			t.Errorf("wider = %q, want %q", got, tt.want)
		}
	}
}
