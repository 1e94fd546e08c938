package llm

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"time"
)

// Middleware makes a Model of a Model.
type Middleware func(Model) Model

// Wrap applies middleware so that the first one listed sees the request first.
func Wrap(m Model, mw ...Middleware) Model {
	for _, wrap := range slices.Backward(mw) {
		m = wrap(m)
	}
	return m
}

// between makes a Middleware of a function that asks the next model and yields
// its answer.
func between(f func(ctx context.Context, req *Request, next Model, yield func(Chunk, error) bool)) Middleware {
	return func(next Model) Model {
		return ModelFunc(func(ctx context.Context, req *Request) iter.Seq2[Chunk, error] {
			return func(yield func(Chunk, error) bool) { f(ctx, req, next, yield) }
		})
	}
}

// longestWait is how long Retry waits at most before one more try. A provider
// that asks for more (a daily quota used up) is not worth a guest's time.
const longestWait = 20 * time.Second

// Retry repeats a call that failed for a Transient reason before its first
// chunk, at most tries times more, after wait, 2·wait, 4·wait… with some
// jitter, or after what the provider asked for in Retry-After: when that is
// more than 20 seconds, Retry gives up at once. Once a chunk was seen nothing
// is repeated.
func Retry(tries int, wait time.Duration) Middleware {
	return between(func(ctx context.Context, req *Request, next Model, yield func(Chunk, error) bool) {
		for try := 0; ; try++ {
			failed := untilChunk(next.Generate(ctx, req), yield)
			if failed == nil {
				return
			}
			pause := pauseAfter(failed, wait, try)
			if KindOf(failed) != Transient || try >= tries || pause > longestWait {
				yield(Chunk{}, failed)
				return
			}
			if !sleep(ctx, pause) {
				if cause := context.Cause(ctx); !errors.Is(failed, cause) {
					failed = fmt.Errorf("%w; then %w", failed, cause)
				}
				yield(Chunk{}, failed)
				return
			}
		}
	})
}

func pauseAfter(failed error, wait time.Duration, try int) time.Duration {
	if e, ok := errors.AsType[*Error](failed); ok && e.RetryAfter > 0 {
		return e.RetryAfter
	}
	// Past ten doublings any wait worth the name is the longest.
	return min(wait<<min(try, 10)+rand.N(wait+1), longestWait)
}

// untilChunk forwards a stream. An error that comes before any chunk is not
// forwarded but returned.
func untilChunk(stream iter.Seq2[Chunk, error], yield func(Chunk, error) bool) error {
	started := false
	for c, err := range stream {
		if err != nil && !started {
			return err
		}
		started = true
		if !yield(c, err) || err != nil {
			return nil
		}
	}
	if !started {
		return &Error{Kind: Transient, Err: errors.New("the model answered nothing")}
	}
	return nil
}

// sleep reports whether it slept to the end.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
	return ctx.Err() == nil
}

// Timeout bounds a whole call, its reader's time included, and separately how
// long the model may be silent before a chunk, which the reader's time is no
// part of. Zero means no bound. A call that is cut off so fails with a
// Transient error that is also context.DeadlineExceeded.
func Timeout(total, silence time.Duration) Middleware {
	return between(func(ctx context.Context, req *Request, next Model, yield func(Chunk, error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		if total > 0 {
			t := after(total, cancel, "no whole answer within")
			defer t.Stop()
		}
		var quiet *time.Timer
		if silence > 0 {
			quiet = after(silence, cancel, "silent for")
			defer quiet.Stop()
		}
		for c, err := range next.Generate(ctx, req) {
			if quiet != nil {
				quiet.Stop()
			}
			if e, ok := errors.AsType[*Error](context.Cause(ctx)); ok && err != nil && !errors.Is(err, e) {
				err = e
			}
			if !yield(c, err) || err != nil {
				return
			}
			if quiet != nil {
				quiet.Reset(silence)
			}
		}
	})
}

func after(d time.Duration, cancel context.CancelCauseFunc, why string) *time.Timer {
	return time.AfterFunc(d, func() {
		cancel(&Error{Kind: Transient, Err: fmt.Errorf("timed out: %s %v: %w", why, d, context.DeadlineExceeded)})
	})
}

// Call is what Observe tells of one call.
type Call struct {
	Label   string // of the request
	Model   string
	Usage   Usage
	Cost    *USD
	First   time.Duration // until the first chunk; 0 when none came
	Elapsed time.Duration
	Err     error
}

// Observe tells fn of every call once it has ended: metering, tracing and
// audit hang here. A reader that stops early is a call without error; a stream
// that ends without a finish is one with.
func Observe(model string, fn func(context.Context, Call)) Middleware {
	return between(func(ctx context.Context, req *Request, next Model, yield func(Chunk, error) bool) {
		start := time.Now()
		call := Call{Label: req.Label, Model: model}
		defer func() {
			call.Elapsed = time.Since(start)
			fn(ctx, call)
		}()
		started, finished := false, false
		for c, err := range next.Generate(ctx, req) {
			call.Err = err
			if !started && err == nil {
				started, call.First = true, time.Since(start)
			}
			if c.Finish != "" {
				finished, call.Usage, call.Cost = true, c.Usage, c.Cost
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
		if !finished {
			call.Err = cutOff()
		}
	})
}
