package web_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// tab is a tab of the browser with cookies of its own. To open one takes a second of
// computing, so that a visit which is over leaves its tab to the next.
type tab struct {
	ctx   context.Context
	close context.CancelFunc
}

var free struct {
	sync.Mutex
	tabs []*tab
}

// take returns a tab that nobody has.
func take(t *testing.T) *tab {
	t.Helper()
	free.Lock()
	defer free.Unlock()
	if n := len(free.tabs); n > 0 {
		last := free.tabs[n-1]
		free.tabs = free.tabs[:n-1]
		return last
	}
	ctx, cancel := chromedp.NewContext(shared, chromedp.WithNewBrowserContext())
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	}
	must(t, err)
	return &tab{ctx, cancel}
}

// leave takes everything away that a visit has left in the tab. The tab of a test that
// failed is closed.
func (b *tab) leave(p *visit) {
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	// A style is a document of the same origin in which nothing runs.
	err := chromedp.Do(ctx, chromedp.Navigate(p.base+"/page/css/tokens.css"), chromedp.Evaluate[chromedp.Void]("sessionStorage.clear(), localStorage.clear()"))
	if err == nil {
		_, err = chromedp.Call(ctx, network.ClearBrowserCookies, cdp.Empty{})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	}
	if err != nil || p.t.Failed() {
		b.close()
		return
	}
	free.Lock()
	defer free.Unlock()
	free.tabs = append(free.tabs, b)
}
