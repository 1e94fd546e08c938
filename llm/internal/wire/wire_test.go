package wire

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
)

const (
	key      = "sk-canary-4f1d9c2b7a60e835"
	password = `hunter2"s`
)

func bearer(h http.Header) { h.Set("Authorization", "Bearer "+key) }

func xkey(h http.Header) { h.Set("X-Key", key) }

func serve(t *testing.T, h http.HandlerFunc) (base string) {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL
}

func answer(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func collect(stream func(func([]byte, error) bool)) (got []string, err error) {
	for data, err := range stream {
		if err != nil {
			return got, err
		}
		got = append(got, string(data))
	}
	return got, nil
}

func TestEvents(t *testing.T) {
	tests := []struct {
		name, body string
		want       []string
	}{
		{"one", "data: {\"a\":1}\n\n", []string{`{"a":1}`}},
		{"Windows line ends", "data: a\r\n\r\ndata: b\r\n\r\n", []string{"a", "b"}},
		{"no space after the colon", "data:a\n\ndata:  b\n\n", []string{"a", " b"}},
		{"comments and other fields", ": ping\n\nevent: x\nid: 7\ndata: a\nretry: 5\n\n:\n\n", []string{"a"}},
		{"data in several lines", "data: {\ndata: \"a\":1\ndata: }\n\n", []string{"{\n\"a\":1\n}"}},
		{"many blank lines", "\n\n\ndata: a\n\n\n\ndata: b\n\n\n", []string{"a", "b"}},
		{"no blank line at the end", "data: a\n\ndata: b", []string{"a", "b"}},
		{"[DONE] ends it", "data: a\n\ndata: [DONE]\n\ndata: b\n\n", []string{"a"}},
		{"[DONE] without a blank line", "data: a\n\ndata: [DONE]", []string{"a"}},
		{"[DONE] in words does not", "data: \"[DONE]\"\n\ndata: b\n\n", []string{`"[DONE]"`, "b"}},
		{"nothing", "", nil},
		{"an event of nothing", "data:\n\ndata: \n\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := New("p", serve(t, answer(200, "Text/Event-Stream; charset=utf-8", tt.body)), key, nil, bearer)
			got, err := collect(c.Events(t.Context(), "/x", struct{}{}))
			if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
				t.Errorf("error %v, events (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestAnEventOverTheSizeLimitIsAnError(t *testing.T) {
	line := strings.Repeat("a", maxEvent/2)
	for name, body := range map[string]string{
		"in one line":      "data: " + line + line + "\n\n",
		"in several lines": "data: " + line + "\ndata: " + line + "\ndata: " + line + "\n\n",
	} {
		got, err := collect(events(strings.NewReader("data: first\n\n" + body + "data: later\n\n")))
		if len(got) != 1 || !errors.Is(err, errTooLong) {
			t.Errorf("%s: %d events, error %v, want the first one and then the error", name, len(got), err)
		}
	}
	if got, err := collect(events(strings.NewReader("data: " + line + "\n\n"))); err != nil || len(got) != 1 || len(got[0]) != len(line) {
		t.Errorf("an event within the limit: %d events, error %v", len(got), err)
	}
}

func TestAReaderMayLeaveAStreamThatDoesNotEnd(t *testing.T) {
	left := make(chan struct{})
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: a\n\ndata: b\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(left)
	})
	for data, err := range New("p", base, key, nil, bearer).Events(t.Context(), "/x", struct{}{}) {
		if err != nil || string(data) != "a" {
			t.Fatalf("got %q, %v", data, err)
		}
		break
	}
	select {
	case <-left:
	case <-time.After(10 * time.Second):
		t.Error("the connection is still open")
	}
}

func TestAStreamThatBreaksIsTransient(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, "data: a\n\ndata: b")
	})
	got, err := collect(New("p", base, key, nil, bearer).Events(t.Context(), "/x", struct{}{}))
	if len(got) != 1 || llm.KindOf(err) != llm.Transient || err.Error() != "p: unexpected EOF" {
		t.Errorf("got %q, %v, want the whole event and a transient error", got, err)
	}
}

func TestTheCallersReasonComesBackAsItIs(t *testing.T) {
	enough := errors.New("the guest left")
	for _, begun := range []bool{false, true} {
		ctx, cancel := context.WithCancelCause(t.Context())
		base := serve(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // a server notices that the client left only then
			if begun {
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, "data: a\n\n")
				_ = http.NewResponseController(w).Flush()
			}
			cancel(enough)
			<-r.Context().Done()
		})
		if _, err := collect(New("p", base, key, nil, bearer).Events(ctx, "/x", struct{}{})); err != enough { //nolint:errorlint // not even wrapped
			t.Errorf("begun %v: error = %v, want the caller's", begun, err)
		}
	}
}

func TestNotEvents(t *testing.T) {
	tests := []struct{ name, kind, body, want string }{
		{"a page", "text/html", "<html>Sign in</html>", `p: an answer of type "text/html" instead of events; is the base URL right?`},
		{"no type and no words", "", "", `p: an answer of type "" instead of events; is the base URL right?`},
		{"an error as JSON", "application/json", `{"error":{"message":"no capacity"}}`, "p: no capacity"},
		{"a type that tells the key", key, "", `p: an answer of type "[key]" instead of events; is the base URL right?`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := New("p", serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{tt.kind}
				_, _ = io.WriteString(w, tt.body)
			}), key, nil, bearer)
			got, err := collect(c.Events(t.Context(), "/x", struct{}{}))
			if got != nil || err == nil || err.Error() != tt.want || llm.KindOf(err) != llm.Transient {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestJSON(t *testing.T) {
	type body struct{ Q string }
	var method, path, sent, kind string
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		method, path, sent, kind = r.Method, r.URL.String(), string(b), r.Header.Get("Content-Type")
		answer(200, "application/json", `{"Q":"a"}`)(w, r)
	})
	c := New("p", base+"/v1/", key, nil, bearer)
	var got body
	if err := c.JSON(t.Context(), "/x?alt=1", body{"<&>"}, &got); err != nil || got.Q != "a" {
		t.Errorf("got %+v, %v", got, err)
	}
	if method != "POST" || path != "/v1/x?alt=1" || sent != `{"Q":"<&>"}` || kind != "application/json" {
		t.Errorf("sent %s %s %s as %s", method, path, sent, kind)
	}
	if err := c.JSON(t.Context(), "/x", nil, &got); err != nil || method != "GET" || sent != "" {
		t.Errorf("without a body: %s %q, %v", method, sent, err)
	}
	if err := c.JSON(t.Context(), "/x", make(chan int), &got); err == nil || !strings.HasPrefix(err.Error(), "p: encoding the request: ") {
		t.Errorf("a body that is no JSON: %v", err)
	}
	for _, bad := range []string{"", "<html>", `{"Q":`, `{"Q":7}`} {
		err := New("p", serve(t, answer(200, "application/json", bad)), key, nil, bearer).JSON(t.Context(), "/x", nil, &got)
		if llm.KindOf(err) != llm.Transient || err == nil {
			t.Errorf("answer %q: error = %v, want a transient one", bad, err)
		}
	}
}

func TestRefused(t *testing.T) {
	says := func(message string) string { return fmt.Sprintf(`{"error":{"message":%q}}`, message) }
	tests := []struct {
		status int
		body   string
		kind   llm.Kind
		want   string
	}{
		{400, says("bad"), llm.Permanent, "p: 400 bad"},
		{400, says("API key not valid. Please pass a valid API key."), llm.Auth, "p: 400 API key not valid. Please pass a valid API key."},
		{401, says("no"), llm.Auth, "p: 401 no"},
		{403, "", llm.Auth, "p: 403 Forbidden"},
		{404, says("no model; its context length is unknown"), llm.Permanent, "p: 404 no model; its context length is unknown"},
		{400, says("This model's maximum context length is 8 tokens"), llm.Overflow, "p: 400 This model's maximum context length is 8 tokens"},
		{400, says("the request exceeds the available context size"), llm.Overflow, "p: 400 the request exceeds the available context size"},
		{400, says("prompt is too long: 9 tokens"), llm.Overflow, "p: 400 prompt is too long: 9 tokens"},
		{400, says("The input token count (9) exceeds the maximum number of tokens allowed (8)."), llm.Overflow, "p: 400 The input token count (9) exceeds the maximum number of tokens allowed (8)."},
		{413, "", llm.Overflow, "p: 413 Request Entity Too Large"},
		{408, "", llm.Transient, "p: 408 Request Timeout"},
		{409, "", llm.Transient, "p: 409 Conflict"},
		{429, "", llm.Transient, "p: 429 Too Many Requests"},
		{429, says("context length"), llm.Transient, "p: 429 context length"},
		{500, "<html>", llm.Transient, "p: 500 Internal Server Error"},
		{529, "", llm.Transient, "p: 529"},
		{302, "", llm.Permanent, "p: 302 Found"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			err := New("p", serve(t, answer(tt.status, "application/json", tt.body)), key, nil, bearer).JSON(t.Context(), "/x", nil, new(any))
			e, ok := errors.AsType[*llm.Error](err)
			if !ok || e.Kind != tt.kind || e.Status != tt.status || e.Error() != tt.want {
				t.Errorf("error = %v of kind %v, want %q of kind %v", err, llm.KindOf(err), tt.want, tt.kind)
			}
		})
	}
}

func TestComplaint(t *testing.T) {
	c := New("p", "http://127.0.0.1", key, nil, bearer)
	tests := []struct {
		name, text string
		want       complaint
	}{
		{"OpenAI", `{"error":{"message":"no","type":"t","param":"top_p","code":null}}`, complaint{message: "no", param: "top_p"}},
		{"Gemini", `{"error":{"code":400,"message":"no","status":"S"}}`, complaint{message: "no"}},
		{"Gemini in a list", `[{"error":{"code":400,"message":"no"}}]`, complaint{message: "no"}},
		{"Gemini says when", `{"error":{"message":"no","details":[{"@type":"a","violations":[]},{"@type":"b","retryDelay":"34.5s"}]}}`, complaint{message: "no", wait: 34500 * time.Millisecond}},
		{"Anthropic", `{"type":"error","error":{"type":"t","message":"no"},"request_id":"r"}`, complaint{message: "no"}},
		{"Ollama", `{"error":"no"}`, complaint{message: "no"}},
		{"a gateway", `{"message":"no"}`, complaint{message: "no"}},
		{"a wait that is none", `{"error":{"message":"no","details":[{"retryDelay":"soon"},{"retryDelay":"-1s"}]}}`, complaint{message: "no"}},
		{"fields of other types", `{"message":1,"error":{"param":7,"details":"d","message":"no"}}`, complaint{message: "no"}},
		{"a key in the parameter", `{"error":{"message":"no","param":"` + key + `"}}`, complaint{message: "no", param: "[key]"}},
		{"a page", `<html>`, complaint{}},
		{"nothing", ``, complaint{}},
		{"an empty list", `[]`, complaint{}},
		{"null", `{"error":null}`, complaint{}},
		{"a list of something else", `[1]`, complaint{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := c.complaint([]byte(tt.text)); got != tt.want {
				t.Errorf("complaint(%s) = %+v, want %+v", tt.text, got, tt.want)
			}
		})
	}
}

func TestClean(t *testing.T) {
	c := New("p", "http://127.0.0.1", key, nil, bearer)
	tests := []struct{ name, text, want string }{
		{"plain words stay", "Olá, “mundo” 🍺", "Olá, “mundo” 🍺"},
		{"no key", "a " + key + " b" + key, "a [key] b[key]"},
		{"no key before the cut", strings.Repeat("x", 290) + key, strings.Repeat("x", 290) + "[key]"},
		{"no control characters", "a\x1b[31mb\r\nc\x00d\x7fe", "a [31mb  c d e"},
		{"no characters that reorder or hide", "a\u202eb\u200bc\u2028d\ufeffe", "a b c d e"},
		{"no bytes that are no text", "a\xff\xfeb", "a  b"},
		{"not long", strings.Repeat("é", 301), strings.Repeat("é", 300) + "…"},
		{"no white space around it", " \n a \t", "a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := c.clean(tt.text); got != tt.want {
				t.Errorf("clean(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
	if got := New("p", "http://127.0.0.1", "", nil, bearer).clean("a b"); got != "a b" {
		t.Errorf("without a key clean = %q", got)
	}
}

func FuzzCleanIsOneShortLineWithoutTheKey(f *testing.F) {
	f.Add("a", "b")
	f.Add(key[:10], key[10:])
	f.Add(strings.Repeat("x", 290), "\u202e\xff\n")
	c := New("p", "http://127.0.0.1", key, nil, bearer)
	f.Fuzz(func(t *testing.T, before, after string) {
		got := c.clean(before + key + after)
		if strings.Contains(got, key) || strings.ContainsAny(got, "\n\r\x1b") || utf8.RuneCountInString(got) > 301 || !utf8.ValidString(got) {
			t.Errorf("clean(%q) = %q", before+key+after, got)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, "0.5": 500 * time.Millisecond, "0": 0, "-5": 0, "soon": 0, "NaN": 0,
		"Sun, 01 Mar 2026 12:00:30 GMT": 30 * time.Second,
		"Sun, 01 Mar 2026 11:59:30 GMT": 0,
		"1e300":                         1e6 * time.Second, "Inf": 1e6 * time.Second,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("retryAfter(%q) = %v, want %v", value, got, want)
		}
	}
}

func TestTheHeadersWaitComesBeforeTheBodys(t *testing.T) {
	for header, want := range map[string]time.Duration{"7": 7 * time.Second, "": 34 * time.Second} {
		base := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", header)
			answer(429, "application/json", `{"error":{"message":"no","details":[{"retryDelay":"34s"}]}}`)(w, r)
		})
		err := New("p", base, key, nil, bearer).JSON(t.Context(), "/x", nil, new(any))
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.RetryAfter != want {
			t.Errorf("Retry-After %q: %+v, want %v", header, e, want)
		}
	}
}

// fails is a transport whose every request fails.
type fails struct{ err error }

func (f fails) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

func TestNoSecretIsInAnError(t *testing.T) {
	echo := func(w http.ResponseWriter, r *http.Request) {
		_, given, _ := r.BasicAuth()
		body, err := json.Marshal(map[string]any{"error": map[string]string{"message": fmt.Sprint(r.Header, given), "param": given + r.Header.Get("X-Key")}})
		if err != nil {
			t.Error(err)
		}
		answer(400, "application/json", string(body))(w, r)
	}
	fail := func(err error) *http.Client { return &http.Client{Transport: fails{err}} }
	const (
		here   = "http://127.0.0.1"
		closed = "http://127.0.0.1:1" // a port below 1024, which no test's server ever takes
	)

	// Secrets that a client was given, and that come back from elsewhere.
	given := []struct {
		name string
		base string
		hc   *http.Client
	}{
		{"the server tells the headers", serve(t, echo), nil},
		{"the server is not HTTP", raw(t, key+" "+password+"\r\n\r\n"), nil},
		{"the server's headers are not", raw(t, "HTTP/1.1 200 OK\r\n"+key+password+"\r\n\r\n"), nil},
		{"nobody there", closed, nil},
		{"no such host", here, fail(&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: key + password}})},
		{"a certificate for somebody else", "https://127.0.0.1", fail(&tls.CertificateVerificationError{Err: errors.New(key + password)})},
		{"a real host", "https://models.example.com", nil},
		{"the key as the host", "https://" + key, nil},
		{"a redirect to where the key is", serve(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, here+"/?"+r.Header.Get("X-Key"), http.StatusFound)
		}), nil},
		{"a page that tells", serve(t, answer(200, "text/html; "+key+password, key+password)), nil},
		{"an answer that is no JSON", serve(t, answer(200, "application/json", key+password)), nil},
	}
	for _, tt := range given {
		t.Run(tt.name, func(t *testing.T) {
			login := url.UserPassword("user", password).String() + "@"
			tellsNothing(t, New("p", strings.Replace(tt.base, "://", "://"+login, 1), key, tt.hc, xkey))
		})
	}

	// Secrets that a client cannot know to be secrets.
	unknown := []struct {
		name string
		base string
		hc   *http.Client
	}{
		{"the transport repeats the URL", here, fail(&url.Error{Op: "Get", URL: "http://u:" + password + "@h", Err: errors.New("no")})},
		{"a proxy that is no URL", here, through("http://user:" + password + " x@proxy")},
		{"a proxy that is not there", here, through("http://user:hunter2@127.0.0.1:1")},
		{"not a URL", "http://user:" + password + "\x7f@host", nil},
		{"a password with a slash", "http://user:" + password + "/x@host", nil},
		{"a password with a question mark", "http://user:1?" + password + "@host", nil},
		{"a password with a hash", "http://user:1#" + password + "@host", nil},
		{"not HTTP", "ftp://user:hunter2@host", nil},
		{"no host", "http://user:hunter2@", nil},
		{"no scheme", "user:hunter2@host", nil},
	}
	for _, tt := range unknown {
		t.Run(tt.name, func(t *testing.T) { tellsNothing(t, New("p", tt.base, key, tt.hc, xkey)) })
	}
}

func tellsNothing(t *testing.T, c *Client) {
	t.Helper()
	_, stream := collect(c.Events(t.Context(), "/x", struct{}{}))
	whole := c.JSON(t.Context(), "/x", nil, new(any))
	if stream == nil || whole == nil {
		t.Fatalf("no error: %v, %v", stream, whole)
	}
	for _, err := range []error{stream, whole, c.Bad(whole), c.Said(llm.Auth, whole.Error())} {
		e, _ := errors.AsType[*llm.Error](err)
		text := fmt.Sprintf("%v %#v %+v %#v %v", err, err, e, *e, c)
		for _, secret := range []string{key, "hunter2", "dXNlcjpodW50ZXIy"} { // the last is user:hunter2 in base64
			if strings.Contains(text, secret) {
				t.Errorf("the error tells %q: %s", secret, text)
			}
		}
	}
}

// raw is a server that answers with bytes that need not be HTTP.
func raw(t *testing.T, answer string) (base string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Read(make([]byte, 4096))
			_, _ = io.WriteString(conn, answer)
			_ = conn.Close()
		}
	}()
	return "http://" + l.Addr().String()
}

// through is a client behind a proxy, which complains of a bad address in the
// words of http.ProxyFromEnvironment.
func through(proxy string) *http.Client {
	return &http.Client{Transport: &http.Transport{Proxy: func(*http.Request) (*url.URL, error) {
		u, err := url.Parse(proxy)
		if err != nil {
			return nil, fmt.Errorf("invalid proxy address %q: %s", proxy, err.Error())
		}
		return u, nil
	}}}
}

func TestABaseURLThatIsNone(t *testing.T) {
	for _, base := range []string{"", "/v1", "host", "localhost:8080", "ftp://localhost", "http://", "http://localhost?key=x", "http://localhost#x", "http://local host", "http://[::1"} {
		err := New("p", base, key, nil, xkey).JSON(t.Context(), "/x", nil, new(any))
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.Permanent || e.Error() != "p: the base URL is not one; it looks like https://host/path" {
			t.Errorf("base %q: error = %v", base, err)
		}
	}
}

func TestALoginInTheBaseURLIsSent(t *testing.T) {
	var got string
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		user, pass, _ := r.BasicAuth()
		got = user + "|" + pass + "|" + r.Header.Get("Authorization")[:6] + "|" + r.Header.Get("X-Key")
		answer(200, "application/json", "{}")(w, r)
	})
	login := func(user *url.Userinfo) string { return strings.Replace(base, "://", "://"+user.String()+"@", 1) }
	for _, tt := range []struct {
		base string
		sign func(http.Header)
		want string
	}{
		{login(url.UserPassword("user", "p@/ss")), xkey, "user|p@/ss|Basic |" + key},
		{login(url.User("token")), xkey, "token||Basic |" + key},
		{login(url.UserPassword("user", "pass")), bearer, "||Bearer|"},
	} {
		c := New("p", tt.base, key, nil, tt.sign)
		if err := c.JSON(t.Context(), "/x", nil, new(any)); err != nil || got != tt.want {
			t.Errorf("sent %q, %v, want %q", got, err, tt.want)
		}
	}
	token := New("p", login(url.User("tok-123456")), "", nil, xkey)
	if got := token.clean("your tok-123456 is no good"); got != "your [key] is no good" {
		t.Errorf("a token before the host is told: %q", got)
	}
}

func TestPrintingAClientShowsNoSecret(t *testing.T) {
	for _, base := range []string{"https://user:hunter2@host", "https://user:1#hunter2@host", "https://user:1?hunter2@host", "https://user:hunter2\x7f@host"} {
		c := New("p", base, key, nil, bearer)
		in := struct {
			Client *Client
			client *Client
			value  Client
		}{c, c, *c}
		for _, text := range []string{fmt.Sprintf("%v %+v %#v %s %q", c, c, c, c, c), fmt.Sprintf("%v %+v %#v", *c, *c, *c), fmt.Sprintf("%v %+v %#v", in, in, in)} {
			if strings.Contains(text, key) || strings.Contains(text, "hunter2") {
				t.Errorf("printed: %s", text)
			}
		}
		if got := fmt.Sprint(c); got != "p" {
			t.Errorf("printed as %q, want the provider", got)
		}
	}
}

func TestGuard(t *testing.T) {
	for base, ok := range map[string]bool{
		"http://127.0.0.1:8080/x": true, "http://localhost:1": true, "http://[::1]:1": true, "http://127.8.8.8": true,
		"https://api.example.com": false, "http://10.0.0.1": false, "http://localhost.example.com": false, "http://[2001:db8::1]": false, "http://0.0.0.0": false,
	} {
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		if err := guard(u); (err == nil) != ok {
			t.Errorf("guard(%s) = %v, want it let through: %v", base, err, ok)
		}
	}
}

func TestTheCallersClientIsNotChanged(t *testing.T) {
	hc := &http.Client{}
	New("p", "http://127.0.0.1", key, hc, bearer)
	if hc.CheckRedirect != nil {
		t.Error("New changed the http.Client it was given")
	}
}

func TestObject(t *testing.T) {
	for args, want := range map[string]string{
		`{"a":1}`: `{"a":1}`, ` {} `: ` {} `, "": "{}", "null": "{}", "[1]": "{}", "{": "{}", `"a"`: "{}", "{} x": "{}",
	} {
		if got := string(Object(args)); got != want {
			t.Errorf("Object(%q) = %s, want %s", args, got, want)
		}
	}
}
