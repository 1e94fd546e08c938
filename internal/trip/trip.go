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
	"cmp"
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
	"github.com/maitre-dev/maitre/internal/voice"
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
	Dropped     *Dropped         `json:"dropped,omitempty"` // until there are details again
	Listed      Listed           `json:"listed,omitzero"`   // that the guest can pick from
	Picked      []string         `json:"picked,omitempty"`  // names of places
	Language    lang.Language    `json:"language"`
	Constraints hook.Constraints `json:"constraints,omitzero"`
	News        bool             `json:"news,omitempty"` // the constraints are not those of the turn before
	Text        string           `json:"text,omitempty"` // the answer
}

// Dropped are details that no longer hold. Of a long conversation only the end
// is told, so what it does not say may have been said before.
type Dropped struct {
	Details Details  `json:"tripDetails"`
	Assumed []string `json:"assumed,omitempty"`
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
	// Locate returns the places of a name that the gazetteer does not know, the
	// likeliest first; nil: there are none. Credit is shown with what it led to.
	Locate   func(ctx context.Context, name string) ([]gazetteer.Place, error)
	Credit   string
	Language lang.Language    // spoken when the guest's cannot be told; empty: Portuguese
	Now      func() time.Time // nil: time.Now
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
	s := State{Messages: messages, Timestamp: p.now(), Constraints: asked(messages, c)}
	known := cmp.Or(p.Language, lang.Portuguese)
	if before != nil {
		s.Details, s.Assumed, s.Dropped = before.Details, before.Assumed, before.Dropped
		s.Listed, s.Picked = before.Listed, before.Picked
		was, is := before.Constraints, s.Constraints
		s.News = !slices.Equal(was.Allergies, is.Allergies) || !slices.Equal(was.Diets, is.Diets) || was.Budget != is.Budget
		known = before.Language
	}
	var ok bool
	if s.Language, ok = lang.Parse(string(language)); !ok {
		s.Language = spokenIn(messages, known)
	}
	return s
}

func (p *Planner) now() time.Time {
	if p.Now == nil {
		return time.Now()
	}
	return p.Now()
}

// fewWords are too few to tell by a change of language: "a do Maine".
const fewWords = 3

// spokenIn returns the language that the guest speaks, or else the one that was
// spoken before.
func spokenIn(messages []Message, before lang.Language) lang.Language {
	last, _ := lastSaid(messages)
	l, sure := lang.Detect(last)
	first := len(messages) == 1
	if sure && (first || len(strings.Fields(last)) > fewWords) {
		return l
	}
	return before
}

// classify drops the details if they no longer hold. Without details it changes
// nothing.
func (p *Planner) classify(ctx context.Context, s State, _ graph.Emit) (State, error) {
	if s.Details == nil {
		return s, nil
	}
	if text, _ := lastSaid(s.Messages); callsOff(text) {
		s.Details, s.Assumed = nil, nil
		return s, nil
	}
	res, err := Classify.Do(ctx, p.Tasks, ClassifyIn{Details: *s.Details, Messages: s.heard(), Now: today(s.Timestamp)})
	if err != nil {
		return s, err
	}
	if !res.Out.IsRelevant || s.doubt() != "" {
		s.Dropped = &Dropped{*s.Details, s.Assumed}
		s.Details, s.Assumed = nil, nil
	}
	return s, nil
}

// extract reads the details from the whole conversation, or asks for the place,
// or for dates that can be.
func (p *Planner) extract(ctx context.Context, s State, emit graph.Emit) (State, error) {
	words := voice.In(s.Language)
	if text, _ := lastSaid(s.Messages); callsOff(text) {
		s.Dropped, s.Listed, s.Picked = nil, Listed{}, nil
		return s.say(emit, words.Trip.Off), nil
	}
	if d := s.doubt(); d != "" {
		return s.say(emit, words.Trip.Doubts[string(d)]), nil
	}
	in := ExtractIn{Messages: s.heard(), Now: today(s.Timestamp)}
	res, err := Extract.Do(ctx, p.Tasks, in)
	if err != nil {
		return s, err
	}
	out := s.Dropped.fill(res.Out.complete(s.Timestamp)).within(listen(in).stay)
	if out.Location == nil || *out.Location == "" {
		return s.say(emit, words.Trip.Where), nil
	}
	if all := meant(*out.Location, s.Messages); len(all) > 1 {
		return s.say(emit, fmt.Sprintf(words.Trip.Which, words.Either(namesOf(all)))), nil
	}
	s.Details = &Details{*out.Location, ui.Date(out.StartDate), ui.Date(out.EndDate), out.NumberOfGuests}
	s.Assumed, s.Dropped = out.Assumed, nil
	s.Listed = Listed{} // of another trip
	return s, nil
}

// fill puts what was known in place of what nobody says any more.
func (d *Dropped) fill(o ExtractOut) ExtractOut {
	if d == nil {
		return o
	}
	if o.Location == nil {
		o.Location = &d.Details.Location
	}
	for _, old := range [][]string{{"startDate", "endDate"}, {"numberOfGuests"}} {
		missing := func(f string) bool { return !slices.Contains(o.Assumed, f) }
		if slices.ContainsFunc(old, missing) {
			continue // one date alone is of other dates
		}
		o.Assumed = slices.DeleteFunc(o.Assumed, func(f string) bool { return slices.Contains(old, f) && !slices.Contains(d.Assumed, f) })
		if len(old) == 1 {
			o.NumberOfGuests = d.Details.NumberOfGuests
		} else {
			o.StartDate, o.EndDate = string(d.Details.StartDate), string(d.Details.EndDate)
		}
	}
	return o
}

// meant returns the places that a name may mean after all that was said:
// several if the guest is to be asked, none if we do not know it.
func meant(name string, messages []Message) []gazetteer.Place {
	all := gazetteer.Find(name)
	if len(all) < 2 {
		return all
	}
	for _, m := range slices.Backward(messages) {
		if one := chosen(m.Content, namesOf(all)); m.Role == "user" && one != "" {
			return slices.DeleteFunc(all, func(p gazetteer.Place) bool { return p.String() != one })
		}
	}
	return all
}

func namesOf(all []gazetteer.Place) (names []string) {
	for _, p := range all {
		names = append(names, p.String())
	}
	return names
}

// say ends a turn with an answer.
func (s State) say(emit graph.Emit, text string) State {
	emit(event.Text, event.Words{Text: text})
	s.Text = text
	return s
}

func today(t time.Time) string { return t.Format(time.DateOnly) }
