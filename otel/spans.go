// Package otel tells OpenTelemetry what happened in runs, as the log has it: a span for
// each turn, decision, model call and tool, with the GenAI conventions, and histograms
// of how long they took. Nothing that a guest, a model or a tool said is in them.
//
// It is a module of its own, so that the program does not carry it. The command
// maitre-otel follows a database; a program of yours calls [New] and [Teller.Run].
package otel

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
)

const scope = "github.com/maitre-dev/maitre/otel"

// A Teller makes spans and figures of events.
type Teller struct {
	tracer trace.Tracer
	took   metric.Float64Histogram
	tokens metric.Int64Histogram
	turns  metric.Float64Histogram
}

// New returns a teller. Give the tracer's provider [IDs], so that a run told twice is one trace.
func New(traces trace.TracerProvider, metrics metric.MeterProvider) (*Teller, error) {
	m := metrics.Meter(scope)
	took, err1 := m.Float64Histogram("gen_ai.client.operation.duration", metric.WithUnit("s"), metric.WithDescription("how long a call to a model took"))
	tokens, err2 := m.Int64Histogram("gen_ai.client.token.usage", metric.WithUnit("{token}"), metric.WithDescription("tokens of a call to a model"))
	turns, err3 := m.Float64Histogram("maitre.turn.duration", metric.WithUnit("s"), metric.WithDescription("how long a turn took, with what it waited for the guest"))
	return &Teller{traces.Tracer(scope), took, tokens, turns}, cmp.Or(err1, err2, err3)
}

// Run tells of a run that is over, whose events are in order.
func (t *Teller) Run(ctx context.Context, events []event.Event) {
	events = event.Fold(events)
	if len(events) == 0 {
		return
	}
	first, last := events[0], events[len(events)-1]
	ctx = as(ctx, first)
	ctx, turn := t.tracer.Start(ctx, "invoke_agent maitre", trace.WithTimestamp(first.Time), trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "invoke_agent"), attribute.String("gen_ai.agent.name", "maitre"),
		attribute.String("gen_ai.conversation.id", hashed(first.Thread)), attribute.String("maitre.run", first.Run)))
	status := t.inside(ctx, turn, events)
	turn.SetAttributes(attribute.String("maitre.status", status))
	if status == "failed" {
		turn.SetStatus(codes.Error, status)
	}
	turn.End(trace.WithTimestamp(last.Time))
	t.turns.Record(ctx, last.Time.Sub(first.Time).Seconds(), metric.WithAttributes(attribute.String("maitre.status", status)))
}

// inside tells of what happened in a turn, and returns how it ended.
func (t *Teller) inside(ctx context.Context, turn trace.Span, events []event.Event) (status string) {
	calls := map[string]time.Time{} // when each tool was called
	before := events[0].Time        // of what came before a call to a model
	for _, e := range events {
		switch e.Type {
		case event.ToolCall:
			calls[read[event.Call](e).ID] = e.Time
		case event.ToolResult, event.ToolError:
			t.tool(ctx, e, calls)
		case event.Decision:
			d := read[llm.Decision](e)
			t.span(ctx, e, e.Time.Add(-millis(d.MS)), "decide "+d.Task, "", attribute.String("maitre.task", d.Task), attribute.String("maitre.by", d.By), attribute.Bool("maitre.fell_back", d.Why != ""))
		case event.ModelCall:
			t.model(ctx, e, before)
		case event.Question:
			turn.AddEvent("question", trace.WithTimestamp(e.Time))
		case event.HookError:
			turn.AddEvent("hook_error", trace.WithTimestamp(e.Time))
		case event.RunEnd:
			status = read[struct{ Status string }](e).Status
		}
		if e.Type != event.Text {
			before = e.Time
		}
	}
	return status
}

func (t *Teller) tool(ctx context.Context, e event.Event, calls map[string]time.Time) {
	c := read[event.Call](e)
	begun, ok := calls[c.ID]
	if !ok {
		begun = e.Time.Add(-millis(c.MS))
	}
	failed := ""
	if e.Type == event.ToolError {
		failed = "tool_error"
	}
	attrs := []attribute.KeyValue{attribute.String("gen_ai.operation.name", "execute_tool"), attribute.String("gen_ai.tool.name", c.Tool), attribute.String("gen_ai.tool.type", "function")}
	if c.Cache != "" {
		attrs = append(attrs, attribute.String("maitre.cache", c.Cache))
	}
	t.span(ctx, e, begun, "execute_tool "+c.Tool, failed, attrs...)
}

func (t *Teller) model(ctx context.Context, e event.Event, begun time.Time) {
	x := read[llm.Exchange](e)
	provider, model, _ := strings.Cut(x.Model, ":")
	var used llm.Usage
	for _, c := range x.Chunks {
		if c.Usage != (llm.Usage{}) {
			used = c.Usage
		}
	}
	failed := ""
	if x.Err != nil {
		failed = fmt.Sprint(x.Err.Kind)
	}
	who := []attribute.KeyValue{attribute.String("gen_ai.operation.name", "chat"), attribute.String("gen_ai.provider.name", provider), attribute.String("gen_ai.request.model", model)}
	in := used.Input + used.CacheRead + used.CacheWrite
	t.span(ctx, e, begun, "chat "+model, failed, append(who, attribute.Int("gen_ai.usage.input_tokens", in), attribute.Int("gen_ai.usage.output_tokens", used.Output))...)
	t.took.Record(ctx, e.Time.Sub(begun).Seconds(), metric.WithAttributes(who...))
	for kind, n := range map[string]int{"input": in, "output": used.Output} {
		t.tokens.Record(ctx, int64(n), metric.WithAttributes(append(who, attribute.String("gen_ai.token.type", kind))...))
	}
}

// span tells of what ended with an event.
func (t *Teller) span(ctx context.Context, e event.Event, begun time.Time, name, failed string, attrs ...attribute.KeyValue) {
	kind := trace.SpanKindInternal
	if e.Type == event.ModelCall {
		kind = trace.SpanKindClient
	}
	_, s := t.tracer.Start(as(ctx, e), name, trace.WithTimestamp(begun), trace.WithSpanKind(kind), trace.WithAttributes(attrs...))
	if failed != "" {
		s.SetAttributes(attribute.String("error.type", failed))
		s.SetStatus(codes.Error, failed)
	}
	s.End(trace.WithTimestamp(e.Time))
}

func read[T any](e event.Event) (v T) {
	_ = json.Unmarshal(e.Data, &v) // what was forgotten says nothing
	return v
}

func millis(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// hashed stands for what a guest may have named.
func hashed(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:8])
}

// IDs gives a run, and each event that ends a span, the same ids whenever it is told.
type IDs struct{}

type place struct{}

func as(ctx context.Context, e event.Event) context.Context {
	return context.WithValue(ctx, place{}, e)
}

// NewIDs implements the SDK's IDGenerator.
func (i IDs) NewIDs(ctx context.Context) (id trace.TraceID, span trace.SpanID) {
	e, _ := ctx.Value(place{}).(event.Event)
	sum := sha256.Sum256([]byte(e.Run))
	copy(id[:], sum[:])
	return id, i.NewSpanID(ctx, id)
}

// NewSpanID implements the SDK's IDGenerator.
func (IDs) NewSpanID(ctx context.Context, _ trace.TraceID) (span trace.SpanID) {
	e, _ := ctx.Value(place{}).(event.Event)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", e.Run, e.Seq))
	copy(span[:], sum[:])
	return span
}
