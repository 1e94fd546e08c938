package ui_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

var update = flag.Bool("update", false, "write the golden files")

// tour has a field of every type that props may have.
type tour struct {
	City   string      `json:"city"`
	Start  ui.Date     `json:"start"`
	End    ui.Date     `json:"end,omitempty"`
	Guests int         `json:"guests" jsonschema:"how many come along"`
	Total  *ui.Money   `json:"total,omitempty" jsonschema:"absent when a price is unknown"`
	At     *[2]float64 `json:"at,omitempty"`
	Stops  []stop      `json:"stops"`
	Source ui.Source   `json:"source"`
}

type stop struct {
	Name  string   `json:"name"`
	Tags  []string `json:"tags"`
	Price ui.Money `json:"price,omitzero"`
	Site  ui.URL   `json:"site,omitempty"`
	Count int64    `json:"count,omitempty"`
	Open  bool     `json:"open"`
}

var (
	tours = ui.Define("beer-tour", 1, func(p tour) string {
		if p.City == "nowhere" {
			return " \u202e<br>"
		}
		text := "Tour of " + p.City
		for _, s := range p.Stops {
			text += "\n- " + s.Name + ": " + s.Price.Text(lang.English)
		}
		return text
	})
	notes = ui.Define("note", 2, func(p struct {
		Words string `json:"words"`
	},
	) string {
		return "Note: " + p.Words
	})
	kinds = []ui.Any{notes, tours}
)

// munich is a tour that breaks no rule.
func munich() tour {
	return tour{
		City: "Munich", Start: "2026-09-19", Guests: 2, Source: ui.Sample, Total: &ui.Money{Amount: 4000, Currency: "EUR"},
		Stops: []stop{{Name: "Hofbräuhaus", Price: ui.Money{Amount: 4000, Currency: "EUR"}, Site: "https://example.org/?a=1&b=2"}},
	}
}

func TestTheSchemaIsWhatWasPublished(t *testing.T) {
	for _, k := range kinds {
		var got bytes.Buffer
		must(t, json.Indent(&got, k.Schema(), "", "  "))
		got.WriteByte('\n')
		file := "testdata/" + k.Name() + ".json"
		if *update {
			must(t, os.WriteFile(file, got.Bytes(), 0o644))
		}
		want, err := os.ReadFile(file)
		must(t, err)
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s v%d (-want +got; a client of old must still be right, or the version changes):\n%s", k.Name(), k.Version(), diff)
		}
	}
}

func TestNewCleansThePropsAndTellsThemInWords(t *testing.T) {
	p := munich()
	p.City = " M\u202eun<b>ich</b>\x00 "
	p.Stops[0].Name = "Hof<br>bräu & Co. <3 \xff"
	p.Stops[0].Count = 1<<60 + 1 // a float64 would round it
	got, err := tours.New("run1:3", p)
	must(t, err)
	want := ui.Component{
		V: 1, ID: "run1:3", Name: "beer-tour",
		Props: json.RawMessage(`{"city":"Mun ich","guests":2,"source":"sample","start":"2026-09-19",` +
			`"stops":[{"count":1152921504606846977,"name":"Hof bräu & Co. <3 �","open":false,"price":{"amount":4000,"currency":"EUR"},` +
			`"site":"https://example.org/?a=1&b=2","tags":[]}],"total":{"amount":4000,"currency":"EUR"}}`),
		Text: "Tour of Mun ich\n- Hof bräu & Co. <3 �: €40.00",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if p.City != " M\u202eun<b>ich</b>\x00 " || p.Stops[0].Tags != nil {
		t.Errorf("New changed the caller's props: %+v", p)
	}
}

func TestNewRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		id   string
		edit func(*tour)
		want string
	}{
		"an empty id":               {"", func(*tour) {}, "id is malformed"},
		"an id with a space":        {"a b", func(*tour) {}, "id is malformed"},
		"an id with a tag":          {"<b>", func(*tour) {}, "id is malformed"},
		"an id of 201 signs":        {strings.Repeat("a", 201), func(*tour) {}, "id is malformed"},
		"props that say nothing":    {"1", func(p *tour) { p.City = "nowhere" }, "no text"},
		"a number that is none":     {"1", func(p *tour) { p.At = &[2]float64{math.NaN()} }, "NaN"},
		"no date":                   {"1", func(p *tour) { p.Start = "" }, "a date must be"},
		"a day that never was":      {"1", func(p *tour) { p.End = "2026-02-30" }, "a date must be"},
		"a date in words":           {"1", func(p *tour) { p.End = "19 de setembro" }, "a date must be"},
		"http":                      {"1", func(p *tour) { p.Stops[0].Site = "http://u:hunter2@example.org" }, "https://"},
		"a script for a URL":        {"1", func(p *tour) { p.Stops[0].Site = "javascript:alert(1)" }, "https://"},
		"a password in a URL":       {"1", func(p *tour) { p.Stops[0].Site = "https://u:hunter2@example.org" }, "no user"},
		"a URL that does not parse": {"1", func(p *tour) { p.Stops[0].Site = "https://u:hunter2@exa mple.org" }, "no URL"},
		"a URL with an invisible sign, which is not taken out": {"1", func(p *tour) { p.Stops[0].Site = "https://example.org/\u202e" }, "escaped"},
		"a source in disguise":                                 {"1", func(p *tour) { p.Source = "<b>" }, "/properties/source"},
		"a source that goes on and on":                         {"1", func(p *tour) { p.Source = ui.Source(strings.Repeat("A", 4000)) }, "/properties/source"},
		"no source":                                            {"1", func(p *tour) { p.Source = "" }, "/properties/source"},
		"a currency in small":                                  {"1", func(p *tour) { p.Total.Currency = "brl" }, "/properties/currency"},
		"a sign for a currency":                                {"1", func(p *tour) { p.Total.Currency = "R$" }, "/properties/currency"},
		"more money than JSON":                                 {"1", func(p *tour) { p.Total.Amount = 1 << 53 }, "/properties/amount"},
		"more debt than JSON has":                              {"1", func(p *tour) { p.Total.Amount = -1 << 53 }, "/properties/amount"},
		"props beyond 256 KB": {"1", func(p *tour) {
			p.Stops = make([]stop, 70)
			for i := range p.Stops {
				p.Stops[i] = stop{Name: strings.Repeat("a", 5000)}
			}
		}, "more than 262144"},
	} {
		t.Run(name, func(t *testing.T) {
			p := munich()
			tt.edit(&p)
			c, err := tours.New(tt.id, p)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "component beer-tour v1: ") {
				t.Errorf("New: %v, want an error that says %q", err, tt.want)
			}
			if err != nil && (strings.Contains(err.Error(), "hunter2") || len(err.Error()) > 500) {
				t.Errorf("the error tells too much: %v", err)
			}
			if diff := cmp.Diff(ui.Component{}, c); diff != "" {
				t.Errorf("beside the error there is a component:\n%s", diff)
			}
		})
	}
}

func TestDefinePanicsOnMistakesOfTheProgram(t *testing.T) {
	for name, tt := range map[string]struct {
		define func()
		want   string
	}{
		"a name with capitals": {define[tour]("beerTour", 1), "kebab-case"},
		"a name of snakes":     {define[tour]("beer_tour", 1), "kebab-case"},
		"a loose hyphen":       {define[tour]("beer-", 1), "kebab-case"},
		"no name":              {define[tour]("", 1), "kebab-case"},
		"version 0":            {define[tour]("beer-tour", 0), "version"},
		"props that are a list": {
			define[[]tour]("beer-tour", 1), "not a struct",
		},
		"props that may be nil": {define[*tour]("beer-tour", 1), "not a struct"},
		"a map": {define[struct {
			M []map[string]string `json:"m"`
		}]("x", 1), "m: a map"},
		"any": {define[struct {
			A struct {
				B any `json:"b"`
			} `json:"a"`
		}]("x", 1), "a: b: any"},
		"a pointer that is always there": {define[struct {
			P *ui.Money `json:"p"`
		}]("x", 1), "p may be nil"},
		"a channel": {define[struct{ C chan int }]("x", 1), "unsupported"},
		"no text":   {func() { ui.Define[tour]("x", 1, nil) }, "no text"},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if p, _ := recover().(string); !strings.Contains(p, tt.want) {
					t.Errorf("panic %q, want one that says %q", p, tt.want)
				}
			}()
			tt.define()
		})
	}
}

func define[P any](name string, v int) func() {
	return func() { ui.Define(name, v, func(P) string { return "text" }).Schema() }
}

func TestPropsWithHostileTextsMakeAValidComponent(t *testing.T) {
	var schema jsonschema.Schema
	must(t, json.Unmarshal(tours.Schema(), &schema))
	published, err := schema.Resolve(nil)
	must(t, err)
	money := rapid.Custom(func(t *rapid.T) ui.Money {
		return ui.Money{Amount: rapid.Int64Range(-1<<53+1, 1<<53-1).Draw(t, "amount"), Currency: rapid.StringMatching(`[A-Z]{3}`).Draw(t, "currency")}
	})
	stops := rapid.Custom(func(t *rapid.T) stop {
		return stop{
			Name: hostile().Draw(t, "name"), Tags: rapid.SliceOfN(hostile(), 0, 3).Draw(t, "tags"), Price: money.Draw(t, "price"),
			Count: rapid.Int64().Draw(t, "count"), Open: rapid.Bool().Draw(t, "open"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		c, err := tours.New("i", tour{
			City: hostile().Draw(t, "city"), Start: "2026-01-02", Guests: rapid.Int().Draw(t, "guests"),
			Total: rapid.Ptr(money, true).Draw(t, "total"), Stops: rapid.SliceOfN(stops, 0, 4).Draw(t, "stops"), Source: "osm",
		})
		must(t, err)
		var doc any
		must(t, json.Unmarshal(c.Props, &doc))
		must(t, published.Validate(doc))
		for _, text := range append(texts(doc), c.Text) {
			unfit(t, text)
		}
		var p tour
		must(t, json.Unmarshal(c.Props, &p))
		if again, err := tours.New("i", p); err != nil || !bytes.Equal(again.Props, c.Props) || again.Text != c.Text {
			t.Fatalf("made again of its own props it is %+v, %v; want %+v", again, err, c)
		}
	})
}

// texts returns every string in a document.
func texts(v any) (all []string) {
	switch v := v.(type) {
	case string:
		all = append(all, v)
	case []any:
		for _, item := range v {
			all = append(all, texts(item)...)
		}
	case map[string]any:
		for _, field := range v {
			all = append(all, texts(field)...)
		}
	}
	return all
}

func TestAKindServesManyGoroutines(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if _, err := tours.New("i", munich()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// must ends a test that cannot go on.
func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
