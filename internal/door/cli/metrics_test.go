package cli

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/store/sqlite"
)

type placeIn struct {
	Name string `json:"name"`
}

type placeOut struct{}

func (placeOut) CacheStatus() string { return "CACHE_HIT" }

// The guest hears of one brewery and declines the next.
func TestTraceAndMetricsShowWhatWasSaved(t *testing.T) {
	ctx := t.Context()
	file := filepath.Join(t.TempDir(), "maitre.db")
	db, err := sqlite.Open(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	tool, err := agent.NewTool("get_website_summary", "details", func(context.Context, placeIn) (placeOut, error) { return placeOut{}, nil },
		agent.Options[placeOut]{Ask: &agent.AskFirst{Text: func(agent.State, llm.ToolCall) string { return "Quer saber mais?" }}})
	if err != nil {
		t.Fatal(err)
	}
	think := func(_ context.Context, s agent.State, _ []llm.ToolSpec, _ func(event.Words)) (agent.Thought, error) {
		if s.Iteration > 2 {
			return agent.Thought{Text: "Até logo!"}, nil
		}
		return agent.Thought{Calls: []llm.ToolCall{{ID: "d", Name: "get_website_summary", Args: `{"name":"Stone"}`}}}, nil
	}
	g, err := agent.Agent{Name: "beer@1", Tools: []agent.Tool{tool}, Think: think}.Graph()
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.Compile(db, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Run(ctx, graph.Run{ID: "r1", Thread: "t1", Guest: "ana"}, agent.State{Messages: []llm.Message{llm.Text(llm.RoleUser, "oi")}}, nil); err != nil {
		t.Fatal(err)
	}
	for _, yes := range []string{"true", "false"} {
		if _, err := r.Answer(ctx, "r1", graph.Answer{Value: json.RawMessage(`{"approved":` + yes + `}`)}, nil); err != nil {
			t.Fatal(err)
		}
	}

	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	settings := filepath.Join(t.TempDir(), "maitre.toml")
	const prices = "model = ['openai:free', 'gemini:g']\n[price.free]\ninput = 0\noutput = 0\n[price.g]\ninput = 1\noutput = 1\nsearch = 35"
	if err := os.WriteFile(settings, []byte(prices), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		t.Helper()
		return must(t, "", append(args, "--db", file, "--config", settings)...)
	}
	for _, tt := range []struct {
		got  string
		want []string
	}{
		{run("trace", "r1"), []string{
			"get_website_summary", "success CACHE_HIT {\"name\":\"Stone\"}\n", "answered\n", "declined\n",
			"  tool calls: 1: 1 get_website_summary, 0 failed, mean ", "cache hit rate 1.00\n", "  web searches: 0 for 0 answers; 1 answers saved, $0.0350\n",
		}},
		{run("trace", "r1", "--json"), []string{`"execution_log":[{"tool":"get_website_summary",`, `"cache_status":"CACHE_HIT"`, `"metrics":{"total_execution_time_s":`, `"tools_breakdown":{"get_website_summary":1},"cache_hit_rate":1,`}},
		{run("metrics"), []string{"web searches  0 for 0 answers; 1 answers saved, $0.0350\n", "questions     2, 1 declined, 0 timed out\n"}},
		{run("metrics", "--json"), []string{`"grounding":{"calls":0,"searches":0,"calls_saved":1,"saved_usd":0.035}`}},
		{run("metrics", "--openmetrics"), []string{"maitre_tool_calls_total{tool=\"get_website_summary\"} 1\n", "maitre_grounding_saved_dollars_total 0.035\n"}},
	} {
		for _, want := range tt.want {
			if !strings.Contains(tt.got, want) {
				t.Errorf("there is no %q in\n%s", want, tt.got)
			}
		}
	}
}
