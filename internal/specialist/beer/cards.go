package beer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Kinds are the components this package shows.
var Kinds = []ui.Any{List, Details, Result}

// List shows breweries.
var List = ui.Define("breweries-list", 1, func(p ListProps) string {
	w := textsOf(p.Language)
	if len(p.Items) == 0 {
		return w.Beer.NoBreweries
	}
	var lines []string
	for i, it := range p.Items {
		line := fmt.Sprintf("%d. %s", i+1, it.Name)
		if at := joined(it.City, it.State); at != "" {
			line += " (" + at + ")"
		}
		if len(it.Why) > 0 {
			line += ": " + strings.Join(it.Why, ", ")
		}
		lines = append(lines, line)
	}
	if p.Source == ui.Sample {
		lines = append(lines, w.Beer.SampleList)
	}
	if notice := map[string]string{"down": w.Beer.Down, "stale": w.Beer.Stale, "undated": w.Beer.Undated}[p.Notice]; notice != "" {
		lines = append(lines, notice)
	}
	return strings.Join(lines, "\n")
})

// joined writes those parts of an address that there are.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// ListProps are what a client draws of List.
type ListProps struct {
	Language lang.Language `json:"language"`
	City     string        `json:"city,omitempty"`
	State    string        `json:"state,omitempty"`
	Items    []BreweryCard `json:"items"`
	Source   ui.Source     `json:"source" jsonschema:"sample, catalogue or openbrewerydb"`
	Notice   string        `json:"notice,omitempty" jsonschema:"down: the API could not be reached and the catalogue answered; stale: what is shown is old; undated: when they opened was asked, and is not known"`
}

// BreweryCard is a brewery. What is not known is not there.
type BreweryCard struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Type       string   `json:"type,omitempty"`
	Address    string   `json:"address,omitempty"`
	City       string   `json:"city,omitempty"`
	State      string   `json:"state,omitempty"`
	PostalCode string   `json:"postalCode,omitempty"`
	Country    string   `json:"country,omitempty"`
	Phone      string   `json:"phone,omitempty"`
	Site       ui.URL   `json:"site,omitempty"`
	Why        []string `json:"why,omitempty" jsonschema:"why it was chosen, in words"`
	Lat        *float64 `json:"lat,omitempty" jsonschema:"in degrees, with lon"`
	Lon        *float64 `json:"lon,omitempty"`
}

func cardOf(p brewery.Pick, w phrases) BreweryCard {
	return BreweryCard{
		ID: p.ID, Name: p.Name, Type: p.Type, Address: p.Address, City: p.City, State: p.State, PostalCode: p.PostalCode,
		Country: p.Country, Phone: p.Phone, Site: site(p.Website), Why: w.why(p), Lat: p.Lat, Lon: p.Lon,
	}
}

// why says what speaks for a brewery.
func (w phrases) why(p brewery.Pick) (all []string) {
	switch kind := w.Beer.Kinds[p.Type]; {
	case kind == "":
	case p.Why.Type && p.Why.Rank == 1:
		all = append(all, fmt.Sprintf(w.Beer.ByRank, kind))
	case p.Why.Type:
		all = append(all, fmt.Sprintf(w.Beer.ByType, kind))
	case p.Why.NewType:
		all = append(all, fmt.Sprintf(w.Beer.NewType, kind))
	default:
		all = append(all, kind)
	}
	if p.Why.Likely != "" {
		all = append(all, fmt.Sprintf(w.Beer.Likely, p.Why.Likely))
	}
	return all
}

// site is an address as it may be linked to: https, or nothing.
func site(address string) ui.URL {
	address = strings.Replace(address, "http://", "https://", 1)
	var u ui.URL
	if address == "" || u.UnmarshalText([]byte(address)) != nil {
		return ""
	}
	return u
}

// card shows what was found, also nothing.
func (f findFacts) card() (ui.Component, error) {
	w := textsOf(f.language)
	p := ListProps{Language: w.Language, City: f.at.City, State: f.at.State, Source: ui.Source(cmp.Or(f.from.Source, brewery.Sample)), Notice: notice(f.from)}
	if p.Notice == "" && f.Undated {
		p.Notice = "undated"
	}
	for _, pick := range f.picks {
		p.Items = append(p.Items, cardOf(pick, w))
	}
	return List.New(componentID(f.id), p)
}

// notice says what is wrong with a list.
func notice(f brewery.Found) string {
	switch {
	case f.Stale:
		return "stale"
	case f.Note != "":
		return "down"
	}
	return ""
}

// Details shows one brewery and what the web says of it.
var Details = ui.Define("brewery-details", 1, func(p DetailsProps) string { return textsOf(p.Language).told(p) })

// told writes the summary of a brewery from the web, with its sources.
func (w phrases) told(p DetailsProps) string {
	text := p.Summary
	if !strings.HasPrefix(text, p.Brewery.Name) {
		text = p.Brewery.Name + ": " + text
	}
	for _, s := range p.Sources {
		text += "\n- " + s.Title + " " + string(s.URL)
	}
	if note := w.Beer.Notes[string(p.Note)]; note != "" {
		text += "\n(" + strings.ReplaceAll(note, "{days}", fmt.Sprint(p.AgeDays)) + ")"
	}
	return text
}

// DetailsProps are what a client draws of Details.
type DetailsProps struct {
	Language lang.Language  `json:"language"`
	Brewery  BreweryCard    `json:"brewery"`
	Summary  string         `json:"summary"`
	Sources  []SourceCard   `json:"sources"`
	Verified bool           `json:"verified" jsonschema:"on the web, by the sources"`
	Note     websearch.Note `json:"note,omitempty" jsonschema:"stale, no_provider, not_found or failed"`
	AgeDays  int            `json:"ageDays,omitempty"`
	Cache    string         `json:"cacheStatus,omitempty"`
}

// SourceCard is a page that a summary rests on.
type SourceCard struct {
	Title string `json:"title"`
	URL   ui.URL `json:"url"`
}

// Result shows the rows that answer a question.
var Result = ui.Define("query-result", 1, func(p ResultProps) string { return p.Caption })

// ResultProps are what a client draws of Result: a table, and a bar chart where
// there is a number for each label.
type ResultProps struct {
	Language  lang.Language `json:"language"`
	Question  string        `json:"question"`
	Caption   string        `json:"caption" jsonschema:"the answer in words"`
	Columns   []ColumnCard  `json:"columns"`
	Rows      [][]Cell      `json:"rows"`
	Chart     *Chart        `json:"chart,omitempty"`
	Truncated bool          `json:"truncated,omitempty"`
	Source    ui.Source     `json:"source"`
	SQL       string        `json:"sql,omitempty"`
}

// ColumnCard is a column's name and what is in it.
type ColumnCard struct {
	Name string `json:"name"`
	Kind string `json:"kind" jsonschema:"text or number"`
}

// Cell is a value: as it is written, and the number if it is one.
type Cell struct {
	Text   string   `json:"text"`
	Number *float64 `json:"number,omitempty"`
}

// Chart says which columns make bars.
type Chart struct {
	Label int `json:"label" jsonschema:"index of the column of names"`
	Value int `json:"value" jsonschema:"index of the column of numbers"`
}

// card is a table of many rows, if the guest is to see them.
func (f askFacts) card() (c ui.Component, err error) {
	if f.hidden || len(f.Rows) <= fewRows {
		return c, nil
	}
	return f.table()
}

// table shows the rows.
func (f askFacts) table() (ui.Component, error) {
	a := f.answer()
	w := textsOf(a.Language)
	p := ResultProps{
		Language: a.Language, Question: f.asked, Caption: a.Text(), Truncated: f.res.Truncated,
		Source: cmp.Or(f.source, "customers"), SQL: f.sql,
	}
	if len(f.Notes) > 0 { // of figures about everybody
		p.Caption += "\n" + w.Beer.Rough
	}
	if f.source == ui.Sample {
		p.Caption += "\n" + w.Beer.SampleData
	}
	for i, name := range f.res.Columns {
		p.Columns = append(p.Columns, ColumnCard{cmp.Or(a.Column(i), name), "text"})
	}
	for _, row := range f.res.Rows {
		var cells []Cell
		for i, v := range row {
			c := Cell{Text: a.Cell(i, v)}
			if n, ok := number(v); ok {
				c.Number, p.Columns[i].Kind = &n, "number"
			}
			cells = append(cells, c)
		}
		p.Rows = append(p.Rows, cells)
	}
	if label, value, ok := a.Bars(); ok {
		p.Chart = &Chart{label, value}
	}
	return Result.New(componentID(f.id), p)
}

func number(v any) (float64, bool) {
	if n, ok := v.(int64); ok {
		return float64(n), true
	}
	n, ok := v.(float64)
	return n, ok
}

// componentID makes a component's id of the key of the call that made it.
func componentID(key string) string { return cmp.Or(key, "result") }
