package gemini_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/gemini"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func TestEmbedSendsWhatTheVendorsClientSends(t *testing.T) {
	base, sent := llmtest.Server(t, "application/json", `{"embeddings":[{"values":[1`+strings.Repeat(",0", 767)+`]}],"usageMetadata":{"promptTokenCount":3}}`)
	resp, err := gemini.New("test-model", llmtest.Key, gemini.Options{BaseURL: base}).
		Embed(t.Context(), &llm.EmbedRequest{Texts: []string{"cerveja escura"}, Kind: llm.Query, Dim: 768})
	must(t, err)
	llmtest.CheckSent(t, "testdata/requests/embed.json", sent())
	if len(resp.Vectors) != 1 || len(resp.Vectors[0]) != 768 || resp.Usage != (llm.Usage{Input: 3}) {
		t.Errorf("got %d vectors, usage %+v", len(resp.Vectors), resp.Usage)
	}
}

func TestEmbedAsksForAHundredTextsAtATime(t *testing.T) {
	type embedding struct {
		Values []float32 `json:"values"`
	}
	var sizes []int
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Requests []struct {
				Content  struct{ Parts []struct{ Text string } }
				TaskType string
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		sizes = append(sizes, len(body.Requests))
		var out struct {
			Embeddings []embedding `json:"embeddings"`
		}
		for _, q := range body.Requests {
			if q.TaskType != "RETRIEVAL_DOCUMENT" {
				t.Errorf("task type = %q", q.TaskType)
			}
			out.Embeddings = append(out.Embeddings, embedding{[]float32{float32(len(q.Content.Parts[0].Text))}})
		}
		_ = json.NewEncoder(w).Encode(out)
	}))
	t.Cleanup(srv.Close)
	req := &llm.EmbedRequest{Kind: llm.Document}
	var want [][]float32
	for n := range 250 {
		req.Texts = append(req.Texts, strings.Repeat("a", n+1))
		want = append(want, []float32{float32(n + 1)})
	}
	resp, err := gemini.New("test-model", llmtest.Key, gemini.Options{BaseURL: srv.URL}).Embed(t.Context(), req)
	must(t, err)
	if diff := cmp.Diff(want, resp.Vectors); diff != "" {
		t.Errorf("vectors (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{100, 100, 50}, sizes); diff != "" {
		t.Errorf("sizes (-want +got):\n%s", diff)
	}
}

func TestEmbedOfNothingAsksNothing(t *testing.T) {
	base, sent := llmtest.Server(t, "application/json", `{}`)
	resp, err := gemini.New("test-model", llmtest.Key, gemini.Options{BaseURL: base}).Embed(t.Context(), &llm.EmbedRequest{})
	if err != nil || len(resp.Vectors) != 0 || len(sent()) != 0 {
		t.Errorf("got %+v, error %v, %d requests", resp, err, len(sent()))
	}
}

func TestEmbedRefusesAnswersThatDoNotFit(t *testing.T) {
	tests := []struct {
		body string
		dim  int
		want string
	}{
		{`{"embeddings":[{"values":[1,2]}]}`, 2, "1 vectors for 2 texts"},
		{`{}`, 2, "0 vectors for 2 texts"},
		{`{"embeddings":[{"values":[1,2]},{"values":[1,2]},{}]}`, 2, "3 vectors for 2 texts"},
		{`{"embeddings":[{"values":[1,2]},{"values":[1,2,3]}]}`, 2, "a vector of 3 numbers"},
		{`{"embeddings":[{"values":[1,2]},{}]}`, 0, "a vector of 0 numbers"},
		{`{"embeddings":[{"values":[1e99,2]},{"values":[1,2]}]}`, 2, "gemini: "},
		{`{"embeddings":"` + llmtest.Key + `"}`, 2, "gemini: "},
		{`<html><body>Sign in</body></html>`, 2, "gemini: "},
	}
	for _, tt := range tests {
		base, _ := llmtest.Server(t, "application/json", tt.body)
		_, err := gemini.New("test-model", llmtest.Key, gemini.Options{BaseURL: base}).
			Embed(t.Context(), &llm.EmbedRequest{Texts: []string{"a", "b"}, Dim: tt.dim})
		if err == nil || !strings.Contains(err.Error(), tt.want) || llm.KindOf(err) != llm.Transient || strings.Contains(err.Error(), llmtest.Key) {
			t.Errorf("%s: error = %v, want a transient one with %q", tt.body, err, tt.want)
		}
	}
}
