package menu

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// The card that is shipped is the one that people edit.
func TestTheSampleCardIsWhatIsWritten(t *testing.T) {
	f, err := os.Open("data/sample.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	items, problems, err := Read(f, "sample.jsonl", Options{Source: ui.Sample})
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	raw, err := json.MarshalIndent(items, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "data/sample.read.json", string(raw)+"\n")
	if diff := cmp.Diff(items, Sample()); diff != "" && !*update {
		t.Errorf("what is shipped differs (-written +shipped):\n%s", diff)
	}
}

func TestTheSampleCardIsWhole(t *testing.T) {
	card := Sample()
	courses, unknown := map[string]int{}, 0
	for _, it := range card {
		courses[it.Course]++
		if it.Unknown {
			unknown++
		}
		if n := len(strings.Fields(it.Description)); n < 10 || n > 25 {
			t.Errorf("%s is described in %d words", it.Name, n)
		}
		if it.Price == nil || it.Price.Currency != "BRL" || it.Price.Amount < 500 || it.Price.Amount > 15000 {
			t.Errorf("%s costs %v", it.Name, it.Price)
		}
		if it.Source != ui.Sample {
			t.Errorf("%s is from %q", it.Name, it.Source)
		}
	}
	if len(card) != 90 || courses["beer"] != 12 || unknown != 3 {
		t.Errorf("%d items, %d beers, %d unknown; want 90, 12 and 3", len(card), courses["beer"], unknown)
	}
	for _, course := range Courses {
		if courses[course] < 3 {
			t.Errorf("%d items are of the course %s", courses[course], course)
		}
	}
}

// Where the card states the allergens, inference would have found them, and
// what else it finds is no dish's ruin.
func TestInferenceAgreesWithTheSampleCard(t *testing.T) {
	extra := 0
	for _, it := range Sample() {
		if len(it.Inferred) > 0 && len(it.Allergens) > 0 {
			extra += len(it.Inferred)
			t.Logf("%s: %v, and inferred %v", it.Name, it.Allergens, it.Inferred)
		}
		stated := it.Allergens
		it.Allergens = nil
		for _, a := range stated {
			if !slices.Contains(infer(it), a) {
				t.Errorf("%s: %s is stated and not inferred", it.Name, a)
			}
		}
	}
	if extra > 10 {
		t.Errorf("%d allergens are inferred beside those stated", extra)
	}
}

func TestWhatIsTaggedVeganHasNothingOfAnimals(t *testing.T) {
	for _, it := range Sample() {
		if !slices.Contains(it.Tags, "vegano") {
			continue
		}
		for _, a := range allergens {
			if a.ofAnimal && it.Contains(a.name) {
				t.Errorf("%s is vegan and has %s", it.Name, AllergenName(a.name, lang.English))
			}
		}
	}
}
