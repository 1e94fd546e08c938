package agui

import (
	"cmp"
	"regexp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

// sums gathers what the custom events at the end of a run say.
type sums struct {
	memory  memories
	usage   llm.Usage
	spent   llm.USD
	dear    bool // something that was decided has no price
	opinion bool // is asked for
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
	Usage llm.Usage `json:"usage"`
	USD   *float64  `json:"usd,omitempty"`
}

// feedback is what feedback_request says.
type feedback struct {
	MessageID string         `json:"messageId"`
	Types     []hook.Opinion `json:"types"`
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
		s.opinion = true
	case event.Decision:
		d := event.Read[task.Decision](ev)
		if s.dear = s.dear || d.Cost == nil; d.Cost != nil {
			s.spent += *d.Cost
		}
		s.usage = s.usage.Add(d.Usage)
	}
}

// custom returns the custom events in the language of the answer, or else the client's.
// Feedback is asked for on the answer, if there is one.
func (s *sums) custom(answer Message, client lang.Language) []wire {
	said, _ := answer.Content.(string)
	language, ok := Spoken(said)
	if !ok {
		language = client
	}
	labels := texts.In(language).Memory.Labels
	learnt := memories{Used: append([]string{}, s.memory.Used...), Saved: append([]memory{}, s.memory.Saved...), Rejected: append([]memory{}, s.memory.Rejected...), Language: language}
	for i, m := range learnt.Saved {
		learnt.Saved[i].Label = cmp.Or(labels[m.Kind+"/"+m.Key], labels[m.Kind])
	}
	spent := cost{Usage: s.usage}
	if !s.dear {
		spent.USD = new(s.spent.Float())
	}
	all := []wire{{Type: "CUSTOM", Name: "maitre.memory", Value: learnt}, {Type: "CUSTOM", Name: "maitre.cost", Value: spent}}
	if s.opinion && answer.ID != "" {
		all = append(all, wire{Type: "CUSTOM", Name: "feedback_request", Value: feedback{answer.ID, []hook.Opinion{hook.Positive, hook.Negative, hook.Correction, hook.Preferred}}})
	}
	return all
}

// listed is a line of a list.
var listed = regexp.MustCompile(`(?m)^- .*$`)

// Spoken tells the language of an answer, by what it says besides its lists: names may be of
// another.
func Spoken(text string) (lang.Language, bool) {
	if l, ok := lang.Detect(listed.ReplaceAllString(text, "")); ok {
		return l, true
	}
	return lang.Detect(text)
}
