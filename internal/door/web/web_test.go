package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/door/web"
)

func TestServeAnswersWithAFileUntilItIsKnown(t *testing.T) {
	for _, tt := range []struct{ name, kind, has string }{
		{"index.html", "text/html; charset=utf-8", `<script type="module" src="/page/js~`},
		{"js/main.js", "text/javascript; charset=utf-8", "import { Chat }"},
		{"css/tokens.css", "text/css; charset=utf-8", "light-dark("},
		{"img/mark.svg", "image/svg+xml", "<svg"},
		{"img/app-192.png", "image/png", "\x89PNG\r\n"},
		{"img/app.webmanifest", "application/manifest+json", "standalone"},
	} {
		w := httptest.NewRecorder()
		if !web.Serve(w, httptest.NewRequest("GET", "/", nil), tt.name) || w.Header().Get("Content-Type") != tt.kind || !strings.Contains(w.Body.String(), tt.has) {
			t.Errorf("%s: %v %.80s, want %s with %s", tt.name, w.Header(), w.Body, tt.kind, tt.has)
		}
		again := httptest.NewRequest("GET", "/", nil)
		again.Header.Set("If-None-Match", w.Header().Get("ETag"))
		w = httptest.NewRecorder()
		if web.Serve(w, again, tt.name); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
			t.Errorf("%s again: %d and %d bytes", tt.name, w.Code, w.Body.Len())
		}
	}
	w := httptest.NewRecorder()
	web.Serve(w, httptest.NewRequest("GET", "/", nil), "index.html")
	version := regexp.MustCompile(`/page/js~([\w-]+)/main\.js`).FindStringSubmatch(w.Body.String())
	for _, tt := range []struct{ name, keep string }{{"index.html", "no-cache"}, {"js/main.js", "no-cache"}, {"js~" + version[1] + "/main.js", "public, max-age=31536000, immutable"}, {"js~older/main.js", "no-cache"}} {
		w := httptest.NewRecorder()
		if !web.Serve(w, httptest.NewRequest("GET", "/", nil), tt.name) || w.Header().Get("Cache-Control") != tt.keep {
			t.Errorf("%s is kept so: %s, want %s", tt.name, w.Header().Get("Cache-Control"), tt.keep)
		}
	}
	for _, name := range []string{"", "js", "~", "js~/nope.js", "nope.js", "../web.go", "js/../index.html", "page/index.html"} {
		w := httptest.NewRecorder()
		if web.Serve(w, httptest.NewRequest("GET", "/", nil), name) || len(w.Header()) > 0 {
			t.Errorf("there is a file %q: %v", name, w.Header())
		}
	}
}

var (
	entry = regexp.MustCompile(`(?m)^    "?([\w-]+)"?: ".*",$`)
	named = regexp.MustCompile(`\b(?:t|has)\("(\w+)"|data-t(?:-label|-hint)?="(\w+)"`)
)

// That every language has the same words is proven in the browser.
func TestEveryWordOfThePageIsInItsDictionary(t *testing.T) {
	raw, err := os.ReadFile("page/js/words-pt.js")
	must(t, err)
	pt := map[string]bool{}
	for _, m := range entry.FindAllStringSubmatch(string(raw), -1) {
		pt[m[1]] = true
	}
	used := map[string]bool{}
	for _, name := range []string{"index.html", "js/chat.js", "js/dom.js", "js/feedback.js", "js/history.js", "js/export.js", "js/main.js", "js/bill.js", "js/markdown.js", "js/question.js", "js/session.js", "js/turn.js", "js/work.js"} {
		raw, err := os.ReadFile("page/" + name)
		must(t, err)
		for _, m := range named.FindAllStringSubmatch(string(raw), -1) {
			key := m[1] + m[2]
			used[key] = true
			if !pt[key] {
				t.Errorf("%s says %q, which no dictionary has", name, key)
			}
		}
	}
	if len(used) < 60 {
		t.Errorf("only %d words are found in the page", len(used))
	}
}
