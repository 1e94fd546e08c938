package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// covered are the buttons of the log, wholly in view, that something else lies
// over.
const covered = `(() => {
	const view = document.querySelector("#scroll").getBoundingClientRect();
	return [...document.querySelectorAll("#log button")].filter((b) => {
		const r = b.getBoundingClientRect(), sticky = b.closest(".question"), row = b.closest(".answers")?.getBoundingClientRect(); // which scrolls
		if (!b.checkVisibility() || r.top < view.top || r.bottom > view.bottom) return false;
		if (!sticky && document.querySelector(".question:not(.closed)")?.getBoundingClientRect().top < r.bottom) return false;
		return [[r.left + r.height / 2, r.top + 4], [r.right - r.height / 2, r.bottom - 4], [(r.left + r.right) / 2, (r.top + r.bottom) / 2]]
			.some(([x, y]) => { if (x > row?.right || y > row?.bottom) return false; const at = document.elementFromPoint(x, y); return at && !b.contains(at) && (!sticky || !sticky.contains(at)) });
	}).map((b) => b.ariaLabel || b.innerText);
})()`

func TestPageNothingCoversAButton(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{1280, 800}, {390, 800}, {320, 420}} {
		p := enter(t, ruled, size[0], size[1])
		p.asks("Quero um prato vegetariano e leve")
		p.click("Dar opinião")
		p.say("Recomende cervejarias novas para mim")
		p.wait("a question", `document.querySelector("[role=timer]")`)
		for at := 0; at < 3000; at += 150 {
			if all := js[[]string](p, fmt.Sprintf(`(document.querySelector("#scroll").scrollTop = %d, %s)`, at, covered)); len(all) > 0 {
				t.Errorf("at %d x %d, %d px down, something lies over %q", size[0], size[1], at, all)
				p.shot("covered")
			}
		}
		js[any](p, `document.querySelector("#scroll").scrollTop = 0`)
		p.wait("a way to the end", `!document.querySelector("#latest").hidden`)
	}
}

func TestPageGivesMoreTimeForAnAnswer(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 390, 800)
	p.say("Recomende cervejarias novas para mim")
	p.wait("a question", `document.querySelector("[role=timer]")`)
	p.idle()
	const left = `Number(document.querySelector("[role=timer]").innerText.match(/\d+/)[0])`
	p.click("Preciso de mais tempo")
	p.wait("another minute", left+" > 60")
	if at := js[string](p, "document.activeElement.innerText"); at != "Preciso de mais tempo" {
		t.Errorf("the focus is at %q", at)
	}
	p.reload()
	p.wait("the question again, with the time it was given", `document.querySelector("[role=timer]") && `+left+" > 55")
	for range 4 {
		p.wait("the button", `document.querySelector(".timer button")?.disabled === false`)
		js[any](p, `document.querySelector(".timer button").click()`)
		p.wait("an answer", `!document.querySelector(".timer button").disabled`)
	}
	p.wait("five minutes, and no more", `document.querySelector(".timer button").hidden && `+left+" > 270 && "+left+" <= 300")
	p.click("Não, obrigado")
	p.has("Ficam as dicas")
}

func TestPageSaysThatACodeIsWrong(t *testing.T) {
	t.Parallel()
	p := enter(t, guarded, 1280, 800)
	p.refused()
	try := func(code string) {
		t.Helper()
		p.wait("the dialog", `document.querySelector("dialog[open] input[type=password]")`)
		js[any](p, fmt.Sprintf(`(() => { const b = document.querySelector("dialog[open] input"); b.value = %q; b.form.requestSubmit() })()`, code))
	}
	try("nope")
	p.wait("that it is wrong", `document.querySelector("dialog [role=alert]").innerText.startsWith("Este código não vale aqui") && document.activeElement.ariaInvalid === "true"`)
	try(secret)
	p.wait("the guest", `!document.querySelector("dialog") && document.querySelector("#who").innerText === "C001"`)
}

func TestPageKeepsWhatWasSentWithoutAConnectionAndSendsItLater(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	p.cuts()
	const unsent = "guardei a sua mensagem"
	block := func() {
		js[any](p, `window.real = fetch, window.fetch = (u, o) => /agui|session/.test(u) ? Promise.reject(new TypeError("down")) : real(u, o), 0`)
	}
	block()
	p.say("Olá, bom dia!")
	p.has(unsent)
	p.say("Tem sobremesa?")
	p.wait("both", `document.querySelectorAll(".failure").length === 2`)
	js[any](p, `window.fetch = real, dispatchEvent(new Event("online")), 0`)
	p.wait("both answers", `document.querySelectorAll(".turn .text").length > 1 && !document.querySelector(".failure")`)
	p.idle()
	block()
	p.say("E café?")
	p.has(unsent)
	p.reload() // the page that comes has a connection
	p.wait("the last answer", `document.querySelectorAll(".turn").length === 3 && !document.querySelector(".failure") && document.querySelector(".turn:last-child .text")`)
	p.idle()
	p.reload()
	said := js[[]string](p, `[...document.querySelectorAll(".guest p")].map((e) => e.textContent)`)
	if diff := cmp.Diff([]string{"Olá, bom dia!", "Tem sobremesa?", "E café?"}, said); diff != "" {
		t.Errorf("the guest said (-want +got):\n%s", diff)
	}
	block()
	p.say("E chá?")
	p.has(unsent)
	first := js[string](p, "location.hash")
	p.click("#new")
	js[any](p, `window.fetch = real, dispatchEvent(new Event("online")), 0`)
	p.wait("that it was sent meanwhile", `document.querySelector("#toasts").innerText.includes("foi enviada") && document.querySelector(".welcome")`)
	p.goTo("/" + first)
	p.wait("it with its answer", `document.querySelectorAll(".turn").length === 4 && document.querySelector(".turn:last-child .text")`)

	// A telephone closes the page, and opens another one later.
	block()
	p.say("E água?")
	p.has(unsent)
	js[any](p, `sessionStorage.clear(), localStorage.setItem("maitre.unsent", localStorage.getItem("maitre.unsent").replace(/"at":\d+/, '"at":0')), 0`)
	p.goTo("/")
	p.wait("it there", `location.hash.includes("t=") && document.querySelectorAll(".turn").length === 5 && document.querySelector(".turn:last-child .text")`)
	p.idle()
	if got := js[string](p, `localStorage.getItem("maitre.unsent")`); strings.Contains(got, "água") {
		t.Errorf("what has arrived is still kept: %s", got)
	}
}

func TestPageKeepsADraftForEachConversation(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	p.asks("Olá, bom dia!")
	const box = `document.querySelector("#box").value`
	p.write("e uma sobremesa")
	p.click("#new")
	if got := js[string](p, box); got != "" {
		t.Errorf("a new conversation begins with %q", got)
	}
	p.write("outra coisa")
	p.click("Olá, bom dia!")
	p.wait("what was written there", box+` === "e uma sobremesa"`)
	p.reload()
	p.wait("it after a reload", box+` === "e uma sobremesa"`)
	p.click("#new")
	p.wait("the other one", box+` === "outra coisa"`)
	p.key("Enter", 13)
	p.wait("it sent", `document.querySelector(".guest")?.innerText.includes("outra coisa")`)
	p.idle()
	p.reload()
	if got := js[string](p, box); got != "" {
		t.Errorf("what was sent is still there: %q", got)
	}
	p.write("segredo")
	p.click("#person")
	p.click("Boteco do Dinho")
	p.wait("somebody else", `document.querySelector("#who").innerText === "Boteco do Dinho"`)
	if got := js[string](p, `JSON.stringify(sessionStorage) + JSON.stringify(localStorage)`); strings.Contains(got, "segredo") {
		t.Errorf("somebody else has %s", got)
	}
}

// Who somebody is, is struck out of what they said; what something costs stays, there, in the title and in a file.
func TestPageKeepsAmounts(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	p.asks("Meu CPF é 529.982.247-25\nTem sobremesa de R$ 52.998,22?")
	p.asks("Tem sobremesa?")
	p.reload()
	const want = "Meu CPF é [CPF] Tem sobremesa de R$ 52.998,22?"
	p.wait("what was said", fmt.Sprintf(`document.querySelector(".guest p").textContent.replace(/\s+/g, " ") === %[1]q && document.querySelector("#title").innerText === %[1]q`, want))
	if got := js[string](p, `document.querySelector("#log").innerText`); strings.Contains(got, "$[") || strings.Contains(got, "R$ [") || strings.Count(got, "R$") < 3 {
		t.Errorf("the page says %s", got)
	}
}

// An earlier turn is edited and tried again as the last one is: what followed it stays with its version, and the
// guest goes on from the version that they see, in the house's eyes too.
func TestPageEarlierTurnsHaveBranches(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, wine, meat, fish, more, before, after, edit, retry string }{
		{"pt", "Quero um prato vegetariano", "Quanto custa o primeiro?", "Quero um prato com peixe", "E o segundo, quanto custa?", "Versão anterior", "Próxima versão", "Editar", "Tentar de novo"},
		{"en", "I want a vegetarian dish", "How much is the first one?", "I want a dish with fish", "And how much is the second one?", "Version before", "Next version", "Edit", "Try again"},
		{"es", "Quiero un plato vegetariano", "¿Cuánto cuesta el primero?", "Quiero un plato con pescado", "¿Y cuánto cuesta el segundo?", "Versión anterior", "Versión siguiente", "Editar", "Intentar de nuevo"},
	} {
		p := enter(t, ruled, 390, 800)
		js[any](p, fmt.Sprintf(`localStorage.setItem("maitre.lang", %q)`, tt.code))
		p.reload()
		seen := func(want ...string) {
			t.Helper()
			p.wait(strings.Join(want, ", "), fmt.Sprintf(`[...document.querySelectorAll(".turn:not([hidden]) .guest p")].map((e) => e.textContent).join("|") === %s`, inJS(t, strings.Join(want, "|"))))
			p.wait("offers at the end only", `document.querySelectorAll(".turn.latest").length === 1 && document.querySelector(".latest").checkVisibility()`)
		}
		const first = `document.querySelector(".turn:not([hidden])")`
		named := func(n int) string {
			return js[string](p, fmt.Sprintf(`%s.querySelectorAll("[data-component=dishes-list] .title strong")[%d].textContent`, first, n))
		}
		press := func(label string) {
			t.Helper()
			p.wait(label, fmt.Sprintf(`[...%s.querySelectorAll("button")].some((b) => b.ariaLabel?.startsWith(%q) && (b.focus(), document.activeElement === b))`, first, label))
			p.do(chromedp.KeyEvent("\r"))
		}
		p.asks(tt.wine)
		second := named(1)
		p.asks(tt.meat)
		press(tt.edit)
		p.wait("the words to edit", fmt.Sprintf(`document.querySelector("#box").value === %q && document.querySelector(".turn.edited")`, tt.wine))
		js[any](p, `document.querySelector("#box").select()`)
		p.asks(tt.fish)
		seen(tt.fish)
		press(tt.before)
		seen(tt.wine, tt.meat)
		p.shot("branch-" + tt.code)
		p.asks(tt.more) // of the dishes that are seen
		seen(tt.wine, tt.meat, tt.more)
		p.wait("the second dish that is seen", fmt.Sprintf(`document.querySelector(".latest").innerText.includes(%q)`, second))
		p.reload()
		seen(tt.wine, tt.meat, tt.more)
		press(tt.after)
		seen(tt.fish)
		press(tt.retry)
		p.turn(5)
		seen(tt.fish)
		p.wait("three versions", first+`.querySelector(".versions").innerText.includes("3/3")`)
	}
}
