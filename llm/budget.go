package llm

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"sync"
	"time"
)

// USD is an amount of money in millionths of a dollar, the unit in which a
// price per million tokens is a price per token.
type USD int64

// Dollars makes an amount of a number of dollars, rounded up.
func Dollars(d float64) USD { return USD(math.Ceil(d*1e6 - 1e-6)) }

// Float returns the amount in dollars.
func (u USD) Float() float64 { return float64(u) / 1e6 }

// String returns the amount as $0.0123, with as many digits as it needs.
func (u USD) String() string {
	if u != 0 && u < 10_000 && u > -10_000 {
		return fmt.Sprintf("$%.6f", u.Float())
	}
	return fmt.Sprintf("$%.2f", u.Float())
}

// Price is what a model costs in dollars: per million tokens, and per thousand
// web searches. A cache price of zero means that cached tokens cost as Input.
type Price struct {
	Input, Output         float64
	CacheRead, CacheWrite float64
	Search                float64
}

// Cost returns what u costs, rounded up.
func (p Price) Cost(u Usage) USD {
	read, write := p.CacheRead, p.CacheWrite
	if read == 0 {
		read = p.Input
	}
	if write == 0 {
		write = p.Input
	}
	return USD(math.Ceil(float64(u.Input)*p.Input + float64(u.Output)*p.Output +
		float64(u.CacheRead)*read + float64(u.CacheWrite)*write +
		float64(u.Searches)*p.Search*1000 - 1e-6))
}

// ErrOverBudget is the error of a call that was not made because it could have
// cost more than a cap leaves, or because it has no price to hold against one.
var ErrOverBudget = errors.New("over budget")

// Ledger remembers what each day has cost, for all workers together.
type Ledger interface {
	// Spend adds amount, which may be negative, to the day's total unless that
	// would carry it over limit. It returns the total as it then stands and
	// whether amount was added.
	Spend(ctx context.Context, day string, amount, limit USD) (total USD, ok bool, err error)
}

// Budget holds calls to a cap per turn and a cap per day. Before a call it sets
// the worst case aside (the whole prompt, MaxTokens of answer) and after it
// keeps only what was used, so a cap is never passed, not even by two workers
// at once. A cap of zero is no cap. A Budget is safe for concurrent use.
type Budget struct {
	Turn, Day USD
	Ledger    Ledger           // nil: this process keeps the day's total itself
	Now       func() time.Time // nil: time.Now; its location says when a day begins

	own memoryLedger
}

type turnKey struct{}

// Begin starts a turn: all calls under the returned context share the cap per
// turn. A call under no turn is a turn of its own.
func (b *Budget) Begin(ctx context.Context) context.Context {
	return context.WithValue(ctx, turnKey{}, &memoryLedger{})
}

// Middleware prices the calls of a model and holds them to the caps. With a
// nil price the cost is unknown, and a cap refuses the call.
func (b *Budget) Middleware(model string, price *Price) Middleware {
	return func(next Model) Model {
		return ModelFunc(func(ctx context.Context, req *Request) iter.Seq2[Chunk, error] {
			return func(yield func(Chunk, error) bool) {
				if price == nil {
					if b.Turn > 0 || b.Day > 0 {
						yield(Chunk{}, fmt.Errorf("%w: no price is configured for %s, so no cap can be kept", ErrOverBudget, model))
						return
					}
					next.Generate(ctx, req)(yield)
					return
				}
				worst := price.Cost(worstCase(req))
				settle, err := b.reserve(ctx, model, worst)
				if err != nil {
					yield(Chunk{}, err)
					return
				}
				b.meter(next.Generate(ctx, req), *price, settle, yield)
			}
		})
	}
}

// meter forwards a stream and settles its cost: what the last chunk says was
// used, nothing for a call that failed before its first chunk, and for a
// stream broken off, of which nobody knows, all that was set aside.
func (b *Budget) meter(stream iter.Seq2[Chunk, error], price Price, settle func(refundTo *USD), yield func(Chunk, error) bool) {
	var cost *USD
	started := false
	defer func() { settle(cost) }()
	for c, err := range stream {
		if err != nil && !started {
			cost = new(USD)
		}
		started = true
		if c.Finish != "" {
			cost = new(price.Cost(c.Usage))
			c.Cost = cost
		}
		if !yield(c, err) || err != nil {
			return
		}
	}
}

// reserve sets worst aside in the turn and in the day. settle replaces it by
// the cost, or leaves it when the cost is nil.
func (b *Budget) reserve(ctx context.Context, model string, worst USD) (settle func(cost *USD), err error) {
	turn, ok := ctx.Value(turnKey{}).(*memoryLedger)
	if !ok {
		turn = &memoryLedger{}
	}
	if total, ok, _ := turn.Spend(ctx, "", worst, limit(b.Turn)); !ok {
		return nil, fmt.Errorf("%w: %s may cost %v, and %v of the %v a turn are used", ErrOverBudget, model, worst, total, b.Turn)
	}
	now := time.Now
	if b.Now != nil {
		now = b.Now
	}
	day := now().Format(time.DateOnly)
	ledger := b.Ledger
	if ledger == nil {
		ledger = &b.own
	}
	total, ok, err := ledger.Spend(ctx, day, worst, limit(b.Day))
	if err == nil && !ok {
		err = fmt.Errorf("%w: %s may cost %v, and %v of the %v a day are used", ErrOverBudget, model, worst, total, b.Day)
	} else if err != nil {
		err = fmt.Errorf("reading the day's spending: %w", err)
	}
	if err != nil {
		turn.Spend(ctx, "", -worst, math.MaxInt64)
		return nil, err
	}
	return func(cost *USD) {
		if cost == nil {
			return
		}
		// The money is spent whether or not the caller still waits.
		ctx := context.WithoutCancel(ctx)
		turn.Spend(ctx, "", *cost-worst, math.MaxInt64)
		// When this fails the day keeps the worst case: too careful, never too little.
		_, _, _ = ledger.Spend(ctx, day, *cost-worst, math.MaxInt64)
	}, nil
}

func limit(capped USD) USD {
	if capped == 0 {
		return math.MaxInt64
	}
	return capped
}

// Without MaxTokens an answer is taken to be no longer than this; adapters
// that need a number send it.
const DefaultMaxTokens = 4096

// MaxSearches is how many web searches one request may cause; providers that
// can be told are told.
const MaxSearches = 3

// worstCase is more than req can use: a token is hardly ever shorter than two
// bytes, and an answer ends at MaxTokens.
func worstCase(req *Request) Usage {
	bytes := len(req.System) + len(req.Schema)
	for _, t := range req.Tools {
		bytes += len(t.Name) + len(t.Description) + len(t.Params)
	}
	for _, m := range req.Messages {
		for _, p := range m.Parts {
			bytes += len(p.Text) + len(p.Thinking) + len(p.Sig)
			if p.Call != nil {
				bytes += len(p.Call.Name) + len(p.Call.Args)
			}
			if p.Result != nil {
				bytes += len(p.Result.Content)
			}
		}
	}
	u := Usage{Input: bytes/2 + 64, Output: req.MaxTokens}
	if u.Output == 0 {
		u.Output = DefaultMaxTokens
	}
	if req.WebSearch {
		u.Searches = MaxSearches
	}
	return u
}

// memoryLedger keeps totals for one process. The zero value is empty.
type memoryLedger struct {
	mu    sync.Mutex
	total map[string]USD
}

func (l *memoryLedger) Spend(_ context.Context, day string, amount, limit USD) (USD, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if amount > 0 && l.total[day] > limit-amount {
		return l.total[day], false, nil
	}
	if l.total == nil {
		l.total = map[string]USD{}
	}
	l.total[day] += amount
	return l.total[day], true, nil
}
