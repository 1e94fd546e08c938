package llm_test

import (
	"context"
	"errors"
	"iter"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

// perToken makes a token of answer cost a millionth of a dollar, and the
// prompt nothing: the worst case of ask is then its MaxTokens, 100.
var perToken = &llm.Price{Output: 1}

// book is a ledger that remembers, and can fail.
type book struct {
	mu     sync.Mutex
	days   map[string]llm.USD
	spends int
	most   llm.USD
	fail   func(amount llm.USD) error // nil: never
}

func (b *book) Spend(ctx context.Context, day string, amount, limit llm.USD) (llm.USD, bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spends++
	if ctx.Err() != nil {
		return 0, false, ctx.Err()
	}
	if b.fail != nil {
		if err := b.fail(amount); err != nil {
			return 0, false, err
		}
	}
	if amount > 0 && b.days[day] > limit-amount {
		return b.days[day], false, nil
	}
	if b.days == nil {
		b.days = map[string]llm.USD{}
	}
	b.days[day] += amount
	b.most = max(b.most, b.days[day])
	return b.days[day], true, nil
}

func (b *book) total() llm.USD {
	b.mu.Lock()
	defer b.mu.Unlock()
	var sum llm.USD
	for _, d := range b.days {
		sum += d
	}
	return sum
}

// uses is an answer of so many tokens.
func uses(tokens int) llm.Model {
	return says(nil, llm.Chunk{Part: llm.Part{Text: "oi"}}, llm.Chunk{Finish: llm.Stop, Usage: llm.Usage{Output: tokens}})
}

func spend(ctx context.Context, b *llm.Budget, m llm.Model, price *llm.Price) (*llm.Response, error) {
	return llm.Complete(ctx, b.Middleware("m", price)(m), ask)
}

func TestTheTurnHasACap(t *testing.T) {
	b := &llm.Budget{Turn: 150}
	turn := b.Begin(t.Context())
	for i, want := range []bool{true, true, false, false} { // after 60, setting 100 aside would pass 150
		resp, err := spend(turn, b, uses(30), perToken)
		if (err == nil) != want || err != nil && !errors.Is(err, llm.ErrOverBudget) {
			t.Fatalf("call %d: %v, want it made: %v", i, err, want)
		}
		if want && *resp.Cost != 30 {
			t.Errorf("call %d cost %v, want $0.00003", i, resp.Cost)
		}
	}
	if _, err := spend(b.Begin(t.Context()), b, uses(30), perToken); err != nil {
		t.Errorf("another turn has its own cap: %v", err)
	}
	if _, err := spend(t.Context(), b, uses(30), perToken); err != nil {
		t.Errorf("a call under no turn is a turn of its own: %v", err)
	}
}

func TestOverBudgetSaysWhichCapAndHowMuch(t *testing.T) {
	for period, b := range map[string]*llm.Budget{"turn": {Turn: 50}, "day": {Day: 50}} {
		_, err := spend(t.Context(), b, uses(1), perToken)
		if want := "over budget: m may cost $0.0001, and $0.00 of the $0.00005 a " + period + " are used"; err == nil || err.Error() != want {
			t.Errorf("error = %v, want %q", err, want)
		}
	}
}

func TestATurnWithinATurnIsPartOfIt(t *testing.T) {
	b := &llm.Budget{Turn: 150}
	outer := b.Begin(t.Context())
	for range 2 {
		if _, err := spend(b.Begin(outer), b, uses(40), perToken); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := spend(b.Begin(outer), b, uses(40), perToken); !errors.Is(err, llm.ErrOverBudget) {
		t.Errorf("error = %v: beginning again must not lift the cap", err)
	}
	other := &llm.Budget{Turn: 150}
	if _, err := spend(other.Begin(outer), other, uses(40), perToken); err != nil {
		t.Errorf("another budget has its own turns: %v", err)
	}
}

func TestADayRefusedIsNotChargedToTheTurn(t *testing.T) {
	l := &book{days: map[string]llm.USD{time.Now().Format(time.DateOnly): 20}}
	b := &llm.Budget{Turn: 100, Day: 110, Ledger: l}
	turn := b.Begin(t.Context())
	if _, err := spend(turn, b, uses(1), perToken); !errors.Is(err, llm.ErrOverBudget) {
		t.Fatalf("error = %v, want the day's cap", err)
	}
	b.Day = 0
	if _, err := spend(turn, b, uses(1), perToken); err != nil {
		t.Errorf("the whole turn should be left: %v", err)
	}
}

func TestTheDayHasACapAndEndsAtMidnightWhereTheHouseIs(t *testing.T) {
	recife := time.FixedZone("Recife", -3*60*60)
	now := time.Date(2026, 3, 1, 23, 30, 0, 0, recife) // the next day in UTC
	l := &book{}
	b := &llm.Budget{Day: 100, Ledger: l, Now: func() time.Time { return now }}
	if _, err := spend(t.Context(), b, uses(100), perToken); err != nil {
		t.Fatal(err)
	}
	now = now.Add(29 * time.Minute)
	if _, err := spend(t.Context(), b, uses(1), perToken); !errors.Is(err, llm.ErrOverBudget) {
		t.Errorf("error = %v, want the day's cap at 23:59", err)
	}
	now = now.Add(time.Minute)
	if _, err := spend(t.Context(), b, uses(7), perToken); err != nil {
		t.Errorf("a new day: %v", err)
	}
	if l.days["2026-03-01"] != 100 || l.days["2026-03-02"] != 7 {
		t.Errorf("ledger = %v", l.days)
	}
}

func TestACallIsPaidOnTheDayItBegan(t *testing.T) {
	now := time.Date(2026, 3, 1, 23, 59, 59, 0, time.UTC)
	l := &book{}
	b := &llm.Budget{Day: 100, Ledger: l, Now: func() time.Time { return now }}
	_, err := llm.Stream(t.Context(), b.Middleware("m", perToken)(uses(7)), ask, func(string) { now = now.Add(time.Hour) })
	if err != nil || l.days["2026-03-01"] != 7 || l.days["2026-03-02"] != 0 {
		t.Errorf("error %v, ledger %v", err, l.days)
	}
}

func TestWithoutALedgerTheProcessKeepsTheDay(t *testing.T) {
	b := &llm.Budget{Day: 150}
	for _, want := range []bool{true, true, false} {
		if _, err := spend(t.Context(), b, uses(30), perToken); (err == nil) != want {
			t.Errorf("error = %v, want a call: %v", err, want)
		}
	}
}

func TestWhatWasSetAsideIsSettled(t *testing.T) {
	fail := llmtest.Fail(llm.Transient).Err
	text := llm.Chunk{Part: llm.Part{Text: "oi"}}
	timeout := func(d time.Duration) func(llm.Model) llm.Model { return llm.Timeout(d, 0) }
	plain := func(m llm.Model) llm.Model { return m }
	tests := []struct {
		name  string
		model llm.Model
		inner func(llm.Model) llm.Model
		take  int
		want  llm.USD
	}{
		{"a whole answer costs what it used", uses(30), plain, 9, 30},
		{"an answer that used more than was thought is counted in full", uses(130), plain, 9, 130},
		{"far more than was thought, too", uses(900), plain, 9, 900},
		{"a usage that is absurd does not end the day", uses(5_000_000_000), plain, 9, 100},
		{"an answer without usage keeps it all", says(nil, text, llm.Chunk{Finish: llm.Stop}), plain, 9, 100},
		{"a broken provider cannot give money back", uses(-50), plain, 9, 0},
		{"a call that was refused costs nothing", says(fail), plain, 9, 0},
		{"a stream broken off keeps it all", says(fail, text), plain, 9, 100},
		{"a stream without an end keeps it all", says(nil, text), plain, 9, 100},
		{"a reader who leaves keeps it all", uses(30), plain, 1, 100},
		{"a call given up after a while keeps it all", slowly(time.Minute), timeout(time.Second), 9, 100},
		{"two last chunks are settled once", says(nil, llm.Chunk{Finish: llm.Stop, Usage: llm.Usage{Output: 5}}, llm.Chunk{Finish: llm.Stop, Usage: llm.Usage{Output: 6}}), plain, 9, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &book{}
				b := &llm.Budget{Turn: 1000, Day: 1000, Ledger: l}
				left := tt.take
				for range b.Middleware("m", perToken)(tt.inner(tt.model)).Generate(t.Context(), ask) {
					if left--; left == 0 {
						break
					}
				}
				if got := l.total(); got != tt.want {
					t.Errorf("the day cost %v, want %v", got, tt.want)
				}
			})
		})
	}
}

func TestACallerWhoGivesUpHasSpentTheMoney(t *testing.T) {
	for name, tt := range map[string]struct {
		model func(cancel func()) llm.Model
		want  llm.USD
	}{
		"before the first chunk": {func(cancel func()) llm.Model {
			return llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
				cancel()
				return says(errors.New("given up")).Generate(ctx, ask)
			})
		}, 100},
		"just after the last": {func(cancel func()) llm.Model {
			return llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
				cancel()
				return uses(30).Generate(ctx, ask)
			})
		}, 30},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		l := &book{}
		_, _ = spend(ctx, &llm.Budget{Day: 1000, Ledger: l}, tt.model(cancel), perToken)
		if got := l.total(); got != tt.want {
			t.Errorf("%s: the day cost %v, want %v", name, got, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l, m := &book{}, script()
	_, err := spend(ctx, &llm.Budget{Day: 1000, Ledger: l}, m, perToken)
	if cost := llm.Spent(nil, err); !errors.Is(err, context.Canceled) || len(m.Asked()) != 0 || l.spends != 0 || cost == nil || *cost != 0 {
		t.Errorf("a call given up before it began: %v, asked %d times, %d entries, it cost %v", err, len(m.Asked()), l.spends, cost)
	}
}

func TestAModelWithoutAPrice(t *testing.T) {
	for _, b := range []*llm.Budget{{Turn: 1}, {Day: 1}} {
		m := script(llmtest.Say("oi"))
		if _, err := spend(t.Context(), b, m, nil); !errors.Is(err, llm.ErrOverBudget) || !strings.Contains(err.Error(), "no price is configured for m") || len(m.Asked()) != 0 {
			t.Errorf("under a cap: %v, asked %d times", err, len(m.Asked()))
		}
	}
	resp, err := spend(t.Context(), &llm.Budget{}, script(llmtest.Say("oi")), nil)
	if err != nil || resp.Cost != nil {
		t.Errorf("without a cap: cost %v, error %v, want an answer of unknown cost", resp.Cost, err)
	}
}

func TestAModelThatIsFreePassesAnyCap(t *testing.T) {
	b := &llm.Budget{Turn: 100, Day: 100}
	turn := b.Begin(t.Context())
	if _, err := spend(turn, b, uses(100), perToken); err != nil {
		t.Fatal(err)
	}
	resp, err := spend(turn, b, uses(1000), &llm.Price{})
	if err != nil || resp.Cost == nil || *resp.Cost != 0 {
		t.Errorf("got %+v, %v, want a free answer", resp, err)
	}
}

func TestUnderACapAnAnswerHasALimit(t *testing.T) {
	open := &llm.Request{Messages: ask.Messages}
	for _, tt := range []struct {
		budget *llm.Budget
		want   int
	}{{&llm.Budget{Turn: llm.Dollars(1)}, llm.DefaultMaxTokens}, {&llm.Budget{}, 0}} {
		m := script(llmtest.Say("oi"))
		if _, err := llm.Complete(t.Context(), tt.budget.Middleware("m", perToken)(m), open); err != nil {
			t.Fatal(err)
		}
		if got := m.Asked()[0].MaxTokens; got != tt.want {
			t.Errorf("with a cap of %v MaxTokens = %d, want %d", tt.budget.Turn, got, tt.want)
		}
	}
	if open.MaxTokens != 0 {
		t.Error("the caller's request was changed")
	}
}

func TestTheWorstCaseIsMoreThanARequestCanUse(t *testing.T) {
	reserved := func(req *llm.Request, p llm.Price) llm.USD {
		l := &book{}
		b := &llm.Budget{Ledger: l}
		for range b.Middleware("m", &p)(says(errors.New("no"))).Generate(t.Context(), req) {
			break
		}
		return l.most
	}
	digits := strings.Repeat("7", 10_000) // one token each for some models
	req := &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, digits)}, MaxTokens: 1}
	if got := reserved(req, llm.Price{Input: 1}); got < 10_000 || got > 12_000 {
		t.Errorf("10,000 digits set %v aside, want a little more than a token each", got)
	}
	if got := reserved(req, llm.Price{Input: 1, CacheWrite: 2}); got < 20_000 {
		t.Errorf("%v set aside; a provider may write all of it to its cache", got)
	}
	for _, r := range []*llm.Request{
		{System: digits},
		{Messages: []llm.Message{{Parts: []llm.Part{{Result: &llm.ToolResult{Content: digits}}}}}},
		{Messages: []llm.Message{{Parts: []llm.Part{{Call: &llm.ToolCall{Args: digits}}}}}},
		{Tools: []llm.ToolSpec{{Description: digits, Params: []byte("{}")}}},
		{Schema: []byte(digits)},
	} {
		if got := reserved(r, llm.Price{Input: 1}); got < 10_000 {
			t.Errorf("%v set aside: a part of the request was not counted", got)
		}
	}
	search := &llm.Request{WebSearch: true}
	if got := reserved(search, llm.Price{Search: 10}); got != llm.MaxSearches*10_000 {
		t.Errorf("searches set %v aside, want %d at $0.01", got, llm.MaxSearches)
	}
	if got := reserved(search, llm.Price{Input: 1}); got < 10_000 {
		t.Errorf("%v set aside; a search is read as well", got)
	}
	bad := &llm.Request{Schema: []byte("{")}
	if _, err := llm.Complete(t.Context(), (&llm.Budget{}).Middleware("m", perToken)(uses(1)), bad); err == nil {
		t.Error("a request that cannot be encoded cannot be priced")
	}
}

func TestALedgerThatFailsIsHeard(t *testing.T) {
	down := errors.New("disk full")
	t.Run("before the call it is the error, and the turn is not charged", func(t *testing.T) {
		l := &book{fail: func(llm.USD) error { return down }}
		b := &llm.Budget{Turn: 100, Ledger: l}
		turn, m := b.Begin(t.Context()), script(llmtest.Say("oi"))
		if _, err := spend(turn, b, m, perToken); !errors.Is(err, down) || len(m.Asked()) != 0 {
			t.Errorf("error = %v, asked %d times", err, len(m.Asked()))
		}
		l.fail = nil
		if _, err := spend(turn, b, m, perToken); err != nil {
			t.Errorf("the whole turn should be left: %v", err)
		}
	})
	refunds := func(amount llm.USD) error {
		if amount < 0 {
			return down
		}
		return nil
	}
	t.Run("after the answer it is a note, and the day keeps the worst case", func(t *testing.T) {
		l := &book{fail: refunds}
		resp, err := spend(t.Context(), &llm.Budget{Ledger: l}, uses(30), perToken)
		if err != nil || len(resp.Notes) != 1 || !strings.Contains(resp.Notes[0], "disk full") || *resp.Cost != 30 || l.total() != 100 {
			t.Errorf("got %+v, %v, ledger %v", resp, err, l.total())
		}
	})
	t.Run("after a failure it is told with the failure", func(t *testing.T) {
		fail := llmtest.Fail(llm.Transient).Err
		_, err := spend(t.Context(), &llm.Budget{Ledger: &book{fail: refunds}}, says(fail), perToken)
		if !errors.Is(err, fail) || !errors.Is(err, down) {
			t.Errorf("error = %v, want both", err)
		}
	})
}

func TestSixtyFourGuestsAtOnceNeverPassTheCap(t *testing.T) {
	l := &book{}
	b := &llm.Budget{Turn: 5_000, Day: 2_000, Ledger: l}
	turn := b.Begin(t.Context())
	var mu sync.Mutex
	var paid llm.USD
	refused := 0
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			for range 5 {
				resp, err := spend(turn, b, uses(i), perToken)
				mu.Lock()
				if err == nil {
					paid += *resp.Cost
				} else if refused++; !errors.Is(err, llm.ErrOverBudget) {
					t.Error(err)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if l.most > b.Day || l.total() != paid || refused == 0 {
		t.Errorf("the ledger reached %v of %v and ends at %v; %v was paid, %d calls refused", l.most, b.Day, l.total(), paid, refused)
	}
}

// Whatever calls do, and however they overlap, the ledger never passes the cap,
// and once all have ended it is what they cost: what they used, or, where
// nobody knows, all that was set aside.
func TestTheLedgerNeverPassesTheCapAndAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &book{}
		b := &llm.Budget{Day: llm.USD(rapid.IntRange(1, 600).Draw(t, "day")), Ledger: l}
		var want llm.USD
		type stream struct {
			next func() (llm.Chunk, error, bool)
			stop func()
		}
		var open []stream
		end := func(i int) {
			open[i].stop()
			open = append(open[:i], open[i+1:]...)
		}
		t.Repeat(map[string]func(*rapid.T){
			"begin": func(t *rapid.T) {
				used := rapid.IntRange(0, 100).Draw(t, "used")
				fails := rapid.Bool().Draw(t, "fails")
				m := uses(used)
				if fails {
					m = says(errors.New("refused"))
				}
				next, stop := iter.Pull2(b.Middleware("m", perToken)(m).Generate(context.Background(), ask))
				_, err, _ := next()
				if err != nil {
					stop()
					return
				}
				want += 100
				open = append(open, stream{next, stop})
			},
			"finish": func(t *rapid.T) {
				if len(open) == 0 {
					t.Skip("no call is open")
				}
				i := rapid.IntRange(0, len(open)-1).Draw(t, "call")
				c, err, ok := open[i].next()
				if err != nil || !ok || c.Cost == nil {
					t.Fatalf("the last chunk = %+v, %v", c, err)
				}
				want += *c.Cost - 100
				end(i)
			},
			"leave": func(t *rapid.T) {
				if len(open) == 0 {
					t.Skip("no call is open")
				}
				end(rapid.IntRange(0, len(open)-1).Draw(t, "call"))
			},
			"": func(t *rapid.T) {
				if l.most > b.Day {
					t.Fatalf("the ledger reached %v, the cap is %v", l.most, b.Day)
				}
				if got := l.total(); got != want {
					t.Fatalf("the ledger has %v, the calls cost %v", got, want)
				}
			},
		})
		for len(open) > 0 {
			end(0)
		}
	})
}

func TestCost(t *testing.T) {
	full := llm.Price{Input: 0.3, Output: 2.5, CacheRead: 0.075, CacheWrite: 0.375, Search: 10}
	tests := []struct {
		name  string
		price llm.Price
		usage llm.Usage
		want  llm.USD
	}{
		{"nothing", full, llm.Usage{}, 0},
		{"a million tokens cost the price", full, llm.Usage{Input: 1_000_000}, llm.Dollars(0.3)},
		{"part of a millionth is a millionth", full, llm.Usage{Input: 1}, 1},
		{"a whole number is not rounded up", llm.Price{Input: 0.1}, llm.Usage{Input: 30}, 3},
		{"all kinds add up", full, llm.Usage{Input: 100, Output: 100, CacheRead: 1000, CacheWrite: 1000}, 30 + 250 + 75 + 375},
		{"thinking is part of the output", full, llm.Usage{Output: 100, Thinking: 100}, 250},
		{"a search", full, llm.Usage{Searches: 1}, 10_000},
		{"without a cache price cached tokens cost as input", llm.Price{Input: 2}, llm.Usage{CacheRead: 1, CacheWrite: 1}, 4},
		{"counts below zero cost nothing", full, llm.Usage{Input: -1_000_000, Output: 100}, 250},
		{"what no provider can mean stays an amount", full, llm.Usage{Output: math.MaxInt}, 1 << 53},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.price.Cost(tt.usage); got != tt.want {
				t.Errorf("Cost = %d millionths, want %d", got, tt.want)
			}
		})
	}
}

func TestUSD(t *testing.T) {
	for u, want := range map[llm.USD]string{
		0: "$0.00", 1: "$0.000001", 123: "$0.000123", 10_000: "$0.01", 12_300: "$0.0123", 500_000: "$0.50",
		1_000_000: "$1.00", 1_234_567: "$1.234567", 12_000_000_000: "$12000.00", -250_000: "-$0.25", -1: "-$0.000001",
		math.MinInt64: "-$9223372036854.775808",
	} {
		if got := u.String(); got != want {
			t.Errorf("USD(%d) = %q, want %q", int64(u), got, want)
		}
	}
	for d, want := range map[float64]llm.USD{
		0: 0, 1: 1_000_000, 0.07: 70_000, 0.29: 290_000, 1.1: 1_100_000, 0.0000001: 1, 0.0000011: 2, 123.456789: 123_456_789,
		-0.25: -250_000, math.Inf(1): 1 << 53, math.Inf(-1): -1 << 53,
	} {
		if got := llm.Dollars(d); got != want {
			t.Errorf("Dollars(%v) = %d, want %d", d, got, want)
		}
	}
	for cents := range 100_000 {
		if d := float64(cents) / 100; llm.Dollars(d) != llm.USD(cents)*10_000 || llm.Dollars(d).Float() != d {
			t.Fatalf("Dollars(%v) = %d", d, llm.Dollars(d))
		}
	}
}

func TestAFailedCallTellsWhatItCost(t *testing.T) {
	for name, tt := range map[string]struct {
		step llmtest.Step
		free bool
	}{
		"refused: nothing":           {llmtest.Fail(llm.Transient), true},
		"broken off: the worst case": {llmtest.Step{Chunks: llmtest.Say("Ol").Chunks[:1], Err: errors.New("reset")}, false},
		"timed out: the worst case":  {llmtest.Step{Err: &llm.Error{Kind: llm.Transient, Err: context.DeadlineExceeded}}, false},
	} {
		b := &llm.Budget{}
		m := llm.Wrap(&llmtest.Script{Steps: []llmtest.Step{tt.step}}, b.Middleware("m", &llm.Price{Input: 1, Output: 1}))
		_, err := llm.Complete(t.Context(), m, &llm.Request{Messages: []llm.Message{llm.Text(llm.RoleUser, "oi")}})
		spent, ok := errors.AsType[*llm.SpentError](err)
		if !ok || (spent.Cost == 0) != tt.free {
			t.Errorf("%s: error %v, spent %+v", name, err, spent)
		}
	}
}
