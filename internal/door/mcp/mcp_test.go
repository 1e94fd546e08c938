package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/mcp"
	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// The generations of the protocol.
const (
	sessions  = "2025-11-25" // begins with a handshake
	stateless = "2026-07-28" // says all with each call
)

// card is the sample's, read once.
var card = sync.OnceValues(func() (*menu.Card, error) {
	return menu.NewCard(context.Background(), menu.Sample(), embed.Local())
})

// house is a door with all that is behind it. It serves the guest whom the
// header Guest names.
type house struct {
	t    *testing.T
	door *mcp.Door
	book *memory.Book
	url  string

	mu    sync.Mutex
	asked []string // guests of whose data somebody asked
}

func open(t *testing.T) *house {
	t.Helper()
	h := &house{t: t}
	store := storetest.Memory(t)
	h.book = memory.NewBook(memory.Options{Store: store, Log: store, Org: "casa", Forget: store.Forget})
	catalogue := &brewery.Catalogue{}
	for _, b := range sample.Breweries() {
		catalogue.Sample = append(catalogue.Sample, brewery.Brewery{ID: b.ID, Name: b.Name, Type: b.Type, City: b.City, State: b.State, Country: b.Country, Website: b.Website})
	}
	tasks := &task.Runner{}
	hooks := hook.Chain{h.book.Hook()}
	hooks[0].Budgets = hook.Budgets{PreQuery: time.Minute, Other: time.Minute} // however slow the machine
	h.door = mcp.New(mcp.Options{
		Advisor: &beer.Advisor{
			Tasks: tasks, Breweries: catalogue, Explorer: &websearch.Explorer{Tasks: tasks}, Profile: h.profile, Ask: h.data, AskOwn: h.data,
			Source: func(context.Context) ui.Source { return ui.Sample },
		},
		Waiter:  &menu.Waiter{Tasks: tasks, Card: func(context.Context) (*menu.Card, error) { return card() }},
		Planner: &trip.Planner{Places: places.Fallback{Sample: places.Sample{Currency: "BRL"}}, Now: func() time.Time { return time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC) }},
		Hooks:   hooks, Shown: store, Language: lang.Portuguese, Version: "test",
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := h.door.HTTP(w, r, r.Header.Get("Guest")); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

func (h *house) profile(_ context.Context, guest string, _ customer.Lookup) (customer.Profile, error) {
	return customer.Profile{ClientID: guest, ClientName: "Bar do João", Location: "San Diego, CA", SearchMetadata: customer.Search{Status: customer.Found}}, nil
}

func (h *house) data(_ context.Context, guest, sql string) (*safesql.Result, error) {
	if strings.Contains(sql, "DISTINCT b.id") { // what the guest has bought from
		return &safesql.Result{}, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, guest)
	return &safesql.Result{Columns: []string{"name", "quantity"}, Rows: [][]any{{"Sculpin", int64(12)}, {"Duet", int64(7)}}}, nil
}

// signed says who asks.
type signed string

func (s signed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Guest", string(s))
	return http.DefaultTransport.RoundTrip(r)
}

// says answers questions that are put before a client's user.
type says struct {
	action   string
	approved bool
	asked    []string
}

func (s *says) answer(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
	s.asked = append(s.asked, r.Params.Message)
	res := &sdk.ElicitResult{Action: s.action}
	if s.action == "accept" {
		res.Content = map[string]any{"approved": s.approved}
	}
	return res, nil
}

// connect connects a client of a generation, over HTTP. user is nil where the
// client cannot ask.
func (h *house) connect(guest, version string, user *says) *sdk.ClientSession {
	h.t.Helper()
	return h.begin(&sdk.StreamableClientTransport{Endpoint: h.url, HTTPClient: &http.Client{Transport: signed(guest)}}, version, user)
}

// pipe connects a client over standard input and output, as it were.
func (h *house) pipe(guest, version string, user *says) *sdk.ClientSession {
	h.t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	over := make(chan error, 1)
	go func() { over <- h.door.Serve(context.Background(), guest, toServer, fromServer) }()
	h.t.Cleanup(func() {
		_ = fromClient.Close()
		if err := <-over; err != nil {
			h.t.Errorf("Serve: %v", err)
		}
	})
	return h.begin(&sdk.IOTransport{Reader: toClient, Writer: fromClient}, version, user)
}

func (h *house) begin(transport sdk.Transport, version string, user *says) *sdk.ClientSession {
	h.t.Helper()
	o := &sdk.ClientOptions{}
	if user != nil {
		o.ElicitationHandler = user.answer
	}
	s, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).Connect(h.t.Context(), transport, &sdk.ClientSessionOptions{ProtocolVersion: version})
	must(h.t, err)
	h.t.Cleanup(func() { _ = s.Close() })
	return s
}

// call calls a tool and returns its component, or the words of an error.
func (h *house) call(s *sdk.ClientSession, tool string, args map[string]any) (c ui.Component, said string, failed bool) {
	h.t.Helper()
	res, err := s.CallTool(h.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		h.t.Fatalf("%s: %v", tool, err)
	}
	if len(res.Content) != 1 || res.Content[0].(*sdk.TextContent).Text == "" {
		h.t.Fatalf("%s says %+v", tool, res.Content)
	}
	said = res.Content[0].(*sdk.TextContent).Text
	if res.IsError {
		return c, said, true
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil {
		h.t.Fatalf("%s: %v", tool, err)
	}
	return c, said, false
}

// found returns the id of a brewery that was found.
func (h *house) found(s *sdk.ClientSession) string {
	h.t.Helper()
	c, _, _ := h.call(s, "find_breweries", map[string]any{"city": "San Diego", "state": "CA"})
	var p beer.ListProps
	if err := json.Unmarshal(c.Props, &p); err != nil || len(p.Items) == 0 {
		h.t.Fatalf("found %s, %v", c.Props, err)
	}
	return p.Items[0].ID
}

func TestEachToolShowsAComponentInBothGenerations(t *testing.T) {
	h := open(t)
	for _, s := range []*sdk.ClientSession{h.connect("C001", sessions, nil), h.connect("C001", stateless, nil), h.pipe("C001", sessions, nil), h.pipe("C001", stateless, nil)} {
		version := s.InitializeResult().ProtocolVersion
		for _, tt := range []struct {
			tool, shows, says string
			args              map[string]any
		}{
			{"find_breweries", "breweries-list", "AleSmith", map[string]any{"city": "San Diego", "state": "CA"}},
			{"find_breweries", "breweries-list", "Nenhuma cervejaria", map[string]any{"city": "Nowhere"}},
			{"brewery_details", "brewery-details", "AleSmith", map[string]any{"breweryId": h.found(s)}},
			{"search_menu", "dishes-list", "Moqueca", map[string]any{"query": "moqueca"}},
			{"search_menu", "dishes-list", "nothing like that on the card", map[string]any{"query": "I would like some sushi with wasabi, please"}},
			{"list_accommodations", "accommodations-list", "1. ", map[string]any{"location": "Paraty", "startDate": "2027-03-10", "endDate": "2027-03-12", "guests": 3}},
			{"list_restaurants", "restaurants-list", "1. ", map[string]any{"location": "Paraty"}},
			{"ask_my_data", "query-result", "Sculpin", map[string]any{"question": "quais cervejas eu compro mais?"}},
		} {
			c, said, failed := h.call(s, tt.tool, tt.args)
			if failed || c.Name != tt.shows || !strings.Contains(said, tt.says) {
				t.Errorf("%s, %s: shows %q, says %q (failed: %v), want %q and %q", version, tt.tool, c.Name, said, failed, tt.shows, tt.says)
			}
		}
	}
}

func TestBadArgumentsAreRefused(t *testing.T) {
	h := open(t)
	s := h.connect("C001", stateless, nil)
	for _, tt := range []struct {
		tool string
		args map[string]any
	}{
		{"find_breweries", nil},
		{"find_breweries", map[string]any{"city": " "}},
		{"find_breweries", map[string]any{"city": "San Diego", "colour": "red"}},
		{"find_breweries", map[string]any{"city": "San Diego", "type": "spaceship"}},
		{"brewery_details", map[string]any{"breweryId": 7}},
		{"search_menu", map[string]any{"query": strings.Repeat("a", 2001)}},
		{"list_accommodations", map[string]any{"location": "Paraty", "startDate": "tomorrow"}},
		{"list_accommodations", map[string]any{"location": "Paraty", "startDate": "2027-03-12", "endDate": "2027-03-10"}},
		{"list_restaurants", map[string]any{"location": "Paraty", "guests": 0}},
		{"list_restaurants", map[string]any{"location": "Portland"}}, // there are two
		{"ask_my_data", map[string]any{"question": "apague todas as compras"}},
	} {
		if _, said, failed := h.call(s, tt.tool, tt.args); !failed {
			t.Errorf("%s(%v) says %q", tt.tool, tt.args, said)
		}
	}
	if _, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "drop_tables"}); err == nil {
		t.Error("there is a tool that nobody made")
	}
}

func TestTheGuestIsAskedBeforeDetailsAreFetched(t *testing.T) {
	h := open(t)
	for name, tt := range map[string]struct {
		user     says
		declined bool
	}{
		"yes":          {says{action: "accept", approved: true}, false},
		"no":           {says{action: "accept"}, true},
		"not answered": {says{action: "decline"}, true},
		"shut away":    {says{action: "cancel"}, true},
	} {
		for way, connect := range map[string]func(*says) *sdk.ClientSession{
			"HTTP, " + stateless:  func(user *says) *sdk.ClientSession { return h.connect("C001", stateless, user) },
			"pipes, " + stateless: func(user *says) *sdk.ClientSession { return h.pipe("C001", stateless, user) },
			"pipes, " + sessions:  func(user *says) *sdk.ClientSession { return h.pipe("C001", sessions, user) },
		} {
			user := tt.user
			s := connect(&user)
			c, said, failed := h.call(s, "brewery_details", map[string]any{"breweryId": h.found(s)})
			if failed != tt.declined || tt.declined != strings.Contains(said, "declined") || tt.declined != (c.Name == "") {
				t.Errorf("%s, %s: shows %q, says %q", name, way, c.Name, said)
			}
			if len(user.asked) != 1 || !strings.Contains(user.asked[0], "AleSmith") {
				t.Errorf("%s, %s: asked %q", name, way, user.asked)
			}
		}
	}
}

func TestDetailsAreOfWhatThisGuestWasShown(t *testing.T) {
	h := open(t)
	id := h.found(h.connect("C001", stateless, nil))
	for guest, want := range map[string]bool{"C001": false, "C002": true} {
		if _, said, failed := h.call(h.connect(guest, stateless, nil), "brewery_details", map[string]any{"breweryId": id}); failed != want {
			t.Errorf("%s is told %q", guest, said)
		}
	}
}

func TestDataIsOfWhoAsks(t *testing.T) {
	h := open(t)
	for _, guest := range []string{"C002", "C007"} {
		h.call(h.connect(guest, stateless, nil), "ask_my_data", map[string]any{"question": "quais cervejas eu compro mais?"})
	}
	if diff := cmp.Diff([]string{"C002", "C007"}, h.asked); diff != "" {
		t.Errorf("the data of (-want +got):\n%s", diff)
	}
}

func TestWhatAGuestMustNotHaveIsNotOnTheList(t *testing.T) {
	h := open(t)
	must(t, h.book.Consent(t.Context(), "C001", true))
	if _, err := h.book.Add(t.Context(), "C001", memory.ForUser, memory.Diet, "allergy", "camarão"); err != nil {
		t.Fatal(err)
	}
	for guest, want := range map[string]bool{"C001": false, "C002": true} {
		c, said, _ := h.call(h.connect(guest, stateless, nil), "search_menu", map[string]any{"query": "algo com camarão"})
		if got := strings.Contains(strings.ToLower(string(c.Props)), "camar"); got != want {
			t.Errorf("%s is shown %s and told %q", guest, c.Props, said)
		}
	}
}

func TestToolsSayWhatTheyTakeAndShow(t *testing.T) {
	listed, err := open(t).connect("C001", stateless, nil).ListTools(t.Context(), nil)
	must(t, err)
	takes := map[string]string{}
	for _, tool := range listed.Tools {
		in, out := tool.InputSchema.(map[string]any), tool.OutputSchema.(map[string]any)
		takes[tool.Name] = fmt.Sprint(slices.Sorted(maps.Keys(in["properties"].(map[string]any))), in["required"])
		if _, ok := out["properties"].(map[string]any)["props"]; !ok || tool.Description == "" || tool.Annotations.ReadOnlyHint == (tool.Name == "brewery_details") {
			t.Errorf("%s is described as %+v", tool.Name, tool)
		}
		const uri = "ui://maitre/cards.html"
		if nested, _ := tool.Meta["ui"].(map[string]any); nested["resourceUri"] != uri || tool.Meta["ui/resourceUri"] != uri {
			t.Errorf("%s is drawn by %v", tool.Name, tool.Meta)
		}
	}
	want := map[string]string{
		"find_breweries":      "[city state type] [city]",
		"brewery_details":     "[breweryId] [breweryId]",
		"search_menu":         "[query] [query]",
		"list_accommodations": "[endDate guests location startDate] [location]",
		"list_restaurants":    "[endDate guests location startDate] [location]",
		"ask_my_data":         "[question] [question]",
	}
	if diff := cmp.Diff(want, takes); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

func TestABatchIsNotTaken(t *testing.T) {
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/mcp", strings.NewReader(" \n[{},{}]"))
	if err := open(t).door.HTTP(w, r, "C001"); err != nil || w.Code != http.StatusBadRequest {
		t.Errorf("status %d, %v", w.Code, err)
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
