package beer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/figures/question"
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
	var b strings.Builder
	for i, it := range p.Items {
		fmt.Fprintf(&b, "%d. %s", i+1, it.Name)
		if at := strings.Join(slices.DeleteFunc([]string{it.City, it.State}, func(s string) bool { return s == "" }), ", "); at != "" {
			b.WriteString(" (" + at + ")")
		}
		if len(it.Why) > 0 {
			b.WriteString(": " + strings.Join(it.Why, ", "))
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String()) + w.origin(p.Source, p.Notice)
})

// ListProps are what a client draws of List.
type ListProps struct {
	Language lang.Language `json:"language"`
	City     string        `json:"city,omitempty"`
	State    string        `json:"state,omitempty"`
	Items    []BreweryCard `json:"items"`
	Source   ui.Source     `json:"source" jsonschema:"sample, catalogue or openbrewerydb"`
	Notice   string        `json:"notice,omitempty" jsonschema:"down: the API could not be reached and the catalogue answered; stale: what is shown is old"`
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

func cardOf(i Item, w phrases) BreweryCard {
	return BreweryCard{
		ID: i.ID, Name: i.Name, Type: known(i.Type), Address: known(i.Address), City: known(i.City), State: known(i.State), PostalCode: known(i.PostalCode),
		Country: known(i.Country), Phone: known(i.Phone), Site: site(i.Website), Why: w.why(i), Lat: i.Lat, Lon: i.Lon,
	}
}

// site is an address as it may be linked to: https, or nothing.
func site(address string) ui.URL {
	address = strings.Replace(known(address), "http://", "https://", 1)
	var u ui.URL
	if address == "" || u.UnmarshalText([]byte(address)) != nil {
		return ""
	}
	return u
}

func notice(m metadata) string {
	switch {
	case m.Stale:
		return "stale"
	case m.Note != "":
		return "down"
	}
	return ""
}

func showList(out searchOut) (ui.Component, error) {
	if len(out.Breweries) == 0 {
		return ui.Component{}, nil
	}
	w := textsOf(out.language)
	p := ListProps{Language: w.Language, City: out.Metadata.City, State: out.Metadata.State, Source: ui.Source(cmp.Or(out.Metadata.Source, brewery.Sample)), Notice: notice(out.Metadata)}
	for _, i := range out.Breweries {
		p.Items = append(p.Items, cardOf(i, w))
	}
	return List.New(componentID(out.id), p)
}

// Details shows one brewery and what the web says of it.
var Details = ui.Define("brewery-details", 1, func(p DetailsProps) string { return textsOf(p.Language).told(p) })

// told says what the web says of a brewery, and how it is known.
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

func showDetails(out detailsOut) (ui.Component, error) {
	return Details.New(componentID(out.id), propsOf(out, textsOf(out.language)))
}

func propsOf(out detailsOut, w phrases) DetailsProps {
	p := DetailsProps{
		Language: w.Language, Brewery: cardOf(out.Brewery, w), Summary: out.Text, Verified: out.Verified, Note: out.Note,
		AgeDays: int(out.Age.Hours() / 24), Cache: string(out.Status),
	}
	for _, s := range out.Sources {
		if u := site(s.URL); u != "" {
			p.Sources = append(p.Sources, SourceCard{s.Title, u})
		}
	}
	return p
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

func showResult(out queryOut) (ui.Component, error) {
	if out.Declined != "" || len(out.Rows) == 0 {
		return ui.Component{}, nil
	}
	w := textsOf(out.language)
	p := ResultProps{Language: w.Language, Question: out.Question, Caption: w.answered(out), Truncated: out.Truncated, Source: cmp.Or(out.Source, "customers"), SQL: out.SQL}
	a := out.answer(w.Language)
	for i, name := range out.Columns {
		p.Columns = append(p.Columns, ColumnCard{cmp.Or(a.Column(i), name), typeOf(out.Rows, i)})
	}
	for _, row := range out.Rows {
		var cells []Cell
		for i, v := range row {
			cells = append(cells, cellOf(a, i, v))
		}
		p.Rows = append(p.Rows, cells)
	}
	if label, value, ok := a.Bars(); ok {
		p.Chart = &Chart{label, value}
	}
	return Result.New(componentID(out.id), p)
}

func typeOf(rows [][]any, column int) string {
	for _, row := range rows {
		switch row[column].(type) {
		case int64, float64:
			return "number"
		case string:
			return "text"
		}
	}
	return "text"
}

func cellOf(a question.Answer, column int, v any) Cell {
	c := Cell{Text: a.Cell(column, v)}
	switch n := v.(type) {
	case int64:
		c.Number = new(float64(n))
	case float64:
		c.Number = new(n)
	}
	return c
}

// componentID makes a component's id of the key of the call that made it.
func componentID(key string) string { return cmp.Or(key, "result") }
