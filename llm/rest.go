package llm

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"
)

// Rest spares a model that cannot be reached. After a call failed before its
// first chunk for a Transient reason it is not asked for a pause: calls fail at
// once, with the same error. Put it before Retry, so that a guest waits for a
// provider that is down once and not with every decision.
func Rest(pause time.Duration) Middleware {
	return func(next Model) Model {
		var (
			mu    sync.Mutex
			until time.Time
			last  error
		)
		return ModelFunc(func(ctx context.Context, req *Request) iter.Seq2[Chunk, error] {
			return func(yield func(Chunk, error) bool) {
				mu.Lock()
				left, why := time.Until(until), last
				mu.Unlock()
				if left > 0 {
					yield(Chunk{}, fmt.Errorf("%w (not asked again for %v)", why, left.Round(time.Second)))
					return
				}
				failed := untilChunk(next.Generate(ctx, req), yield)
				if failed == nil {
					return
				}
				if KindOf(failed) == Transient && ctx.Err() == nil {
					mu.Lock()
					until, last = time.Now().Add(pause), failed
					mu.Unlock()
				}
				yield(Chunk{}, failed)
			}
		})
	}
}
