package beer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// searchIn are the arguments of search_breweries.
type searchIn struct {
	City     string        `json:"city,omitempty" jsonschema:"empty: where the guest is"`
	State    string        `json:"state,omitempty" jsonschema:"name or code"`
	Type     string        `json:"type,omitempty" jsonschema:"micro, brewpub, regional, large, nano, taproom; empty: what the guest buys most"`
	Name     string        `json:"name,omitempty" jsonschema:"one brewery, if the guest names it; then the place does not matter"`
	History  []string      `json:"history,omitempty" jsonschema:"more names to leave out"`
	Language lang.Language `json:"language,omitempty" jsonschema:"filled in by the house"`
}

// unavailable stands for what is not known, as document 000 has it.
const unavailable = "Unavailable"

// Item is a brewery as search_breweries returns it, with every field.
type Item struct {
	ID         string      `json:"id"`
	Name       string      `json:"name"`
	Type       string      `json:"brewery_type"`
	Address    string      `json:"address"`
	City       string      `json:"city"`
	State      string      `json:"state"`
	PostalCode string      `json:"postal_code"`
	Country    string      `json:"country"`
	Phone      string      `json:"phone"`
	Website    string      `json:"website_url"`
	Why        brewery.Why `json:"why"`
	Lat        *float64    `json:"latitude,omitempty"`
	Lon        *float64    `json:"longitude,omitempty"`
}

func itemOf(p brewery.Pick) Item {
	known := func(s string) string { return cmp.Or(s, unavailable) }
	return Item{
		p.ID, p.Name, known(p.Type), known(p.Address), known(p.City), known(p.State), known(p.PostalCode), known(p.Country), known(p.Phone),
		known(p.Website), p.Why, p.Lat, p.Lon,
	}
}

// known returns a field as it is shown: empty where there is nothing.
func known(s string) string {
	if s == unavailable {
		return ""
	}
	return s
}

// where says where an item is, in a line.
func (i Item) where() string {
	var parts []string
	for _, p := range []string{i.Address, i.City, i.State} {
		if p = known(p); p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

// searchOut is what search_breweries returns.
type searchOut struct {
	Breweries []Item   `json:"breweries"`
	Metadata  metadata `json:"metadata"`

	id       string // of the component
	language lang.Language
}

type metadata struct {
	Name     string `json:"name,omitempty"`
	City     string `json:"city,omitempty"`
	State    string `json:"state,omitempty"`
	Type     string `json:"type,omitempty"`
	Found    int    `json:"total_found"`
	Filtered int    `json:"filtered_by_history"`
	Returned int    `json:"returned"`
	Wider    bool   `json:"widened,omitempty"` // to the whole state, for the town has too few
	Source   string `json:"source"`
	Stale    bool   `json:"stale,omitempty"`
	Note     string `json:"note,omitempty"` // why the API was not asked
}

// How many are recommended.
const fewest, most = 3, 5

// search finds what the guest does not know yet: in the town, of the kind they
// want; if that is too little, of any kind; if that is, in the whole state.
func (a *Advisor) search(ctx context.Context, in searchIn) (searchOut, error) {
	guest := graph.Guest(ctx)
	who, err := a.Profile(ctx, guest, customer.Lookup{})
	if err != nil {
		return searchOut{}, err
	}
	out := searchOut{id: agent.Key(ctx), language: in.Language}
	if in.Name != "" {
		return out, a.byName(ctx, in, &out)
	}
	if in.City == "" && in.State == "" {
		in.City, in.State = townOf(who.Location)
	}
	if in.City == "" && in.State == "" {
		return out, errNoPlace
	}
	had, err := a.had(ctx, guest, append(slices.Clone(in.History), who.BreweryHistory...))
	if err != nil {
		return out, err
	}
	if in.State, err = a.stateOf(ctx, in.City, in.State); err != nil {
		return out, err
	}
	types := who.Top3BreweryTypes
	if in.Type != "" {
		types = []string{in.Type}
	}
	tries := []brewery.Query{{City: in.City, State: in.State, Type: in.Type}}
	if in.Type != "" {
		tries = append(tries, brewery.Query{City: in.City, State: in.State})
	}
	if in.City != "" && in.State != "" {
		tries = append(tries, brewery.Query{State: in.State, Type: in.Type})
	}
	out.Metadata = metadata{City: in.City, State: in.State, Type: in.Type}
	var picks []brewery.Pick
	for i, q := range tries {
		found, err := a.Breweries.Find(ctx, q)
		if err != nil {
			return out, err
		}
		found.Breweries = slices.DeleteFunc(slices.Clone(found.Breweries), func(b brewery.Brewery) bool { return !b.Open() })
		some := brewery.Recommend(found.Breweries, had, types, most)
		if i > 0 && len(some) <= len(picks) {
			continue
		}
		picks = some
		m := &out.Metadata
		m.Found, m.Filtered, m.Wider, m.Source, m.Stale, m.Note = len(found.Breweries), bought(found.Breweries, had), q.City == "" && in.City != "", found.Source, found.Stale, found.Note
		if len(picks) >= fewest {
			break
		}
	}
	for _, p := range picks {
		out.Breweries = append(out.Breweries, itemOf(p))
	}
	out.Metadata.Returned = len(picks)
	return out, nil
}

// stateOf returns which of several states of one code a town is in, by the
// breweries there, or the state as it is if that does not tell.
func (a *Advisor) stateOf(ctx context.Context, city, state string) (string, error) {
	names := brewery.States(state)
	if city == "" || len(names) < 2 {
		return state, nil
	}
	for _, name := range names {
		found, err := a.Breweries.Find(ctx, brewery.Query{City: city, State: name})
		if err != nil {
			return "", err
		}
		if len(found.Breweries) > 0 {
			return name, nil
		}
	}
	return state, nil
}

// errNoPlace says that nobody knows where to look.
var errNoPlace = errors.New("it is not known where the guest is: ask for a town")

func (a *Advisor) byName(ctx context.Context, in searchIn, out *searchOut) error {
	found, err := a.Breweries.Find(ctx, brewery.Query{Name: in.Name, City: in.City, State: in.State, Limit: 50})
	if err != nil {
		return err
	}
	for _, b := range found.Breweries {
		if b.Open() && len(out.Breweries) < most {
			out.Breweries = append(out.Breweries, itemOf(brewery.Pick{Brewery: b}))
		}
	}
	out.Metadata = metadata{Name: in.Name, City: in.City, State: in.State, Found: len(found.Breweries), Returned: len(out.Breweries), Source: found.Source, Stale: found.Stale, Note: found.Note}
	return nil
}

// had returns the breweries the guest has bought from, with all that helps to
// tell them apart, and others that are known by name only.
func (a *Advisor) had(ctx context.Context, guest string, names []string) (*brewery.History, error) {
	var all []brewery.Brewery
	const bought = "SELECT DISTINCT b.id, b.name, b.city, b.state, b.website_url, b.brewery_type FROM my_purchases p JOIN beers ON beers.id = p.beer_id JOIN breweries b ON b.id = beers.brewery_id LIMIT 200"
	rows, err := a.Ask(ctx, guest, bought)
	if _, refused := errors.AsType[*safesql.Error](err); err != nil && !refused {
		return nil, err
	}
	if err == nil { // an operator's own policy may have no such columns: names must do then
		for _, r := range rows.Rows {
			all = append(all, brewery.Brewery{ID: text(r[0]), Name: text(r[1]), City: text(r[2]), State: text(r[3]), Website: text(r[4]), Type: text(r[5])})
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(all, func(b brewery.Brewery) bool { return b.Name == name }) {
			all = append(all, brewery.Brewery{Name: name})
		}
	}
	return brewery.NewHistory(all), nil
}

func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

func bought(found []brewery.Brewery, had *brewery.History) (n int) {
	for _, b := range found {
		if v, _ := had.Had(b); v == brewery.Same {
			n++
		}
	}
	return n
}

// detailsIn are the arguments of get_website_summary. All but the id are filled
// in by the house, whatever a model writes there: so the guest can choose
// another of those that were shown, and nothing else.
type detailsIn struct {
	BreweryID string        `json:"breweryId" jsonschema:"the id of a brewery that was shown"`
	Listed    []Item        `json:"listed,omitempty" jsonschema:"filled in by the house"`
	Asked     bool          `json:"asked,omitempty" jsonschema:"filled in by the house"`
	Language  lang.Language `json:"language,omitempty" jsonschema:"filled in by the house"`
}

// detailsOut is what get_website_summary returns.
type detailsOut struct {
	Brewery Item `json:"brewery"`
	websearch.Summary

	id       string
	language lang.Language
}

// CacheStatus implements agent.Cached.
func (d detailsOut) CacheStatus() string { return string(d.Status) }

func (a *Advisor) details(ctx context.Context, in detailsIn) (detailsOut, error) {
	i := slices.IndexFunc(in.Listed, func(i Item) bool { return i.ID == in.BreweryID })
	if i < 0 {
		return detailsOut{}, errors.New("no brewery with this id was shown")
	}
	b := in.Listed[i]
	s, err := a.Explorer.Summarise(ctx, websearch.Place{Name: b.Name, URL: known(b.Website), Type: known(b.Type), Address: b.where()}, in.Language)
	return detailsOut{Brewery: b, Summary: s, id: agent.Key(ctx), language: in.Language}, err
}

// queryIn are the arguments of run_analytical_query.
type queryIn struct {
	Question string        `json:"question" jsonschema:"in words, not SQL"`
	Language lang.Language `json:"language,omitempty" jsonschema:"filled in by the house"`
}

// queryOut is what run_analytical_query returns: rows, or why there are none.
type queryOut struct {
	Question  string    `json:"question"`
	SQL       string    `json:"sql,omitempty"`
	Columns   []string  `json:"columns,omitempty"`
	Rows      [][]any   `json:"rows,omitempty"`
	Truncated bool      `json:"truncated,omitempty"`
	Notes     []string  `json:"notes,omitempty"` // what a reader should know of the figures
	Declined  string    `json:"declined,omitempty"`
	Source    ui.Source `json:"source,omitempty"`
	Currency  string    `json:"currency,omitempty"` // of amounts, if it is not the sample's

	id       string
	language lang.Language
	kinds    []string // what columns are shown as, where their names do not tell
	plan     question.Plan
	part     string // of the question, for which it is declined
}

// answer is the rows, to be said and shown.
func (q queryOut) answer(l lang.Language) question.Answer {
	a := question.AnswerOf(q.plan, q.Columns, q.Rows, l, q.Currency)
	a.Kinds = q.kinds
	return a
}

func (a *Advisor) query(ctx context.Context, in queryIn) (queryOut, error) {
	out := queryOut{Question: in.Question, id: agent.Key(ctx), language: in.Language}
	v, now := a.names(ctx), question.Today(a.now())
	res, err := question.New(v).Do(ctx, a.Tasks, question.SQLIn{Question: in.Question, Now: now.Format(time.DateOnly)})
	if err != nil {
		return out, err
	}
	if out.Declined = res.Out.Declined; out.Declined != "" {
		return out, nil
	}
	out.SQL = res.Out.SQL
	ask := a.AskOwn
	if res.By == task.ByRule {
		ask = a.Ask
		if out.plan, err = v.Read(in.Question, now, nil); err != nil {
			return out, err
		}
	}
	rows, err := ask(ctx, graph.Guest(ctx), out.SQL)
	if refused, ok := errors.AsType[*safesql.Error](err); ok {
		out.Declined, out.SQL = declined(refused.Code), ""
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Columns, out.Rows, out.Truncated, out.Notes, out.Source = rows.Columns, rows.Rows, rows.Truncated, rows.Notes, a.Source(ctx)
	if out.Source != ui.Sample {
		out.Currency = a.Currency
	}
	return out, nil
}

// names are those in the database, if it can be read.
func (a *Advisor) names(ctx context.Context) *question.Vocabulary {
	if a.Names == nil {
		return question.Shipped()
	}
	return a.Names(ctx)
}
