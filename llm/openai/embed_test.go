package openai_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/llm/openai"
)

func vectors(data string) string {
	return `{"object":"list","data":[` + data + `],"model":"gpt-test","usage":{"prompt_tokens":4,"total_tokens":4}}`
}

func TestEmbed(t *testing.T) {
	base, sent := llmtest.Server(t, "application/json", vectors(
		`{"object":"embedding","index":1,"embedding":[0.125,1]},{"object":"embedding","index":0,"embedding":[0.5,-0.25]}`))
	m := openai.New("gpt-test", llmtest.Key, openai.Options{BaseURL: base})
	got, err := m.Embed(t.Context(), &llm.EmbedRequest{Texts: []string{"caju", "graviola & <mel>"}, Dim: 2})
	must(t, err)
	llmtest.CheckSent(t, "testdata/requests/embed.json", sent())
	want := &llm.EmbedResponse{Vectors: [][]float32{{0.5, -0.25}, {0.125, 1}}, Usage: llm.Usage{Input: 4}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("vectors in the order of the texts (-want +got):\n%s", diff)
	}
}

func TestEmbedNothingAsksNothing(t *testing.T) {
	base, sent := llmtest.Server(t, "application/json", vectors(""))
	got, err := openai.New("m", "", openai.Options{BaseURL: base}).Embed(t.Context(), &llm.EmbedRequest{})
	if err != nil || len(got.Vectors) != 0 || len(sent()) != 0 {
		t.Errorf("got %+v, %v after %d requests, want nothing after none", got, err, len(sent()))
	}
}

func TestVectorsThatAreNotOneEachAreAnError(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		dim        int
		want       string
	}{
		{"one is missing", `{"index":0,"embedding":[1,2]}`, 0, "1 vectors for 2 texts"},
		{"there are none", ``, 0, "0 vectors for 2 texts"},
		{"one too many", `{"index":0,"embedding":[1]},{"index":1,"embedding":[1]},{"index":2,"embedding":[1]}`, 0, "3 vectors for 2 texts"},
		{"one text has two", `{"index":1,"embedding":[1,2]},{"index":1,"embedding":[3,4]}`, 0, "text 1 of 2, out of range or twice"},
		{"an index too high", `{"index":0,"embedding":[1,2]},{"index":2,"embedding":[3,4]}`, 0, "text 2 of 2, out of range"},
		{"a negative index", `{"index":0,"embedding":[1,2]},{"index":-1,"embedding":[3,4]}`, 0, "text -1 of 2, out of range"},
		{"one is empty", `{"index":0,"embedding":[]},{"index":1,"embedding":[]}`, 0, "length 0, want 1"},
		{"one is null", `{"index":0,"embedding":[1,2]},{"index":1,"embedding":null}`, 0, "length 0, want 2"},
		{"their lengths differ", `{"index":0,"embedding":[1,2]},{"index":1,"embedding":[3]}`, 0, "length 1, want 2"},
		{"the server ignores Dim", `{"index":0,"embedding":[1,2]},{"index":1,"embedding":[3,4]}`, 1, "length 2, want 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			base, _ := llmtest.Server(t, "application/json", vectors(tt.data))
			m := openai.New("m", "", openai.Options{BaseURL: base})
			got, err := m.Embed(t.Context(), &llm.EmbedRequest{Texts: []string{"a", "b"}, Dim: tt.dim})
			if err == nil || !strings.Contains(err.Error(), tt.want) || llm.KindOf(err) != llm.Transient {
				t.Errorf("Embed = %+v, %v, want a transient error with %q", got, err, tt.want)
			}
		})
	}
}
