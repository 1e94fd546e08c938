package agui

import (
	"cmp"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

// sums gathers what the custom events at the end of a run say.
type sums struct {
	memory memories
	cost   cost
	spent  llm.USD
	priced bool // all that was decided has a price
	asks   bool // for feedback
}

// memories is what maitre.memory says: the ids of what was known and used, and
// what was learnt or refused. A value that was refused is not repeated.
type memories struct {
	Used     []string      `json:"used"`
	Saved    []memory      `json:"saved"`
	Rejected []memory      `json:"rejected"`
	Language lang.Language `json:"language,omitempty"` // of the answer, and of the labels
}

type memory struct {
	ID     string `json:"id,omitempty"`
	Kind   string `json:"kind,omitempty"`
	Key    string `json:"key,omitempty"`
	Label  string `json:"label,omitempty"` // what the value is, in words: People, for 4
	Value  string `json:"value,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// asked is the kind of what package memory keeps of its own questions: nothing
// that was learnt of the guest.
const asked = "asked"

// cost is what maitre.cost says. USD is absent where a price is not known.
type cost struct {
	Decisions int       `json:"decisions"`
	By        string    `json:"by,omitempty"` // who decided last
	Usage     llm.Usage `json:"usage"`
	USD       *float64  `json:"usd,omitempty"`

	OverBudget bool `json:"overBudget,omitempty"` // a model was not asked: the rules decided
}

func (s *sums) add(ev event.Event) {
	switch ev.Type {
	case event.MemoryRetrieved:
		s.memory.Used = append(s.memory.Used, event.Read[struct{ IDs []string }](ev).IDs...)
	case event.MemorySaved:
		saved := event.Read[struct {
			ID     string
			Memory *memory
		}](ev)
		if saved.Memory == nil { // said again
			saved.Memory = &memory{ID: saved.ID}
		}
		if saved.Memory.Kind != asked {
			s.memory.Saved = append(s.memory.Saved, *saved.Memory)
		}
	case event.MemoryRejected:
		m := event.Read[memory](ev)
		s.memory.Rejected = append(s.memory.Rejected, memory{Kind: m.Kind, Key: m.Key, Reason: m.Reason})
	case event.FeedbackAsked:
		s.asks = true
	case event.Decision:
		d := event.Read[task.Decision](ev)
		s.priced = d.Cost != nil && (s.priced || s.cost.Decisions == 0)
		if d.Cost != nil {
			s.spent += *d.Cost
		}
		s.cost.Decisions++
		s.cost.By = d.By
		s.cost.OverBudget = s.cost.OverBudget || d.By == task.ByRule && strings.Contains(d.Why, llm.ErrOverBudget.Error())
		s.cost.Usage = s.cost.Usage.Add(d.Usage)
	}
}

// custom returns the custom events in the language of the answer. Feedback is
// asked for on the answer, if there is one.
func (s *sums) custom(answer string, language lang.Language) []wire {
	labels := texts.In(language).Memory.Labels
	saved := []memory{}
	for _, m := range s.memory.Saved {
		m.Label = cmp.Or(labels[m.Kind+"/"+m.Key], labels[m.Kind])
		saved = append(saved, m)
	}
	if s.priced || s.cost.Decisions == 0 {
		s.cost.USD = new(s.spent.Float())
	}
	all := []wire{
		{Type: "CUSTOM", Name: "maitre.memory", Value: memories{
			Used: append([]string{}, s.memory.Used...), Saved: saved, Rejected: append([]memory{}, s.memory.Rejected...), Language: language,
		}},
		{Type: "CUSTOM", Name: "maitre.cost", Value: s.cost},
	}
	if s.asks && answer != "" {
		all = append(all, wire{Type: "CUSTOM", Name: "feedback_request", Value: feedback{answer, []hook.Opinion{hook.Positive, hook.Negative, hook.Correction, hook.Preferred}}})
	}
	return all
}

type feedback struct {
	MessageID string         `json:"messageId"`
	Types     []hook.Opinion `json:"types"`
}
