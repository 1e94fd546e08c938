package brewery_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/store/storetest"
)

func at(lat, lon float64) (*float64, *float64) { return &lat, &lon }

// list is a catalogue with traps: names within names.
func list() []brewery.Brewery {
	all := []brewery.Brewery{
		{ID: "1", Name: "Elm Brewing", Type: "micro", City: "Richmond", State: "Virginia", Country: "United States"},
		{ID: "2", Name: "Oak Brewing", Type: "brewpub", City: "Richmond", State: "West Virginia", Country: "United States"},
		{ID: "3", Name: "Ash Brewing", Type: "micro", City: "Kansas City", State: "Kansas", Country: "United States"},
		{ID: "4", Name: "Fir Brewing", Type: "micro", City: "Arkansas City", State: "Arkansas", Country: "United States"},
		{ID: "5", Name: "Yew Brauerei", Type: "micro", City: "München", State: "Bayern", Country: "Germany"},
		{ID: "6", Name: "Box Brewery", Type: "micro", City: "Lewes", State: "East Sussex", Country: "England"},
		{ID: "7", Name: "Stone Brewing Co.", Type: "regional", City: "St. Louis", State: "Missouri", Country: "United States"},
		{ID: "8", Name: "Keystone Brewing", Type: "micro", City: "Saint Louis", State: "Missouri", Country: "United States"},
		{ID: "9", Name: "Gum Brewing", Type: "micro", City: "Perth", State: "WA", Country: "Australia"},
	}
	all[2].Lat, all[2].Lon = at(39.1, -94.6)
	all[3].Lat, all[3].Lon = at(37.1, -97.0)
	return all
}

func names(all []brewery.Brewery) string {
	var out []string
	for _, b := range all {
		first, _, _ := strings.Cut(b.Name, " ")
		out = append(out, first)
	}
	return strings.Join(out, " ")
}

func TestCatalogueFindsWholeNamesOnly(t *testing.T) {
	c := &brewery.Catalogue{Sample: list()}
	for _, tt := range []struct {
		name string
		q    brewery.Query
		want string
	}{
		{"virginia is not in west virginia", brewery.Query{State: "virginia"}, "Elm"},
		{"a code", brewery.Query{State: "wv"}, "Oak"},
		{"a city in a state", brewery.Query{City: "richmond", State: "Virgínia Ocidental"}, "Oak"},
		{"Portuguese names", brewery.Query{City: "Munique", State: "Baviera", Country: "Alemanha"}, "Yew"},
		{"a saint is a St.", brewery.Query{City: "Saint Louis"}, "Keystone Stone"},
		{"a name is found at the beginning of words", brewery.Query{Name: "stone"}, "Stone"},
		{"a name in another spelling", brewery.Query{Name: "The Stone Brewing Company"}, "Stone"},
		{"of a kingdom", brewery.Query{Country: "UK"}, "Box"},
		{"and a country", brewery.Query{Country: "England", State: "east sussex"}, "Box"},
		{"a code means the better known", brewery.Query{State: "WA"}, ""},
		{"unless the country is said", brewery.Query{State: "WA", Country: "Austrália"}, "Gum"},
		{"the nearest first, those without a place last", brewery.Query{Near: &brewery.Point{Lat: 37, Lon: -97}, Country: "US", Type: "micro"}, "Fir Ash Elm Keystone"},
		{"nothing is no error", brewery.Query{City: "Atlantis"}, ""},
	} {
		got, err := c.Find(t.Context(), tt.q)
		if err != nil || names(got.Breweries) != tt.want || got.Source != brewery.Sample {
			t.Errorf("%s: %q from %s (%v), want %q from the sample", tt.name, names(got.Breweries), got.Source, err, tt.want)
		}
	}
}

func TestAQueryThatNobodyCanAnswerSaysWhy(t *testing.T) {
	for want, q := range map[string]brewery.Query{
		"asks for nothing":    {},
		"no state's code":     {State: "ZZ"},
		"none of micro, nano": {Type: "SECRET"},
		"not on Earth":        {Near: &brewery.Point{Lat: math.NaN()}},
		"neither letters":     {City: "%%%"},
	} {
		_, err := new(brewery.Catalogue).Find(t.Context(), q)
		if !errors.Is(err, brewery.ErrQuery) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%+v: error %v, want an ErrQuery that says %q, and none of its words", q, err, want)
		}
	}
}

func TestTheCatalogueReadsWhatAnyWorkerStores(t *testing.T) {
	db := storetest.Memory(t)
	c := &brewery.Catalogue{Store: db, Sample: list()[:1]}
	find := func() string {
		t.Helper()
		got, err := c.Find(t.Context(), brewery.Query{Country: "US"})
		if err != nil {
			t.Fatal(err)
		}
		return got.Source + ": " + names(got.Breweries)
	}
	keep := func(all ...brewery.Brewery) [2]int {
		t.Helper()
		k, err := brewery.NewKeeper(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		fresh, changed, err := k.Keep(t.Context(), all)
		if err != nil {
			t.Fatal(err)
		}
		return [2]int{fresh, changed}
	}
	renamed := list()[2]
	renamed.Name = "Birch Brewing"
	var got []any
	got = append(got, find())
	got = append(got, keep(list()[1:3]...), find())
	got = append(got, keep(list()[1:3]...), find())
	got = append(got, keep(renamed), find())
	if err := db.PutDocs(t.Context(), brewery.Collection, "", retrieve.Gone([]string{"2"})); err != nil {
		t.Fatal(err)
	}
	got = append(got, find())
	want := []any{
		"sample: Elm",
		[2]int{2, 0},
		"catalogue: Ash Oak",
		[2]int{0, 0},
		"catalogue: Ash Oak",
		[2]int{0, 1},
		"catalogue: Birch Oak",
		"catalogue: Birch",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("steps (-want +got)\n%s", diff)
	}
}

// finder answers always the same.
type finder struct {
	found brewery.Found
	err   error
}

func (f finder) Find(context.Context, brewery.Query) (brewery.Found, error) { return f.found, f.err }

func TestTheCatalogueAnswersWhenTheAPICannot(t *testing.T) {
	api := brewery.Found{Source: brewery.OpenBreweryDB}
	down := errors.New("the service answers 503")
	for _, tt := range []struct {
		name           string
		api, catalogue finder
		source, note   string
		want           error
	}{
		{"the API answers", finder{found: api}, finder{err: down}, brewery.OpenBreweryDB, "", nil},
		{"it is down", finder{err: down}, finder{found: brewery.Found{Source: brewery.OwnCatalogue}}, brewery.OwnCatalogue, down.Error(), nil},
		{"the query is wrong", finder{err: brewery.ErrQuery}, finder{found: api}, "", "", brewery.ErrQuery},
		{"both are down", finder{err: down}, finder{err: errors.ErrUnsupported}, "", "", errors.ErrUnsupported},
	} {
		got, err := brewery.WithFallback(tt.api, tt.catalogue).Find(t.Context(), brewery.Query{})
		if got.Source != tt.source || got.Note != tt.note || !errors.Is(err, tt.want) {
			t.Errorf("%s: from %q, note %q, error %v", tt.name, got.Source, got.Note, err)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := brewery.WithFallback(finder{err: context.Canceled}, finder{found: api}).Find(gone, brewery.Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a guest who has gone gets %+v (%v), want that error", got, err)
	}
}
