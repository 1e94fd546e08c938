package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestPagesOfStrangersMayNotAsk(t *testing.T) {
	demo := opened(t, func(o *Options) { o.Hosts = []string{"maitre.example"}; o.Origins = []string{"https://app.example"} })
	tokens := opened(t, func(o *Options) { o.Tokens = true })
	const path = "/api/v1/me/memory/consent"
	port := demo.url[strings.LastIndex(demo.url, ":"):]
	for _, tt := range []struct {
		name   string
		h      *house
		method string
		header map[string]string
		want   string // "" is 204 or 200
	}{
		{"a program", demo, "POST", nil, ""},
		{"our own page", demo, "POST", map[string]string{"Origin": demo.url}, ""},
		{"our own page, in a new browser", demo, "POST", map[string]string{"Origin": demo.url, "Sec-Fetch-Site": "same-origin"}, ""},
		{"our own page by name", demo, "POST", map[string]string{"Host": "localhost" + port, "Origin": "http://localhost" + port}, ""},
		{"our own page by its public name", demo, "POST", map[string]string{"Host": "maitre.example", "Origin": "https://maitre.example"}, ""},
		{"a listed origin", demo, "POST", map[string]string{"Origin": "https://app.example", "Sec-Fetch-Site": "cross-site"}, ""},
		{"a stranger's page", demo, "POST", map[string]string{"Origin": "https://evil.example"}, "origin_not_allowed"},
		{"a stranger's page, in a new browser", demo, "POST", map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, "origin_not_allowed"},
		{"a neighbour on another port", demo, "POST", map[string]string{"Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site"}, "origin_not_allowed"},
		{"a page without origin", demo, "POST", map[string]string{"Origin": "null"}, "origin_not_allowed"},
		{"a listed origin as the beginning of another", demo, "POST", map[string]string{"Origin": "https://app.example.evil.example"}, "origin_not_allowed"},
		{"a name that was rebound to us", demo, "POST", map[string]string{"Host": "evil.example" + port, "Origin": "http://evil.example" + port}, "host_not_allowed"},
		{"a name that was rebound to us, reading", demo, "GET", map[string]string{"Host": "evil.example"}, "host_not_allowed"},
		{"a name that ends like ours", demo, "POST", map[string]string{"Host": "localhost.evil.example"}, "host_not_allowed"},
		{"a proxy that lets others in", demo, "POST", map[string]string{"Host": "192.0.2.7"}, "host_not_allowed"},
		{"an address where tokens are asked for", tokens, "POST", map[string]string{"Host": "192.0.2.7"}, ""},
		{"IPv6", demo, "POST", map[string]string{"Host": "[::1]:8080"}, ""},
		{"a rebound name where tokens are asked for", tokens, "POST", map[string]string{"Host": "evil.example"}, "host_not_allowed"},
	} {
		p := path
		if tt.method == "GET" {
			p = "/api/v1/threads"
		}
		a := tt.h.ask(request{method: tt.method, path: p, body: `{"health":true}`, guest: "ana", header: tt.header})
		if tt.want == "" {
			answered(t, a, http.StatusNoContent, tt.name)
		} else {
			refused(t, a, http.StatusForbidden, tt.want, tt.name)
		}
	}
	answered(t, demo.ask(request{method: "GET", path: "/healthz", header: map[string]string{"Host": "10.0.0.7"}}), http.StatusOK, "a probe that knows us by another name")
}

func TestOnlyListedOriginsReadAnswers(t *testing.T) {
	h := opened(t, func(o *Options) { o.Origins = []string{"https://app.example"} })
	for origin, want := range map[string]string{"https://app.example": "https://app.example", "https://evil.example": "", "null": "", "": ""} {
		a := h.ask(request{method: "GET", path: "/api/v1/threads", header: map[string]string{"Origin": origin}})
		if got := a.header.Get("Access-Control-Allow-Origin"); got != want || a.header.Get("Vary") != "Origin" || a.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("origin %q: may be read by %q, want %q", origin, got, want)
		}
	}
	before := map[string]string{"Origin": "https://app.example", "Access-Control-Request-Method": "DELETE", "Access-Control-Request-Headers": "authorization"}
	a := h.ask(request{method: "OPTIONS", path: "/api/v1/threads/t1", header: before})
	if a.status != http.StatusNoContent || !strings.Contains(a.header.Get("Access-Control-Allow-Methods"), "DELETE") || !strings.Contains(a.header.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("before it asks: %d %v", a.status, a.header)
	}
	before["Origin"] = "https://evil.example"
	refused(t, h.ask(request{method: "OPTIONS", path: "/api/v1/threads/t1", header: before}), 405, "method_not_allowed", "a stranger before it asks")
}

func TestEveryAnswerIsGuarded(t *testing.T) {
	h := opened(t, nil)
	for path, policy := range map[string]string{"/": pagePolicy, "/api/v1/threads": dataPolicy, "/nope": dataPolicy, "/agui/capabilities": dataPolicy} {
		a := h.ask(request{method: "GET", path: path})
		kept := "no-store"
		if path == "/" {
			kept = "no-cache"
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": kept,
		} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
	mine := h.ask(request{method: "GET", path: "/healthz", header: map[string]string{"X-Request-Id": "mine-1"}}).header.Get("X-Request-Id")
	other := h.ask(request{method: "GET", path: "/healthz", header: map[string]string{"X-Request-Id": `a" b`}}).header.Get("X-Request-Id")
	if mine != "mine-1" || len(other) != 24 {
		t.Errorf("requests are called %q and %q", mine, other)
	}
}

func TestWhatThereIsNotIsJSON(t *testing.T) {
	h := opened(t, nil)
	for _, path := range []string{"/nope", "/api/v1/nope", "/api/v1/threads/a/b/c", "/api/v1/threads/..%2f..%2fx", "/agui/"} {
		refused(t, h.ask(request{method: "GET", path: path}), 404, "not_found", path)
	}
	a := h.ask(request{method: "PUT", path: "/api/v1/threads/t1"})
	if wrong := isError(a, 405, "method_not_allowed"); wrong != "" || a.header.Get("Allow") != "DELETE, GET, HEAD, PATCH" {
		t.Errorf("a method: %s, allowed are %q", wrong, a.header.Get("Allow"))
	}
}

func TestProbesAreAnsweredHoweverOftenStrangersAsk(t *testing.T) {
	h := opened(t, func(o *Options) { o.Tokens = true })
	web := h.Handler()
	for i := range int(40 * burst) {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/healthz", nil)
		r.RemoteAddr = "192.0.2.9:5"
		w := httptest.NewRecorder()
		if web.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Fatalf("probe %d: %d", i, w.Code)
		}
	}
}

func TestWhoAsksTooOftenIsToldToWait(t *testing.T) {
	h := opened(t, func(o *Options) { o.Tokens = true })
	web := h.Handler()
	ask := func(guest, from string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/api/v1/me/memory", nil)
		r.RemoteAddr = "127.0.0.1:5"
		r.Header.Set("X-Forwarded-For", "198.51.100.1, "+from) // by a proxy on this machine
		if guest != "" {
			r.Header.Set("Authorization", "Bearer "+h.token(guest))
		}
		w := httptest.NewRecorder()
		web.ServeHTTP(w, r)
		return w
	}
	few := int(20 * burst)
	var w *httptest.ResponseRecorder
	for i := range 20 * few { // on a slow machine tokens come back meanwhile
		if w = ask("ana", "192.0.2.1"); i < few && w.Code != http.StatusOK {
			t.Fatalf("request %d: %d %s", i, w.Code, w.Body)
		}
		if w.Code != http.StatusOK {
			break
		}
	}
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "1" || !strings.Contains(w.Body.String(), `"rate_limited"`) {
		t.Errorf("a guest: %d %v %s", w.Code, w.Header(), w.Body)
	}
	if w := ask("bia", "192.0.2.1"); w.Code != http.StatusOK {
		t.Errorf("another guest at the same address: %d %s", w.Code, w.Body)
	}
	for range 20 * few {
		if w = ask("", "192.0.2.3"); w.Code == http.StatusTooManyRequests {
			break
		}
	}
	if w.Code != http.StatusTooManyRequests {
		t.Errorf("somebody who tries tokens: %d %s", w.Code, w.Body)
	}
	if w := ask("", "192.0.2.4"); w.Code != http.StatusUnauthorized {
		t.Errorf("somebody elsewhere: %d %s", w.Code, w.Body)
	}
}

func TestABucketFillsWithTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l limiter
		taken := func() (n int) {
			for l.take("ana", 5) == nil {
				n++
			}
			return n
		}
		got := []int{taken(), taken()}
		time.Sleep(time.Second)
		got = append(got, taken())
		time.Sleep(time.Hour)
		if got = append(got, taken()); fmt.Sprint(got) != "[50 0 5 50]" {
			t.Errorf("it gave %v", got)
		}
		if slow, ok := errors.AsType[*slowDown](l.take("ana", 5)); !ok || slow.wait <= 0 || slow.wait > time.Second/5 {
			t.Errorf("it says to wait %v", slow)
		}
		for i := range 3 * maxBuckets {
			_ = l.take(fmt.Sprint(i), 5)
		}
		if len(l.buckets) > maxBuckets {
			t.Errorf("it keeps %d buckets", len(l.buckets))
		}
	})
}

func TestAPanicIsAnErrorAndKeepsItsSecret(t *testing.T) {
	h := opened(t, func(o *Options) {
		o.Guests = func(_ context.Context, id string) ([]Guest, error) {
			if id == "" {
				panic("senha hunter22")
			}
			return nil, errors.New("the disk is full")
		}
	})
	refused(t, h.ask(request{method: "GET", path: "/api/v1/session/guests"}), 500, "internal")
	a := h.ask(request{method: "POST", path: "/api/v1/session", body: `{"guest":"C9"}`})
	if wrong := isError(a, 500, "internal"); wrong != "" || strings.Contains(a.body, "disk") {
		t.Errorf("%s: %s", wrong, a.body)
	}
	log := h.log.String()
	if strings.Contains(log, "hunter22") || !strings.Contains(log, "handler panicked") || !strings.Contains(log, "the disk is full") {
		t.Errorf("the log says %s", log)
	}
}

func TestNothingOfARequestIsLogged(t *testing.T) {
	h := opened(t, nil)
	h.say("ana", "thread-segredo", "segredo da palavra")
	for _, path := range []string{"/api/v1/threads/segredo", "/api/v1/threads?key=segredo", "/segredo", "/api/v1/threads/segredo/export?format=segredo"} {
		h.ask(request{method: "GET", path: path, guest: "ana", header: map[string]string{"X-Segredo": "segredo", "Cookie": "maitre_session=segredo"}})
	}
	h.ask(request{method: "POST", path: "/api/v1/feedback", guest: "ana", body: `{"segredo":"segredo","type":3}`})
	h.ask(request{method: "GET", path: "/api/v1/threads", header: map[string]string{"Authorization": "Bearer mtr_segredo"}})
	h.ask(request{method: "SEGREDO", path: "/api/v1/threads"})
	log := h.log.String()
	if strings.Contains(strings.ToLower(log), "segredo") || strings.Contains(log, h.token("ana")) {
		t.Errorf("the log says %s", log)
	}
	if !strings.Contains(log, `route="GET /api/v1/threads/{id}" status=404`) || !strings.Contains(log, `method=other`) {
		t.Errorf("the log does not tell what was asked: %s", log)
	}
}

func TestLargeBodiesAreRefused(t *testing.T) {
	h := opened(t, nil)
	large := `{"title":"` + strings.Repeat("x", maxBody) + `"}`
	for _, path := range []string{"/api/v1/feedback", "/agui", "/api/v1/session"} {
		refused(t, h.ask(request{method: "POST", path: path, body: large}), 413, "too_large", path)
		// Without a length, as somebody sends it who hides it.
		req, err := http.NewRequestWithContext(t.Context(), "POST", h.url+path, io.MultiReader(strings.NewReader(large)))
		must(t, err)
		res, err := http.DefaultTransport.RoundTrip(req)
		must(t, err)
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		refused(t, answer{res.StatusCode, res.Header, string(body)}, 413, "too_large", path, "in chunks")
	}
}

// A client that sends a byte now and then holds a connection no longer than its
// head or body may take.
func TestSlowClientsAreLetGo(t *testing.T) {
	for name, tt := range map[string]struct {
		begin string
		limit time.Duration
		want  string
	}{
		"a head without end": {"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ", headTime, ""},
		"a body without end": {"POST /api/v1/feedback HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{", bodyTime, "HTTP/1.1 408 Request Timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			h := opened(t, nil)
			synctest.Test(t, func(t *testing.T) {
				web, l := h.web(), &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
				served, sent := make(chan error), make(chan struct{})
				go func() { served <- web.Serve(l) }()
				client, far := net.Pipe()
				l.conns <- far
				start := time.Now()
				go func() {
					defer close(sent)
					_, err := io.WriteString(client, tt.begin)
					for err == nil {
						time.Sleep(time.Second)
						_, err = io.WriteString(client, "a")
					}
				}()
				line, _ := bufio.NewReader(client).ReadString('\n')
				if took := time.Since(start); took > tt.limit+time.Second || strings.TrimSpace(line) != tt.want {
					t.Errorf("after %v: %q, want %q within %v", took, line, tt.want, tt.limit)
				}
				_ = client.Close()
				_ = web.Close()
				<-sent
				if err := <-served; !errors.Is(err, http.ErrServerClosed) {
					t.Error(err)
				}
			})
		})
	}
}

// pipes is a listener on no network.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.done); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

func TestHalfSentBodiesFillNoMemory(t *testing.T) {
	h := opened(t, func(o *Options) { o.Tokens = true })
	half := strings.Repeat("x", maxBody/2)
	for range maxSender / len(half) { // all that one sender may hold
		c, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
		must(t, err)
		defer c.Close()
		_, err = fmt.Fprintf(c, "POST /api/v1/feedback HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", h.token("ana"), maxBody, half)
		must(t, err)
	}
	opinion := func(guest string) answer {
		return h.ask(request{method: "POST", path: "/api/v1/feedback", guest: guest, body: `{"run":"none","kind":"up","text":"` + strings.Repeat("y", 8<<10) + `"}`})
	}
	var a answer
	for range 200 { // until the halves have arrived
		if a = opinion("ana"); a.status == http.StatusServiceUnavailable {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	refused(t, a, 503, "busy")
	if a := opinion("bia"); a.status == http.StatusServiceUnavailable {
		t.Errorf("another guest: %d %s", a.status, a.body)
	}
}

// A mistyped address is told in words to a browser, and to a program as before.
func TestABrowserThatIsAstrayIsToldWhereThePagesAre(t *testing.T) {
	h := opened(t, nil)
	for _, path := range []string{"/Owner", "/dono", "/owner/"} {
		a := h.ask(request{method: "GET", path: path, header: map[string]string{"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}})
		if a.status != 404 || !strings.Contains(a.body, `<a href="/owner">`) || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
			t.Errorf("GET %s of a browser: %d %s", path, a.status, a.body)
		}
		refused(t, h.ask(request{method: "GET", path: path}), 404, "not_found", path)
	}
}
