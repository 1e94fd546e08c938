package web_test

import (
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// listen notes what a complaint says of each event; nothing is no complaint.
func listen[E any](p *visit, ev cdp.Event[E], complaint func(E) string) {
	events := chromedp.Events(p.ctx, ev)
	go func() {
		for e, err := range events {
			if err != nil {
				return
			}
			if text := complaint(e); text != "" {
				p.mu.Lock()
				p.errors = append(p.errors, text)
				p.mu.Unlock()
			}
		}
	}()
}
