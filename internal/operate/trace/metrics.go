package trace

import (
	"encoding/json"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
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

	started map[string]time.Time     // when work on runs under way began, less what they waited
	asked   map[string]question      // what runs that wait ask
	steps   map[string][]event.Event // what a step under way has appended, by run
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

// mean divides the sums by the messages.
func (m *Metrics) mean() {
	if m.Messages == 0 {
		return
	}
	n, u := float64(m.Messages), m.Usage
	m.PerMessage = PerMessage{
		ModelCalls: float64(m.ModelCalls) / n, Input: float64(u.Input+u.CacheRead+u.CacheWrite) / n,
		Cached: float64(u.CacheRead) / n, Output: float64(u.Output) / n, Cost: m.Cost / n,
	}
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

func (s *Searches) add(r search) {
	s.Searches++
	if r.Used {
		s.Used++
	}
	if r.Tested > 0 && len(r.Tries) > 0 {
		s.Tried++
		s.gained += max(0, r.Paraphrase-r.Tries[0].Similarity)
		s.Gain = s.gained / float64(s.Tried)
	}
}

// grounded reports whether a tool may cost a search of the web: the concierge's,
// and the one of document 000 that older runs have called. The guest is asked
// first, and each time they decline or do not answer a call is saved.
func grounded(tool string) bool { return tool == "brewery_details" || tool == "get_website_summary" }

// question is what package agent asks before it calls a tool.
type question struct {
	Data struct {
		Call            struct{ Name string } `json:"toolCall"`
		SilenceMeansYes bool
	}

	at time.Time
}

// answer is what came of a question.
type answer struct {
	TimedOut bool
	Value    json.RawMessage
}

// declined reports whether it is a no to a tool.
func (a answer) declined() bool {
	var v struct{ Approved *bool }
	return json.Unmarshal(a.Value, &v) == nil && v.Approved != nil && !*v.Approved
}

func (a answer) status() string {
	switch {
	case a.TimedOut:
		return "timed out"
	case a.declined():
		return "declined"
	}
	return "answered"
}

// Add takes one event into account. What happens in a step counts when the
// step is over: one that is begun again has not happened.
func (m *Metrics) Add(e event.Event) {
	if m.steps == nil {
		m.steps, m.started, m.asked = map[string][]event.Event{}, map[string]time.Time{}, map[string]question{}
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

// Sum returns the metrics of some events alone, at a price of a web search.
func Sum(events []event.Event, searchCost llm.USD) Metrics {
	m := Metrics{SearchCost: searchCost}
	for _, e := range events {
		m.Add(e)
	}
	return m
}

func (m *Metrics) count(e event.Event) {
	switch e.Type {
	case event.Retrieved:
		m.Searches.add(event.Read[search](e))
	case event.RunStart:
		m.started[e.Run] = e.Time
	case event.RunEnd:
		m.waited(e)
		tally(&m.Runs, told(e, event.Read[struct{ Status string }](e).Status))
		if start, ok := m.started[e.Run]; ok {
			m.TotalSeconds += e.Time.Sub(start).Seconds()
			delete(m.started, e.Run)
		}
	case event.ToolResult, event.ToolError:
		m.tool(e)
	case event.Decision:
		m.decision(e)
	case event.PreQuery:
		m.Messages++
	case event.ModelCall:
		m.ModelCalls++
	case event.Guarded:
		g := event.Read[event.Guard](e)
		tally(&m.Guarded, told(e, g.Outcome))
		for _, kind := range g.Kinds {
			tally(&m.Violations, kind)
		}
	case event.Question:
		m.Questions++
		q := event.Read[question](e)
		q.at = e.Time
		m.asked[e.Run] = q
	case event.Answer:
		m.answer(m.waited(e), event.Read[answer](e))
	case event.Feedback:
		tally(&m.Feedback, told(e, event.Read[struct{ Kind string }](e).Kind))
	case event.MemoryRetrieved, event.MemoryCandidate, event.MemoryRejected, event.MemorySaved, event.MemoryVoted, event.MemoryKept, event.MemoryRetired,
		event.FeedbackAsked, event.HookError:
		tally(&m.Memories, string(e.Type))
	}
	m.mean()
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

// forgotten is what counts are called that are of a guest who was forgotten:
// that something happened is still known, but not what.
const forgotten = "forgotten"

func isForgotten(e event.Event) bool {
	return event.Read[struct{ Forgotten bool }](e).Forgotten
}

func told(e event.Event, name string) string {
	if name == "" && isForgotten(e) {
		return forgotten
	}
	return name
}

func (m *Metrics) tool(e event.Event) {
	c := event.Read[event.Call](e)
	m.ToolCalls++
	tally(&m.ToolsBreakdown, told(e, c.Tool))
	if e.Type == event.ToolError {
		m.ToolFails++
	}
	if isForgotten(e) {
		return
	}
	m.timed++
	m.toolMS += c.MS
	m.AvgToolMS = m.toolMS / float64(m.timed)
	if c.Cache == "" {
		return
	}
	m.cached++
	if c.Cache == "CACHE_HIT" {
		m.hits++
	}
	m.CacheHitRate = float64(m.hits) / float64(m.cached)
}

func (m *Metrics) answer(q question, a answer) {
	no := a.declined()
	switch {
	case no:
		m.Declined++
	case a.TimedOut:
		m.TimedOut++
		no = !q.Data.SilenceMeansYes
	}
	if no && grounded(q.Data.Call.Name) {
		m.Grounding.Saved++
		m.Grounding.SavedUSD += m.SearchCost.Float()
	}
}

func (m *Metrics) decision(e event.Event) {
	d := event.Read[task.Decision](e)
	if tally(&m.Decisions, told(e, d.By)); isForgotten(e) {
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

func tally(in *map[string]int, what string) {
	if *in == nil {
		*in = map[string]int{}
	}
	(*in)[what]++
}
