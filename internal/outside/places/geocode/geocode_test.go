package geocode_test

import (
	"context"
	"errors"
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
	"github.com/maitre-dev/maitre/internal/outside/places/geocode"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/storetest"
)

// geocoder is a server on this machine that answers with a file of testdata,
// or, while it has none, that it is too busy.
type geocoder struct {
	*httptest.Server
	mu    sync.Mutex
	file  string
	asked []string
}

func serve(t *testing.T, file string) *geocoder {
	g := &geocoder{file: file}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.asked = append(g.asked, r.URL.RawQuery)
		if g.file == "" {
			w.WriteHeader(http.StatusGatewayTimeout)
			return
		}
		http.ServeFile(w, r, filepath.Join("testdata", g.file+".json"))
	}))
	t.Cleanup(g.Close)
	return g
}

func (g *geocoder) queries() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.asked
}

func (g *geocoder) now(file string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.file = file
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		about, name, file string
		want              *places.Area
	}{
		{"of several of one name the likeliest, and no airport", "Portland", "portland", &places.Area{Name: "Portland", Country: "US", Lat: 45.52345, Lon: -122.67621}},
		{"just that name goes before those like it", "tiradentes", "like", &places.Area{Name: "Tiradentes", Country: "BR", Lat: -21.11, Lon: -44.17}},
		{"one like it if there is no other", "tiradente", "like", &places.Area{Name: "Tiradentes", Country: "BR", Lat: -21.11, Lon: -44.17}},
		{"nowhere", "Xanadu", "none", nil},
		{"what anybody may write is safe to show", "vila", "hostile", &places.Area{Name: "Vila Má", Lat: -21.11, Lon: -44.17}},
	} {
		t.Run(tt.about, func(t *testing.T) {
			got, err := geocode.New(serve(t, tt.file).URL, nil, nil).Find(t.Context(), tt.name, lang.Portuguese)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Find(%q) (-want +got)\n%s", tt.name, diff)
			}
		})
	}
}

func TestTheQueryIsEscapedAndShort(t *testing.T) {
	for name, want := range map[string]string{
		"São Paulo":              "count=30&format=json&language=es&name=S%C3%A3o+Paulo",
		"a&count=100#x\nb":       "count=30&format=json&language=es&name=a%26count%3D100%23x+b",
		strings.Repeat("x", 1e6): "count=30&format=json&language=es&name=" + strings.Repeat("x", 79) + "%E2%80%A6",
	} {
		g := serve(t, "none")
		if _, err := geocode.New(g.URL, nil, nil).Find(t.Context(), name, lang.Spanish); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{want}, g.queries()); diff != "" {
			t.Errorf("queries (-want +got)\n%s", diff)
		}
	}
}

func TestWhatIsNoNameIsNotAsked(t *testing.T) {
	g := serve(t, "portland")
	for _, name := range []string{"", "x", " \n", "?!", "\u202e\u200b"} {
		if got, err := geocode.New(g.URL, nil, nil).Find(t.Context(), name, lang.English); err != nil || got != nil {
			t.Errorf("Find(%q) = %v, %v, want nothing", name, got, err)
		}
	}
	if asked := g.queries(); len(asked) != 0 {
		t.Errorf("asked %q, want nothing", asked)
	}
}

func TestAnswersAreKeptAndServeWhenTheGeocoderIsDown(t *testing.T) {
	clock := time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC)
	cache := semcache.New(storetest.Memory(t), "geocode", semcache.Options{Now: func() time.Time { return clock }})
	g := serve(t, "portland")
	c := geocode.New(g.URL, cache, nil)
	find := func(name string, language lang.Language, asked int) {
		t.Helper()
		got, err := c.Find(t.Context(), name, language)
		if err != nil || got == nil || len(g.queries()) != asked {
			t.Errorf("%v (%v) after %d requests, want one after %d", got, err, len(g.queries()), asked)
		}
	}
	find("Portland", lang.Portuguese, 1)
	find(" PORTLAND", lang.Portuguese, 1)
	find("Portland", "", 1)
	find("Portland", lang.English, 2)
	clock = clock.Add(29 * 24 * time.Hour)
	find("Portland", lang.Portuguese, 2)
	clock = clock.Add(2 * 24 * time.Hour)
	g.now("")
	find("Portland", lang.Portuguese, 3)
	if _, err := c.Find(t.Context(), "Boston", lang.Portuguese); err == nil {
		t.Error("no error of a geocoder that is down, for a name never asked before")
	}
}

func TestAGeocoderInTroubleIsAnError(t *testing.T) {
	whole, err := os.ReadFile("testdata/portland.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		status int
		body   string
	}{
		{"a complaint", 400, `{"error":true,"reason":"Parameter count must be between 1 and 100."}`},
		{"too many requests", 429, `{"error":true,"reason":"Minutely API request limit exceeded."}`},
		{"gateway time-out", 504, "<html>504</html>"},
		{"a page instead", 200, "<html>Wi-Fi: accept the terms</html>"},
		{"broken off", 200, string(whole[:len(whole)/2])},
		{"nothing", 200, ""},
		{"another shape", 200, `{"results":{"name":"Portland"}}`},
		{"a body without end", 200, `{"results":[],"x":"` + strings.Repeat("x", 9<<20) + `"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "60")
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(tt.body))
			}))
			defer s.Close()
			got, err := geocode.New(s.URL, nil, nil).Find(t.Context(), "Portland", lang.English)
			if err == nil || strings.Contains(err.Error(), "Portland") {
				t.Errorf("%v, error %v, want one without the guest's words", got, err)
			}
		})
	}
}

func TestASlowGeocoderIsNotWaitedFor(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := geocode.New(s.URL, nil, nil).Find(ctx, "Portland", lang.English); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the deadline", err)
	}
}
