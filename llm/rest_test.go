package llm_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func TestAModelThatIsDownIsSparedForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := script(llmtest.Fail(llm.Transient), llmtest.Say("oi"), llmtest.Step{Err: &llm.Error{Kind: llm.Permanent, Provider: "x", Err: errors.New("no")}}, llmtest.Say("oi"))
		rested := llm.Rest(30 * time.Second)(m)
		ask := func() error {
			_, err := llm.Complete(t.Context(), rested, ask)
			return err
		}
		if ask() == nil {
			t.Fatal("the first call did not fail")
		}
		time.Sleep(10 * time.Second)
		if err := ask(); err == nil || len(m.Asked()) != 1 || !strings.HasSuffix(err.Error(), " (not asked again for 20s)") || llm.KindOf(err) != llm.Transient {
			t.Errorf("%d calls, the second with %v", len(m.Asked()), err)
		}
		time.Sleep(20 * time.Second)
		if err := ask(); err != nil {
			t.Errorf("after the pause: %v", err)
		}
		if err := ask(); err == nil || ask() != nil {
			t.Error("what is wrong with one question is not so with the next")
		}
	})
}

func TestAModelThatStallsIsWaitedForOnce(t *testing.T) {
	for name, begins := range map[string]bool{"silent from the start": false, "silent in mid-answer": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				stalls := llm.Wrap(llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
					return func(yield func(llm.Chunk, error) bool) {
						calls++
						if begins && !yield(llm.Chunk{Part: llm.Part{Text: "Era"}}, nil) {
							return
						}
						<-ctx.Done()
						yield(llm.Chunk{}, context.Cause(ctx))
					}
				}), llm.Rest(30*time.Second), llm.Timeout(0, 20*time.Second))
				start := time.Now()
				for _, patience := range []time.Duration{4, 10, 15, 20} { // a task's own, in seconds
					ctx, cancel := context.WithTimeout(t.Context(), patience*time.Second)
					if _, err := llm.Complete(ctx, stalls, &llm.Request{}); err == nil {
						t.Error("it answered")
					}
					cancel()
				}
				// Four seconds are no fair time; after ten it is left alone.
				if took := time.Since(start); took != 14*time.Second || calls != 2 {
					t.Errorf("it was waited for %v, in %d calls", took, calls)
				}
			})
		})
	}
}
