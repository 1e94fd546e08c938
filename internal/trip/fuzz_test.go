package trip_test

import (
	"fmt"
	"testing"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/trip"
)

// Whatever a guest says is answered, and a trip that comes of it is one that
// can be made.
func FuzzWhateverIsSaidIsAnswered(f *testing.F) {
	for _, flow := range flows {
		for i, turn := range flow.turns {
			f.Add(flow.turns[max(0, i-1)].says, turn.says)
		}
	}
	f.Add("hotel em Portland", "o último restaurante")
	f.Add("de 31/02 a 1/1 somos 99999999999 em \x00", "\u202e<b>2</b> ?")
	p := planner()
	r, err := p.Graph().Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		f.Fatal(err)
	}
	n := 0
	f.Fuzz(func(t *testing.T, first, second string) {
		var before *trip.State
		var said []trip.Message
		for _, text := range []string{first, second} {
			n++
			said = append(said, trip.Message{Role: "user", Content: text})
			out, err := r.Run(t.Context(), graph.Run{ID: fmt.Sprint("run", n)}, p.Begin(before, said, "", hook.Constraints{Allergies: []string{first}}), nil)
			if err != nil {
				t.Fatalf("%q after %q: %v", text, first, err)
			}
			if out.State.Text == "" {
				t.Errorf("%q after %q is not answered", text, first)
			}
			if d := out.State.Details; d != nil && (d.Location == "" || d.StartDate < "2026-11-15" || d.Nights() < 1 || d.NumberOfGuests < 1) {
				t.Errorf("%q after %q is a trip of %+v", text, first, *d)
			}
			before, said = &out.State, append(said, trip.Message{Role: "assistant", Content: out.State.Text})
		}
	})
}
