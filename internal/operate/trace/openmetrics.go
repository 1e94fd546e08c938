package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// OpenMetrics is the media type of what WriteOpenMetrics writes. Prometheus
// reads it, as it does under its own text/plain; version=0.0.4.
const OpenMetrics = "application/openmetrics-text; version=1.0.0; charset=utf-8"

// family is one name of a metric: a number, or one for each value of a label.
type family struct {
	name, label, help string
	number            float64
	by                map[string]int
}

// families are what Prometheus reads, in order.
func (m *Metrics) families() []family {
	one := func(name, help string, n float64) family { return family{name: name, help: help, number: n} }
	each := func(name, label, help string, by map[string]int) family { return family{name, label, help, 0, by} }
	u := m.Usage
	return []family{
		each("runs", "status", "Runs by how they ended.", m.Runs),
		one("run_seconds", "Time that runs took.", m.TotalSeconds),
		each("tool_calls", "tool", "Calls of tools.", m.ToolsBreakdown),
		one("tool_errors", "Calls of tools that failed.", float64(m.ToolFails)),
		one("tool_seconds", "Time that tools took.", m.toolMS/1000),
		one("tool_cache_lookups", "Calls of tools that have a cache.", float64(m.cached)),
		one("tool_cache_hits", "Calls of tools answered from a cache.", float64(m.hits)),
		one("tool_cache_hit_ratio", "Hits among the calls of tools that have a cache.", m.CacheHitRate),
		one("tool_mean_milliseconds", "Mean time of a tool call.", m.AvgToolMS),
		each("decisions", "by", "Decisions by who took them.", m.Decisions),
		one("decisions_fell_back", "Decisions that the first model did not take.", float64(m.FellBack)),
		one("decisions_unpriced", "Decisions whose cost is unknown.", float64(m.Unpriced)),
		one("questions", "Questions to guests.", float64(m.Questions)),
		one("questions_declined", "Questions whether a tool may be called, answered with no.", float64(m.Declined)),
		one("questions_timed_out", "Questions that were not answered in time.", float64(m.TimedOut)),
		one("grounding_calls", "Decisions for which the web was searched.", float64(m.Grounding.Calls)),
		one("grounding_searches", "Searches of the web.", float64(m.Grounding.Searches)),
		one("grounding_calls_saved", "Searches that a guest did not want.", float64(m.Grounding.Saved)),
		one("grounding_saved_dollars", "What they would have cost at the configured price.", m.Grounding.SavedUSD),
		each("tokens", "kind", "Tokens by how they are billed.", map[string]int{"input": u.Input, "cache_read": u.CacheRead, "cache_write": u.CacheWrite, "output": u.Output}),
		one("cost_dollars", "What decisions cost that have a price.", m.Cost),
		one("messages", "Messages of guests.", float64(m.Messages)),
		one("model_calls", "Calls of models, failed ones too.", float64(m.ModelCalls)),
		each("guarded", "outcome", "Answers of models by what became of them.", m.Guarded),
		each("guarded_violations", "kind", "Answers of models by what was wrong with them.", m.Violations),
		each("feedback", "kind", "What guests thought of answers.", m.Feedback),
		each("memory_events", "type", "What happened to memories of guests.", m.Memories),
	}
}

// WriteOpenMetrics writes the metrics as text that Prometheus reads. Everything
// but the two ratios only ever grows, until the log is pruned or a guest
// forgotten: what they did is then counted as forgotten, and Prometheus takes a
// count that is less than before for one that began anew.
func (m *Metrics) WriteOpenMetrics(w io.Writer) error {
	var b bytes.Buffer
	for _, f := range m.families() {
		kind, total := "counter", "_total"
		if strings.HasSuffix(f.name, "_ratio") || strings.HasPrefix(f.name, "tool_mean") {
			kind, total = "gauge", ""
		}
		fmt.Fprintf(&b, "# TYPE maitre_%s %s\n# HELP maitre_%s %s\n", f.name, kind, f.name, f.help)
		if f.label == "" {
			fmt.Fprintf(&b, "maitre_%s%s %v\n", f.name, total, f.number)
		}
		few := few(f.by)
		for _, value := range slices.Sorted(maps.Keys(few)) {
			fmt.Fprintf(&b, "maitre_%s%s{%s=\"%s\"} %d\n", f.name, total, f.label, escape.Replace(strings.ToValidUTF8(value, "\uFFFD")), few[value])
		}
	}
	b.WriteString("# EOF\n")
	_, err := b.WriteTo(w)
	return err
}

// maxValues is how many values a label may have: a model may call tools that
// it makes up, and each value is a series for Prometheus to keep.
const maxValues = 100

// few returns the most frequent counts, and the rest of them as one called other.
func few(counts map[string]int) map[string]int {
	names := slices.Collect(maps.Keys(counts))
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	kept := map[string]int{}
	for i, name := range names {
		if i >= maxValues {
			name = "other"
		}
		kept[name] += counts[names[i]]
	}
	return kept
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
