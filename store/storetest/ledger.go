package storetest

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/maitre-dev/maitre/llm"
)

// TestLedger checks that an llm.Ledger does as the interface promises. Each
// call of open returns a ledger with nothing in it.
func TestLedger(t *testing.T, open func(t *testing.T) llm.Ledger) {
	const day = "2026-03-14"
	spend := func(t *testing.T, l llm.Ledger, day string, amount, limit, total llm.USD, ok bool) {
		t.Helper()
		gotTotal, gotOK, err := l.Spend(t.Context(), day, amount, limit)
		if gotTotal != total || gotOK != ok || err != nil {
			t.Errorf("Spend(%s, %d, %d) = %d, %v, %v, want %d, %v", day, amount, limit, gotTotal, gotOK, err, total, ok)
		}
	}

	t.Run("a day is filled up to its limit", func(t *testing.T) {
		l := open(t)
		spend(t, l, day, 101, 100, 0, false)
		spend(t, l, day, 60, 100, 60, true)
		spend(t, l, day, 41, 100, 60, false)
		spend(t, l, day, 40, 100, 100, true)
		spend(t, l, day, 1, 100, 100, false)
		spend(t, l, day, 0, 100, 100, true)
	})
	t.Run("each day has a total of its own", func(t *testing.T) {
		l := open(t)
		spend(t, l, day, 60, 100, 60, true)
		spend(t, l, "2026-03-15", 70, 100, 70, true)
		spend(t, l, day, 0, 100, 60, true)
	})
	t.Run("money given back can be spent again, even past the limit", func(t *testing.T) {
		l := open(t)
		spend(t, l, day, 100, 100, 100, true)
		spend(t, l, day, -30, 50, 70, true)
		spend(t, l, day, 1, 50, 70, false)
		spend(t, l, day, 30, 100, 100, true)
	})
	t.Run("no limit is the largest number", func(t *testing.T) {
		l := open(t)
		spend(t, l, day, 100, math.MaxInt64, 100, true)
		spend(t, l, day, math.MaxInt64, math.MaxInt64, 100, false)
		spend(t, l, day, math.MaxInt64-100, math.MaxInt64, math.MaxInt64, true)
	})
	t.Run("16 goroutines never pass the limit", func(t *testing.T) {
		l := open(t)
		const limit, amount = 1000, 70
		var wg sync.WaitGroup
		var spent atomic.Int64
		for range 16 {
			wg.Go(func() {
				for range 4 {
					total, ok, err := l.Spend(t.Context(), day, amount, limit)
					if err != nil || total > limit {
						t.Errorf("Spend = %d, %v, %v with a limit of %d", total, ok, err, limit)
					}
					if ok {
						spent.Add(amount)
					}
				}
			})
		}
		wg.Wait()
		if spent.Load() != limit/amount*amount {
			t.Errorf("%d were spent, want %d", spent.Load(), limit/amount*amount)
		}
		spend(t, l, day, 0, limit, llm.USD(spent.Load()), true)
	})
	t.Run("a cancelled call spends nothing", func(t *testing.T) {
		l := open(t)
		spend(t, l, day, 60, 100, 60, true)
		ctx := ended(t)
		if _, ok, err := l.Spend(ctx, day, 1, 100); ok || !errors.Is(err, context.Canceled) {
			t.Errorf("Spend = %v, %v, want context.Canceled", ok, err)
		}
		spend(t, l, day, 0, 100, 60, true)
	})
}
