package llm

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"
)

// Rest spares a model that cannot be reached or that stalls. After a call
// failed before its first chunk for a Transient reason, or ran out of time, it
// is not asked for a pause: calls fail at once, with the same error. Put it
// before Retry, so that a guest waits for a provider that is down once and not
// with every decision. A deadline of the caller's own counts if the model was
// given a fair time before it.
func Rest(pause time.Duration) Middleware {
	return func(next Model) Model {
		var (
			mu    sync.Mutex
			until time.Time
			last  error
		)
		rest := func(ctx context.Context, start time.Time, why error) {
			stalled := errors.Is(ctx.Err(), context.DeadlineExceeded) && time.Since(start) >= fairTime
			if ctx.Err() == nil && KindOf(why) != Transient || ctx.Err() != nil && !stalled {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			until, last = time.Now().Add(pause), why
		}
		return ModelFunc(func(ctx context.Context, req *Request) iter.Seq2[Chunk, error] {
			return func(yield func(Chunk, error) bool) {
				mu.Lock()
				left, why := time.Until(until), last
				mu.Unlock()
				if left > 0 {
					yield(Chunk{}, fmt.Errorf("%w (not asked again for %v)", why, left.Round(time.Second)))
					return
				}
				start := time.Now()
				failed := untilChunk(next.Generate(ctx, req), func(c Chunk, err error) bool {
					if errors.Is(err, context.DeadlineExceeded) || err != nil && ctx.Err() != nil {
						rest(ctx, start, err) // it began, and then stalled
					}
					return yield(c, err)
				})
				if failed != nil {
					rest(ctx, start, failed)
					yield(Chunk{}, failed)
				}
			}
		})
	}
}

// fairTime is how long any model that works needs at most to answer: some tasks
// wait less, and have no right to judge.
const fairTime = 5 * time.Second
