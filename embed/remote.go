package embed

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/vector"
)

// A Model is an embedding model of a provider.
type Model interface {
	Embed(ctx context.Context, req *llm.EmbedRequest) (*llm.EmbedResponse, error)
}

// Known is what is known of providers' models, by provider:model. The Floor and
// Good of OpenAI's small model are those that maitre was specified with; the
// others have them from there too, until they are measured.
var Known = map[string]Info{
	"openai:text-embedding-3-small": {Dim: 1536, Batch: 128, Floor: 0.15, Good: 0.72},
	"openai:text-embedding-3-large": {Dim: 3072, Batch: 128, Floor: 0.15, Good: 0.72},
	"gemini:gemini-embedding-001":   {Dim: 1536, Batch: 100, Floor: 0.15, Good: 0.72},
}

// Remote is the embedder that asks a model, called provider:model by name. Each
// request goes through the middleware, the first outermost, as a call of a
// language model does: to be retried, priced against a budget, observed. A
// model that is not Known is asked once for its dimension.
func Remote(ctx context.Context, name string, m Model, with ...llm.Middleware) (Embedder, error) {
	info, ok := Known[name]
	if !ok {
		info = Info{Batch: 64, Floor: 0.15, Good: 0.72}
	}
	r := &remote{m, info, info.Dim, with}
	if !ok {
		vs, err := r.ask(ctx, llm.Query, []string{"dimension"})
		if err != nil {
			return nil, fmt.Errorf("asking %s for its dimension: %w", name, err)
		}
		r.info.Dim = len(vs[0])
	}
	r.info.ID = fmt.Sprintf("%s-%d", name, r.info.Dim)
	return r, nil
}

type remote struct {
	model Model
	info  Info
	dim   int // to ask for; 0: the model's own, which not every model lets one choose
	with  []llm.Middleware
}

func (r *remote) Info() Info { return r.info }

// Embed asks in batches, one after the other; an error loses what the earlier
// ones brought, so who has much to embed calls it batch by batch.
func (r *remote) Embed(ctx context.Context, kind llm.EmbedKind, texts []string) ([][]float32, error) {
	all := make([][]float32, 0, len(texts))
	for batch := range slices.Chunk(texts, r.info.Batch) {
		vs, err := r.ask(ctx, kind, batch)
		if err != nil {
			return nil, err
		}
		for i, v := range vs {
			if len(v) != r.info.Dim || !vector.Normalize(v) {
				return nil, fmt.Errorf("%s: vector %d of %d numbers is none of length 1 and dimension %d", r.info.ID, i+1, len(v), r.info.Dim)
			}
		}
		all = append(all, vs...)
	}
	return all, nil
}

// ask makes one request. It is dressed as a call of a language model whose
// prompt is the texts, so that the same middleware serves both.
func (r *remote) ask(ctx context.Context, kind llm.EmbedKind, texts []string) ([][]float32, error) {
	var vectors [][]float32
	call := llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			resp, err := r.model.Embed(ctx, &llm.EmbedRequest{Texts: texts, Kind: kind, Dim: r.dim})
			switch {
			case err != nil:
				yield(llm.Chunk{}, err)
			case len(resp.Vectors) != len(texts):
				yield(llm.Chunk{}, fmt.Errorf("%d vectors for %d texts", len(resp.Vectors), len(texts)))
			default:
				vectors = resp.Vectors
				yield(llm.Chunk{Finish: llm.Stop, Usage: resp.Usage}, nil)
			}
		}
	})
	req := &llm.Request{Label: "embed", MaxTokens: 1}
	for _, t := range texts {
		req.Messages = append(req.Messages, llm.Text(llm.RoleUser, t))
	}
	for _, err := range llm.Wrap(call, r.with...).Generate(ctx, req) {
		if err != nil {
			return nil, err
		}
	}
	if vectors == nil {
		return nil, fmt.Errorf("%s: no answer", r.info.ID)
	}
	return vectors, nil
}
