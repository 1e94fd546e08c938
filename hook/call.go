package hook

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// ticks is how many parts a budget has. A part counts when this goroutine gets to run
// after it: where hundreds of turns wait for a processor, the hook waits for it as well,
// and that is no fault of the hook's.
const ticks = 50

// call does something within a budget. What takes longer is left behind: its
// context has ended, its answer is dropped, and what it emits from then on too.
func call[T any](ctx context.Context, h Hook, stage string, budget time.Duration, do func(context.Context) (T, error)) (T, error) {
	start := time.Now()
	type answer struct {
		value   T
		err     error
		problem string
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	over := false // what it emits from now on is dropped
	emit := func(t event.Type, data any) {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			event.Emit(ctx, t, data)
		}
	}
	done := make(chan answer, 1)
	go func() {
		a := answer{problem: "panic", err: fmt.Errorf("%s panicked", h.Name)}
		defer func() {
			_ = recover() // what it says may hold what a guest has said
			done <- a
		}()
		value, err := do(event.With(within, emit))
		a = answer{value, err, ""}
		if err != nil {
			a.problem = "error"
		}
	}()
	var a answer
	tick := time.NewTicker(max(1, budget/ticks))
	defer tick.Stop()
	for n, waits := 0, true; waits; {
		select {
		case a = <-done:
			waits = false
		case <-tick.C:
			if n++; n >= ticks {
				cancel(context.DeadlineExceeded)
			}
		case <-within.Done():
			a.err, waits = context.Cause(within), false
		}
	}
	mu.Lock()
	over = true
	mu.Unlock()
	if a.err == nil {
		return a.value, nil
	}
	if within.Err() != nil { // whatever it made of that
		a = answer{err: context.Cause(within), problem: "timeout"}
	}
	if ctx.Err() == nil { // else it is the guest who did not wait
		event.Emit(ctx, event.HookError, Trouble{h.Name, stage, a.problem, float64(time.Since(start).Microseconds()) / 1000})
	}
	return a.value, a.err
}
