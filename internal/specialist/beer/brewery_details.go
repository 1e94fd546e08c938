package beer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

const breweryDetails = "brewery_details"

// aboutIn are the arguments of brewery_details.
type aboutIn struct {
	Brewery string `json:"brewery" jsonschema:"number or name"`
	Web     bool   `json:"web,omitempty" jsonschema:"search it too: costs, the house asks"`

	Ask bool `json:"ask,omitempty"` // something is asked that may not be in the list
}

// aboutFacts are what brewery_details tells.
type aboutFacts struct {
	ID       string         `json:"id,omitempty"`
	Name     string         `json:"name,omitempty"`
	City     string         `json:"city,omitempty"`
	Type     string         `json:"type,omitempty"`
	Website  string         `json:"website,omitempty"`
	Beers    []string       `json:"beers,omitempty"`
	Listed   bool           `json:"only_of_the_list,omitempty"` // the web was not searched
	Summary  string         `json:"summary,omitempty"`
	Sources  []string       `json:"sources,omitempty"` // titles
	Verified bool           `json:"verified"`          // on the web
	Note     websearch.Note `json:"note,omitempty"`
	Days     int            `json:"days_old,omitempty"`
	Which    []breweryFact  `json:"which,omitempty"` // several have the name
	Asked    bool           `json:"asked,omitempty"`

	details detailsOut
}

// CacheStatus implements agent.Cached.
func (f aboutFacts) CacheStatus() string { return f.details.CacheStatus() }

func (a *Advisor) breweryDetailsTool() (agent.Tool, error) {
	return agent.NewTool(breweryDetails, "What the list has of a brewery: town, type, site, beers.", a.breweryDetails, agent.Options[aboutFacts]{
		Schema: func(s *jsonschema.Schema) { // "ask" is of the reader
			delete(s.Properties, "ask")
			s.AdditionalProperties = nil
		},
		Timeout: time.Minute, Show: showAbout, Say: sayAbout,
		Ask: &agent.AskFirst{Timeout: a.Wait, Text: askAbout, Options: offered, Choose: "brewery", Unless: unasked, No: leaveIt},
	})
}

func (a *Advisor) breweryDetails(ctx context.Context, in aboutIn) (aboutFacts, error) {
	s := scene.From(ctx)
	n := searchedIn(s)
	b, shown := n.pointed(in.Brewery)
	if !shown {
		found, err := a.named(ctx, s, in.Brewery)
		if err != nil {
			return aboutFacts{}, err
		}
		if len(found) > 1 {
			return a.several(ctx, s, found)
		}
		b = found[0]
	}
	beers, sites := a.onTap(ctx, []brewery.Brewery{b})
	b.Website = cmp.Or(b.Website, sites[b.ID])
	f := aboutFacts{ID: b.ID, Name: b.Name, City: place(b.City, b.State), Type: b.Type, Website: b.Website, Beers: beers[b.ID], Asked: in.Ask}
	if !in.Web && !n.wanted(s, in.Brewery) {
		f.Listed = true
		s.Offer(ctx, thingOf(b))
		return f, s.Change(searchedNote, &n, func() { n.know([]brewery.Brewery{b}) })
	}
	i := itemOf(brewery.Pick{Brewery: b})
	d, err := a.details(ctx, detailsIn{BreweryID: i.ID, Listed: []Item{i}, Language: s.Language})
	if err != nil {
		return aboutFacts{}, err
	}
	var all searched
	err = s.Change(searchedNote, &all, func() {
		if all.Told = turnIn(s); !shown {
			all.know([]brewery.Brewery{b})
		}
	})
	if err != nil {
		return aboutFacts{}, err
	}
	if !shown {
		s.Offer(ctx, thingOf(b))
	}
	f.Summary, f.Verified, f.Note, f.details = d.Text, d.Verified, d.Note, d
	if d.Note == websearch.Stale {
		f.Days = int(d.Age.Hours() / 24)
	}
	for _, page := range d.Sources {
		f.Sources = append(f.Sources, page.Title)
	}
	return f, nil
}

// named finds a brewery that was not shown, or several.
func (a *Advisor) named(ctx context.Context, s *scene.Scene, ref string) ([]brewery.Brewery, error) {
	unknown := fmt.Errorf("no brewery %q is known: take the id of one that was shown, or look for its name with find_breweries", ref)
	q := brewery.Query{Name: ref, Limit: 50}
	if t, ok := s.Thing(kind, ref); ok { // shown long ago
		q.Name = t.Name
		ref = t.ID
	}
	found, err := a.Breweries.Find(ctx, q)
	if errors.Is(err, brewery.ErrQuery) {
		return nil, unknown
	}
	if err != nil {
		return nil, err
	}
	all := slices.DeleteFunc(slices.Clone(found.Breweries), func(b brewery.Brewery) bool { return !b.Open() })
	if i := slices.IndexFunc(all, func(b brewery.Brewery) bool { return b.ID == ref }); i >= 0 {
		return all[i : i+1], nil
	}
	if len(all) == 0 {
		n := searchedIn(s)
		if near := lang.Nearest(ref, breweryNames(n.Known)); near != "" {
			b, ok := called(near, n.Known)
			if ok {
				return []brewery.Brewery{b}, nil
			}
		}
		return nil, unknown
	}
	return all[:min(len(all), most)], nil
}

// several tells which breweries have one name, for the guest to choose.
func (a *Advisor) several(ctx context.Context, s *scene.Scene, all []brewery.Brewery) (f aboutFacts, err error) {
	for _, b := range all {
		f.Which = append(f.Which, breweryFact{ID: b.ID, Name: b.Name, Type: b.Type, City: b.City, State: b.State, Website: b.Website})
		s.Offer(ctx, thingOf(b))
	}
	var n searched
	return f, s.Change(searchedNote, &n, func() { n.know(all) })
}

func showAbout(f aboutFacts) (c ui.Component, err error) {
	if f.Name == "" || f.Listed {
		return c, nil
	}
	return showDetails(f.details)
}

func sayAbout(f aboutFacts, l lang.Language) string {
	w := textsOf(l)
	if len(f.Which) > 0 {
		var all []Item
		for _, b := range f.Which {
			all = append(all, Item{Name: b.Name, City: b.City, State: b.State})
		}
		return w.which(all)
	}
	text := w.fields(breweryFact{Name: f.Name, Type: f.Type, City: f.City, Website: f.Website})
	if !f.Listed {
		text = w.told(DetailsProps{Brewery: BreweryCard{Name: f.Name}, Summary: f.Summary, Note: f.Note, AgeDays: f.Days})
	}
	if len(f.Beers) > 0 && !f.Verified {
		text += "\n" + fmt.Sprintf(w.Beer.OnTap, w.List(f.Beers))
	}
	if f.Asked && !f.Verified {
		text += "\n" + w.Beer.Unsaid
	}
	return text
}

func refOf(c llm.ToolCall) string {
	var in aboutIn
	_ = json.Unmarshal([]byte(c.Args), &in) // checked by the tool's schema
	return in.Brewery
}

// unasked reports whether the guest need not be asked about a call: it spends nothing,
// or they asked for it themselves.
func unasked(state agent.State, c llm.ToolCall) bool {
	var in aboutIn
	_ = json.Unmarshal([]byte(c.Args), &in) // checked by the tool's schema
	s := scene.Of(state.Own)
	return !in.Web || searchedIn(s).wanted(s, in.Brewery)
}

// wanted reports whether the guest's message asks for details of a brewery, or says yes
// to an answer that asked about it. What the house offers is always asked about.
func (n searched) wanted(s *scene.Scene, ref string) bool {
	if n.Offered == turnIn(s) {
		return false
	}
	b, ok := n.pointed(ref)
	answer, _ := choice.Read(s.Message, nil)
	return n.asked(s, ref) || ok && answer.Yes && strings.Contains(s.Last, "?") && strings.Contains(s.Last, b.Name)
}

// askAbout asks whether the guest wants to know more: of one of a list, or of a
// brewery that is in none.
func askAbout(state agent.State, c llm.ToolCall) string {
	s := scene.Of(state.Own)
	n, w := searchedIn(s), textsOf(s.Language)
	b, ok := n.pointed(refOf(c))
	if !ok {
		b.Name = strings.Join(strings.Fields(refOf(c)), " ")
	}
	if slices.Contains(n.List, b.ID) && len(n.List) > 1 {
		return w.Beer.More
	}
	return fmt.Sprintf(w.Beer.MaySearch, b.Name)
}

// offered are the breweries that the guest may choose instead: those of the
// list the call is about.
func offered(state agent.State, c llm.ToolCall) (all []graph.Option) {
	n := searchedIn(scene.Of(state.Own))
	b, ok := n.pointed(refOf(c))
	if !ok {
		return nil
	}
	if !slices.Contains(n.List, b.ID) {
		return []graph.Option{{Value: b.ID, Label: b.Name}}
	}
	for _, b := range n.listed() {
		all = append(all, graph.Option{Value: b.ID, Label: b.Name})
	}
	return all
}

// leaveIt says to a guest who does not want to know more, or says nothing, what they
// may come back to.
func leaveIt(state agent.State, _ llm.ToolCall, silent bool) string {
	s := scene.Of(state.Own)
	w := textsOf(s.Language)
	text := w.Beer.Declined
	if silent {
		text = w.Beer.Silent
	}
	all := breweryNames(searchedIn(s).listed())
	unsaid := func(name string) bool { return !strings.Contains(state.Text, name) }
	if said := slices.DeleteFunc(slices.Clone(all), unsaid); len(said) > 0 { // the answer has chosen
		all = said
	}
	return fmt.Sprintf(text, w.List(all))
}

// Offer returns the call of brewery_details that the guest is asked about after
// an answer that showed them new breweries: of the first of them. It is nil if
// none were shown in this turn, details were told in it, or were offered of this
// list before, which the scene is told: keep it after Offer. A guest who has
// declined details in this turn, which the scene does not know, must not be
// offered them again. key becomes the call's id.
func Offer(s *scene.Scene, key string) *llm.ToolCall {
	turn := turnIn(s)
	n := searchedIn(s)
	if n.Turn != turn || !n.New || len(n.List) == 0 || n.Told == turn || n.Offered == turn || slices.Equal(n.Of, n.List) {
		return nil
	}
	if s.Change(searchedNote, &n, func() { n.Offered, n.Of = turn, n.List }) != nil {
		return nil
	}
	args, _ := json.Marshal(aboutIn{Brewery: n.List[0], Web: true}) // ours
	return &llm.ToolCall{ID: key, Name: breweryDetails, Args: string(args)}
}
