package trace_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

var start = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)

// log makes events, 10 ms apart.
type log []event.Event

func (l *log) add(step int, t event.Type, data any) {
	n := len(*l)
	*l = append(*l, event.Event{Run: "r1", Seq: int64(n + 1), Thread: "t1", Guest: "ana", Step: step, Type: t, Time: start.Add(time.Duration(n) * 10 * time.Millisecond), Data: event.Payload(t, data)})
}

func plan() log {
	var l log
	node := func(name string) map[string]string { return map[string]string{"node": name} }
	l.add(1, event.RunStart, map[string]string{"graph": "beer@1"})
	l.add(1, event.PreQuery, event.Said{ID: "m1", Text: "Recomende cervejarias"})
	l.add(1, event.StepStart, node("act"))
	l.add(1, event.ToolCall, event.Call{ID: "lost", Tool: "search"}) // of a try that crashed
	l.add(1, event.StepStart, node("act"))
	l.add(1, event.ToolCall, event.Call{ID: "a", Tool: "search", Input: map[string]string{"city": "San Diego"}})
	l.add(1, event.ToolResult, event.Call{ID: "a", Tool: "search", MS: 9, Output: map[string]string{"found": "Stone, tel. 11 98765-4321"}})
	l.add(1, event.ToolCall, event.Call{ID: "b", Tool: "summary"})
	l.add(1, event.ToolError, event.Call{ID: "b", Tool: "summary", Err: "no network", MS: 3, Cache: "CACHE_MISS"})
	l.add(1, event.ToolResult, event.Call{ID: "c", Tool: "summary", MS: 3, Cache: "CACHE_HIT"})
	l.add(1, event.Decision, task.Decision{Task: "decide", By: "rule", Why: "busy", MS: 2, Cost: new(llm.USD(5))})
	l.add(1, event.Decision, task.Decision{Task: "decide", By: "gpt", MS: 2, Usage: llm.Usage{Input: 7, Searches: 2}})
	l.add(1, event.UI, map[string]string{"name": "breweries-list"})
	l.add(1, event.StepEnd, node("act"))
	l.add(2, event.Question, map[string]string{"text": "Quer saber mais?"})
	l.add(2, event.Answer, map[string]bool{"timedOut": true})
	l.add(2, event.PostResponse, event.Said{ID: "m2", Text: "Até logo"})
	l.add(2, event.RunEnd, map[string]string{"status": "ended"})
	return l
}

// metricsOf counts events.
func metricsOf(events ...event.Event) *trace.Metrics {
	m := &trace.Metrics{SearchCost: llm.Dollars(0.035)}
	for _, e := range events {
		m.Add(e)
	}
	return m
}

func TestOf(t *testing.T) {
	tr := trace.Of(plan())
	if tr.Graph != "beer@1" || tr.Status != "ended" || tr.Message != "Recomende cervejarias" || tr.Reply != "Até logo" || tr.MS != 170 {
		t.Errorf("trace = %+v", tr)
	}
	var got []string
	for _, s := range tr.Spans {
		got = append(got, strings.Join([]string{s.Kind, s.Name, s.Status}, " "))
	}
	want := []string{"step act ok", "tool search success", "tool summary error", "decision decide rule", "decision decide gpt", "ui breweries-list ", "question Quer saber mais? timed out"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("spans (-want +got):\n%s", diff)
	}
	if got := tr.Spans[2].Cache; got != "CACHE_MISS" {
		t.Errorf("the cache had %q", got)
	}
	if got, why := string(tr.Spans[1].Result), tr.Spans[2].Why; got != `{"found":"Stone, tel. [PHONE]"}` || why != "no network" {
		t.Errorf("a tool returned %s, another failed with %q", got, why)
	}
	log, err := json.Marshal(tr.Tools)
	if err != nil {
		t.Fatal(err)
	}
	const first = `[{"tool":"search","timestamp":"2026-03-14T15:09:26.06Z","input":{"city":"San Diego"},"execution_time_ms":9,"status":"success","cache_status":"N/A"},{"tool":"summary",`
	if !strings.HasPrefix(string(log), first) {
		t.Errorf("execution log = %s", log)
	}
}

func TestARunUnderWay(t *testing.T) {
	for status, upTo := range map[string]int{"running": 7, "waiting": 15} {
		if got := trace.Of(plan()[:upTo]).Status; got != status {
			t.Errorf("after %d events it is %s, want %s", upTo, got, status)
		}
	}
}

func TestMetrics(t *testing.T) {
	positive := event.Event{Type: event.Feedback, Data: json.RawMessage(`{"kind":"positive"}`)}
	got, err := json.Marshal(metricsOf(append(plan(), positive, event.Event{Type: event.MemorySaved}, event.Event{Type: event.MemoryVoted}, event.Event{Type: event.HookError})...))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"total_execution_time_s":0.16,"total_tool_calls":3,"tools_breakdown":{"search":1,"summary":2},"cache_hit_rate":0.5,"avg_tool_execution_time_ms":5,` +
		`"runs":{"ended":1},"tool_errors":1,"decisions":{"gpt":1,"rule":1},"fell_back":1,"questions":1,"declined":0,"timed_out":1,"grounding":{"calls":1,"searches":2,"calls_saved":0,"saved_usd":0},"paraphrase":{"searches":0,"tried":0,"used":0,"gain":0},"usage":{"input":7,"searches":2},"cost_usd":0.000005,"unpriced":1,` +
		`"feedback":{"positive":1},"memory_events":{"hook_error":1,"memory_saved":1,"memory_voted":1},` +
		`"messages":1,"model_calls":0,"guarded":null,"violations":null,"per_message":{"model_calls":0,"input_tokens":7,"cached_tokens":0,"output_tokens":0,"cost_usd":0.000005}}`
	if string(got) != want {
		t.Errorf("metrics = %s\nwant      %s", got, want)
	}
}

func TestSearchesAreSpansAndCounted(t *testing.T) {
	var l log
	l.add(0, event.RunStart, map[string]string{"graph": "menu@1"})
	l.add(1, event.Retrieved, json.RawMessage(`{"stage":"paraphrase","success":true,"elapsed_time":0.25,"paraphrase_used":true,"num_paraphrases_tested":3,"best_paraphrase_similarity":0.75,"tries":[{"stage":"original","similarity":0.5}]}`))
	l.add(1, event.Retrieved, json.RawMessage(`{"stage":"original","success":false,"elapsed_time":0.01,"tries":[{"stage":"original","similarity":0.5}]}`))
	l.add(1, event.RunEnd, map[string]string{"status": "ended"})
	spans := trace.Of(l).Spans
	if len(spans) != 2 || spans[0].Kind != "retrieval" || spans[0].Name != "paraphrase" || spans[0].MS != 250 || spans[0].Status != "found" || spans[1].Status != "weak" {
		t.Errorf("spans = %+v", spans)
	}
	m := metricsOf(l...)
	if m.Searches.Searches != 2 || m.Searches.Tried != 1 || m.Searches.Used != 1 || m.Searches.Gain != 0.25 {
		t.Errorf("searches = %+v", m.Searches)
	}
}

func TestAGuestWhoTookTheirTimeIsNoSlowRun(t *testing.T) {
	for name, last := range map[string]event.Type{"answered": event.Answer, "left": event.RunEnd} {
		t.Run(name, func(t *testing.T) {
			at := func(after time.Duration, what event.Type) event.Event {
				return event.Event{Run: "r1", Type: what, Time: start.Add(after), Data: json.RawMessage(`{"status":"ended"}`)}
			}
			events := log{at(0, event.RunStart), at(time.Second, event.Question), at(31*time.Second, last)}
			if last == event.Answer {
				events = append(events, at(31*time.Second, event.RunEnd))
			}
			if got := metricsOf(events...).TotalSeconds; got != 1 {
				t.Errorf("the run took %v s, want the 1 s before it asked", got)
			}
		})
	}
}

func TestWhatAForgottenGuestDidIsCountedAsForgotten(t *testing.T) {
	events := append(plan(), event.Event{Type: event.Feedback})
	for i := range events {
		events[i].Data = json.RawMessage(`{"forgotten":true}`)
	}
	m := metricsOf(events...)
	for what, counts := range map[string]map[string]int{"runs": m.Runs, "tools": m.ToolsBreakdown, "decisions": m.Decisions, "feedback": m.Feedback} {
		if len(counts) != 1 || counts["forgotten"] == 0 {
			t.Errorf("%s = %v, want them as forgotten", what, counts)
		}
	}
	if m.Unpriced != 0 || m.AvgToolMS != 0 {
		t.Errorf("%d decisions have no price, a tool call takes %v ms; nothing is known of either", m.Unpriced, m.AvgToolMS)
	}
}

func TestWhatAMessageTakesIsCounted(t *testing.T) {
	var l log
	l.add(0, event.RunStart, map[string]string{"graph": "concierge@1"})
	l.add(0, event.PreQuery, event.Said{ID: "m1", Text: "tem moqueca?"})
	for _, outcome := range []event.Guard{{Outcome: "retried", Kinds: []string{"price", "name"}, What: []string{`no fact says "9"`}, Unsent: "It is 9."}, {Outcome: "repaired", Kinds: []string{"price"}}} {
		l.add(1, event.ModelCall, json.RawMessage(`{"model":"gpt"}`))
		l.add(1, event.Decision, task.Decision{Task: "decide", By: "gpt", Usage: llm.Usage{Input: 1000, CacheRead: 3000, Output: 40}, Cost: new(llm.Dollars(0.002))})
		l.add(1, event.Guarded, outcome)
	}
	l.add(1, event.RunEnd, map[string]string{"status": "ended"})
	m := metricsOf(append(l, event.Event{Run: "r0", Type: event.PreQuery})...) // the last is of an older run, which no model answered
	want := trace.PerMessage{ModelCalls: 1, Input: 4000, Cached: 3000, Output: 40, Cost: 0.002}
	if diff := cmp.Diff(want, m.PerMessage); diff != "" || m.Messages != 2 || m.ModelCalls != 2 {
		t.Errorf("%d messages, %d calls (-want +got):\n%s", m.Messages, m.ModelCalls, diff)
	}
	if diff := cmp.Diff([]map[string]int{{"retried": 1, "repaired": 1}, {"price": 2, "name": 1}}, []map[string]int{m.Guarded, m.Violations}); diff != "" {
		t.Errorf("the guard (-want +got):\n%s", diff)
	}
	var spans []string
	for _, s := range trace.Of(l).Spans {
		if s.Kind == "guard" {
			spans = append(spans, s.Name+" "+s.Status+" "+s.Why)
		}
	}
	if diff := cmp.Diff([]string{`answer retried price, name, no fact says "9"`, "answer repaired price"}, spans); diff != "" {
		t.Errorf("spans (-want +got):\n%s", diff)
	}
	text := prometheus(t, m)
	for _, line := range []string{"maitre_messages_total 2\n", "maitre_model_calls_total 2\n", `maitre_guarded_total{outcome="repaired"} 1`, `maitre_guarded_violations_total{kind="price"} 2`} {
		if !strings.Contains(text, line) {
			t.Errorf("there is no %q", line)
		}
	}
}
