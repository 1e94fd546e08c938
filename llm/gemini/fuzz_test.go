package gemini_test

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/gemini"
)

type fixed []byte

// RoundTrip answers with an event stream, without a network.
func (body fixed) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"text/event-stream"}},
		Body:       io.NopCloser(bytes.NewReader(body)),
	}, nil
}

// FuzzNoStreamPanics also checks what readers rely on: a sequence ends with a
// finish or an error, ids are unique, and supports point at sources.
func FuzzNoStreamPanics(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "streams", "*.txt"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no streams: %v", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m := gemini.New("test-model", "k", gemini.Options{BaseURL: "http://127.0.0.1", HTTP: &http.Client{Transport: fixed(body)}})
		var last llm.Chunk
		var ended bool
		ids := map[string]bool{}
		for c, err := range m.Generate(t.Context(), hello) {
			if ended {
				t.Fatalf("%+v, %v came after the end", c, err)
			}
			ended = err != nil || c.Finish != ""
			last = c
			if call := c.Part.Call; call != nil {
				if call.ID == "" || ids[call.ID] {
					t.Errorf("id %q is empty or not the first", call.ID)
				}
				ids[call.ID] = true
			}
		}
		if !ended {
			t.Error("neither a finish nor an error")
		}
		if u := last.Usage; min(u.Input, u.CacheRead, u.Output, u.Thinking, u.Searches) < 0 {
			t.Errorf("negative usage %+v", u)
		}
		if g := last.Grounding; g != nil {
			for _, s := range g.Supports {
				for _, i := range s.Sources {
					if i < 0 || i >= len(g.Sources) {
						t.Errorf("support %+v points at none of %d sources", s, len(g.Sources))
					}
				}
			}
		}
	})
}
