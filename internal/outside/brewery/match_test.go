package brewery_test

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
)

// Names of one city each, as people, receipts and listings spell them. A
// brewery that is taken for another is worse than one that is not recognised:
// the guest would never hear of it.
var pairs = []struct {
	want brewery.Verdict
	city string
	a, b string
}{
	// Spellings of one name.
	{brewery.Same, "Escondido", "Stone Brewing", "Stone Brewing Co."},
	{brewery.Same, "Escondido", "Stone Brewing", "STONE BREWING COMPANY, LLC"},
	{brewery.Same, "Escondido", "Stone", "Stone Brewery"},
	{brewery.Same, "San Diego", "Ballast Point", "Ballast Point Brewing Company"},
	{brewery.Same, "Munster", "3 Floyds Brewing Co", "Three Floyds Brewing"},
	{brewery.Same, "Houston", "Saint Arnold Brewing Company", "St. Arnold Brewing"},
	{brewery.Same, "San Leandro", "21st Amendment Brewery", "21st Amendment"},
	{brewery.Same, "Milton", "Dogfish Head Craft Brewery", "Dogfish Head"},
	{brewery.Same, "Greensboro", "Hill Farmstead Brewery", "Hill Farmstead"},
	{brewery.Same, "Torrance", "Smog City Brewing", "Smog City Brewing Co. Taproom"},
	{brewery.Same, "Chicago", "Goose Island Beer Co.", "Goose Island Beer Company"},
	{brewery.Same, "Denver", "Great Divide Brewing Company", "Great Divide"},
	{brewery.Same, "Fort Collins", "Odell Brewing Co", "O'dell Brewing"},
	{brewery.Same, "Dunedin", "Emerson's", "Emersons Brewery"},
	{brewery.Same, "Bend", "Deschutes Brewery & Public House", "Deschutes Brewery"},
	{brewery.Same, "Bend", "10 Barrel Brewing", "Ten Barrel Brewing Co."},
	{brewery.Same, "Austin", "Jester King Brewery", "The Jester King Brewery"},
	{brewery.Same, "Grand Rapids", "Mitten Brewing Company, The", "The Mitten Brewing Co"},
	{brewery.Same, "Chicago", "Half Acre Beer Company", "Half Acre Beer Co - Balmoral"},
	{brewery.Same, "San Diego", "Karl Strauss Brewing - Downtown", "Karl Strauss Brewing Co - 4S Ranch"},
	{brewery.Same, "Denver", "Renegade Brewing Company", "Renegade Brewing (Production)"},
	{brewery.Same, "San Diego", "Mike Hess Brewing San Diego", "Mike Hess Brewing"},
	{brewery.Same, "Indianapolis", "Granite City Food & Brewery #27", "Granite City Food and Brewery"},
	{brewery.Same, "Stepney", "Tallboy & Moose", "Tallboy and Moose Brewing"},
	{brewery.Same, "Akron", "Hoppin' Frog Brewery", "Hoppin Frog Brewing"},
	{brewery.Same, "Brooklyn", "Black Water Brewing", "Blackwater Brewing Co"},
	{brewery.Same, "Boston", "Smith Brothers Brewing", "Smith Bros. Brewing"},
	{brewery.Same, "Blumenau", "Cervejaria Eisenbahn", "Eisenbahn"},
	{brewery.Same, "Curitiba", "Cervejaria Bodebrown Ltda", "Bodebrown"},
	{brewery.Same, "Ribeirão Preto", "Cervejaria Colorado", "Colorado Cervejas Artesanais"},
	{brewery.Same, "São Paulo", "Cervejaria Dádiva", "Cervejaria Dadiva"},
	{brewery.Same, "Nova Lima", "Cervejaria Wäls", "Wals"},
	{brewery.Same, "München", "Augustiner-Bräu", "Augustiner Bräu München"},
	{brewery.Same, "Bamberg", "Brauerei Müller GmbH & Co. KG", "Brauerei Mueller"},
	{brewery.Same, "Anderlecht", "Brasserie Cantillon", "Cantillon Brewery & Museum"},
	{brewery.Same, "Beersel", "Brouwerij 3 Fonteinen", "3 Fonteinen"},
	{brewery.Same, "Bamberg", "Brauerei Fässla", "Brauerei Faessla"},
	{brewery.Same, "Bree", "Sint Jozef", "St. Jozef"},
	{brewery.Same, "Piozzo", "Birrificio Baladin", "Baladin"},
	{brewery.Same, "Tijuana", "Cervecería Insurgente", "Insurgente"},
	{brewery.Same, "Huntington Beach", "BJ's Restaurant & Brewhouse", "B.J.'s Restaurant and Brewhouse"},

	// May be.
	{brewery.Likely, "Tampa", "Cigar City Brewing", "Cigar City Airport"},
	{brewery.Likely, "White Bear Lake", "Big Wood Brewery", "Big Woods Brewery"},

	// Others that look alike.
	{brewery.Different, "Portland", "Portland Brewing", "Portland Cider Company"},
	{brewery.Different, "Boston", "Boston Beer Company", "Boston Brewing Company"},
	{brewery.Different, "Golden", "Golden City Brewery", "Golden Brewing"},
	{brewery.Different, "Denver", "Great Divide Brewing", "Great Dane Brewing"},
	{brewery.Different, "Boulder", "Mountain Sun Pub & Brewery", "Southern Sun Pub & Brewery"},
	{brewery.Different, "Asheville", "Green Man Brewery", "Green Flash Brewing"},
	{brewery.Different, "San Diego", "Stone Brewing", "Stone Church Brewing"},
	{brewery.Different, "Fort Collins", "New Belgium Brewing", "New Holland Brewing"},
	{brewery.Different, "Chicago", "Half Acre Beer", "Half Day Brewing"},
	{brewery.Different, "Cincinnati", "Old Firehouse Brewery", "Firehouse Brewing"},
	{brewery.Different, "Burlington", "Zero Gravity Craft Brewery", "Gravity Brewing"},
	{brewery.Different, "Seattle", "Elysian Brewing", "Elliott Bay Brewing"},
	{brewery.Different, "Bend", "10 Barrel Brewing", "12 Barrel Brewing"},
	{brewery.Different, "Austin", "4th Tap Brewing", "5th Tap Brewing"},
	{brewery.Different, "Milwaukee", "Lakefront Brewery", "Lake Louie Brewing"},
	{brewery.Different, "Salt Lake City", "Red Rock Brewing", "Redhook Brewery"},
	{brewery.Different, "Tampa", "Big Storm Brewing", "Big Top Brewing"},
	{brewery.Different, "Richmond", "The Answer Brewpub", "Ardent Craft Ales"},
	{brewery.Different, "Blumenau", "Cervejaria Blumenau", "Cervejaria Bierland"},
	{brewery.Different, "São Paulo", "Cervejaria Nacional", "Cervejaria Trilha"},
	{brewery.Different, "Bamberg", "Brauerei Spezial", "Brauerei Fässla"},
	{brewery.Different, "Bamberg", "Brauerei Keesmann", "Brauerei Kaiserdom"},
	{brewery.Different, "Gent", "Gentse Stadsbrouwerij", "Gent City Brewery Gruut"},
	{brewery.Different, "Berlin", "Blu Brewing", "Blue Brewing"},
	{brewery.Different, "Cork", "Franciscan Well Brewery", "Franciscan Abbey Brewery"},
	{brewery.Different, "Louisville", "Against the Grain", "Against the Wind Brewing"},
	{brewery.Different, "Halifax", "Nova Brewing", "Nova Scotia Brewing"},
	{brewery.Different, "Kansas City", "City Barrel Brewing", "Kansas City Bier Company"},
	{brewery.Different, "Portland", "", ""},
	{brewery.Different, "Portland", "!!!", "???"},
}

func TestNamesOfOneCity(t *testing.T) {
	for _, tt := range pairs {
		a, b := brewery.Brewery{Name: tt.a, City: tt.city}, brewery.Brewery{Name: tt.b, City: tt.city}
		if got := brewery.Compare(a, b); got != tt.want {
			t.Errorf("%s: %q and %q are %s, want %s", tt.city, tt.a, tt.b, got, tt.want)
		}
		if there, back := brewery.Compare(a, b), brewery.Compare(b, a); there != back {
			t.Errorf("%s: %q and %q are %s, but %s the other way round", tt.city, tt.a, tt.b, there, back)
		}
	}
}

func TestWhatElseIsKnownCounts(t *testing.T) {
	type b = brewery.Brewery
	for _, tt := range []struct {
		name string
		a, b b
		want brewery.Verdict
	}{
		{"one id is one brewery, whatever it is called now", b{ID: "x", Name: "Old Name"}, b{ID: "x", Name: "New Name"}, brewery.Same},
		{"two ids are nothing: listings have doubles", b{ID: "x", Name: "Elm Brewing", City: "Bend"}, b{ID: "y", Name: "Elm Brewing", City: "Bend"}, brewery.Same},
		{"one name in two cities of one state may be two branches", b{Name: "Elm", City: "Bend", State: "OR"}, b{Name: "Elm", City: "Salem", State: "Oregon"}, brewery.Likely},
		{"not if each has a site of its own", b{Name: "Elm", City: "Bend", State: "OR", Website: "elm.com"}, b{Name: "Elm", City: "Salem", State: "OR", Website: "elmbeer.com"}, brewery.Different},
		{"one site: they are", b{Name: "Elm", City: "Bend", State: "OR", Website: "http://www.elm.com/bend"}, b{Name: "Elm Brewing", City: "Salem", State: "WA", Website: "https://elm.com"}, brewery.Same},
		{"one phone, however it is written: they are", b{Name: "Elm", City: "Bend", Phone: "(541) 555-0100"}, b{Name: "Elm", City: "Salem", Phone: "+1 541 555 0100"}, brewery.Same},
		{"a page on a site for all is no site", b{Name: "Elm", City: "Bend", State: "OR", Website: "facebook.com/elm"}, b{Name: "Oak", City: "Bend", State: "OR", Website: "facebook.com/oak"}, brewery.Different},
		{"nor is 0000000000 a phone", b{Name: "Elm", City: "Bend", Phone: "0000000000"}, b{Name: "Oak", City: "Bend", Phone: "0000000000"}, brewery.Different},
		{"a common name in two states is two breweries", b{Name: "Phoenix Brewing", City: "Mansfield", State: "OH"}, b{Name: "Phoenix Brewing", City: "Tempe", State: "AZ"}, brewery.Different},
		{"one city's name in two states is two cities", b{Name: "Elm", City: "Portland", State: "OR"}, b{Name: "Elm", City: "Portland", State: "Maine"}, brewery.Different},
		{"a state is one state in either language", b{Name: "Elm", City: "Nova York", State: "Nova York"}, b{Name: "Elm Brewing", City: "New York", State: "NY"}, brewery.Same},
		{"a city may be spelt in two ways", b{Name: "Elm", City: "St. Louis"}, b{Name: "Elm Brewing", City: "Saint Louis"}, brewery.Same},
		{"names alone, if neither says where", b{Name: "Stone Brewing Co."}, b{Name: "Stone Brewing"}, brewery.Same},
		{"a name alone is not enough if one says where", b{Name: "Stone Brewing Co."}, b{Name: "Stone Brewing", City: "Escondido"}, brewery.Likely},
		{"a generic name alone is never enough", b{Name: "The Brewery"}, b{Name: "Brewery"}, brewery.Likely},
		{"nearly one name, and one phone", b{Name: "Great Notion Brewing NW", City: "Portland", Phone: "5035550100"}, b{Name: "Great Notion", City: "Portland", Phone: "5035550100"}, brewery.Same},
		{"brands under one roof", b{Name: "Peak", City: "Wellington", Phone: "+64 21 555 3300", Website: "collective.nz"}, b{Name: "Juice", City: "Wellington", Phone: "+64 21 555 3300", Website: "collective.nz"}, brewery.Different},
	} {
		for _, got := range []brewery.Verdict{brewery.Compare(tt.a, tt.b), brewery.Compare(tt.b, tt.a)} {
			if got != tt.want {
				t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
			}
		}
	}
}

func FuzzCompareIsTheSameBothWays(f *testing.F) {
	for _, p := range pairs {
		f.Add(p.a, p.b, p.city, p.city)
	}
	f.Add("", "00", "0", "0")
	f.Fuzz(func(t *testing.T, a, b, city, other string) {
		x, y := brewery.Brewery{Name: a, City: city}, brewery.Brewery{Name: b, City: other}
		if there, back := brewery.Compare(x, y), brewery.Compare(y, x); there != back {
			t.Errorf("%q in %q and %q in %q: %s, but %s the other way round", a, city, b, other, there, back)
		}
	})
}
