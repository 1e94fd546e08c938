package web_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// shared is the browser of this run. Every visit has a tab in it that no other has
// at the same time, with cookies and a storage of its own.
var shared context.Context

// TestMain starts the browser and the servers. Where there is no Chromium the
// tests whose names begin with TestPage do not run; in CI they fail.
func TestMain(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.parallel", "4") // they wait, more than they compute
	os.Exit(run(m))
}

func run(m *testing.M) int {
	path, err := chromium()
	if err != nil && os.Getenv("CI") != "true" {
		fmt.Fprintln(os.Stderr, "the page is not tested in a browser:", err)
		_ = flag.Set("test.skip", "^TestPage")
		return m.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	dir, err := os.MkdirTemp("", "webtest")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("accept-lang", "pt-BR"), chromedp.Flag("hide-scrollbars", true), chromedp.Flag("disable-features", "Translate,BackForwardCache,SpareRendererForSitePerProcess"))
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	b, cancel := chromedp.NewContext(alloc)
	defer cancel()
	if err := chromedp.Do(b); err != nil {
		fmt.Fprintln(os.Stderr, "starting the browser:", err)
		return 1
	}
	shared = b
	if err := serve(dir); err != nil {
		fmt.Fprintln(os.Stderr, "starting the servers:", err)
		return 1
	}
	return m.Run()
}

// visit is a guest at the page: a tab of the browser with the page in it.
type visit struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu      sync.Mutex
	errors  []string // what the console said, and requests to elsewhere
	cutting bool     // the test breaks connections, of which the console tells
}

// enter opens the page of a server, where guests say who they are as one whom no other
// visit is. At the end of the test the console must have been silent, and no
// request have left the origin.
func enter(t *testing.T, base string, width, height int64) *visit {
	t.Helper()
	tab := take(t)
	ctx, cancel := context.WithCancel(tab.ctx)
	p := &visit{t: t, ctx: ctx, base: base}
	t.Cleanup(func() {
		cancel()
		tab.leave(p)
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, e := range p.errors {
			t.Error(e)
		}
	})
	p.do(chromedp.EmulateViewport(width, height))
	p.watch()
	if base == ruled || base == modeled {
		p.be(fmt.Sprintf("C%03d", firstGuest+visits.Add(1)))
	}
	p.goTo("/")
	return p
}

// visits counts the visits that have a guest of their own, who is one after the guests
// whom tests name.
var visits atomic.Int64

const firstGuest = 10

// watch notes what the console says, and requests to elsewhere.
func (p *visit) watch() {
	listen(p, log.EntryAdded, func(e log.EventEntryAdded) string {
		if e.Entry.Source == "network" && (p.isCutting() || strings.HasSuffix(e.Entry.URL, "/favicon.ico")) { // of a tab that is left
			return ""
		}
		return fmt.Sprintf("console: %s %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	})
	listen(p, runtime.ExceptionThrown, func(e runtime.EventExceptionThrown) string {
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		return "exception: " + text
	})
	listen(p, runtime.ConsoleAPICalled, func(e runtime.EventConsoleAPICalled) string {
		return fmt.Sprintf("console.%s", e.Type)
	})
	listen(p, network.RequestWillBeSent, func(e network.EventRequestWillBeSent) string {
		if u := e.Request.URL; !strings.HasPrefix(strings.TrimPrefix(u, "blob:"), p.base+"/") && !strings.HasPrefix(u, "data:") {
			return "request to " + u
		}
		return ""
	})
}

// cuts says that the test breaks connections.
func (p *visit) cuts() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cutting = true
}

func (p *visit) isCutting() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cutting
}

// do runs steps that return nothing.
func (p *visit) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 30*time.Second)
	defer cancel()
	must(p.t, chromedp.Do(ctx, steps...))
}

// call has the browser do what its protocol knows.
func call[P, R any](p *visit, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	result, err := chromedp.Call(p.ctx, command, params)
	must(p.t, err)
	return result
}

// goTo opens a path and waits until the page is there.
func (p *visit) goTo(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.base + path))
	p.wait("the page", `document.documentElement.dataset.ready`)
}

func (p *visit) reload() {
	p.t.Helper()
	p.do(chromedp.Reload())
	p.wait("the page again", `document.documentElement.dataset.ready`)
}

// js evaluates an expression, or what it promises.
func js[T any](p *visit, expression string) T {
	p.t.Helper()
	v, err := tried[T](p, expression)
	if err != nil {
		p.t.Fatalf("%.200s: %v", expression, err)
	}
	return v
}

func tried[T any](p *visit, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, 30*time.Second)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// leaves reports whether an expression was lost because the browser goes to another page.
func leaves(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "navigated") || strings.Contains(err.Error(), "context"))
}

// patience is how long something may take on a busy machine.
const patience = 45 * time.Second

// wait waits until an expression is true.
func (p *visit) wait(what, expression string) {
	p.t.Helper()
	p.within(patience, what, expression)
}

func (p *visit) within(patience time.Duration, what, expression string) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		there, err := tried[bool](p, "Boolean("+expression+")")
		if there {
			return
		}
		if err != nil && (!leaves(err) || p.ctx.Err() != nil) {
			p.t.Fatalf("%s: %v", expression, err)
		}
		if time.Now().After(end) {
			p.shot("failed-" + p.t.Name())
			p.t.Fatalf("%s did not come: %s; the page says %q", what, expression, js[string](p, "document.body.innerText.slice(-1500)"))
		}
	}
}

// has waits for a text in the log.
func (p *visit) has(text string) {
	p.t.Helper()
	p.wait(text, fmt.Sprintf(`document.querySelector("#log").innerText.includes(%q)`, text))
}

// idle waits until nothing is under way.
func (p *visit) idle() {
	p.t.Helper()
	p.wait("the end of the run", `document.querySelector("#stop").hidden && document.querySelector("#log").ariaBusy === "false" && document.querySelector(".turn")`)
}

// click clicks the button with a selector, or with words that it begins with, that of the last turn first.
func (p *visit) click(button string) {
	p.t.Helper()
	const find = `(() => {
		const q = %q, all = [...document.querySelectorAll("dialog[open] button, dialog[open] input")];
		const from = all.length ? all : [...document.querySelectorAll(".latest button"), ...document.querySelectorAll("button, summary")];
		return from.find((b) => b.checkVisibility() && (q.startsWith("#") ? "#" + b.id === q : (b.ariaLabel || b.innerText).startsWith(q)));
	})()`
	button = fmt.Sprintf(find, button)
	p.wait("a button", button)
	js[any](p, button+".click()")
}

// say writes into the box and presses Enter.
func (p *visit) say(text string) {
	p.t.Helper()
	p.write(text)
	p.key("Enter", 13)
}

// write writes into the box at once, as a paste or a word of a telephone's keyboard does.
func (p *visit) write(text string) {
	p.t.Helper()
	p.wait("the box", `(document.querySelector("#box").focus(), document.activeElement.id === "box")`)
	p.insert(text)
}

// insert writes where the cursor is.
func (p *visit) insert(text string) {
	p.t.Helper()
	call(p, input.InsertText, input.InsertTextParams{Text: text})
}

// key presses a key that writes nothing.
func (p *visit) key(key string, code int64) { p.t.Helper(); p.stroke(key, code, "") }

// become signs in as a sample customer.
func (p *visit) become(guest string) {
	p.t.Helper()
	p.be(guest)
	p.reload()
}

// be has the next page be that of a sample customer.
func (p *visit) be(guest string) {
	p.t.Helper()
	r, err := http.Post(p.base+"/api/v1/session", "application/json", strings.NewReader(fmt.Sprintf(`{"guest": %q}`, guest)))
	must(p.t, err)
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		p.t.Fatalf("to become %s: %s", guest, r.Status)
	}
	for _, c := range r.Cookies() {
		if c.Value == "" {
			continue
		}
		httpOnly := c.HttpOnly
		call(p, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: p.base, HTTPOnly: &httpOnly})
	}
}

// signIn signs in with a token.
func (p *visit) signIn(token string) {
	p.t.Helper()
	status := js[int](p, fmt.Sprintf(`fetch("/api/v1/session", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({token: %q})}).then((r) => r.status)`, token))
	if status != http.StatusOK {
		p.t.Fatalf("signing in with a token: %d", status)
	}
	p.forgive()
	p.reload()
}

// forgive takes no offence at the console telling that the page was refused, as it is
// before somebody signed in.
func (p *visit) forgive() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.errors = slices.DeleteFunc(p.errors, func(e string) bool { return strings.Contains(e, "status of 401") })
}

// look sets what the guest's system prefers.
func (p *visit) look(scheme string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
}

// shot saves what is seen.
func (p *visit) shot(name string) {
	p.t.Helper()
	p.keep(name+".png", func() ([]byte, error) { return chromedp.Run(p.ctx, chromedp.CaptureScreenshot()) })
}

// keep takes a picture and writes it into a file, if MAITRE_SCREENSHOTS names a directory.
func (p *visit) keep(file string, take func() ([]byte, error)) {
	p.t.Helper()
	dir := os.Getenv("MAITRE_SCREENSHOTS")
	if dir == "" {
		return
	}
	picture, err := take()
	if err == nil {
		err = errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, file), picture, 0o644))
	}
	if err != nil {
		p.t.Error(err)
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
