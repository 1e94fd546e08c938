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

	Ask bool `json:"ask,omitempty" jsonschema:"-"` // something is asked that may not be in the list
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

	card DetailsProps
	id   string // of the card
}

// CacheStatus implements agent.Cached.
func (f aboutFacts) CacheStatus() string { return f.card.Cache }

func (a *Advisor) breweryDetailsTool() (agent.Tool, error) {
	return agent.NewTool(breweryDetails, "What the list has of a brewery: town, type, site, beers.", a.breweryDetails, agent.Options[aboutFacts]{
		Timeout: time.Minute, Say: sayAbout,
		Show: func(f aboutFacts) (c ui.Component, err error) {
			if f.Name == "" || f.Listed {
				return c, nil
			}
			return Details.New(componentID(f.id), f.card)
		},
		Ask: &agent.AskFirst{Timeout: a.Wait, Text: askAbout, Options: offered, Choose: "brewery", Unless: unasked, No: leaveIt},
	})
}

func (a *Advisor) breweryDetails(ctx context.Context, in aboutIn) (f aboutFacts, err error) {
	s := scene.From(ctx)
	_, shown := pointed(s, in.Brewery)
	found, err := a.named(ctx, s, in.Brewery)
	if err != nil {
		return f, err
	}
	n, b := searchedIn(s), found[0]
	search := len(found) == 1 && (in.Web || n.wanted(s, in.Brewery))
	if len(found) == 1 {
		beers, sites := a.onTap(ctx, found)
		b.Website = cmp.Or(b.Website, sites[b.ID])
		f = aboutFacts{ID: b.ID, Name: b.Name, City: place(b.City, b.State), Type: b.Type, Website: b.Website, Beers: beers[b.ID], Asked: in.Ask, Listed: !search, id: agent.Key(ctx)}
	} else {
		for _, b := range found {
			f.Which = append(f.Which, factOf(b))
		}
	}
	if search {
		if f.card, err = a.searchWeb(ctx, b, s.Language); err != nil {
			return f, err
		}
		f.Summary, f.Verified, f.Note = f.card.Summary, f.card.Verified, f.card.Note
		if f.Note == websearch.Stale {
			f.Days = f.card.AgeDays
		}
		for _, page := range f.card.Sources {
			f.Sources = append(f.Sources, page.Title)
		}
		err = s.Change(searchedNote, &n, func() { n.Told = turnIn(s) })
	}
	for _, b := range found {
		if !search || !shown {
			s.Offer(ctx, thingOf(b))
		}
	}
	return f, errors.Join(err, pointTo(s, each(found, nameOf)...))
}

// searchWeb returns what the web says of a brewery, as it is shown.
func (a *Advisor) searchWeb(ctx context.Context, b brewery.Brewery, l lang.Language) (DetailsProps, error) {
	web, err := a.Explorer.Summarise(ctx, websearch.Place{Name: b.Name, URL: b.Website, Type: b.Type, Address: joined(b.Address, b.City, b.State)}, l)
	w := textsOf(l)
	p := DetailsProps{
		Language: w.Language, Brewery: cardOf(brewery.Pick{Brewery: b}, w), Summary: web.Text, Verified: web.Verified, Note: web.Note,
		AgeDays: int(web.Age.Hours() / 24), Cache: string(web.Status),
	}
	for _, page := range web.Sources {
		if u := site(page.URL); u != "" {
			p.Sources = append(p.Sources, SourceCard{page.Title, u})
		}
	}
	return p, err
}

// named finds a brewery by what points at it, or several of one name.
func (a *Advisor) named(ctx context.Context, s *scene.Scene, ref string) ([]brewery.Brewery, error) {
	q := brewery.Query{Name: ref, Limit: 50}
	if t, ok := pointed(s, ref); ok {
		q.Name, ref = t.Name, t.ID
	}
	found, err := a.Breweries.Find(ctx, q)
	if err != nil && !errors.Is(err, brewery.ErrQuery) {
		return nil, err
	}
	all := slices.DeleteFunc(slices.Clone(found.Breweries), func(b brewery.Brewery) bool { return !b.Open() })
	if i := slices.IndexFunc(all, func(b brewery.Brewery) bool { return b.ID == ref }); i >= 0 {
		return all[i : i+1], nil
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no brewery %q is known: take the id of one that was shown, or look for its name with find_breweries", ref)
	}
	return all[:min(len(all), most)], nil
}

func sayAbout(f aboutFacts, l lang.Language) string {
	w := textsOf(l)
	if len(f.Which) > 0 {
		var all []string
		for _, b := range f.Which {
			all = append(all, b.Name+" ("+place(b.City, b.State)+")")
		}
		return fmt.Sprintf(w.Beer.Which, w.Either(all))
	}
	said := w.fields(f.Name, f.Type, f.City, f.Website)
	if !f.Listed {
		said = w.told(DetailsProps{Brewery: BreweryCard{Name: f.Name}, Summary: f.Summary, Note: f.Note, AgeDays: f.Days})
	}
	if len(f.Beers) > 0 && !f.Verified {
		said += "\n" + fmt.Sprintf(w.Beer.OnTap, w.List(f.Beers))
	}
	if f.Asked && !f.Verified {
		said += "\n" + w.Beer.Unsaid
	}
	return said
}

func argsOf(c llm.ToolCall) (in aboutIn) {
	_ = json.Unmarshal([]byte(c.Args), &in) // checked by the tool's schema
	return in
}

// unasked reports whether the guest need not be asked about a call: it spends nothing,
// or they asked for it themselves.
func unasked(state agent.State, c llm.ToolCall) bool {
	in, s := argsOf(c), scene.Of(state.Own)
	return !in.Web || searchedIn(s).wanted(s, in.Brewery)
}

// wanted reports whether the guest's message asks for details of a brewery, or says yes
// to an answer that asked about it. What the house offers is always asked about.
func (n searched) wanted(s *scene.Scene, ref string) bool {
	if n.Offered == turnIn(s) {
		return false
	}
	t, ok := pointed(s, ref)
	answer, _ := choice.Read(s.Message, nil)
	return n.asked(s, ref) || ok && answer.Yes && strings.Contains(s.Last, "?") && strings.Contains(s.Last, t.Name)
}

// choices are the breweries that a call is about: of one of the list shown last, all of it.
func choices(s *scene.Scene, ref string) []scene.Thing {
	_, list := shownIn(s)
	t, ok := pointed(s, ref)
	switch {
	case !ok:
		return nil
	case slices.ContainsFunc(list, func(in scene.Thing) bool { return in.ID == t.ID }):
		return list
	}
	return []scene.Thing{t}
}

// askAbout asks whether the guest wants to know more: of one of a list, or of a
// brewery that is in none.
func askAbout(state agent.State, c llm.ToolCall) string {
	s, ref := scene.Of(state.Own), argsOf(c).Brewery
	w := textsOf(s.Language)
	all := choices(s, ref)
	switch len(all) {
	case 0:
		return fmt.Sprintf(w.Beer.MaySearch, strings.Join(strings.Fields(ref), " "))
	case 1:
		return fmt.Sprintf(w.Beer.MaySearch, all[0].Name)
	}
	return w.Beer.More
}

// offered are the breweries that the guest may choose instead.
func offered(state agent.State, c llm.ToolCall) (all []graph.Option) {
	for _, t := range choices(scene.Of(state.Own), argsOf(c).Brewery) {
		all = append(all, graph.Option{Value: t.ID, Label: t.Name})
	}
	return all
}

// leaveIt says to a guest who does not want to know more, or says nothing, what they
// may come back to: what the answer has chosen, or all of the list.
func leaveIt(state agent.State, _ llm.ToolCall, silent bool) string {
	s := scene.Of(state.Own)
	w := textsOf(s.Language)
	said := w.Beer.Declined
	if silent {
		said = w.Beer.Silent
	}
	_, list := shownIn(s)
	all := each(list, called)
	if some := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return !strings.Contains(state.Text, name) }); len(some) > 0 {
		all = some
	}
	return fmt.Sprintf(said, w.List(all))
}

// Offer returns the call of brewery_details that the guest is asked about after
// an answer that showed them new breweries: of the first of them. It is nil if
// none were shown in this turn, details were told in it, or were offered of this
// list before, which the scene is told: keep it after Offer. A guest who has
// declined details in this turn, which the scene does not know, must not be
// offered them again. key becomes the call's id.
func Offer(s *scene.Scene, key string) *llm.ToolCall {
	turn, n := turnIn(s), searchedIn(s)
	_, list := shownIn(s)
	ids := each(list, func(t scene.Thing) string { return t.ID })
	if n.Turn != turn || !n.New || len(ids) == 0 || n.Told == turn || n.Offered == turn || slices.Equal(n.Of, ids) {
		return nil
	}
	if s.Change(searchedNote, &n, func() { n.Offered, n.Of = turn, ids }) != nil {
		return nil
	}
	args, _ := json.Marshal(aboutIn{Brewery: ids[0], Web: true}) // ours
	return &llm.ToolCall{ID: key, Name: breweryDetails, Args: string(args)}
}
