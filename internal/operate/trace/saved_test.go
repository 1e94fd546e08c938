package trace_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/store/storetest"
)

type summaryIn struct {
	Name string `json:"name"`
}

type summary struct {
	Text string `json:"text"`
}

func (summary) CacheStatus() string { return "CACHE_HIT" }

// asked runs an agent that calls a tool which asks first, and returns its log.
func asked(t *testing.T, tool string, silenceMeansYes bool, answer string) []event.Event {
	t.Helper()
	ask := &agent.AskFirst{Text: func(agent.State, llm.ToolCall) string { return "Quer saber mais?" }, SilenceMeansYes: silenceMeansYes}
	made, err := agent.NewTool(tool, "details", func(context.Context, summaryIn) (summary, error) { return summary{"Faz IPAs."}, nil }, agent.Options[summary]{Ask: ask})
	if err != nil {
		t.Fatal(err)
	}
	m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Call(llm.ToolCall{ID: "d", Name: tool, Args: `{"name":"Stone"}`}), llmtest.Say("Pronto.")}}
	g, err := agent.Agent{Name: "beer@1", Tools: []agent.Tool{made}, Think: agent.ByModel(m, llm.Request{}, nil, nil)}.Graph()
	if err != nil {
		t.Fatal(err)
	}
	store := storetest.Memory(t)
	r, err := g.Compile(store, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = r.Run(t.Context(), graph.Run{ID: "r1"}, agent.State{Messages: []llm.Message{llm.Text(llm.RoleUser, "Recomende")}}, nil); err != nil {
		t.Fatal(err)
	}
	switch answer {
	case "silence":
		time.Sleep(31 * time.Second)
		_, err = r.RecoverAll(t.Context())
	case "leaves":
		err = r.Cancel(t.Context(), "r1", nil)
	default:
		_, err = r.Answer(t.Context(), "r1", graph.Answer{Value: json.RawMessage(answer)}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	events, err := store.Events(t.Context(), "r1", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func TestASearchThatTheGuestDoesNotWantIsSaved(t *testing.T) {
	const details = "get_website_summary"
	for _, tt := range []struct {
		name, tool, answer string
		silenceMeansYes    bool
		saved              int
		span               string
	}{
		{"no", details, `{"approved":false}`, false, 1, "declined"},
		{"silence", details, "silence", false, 1, "timed out"},
		{"yes", details, `{"approved":true}`, false, 0, "answered"},
		{"silence that means yes", details, "silence", true, 0, "timed out"},
		{"no to the concierge", "brewery_details", `{"approved":false}`, false, 1, "declined"},
		{"silence to the concierge", "brewery_details", "silence", false, 1, "timed out"},
		{"another tool", "book_table", `{"approved":false}`, false, 0, "declined"},
		{"whoever leaves has not said no", details, "leaves", false, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				events := asked(t, tt.tool, tt.silenceMeansYes, tt.answer)
				want := trace.Grounding{Saved: tt.saved, SavedUSD: 0.035 * float64(tt.saved)}
				if diff := cmp.Diff(want, metricsOf(events...).Grounding); diff != "" {
					t.Errorf("grounding (-want +got):\n%s", diff)
				}
				for _, s := range trace.Of(events).Spans {
					if s.Kind == "question" && s.Status != tt.span {
						t.Errorf("the question was %q, want %q", s.Status, tt.span)
					}
				}
			})
		})
	}
}

// prometheus returns metrics as Prometheus reads them.
func prometheus(t *testing.T, m *trace.Metrics) string {
	t.Helper()
	var b strings.Builder
	if err := m.WriteOpenMetrics(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMetricsForPrometheus(t *testing.T) {
	text := prometheus(t, metricsOf(append(plan(), event.Event{Type: event.Feedback, Data: json.RawMessage(`{"kind":"a \"b\"\n\\"}`)})...))
	for _, want := range []string{
		"# TYPE maitre_tool_calls counter\n# HELP maitre_tool_calls Calls of tools.\nmaitre_tool_calls_total{tool=\"search\"} 1\nmaitre_tool_calls_total{tool=\"summary\"} 2\n",
		"# TYPE maitre_tool_cache_hit_ratio gauge\n",
		"\nmaitre_tool_cache_hit_ratio 0.5\n",
		"\nmaitre_tool_cache_lookups_total 2\n",
		"\nmaitre_tool_seconds_total 0.015\n",
		"\nmaitre_run_seconds_total 0.16\n",
		"\nmaitre_grounding_searches_total 2\n",
		"\nmaitre_cost_dollars_total 5e-06\n",
		"\nmaitre_feedback_total{kind=\"a \\\"b\\\"\\n\\\\\"} 1\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if !strings.HasSuffix(text, "\n# EOF\n") || strings.Contains(text, "\n\n") {
		t.Errorf("it does not end as it should, or has empty lines:\n%s", text)
	}
}

func TestToolsThatAModelMakesUpDoNotFloodPrometheus(t *testing.T) {
	var l log
	for i := range 500 {
		l.add(0, event.ToolError, event.Call{Tool: fmt.Sprintf("made_up_%d", i)})
		l.add(0, event.ToolResult, event.Call{Tool: "search"})
	}
	text := prometheus(t, metricsOf(l...))
	if n := strings.Count(text, "maitre_tool_calls_total{"); n != 101 {
		t.Errorf("%d series of tools, want 101", n)
	}
	for _, want := range []string{`{tool="search"} 500`, `{tool="other"} 401`} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

func TestDashboardAndAlertsReadWhatIsTold(t *testing.T) {
	told := map[string]bool{"maitre_goroutines": true} // by the server
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (\w+) (\w+)$`).FindAllStringSubmatch(prometheus(t, metricsOf()), -1) {
		told[m[1]+map[string]string{"counter": "_total"}[m[2]]] = true
	}
	for _, name := range []string{"grafana.json", "alerts.yml"} {
		text, err := os.ReadFile("../../../deploy/" + name)
		if err != nil {
			t.Fatal(err)
		}
		read := regexp.MustCompile(`maitre_\w+`).FindAllString(string(text), -1)
		if len(read) < 5 || strings.HasSuffix(name, ".json") && !json.Valid(text) {
			t.Errorf("%s is not what it should be", name)
		}
		for _, series := range read {
			if !told[series] {
				t.Errorf("%s reads %s, which nobody tells", name, series)
			}
		}
	}
}
