package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// Whatever the people of a house, or a guest, write into its fields is text, and what makes
// no sense is told in one line at its field; nothing of what was there is lost.
func TestPageTakesWhatMakesNoSense(t *testing.T) {
	t.Parallel()
	base := fresh(t)
	owner := enter(t, base, 390, 844)
	owner.cuts() // the console tells of what is refused
	post := func(method, path, body string) (status int) {
		t.Helper()
		return js[int](owner, fmt.Sprintf(`fetch("/api/v1" + %q, {method: %q, headers: {"Content-Type": "application/json"}, body: %q}).then((r) => r.status)`, path, method, body))
	}
	const html = `<img src=/x onerror=bad=1><b class=bad>Zé</b>`
	for _, tt := range []struct {
		method, path, body string
		status             int
	}{
		{"PUT", "/house/facts", `{"version":0,"facts":{"name":"Casa","hours":"Mo-Su 12:00-23:00"}}`, 200},
		{"POST", "/links", `{"tables":["` + html + `"],"days":1}`, 201},
		{"POST", "/access", `{"name":"` + html + `","role":"staff"}`, 201},
		{"POST", "/answers", `{"about":["desconto"],"answer":"` + html + `"}`, 400},
		{"PUT", "/card", `{"version":0,"rows":[{"cells":{"name":"` + html + `","description":"` + html + `","price":"` + html + `"}}]}`, 200},
		{"POST", "/tables?name=html", html + ",valor\n" + html + ",2\n", 201},
	} {
		if got := post(tt.method, tt.path, tt.body); got != tt.status {
			t.Errorf("%s %s: %d, want %d", tt.method, tt.path, got, tt.status)
		}
	}
	guest := enter(t, base, 390, 844)
	guest.asks(html + " quero falar com alguém")
	guest.asks("sim")
	owner.goTo("/owner")
	for _, part := range []string{"inbox", "house", "card", "guests", "data", "tables", "access"} {
		js[any](owner, `void (location.hash = "`+part+`")`)
		owner.wait(part, fmt.Sprintf(`document.querySelector("#tabs [aria-current]") && location.hash === "#%s" && document.querySelector("main h2")`, part))
		js[any](owner, `[...document.querySelectorAll(".request, main tbody button")].slice(0, 1).forEach((b) => b.click())`)
		owner.wait("its words", `document.querySelector("main").innerText.length > 40`)
		if n := js[int](owner, `document.querySelectorAll(".bad, img[src='/x']").length + (window.bad ?? 0)`); n > 0 {
			t.Errorf("%s: markup is markup", part)
		}
		js[any](owner, `document.querySelector("dialog")?.close()`)
	}

	js[any](owner, `void (location.hash = "house")`)
	owner.wait("the house", `document.querySelector('[data-fact="name"]')?.value === "Casa"`)
	for fact, tt := range map[string][2]string{
		"hours": {"seg a sex", "Horário: não faz sentido"}, "name": {html, "Nome da casa: até 80 letras"}, "wifi": {html, "Internet: até 500 letras"}, "holidays": {"ontem", "escreva os dias como"}, "seats": {"-3", "confira os números"},
	} {
		field := fmt.Sprintf(`input[data-fact=%q]`, fact)
		js[any](owner, `document.querySelector("#toasts").replaceChildren()`)
		was := js[string](owner, fmt.Sprintf(`document.querySelector(%q).value`, field))
		set := func(value string) {
			js[any](owner, fmt.Sprintf(`(() => { const el = document.querySelector(%q); el.value = %q; for (const e of ["input", "change"]) el.dispatchEvent(new Event(e, {bubbles: true})); })()`, field, value))
		}
		set(tt[0])
		owner.click("Salvar")
		owner.wait(fact+" refused", fmt.Sprintf(`document.querySelector("#toasts").innerText.includes(%q) && document.activeElement.dataset.fact === %q`, tt[1], fact))
		set(was)
	}
	owner.click("Salvar")
	owner.wait("it saved", `document.querySelector("#toasts").innerText.includes("Salvo")`)
	facts := js[string](owner, `fetch("/api/v1/house/facts").then((r) => r.text())`)
	if !strings.Contains(facts, `"hours":"Mo-Su 12:00-23:00"`) || !strings.Contains(facts, `"name":"Casa"`) {
		t.Errorf("what was told is lost: %s", facts)
	}
}
