package geocode

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/maitre-dev/maitre/ui"
)

// This looks inside, to spare the fuzzer the network.
func FuzzAPlaceIsSafeToShow(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds: ", err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, "Portland")
	}
	f.Fuzz(func(t *testing.T, body []byte, name string) {
		var got answer
		if json.Unmarshal(body, &got) != nil {
			return
		}
		if a := got.likeliest(name); a != nil && (a.Name != ui.Clean(a.Name) || a.Name == "" || a.Country != ui.Clean(a.Country) || !a.Located()) {
			t.Errorf("%+v is nowhere, or not clean", a)
		}
	})
}
