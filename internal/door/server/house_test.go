package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

// house is a server with a store, and somebody who asks it.
type house struct {
	*Server
	t      testing.TB
	store  *sqlite.Store
	url    string
	client http.RoundTripper
	stop   func() // shuts a bar down, and waits
	log    *logged
	tokens map[string]string // of guests
}

// opened makes a house; change may change what it is made of.
func opened(t testing.TB, change func(*Options)) *house {
	t.Helper()
	db := storetest.Memory(t)
	book := memory.NewBook(memory.Options{Store: db, Log: db, Org: "casa", Forget: db.Forget})
	hooks := hook.Chain{book.Hook()}
	hooks[0].Budgets = hook.Budgets{PreQuery: time.Minute, Other: time.Minute} // however slow the machine
	m, err := maitre.New(maitre.Options{House: maitre.House{Name: "Casa", Language: "pt"}, Store: db, Hooks: hooks})
	must(t, err)
	h := &house{t: t, store: db, client: http.DefaultTransport, log: &logged{}, tokens: map[string]string{}}
	o := Options{
		Maitre: m, Book: book, Store: db, Version: "test", Kinds: append(trip.Kinds, menu.Kinds...),
		Log: slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Guests: func(_ context.Context, id string) ([]Guest, error) {
			all := []Guest{{"C001", "Bar do João", "San Diego"}, {"C002", "Cantina da Ana", "Portland"}}
			for _, g := range all {
				if g.ID == id {
					return []Guest{g}, nil
				}
			}
			if id != "" {
				return nil, nil
			}
			return all, nil
		},
	}
	if change != nil {
		change(&o)
	}
	if h.Server, err = New(o); err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(h.Handler())
	t.Cleanup(func() {
		web.Close()
		h.hub.drain(context.Background())
	})
	h.url = web.URL
	return h
}

// token returns a token of a guest.
func (h *house) token(guest string) string {
	if h.tokens[guest] == "" {
		secret, made, hash := token.New(guest, "test")
		made.Role = map[string]string{"dona": token.Owner, "rita": token.Staff}[guest]
		must(h.t, h.store.PutToken(context.Background(), made, hash))
		h.tokens[guest] = secret
	}
	return h.tokens[guest]
}

// request is what is asked; a guest asks with their token.
type request struct {
	method, path, body string
	guest              string
	header             map[string]string
}

type answer struct {
	status int
	header http.Header
	body   string
}

// open sends a request and returns the answer, whose body is not read yet. It
// ends with the test.
func (h *house) open(r request) *http.Response {
	h.t.Helper()
	req, err := http.NewRequestWithContext(h.t.Context(), r.method, h.url+r.path, strings.NewReader(r.body))
	must(h.t, err)
	if r.guest != "" {
		req.Header.Set("Authorization", "Bearer "+h.token(r.guest))
	}
	for name, value := range r.header {
		if name == "Host" {
			req.Host = value
		}
		req.Header.Set(name, value)
	}
	res, err := h.client.RoundTrip(req)
	if err != nil {
		h.t.Fatalf("%s %s: %v", r.method, r.path, err)
	}
	h.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func (h *house) ask(r request) answer {
	h.t.Helper()
	res := h.open(r)
	body, err := io.ReadAll(res.Body)
	if err != nil {
		h.t.Fatalf("%s %s: %v", r.method, r.path, err)
	}
	_ = res.Body.Close()
	a := answer{res.StatusCode, res.Header, string(body)}
	h.check(r, a)
	return a
}

// get asks for JSON and reads it into v.
func (h *house) get(guest, path string, v any) {
	h.t.Helper()
	a := h.ask(request{method: "GET", path: path, guest: guest})
	if a.status != http.StatusOK || json.Unmarshal([]byte(a.body), v) != nil {
		h.t.Fatalf("GET %s as %s: %d %s", path, guest, a.status, a.body)
	}
}

// threadOf returns the id of the thread that a guest calls by a name.
func (h *house) threadOf(guest, name string) string {
	h.t.Helper()
	id, err := thread.Named(h.t.Context(), h.o.Store, name, guest)
	must(h.t, err)
	return id
}

// say says something in a thread and returns the run.
func (h *house) say(guest, thread, text string) (run string) {
	h.t.Helper()
	body, _ := json.Marshal(map[string]any{
		"threadId": thread, "runId": "r1",
		"messages": []any{map[string]string{"id": "m1", "role": "user", "content": text}},
	})
	a := h.ask(request{method: "POST", path: "/agui", guest: guest, body: string(body)})
	if a.status != http.StatusOK || !strings.Contains(a.body, `"RUN_FINISHED"`) {
		h.t.Fatalf("POST /agui: %d %s", a.status, a.body)
	}
	runs, err := h.o.Store.Runs(h.t.Context(), h.threadOf(guest, thread))
	if err != nil || len(runs) == 0 {
		h.t.Fatalf("the runs of %s: %v, %v", thread, runs, err)
	}
	return runs[len(runs)-1]
}

// logged is a log to look into.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// answered wants an answer of a status; what says of which case it is.
func answered(t testing.TB, a answer, status int, what ...any) {
	t.Helper()
	if a.status != status {
		t.Errorf("%v: %d %.500s, want %d", what, a.status, a.body, status)
	}
}

// refused wants an answer that is an error; what says of which case it is.
func refused(t testing.TB, a answer, status int, code string, what ...any) {
	t.Helper()
	if wrong := isError(a, status, code); wrong != "" {
		t.Errorf("%v: %s", what, wrong)
	}
}

// isError says what is wrong with an answer that should be an error.
func isError(a answer, status int, code string) string {
	var e struct {
		Error struct{ Code, Message string }
	}
	if err := json.Unmarshal([]byte(a.body), &e); err != nil {
		return "its body is no JSON: " + a.body
	}
	if a.status != status || e.Error.Code != code || e.Error.Message == "" || a.header.Get("Content-Type") != "application/json" {
		return http.StatusText(a.status) + " " + a.body + ", want " + http.StatusText(status) + " " + code
	}
	return ""
}
