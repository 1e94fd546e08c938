package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/scene"
)

// A message that the reader is unsure of, or that tells a taste and asks, is a wish for the food that it names.
func TestUnsureWish(t *testing.T) {
	for text, want := range map[string]bool{
		"I adore okra, do you cook any?":     true,
		"me indica 2 petiscos":               true,
		"eu amo bacalhau":                    false,
		"I love Lisbon":                      false,
		"quais cervejarias tem em Salvador?": false,
	} {
		o := own{Scene: &scene.Scene{Message: text}, Turn: Turn{Message: text}}
		r := asked{text: text, at: o.Scene}.hear(&o)
		if got := does(r.Reading, "find_dishes"); got != want {
			t.Errorf("%q is a wish: %v, as %v", text, got, actsOf(r.Acts))
		}
	}
}
