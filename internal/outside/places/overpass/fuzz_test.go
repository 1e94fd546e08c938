package overpass

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/ui"
)

// This looks inside, to spare the fuzzer the network.
func FuzzEveryPlaceIsSafeToShow(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds: ", err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	type props struct {
		Lodging    places.Listing `json:"lodging"`
		Restaurant places.Listing `json:"restaurant"`
	}
	card := ui.Define("card", 1, func(p props) string { return p.Lodging.Name })
	f.Fuzz(func(t *testing.T, body []byte) {
		var got answer
		if json.Unmarshal(body, &got) != nil {
			return
		}
		found := got.choose(places.Area{Lat: -27.6, Lon: -48.5})
		if len(found) > most {
			t.Fatalf("%d places, want at most %d", len(found), most)
		}
		for _, e := range found {
			p := props{e.listing(places.Lodging), e.listing(places.Restaurant)}
			if p.Lodging.Name == "" || p.Lodging.Name != ui.Clean(p.Lodging.Name) || p.Restaurant.Hours != ui.Clean(p.Restaurant.Hours) {
				t.Errorf("%s is not clean: %q, %q", p.Lodging.ID, p.Lodging.Name, p.Restaurant.Hours)
			}
			if _, err := card.New("x", p); err != nil {
				t.Errorf("no card can be made of %+v: %v", p, err)
			}
		}
	})
}
