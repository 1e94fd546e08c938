package server

import (
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// Another guest's things are not there. Each route for guests has a row that says
// what another guest gets, and what the guest does: a new route needs one.
func TestNoGuestSeesOrMovesWhatIsAnothers(t *testing.T) {
	h := opened(t, func(o *Options) { o.Tokens = true; o.Operator = "chefe" })
	run := h.say("ana", "thread-da-ana", "Olá! Prefiro jabuticaba.")
	m, err := h.o.Book.Add(t.Context(), "ana", "user", "preference", "drink", "suco de jabuticaba")
	must(t, err)
	type row struct {
		path, body     string
		other, herself int
	}
	const anas = "/api/v1/threads/thread-da-ana"
	rows := map[string]row{
		"POST /agui":                    {"/agui", `{"threadId":"thread-da-ana","runId":"r2","messages":[{"id":"m2","role":"user","content":"E agora?"}]}`, 200, 200}, // a thread of her own by that name
		"GET /agui/capabilities":        {"/agui/capabilities", "", 200, 200},
		"GET /api/v1/runs/{id}/events":  {"/api/v1/runs/" + run + "/events", "", 404, 200},
		"POST /api/v1/runs/{id}/cancel": {"/api/v1/runs/" + run + "/cancel", "", 404, 204},
		"POST /api/v1/runs/{id}/extend": {"/api/v1/runs/" + run + "/extend", "", 404, 409},

		"POST /v1/chat/completions": {"/v1/chat/completions", `{"model":"maitre","metadata":{"session_id":"thread-da-ana"},"messages":[{"role":"user","content":"E agora?"}]}`, 200, 200},
		"GET /v1/models":            {"/v1/models", "", 200, 200},
		"POST /mcp":                 {"/mcp", "{}", 404, 404},

		"GET /api/v1/threads":             {"/api/v1/threads", "", 200, 200},
		"GET /api/v1/threads/{id}":        {anas, "", 404, 200},
		"PATCH /api/v1/threads/{id}":      {anas, `{"title":"Minha"}`, 404, 200},
		"DELETE /api/v1/threads/{id}":     {anas, "", 404, 204},
		"GET /api/v1/threads/{id}/staff":  {anas + "/staff", "", 200, 200}, // nothing of hers
		"GET /api/v1/threads/{id}/trace":  {anas + "/trace", "", 404, 200},
		"GET /api/v1/threads/{id}/export": {anas + "/export?format=md", "", 404, 200},
		"POST /api/v1/feedback":           {"/api/v1/feedback", `{"threadId":"thread-da-ana","runId":"` + run + `","type":"negative"}`, 404, 201},
		"POST /api/feedback":              {"/api/feedback", `{"session_id":"thread-da-ana","type":"negative"}`, 404, 201},

		"GET /api/v1/me/memory":          {"/api/v1/me/memory", "", 200, 200},
		"DELETE /api/v1/me/memory":       {"/api/v1/me/memory", "", 204, 204},
		"PATCH /api/v1/me/memory/{id}":   {"/api/v1/me/memory/" + m.ID, `{"value":"suco de jabuticaba"}`, 404, 200},
		"DELETE /api/v1/me/memory/{id}":  {"/api/v1/me/memory/" + m.ID, "", 404, 204},
		"POST /api/v1/me/memory/consent": {"/api/v1/me/memory/consent", `{"health":false}`, 204, 204},
		"GET /api/v1/me/export":          {"/api/v1/me/export", "", 200, 200},
		"GET /api/v1/charts/{file}":      {"/api/v1/charts/0.svg", "", 404, 404},

		"GET /api/v1/session":        {"/api/v1/session", "", 200, 200},
		"POST /api/v1/session":       {"/api/v1/session", `{"guest":"ana"}`, 404, 404},
		"PATCH /api/v1/session":      {"/api/v1/session", `{"name":"Ana"}`, 404, 404},
		"POST /api/v1/session/link":  {"/api/v1/session/link", `{"code":"x"}`, 404, 404},
		"DELETE /api/v1/session":     {"/api/v1/session", "", 204, 204},
		"GET /api/v1/session/guests": {"/api/v1/session/guests", "", 404, 404},

		"GET /api/v1/ui/components":                  {"/api/v1/ui/components", "", 200, 200},
		"GET /api/v1/ui/components/{name}/{version}": {"/api/v1/ui/components/trip-summary/v1.json", "", 200, 200},
		"GET /api/v1/openapi.json":                   {"/api/v1/openapi.json", "", 200, 200},
		"GET /api/v1/house":                          {"/api/v1/house", "", 200, 200},
		"GET /api/v1/photos/{file}":                  {"/api/v1/photos/0.jpg", "", 404, 404},
		"GET /healthz":                               {"/healthz", "", 200, 200},
		"GET /readyz":                                {"/readyz", "", 200, 200},
		"GET /{$}":                                   {"/", "", 200, 200},
		"GET /owner":                                 {"/owner", "", 200, 200},
		"GET /page/{kind}/{file}":                    {"/page/js/main.js", "", 200, 200},
	}
	routes := h.routes()
	slices.SortStableFunc(routes, func(a, b route) int { return strings.Compare(order(a), order(b)) })
	for _, rt := range routes {
		name := rt.method + " " + rt.path
		if rt.may >= people { // no guest gets anything
			rows[name] = row{parameter.ReplaceAllString(rt.path, "x"), "{}", 403, 403}
		}
		r, ok := rows[name]
		if !ok {
			t.Errorf("%s: say here what another guest gets", name)
			continue
		}
		a := h.ask(request{method: rt.method, path: r.path, body: r.body, guest: "bia"})
		if a.status != r.other || strings.Contains(a.body, "jabuticaba") || strings.Contains(a.body, run) {
			t.Errorf("%s %s: another guest gets %d %s, want %d", rt.method, r.path, a.status, a.body, r.other)
		}
		if rt.path == "/agui" || rt.path == "/v1/chat/completions" {
			h.ask(request{method: "DELETE", path: anas, guest: "bia"}) // what is there by this name is ana's again
		}
		if r.other == http.StatusNotFound {
			code := "not_found"
			if rt.path == "/api/v1/session/link" {
				code = "link_unknown"
			}
			refused(t, a, 404, code, rt.method, r.path)
		}
		if a := h.ask(request{method: rt.method, path: r.path, body: r.body}); rt.may != anyone && (isError(a, 401, "unauthorized") != "" || a.header.Get("WWW-Authenticate") == "") {
			t.Errorf("%s %s: without a token %d %s", rt.method, r.path, a.status, a.body)
		}
	}
	// So far nobody has moved anything.
	var known struct {
		Memories []struct{ ID, Value string }
		Health   string `json:"health_may_be_remembered"`
	}
	var list struct{ Threads []listed }
	h.get("ana", "/api/v1/me/memory", &known)
	h.get("ana", "/api/v1/threads", &list)
	if len(known.Memories) == 0 || known.Health == "no" || len(list.Threads) != 1 || !strings.Contains(list.Threads[0].Title, "jabuticaba") {
		t.Errorf("of ana there is left: %+v, %+v", known, list)
	}
	for _, rt := range routes {
		if r := rows[rt.method+" "+rt.path]; r.path != "" {
			answered(t, h.ask(request{method: rt.method, path: r.path, body: r.body, guest: "ana"}), r.herself, rt.method, r.path, "by herself")
		}
	}
	if len(rows) != len(routes) {
		t.Errorf("%d rows for %d routes", len(rows), len(routes))
	}
}

// order puts what removes things last, and what removes all at the very end.
func order(rt route) string {
	switch {
	case rt.method != "DELETE":
		return "a"
	case strings.Contains(rt.path, "{id}"):
		return "b"
	}
	return "c"
}

func TestATokenThatIsNotGoodIsRefusedEverywhere(t *testing.T) {
	h := opened(t, nil) // even where none is needed
	made, err := h.o.Store.Tokens(t.Context(), "ana")
	if secret := h.token("ana"); err != nil || len(made) != 0 || secret == "" {
		t.Fatal(err)
	}
	answered(t, h.ask(request{method: "GET", path: "/api/v1/threads", guest: "ana"}), http.StatusOK, "a good one")
	if made, err = h.o.Store.Tokens(t.Context(), "ana"); err != nil || len(made) != 1 {
		t.Fatal(made, err)
	}
	must(t, h.o.Store.RevokeToken(t.Context(), made[0].ID))
	for name, auth := range map[string]string{
		"revoked": "Bearer " + h.token("ana"), "made up": "Bearer mtr_" + strings.Repeat("a", 43), "none": "Bearer ",
		"a password": "Basic YW5hOmFuYQ==", "no scheme": h.token("ana"),
	} {
		a := h.ask(request{method: "GET", path: "/api/v1/threads", header: map[string]string{"Authorization": auth}})
		refused(t, a, 401, "unauthorized", name)
	}
}

func TestADemonstrationIsWhoeverItSaysItIs(t *testing.T) {
	h := opened(t, nil)
	type session struct {
		Guest, Name, City, By string
		Operator, Demo        bool
	}
	var got session
	if h.get("", "/api/v1/session", &got); got != (session{"C001", "Bar do João", "San Diego", "default", true, true}) {
		t.Errorf("nobody in particular is %+v", got)
	}
	var list struct{ Guests []Guest }
	if h.get("", "/api/v1/session/guests", &list); len(list.Guests) != 2 || list.Guests[1].City != "Portland" {
		t.Errorf("there is to choose from: %+v", list)
	}
	a := h.ask(request{method: "POST", path: "/api/v1/session", body: `{"guest":"C002"}`})
	cookie := a.header.Get("Set-Cookie")
	if a.status != http.StatusOK || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") || !strings.Contains(cookie, "Path=/") {
		t.Fatalf("signing in: %d %s, cookie %s", a.status, a.body, cookie)
	}
	pair, _, _ := strings.Cut(cookie, ";")
	as := func(cookie string) string {
		return h.ask(request{method: "GET", path: "/api/v1/session", header: map[string]string{"Cookie": cookie}}).body
	}
	if body := as(pair); !strings.Contains(body, `"guest":"C002"`) || !strings.Contains(body, `"by":"cookie"`) {
		t.Errorf("signed in: %s", body)
	}
	for _, forged := range []string{strings.Replace(pair, "C002", "C003", 1), pair + "x", "maitre_session=C003", "maitre_session=C003..", "maitre_session=.", "maitre_session="} {
		if body := as(forged); !strings.Contains(body, `"guest":"C001"`) {
			t.Errorf("%s: %s", forged, body)
		}
	}
	a = h.ask(request{method: "DELETE", path: "/api/v1/session"})
	if a.status != http.StatusNoContent || !strings.Contains(a.header.Get("Set-Cookie"), "maitre_session=;") {
		t.Errorf("signing out: %d %v", a.status, a.header)
	}
	refused(t, h.ask(request{method: "POST", path: "/api/v1/session", body: `{"guest":"C003"}`}), 404, "not_found", "somebody whom there is not")
	answered(t, h.ask(request{method: "GET", path: "/api/v1/metrics", guest: "bia"}), http.StatusForbidden, "metrics with a guest's token")
}

func TestACookieGetsOld(t *testing.T) {
	s := signer("secret")
	now := time.Now()
	value := s.write(useDemo, "a.b-c", now.Add(signedIn))
	if got := s.read(useDemo, value, now.Add(signedIn-time.Minute)); got != "a.b-c" {
		t.Errorf("read(%q) = %q", value, got)
	}
	if got := s.read(useDemo, value, now.Add(signedIn+time.Minute)); got != "" {
		t.Errorf("when it is too old: %q", got)
	}
	if got := signer("other").read(useDemo, value, now); got != "" {
		t.Errorf("with another secret: %q", got)
	}
}

func TestTheOperatorReadsTheMetrics(t *testing.T) {
	h := opened(t, func(o *Options) { o.Tokens = true; o.Operator = "chefe" })
	for _, path := range []string{"/metrics", "/api/v1/metrics"} {
		answered(t, h.ask(request{method: "GET", path: path, guest: "chefe"}), http.StatusOK, path)
	}
	h = opened(t, func(o *Options) { o.Tokens = true })
	answered(t, h.ask(request{method: "GET", path: "/metrics", guest: "ana"}), http.StatusForbidden, "where there is no operator")
}

func TestWithoutTokensNobodyElsewhereIsServed(t *testing.T) {
	h := opened(t, nil)
	l, err := net.Listen("tcp", ":0")
	must(t, err)
	if err := h.Serve(t.Context(), l); err == nil || !strings.Contains(err.Error(), "loopback only") {
		t.Errorf("Serve = %v", err)
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("somebody listens")
		_ = c.Close()
	}
}

func TestAnIdleSessionIsEndedAndOldMemoriesGo(t *testing.T) {
	h := opened(t, func(o *Options) { o.Keep.Memories = time.Nanosecond })
	run := h.say("ana", "t1", "Olá!")
	if _, err := h.o.Book.Add(t.Context(), "ana", "user", "preference", "drink", "vinho"); err != nil {
		t.Fatal(err)
	}
	h.sessions.last = map[string]visit{"t1": {"ana", time.Now().Add(-idleGuest - time.Second)}}
	h.sweep(t.Context())
	events, err := h.o.Store.Events(t.Context(), run, 0, 0)
	if err != nil || !slices.ContainsFunc(events, func(e event.Event) bool { return e.Type == event.SessionEnd }) {
		t.Errorf("the session is not ended: %v", err)
	}
	var known struct{ Memories []any }
	if h.get("ana", "/api/v1/me/memory", &known); len(known.Memories) != 0 {
		t.Errorf("still known: %v", known.Memories)
	}
}

func TestADemonstrationLetsForeignKeysBe(t *testing.T) {
	h := opened(t, nil)
	key := map[string]string{"Authorization": "Bearer sk-none-of-ours"}
	answered(t, h.ask(request{method: "GET", path: "/v1/models", header: key}), http.StatusOK, "a demonstration")
	h = opened(t, func(o *Options) { o.Tokens = true })
	refused(t, h.ask(request{method: "GET", path: "/api/v1/threads", header: key}), 401, "unauthorized")
}

func TestADemonstrationBehindAProxyAnswersNobody(t *testing.T) {
	h := opened(t, nil)
	for _, name := range []string{"X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Host"} {
		a := h.ask(request{method: "GET", path: "/api/v1/session", header: map[string]string{name: "198.51.100.7"}})
		refused(t, a, 403, "demo_behind_proxy", name)
	}
	h = opened(t, func(o *Options) { o.Hosts = []string{"maitre.example"} })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	if err := h.Serve(t.Context(), l); err == nil || !strings.Contains(err.Error(), "--auth token") {
		t.Errorf("with a public name: %v", err)
	}
}

// A stream that lasts longer than a check is cut off when its token, or its link, is revoked.
func TestWhatIsRevokedHearsNoMore(t *testing.T) {
	for name, revoke := range map[string]func(b *bar, r *request) (end func() error){
		"nothing": func(_ *bar, r *request) func() error { r.guest = "ana"; return func() error { return nil } },
		"a token": func(b *bar, r *request) func() error {
			r.guest = "ana"
			return func() error {
				all, err := b.store.Tokens(b.t.Context(), "ana")
				return errors.Join(err, b.store.RevokeToken(b.t.Context(), all[0].ID))
			}
		},
		"a link": func(b *bar, r *request) func() error {
			_, link, err := b.kept.Links.Make(b.t.Context(), "12", 1)
			must(b.t, err)
			r.header = map[string]string{"Cookie": visitCookie + "=" + b.signer.write(useLink, "g-1."+link.ID, time.Now().Add(time.Hour))}
			return func() error { _, err := b.kept.Links.Revoke(b.t.Context(), link.ID); return err }
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBar(t, barOptions{others: slowly(20)}, func(t *testing.T, b *bar) {
				r := said("t1", recommend).request()
				end := revoke(b, &r)
				res := b.open(r)
				if err := end(); err != nil || res.StatusCode != http.StatusOK {
					t.Fatal(res.Status, err)
				}
				start := time.Now()
				body, _ := io.ReadAll(res.Body) // that it breaks off is no error here
				told, took := strings.Contains(string(body), `"RUN_FINISHED"`), time.Since(start)
				if whole := name == "nothing"; told != whole || !whole && took > recheck+2*time.Second {
					t.Errorf("told to the end: %v, in %v", told, took)
				}
			})
		})
	}
}
