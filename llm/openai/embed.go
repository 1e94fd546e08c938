package openai

import (
	"context"
	"fmt"

	"github.com/maitre-dev/maitre/llm"
)

// Embed asks for one vector a text, all in one request. An answer in which a
// text has no vector, or two, or one of another length than the rest, or than
// Dim, is an error.
func (m *Model) Embed(ctx context.Context, req *llm.EmbedRequest) (*llm.EmbedResponse, error) {
	if len(req.Texts) == 0 {
		return &llm.EmbedResponse{}, nil
	}
	ask := struct {
		Model      string   `json:"model"`
		Input      []string `json:"input"`
		Dimensions int      `json:"dimensions,omitempty"`
	}{m.model, req.Texts, req.Dim}
	var got struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
		Usage usage `json:"usage"`
	}
	if err := m.c.JSON(ctx, "/embeddings", ask, &got); err != nil {
		return nil, err
	}
	if len(got.Data) != len(req.Texts) {
		return nil, m.c.Bad(fmt.Errorf("%d vectors for %d texts", len(got.Data), len(req.Texts)))
	}
	dim := req.Dim
	if dim == 0 {
		dim = max(len(got.Data[0].Embedding), 1)
	}
	vectors := make([][]float32, len(req.Texts))
	for _, d := range got.Data {
		if d.Index < 0 || d.Index >= len(vectors) || vectors[d.Index] != nil {
			return nil, m.c.Bad(fmt.Errorf("a vector for text %d of %d, out of range or twice", d.Index, len(vectors)))
		}
		if len(d.Embedding) != dim {
			return nil, m.c.Bad(fmt.Errorf("a vector of length %d, want %d", len(d.Embedding), dim))
		}
		vectors[d.Index] = d.Embedding
	}
	return &llm.EmbedResponse{Vectors: vectors, Usage: llm.Usage{Input: got.Usage.count().Input}}, nil
}
