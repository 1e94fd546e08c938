// Package embed turns texts into vectors that are near where the texts mean
// the same.
//
// Local is the default: no key, no download, the same vector for the same text
// on every machine. Remote asks an embedding model of a provider. Vectors of
// two embedders must never be compared: Info.ID goes with every vector stored.
package embed

import (
	"context"

	"github.com/maitre-dev/maitre/llm"
)

// An Embedder makes one vector a text, of Info().Dim numbers and of length 1.
// It is safe for concurrent use.
type Embedder interface {
	Embed(ctx context.Context, kind llm.EmbedKind, texts []string) ([][]float32, error)
	Info() Info
}

// Info says what to expect of an embedder's vectors.
type Info struct {
	ID    string // the embedder with its version and data: equal means comparable
	Dim   int
	Batch int // how many texts at once are best
	Local bool
	// Two cosines, measured for this embedder (docs/retrieval.md says how):
	// below Floor nothing is worth showing, from Good on a search has found
	// what was asked and needs no second try.
	Floor, Good float32
}

// One embeds a single text.
func One(ctx context.Context, e Embedder, kind llm.EmbedKind, text string) ([]float32, error) {
	vs, err := e.Embed(ctx, kind, []string{text})
	if err != nil {
		return nil, err
	}
	return vs[0], nil
}
