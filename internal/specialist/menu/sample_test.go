package menu

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
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

// What is shipped of the sample finds the same as reading it does.
func TestTheSampleCardIsReadBeforehand(t *testing.T) {
	_, docs := sampleDocs()
	read := retrieve.New("menu", nil, embed.Local())
	if _, err := read.Put(t.Context(), docs, nil); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("data/sample.img", read.Image(docs), 0o644); err != nil {
			t.Fatal(err)
		}
		return // it is embedded with the next build
	}
	opened, ok := retrieve.Open("menu", embed.Local(), docs, sampleImage)
	if !ok {
		t.Fatal("data/sample.img is of another card or ontology: go test ./internal/specialist/menu -update")
	}
	for _, wish := range []string{"quero massa", "um peixe sem coentro", "cerveja escura", "zebra"} {
		s := retrieve.Search{Text: wish, K: 50}
		want, err := read.Search(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := opened.Search(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		near := cmpopts.EquateApprox(0, 1e-6) // a vector is scaled to length 1 once more
		if diff := cmp.Diff(want.Hits, got.Hits, near); diff != "" {
			t.Errorf("%q (-read +shipped):\n%s", wish, diff)
		}
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

// Who does not read Portuguese reads of every dish what it is, and what is in it.
func TestTheSampleSpeaksOtherLanguages(t *testing.T) {
	for _, it := range Sample() {
		for _, l := range []lang.Language{lang.English, lang.Spanish} {
			if it.about(l) == it.Description {
				t.Errorf("%s has no description in %s", it.ID, l)
			}
			for _, name := range it.Ingredients {
				if _, ok := sampleIn()[name]; !ok {
					t.Errorf("%s is not in abroad.txt", name)
				}
			}
		}
	}
}
