package otel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/otel"
)

const secret = "alérgica a camarão"

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// visit is a run of two calls of tools, one of which failed, and a call to a model.
func visit(run string) []event.Event {
	var all []event.Event
	add := func(t event.Type, data any) {
		raw, _ := json.Marshal(data)
		n := len(all)
		all = append(all, event.Event{Run: run, Seq: int64(n) + 1, Thread: secret, Guest: secret, Step: 1, Type: t, Time: noon.Add(time.Duration(n) * time.Second), Data: raw})
	}
	add(event.RunStart, nil)
	add(event.PreQuery, event.Said{Text: secret})
	add(event.ToolCall, event.Call{ID: "c1", Tool: "find_dishes", Input: secret})
	add(event.ToolResult, event.Call{ID: "c1", Tool: "find_dishes", Output: secret})
	add(event.ToolCall, event.Call{ID: "c2", Tool: "bill"})
	add(event.ToolError, event.Call{ID: "c2", Tool: "bill", Err: secret})
	add(event.Text, event.Words{Text: secret})
	add(event.ModelCall, llm.Exchange{Model: "openai:gpt-x", Request: &llm.Request{}, Chunks: []llm.Chunk{{Usage: llm.Usage{Input: 30, CacheRead: 12, Output: 7}}}})
	add(event.Decision, llm.Decision{Task: "concierge.decide", By: "openai:gpt-x", MS: 500, Why: secret})
	add(event.RunEnd, map[string]string{"status": "ended"})
	return all
}

func TestARunIsATraceWithoutWhatWasSaid(t *testing.T) {
	spans, reader := tracetest.NewInMemoryExporter(), metric.NewManualReader()
	teller := newTeller(t, spans, reader)
	teller.Run(t.Context(), visit("r1"))
	var got []string
	for _, s := range spans.GetSpans() {
		got = append(got, fmt.Sprintf("%s %s %s", s.Name, s.EndTime.Sub(s.StartTime), s.Status.Code))
		if s.Name == "chat gpt-x" && !strings.Contains(fmt.Sprint(s.Attributes), "{gen_ai.usage.input_tokens 42}") {
			t.Errorf("the call to the model has %v", s.Attributes)
		}
		if all := fmt.Sprintf("%+v", s); strings.Contains(all, secret) {
			t.Errorf("what was said is in %s", all)
		}
	}
	want := []string{"execute_tool find_dishes 1s Unset", "execute_tool bill 1s Error", "chat gpt-x 2s Unset", "decide concierge.decide 500ms Unset", "invoke_agent maitre 9s Unset"}
	if !slices.Equal(got, want) {
		t.Errorf("spans are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var figures metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &figures); err != nil || len(figures.ScopeMetrics) != 1 || len(figures.ScopeMetrics[0].Metrics) != 3 {
		t.Errorf("figures are %+v, %v", figures, err)
	}
}

func TestARunToldTwiceIsOneTrace(t *testing.T) {
	spans := tracetest.NewInMemoryExporter()
	teller := newTeller(t, spans, metric.NewManualReader())
	ids := map[string]int{}
	for _, run := range []string{"r1", "r1", "r2"} {
		teller.Run(t.Context(), visit(run))
	}
	for _, s := range spans.GetSpans() {
		ids[s.SpanContext.TraceID().String()+s.SpanContext.SpanID().String()]++
		if s.Name != "invoke_agent maitre" && s.Parent.TraceID() != s.SpanContext.TraceID() {
			t.Errorf("%s is in no turn", s.Name)
		}
	}
	if len(ids) != 10 {
		t.Errorf("there are %d spans, want five of each run", len(ids))
	}
}

func TestAFollowerTellsOfEachRunThatEndsOnce(t *testing.T) {
	spans, log := tracetest.NewInMemoryExporter(), graph.NewMemory()
	teller := newTeller(t, spans, metric.NewManualReader())
	f := otel.Follower{Log: log}
	turns := func(want int) {
		t.Helper()
		if _, err := f.Tell(t.Context(), teller); err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, s := range spans.GetSpans() {
			if s.Name == "invoke_agent maitre" {
				n++
			}
		}
		if n != want {
			t.Errorf("%d turns were told, want %d", n, want)
		}
	}
	turns(0)
	save(t, log, visit("r1"))
	save(t, log, visit("r2")[:5]) // under way
	turns(1)
	turns(1)
	f.After, f.Since = "", noon.Add(time.Hour)
	turns(1)
}

func save(t *testing.T, log *graph.Memory, events []event.Event) {
	t.Helper()
	cp := &graph.Checkpoint{Run: events[0].Run, Guest: secret, Version: 1, Status: graph.Running, Graph: "g@1", Seq: int64(len(events)), State: json.RawMessage(`{}`)}
	if err := log.Save(context.Background(), cp, events); err != nil {
		t.Fatal(err)
	}
}

func newTeller(t *testing.T, spans trace.SpanExporter, figures metric.Reader) *otel.Teller {
	t.Helper()
	teller, err := otel.New(trace.NewTracerProvider(trace.WithSyncer(spans), trace.WithIDGenerator(otel.IDs{})), metric.NewMeterProvider(metric.WithReader(figures)))
	if err != nil {
		t.Fatal(err)
	}
	return teller
}
