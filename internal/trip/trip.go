// Package trip plans a trip with a guest: it reads where, when and how many,
// asks for the place when there is none, and shows where to stay and eat.
//
// It is a graph, as the document of the trip planner draws it:
//
//	START → extraction (nothing known yet) or classify
//	classify → extraction (what was known no longer holds) or callTools
//	extraction → callTools, or END with a question
//	callTools → END
//
// A decision is a task, which a model may take and a rule takes without one:
// [Classify], [Extract] and [Choose]. To add a tool, a field, a node or a
// component, see docs/trip.md.
package trip

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// Details are what is known of a trip.
type Details struct {
	Location       string  `json:"location"`
	StartDate      ui.Date `json:"startDate"`
	EndDate        ui.Date `json:"endDate"`
	NumberOfGuests int     `json:"numberOfGuests"`
}

// Nights is how many nights there are between the dates.
func (d Details) Nights() int {
	return int(dayOf(string(d.EndDate)).Sub(dayOf(string(d.StartDate))) / (24 * time.Hour)) // days of UTC have all their hours
}

// A Message is something said, by the guest ("user") or by us ("assistant").
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// State is a conversation about a trip. Nodes return a new one.
type State struct {
	Messages    []Message        `json:"messages"`
	UI          []ui.Component   `json:"ui,omitempty"` // shown in this turn
	Timestamp   time.Time        `json:"timestamp"`
	Details     *Details         `json:"tripDetails,omitempty"`
	Assumed     []string         `json:"assumed,omitempty"` // fields of Details that nobody said
	Listed      Listed           `json:"listed,omitzero"`   // that the guest can pick from
	Language    lang.Language    `json:"language"`
	Constraints hook.Constraints `json:"constraints,omitzero"`
	Text        string           `json:"text,omitempty"` // the answer
}

// Listed are the places that were shown last.
type Listed struct {
	Lodgings    []places.Lodging    `json:"lodgings,omitempty"`
	Restaurants []places.Restaurant `json:"restaurants,omitempty"`
}

// What must not happen, as the document says, and is reported if it does.
var (
	ErrNoDetails = errors.New("trip: tools are to be called, but nothing is known of the trip")
	ErrNoTool    = errors.New("trip: no tool was chosen")
)

// A Planner is what the graph needs.
type Planner struct {
	Tasks  *task.Runner
	Places places.Fallback
	// Locate returns the places of a name that the gazetteer does not know; nil:
	// there are none.
	Locate func(ctx context.Context, name string) ([]gazetteer.Place, error)
	Now    func() time.Time // nil: time.Now
}

// Graph returns the planner as a graph.
func (p *Planner) Graph() *graph.Graph[State] {
	g := graph.New[State]("trip@1")
	g.Start(routeStart, "extraction", "classify")
	g.Node("classify", p.classify, routeClassified, "extraction", "callTools")
	g.Node("extraction", p.extract, routeExtracted, "callTools", graph.End)
	g.Node("callTools", p.callTools, nil, graph.End)
	return g
}

func routeStart(s State) string {
	if s.Details == nil {
		return "extraction"
	}
	return "classify"
}

func routeClassified(s State) string {
	if s.Details == nil {
		return "extraction"
	}
	return "callTools"
}

func routeExtracted(s State) string {
	if s.Details == nil {
		return graph.End
	}
	return "callTools"
}

// Begin is the state in which a turn starts. before is the one in which the
// last turn of the conversation ended, if there was one.
func (p *Planner) Begin(before *State, messages []Message, language lang.Language, c hook.Constraints) State {
	s := State{Messages: messages, Timestamp: p.now(), Language: language, Constraints: c}
	if before != nil {
		s.Details, s.Assumed, s.Listed = before.Details, before.Assumed, before.Listed
	}
	if s.Language == "" {
		s.Language = spokenIn(messages)
	}
	return s
}

func (p *Planner) now() time.Time {
	if p.Now == nil {
		return time.Now()
	}
	return p.Now()
}

// spokenIn returns the language that the guest speaks.
func spokenIn(messages []Message) lang.Language {
	for _, m := range slices.Backward(messages) {
		if l, sure := lang.Detect(m.Content); m.Role == "user" && sure {
			return l
		}
	}
	return lang.Portuguese
}

// classify drops the details if they no longer hold. Without details it changes
// nothing.
func (p *Planner) classify(ctx context.Context, s State, _ graph.Emit) (State, error) {
	if s.Details == nil {
		return s, nil
	}
	res, err := Classify.Do(ctx, p.Tasks, ClassifyIn{Details: *s.Details, Messages: s.Messages, Now: today(s.Timestamp)})
	if err != nil {
		return s, err
	}
	if !res.Out.IsRelevant {
		s.Details, s.Assumed = nil, nil
	}
	return s, nil
}

// extract reads the details from the whole conversation, or asks for the place.
func (p *Planner) extract(ctx context.Context, s State, emit graph.Emit) (State, error) {
	res, err := Extract.Do(ctx, p.Tasks, ExtractIn{Messages: s.Messages, Now: today(s.Timestamp)})
	if err != nil {
		return s, err
	}
	out := res.Out.complete(s.Timestamp)
	words := texts[s.Language]
	switch {
	case out.Location == nil:
		return s.say(emit, words.where), nil
	case len(out.Candidates) > 1:
		return s.say(emit, fmt.Sprintf(words.which, orList(out.Candidates, words.or))), nil
	}
	d := Details{*out.Location, ui.Date(out.StartDate), ui.Date(out.EndDate), out.NumberOfGuests}
	if s.Details == nil || s.Details.Location != d.Location {
		s.Listed = Listed{} // of another place
	}
	s.Details, s.Assumed = &d, out.Assumed
	return s, nil
}

// say ends a turn with an answer.
func (s State) say(emit graph.Emit, text string) State {
	emit(event.Text, event.Words{Text: text})
	s.Text = text
	return s
}

func orList(names []string, or string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + or + " " + names[len(names)-1]
}

func today(t time.Time) string { return t.Format(time.DateOnly) }
