package embed_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"testing/fstest"

	"github.com/maitre-dev/maitre/ontology"
)

func decode(r *http.Request, v any) error { return json.NewDecoder(r.Body).Decode(v) }

func littleOntology(t *testing.T) *ontology.Ontology {
	o, err := ontology.Load(fstest.MapFS{"a.txt": {Data: []byte(`
peixe < pescado + mar : peixe, robalo
pescado : pescado
mar : mar
moqueca < pescado + coco ~ queijo : moqueca
coco : coco, leite de coco
queijo ! coco : queijo`)}})
	if err != nil {
		t.Fatal(err)
	}
	return o
}
