package llm

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"
)

// Middleware makes a Model of a Model.
type Middleware func(Model) Model

// Wrap applies middleware so that the first one listed sees the request first.
func Wrap(m Model, mw ...Middleware) Model {
	for i := len(mw) - 1; i >= 0; i-- {
		m = mw[i](m)
	}
	return m
}

// longestWait is how long Retry waits at most before one more try. A provider
// that asks for more (a daily quota used up) is not worth a guest's time.
const longestWait = 20 * time.Second

// Retry repeats a call that failed for a Transient reason before its first
// chunk, at most tries times more, after wait, 2·wait, 4·wait… with some
// jitter, or after what the provider asked for in Retry-After. Once a chunk
// was seen nothing is repeated.
func Retry(tries int, wait time.Duration) Middleware {
	return func(next Model) Model {
		return ModelFunc(func(ctx context.Context, req *Request) iter.Seq2[Chunk, error] {
			return func(yield func(Chunk, error) bool) {
				for try := 0; ; try++ {
					failed := untilChunk(next.Generate(ctx, req), yield)
					if failed == nil {
						return
					}
					pause := wait<<try + rand.N(wait+1)
					if e, ok := errors.AsType[*Error](failed); ok && e.RetryAfter > 0 {
						pause = e.RetryAfter
					}
					if KindOf(failed) != Transient || try >= tries || pause > longestWait || !sleep(ctx, pause) {
						yield(Chunk{}, failed)
						return
					}
				}
			}
		})
	}
}

// Fallback asks the next of others when a model fails before its first chunk,
// whatever the reason but that the caller gave up. The answer's Notes name the
// models that failed and why.
func Fallback(others ...Model) Middleware {
	return func(first Model) Model {
		models := append([]Model{first}, others...)
		return ModelFunc(func(ctx context.Context, req *Request) iter.Seq2[Chunk, error] {
			return func(yield func(Chunk, error) bool) {
				var notes []string
				var errs []error
				for _, m := range models {
					failed := untilChunk(m.Generate(ctx, req), func(c Chunk, err error) bool {
						if c.Finish != "" {
							c.Notes = append(notes, c.Notes...)
						}
						return yield(c, err)
					})
					if failed == nil {
						return
					}
					notes, errs = append(notes, failed.Error()), append(errs, failed)
					if ctx.Err() != nil {
						break
					}
				}
				yield(Chunk{}, join(errs))
			}
		})
	}
}

// join is errors.Join on one line.
func join(errs []error) error {
	err := errs[0]
	for _, e := range errs[1:] {
		err = fmt.Errorf("%w; then %w", err, e)
	}
	return err
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

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// Timeout bounds a whole call and, separately, how long the model may be
// silent between two chunks. Zero means no bound. The time the reader of the
// stream takes does not count as silence.
func Timeout(total, silence time.Duration) Middleware {
	return func(next Model) Model {
		return ModelFunc(func(ctx context.Context, req *Request) iter.Seq2[Chunk, error] {
			return func(yield func(Chunk, error) bool) {
				ctx, cancel := context.WithCancelCause(ctx)
				defer cancel(nil)
				if total > 0 {
					t := after(total, cancel, "no whole answer within %v")
					defer t.Stop()
				}
				var quiet *time.Timer
				if silence > 0 {
					quiet = after(silence, cancel, "silent for %v")
					defer quiet.Stop()
				}
				for c, err := range next.Generate(ctx, req) {
					if quiet != nil {
						quiet.Stop()
					}
					if e, ok := errors.AsType[*Error](context.Cause(ctx)); ok && err != nil {
						err = e
					}
					if !yield(c, err) || err != nil {
						return
					}
					if quiet != nil {
						quiet.Reset(silence)
					}
				}
			}
		})
	}
}

func after(d time.Duration, cancel context.CancelCauseFunc, why string) *time.Timer {
	return time.AfterFunc(d, func() {
		cancel(&Error{Kind: Transient, Err: fmt.Errorf("timed out: "+why+": %w", d, context.DeadlineExceeded)})
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
// audit hang here. A reader that stops early is a call without error.
func Observe(model string, fn func(context.Context, Call)) Middleware {
	return func(next Model) Model {
		return ModelFunc(func(ctx context.Context, req *Request) iter.Seq2[Chunk, error] {
			return func(yield func(Chunk, error) bool) {
				start := time.Now()
				call := Call{Label: req.Label, Model: model}
				defer func() {
					call.Elapsed = time.Since(start)
					fn(ctx, call)
				}()
				for c, err := range next.Generate(ctx, req) {
					call.Err = err
					if call.First == 0 && err == nil {
						call.First = time.Since(start)
					}
					if c.Finish != "" {
						call.Usage, call.Cost = c.Usage, c.Cost
					}
					if !yield(c, err) || err != nil {
						return
					}
				}
			}
		})
	}
}
