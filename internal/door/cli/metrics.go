package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/llm"
)

func metricsCommand() command {
	return command{
		name: "metrics", about: "what all runs together took and cost",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "as one JSON object")
			asText := fs.Bool("openmetrics", false, "as text that Prometheus reads")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				m, err := a.metrics(ctx)
				if err != nil {
					return err
				}
				switch {
				case *asJSON && *asText:
					return &usageError{"--json and --openmetrics are two ways to say the same", "choose one"}
				case *asJSON:
					return writeJSON(a.Stdout, m)
				case *asText:
					return m.WriteOpenMetrics(a.Stdout)
				}
				return writeMetrics(a, m)
			}
		},
	}
}

func (a *app) metrics(ctx context.Context) (*trace.Metrics, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	db, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	m := &trace.Metrics{SearchCost: a.searchCost()}
	p := a.progress("events")
	defer p.end()
	n, cursor := 0, ""
	for {
		var events []event.Event
		if events, cursor, err = db.All(ctx, cursor, 1000); err != nil || len(events) == 0 {
			return m, err
		}
		for _, e := range events {
			m.Add(e)
		}
		n += len(events)
		p.at(n, 0)
	}
}

// searchCost returns what one web search costs by the configured prices, or
// zero when there is none.
func (a *app) searchCost() llm.USD {
	for _, m := range a.config.Models {
		if p := a.config.Price(m); p != nil && p.Search > 0 {
			return p.Cost(llm.Usage{Searches: 1})
		}
	}
	return 0
}

func writeMetrics(a *app, m *trace.Metrics) error {
	tw := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "runs\t%s\n", counts(m.Runs))
	fmt.Fprintf(tw, "total time\t%.2f s\n", m.TotalSeconds)
	fmt.Fprintf(tw, "decisions\t%s, %d fell back\n", counts(m.Decisions), m.FellBack)
	fmt.Fprintf(tw, "tool calls\t%s\n", toolCalls(m))
	fmt.Fprintf(tw, "questions\t%d, %d declined, %d timed out\n", m.Questions, m.Declined, m.TimedOut)
	fmt.Fprintf(tw, "web searches\t%s\n", groundingCalls(m))
	fmt.Fprintf(tw, "memory\t%s\n", counts(m.Memories))
	fmt.Fprintf(tw, "feedback\t%s\n", counts(m.Feedback))
	fmt.Fprintf(tw, "tokens\t%d in, %d out\n", m.Usage.Input+m.Usage.CacheRead+m.Usage.CacheWrite, m.Usage.Output)
	fmt.Fprintf(tw, "cost\t$%.4f, and %d decisions of unknown cost\n", m.Cost, m.Unpriced)
	fmt.Fprintf(tw, "a message\t%s\n", aMessage(m))
	fmt.Fprintf(tw, "guard\t%s\n", guarded(m))
	return tw.Flush()
}

// aMessage says what a message takes in the mean.
func aMessage(m *trace.Metrics) string {
	p := m.PerMessage
	return fmt.Sprintf("%.1f model calls, %.0f tokens in (%.0f of them cached), %.0f out, %s; of %d messages", p.ModelCalls, p.Input, p.Cached, p.Output, spent(m, p.Cost), m.Messages)
}

// spent says a sum of money, if that of anything is known.
func spent(m *trace.Metrics, usd float64) string {
	if usd == 0 && m.Unpriced > 0 {
		return "at no known price"
	}
	return fmt.Sprintf("$%.5f", usd)
}

// guarded says what became of the answers of models.
func guarded(m *trace.Metrics) string {
	if len(m.Violations) == 0 {
		return counts(m.Guarded)
	}
	return counts(m.Guarded) + "; wrong: " + counts(m.Violations)
}

func toolCalls(m *trace.Metrics) string {
	return fmt.Sprintf("%d: %s, %d failed, mean %.1f ms, cache hit rate %.2f", m.ToolCalls, counts(m.ToolsBreakdown), m.ToolFails, m.AvgToolMS, m.CacheHitRate)
}

func groundingCalls(m *trace.Metrics) string {
	saved := fmt.Sprintf("$%.4f", m.Grounding.SavedUSD)
	if m.SearchCost == 0 {
		saved = "at no known price"
	}
	return fmt.Sprintf("%d for %d answers; %d answers saved, %s", m.Grounding.Searches, m.Grounding.Calls, m.Grounding.Saved, saved)
}

func counts(m map[string]int) string {
	if len(m) == 0 {
		return "none"
	}
	var all []string
	for name, n := range m {
		all = append(all, fmt.Sprintf("%d %s", n, plain(name)))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
