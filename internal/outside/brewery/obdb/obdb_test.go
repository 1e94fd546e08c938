package obdb_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/brewery/obdb"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
)

// service speaks the wire format of Open Brewery DB: it looks for texts
// within texts, takes no hyphen, and says 422 to pages that are too long.
type service struct {
	rows  []map[string]any
	cache string // Cache-Control

	mu    sync.Mutex
	down  http.HandlerFunc // answers instead, if set
	asked []url.Values
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := r.URL.Query()
	s.asked = append(s.asked, q)
	if s.down != nil {
		s.down(w, r)
		return
	}
	size, _ := strconv.Atoi(q.Get("per_page"))
	page, _ := strconv.Atoi(q.Get("page"))
	if size < 1 || size > 200 || page < 1 || q.Has("by_state") && len(q.Get("by_state")) < 3 {
		w.WriteHeader(http.StatusUnprocessableEntity)
		io.WriteString(w, `{"message":"no"}`)
		return
	}
	fit := []map[string]any{}
	for _, row := range s.rows {
		ok := true
		for by, field := range map[string]string{"by_city": "city", "by_state": "state_province", "by_country": "country", "by_type": "brewery_type", "by_name": "name"} {
			want := strings.ToLower(q.Get(by))
			has, _ := row[field].(string)
			ok = ok && !strings.Contains(want, "-") && strings.Contains(strings.ToLower(has), want)
		}
		if ok {
			fit = append(fit, row)
		}
	}
	from := min((page-1)*size, len(fit))
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if s.cache != "" {
		w.Header().Set("Cache-Control", s.cache)
	}
	json.NewEncoder(w).Encode(fit[from:min(from+size, len(fit))])
}

func (s *service) fail(h http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = h
}

func row(id int, name, city, state, country string) map[string]any {
	return map[string]any{
		"id": fmt.Sprintf("%08d-0000-4000-8000-000000000000", id), "name": name, "brewery_type": "micro", "address_1": "1 Elm St", "address_2": nil, "address_3": nil,
		"city": city, "state_province": state, "postal_code": "97701", "country": country, "longitude": nil, "latitude": nil, "phone": "5415550100",
		"website_url": "http://www.elm.com", "state": state, "street": "1 Elm St",
	}
}

func traps() []map[string]any {
	return []map[string]any{
		row(1, "Elm Brewing", "Richmond", "Virginia", "United States"),
		row(2, "Oak Brewing", "Richmond", "West Virginia", "United States"),
		row(5, "Yew Brauerei", "Stuttgart", "Baden-Württemberg", "Germany"),
		row(6, "Box Brewery", "Lewes", "East Sussex", "England"),
		row(7, "Stone Brewing Co.", "St. Louis", "Missouri", "United States"),
		row(8, "Keystone Brewing", "Saint Louis", "Missouri", "United States"),
		row(9, "Gum Brewing", "Perth", "WA", "Australia"),
	}
}

// direct answers without a network, so that the time of a synctest bubble goes by.
type direct struct{ http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w.Result(), nil
}

func client(s *service) *obdb.Client {
	return obdb.New("http://service.example/v1/breweries", &http.Client{Transport: direct{s}})
}

func names(all []brewery.Brewery) string {
	var out []string
	for _, b := range all {
		first, _, _ := strings.Cut(b.Name, " ")
		out = append(out, first)
	}
	return strings.Join(out, " ")
}

func TestRowsAreReadAsTheyCome(t *testing.T) {
	first := row(1, "<b>Elm</b>\u202e Brewing", "Bend", "Oregon", "United States")
	first["latitude"], first["longitude"] = "44.05", -121.3 // a text and a number
	first["phone"], first["postal_code"] = nil, 97701
	hostile := map[string]any{"id": "2", "name": map[string]any{"a": 1}, "city": []int{1}}
	found, err := client(&service{rows: []map[string]any{first, hostile, nil}}).Find(t.Context(), brewery.Query{City: "bend", State: "or"})
	if err != nil {
		t.Fatal(err)
	}
	lat, lon := 44.05, -121.3
	want := brewery.Found{Source: brewery.OpenBreweryDB, Asked: found.Asked, Breweries: []brewery.Brewery{{
		ID: "00000001-0000-4000-8000-000000000000", Name: "Elm Brewing", Type: "micro", Address: "1 Elm St", City: "Bend", State: "Oregon", PostalCode: "97701",
		Country: "United States", Website: "https://www.elm.com", Lat: &lat, Lon: &lon,
	}}}
	if diff := cmp.Diff(want, found); diff != "" || time.Since(found.Asked) > time.Minute {
		t.Errorf("found (-want +got)\n%s", diff)
	}
}

func TestTheServiceIsAskedForMoreAndFilteredAgain(t *testing.T) {
	for _, tt := range []struct {
		name  string
		q     brewery.Query
		asked string
		want  string
	}{
		{"virginia is not west virginia", brewery.Query{State: "VA", Limit: 50}, "by_country=United States by_state=Virginia page=1 per_page=50", "Elm"},
		{"two words", brewery.Query{State: "Virgínia Ocidental", City: "Richmond"}, "by_city=Richmond by_country=United States by_state=West Virginia page=1 per_page=200", "Oak"},
		{"no hyphen", brewery.Query{State: "Baden-Württemberg"}, "by_country=Germany by_state=Württemberg page=1 per_page=200", "Yew"},
		{"a saint", brewery.Query{City: "St. Louis"}, "by_city=Louis page=1 per_page=200", "Stone Keystone"},
		{"a nation of the kingdom", brewery.Query{Country: "Inglaterra"}, "by_country=England page=1 per_page=200", "Box"},
		{"states that it spells in several ways", brewery.Query{State: "WA", Country: "AU", Limit: 5}, "by_country=Australia page=1 per_page=200", "Gum"},
		{"the telling word of a name", brewery.Query{Name: "The Stone Brewing Company"}, "by_name=Stone page=1 per_page=200", "Stone"},
		{"a type and a point", brewery.Query{Type: "micro", Near: &brewery.Point{Lat: 1, Lon: 2}, Limit: 1}, "by_dist=1.0000,2.0000 by_type=micro page=1 per_page=50", "Elm"},
	} {
		s := &service{rows: traps()}
		found, err := client(s).Find(t.Context(), tt.q)
		if err != nil || names(found.Breweries) != tt.want || len(s.asked) != 1 {
			t.Fatalf("%s: %q (%v) after %d questions, want %q after one", tt.name, names(found.Breweries), err, len(s.asked), tt.want)
		}
		if asked, _ := url.QueryUnescape(strings.ReplaceAll(s.asked[0].Encode(), "&", " ")); asked != tt.asked {
			t.Errorf("%s: asked %q, want %q", tt.name, asked, tt.asked)
		}
	}
}

func TestAsManyPagesAsItTakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var rows []map[string]any
		for i := range 450 {
			rows = append(rows, row(i, "Wild Brewing", "Bluefield", "West Virginia", "United States"))
		}
		s := &service{rows: append(rows, row(900, "Elm Brewing", "Bluefield", "Virginia", "United States"))}
		start := time.Now()
		found, err := client(s).Find(t.Context(), brewery.Query{City: "Bluefield", State: "Virginia"})
		if took := time.Since(start); err != nil || names(found.Breweries) != "Elm" || len(s.asked) != 3 || took != 1200*time.Millisecond {
			t.Errorf("%q after %d pages in %s (%v), want Elm after 3, 600 ms between them", names(found.Breweries), len(s.asked), took, err)
		}
	})
}

func TestWhatTheServiceSaysIsKeptAsLongAsItSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for cache, asked := range map[string]int{"public, max-age=600": 1, "no-store, max-age=600": 2, "max-age=1": 2} {
			s := &service{rows: traps(), cache: cache}
			c := client(s)
			for range 2 {
				if found, err := c.Find(t.Context(), brewery.Query{State: "VA"}); err != nil || names(found.Breweries) != "Elm" || found.Stale {
					t.Fatalf("%s: %+v (%v), want Elm", cache, found, err)
				}
				if cache == "max-age=1" {
					time.Sleep(time.Second)
				}
			}
			if len(s.asked) != asked {
				t.Errorf("%s: asked %d times, want %d", cache, len(s.asked), asked)
			}
			if cache != "max-age=1" {
				continue
			}
			time.Sleep(time.Second)
			s.fail(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
			if old, err := c.Find(t.Context(), brewery.Query{State: "VA"}); err != nil || !old.Stale || !strings.Contains(old.Note, "502") {
				t.Errorf("%+v (%v), want the old answer, and why", old, err)
			}
		}
	})
}

func TestAServiceThatFailsIsAnErrorWithoutTheGuestsWords(t *testing.T) {
	for want, h := range map[string]http.HandlerFunc{
		"429": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "40")
			w.WriteHeader(http.StatusTooManyRequests)
			io.WriteString(w, "SECRET")
		},
		"is no list":     func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "null") },
		"more than 8 MB": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "["+strings.Repeat(" ", 9<<20)+"]") },
	} {
		s := &service{down: h}
		c := client(s)
		_, err := c.Find(t.Context(), brewery.Query{City: "SECRET"})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("error %v, want one that says %q", err, want)
		}
		if busy, ok := errors.AsType[*webclient.BusyError](err); ok != (want == "429") || ok && busy.Left != 40*time.Second {
			t.Errorf("error %v, want to be told when to come back only at 429", err)
		}
		own := &brewery.Catalogue{Sample: []brewery.Brewery{{Name: "Elm", City: "Secret"}}}
		found, err := brewery.WithFallback(c, own).Find(t.Context(), brewery.Query{City: "SECRET"})
		if err != nil || names(found.Breweries) != "Elm" || found.Note == "" || found.Source != brewery.Sample {
			t.Errorf("%s: %+v (%v), want the catalogue's, with a note", want, found, err)
		}
	}
}

func TestPagesOfACountry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{}
		for i := range 250 {
			s.rows = append(s.rows, row(i, "Elm", "Cork", "Cork", "Ireland"))
		}
		s.rows = append(s.rows, row(300, "Oak", "Derry", "Derry", "Northern Ireland"))
		c := client(s)
		for n, want := range []string{"200 true", "50 false"} {
			all, more, err := c.Page(t.Context(), "Irlanda", n+1)
			if got := fmt.Sprintf("%d %t", len(all), more); got != want || err != nil {
				t.Errorf("page %d: %s, %v, want %s", n+1, got, err, want)
			}
		}
	})
}
