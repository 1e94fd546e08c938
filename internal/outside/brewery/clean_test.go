package brewery_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
)

func TestFromColumnsCleansWhatPeopleWrote(t *testing.T) {
	at := func(f float64) *float64 { return &f }
	for _, tt := range []struct {
		name   string
		column map[string]string
		want   brewery.Brewery
	}{
		{
			"a whole one",
			map[string]string{
				"id": "5-a", "name": " Elm\tBrewing ", "brewery_type": "Micro", "address_1": "1 Elm St", "address_3": "Unit 2", "city": "Bend", "state_province": "OR",
				"postal_code": "97701-1234", "country": "United States", "phone": "5415550100.0", "website_url": "http://www.Elm.com/beer", "longitude": "-121.3", "latitude": "44.05",
			},
			brewery.Brewery{
				Name: "Elm Brewing", Type: "micro", Address: "1 Elm St, Unit 2", City: "Bend", State: "Oregon", PostalCode: "97701-1234",
				Country: "United States", Phone: "5415550100", Website: "https://www.elm.com/beer", Lat: at(44.05), Lon: at(-121.3),
			},
		},
		{"a state in its country", map[string]string{"state_province": "WA", "country": "Australia"}, brewery.Brewery{State: "Western Australia", Country: "Australia"}},
		{"a state tells its country", map[string]string{"state": "Baviera"}, brewery.Brewery{State: "Bayern", Country: "Germany"}},
		{"an unknown type does not", map[string]string{"brewery_type": "palace"}, brewery.Brewery{}},
		{"markup and controls", map[string]string{"city": "<script>x</script>Be\u202end\x00", "address_1": "<b>1</b> Elm\nSt"}, brewery.Brewery{City: "x Bend", Address: "1 Elm St"}},
		{"a zero that a spreadsheet took", map[string]string{"postal_code": "5401", "country": "United States"}, brewery.Brewery{PostalCode: "05401", Country: "United States"}},
		{"an extension", map[string]string{"phone": "(541) 555-0100 x12"}, brewery.Brewery{Phone: "5415550100"}},
		{"a country's prefix", map[string]string{"phone": "+49 (0)89 5550100"}, brewery.Brewery{Phone: "+49895550100"}},
		{"a mailbox is no site", map[string]string{"website_url": "http://joe@elm.com"}, brewery.Brewery{}},
		{"nor is a script", map[string]string{"website_url": "javascript:alert(1)//a.b"}, brewery.Brewery{}},
		{"nor a machine", map[string]string{"website_url": "http://169.254.169.254/latest"}, brewery.Brewery{}},
		{"no point", map[string]string{"latitude": "NaN", "longitude": "1"}, brewery.Brewery{}},
		{"nowhere", map[string]string{"latitude": "0", "longitude": "0.0"}, brewery.Brewery{}},
	} {
		if tt.column["id"] == "" {
			tt.column["id"], tt.column["name"], tt.want.Name = "5-a", "Elm", "Elm"
		}
		tt.want.ID = "5-a"
		got, err := brewery.FromColumns(tt.column)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: error %v (-want +got)\n%s", tt.name, err, diff)
		}
	}
}

func TestFromColumnsWantsAnIDAndAName(t *testing.T) {
	for _, column := range []map[string]string{{}, {"id": "1"}, {"name": "Elm"}, {"id": "1", "name": "?!"}, {"id": "a b", "name": "Elm"}, {"id": "é", "name": "Elm"}} {
		if b, err := brewery.FromColumns(column); err == nil {
			t.Errorf("FromColumns(%q) = %+v, want an error", column, b)
		}
	}
}

func TestColumnsAreKnownByWhatPeopleCallThem(t *testing.T) {
	for _, tt := range []struct {
		name      string
		row, want map[string]string
	}{
		{"in Portuguese", map[string]string{"nome": "Serra Alta", "cidade": "Curitiba", "uf": "PR", "país": "Brasil", "site": "x.example"}, map[string]string{"name": "Serra Alta", "city": "Curitiba", "state_province": "PR", "country": "Brasil", "website_url": "x.example"}},
		{"a list with UF is from Brazil", map[string]string{"nome": "Serra Alta", "uf": "PR"}, map[string]string{"name": "Serra Alta", "state_province": "PR", "country": "Brazil"}},
		{"a column under its own name goes first", map[string]string{"state": "OR", "state_province": "Oregon", "estado": "Óregon"}, map[string]string{"state_province": "Oregon"}},
		{"what nobody knows is left out", map[string]string{"cor": "azul"}, map[string]string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, brewery.Columns(tt.row)); diff != "" {
				t.Errorf("columns (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAListWithoutIDsHasTheSameOnesEachTime(t *testing.T) {
	row := map[string]string{"name": "Serra Alta", "city": "Curitiba"}
	id := brewery.OwnID(row)
	if again := brewery.OwnID(map[string]string{"name": "SERRA  ALTA", "city": "curitiba"}); id == "" || again != id {
		t.Errorf("the ids are %q and %q", id, again)
	}
	row["city"] = "Pinhais"
	if other := brewery.OwnID(row); other == id {
		t.Errorf("one of another town has %q too", other)
	}
	if none := brewery.OwnID(map[string]string{"city": "Bend"}); none != "" {
		t.Errorf("nothing has the id %q", none)
	}
}

func FuzzFromColumnsIsShortAndClean(f *testing.F) {
	f.Add("1", "Elm", "CA", "(541) 555-0100", "http://elm.com", "97701-")
	f.Fuzz(func(t *testing.T, id, name, state, phone, site, postal string) {
		b, err := brewery.FromColumns(map[string]string{"id": id, "name": name, "state_province": state, "phone": phone, "website_url": site, "postal_code": postal})
		if err != nil {
			return
		}
		for _, text := range []string{b.ID, b.Name, b.State, b.Phone, b.Website, b.PostalCode} {
			if !utf8.ValidString(text) || utf8.RuneCountInString(text) > 2000 || strings.ContainsAny(text, "\x00\n\x1b\u202e") {
				t.Errorf("%q is not one clean line", text)
			}
		}
		if strings.Trim(b.Phone, "+0123456789") != "" || b.Website != "" && !strings.HasPrefix(b.Website, "https://") {
			t.Errorf("phone %q, site %q", b.Phone, b.Website)
		}
	})
}
