package ontology_test

import (
	"reflect"
	"testing"

	"github.com/maitre-dev/maitre/ontology"
)

func TestDescriptionsAreUnpackedAsTheyWere(t *testing.T) {
	var want []ontology.Description
	for _, text := range []string{"Moqueca baiana\npeixe, dendê, leite de coco", "Massa sem glúten", "cerveja escura", "zebra"} {
		want = append(want, ontology.Default().Describe(text))
	}
	got := ontology.Unpack(string(ontology.Pack(want)))
	if len(got) != len(want) {
		t.Fatalf("%d descriptions, want %d", len(got), len(want))
	}
	for i := range want {
		if len(want[i].About) == 0 {
			want[i].About, got[i].About = nil, nil
		}
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("description %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}
