package llm_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func script(steps ...llmtest.Step) *llmtest.Script { return &llmtest.Script{Steps: steps} }

// busy fails before it says anything and asks to be left alone for a while.
func busy(after time.Duration) llmtest.Step {
	return llmtest.Step{Err: &llm.Error{Kind: llm.Transient, Provider: "script", Status: 429, RetryAfter: after, Err: errors.New("busy")}}
}

// broken says something and then fails.
func broken() llmtest.Step {
	return llmtest.Step{Chunks: llmtest.Say("Era uma").Chunks[:1], Err: llmtest.Fail(llm.Transient).Err}
}

func TestWrapShowsTheRequestToTheFirstOneFirst(t *testing.T) {
	var order []string
	named := func(name string) llm.Middleware {
		return func(next llm.Model) llm.Model {
			return llm.ModelFunc(func(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
				order = append(order, name)
				return next.Generate(ctx, req)
			})
		}
	}
	if _, err := llm.Complete(t.Context(), llm.Wrap(script(llmtest.Say("oi")), named("a"), named("b")), ask); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(order, ""); got != "ab" {
		t.Errorf("order = %q, want ab", got)
	}
}

func TestRetry(t *testing.T) {
	good, fail := llmtest.Say("oi"), llmtest.Fail
	tests := []struct {
		name  string
		tries int
		steps []llmtest.Step
		asked int
		ok    bool
		waits [2]time.Duration // at least, at most
	}{
		{"a good answer is not asked for again", 3, []llmtest.Step{good, good}, 1, true, [2]time.Duration{0, 0}},
		{"waits double, with some jitter", 3, []llmtest.Step{fail(llm.Transient), fail(llm.Transient), fail(llm.Transient), good}, 4, true, [2]time.Duration{7 * time.Second, 10 * time.Second}},
		{"tries run out", 1, []llmtest.Step{fail(llm.Transient), fail(llm.Transient), good}, 2, false, [2]time.Duration{time.Second, 2 * time.Second}},
		{"no tries is no retry", 0, []llmtest.Step{fail(llm.Transient), good}, 1, false, [2]time.Duration{0, 0}},
		{"a wait never grows past the longest", 7, []llmtest.Step{fail(1), fail(1), fail(1), fail(1), fail(1), fail(1), fail(1), good}, 8, true, [2]time.Duration{(1 + 2 + 4 + 8 + 16 + 20 + 20) * time.Second, (1 + 2 + 4 + 8 + 20 + 20 + 20 + 4) * time.Second}},
		{"a permanent error is final", 3, []llmtest.Step{fail(llm.Permanent), good}, 1, false, [2]time.Duration{0, 0}},
		{"a refused key is final", 3, []llmtest.Step{fail(llm.Auth), good}, 1, false, [2]time.Duration{0, 0}},
		{"a request too long is final", 3, []llmtest.Step{fail(llm.Overflow), good}, 1, false, [2]time.Duration{0, 0}},
		{"an error without a kind is final", 3, []llmtest.Step{{Err: errors.New("a bug")}, good}, 1, false, [2]time.Duration{0, 0}},
		{"Retry-After is honoured to the second", 3, []llmtest.Step{busy(7 * time.Second), good}, 2, true, [2]time.Duration{7 * time.Second, 7 * time.Second}},
		{"a Retry-After of the longest wait is honoured", 3, []llmtest.Step{busy(20 * time.Second), good}, 2, true, [2]time.Duration{20 * time.Second, 20 * time.Second}},
		{"a longer Retry-After ends it at once", 3, []llmtest.Step{busy(21 * time.Second), good}, 1, false, [2]time.Duration{0, 0}},
		{"after a chunk nothing is repeated", 3, []llmtest.Step{broken(), good}, 1, false, [2]time.Duration{0, 0}},
		{"an answer of nothing at all is repeated", 3, []llmtest.Step{{}, good}, 2, true, [2]time.Duration{time.Second, 2 * time.Second}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, start := script(tt.steps...), time.Now()
				resp, err := llm.Complete(t.Context(), llm.Retry(tt.tries, time.Second)(m), ask)
				if (err == nil) != tt.ok || tt.ok && resp.Text() != "oi" {
					t.Errorf("got %v, %v, want an answer: %v", resp, err, tt.ok)
				}
				if n := len(m.Asked()); n != tt.asked {
					t.Errorf("asked %d times, want %d", n, tt.asked)
				}
				if d := time.Since(start); d < tt.waits[0] || d > tt.waits[1] {
					t.Errorf("took %v, want %v to %v", d, tt.waits[0], tt.waits[1])
				}
			})
		})
	}
}

func TestRetryManyTimesDoesNotOverflow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		_, err := llm.Complete(t.Context(), llm.Retry(100, time.Second)(says(llmtest.Fail(llm.Transient).Err)), ask)
		if d := time.Since(start); err == nil || d < 90*20*time.Second {
			t.Errorf("100 tries took %v and ended with %v; the wait must not wrap around", d, err)
		}
	})
}

func TestRetryStopsWhenTheCallerGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		m, start := script(busy(5*time.Second), llmtest.Say("oi")), time.Now()
		_, err := llm.Complete(ctx, llm.Retry(3, time.Second)(m), ask)
		if time.Since(start) != 3*time.Second || len(m.Asked()) != 1 {
			t.Errorf("stopped after %v and %d calls, want 3s and one", time.Since(start), len(m.Asked()))
		}
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "busy") {
			t.Errorf("error = %v, want the caller's and the provider's", err)
		}
	})
}

func TestRetryWithoutAWaitStopsWhenTheCallerGaveUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	m := llm.ModelFunc(func(context.Context, *llm.Request) iter.Seq2[llm.Chunk, error] {
		calls++
		cancel()
		return says(llmtest.Fail(llm.Transient).Err).Generate(ctx, ask)
	})
	if _, err := llm.Complete(ctx, llm.Retry(50, 0)(m), ask); !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("%d calls, error %v, want one and context.Canceled", calls, err)
	}
}

// slowly pauses before each of its chunks.
func slowly(pauses ...time.Duration) llm.Model {
	return llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			for i, d := range pauses {
				select {
				case <-time.After(d):
				case <-ctx.Done():
					yield(llm.Chunk{}, ctx.Err())
					return
				}
				c := llm.Chunk{Part: llm.Part{Text: "a"}}
				if i == len(pauses)-1 {
					c.Finish = llm.Stop
				}
				if !yield(c, nil) {
					return
				}
			}
		}
	})
}

func TestTimeout(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name           string
		total, silence time.Duration
		model          llm.Model
		reader         time.Duration // what the reader takes for each chunk
		want           string        // of the error
		elapsed        time.Duration
	}{
		{"zero is no bound", 0, 0, slowly(time.Hour, time.Hour), 0, "", 2 * time.Hour},
		{"in time", 10 * s, 3 * s, slowly(2*s, 2*s, 2*s), 0, "", 6 * s},
		{"the whole answer takes too long", 5 * s, 3 * s, slowly(2*s, 2*s, 2*s), 0, "timed out: no whole answer within 5s", 5 * s},
		{"silent before the first chunk", 0, 3 * s, slowly(4*s, s), 0, "timed out: silent for 3s", 3 * s},
		{"silent between chunks", 0, 3 * s, slowly(s, 4*s), 0, "timed out: silent for 3s", 4 * s},
		{"a slow reader is not silence", 0, 3 * s, slowly(2*s, 2*s), time.Minute, "", 2*time.Minute + 4*s},
		{"a slow reader counts for the whole", 30 * s, 3 * s, slowly(2*s, 2*s), time.Minute, "timed out: no whole answer within 30s", time.Minute + 2*s},
		{"the model's own error stays", 5 * s, 3 * s, says(errors.New("a bug")), 0, "a bug", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				_, err := llm.Stream(t.Context(), llm.Timeout(tt.total, tt.silence)(tt.model), ask, func(string) { time.Sleep(tt.reader) })
				if (err == nil) != (tt.want == "") || err != nil && !strings.HasPrefix(err.Error(), tt.want) {
					t.Errorf("error = %v, want %q", err, tt.want)
				}
				if strings.HasPrefix(tt.want, "timed out") && (llm.KindOf(err) != llm.Transient || !errors.Is(err, context.DeadlineExceeded)) {
					t.Errorf("error = %v of kind %v, want a transient one that is DeadlineExceeded", err, llm.KindOf(err))
				}
				if d := time.Since(start); d != tt.elapsed {
					t.Errorf("took %v, want %v", d, tt.elapsed)
				}
			})
		})
	}
}

func TestTimeoutIsRetriedButTheCallersCancellationIsNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := script(llmtest.Step{Wait: time.Hour}, llmtest.Say("oi"))
		if _, err := llm.Complete(t.Context(), llm.Wrap(m, llm.Retry(1, time.Second), llm.Timeout(time.Minute, 0)), ask); err != nil {
			t.Errorf("after a timeout the second try should have answered: %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		m = script(llmtest.Step{Wait: time.Hour}, llmtest.Say("oi"))
		if _, err := llm.Complete(ctx, llm.Wrap(m, llm.Retry(1, time.Second), llm.Timeout(time.Minute, 0)), ask); !errors.Is(err, context.DeadlineExceeded) || len(m.Asked()) != 1 {
			t.Errorf("error %v after %d calls, want the caller's after one", err, len(m.Asked()))
		}
	})
}

func TestTimeoutOutsideOfRetryTellsWhatWasTried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := llm.Wrap(script(busy(10*time.Second)), llm.Timeout(5*time.Second, 0), llm.Retry(1, time.Second))
		_, err := llm.Complete(t.Context(), m, ask)
		if err == nil || !strings.Contains(err.Error(), "busy; then timed out: no whole answer within 5s") {
			t.Errorf("error = %v, want both reasons", err)
		}
	})
}

func TestObserveTellsOfEachCallOnce(t *testing.T) {
	const s = time.Second
	priced := says(nil, llm.Chunk{Finish: llm.Stop, Usage: llm.Usage{Input: 3}, Cost: new(llm.USD(9))})
	tests := []struct {
		name  string
		model llm.Model
		take  int // chunks until the reader stops
		want  llm.Call
		err   string
	}{
		{"an answer", slowly(2*s, 3*s), 9, llm.Call{First: 2 * s, Elapsed: 5 * s}, ""},
		{"a first chunk at once", slowly(0, 3*s), 9, llm.Call{First: 0, Elapsed: 3 * s}, ""},
		{"usage and cost", priced, 9, llm.Call{Usage: llm.Usage{Input: 3}, Cost: new(llm.USD(9))}, ""},
		{"a reader who stops early", slowly(2*s, 3*s), 1, llm.Call{First: 2 * s, Elapsed: 2 * s}, ""},
		{"a failure", script(llmtest.Step{Wait: s, Err: errors.New("no")}), 9, llm.Call{Elapsed: s}, "no"},
		{"a failure in mid-answer", script(broken()), 9, llm.Call{}, "script: scripted failure"},
		{"a stream without an end", says(nil), 9, llm.Call{}, "the answer was cut off"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got []llm.Call
				m := llm.Observe("m", func(_ context.Context, c llm.Call) { got = append(got, c) })(tt.model)
				left := tt.take
				for range m.Generate(t.Context(), ask) {
					if left--; left == 0 {
						break
					}
				}
				if len(got) != 1 {
					t.Fatalf("told of %d calls, want one", len(got))
				}
				err := got[0].Err
				if (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
					t.Errorf("error = %v, want %q", err, tt.err)
				}
				got[0].Err = nil
				tt.want.Label, tt.want.Model = "test.ask", "m"
				if diff := cmp.Diff(tt.want, got[0]); diff != "" {
					t.Errorf("call (-want +got):\n%s", diff)
				}
			})
		})
	}
}
