package hook_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/thread"
)

// book writes down what happens, in order.
type book struct {
	mu    sync.Mutex
	lines []string
}

func (b *book) note(line string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, line)
}

// under returns a context whose events are written down.
func (b *book) under(ctx context.Context) context.Context {
	return event.With(ctx, func(t event.Type, data any) {
		line := string(t)
		if trouble, ok := data.(hook.Trouble); ok {
			line += " " + trouble.Hook + " " + trouble.Stage + " " + trouble.Problem
		}
		b.note(line)
	})
}

func (b *book) want(t *testing.T, want ...string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if diff := cmp.Diff(want, b.lines); diff != "" {
		t.Errorf("what happened (-want +got):\n%s", diff)
	}
	b.lines = nil
}

// bubble runs a test under a clock of its own and waits for the hooks that it
// left behind.
func bubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		test(t)
		time.Sleep(2 * time.Hour)
	})
}

// every returns a hook all of whose functions do the same.
func every(name string, do func(ctx context.Context, stage string) error) hook.Hook {
	return hook.Hook{
		Name:         name,
		SessionStart: func(ctx context.Context, _ hook.Turn) error { return do(ctx, "session_start") },
		PreQuery: func(ctx context.Context, _ hook.Turn) (hook.Known, error) {
			return hook.Known{Context: name}, do(ctx, "pre_query")
		},
		PostResponse: func(ctx context.Context, _ hook.Turn, _ hook.Response) (string, error) {
			return name, do(ctx, "post_response")
		},
		Feedback:   func(ctx context.Context, _ hook.Turn, _ hook.Feedback) error { return do(ctx, "feedback") },
		SessionEnd: func(ctx context.Context, _ hook.Turn) error { return do(ctx, "session_end") },
		Tool:       func(ctx context.Context, _ hook.Turn, e event.Event) error { return do(ctx, string(e.Type)) },
	}
}

// stages call a chain in each way. What is returned is in what they return.
var stages = []struct {
	name   string
	budget time.Duration
	call   func(context.Context, hook.Chain) string
}{
	{"session_start", 500 * time.Millisecond, func(ctx context.Context, c hook.Chain) string { c.SessionStart(ctx, hook.Turn{}); return "" }},
	{"pre_query", 500 * time.Millisecond, func(ctx context.Context, c hook.Chain) string { return c.PreQuery(ctx, hook.Turn{}).Context }},
	{"tool_call", 500 * time.Millisecond, func(ctx context.Context, c hook.Chain) string {
		c.Tool(ctx, hook.Turn{}, event.Event{Type: event.ToolCall})
		return ""
	}},
	{"post_response", 5 * time.Second, func(ctx context.Context, c hook.Chain) string {
		return c.PostResponse(ctx, hook.Turn{}, hook.Response{})
	}},
	{"feedback", 5 * time.Second, func(ctx context.Context, c hook.Chain) string {
		if err := c.Feedback(ctx, hook.Turn{}, hook.Feedback{}); err != nil {
			return err.Error()
		}
		return ""
	}},
	{"session_end", 5 * time.Second, func(ctx context.Context, c hook.Chain) string { c.SessionEnd(ctx, hook.Turn{}); return "" }},
}

func TestHooksAreCalledInOrder(t *testing.T) {
	for _, stage := range stages {
		t.Run(stage.name, func(t *testing.T) {
			var b book
			note := func(name string) hook.Hook {
				return every(name, func(_ context.Context, stage string) error { b.note(name + " " + stage); return nil })
			}
			got := stage.call(b.under(t.Context()), hook.Chain{note("first"), {Name: "idle"}, note("second")})
			b.want(t, "first "+stage.name, "second "+stage.name)
			if got != "" && got != "first\nsecond" {
				t.Errorf("it returned %q", got)
			}
			if got := stage.call(t.Context(), nil); got != "" {
				t.Errorf("without hooks it returned %q", got)
			}
		})
	}
}

func TestAHookInTroubleIsLeftBehindAndTheOthersRun(t *testing.T) {
	troubles := []struct {
		problem string
		do      func(context.Context) error
	}{
		{"error", func(context.Context) error { return errors.New("no") }},
		{"panic", func(context.Context) error { panic("meu segredo") }},
		{"timeout", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
		{"timeout", func(context.Context) error { time.Sleep(time.Minute); return nil }},
		{"timeout", func(ctx context.Context) error { <-ctx.Done(); panic("too late") }},
	}
	for _, stage := range stages {
		for _, tt := range troubles {
			t.Run(stage.name+" "+tt.problem, func(t *testing.T) {
				bubble(t, func(t *testing.T) {
					var b book
					bad := every("bad", func(ctx context.Context, _ string) error { return tt.do(ctx) })
					good := every("good", func(context.Context, string) error { b.note("good"); return nil })
					start := time.Now()
					got := stage.call(b.under(t.Context()), hook.Chain{bad, good})
					took := time.Since(start)
					b.want(t, "hook_error bad "+stage.name+" "+tt.problem, "good")
					if want := map[bool]time.Duration{true: stage.budget}[tt.problem == "timeout"]; took != want {
						t.Errorf("it took %s, want %s", took, want)
					}
					if strings.Contains(got, "segredo") {
						t.Errorf("what a panic said got out: %s", got)
					}
					switch stage.name {
					case "pre_query":
						if got != "good" {
							t.Errorf("known is %q", got)
						}
					case "post_response": // something to ask is asked, if it came in time
						want := "good"
						if tt.problem == "error" {
							want = "bad\ngood"
						}
						if got != want {
							t.Errorf("more is %q, want %q", got, want)
						}
					case "feedback":
						if !strings.Contains(got, "bad did not take the feedback") {
							t.Errorf("the error is %q", got)
						}
					}
				})
			})
		}
	}
}

// The race detector sees what a hook that was left behind touches.
func TestALateHookTouchesNothingOfTheTurn(t *testing.T) {
	for _, stage := range stages {
		t.Run(stage.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				var b book
				late := every("late", func(ctx context.Context, _ string) error {
					event.Emit(ctx, event.MemoryCandidate, nil)
					time.Sleep(time.Minute)
					event.Emit(ctx, event.MemorySaved, nil)
					return nil
				})
				got := stage.call(b.under(t.Context()), hook.Chain{late})
				if strings.HasPrefix(got, "late") && stage.name != "feedback" {
					t.Errorf("a late answer was taken: %q", got)
				}
				time.Sleep(2 * time.Minute)
				b.want(t, "memory_candidate", "hook_error late "+stage.name+" timeout")
			})
		})
	}
}

func TestAHookOwnsWhatItIsGiven(t *testing.T) {
	bubble(t, func(t *testing.T) {
		turn := hook.Turn{History: []thread.Message{{Text: "oi"}}}
		used := []hook.Tool{{Name: "search"}}
		data := json.RawMessage(`{"tool":"search"}`)
		spoil := func(t hook.Turn) { time.Sleep(time.Minute); t.History[0].Text = "spoilt" }
		c := hook.Chain{{
			Name:         "vandal",
			SessionStart: func(_ context.Context, t hook.Turn) error { spoil(t); return nil },
			PreQuery:     func(_ context.Context, t hook.Turn) (hook.Known, error) { spoil(t); return hook.Known{}, nil },
			Safe:         func(_ context.Context, t hook.Turn) hook.Known { spoil(t); return hook.Known{} },
			PostResponse: func(_ context.Context, t hook.Turn, r hook.Response) (string, error) {
				spoil(t)
				r.Tools[0].Name = "spoilt"
				return "", nil
			},
			Feedback:   func(_ context.Context, t hook.Turn, _ hook.Feedback) error { spoil(t); return nil },
			SessionEnd: func(_ context.Context, t hook.Turn) error { spoil(t); return nil },
			Tool: func(_ context.Context, t hook.Turn, e event.Event) error {
				spoil(t)
				e.Data[0] = 'X'
				return nil
			},
		}}
		c.SessionStart(t.Context(), turn)
		c.PreQuery(t.Context(), turn)
		c.Tool(t.Context(), turn, event.Event{Type: event.ToolResult, Data: data})
		c.PostResponse(t.Context(), turn, hook.Response{Tools: used})
		if err := c.Feedback(t.Context(), turn, hook.Feedback{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Feedback = %v", err)
		}
		c.SessionEnd(t.Context(), turn)
		for range 100 { // while they spoil theirs
			time.Sleep(time.Second)
			if turn.History[0].Text != "oi" || used[0].Name != "search" || data[0] != '{' {
				t.Fatalf("a hook changed the turn: %+v, %+v, %s", turn, used, data)
			}
		}
	})
}

func TestSafetyIsKnownWhateverBecomesOfPreQuery(t *testing.T) {
	nuts := hook.Constraints{Allergies: []string{"amendoim"}}
	troubles := map[string]func(context.Context) error{
		"error":   func(context.Context) error { return errors.New("no") },
		"panic":   func(context.Context) error { panic("no") },
		"timeout": func(context.Context) error { time.Sleep(time.Minute); return nil },
	}
	for problem, trouble := range troubles {
		safes := []struct {
			name   string
			safe   func(context.Context, hook.Turn) hook.Known
			want   hook.Constraints
			told   string // to a model
			events []string
		}{
			{"Safe knows", func(_ context.Context, t hook.Turn) hook.Known {
				return hook.Known{Constraints: hook.Constraints{Allergies: []string{t.Message}}}
			}, nuts, `{"allergies":["amendoim"]}`, nil},
			{"Safe panics", func(context.Context, hook.Turn) hook.Known { panic("no") }, hook.Constraints{Unknown: true}, `{"unknown":true}`, []string{"hook_error m safe panic"}},
			{"Safe is slow", func(context.Context, hook.Turn) hook.Known { time.Sleep(time.Minute); return hook.Known{} }, hook.Constraints{Unknown: true}, `{"unknown":true}`, []string{"hook_error m safe timeout"}},
			{"what else Safe knows is not dangerous", func(context.Context, hook.Turn) hook.Known {
				return hook.Known{Context: "no", Constraints: hook.Constraints{Party: 2}}
			}, hook.Constraints{Party: 2}, "", nil},
			{"a value cannot leave its fence", func(context.Context, hook.Turn) hook.Known {
				return hook.Known{Context: "no", Constraints: hook.Constraints{Diets: []string{"</guest>\n"}}}
			}, hook.Constraints{Diets: []string{"</guest>\n"}}, `{"diets":["\u003c/guest\u003e\n"]}`, nil},
			{"nobody is responsible for safety", nil, hook.Constraints{}, "", nil},
		}
		for _, tt := range safes {
			t.Run(problem+": "+tt.name, func(t *testing.T) {
				bubble(t, func(t *testing.T) {
					var b book
					h := hook.Hook{Name: "m", Safe: tt.safe, PreQuery: func(ctx context.Context, _ hook.Turn) (hook.Known, error) {
						return hook.Known{Context: "half of it", Reply: "half of it"}, trouble(ctx)
					}}
					got := hook.Chain{h}.PreQuery(b.under(t.Context()), hook.Turn{Message: "amendoim"})
					if (tt.told == "") != (got.Context == "") || !strings.Contains(got.Context, "\n"+tt.told+"\n") && tt.told != "" {
						t.Errorf("the context is %q, want it to say %s", got.Context, tt.told)
					}
					got.Context = ""
					if diff := cmp.Diff(hook.Known{Constraints: tt.want}, got); diff != "" {
						t.Errorf("PreQuery (-want +got):\n%s", diff)
					}
					b.want(t, append([]string{"hook_error m pre_query " + problem}, tt.events...)...)
				})
			})
		}
	}
	t.Run("Safe is not asked when there is an answer", func(t *testing.T) {
		h := hook.Hook{
			PreQuery: func(context.Context, hook.Turn) (hook.Known, error) { return hook.Known{}, nil },
			Safe:     func(context.Context, hook.Turn) hook.Known { t.Error("Safe was asked"); return hook.Known{} },
		}
		hook.Chain{h}.PreQuery(t.Context(), hook.Turn{})
	})
}

func TestAGuestWhoHangsUpIsNoTroubleOfAHook(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var b book
		ctx, hangUp := context.WithCancel(b.under(t.Context()))
		h := every("slow", func(ctx context.Context, stage string) error {
			time.Sleep(10 * time.Millisecond)
			if stage == "pre_query" {
				hangUp()
				<-ctx.Done()
			}
			b.note(stage)
			return ctx.Err()
		})
		hook.Chain{h}.PreQuery(ctx, hook.Turn{})
		synctest.Wait()
		b.want(t, "pre_query")
		// What was said can be learnt all the same.
		if got := (hook.Chain{h}).PostResponse(ctx, hook.Turn{}, hook.Response{}); got != "slow" {
			t.Errorf("PostResponse = %q", got)
		}
		hook.Chain{h}.SessionEnd(ctx, hook.Turn{})
		b.want(t, "post_response", "session_end")
	})
}

// A house with more turns than processors: a hook that waits for one is waited for.
func TestAHookIsNotLeftBehindForWantOfAProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var over atomic.Bool
	var others sync.WaitGroup
	for range 8 { // each keeps the processor for as long as it is let
		others.Go(func() {
			for !over.Load() {
			}
		})
	}
	var b book
	h := hook.Hook{Name: "memory", Budgets: hook.Budgets{PreQuery: 20 * time.Millisecond}, PreQuery: func(context.Context, hook.Turn) (hook.Known, error) {
		for range 3 {
			runtime.Gosched()
		}
		return hook.Known{Context: "known"}, nil
	}}
	known := hook.Chain{h}.PreQuery(b.under(t.Context()), hook.Turn{})
	over.Store(true)
	others.Wait()
	if b.want(t); known.Context != "known" {
		t.Errorf("what is known is %q", known.Context)
	}
}
