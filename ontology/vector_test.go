package ontology_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"
	"testing/fstest"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/ontology"
)

// The hash is of the bits. It changes with the ontology's data or with the way
// vectors are made, and then the version or the hash in Info().ID must change
// too; it must not change with the machine.
func TestTheSameTextHasTheSameVectorOnEveryMachine(t *testing.T) {
	small := embed.NewLocal(littleOntology(t))
	h := sha256.New()
	for _, text := range []string{"peixe com coco, sem queijo", "Moqueca\nPeixe em leite de coco", "palavra desconhecida 42"} {
		for _, kind := range []llm.EmbedKind{llm.Query, llm.Document} {
			for _, x := range must.Get(embed.One(t.Context(), small, kind, text))(t) {
				_ = binary.Write(h, binary.LittleEndian, math.Float32bits(x))
			}
		}
	}
	const want = "6c518b2759207601"
	if got := hex.EncodeToString(h.Sum(nil)[:8]); got != want {
		t.Errorf("the vectors' hash is %s, want %s", got, want)
	}
}

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
