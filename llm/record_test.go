package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

// drain reads a whole stream.
func drain(t *testing.T, m llm.Model, req *llm.Request) (chunks []llm.Chunk, err error) {
	t.Helper()
	for c, err := range m.Generate(t.Context(), req) {
		if err != nil {
			return chunks, err
		}
		chunks = append(chunks, c)
	}
	return chunks, nil
}

// recording is a model that plays steps and saves what was asked and answered.
func recording(saved *[]llm.Exchange, steps ...llmtest.Step) llm.Model {
	return llm.Record("m", func(_ context.Context, x llm.Exchange) { *saved = append(*saved, x) })(script(steps...))
}

// throughJSON is what a file does to a recording.
func throughJSON(t *testing.T, in []llm.Exchange) (out []llm.Exchange) {
	t.Helper()
	b, err := json.Marshal(in)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	must(t, err)
	return out
}

func TestAReplayIsTheSameStream(t *testing.T) {
	refused := &llm.Error{Kind: llm.Transient, Provider: "gemini", Status: 429, Param: "top_p", RetryAfter: 7 * time.Second, Err: errors.New("slow down")}
	whole := []llm.Chunk{
		{Part: llm.Part{Thinking: "hm", Sig: []byte{0, 255}}},
		{Part: llm.Part{Text: "Olá <b>"}},
		{Part: llm.Part{Call: &llm.ToolCall{ID: "1", Name: "f", Args: "not JSON"}}},
		{
			Finish: llm.ToolCalls, Model: "m", Usage: llm.Usage{Input: 3, Thinking: 1}, Cost: new(llm.USD(0)), Notes: []string{"n"},
			Grounding: &llm.Grounding{Queries: []string{"q"}, Sources: []llm.Source{{URL: "u", Title: "t"}}, Supports: []llm.Support{{Text: "x", Sources: []int{0}}}},
		},
	}
	tests := []struct {
		name string
		step llmtest.Step
	}{
		{"an answer", llmtest.Step{Chunks: whole}},
		{"a stream without an end", llmtest.Step{Chunks: whole[:2]}},
		{"nothing", llmtest.Step{}},
		{"a refusal", llmtest.Step{Err: refused}},
		{"a stream broken off", llmtest.Step{Chunks: whole[:2], Err: refused}},
		{"an error in an error", llmtest.Step{Err: fmt.Errorf("asking: %w", refused)}},
		{"two errors", llmtest.Step{Err: fmt.Errorf("%w; then %w", refused, errors.New("no"))}},
		{"an error of no provider", llmtest.Step{Err: &llm.Error{Kind: llm.Overflow, Err: errors.New("too long")}}},
		{"an error without a kind", llmtest.Step{Err: errors.New("a bug")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var saved []llm.Exchange
			chunks, err := drain(t, recording(&saved, tt.step), ask)
			if diff := cmp.Diff(tt.step.Chunks, chunks); diff != "" || !errors.Is(err, tt.step.Err) {
				t.Fatalf("recording changed the stream: %v\n%s", err, diff)
			}
			again, errAgain := drain(t, llm.Replay(throughJSON(t, saved)), ask)
			if diff := cmp.Diff(chunks, again); diff != "" {
				t.Errorf("chunks (-recorded +replayed):\n%s", diff)
			}
			if fmt.Sprint(err) != fmt.Sprint(errAgain) || llm.KindOf(err) != llm.KindOf(errAgain) {
				t.Errorf("error recorded: %v of kind %v, replayed: %v of kind %v", err, llm.KindOf(err), errAgain, llm.KindOf(errAgain))
			}
			e, ok := errors.AsType[*llm.Error](errAgain)
			if want, is := errors.AsType[*llm.Error](err); is && (!ok || e.Status != want.Status || e.RetryAfter != want.RetryAfter || e.Param != want.Param) {
				t.Errorf("error recorded: %+v, replayed: %+v", want, e)
			}
		})
	}
}

func TestEqualRequestsAreAnsweredInOrder(t *testing.T) {
	other := &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, "tchau")}}
	var saved []llm.Exchange
	m := recording(&saved, llmtest.Say("1"), llmtest.Say("x"), llmtest.Say("2"))
	for _, req := range []*llm.Request{ask, other, ask} {
		if _, err := llm.Complete(t.Context(), m, req); err != nil {
			t.Fatal(err)
		}
	}
	if saved[0].Key != saved[2].Key || saved[0].Key == saved[1].Key || saved[0].Model != "m" {
		t.Errorf("keys %q, %q, %q: equal requests must have equal ones", saved[0].Key, saved[1].Key, saved[2].Key)
	}
	r := llm.Replay(throughJSON(t, saved))
	relabelled := *ask
	relabelled.Label = "who asks does not matter"
	for _, tt := range []struct {
		req  *llm.Request
		want string
	}{{ask, "1"}, {&relabelled, "2"}, {other, "x"}} {
		if resp, err := llm.Complete(t.Context(), r, tt.req); err != nil || resp.Text() != tt.want {
			t.Errorf("replayed %+v, %v, want %q", resp, err, tt.want)
		}
	}
	if _, err := llm.Complete(t.Context(), r, ask); !errors.Is(err, llm.ErrNotRecorded) {
		t.Errorf("a third time: %v, want ErrNotRecorded", err)
	}
}

func TestARequestThatWasNotRecorded(t *testing.T) {
	var saved []llm.Exchange
	m := recording(&saved, llmtest.Say("oi"))
	if _, err := drain(t, m, ask); err != nil {
		t.Fatal(err)
	}
	hotter := *ask
	hotter.Temperature = new(0.9)
	broken := &llm.Request{Schema: []byte("{")}
	for _, req := range []*llm.Request{&hotter, broken, {}} {
		if _, err := drain(t, llm.Replay(saved), req); !errors.Is(err, llm.ErrNotRecorded) || llm.KindOf(err) != llm.Permanent {
			t.Errorf("error = %v, want ErrNotRecorded, for good", err)
		}
	}
}

func TestARecordingIsOfTheRequestAsItWasSent(t *testing.T) {
	var saved []llm.Exchange
	req := *ask
	for range recording(&saved, llmtest.Say("a", "b")).Generate(context.Background(), &req) {
		req.System = "changed since"
		break
	}
	if x := saved[0]; x.Request == nil || x.Request.System != "" || len(x.Chunks) != 1 {
		t.Errorf("saved %+v, want the request before the change and the one chunk that was read", saved)
	}
}

func TestReplaysAreSafeForManyReaders(t *testing.T) {
	var saved []llm.Exchange
	m := recording(&saved, llmtest.Say("oi"), llmtest.Say("oi"), llmtest.Say("oi"))
	for range 3 {
		if _, err := drain(t, m, ask); err != nil {
			t.Fatal(err)
		}
	}
	r := llm.Replay(saved)
	errs := make(chan error)
	for range 4 {
		go func() {
			_, err := llm.Complete(context.Background(), r, ask)
			errs <- err
		}()
	}
	missing := 0
	for range 4 {
		if err := <-errs; errors.Is(err, llm.ErrNotRecorded) {
			missing++
		} else if err != nil {
			t.Error(err)
		}
	}
	if missing != 1 {
		t.Errorf("%d of 4 readers found nothing; 3 answers were recorded", missing)
	}
}
