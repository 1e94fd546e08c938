package llmtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/llm"
)

// Key is the key that TestModel gives to adapters. It looks like a real one
// and must never come out again.
const Key = "sk-canary-4f1d9c2b7a60e835"

// Provider is a provider's side of the conversation in its own wire format. Six
// answers of type text/event-stream are in testdata/streams:
//
//	text.txt      "Olá, " then "mundo!"; 11 input tokens of which 4 cached, 7 output tokens of which 2 thinking if it counts them
//	tools.txt     two calls, a: list_rooms {"city":"Recife"}, its arguments split over two events, and b: list_bars {}
//	long.txt      "Era uma" and then the token limit
//	withheld.txt  a refusal or a filter
//	cut.txt       "Olá" and then the connection ends
//	failing.txt   "Olá" and then the provider reports an error in the stream
type Provider struct {
	// New makes the adapter of the model "test-model" for a server at base. Without a base it is
	// for the provider itself, which a test must not reach: under testing.Testing() a call then
	// fails with "a test must not call a real model", as those on llm/internal/wire do.
	New func(base, key string) llm.Model

	// Error is the body of a 4xx or 5xx. The message holds quotation marks and
	// control characters, so encode it; an adapter on llm/internal/wire finds it
	// in {"error":{"message":…}}, the same in a list, {"error":…} and
	// {"message":…}.
	Error func(message string) string
}

// TestModel checks that an adapter behaves as llm promises.
func TestModel(t *testing.T, p Provider) {
	ask := &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, "oi")}}
	complete := func(t *testing.T, h http.HandlerFunc) (*llm.Response, error) {
		t.Helper()
		srv := httptest.NewServer(h)
		t.Cleanup(srv.Close)
		resp, err := llm.Complete(t.Context(), p.New(srv.URL, Key), ask)
		if err != nil && strings.Contains(err.Error(), Key) {
			t.Errorf("the error holds the key: %v", err)
		}
		return resp, err
	}
	wantError := func(t *testing.T, err error, kind llm.Kind) {
		t.Helper()
		e, ok := errors.AsType[*llm.Error](err)
		if !ok || e.Kind != kind {
			t.Errorf("error = %#v (%v), want an *llm.Error of kind %v", err, err, kind)
		}
	}

	t.Run("text comes in pieces and usage at the end", func(t *testing.T) {
		srv := httptest.NewServer(Events(Stream(t, "text")))
		t.Cleanup(srv.Close)
		var pieces []string
		var last llm.Chunk
		for c, err := range p.New(srv.URL, Key).Generate(t.Context(), ask) {
			if err != nil {
				t.Fatal(err)
			}
			if c.Part.Text != "" {
				pieces = append(pieces, c.Part.Text)
			}
			last = c
		}
		if want := []string{"Olá, ", "mundo!"}; !slices.Equal(pieces, want) {
			t.Errorf("pieces = %q, want %q", pieces, want)
		}
		if last.Finish != llm.Stop || last.Model != "test-model" {
			t.Errorf("last chunk = %+v, want it to finish with stop as test-model", last)
		}
		u := last.Usage
		if u.Thinking = 0; u != (llm.Usage{Input: 7, CacheRead: 4, Output: 7}) {
			t.Errorf("usage = %+v, want input 7, cache_read 4, output 7", last.Usage)
		}
	})
	t.Run("a reader may stop early", func(t *testing.T) {
		for _, name := range []string{"text", "tools"} {
			srv := httptest.NewServer(Events(Stream(t, name)))
			t.Cleanup(srv.Close)
			for c, err := range p.New(srv.URL, Key).Generate(t.Context(), ask) {
				if err != nil || c.Finish != "" {
					t.Errorf("first chunk = %+v, %v", c, err)
				}
				break // a second yield would panic
			}
		}
	})
	t.Run("a model prints without its key", func(t *testing.T) {
		m := p.New("http://127.0.0.1", Key)
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			for _, v := range []any{m, []any{m}, struct{ M llm.Model }{m}} {
				if text := fmt.Sprintf(verb, v); strings.Contains(text, Key) || strings.Contains(text, fmt.Sprintf("%x", Key)) {
					t.Errorf("%s of %T shows the key: %s", verb, v, text)
				}
			}
		}
	})
	t.Run("tool calls come whole", func(t *testing.T) {
		resp, err := complete(t, Events(Stream(t, "tools")))
		if err != nil {
			t.Fatal(err)
		}
		calls := resp.Calls()
		if len(calls) != 2 || calls[0].Name != "list_rooms" || calls[1].Name != "list_bars" {
			t.Fatalf("calls = %+v, want list_rooms and list_bars", calls)
		}
		if strings.ReplaceAll(calls[0].Args, " ", "") != `{"city":"Recife"}` || calls[1].Args != "{}" {
			t.Errorf("arguments = %s and %s", calls[0].Args, calls[1].Args)
		}
		if calls[0].ID == "" || calls[0].ID == calls[1].ID || resp.Finish != llm.ToolCalls {
			t.Errorf("ids %q and %q, finish %q", calls[0].ID, calls[1].ID, resp.Finish)
		}
	})
	t.Run("an answer cut by the token limit says so", func(t *testing.T) {
		resp, err := complete(t, Events(Stream(t, "long")))
		if err != nil || resp.Finish != llm.Length || resp.Text() != "Era uma" {
			t.Errorf("got %+v, %v", resp, err)
		}
	})
	t.Run("a withheld answer says so", func(t *testing.T) {
		if resp, err := complete(t, Events(Stream(t, "withheld"))); err != nil || resp.Finish != llm.Filtered {
			t.Errorf("got %+v, %v", resp, err)
		}
	})
	t.Run("a stream that just ends is an error", func(t *testing.T) {
		_, err := complete(t, Events(Stream(t, "cut")))
		wantError(t, err, llm.Transient)
	})
	t.Run("an error in the stream is an error", func(t *testing.T) {
		_, err := complete(t, Events(Stream(t, "failing")))
		wantError(t, err, llm.Transient)
	})
	t.Run("an event that is not JSON is an error", func(t *testing.T) {
		_, err := complete(t, Events("data: {\"cand\n\n"))
		wantError(t, err, llm.Transient)
	})
	t.Run("a page instead of events is an error", func(t *testing.T) {
		_, err := complete(t, answer(200, "text/html", "<html><body>Sign in to the Wi-Fi</body></html>"))
		wantError(t, err, llm.Transient)
	})
	t.Run("an error with status 200 is an error", func(t *testing.T) {
		_, err := complete(t, answer(200, "application/json", p.Error("no capacity")))
		wantError(t, err, llm.Transient)
	})
	t.Run("429 is transient and keeps Retry-After", func(t *testing.T) {
		_, err := complete(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "7")
			answer(429, "application/json", p.Error("slow down"))(w, r)
		})
		wantError(t, err, llm.Transient)
		if e, ok := errors.AsType[*llm.Error](err); ok && (e.RetryAfter != 7*time.Second || e.Status != 429) {
			t.Errorf("error = %+v, want status 429 and 7s", e)
		}
	})
	for status, kind := range map[int]llm.Kind{400: llm.Permanent, 401: llm.Auth, 403: llm.Auth, 404: llm.Permanent, 413: llm.Overflow, 500: llm.Transient, 503: llm.Transient, 529: llm.Transient} {
		t.Run(fmt.Sprintf("status %d has its kind, and an echoed key is hidden", status), func(t *testing.T) {
			_, err := complete(t, answer(status, "application/json", p.Error("about "+Key+" and \x1b[31mmore")))
			wantError(t, err, kind)
			if err == nil || !strings.Contains(err.Error(), "about [key] and") || strings.Contains(err.Error(), "\x1b") {
				t.Errorf("error = %q, want the provider's words, cleaned", err)
			}
		})
	}
	t.Run("a redirect is not followed", func(t *testing.T) {
		reached := false
		other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
		t.Cleanup(other.Close)
		_, err := complete(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		})
		if err == nil || reached {
			t.Errorf("error = %v, reached the other server: %v", err, reached)
		}
	})
	t.Run("nobody there is transient", func(t *testing.T) {
		srv := httptest.NewServer(nil)
		srv.Close()
		_, err := llm.Complete(t.Context(), p.New(srv.URL, Key), ask)
		wantError(t, err, llm.Transient)
	})
	t.Run("the caller's cancellation comes back as it is", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // a server sees the caller leave only once it has read all
			cancel()
			<-r.Context().Done()
		}))
		t.Cleanup(srv.Close)
		if _, err := llm.Complete(ctx, p.New(srv.URL, Key), ask); !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v, want context.Canceled", err)
		}
	})
	t.Run("a test cannot reach a real provider", func(t *testing.T) {
		_, err := llm.Complete(t.Context(), p.New("https://models.example.com", Key), ask)
		if err == nil || !strings.Contains(err.Error(), "a test must not call a real model") {
			t.Errorf("error = %v, want the guard's", err)
		}
	})
}

// Events answers every request with one stream of server-sent events.
func Events(body string) http.HandlerFunc { return answer(200, "text/event-stream", body) }

func answer(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}
