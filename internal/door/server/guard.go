package server

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/thread"
)

// The page may use what we serve and nothing else; what is not a page may not
// use anything.
const (
	pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; " +
		"form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
	dataPolicy = "default-src 'none'; frame-ancestors 'none'"
)

// always are the headers of every answer; a handler may set others.
var always = map[string]string{
	"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
	"Content-Security-Policy": dataPolicy, "Cache-Control": "no-store",
}

// guard stands before every route. It logs a line a request, with the route's
// pattern: paths, queries, headers and bodies may hold what is nobody's
// business.
func (srv *Server) guard(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		start := time.Now()
		w := &writer{ResponseWriter: rw}
		id := r.Header.Get("X-Request-Id")
		if thread.CheckID(id) != nil {
			id = thread.NewID()
		}
		w.Header().Set("X-Request-Id", id)
		for name, value := range always {
			w.Header().Set(name, value)
		}
		defer func() {
			srv.caught(w, r, recover())
			srv.o.Log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("request", id), slog.String("method", method(r)), slog.String("route", r.Pattern),
				slog.Int("status", w.status), slog.Int64("bytes", w.bytes), slog.Float64("ms", float64(time.Since(start).Microseconds())/1000))
		}()
		if srv.preflight(w, r) {
			return
		}
		if err := srv.check(w, r); err != nil {
			srv.fail(w, r, err)
			return
		}
		if _, pattern := mux.Handler(r); pattern == "" {
			srv.astray(mux, w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// caught answers for a handler that has panicked. What it panicked with may be
// anything, so only what the runtime says is logged, and where.
func (srv *Server) caught(w *writer, r *http.Request, problem any) {
	if problem == nil {
		return
	}
	if problem == http.ErrAbortHandler {
		panic(problem)
	}
	what := "panic"
	if err, ok := problem.(runtime.Error); ok {
		what = err.Error()
	}
	srv.o.Log.ErrorContext(r.Context(), "handler panicked", "request", requestID(w), "route", r.Pattern, "panic", what, "stack", string(debug.Stack()))
	if w.status != 0 {
		panic(http.ErrAbortHandler) // the client must not take half an answer for a whole one
	}
	srv.fail(w, r, errInternal)
}

// preflight lets pages of the listed origins read our answers, and reports
// whether the request only asked if they may.
func (srv *Server) preflight(w http.ResponseWriter, r *http.Request) bool {
	h := w.Header()
	if len(srv.o.Origins) > 0 {
		h.Add("Vary", "Origin")
	}
	origin := r.Header.Get("Origin")
	if !slices.Contains(srv.o.Origins, origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "X-Request-Id, Retry-After")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
	h.Set("Access-Control-Allow-Headers", "Accept, Authorization, Content-Type, Last-Event-ID, X-Request-Id")
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// isProbe reports whether a request only asks if the server lives, or is ready.
func isProbe(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" }

// forwarding are the headers by which a proxy says for whom it asks.
var forwarding = []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"}

// check says what is wrong with where a request comes from and goes to, and
// bounds the time for its body.
func (srv *Server) check(w http.ResponseWriter, r *http.Request) error {
	// A page elsewhere may let its own name resolve to this machine, and would
	// then be of our origin. It cannot change what name the browser sends. Those
	// who ask whether the server lives may know it by any.
	if !isProbe(r) && !srv.goesBy(r.Host) {
		return errHost
	}
	if !srv.o.Tokens && slices.ContainsFunc(forwarding, func(name string) bool { return r.Header.Get(name) != "" }) {
		return errProxied
	}
	if srv.origins.Check(r) != nil {
		return errOrigin
	}
	if r.Body != nil && r.Body != http.NoBody {
		// net/http lifts the deadline once the body is read: a stream may last. A
		// recorder in a test has none.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
	}
	return nil
}

// goesBy reports whether the server may be called by a host's name. An address
// is no name that somebody else could let lead here; but in a demonstration
// only who sits at the machine may ask, through whatever proxy.
func (srv *Server) goesBy(host string) bool {
	name := strings.ToLower(host)
	if h, _, err := net.SplitHostPort(name); err == nil {
		name = h
	}
	if a, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return a.Unmap().IsLoopback() || srv.o.Tokens
	}
	return name == "localhost" || slices.Contains(srv.o.Hosts, name)
}

// methods are those that a route may have.
var methods = []string{"DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"}

// method returns a method fit for a log, where a stranger may invent one.
func method(r *http.Request) string {
	if r.Method == http.MethodOptions || slices.Contains(methods, r.Method) {
		return r.Method
	}
	return "other"
}

// astray answers a request that no route is for: which methods there would be. Whoever has
// mistyped an address in a browser, such as /dono, is told where the pages are.
func (srv *Server) astray(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, m := range methods {
		other := *r
		other.Method = m
		if _, pattern := mux.Handler(&other); pattern != "" {
			allowed = append(allowed, m)
		}
	}
	all := strings.Join(allowed, ", ")
	switch {
	case all != "":
		w.Header().Set("Allow", all)
		srv.fail(w, r, &apiError{http.StatusMethodNotAllowed, "method_not_allowed", "this can be done to it: " + all})
	case r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html"):
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, noPage)
	default:
		srv.fail(w, r, errNotFound)
	}
}

const noPage = `<!doctype html><meta name="viewport" content="width=device-width"><title>404</title>
<p lang="pt">Aqui não há página. <a href="/">Clientes</a> · <a href="/owner">Dono e equipe</a>
<p lang="en">There is no page here. <a href="/">Guests</a> · <a href="/owner">Owner and staff</a>
<p lang="es">Aquí no hay página. <a href="/">Clientes</a> · <a href="/owner">Dueño y equipo</a>
`

// writer remembers what was answered.
type writer struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// Unwrap is for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w *writer) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *writer) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(stuck)) // for who reads nothing
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

func requestID(w http.ResponseWriter) string { return w.Header().Get("X-Request-Id") }
