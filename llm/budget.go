package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

// USD is an amount of money in millionths of a dollar, the unit in which a
// price per million tokens is a price per token.
type USD int64

// Dollars makes an amount of a number of dollars, rounded up.
func Dollars(d float64) USD { return roundUp(d * 1e6) }

// Float returns the amount in dollars.
func (u USD) Float() float64 { return float64(u) / 1e6 }

// String returns the amount exactly: $1.50, -$0.25, $0.000123.
func (u USD) String() string {
	sign, n := "", uint64(u)
	if u < 0 {
		sign, n = "-", -n
	}
	cents, rest := n/10_000, n%10_000
	s := fmt.Sprintf("%s$%d.%02d", sign, cents/100, cents%100)
	if rest > 0 {
		s += strings.TrimRight(fmt.Sprintf("%04d", rest), "0")
	}
	return s
}

// roundUp forgives what a float64 adds to a whole number. The bound keeps sums
// of amounts within an int64 whatever a configuration or a provider says.
func roundUp(millionths float64) USD {
	const most = 1 << 53
	if !(millionths < most) { // or not a number
		return most
	}
	return USD(math.Ceil(max(millionths, -most) - 1e-6))
}

// Price is what a model costs in dollars: per million tokens, and per thousand
// web searches. A cache price of zero means that cached tokens cost as Input.
type Price struct {
	Input, Output         float64
	CacheRead, CacheWrite float64
	Search                float64
}

// Cost returns what u costs, rounded up. A count below zero, which only a
// broken provider reports, costs nothing.
func (p Price) Cost(u Usage) USD {
	cost := 0.0
	for _, item := range []struct {
		count int
		price float64
	}{
		{u.Input, p.Input},
		{u.Output, p.Output},
		{u.CacheRead, cmp.Or(p.CacheRead, p.Input)},
		{u.CacheWrite, cmp.Or(p.CacheWrite, p.Input)},
		{u.Searches, p.Search * 1000},
	} {
		cost += float64(max(item.count, 0)) * item.price
	}
	return roundUp(cost)
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
// keeps only what was used, so a cap is not passed, not even by two workers at
// once. What a web search will read can only be guessed: a call that used more
// than was set aside is counted in full. A cap of zero is no cap. A Budget is
// safe for concurrent use.
type Budget struct {
	Turn, Day USD
	Ledger    Ledger           // nil: this process keeps the day's total itself
	Now       func() time.Time // nil: time.Now; its location says when a day begins

	own memoryLedger
}

// turnKey is the context key of the turn of one budget.
type turnKey struct{ *Budget }

// Begin starts a turn: all calls under the returned context share the cap per
// turn. A turn begun within a turn is part of it. A call under no turn is a
// turn of its own.
func (b *Budget) Begin(ctx context.Context) context.Context {
	if ctx.Value(turnKey{b}) != nil {
		return ctx
	}
	return context.WithValue(ctx, turnKey{b}, &memoryLedger{})
}

// Middleware prices the calls of a model and holds them to the caps. With a
// nil price the cost is unknown, and a cap refuses the call. Under a cap a
// request without MaxTokens is sent with DefaultMaxTokens.
func (b *Budget) Middleware(model string, price *Price) Middleware {
	return between(func(ctx context.Context, req *Request, next Model, yield func(Chunk, error) bool) {
		capped := b.Turn != 0 || b.Day != 0
		switch {
		case ctx.Err() != nil:
			yield(Chunk{}, &SpentError{0, context.Cause(ctx)})
			return
		case price == nil && capped:
			yield(Chunk{}, fmt.Errorf("%w: no price is configured for %s, so no cap can be kept", ErrOverBudget, model))
			return
		case price == nil:
			next.Generate(ctx, req)(yield)
			return
		case capped && req.MaxTokens == 0:
			r := *req
			r.MaxTokens = DefaultMaxTokens
			req = &r
		}
		worst, err := price.worst(req)
		if err != nil {
			yield(Chunk{}, err)
			return
		}
		settle, err := b.reserve(ctx, model, worst)
		if err != nil {
			yield(Chunk{}, err)
			return
		}
		meter(ctx, next.Generate(ctx, req), *price, worst, settle, yield)
	})
}

// SpentError is a call that failed, with what it cost all the same: nothing
// when the provider refused it, the worst case when nobody knows.
type SpentError struct {
	Cost USD
	Err  error
}

func (e *SpentError) Error() string { return e.Err.Error() }
func (e *SpentError) Unwrap() error { return e.Err }

// Spent returns what asking a model cost, by its last answer, which may be nil,
// and its error; nil if that is not known.
func Spent(resp *Response, err error) *USD {
	cost := (*USD)(nil)
	if resp != nil {
		cost = resp.Cost
	}
	if spent, ok := errors.AsType[*SpentError](err); ok {
		if cost == nil {
			cost = new(USD)
		}
		return new(*cost + spent.Cost)
	}
	if errors.Is(err, ErrOverBudget) && resp == nil {
		return new(USD) // it was not made
	}
	return cost
}

// absurd is how many times the most that a call can cost its usage is not believed.
const absurd = 100

// meter forwards a stream and settles its cost: what the last chunk says was
// used, and nothing for a call that was refused before its first chunk. Of a
// stream broken off, of a call given up and of an answer without usage, nobody
// knows what the provider will bill: all that was set aside stays so.
func meter(ctx context.Context, stream iter.Seq2[Chunk, error], price Price, worst USD, settle func(USD) error, yield func(Chunk, error) bool) {
	started, finished := false, false
	for c, err := range stream {
		switch {
		case err != nil && !started && ctx.Err() == nil && !errors.Is(err, context.DeadlineExceeded):
			if unsettled := settle(0); unsettled != nil {
				err = fmt.Errorf("%w; then %w", err, unsettled)
			}
			err = &SpentError{0, err}
		case err != nil && !finished:
			err = &SpentError{worst, err}
		case err == nil && c.Finish != "" && !finished:
			finished = true
			cost := price.Cost(c.Usage)
			if c.Usage == (Usage{}) {
				cost = worst
			}
			if cost < 0 || cost/absurd > worst { // a provider that miscounts must not end the day
				c.Notes = append(slices.Clip(c.Notes), fmt.Sprintf("the usage told would cost %v, for a call that can cost %v: counted as that", cost, worst))
				cost = worst
			}
			c.Cost = &cost
			if unsettled := settle(cost); unsettled != nil {
				c.Notes = append(slices.Clip(c.Notes), unsettled.Error())
			}
		}
		started = true
		if !yield(c, err) || err != nil {
			return
		}
	}
}

// reserve sets worst aside in the turn and in the day. settle, called at most
// once, replaces it by the cost.
func (b *Budget) reserve(ctx context.Context, model string, worst USD) (settle func(cost USD) error, err error) {
	turn, ok := ctx.Value(turnKey{b}).(*memoryLedger)
	if !ok {
		turn = &memoryLedger{}
	}
	if total, ok := turn.spend("", worst, limit(b.Turn)); !ok {
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
	if err != nil {
		turn.spend("", -worst, math.MaxInt64)
		return nil, fmt.Errorf("reading the day's spending: %w", err)
	}
	if !ok {
		turn.spend("", -worst, math.MaxInt64)
		return nil, fmt.Errorf("%w: %s may cost %v, and %v of the %v a day are used", ErrOverBudget, model, worst, total, b.Day)
	}
	return func(cost USD) error {
		turn.spend("", cost-worst, math.MaxInt64)
		// The money is spent whether or not the caller still waits.
		_, _, err := ledger.Spend(context.WithoutCancel(ctx), day, cost-worst, math.MaxInt64)
		if err != nil {
			return fmt.Errorf("the day's spending stays %v off: %w", worst-cost, err)
		}
		return nil
	}, nil
}

func limit(capped USD) USD {
	if capped == 0 {
		return math.MaxInt64
	}
	return capped
}

// DefaultMaxTokens is how long an answer may be where a number is needed and
// the request has none.
const DefaultMaxTokens = 4096

// MaxSearches is how many web searches one request may cause; providers that
// can be told are told.
const MaxSearches = 3

// Providers add words of their own to tools and schemas, some hundred tokens,
// and a search adds the pages it found; both are estimates on the safe side.
const (
	addedTokens  = 1_000
	searchTokens = 10_000
)

// worst is what req costs at most: a token is never shorter than a byte, and an
// answer ends at MaxTokens.
func (p Price) worst(req *Request) (USD, error) {
	b, err := json.Marshal(req)
	if err != nil {
		return 0, fmt.Errorf("pricing the request: %w", err)
	}
	u := Usage{Input: len(b) + addedTokens, Output: cmp.Or(req.MaxTokens, DefaultMaxTokens)}
	if req.WebSearch {
		u.Input += MaxSearches * searchTokens
		u.Searches = MaxSearches
	}
	p.Input = max(p.Input, p.CacheRead, p.CacheWrite)
	return p.Cost(u), nil
}

// memoryLedger keeps totals for one process. The zero value is empty.
type memoryLedger struct {
	mu    sync.Mutex
	total map[string]USD
}

// Spend is of Ledger.
func (l *memoryLedger) Spend(_ context.Context, day string, amount, limit USD) (USD, bool, error) {
	total, ok := l.spend(day, amount, limit)
	return total, ok, nil
}

func (l *memoryLedger) spend(day string, amount, limit USD) (total USD, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if amount > 0 && l.total[day] > limit-amount {
		return l.total[day], false
	}
	if l.total == nil {
		l.total = map[string]USD{}
	}
	l.total[day] += amount
	return l.total[day], true
}
