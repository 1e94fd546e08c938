package web_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/maitre-dev/maitre/internal/door/web"
)

// policy is what the server lets the page do, word for word.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; " +
	"form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// stage is a document that has the page's style and files, and a script that
// does what a test wants.
const stage = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>stage</title>
<link rel="icon" href="/page/img/mark.svg">
<link rel="stylesheet" href="/page/css/tokens.css"><link rel="stylesheet" href="/page/css/layout.css"><link rel="stylesheet" href="/page/css/chat.css">
<link rel="stylesheet" href="/page/css/cards.css"><link rel="stylesheet" href="/stage.css"><script type="module" src="/stage.js"></script></head>
<body><main id="stage"><h1>Cards</h1></main></body></html>`

const stageStyle = `body { overflow: auto } #stage { display: grid; grid-template-columns: minmax(0, 44rem); gap: 1rem; padding: .75rem; justify-content: center }`

// open runs a script in the stage and waits until it sets data-ready. The API
// may be nil.
func open(t *testing.T, script string, api http.Handler) *visit {
	t.Helper()
	mux := http.NewServeMux()
	serve := func(path, kind, text string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Content-Security-Policy", policy)
			_, _ = w.Write([]byte(text))
		})
	}
	serve("/{$}", "text/html; charset=utf-8", stage)
	serve("/stage.css", "text/css", stageStyle)
	serve("/stage.js", "text/javascript; charset=utf-8", script)
	serve("/chart.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120"><rect x="20" y="20" width="60" height="80" fill="#8a3a22"/><rect x="110" y="50" width="60" height="50" fill="#a8711c"/></svg>`)
	mux.HandleFunc("/page/{name...}", func(w http.ResponseWriter, r *http.Request) {
		if !web.Serve(w, r, r.PathValue("name")) {
			http.NotFound(w, r)
		}
	})
	if api != nil {
		mux.Handle("/api/", api)
	}
	site := httptest.NewServer(mux)
	t.Cleanup(site.Close)
	return enter(t, site.URL, 1280, 800)
}

// chromium returns the path of a browser, the one without windows if it is there: it takes
// half as long.
func chromium() (string, error) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("Chromium is not installed (Debian: apt-get install chromium)")
}

// look is a way to look at the page.
type look struct {
	name, scheme string
	width        int64
}

var looks = []look{{"light", "light", 1280}, {"dark", "dark", 1280}, {"390", "light", 390}, {"320", "dark", 320}}

func (l look) at(p *visit) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(l.width, 800))
	p.look(l.scheme)
}

// picture saves what a selector finds.
func (p *visit) picture(name, selector string) {
	p.t.Helper()
	p.keep(name+".png", func() ([]byte, error) { return chromedp.Run(p.ctx, chromedp.Screenshot(chromedp.CSS(selector))) })
}

// wide is by how much the page is wider than its window.
func (p *visit) wide() int {
	p.t.Helper()
	return js[int](p, `Math.max(...["html", "main", "#scroll"].map((s) => document.querySelector(s)?.scrollWidth ?? 0)) - innerWidth`)
}

// tooSmall are the elements of a selector that are seen and too low for a finger.
func (p *visit) tooSmall(selector string) []string {
	p.t.Helper()
	return js[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML)`, selector))
}

// inJS writes a value as JavaScript.
func inJS(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	must(t, err)
	return strings.ReplaceAll(string(raw), "</", `<\/`)
}
