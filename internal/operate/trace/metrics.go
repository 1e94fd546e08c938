package trace

import (
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
)

// Metrics adds up runs. The first five fields have the names of document 000.
// The zero value is empty; Add takes events in the order of the log.
type Metrics struct {
	TotalSeconds   float64        `json:"total_execution_time_s"` // without waiting for guests
	ToolCalls      int            `json:"total_tool_calls"`
	ToolsBreakdown map[string]int `json:"tools_breakdown"`
	CacheHitRate   float64        `json:"cache_hit_rate"` // of the tool calls that have a cache
	AvgToolMS      float64        `json:"avg_tool_execution_time_ms"`

	Runs      map[string]int `json:"runs"` // by how they ended
	ToolFails int            `json:"tool_errors"`
	Decisions map[string]int `json:"decisions"` // by who decided
	FellBack  int            `json:"fell_back"`
	Questions int            `json:"questions"`
	Declined  int            `json:"declined"` // questions whether a tool may be called, answered with no
	TimedOut  int            `json:"timed_out"`
	Grounding Grounding      `json:"grounding"`
	Searches  Searches       `json:"paraphrase"`
	Usage     llm.Usage      `json:"usage"`
	Cost      float64        `json:"cost_usd"`      // of what has a price
	Unpriced  int            `json:"unpriced"`      // decisions whose cost is unknown
	Feedback  map[string]int `json:"feedback"`      // by kind
	Memories  map[string]int `json:"memory_events"` // by type

	Messages   int            `json:"messages"`    // of guests
	ModelCalls int            `json:"model_calls"` // failed ones too
	Guarded    map[string]int `json:"guarded"`     // answers of models by what became of them: kept, repaired, retried, replaced
	Violations map[string]int `json:"violations"`  // answers by what was wrong with them; one answer may count several times
	PerMessage PerMessage     `json:"per_message"`

	// SearchCost is what one web search costs, for what was saved; set it before
	// the first Add.
	SearchCost llm.USD `json:"-"`

	reader  Reader
	started map[string]time.Time // when work on runs under way began, less what they waited
	asked   map[string]question  // what runs that wait ask
	toolMS  float64
	timed   int // tool calls whose time is known
	cached  int // tool calls that have a cache
	hits    int
}

// PerMessage is what one message of a guest takes in the mean.
type PerMessage struct {
	ModelCalls float64 `json:"model_calls"`
	Input      float64 `json:"input_tokens"`  // all that models read
	Cached     float64 `json:"cached_tokens"` // of these, from a provider's cache
	Output     float64 `json:"output_tokens"`
	Cost       float64 `json:"cost_usd"` // of what has a price
}

// Grounding counts the tool calls that cost a search of the web.
type Grounding struct {
	Calls    int     `json:"calls"`    // made: decisions with a search
	Searches int     `json:"searches"` // one call may take several
	Saved    int     `json:"calls_saved"`
	SavedUSD float64 `json:"saved_usd"` // one search each, at the configured price
}

// Searches counts searches by meaning, and what paraphrases did for them.
type Searches struct {
	Searches int     `json:"searches"`
	Tried    int     `json:"tried"` // with paraphrases
	Used     int     `json:"used"`  // one of them found what was returned
	Gain     float64 `json:"gain"`  // mean similarity that the best paraphrase added, where they were tried

	gained float64
}

// question is what a run waits for.
type question struct {
	Asked
	at time.Time
}

// Sum returns the metrics of some events alone, at a price of a web search.
func Sum(events []event.Event, searchCost llm.USD) Metrics {
	m := Metrics{SearchCost: searchCost}
	for _, e := range events {
		m.Add(e)
	}
	return m
}

// Add takes one event into account.
func (m *Metrics) Add(e event.Event) {
	if m.started == nil {
		m.started, m.asked = map[string]time.Time{}, map[string]question{}
	}
	m.reader.Read(e, m.count)
}

func (m *Metrics) count(e event.Event, d Facts) {
	switch e.Type {
	case event.Retrieved:
		m.Searches.add(d)
	case event.RunStart:
		m.started[e.Run] = e.Time
	case event.RunEnd:
		m.waited(e)
		d.tally(&m.Runs, d.Status)
		if start, ok := m.started[e.Run]; ok {
			m.TotalSeconds += e.Time.Sub(start).Seconds()
			delete(m.started, e.Run)
		}
	case event.ToolResult, event.ToolError:
		m.tool(e, d)
	case event.Decision:
		m.decision(d)
	case event.PreQuery:
		m.Messages++
	case event.ModelCall:
		m.ModelCalls++
	case event.Guarded:
		d.tally(&m.Guarded, d.Outcome)
		for _, kind := range d.Kinds {
			d.tally(&m.Violations, kind)
		}
	case event.Question:
		m.Questions++
		m.asked[e.Run] = question{d.Data, e.Time}
	case event.Answer:
		m.answer(m.waited(e), d)
	case event.Feedback:
		d.tally(&m.Feedback, d.Kind)
	case event.MemoryRetrieved, event.MemoryCandidate, event.MemoryRejected, event.MemorySaved, event.MemoryVoted, event.MemoryKept, event.MemoryRetired,
		event.FeedbackAsked, event.HookError:
		d.tally(&m.Memories, string(e.Type))
	}
	if n, u := float64(m.Messages), m.Usage; n > 0 {
		m.PerMessage = PerMessage{
			ModelCalls: float64(m.ModelCalls) / n, Input: float64(u.Input+u.CacheRead+u.CacheWrite) / n,
			Cached: float64(u.CacheRead) / n, Output: float64(u.Output) / n, Cost: m.Cost / n,
		}
	}
}

// waited ends the question that a run waits for, if it does. How long a person
// took to answer is no time that the run took.
func (m *Metrics) waited(e event.Event) question {
	q, ok := m.asked[e.Run]
	if start, under := m.started[e.Run]; ok && under {
		m.started[e.Run] = start.Add(e.Time.Sub(q.at))
	}
	delete(m.asked, e.Run)
	return q
}

// tally counts something under its name. Of a guest who was forgotten it is still known that it happened,
// but not what.
func (d Facts) tally(in *map[string]int, name string) {
	if name == "" && d.Forgotten {
		name = "forgotten"
	}
	if *in == nil {
		*in = map[string]int{}
	}
	(*in)[name]++
}

func (m *Metrics) tool(e event.Event, d Facts) {
	m.ToolCalls++
	d.tally(&m.ToolsBreakdown, d.Tool)
	if e.Type == event.ToolError {
		m.ToolFails++
	}
	if d.Forgotten {
		return
	}
	m.timed++
	m.toolMS += d.ToolMS
	m.AvgToolMS = m.toolMS / float64(m.timed)
	if d.Cache == "" {
		return
	}
	m.cached++
	if d.Cache == "CACHE_HIT" {
		m.hits++
	}
	m.CacheHitRate = float64(m.hits) / float64(m.cached)
}

// answer counts what came of a question. A tool that may cost a search of the web (the concierge's, and the one of
// document 000 that older runs have called) asks first: each time the guest declines or does not answer, a call
// is saved.
func (m *Metrics) answer(q question, d Facts) {
	no := d.declined()
	switch {
	case no:
		m.Declined++
	case d.TimedOut:
		m.TimedOut++
		no = !q.SilenceMeansYes
	}
	if tool := q.Call.Name; no && (tool == "brewery_details" || tool == "get_website_summary") {
		m.Grounding.Saved++
		m.Grounding.SavedUSD += m.SearchCost.Float()
	}
}

func (m *Metrics) decision(d Facts) {
	if d.tally(&m.Decisions, d.By); d.Forgotten {
		return
	}
	if d.Why != "" {
		m.FellBack++
	}
	m.Usage = m.Usage.Add(d.Usage)
	if n := d.Usage.Searches; n > 0 {
		m.Grounding.Calls++
		m.Grounding.Searches += n
	}
	if d.Cost == nil {
		m.Unpriced++
		return
	}
	m.Cost += d.Cost.Float()
}

func (s *Searches) add(d Facts) {
	s.Searches++
	if d.Used {
		s.Used++
	}
	if d.Tested > 0 && len(d.Tries) > 0 {
		s.Tried++
		s.gained += max(0, d.Paraphrase-d.Tries[0].Similarity)
		s.Gain = s.gained / float64(s.Tried)
	}
}
