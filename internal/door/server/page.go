package server

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/web"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/semcache"
)

//go:embed openapi.json
var openAPI []byte

// page answers with a file of the page: the named one, or for "" the one of the path.
func page(name string) handler {
	return func(c *call) (any, error) {
		h := c.w.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		if !web.Serve(c.w, c.Request, cmp.Or(name, c.PathValue("kind")+"/"+c.PathValue("file"))) {
			h.Set("Content-Security-Policy", dataPolicy)
			return nil, errNotFound
		}
		return written{}, nil
	}
}

// chart answers GET /api/v1/charts/{file}: a picture that was drawn for the
// guest.
func (srv *Server) chart(c *call) (any, error) {
	svg, err := srv.kept.Pictures.Open(c.Context(), c.by.guest, c.PathValue("file"))
	if err != nil {
		return nil, err
	}
	h := c.w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox") // its own colours, and nothing that runs
	h.Set("Cache-Control", "private, max-age=31536000, immutable")                             // its name is that of its bytes
	return file{"image/svg+xml", svg}, nil
}

type kind struct {
	Name    string `json:"name"`
	Version int    `json:"v"`
	Schema  string `json:"schema"`
}

// components answers GET /api/v1/ui/components.
func (srv *Server) components(*call) (all []kind, err error) {
	for _, k := range srv.o.Kinds {
		all = append(all, kind{k.Name(), k.Version(), fmt.Sprintf("/api/v1/ui/components/%s/v%d.json", k.Name(), k.Version())})
	}
	return all, nil
}

// component answers GET /api/v1/ui/components/{name}/v{n}.json.
func (srv *Server) component(c *call) (any, error) {
	for _, k := range srv.o.Kinds {
		if k.Name() == c.PathValue("name") && fmt.Sprintf("v%d.json", k.Version()) == c.PathValue("version") {
			return file{"application/schema+json", k.Schema()}, nil
		}
	}
	return nil, errNotFound
}

// totals adds up the log. It goes on where it stopped, so that to ask again
// costs what is new; what is pruned in the meantime stays counted.
type totals struct {
	mu      sync.Mutex
	metrics trace.Metrics
	cursor  string
}

// read brings the metrics up to date and writes them.
func (t *totals) read(ctx context.Context, log event.Log, write func(*trace.Metrics) error) (err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cursor, err = event.Each(ctx, log, t.cursor, t.metrics.Add); err != nil {
		return err
	}
	return write(&t.metrics)
}

// metricsJSON answers GET /api/v1/metrics.
func (srv *Server) metricsJSON(c *call) (any, error) {
	return written{}, srv.totals.read(c.Context(), srv.o.Store, func(m *trace.Metrics) error { return writeJSON(c.w, http.StatusOK, m) })
}

// metricsText answers GET /metrics.
func (srv *Server) metricsText(c *call) (any, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# TYPE maitre_goroutines gauge\n# HELP maitre_goroutines What this process does at once: it is flat under a steady load.\nmaitre_goroutines %d\n", runtime.NumGoroutine())
	err := srv.totals.read(c.Context(), srv.o.Store, func(m *trace.Metrics) error { return m.WriteOpenMetrics(&b) })
	return file{trace.OpenMetrics, b.Bytes()}, err
}

// probed is what came of the last write that only tries whether one is possible.
type probed struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

const (
	probeTime = 10 * time.Second // until another write is tried, whoever asks
	probeSize = 16 << 10         // bytes, more than is left in a page that a full disk has
)

// writable says whether the store takes what it is given. A disk that is full, or is
// mounted read-only, still answers questions.
func (srv *Server) writable(ctx context.Context) error {
	p := &srv.probe
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.at) < probeTime {
		return p.err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	err := srv.o.Store.CachePut(ctx, "probe", semcache.Entry{Key: "ready", Value: make([]byte, probeSize), Made: time.Now()}, 0)
	if (err == nil) != (p.err == nil) {
		srv.o.Log.WarnContext(ctx, "whether the store can be written has changed", "err", err)
	}
	p.at, p.err = time.Now(), err
	return err
}

// ready answers GET /readyz: it takes requests, and its store answers and can be
// written.
func (srv *Server) ready(c *call) (any, error) {
	if srv.closing.Load() {
		return nil, errClosing
	}
	ctx, cancel := context.WithTimeout(c.Context(), 2*time.Second)
	defer cancel()
	if _, err := srv.o.Store.List(ctx, stranger, 1); err != nil {
		return nil, graph.Unavailable(err)
	}
	if srv.writable(ctx) != nil {
		return nil, errUnwritable
	}
	return map[string]string{"status": "ready"}, nil
}
