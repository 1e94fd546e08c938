package trace

import (
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

// Metrics adds up runs. The first five fields have the names of document 000.
// The zero value is empty; Add takes events in the order of the log.
type Metrics struct {
	TotalSeconds   float64        `json:"total_execution_time_s"`
	ToolCalls      int            `json:"total_tool_calls"`
	ToolsBreakdown map[string]int `json:"tools_breakdown"`
	CacheHitRate   float64        `json:"cache_hit_rate"` // of the tool calls that have a cache
	AvgToolMS      float64        `json:"avg_tool_execution_time_ms"`

	Runs      map[string]int `json:"runs"` // by how they ended
	ToolFails int            `json:"tool_errors"`
	Decisions map[string]int `json:"decisions"` // by who decided
	FellBack  int            `json:"fell_back"`
	Questions int            `json:"questions"`
	TimedOut  int            `json:"timed_out"`
	Usage     llm.Usage      `json:"usage"`
	Cost      float64        `json:"cost_usd"`      // of what has a price
	Unpriced  int            `json:"unpriced"`      // decisions whose cost is unknown
	Feedback  map[string]int `json:"feedback"`      // by kind
	Memories  map[string]int `json:"memory_events"` // by type

	started map[string]event.Event   // runs under way
	steps   map[string][]event.Event // what a step under way has appended, by run
	toolMS  float64
	cached  int // tool calls that have a cache
	hits    int
}

// Add takes one event into account. What happens in a step counts when the
// step is over: one that is begun again has not happened.
func (m *Metrics) Add(e event.Event) {
	if m.steps == nil {
		m.steps = map[string][]event.Event{}
	}
	step, open := m.steps[e.Run]
	switch {
	case e.Type == event.StepStart && open && step[0].Step == e.Step:
		m.steps[e.Run] = []event.Event{e}
		return
	case e.Type == event.StepStart || e.Type == event.StepEnd || e.Type == event.RunEnd:
		for _, e := range step {
			m.count(e)
		}
		if delete(m.steps, e.Run); e.Type == event.StepStart {
			m.steps[e.Run] = []event.Event{e}
		}
	case open:
		m.steps[e.Run] = append(step, e)
		return
	}
	m.count(e)
}

func (m *Metrics) count(e event.Event) {
	switch e.Type {
	case event.RunStart:
		if m.started == nil {
			m.started = map[string]event.Event{}
		}
		m.started[e.Run] = e
	case event.RunEnd:
		tally(&m.Runs, read[struct{ Status string }](e).Status)
		if start, ok := m.started[e.Run]; ok {
			m.TotalSeconds += e.Time.Sub(start.Time).Seconds()
			delete(m.started, e.Run)
		}
	case event.ToolResult, event.ToolError:
		m.tool(e)
	case event.Decision:
		m.decision(read[task.Decision](e))
	case event.Question:
		m.Questions++
	case event.Answer:
		if read[struct{ TimedOut bool }](e).TimedOut {
			m.TimedOut++
		}
	case event.Feedback:
		tally(&m.Feedback, read[struct{ Kind string }](e).Kind)
	case event.MemoryRetrieved, event.MemoryCandidate, event.MemoryRejected, event.MemorySaved, event.MemoryVoted, event.MemoryKept, event.MemoryRetired,
		event.FeedbackAsked, event.HookError:
		tally(&m.Memories, string(e.Type))
	}
}

func (m *Metrics) tool(e event.Event) {
	c := read[event.Call](e)
	m.ToolCalls++
	tally(&m.ToolsBreakdown, c.Tool)
	if e.Type == event.ToolError {
		m.ToolFails++
	}
	m.toolMS += c.MS
	m.AvgToolMS = m.toolMS / float64(m.ToolCalls)
	if c.Cache == "" {
		return
	}
	m.cached++
	if c.Cache == "CACHE_HIT" {
		m.hits++
	}
	m.CacheHitRate = float64(m.hits) / float64(m.cached)
}

func (m *Metrics) decision(d task.Decision) {
	tally(&m.Decisions, d.By)
	if d.Why != "" {
		m.FellBack++
	}
	m.Usage = m.Usage.Add(d.Usage)
	if d.Cost == nil {
		m.Unpriced++
		return
	}
	m.Cost += d.Cost.Float()
}

func tally(in *map[string]int, what string) {
	if *in == nil {
		*in = map[string]int{}
	}
	(*in)[what]++
}
