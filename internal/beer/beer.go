// Package beer advises on breweries: it finds new ones for a guest by what they
// buy, asks before it spends money on details, and answers questions about
// their purchases.
//
// By rules it is an agent with the four tools of the document of BeerForYou and
// its plan of five steps: the guest's profile, new breweries, three to five of
// them shown, "do you want to know more?", details. A model is offered the tools
// of [Advisor.Tools] instead, and makes its own plan.
package beer

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/analyst"
	"github.com/maitre-dev/maitre/internal/brewery"
	"github.com/maitre-dev/maitre/internal/customer"
	"github.com/maitre-dev/maitre/internal/explore"
	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// Advisor is what the agent needs. Its fields are not changed once it is used.
type Advisor struct {
	Tasks     *task.Runner
	Breweries brewery.Finder
	Explorer  *explore.Explorer
	Language  lang.Language    // spoken when the guest's cannot be told; empty: Portuguese
	Currency  string           // of amounts in the operator's own database, such as "BRL"; empty: the sample's
	Wait      time.Duration    // how long the question is open; 30 s
	Now       func() time.Time // nil: time.Now

	// The operator's database, as one guest may see it. Profile finds a client
	// for the guest who is signed in; Ask answers a statement that code wrote for
	// the guest, AskOwn one that a model wrote, which reads the guest's rows and
	// the catalogue only: see safesql; Source is ui.Sample if nobody in the database
	// exists.
	Profile func(ctx context.Context, guest string, who customer.Lookup) (customer.Profile, error)
	Ask     func(ctx context.Context, guest, sql string) (*safesql.Result, error)
	AskOwn  func(ctx context.Context, guest, sql string) (*safesql.Result, error)
	Source  func(ctx context.Context) ui.Source
	Analyst func(ctx context.Context) *task.Task[analyst.SQLIn, analyst.SQLOut] // nil: the one for the sample

	// Policy says which relations there are; nil: the sample's. It returns nil if
	// that cannot be told.
	Policy func(ctx context.Context) *safesql.Policy
}

// own is what goes along with a run besides what is said.
type own struct {
	Message  string        `json:"message"`
	Language lang.Language `json:"language"`
	Place    string        `json:"place,omitempty"`  // that was last spoken of
	Listed   []Item        `json:"listed,omitempty"` // in an earlier turn
	Shown    []string      `json:"shown,omitempty"`  // names of all that were ever listed
	Told     []string      `json:"told,omitempty"`   // ids of those that were told of
	Asked    string        `json:"asked,omitempty"`  // the question about data of the turn before
	Turn     int           `json:"turn"`             // the message's place among Messages
}

func ownOf(s agent.State) (o own) {
	_ = json.Unmarshal(s.Own, &o) // written by Begin
	return o
}

// Graph returns the advisor as a graph.
func (a *Advisor) Graph() (*graph.Graph[agent.State], error) {
	tools, err := a.tools()
	if err != nil {
		return nil, err
	}
	return agent.Agent{Name: "beer@1", Tools: tools, Think: a.rule}.Graph()
}

// Line is something said, by the guest ("user") or by the house.
type Line struct{ Role, Text string }

// Begin makes the state in which an answer begins. before is how the last one
// in this conversation ended, or nil; said is the conversation, without the
// message.
func (a *Advisor) Begin(before *agent.State, message string, said []Line, spoken lang.Language) agent.State {
	o := own{Message: message, Language: a.language(message, spoken, said), Turn: len(said)}
	if before != nil {
		o.Listed = listed(*before)
		o.recall(*before)
	}
	for _, m := range slices.Backward(said) {
		if m.Role == string(llm.RoleUser) && o.Place == "" {
			o.Place = placeIn(m.Text)
		}
	}
	var s agent.State
	for _, m := range said {
		s.Messages = append(s.Messages, llm.Text(llm.Role(m.Role), m.Text))
	}
	s.Messages = append(s.Messages, llm.Text(llm.RoleUser, message))
	s.Own, _ = json.Marshal(o)
	return s
}

// recall notes what a guest may go on from: "outra", "e no ano passado?".
func (o *own) recall(before agent.State) {
	last, t := ownOf(before), turnOf(before)
	o.Shown, o.Told = last.Shown, last.Told
	for _, i := range o.Listed {
		if !slices.Contains(o.Shown, i.Name) {
			o.Shown = append(o.Shown, i.Name)
		}
	}
	if out, ok := result[detailsOut](t, detailsTool); ok {
		o.Told = append(o.Told, out.Brewery.ID)
	}
	if out, ok := result[queryOut](t, queryTool); ok {
		o.Asked = out.Question
	}
}

func (a *Advisor) language(message string, spoken lang.Language, said []Line) lang.Language {
	if spoken != "" {
		return spoken
	}
	if l, ok := lang.Detect(message); ok {
		return l
	}
	for _, m := range slices.Backward(said) {
		if l, ok := lang.Detect(m.Text); ok && m.Role == string(llm.RoleUser) {
			return l
		}
	}
	if a.Language != "" {
		return a.Language
	}
	return lang.Portuguese
}

func (a *Advisor) now() time.Time {
	if a.Now != nil {
		return a.Now()
	}
	return time.Now()
}

// listed returns the breweries that a state showed last, which the guest may
// refer to: those of its own turn, else of one before.
func listed(s agent.State) []Item {
	turn := turnOf(s)
	if found, ok := result[searchOut](turn, searchTool); ok && len(found.Breweries) > 0 {
		return found.Breweries
	}
	return ownOf(s).Listed
}

// turn is what was called since the guest's message, and what came of it, in
// order. A call that was held or failed has no output.
type turn struct {
	calls   []llm.ToolCall
	results map[string]llm.ToolResult // by the call's id
}

func turnOf(s agent.State) turn {
	t := turn{results: map[string]llm.ToolResult{}}
	for _, m := range s.Messages[min(ownOf(s).Turn+1, len(s.Messages)):] {
		for _, p := range m.Parts {
			switch {
			case p.Call != nil:
				t.calls = append(t.calls, *p.Call)
			case p.Result != nil:
				t.results[p.Result.CallID] = *p.Result
			}
		}
	}
	return t
}

// called reports whether a tool was called, whatever came of it.
func (t turn) called(tool string) bool {
	return slices.ContainsFunc(t.calls, func(c llm.ToolCall) bool { return c.Name == tool })
}

// failed returns why the last call of a tool came to nothing, or "".
func (t turn) failed(tool string) string {
	for _, c := range slices.Backward(t.calls) {
		if r, ok := t.results[c.ID]; ok && c.Name == tool {
			if r.IsError {
				return r.Content
			}
			return ""
		}
	}
	return ""
}

// result returns what the last call of a tool that worked returned.
func result[Out any](t turn, tool string) (out Out, ok bool) {
	for _, c := range slices.Backward(t.calls) {
		r, done := t.results[c.ID]
		if !done || c.Name != tool || r.IsError {
			continue
		}
		return out, json.Unmarshal([]byte(r.Content), &out) == nil
	}
	return out, false
}

// placeIn returns the one place that a text is about, or "".
func placeIn(text string) string {
	for _, m := range gazetteer.Read(text) {
		if !m.Origin && !m.Guess && len(m.Places) == 1 && !m.Places[0].Wide {
			return m.Places[0].Name
		}
	}
	return ""
}

// townOf takes "San Diego, CA" apart.
func townOf(location string) (city, state string) {
	city, state, _ = strings.Cut(location, ",")
	return strings.TrimSpace(city), strings.TrimSpace(state)
}
