package gazetteer_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
)

// sentence is a row of a corpus: what a guest said, and the places in it.
type sentence struct{ text, want string }

func corpus(t testing.TB, name string) (all []sentence) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(b)) {
		if strings.HasPrefix(row, "#") {
			continue
		}
		text, want, ok := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		if !ok {
			t.Fatalf("%s: %q has no tab", name, row)
		}
		all = append(all, sentence{text, want})
	}
	return all
}

// shown writes mentions as a corpus does: "<Recife; Portland/US-ME|Portland/US-OR".
func shown(all []gazetteer.Mention, areas bool) string {
	var out []string
	for _, m := range all {
		var names []string
		for _, p := range m.Places {
			name := p.Name
			if areas && len(gazetteer.Find(p.Name)) > 1 {
				name += "/" + strings.TrimSuffix(p.Country+"-"+p.Region, "-")
			}
			names = append(names, name)
		}
		slices.Sort(names)
		one := strings.Join(names, "|")
		if m.Origin {
			one = "<" + one
		}
		out = append(out, one)
	}
	return strings.Join(out, "; ")
}

// right returns the share of sentences that are read right, and reports the
// others.
func right(all []sentence, report func(string, ...any)) float64 {
	n := 0
	for _, s := range all {
		if got := shown(gazetteer.Read(s.text), strings.Contains(s.want, "/")); got == s.want {
			n++
		} else {
			report("Read(%q) = %q, want %q", s.text, got, s.want)
		}
	}
	return float64(n) / float64(len(all))
}

func TestWhatGuestsSayIsReadRight(t *testing.T) {
	right(corpus(t, "tuned.tsv"), t.Errorf)
}

func TestWhatStrangersSayIsMostlyReadRight(t *testing.T) {
	if share := right(corpus(t, "unseen.tsv"), t.Logf); share < 0.97 {
		t.Errorf("%.3f of the sentences are read right, want 0.97", share)
	}
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		name, said string
		want       []string
	}{
		{"a proper name", "Florianópolis", []string{"Florianópolis, SC"}},
		{"slang", "floripa", []string{"Florianópolis, SC"}},
		{"misspelt", "Gramdo", []string{"Gramado, RS"}},
		{"misspelt, of two words", "campus do jordao", []string{"Campos do Jordão, SP"}},
		{"without its space", "novayork", []string{"Nova York, Estados Unidos"}},
		{"a word that is a place", "bonito", []string{"Bonito, MS"}},
		{"the famous one only", "Paris", []string{"Paris, França"}},
		{"either", "Portland", []string{"Portland, Oregon, Estados Unidos", "Portland, Maine, Estados Unidos"}},
		{"with its state", "Portland, Maine", []string{"Portland, Maine, Estados Unidos"}},
		{"a country", "Portugal", []string{"Portugal"}},
		{"a part of the world", "Patagonia", []string{"Patagônia"}},
		{"no place", "cerveja", nil},
		{"a letter away from Canela", "cancela", nil},
		{"a letter away from Quito", "quieto", nil},
		{"a letter away from Salta", "salsa", nil},
		{"nothing", "", nil},
		{"two places", "Recife e Olinda", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range gazetteer.Find(tt.said) {
				got = append(got, p.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Find(%q): (-want +got)\n%s", tt.said, diff)
			}
		})
	}
}

func TestEveryLineIsAPlaceThatIsFoundByAllItsNames(t *testing.T) {
	b, err := os.ReadFile("data/places.txt")
	if err != nil {
		t.Fatal(err)
	}
	n, countries, seen := 0, map[string]bool{"": true}, map[string]bool{}
	var used []string
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "!") {
			continue
		}
		n++
		f := strings.Split(strings.TrimSpace(line), " |")
		if len(f) != 5 {
			t.Fatalf("%q has %d fields, want 5", line, len(f))
		}
		name, country, region := f[0], strings.TrimSpace(f[1]), strings.TrimSpace(f[2])
		if key := name + country + region; seen[key] {
			t.Errorf("%q is there twice", line)
		} else {
			seen[key] = true
		}
		if region == "*" {
			countries[country] = true
		}
		used = append(used, country)
		for i, said := range strings.Split(name+","+f[4], ",") {
			if lang.Fold(said) == "" {
				continue
			}
			places := gazetteer.Find(said)
			k := slices.IndexFunc(places, func(p gazetteer.Place) bool {
				return p.Name == name && p.Country == country && p.Region == strings.TrimLeft(region, "*")
			})
			if k < 0 {
				t.Errorf("Find(%q) = %v, want %s among them", said, places, name)
				continue
			}
			if p := places[k]; i == 0 && (p.Lat == 0 && p.Lon == 0 || p.Lat < -90 || p.Lat > 90 || p.Lon < -180 || p.Lon > 180) {
				t.Errorf("%s is at %v,%v", said, p.Lat, p.Lon)
			}
		}
	}
	for _, c := range used {
		if !countries[c] {
			t.Errorf("there is no line for the country %s", c)
		}
	}
	if n < 1000 {
		t.Errorf("there are %d places, want 1000 or more", n)
	}
}

// TestAPlaceIsNearItsState catches a coordinate typed wrong: no place of a
// Brazilian state is farther from its middle than the state is large.
func TestAPlaceIsNearItsState(t *testing.T) {
	large := map[string]float64{"AM": 8, "PA": 8, "BA": 6, "MT": 6, "MG": 6, "PE": 6, "ES": 3, "RN": 3, "SE": 2, "AL": 2}
	states := []string{"Acre", "Alagoas", "Bahia", "Ceará", "Goiás", "Maranhão", "Minas Gerais", "Paraná", "Pernambuco", "Santa Catarina", "Rio Grande do Sul", "São Paulo", "Rio de Janeiro", "Espírito Santo", "Rio Grande do Norte", "Sergipe"}
	middle := map[string]gazetteer.Place{}
	for _, name := range states {
		p := gazetteer.Find(name)[0]
		middle[p.Region] = p
	}
	b, err := os.ReadFile("data/places.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		f := strings.Split(line, "|")
		if len(f) < 5 || strings.TrimSpace(f[1]) != "BR" {
			continue
		}
		region := strings.TrimSpace(f[2])
		m, ok := middle[region]
		if !ok {
			continue
		}
		reach := max(large[region], 5)
		for _, p := range gazetteer.Find(f[0]) {
			if p.Region == region && p.Name != "Fernando de Noronha" && (max(p.Lat-m.Lat, m.Lat-p.Lat) > reach || max(p.Lon-m.Lon, m.Lon-p.Lon) > reach) {
				t.Errorf("%v is at %v,%v, far from %v", p, p.Lat, p.Lon, m)
			}
		}
	}
}

func FuzzMentionsAreWhereTheySay(f *testing.F) {
	for _, name := range []string{"tuned.tsv", "unseen.tsv"} {
		for _, s := range corpus(f, name) {
			f.Add(s.text)
		}
	}
	f.Add("a\xff Pará, \u0301 São\u0300 Paulo\u200d, SP")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, m := range gazetteer.Read(text) {
			if m.From < end || m.To <= m.From || m.To > len(text) || m.Words != text[m.From:m.To] {
				t.Fatalf("Read(%q) has %+v after %d", text, m, end)
			}
			end = m.To
			if len(m.Places) == 0 || m.Places[0].String() == "" {
				t.Errorf("Read(%q) names no place at %q", text, m.Words)
			}
		}
		gazetteer.Find(text)
	})
}
