package geocode

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/maitre-dev/maitre/ui"
)

// This looks inside, to spare the fuzzer the network.
func FuzzEveryCandidateIsSafeToShow(f *testing.F) {
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
		found := got.candidates(name)
		if len(found) > most {
			t.Fatalf("%d candidates, want at most %d", len(found), most)
		}
		for _, c := range found {
			for _, text := range []string{c.Area.Name, c.Area.Country, c.Region, c.Nation} {
				if text != ui.Clean(text) {
					t.Errorf("%q is not clean", text)
				}
			}
			if c.Area.Name == "" || !c.Area.Located() || c.Population < 0 {
				t.Errorf("%+v is nowhere", c)
			}
		}
	})
}
