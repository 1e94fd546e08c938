package gemini

import (
	"context"
	"fmt"
	"slices"

	"github.com/maitre-dev/maitre/llm"
)

// maxBatch is how many texts batchEmbedContents takes; with one more it
// answers "at most 100 requests can be in one batch".
const maxBatch = 100

var taskTypes = map[llm.EmbedKind]string{
	llm.Query:    "RETRIEVAL_QUERY",
	llm.Document: "RETRIEVAL_DOCUMENT",
}

type embedding struct {
	Model   string  `json:"model"`
	Content content `json:"content"`
	Task    string  `json:"taskType,omitempty"`
	Dim     int     `json:"outputDimensionality,omitempty"`
}

// Embed returns one vector a text, all or none. It asks as often as it takes,
// for 100 texts at a time.
func (m *Model) Embed(ctx context.Context, req *llm.EmbedRequest) (*llm.EmbedResponse, error) {
	resp := &llm.EmbedResponse{}
	for texts := range slices.Chunk(req.Texts, maxBatch) {
		var batch struct {
			Requests []embedding `json:"requests"`
		}
		for _, text := range texts {
			batch.Requests = append(batch.Requests, embedding{
				Model:   "models/" + m.id,
				Content: content{Role: "user", Parts: []part{{Text: text}}},
				Task:    taskTypes[req.Kind],
				Dim:     req.Dim,
			})
		}
		var got struct {
			Embeddings []struct {
				Values []float32 `json:"values"`
			} `json:"embeddings"`
			Usage usage `json:"usageMetadata"` // some models do not count
		}
		if err := m.client.JSON(ctx, m.path+":batchEmbedContents", batch, &got); err != nil {
			return nil, err
		}
		if len(got.Embeddings) != len(texts) {
			return nil, m.client.Bad(fmt.Errorf("%d vectors for %d texts", len(got.Embeddings), len(texts)))
		}
		for _, e := range got.Embeddings {
			if n := len(e.Values); n == 0 || req.Dim > 0 && n != req.Dim {
				return nil, m.client.Bad(fmt.Errorf("a vector of %d numbers", n))
			}
			resp.Vectors = append(resp.Vectors, e.Values)
		}
		resp.Usage.Input += int(got.Usage.Prompt)
	}
	return resp, nil
}
