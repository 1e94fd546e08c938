package websearch_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/anthropic"
	"github.com/maitre-dev/maitre/llm/gemini"
	"github.com/maitre-dev/maitre/llm/openai"
	"github.com/maitre-dev/maitre/task"
)

// What each provider streams after a search, as its adapter's tests have it,
// becomes a summary with sources.
func TestEveryProviderThatSearchesIsUnderstood(t *testing.T) {
	for _, tt := range []struct {
		name, stream string
		model        func(base string) llm.Model
		asks         string // in the request
		text         string
		sources      []string // titles
		queries      int
		searches     int
		supported    int
	}{
		{
			"gemini", "../../../llm/gemini/testdata/streams/grounding.txt",
			func(base string) llm.Model { return gemini.New("m", "k", gemini.Options{BaseURL: base}) },
			`{"googleSearch":{}}`,
			"Em Columbus há a Land-Grant. Em Cleveland, a Great Lakes é a mais antiga.",
			[]string{"landgrantbrewing.com", "greatlakesbrewing.com"},
			3, 3, 2,
		},
		{
			"anthropic", "../../../llm/anthropic/testdata/streams/search.txt",
			func(base string) llm.Model { return anthropic.New("m", "k", anthropic.Options{BaseURL: base}) },
			`"web_search_20250305"`,
			"Há duas: Great Lakes e Fat Head's, e Jackie O's.",
			[]string{"Fat Head's", "Great Lakes", "Jackie O's"},
			2, 2, 2,
		},
		{
			"openai", "../../../llm/openai/testdata/streams/search.txt",
			func(base string) llm.Model { return openai.New("m", "k", openai.Options{BaseURL: base}) },
			`"web_search_options":{}`,
			"A Jackie O's fica em Athens, Ohio. A Great Lakes é de Cleveland, já desde 1988.",
			[]string{"Jackie O's Brewery", "Great Lakes Brewing Co."},
			0, 1, 1,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stream, err := os.ReadFile(tt.stream)
			if err != nil {
				t.Fatal(err)
			}
			// As the prompt wants it of a model that talks before it searches.
			answer := strings.Replace(string(stream), "Há duas: ", "SUMMARY: Há duas: ", 1)
			var asked string
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				asked = string(body)
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, answer)
			}))
			defer srv.Close()
			var usage llm.Usage
			m := llm.Wrap(tt.model(srv.URL), llm.Observe("m", func(_ context.Context, c llm.Call) { usage = c.Usage }))
			got := summarise(t, &websearch.Explorer{Tasks: &task.Runner{Models: []llm.Model{m}}}, stone)
			var titles []string
			for _, s := range got.Sources {
				titles = append(titles, s.Title)
			}
			if got.Text != tt.text || !got.Verified || len(got.Queries) != tt.queries || len(got.Support) != tt.supported || usage.Searches != tt.searches {
				t.Errorf("%d searches: %+v", usage.Searches, got)
			}
			if diff := cmp.Diff(tt.sources, titles); diff != "" {
				t.Errorf("sources (-want +got):\n%s", diff)
			}
			if !strings.Contains(asked, tt.asks) {
				t.Errorf("the request has no %s: %s", tt.asks, asked)
			}
		})
	}
}
