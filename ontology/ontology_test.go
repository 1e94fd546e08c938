package ontology_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/ontology"
)

var update = flag.Bool("update", false, "give new concepts a place in data/ids.txt, and write data.img anew")

func Example() {
	o := ontology.Default()
	for _, m := range o.Read("macaxeira frita sem queijo") {
		fmt.Println(o.Name(m.Concept), m.Negated)
	}
	// Output:
	// mandioca_frita false
	// queijo true
}

// A concept's id is its place in every vector, so a place once given is kept.
func TestEveryConceptHasItsPlace(t *testing.T) {
	o := must.Get(ontology.Load(os.DirFS("data")))(t)
	old, err := os.ReadFile("data/ids.txt")
	if err != nil && !*update {
		t.Fatal(err)
	}
	var all strings.Builder
	all.WriteString("# The concepts in the order of their ids. It only grows: go test ./ontology -update\n")
	for id := range o.Len() {
		all.WriteString(o.Name(id) + "\n")
	}
	if all.String() == string(old) {
		return
	}
	if !*update {
		t.Fatal("there are concepts that have no place in data/ids.txt; go test ./ontology -update gives them one")
	}
	must.Do(t, os.WriteFile("data/ids.txt", []byte(all.String()), 0o644))
}

// What is shipped is compiled: it must be what can be read here.
func TestWhatIsShippedIsWhatIsWritten(t *testing.T) {
	image := must.Get(ontology.Compile(os.DirFS("data")))(t)
	if string(image) == *ontology.Shipped {
		return
	}
	if !*update {
		t.Fatal("data.img is not what data/*.txt says; go test ./ontology -update writes it anew")
	}
	must.Do(t, os.WriteFile("data.img", image, 0o644))
	*ontology.Shipped = string(image) // for the tests that follow
}

func TestMistakesAreTheirFileAndLine(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"queijo < laticinio", "a.txt:1: want name < broader"},
		{"queijo < laticinio : queijo", `a.txt:1: queijo: there is no concept "laticinio"`},
		{"# all well\nqueijo : queijo, ...", `a.txt:2: queijo: the form "..." has no word in it`},
		{"Queijo : queijo", `a.txt:1: "Queijo" is no name`},
		{"queijo prato : queijo", `a.txt:1: "prato" stands between`},
		{"queijo < queijo : queijo", "a.txt:1: queijo is linked to itself"},
		{": queijo", "a.txt:1: a line begins with a name"},
	} {
		_, err := ontology.Load(fstest.MapFS{"a.txt": {Data: []byte(tt.text)}})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestAConceptOnSeveralLinesAddsUp(t *testing.T) {
	o, err := ontology.Load(fstest.MapFS{
		"ids.txt": {Data: []byte("salada\nleve\n")},
		"a.txt":   {Data: []byte("leve : leve\nsalada : salada")},
		"b.txt":   {Data: []byte("salada + leve : folhas")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if id, _ := o.ID("salada"); id != 0 {
		t.Errorf("salada is %d, want its place in ids.txt", id)
	}
	want := []ontology.Weight{{Concept: 0, Weight: 1.3}, {Concept: 1, Weight: 0.325}}
	if diff := cmp.Diff(want, o.Query("folhas")); diff != "" {
		t.Error(diff)
	}
}

// reads says what a text names: a concept, or with a minus one that it rules
// out.
func reads(text string) string {
	o := ontology.Default()
	var all []string
	for _, m := range o.Read(text) {
		name := o.Name(m.Concept)
		if m.Negated {
			name = "-" + name
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}

func TestSpellingsOfAThingAreOneConcept(t *testing.T) {
	for _, forms := range [][]string{
		{"mandioca", "macaxeira", "aipim", "Mandiocas", "AIPIM", "cassava", "yuca"},
		{"camarão", "camaroes", "Camarões", "shrimps", "shrimp"},
		{"vegetariano", "vegetarianas", "vegetarian"},
		{"apimentada", "picante", "apimentados", "spicy"},
	} {
		for _, f := range forms[1:] {
			if got, want := reads(f), reads(forms[0]); got != want || got == "" {
				t.Errorf("%s is %q, %s is %q", f, got, forms[0], want)
			}
		}
	}
}

func TestWhatIsNotWantedIsRuledOut(t *testing.T) {
	o := ontology.Default()
	for _, tt := range []struct{ text, ruled, wanted string }{
		{"macarrão sem queijo", "queijo", "massa"},
		{"um vinho que não seja tinto", "vinho_tinto", ""},
		{"prato sem nada de origem animal", "carne ovo", ""},
		{"sem glúten e lactose", "gluten laticinio", ""},
		{"sem carne, mas com queijo", "carne", "queijo"},
		{"peixe não, frango sim", "peixe", "frango"},
		{"nada frito, mas com carne", "frito", "carne"},
		{"não gosto de coco nem de queijo", "coco queijo", ""},
		{"nothing spicy, I want chicken", "picante", "frango"},
		{"sin queso y con pollo", "queijo", "frango"},
		{"sou alérgica a camarão", "frutos_mar", ""},
		{"algo vegetariano", "carne pescado", ""},
		{"um prato gluten free", "gluten", ""},
		{"sou intolerante a lactose", "laticinio", ""},
		{"por que não um queijo?", "", ""},
	} {
		var ruled []string
		for _, id := range o.Excluded(tt.text) {
			ruled = append(ruled, o.Name(id))
		}
		for w := range strings.FieldsSeq(tt.ruled) {
			if !slices.Contains(ruled, w) {
				t.Errorf("%q rules out %v, want %s", tt.text, ruled, w)
			}
		}
		for w := range strings.FieldsSeq(tt.wanted) {
			if !slices.Contains(strings.Fields(reads(tt.text)), w) {
				t.Errorf("%q names %s, want %s", tt.text, reads(tt.text), w)
			}
		}
	}
}

func TestSlipsOfTheFingerAreForgivenInQuestions(t *testing.T) {
	o := ontology.Default()
	want, _ := o.ID("vegetariano")
	for _, q := range []string{"vegetarinao", "vegetarano", "vegetariamo"} {
		if !slices.ContainsFunc(o.Query(q), func(w ontology.Weight) bool { return w.Concept == want && w.Weight > 1 }) {
			t.Errorf("%q does not ask for vegetariano", q)
		}
	}
}

func has(text, name string) bool {
	o := ontology.Default()
	id, ok := o.ID(name)
	d := o.Describe(text)
	return ok && d.Has(id)
}

func TestADishHasWhatItIsMadeOf(t *testing.T) {
	for _, tt := range []struct {
		text, name string
		want       bool
	}{
		{"Espaguete ao camarão", "crustaceo", true},
		{"Espaguete ao camarão", "frutos_mar", true},
		{"Espaguete ao camarão", "gluten", true},
		{"Picanha na brasa", "carne", true},
		{"Salada verde\nAlface, rúcula e tomate", "carne", false},
		{"Lasanha sem glúten", "gluten", false},
		{"Hambúrguer vegetariano", "carne", false},
		{"Risoto de queijo", "laticinio", true},
	} {
		if got := has(tt.text, tt.name); got != tt.want {
			t.Errorf("%q has %s: %v, want %v", tt.text, tt.name, got, tt.want)
		}
	}
}

func TestADishWithoutMeatMayBeVegetarian(t *testing.T) {
	o := ontology.Default()
	weight := func(text, name string) float64 {
		id, _ := o.ID(name)
		d := o.Describe(text)
		return d.Weight(id)
	}
	if w := weight("Risoto de cogumelos\nArroz cremoso com queijo", "vegetariano"); w < 0.5 {
		t.Errorf("the risoto is vegetarian by %v", w)
	}
	if w := weight("Risoto de cogumelos\nArroz cremoso com queijo", "vegano"); w >= 0.5 {
		t.Errorf("the risoto, with cheese, is vegan by %v", w)
	}
	if w := weight("Feijoada completa\nFeijão preto com carnes de porco", "vegetariano"); w >= 0.2 {
		t.Errorf("the feijoada is vegetarian by %v", w)
	}
}

func FuzzNoTextPanics(f *testing.F) {
	for _, s := range []string{"", "sem", "não não sem nem e", "sem queijo\n\nfree", "ação \xff ção", "zero zero free free", strings.Repeat("sem frutos do mar ", 200)} {
		f.Add(s)
	}
	o := ontology.Default()
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range append(o.Query(text), o.Describe(text).About...) {
			if w.Concept < 0 || w.Concept >= o.Len() || w.Weight < -2 || w.Weight > 2 {
				t.Fatalf("concept %d has the weight %v", w.Concept, w.Weight)
			}
		}
		o.Facets(text)
		o.Excluded(text)
	})
}

func FuzzNoFilePanics(f *testing.F) {
	f.Add("queijo < laticinio + a ~ b ! c - d : queijo, cheese\nlaticinio : leite")
	f.Fuzz(func(_ *testing.T, text string) {
		o, err := ontology.Load(fstest.MapFS{"a.txt": {Data: []byte(text)}, "infer.txt": {Data: []byte(text)}})
		if err == nil {
			o.Describe(text)
		}
	})
}
