package embed

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/ontology"
)

// Local is the embedder without a model: a vector has a place for each concept
// of the ontology and, for the words it does not know, 512 places that words
// and pieces of words are hashed to.
func Local() Embedder { return local() }

var local = sync.OnceValue(func() Embedder { return NewLocal(ontology.Default()) })

// NewLocal is Local with another ontology.
func NewLocal(o *ontology.Ontology) Embedder { return &concepts{o} }

type concepts struct{ o *ontology.Ontology }

const (
	hashed = 512  // places
	words  = 0.25 // of a vector's squared length is words, the rest concepts
)

func (c *concepts) Info() Info {
	return Info{
		ID:    fmt.Sprintf("local-1-%s", c.o.Hash()),
		Dim:   c.o.Len() + hashed,
		Batch: 256,
		Local: true,
		Floor: 0.02,
		Good:  0.25,
	}
}

func (c *concepts) Embed(ctx context.Context, kind llm.EmbedKind, texts []string) ([][]float32, error) {
	vs := make([][]float32, len(texts))
	for i, t := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vs[i] = c.embed(kind, t)
	}
	return vs, nil
}

func (c *concepts) embed(kind llm.EmbedKind, text string) []float32 {
	n := c.o.Len()
	v := make([]float32, n+hashed)
	about := func() []ontology.Weight {
		if kind == llm.Document {
			d := c.o.Describe(text)
			return d.About
		}
		return c.o.Query(text)
	}
	for _, w := range about() {
		v[w.Concept] = float32(w.Weight * c.o.Rarity(w.Concept))
	}
	hash(v[n:], text)
	known, spelt := scale(v[:n], 1-words), scale(v[n:], words)
	if !known || !spelt {
		if !scale(v, 1) {
			v[n] = 1 // no word in it: nothing is near
		}
	}
	return v
}

// hash adds the stems of a text's words, and in part their pieces of four
// letters, so that a word of no concept meets its like and its misspellings.
func hash(into []float32, text string) {
	for w := range strings.FieldsSeq(lang.Fold(text)) {
		if len(w) < 3 {
			continue
		}
		stem := lang.Stem(w)
		put(into, stem, 1)
		padded := "^" + stem + "$"
		for i := 0; i+4 <= len(padded); i++ {
			put(into, padded[i:i+4], 0.3)
		}
	}
}

// put adds w at the place of s, with the sign of its hash: so two words that
// meet in one place do not look alike.
func put(into []float32, s string, w float32) {
	h := fnv.New32a()
	h.Write([]byte(s))
	sum := h.Sum32()
	if sum>>31 == 1 {
		w = -w
	}
	into[sum%uint32(len(into))] += w
}

// scale makes the squared length of v what is asked and reports whether it
// could: nothing cannot be made longer. Every product is rounded before it is
// added, or a machine that fuses the two would make another vector.
func scale(v []float32, squared float64) bool {
	var sum float64
	for _, x := range v {
		sum += float64(float64(x) * float64(x))
	}
	if sum == 0 {
		return false
	}
	f := math.Sqrt(squared / sum)
	for i, x := range v {
		v[i] = float32(float64(x) * f)
	}
	return true
}
