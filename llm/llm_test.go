package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

var ask = &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, "oi")}, MaxTokens: 100, Label: "test.ask"}

// says is a model that always answers with the same chunks and then err.
func says(err error, chunks ...llm.Chunk) llm.Model {
	return llm.ModelFunc(func(context.Context, *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			for _, c := range chunks {
				if !yield(c, nil) {
					return
				}
			}
			if err != nil {
				yield(llm.Chunk{}, err)
			}
		}
	})
}

func parts(parts ...llm.Part) []llm.Chunk {
	var chunks []llm.Chunk
	for _, p := range parts {
		chunks = append(chunks, llm.Chunk{Part: p})
	}
	return append(chunks, llm.Chunk{Finish: llm.Stop})
}

func TestCompleteJoinsThePartsOfAnAnswer(t *testing.T) {
	call := llm.Part{Call: &llm.ToolCall{ID: "1", Name: "f", Args: "{}"}}
	signedCall := llm.Part{Call: call.Call, Sig: []byte("c")}
	sig := func(s string) llm.Part { return llm.Part{Sig: []byte(s)} }
	think := func(s string) llm.Part { return llm.Part{Thinking: s} }
	text := func(s string) llm.Part { return llm.Part{Text: s} }
	tests := []struct {
		name string
		in   []llm.Part
		want []llm.Part
	}{
		{"nothing is no part", []llm.Part{{}}, nil},
		{"pieces of text are one text", []llm.Part{text("a"), text("b"), {}, text("c")}, []llm.Part{text("abc")}},
		{"thinking and text stay apart", []llm.Part{think("a"), think("b"), text("c"), think("d")}, []llm.Part{think("ab"), text("c"), think("d")}},
		{"a call ends a text", []llm.Part{text("a"), call, text("b")}, []llm.Part{text("a"), call, text("b")}},
		{"calls stay apart", []llm.Part{call, signedCall}, []llm.Part{call, signedCall}},
		{"a signature that comes later joins its thinking", []llm.Part{think("a"), sig("s"), text("b")}, []llm.Part{{Thinking: "a", Sig: []byte("s")}, text("b")}},
		{"a signature that comes later joins its text", []llm.Part{text("a"), sig("s")}, []llm.Part{{Text: "a", Sig: []byte("s")}}},
		{"a signature that comes with the last piece is of the whole text", []llm.Part{text("a"), {Text: "b", Sig: []byte("s")}}, []llm.Part{{Text: "ab", Sig: []byte("s")}}},
		{"what was signed is closed", []llm.Part{{Text: "a", Sig: []byte("s")}, text("b")}, []llm.Part{{Text: "a", Sig: []byte("s")}, text("b")}},
		{"a signature never replaces another", []llm.Part{{Text: "a", Sig: []byte("s")}, sig("t")}, []llm.Part{{Text: "a", Sig: []byte("s")}, sig("t")}},
		{"a signature never replaces a call's", []llm.Part{signedCall, sig("t")}, []llm.Part{signedCall, sig("t")}},
		{"a signature alone is kept", []llm.Part{sig("s"), text("a")}, []llm.Part{sig("s"), text("a")}},
		{"a result is not a text to go on with", []llm.Part{{Result: &llm.ToolResult{CallID: "1"}}, text("a")}, []llm.Part{{Result: &llm.ToolResult{CallID: "1"}}, text("a")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := llm.Complete(t.Context(), says(nil, parts(tt.in...)...), ask)
			must(t, err)
			if diff := cmp.Diff(tt.want, resp.Message.Parts); diff != "" {
				t.Errorf("parts (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCompleteReturnsWhatTheLastChunkSays(t *testing.T) {
	last := llm.Chunk{
		Part:      llm.Part{Text: "!"},
		Finish:    llm.Length,
		Model:     "m",
		Usage:     llm.Usage{Input: 3, Output: 4},
		Cost:      new(llm.USD(7)),
		Grounding: &llm.Grounding{Queries: []string{"q"}},
		Notes:     []string{"n"},
	}
	got, err := llm.Complete(t.Context(), says(nil, llm.Chunk{Part: llm.Part{Text: "oi"}}, last), ask)
	want := &llm.Response{
		Message: llm.Text(llm.RoleAssistant, "oi!"),
		Finish:  llm.Length, Model: "m", Usage: last.Usage, Cost: last.Cost, Grounding: last.Grounding, Notes: last.Notes,
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, response (-want +got):\n%s", err, diff)
	}
}

func TestAnAnswerCutOffIsTransient(t *testing.T) {
	for _, m := range []llm.Model{says(nil), says(nil, llm.Chunk{Part: llm.Part{Text: "oi"}})} {
		if resp, err := llm.Complete(t.Context(), m, ask); resp != nil || llm.KindOf(err) != llm.Transient {
			t.Errorf("Complete = %v, %v, want a transient error", resp, err)
		}
	}
}

func TestStreamHandsOverTheTextAndOnlyTheText(t *testing.T) {
	var heard []string
	say := func(s string) { heard = append(heard, s) }
	m := says(errors.New("reset"), llm.Chunk{Part: llm.Part{Thinking: "hm"}}, llm.Chunk{Part: llm.Part{Text: "a"}}, llm.Chunk{Part: llm.Part{Text: "b"}})
	resp, err := llm.Stream(t.Context(), m, ask, say)
	if resp != nil || err == nil || err.Error() != "reset" {
		t.Errorf("Stream = %v, %v, want the model's error", resp, err)
	}
	if diff := cmp.Diff([]string{"a", "b"}, heard); diff != "" {
		t.Errorf("heard (-want +got):\n%s", diff)
	}
}

func TestTextAndCallsOfAResponse(t *testing.T) {
	calls := []llm.ToolCall{{ID: "1", Name: "f"}, {ID: "2", Name: "g"}}
	r := &llm.Response{Message: llm.Message{Parts: []llm.Part{{Thinking: "hm"}, {Text: "a"}, {Call: &calls[0]}, {Text: "b"}, {Call: &calls[1]}}}}
	if got := r.Text(); got != "ab" {
		t.Errorf("Text = %q", got)
	}
	if diff := cmp.Diff(calls, r.Calls()); diff != "" {
		t.Errorf("Calls (-want +got):\n%s", diff)
	}
}

func TestMessagesSurviveJSON(t *testing.T) {
	for name, req := range llmtest.Requests() {
		b, err := json.Marshal(req)
		must(t, err)
		var got llm.Request
		must(t, json.Unmarshal(b, &got))
		if diff := cmp.Diff(req, &got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestUsageAdds(t *testing.T) {
	u := llm.Usage{Input: 1, CacheRead: 2, CacheWrite: 3, Output: 4, Thinking: 5, Searches: 6}
	if got, want := u.Add(u), (llm.Usage{Input: 2, CacheRead: 4, CacheWrite: 6, Output: 8, Thinking: 10, Searches: 12}); got != want {
		t.Errorf("Add = %+v, want %+v", got, want)
	}
}

func TestKinds(t *testing.T) {
	for kind, want := range map[llm.Kind]string{llm.Permanent: "permanent", llm.Transient: "transient", llm.Auth: "auth", llm.Overflow: "overflow", 99: "permanent", -1: "permanent"} {
		if got := kind.String(); got != want {
			t.Errorf("Kind(%d) = %q, want %q", int(kind), got, want)
		}
	}
	busy := &llm.Error{Kind: llm.Transient, Provider: "gemini", Err: errors.New("503 busy")}
	if got := llm.KindOf(fmt.Errorf("asking: %w", busy)); got != llm.Transient {
		t.Errorf("kind of a wrapped error = %v", got)
	}
	if got := llm.KindOf(errors.New("x")); got != llm.Permanent {
		t.Errorf("kind of any error = %v", got)
	}
	if got := busy.Error(); got != "gemini: 503 busy" {
		t.Errorf("Error = %q", got)
	}
}

func TestAnAnswerThatGoesOnAndOnIsNotReadToItsEnd(t *testing.T) {
	read := 0
	endless := llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			for ctx.Err() == nil && read < 1<<20 {
				read += 100
				if !yield(llm.Chunk{Part: llm.Part{Text: strings.Repeat("a", 100)}}, nil) {
					return
				}
			}
			yield(llm.Chunk{}, context.Cause(ctx))
		}
	})
	price := &llm.Price{Input: 1, Output: 1}
	_, err := llm.Complete(t.Context(), llm.Wrap(endless, new(llm.Budget).Middleware("m", price)), &llm.Request{MaxTokens: 100})
	if err == nil || read > 2000 {
		t.Errorf("%d bytes were read, error %v", read, err)
	}
	if cost := llm.Spent(nil, err); cost == nil || *cost == 0 {
		t.Errorf("it cost %v, want all that was set aside", cost)
	}
}

// An answer that is too long may have come to its end before anybody could say
// stop: then it is known what it cost.
func TestAnAnswerThatIsTooLongTellsWhatItCost(t *testing.T) {
	all := llm.ModelFunc(func(context.Context, *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			_ = yield(llm.Chunk{Part: llm.Part{Text: strings.Repeat("blá ", 10_000)}}, nil) &&
				yield(llm.Chunk{Finish: llm.Stop, Usage: llm.Usage{Input: 10, Output: 20_000}}, nil)
		}
	})
	m := new(llm.Budget).Middleware("m", &llm.Price{Input: 1, Output: 2})(all)
	_, err := llm.Complete(t.Context(), m, &llm.Request{MaxTokens: 100})
	spent, ok := errors.AsType[*llm.SpentError](err)
	if !ok || spent.Cost != 40_010 {
		t.Errorf("it cost %v: %v", spent, err)
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
