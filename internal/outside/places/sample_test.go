package places_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/ui"
)

var update = flag.Bool("update", false, "write the golden files")

var cities = []places.Area{
	{Name: "Florianópolis", Country: "BR"},
	{Name: "Buenos Aires", Country: "AR"},
	{Name: "Boston", Country: "US"},
	{Name: "Kyoto", Country: "JP"},
	{Name: "東京"},
	{},
}

type inventory struct {
	Lodgings    []places.Lodging
	Restaurants []places.Restaurant
}

func sample(t *testing.T, currency string, a places.Area, w places.Wish) (in inventory) {
	t.Helper()
	s := places.Sample{Currency: currency}
	var err, err2 error
	in.Lodgings, err = s.Lodgings(t.Context(), a, w)
	in.Restaurants, err2 = s.Restaurants(t.Context(), a, w)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	return in
}

func TestTheSampleOfACityNeverChanges(t *testing.T) {
	for _, a := range cities[:3] {
		got, err := json.MarshalIndent(sample(t, "", a, places.Wish{}), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		file := filepath.Join("testdata", a.Country+".json")
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", a.Name, diff)
		}
	}
}

func TestTheSampleIsPlainlyOne(t *testing.T) {
	heads := []string{
		"Exemplo", "Faz de Conta", "Era Uma Vez", "Amostra", "Imaginação", "Ejemplo", "Érase Una Vez", "Muestra",
		"De Mentira", "Fantasía", "Example", "Make-Believe", "Once-Upon-a-Time", "Sample", "Imaginary",
	}
	ids := map[string]bool{}
	for _, a := range cities {
		in := sample(t, "", a, places.Wish{})
		check := func(id, name string, site ui.URL, source ui.Source, price *ui.Money) {
			t.Helper()
			if ids[id] {
				t.Errorf("%s is there twice", id)
			}
			ids[id] = true
			_, err := ui.ParseURL(string(site))
			fiction := slices.ContainsFunc(heads, func(h string) bool { return strings.Contains(name, h) })
			if !fiction || source != ui.Sample || err != nil || !strings.HasPrefix(string(site), "https://example.com/") {
				t.Errorf("%q from %q at %q may be taken for real", name, source, site)
			}
			if price.Currency != "BRL" || price.Amount < 2000 || price.Amount > 250000 {
				t.Errorf("%s costs %v, want a price in reais", name, price)
			}
		}
		names := map[string]bool{}
		for _, l := range in.Lodgings {
			check(l.ID, l.Name, l.Site, l.Source, l.Night)
			names[l.Name] = true
		}
		for _, r := range in.Restaurants {
			check(r.ID, r.Name, r.Site, r.Source, r.Person)
			names[r.Name] = true
		}
		n, m := len(in.Lodgings), len(in.Restaurants)
		if n < 8 || n > 12 || m < 8 || m > 12 || len(names) != n+m {
			t.Errorf("%s has %d lodgings and %d restaurants with %d names, want 8 to 12 of each, each with its own", a.Name, n, m, len(names))
		}
	}
}

func TestEveryCityHasSomethingForEveryParty(t *testing.T) {
	for _, a := range cities {
		for guests := 1; guests <= 12; guests++ {
			if in := sample(t, "", a, places.Wish{Guests: guests}); len(in.Lodgings) < 3 {
				t.Errorf("%s has %d lodgings for %d", a.Name, len(in.Lodgings), guests)
			}
		}
		for _, diet := range []string{"vegano", "vegetariana", "sem glúten", "sem lactose", "halal", "pescetariano"} {
			in := sample(t, "", a, places.Wish{Diets: []string{diet}})
			if len(in.Restaurants) == 0 || len(in.Restaurants) > 11 {
				t.Errorf("%s has %d restaurants for %q, want some, not all", a.Name, len(in.Restaurants), diet)
			}
		}
		for _, r := range sample(t, "", a, places.Wish{Allergies: []string{"camarão"}}).Restaurants {
			if slices.Contains(r.Cuisines, "seafood") || slices.Contains(r.Cuisines, "sushi") {
				t.Errorf("%s: who must not eat shrimps is sent to %s", a.Name, r.Name)
			}
		}
	}
}
