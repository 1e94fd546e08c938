package llm_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/llm"
)

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
