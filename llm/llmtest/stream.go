package llmtest

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/llm"
)

// Stream returns an answer that is kept in testdata/streams.
func Stream(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "streams", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// FuzzStream checks that whatever a server streams, a model that speaks to it
// through a client says nothing after its end, tells nothing that cannot be, and can go on from what
// it said. It begins with the streams in testdata/streams.
func FuzzStream(f *testing.F, open func(*http.Client) llm.Model, seeds ...string) {
	files, err := filepath.Glob("testdata/streams/*.txt")
	if err != nil || len(files) == 0 {
		f.Fatalf("no streams: %v", err)
	}
	for _, file := range files {
		f.Add([]byte(Stream(f, strings.TrimSuffix(filepath.Base(file), ".txt"))))
	}
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, events []byte) {
		m := open(&http.Client{Transport: streaming(events)})
		for _, name := range []string{"plain", "structured"} {
			req := Requests()[name]
			checkEnd(t, m, req)
			resp, err := llm.Complete(t.Context(), m, req)
			if err != nil {
				if strings.Contains(err.Error(), Key) {
					t.Errorf("the error holds the key: %v", err)
				}
				continue
			}
			checkAnswer(t, resp)
			req.Messages = append(req.Messages, resp.Message)
			if _, err := llm.Complete(t.Context(), m, req); err != nil {
				t.Errorf("%+v cannot be sent back: %v", resp.Message, err)
			}
		}
	})
}

// checkEnd wants nothing after the end of a stream.
func checkEnd(t *testing.T, m llm.Model, req *llm.Request) {
	t.Helper()
	ended := false
	for c, err := range m.Generate(t.Context(), req) {
		if ended {
			t.Fatalf("%+v, %v came after the end", c, err)
		}
		ended = err != nil || c.Finish != ""
	}
}

func checkAnswer(t *testing.T, resp *llm.Response) {
	t.Helper()
	if n := len(resp.Calls()); n > 128 || (n > 0) != (resp.Finish == llm.ToolCalls) {
		t.Errorf("%d calls and finish %q", n, resp.Finish)
	}
	ids := map[string]bool{}
	for _, c := range resp.Calls() {
		if c.ID == "" || ids[c.ID] || c.Name == "" || c.Args == "" {
			t.Errorf("call = %+v, want all of it and an id of its own", c)
		}
		ids[c.ID] = true
	}
	if u := resp.Usage; min(u.Input, u.CacheRead, u.Output, u.Thinking, u.Searches) < 0 {
		t.Errorf("negative usage %+v", u)
	}
	if g := resp.Grounding; g != nil {
		for _, s := range g.Supports {
			for _, i := range s.Sources {
				if i < 0 || i >= len(g.Sources) {
					t.Errorf("support %+v points at none of %d sources", s, len(g.Sources))
				}
			}
		}
	}
}

// streaming answers every request with the same events.
type streaming []byte

func (s streaming) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: io.NopCloser(strings.NewReader(string(s))), Request: r,
	}, nil
}
