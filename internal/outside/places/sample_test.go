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

type inventory struct{ Lodgings, Restaurants []places.Listing }

func sample(t *testing.T, currency string, a places.Area, w places.Wish) (in inventory) {
	t.Helper()
	s := places.Sample{Currency: currency}
	for sort, to := range map[string]*[]places.Listing{places.Lodging: &in.Lodgings, places.Restaurant: &in.Restaurants} {
		all, err := s.Find(t.Context(), sort, a)
		if err != nil {
			t.Fatal(err)
		}
		*to, _ = w.Fit(all)
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

func TestHowACityIsSpeltDoesNotMatter(t *testing.T) {
	a := sample(t, "", places.Area{Name: "Florianópolis", Country: "BR", Lat: 1, Lon: 2}, places.Wish{})
	b := sample(t, "", places.Area{Name: " florianopolis", Country: "br"}, places.Wish{})
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("two spellings differ\n%s", diff)
	}
}

func TestTheSampleIsPlainlyOne(t *testing.T) {
	heads := []string{
		"Exemplo", "Faz de Conta", "Era Uma Vez", "Amostra", "Imaginação", "Ejemplo", "Érase Una Vez", "Muestra",
		"De Mentira", "Fantasía", "Example", "Make-Believe", "Once-Upon-a-Time", "Sample", "Imaginary",
	}
	ids := map[string]bool{}
	for _, a := range cities {
		in, names := sample(t, "", a, places.Wish{}), map[string]bool{}
		for _, l := range slices.Concat(in.Lodgings, in.Restaurants) {
			if ids[l.ID] || names[l.Name] {
				t.Errorf("%s is there twice", l.ID)
			}
			ids[l.ID], names[l.Name] = true, true
			_, err := ui.ParseURL(string(l.Site))
			fiction := slices.ContainsFunc(heads, func(h string) bool { return strings.Contains(l.Name, h) })
			if !fiction || l.Source != ui.Sample || err != nil || !strings.HasPrefix(string(l.Site), "https://example.com/") {
				t.Errorf("%q from %q at %q may be taken for real", l.Name, l.Source, l.Site)
			}
			price := l.Night
			if price == nil {
				price = l.Person
			}
			if price.Currency != "BRL" || price.Amount < 2000 || price.Amount > 250000 {
				t.Errorf("%s costs %v, want a price in reais", l.Name, price)
			}
		}
		if n, m := len(in.Lodgings), len(in.Restaurants); n < 8 || n > 12 || m < 8 || m > 12 {
			t.Errorf("%s has %d lodgings and %d restaurants, want 8 to 12 of each", a.Name, n, m)
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

func TestPricesAreInTheCurrencyOfTheHouse(t *testing.T) {
	for currency, about := range map[string]int64{"USD": 6000, "EUR": 5500, "JPY": 9000, "CLP": 55000, "XYZ": 6000} {
		for _, l := range sample(t, currency, cities[0], places.Wish{}).Lodgings {
			if a := l.Night.Amount; l.Night.Currency != currency || a < about/10 || a > about*10 {
				t.Errorf("a night costs %v, want about %d of %s", l.Night, about, currency)
			}
		}
	}
}
