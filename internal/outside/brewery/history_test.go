package brewery_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
)

func TestHaveIHadThisOne(t *testing.T) {
	type b = brewery.Brewery
	had := brewery.NewHistory([]b{
		{ID: "1", Name: "Stone Brewing", City: "Escondido", State: "CA", Website: "https://stonebrewing.com"},
		{Name: "Hill Farmstead"}, // as a receipt has it
		{Name: "Phoenix Brewing", City: "Mansfield", State: "OH"},
		{Name: "Phoenix Brewing", City: "Tempe", State: "AZ"},
		{Name: "Elm Brewing", City: "Bend", State: "OR", Phone: "5415550100"},
	})
	for _, tt := range []struct {
		name string
		b    b
		want brewery.Verdict
		as   string
	}{
		{"by id", b{ID: "1", Name: "Renamed"}, brewery.Same, "Stone Brewing"},
		{"by site", b{Name: "Stone Brewing Richmond", City: "Richmond", State: "VA", Website: "http://www.stonebrewing.com/richmond"}, brewery.Same, "Stone Brewing"},
		{"by phone", b{Name: "Elm Taproom", City: "Salem", State: "OR", Phone: "541-555-0100"}, brewery.Same, "Elm Brewing"},
		{"by name and city", b{Name: "Stone Brewing Co.", City: "Escondido", State: "California"}, brewery.Same, "Stone Brewing"},
		{"by a name that only one had", b{Name: "Hill Farmstead Brewery", City: "Greensboro", State: "VT"}, brewery.Same, "Hill Farmstead"},
		{"a name that two had is not enough", b{Name: "Phoenix Brewing Company"}, brewery.Likely, "Phoenix Brewing"},
		{"nor is one from somewhere else", b{Name: "Phoenix Brewing", City: "Boise", State: "ID"}, brewery.Different, ""},
		{"nearly", b{Name: "Stone Brewingg", City: "Escondido"}, brewery.Different, ""},
		{"nearly a longer one", b{Name: "Hill Farmsted", City: "Greensboro"}, brewery.Likely, "Hill Farmstead"},
		{"none", b{Name: "Oak Brewing", City: "Bend", State: "OR"}, brewery.Different, ""},
		{"no name", b{City: "Bend"}, brewery.Different, ""},
	} {
		got, as := had.Had(tt.b)
		if got != tt.want || as.Name != tt.as {
			t.Errorf("%s: %s as %q, want %s as %q", tt.name, got, as.Name, tt.want, tt.as)
		}
	}
	if got, _ := (*brewery.History)(nil).Had(b{Name: "Stone"}); got != brewery.Different {
		t.Errorf("who has had nothing had Stone: %s", got)
	}
}

func TestRecommend(t *testing.T) {
	type b = brewery.Brewery
	had := brewery.NewHistory([]b{{Name: "Old Friend", City: "Bend", State: "OR", Type: "micro"}, {Name: "Hill Farmstead", Type: "brewpub"}})
	top := []string{"micro", "brewpub"}
	for _, tt := range []struct {
		name  string
		found []b
		n     int
		want  []string
	}{
		{"nothing found, nothing to recommend", nil, 5, nil},
		{"closed, planned and nameless ones are left out", []b{{Name: "A", Type: "closed"}, {Name: "B", Type: "planning"}, {Type: "micro"}}, 5, nil},
		{"what the guest had is left out", []b{{Name: "Old Friend Brewing Co.", City: "Bend", State: "Oregon", Type: "micro"}}, 5, nil},
		{
			"by the guest's types, and then different ones",
			[]b{{Name: "Aa", Type: "large"}, {Name: "Bb", Type: "micro"}, {Name: "Cc", Type: "micro"}, {Name: "Dd", Type: "brewpub"}, {Name: "Ee", Type: "micro"}},
			4,
			[]string{"Bb", "Dd", "Cc", "Aa"},
		},
		{
			"of two alike, the one in another city",
			[]b{{Name: "Aa", Type: "micro", City: "Salem"}, {Name: "Bb", Type: "micro", City: "Salem"}, {Name: "Cc", Type: "micro", City: "Eugene"}},
			2,
			[]string{"Aa", "Cc"},
		},
		{
			"a house once, whatever its branches",
			[]b{{Name: "Elm Brewing - East", Type: "micro", City: "Salem"}, {Name: "Elm Brewing - West", Type: "micro", City: "Salem"}},
			5,
			[]string{"Elm Brewing - East"},
		},
		{
			"what the guest may have had comes last, whatever its type",
			[]b{{Name: "Hill Farmsted", Type: "micro", City: "Salem"}, {Name: "Oak", Type: "large", City: "Salem"}},
			5,
			[]string{"Oak", "Hill Farmsted"},
		},
		{
			"five are enough",
			[]b{{Name: "Aa"}, {Name: "Bb"}, {Name: "Cc"}, {Name: "Dd"}, {Name: "Ee"}, {Name: "Ff"}},
			50,
			[]string{"Aa", "Bb", "Cc", "Dd", "Ee"},
		},
	} {
		var got []string
		for _, p := range brewery.Recommend(tt.found, had, top, tt.n) {
			got = append(got, p.Name)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

func TestRecommendSaysWhy(t *testing.T) {
	type b = brewery.Brewery
	had := brewery.NewHistory([]b{{Name: "Old Friend", City: "Bend", State: "OR", Type: "micro"}, {Name: "Hill Farmstead"}})
	found := []b{
		{Name: "Aa", Type: "brewpub", City: "Bend", State: "Oregon"},
		{Name: "Bb", Type: "micro", City: "Salem", State: "Oregon"},
		{Name: "Hill Farmsted", City: "Salem", State: "Oregon"},
	}
	got := map[string]brewery.Why{}
	for _, p := range brewery.Recommend(found, had, []string{"micro", "brewpub"}, 5) {
		got[p.Name] = p.Why
	}
	want := map[string]brewery.Why{
		"Aa":            {Type: true, Rank: 2, NewType: true},
		"Bb":            {Type: true, Rank: 1},
		"Hill Farmsted": {Likely: "Hill Farmstead"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("why (-want +got)\n%s", diff)
	}
	if got := brewery.Recommend(found, nil, nil, 1); len(got) != 1 || got[0].Why != (brewery.Why{}) {
		t.Errorf("of a guest nobody knows: %+v, want one, for no reason", got)
	}
}
