package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestASyncGoesOnWhereItWasStopped(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	trouble := map[int]http.HandlerFunc{ // by request, from 1
		2: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		3: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		q := r.URL.Query()
		asked = append(asked, q.Get("by_country")+" "+q.Get("page"))
		if h := trouble[len(asked)]; h != nil {
			h(w, r)
			return
		}
		rows := []map[string]any{}
		for i := range map[string]int{"1": 200, "2": 3}[q.Get("page")] {
			rows = append(rows, map[string]any{"id": fmt.Sprintf("%s-%d", q.Get("page"), i), "name": fmt.Sprintf("Elm %d", i), "city": "Cork", "state_province": "Cork", "country": "Ireland"})
		}
		json.NewEncoder(w).Encode(rows)
	}))
	t.Cleanup(server.Close)
	args := []string{"breweries", "import", "--live", "--country", "irlanda", "--breweries-url", server.URL, "--db", filepath.Join(t.TempDir(), "maitre.db")}
	var out, errs bytes.Buffer
	if code := Run(System{Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}); code != exitFailed || !strings.Contains(errs.String(), "page 2: the service answers 502 Bad Gateway; run it again to go on") {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	got := []string{must(t, "", args...), must(t, "", append(args, "--json")...)}
	got[0], _, _ = strings.Cut(got[0], ", in ")
	got[1], _, _ = strings.Cut(got[1], `,"ms"`)
	want := []string{"3 breweries, 3 new, 0 changed, 0 skipped", `{"breweries":203,"new":0,"changed":0,"pages":2,"skipped":[]`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reports (-want +got)\n%s", diff)
	}
	mu.Lock()
	defer mu.Unlock()
	if diff := cmp.Diff([]string{"Ireland 1", "Ireland 2", "Ireland 2", "Ireland 2", "Ireland 1", "Ireland 2"}, asked); diff != "" {
		t.Errorf("asked for (-want +got)\n%s", diff)
	}
	if found := must(t, "", append([]string{"breweries", "find", "--name", "elm 199"}, args[5:]...)...); found != "Elm 199  Cork, Cork\n" {
		t.Errorf("found %q", found)
	}
}
