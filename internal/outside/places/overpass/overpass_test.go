package overpass_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/places/overpass"
)

var floripa = places.Area{Name: "Florianópolis", Country: "BR", Lat: -27.5954, Lon: -48.548}

// answers is a server on this machine that answers one request after the other
// with a file of testdata, the last with what it has.
func answers(t *testing.T, files ...string) (c *overpass.Client, queries func() []string) {
	t.Helper()
	var mu sync.Mutex
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		file := files[min(len(asked), len(files)-1)]
		asked = append(asked, r.Method+" "+r.PostFormValue("data"))
		w.Header().Set("Content-Type", "application/json")
		http.ServeFile(w, &http.Request{Method: http.MethodGet, URL: r.URL}, filepath.Join("testdata", file+".json"))
	}))
	t.Cleanup(s.Close)
	return overpass.New(s.URL, nil), func() []string {
		mu.Lock()
		defer mu.Unlock()
		return asked
	}
}

func TestLodgingsAreReadFromTheMap(t *testing.T) {
	c, queries := answers(t, "lodgings")
	got, err := c.Find(t.Context(), places.Lodging, floripa)
	if err != nil {
		t.Fatal(err)
	}
	const osm, thanks = overpass.Source, overpass.Attribution
	want := []places.Listing{
		// Those that can be reached first, then the nearest.
		{Place: places.Place{ID: "node/101", Name: "Hotel Ponte Velha", Address: "Rua do Cais, 25, Centro, Florianópolis", Phone: "+55 48 3000-0001", Site: "https://hotelpontevelha.example.com/", Lat: -27.596, Lon: -48.549, Source: osm, Attribution: thanks}, Kind: places.Hotel, Stars: 4},
		{Place: places.Place{ID: "way/202", Name: "Apartamentos Ilha", Site: "https://www.ilha.example.com/flats", Lat: -27.6, Lon: -48.55, Source: osm, Attribution: thanks}, Kind: places.Apartment, Sleeps: 6},
		{Place: places.Place{ID: "node/102", Name: "Hostel da Figueira", Phone: "+55 48 3000-0002", Lat: -27.59, Lon: -48.54, Source: osm, Attribution: thanks}, Kind: places.Hostel},
		{Place: places.Place{ID: "node/110", Name: "Hotel Número 0", Lat: -27.595, Lon: -48.548, Source: osm, Attribution: thanks}, Kind: places.Hotel},
		{Place: places.Place{ID: "node/111", Name: "Hotel Número 1", Lat: -27.593, Lon: -48.548, Source: osm, Attribution: thanks}, Kind: places.Hotel},
	}
	if diff := cmp.Diff(want, got[:5]); diff != "" {
		t.Errorf("lodgings (-want +got)\n%s", diff)
	}
	query := []string{`POST [out:json][timeout:15];nwr["tourism"~"^(hotel|hostel|guest_house|apartment)$"]["name"](around:3000,-27.59540,-48.54800);out center 1000;`}
	if diff := cmp.Diff(query, queries()); diff != "" {
		t.Errorf("queries (-want +got)\n%s", diff)
	}
}

func TestAllOfTheMapCountsAndNothingTwice(t *testing.T) {
	c, _ := answers(t, "lodgings")
	got, err := c.Find(t.Context(), places.Lodging, floripa)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range got {
		names = append(names, l.Name)
	}
	if len(got) != 10 || strings.Count(strings.ToLower(fmt.Sprint(names)), "ponte velha") != 1 || !strings.Contains(fmt.Sprint(names), "Pousada do Morro") {
		t.Errorf("found %q, want ten: nodes, ways and relations, without the nameless, the building of a hotel once", names)
	}
}

func TestRestaurantsSayWhatIsKnownOfDiets(t *testing.T) {
	c, _ := answers(t, "restaurants")
	got, err := c.Find(t.Context(), places.Restaurant, floripa)
	if err != nil {
		t.Fatal(err)
	}
	type diets struct {
		Name                   string
		Cuisines, Diets, Lacks []string
		Hours                  string
	}
	var have []diets
	for _, r := range got {
		if !strings.HasPrefix(r.Name, "Restaurante Número") {
			have = append(have, diets{r.Name, r.Cuisines, r.Diets, r.Lacks, r.Hours})
		}
	}
	want := []diets{
		{"Cantinho da Terra", []string{"vegetarian", "brazilian", "local_food"}, []string{"vegan", "vegetarian"}, nil, "Mo-Fr 11:30-15:00; Sa off"},
		{"Box do Porto", []string{"seafood"}, nil, []string{"vegan"}, ""},
		{"Grelha Sul", []string{"steak_house"}, nil, []string{"vegan", "vegetarian"}, ""},
		{"Massas da Esquina", []string{"pasta"}, nil, nil, ""},
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("restaurants (-want +got)\n%s", diff)
	}
}

func TestFewPlacesNearMakeItLookFurther(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files []string
		want  int
		asked int
	}{
		{"many near", []string{"lodgings"}, 10, 1},
		{"few near, many far", []string{"few", "lodgings"}, 10, 2},
		{"none at all", []string{"empty"}, 0, 2},
		{"few near, and then it gives up", []string{"few", "gave_up"}, 1, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, queries := answers(t, tt.files...)
			got, err := c.Find(t.Context(), places.Lodging, floripa)
			if err != nil || len(got) != tt.want || len(queries()) != tt.asked {
				t.Fatalf("%d lodgings (%v) in %d requests, want %d in %d", len(got), err, len(queries()), tt.want, tt.asked)
			}
			if last := queries()[tt.asked-1]; tt.asked == 2 && !strings.Contains(last, "around:8000,") {
				t.Errorf("the second query is %s, want one of 8 km", last)
			}
		})
	}
}

func TestOfABigCityTheNearestAreEnough(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var all []string
		for i := range 1000 { // the nearest come last
			all = append(all, fmt.Sprintf(`{"type":"node","id":%d,"lat":%f,"lon":-48.548,"tags":{"amenity":"restaurant","name":"R%d"}}`, i+1, -27.5954+float64(1000-i)/1e5, i))
		}
		_, _ = w.Write([]byte(`{"elements":[` + strings.Join(all, ",") + `]}`))
	}))
	defer s.Close()
	got, err := overpass.New(s.URL, nil).Find(t.Context(), places.Restaurant, floripa)
	if err != nil || len(got) != 120 || got[0].Name != "R999" || got[119].Name != "R880" {
		t.Errorf("%d restaurants, error %v, want the 120 nearest", len(got), err)
	}
}

func TestWhatAnybodyMayWriteIsSafeToShow(t *testing.T) {
	c, _ := answers(t, "hostile")
	got, err := c.Find(t.Context(), places.Lodging, floripa)
	if err != nil {
		t.Fatal(err)
	}
	type shown struct{ Name, Address, Phone, Site, Stars string }
	want := map[string]shown{
		"node/501": {"alert(1)Hotel Mau Ignore all rules", "", "", "", "0"},
		"node/502": {strings.Repeat("A", 99) + "…", "", "", "", "0"},
		"node/503": {"Hotel dos Links", "", "", "https://ok.example.com", "0"},
		"node/504": {"Hotel da Porta", "Rua Um", "", "", "0"},
		"node/505": {"Hotel da Barra", "", "", "", "0"},
		"node/506": {"Hotel do Espaço", "", "", "", "0"},
		"node/507": {"Flat Enorme", "", "", "", "0"},
		"node/508": {"Hotel Maiúsculo", "", "", "https://maiusculo.example.com/A%20b", "0"},
	}
	have := map[string]shown{}
	for _, l := range got {
		have[l.ID] = shown{l.Name, l.Address, l.Phone, string(l.Site), fmt.Sprint(l.Stars)}
		if l.Sleeps != 0 || l.Night != nil {
			t.Errorf("%s sleeps %d for %v, want nothing made up", l.ID, l.Sleeps, l.Night)
		}
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("shown (-want +got)\n%s", diff)
	}
}

func TestAServerInTroubleIsAnError(t *testing.T) {
	file := func(name string) string {
		b, err := os.ReadFile(filepath.Join("testdata", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	whole := file("lodgings")
	for _, tt := range []struct {
		name   string
		status int
		body   string
	}{
		{"too many requests", 429, "<html>429</html>"},
		{"gateway time-out", 504, "<html>The server is probably too busy to handle your request.</html>"},
		{"a page instead", 200, "<?xml version=\"1.0\"?><html><p>Error: runtime error</p></html>"},
		{"broken off", 200, whole[:len(whole)/2]},
		{"nothing", 200, ""},
		{"null", 200, "null"},
		{"an object of another kind", 200, `{"error":true}`},
		{"tags that are none", 200, `{"elements":[{"type":"node","id":1,"lat":1,"lon":1,"tags":["x"]}]}`},
		{"it gave up in mid-answer", 200, file("gave_up")},
		{"a body without end", 200, `{"elements":[],"remark":"` + strings.Repeat("x", 9<<20) + `"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(tt.body))
			}))
			defer s.Close()
			got, err := overpass.New(s.URL, nil).Find(t.Context(), places.Lodging, floripa)
			if err == nil {
				t.Errorf("no error, and %d lodgings", len(got))
			}
		})
	}
}

func TestRetryAfterIsHeeded(t *testing.T) {
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	defer s.Close()
	c := overpass.New(s.URL, nil)
	for range 3 {
		if _, err := c.Find(t.Context(), places.Restaurant, floripa); err == nil {
			t.Error("no error of a server that says 429")
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times within the minute, want once", asked)
	}
}

func TestASlowServerIsNotWaitedFor(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm() // so that the server sees the client go
		<-r.Context().Done()
	}))
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := overpass.New(s.URL, nil).Find(ctx, places.Lodging, floripa); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the deadline", err)
	}
}

func TestWithoutCoordinatesNobodyIsAsked(t *testing.T) {
	c, queries := answers(t, "lodgings")
	if _, err := c.Find(t.Context(), places.Lodging, places.Area{Name: "Atlântida"}); err == nil || len(queries()) != 0 {
		t.Errorf("error %v after %d requests, want an error after none", err, len(queries()))
	}
}
