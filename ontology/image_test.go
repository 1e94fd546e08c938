package ontology_test

import (
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/ontology"
)

// corpus is all forms, each alone and most of them in a sentence with another.
func corpus(o *ontology.Ontology) []string {
	var all []string
	for id := range o.Len() {
		all = append(all, o.Forms(id)...)
	}
	between := []string{" sem ", " com ", "\n", ", nada de ", " no ", " and ", " e muito "}
	for i := range len(all) / 3 {
		all = append(all, all[i*3]+between[i%len(between)]+all[(i*7919)%len(all)])
	}
	return all
}

// A few forms begin with a shorter one that needs its small words and is found
// first: "meu filho" in "meu filho só come".
func TestAFormNamesItsConcept(t *testing.T) {
	o := ontology.Default()
	forms, lost := 0, []string{}
	for id := range o.Len() {
		for _, form := range o.Forms(id) {
			forms++
			if !slices.ContainsFunc(o.Read(form), func(m ontology.Mention) bool { return m.Concept == id }) {
				lost = append(lost, form)
			}
		}
	}
	if len(lost) > forms/200 {
		t.Errorf("%d of %d forms do not name their concept, as %q", len(lost), forms, lost[:20])
	}
}

// A word's forms are looked up when it is first met, and what a concept leads to
// when it is first named: neither may change what is read.
func TestWhatIsReadIsTheSameInAnyOrder(t *testing.T) {
	loaded := must.Get(ontology.Load(os.DirFS("data")))(t)
	shipped := ontology.Open(*ontology.Shipped)
	texts := corpus(loaded)
	var all sync.WaitGroup
	for part := range 4 {
		all.Go(func() {
			for i := len(texts) - 1 - part; i >= 0; i -= 4 * 21 {
				loaded.Describe(texts[i])
			}
		})
	}
	all.Wait()
	pairs := [][2]*ontology.Ontology{{shipped, loaded}}
	for _, kinds := range []ontology.Kinds{ontology.Comida, ontology.Hospedagem, ontology.Estatistica} {
		pairs = append(pairs, [2]*ontology.Ontology{shipped.Only(kinds), loaded.Only(kinds)})
	}
	for i := 0; i < len(texts); i += 21 {
		a, b := understood(pairs[i%4][0], texts[i]), understood(pairs[i%4][1], texts[i])
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%q is read as:\n%s", texts[i], cmp.Diff(a, b))
		}
	}
}

type understanding struct {
	Read     []ontology.Mention
	Query    []ontology.Weight
	About    []ontology.Weight
	Kinds    ontology.Kinds
	Has      []int
	Excluded []int
	Facets   []ontology.Facet
	Meets    []float64
}

func understood(o *ontology.Ontology, text string) understanding {
	d := o.Describe(text)
	u := understanding{o.Read(text), o.Query(text), d.About, d.Kinds, nil, o.Excluded(text), o.Facets(text), nil}
	for id := range o.Len() {
		if d.Has(id) {
			u.Has = append(u.Has, id)
		}
	}
	for _, f := range u.Facets {
		u.Meets = append(u.Meets, o.Meets(f, &d))
	}
	return u
}
