package web_test

import (
	"fmt"

	"github.com/chromedp/chromedp"
)

// mouse clicks with the mouse on the first of some elements that begins with the words,
// when it stands still and nothing covers it.
func (p *visit) mouse(selector, words string) {
	p.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll(%q)].find((e) => e.checkVisibility() && !e.disabled && (e.ariaLabel || e.innerText || "").trim().startsWith(%q))`, selector, words)
	p.wait(selector+" "+words+" within reach", `((el) => {
		el?.scrollIntoView({ block: "center", behavior: "instant" });
		const r = el?.getBoundingClientRect(), x = r?.x + r?.width / 2, y = r?.y + r?.height / 2, top = el && document.elementFromPoint(x, y), still = window.at?.x === x && window.at.y === y;
		window.at = { x, y };
		return el && still && (el === top || el.contains(top) || top?.contains(el));
	})(`+find+`)`)
	at := js[[]float64](p, "[at.x, at.y]")
	js[any](p, `delete window.at; window.hit = false; `+find+`?.addEventListener("click", () => window.hit = true, { capture: true, once: true })`)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
	if hit, err := tried[string](p, `String(window.hit)`); err == nil && hit == "false" { // it was drawn anew under the mouse
		p.mouse(selector, words)
	}
}

// fills clicks into a field and writes, in the place of what was there.
func (p *visit) fills(selector, text string) {
	p.t.Helper()
	p.mouse(selector, "")
	p.wait("the field", fmt.Sprintf(`document.activeElement?.matches(%q)`, selector))
	js[any](p, `document.activeElement.select?.()`)
	p.insert(text)
	js[any](p, `document.activeElement.dispatchEvent(new Event("change", {bubbles: true}))`)
}
