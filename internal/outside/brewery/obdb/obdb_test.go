package obdb_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
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

// memory is a network of pipes, on which the time of a synctest bubble goes by.
type memory chan net.Conn

func (m memory) Accept() (net.Conn, error) {
	if c, ok := <-m; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (m memory) Close() error   { return nil }
func (m memory) Addr() net.Addr { return &net.UnixAddr{} }

// client returns a client of h in a synctest bubble.
func client(t *testing.T, h http.Handler) *obdb.Client {
	m := make(memory)
	server := &http.Server{Handler: h}
	go server.Serve(m)
	transport := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		m <- far
		return near, nil
	}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		close(m)
		server.Close()
	})
	return obdb.New("http://service.example/v1/breweries", &http.Client{Transport: transport})
}

func names(all []brewery.Brewery) string {
	var out []string
	for _, b := range all {
		first, _, _ := strings.Cut(b.Name, " ")
		out = append(out, first)
	}
	return strings.Join(out, " ")
}

func TestFindOnLoopback(t *testing.T) {
	first := row(1, "<b>Elm</b>\u202e Brewing", "Bend", "Oregon", "United States")
	first["latitude"], first["longitude"] = "44.05", -121.3 // a text and a number
	first["phone"], first["postal_code"] = nil, 97701
	hostile := map[string]any{"id": "2", "name": map[string]any{"a": 1}, "city": []int{1}}
	server := httptest.NewServer(http.StripPrefix("/v1/breweries", &service{rows: []map[string]any{first, hostile, nil}}))
	t.Cleanup(server.Close)
	found, err := obdb.New(server.URL+"/v1/breweries", nil).Find(t.Context(), brewery.Query{City: "bend", State: "or"})
	if err != nil {
		t.Fatal(err)
	}
	lat, lon := 44.05, -121.3
	want := []brewery.Brewery{{
		ID: "00000001-0000-4000-8000-000000000000", Name: "Elm Brewing", Type: "micro", Address: "1 Elm St", City: "Bend", State: "Oregon", PostalCode: "97701",
		Country: "United States", Website: "https://www.elm.com", Lat: &lat, Lon: &lon,
	}}
	if diff := cmp.Diff(want, found.Breweries); diff != "" {
		t.Errorf("breweries (-want +got)\n%s", diff)
	}
	if found.Source != brewery.OpenBreweryDB || found.Stale || found.Note != "" || time.Since(found.Asked) > time.Minute {
		t.Errorf("found %+v, want it fresh from the service", found)
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
		{"a nation of the kingdom", brewery.Query{State: "Inglaterra"}, "by_country=England page=1 per_page=200", "Box"},
		{"states that it spells in several ways", brewery.Query{State: "WA", Country: "AU", Limit: 5}, "by_country=Australia page=1 per_page=200", "Gum"},
		{"the telling word of a name", brewery.Query{Name: "The Stone Brewing Company"}, "by_name=Stone page=1 per_page=200", "Stone"},
		{"a type and a point", brewery.Query{Type: "micro", Near: &brewery.Point{Lat: 1, Lon: 2}, Limit: 1}, "by_dist=1.0000,2.0000 by_type=micro page=1 per_page=50", "Elm"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &service{rows: traps()}
			found, err := client(t, s).Find(t.Context(), tt.q)
			if err != nil || names(found.Breweries) != tt.want {
				t.Errorf("%s: %q (%v), want %q", tt.name, names(found.Breweries), err, tt.want)
			}
			if len(s.asked) != 1 {
				t.Fatalf("%s: asked %d times, want once", tt.name, len(s.asked))
			}
			if asked, _ := url.QueryUnescape(strings.ReplaceAll(s.asked[0].Encode(), "&", " ")); asked != tt.asked {
				t.Errorf("%s: asked %q, want %q", tt.name, asked, tt.asked)
			}
		})
	}
}

func TestAsManyPagesAsItTakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var rows []map[string]any
		for i := range 450 {
			rows = append(rows, row(i, "Wild Brewing", "Bluefield", "West Virginia", "United States"))
		}
		rows = append(rows, row(900, "Elm Brewing", "Bluefield", "Virginia", "United States"))
		s := &service{rows: rows}
		start := time.Now()
		found, err := client(t, s).Find(t.Context(), brewery.Query{City: "Bluefield", State: "Virginia"})
		if err != nil || names(found.Breweries) != "Elm" || len(s.asked) != 3 {
			t.Errorf("%q after %d pages (%v), want Elm after 3", names(found.Breweries), len(s.asked), err)
		}
		if took := time.Since(start); took != 1200*time.Millisecond {
			t.Errorf("three requests within %s, want 600 ms between them", took)
		}
		s.rows = append(rows, rows...) // the same ids, again and again
		found, err = client(t, s).Find(t.Context(), brewery.Query{State: "West Virginia", Limit: 120})
		if err != nil || len(found.Breweries) != 120 {
			t.Errorf("%d breweries (%v), want 120", len(found.Breweries), err)
		}
	})
}

func TestWhatTheServiceSaysIsKeptAsLongAsItSays(t *testing.T) {
	for _, tt := range []struct {
		cache string
		good  time.Duration
	}{
		{"public, max-age=600", 10 * time.Minute},
		{"no-store, max-age=600", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &service{rows: traps(), cache: tt.cache}
			c := client(t, s)
			q := brewery.Query{State: "VA"}
			ask := func() brewery.Found {
				t.Helper()
				found, err := c.Find(t.Context(), q)
				if err != nil || names(found.Breweries) != "Elm" {
					t.Fatalf("%s: %q (%v), want Elm", tt.cache, names(found.Breweries), err)
				}
				return found
			}
			at := ask().Asked
			time.Sleep(max(tt.good-time.Nanosecond, 0))
			again := ask()
			if kept := len(s.asked) == 1; kept != (tt.good > 0) || kept != again.Asked.Equal(at) {
				t.Errorf("%q: asked %d times, the answer is of %s", tt.cache, len(s.asked), again.Asked.Sub(at))
			}
			if tt.good == 0 {
				return
			}
			time.Sleep(time.Second)
			s.fail(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
			if old := ask(); !old.Stale || !strings.Contains(old.Note, "502") || !old.Asked.Equal(at) {
				t.Errorf("%q: %+v, want the old answer, and why", tt.cache, old)
			}
			s.fail(nil)
			time.Sleep(time.Second)
			if fresh := ask(); fresh.Stale || fresh.Note != "" || fresh.Asked.Equal(at) {
				t.Errorf("%q: %+v, want a fresh answer", tt.cache, fresh)
			}
		})
	}
}

func TestAServiceThatFailsIsAnErrorWithoutTheGuestsWords(t *testing.T) {
	status := func(code int, header ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(code)
			io.WriteString(w, "SECRET")
		}
	}
	text := func(s string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, s) }
	}
	for want, h := range map[string]http.HandlerFunc{
		"429":               status(429, "Retry-After", "40"),
		"is no list":        text(`null`),
		"more than 8 MB":    text("[" + strings.Repeat(" ", 9<<20) + "]"),
		"deadline exceeded": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		synctest.Test(t, func(t *testing.T) {
			s, start := &service{}, time.Now()
			s.fail(h)
			c := client(t, s)
			_, err := c.Find(t.Context(), brewery.Query{City: "SECRET"})
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SECRET") {
				t.Errorf("error %v, want one that says %q", err, want)
			}
			if want == "deadline exceeded" && time.Since(start) != 10*time.Second {
				t.Errorf("it took %s, want 10 s", time.Since(start))
			}
			if busy, ok := errors.AsType[*webclient.BusyError](err); ok != (want == "429") || ok && busy.Left != 40*time.Second {
				t.Errorf("error %v, want to be told when to come back only at 429", err)
			}
			own := &brewery.Catalogue{Sample: []brewery.Brewery{{Name: "Elm", City: "Secret"}}}
			found, err := brewery.WithFallback(c, own).Find(t.Context(), brewery.Query{City: "SECRET"})
			if err != nil || names(found.Breweries) != "Elm" || found.Note == "" || found.Source != brewery.Sample {
				t.Errorf("%s: %+v (%v), want the catalogue's, with a note", want, found, err)
			}
		})
	}
}

func TestPagesOfACountry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{}
		for i := range 250 {
			s.rows = append(s.rows, row(i, "Elm", "Cork", "Cork", "Ireland"))
		}
		s.rows = append(s.rows, row(300, "Oak", "Derry", "Derry", "Northern Ireland"))
		c := client(t, s)
		var got []string
		for n, more := 1, true; more; n++ {
			var all []brewery.Brewery
			var err error
			if all, more, err = c.Page(t.Context(), "Irlanda", n); err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%d %t", len(all), more))
		}
		if diff := cmp.Diff([]string{"200 true", "50 false"}, got); diff != "" {
			t.Errorf("pages (-want +got)\n%s", diff)
		}
		s.fail(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
		if _, _, err := c.Page(t.Context(), "", 1); err == nil || !strings.Contains(err.Error(), "page 1") {
			t.Errorf("error %v, want one that says which page", err)
		}
	})
}
