package embed_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/openai"
	"github.com/maitre-dev/maitre/vector"
)

func vec(t testing.TB, e embed.Embedder, kind llm.EmbedKind, text string) []float32 {
	t.Helper()
	return must.Get(embed.One(t.Context(), e, kind, text))(t)
}

func ExampleLocal() {
	e := embed.Local()
	ctx := context.Background()
	query, _ := embed.One(ctx, e, llm.Query, "macaxeira frita")
	near, _ := embed.One(ctx, e, llm.Document, "Aipim frito\nPalitos crocantes de aipim")
	far, _ := embed.One(ctx, e, llm.Document, "Pudim\nPudim de leite condensado")
	fmt.Println(vector.Dot(query, near) > e.Info().Good, vector.Dot(query, far) > e.Info().Floor)
	// Output: true false
}

func TestVectorsAreOfLengthOneAndOfTheirDimension(t *testing.T) {
	e := embed.Local()
	for _, text := range []string{"moqueca", "", "   ", "xyzzyqwv", "\x00\xff", "sem queijo", strings.Repeat("peixe ", 5000)} {
		for _, kind := range []llm.EmbedKind{llm.Query, llm.Document} {
			v := vec(t, e, kind, text)
			sum := 0.0
			for _, x := range v {
				sum += float64(x) * float64(x)
			}
			if len(v) != e.Info().Dim || math.Abs(sum-1) > 1e-5 {
				t.Errorf("%.20q has %d numbers of length %v", text, len(v), math.Sqrt(sum))
			}
		}
	}
}

func TestMeaningIsNearerThanSpelling(t *testing.T) {
	e := embed.Local()
	for _, tt := range []struct{ query, near, far string }{
		{"macaxeira", "Aipim na manteiga", "Macarons de framboesa"},
		{"prato sem carne", "Risoto de cogumelos com queijo", "Picanha na brasa"},
		{"spicy shrimp", "Camarão apimentado", "Torta de limão"},
		{"que não seja doce", "Batata frita", "Brigadeiro"},
		{"cerveja bem amarga", "IPA lupulada de amargor intenso", "Suco de laranja"},
		{"como os valores variam", "Desvio padrão de cada coluna", "Valor total de vendas"},
	} {
		q := vec(t, e, llm.Query, tt.query)
		near, far := vector.Dot(q, vec(t, e, llm.Document, tt.near)), vector.Dot(q, vec(t, e, llm.Document, tt.far))
		if near <= far {
			t.Errorf("%q: %q is %.3f near, %q %.3f", tt.query, tt.near, near, tt.far, far)
		}
	}
}

// provider speaks the wire format of OpenAI's embeddings, fails the first
// times with a passing error, and counts.
func provider(t *testing.T, dim, failing int) (*openai.Model, *int) {
	requests := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		if requests <= failing {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(w, `{"error":{"message":"busy"}}`)
			return
		}
		var body struct {
			Input      []string `json:"input"`
			Dimensions int      `json:"dimensions"`
		}
		if err := decode(r, &body); err != nil || body.Dimensions == dim {
			t.Errorf("a model that is not known, and may let nobody choose, is asked for %d dimensions, %v", body.Dimensions, err)
		}
		fmt.Fprint(w, `{"object":"list","data":[`)
		for i := range body.Input {
			if i > 0 {
				fmt.Fprint(w, ",")
			}
			fmt.Fprintf(w, `{"object":"embedding","index":%d,"embedding":[3%s]}`, i, strings.Repeat(",4", dim-1))
		}
		fmt.Fprint(w, `],"usage":{"prompt_tokens":7,"total_tokens":7}}`)
	}))
	t.Cleanup(s.Close)
	return openai.New("m", "key", openai.Options{BaseURL: s.URL}), &requests
}

func TestARemoteEmbedderAsksInBatchesAndNormalises(t *testing.T) {
	m, requests := provider(t, 2, 0)
	e := must.Get(embed.Remote(t.Context(), "openai:m", m))(t)
	if info := e.Info(); info.Dim != 2 || info.Local || info.ID != "openai:m-2" {
		t.Errorf("info %+v", info)
	}
	*requests = 0
	vs, err := e.Embed(t.Context(), llm.Document, make150())
	if err != nil || len(vs) != 150 || *requests != 3 {
		t.Fatalf("%d vectors in %d requests: %v", len(vs), *requests, err)
	}
	if vs[0][0] != 0.6 || vs[149][1] != 0.8 {
		t.Errorf("vectors %v and %v, want length 1", vs[0], vs[149])
	}
}

func make150() []string {
	texts := make([]string, 150)
	for i := range texts {
		texts[i] = fmt.Sprint("texto ", i)
	}
	return texts
}

func TestARemoteEmbedderIsRetriedAndHeldToABudget(t *testing.T) {
	m, requests := provider(t, 2, 2)
	e, err := embed.Remote(t.Context(), "openai:m", m, llm.Retry(3, time.Millisecond))
	if err != nil || *requests != 3 {
		t.Fatalf("%d requests: %v", *requests, err)
	}
	_ = e
	b := &llm.Budget{Day: 1} // a millionth of a dollar
	m, requests = provider(t, 2, 0)
	_, err = embed.Remote(t.Context(), "openai:m", m, b.Middleware("m", &llm.Price{Input: 1}))
	if !errors.Is(err, llm.ErrOverBudget) || *requests != 0 {
		t.Errorf("%d requests: %v", *requests, err)
	}
}

func FuzzLocal(f *testing.F) {
	f.Add("sem queijo\nnem ovo")
	e := embed.Local()
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range []llm.EmbedKind{llm.Query, llm.Document} {
			for _, x := range vec(t, e, kind, text) {
				if x != x || x < -1.001 || x > 1.001 {
					t.Fatalf("%q has %v in its vector", text, x)
				}
			}
		}
	})
}
