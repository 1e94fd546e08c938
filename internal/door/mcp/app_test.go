package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMain leaves out, where there is no Chromium, the tests whose names begin
// with TestApp; in CI they fail.
func TestMain(m *testing.M) {
	flag.Parse()
	if _, err := chromium(); err != nil && os.Getenv("CI") != "true" {
		fmt.Fprintln(os.Stderr, "the cards are not tested in a browser:", err)
		_ = flag.Set("test.skip", "^TestApp")
	}
	os.Exit(m.Run())
}

func chromium() (string, error) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("Chromium is not installed (Debian: apt-get install chromium)")
}

// policy is what a host lets a view do that asks for nothing.
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'"

// host shows a view in a frame and gives it the result of a tool, as the
// protocol wants it. What happens is in the answer.
const host = `<!doctype html><title>host</title><link rel="icon" href="data:,"><body><script>
function show(html, result, sandbox) {
  const frame = document.createElement("iframe"), said = [];
  frame.sandbox = sandbox;
  frame.srcdoc = html;
  document.body.replaceChildren(frame);
  return new Promise((done) => {
    const tell = (m) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...m }, "*");
    window.onmessage = ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      said.push(data.method ?? "answer " + data.id);
      if (data.method === "ui/initialize") tell({ id: data.id, result: { protocolVersion: data.params.protocolVersion, hostInfo: { name: "host", version: "1" }, hostCapabilities: {}, hostContext: { theme: "dark", locale: "en-GB" } } });
      if (data.method === "ui/notifications/initialized") {
        tell({ method: "ui/notifications/tool-input", params: { arguments: {} } });
        tell({ method: "ui/notifications/tool-result", params: result });
        tell({ id: 7, method: "ui/resource-teardown", params: {} });
      }
      if (data.id === 7) setTimeout(() => {
        const page = frame.contentDocument?.documentElement;
        done({ said, shown: page?.querySelector("[data-component]")?.dataset.component ?? "", text: page?.innerText ?? "", theme: page?.dataset.theme ?? "",
          scripts: page?.querySelectorAll("main script, main img, main [onerror]").length ?? 0 });
      }, 100);
    };
  });
}
</script>`

// drawn is what became of a view.
type drawn struct {
	Said               []string
	Shown, Text, Theme string
	Scripts            int
}

// browser opens the host's page, and returns what shows a view in it.
func browser(t *testing.T) func(html string, res *sdk.CallToolResult, sandbox string) drawn {
	t.Helper()
	var mu sync.Mutex
	var asked []string
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.URL.Path)
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(host))
	}))
	t.Cleanup(site.Close)
	path, err := chromium()
	must(t, err)
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox)...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	must(t, chromedp.Do(ctx, chromedp.Navigate(site.URL)))
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		if len(asked) != 1 {
			t.Errorf("asked for %q, want the host's page alone", asked)
		}
	})
	return func(html string, res *sdk.CallToolResult, sandbox string) drawn {
		t.Helper()
		args, err := json.Marshal([]any{html, res, sandbox})
		must(t, err)
		limit, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		d, err := chromedp.Run(limit, chromedp.Evaluate[drawn](fmt.Sprintf("show(...%s)", args), chromedp.EvalAwaitPromise))
		must(t, err)
		return d
	}
}

func TestAppDrawsWhatAToolShows(t *testing.T) {
	h := open(t)
	s := h.connect("C001", stateless, nil)
	read, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "ui://maitre/cards.html"})
	must(t, err)
	html := read.Contents[0].Text
	show := browser(t)
	for tool, tt := range map[string]struct {
		args        map[string]any
		shown, text string
	}{
		"find_breweries":      {map[string]any{"city": "San Diego"}, "breweries-list", "AleSmith"},
		"search_menu":         {map[string]any{"query": "moqueca"}, "dishes-list", "Moqueca"},
		"list_accommodations": {map[string]any{"location": "Paraty"}, "accommodations-list", "Paraty"},
		"list_restaurants":    {map[string]any{"location": "Paraty"}, "restaurants-list", "Paraty"},
		"ask_my_data":         {map[string]any{"question": "quais cervejas eu compro mais?"}, "query-result", "Sculpin"},
	} {
		res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: tt.args})
		must(t, err)
		got := show(html, res, "allow-scripts allow-same-origin") // so that the test can look into it
		if got.Shown != tt.shown || !strings.Contains(got.Text, tt.text) || got.Theme != "dark" || got.Scripts != 0 {
			t.Errorf("%s is drawn as %+v", tool, got)
		}
	}
	hostile := &sdk.CallToolResult{
		Content:           []sdk.Content{&sdk.TextContent{Text: "-"}},
		StructuredContent: map[string]any{"v": 1, "name": "breweries-list", "text": "<img src=x onerror=alert(1)>", "props": map[string]any{"items": []any{map[string]any{"id": "1", "name": "<script>alert(1)</script>", "site": "javascript:alert(1)"}}}},
	}
	if got := show(html, hostile, "allow-scripts allow-same-origin"); got.Scripts != 0 || !strings.Contains(got.Text, "<script>alert(1)</script>") {
		t.Errorf("hostile words are drawn as %+v", got)
	}
	alone := show(html, hostile, "allow-scripts")
	if want := []string{"ui/initialize", "ui/notifications/initialized", "ui/notifications/size-changed", "answer 7"}; slices.ContainsFunc(want, func(m string) bool { return !slices.Contains(alone.Said, m) }) {
		t.Errorf("in a frame of its own origin it says %q, want %q", alone.Said, want)
	}
}
